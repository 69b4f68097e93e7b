//! `lemmatic bench` with small tools that misbehave as real ones sometimes do.

mod common;

use common::{Run, finish, start};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A tool whose behaviour depends on the name of the file. `$1` is the file; messages to the test
/// go to the folder of the file.
const TOOL: &str = r#"
here=$(dirname "$1")
burn() { i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; }
hold() { head -c "$1" /dev/zero | tail -c "$1" | sleep 1000; }
echo "$1" >> "$here/started"
case $(basename "$1") in
    proof*) echo "result: TRUE" ;;
    alarm*) echo "result: FALSE(unreach-call)" ;;
    twice*) echo "result: TRUE"; echo "result: UNKNOWN(changed my mind)" ;;
    silent-true*) exit 0 ;;
    silent-false*) exit 10 ;;
    refuse*) echo "what is that?" >&2; exit 6 ;;
    segfault*) kill -SEGV $$ ;;
    panic*) exit 101 ;;
    internal*) echo "result: UNKNOWN(internal error: oops)" ;;
    burn.c) while :; do :; done ;;
    burn-in-children*) while :; do (burn); done ;;
    burn-detached*) setsid sh -c 'trap "" TERM HUP INT; while :; do :; done' & sleep 1000 ;;
    sleep*) trap "" TERM INT; echo $$ > "$here/pid"; while :; do sleep 1000; done ;;
    allocate.c) hold 300000000 ;;
    allocate-in-children*) hold 70000000 & hold 70000000 & wait ;;
    leave-behind*) setsid sleep 1000 & echo $! > "$here/pid"; echo "result: TRUE" ;;
esac
"#;

/// A suite in a temporary folder, and its tool.
struct Suite {
    folder: TempDir,
}

impl Suite {
    /// A suite of tasks with their expected answers.
    fn new(tasks: &[(&str, &str)]) -> Suite {
        let folder = tempfile::tempdir().unwrap();
        let mut table = String::from("id\tcategory\tpath\tproperty\texpected\tdata_model\n");
        for (name, expected) in tasks {
            table += &format!("x/{name}\tx\t{name}.c\tunreach-call\t{expected}\tLP64\n");
            fs::write(folder.path().join(format!("{name}.c")), "").unwrap();
        }
        fs::write(folder.path().join("tasks.tsv"), table).unwrap();
        fs::write(folder.path().join("tool.sh"), TOOL).unwrap();
        Suite { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, options: &[&str]) -> std::process::Child {
        let tool = format!("tool=sh {} {{file}}", self.path("tool.sh").display());
        let suite = self.folder.path().to_str().unwrap();
        let out = self.path("out");
        let mut args = vec!["bench", suite, "--tool", &tool, "--out", out.to_str().unwrap()];
        args.extend(options);
        start(&args)
    }

    fn run(&self, options: &[&str]) -> Run {
        finish(self.start(options))
    }

    /// The status of each task, by its name.
    fn statuses(&self) -> BTreeMap<String, String> {
        rows(&self.path("out/results.tsv"))
            .into_iter()
            .map(|row| (row["task"].trim_start_matches("x/").to_owned(), row["status"].clone()))
            .collect()
    }

    /// How often the tool was started.
    fn starts(&self) -> usize {
        fs::read_to_string(self.path("started")).unwrap_or_default().lines().count()
    }

    /// Whether the process whose number the tool wrote is gone.
    fn is_gone(&self) -> bool {
        let pid = fs::read_to_string(self.path("pid")).expect("the tool was there");
        !Path::new("/proc").join(pid.trim()).exists()
    }
}

/// The lines of a table, by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| header.iter().cloned().zip(fields).collect()).collect()
}

#[track_caller]
fn check_exit(run: &Run, code: i32) {
    assert_eq!(run.code, Some(code), "stdout:\n{}\nstderr:\n{}", run.stdout, run.stderr);
}

/// Runs a suite of one task, and compares its status.
#[track_caller]
fn check_status(task: &str, options: &[&str], expected: &str) -> Suite {
    let suite = Suite::new(&[(task, "true")]);
    let run = suite.run(options);
    check_exit(&run, 0);
    let expected = BTreeMap::from([(task.to_owned(), expected.to_owned())]);
    assert_eq!(suite.statuses(), expected);
    suite
}

