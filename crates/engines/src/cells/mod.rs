//! Proofs about arrays by looking at single cells.
//!
//! What a program says of arrays it mostly says of each element: all are zero, each is that of
//! another array, none is greater than some variable. A violation reads few elements. So the
//! program is watched at just these: their indices are chosen before a run starts and never change
//! (`slots`), each array is replaced by one variable for each of its watched cells, and what is read
//! elsewhere is anything (`abstraction`). Every violating run is still there, for the right choice of
//! indices. What is proved of the rest holds for all choices, and is an invariant with parameters.
//! Cells at indices that no loop changes, the end of a string say, are watched as well.
//!
//! Loops pass over the cells. What holds depends on whether they have passed the watched ones, so
//! loop heads are split by how loop counters compare with the indices (`cases`), and kIkI finds
//! invariants for each case. After Monniaux and Gonnord, "Cell Morphing: From Array Programs to
//! Array-Free Horn Clauses", with the prophecy of Mann et al., "Counterexample-Guided Prophecy for
//! Model Checking Modulo the Theory of Arrays", for which cells to look at.

mod abstraction;
mod cases;
mod engine;
mod loops;
mod passing;
mod reads;
mod slots;
#[cfg(test)]
mod tests;
mod unset;

pub use engine::{CellProver, Cells};
