//! Literals for engines that learn them. They explain why formulas hold in a model, without inputs,
//! and in a normal form in which relations between variables are preserved through loops.

mod conjuncts;
mod region;
mod relations;
mod weaken;

pub(crate) use conjuncts::conjuncts;
pub(crate) use region::region;
pub(crate) use relations::relations;
pub(crate) use weaken::Weakening;
