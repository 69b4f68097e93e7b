//! Suites: tasks and their expected answers.
//!
//! A suite is one of
//! - a folder with a `tasks.tsv`: a line for each task, with at least the columns `id`, `category`,
//!   `path`, `property` and `expected`, and optionally `data_model`;
//! - a folder with BenchExec's task definitions (`.yml`) anywhere below it, a pattern for such
//!   files (`loops/*.yml`), or one of them;
//! - a BenchExec `.set` file: such patterns, one per line.

mod definitions;
mod table;

use crate::score::Expected;
use program::Machine;
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A verification task with its expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name, unique in the suite together with the property.
    pub id: String,
    /// The category that it counts in.
    pub category: String,
    /// The task definition, or the file itself.
    pub path: PathBuf,
    /// The files to verify.
    pub files: Vec<PathBuf>,
    /// The name of the property.
    pub property: String,
    /// The file with the property, if there is one.
    pub property_file: Option<PathBuf>,
    /// The expected answer.
    pub expected: Expected,
    /// The data model.
    pub machine: Option<Machine>,
}

impl Task {
    /// The name of the data model.
    pub fn data_model(&self) -> &'static str {
        match self.machine {
            Some(Machine::Ilp32) => "ILP32",
            Some(Machine::Lp64) => "LP64",
            None => "-",
        }
    }

    /// Whether it is a C program, as opposed to a model.
    pub fn is_c(&self) -> bool {
        let extension = self.path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("yml" | "c" | "i"))
    }

    fn matches(&self, only: &Regex) -> bool {
        [&self.id, &self.category, &self.property].into_iter().any(|text| only.is_match(text))
    }
}

/// Why a suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// A task definition is malformed.
    #[error("{0}")]
    Definition(#[from] program::SourceError),
    /// A line of a table or of a set is malformed.
    #[error("{}:{line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The error.
        message: String,
    },
    /// A pattern is malformed, matches nothing, or similar.
    #[error("{suite}: {message}")]
    Suite {
        /// The given suite.
        suite: String,
        /// The error.
        message: String,
    },
}

/// The tasks of suites, in the order of the suites. A task is kept only if its name, category or
/// property matches `only`.
pub fn read(suites: &[String], only: Option<&Regex>) -> Result<Vec<Task>, SuiteError> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut known: BTreeMap<(String, String), PathBuf> = BTreeMap::new();
    for suite in suites {
        for task in read_suite(suite)? {
            if only.is_some_and(|only| !task.matches(only)) {
                continue;
            }
            let key = (task.id.clone(), task.property.clone());
            match known.get(&key) {
                None => {
                    known.insert(key, task.path.clone());
                    tasks.push(task);
                }
                Some(path) if *path == task.path => {}
                Some(path) => {
                    let (one, other) = (path.display(), task.path.display());
                    let message = format!("two tasks are named '{}': {one} and {other}", task.id);
                    return Err(SuiteError::Suite { suite: suite.clone(), message });
                }
            }
        }
    }
    Ok(tasks)
}

fn read_suite(suite: &str) -> Result<Vec<Task>, SuiteError> {
    let path = absolute(Path::new(suite))?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    if path.is_dir() {
        let table = path.join("tasks.tsv");
        if table.is_file() { table::read(&path, &table) } else { definitions::below(&path, suite) }
    } else if path.file_name().is_some_and(|name| name == "tasks.tsv") {
        table::read(path.parent().unwrap_or(Path::new("/")), &path)
    } else if extension == Some("set") {
        definitions::set(&path)
    } else {
        definitions::matching(suite)
    }
}

/// An absolute path.
fn absolute(path: &Path) -> Result<PathBuf, SuiteError> {
    std::path::absolute(path).map_err(|error| SuiteError::Io { path: path.to_owned(), error })
}

