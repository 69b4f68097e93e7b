//! Reading and printing together.

use super::*;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::testing::{TermGenerator, TermShape};
use proptest::prelude::*;

/// Reads a term over some variables of a store.
fn read(store: &mut TermStore, text: &str) -> Result<Term, Error> {
    let scope = Scope::of_store(store);
    let arena = SexprArena::parse(text.as_bytes())?;
    let node = arena.roots().next().expect("an expression");
    parse_term(store, &arena, node, &scope)
}

fn variables(store: &mut TermStore) {
    let sorts = [
        ("a", Sort::BitVec(8)),
        ("b", Sort::BitVec(8)),
        ("p", Sort::Bool),
        ("q", Sort::Bool),
        ("r", Sort::Bool),
        ("i", Sort::Int),
        ("j", Sort::Int),
        ("x", Sort::Real),
        ("y", Sort::Real),
        ("f", Sort::Float(crate::FloatFormat::F32)),
        ("g", Sort::Float(crate::FloatFormat::F32)),
        ("m", Sort::RoundingMode),
        ("c", Sort::array(Sort::Int, Sort::Real)),
    ];
    for (name, sort) in sorts {
        store.declare(name, sort).unwrap();
    }
    store.declare_function("h", &[Sort::Real, Sort::Int], Sort::Real).unwrap();
}

