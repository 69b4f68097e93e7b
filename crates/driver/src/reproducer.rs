//! Reproducers: everything needed to repeat a failure of Lemmatic.

use evidence::{About, Evidence};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

/// A failure that is worth a reproducer.
pub struct Failure<'a> {
    /// What was worked on.
    pub subject: About<'a>,
    /// The evidence that was not accepted, if it came to evidence.
    pub evidence: Option<&'a Evidence>,
    /// A description of the failure.
    pub reason: &'a str,
    /// The configuration of the run.
    pub configuration: &'a str,
}

/// Saves model or clauses, evidence, reason and configuration in a new directory under `parent`, whose name
/// depends on nothing but the content. Returns the directory.
pub fn save(failure: &Failure<'_>, parent: &Path) -> io::Result<PathBuf> {
    let (file, text) = match failure.subject {
        About::Model(model) => ("model.cfa", model.to_string()),
        About::Clauses(system) => ("clauses.smt2", system.to_string()),
    };
    let evidence = failure.evidence.map(|evidence| evidence.to_text(failure.subject));
    let summary = format!("{}\n\nconfiguration: {}\n", failure.reason, failure.configuration);
    let mut hasher = FxHasher::default();
    for part in [text.as_str(), evidence.as_deref().unwrap_or(""), summary.as_str()] {
        hasher.write(part.as_bytes());
    }
    let directory = parent.join(format!("lemmatic-reproducer-{:016x}", hasher.finish()));
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join(file), text)?;
    if let Some(evidence) = evidence {
        std::fs::write(directory.join("evidence.txt"), evidence)?;
    }
    std::fs::write(directory.join("failure.txt"), summary)?;
    Ok(directory)
}
