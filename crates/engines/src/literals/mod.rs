//! Literals for engines that learn them. They explain why formulas hold in a model, without inputs,
//! and in a normal form in which relations between variables are preserved through loops.

mod conjuncts;
mod implicant;
mod linear;
mod projection;
mod relations;

pub(crate) use conjuncts::conjuncts;
pub(crate) use implicant::implicant;
pub(crate) use linear::normalise;
pub(crate) use projection::project;
pub(crate) use relations::relations;
