//! Passes from a model to a smaller one with the same answer.
