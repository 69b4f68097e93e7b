//! Reproducers: everything needed to repeat a failure of Lemmatic.

use evidence::Evidence;
use model::Model;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

/// A failure that is worth a reproducer.
pub struct Failure<'a> {
    /// The model.
    pub model: &'a Model,
    /// The rejected evidence, if there is any.
    pub evidence: Option<&'a Evidence>,
    /// A description of the failure.
    pub reason: &'a str,
    /// The configuration of the run.
    pub configuration: &'a str,
}

/// Saves model, evidence, reason and configuration in a new directory under `parent`, whose name
/// depends only on the content. Returns the directory.
pub fn save(failure: &Failure<'_>, parent: &Path) -> io::Result<PathBuf> {
    let model = failure.model.to_string();
    let evidence = failure.evidence.map(|evidence| evidence.to_text(failure.model));
    let summary = format!("{}\n\nconfiguration: {}\n", failure.reason, failure.configuration);
    let mut hasher = FxHasher::default();
    for part in [model.as_str(), evidence.as_deref().unwrap_or(""), summary.as_str()] {
        hasher.write(part.as_bytes());
    }
    let directory = parent.join(format!("lemmatic-reproducer-{:016x}", hasher.finish()));
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("model.cfa"), model)?;
    if let Some(evidence) = evidence {
        std::fs::write(directory.join("evidence.txt"), evidence)?;
    }
    std::fs::write(directory.join("failure.txt"), summary)?;
    Ok(directory)
}
