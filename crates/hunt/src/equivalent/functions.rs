//! Outlining of functions, and moving functions to other files.

use super::data::{self, Integers};
use crate::ast::{
    BinaryOp, Declaration, Expr, Function, IntType, Item, Machine, Program, Stmt, Storage, Type,
    UnaryOp,
};
use crate::build::{address, assign, call, deref, name};
use crate::rng::Rng;
use crate::visit;

/// Names and types of parameters.
type Params = Vec<(String, Type)>;

fn static_function(name: String, result: Type, params: Params, body: Vec<Stmt>) -> Item {
    let storage = Storage::Static;
    Item::Function(Function { storage, result, name, params, variadic: false, body: Some(body) })
}

/// Inserts new functions before all others of their file, on which they do not depend.
fn put_before_functions(items: &mut Vec<Item>, new: Vec<Item>) {
    let first = items.iter().position(|item| matches!(item, Item::Function(_)));
    let at = first.unwrap_or(items.len());
    items.splice(at..at, new);
}

/// A name that the program does not use.
fn fresh(program: &Program, prefix: &str) -> String {
    let text = format!("{:?}", program.files);
    let taken = |name: &String| text.contains(&format!("\"{name}\""));
    (0..)
        .map(|number| format!("{prefix}{number}"))
        .find(|name| !taken(name) && !taken(&format!("{name}_0")))
        .expect("numbers do not end")
}

/// Outlines some expressions over integer variables.
pub fn outline_expressions(program: &mut Program, rng: &mut Rng) {
    let machine = program.machine;
    let prefix = fresh(program, "outlined");
    let mut new: Vec<(Params, Type, Expr)> = Vec::new();
    data::evaluated(program, &mut |expr, known| {
        let Expr::Binary(..) = expr else { return };
        if new.len() == 3 || rng.one_in(2) {
            return;
        }
        let Some(result) = type_of(expr, known, machine) else { return };
        let mut params: Params = Vec::new();
        visit::in_expression(expr, &mut |part| {
            if let Expr::Name(name) = part
                && !params.iter().any(|(param, _)| param == name)
            {
                params.push((name.clone(), Type::Int(known[name.as_str()])));
            }
        });
        let args = params.iter().map(|(param, _)| name(param)).collect();
        let outlined = call(format!("{prefix}_{}", new.len()), args);
        let body = std::mem::replace(expr, outlined);
        new.push((params, Type::Int(result), body));
    });
    // Each file gets its own copy, since the functions are static.
    for items in &mut program.files {
        let used = format!("{items:?}");
        let functions = new.iter().enumerate().filter_map(|(number, (params, result, value))| {
            let name = format!("{prefix}_{number}");
            let body = vec![Stmt::Return(Some(value.clone()))];
            used.contains(&format!("\"{name}\""))
                .then(|| static_function(name, result.clone(), params.clone(), body))
        });
        put_before_functions(items, functions.collect());
    }
}

/// The type of an expression of constants, integer variables and operators.
fn type_of(expr: &Expr, known: &Integers, machine: Machine) -> Option<IntType> {
    match expr {
        Expr::Int(_, ty) => Some(*ty),
        Expr::Name(name) => known.get(name).copied(),
        Expr::Unary(UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Complement, a) => {
            Some(type_of(a, known, machine)?.promoted())
        }
        Expr::Binary(op, a, b) => {
            let (a, b) = (type_of(a, known, machine)?, type_of(b, known, machine)?);
            use BinaryOp::*;
            match op {
                Mul | Div | Rem | Add | Sub | BitAnd | BitXor | BitOr => Some(a.common(b, machine)),
                Shl | Shr => Some(a.promoted()),
                _ => Some(IntType::Int),
            }
        }
        _ => None,
    }
}

/// Outlines some assignments to integer variables.
pub fn outline_assignments(program: &mut Program, rng: &mut Rng) {
    let prefix = fresh(program, "store");
    let mut count = 0;
    for items in &mut program.files {
        let globals = data::globals(items);
        let mut new = Vec::new();
        for item in items.iter_mut() {
            let Item::Function(function) = item else { continue };
            let mut known = globals.clone();
            known.extend(data::locals(function));
            let Some(body) = &mut function.body else { continue };
            visit::statements(body, &mut |statement| {
                let Stmt::Expr(Expr::Assign(None, to, value)) = statement else { return };
                let Expr::Name(target) = &**to else { return };
                let Some(ty) = known.get(target) else { return };
                if count == 3 || rng.one_in(2) {
                    return;
                }
                let function = format!("{prefix}_{count}");
                count += 1;
                let params = vec![
                    ("to".to_owned(), Type::Int(*ty).pointer()),
                    ("value".to_owned(), Type::Int(*ty)),
                ];
                let store = Stmt::Expr(assign(deref(name("to")), name("value")));
                new.push(static_function(function.clone(), Type::Void, params, vec![store]));
                let args = vec![address((**to).clone()), (**value).clone()];
                *statement = Stmt::Expr(call(function, args));
            });
        }
        put_before_functions(items, new);
    }
}

/// Moves a function of a single-file program to a second file.
pub fn split_file(program: &mut Program, rng: &mut Rng) {
    let [items] = &mut program.files[..] else { return };
    let incomplete = |item: &Item| match item {
        Item::Variable(variable) => {
            matches!(variable.ty, Type::Array(_, None)).then(|| variable.name.clone())
        }
        _ => None,
    };
    // The size of such an array is known only in its own file.
    let incomplete: Vec<String> = items.iter().filter_map(incomplete).collect();
    let movable: Vec<usize> = (0..items.len())
        .filter(|&at| match &items[at] {
            Item::Function(function) => {
                let text = format!("{function:?}");
                function.name != "main"
                    && function.body.is_some()
                    && !incomplete.iter().any(|name| text.contains(&format!("\"{name}\"")))
            }
            _ => false,
        })
        .collect();
    if movable.is_empty() {
        return;
    }
    let moved = rng.pick(&movable);
    let mut second = Vec::new();
    for (at, item) in items.iter_mut().enumerate() {
        match item {
            Item::Function(function) if function.name == "main" => {}
            Item::Function(function) => {
                function.storage = Storage::None;
                let prototype = Function { body: None, ..function.clone() };
                let there = if at == moved { function.clone() } else { prototype.clone() };
                second.push(Item::Function(there));
                if at == moved {
                    *function = prototype;
                }
            }
            Item::Variable(variable) => {
                variable.storage = Storage::None;
                let announced =
                    Declaration { storage: Storage::Extern, init: None, ..variable.clone() };
                second.push(Item::Variable(announced));
            }
            types => second.push(types.clone()),
        }
    }
    program.files.push(second);
}
