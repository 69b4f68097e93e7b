//! Plots, as SVG inside of a page that gives them their colours.

mod axis;
mod cactus;
mod scatter;

pub use cactus::cactus;
pub use scatter::{MEASURES, scatter};

/// Series have so many colours; more series repeat them with other dashes.
pub const COLOURS: usize = 8;

/// The attributes of the series of a number.
fn series(index: usize) -> String {
    let dashes = ["", "6 3", "2 3", "8 3 2 3"][index / COLOURS % 4];
    format!("class=\"s{}\" stroke-dasharray=\"{dashes}\"", index % COLOURS)
}
