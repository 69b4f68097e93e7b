//! Hardware models from file to answer.

mod common;

use common::{Run, lemmatic_on};

const MUTEX: &str = include_str!("../../../examples/mutex.btor2");
const TOGGLE: &str = include_str!("../../../examples/toggle.aag");

fn verify(name: &str, content: &[u8], options: &[&str]) -> Run {
    let mut args = vec!["verify", "FILE"];
    args.extend(options);
    lemmatic_on(name, content, &args)
}

#[test]
fn every_engine_on_both_formats() {
    for engine in ["ic3", "quip", "kind", "ic3cfa"] {
        verify("m.btor2", MUTEX.as_bytes(), &["--engine", engine]).check("result: TRUE", 0);
    }
    for engine in ["ic3", "quip", "bit-bmc", "bmc", "ic3cfa"] {
        let run = verify("t.aag", TOGGLE.as_bytes(), &["--engine", engine]);
        run.check("result: FALSE(all_three)", 10);
    }
    verify("m.btor", MUTEX.as_bytes(), &[]).check("result: TRUE", 0);
    verify("t.aag", TOGGLE.as_bytes(), &[]).check("result: FALSE(all_three)", 10);
}

#[test]
fn binary_files_are_read() {
    // The same as the example: gates 10 = 6 & 4 and 12 = 10 & 8.
    let binary = b"aig 6 1 3 0 2 1\n9 0\n4 0\n6 0\n12\n\x04\x02\x02\x02";
    verify("t.aig", binary, &[]).check("result: FALSE(b0)", 10);
}

/// A latch without a reset may start as anything, and constraints hold with the bad state, too.
#[test]
fn open_resets_and_constraints() {
    let open = "aag 1 0 1 1 0\n2 2 2\n2\n";
    verify("o.aag", open.as_bytes(), &[]).check("result: FALSE(o0)", 10);
    let closed = "aag 1 0 1 1 0\n2 2 0\n2\n";
    verify("o.aag", closed.as_bytes(), &[]).check("result: TRUE", 0);
    let constrained = "aag 1 0 1 0 0 1 1\n2 2 2\n2\n3\n";
    verify("o.aag", constrained.as_bytes(), &[]).check("result: TRUE", 0);
    let by_literal = "aag 2 0 2 1 0\n2 2 2\n4 3 2\n4\n";
    verify("o.aag", by_literal.as_bytes(), &[]).check("result: FALSE(o0)", 10);
    let never_both = "aag 3 0 2 1 1\n2 2 2\n4 4 3\n6\n6 2 4\n";
    for engine in ["ic3", "quip"] {
        verify("o.aag", never_both.as_bytes(), &["--engine", engine]).check("result: TRUE", 0);
    }
}

#[test]
fn malformed_files_are_refused() {
    let check = |name: &str, content: &[u8], expected: &str| {
        let run = verify(name, content, &[]);
        assert_eq!(run.code, Some(6), "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    };
    check("x.aag", b"aag 1 1 0 1 0\n2\n8\n", "an output is out of range: 8\n --> x.aag:3:1");
    check(
        "x.aig",
        b"aig 2 1 0 1 1\n4\n\x00\x00",
        "x.aig: byte 17: a gate uses itself or a later one",
    );
    check("x.btor2", b"1 sort bitvec 1\n2 add 1 3 3\n", "there is no node 3 yet\n --> x.btor2:2:1");
    check("x.btor2", b"1 sort bitvec 1\n2 justice 1 3\n", "justice properties are not supported");
}

#[test]
fn stored_proofs_are_checked_again() {
    let directory = tempfile::tempdir().unwrap();
    let proof = directory.path().join("proof");
    let proof = proof.to_str().unwrap();
    let options = ["--engine", "ic3", "--proof", proof];
    verify("m.btor2", MUTEX.as_bytes(), &options).check("result: TRUE", 0);
    let check =
        |content: &str| lemmatic_on("m.btor2", content.as_bytes(), &["check", proof, "FILE"]);
    check(MUTEX).check("result: ACCEPTED", 0);
    // Without the condition on the other process, both may be critical.
    let wrong = MUTEX.replace("14 next 1 5 12", "14 next 1 5 3");
    assert_ne!(check(&wrong).code, Some(0));
    let text = std::fs::read_to_string(proof).unwrap();
    std::fs::write(proof, text.replace("critical0", "turn")).unwrap();
    assert_ne!(check(MUTEX).code, Some(0));
}

/// A latch remembers what two others do together. Their equality is found before the search, and is
/// a part of the proof that the checker accepts.
#[test]
fn proofs_include_merged_nodes() {
    let conjunction =
        "aag 10 2 3 1 5\n2\n4\n6 2\n8 4\n10 12\n21\n12 2 4\n14 6 8\n16 14 11\n18 15 10\n20 17 19\n";
    for options in [&["--engine", "ic3"][..], &["--engine", "ic3", "--ic3-no-sweep"]] {
        verify("c.aag", conjunction.as_bytes(), options).check("result: TRUE", 0);
    }
    // Without the conjunction they differ.
    let wrong = conjunction.replace("12 2 4\n", "12 2 5\n");
    verify("c.aag", wrong.as_bytes(), &["--engine", "ic3"]).check("result: FALSE(o0)", 10);
}
