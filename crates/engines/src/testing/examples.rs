//! Models and clauses with known answers on which several engines are tested.

/// A lock that is held after an iteration only if nothing changed (`wrong` is asked at the end).
pub(crate) fn lock_around_a_change(wrong: &str) -> String {
    format!(
        "var lock : bool
         var old, new : bv32
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ lock := false; havoc new; old := (bvadd new #x00000001) }}
           head -> body {{ assume (not (= old new)) }}
           body -> bad {{ assume lock }}
           body -> head {{ lock := true; old := new;
                           choice {{ lock := false; new := (bvadd new #x00000001) }}
                           or {{ skip }} }}
           head -> end {{ assume (= old new) }}
           end -> bad {{ assume {wrong} }}
         }}"
    )
}

/// For all `j <= i < n < limit`: `wrong` is asked in the inner loop.
pub(crate) fn triangle(limit: &str, wrong: &str) -> String {
    format!(
        "var i, j, n : bv8
         procedure main {{
           initial start
           error bad \"\"
           start -> outer {{ i := #x00; havoc n; assume (bvult n {limit}) }}
           outer -> inner {{ assume (bvult i n); j := #x00 }}
           inner -> inner {{ assume (bvult j i); j := (bvadd j #x01) }}
           inner -> bad {{ assume {wrong} }}
           inner -> outer {{ assume (not (bvult j i)); i := (bvadd i #x01) }}
         }}"
    )
}

/// Two branches and a join; `y` has the given value behind it.
pub(crate) fn branches_and_a_join(value: &str) -> String {
    format!(
        "var x, y : bv8
         procedure main {{
           initial start
           error bad \"no overflow\"
           start -> then {{ assume (bvult x y) }}
           start -> else {{ assume (not (bvult x y)) }}
           then -> join {{ y := (bvsub y x) }}
           else -> join {{ havoc y; assume (bvult y #x10) }}
           join -> bad {{ assume (= y {value}); assume (= x #xf0) }}
         }}"
    )
}

/// Each element of an array becomes one more than the sum of those before it.
pub(crate) fn sums_in_an_array(length: &str, wrong: &str) -> String {
    format!(
        "var a : (Array (_ BitVec 4) (_ BitVec 4))
         var i, j, sum : (_ BitVec 4)
         procedure main {{
           initial start
           error bad \"the last element is the sum of the others\"
           start -> outer {{ i := #x0 }}
           outer -> inner {{ assume (bvult i {length}); j := #x0; sum := #x1 }}
           inner -> inner {{ assume (bvult j i); sum := (bvadd sum (select a j));
                             j := (bvadd j #x1) }}
           inner -> outer {{ assume (not (bvult j i)); a := (store a i sum);
                             i := (bvadd i #x1) }}
           outer -> bad {{ assume (not (bvult i {length})); assume {wrong} }}
         }}"
    )
}

/// Clauses of a loop that counts `x` by one and `y` by two; `what` is asked of them.
pub(crate) fn counting_clauses(limit: u32, what: &str) -> String {
    format!(
        "(declare-fun inv (Int Int) Bool)
         (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
         (assert (forall ((x Int) (y Int))
           (=> (and (inv x y) (< x {limit})) (inv (+ x 1) (+ y 2)))))
         (assert (forall ((x Int) (y Int)) (=> (inv x y) {what})))"
    )
}

/// Clauses of Fibonacci's function; `what` is asked of its argument `n` and its result `r`.
pub(crate) fn fibonacci_clauses(what: &str) -> String {
    format!(
        "(declare-fun f (Int Int) Bool)
         (assert (forall ((n Int)) (=> (<= n 1) (f n 1))))
         (assert (forall ((n Int) (a Int) (b Int))
           (=> (and (> n 1) (f (- n 1) a) (f (- n 2) b)) (f n (+ a b)))))
         (assert (forall ((n Int) (r Int)) (=> (f n r) {what})))"
    )
}
