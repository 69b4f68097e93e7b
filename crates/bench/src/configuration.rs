//! Configurations: what is run on each task.

use crate::suite::Task;
use crate::words::{quote, split};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// A verifier with its options, under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    /// Its name in tables and plots.
    pub name: String,
    /// The tool.
    pub tool: Tool,
}

/// The tool that is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tool {
    /// `lemmatic verify` with these options.
    Lemmatic(Vec<String>),
    /// A shell command in which words such as `{file}` are replaced.
    Command(String),
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tool {
            Tool::Lemmatic(options) => {
                f.write_str("lemmatic verify")?;
                options.iter().try_for_each(|option| write!(f, " {}", quote(option)))
            }
            Tool::Command(command) => f.write_str(command),
        }
    }
}

/// Why a text is not a configuration.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// The name is missing.
    #[error("expected NAME=..., with a NAME of letters, digits, '_', '-', '+', '.'")]
    Name,
    /// A quote is not closed.
    #[error("a quote is not closed")]
    Quote,
    /// The command does not mention the task.
    #[error("the command must contain {{task}} or {{file}}")]
    NoTask,
}

impl Configuration {
    /// Reads `NAME=OPTIONS` of `lemmatic verify`.
    pub fn lemmatic(text: &str) -> Result<Configuration, ConfigurationError> {
        let (name, options) = named(text)?;
        let options = split(options).ok_or(ConfigurationError::Quote)?;
        Ok(Configuration { name, tool: Tool::Lemmatic(options) })
    }

    /// Reads `NAME=COMMAND` of another verifier.
    pub fn command(text: &str) -> Result<Configuration, ConfigurationError> {
        let (name, command) = named(text)?;
        if !command.contains("{task}") && !command.contains("{file}") {
            return Err(ConfigurationError::NoTask);
        }
        Ok(Configuration { name, tool: Tool::Command(command.to_owned()) })
    }

    /// The command line on a task.
    pub fn command_line(&self, lemmatic: &Path, task: &Task) -> Vec<String> {
        match &self.tool {
            Tool::Lemmatic(options) => lemmatic_line(lemmatic, task, options),
            Tool::Command(command) => {
                vec!["/bin/sh".to_owned(), "-c".to_owned(), replace(command, task)]
            }
        }
    }
}

/// Name and rest of `NAME=REST`.
fn named(text: &str) -> Result<(String, &str), ConfigurationError> {
    let (name, rest) = text.split_once('=').ok_or(ConfigurationError::Name)?;
    let plain = |c: char| c.is_alphanumeric() || "_-+.".contains(c);
    let fine = !name.is_empty() && !name.starts_with(['-', '.']) && name.chars().all(plain);
    if fine { Ok((name.to_owned(), rest)) } else { Err(ConfigurationError::Name) }
}

fn lemmatic_line(lemmatic: &Path, task: &Task, options: &[String]) -> Vec<String> {
    let text = |path: &Path| path.display().to_string();
    let mut line = vec![text(lemmatic), "verify".to_owned(), text(&task.path)];
    // Files other than C contain their property.
    if task.is_c() {
        let property = task.property_file.as_deref().map_or_else(|| task.property.clone(), text);
        line.extend(["--property".to_owned(), property]);
        if task.machine.is_some() {
            line.extend(["--arch", task.data_model()].map(str::to_owned));
        }
    }
    line.extend(["--json", "--stats"].map(str::to_owned));
    line.extend(options.iter().cloned());
    line
}

/// A command with its placeholders replaced for a task.
fn replace(command: &str, task: &Task) -> String {
    let text = |path: &Path| quote(&path.display().to_string());
    let files: Vec<String> = task.files.iter().map(|file| text(file)).collect();
    let bits = task.machine.map_or("64".to_owned(), |machine| machine.pointer_bits().to_string());
    command
        .replace("{task}", &text(&task.path))
        .replace("{file}", &files.join(" "))
        .replace("{property}", &quote(&task.property))
        .replace("{prp}", &task.property_file.as_deref().map_or("-".to_owned(), text))
        .replace("{model}", task.data_model())
        .replace("{bits}", &bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Expected;
    use program::Machine;

    fn task() -> Task {
        Task {
            id: "l/a".to_owned(),
            category: "l".to_owned(),
            path: "/s/l/a.yml".into(),
            files: vec!["/s/l/a b.c".into(), "/s/l/c.c".into()],
            property: "unreach-call".to_owned(),
            property_file: Some("/s/p/unreach-call.prp".into()),
            expected: Expected::True,
            machine: Some(Machine::Ilp32),
        }
    }

    fn check(
        configuration: Result<Configuration, ConfigurationError>,
        task: &Task,
        expected: &str,
    ) {
        let configuration = configuration.unwrap();
        let line = configuration.command_line(Path::new("/bin/lemmatic"), task);
        assert_eq!(line.join(" "), expected);
    }

    #[test]
    fn options_of_lemmatic() {
        check(
            Configuration::lemmatic("r+s=--engine ic3cfa --ic3cfa-reuse"),
            &task(),
            "/bin/lemmatic verify /s/l/a.yml --property /s/p/unreach-call.prp --arch ILP32 --json \
             --stats --engine ic3cfa --ic3cfa-reuse",
        );
        let chc = Task { machine: None, path: "/s/x.smt2".into(), ..task() };
        check(
            Configuration::lemmatic("default="),
            &chc,
            "/bin/lemmatic verify /s/x.smt2 --json --stats",
        );
    }

    #[test]
    fn commands_of_others() {
        check(
            Configuration::command("x=t {task} {file} {property} {prp} {model} --{bits}"),
            &task(),
            "/bin/sh -c t /s/l/a.yml '/s/l/a b.c' /s/l/c.c unreach-call /s/p/unreach-call.prp ILP32 --32",
        );
    }

    #[test]
    fn names_are_needed() {
        for text in ["", "--ic3cfa-reuse", "=x", "--engine=bmc", "a b=c", "a/b=c", ".=c"] {
            assert_eq!(Configuration::lemmatic(text), Err(ConfigurationError::Name), "{text}");
        }
        assert_eq!(Configuration::lemmatic("a='b"), Err(ConfigurationError::Quote));
        assert_eq!(Configuration::command("a=cbmc"), Err(ConfigurationError::NoTask));
    }
}
