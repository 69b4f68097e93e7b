//! Witnesses fit the format, refer to the right places, and hold.

#[path = "../common/mod.rs"]
mod common;
mod schema;

use common::lemmatic;
use saphyr::{LoadableYamlNode, Yaml};
use std::path::PathBuf;

/// A C file in a temporary folder, and the witness of an answer about it.
struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(text: &str) -> Case {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), text).unwrap();
        Case { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Verifies the file and checks that the witness fits the format.
    #[track_caller]
    fn verify(&self, options: &[&str], result: &str, code: i32) -> String {
        let (file, witness) = (self.path("a.c"), self.path("a.yml"));
        let paths = [file.to_str().unwrap(), "--witness", witness.to_str().unwrap()];
        let narrow = ["--property", "unreach-call,assertion"];
        let asked = if options.contains(&"--property") { &[] } else { &narrow[..] };
        let args = [&["verify"], &paths[..], asked, options].concat();
        lemmatic(&args).check(result, code);
        let text = std::fs::read_to_string(witness).expect("a witness is written");
        let documents = Yaml::load_from_str(&text).unwrap();
        assert_eq!(schema::violations(&documents[0]), Vec::<String>::new(), "{text}");
        text
    }
}

/// The waypoints or invariants of a witness, one line each: kind, line, column, and content.
fn content(text: &str) -> Vec<String> {
    let documents = Yaml::load_from_str(text).unwrap();
    let entry = &documents[0].as_sequence().unwrap()[0];
    let mut lines = Vec::new();
    for item in get(entry, "content").unwrap().as_sequence().unwrap() {
        lines.extend(get(item, "invariant").map(line));
        let waypoints = get(item, "segment").and_then(Yaml::as_sequence);
        lines.extend(waypoints.into_iter().flatten().map(|it| line(get(it, "waypoint").unwrap())));
    }
    lines
}

fn line(node: &Yaml<'_>) -> String {
    let location = get(node, "location").unwrap();
    let number = |key| get(location, key).unwrap().as_integer().unwrap();
    let word = |node, key| get(node, key).and_then(Yaml::as_str).unwrap_or_default().to_owned();
    let value = word(get(node, "constraint").unwrap_or(node), "value");
    let (kind, place) = (word(node, "type"), format!("{}:{}", number("line"), number("column")));
    format!("{kind} {place} {value}").trim_end().to_owned()
}

fn get<'n, 'y>(node: &'n Yaml<'y>, key: &str) -> Option<&'n Yaml<'y>> {
    node.as_mapping_get(key)
}

const INPUTS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
";

/// Each function that does nothing but return an input has a waypoint, where it is called.
#[test]
fn every_input_function_returns() {
    let case = Case::new(&format!(
        "{INPUTS}extern int rand(void);
extern int unknown(void);
int main(void) {{
    int (*through_pointer)(void) = __VERIFIER_nondet_int;
    __VERIFIER_nondet_uchar();
    int r = rand();
    int u = unknown();
    int p = through_pointer();
    if (r == 5 && u == 6 && p == 0)
        reach_error();
    return 0;
}}
"
    ));
    let text = case.verify(&["--engine", "bmc"], "result: FALSE(unreach-call)", 10);
    let found = content(&text);
    let expected = [
        "function_return 9:29 \\result == 0",
        "function_return 10:18 \\result == 5",
        "function_return 11:21 \\result == 6",
        "target 14:9",
    ];
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_violation_is_a_sequence_of_inputs_and_a_target() {
    let case = Case::new(&format!(
        "{INPUTS}int twice(int x) {{ return 2 * x; }}
int main(void) {{
    int n = __VERIFIER_nondet_int(), m;
    if (m == -3) {{
        unsigned char c = __VERIFIER_nondet_uchar( /* ) */ );
        if (n > 5 && n < 7 && c == 200 && twice(m) < 0) {{
            reach_error();
        }}
    }}
    return 0;
}}
"
    ));
    let text = case.verify(&["--engine", "bmc"], "result: FALSE(unreach-call)", 10);
    assert_eq!(
        content(&text),
        [
            "function_return 7:35 \\result == 6",
            "assumption 8:5 m == -3",
            "function_return 9:60 \\result == 200",
            "target 11:13",
        ]
    );
}

#[test]
fn the_target_is_the_statement_or_full_expression() {
    let case = Case::new(&format!(
        "{INPUTS}int main(void) {{
    int x = __VERIFIER_nondet_int();
    int y =
        1 + (x + 1);
    return y != 0;
}}
"
    ));
    let options = ["--engine", "bmc", "--property", "no-overflow"];
    let text = case.verify(&options, "result: FALSE(no-overflow)", 10);
    assert_eq!(content(&text).last().unwrap(), "target 8:9");
    assert!(text.contains("CHECK( init(main()), LTL(G ! overflow) )"), "{text}");
}

#[test]
fn places_in_preprocessed_files_are_those_of_the_file_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.i");
    let text = "# 1 \"original.c\"\n# 1 \"header.h\" 1\nextern void reach_error(void);\n\
                # 2 \"original.c\" 2\nint main(void) {\n  reach_error();\n  return 0;\n}\n";
    std::fs::write(&path, text).unwrap();
    let witness = folder.path().join("a.yml");
    let args = ["verify", path.to_str().unwrap(), "--witness", witness.to_str().unwrap()];
    lemmatic(&args).check("result: FALSE(unreach-call)", 10);
    let text = std::fs::read_to_string(witness).unwrap();
    assert_eq!(content(&text), ["target 6:3"]);
}

