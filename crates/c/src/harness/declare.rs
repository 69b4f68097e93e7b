//! Types and declarations as C text.

use crate::hir::{ArrayLength, FloatType, IntType, Tuple, Ty, Type, Types};

/// A declaration of a name, without qualifiers. There is none for types that have no name.
pub(super) fn declaration(types: &Types, ty: Ty, name: &str) -> Option<String> {
    let base = |words: &str| Some(format!("{words} {name}").trim_end().to_owned());
    match types.get(ty) {
        Type::Void => base("void"),
        Type::Bool => base("_Bool"),
        Type::Int(int) => base(int_words(*int)),
        Type::Float(float) => base(float_words(*float)),
        Type::Pointer(target) => match types.get(*target) {
            Type::Array(..) | Type::Function(_) => {
                declaration(types, *target, &format!("(*{name})"))
            }
            _ => declaration(types, *target, &format!("*{name}")),
        },
        Type::Array(element, ArrayLength::Fixed(n)) => {
            declaration(types, *element, &format!("{name}[{n}]"))
        }
        Type::Array(element, ArrayLength::Unknown) => {
            declaration(types, *element, &format!("{name}[]"))
        }
        Type::Array(_, ArrayLength::Variable(_)) | Type::VaList => None,
        Type::Record(id) if let Some(tuple) = types.tuple_of(*id) => {
            let element = declaration(types, tuple.element(), "")?;
            match tuple {
                Tuple::Complex(_) => base(&format!("_Complex {element}")),
                Tuple::Vector(..) => {
                    let size = types.size_of(ty)?;
                    base(&format!("__attribute__((vector_size({size}))) {element}"))
                }
            }
        }
        Type::Record(id) => {
            let record = types.record(*id);
            let kind = if record.is_union { "union" } else { "struct" };
            match (record.name.as_str(), record.alias.as_str()) {
                ("", "") => None,
                ("", alias) => base(alias),
                (tag, _) => base(&format!("{kind} {tag}")),
            }
        }
        Type::Function(function) => {
            let params: Option<Vec<String>> =
                function.params.iter().map(|&param| declaration(types, param, "")).collect();
            let mut params = params?;
            if function.variadic {
                params.push("...".to_owned());
            } else if params.is_empty() && !function.unprototyped {
                params.push("void".to_owned());
            }
            declaration(types, function.result, &format!("{name}({})", params.join(", ")))
        }
    }
}

/// The words for an integer type.
fn int_words(int: IntType) -> &'static str {
    match (int.rank, int.signed) {
        (0, _) => "char",
        (1, true) => "signed char",
        (1, false) => "unsigned char",
        (2, true) => "short",
        (2, false) => "unsigned short",
        (3, true) => "int",
        (3, false) => "unsigned int",
        (4, true) => "long",
        (4, false) => "unsigned long",
        (5, true) => "long long",
        (5, false) => "unsigned long long",
        (_, true) => "__int128",
        (_, false) => "unsigned __int128",
    }
}

fn float_words(float: FloatType) -> &'static str {
    match float {
        FloatType::Float => "float",
        FloatType::Double => "double",
        FloatType::LongDouble => "long double",
        FloatType::Quad => "__float128",
    }
}

/// The input function of an arithmetic type, with the type as C text.
pub(super) fn input_function(ty: &Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Bool => ("__VERIFIER_nondet_bool", "_Bool"),
        Type::Int(int) => {
            let name = match (int.rank, int.signed) {
                (0, _) => "__VERIFIER_nondet_char",
                (1, true) => "__VERIFIER_nondet_schar",
                (1, false) => "__VERIFIER_nondet_uchar",
                (2, true) => "__VERIFIER_nondet_short",
                (2, false) => "__VERIFIER_nondet_ushort",
                (3, true) => "__VERIFIER_nondet_int",
                (3, false) => "__VERIFIER_nondet_uint",
                (4, true) => "__VERIFIER_nondet_long",
                (4, false) => "__VERIFIER_nondet_ulong",
                (5, true) => "__VERIFIER_nondet_longlong",
                (5, false) => "__VERIFIER_nondet_ulonglong",
                (_, true) => "__VERIFIER_nondet_int128",
                (_, false) => "__VERIFIER_nondet_uint128",
            };
            (name, int_words(*int))
        }
        Type::Float(float) => {
            let name = match float {
                FloatType::Float => "__VERIFIER_nondet_float",
                FloatType::Double => "__VERIFIER_nondet_double",
                FloatType::LongDouble => "__VERIFIER_nondet_longdouble",
                FloatType::Quad => "__VERIFIER_nondet_float128",
            };
            (name, float_words(*float))
        }
        _ => return None,
    })
}
