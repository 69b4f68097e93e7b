//! Arrays and functions over floats.

use super::*;
use term::{ArrayValue, FunctionValue};

fn float_array() -> Sort {
    Sort::array(Sort::BitVec(2), Sort::Float(FloatFormat::F16))
}

fn half(bits: u64) -> Value {
    Value::Float(Float::from_bits(FloatFormat::F16, BitVec::new(16, bits)))
}

#[test]
fn elements_are_read_and_written() {
    let sorts = [float_array(), Sort::BitVec(2), Sort::Float(FloatFormat::F16)];
    let read = Lowered::new(&sorts, |store, x| {
        let stored = store.store(x[0], x[1], x[2]);
        let index = store.bv(2, 1);
        let element = store.select(stored, index);
        store.fp_lt(element, x[2])
    });
    let written = Lowered::new(&sorts, |store, x| store.store(x[0], x[1], x[2]));
    let array = ArrayValue::constant(Sort::BitVec(2), half(0x3c00)).store(Value::bv(2, 1), half(0));
    for index in 0..4 {
        for float in [0x3c00, 0xbc00, 0x7e00] {
            let values = [Value::Array(Box::new(array.clone())), Value::bv(2, index), half(float)];
            read.check(&values);
            written.check(&values);
        }
    }
}

#[test]
fn arrays_that_differ_do_so_as_arrays_of_floats() {
    let sorts = [float_array(), float_array()];
    let mut lowered = Lowered::new(&sorts, |store, x| store.eq(x[0], x[1]));
    let conditions = lowered.lowering.take_side_conditions();
    assert_eq!(conditions.len(), 1);
    assert!(lowered.lowering.take_side_conditions().is_empty());
    let witness = lowered.store.lookup("differ!0").unwrap();
    let holds = |left: u64, right: u64| {
        let mut bits = Assignment::new();
        for (&variable, pattern) in lowered.variables.iter().zip([left, right]) {
            let array = ArrayValue::constant(Sort::BitVec(2), Value::bv(16, pattern));
            let symbol = lowered.lowering.lowered_symbol(variable).unwrap();
            bits.set(symbol, Value::Array(Box::new(array)));
        }
        bits.set(witness, Value::bv(2, 0));
        eval(&lowered.store, conditions[0], &bits).unwrap()
    };
    assert_eq!(holds(0x3c00, 0x3c00), Value::Bool(true));
    assert_eq!(holds(0x3c00, 0x3c01), Value::Bool(true));
    // Two NaNs.
    assert_eq!(holds(0x7e00, 0x7e01), Value::Bool(false));
}

#[test]
fn functions_change_their_sorts() {
    let mut store = TermStore::new();
    let float = Sort::Float(FloatFormat::F16);
    let function =
        store.declare_function("f", std::slice::from_ref(&float), float.clone()).unwrap();
    let x = store.declare("x", float).unwrap();
    let x_term = store.var(x);
    let call = store.call(function, &[x_term]);
    let mut lowering = FpLowering::new();
    let lowered = lowering.lower(&mut store, call).unwrap();
    let function = lowering.lowered_symbol(function).unwrap();
    assert_eq!(store.parameters(function), [Sort::BitVec(16)]);
    let mut bits = Assignment::new();
    bits.set(lowering.lowered_symbol(x).unwrap(), Value::bv(16, 0x7e01));
    let nan = vec![Value::bv(16, 0x7e00)];
    let table = [(nan, Value::bv(16, 0xfe01))].into_iter().collect();
    bits.set_function(function, FunctionValue { default: Value::bv(16, 1), entries: table });
    assert_eq!(eval(&store, lowered, &bits), Ok(Value::bv(16, 0x7e00)));
}

#[test]
fn what_would_compare_patterns_of_arrays_is_refused() {
    let mut store = TermStore::new();
    let by_float = Sort::array(Sort::Float(FloatFormat::F16), Sort::Bool);
    let a = store.declare("a", by_float.clone()).unwrap();
    let b = store.declare("b", by_float).unwrap();
    let (a, b) = (store.var(a), store.var(b));
    let equal = store.eq(a, b);
    let mut lowering = FpLowering::new();
    let refused = Err(FpLoweringError::ComparedByFloatIndex);
    assert_eq!(lowering.lower(&mut store, equal), refused);

    let by_array = Sort::array(float_array(), Sort::Bool);
    let c = store.declare("c", by_array).unwrap();
    let c = store.var(c);
    let refused = lowering.lower(&mut store, c);
    assert_eq!(refused, Err(FpLoweringError::ArrayAsKey("indices of arrays")));

    let function = store.declare_function("f", &[float_array()], Sort::Bool).unwrap();
    let d = store.declare("d", float_array()).unwrap();
    let d = store.var(d);
    let call = store.call(function, &[d]);
    let refused = lowering.lower(&mut store, call);
    assert_eq!(refused, Err(FpLoweringError::ArrayAsKey("arguments of functions")));
}
