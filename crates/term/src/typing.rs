//! The typing rules of the operator table.

use crate::ids::Term;
use crate::op::{Arity, Op, Signature};
use crate::sort::Sort;
use crate::store::TermStore;
use smallvec::SmallVec;
use thiserror::Error;

/// Why an application or a declaration is not well sorted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SortError {
    /// Wrong number of arguments.
    #[error("'{op}' does not take {found} argument(s)")]
    Arity {
        /// Name of the operator or function.
        op: String,
        /// Number of arguments given.
        found: usize,
    },
    /// Arguments of sorts that the operator has no rule for.
    #[error("'{op}' cannot be applied to {found}")]
    Arguments {
        /// Name of the operator or function.
        op: String,
        /// The sorts of the arguments.
        found: String,
    },
    /// An index of an indexed operator is out of range.
    #[error("index out of range in '{op}' applied to {found}")]
    Index {
        /// Name of the operator.
        op: String,
        /// The sorts of the arguments.
        found: String,
    },
    /// The operator's result sort cannot be the wanted one.
    #[error("'{op}' cannot yield {wanted}")]
    Result {
        /// Name of the operator.
        op: String,
        /// The sort asked for.
        wanted: Sort,
    },
    /// A name is declared twice in different ways.
    #[error("'{name}' is already declared with another sort")]
    Redeclared {
        /// The name.
        name: String,
    },
}

