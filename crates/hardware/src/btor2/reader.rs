//! Reading line by line.

use super::line::Line;
use super::operators::Words;
use crate::design::{Design, DesignState, Format};
use crate::error::ReadError;
use crate::names;
use model::transition::{BadStates, StateVariable};
use model::{ErrorKind, TransitionSystem};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Sort, Symbol, Term, free_vars};

/// The largest width of a bit-vector.
const MAX_WIDTH: u32 = 1 << 20;

/// Reads a file.
pub fn read(text: &str) -> Result<Design, ReadError> {
    let mut reader = Reader::new();
    let mut last = 1;
    for (number, text) in (1..).zip(text.lines()) {
        last = number;
        if let Some(line) = Line::new(number, text) {
            reader.line(line)?;
        }
    }
    reader.finish(last)
}

/// What was read so far.
struct Reader {
    words: Words,
    sorts: FxHashMap<u64, Sort>,
    nodes: FxHashMap<u64, Node>,
    inputs: Vec<Symbol>,
    states: Vec<State>,
    constraints: Vec<Term>,
    bad: Vec<(Term, Option<String>)>,
}

#[derive(Clone, Copy)]
struct Node {
    term: Term,
    /// Whether it depends on an input.
    has_inputs: bool,
    /// The number of the state, if it is one.
    state: Option<usize>,
}

