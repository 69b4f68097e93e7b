//! Metadata of a witness: producer, time and task.

use humantime::format_rfc3339_seconds;
use program::Machine;
use sha2::{Digest, Sha256};
use std::time::SystemTime;
use uuid::Uuid;

/// The header of a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// A unique identifier, in the form of RFC 4122.
    pub uuid: String,
    /// The time of creation, in the form of ISO 8601.
    pub creation_time: String,
    /// The tool that made it.
    pub producer: Producer,
    /// The task.
    pub task: Task,
}

/// The tool that made a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its configuration.
    pub configuration: Option<String>,
}

/// The task of a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The files of the program with their hashes.
    pub input_files: Vec<(String, String)>,
    /// The specification, in the words of SV-COMP.
    pub specification: String,
    /// The data model.
    pub data_model: Machine,
}

impl Metadata {
    /// The metadata of a witness created now.
    pub fn now(producer: Producer, task: Task) -> Metadata {
        Metadata {
            uuid: Uuid::new_v4().to_string(),
            creation_time: format_rfc3339_seconds(SystemTime::now()).to_string(),
            producer,
            task,
        }
    }
}

/// The SHA-256 hash of a file's content in hexadecimal digits.
pub fn file_hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn task() -> Task {
        Task { input_files: Vec::new(), specification: String::new(), data_model: Machine::Lp64 }
    }

    /// As in `2026-02-28T23:59:59Z`.
    #[test]
    fn times_are_universal_and_whole_seconds() {
        let producer =
            Producer { name: "a".to_owned(), version: "1".to_owned(), configuration: None };
        let before = SystemTime::now() - Duration::from_secs(1);
        let time = Metadata::now(producer, task()).creation_time;
        assert_eq!((time.len(), time.ends_with('Z')), (20, true), "{time}");
        let read = humantime::parse_rfc3339(&time).unwrap();
        assert!(before <= read && read <= SystemTime::now(), "{time}");
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        let check = |content: &str, expected: &str| {
            assert_eq!(file_hash(content.as_bytes()), expected, "{content}");
        };
        check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn witnesses_have_different_names() {
        let producer =
            Producer { name: "a".to_owned(), version: "1".to_owned(), configuration: None };
        let name = || Metadata::now(producer.clone(), task()).uuid;
        let (first, second) = (name(), name());
        assert_ne!(first, second);
        assert_eq!((first.len(), first.as_bytes()[14]), (36, b'4'), "{first} is no version 4");
    }
}
