//! Reading of concrete values, as solvers print them in models.

use super::application::of_sort;
use super::error::{Error, ErrorKind};
use super::reader::parse_term;
use super::scope::Scope;
use super::sexpr::{Node, SexprArena};
use crate::eval::{Assignment, Evaluator};
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::Value;

/// Reads a value of the given sort: any term without variables.
pub fn parse_value(arena: &SexprArena, node: Node, sort: &Sort) -> Result<Value, Error> {
    let mut store = TermStore::new();
    let term = parse_term(&mut store, arena, node, &Scope::new())?;
    let term = of_sort(&mut store, term, sort).map_err(|kind| arena.error(node, kind))?;
    constant_value(&store, term)
        .ok_or_else(|| arena.error(node, ErrorKind::Expected("a value without variables")))
}

/// The value of a term without variables. The stores of an array are applied to one value;
/// evaluation would copy the array for each store.
fn constant_value(store: &TermStore, term: Term) -> Option<Value> {
    let assignment = Assignment::new();
    let mut evaluator = Evaluator::new(store, &assignment);
    let mut stores = Vec::new();
    let mut base = term;
    while store.op(base) == Op::Store {
        let &[array, index, value] = store.args(base) else { return None };
        stores.push((index, value));
        base = array;
    }
    let base = evaluator.eval(base).ok()?;
    let Value::Array(mut array) = base else { return Some(base) };
    for (index, value) in stores.into_iter().rev() {
        *array = array.store(evaluator.eval(index).ok()?, evaluator.eval(value).ok()?);
    }
    Some(Value::Array(array))
}

#[cfg(test)]
mod tests {
    use super::super::sexpr::SexprArena;
    use super::*;
    use crate::float::FloatFormat;

    fn check(text: &str, sort: &Sort, expected: &str) {
        let arena = SexprArena::parse(text.as_bytes()).unwrap();
        let node = arena.roots().next().unwrap();
        let found = match parse_value(&arena, node, sort) {
            Ok(value) => {
                assert_eq!(value.sort(), *sort);
                value.to_string()
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn reads_values_of_every_sort() {
        let float = Sort::Float(FloatFormat::new(3, 4).unwrap());
        check("true", &Sort::Bool, "true");
        check("#b101", &Sort::BitVec(3), "#b101");
        check("(_ bv10 8)", &Sort::BitVec(8), "#x0a");
        check("(- 5)", &Sort::Int, "(- 5)");
        check("(- 5)", &Sort::Real, "(- 5.0)");
        check("(- (/ 1 3))", &Sort::Real, "(/ (- 1.0) 3.0)");
        check("(/ 2.0 6.0)", &Sort::Real, "(/ 1.0 3.0)");
        check("(fp #b1 #b010 #b111)", &float, "(fp #b1 #b010 #b111)");
        check("(_ -zero 3 4)", &float, "(fp #b1 #b000 #b000)");
        check("(_ +oo 3 4)", &float, "(fp #b0 #b111 #b000)");
        check("(_ NaN 3 4)", &float, "(_ NaN 3 4)");
        check("roundTowardZero", &Sort::RoundingMode, "RTZ");
        check("x", &Sort::Int, "1:1: unknown symbol 'x'");
        check("1", &Sort::Bool, "1:1: expected a term of sort Bool, found Int");
        check("(_ as-array f)", &Sort::Int, "1:1: unsupported: 'as-array'");
    }

    #[test]
    fn reads_arrays() {
        let sort = Sort::array(Sort::Int, Sort::BitVec(4));
        check(
            "(let ((a ((as const (Array Int (_ BitVec 4))) #x0))) (store (store a 2 #x1) (- 1) #x2))",
            &sort,
            "(store (store ((as const (Array Int (_ BitVec 4))) #x0) (- 1) #x2) 2 #x1)",
        );
    }

    #[test]
    fn reads_large_arrays() {
        let count = 20_000;
        let mut text = "(store ".repeat(count) + "((as const (Array Int Int)) 0)";
        for i in 0..count {
            text += &format!(" {i} {})", i + 1);
        }
        let arena = SexprArena::parse(text.as_bytes()).unwrap();
        let sort = Sort::array(Sort::Int, Sort::Int);
        let value = parse_value(&arena, arena.roots().next().unwrap(), &sort).unwrap();
        assert_eq!(value.as_array().unwrap().entries().count(), count);
    }
}
