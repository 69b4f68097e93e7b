//! Plots as SVG, inside a page that defines their colours.

mod axis;
mod cactus;
mod scatter;

pub use cactus::cactus;
pub use scatter::{MEASURES, scatter};

/// The number of colours; further series repeat them with other dashes.
pub const COLOURS: usize = 8;

/// The attributes of a series.
fn series(index: usize) -> String {
    let dashes = ["", "6 3", "2 3", "8 3 2 3"][index / COLOURS % 4];
    format!("class=\"s{}\" stroke-dasharray=\"{dashes}\"", index % COLOURS)
}
