//! BenchExec's task definitions, and sets of them.

use super::{SuiteError, Task, absolute, read_text};
use crate::score::Expected;
use std::path::{Path, PathBuf};
use svcomp::{ExpectedAnswer, TaskFile};

/// The tasks of all definitions below a folder.
pub fn below(folder: &Path, suite: &str) -> Result<Vec<Task>, SuiteError> {
    let pattern = format!("{}/**/*.yml", glob::Pattern::escape(&folder.to_string_lossy()));
    let paths = expand(&pattern, suite)?;
    if paths.is_empty() {
        let message = "has neither a tasks.tsv nor task definitions (.yml)".to_owned();
        return Err(SuiteError::Suite { suite: suite.to_owned(), message });
    }
    tasks(&paths, folder, None)
}

/// The tasks of the definitions that a pattern matches.
pub fn matching(pattern: &str) -> Result<Vec<Task>, SuiteError> {
    let paths = expand(pattern, pattern)?;
    if paths.is_empty() {
        let message = "is no folder, no .set file, and matches no task definition (.yml)";
        return Err(SuiteError::Suite { suite: pattern.to_owned(), message: message.to_owned() });
    }
    // Names are relative to the fixed part of the pattern.
    let fixed = Path::new(pattern)
        .components()
        .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[']));
    let mut folder: PathBuf = fixed.collect();
    if folder.as_path() == Path::new(pattern) {
        folder.pop();
    }
    tasks(&paths, &absolute(&folder)?, None)
}

/// The tasks of a `.set` file, which form one category.
pub fn set(path: &Path) -> Result<Vec<Task>, SuiteError> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut all = Vec::new();
    for (index, line) in read_text(path)?.lines().enumerate() {
        let pattern = line.trim();
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        let whole = format!("{}/{pattern}", glob::Pattern::escape(&folder.to_string_lossy()));
        let paths = expand(&whole, pattern)?;
        if paths.is_empty() {
            let message = format!("no file matches '{pattern}'");
            return Err(SuiteError::Line { path: path.to_owned(), line: index + 1, message });
        }
        all.extend(tasks(&paths, folder, Some(&name))?);
    }
    Ok(all)
}

/// The files that match a pattern, ordered by name.
fn expand(pattern: &str, suite: &str) -> Result<Vec<PathBuf>, SuiteError> {
    let paths = glob::glob(pattern).map_err(|error| SuiteError::Suite {
        suite: suite.to_owned(),
        message: error.to_string(),
    })?;
    let mut found = Vec::new();
    for path in paths {
        let path = path.map_err(|error| SuiteError::Io {
            path: error.path().to_owned(),
            error: error.into(),
        })?;
        if path.extension().is_some_and(|extension| extension == "yml") && path.is_file() {
            found.push(absolute(&path)?);
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// A task for each property of each definition, with names relative to a folder. By default the
/// category is the folder of the file.
fn tasks(
    paths: &[PathBuf],
    folder: &Path,
    category: Option<&str>,
) -> Result<Vec<Task>, SuiteError> {
    let mut tasks = Vec::new();
    for path in paths {
        let definition = TaskFile::read(path)?;
        let parent = path.parent().and_then(Path::file_name).unwrap_or_default();
        let category =
            category.map_or_else(|| parent.to_string_lossy().into_owned(), str::to_owned);
        for property in &definition.properties {
            tasks.push(Task {
                id: path
                    .strip_prefix(folder)
                    .unwrap_or(path)
                    .with_extension("")
                    .display()
                    .to_string(),
                category: category.clone(),
                path: path.clone(),
                files: definition.input_files.clone(),
                property: property_name(property),
                property_file: Some(property.property_file.clone()),
                expected: match property.verdict {
                    Some(true) => Expected::True,
                    Some(false) => Expected::False(property.subproperty.clone()),
                    None => Expected::Unknown,
                },
                machine: definition.machine,
            });
        }
    }
    Ok(tasks)
}

/// Completes a task from its definition, if it has one.
pub fn complete(task: &mut Task) -> Result<(), SuiteError> {
    if task.path.extension().is_none_or(|extension| extension != "yml") {
        return Ok(());
    }
    let definition = TaskFile::read(&task.path)?;
    let property = definition.properties.iter().find(|p| property_name(p) == task.property);
    task.property_file = property.map(|property| property.property_file.clone());
    task.files = definition.input_files;
    task.machine = task.machine.or(definition.machine);
    Ok(())
}

fn property_name(property: &ExpectedAnswer) -> String {
    property.property_file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
