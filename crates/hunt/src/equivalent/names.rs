//! Renaming, and reordering of declarations.

use crate::ast::{Expr, Item, Program, Stmt};
use crate::rng::Rng;
use crate::visit;
use std::collections::BTreeMap;

/// Renames variables, functions and enumerators.
pub fn rename(program: &mut Program, rng: &mut Rng) {
    let mut names = Vec::new();
    for item in program.files.iter().flatten() {
        match item {
            Item::Variable(variable) => names.push(variable.name.clone()),
            Item::Enum(_, members) => names.extend(members.iter().map(|(name, _)| name.clone())),
            Item::Function(function) => {
                names.push(function.name.clone());
                names.extend(function.params.iter().map(|(name, _)| name.clone()));
            }
            Item::Aggregate(_) | Item::Typedef(..) => {}
        }
    }
    visit::functions(program, &mut |function| {
        for_each_local(function.body.as_mut().expect("visited for its body"), &mut |name| {
            names.extend(identifiers(name).map(str::to_owned));
        });
    });
    names.sort_unstable();
    names.dedup();
    names.retain(|name| name != "main");
    let mut numbers: Vec<usize> = (0..names.len()).collect();
    for at in (1..numbers.len()).rev() {
        numbers.swap(at, rng.below(at + 1));
    }
    let new_name = |number: usize| format!("{}_r{number}", char::from(b'a' + (number % 26) as u8));
    let map: BTreeMap<String, String> =
        names.into_iter().zip(numbers.into_iter().map(new_name)).collect();
    apply(program, &map);
}

/// The identifiers of a declarator; variable-length arrays are declared as `name[length]`.
fn identifiers(declarator: &str) -> impl Iterator<Item = &str> {
    declarator.split(['[', ']']).filter(|part| !part.is_empty())
}

fn for_each_local(body: &mut Vec<Stmt>, change: &mut dyn FnMut(&mut String)) {
    visit::statements(body, &mut |statement| match statement {
        Stmt::Declare(declaration) => change(&mut declaration.name),
        Stmt::For(declaration, ..) => change(&mut declaration.name),
        _ => {}
    });
}

fn apply(program: &mut Program, map: &BTreeMap<String, String>) {
    let rename = |declarator: &mut String| {
        let new = |part: &str| map.get(part).map_or(part, String::as_str).to_owned();
        let parts: Vec<String> = identifiers(declarator).map(new).collect();
        *declarator = match &parts[..] {
            [name, length] => format!("{name}[{length}]"),
            _ => parts.concat(),
        };
    };
    let mut in_expression = |expr: &mut Expr| {
        if let Expr::Name(name) = expr {
            rename(name);
        }
    };
    for item in program.files.iter_mut().flatten() {
        match item {
            Item::Variable(variable) => {
                rename(&mut variable.name);
                if let Some(init) = &mut variable.init {
                    visit::in_initialiser(init, &mut in_expression);
                }
            }
            Item::Enum(_, members) => members.iter_mut().for_each(|(name, _)| rename(name)),
            Item::Function(function) => {
                rename(&mut function.name);
                function.params.iter_mut().for_each(|(name, _)| rename(name));
                if let Some(body) = &mut function.body {
                    for_each_local(body, &mut |name| rename(name));
                    visit::statements(body, &mut |statement| {
                        visit::own_expressions(statement, &mut in_expression);
                    });
                }
            }
            Item::Aggregate(_) | Item::Typedef(..) => {}
        }
    }
}

/// Swaps neighbours that do not mention each other.
pub fn reorder(program: &mut Program, rng: &mut Rng) {
    let tags: Vec<String> = program.aggregates.iter().map(|it| format!("{it:?}")).collect();
    for items in &mut program.files {
        for _ in 0..2 * items.len() {
            if items.len() < 2 {
                break;
            }
            let at = rng.below(items.len() - 1);
            let (a, b) = (&items[at], &items[at + 1]);
            if !mentions(a, b, &tags) && !mentions(b, a, &tags) {
                items.swap(at, at + 1);
            }
        }
    }
}

/// Whether the first item uses something that the second one declares.
fn mentions(user: &Item, declared: &Item, aggregates: &[String]) -> bool {
    let mut text = format!("{user:?}");
    if let Item::Aggregate(index) = user {
        text += &aggregates[*index];
    }
    let has = |name: &str| text.contains(&format!("\"{name}\""));
    match declared {
        Item::Aggregate(index) => text.contains(&format!("Aggregate({index})")),
        Item::Enum(tag, members) => {
            text.contains(&format!("enum {tag}")) || members.iter().any(|(name, _)| has(name))
        }
        Item::Typedef(name, _) => has(name),
        Item::Variable(variable) => has(&variable.name),
        Item::Function(function) => has(&function.name),
    }
}
