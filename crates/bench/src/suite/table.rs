//! Suites with a `tasks.tsv`.

use super::{SuiteError, Task, definitions, read_text};
use program::Machine;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the table of a suite; its paths are relative to the folder.
pub fn read(folder: &Path, table: &Path) -> Result<Vec<Task>, SuiteError> {
    let text = read_text(table)?;
    let error = |line: usize, message: String| SuiteError::Line {
        path: table.to_owned(),
        line: line + 1,
        message,
    };
    let mut lines = text.lines();
    let header = lines.next().unwrap_or("");
    let columns: BTreeMap<&str, usize> =
        header.split('\t').enumerate().map(|(index, name)| (name.trim(), index)).collect();
    for needed in ["id", "category", "path", "property", "expected"] {
        if !columns.contains_key(needed) {
            return Err(error(0, format!("has no column '{needed}'")));
        }
    }
    let mut tasks = Vec::new();
    for (index, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let optional = |name: &str| fields.get(*columns.get(name)?).map(|field| field.trim());
        let field =
            |name: &str| optional(name).ok_or_else(|| error(number, format!("has no '{name}'")));
        let path = folder.join(field("path")?);
        let expected = field("expected")?.parse().map_err(|message| error(number, message))?;
        let machine = match optional("data_model") {
            None | Some("-" | "") => None,
            Some("ILP32") => Some(Machine::Ilp32),
            Some("LP64") => Some(Machine::Lp64),
            Some(other) => return Err(error(number, format!("'{other}' is no data model"))),
        };
        let mut task = Task {
            id: field("id")?.to_owned(),
            category: field("category")?.to_owned(),
            files: vec![path.clone()],
            path,
            property: field("property")?.to_owned(),
            property_file: None,
            expected,
            machine,
        };
        definitions::complete(&mut task)?;
        tasks.push(task);
    }
    Ok(tasks)
}