/// Verifies by predicate abstraction, which proves by invariants.
#[track_caller]
fn check_invariants(program: &str, expected: &[&str]) {
    let case = Case::new(&format!("{INPUTS}{program}"));
    let text = case.verify(&["--engine", "predabs"], "result: TRUE", 0);
    let lines = content(&text);
    assert_eq!(lines, expected, "{text}");
    for line in lines.iter().filter(|line| line.starts_with("loop_invariant")) {
        check_holds(&format!("{INPUTS}{program}"), line);
    }
}

const TOGGLE: &str = "\
int flag;
int main(void) {
    unsigned int rounds = 0;
    while (__VERIFIER_nondet_int()) {
        rounds++;
        if (flag > 1 || flag < 0) { reach_error(); }
        flag = 1 - flag;
    }
    return 0;
}
";

#[test]
fn a_program_without_loops_has_the_invariant_that_always_holds() {
    check_invariants(
        "int main(void) {\n    int x = 1;\n    return x;\n}\n",
        &["location_invariant 7:5 1"],
    );
}

#[test]
fn a_proof_has_its_invariants_at_loops() {
    check_invariants(TOGGLE, &["loop_invariant 8:5 (flag < 2) && (flag >= 0)"]);
    check_invariants(
        "int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x == 0) { x = 1; } else { x = 0; }
    }
    if (x != 0 && x != 1) { reach_error(); }
    return 0;
}
",
        &["loop_invariant 7:5 ((unsigned int)x) < 2U"],
    );
}

/// Checks that a loop invariant of a witness holds: asserting it before the condition of its loop
/// keeps the program correct.
fn check_holds(program: &str, line: &str) {
    let (place, invariant) = line.strip_prefix("loop_invariant ").unwrap().split_once(' ').unwrap();
    let (row, column) = place.split_once(':').unwrap();
    let (row, column): (usize, usize) = (row.parse().unwrap(), column.parse().unwrap());
    let mut lines: Vec<String> = program.lines().map(str::to_owned).collect();
    let rest = lines[row - 1].split_off(column - 1);
    let condition = rest.strip_prefix("while (").expect("these tests write loops so");
    let check = format!("while (({{ if (!({invariant})) reach_error(); 1; }}) && ");
    lines[row - 1] += &(check + condition);
    let case = Case::new(&lines.join("\n"));
    case.verify(&["--engine", "predabs"], "result: TRUE", 0);
}

#[test]
fn stored_proofs_of_c_are_accepted_again() {
    let case = Case::new(&format!("{INPUTS}{TOGGLE}"));
    let (file, proof) = (case.path("a.c"), case.path("proof"));
    let (file, proof) = (file.to_str().unwrap(), proof.to_str().unwrap());
    lemmatic(&["verify", file, "--engine", "predabs", "--proof", proof]).check("result: TRUE", 0);
    lemmatic(&["check", proof, file]).check("result: ACCEPTED", 0);
    let text = std::fs::read_to_string(proof).unwrap();
    assert!(text.contains("(invariants 1"), "{text}");
    // Another program has another proof.
    std::fs::write(file, format!("{INPUTS}{}", TOGGLE.replace("1 - flag", "2 - flag"))).unwrap();
    let run = lemmatic(&["check", proof, file]);
    assert!(run.last_line().starts_with("result: REJECTED("), "{}", run.stdout);
}

#[test]
fn invariants_are_shown_at_lines() {
    let case = Case::new(&format!("{INPUTS}{TOGGLE}"));
    let file = case.path("a.c");
    let run =
        lemmatic(&["verify", file.to_str().unwrap(), "--engine", "predabs", "--show-invariants"]);
    run.check("result: TRUE", 0);
    let prefix = format!("{}:8: main: ", file.display());
    assert!(run.stdout.lines().any(|line| line.starts_with(&prefix)), "{}", run.stdout);
}

/// The inputs of the run to the cycle, the state where each turn starts, and the inputs of a turn.
#[test]
fn a_run_that_never_ends_is_a_cycle() {
    let case = Case::new(&format!(
        "{INPUTS}int main(void) {{
    int n = __VERIFIER_nondet_int();
    int i = 7;
    if (n < 3 || n > 3) return 0;
    while (i != 0) {{
        i = 4 - __VERIFIER_nondet_int();
        if (i != n) return 1;
    }}
    return 0;
}}
"
    ));
    let text = case.verify(&["--property", "termination"], "result: FALSE(termination)", 10);
    assert!(text.contains("format_version: \"2.1\""), "{text}");
    assert!(text.contains("LTL(F end)"), "{text}");
    let found = content(&text);
    let inputs: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(inputs.first(), Some(&"function_return 6:35 \\result == 3"), "{text}");
    let start = inputs.iter().position(|line| line.starts_with("recurrence_condition 9:5 "));
    let start = start.unwrap_or_else(|| panic!("there is no cycle in\n{text}"));
    assert!(inputs[start].contains("n == 3"), "{text}");
    assert_eq!(inputs[start + 1..], ["function_return 10:39 \\result == 1"], "{text}");
}

#[test]
fn proofs_that_runs_end_have_no_witness() {
    let case = Case::new("int main(void) { int i; for (i = 0; i < 9; i++) ; return 0; }");
    let (file, witness) = (case.path("a.c"), case.path("a.yml"));
    let args = ["verify", file.to_str().unwrap(), "--witness", witness.to_str().unwrap()];
    let run = lemmatic(&[&args[..], &["--property", "termination"]].concat());
    run.check("result: TRUE", 7);
    assert!(!witness.exists());
}

#[test]
fn models_and_runs_without_an_answer_have_no_witness() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.yml");
    let witness = path.to_str().unwrap();
    lemmatic(&["verify", "examples/bounded.cfa", "--witness", witness]).check("result: TRUE", 0);
    assert!(!path.exists());
}