struct State {
    symbol: Symbol,
    initial: Option<Term>,
    next: Option<Term>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            words: Words::new(),
            sorts: FxHashMap::default(),
            nodes: FxHashMap::default(),
            inputs: Vec::new(),
            states: Vec::new(),
            constraints: Vec::new(),
            bad: Vec::new(),
        }
    }

    fn line(&mut self, mut line: Line<'_>) -> Result<(), ReadError> {
        let id = line.id("the number of the line")?;
        if self.sorts.contains_key(&id) || self.nodes.contains_key(&id) {
            return Err(line.error(format!("number {id} is defined twice")));
        }
        let operator = line.word("an operator")?;
        match operator {
            "sort" => {
                let sort = self.sort_definition(&mut line)?;
                self.sorts.insert(id, sort);
            }
            "input" | "state" => self.declaration(id, operator, &mut line)?,
            "init" | "next" => self.assignment(operator, &mut line)?,
            "bad" | "constraint" => {
                let (term, _) = self.argument(&mut line)?;
                if *self.words.terms.sort(term) != Sort::BitVec(1) {
                    return Err(line.error(format!("'{operator}' needs a bit-vector of width 1")));
                }
                let truth = self.words.truth(term);
                match operator {
                    "bad" => self.bad.push((truth, line.optional_word().map(str::to_owned))),
                    _ => self.constraints.push(truth),
                }
            }
            "output" => {
                self.argument(&mut line)?;
            }
            "fair" => return Err(line.error("fairness constraints are not supported")),
            "justice" => return Err(line.error("justice properties are not supported")),
            _ => {
                let node = self.operation(operator, &mut line)?;
                self.nodes.insert(id, node);
            }
        }
        Ok(())
    }

    fn sort_definition(&self, line: &mut Line<'_>) -> Result<Sort, ReadError> {
        match line.word("the kind of the sort")? {
            "bitvec" => {
                let width = line.number("the width")?;
                if width == 0 || width > MAX_WIDTH {
                    let message =
                        format!("the width must be between 1 and {MAX_WIDTH}, not {width}");
                    return Err(line.error(message));
                }
                Ok(Sort::BitVec(width))
            }
            "array" => {
                let (index, element) = (self.sort(line)?, self.sort(line)?);
                if index.bit_width().is_none() || element.bit_width().is_none() {
                    return Err(line.error("arrays of arrays are not supported"));
                }
                Ok(Sort::array(index, element))
            }
            other => Err(line.error(format!("there is no sort '{other}'"))),
        }
    }

    fn sort(&self, line: &mut Line<'_>) -> Result<Sort, ReadError> {
        let id = line.id("the number of a sort")?;
        let sort = self.sorts.get(&id).cloned();
        sort.ok_or_else(|| line.error(format!("there is no sort {id} yet")))
    }

    /// A node that is used, and whether it depends on inputs.
    fn argument(&mut self, line: &mut Line<'_>) -> Result<(Term, bool), ReadError> {
        let (id, is_negated) = line.reference("an argument")?;
        let node = self.nodes.get(&id).copied();
        let node = node.ok_or_else(|| line.error(format!("there is no node {id} yet")))?;
        if !is_negated {
            return Ok((node.term, node.has_inputs));
        }
        if self.words.terms.sort(node.term).bit_width().is_none() {
            return Err(line.error("an array cannot be negated"));
        }
        Ok((self.words.negated(node.term), node.has_inputs))
    }

    fn declaration(&mut self, id: u64, kind: &str, line: &mut Line<'_>) -> Result<(), ReadError> {
        let sort = self.sort(line)?;
        let name = line.optional_word();
        let default = format!("{kind}{id}");
        let symbol = names::declare(&mut self.words.terms, name, &default, sort);
        let term = self.words.terms.var(symbol);
        let mut node = Node { term, has_inputs: true, state: None };
        if kind == "input" {
            self.inputs.push(symbol);
        } else {
            node = Node { term, has_inputs: false, state: Some(self.states.len()) };
            self.states.push(State { symbol, initial: None, next: None });
        }
        self.nodes.insert(id, node);
        Ok(())
    }

    fn assignment(&mut self, kind: &str, line: &mut Line<'_>) -> Result<(), ReadError> {
        let sort = self.sort(line)?;
        let (id, is_negated) = line.reference("a state")?;
        let state = self.nodes.get(&id).filter(|_| !is_negated).and_then(|node| node.state);
        let state = state.ok_or_else(|| line.error(format!("node {id} is no state")))?;
        let (value, has_inputs) = self.argument(line)?;
        let symbol = self.states[state].symbol;
        if *self.words.terms.symbol_sort(symbol) != sort {
            return Err(line.error("the state has another sort"));
        }
        let (known, value) = match kind {
            "init" => {
                if has_inputs {
                    return Err(line.error("the initial value of a state depends on an input"));
                }
                let value = self.words.initial_value(&sort, value);
                (&mut self.states[state].initial, value)
            }
            _ => {
                let fits = *self.words.terms.sort(value) == sort;
                (&mut self.states[state].next, fits.then_some(value))
            }
        };
        let value = value.ok_or_else(|| line.error("the value has another sort than the state"))?;
        if known.replace(value).is_some() {
            return Err(line.error(format!("state {id} has a second '{kind}'")));
        }
        Ok(())
    }

    /// A line that computes something.
    fn operation(&mut self, operator: &str, line: &mut Line<'_>) -> Result<Node, ReadError> {
        let is_constant =
            matches!(operator, "const" | "constd" | "consth" | "one" | "ones" | "zero");
        let is_indexed = matches!(operator, "slice" | "sext" | "uext");
        let arity = Words::arity(operator);
        if !is_constant && !is_indexed && arity.is_none() {
            return Err(line.error(format!("there is no operator '{operator}'")));
        }
        let sort = self.sort(line)?;
        let wrong =
            |line: &Line<'_>| line.error(format!("'{operator}' has arguments of wrong sorts"));
        let mut has_inputs = false;
        let term = if is_constant {
            let width = sort.bit_width();
            let width = width.ok_or_else(|| line.error("a constant cannot be an array"))?;
            let value = constant(operator, width, line)?;
            self.words.terms.bv_const(value)
        } else if is_indexed {
            let (argument, open) = self.argument(line)?;
            has_inputs |= open;
            let result = match operator {
                "slice" => {
                    let high = line.number("the upper bit")?;
                    let low = line.number("the lower bit")?;
                    self.words.slice(argument, high, low)
                }
                _ => {
                    let extra = line.number("the number of bits")?;
                    if extra > MAX_WIDTH {
                        return Err(wrong(line));
                    }
                    self.words.extend(argument, extra, operator == "sext")
                }
            };
            result.map_err(|_| wrong(line))?
        } else {
            let mut arguments = Vec::new();
            for _ in 0..arity.unwrap_or(0) {
                let (argument, open) = self.argument(line)?;
                has_inputs |= open;
                arguments.push(argument);
            }
            let result = self.words.apply(operator, &arguments).map(Result::ok);
            result.flatten().ok_or_else(|| wrong(line))?
        };
        let found = self.words.terms.sort(term);
        if *found != sort {
            let message = format!("the result has sort {found}, not {sort}");
            return Err(line.error(message));
        }
        Ok(Node { term, has_inputs, state: None })
    }

    fn finish(mut self, last: usize) -> Result<Design, ReadError> {
        if self.bad.is_empty() {
            return Err(ReadError::at_line(last, "there are no bad states, so nothing is asked"));
        }
        let values: Vec<Term> = self.states.iter().filter_map(|state| state.initial).collect();
        let in_values: FxHashSet<Symbol> =
            free_vars(&self.words.terms, &values).into_iter().collect();
        let (mut variables, mut states) = (Vec::new(), Vec::new());
        let mut inputs = self.inputs.clone();
        let mut initial = Vec::new();
        for State { symbol, initial: value, next } in self.states {
            let terms = &mut self.words.terms;
            let (is_initialised, has_next) = (value.is_some(), next.is_some());
            states.push(DesignState { symbol, is_initialised, has_next });
            if let Some(value) = value {
                let variable = terms.var(symbol);
                initial.push(terms.eq(variable, value));
            } else if !has_next && !in_values.contains(&symbol) {
                inputs.push(symbol);
                continue;
            }
            let next = next.unwrap_or_else(|| {
                let prefix = format!("{}.next", terms.name(symbol));
                let any = terms.fresh(&prefix, terms.symbol_sort(symbol).clone());
                inputs.push(any);
                terms.var(any)
            });
            variables.push(StateVariable { symbol, next });
        }
        let terms = &mut self.words.terms;
        let constraint = terms.and(&self.constraints);
        let mut bad = Vec::new();
        for (number, (condition, name)) in self.bad.into_iter().enumerate() {
            let condition = match self.constraints.is_empty() {
                true => condition,
                false => terms.and(&[constraint, condition]),
            };
            let name = name.unwrap_or_else(|| format!("b{number}"));
            bad.push(BadStates { condition, kind: ErrorKind::Named(name) });
        }
        let initial = terms.and(&initial);
        let terms = self.words.terms;
        let system = TransitionSystem { terms, variables, inputs, initial, constraint, bad };
        Ok(Design { system, format: Format::Btor2, inputs: self.inputs, states, constraint })
    }
}

/// The value of a constant.
fn constant(operator: &str, width: u32, line: &mut Line<'_>) -> Result<BitVec, ReadError> {
    match operator {
        "zero" => return Ok(BitVec::zero(width)),
        "one" => return Ok(BitVec::one(width)),
        "ones" => return Ok(BitVec::ones(width)),
        _ => {}
    }
    let word = line.word("a value")?;
    let not_a_value = || line.error(format!("'{word}' is no value of width {width}"));
    let (radix, may_be_negative) = match operator {
        "const" => (2, false),
        "consth" => (16, false),
        _ => (10, true),
    };
    let digits = word.strip_prefix('-').filter(|_| may_be_negative).unwrap_or(word);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(not_a_value());
    }
    // Text of more digits than this has no value of the width, except by leading zeros.
    if digits.trim_start_matches('0').len() > width as usize {
        return Err(not_a_value());
    }
    let value = BigInt::parse_bytes(word.as_bytes(), radix).ok_or_else(not_a_value)?;
    let limit = BigInt::from(1) << width;
    let least = -(BigInt::from(1) << (width - 1));
    match value < limit && value >= least {
        true => Ok(BitVec::from_bigint(width, &value)),
        false => Err(not_a_value()),
    }
}
