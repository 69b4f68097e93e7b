use super::read;
use crate::ReadError;
use model::TransitionSystem;

fn system(text: &str) -> Result<TransitionSystem, ReadError> {
    crate::read(text.as_bytes()).map(|design| design.system)
}

fn check_error(text: &str, expected: &str) {
    let error = crate::read(text.as_bytes()).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some(expected), "{text}");
}

/// A toggle with an enable, all kinds of resets, a constraint and names.
const RESETS: &str = "aag 7 1 4 0 2 1 1
2
4 12 0
6 6 1
8 8 8
10 4 8
12
3
12 2 5
14 12 6
i0 enable
l0 toggle
b0 on twice
c
a comment
";

#[test]
fn resets_and_names_are_read() {
    let system = system(RESETS).unwrap();
    let expected = "\
(define-fun .init () Bool (! (and (not toggle) l1 (= l3 l2)) :init true))";
    let text = system.to_string();
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("(declare-fun enable () Bool)"), "{text}");
    assert!(text.contains("never: on twice"), "{text}");
    assert_eq!(model::transition::verify(&system), Ok(()));
    assert_eq!(system.inputs.len(), 1);
    assert_eq!(system.variables.len(), 4);
}

#[test]
fn outputs_are_bad_where_nothing_else_is() {
    let old = "aag 1 1 0 2 0\n2\n2\n3\n";
    let system = system(old).unwrap();
    let kinds: Vec<String> = system.bad.iter().map(|bad| bad.kind.to_string()).collect();
    assert_eq!(kinds, ["o0", "o1"]);
}

#[test]
fn both_forms_say_the_same() {
    let ascii = "aag 5 2 1 1 2\n2\n4\n6 10 1\n10\n8 4 2\n10 9 6\nl0 x\nc\n";
    // Gate 8 = 4 & 2: differences 4 and 2; gate 10 = 9 & 6: differences 1 and 3.
    let binary = b"aig 5 2 1 1 2\n10 1\n10\n\x04\x02\x01\x03l0 x\nc\n";
    let (ascii, binary) = (read(ascii.as_bytes()).unwrap(), read(binary).unwrap());
    assert_eq!(ascii, binary);
}

#[test]
fn gates_may_stand_in_any_order() {
    let text = "aag 3 1 0 1 2\n2\n6\n6 4 2\n4 2 2\n";
    let aiger = read(text.as_bytes()).unwrap();
    let order: Vec<u32> = aiger.gates.iter().map(|gate| gate.literal).collect();
    assert_eq!(order, [4, 6]);
}

#[test]
fn malformed_text() {
    check_error("aag 1 1 0 1\n2\n", "line 1: expected a space");
    check_error("aag 1 1 0 x 0\n", "line 1: expected the number of outputs");
    check_error(
        "aag 1 2 0 1 0\n2\n4\n2\n",
        "line 1: 2 inputs, latches and gates, but the largest variable is 1",
    );
    check_error("aag 1 1 0 1 0\n3\n2\n", "line 2: an input must be a positive literal, not 3");
    check_error("aag 1 1 0 1 0\n2\n8\n", "line 3: an output is out of range: 8");
    check_error("aag 2 1 0 1 0\n2\n4\n", "line 4: literal 4 is not defined");
    check_error("aag 3 2 0 1 0\n2\n2\n4\n", "line 3: literal 2 is defined twice");
    check_error("aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n", "line 6: gate 4 depends on itself");
    check_error("aag 1 1 0 1 0\n2\n", "line 1: the file is shorter than its first line says");
    check_error("aag 4294967295 0 0 1 0\n0\n", "line 1: the largest variable is too large");
    check_error("aag 99999999999 0 0 1 0\n0\n", "line 1: the largest variable is too large");
    check_error("aag 1 1 0 0 0 0 0 1\n2\n", "line 1: justice properties are not supported");
    check_error("aag 1 1 0 0 0 0 0 0 1\n2\n", "line 1: fairness constraints are not supported");
    check_error(
        "aag 1 1 0 0 0\n2\n",
        "line 1: there are no bad states and no outputs, so nothing is asked",
    );
    check_error("aag 1 1 0 1 0\n2\n2\ni7 x\n", "line 4: there is no 'i7' to name");
    check_error("aag 1 1 0 1 0\n2\n2\nz\n", "line 4: expected a symbol or a comment");
}

#[test]
fn malformed_resets() {
    check_error("aag 1 0 1 1 0\n2 2 3\n2\n", "line 1: the reset of a latch is its negation");
    check_error("aag 2 1 1 1 0\n2\n4 4 2\n4\n", "line 1: the reset of a latch depends on an input");
    check_error(
        "aag 2 0 2 1 0\n2 2 4\n4 4 2\n4\n",
        "line 1: resets of latches depend on each other",
    );
}

#[test]
fn malformed_bytes() {
    let check = |bytes: &[u8], expected: &str| {
        let error = crate::read(bytes).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(expected));
    };
    check(b"aig 3 1 0 1 2\n6\n\x02\x00\x02", "byte 19: the file ends in the middle of the gates");
    check(b"aig 3 1 0 1 2\n6\n", "byte 13: the file is shorter than its first line says");
    check(b"aig 2 1 0 1 1\n4\n\x82\x80", "byte 18: the file ends in the middle of the gates");
    check(b"aig 2 1 0 1 1\n4\n\x00\x00", "byte 17: a gate uses itself or a later one");
    check(b"aig 2 1 0 1 1\n4\n\x02\x05", "byte 18: a negative literal");
    check(
        b"aig 2 1 0 1 1\n4\n\xff\xff\xff\xff\xff",
        "byte 20: a difference between literals is too large",
    );
    check(
        b"aig 3 1 0 1 1\n4\n\x02\x02",
        "byte 13: the largest variable is 3, but there are 2 inputs, latches and gates",
    );
}
