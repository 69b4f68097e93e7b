//! Changes of the storage of variables.

use crate::ast::{
    Declaration, Expr, Function, Initialiser, IntType, Item, Program, Stmt, Storage, Type,
};
use crate::build::{address, assign, binary, deref};
use crate::rng::Rng;
use crate::visit;
use std::collections::BTreeMap;

/// The integer variables that are visible in a function.
pub type Integers = BTreeMap<String, IntType>;

/// The integer variables that each file declares outside of functions.
pub fn globals(items: &[Item]) -> Integers {
    let variables = items.iter().filter_map(|item| match item {
        Item::Variable(variable) => Some((variable.name.clone(), &variable.ty)),
        _ => None,
    });
    integers(variables)
}

/// The integer parameters and local variables of a function.
pub fn locals(function: &mut Function) -> Integers {
    let mut found: Vec<(String, Type)> = function.params.clone();
    if let Some(body) = &mut function.body {
        visit::statements(body, &mut |statement| match statement {
            Stmt::Declare(it) => found.push((it.name.clone(), it.ty.clone())),
            Stmt::For(it, ..) => found.push((it.name.clone(), it.ty.clone())),
            _ => {}
        });
    }
    // A name that is declared twice could have two types.
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    found.iter().for_each(|(name, _)| *counts.entry(name.clone()).or_default() += 1);
    integers(
        found.iter().filter(|(name, _)| counts[name] == 1).map(|(name, ty)| (name.clone(), ty)),
    )
}

fn integers<'a>(variables: impl Iterator<Item = (String, &'a Type)>) -> Integers {
    let integer = |(name, ty): (String, &Type)| match ty.resolved() {
        Type::Int(ty) => Some((name, *ty)),
        _ => None,
    };
    variables.filter_map(integer).collect()
}

/// Makes variables of `main` static, static ones automatic, and those of a single file static.
pub fn change_storage(program: &mut Program, rng: &mut Rng) {
    let single = program.files.len() == 1;
    for item in program.files.iter_mut().flatten() {
        match item {
            Item::Variable(variable)
                if single && variable.storage == Storage::None && rng.one_in(2) =>
            {
                variable.storage = Storage::Static;
            }
            // The statements of `main` outside of loops are executed once.
            Item::Function(Function { name, body: Some(body), .. }) if name == "main" => {
                if body.iter().any(|statement| matches!(statement, Stmt::Label(_))) {
                    continue;
                }
                for statement in body {
                    if let Stmt::Declare(declaration) = statement
                        && starts_with_numbers(declaration)
                        && rng.one_in(2)
                    {
                        declaration.storage = match declaration.storage {
                            Storage::None => Storage::Static,
                            _ => Storage::None,
                        };
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a variable contains only numbers and has a constant initial value.
fn starts_with_numbers(declaration: &Declaration) -> bool {
    fn is_number(ty: &Type) -> bool {
        match ty.resolved() {
            Type::Int(_) | Type::Float(_) => true,
            Type::Array(element, _) => is_number(element),
            _ => false,
        }
    }
    fn is_constant(init: &Initialiser) -> bool {
        match init {
            Initialiser::Value(value) => matches!(value, Expr::Int(..) | Expr::Float(..)),
            Initialiser::List(elements) => elements.iter().all(|(_, element)| is_constant(element)),
        }
    }
    is_number(&declaration.ty) && declaration.init.as_ref().is_some_and(is_constant)
}

/// Calls `change` on every evaluated expression of a function, with the visible integer variables.
pub fn evaluated(program: &mut Program, change: &mut dyn FnMut(&mut Expr, &Integers)) {
    for items in &mut program.files {
        let globals = globals(items);
        for item in items {
            let Item::Function(function) = item else { continue };
            let mut known = globals.clone();
            known.retain(|name, _| !function.params.iter().any(|(param, _)| param == name));
            known.extend(locals(function));
            let Some(body) = &mut function.body else { continue };
            visit::statements(body, &mut |statement| {
                let is_static = matches!(
                    statement,
                    Stmt::Declare(Declaration { storage: Storage::Static, .. })
                );
                if !is_static {
                    visit::own_expressions(statement, &mut |expr| change(expr, &known));
                }
            });
        }
    }
}

/// Replaces `x` by `*&x`.
pub fn take_addresses(program: &mut Program, rng: &mut Rng) {
    evaluated(program, &mut |expr, known| {
        if let Expr::Name(name) = expr
            && known.contains_key(name)
            && rng.one_in(4)
        {
            *expr = deref(address(expr.clone()));
        }
    });
}

/// Replaces `x += e` by `x = x + e`.
pub fn expand_assignments(program: &mut Program) {
    evaluated(program, &mut |expr, known| {
        if let Expr::Assign(Some(op), to, value) = expr
            && let Expr::Name(name) = &**to
            && known.contains_key(name)
        {
            *expr = assign((**to).clone(), binary(*op, (**to).clone(), (**value).clone()));
        }
    });
}
