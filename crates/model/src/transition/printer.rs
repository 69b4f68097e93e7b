//! Printing of transition systems.

use super::TransitionSystem;
use std::fmt::{self, Display, Formatter};
use term::Symbol;
use term::smtlib::Quoted;

/// The system in VMT, SMT-LIB with annotations that other model checkers read. A variable is primed
/// after a step; inputs have no primed copies.
impl Display for TransitionSystem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let terms = &self.terms;
        let primed = |symbol: Symbol| format!("{}'", terms.name(symbol));
        for variable in &self.variables {
            let (name, sort) = (terms.name(variable.symbol), terms.symbol_sort(variable.symbol));
            let next = primed(variable.symbol);
            writeln!(f, "(declare-fun {} () {sort})", Quoted(name))?;
            writeln!(f, "(declare-fun {} () {sort})", Quoted(&next))?;
            writeln!(
                f,
                "(define-fun {} () {sort} (! {} :next {}))",
                Quoted(&format!(".{name}")),
                Quoted(name),
                Quoted(&next)
            )?;
        }
        for &input in &self.inputs {
            let (name, sort) = (Quoted(terms.name(input)), terms.symbol_sort(input));
            writeln!(f, "(declare-fun {name} () {sort})")?;
        }
        writeln!(f, "(define-fun .init () Bool (! {} :init true))", terms.display(self.initial))?;
        writeln!(f, "(define-fun .trans () Bool (! (and {}", terms.display(self.constraint))?;
        for variable in &self.variables {
            let next = primed(variable.symbol);
            writeln!(f, "  (= {} {})", Quoted(&next), terms.display(variable.next))?;
        }
        writeln!(f, ") :trans true))")?;
        for (number, bad) in self.bad.iter().enumerate() {
            writeln!(f, "; never: {}", bad.kind.to_string().replace('\n', " "))?;
            let condition = terms.display(bad.condition);
            writeln!(
                f,
                "(define-fun .never{number} () Bool (! (not {condition}) :invar-property {number}))"
            )?;
        }
        Ok(())
    }
}
