//! Verification tasks as SV-COMP writes them: `.yml` task files and `.prp` property files.

mod property;
mod yaml;

pub use property::{Requirement, Specification, property_file};
pub use yaml::{ExpectedAnswer, Task};
