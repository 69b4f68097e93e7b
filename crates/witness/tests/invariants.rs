//! Hand-written invariants, in the names of the model.

use c::Options;
use evidence::{Evidence, Fingerprint, Proof, Verdict};
use passes::memory::{LowerOptions, Lowered, lower};
use passes::program::{InlineOptions, LoopCopy, inline};
use program::{Machine, Program};
use witness::metadata::{Producer, file_hash};
use witness::{InputFile, VerifiedProgram};

const INPUTS: &str = "extern int __VERIFIER_nondet_int(void);\n";

/// A program with its model, without checks.
struct Loaded {
    file: InputFile,
    program: Program,
    lowered: Lowered,
    loops: Vec<Vec<LoopCopy>>,
}

impl Loaded {
    /// Loads a program that starts in line 2. Its file is gone afterwards.
    fn new(text: &str) -> Loaded {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, format!("{INPUTS}{text}")).unwrap();
        let file = InputFile::read(&path).unwrap();
        let mut program = c::compile(&[path], &Options::new(Machine::Lp64)).unwrap();
        program.retain_checks(|_, _| false);
        let inlined = inline(&program, InlineOptions::default());
        let lowered = lower(&inlined.program, LowerOptions::default());
        Loaded { file, program, lowered, loops: inlined.loops }
    }

    fn verified(&self) -> VerifiedProgram<'_> {
        VerifiedProgram {
            files: std::slice::from_ref(&self.file),
            asks_for_ends: false,
            specification: "",
            program: &self.program,
            lowered: &self.lowered,
            loops: &self.loops,
        }
    }
}

/// Checks the loop invariants, `line: expression`, given terms that hold at all loop heads of the
/// model, in their order.
#[track_caller]
fn check(program: &str, terms: &[&str], expected: &[&str]) {
    let loaded = Loaded::new(program);
    let model = &loaded.lowered.model;
    let heads = model.entry().cfa.loop_heads();
    assert_eq!(heads.len(), terms.len(), "{model}");
    let rows = heads.iter().zip(terms);
    let rows = rows.map(|(&head, term)| format!("({} {term})", model.entry().cfa.name(head)));
    let rows: Vec<String> = rows.collect();
    let header = format!("(lemmatic-evidence 1 (model {}))", Fingerprint::of(model));
    let text = format!("{header}\n(invariants 1 {})", rows.join(" "));
    let evidence = Evidence::read(model, &text).unwrap_or_else(|error| panic!("{error}\n{model}"));
    let Evidence::Proof(proof) = evidence else { panic!("it is a proof") };
    let found = loaded.verified().loop_invariants(&proof);
    let line = |source: usize| loaded.program.outline.loops[source].span.line;
    let found: Vec<String> =
        found.iter().map(|it| format!("{}: {}", line(it.source), it.text)).collect();
    assert_eq!(found, expected, "{model}");
}

#[test]
fn variables_are_named_as_in_the_source() {
    check(
        "unsigned g;
         int main(void) {
             int x = 0;
             struct { char c; short s[2]; } r = { 1, { 2, 3 } };
             while (__VERIFIER_nondet_int()) { x++; g++; r.s[1]++; r.c++; }
             return x + g + r.s[1] + r.c;
         }",
        &["(and (bvsle #x00000000 main.x) (bvult g #x00000007) (= r #x01) (= r.4 #x0003))"],
        &["6: (0 <= x) && (g < 7U) && (r.c == 1) && (r.s[1] == 3)"],
    );
}

#[test]
fn names_that_mean_something_else_are_not_used() {
    check(
        "int x, y;
         int main(void) {
             static int x;
             enum { y = 3 };
             while (__VERIFIER_nondet_int()) { x++; }
             return x;
         }
         int use(void) { return x + y; }",
        &["(bvsle #x00000000 x)"],
        &["6: 0 <= x"],
    );
    check(
        "int x, y;
         void step(void) { x++; y++; }
         int main(void) {
             int x = 0;
             { int x = 1; x++; }
             while (__VERIFIER_nondet_int()) { x++; step(); }
             return x;
         }",
        &["(and (= x #x00000001) (= y #x00000002) (= main.x #x00000003))"],
        &["7: (y == 2) && (x == 3)"],
    );
}

#[test]
fn what_is_declared_later_is_not_visible() {
    check(
        "int main(void) {
             int x = 0;
             while (__VERIFIER_nondet_int()) { int y = x; x = y + 1; }
             { int z = x; while (__VERIFIER_nondet_int()) { z++; x = z; } }
             return x;
         }",
        &[
            "(and (= main.x #x00000000) (= main.y #x00000000) (= main.z #x00000000))",
            "(and (= main.x #x00000000) (= main.y #x00000000) (= main.z #x00000000))",
        ],
        &["4: x == 0", "5: (x == 0) && (z == 0)"],
    );
}

#[test]
fn copies_of_a_function_make_alternatives() {
    let program = "static int count(int n) {
             int i = 0;
             while (i != n && __VERIFIER_nondet_int()) { i++; }
             return i;
         }
         int main(void) { return count(3) + count(5); }";
    let first = "(and (= count.n #x00000003) (bvsle #x00000000 count.i))";
    let second = "(and (= |count.n#2| #x00000005) (bvsle #x00000000 |count.i#2|))";
    check(program, &[first, second], &["4: (0 <= i) && ((n == 3) || (n == 5))"]);
    // The variables of one copy have no meaning at the other.
    check(program, &[first, first], &[]);
    check(program, &[second, second], &[]);
    check(program, &["false", second], &["4: (n == 5) && (0 <= i)"]);
}

#[test]
fn loops_that_test_last_have_theirs_in_the_body() {
    check(
        "int main(void) {
             int x = 0;
             do { x++; } while (__VERIFIER_nondet_int());
             return x;
         }",
        &["(bvsle #x00000000 main.x)"],
        &["4: 0 <= x"],
    );
}

#[test]
fn addresses_are_not_compared_with_numbers() {
    check(
        "int a;
         int main(void) {
             int *p = &a;
             unsigned long n = (unsigned long)&a;
             unsigned long m = 0;
             while (__VERIFIER_nondet_int()) { m++; *p = m != n; }
             return 0;
         }",
        &["(and (not (= main.p (_ bv0 65))) (= main.p (_ bv1 65))
                (= main.n (_ bv1 65)) (= main.m #x0000000000000000))"],
        &["7: (p != 0) && (m == 0ULL)"],
    );
}

#[test]
fn fingerprints_are_of_the_text_that_was_verified() {
    let program = "int main(void) { return 0; }";
    let loaded = Loaded::new(program);
    let producer = Producer { name: "a".to_owned(), version: "1".to_owned(), configuration: None };
    let verdict = Verdict::Safe(Proof::OnlyRun { steps: 1 });
    let witness = loaded.verified().witness(&verdict, None, producer).unwrap();
    let hashes = witness.metadata.task.input_files;
    let expected = file_hash(format!("{INPUTS}{program}").as_bytes());
    assert_eq!(hashes.iter().map(|(_, hash)| hash).collect::<Vec<_>>(), [&expected]);
}
