use crate::ReadError;
use model::TransitionSystem;
use term::{Assignment, Value, eval};

fn system(text: &str) -> Result<TransitionSystem, ReadError> {
    crate::read(text.as_bytes()).map(|design| design.system)
}

fn check_error(text: &str, expected: &str) {
    let error = system(text).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some(expected), "{text}");
}

#[test]
fn states_inputs_and_properties() {
    let text = "\
; a counter that can be stopped
1 sort bitvec 1
2 sort bitvec 4
3 input 1 go ; an input
4 zero 2
5 state 2 counter
6 init 2 5 4
7 one 2
8 add 2 5 7
9 ite 2 3 8 5
10 next 2 5 9
11 state 2 free
12 state 2 havoc
13 init 2 12 4
14 ones 2
15 eq 1 5 14
16 eq 1 11 12
17 constraint -16
18 bad 15 never
19 output 8
";
    let design = crate::read(text.as_bytes()).unwrap();
    let system = &design.system;
    assert_eq!(model::transition::verify(system), Ok(()));
    let names = |symbols: &[term::Symbol]| {
        symbols.iter().map(|&symbol| system.terms.name(symbol).to_owned()).collect::<Vec<_>>()
    };
    let variables: Vec<term::Symbol> = system.variables.iter().map(|v| v.symbol).collect();
    assert_eq!(names(&variables), ["counter", "havoc"]);
    assert_eq!(names(&system.inputs), ["go", "free", "havoc.next!0"]);
    assert_eq!(system.bad[0].kind.to_string(), "never");
    let states: Vec<(bool, bool)> =
        design.states.iter().map(|state| (state.is_initialised, state.has_next)).collect();
    assert_eq!(states, [(true, true), (false, false), (true, false)]);
}