/// Checks that a text means the same as another text written with plain operators.
fn check(text: &str, expected: &str) {
    let mut store = TermStore::without_simplification();
    variables(&mut store);
    let found = match read(&mut store, text) {
        Ok(term) => store.display_tree(term).to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn associativity() {
    check("(bvadd a b a)", "(bvadd (bvadd a b) a)");
    check("(concat a b a)", "(concat (concat a b) a)");
    check("(bvsub a b a)", "1:1: 'bvsub' does not take 3 argument(s)");
    check("(bvadd a)", "1:1: 'bvadd' does not take 1 argument(s)");
    check("(xor p q r)", "(xor (xor p q) r)");
    check("(and p q r)", "(and p q r)");
    check("(and p)", "p");
    check("(and)", "true");
    check("(and a)", "1:1: 'and' cannot be applied to (_ BitVec 8) (_ BitVec 8)");
    check("(=> p q r)", "(or (not p) (or (not q) r))");
    check("(- i j i)", "(- (- i j) i)");
    check("(- i)", "(- i)");
    check("(~ i)", "(- i)");
    check("(div i j i)", "(div (div i j) i)");
    check("(/ x y x)", "(/ (/ x y) x)");
}

#[test]
fn chains() {
    check("(= p q r)", "(and (= p q) (= q r))");
    check("(< i j i)", "(and (< i j) (< j i))");
    check("(>= i j)", "(<= j i)");
    check("(> i j 3)", "(and (< 3 j) (< j i))");
    check("(fp.lt f g f)", "(and (fp.lt f g) (fp.lt g f))");
    check("(fp.geq f g)", "(fp.leq g f)");
    check("(fp.gt f g)", "(fp.lt g f)");
    check("(distinct p q r)", "(and (not (= p q)) (not (= p r)) (not (= q r)))");
    check("(distinct p a)", "1:1: '=' cannot be applied to Bool (_ BitVec 8)");
    check("(= p)", "1:1: '=' does not take 1 argument(s)");
}

#[test]
fn derived_bit_vector_operators() {
    check("(bvnand a b)", "(bvnot (bvand a b))");
    check("(bvnor a b)", "(bvnot (bvor a b))");
    check("(bvxnor a b)", "(bvnot (bvxor a b))");
    check("(bvcomp a b)", "(ite (= a b) #b1 #b0)");
    check("(bvuge a b)", "(bvule b a)");
    check("(bvugt a b)", "(bvult b a)");
    check("(bvsge a b)", "(bvsle b a)");
    check("(bvsgt a b)", "(bvslt b a)");
    check("((_ repeat 1) a)", "a");
    check("((_ repeat 3) a)", "(concat (concat a a) a)");
    check("((_ repeat 0) a)", "1:12: number out of range: 0");
    check("(bvnego a)", "(= a #x80)");
    check("(bvusubo a b)", "(bvult a b)");
    check("(bvsdivo a b)", "(and (= a #x80) (= b #xff))");
    check("(bvcomp a p)", "1:1: 'bvand' cannot be applied to (_ BitVec 8) Bool");
}

#[test]
fn overflow_predicates_say_whether_the_exact_result_fits() {
    let names = ["bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvumulo", "bvsmulo", "bvsdivo"];
    let mut store = TermStore::new();
    for a in 0..16i64 {
        for b in 0..16i64 {
            let (sa, sb) = ((a ^ 8) - 8, (b ^ 8) - 8);
            let signed = |exact: i64| !(-8..8).contains(&exact);
            let unsigned = |exact: i64| !(0..16).contains(&exact);
            let expected = [
                unsigned(a + b),
                signed(sa + sb),
                unsigned(a - b),
                signed(sa - sb),
                unsigned(a * b),
                signed(sa * sb),
                sb != 0 && signed(sa / sb),
            ];
            for (name, expected) in names.iter().zip(expected) {
                let term = read(&mut store, &format!("({name} #x{a:x} #x{b:x})")).unwrap();
                assert_eq!(store.as_bool(term), Some(expected), "{name} {a} {b}");
            }
        }
        let term = read(&mut store, &format!("(bvnego #x{a:x})")).unwrap();
        assert_eq!(store.as_bool(term), Some(a == 8));
    }
}

#[test]
fn indexed_operators() {
    check("((_ extract 5 2) a)", "((_ extract 5 2) a)");
    check("((_ extract 8 2) a)", "1:1: index out of range in 'extract' applied to (_ BitVec 8)");
    check("((_ zero_extend 3) a)", "((_ zero_extend 3) a)");
    check("((_ rotate_left 9) a)", "((_ rotate_left 9) a)");
    check("(_ bv10 8)", "#x0a");
    check("(_ bv256 8)", "1:1: number out of range: (_ bv256 8)");
    check("(_ bvx 8)", "1:1: unknown symbol '(_ bvx 8)'");
    check("(ubv_to_int a)", "(bv2nat a)");
    check("((_ int_to_bv 4) i)", "((_ int2bv 4) i)");
    check("((_ divisible 3) i)", "(= (mod i 3) 0)");
    check("((_ zero_extend 4294967295) a)", {
        "1:1: index out of range in 'zero_extend' applied to (_ BitVec 8)"
    });
    check("((_ zero_extend 99999999) a)", "1:1: number out of range: 100000007");
}

#[test]
fn floating_point() {
    check("(fp #b0 #b101 #b01)", "(fp #b0 #b101 #b01)");
    check("(fp #b1 #b111 #b01)", "(_ NaN 3 3)");
    check("(_ +oo 3 3)", "(fp #b0 #b111 #b00)");
    check("(_ -oo 3 3)", "(fp #b1 #b111 #b00)");
    check("(_ +zero 3 3)", "(fp #b0 #b000 #b00)");
    check("(_ -zero 3 3)", "(fp #b1 #b000 #b00)");
    check("(fp #b0 a #b01)", "((_ to_fp 8 3) (concat (concat #b0 a) #b01))");
    check("(fp #b00 a #b01)", "1:1: number out of range: the widths of a floating-point literal");
    check("roundNearestTiesToAway", "RNA");
    check("(fp.add RTZ f g)", "(fp.add RTZ f g)");
    check("((_ to_fp 3 5) a)", "((_ to_fp 3 5) a)");
    check("((_ to_fp 5 11) m f)", "((_ to_fp 5 11) m f)");
    check("((_ to_fp 5 11) m a)", "((_ to_fp 5 11) m a)");
    check("((_ to_fp 5 11) m x)", "((_ to_fp 5 11) m x)");
    check("((_ to_fp 5 11) m 1)", "((_ to_fp 5 11) m 1.0)");
    check("((_ to_fp_unsigned 5 11) m a)", "((_ to_fp_unsigned 5 11) m a)");
    check("((_ fp.to_sbv 7) m f)", "((_ fp.to_sbv 7) m f)");
    check("((_ to_fp 5 11) f g)", {
        "1:1: 'to_fp' cannot be applied to (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)"
    });
}

#[test]
fn the_overloads_of_to_fp_are_different_operators() {
    let mut store = TermStore::without_simplification();
    variables(&mut store);
    for (text, op) in [
        ("((_ to_fp 3 5) a)", Op::FpFromBits),
        ("((_ to_fp 5 11) m f)", Op::FpFromFp),
        ("((_ to_fp 5 11) m a)", Op::FpFromSbv),
        ("((_ to_fp_unsigned 5 11) m a)", Op::FpFromUbv),
        ("((_ to_fp 5 11) m x)", Op::FpFromReal),
    ] {
        let term = read(&mut store, text).unwrap();
        assert_eq!(store.op(term), op);
    }
}

#[test]
fn integers_are_reals_where_reals_are_wanted() {
    check("(+ x 1)", "(+ x 1.0)");
    check("(+ x i)", "(+ x (to_real i))");
    check("(< 1 x 2.5)", "(and (< 1.0 x) (< x (/ 5.0 2.0)))");
    check("(= 0 x)", "(= 0.0 x)");
    check("(ite p 1 x)", "(ite p 1.0 x)");
    check("(/ 1 3)", "(/ 1.0 3.0)");
    check("(/ (- 1) 3)", "(/ (- 1.0) 3.0)");
    check("(* x (- 2))", "(* x (- 2.0))");
    check("(h 1 2)", "(h 1.0 2)");
    check("(h 1 x)", "1:1: 'h' cannot be applied to Real Real");
    check("(store c 1 2)", "(store c 1 2.0)");
    check("((as const (Array Int Real)) 0)", "((as const (Array Int Real)) 0.0)");
    check("(to_real x)", "x");
    check("(abs i)", "(ite (< i 0) (- i) i)");
    check("(div x 2)", "1:1: 'div' cannot be applied to Real Int");
}

#[test]
fn lets_are_parallel_and_hide() {
    check("(let ((p q) (q p)) (xor p q))", "(xor q p)");
    check("(let ((z p)) (and z (let ((z q)) z) z))", "(and p q p)");
    check("(let ((z p) (z q)) z)", "1:13: 'z' is already defined");
    check("(let ((z p)) z w)", "1:1: expected '(let ((name term) ...) term)'");
    check("(let () p)", "1:1: expected '(let ((name term) ...) term)'");
    check("(let ((z)) z)", "1:7: expected '(name term)'");
    check("(and (let ((z p)) z) z)", "1:22: unknown symbol 'z'");
}

#[test]
fn annotations() {
    check("(and (! p :named n :weight 3) n)", "(and p p)");
    check("(! p :pattern (x))", "p");
    check("(! p :named p)", "1:13: 'p' is already defined");
    check("(! p :named)", "1:6: expected a symbol after ':named'");
}

#[test]
fn errors_have_a_place_and_a_reason() {
    check("(and p\n  (foo q))", "2:4: unknown symbol 'foo'");
    check("(and p w)", "1:8: unknown symbol 'w'");
    check("(forall ((z Int)) p)", "1:2: unsupported: quantifiers");
    check("()", "1:1: expected a term");
    check("(h)", "1:1: 'h' does not take 0 argument(s)");
    check("h", "1:1: expected a term, not a function alone");
    check("(as p Int)", "1:1: expected a term of sort Int, found Bool");
    check("((foo) p)", "1:2: expected an identifier");
    check(":key", "1:1: expected a term");
    check("\"text\"", "1:1: expected a term");
}

#[test]
fn deep_terms() {
    let depth = 100_000;
    let mut store = TermStore::new();
    variables(&mut store);
    let mut lets = String::from("(let ((?x0 a)) ");
    for i in 1..depth {
        lets += &format!("(let ((?x{i} (bvadd ?x{} (bvmul b ?x{})))) ", i - 1, i - 1);
    }
    lets += &format!("?x{}{}", depth - 1, ")".repeat(depth));
    let term = read(&mut store, &lets).unwrap();
    let text = store.display(term).to_string();
    assert_eq!(read(&mut store, &text).unwrap(), term);

    let depth = 1_000_000;
    let nested = "(bvudiv a ".repeat(depth) + "b" + &")".repeat(depth);
    let term = read(&mut store, &nested).unwrap();
    assert_eq!(store.display(term).to_string(), nested);

    let annotated = "(! ".repeat(depth) + "b" + &" :x)".repeat(depth);
    assert!(read(&mut store, &annotated).is_ok());
}

#[test]
fn shared_parts_are_printed_once() {
    let mut store = TermStore::new();
    variables(&mut store);
    let mut term = read(&mut store, "(bvudiv a b)").unwrap();
    for _ in 0..1000 {
        term = store.bv_udiv(term, term);
    }
    let text = store.display(term).to_string();
    assert!(text.len() < 1000 * 60);
    assert_eq!(read(&mut store, &text).unwrap(), term);
}

#[test]
fn names_of_lets_hide_no_symbol() {
    let mut store = TermStore::new();
    variables(&mut store);
    store.declare("?v1", Sort::BitVec(8)).unwrap();
    let term = read(&mut store, "(bvudiv (bvudiv a ?v1) (bvurem ?v1 (bvudiv a ?v1)))").unwrap();
    let text = "(let ((?v2 (bvudiv a ?v1))) (bvudiv ?v2 (bvurem ?v1 ?v2)))";
    assert_eq!(store.display(term).to_string(), text);
}

#[test]
fn numbers_after_minus_and_slash_stay_apart() {
    let mut store = TermStore::without_simplification();
    let three = store.constant(crate::Value::Int(3.into()));
    let half =
        store.constant(crate::Value::Real(num_rational::BigRational::new(1.into(), 2.into())));
    for term in [store.neg(three), store.real_div(half, half), store.neg(half)] {
        let text = store.display(term).to_string();
        assert_eq!(read(&mut store, &text).unwrap(), term, "{text}");
    }
}

/// Prints and reads back random terms of every sort of a shape.
fn check_round_trip(mut store: TermStore, shape: TermShape, seed: u64) {
    let sorts = shape.sorts.clone();
    let mut generator = TermGenerator::new(shape, seed);
    for sort in &sorts {
        let term = generator.term(&mut store, sort);
        let text = store.display(term).to_string();
        let again = read(&mut store, &text).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert!(again == term, "{text}\nis read as\n{}", store.display(again));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn simplified_terms_round_trip(seed: u64) {
        check_round_trip(TermStore::new(), TermShape::everything().with_depth(5), seed);
    }

    #[test]
    fn plain_terms_round_trip(seed: u64) {
        check_round_trip(TermStore::without_simplification(), TermShape::everything(), seed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\(|\\)| |and|or|let|x|\\(_ |extract|[0-9]|fp|-|#b[01]|!|:named|as|const|Int|/|to_fp){0,30}") {
        let mut store = TermStore::new();
        variables(&mut store);
        let scope = Scope::of_store(&mut store);
        if let Ok(arena) = SexprArena::parse(text.as_bytes()) {
            for node in arena.roots() {
                let _ = parse_term(&mut store, &arena, node, &scope);
            }
        }
        let _ = Script::parse(&mut store, text.as_bytes());
    }
}