impl TermStore {
    /// The sort of an application, or why it has none. Operators whose result does not follow from
    /// the arguments ([`Op::needs_result_sort`]) are checked against `wanted`.
    pub fn result_sort(
        &self,
        op: Op,
        args: &[Term],
        wanted: Option<&Sort>,
    ) -> Result<Sort, SortError> {
        let info = op.info();
        let name = || match op {
            Op::Apply(symbol) | Op::Var(symbol) => self.name(symbol).to_owned(),
            _ => info.name.to_owned(),
        };
        let arity_holds = match info.arity {
            Arity::Exactly(n) => args.len() == usize::from(n),
            Arity::AtLeastTwo => args.len() >= 2,
            Arity::Declared => true,
        };
        if !arity_holds {
            return Err(SortError::Arity { op: name(), found: args.len() });
        }
        let sorts: SmallVec<[&Sort; 4]> = args.iter().map(|&a| self.sort(a)).collect();
        let found = || sorts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let bad_arguments = || SortError::Arguments { op: name(), found: found() };
        let bad_index = || SortError::Index { op: name(), found: found() };
        let when = |condition: bool, sort: Sort| {
            if condition { Ok(sort) } else { Err(bad_arguments()) }
        };
        let all_same = sorts.windows(2).all(|pair| pair[0] == pair[1]);
        match info.signature {
            Signature::Declared => match op {
                Op::Const(_) | Op::Var(_) => wanted.cloned().ok_or_else(bad_arguments),
                Op::Apply(symbol) => {
                    let parameters = self.parameters(symbol);
                    if parameters.len() != args.len() {
                        return Err(SortError::Arity { op: name(), found: args.len() });
                    }
                    let fits = parameters.iter().eq(sorts.iter().copied());
                    when(fits, self.symbol_sort(symbol).clone())
                }
                _ => unreachable!("only leaves and applications are declared"),
            },
            Signature::Bools => when(sorts.iter().all(|s| **s == Sort::Bool), Sort::Bool),
            Signature::Equality => when(all_same, Sort::Bool),
            Signature::Ite => {
                when(*sorts[0] == Sort::Bool && sorts[1] == sorts[2], sorts[1].clone())
            }
            Signature::BitVecs => {
                when(all_same && sorts[0].bit_width().is_some(), sorts[0].clone())
            }
            Signature::Concat => match (sorts[0], sorts[1]) {
                (Sort::BitVec(high), Sort::BitVec(low)) => {
                    high.checked_add(*low).map(Sort::BitVec).ok_or_else(bad_index)
                }
                _ => Err(bad_arguments()),
            },
            Signature::Extract => match (op, sorts[0]) {
                (Op::BvExtract { high, low }, Sort::BitVec(width)) => {
                    if low <= high && high < *width {
                        Ok(Sort::BitVec(high - low + 1))
                    } else {
                        Err(bad_index())
                    }
                }
                _ => Err(bad_arguments()),
            },
            Signature::Extend => match (op, sorts[0]) {
                (Op::BvZeroExtend(extra) | Op::BvSignExtend(extra), Sort::BitVec(width)) => {
                    width.checked_add(extra).map(Sort::BitVec).ok_or_else(bad_index)
                }
                _ => Err(bad_arguments()),
            },
            Signature::BitVecPredicate => {
                when(all_same && sorts[0].bit_width().is_some(), Sort::Bool)
            }
            Signature::Select => match sorts[0].as_array() {
                Some(array) if array.index == *sorts[1] => Ok(array.element.clone()),
                _ => Err(bad_arguments()),
            },
            Signature::Store => match sorts[0].as_array() {
                Some(array) if array.index == *sorts[1] && array.element == *sorts[2] => {
                    Ok(sorts[0].clone())
                }
                _ => Err(bad_arguments()),
            },
            Signature::Arithmetic => when(all_same && sorts[0].is_arithmetic(), sorts[0].clone()),
            Signature::Ints => when(sorts.iter().all(|s| **s == Sort::Int), Sort::Int),
            Signature::Reals => when(sorts.iter().all(|s| **s == Sort::Real), Sort::Real),
            Signature::ArithmeticPredicate => {
                when(all_same && sorts[0].is_arithmetic(), Sort::Bool)
            }
            Signature::IntToReal => when(*sorts[0] == Sort::Int, Sort::Real),
            Signature::RealToInt => when(*sorts[0] == Sort::Real, Sort::Int),
            Signature::RealPredicate => when(*sorts[0] == Sort::Real, Sort::Bool),
            Signature::BvToInt => when(sorts[0].bit_width().is_some(), Sort::Int),
            Signature::Floats => {
                when(all_same && sorts[0].float_format().is_some(), sorts[0].clone())
            }
            Signature::RoundedFloats => {
                let same = sorts[1..].windows(2).all(|pair| pair[0] == pair[1]);
                let fits = *sorts[0] == Sort::RoundingMode && sorts[1].float_format().is_some();
                when(same && fits, sorts[1].clone())
            }
            Signature::FloatPredicate => {
                when(all_same && sorts[0].float_format().is_some(), Sort::Bool)
            }
            Signature::FloatToBits => match sorts[0] {
                Sort::Float(format) => Ok(Sort::BitVec(format.width())),
                _ => Err(bad_arguments()),
            },
            Signature::FloatToReal => when(sorts[0].float_format().is_some(), Sort::Real),
            signature => {
                let wanted = wanted.ok_or_else(bad_arguments)?;
                let from_mode = *sorts[0] == Sort::RoundingMode;
                let (result_fits, arguments_fit) = match (signature, wanted) {
                    (Signature::ConstArray, Sort::Array(array)) => {
                        (true, array.element == *sorts[0])
                    }
                    (Signature::IntToBv, Sort::BitVec(_)) => (true, *sorts[0] == Sort::Int),
                    (Signature::FloatFromBits, Sort::Float(format)) => {
                        (true, sorts[0].bit_width() == Some(format.width()))
                    }
                    (Signature::FloatFromFloat, Sort::Float(_))
                    | (Signature::FloatToBitVec, Sort::BitVec(_)) => {
                        (true, from_mode && sorts[1].float_format().is_some())
                    }
                    (Signature::FloatFromBitVec, Sort::Float(_)) => {
                        (true, from_mode && sorts[1].bit_width().is_some())
                    }
                    (Signature::FloatFromReal, Sort::Float(_)) => {
                        (true, from_mode && *sorts[1] == Sort::Real)
                    }
                    _ => (false, false),
                };
                if !result_fits {
                    return Err(SortError::Result { op: name(), wanted: wanted.clone() });
                }
                when(arguments_fit, wanted.clone())
            }
        }
    }

    /// Whether an application has exactly the given sort.
    pub(crate) fn check_sorts(&self, op: Op, sort: &Sort, args: &[Term]) -> Result<(), SortError> {
        let result = self.result_sort(op, args, Some(sort))?;
        if result == *sort {
            Ok(())
        } else {
            Err(SortError::Result { op: op.info().name.to_owned(), wanted: sort.clone() })
        }
    }
}
