//! Hash-consed typed terms.
