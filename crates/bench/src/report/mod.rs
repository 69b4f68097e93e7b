//! Tables, comparisons and plots of stored results.

mod compare;
mod files;
mod grid;
mod html;
mod plot;
mod results;
mod summary;

pub use compare::{Comparison, Difference, compare};
pub use files::{json, tsv};
pub use grid::{Align, Form, Grid};
pub use html::{page, usual_pairs};
pub use results::{Column, Results};
pub use summary::{Totals, categories, common};