#[test]
fn answers_are_read_and_scored() {
    let suite = Suite::new(&[
        ("proof", "true"),
        ("proof-wrong", "false"),
        ("alarm", "false"),
        ("alarm-wrong", "true"),
        ("twice", "true"),
        ("silent-true", "true"),
        ("silent-false", "false"),
        ("refuse", "true"),
        ("segfault", "true"),
        ("panic", "true"),
        ("internal", "true"),
        ("proof-open", "unknown"),
    ]);
    let run = suite.run(&["--jobs", "2"]);
    check_exit(&run, 1);
    let found: Vec<String> = rows(&suite.path("out/results.tsv"))
        .iter()
        .map(|row| [&row["task"][2..], &row["status"], &row["judgement"], &row["points"]].join(" "))
        .collect();
    assert_eq!(
        found,
        [
            "alarm false(unreach-call) correct 1",
            "alarm-wrong false(unreach-call) wrong -16",
            "internal crash open 0",
            "panic crash open 0",
            "proof true correct 2",
            "proof-open true open 0",
            "proof-wrong true wrong -32",
            "refuse error open 0",
            "segfault crash open 0",
            "silent-false false correct 1",
            "silent-true true correct 2",
            "twice unknown open 0",
        ]
    );
    for wrong in ["x/proof-wrong: expected false", "x/alarm-wrong: expected true"] {
        assert!(run.stderr.contains(wrong), "{}", run.stderr);
    }
    let totals = run.stdout.lines().last().unwrap();
    let totals: Vec<&str> = totals.split_whitespace().collect();
    // Category, configuration, tasks, solved, true, false, wrong, score, unknown and the rest.
    assert_eq!(totals[..12], ["x", "tool", "12", "4", "2", "2", "2", "-42", "1", "0", "0", "4"]);
    // The output of failed runs is kept, that of other runs is not.
    let logs = fs::read_dir(suite.path("out/logs")).unwrap();
    let mut logs: Vec<String> = logs
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| Some(name.strip_suffix(".unreach-call.tool.out")?.to_owned()))
        .collect();
    logs.sort_unstable();
    let expected = ["alarm-wrong", "internal", "panic", "proof-wrong", "refuse", "segfault"];
    assert_eq!(logs, expected.map(|name| format!("x~{name}")));
}

#[test]
fn cpu_time_is_limited() {
    check_status("burn", &["--limit", "0.3", "--wall", "250"], "timeout");
}

#[test]
fn cpu_time_of_ended_children_counts() {
    check_status("burn-in-children", &["--limit", "0.5", "--wall", "250"], "timeout");
}

#[test]
fn cpu_time_of_detached_children_counts() {
    check_status("burn-detached", &["--limit", "0.3", "--wall", "250"], "timeout");
}

#[test]
fn wall_clock_time_is_limited() {
    let suite = check_status("sleep", &["--wall", "1"], "timeout");
    assert!(suite.is_gone());
}

#[test]
fn memory_is_limited() {
    check_status("allocate", &["--mem", "100", "--wall", "250"], "memory");
}

#[test]
fn memory_of_all_processes_counts() {
    check_status("allocate-in-children", &["--mem", "100", "--wall", "250"], "memory");
}

#[test]
fn nobody_is_left_behind() {
    let suite = check_status("leave-behind", &[], "true");
    assert!(suite.is_gone());
}

#[test]
fn what_is_done_is_not_done_again() {
    let suite = Suite::new(&[("proof", "true"), ("alarm", "false")]);
    check_exit(&suite.run(&["--only", "alarm"]), 0);
    assert_eq!((suite.starts(), suite.statuses().len()), (1, 1));
    let whole = suite.run(&[]);
    check_exit(&whole, 0);
    assert_eq!((suite.starts(), suite.statuses().len()), (2, 2));
    let again = suite.run(&[]);
    assert_eq!((suite.starts(), &again.stdout), (2, &whole.stdout));
    let other_limits = suite.run(&["--limit", "77"]);
    check_exit(&other_limits, 6);
    assert!(other_limits.stderr.contains("has results with other limits"));
    check_exit(&suite.run(&["--limit", "77", "--fresh"]), 0);
    assert_eq!(suite.starts(), 4);
}

