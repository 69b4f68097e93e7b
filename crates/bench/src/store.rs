//! A folder of results: the settings, and a record of each run, written as soon as it ends.

use crate::configuration::Configuration;
use crate::limits::Limits;
use crate::record::{Key, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const SETTINGS: &str = "bench.json";
const RECORDS: &str = "runs.jsonl";
const LOGS: &str = "logs";

/// The configurations and the limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The limits of each run.
    pub limits: Limits,
    /// All configurations that were ever run into the folder.
    pub configurations: Vec<Configuration>,
}

/// Why a folder of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A file is malformed.
    #[error("{}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The error.
        message: String,
    },
    /// The folder has results that cannot be mixed with new ones.
    #[error("{}: has results with {what}; --fresh discards them", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// The difference.
        what: String,
    },
}

/// A folder of results.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    settings: Settings,
    records: BTreeMap<Key, Record>,
}

impl Store {
    /// Reads the results of a folder.
    pub fn read(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join(SETTINGS);
        let settings = serde_json::from_str(&text(&path)?)
            .map_err(|error| StoreError::Malformed { path, message: error.to_string() })?;
        let path = folder.join(RECORDS);
        let mut records = BTreeMap::new();
        let text = if path.exists() { text(&path)? } else { String::new() };
        for line in text.split_inclusive('\n') {
            match serde_json::from_str::<Record>(line) {
                Ok(record) => {
                    records.insert(record.key(), record);
                }
                // The last line is incomplete because a run was interrupted.
                Err(_) if !line.ends_with('\n') => {}
                Err(error) => {
                    return Err(StoreError::Malformed { path, message: error.to_string() });
                }
            }
        }
        Ok(Store { folder: folder.to_owned(), settings, records })
    }

    /// Opens a folder for new results, which are appended to the existing ones.
    pub fn open(folder: &Path, wanted: &Settings) -> Result<Store, StoreError> {
        let mut store = if folder.join(SETTINGS).exists() {
            Store::read(folder)?
        } else {
            let settings = Settings { limits: wanted.limits.clone(), configurations: Vec::new() };
            Store { folder: folder.to_owned(), settings, records: BTreeMap::new() }
        };
        store.adopt(wanted)?;
        let logs = folder.join(LOGS);
        fs::create_dir_all(&logs).map_err(|error| StoreError::Io { path: logs, error })?;
        let json = serde_json::to_string_pretty(&store.settings);
        let path = folder.join(SETTINGS);
        json.map_err(io::Error::from)
            .and_then(|json| fs::write(&path, json + "\n"))
            .map_err(|error| StoreError::Io { path, error })?;
        // An incomplete line is removed.
        store.rewrite()?;
        Ok(store)
    }

    /// Discards the results of a folder, if it has any.
    pub fn discard(folder: &Path) -> Result<(), StoreError> {
        let settings = folder.join(SETTINGS);
        if !settings.exists() {
            return Ok(());
        }
        let (records, logs) = (folder.join(RECORDS), folder.join(LOGS));
        let removed = [
            (fs::remove_dir_all(&logs), logs),
            (fs::remove_file(&records), records),
            // The settings are removed last, so that a failed attempt can be repeated.
            (fs::remove_file(&settings), settings),
        ];
        for (result, path) in removed {
            if let Err(error) = result
                && error.kind() != io::ErrorKind::NotFound
            {
                return Err(StoreError::Io { path, error });
            }
        }
        Ok(())
    }

    /// Checks that old and new results may be mixed.
    fn adopt(&mut self, wanted: &Settings) -> Result<(), StoreError> {
        let other = |what: String| Err(StoreError::Other { path: self.folder.clone(), what });
        if self.settings.limits != wanted.limits {
            return other("other limits".to_owned());
        }
        for configuration in &wanted.configurations {
            let same = |known: &&Configuration| known.name == configuration.name;
            match self.settings.configurations.iter().find(same) {
                None => self.settings.configurations.push(configuration.clone()),
                Some(known) if known == configuration => {}
                Some(known) => return other(format!("another '{}'", known.name)),
            }
        }
        Ok(())
    }

