//! SV-COMP verification tasks: `.yml` task files and `.prp` property files.

mod property;
mod read;
mod task_file;

pub use property::{Requirement, Specification, property_file, property_file_of_ends};
pub use task_file::{ExpectedAnswer, TaskFile};