#[test]
fn interrupts_save_what_is_done() {
    let suite = Suite::new(&[("proof", "true"), ("sleep", "true"), ("proof-later", "true")]);
    let child = suite.start(&["--limit", "1000"]);
    while fs::read_to_string(suite.path("pid")).unwrap_or_default().is_empty() {
        std::thread::yield_now();
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let run = finish(child);
    check_exit(&run, 5);
    assert!(suite.is_gone());
    let done = || suite.statuses().into_keys().collect::<Vec<_>>();
    assert_eq!(done(), ["proof"]);
    check_exit(&suite.run(&["--limit", "1000", "--only", "proof"]), 0);
    assert_eq!((done(), suite.starts()), (vec!["proof".to_owned(), "proof-later".to_owned()], 3));
}

#[test]
fn runs_end_with_whoever_wants_them() {
    let suite = Suite::new(&[("sleep", "true")]);
    let mut child = suite.start(&["--limit", "1000"]);
    while fs::read_to_string(suite.path("pid")).unwrap_or_default().is_empty() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The supervisor notices a moment later; otherwise the test hangs.
    while !suite.is_gone() {
        std::thread::yield_now();
    }
}

#[test]
fn our_own_counters_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = "format_version: '2.0'\ninput_files: '{}'\nproperties:\n  - property_file: \
                unreach-call.prp\n    expected_verdict: {}\n";
    let yml = |name: &str, program: &str, expected: &str| {
        let text = text.replacen("{}", &format!("{name}.c"), 1).replacen("{}", expected, 1);
        fs::write(folder.path().join(format!("{name}.yml")), text).unwrap();
        let program = format!("extern void reach_error(void);\n{program}\n");
        fs::write(folder.path().join(format!("{name}.c")), program).unwrap();
    };
    let prp = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    fs::write(folder.path().join("unreach-call.prp"), prp).unwrap();
    fs::write(folder.path().join("all.set"), "*.yml\n").unwrap();
    let input = "unsigned x = __VERIFIER_nondet_uint();";
    let input =
        format!("extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {{ {input} ");
    yml("bad", &format!("{input} if (x * x == 49) reach_error(); }}"), "false");
    yml("good", &format!("{input} if (x * x == 2) reach_error(); }}"), "true");
    let (set, out) = (folder.path().join("all.set"), folder.path().join("out"));
    let [set, out] = [&set, &out].map(|path| path.to_str().unwrap());
    let run = |args: &[&str]| finish(start(&[&["bench"], args].concat()));
    let engine =
        ["--config", "plain=--engine bmc", "--config", "raw=--engine bmc --reduce-block-limit 0"];
    let limits = ["--limit", "100", "--wall", "280", "--out", out];
    check_exit(&run(&[&[set], &engine[..], &limits[..]].concat()), 0);
    let rows = rows(&Path::new(out).join("results.tsv"));
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!((row["judgement"].as_str(), row["category"].as_str()), ("correct", "all"));
        assert!(row["queries"].parse::<f64>().unwrap() > 0.0, "{row:?}");
        assert!(row["in_solver_s"].parse::<f64>().unwrap() >= 0.0, "{row:?}");
    }
    let page = fs::read_to_string(Path::new(out).join("report.html")).unwrap();
    assert!(page.contains("plain and raw") && page.contains("Queries"));
    let table = run(&["table", out, "--markdown", "--config", "raw", "--only", "good"]);
    check_exit(&table, 0);
    let row = "| all | raw | 1 | 1 | 1 | 0 | 0 | 2 | 0 | 0 | 0 | 0 |";
    assert!(table.stdout.contains(row), "{}", table.stdout);
    let compare = run(&["compare", &format!("{out}:plain"), &format!("{out}:raw")]);
    check_exit(&compare, 0);
    let first = "2 tasks: 2 solved by both, 0 by plain only, 0 by raw only";
    assert_eq!(compare.stdout.lines().next(), Some(first));
    let unknown = run(&["compare", out, &format!("{out}:none")]);
    check_exit(&unknown, 2);
    assert!(unknown.stderr.contains("with one of plain, raw"), "{}", unknown.stderr);
}

#[test]
fn mistakes_are_told() {
    let check = |args: &[&str], code: i32, message: &str| {
        let run = finish(start(&[&["bench"], args].concat()));
        check_exit(&run, code);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    };
    check(&[], 2, "SUITE");
    check(&["/no/such"], 6, "is no folder, no .set file");
    check(&["x", "--config", "reuse"], 2, "expected NAME=");
    check(&["x", "--tool", "a=b"], 2, "must contain {task} or {file}");
    check(&["x", "--config", "a=", "--config", "a="], 2, "two configurations are named 'a'");
    check(&["x", "--limit", "0"], 2, "not a positive number");
    check(&["table", "/no/such"], 6, "/no/such/bench.json");
}
