//! Reading files.

use program::SourceError;
use std::path::Path;

/// The bytes of a file, which must not be empty.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, SourceError> {
    if path.is_dir() {
        return Err(SourceError::whole(path, "is a directory, not a file"));
    }
    let text = std::fs::read(path)
        .map_err(|error| SourceError::whole(path, format!("cannot be read: {error}")))?;
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(SourceError::whole(path, "is empty"));
    }
    if u32::try_from(text.len()).is_err() {
        return Err(SourceError::whole(path, "is larger than 4 GB"));
    }
    Ok(text)
}
