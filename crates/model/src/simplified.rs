//! The same model with simplified terms.

use crate::command::{Call, Command};
use crate::procedure::Model;
use term::{Symbol, Term, TermStore, Transfer};

impl Model {
    /// This model with all terms rebuilt in a store that simplifies, for engines to work on. All
    /// ids keep their meaning: locations, edges, variables and the choices of commands are the
    /// same. So evidence found on the result is evidence for this model, and the checker need not
    /// trust the rewrite rules.
    #[must_use]
    pub fn simplified(&self) -> Model {
        let mut rebuild =
            Rebuild { source: &self.terms, target: TermStore::new(), done: Transfer::new() };
        for symbol in self.terms.symbols() {
            rebuild.declare(symbol);
        }
        let mut procedures = self.procedures.clone();
        for procedure in &mut procedures {
            for edge in procedure.cfa.edges() {
                let command = rebuild.command(&procedure.cfa.edge(edge).command);
                procedure.cfa.set_command(edge, command);
            }
        }
        let (files, globals) = (self.files.clone(), self.globals.clone());
        Model { terms: rebuild.target, files, globals, procedures, entry: self.entry }
    }
}

struct Rebuild<'a> {
    source: &'a TermStore,
    target: TermStore,
    done: Transfer,
}

impl Rebuild<'_> {
    /// Declares a symbol in the same order, so that it gets the same id.
    fn declare(&mut self, symbol: Symbol) {
        let (name, sort) = (self.source.name(symbol), self.source.symbol_sort(symbol).clone());
        let declared = self.target.declare_function(name, self.source.parameters(symbol), sort);
        assert_eq!(declared, Ok(symbol), "the new store was empty");
    }

    fn term(&mut self, term: Term) -> Term {
        let copied = self.done.copy(self.source, &mut self.target, term);
        copied.expect("all symbols are declared alike")
    }

    fn command(&mut self, command: &Command) -> Command {
        match command {
            Command::Skip => Command::Skip,
            Command::Assume(condition) => Command::Assume(self.term(*condition)),
            Command::Assign(variable, value) => Command::Assign(*variable, self.term(*value)),
            Command::Havoc(variable) => Command::Havoc(*variable),
            Command::Seq(parts) => Command::Seq(parts.iter().map(|c| self.command(c)).collect()),
            Command::Choice(parts) => {
                Command::Choice(parts.iter().map(|c| self.command(c)).collect())
            }
            Command::Call(Call { procedure, args, results }) => {
                let args = args.iter().map(|&arg| self.term(arg)).collect();
                Command::Call(Call { procedure: *procedure, args, results: results.clone() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::parse_into;
    use term::TermStore;

    #[test]
    fn terms_are_simplified_and_nothing_else_changes() {
        let check = |text: &str, expected: &str| {
            let plain = parse_into(TermStore::without_simplification(), text).expect("a model");
            let simplified = plain.simplified();
            let commands = |model: &crate::Model| -> Vec<String> {
                let cfa = &model.entry().cfa;
                let shown = |edge| model.display(&cfa.edge(edge).command).to_string();
                cfa.edges().map(shown).collect()
            };
            assert_eq!(commands(&simplified), [expected]);
            assert_eq!(plain.globals, simplified.globals);
            assert_eq!(plain.files, simplified.files);
        };
        check(
            "var x, y : bv8 procedure main { a -> b { havoc y; x := (bvadd x #x00) } @ \"f\":1:1 }",
            "havoc y; x := x",
        );
        check(
            "var p : bool procedure main { a -> b { choice { assume (or p true) } or { skip } } }",
            "choice { assume true } or { skip }",
        );
    }
}
