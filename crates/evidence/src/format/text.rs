//! The text form.

use super::document::{
    Body, Document, Located, OpenByte, OutsideByte, Parameter, Piece, Resolved, Step, Summarised,
    Table, Valued,
};
use super::error::{ReadError, ReadErrorKind};
use super::{recurrent, text_horn};
use std::fmt::Write;
use term::smtlib::{Node, NodeKind, Quoted, SexprArena};

/// Prints a document.
pub fn print(document: &Document) -> String {
    let mut out = String::new();
    write_document(&mut out, document).expect("writing to a string does not fail");
    out
}

fn write_document(out: &mut String, document: &Document) -> std::fmt::Result {
    let Document { version, model, evidence } = document;
    writeln!(out, "(lemmatic-evidence {version} (model {}))", model.text)?;
    write_body(out, evidence)?;
    writeln!(out)
}

fn write_body(out: &mut String, body: &Body) -> std::fmt::Result {
    match body {
        Body::Invariants { k, simple_paths, forall, locations } => {
            write!(out, "(invariants {k}{}", if *simple_paths { " simple-paths" } else { "" })?;
            if !forall.is_empty() {
                let written = forall.iter().map(|Parameter { name, sort }| {
                    format!("({} {})", Quoted(&name.text), sort.text)
                });
                write!(out, " forall ({})", written.collect::<Vec<_>>().join(" "))?;
            }
            for Located { location, invariant } in locations {
                write!(out, "\n  ({} {})", Quoted(&location.text), invariant.text)?;
            }
        }
        Body::Unwinding { bound, loop_by_loop } => {
            write!(out, "(unwinding {bound}{}", if *loop_by_loop { " loop-by-loop" } else { "" })?;
        }
        Body::OnlyRun { steps } => write!(out, "(only-run {steps}")?,
        Body::Interpretation { predicates } => text_horn::write_interpretation(out, predicates)?,
        Body::Derivation { steps } => text_horn::write_derivation(out, steps)?,
        Body::AsAutomaton { proof } => {
            writeln!(out, "(as-automaton")?;
            write_body(out, proof)?;
        }
        Body::AsClauses { proof } => {
            writeln!(out, "(as-clauses")?;
            write_body(out, proof)?;
        }
        Body::Summaries { procedures, proof } => {
            write!(out, "(summaries (procedures")?;
            for Summarised { procedure, summary } in procedures {
                write!(out, "\n  ({} {})", Quoted(&procedure.text), summary.text)?;
            }
            writeln!(out, ")")?;
            write_body(out, proof)?;
        }
        Body::Trace { initial, functions, steps, error } => {
            write!(out, "(trace")?;
            write_run_of_model(out, initial, functions, steps)?;
            write!(out, "\n  (error {})", Quoted(&error.text))?;
        }
        Body::RecurrentSet { initial, functions, steps, states, choices } => {
            write!(out, "(recurrent-set")?;
            write_run_of_model(out, initial, functions, steps)?;
            recurrent::print(out, states, choices)?;
        }
        Body::Run { property, values, bytes, foreign } => {
            write!(out, "(run {}\n  (values", Quoted(&property.text))?;
            for value in values {
                write!(out, "\n    {}", value.text)?;
            }
            write!(out, ")")?;
            for OpenByte { object, offset, byte } in bytes {
                write!(out, "\n  (byte {object} {offset} {byte})")?;
            }
            for OutsideByte { address, byte } in foreign {
                write!(out, "\n  (foreign {address} {byte})")?;
            }
        }
    }
    write!(out, ")")
}

/// The values at the start of a run, and its steps.
fn write_run_of_model(
    out: &mut String,
    initial: &[Valued],
    functions: &[Table],
    steps: &[Step],
) -> std::fmt::Result {
    write!(out, "\n  (initial")?;
    for Valued { variable, value } in initial {
        write!(out, "\n    ({} {})", Quoted(&variable.text), value.text)?;
    }
    write!(out, ")")?;
    for Table { function, default, entries } in functions {
        write!(out, "\n  (function {} {}", Quoted(&function.text), default.text)?;
        for entry in entries {
            let values: Vec<&str> = entry.iter().map(|p| p.text.as_str()).collect();
            write!(out, "\n    ({})", values.join(" "))?;
        }
        write!(out, ")")?;
    }
    for Step { edge, choices } in steps {
        write!(out, "\n  (step {edge}")?;
        for choice in choices {
            match choice {
                Resolved::Value(value) => write!(out, " {}", value.text)?,
                Resolved::Branch(branch) => write!(out, " (branch {branch})")?,
            }
        }
        write!(out, ")")?;
    }
    Ok(())
}

