//! Loading: from files to a task.

use crate::open_results::open_result;
use crate::source::{InputError, Source};
use model::chc::Clause;
use model::{Model, ParseError, chc, text};
use std::path::{Path, PathBuf};
use term::TermStore;

/// What is to be verified.
pub struct Task {
    /// The files it was loaded from.
    pub sources: Vec<Source>,
    /// What they say, word by word: no term is simplified. The checker works on this one.
    pub model: Model,
}

/// Formats by the endings of file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Control-flow automata in text form.
    Cfa,
    /// SMT-LIB scripts of constrained Horn clauses.
    Horn,
}

impl Format {
    fn of(path: &Path) -> Result<Format, InputError> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("cfa") => Ok(Format::Cfa),
            Some("smt2") => Ok(Format::Horn),
            _ => Err(InputError::new(
                path,
                "the format is not supported; supported are .cfa (control-flow automata) and \
                 .smt2 (linear constrained Horn clauses)",
            )),
        }
    }
}

/// Loads a task. The ending of a file's name tells its format.
pub fn load(paths: &[PathBuf]) -> Result<Task, InputError> {
    let [path] = paths else {
        let path = paths.last().map_or(Path::new(""), PathBuf::as_path);
        let message = format!("a model is one file, but {} were given", paths.len());
        return Err(InputError::new(path, message));
    };
    // What cannot be read has no format worth a word.
    let source = Source::read(path)?;
    let model = match Format::of(path)? {
        Format::Cfa => cfa(&source)?,
        Format::Horn => horn(&source)?,
    };
    Ok(Task { sources: vec![source], model })
}

fn cfa(source: &Source) -> Result<Model, InputError> {
    let terms = TermStore::without_simplification();
    text::parse_into(terms, &source.text).map_err(|error| at(source, &error))
}

fn horn(source: &Source) -> Result<Model, InputError> {
    let name = source.path.display().to_string();
    let terms = TermStore::without_simplification();
    let system = chc::parse_into(terms, &source.text, &name).map_err(|error| at(source, &error))?;
    let unsupported = |clause: &Clause, message: String| match clause.span {
        Some(span) => source.error_at(span.line, span.column, message),
        None => InputError::new(&source.path, message),
    };
    for clause in &system.clauses {
        if let Some(operator) = open_result(&system.terms, clause) {
            let message = format!("'{operator}' may have any result here, which is not supported");
            return Err(unsupported(clause, message));
        }
    }
    chc::to_model(&system).map(|translated| translated.model).map_err(|error| {
        let message = format!("{error}, which is not supported");
        unsupported(&system.clauses[error.clause], message)
    })
}

/// The error at its place in the source.
fn at(source: &Source, error: &ParseError) -> InputError {
    source.error_at(error.line, error.column, error.message.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, content: &str, expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        std::fs::write(&path, content).unwrap();
        let found = match load(&[path]) {
            Ok(task) => format!("{} location(s)", task.model.entry().cfa.locations().len()),
            Err(error) => error.to_string(),
        };
        let prefix = directory.path().join("").display().to_string();
        assert_eq!(found.replace(&prefix, ""), expected);
    }

    #[test]
    fn formats_go_by_endings() {
        check("m.cfa", "procedure main { a -> b }", "2 location(s)");
        let expected = "m.cfa:1:23: expected the name of a location, found '}'";
        check("m.cfa", "procedure main { a -> }", expected);
        let unsupported = "the format is not supported; supported are .cfa (control-flow automata) \
                           and .smt2 (linear constrained Horn clauses)";
        check("m.txt", "hello", &format!("m.txt: {unsupported}"));
        check("cfa", "hello", &format!("cfa: {unsupported}"));
    }

    #[test]
    fn only_linear_clauses_are_models() {
        let text = "\
(set-logic HORN)
(declare-fun p (Bool) Bool)
(assert (forall ((x Bool)) (=> x (p x))))
(assert (forall ((x Bool) (y Bool)) (=> (and (p x) (p y)) false)))
";
        let expected = "m.smt2:4:1: clause 1 is not linear, which is not supported";
        check("m.smt2", text, expected);
    }

    #[test]
    fn results_that_smtlib_leaves_open_are_refused() {
        let text = |constraint: &str| {
            format!("(set-logic HORN)\n(assert (forall ((x Int)) (=> {constraint} false)))\n")
        };
        let models = ["(= (mod x 2) 1)", "(= (div x (- 3)) 1)"];
        for constraint in models {
            check("m.smt2", &text(constraint), "2 location(s)");
        }
        let open = |operator: &str| {
            format!("m.smt2:2:1: '{operator}' may have any result here, which is not supported")
        };
        check("m.smt2", &text("(= (div 1 0) 0)"), &open("div"));
        check("m.smt2", &text("(= (mod 5 x) x)"), &open("mod"));
    }

    #[test]
    fn a_model_is_one_file() {
        let error = load(&["a.cfa".into(), "b.cfa".into()]).err().unwrap();
        assert_eq!(error.to_string(), "b.cfa: a model is one file, but 2 were given");
    }
}
