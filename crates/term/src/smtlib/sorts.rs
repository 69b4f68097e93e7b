//! Reading of sorts.

use super::error::{Error, ErrorKind};
use super::scope::Scope;
use super::sexpr::{Node, SexprArena};
use crate::float::FloatFormat;
use crate::sort::Sort;

/// The widest bit-vectors that are read. Constants take memory in proportion to their width, so a
/// short text could otherwise demand any amount of it.
pub(super) const MAX_WIDTH: u32 = 1 << 24;

/// The most parts that an array sort may have. Sorts are trees, walked recursively.
const MAX_SORT_SIZE: usize = 1000;

/// Reads a sort.
pub fn parse_sort(arena: &SexprArena, node: Node, scope: &Scope) -> Result<Sort, Error> {
    let mut values: Vec<Sort> = Vec::new();
    // Array sorts wait on the stack, marked, until their parts are read.
    let mut stack = vec![(node, false)];
    while let Some((node, parts_are_read)) = stack.pop() {
        if parts_are_read {
            let (Some(element), Some(index)) = (values.pop(), values.pop()) else {
                unreachable!("an array sort has two parts");
            };
            if size(&index) + size(&element) >= MAX_SORT_SIZE {
                return Err(unsupported(arena, node, "such a large sort"));
            }
            values.push(Sort::array(index, element));
        } else if let Some(name) = arena.symbol(node) {
            values.push(named_sort(arena, node, name, scope)?);
        } else if let Some([head, index, element]) = arena.elements(node)
            && arena.symbol(head) == Some("Array")
        {
            stack.extend([(node, true), (element, false), (index, false)]);
        } else {
            values.push(indexed_sort(arena, node)?);
        }
        if stack.len() > 3 * MAX_SORT_SIZE {
            return Err(unsupported(arena, node, "such a large sort"));
        }
    }
    Ok(values.pop().expect("one sort was read"))
}

fn unsupported(arena: &SexprArena, node: Node, what: &str) -> Error {
    arena.error(node, ErrorKind::Unsupported(what.to_owned()))
}

fn size(sort: &Sort) -> usize {
    match sort {
        Sort::Array(array) => 1 + size(&array.index) + size(&array.element),
        _ => 1,
    }
}

fn named_sort(arena: &SexprArena, node: Node, name: &str, scope: &Scope) -> Result<Sort, Error> {
    if let Some(sort) = scope.sort(name) {
        return Ok(sort.clone());
    }
    match name {
        "Bool" => Ok(Sort::Bool),
        "Int" => Ok(Sort::Int),
        "Real" => Ok(Sort::Real),
        "RoundingMode" => Ok(Sort::RoundingMode),
        "Float16" => Ok(Sort::Float(FloatFormat::F16)),
        "Float32" => Ok(Sort::Float(FloatFormat::F32)),
        "Float64" => Ok(Sort::Float(FloatFormat::F64)),
        "Float128" => Ok(Sort::Float(FloatFormat::F128)),
        "String" | "RegLan" => Err(unsupported(arena, node, "strings")),
        _ => Err(arena.error(node, ErrorKind::UnknownSort(name.to_owned()))),
    }
}

/// `(_ BitVec n)` or `(_ FloatingPoint e s)`
fn indexed_sort(arena: &SexprArena, node: Node) -> Result<Sort, Error> {
    let word = |node, name| arena.symbol(node) == Some(name);
    if let Some([underscore, name, width]) = arena.elements(node)
        && arena.is_word(underscore, "_")
        && word(name, "BitVec")
    {
        return parse_width(arena, width).map(Sort::BitVec);
    }
    if let Some([underscore, name, exponent, significand]) = arena.elements(node)
        && arena.is_word(underscore, "_")
        && word(name, "FloatingPoint")
    {
        return parse_format(arena, exponent, significand).map(Sort::Float);
    }
    match arena.children(node).next() {
        Some(head) if arena.symbol(head).is_some() => {
            let text: String = arena.text(node).chars().take(60).collect();
            Err(arena.error(node, ErrorKind::UnknownSort(text)))
        }
        _ => Err(arena.error(node, ErrorKind::Expected("a sort"))),
    }
}

/// A width of a bit-vector.
pub(super) fn parse_width(arena: &SexprArena, node: Node) -> Result<u32, Error> {
    match arena.numeral_u32(node) {
        Some(width @ 1..=MAX_WIDTH) => Ok(width),
        _ => Err(arena.error(node, ErrorKind::OutOfRange(arena.text(node).to_owned()))),
    }
}

/// The format of a floating-point sort.
pub(super) fn parse_format(
    arena: &SexprArena,
    exponent: Node,
    significand: Node,
) -> Result<FloatFormat, Error> {
    let bits = arena.numeral_u32(exponent).zip(arena.numeral_u32(significand));
    bits.and_then(|(e, s)| FloatFormat::new(e, s))
        .filter(|format| format.width() <= MAX_WIDTH)
        .ok_or_else(|| {
            let text = format!("{} {}", arena.text(exponent), arena.text(significand));
            arena.error(exponent, ErrorKind::OutOfRange(text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let arena = SexprArena::parse(text.as_bytes()).map_err(|error| error.to_string())?;
        let node = arena.roots().next().expect("an expression");
        let mut scope = Scope::new();
        scope.bind_sort("Byte", Sort::BitVec(8));
        parse_sort(&arena, node, &scope)
            .map(|sort| sort.to_string())
            .map_err(|error| error.to_string())
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(read(text).as_deref(), Ok(expected));
    }

    fn check_error(text: &str, expected: &str) {
        assert_eq!(read(text).err().as_deref(), Some(expected));
    }

    #[test]
    fn reads_sorts() {
        check("Bool", "Bool");
        check("(_ BitVec 32)", "(_ BitVec 32)");
        check("Float32", "(_ FloatingPoint 8 24)");
        check("(_ FloatingPoint 5 11)", "(_ FloatingPoint 5 11)");
        check("(Array Int (Array Byte Real))", "(Array Int (Array (_ BitVec 8) Real))");
        check("(Array (Array Int Bool) Real)", "(Array (Array Int Bool) Real)");
    }

    #[test]
    fn refuses_other_things() {
        check_error("Foo", "1:1: unknown sort 'Foo'");
        check_error("(Array Int Foo)", "1:12: unknown sort 'Foo'");
        check_error("(_ BitVec 0)", "1:11: number out of range: 0");
        check_error("(_ BitVec 99999999999)", "1:11: number out of range: 99999999999");
        check_error("(_ FloatingPoint 1 2)", "1:18: number out of range: 1 2");
        check_error("(Seq Int)", "1:1: unknown sort '(Seq Int)'");
        check_error("12", "1:1: expected a sort");
        check_error("()", "1:1: expected a sort");
    }

    #[test]
    fn refuses_sorts_too_deep_to_walk() {
        for text in ["(Array Int ".repeat(100_000) + "Int" + &")".repeat(100_000), {
            "(Array ".repeat(100_000) + "Int" + &" Int)".repeat(100_000)
        }] {
            assert!(read(&text).is_err_and(|error| error.contains("large sort")));
        }
    }
}
