//! Reading files.

use program::SourceError;
use std::path::Path;

/// The text of a file, which must not be empty.
pub(crate) fn read_text(path: &Path) -> Result<String, SourceError> {
    let error = |message: &str| SourceError::whole(path, message);
    if path.is_dir() {
        return Err(error("is a directory, not a file"));
    }
    let bytes = std::fs::read(path).map_err(|e| error(&format!("cannot be read: {e}")))?;
    let text = String::from_utf8(bytes).map_err(|invalid| {
        let offset = invalid.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&invalid.as_bytes()[..offset]);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
        let message = format!("byte {:#04x} is not UTF-8 text", invalid.as_bytes()[offset]);
        SourceError::at(path, line, column, message)
    })?;
    match text.trim().is_empty() {
        true => Err(error("is empty")),
        false => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_are_refused_with_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let check = |content: &[u8], expected: &str| {
            let path = folder.path().join("task.yml");
            std::fs::write(&path, content).unwrap();
            let found = read_text(&path).unwrap_err().to_string();
            let prefix = folder.path().join("").display().to_string();
            assert_eq!(found.replace(&prefix, ""), expected);
        };
        check(b" \n", "task.yml: is empty");
        check("ä\nx\u{e4}".as_bytes().split_at(5).0, "task.yml:2:2: byte 0xc3 is not UTF-8 text");
        assert!(
            read_text(folder.path())
                .unwrap_err()
                .to_string()
                .ends_with("is a directory, not a file")
        );
    }
}
