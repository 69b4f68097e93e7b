//! Printing of scripts.

use super::script::{CommandKind, Script};
use super::symbol::Quoted;
use crate::ids::{Symbol, Term};
use crate::store::TermStore;
use std::fmt;

/// The text of a script, a line for each command.
#[derive(Clone, Copy)]
pub struct ScriptDisplay<'a> {
    script: &'a Script,
    store: &'a TermStore,
}

impl Script {
    /// The text of the script, whose terms are in `store`.
    pub fn display<'a>(&'a self, store: &'a TermStore) -> ScriptDisplay<'a> {
        ScriptDisplay { script: self, store }
    }
}

impl fmt::Display for ScriptDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for command in &self.script.commands {
            self.command(f, &command.kind)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl ScriptDisplay<'_> {
    fn command(&self, f: &mut fmt::Formatter<'_>, command: &CommandKind) -> fmt::Result {
        let store = self.store;
        match command {
            CommandKind::SetLogic(logic) => write!(f, "(set-logic {})", Quoted(logic)),
            CommandKind::SetInfo(keyword, value) => attribute(f, "set-info", keyword, value),
            CommandKind::SetOption(keyword, value) => attribute(f, "set-option", keyword, value),
            CommandKind::Declare(symbol) => write!(f, "{}", store.display_declaration(*symbol)),
            CommandKind::Define { name, parameters, body } => {
                write!(f, "(define-fun {} (", Quoted(name))?;
                for (i, &parameter) in parameters.iter().enumerate() {
                    let space = if i == 0 { "" } else { " " };
                    write!(f, "{space}({} {})", store.display(parameter), store.sort(parameter))?;
                }
                write!(f, ") {} {})", store.sort(*body), store.display(*body))
            }
            CommandKind::DefineSort(name, sort) => {
                write!(f, "(define-sort {} () {sort})", Quoted(name))
            }
            CommandKind::Assert { term, name: Some(name) } => {
                write!(f, "(assert (! {} :named {}))", store.display(*term), Quoted(name))
            }
            CommandKind::Assert { term, name: None } => {
                write!(f, "(assert {})", store.display(*term))
            }
            CommandKind::CheckSat => f.write_str("(check-sat)"),
            CommandKind::CheckSatAssuming(terms) => self.terms(f, "check-sat-assuming", terms),
            CommandKind::Push(levels) => write!(f, "(push {levels})"),
            CommandKind::Pop(levels) => write!(f, "(pop {levels})"),
            CommandKind::GetModel => f.write_str("(get-model)"),
            CommandKind::GetValue(terms) => self.terms(f, "get-value", terms),
            CommandKind::GetUnsatCore => f.write_str("(get-unsat-core)"),
            CommandKind::GetUnsatAssumptions => f.write_str("(get-unsat-assumptions)"),
            CommandKind::Echo(text) => write!(f, "(echo \"{}\")", text.replace('"', "\"\"")),
            CommandKind::Exit => f.write_str("(exit)"),
        }
    }

    fn terms(&self, f: &mut fmt::Formatter<'_>, name: &str, terms: &[Term]) -> fmt::Result {
        write!(f, "({name} (")?;
        for (i, &term) in terms.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{}", self.store.display(term))?;
        }
        f.write_str("))")
    }
}

fn attribute(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    keyword: &str,
    value: &Option<String>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, "({name} {keyword} {value})"),
        None => write!(f, "({name} {keyword})"),
    }
}

/// The command that declares a symbol.
#[derive(Clone, Copy)]
pub struct DeclarationDisplay<'a> {
    store: &'a TermStore,
    symbol: Symbol,
}

impl TermStore {
    /// The text of the command that declares a symbol.
    pub fn display_declaration(&self, symbol: Symbol) -> DeclarationDisplay<'_> {
        DeclarationDisplay { store: self, symbol }
    }
}

impl fmt::Display for DeclarationDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = self.store;
        write!(f, "(declare-fun {} (", Quoted(store.name(self.symbol)))?;
        for (i, sort) in store.parameters(self.symbol).iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{sort}")?;
        }
        write!(f, ") {})", store.symbol_sort(self.symbol))
    }
}