/// Reads a document.
pub fn parse(text: &str) -> Result<Document, ReadError> {
    let arena = SexprArena::parse(text.as_bytes())?;
    Parser { arena: &arena }.document()
}

/// Reads the parts of a document.
pub(super) struct Parser<'a> {
    pub(super) arena: &'a SexprArena,
}

pub(super) type Result<T, E = ReadError> = std::result::Result<T, E>;

impl Parser<'_> {
    fn document(&self) -> Result<Document> {
        let roots: Vec<Node> = self.arena.roots().collect();
        let &[head, body] = &roots[..] else {
            let kind =
                ReadErrorKind::Expected("'(lemmatic-evidence ...)' and one piece of evidence");
            return Err(ReadError { line: 1, column: 1, kind });
        };
        let what = "(lemmatic-evidence version (model fingerprint))";
        let [version, model] = self.fixed(head, "lemmatic-evidence", what)?;
        let [fingerprint] = self.fixed(model, "model", "(model fingerprint)")?;
        let version = self.number(version)?;
        Ok(Document { version, model: self.piece(fingerprint), evidence: self.body(body)? })
    }

    fn body(&self, node: Node) -> Result<Body> {
        let what = "a proof, (trace ...), (recurrent-set ...), (derivation ...) or (run ...)";
        let (head, rest) = self.list(node, what)?;
        if self.arena.is_word(head, "invariants") {
            let [k, rest @ ..] = &rest[..] else { return Err(self.expected(node, "k")) };
            let k = self.number(*k)?;
            let (simple_paths, rest) = match rest {
                [word, rest @ ..] if self.arena.is_word(*word, "simple-paths") => (true, rest),
                _ => (false, rest),
            };
            let (forall, locations) = match rest {
                [word, parameters, rest @ ..] if self.arena.is_word(*word, "forall") => {
                    let parameters = self.arena.children(*parameters).map(|entry| {
                        let (name, sort) = self.pair(entry, "(parameter sort)")?;
                        Ok(Parameter { name, sort })
                    });
                    (parameters.collect::<Result<_>>()?, rest)
                }
                _ => (Vec::new(), rest),
            };
            let locations = locations.iter().map(|&entry| {
                let (location, invariant) = self.pair(entry, "(location invariant)")?;
                Ok(Located { location, invariant })
            });
            let locations = locations.collect::<Result<_>>()?;
            Ok(Body::Invariants { k, simple_paths, forall, locations })
        } else if self.arena.is_word(head, "unwinding") {
            let (bound, loop_by_loop) = match rest[..] {
                [bound] => (bound, false),
                [bound, word] if self.arena.is_word(word, "loop-by-loop") => (bound, true),
                _ => {
                    return Err(
                        self.expected(node, "(unwinding bound) or (unwinding bound loop-by-loop)")
                    );
                }
            };
            Ok(Body::Unwinding { bound: self.number(bound)?, loop_by_loop })
        } else if self.arena.is_word(head, "only-run") {
            let [steps] = self.fixed(node, "only-run", "(only-run steps)")?;
            Ok(Body::OnlyRun { steps: self.decimal(steps)? })
        } else if self.arena.is_word(head, "summaries") {
            let what = "(summaries (procedures ...) proof)";
            let [procedures, proof] = self.fixed(node, "summaries", what)?;
            let procedures = self.tagged(procedures, "procedures", "(procedures ...)")?;
            let procedures = procedures.into_iter().map(|entry| {
                let (procedure, summary) = self.pair(entry, "(procedure summary)")?;
                Ok(Summarised { procedure, summary })
            });
            let procedures = procedures.collect::<Result<_>>()?;
            // A model without calls has nothing to summarise.
            if self.tagged(proof, "summaries", what).is_ok() {
                return Err(self.expected(proof, "(invariants ...) or (unwinding ...)"));
            }
            Ok(Body::Summaries { procedures, proof: Box::new(self.body(proof)?) })
        } else if self.arena.is_word(head, "as-automaton") {
            let [proof] = self.fixed(node, "as-automaton", "(as-automaton proof)")?;
            let inner = ["invariants", "unwinding"];
            Ok(Body::AsAutomaton { proof: Box::new(self.inner(proof, inner)?) })
        } else if self.arena.is_word(head, "as-clauses") {
            let [proof] = self.fixed(node, "as-clauses", "(as-clauses proof)")?;
            let inner = ["interpretation", "as-automaton"];
            Ok(Body::AsClauses { proof: Box::new(self.inner(proof, inner)?) })
        } else if self.arena.is_word(head, "interpretation") {
            self.interpretation(&rest)
        } else if self.arena.is_word(head, "derivation") {
            self.derivation(&rest)
        } else if self.arena.is_word(head, "trace") {
            self.trace(node, &rest)
        } else if self.arena.is_word(head, "recurrent-set") {
            self.recurrent_set(node, &rest)
        } else if self.arena.is_word(head, "run") {
            self.run(node, &rest)
        } else {
            Err(self.expected(node, what))
        }
    }

    /// A proof about another view of the system, of one of two kinds. So views do not nest for ever.
    fn inner(&self, node: Node, kinds: [&str; 2]) -> Result<Body> {
        let what = "a proof about the other view";
        match kinds.iter().any(|kind| self.tagged(node, kind, what).is_ok()) {
            true => self.body(node),
            false => Err(self.expected(node, what)),
        }
    }

    fn trace(&self, node: Node, items: &[Node]) -> Result<Body> {
        let [first, middle @ .., last] = items else {
            return Err(self.expected(node, "(trace (initial ...) ... (error location))"));
        };
        let (initial, functions, steps) = self.run_of_model(*first, middle)?;
        let [error] = self.fixed(*last, "error", "(error location)")?;
        Ok(Body::Trace { initial, functions, steps, error: self.name(error)? })
    }

    /// The values at the start of a run, and its steps.
    pub(super) fn run_of_model(
        &self,
        first: Node,
        items: &[Node],
    ) -> Result<(Vec<Valued>, Vec<Table>, Vec<Step>)> {
        let initial = self.tagged(first, "initial", "(initial ...)")?.into_iter().map(|entry| {
            let (variable, value) = self.pair(entry, "(variable value)")?;
            Ok(Valued { variable, value })
        });
        let initial = initial.collect::<Result<_>>()?;
        let (mut functions, mut steps) = (Vec::new(), Vec::new());
        for &item in items {
            let (head, rest) = self.list(item, "(step ...)")?;
            if steps.is_empty() && self.arena.is_word(head, "function") {
                functions.push(self.table(item, &rest)?);
            } else if self.arena.is_word(head, "step") {
                steps.push(self.step(item, &rest)?);
            } else {
                return Err(self.expected(item, "(step ...)"));
            }
        }
        Ok((initial, functions, steps))
    }

    fn run(&self, node: Node, items: &[Node]) -> Result<Body> {
        let [property, values, rest @ ..] = items else {
            return Err(self.expected(node, "(run property (values ...) ...)"));
        };
        let values = self.tagged(*values, "values", "(values ...)")?;
        let (mut bytes, mut foreign) = (Vec::new(), Vec::new());
        for &item in rest {
            let (head, _) = self.list(item, "(byte ...) or (foreign ...)")?;
            if self.arena.is_word(head, "byte") {
                let [object, offset, byte] =
                    self.fixed(item, "byte", "(byte object offset byte)")?;
                let (object, offset) = (self.decimal(object)?, self.decimal(offset)?);
                bytes.push(OpenByte { object, offset, byte: self.decimal(byte)? });
            } else {
                let [address, byte] = self.fixed(item, "foreign", "(foreign address byte)")?;
                let (address, byte) = (self.decimal(address)?, self.decimal(byte)?);
                foreign.push(OutsideByte { address, byte });
            }
        }
        Ok(Body::Run {
            property: self.name(*property)?,
            values: values.into_iter().map(|value| self.piece(value)).collect(),
            bytes,
            foreign,
        })
    }

    fn table(&self, node: Node, parts: &[Node]) -> Result<Table> {
        let [function, default, entries @ ..] = parts else {
            return Err(self.expected(node, "(function name value ...)"));
        };
        let entries = entries.iter().map(|&entry| {
            let (first, rest) = self.list(entry, "(argument ... value)")?;
            Ok([first].into_iter().chain(rest).map(|part| self.piece(part)).collect())
        });
        let entries = entries.collect::<Result<_>>()?;
        Ok(Table { function: self.name(*function)?, default: self.piece(*default), entries })
    }

    fn step(&self, node: Node, parts: &[Node]) -> Result<Step> {
        let [edge, choices @ ..] = parts else {
            return Err(self.expected(node, "(step edge ...)"));
        };
        let choices = choices.iter().map(|&choice| {
            let mut parts = self.arena.children(choice);
            if parts.next().is_some_and(|head| self.arena.is_word(head, "branch")) {
                let [branch] = self.fixed(choice, "branch", "(branch number)")?;
                return Ok(Resolved::Branch(self.number(branch)?));
            }
            Ok(Resolved::Value(self.piece(choice)))
        });
        Ok(Step { edge: self.number(*edge)?, choices: choices.collect::<Result<_>>()? })
    }

    // ----- Lists -----

    /// Head and rest of a list that is not empty.
    pub(super) fn list(&self, node: Node, what: &'static str) -> Result<(Node, Vec<Node>)> {
        let mut parts = self.arena.children(node);
        match parts.next() {
            Some(head) if self.arena.is_list(node) => Ok((head, parts.collect())),
            _ => Err(self.expected(node, what)),
        }
    }

    /// What follows a word in a list.
    pub(super) fn tagged(&self, node: Node, word: &str, what: &'static str) -> Result<Vec<Node>> {
        let (head, rest) = self.list(node, what)?;
        if self.arena.is_word(head, word) { Ok(rest) } else { Err(self.expected(node, what)) }
    }

    /// What follows a word in a list of a fixed length.
    pub(super) fn fixed<const N: usize>(
        &self,
        node: Node,
        word: &str,
        what: &'static str,
    ) -> Result<[Node; N]> {
        let rest = self.tagged(node, word, what)?;
        rest.try_into().map_err(|_| self.expected(node, what))
    }

    /// A name and a text.
    pub(super) fn pair(&self, node: Node, what: &'static str) -> Result<(Piece, Piece)> {
        let [name, text] = self.arena.elements(node).ok_or_else(|| self.expected(node, what))?;
        Ok((self.name(name)?, self.piece(text)))
    }

    // ----- Atoms -----

    pub(super) fn number(&self, node: Node) -> Result<u32> {
        self.arena.numeral_u32(node).ok_or_else(|| self.expected(node, "a number"))
    }

    fn decimal<T: std::str::FromStr>(&self, node: Node) -> Result<T> {
        self.arena.text(node).parse().map_err(|_| self.expected(node, "a smaller decimal number"))
    }

    pub(super) fn name(&self, node: Node) -> Result<Piece> {
        if self.arena.kind(node) != NodeKind::Symbol {
            return Err(self.expected(node, "a name"));
        }
        let text = self.arena.symbol(node).unwrap_or_default().to_owned();
        Ok(Piece { text, ..self.piece(node) })
    }

    pub(super) fn piece(&self, node: Node) -> Piece {
        let position = self.arena.position(node);
        let text = self.arena.text(node).to_owned();
        Piece { text, position: Some((position.line, position.column)) }
    }

    pub(super) fn expected(&self, node: Node, what: &'static str) -> ReadError {
        let position = self.arena.position(node);
        let kind = ReadErrorKind::Expected(what);
        ReadError { line: position.line, column: position.column, kind }
    }
}
