//! Sorts and values, lowered and back.

use super::{FpLoweringError, mode};
use term::{ArrayValue, Float, Sort, Value};

/// The sort of lowered terms: vectors for floats and rounding modes, also in arrays.
pub fn lower_sort(sort: &Sort) -> Sort {
    match sort {
        Sort::Float(format) => Sort::BitVec(format.width()),
        Sort::RoundingMode => Sort::BitVec(mode::WIDTH),
        Sort::Array(array) => Sort::array(lower_sort(&array.index), lower_sort(&array.element)),
        Sort::Bool | Sort::BitVec(_) | Sort::Int | Sort::Real => sort.clone(),
    }
}

/// The value of the lowered sort that represents a value.
pub fn lower_value(value: &Value) -> Value {
    match value {
        Value::Float(float) => Value::BitVec(float.bits().clone()),
        Value::RoundingMode(rounding) => Value::bv(mode::WIDTH, mode::encode(*rounding)),
        Value::Array(array) => {
            let index = lower_sort(array.index_sort());
            let start = ArrayValue::constant(index, lower_value(array.default_value()));
            Value::Array(Box::new(array.entries().fold(start, |lowered, (index, element)| {
                lowered.store(lower_value(index), lower_value(element))
            })))
        }
        Value::Bool(_) | Value::BitVec(_) | Value::Int(_) | Value::Real(_) => value.clone(),
    }
}

/// The value of the given sort that a value of its lowered sort represents.
pub fn raise_value(sort: &Sort, value: &Value) -> Value {
    match (sort, value) {
        (Sort::Float(format), Value::BitVec(bits)) => {
            Value::Float(Float::from_bits(*format, bits.clone()))
        }
        (Sort::RoundingMode, Value::BitVec(bits)) => {
            Value::RoundingMode(mode::decode(bits.to_u64().unwrap_or(u64::MAX)))
        }
        (Sort::Array(sort), Value::Array(array)) => {
            let default = raise_value(&sort.element, array.default_value());
            let mut raised = ArrayValue::constant(sort.index.clone(), default);
            for (index, element) in array.entries() {
                let index_value = raise_value(&sort.index, index);
                // Lowered terms only use canonical indices.
                if lower_value(&index_value) == *index {
                    raised = raised.store(index_value, raise_value(&sort.element, element));
                }
            }
            Value::Array(Box::new(raised))
        }
        _ => value.clone(),
    }
}

/// Arrays in which several vectors represent one float cannot be compared by their vectors, as
/// functions and arrays do with their arguments and indices.
pub(super) fn check_keys(parameters: &[Sort], sort: &Sort) -> Result<(), FpLoweringError> {
    let holds_floats = |sort: &Sort| matches!(sort, Sort::Array(_)) && lower_sort(sort) != *sort;
    if parameters.iter().any(holds_floats) {
        return Err(FpLoweringError::ArrayAsKey("arguments of functions"));
    }
    for mut sort in parameters.iter().chain([sort]) {
        while let Sort::Array(array) = sort {
            if holds_floats(&array.index) {
                return Err(FpLoweringError::ArrayAsKey("indices of arrays"));
            }
            sort = &array.element;
        }
    }
    Ok(())
}
