//! Runs the command as a user does.

#![allow(dead_code)] // each test file uses only a part

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A run that has not ended after this time counts as hanging.
const HANG: Duration = Duration::from_secs(300);

/// The result of running the command.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The last line of standard output.
    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or("")
    }

    /// Checks result line and exit status.
    #[track_caller]
    pub fn check(&self, last_line: &str, code: i32) -> &Run {
        let Run { stdout, stderr, .. } = self;
        assert_eq!(self.last_line(), last_line, "stdout:\n{stdout}\nstderr:\n{stderr}");
        assert_eq!(self.code, Some(code), "stdout:\n{stdout}\nstderr:\n{stderr}");
        let results = stdout.lines().filter(|line| line.starts_with("result: ")).count();
        assert_eq!(results, usize::from(last_line.starts_with("result: ")), "{stdout}");
        self
    }
}

/// The root of the repository, where all runs take place.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Starts the command with pipes for its output.
pub fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lemmatic"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Waits for the end of the command.
pub fn finish(mut child: Child) -> Run {
    let reader = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut text = String::new();
            from.read_to_string(&mut text).expect("the output is UTF-8");
            text
        })
    };
    let stdout = reader(Box::new(child.stdout.take().expect("piped")));
    let stderr = reader(Box::new(child.stderr.take().expect("piped")));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("waiting works") {
            break status;
        }
        if start.elapsed() > HANG {
            child.kill().expect("it was running");
            panic!("the command hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
    Run { code: status.code(), stdout, stderr }
}

/// Runs the command.
pub fn lemmatic(args: &[&str]) -> Run {
    finish(start(args))
}

/// Runs the command on a file of the given name and content, whose path replaces `FILE`.
pub fn lemmatic_on(name: &str, content: &[u8], args: &[&str]) -> Run {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap();
    let args: Vec<&str> = args.iter().map(|&arg| if arg == "FILE" { path } else { arg }).collect();
    let mut run = lemmatic(&args);
    // Messages are shown as if the command ran in that directory.
    let prefix = format!("{}/", directory.path().display());
    run.stdout = run.stdout.replace(&prefix, "");
    run.stderr = run.stderr.replace(&prefix, "");
    run
}

/// The files of a folder of the repository, by their paths from its root.
pub fn files_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<String> = entries
        .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap()))
        .collect();
    paths.sort_unstable();
    paths
}

/// Calls the function for each item, some in parallel. A failure does not hide others.
#[track_caller]
pub fn in_parallel<T: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) + Sync) {
    let open = Mutex::new(items.into_iter());
    let failed = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let next = || open.lock().unwrap().next();
                while let Some(item) = next() {
                    if catch_unwind(AssertUnwindSafe(|| work(item))).is_err() {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    assert!(failed == 0, "{failed} of them failed");
}

/// The texts after `; key:` in the comments of a file, or after `// key:` in C.
pub fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let prefixes = [format!("; {key}: "), format!("// {key}: ")];
    let directive = |line: &'a str| prefixes.iter().find_map(|p| line.strip_prefix(p.as_str()));
    text.lines().filter_map(directive).collect()
}

/// Verifies a file whose comments give the options and the result, and further results with other
/// options (`also: OPTIONS => RESULT`).
#[track_caller]
pub fn check_file(path: &str) {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let [expected] = directives(&text, "expect")[..] else {
        panic!("{path} should expect one result");
    };
    check_result(path, &directives(&text, "options").join(" "), expected);
    for line in directives(&text, "also") {
        let (options, expected) = line.split_once(" => ").expect("options and a result");
        check_result(path, options, expected);
    }
}

#[track_caller]
fn check_result(path: &str, options: &str, expected: &str) {
    let mut args = vec!["verify", path];
    args.extend(options.split_whitespace());
    let code = match expected.split('(').next().unwrap() {
        "TRUE" => 0,
        "FALSE" => 10,
        "UNKNOWN" => 5,
        other => panic!("{path}: not a result: {other}"),
    };
    lemmatic(&args).check(&format!("result: {expected}"), code);
}
