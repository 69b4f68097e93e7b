use super::*;
use term::smtlib::{Scope, SexprArena, parse_term};

/// Variables of terms: `s8`, `u32` and so on, and the pointer `p`.
fn variable(name: &str) -> Option<CVariable> {
    if name == "p" {
        return Some(CVariable::Pointer { text: name.to_owned() });
    }
    let bits = name[1..].parse().ok()?;
    Some(CVariable::Integer { text: name.to_owned(), bits, signed: name.starts_with('s') })
}

fn written(text: &str) -> Vec<String> {
    let mut store = TermStore::without_simplification();
    let mut declare = |name: &str, sort: Sort| store.declare(name, sort).unwrap();
    for width in [8, 16, 32, 64] {
        for sign in ["s", "u"] {
            declare(&format!("{sign}{width}"), Sort::BitVec(width));
        }
    }
    for hidden in ["hidden", "other"] {
        declare(hidden, Sort::BitVec(32));
    }
    declare("p", Sort::BitVec(88));
    declare("a", Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    let scope = Scope::of_store(&mut store);
    let arena = SexprArena::parse(text.as_bytes()).unwrap();
    let node = arena.roots().next().unwrap();
    let term = parse_term(&mut store, &arena, node, &scope).unwrap();
    conjuncts(&store, term, |symbol| variable(store.name(symbol)))
}

fn check(term: &str, expected: &[&str]) {
    assert_eq!(written(term), expected, "{term}");
}

#[test]
fn comparisons_read_as_people_write_them() {
    check("(bvsle s32 #x0000000a)", &["s32 <= 10"]);
    check("(bvslt #xfffffffe s32)", &["(-2) < s32"]);
    check("(not (bvslt s32 s32))", &["s32 >= s32"]);
    check("(= s64 #x0000000000000001)", &["s64 == 1"]);
    check("(bvult u32 #x0000000a)", &["u32 < 10U"]);
    check("(bvule s32 u32)", &["((unsigned int)s32) <= u32"]);
    check("(bvsle #x80000000 s32)", &["(-2147483647 - 1) <= s32"]);
}

#[test]
fn conjunctions_are_taken_apart() {
    check(
        "(and (= s8 #x00) (and (not (or (= s8 #x01) (= u8 #x02))) (= s8 #x00)))",
        &["s8 == 0", "s8 != 1", "((unsigned int)u8) != 2U"],
    );
    // Only the conjunct that cannot be written is left out.
    check("(and (= (select a #x00) #x00) (= s8 #x00))", &["s8 == 0"]);
    check("(or (= (select a #x00) #x00) (= s8 #x00))", &[]);
}

#[test]
fn equals_share_a_name() {
    let term = "(and (= hidden s32) (bvslt u32 hidden) (= other hidden) (not (= other u32)))";
    check(term, &["((int)u32) < s32", "((unsigned int)s32) != u32"]);
    check("(and (not (= hidden s32)) (bvslt u32 hidden))", &[]);
}

#[test]
fn pointers_are_null_or_not() {
    check("(= p #x0000000000000000000000)", &["p == 0"]);
    check("(not (= #x0000000000000000000000 p))", &["p != 0"]);
    check("(= p #x0000000000000000000001)", &[]);
    check("(= p p)", &[]);
    check("(bvult p #x0000000000000000000000)", &[]);
}

#[test]
fn arithmetic_is_unsigned() {
    check("(= (bvadd s32 u32) #x00000000)", &["(((unsigned int)s32) + u32) == 0U"]);
    check("(= (bvmul u8 u8) #x00)", &["((((unsigned int)u8) * ((unsigned int)u8)) & 255U) == 0U"]);
    check("(bvslt (bvadd s32 #x00000001) s32)", &["((int)(((unsigned int)s32) + 1U)) < s32"]);
    check("(= (bvsrem s32 #x00000002) #x00000000)", &["(s32 % 2) == 0"]);
    // The quotient may overflow, and is undefined for zero.
    check("(= (bvsdiv s32 #xffffffff) #x00000000)", &[]);
    check("(= (bvudiv s32 u32) #x00000000)", &[]);
}

#[test]
fn large_terms_are_not_written() {
    let mut store = TermStore::without_simplification();
    let x = store.declare("s32", Sort::BitVec(32)).unwrap();
    let x = store.var(x);
    let mut sum = x;
    for _ in 0..100_000 {
        sum = store.bv_add(sum, x);
    }
    let zero = store.bv(32, 0);
    let term = store.eq(sum, zero);
    assert_eq!(c_expression(&store, term, |symbol| variable(store.name(symbol))), None);
    let mut doubled = x;
    for _ in 0..100 {
        doubled = store.bv_add(doubled, doubled);
    }
    let term = store.eq(doubled, zero);
    assert_eq!(c_expression(&store, term, |symbol| variable(store.name(symbol))), None);
}
