//! Results of one or several folders, side by side.

use crate::limits::Limits;
use crate::record::Record;
use crate::store::Store;
use regex::Regex;
use std::collections::BTreeMap;

/// The records of a configuration.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name in tables.
    pub name: String,
    /// The command that was run.
    pub command: String,
    /// Records by task and property.
    pub records: BTreeMap<(String, String), Record>,
    /// The limits of each run.
    pub limits: Limits,
}

/// Results side by side, in display order.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The configurations.
    pub columns: Vec<Column>,
}

impl Results {
    /// The results of folders. With several folders, folder names distinguish configurations of the
    /// same name.
    pub fn of(stores: &[Store]) -> Results {
        let mut columns = Vec::new();
        for store in stores {
            for configuration in &store.settings().configurations {
                let taken = |other: &&Store| {
                    let others = &other.settings().configurations;
                    others.iter().any(|other| other.name == configuration.name)
                };
                let folder = store.folder().file_name().unwrap_or_default().to_string_lossy();
                let name = if stores.iter().filter(taken).count() > 1 {
                    format!("{folder}:{}", configuration.name)
                } else {
                    configuration.name.clone()
                };
                let ours = store.records().filter(|r| r.configuration == configuration.name);
                columns.push(Column {
                    name,
                    command: configuration.to_string(),
                    records: ours
                        .map(|r| ((r.task.clone(), r.property.clone()), r.clone()))
                        .collect(),
                    limits: store.settings().limits.clone(),
                });
            }
        }
        Results { columns }
    }

    /// Only records whose task, category or property matches.
    pub fn only(mut self, only: &Regex) -> Results {
        for column in &mut self.columns {
            column.records.retain(|_, record| {
                [&record.task, &record.category, &record.property]
                    .into_iter()
                    .any(|text| only.is_match(text))
            });
        }
        self
    }

    /// Only the named columns, in this order; an unknown name is the error.
    pub fn select(self, names: &[String]) -> Result<Results, String> {
        let find = |name: &String| {
            let found = self.columns.iter().find(|column| column.name == *name);
            found.cloned().ok_or_else(|| name.clone())
        };
        Ok(Results { columns: names.iter().map(find).collect::<Result<_, _>>()? })
    }

    /// The categories, in the order of their names.
    pub fn categories(&self) -> Vec<String> {
        let all = self.columns.iter().flat_map(|column| column.records.values());
        let mut categories: Vec<String> = all.map(|record| record.category.clone()).collect();
        categories.sort_unstable();
        categories.dedup();
        categories
    }

    /// Tasks with the record of each column, ordered by name.
    pub fn rows(&self) -> BTreeMap<&(String, String), Vec<Option<&Record>>> {
        let mut rows: BTreeMap<_, Vec<Option<&Record>>> = BTreeMap::new();
        for (index, column) in self.columns.iter().enumerate() {
            for (key, record) in &column.records {
                rows.entry(key).or_insert_with(|| vec![None; self.columns.len()])[index] =
                    Some(record);
            }
        }
        rows
    }
}