/// Evaluates an operator on two words of a width.
fn evaluate(operator: &str, result_sort: u32, width: u32, a: u64, b: u64) -> u64 {
    let text = format!(
        "1 sort bitvec 1\n2 sort bitvec {width}\n3 input 2 a\n4 input 2 b\n5 {operator} {result_sort} 3 4\n\
         6 {} 1 5\n7 bad 6\n8 state {result_sort} s\n9 next {result_sort} 8 5\n",
        if result_sort == 1 { "not" } else { "redor" }
    );
    let system = system(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut values = Assignment::new();
    for (name, value) in [("a", a), ("b", b)] {
        values.set(system.terms.lookup(name).unwrap(), Value::bv(width, value));
    }
    let value = eval(&system.terms, system.variables[0].next, &values).unwrap();
    value.as_bitvec().and_then(term::BitVec::to_u64).unwrap()
}

/// All operators on all words of three bits, against arithmetic on machine words.
#[test]
fn operators_mean_what_the_format_says() {
    let signed = |x: u64| if x >= 4 { x as i64 - 8 } else { x as i64 };
    let is_small = |x: i64| (-4..4).contains(&x);
    type Meaning = fn(u64, u64) -> u64;
    type Truth = fn(u64, u64) -> bool;
    let words: &[(&str, Meaning)] = &[
        ("and", |a, b| a & b),
        ("nand", |a, b| !(a & b)),
        ("nor", |a, b| !(a | b)),
        ("or", |a, b| a | b),
        ("xnor", |a, b| !(a ^ b)),
        ("xor", |a, b| a ^ b),
        ("rol", |a, b| (a << (b % 3)) | (a >> (3 - b % 3))),
        ("ror", |a, b| (a >> (b % 3)) | (a << (3 - b % 3))),
        ("sll", |a, b| if b < 3 { a << b } else { 0 }),
        ("srl", |a, b| a >> b),
        ("sra", |a, b| ((if a >= 4 { a as i64 - 8 } else { a as i64 }) >> b) as u64),
        ("add", |a, b| a + b),
        ("sub", u64::wrapping_sub),
        ("mul", |a, b| a * b),
        ("udiv", |a, b| a.checked_div(b).unwrap_or(7)),
        ("urem", |a, b| a.checked_rem(b).unwrap_or(a)),
    ];
    let truths: &[(&str, Truth)] = &[
        ("eq", |a, b| a == b),
        ("neq", |a, b| a != b),
        ("ult", |a, b| a < b),
        ("ulte", |a, b| a <= b),
        ("ugt", |a, b| a > b),
        ("ugte", |a, b| a >= b),
        ("uaddo", |a, b| a + b > 7),
        ("umulo", |a, b| a * b > 7),
        ("usubo", |a, b| a < b),
    ];
    for a in 0..8 {
        for b in 0..8 {
            for (operator, meaning) in words {
                assert_eq!(evaluate(operator, 2, 3, a, b), meaning(a, b) & 7, "{operator} {a} {b}");
            }
            for (operator, meaning) in truths {
                assert_eq!(
                    evaluate(operator, 1, 3, a, b),
                    u64::from(meaning(a, b)),
                    "{operator} {a} {b}"
                );
            }
            let (x, y) = (signed(a), signed(b));
            let signed_words = [
                ("sdiv", x.checked_div(y).unwrap_or(if x < 0 { 1 } else { -1 })),
                ("srem", x.checked_rem(y).unwrap_or(x)),
                ("smod", if y == 0 { x } else { (x % y + y) % y }),
            ];
            for (operator, meaning) in signed_words {
                assert_eq!(
                    evaluate(operator, 2, 3, a, b),
                    meaning as u64 & 7,
                    "{operator} {x} {y}"
                );
            }
            let signed_truths = [
                ("slt", x < y),
                ("slte", x <= y),
                ("sgt", x > y),
                ("sgte", x >= y),
                ("saddo", !is_small(x + y)),
                ("ssubo", !is_small(x - y)),
                ("smulo", !is_small(x * y)),
                ("sdivo", x == -4 && y == -1),
            ];
            for (operator, meaning) in signed_truths {
                assert_eq!(
                    evaluate(operator, 1, 3, a, b),
                    u64::from(meaning),
                    "{operator} {x} {y}"
                );
            }
        }
    }
    for (a, b, iff, implies) in [(0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 0, 0), (1, 1, 1, 1)] {
        assert_eq!(evaluate("iff", 1, 1, a, b), iff);
        assert_eq!(evaluate("implies", 1, 1, a, b), implies);
    }
}

#[test]
fn malformed() {
    let sorts = "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n";
    let check = |line: &str, expected: &str| {
        check_error(
            &format!("{sorts}{line}\n"),
            &format!("line {}: {expected}", 3 + line.lines().count()),
        );
    };
    check("x sort bitvec 1", "the number of the line must be a positive number, not 'x'");
    check("0 sort bitvec 1", "the number of the line must be a positive number, not '0'");
    check("2 input 1", "number 2 is defined twice");
    check("4", "an operator is missing");
    check("4 sort bitvec 0", "the width must be between 1 and 1048576, not 0");
    check("4 sort bitvec 4000000000", "the width must be between 1 and 1048576, not 4000000000");
    check("4 sort bitvec 9999999999", "the width must be a number, not '9999999999'");
    check("4 sort array 3 1", "arrays of arrays are not supported");
    check("4 sort float 3", "there is no sort 'float'");
    check("4 magic 1 2", "there is no operator 'magic'");
    check("4 add 2 5 6", "there is no node 5 yet");
    check("4 input 9", "there is no sort 9 yet");
    check("4 input 1\n5 input 2\n6 add 2 4 5", "'add' has arguments of wrong sorts");
    check("4 input 1\n5 add 2 4 4", "the result has sort (_ BitVec 1), not (_ BitVec 8)");
    check("4 input 2\n5 slice 1 4 8 8", "'slice' has arguments of wrong sorts");
    check("4 input 2\n5 slice 1 4 1 2", "'slice' has arguments of wrong sorts");
    check("4 input 2\n5 uext 2 4 4294967295", "'uext' has arguments of wrong sorts");
    check("4 input 2\n5 bad 4", "'bad' needs a bit-vector of width 1");
    check("4 input 2\n5 next 2 4 4", "node 4 is no state");
    check("4 state 2\n5 input 2\n6 init 2 4 5", "the initial value of a state depends on an input");
    check("4 state 2\n5 zero 2\n6 init 2 4 5\n7 init 2 4 5", "state 4 has a second 'init'");
    check("4 state 2\n5 zero 1\n6 next 2 4 5", "the value has another sort than the state");
    check("4 const 2 012", "'012' is no value of width 8");
    check("4 constd 2 256", "'256' is no value of width 8");
    check("4 constd 2 -129", "'-129' is no value of width 8");
    check("4 consth 2 1ff", "'1ff' is no value of width 8");
    check("4 state 3\n5 not 3 4", "'not' has arguments of wrong sorts");
    check("4 state 3\n5 bad -4", "an array cannot be negated");
    check("4 justice 1 2", "justice properties are not supported");
    check("4 fair 2", "fairness constraints are not supported");
    check("4 input 1", "there are no bad states, so nothing is asked");
}

#[test]
fn arrays_start_as_words_or_arrays() {
    let text = "\
1 sort bitvec 1
2 sort bitvec 2
3 sort array 2 1
4 zero 1
5 state 3 memory
6 init 3 5 4
7 state 3 copy
8 init 3 7 5
9 input 2 at
10 one 1
11 write 3 5 9 10
12 next 3 5 11
13 next 3 7 7
14 read 1 5 9
15 neq 1 5 7
16 bad 15
17 bad 14
";
    let system = system(text).unwrap();
    assert_eq!(model::transition::verify(&system), Ok(()));
    let initial = system.terms.display_tree(system.initial).to_string();
    assert!(initial.contains("(= copy memory)"), "{initial}");
}
