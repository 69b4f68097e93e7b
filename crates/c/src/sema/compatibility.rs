//! Compatibility of types (C11 6.2.7).

use super::Analyser;
use crate::hir::{ArrayLength, FloatType, FunctionType, IntType, Ty, Type};

impl Analyser<'_> {
    /// Whether two types are compatible: qualifiers count, and an enumeration agrees with its
    /// integer type but not with another enumeration.
    pub(super) fn compatible(&self, a: Ty, b: Ty) -> bool {
        if a == b {
            return true;
        }
        if self.types.qualifiers(a) != self.types.qualifiers(b) {
            return false;
        }
        match (self.types.get(a), self.types.get(b)) {
            (Type::Int(left), Type::Int(right)) => {
                let both = self.types.as_enumeration(a).zip(self.types.as_enumeration(b));
                left == right && both.is_none_or(|(a, b)| a == b)
            }
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible(*a, *b),
            (Type::Array(a, m), Type::Array(b, n)) => {
                let lengths_agree = match (m, n) {
                    (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths_agree && self.compatible(*a, *b)
            }
            (Type::Function(a), Type::Function(b)) => self.compatible_functions(a, b),
            (Type::Record(a), Type::Record(b)) => {
                // A record that another file leaves incomplete is the same as any record of its
                // name.
                let (left, right) = (self.types.record(*a), self.types.record(*b));
                let open = left.members.is_none() || right.members.is_none();
                a == b || left.name == right.name && open && !left.name.is_empty()
            }
            (left, right) => left == right,
        }
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType) -> bool {
        let params_agree = match (a.unprototyped, b.unprototyped) {
            (true, true) => true,
            (true, false) => self.takes_promoted(b, a),
            (false, true) => self.takes_promoted(a, b),
            (false, false) => {
                a.variadic == b.variadic
                    && a.params.len() == b.params.len()
                    && a.params.iter().zip(&b.params).all(|(&a, &b)| self.compatible(a, b))
            }
        };
        params_agree && self.compatible(a.result, b.result)
    }

    /// Whether a function with a prototype can be called as one without: its parameters must have
    /// promoted types.
    fn takes_promoted(&self, function: &FunctionType, unprototyped: &FunctionType) -> bool {
        let promoted = |ty: Ty| match self.types.get(ty) {
            Type::Bool | Type::Float(FloatType::Float) => false,
            Type::Int(int) => int.rank >= IntType::INT.rank,
            _ => true,
        };
        let known = &unprototyped.params;
        let defined_so = known.is_empty()
            || known.len() == function.params.len()
                && function
                    .params
                    .iter()
                    .zip(known)
                    .all(|(&a, &b)| self.compatible(a, b) || self.promotes_to(b, a));
        !function.variadic && defined_so && function.params.iter().all(|&ty| promoted(ty))
    }

    /// Whether a narrow type has the other type after promotion.
    fn promotes_to(&self, narrow: Ty, wide: Ty) -> bool {
        match (self.types.get(narrow), self.types.get(wide)) {
            (Type::Float(FloatType::Float), Type::Float(FloatType::Double)) => true,
            (Type::Bool, Type::Int(wide)) => *wide == IntType::INT,
            (Type::Int(narrow), Type::Int(wide)) => {
                narrow.rank < IntType::INT.rank && *wide == IntType::INT
            }
            _ => false,
        }
    }
}
