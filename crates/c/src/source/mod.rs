//! From files to parsed translation units with positions in the user's files.

mod error;

pub use error::{Place, SourceError};
