//! Proofs about arrays that consider single cells.
//!
//! Statements about arrays mostly concern each element: all are zero, each equals that of another
//! array, none is greater than some variable. A violation reads few elements, so only these are
//! watched. Their indices are chosen before a run starts and never change (`slots`). Each array is
//! replaced by one variable for each of its watched cells, and reads elsewhere give arbitrary
//! values (`abstraction`). Every violating run is still there, for the right choice of indices. A
//! proof about this model holds for all choices, so it is an invariant with parameters. Cells at
//! indices that no loop changes, such as the end of a string, are watched as well.
//!
//! Loops pass over the cells. What holds depends on whether they have passed the watched ones. So
//! loop heads are split by how loop counters compare with the indices (`cases`), and kIkI finds
//! invariants for each case. The method follows Monniaux and Gonnord, "Cell Morphing: From Array
//! Programs to Array-Free Horn Clauses". The choice of cells follows the prophecy variables of Mann
//! et al., "Counterexample-Guided Prophecy for Model Checking Modulo the Theory of Arrays".

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
