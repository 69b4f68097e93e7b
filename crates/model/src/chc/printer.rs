//! Printing of Horn clauses in SMT-LIB.

use super::{Atom, ChcSystem, Clause};
use std::fmt::{self, Display, Formatter};
use term::smtlib::Quoted;

/// The SMT-LIB text: [`super::parse`] reads it back.
impl Display for ChcSystem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(set-logic HORN)\n")?;
        for &predicate in &self.predicates {
            let sorts: Vec<String> =
                self.terms.parameters(predicate).iter().map(ToString::to_string).collect();
            let name = Quoted(self.terms.name(predicate));
            writeln!(f, "(declare-fun {name} ({}) Bool)", sorts.join(" "))?;
        }
        for clause in &self.clauses {
            writeln!(f, "(assert {})", self.clause(clause))?;
        }
        f.write_str("(check-sat)\n")
    }
}

impl ChcSystem {
    fn clause(&self, clause: &Clause) -> String {
        let mut body: Vec<String> = clause.body.iter().map(|atom| self.atom(atom)).collect();
        if self.terms.as_bool(clause.constraint) != Some(true) || body.is_empty() {
            body.push(self.terms.display(clause.constraint).to_string());
        }
        let body =
            if body.len() == 1 { body.remove(0) } else { format!("(and {})", body.join(" ")) };
        let head = clause.head.as_ref().map_or_else(|| "false".to_owned(), |head| self.atom(head));
        let implication = format!("(=> {body} {head})");
        if clause.variables.is_empty() {
            return implication;
        }
        let variables: Vec<String> = clause
            .variables
            .iter()
            .map(|&v| format!("({} {})", Quoted(self.terms.name(v)), self.terms.symbol_sort(v)))
            .collect();
        format!("(forall ({}) {implication})", variables.join(" "))
    }

    fn atom(&self, atom: &Atom) -> String {
        let name = Quoted(self.terms.name(self.predicate(atom.predicate)));
        if atom.args.is_empty() {
            return name.to_string();
        }
        let args: Vec<String> =
            atom.args.iter().map(|&arg| self.terms.display(arg).to_string()).collect();
        format!("({name} {})", args.join(" "))
    }
}
