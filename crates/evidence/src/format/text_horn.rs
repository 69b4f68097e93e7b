//! Evidence about Horn clauses in text form.

use super::document::{Body, Parameter};
use super::horn::{Applied, Defined};
use super::text::{Parser, Result};
use std::fmt::Write;
use term::smtlib::{Node, Quoted};

/// Prints what predicates mean, up to the last parenthesis.
pub fn write_interpretation(out: &mut String, predicates: &[Defined]) -> std::fmt::Result {
    write!(out, "(interpretation")?;
    for Defined { predicate, parameters, meaning } in predicates {
        let parameters = parameters
            .iter()
            .map(|Parameter { name, sort }| format!("({} {})", Quoted(&name.text), sort.text));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        write!(out, "\n  ({} ({parameters}) {})", Quoted(&predicate.text), meaning.text)?;
    }
    Ok(())
}

/// Prints applications of clauses, up to the last parenthesis.
pub fn write_derivation(out: &mut String, steps: &[Applied]) -> std::fmt::Result {
    write!(out, "(derivation")?;
    for Applied { clause, values, premises } in steps {
        let values: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        write!(out, "\n  (apply {clause} ({})", values.join(" "))?;
        for premise in premises {
            write!(out, " {premise}")?;
        }
        write!(out, ")")?;
    }
    Ok(())
}

impl Parser<'_> {
    pub(super) fn interpretation(&self, entries: &[Node]) -> Result<Body> {
        let entry = |&node: &Node| {
            let what = "(predicate (parameters) meaning)";
            let parts = self.arena.elements(node).filter(|[_, list, _]| self.arena.is_list(*list));
            let [predicate, parameters, meaning] =
                parts.ok_or_else(|| self.expected(node, what))?;
            let parameters = self.arena.children(parameters).map(|parameter| {
                let (name, sort) = self.pair(parameter, "(parameter sort)")?;
                Ok(Parameter { name, sort })
            });
            Ok(Defined {
                predicate: self.name(predicate)?,
                parameters: parameters.collect::<Result<_>>()?,
                meaning: self.piece(meaning),
            })
        };
        let predicates = entries.iter().map(entry).collect::<Result<_>>()?;
        Ok(Body::Interpretation { predicates })
    }

    pub(super) fn derivation(&self, steps: &[Node]) -> Result<Body> {
        let step = |&node: &Node| {
            let what = "(apply clause (values) premises)";
            let parts = self.tagged(node, "apply", what)?;
            let [clause, values, premises @ ..] = &parts[..] else {
                return Err(self.expected(node, what));
            };
            if !self.arena.is_list(*values) {
                return Err(self.expected(*values, "(values)"));
            }
            Ok(Applied {
                clause: self.number(*clause)?,
                values: self.arena.children(*values).map(|value| self.piece(value)).collect(),
                premises: premises.iter().map(|&p| self.number(p)).collect::<Result<_>>()?,
            })
        };
        Ok(Body::Derivation { steps: steps.iter().map(step).collect::<Result<_>>()? })
    }
}
