//! Proofs about data structures of any size.
//!
//! Lists and trees are built and walked by loops, so what holds of their nodes holds of all objects: a
//! parameter of the invariants stands for any one of them. It is the concrete object of 2LS that stands
//! for all objects of a site (Malik, Schrammel, Kroening et al., "2LS for Program Analysis", sections 4.1
//! and 6.4), over the memory of the model itself. The domains are part of [`crate::templates`].

mod engine;
#[cfg(test)]
mod tests;

pub use engine::{ShapeProver, Shapes};
