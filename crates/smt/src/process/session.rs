//! The state of one running process, and the communication with it.

use super::command::SolverCommand;
use super::error::ProcessError;
use super::lowering::Lowering;
use super::pipe::Pipe;
use crate::budget::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::time::Duration;
use term::smtlib::{ErrorKind, Quoted, SexprArena, parse_value};
use term::{
    Assignment, Evaluator, FunctionValue, Op, Sort, Symbol, Term, TermStore, Value, post_order,
};

type Result<T> = std::result::Result<T, ProcessError>;

/// A process with its state.
pub(super) struct Session {
    pipe: Pipe,
    lowering: Lowering,
    /// The terms whose symbols are declared.
    seen: FxHashSet<Term>,
    declared: FxHashSet<Symbol>,
    /// The declared symbols without parameters, in order.
    constants: Vec<Symbol>,
    /// The Boolean constants that represent assumptions.
    labels: FxHashMap<Term, Symbol>,
    /// Commands to be sent with the next query.
    text: String,
}

impl Session {
    /// Starts a process.
    pub fn start(command: &SolverCommand, logic: &str) -> Result<Session> {
        let text = format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {logic})\n"
        );
        Ok(Session {
            pipe: Pipe::start(command)?,
            lowering: Lowering::default(),
            seen: FxHashSet::default(),
            declared: FxHashSet::default(),
            constants: Vec::new(),
            labels: FxHashMap::default(),
            text,
        })
    }

    /// Asks the process to exit; kills it if it does not in time.
    pub fn exit(self, patience: Duration) {
        self.pipe.exit(patience);
    }

    /// Asserts a term.
    pub fn assert(&mut self, store: &mut TermStore, term: Term) -> Result<()> {
        let lowered = self.lowering.lower(store, term);
        for definition in std::mem::take(&mut self.lowering.definitions) {
            self.write_assertion(store, definition)?;
        }
        self.write_assertion(store, lowered)
    }

    fn write_assertion(&mut self, store: &TermStore, term: Term) -> Result<()> {
        self.declare_symbols(store, term)?;
        writeln!(self.text, "(assert {})", store.display(term)).expect("strings take any text");
        Ok(())
    }

    fn declare_symbols(&mut self, store: &TermStore, term: Term) -> Result<()> {
        let parts = post_order(store, &[term], |part| self.seen.contains(&part));
        for &part in &parts {
            if let Op::Var(symbol) | Op::Apply(symbol) = store.op(part) {
                self.declare(store, symbol)?;
            }
        }
        self.seen.extend(parts);
        Ok(())
    }

    fn declare(&mut self, store: &TermStore, symbol: Symbol) -> Result<()> {
        if !self.declared.insert(symbol) {
            return Ok(());
        }
        let name = store.name(symbol);
        if name.contains(['|', '\\']) {
            return Err(ProcessError::Unsupported(format!("SMT-LIB cannot write '{name}'")));
        }
        if store.parameters(symbol).is_empty() {
            self.constants.push(symbol);
        }
        self.write_declaration(store, symbol);
        Ok(())
    }

    fn write_declaration(&mut self, store: &TermStore, symbol: Symbol) {
        writeln!(self.text, "{}", store.display_declaration(symbol))
            .expect("strings take any text");
    }

    /// Asks whether the assumptions are satisfiable; returns the constants that represent them.
    pub fn ask(&mut self, store: &mut TermStore, assumptions: &[Term]) -> Result<Vec<Symbol>> {
        let labels: Vec<Symbol> =
            assumptions.iter().map(|&term| self.label(store, term)).collect::<Result<_>>()?;
        self.text.push_str("(check-sat-assuming (");
        for &label in &labels {
            write!(self.text, " {}", Quoted(store.name(label))).expect("strings take any text");
        }
        self.text.push_str("))\n");
        self.pipe.send(std::mem::take(&mut self.text));
        Ok(labels)
    }

    /// A constant that implies an assumption; the standard allows only constants there. It is only
    /// an implication, so the process can ignore assumptions of earlier queries.
    fn label(&mut self, store: &mut TermStore, assumption: Term) -> Result<Symbol> {
        if let Some(&label) = self.labels.get(&assumption) {
            return Ok(label);
        }
        let label = match store.as_var(assumption) {
            Some(symbol) => {
                self.declare(store, symbol)?;
                symbol
            }
            None => {
                let label = store.fresh("assumption", Sort::Bool);
                // It is not one of the constants whose values make up a model.
                self.declared.insert(label);
                self.write_declaration(store, label);
                let variable = store.var(label);
                let implication = store.implies(variable, assumption);
                self.assert(store, implication)?;
                label
            }
        };
        self.labels.insert(assumption, label);
        Ok(label)
    }

    /// Waits for the answer: whether there is a model.
    pub fn receive(&mut self, budget: &Budget) -> Result<bool> {
        let answer = self.expression(budget)?;
        let word = answer.roots().next().and_then(|node| answer.symbol(node));
        match word {
            Some("sat") => Ok(true),
            Some("unsat") => Ok(false),
            Some("unknown") => Err(ProcessError::GaveUp),
            _ => Err(nonsense(&answer)),
        }
    }

    /// The next expression other than an error report.
    fn expression(&mut self, budget: &Budget) -> Result<SexprArena> {
        let answer = self.pipe.answer(budget)?;
        let root = answer.roots().next().ok_or_else(|| nonsense(&answer))?;
        let mut parts = answer.children(root);
        if parts.next().is_some_and(|head| answer.symbol(head) == Some("error")) {
            let message = parts.next().and_then(|node| answer.string(node));
            return Err(ProcessError::Reported(message.unwrap_or_default().into_owned()));
        }
        Ok(answer)
    }

    /// The labels of the last query that are inconsistent.
    pub fn unsat_assumptions(
        &mut self,
        store: &TermStore,
        labels: &[Symbol],
        budget: &Budget,
    ) -> Result<FxHashSet<Symbol>> {
        self.pipe.send("(get-unsat-assumptions)\n".to_owned());
        let answer = self.expression(budget)?;
        let root = answer.roots().next().ok_or_else(|| nonsense(&answer))?;
        let names: FxHashSet<&str> =
            answer.children(root).filter_map(|node| answer.symbol(node)).collect();
        if names.len() != answer.children(root).count() || !answer.is_list(root) {
            return Err(nonsense(&answer));
        }
        let failed: FxHashSet<Symbol> =
            labels.iter().copied().filter(|&label| names.contains(store.name(label))).collect();
        if failed.len() == names.len() { Ok(failed) } else { Err(nonsense(&answer)) }
    }

    /// Queries the values of all declared symbols.
    pub fn model(&mut self, store: &TermStore, budget: &Budget) -> Result<Assignment> {
        let mut assignment = Assignment::new();
        for (symbol, value) in self.values(store, budget)? {
            assignment.set(symbol, value);
        }
        let mut tables: FxHashMap<Symbol, FunctionValue> = FxHashMap::default();
        let mut evaluator = Evaluator::new(store, &assignment);
        for application in &self.lowering.applications {
            // It was named for a query that was not sent in the end.
            let Some(value) = assignment.get(application.name) else { continue };
            let key = application.args.iter().map(|&arg| evaluator.eval(arg));
            let Ok(key) = key.collect::<std::result::Result<Vec<Value>, _>>() else { continue };
            let table = tables.entry(application.function).or_insert_with(|| FunctionValue {
                default: Value::default_of(store.symbol_sort(application.function)),
                entries: Default::default(),
            });
            table.entries.insert(key, value.clone());
        }
        for (function, table) in tables {
            assignment.set_function(function, table);
        }
        Ok(assignment)
    }

    fn values(&mut self, store: &TermStore, budget: &Budget) -> Result<Vec<(Symbol, Value)>> {
        if self.constants.is_empty() {
            return Ok(Vec::new());
        }
        let mut question = String::from("(get-value (");
        for &symbol in &self.constants {
            write!(question, " {}", Quoted(store.name(symbol))).expect("strings take any text");
        }
        question.push_str("))\n");
        self.pipe.send(question);
        let answer = self.expression(budget)?;
        let root = answer.roots().next().ok_or_else(|| nonsense(&answer))?;
        let mut values = Vec::with_capacity(self.constants.len());
        let mut pairs = answer.children(root);
        for &symbol in &self.constants {
            let pair = pairs.next().and_then(|pair| answer.elements::<2>(pair));
            let [_, node] = pair.ok_or_else(|| nonsense(&answer))?;
            let value = parse_value(&answer, node, store.symbol_sort(symbol));
            let value = value.map_err(|error| match error.kind {
                ErrorKind::Unsupported(what) => ProcessError::Unsupported(what),
                _ => ProcessError::Nonsense(format!("value of '{}': {error}", store.name(symbol))),
            })?;
            values.push((symbol, value));
        }
        Ok(values)
    }
}

fn nonsense(answer: &SexprArena) -> ProcessError {
    let text = answer.roots().next().map_or("", |node| answer.text(node));
    ProcessError::Nonsense(text.chars().take(200).collect())
}