fn read_text(path: &Path) -> Result<String, SuiteError> {
    std::fs::read_to_string(path).map_err(|error| SuiteError::Io { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with files of the given contents.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    const YML: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  \
                       - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n  \
                       - property_file: ../p/valid-memsafety.prp\n    expected_verdict: false\n    \
                       subproperty: valid-deref\noptions:\n  language: C\n  data_model: LP64\n";
    const HEADER: &str = "id\tcategory\tpath\tproperty\texpected\tdata_model\n";

    fn check(files: &[(&str, &str)], suite: &str, only: Option<&str>, expected: &[&str]) {
        let folder = folder(files);
        let suite = folder.path().join(suite).to_str().unwrap().to_owned();
        let only = only.map(|only| Regex::new(only).unwrap());
        let strip = |text: String| {
            text.replace(&format!("{}/", folder.path().display()), "").replace("/./", "/")
        };
        let found = match read(&[suite], only.as_ref()) {
            Ok(tasks) => tasks.iter().map(|task| strip(describe(task))).collect(),
            Err(error) => vec![strip(error.to_string())],
        };
        assert_eq!(found, expected);
    }

    fn describe(task: &Task) -> String {
        let Task { id, category, property, expected, .. } = task;
        let file = task.property_file.as_ref().map_or("-".to_owned(), |f| f.display().to_string());
        let model = task.data_model();
        let (path, source) = (task.path.display(), task.files[0].display());
        format!("{id} {category} {path} {source} {property} {file} {expected} {model}")
    }

    #[test]
    fn tables() {
        let table = format!(
            "{HEADER}l/a\tloops\tl/a.yml\tvalid-memsafety\tfalse(valid-deref)\tLP64\n\
             c/x\tchc\tc/x.smt2\tchc\tunknown\t-\nl/b\tloops\tl/a.c\tno-overflow\ttrue\tILP32\n"
        );
        let files = [("tasks.tsv", table.as_str()), ("l/a.yml", YML)];
        let [a, x, b] = [
            "l/a loops l/a.yml l/a.c valid-memsafety l/../p/valid-memsafety.prp \
             false(valid-deref) LP64",
            "c/x chc c/x.smt2 c/x.smt2 chc - unknown -",
            "l/b loops l/a.c l/a.c no-overflow - true ILP32",
        ];
        check(&files, "", None, &[a, x, b]);
        check(&files, "tasks.tsv", None, &[a, x, b]);
        check(&files, "", Some("^loops$"), &[a, b]);
        check(&files, "", Some("/b|^chc"), &[x, b]);
    }

    #[test]
    fn malformed_tables() {
        let check =
            |table: &str, expected: &str| check(&[("tasks.tsv", table)], "", None, &[expected]);
        check("", "tasks.tsv:1: has no column 'id'");
        check("id\tcategory\tpath\tproperty\n", "tasks.tsv:1: has no column 'expected'");
        let line = |line: &str| format!("{HEADER}{line}\n");
        check(&line("a\tb"), "tasks.tsv:2: has no 'path'");
        check(&line("a\tb\tc\td\tmaybe"), "tasks.tsv:2: 'maybe' is no expected answer");
        check(&line("a\tb\tc\td\ttrue\tLP65"), "tasks.tsv:2: 'LP65' is no data model");
    }

    #[test]
    fn definitions() {
        let yml = [
            ("l/b.yml", YML),
            ("l/a.yml", YML),
            ("m/c.yml", YML),
            ("s/my.set", "# c\n\n../l/[ab].yml\n"),
        ];
        let task = |id: &str, category: &str, path: &str, folder: &str| {
            let rest = |property: &str| {
                format!("{path} {folder}/a.c {property} {folder}/../p/{property}.prp")
            };
            [
                format!("{id} {category} {} true LP64", rest("unreach-call")),
                format!("{id} {category} {} false(valid-deref) LP64", rest("valid-memsafety")),
            ]
        };
        let check = |suite: &str, expected: &[[String; 2]]| {
            let expected: Vec<&str> = expected.iter().flatten().map(String::as_str).collect();
            check(&yml, suite, None, &expected);
        };
        let [a, b, c] = [("l/a", "l"), ("l/b", "l"), ("m/c", "m")]
            .map(|(id, folder)| task(id, folder, &format!("{id}.yml"), folder));
        check("", &[a, b, c.clone()]);
        check("m/*.yml", &[task("c", "m", "m/c.yml", "m")]);
        check("m/c.yml", &[task("c", "m", "m/c.yml", "m")]);
        let set = [("../l/a", "s/../l/a.yml"), ("../l/b", "s/../l/b.yml")]
            .map(|(id, path)| task(id, "my", path, "s/../l"));
        check("s/my.set", &set);
    }

    #[test]
    fn what_is_no_suite() {
        check(
            &[],
            "none",
            None,
            &["none: is no folder, no .set file, and matches no task definition (.yml)"],
        );
        check(
            &[("a/b.c", "")],
            "a",
            None,
            &["a: has neither a tasks.tsv nor task definitions (.yml)"],
        );
        check(&[("a.set", "b/*.yml\n")], "a.set", None, &["a.set:1: no file matches 'b/*.yml'"]);
        check(
            &[("a.yml", "x: [")],
            "a.yml",
            None,
            &["a.yml:2:1: no YAML: while parsing a node, did not find expected node content"],
        );
    }

    #[test]
    fn names_are_unique() {
        let folder = folder(&[("l/a.yml", YML), ("m/a.yml", YML)]);
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        assert_eq!(read(&[path("l"), path("l/*.yml")], None).unwrap().len(), 2);
        let error = read(&[path("l"), path("m")], None).unwrap_err().to_string();
        assert!(error.contains("two tasks are named 'a'"), "{error}");
    }
}