    fn rewrite(&self) -> Result<(), StoreError> {
        let path = self.folder.join(RECORDS);
        let lines: Result<String, _> = self.records.values().map(line).collect();
        lines
            .and_then(|text| fs::write(&path, text))
            .map_err(|error| StoreError::Io { path, error })
    }

    /// Adds a record and writes it to disk immediately.
    pub fn add(&mut self, record: Record) -> Result<(), StoreError> {
        let path = self.folder.join(RECORDS);
        let append = |line: String| {
            let mut file: File = OpenOptions::new().append(true).create(true).open(&path)?;
            file.write_all(line.as_bytes())
        };
        line(&record).and_then(append).map_err(|error| StoreError::Io { path, error })?;
        self.records.insert(record.key(), record);
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of kept outputs.
    pub fn logs(&self) -> PathBuf {
        self.folder.join(LOGS)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether there is a record.
    pub fn has(&self, key: &Key) -> bool {
        self.records.contains_key(key)
    }

    /// All records, by task.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }
}

fn text(path: &Path) -> Result<String, StoreError> {
    fs::read_to_string(path).map_err(|error| StoreError::Io { path: path.to_owned(), error })
}

fn line(record: &Record) -> io::Result<String> {
    Ok(serde_json::to_string(record)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::example;

    fn settings(cpu_s: f64, configurations: &[&str]) -> Settings {
        let limits = Limits { cpu_s, wall_s: 60.0, memory_mb: None };
        let read = |text: &&str| Configuration::lemmatic(text).unwrap();
        Settings { limits, configurations: configurations.iter().map(read).collect() }
    }

    #[test]
    fn records_survive() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new/folder");
        let mut store = Store::open(&folder, &settings(1.0, &["a="])).unwrap();
        let record = example("x/1", "a", "true", "true", 0.5);
        store.add(record.clone()).unwrap();
        // A partially written record.
        let mut file = OpenOptions::new().append(true).open(folder.join(RECORDS)).unwrap();
        file.write_all(b"{\"task\": \"x/2\"").unwrap();
        let mut store = Store::open(&folder, &settings(1.0, &["a=", "b=--x"])).unwrap();
        assert_eq!(store.records().collect::<Vec<_>>(), [&record]);
        let second = example("x/2", "b", "true", "true", 0.5);
        store.add(second.clone()).unwrap();
        let store = Store::read(&folder).unwrap();
        assert_eq!(store.records().collect::<Vec<_>>(), [&record, &second]);
        assert_eq!(store.settings(), &settings(1.0, &["a=", "b=--x"]));
        fs::write(store.logs().join("x"), "").unwrap();
        Store::discard(&folder).unwrap();
        assert!(!store.logs().exists());
        assert_eq!(Store::open(&folder, &settings(2.0, &["a=--y"])).unwrap().records().count(), 0);
    }

    #[test]
    fn results_are_not_mixed() {
        let folder = tempfile::tempdir().unwrap();
        Store::open(folder.path(), &settings(1.0, &["a="])).unwrap();
        let check = |settings: &Settings, expected: &str| {
            let error = Store::open(folder.path(), settings).unwrap_err().to_string();
            let start = format!("{}: has results with ", folder.path().display());
            assert_eq!(error, format!("{start}{expected}; --fresh discards them"));
        };
        check(&settings(2.0, &["a="]), "other limits");
        check(&settings(1.0, &["a=--x"]), "another 'a'");
    }

    #[test]
    fn malformed_results_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Store::read(folder.path()), Err(StoreError::Io { .. })));
        Store::open(folder.path(), &settings(1.0, &[])).unwrap();
        fs::write(folder.path().join(RECORDS), "nonsense\n").unwrap();
        assert!(matches!(Store::read(folder.path()), Err(StoreError::Malformed { .. })));
        fs::write(folder.path().join(SETTINGS), "nonsense\n").unwrap();
        assert!(matches!(Store::read(folder.path()), Err(StoreError::Malformed { .. })));
    }
}
