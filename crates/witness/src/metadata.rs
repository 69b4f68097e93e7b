//! Who made a witness, when, and about what.

use crate::sha256::sha256;
use program::Machine;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What stands at the head of a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// A name that no other witness has, in the form of RFC 4122.
    pub uuid: String,
    /// When it was made, in the form of ISO 8601.
    pub creation_time: String,
    /// The tool that made it.
    pub producer: Producer,
    /// What it is about.
    pub task: Task,
}

/// The tool that made a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How it was configured.
    pub configuration: Option<String>,
}

/// What a witness is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The files of the program with their hashes.
    pub input_files: Vec<(String, String)>,
    /// What must hold, in the words of SV-COMP.
    pub specification: String,
    /// The sizes of types.
    pub data_model: Machine,
}

impl Metadata {
    /// The head of a witness that is made now.
    pub fn now(producer: Producer, task: Task) -> Metadata {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Metadata::at(since, producer, task)
    }

    /// The head of a witness that is made so long after the start of 1970.
    pub fn at(since_epoch: Duration, producer: Producer, task: Task) -> Metadata {
        let seed = format!("{since_epoch:?} {} {producer:?} {task:?}", std::process::id());
        let uuid = uuid_of(&sha256(seed.as_bytes()));
        Metadata { uuid, creation_time: date_and_time(since_epoch.as_secs()), producer, task }
    }
}

/// The SHA-256 hash of a file's content in hexadecimal digits.
pub fn file_hash(content: &[u8]) -> String {
    sha256(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A UUID of version 4, whose random bits are those of a hash.
fn uuid_of(hash: &[u8; 32]) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    groups.join("-")
}

/// A second after the start of 1970 as a date and a time of day of universal time.
fn date_and_time(seconds: u64) -> String {
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year}-{month:02}-{:02}T{hour:02}:{minute:02}:{:02}Z", day + 1, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let check = |seconds, expected: &str| assert_eq!(date_and_time(seconds), expected);
        check(0, "1970-01-01T00:00:00Z");
        check(951_782_399, "2000-02-28T23:59:59Z");
        check(951_782_400, "2000-02-29T00:00:00Z");
        check(951_868_800, "2000-03-01T00:00:00Z");
        check(1_735_689_599, "2024-12-31T23:59:59Z");
        check(4_107_542_399, "2100-02-28T23:59:59Z");
        check(4_107_542_400, "2100-03-01T00:00:00Z");
    }

    #[test]
    fn uuids_have_version_and_variant() {
        let uuid = uuid_of(&[0xff; 32]);
        assert_eq!(uuid, "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(uuid_of(&[0; 32]), "00000000-0000-4000-8000-000000000000");
    }

    #[test]
    fn witnesses_of_different_times_have_different_names() {
        let producer =
            Producer { name: "a".to_owned(), version: "1".to_owned(), configuration: None };
        let task = Task {
            input_files: Vec::new(),
            specification: String::new(),
            data_model: Machine::Lp64,
        };
        let at =
            |second| Metadata::at(Duration::from_secs(second), producer.clone(), task.clone()).uuid;
        assert_ne!(at(1), at(2));
    }
}
