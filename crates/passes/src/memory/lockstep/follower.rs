//! Runs the model along with a run of the program.

use super::End;
use crate::memory::Lowered;
use crate::memory::emit::{ChoiceReason, Failure};
use crate::points_to::ClassId;
use model::ErrorKind;
use model::{
    Call, Choice, Command, EdgeId, ExecutionError, Location, Procedure, ProcedureId, Span,
};
use program::{BlockId, ChoiceSource, Property};
use std::collections::VecDeque;
use std::fmt;
use term::{ArrayValue, Assignment, BitVec, Sort, Symbol, Value, eval};

/// A run of a model in progress.
pub(super) struct Follower<'a> {
    lowered: &'a Lowered,
    values: Assignment,
    /// The value of bytes that were never written.
    unwritten: u8,
    procedure: ProcedureId,
    location: Location,
    /// How many of the blocks that start at the location were passed.
    passed: usize,
    /// Whether the last block that was passed has ended, so that nothing may follow.
    at_end: bool,
    /// The edge that the run is on.
    way: Option<Way>,
    /// The activations that wait for the current one to return, the innermost last.
    callers: Vec<Caller>,
    /// Choices of the program that the model has not consumed yet.
    answers: VecDeque<(ChoiceSource, Option<Span>, Value)>,
    /// The objects in the order of creation: number and class, for those that the model has.
    objects: Vec<Option<(u64, ClassId)>>,
}

/// An activation of a procedure that has called another one.
struct Caller {
    procedure: ProcedureId,
    /// The edge with the call.
    edge: EdgeId,
    /// The values that the variables of the called procedure had before; they belong to another
    /// activation of it.
    saved: Vec<(Symbol, Value)>,
}

/// The position of a run on an edge.
#[derive(Clone, Copy)]
struct Way {
    edge: EdgeId,
    commands: usize,
    asked: usize,
    created: usize,
    passed: usize,
}

/// The next point that a run reaches.
pub(super) enum Next {
    /// A block.
    Block {
        /// Which one.
        block: BlockId,
        /// Whether it is the end of the block.
        at_end: bool,
    },
    /// The end of the run.
    End(Ending),
    /// The next point depends on more than the values that were chosen.
    GaveUp(End),
}

/// How a run of a model ends.
#[derive(Debug)]
pub(super) enum Ending {
    /// No edge follows.
    Finished,
    /// An assumption failed.
    Blocked,
    /// At an error location.
    Violated(Failure),
    /// At something that is not modelled.
    Unsupported,
}

impl Ending {
    /// Whether the run ends because memory was lost.
    pub fn is_untracked(&self) -> bool {
        matches!(self, Ending::Violated(failure)
            if failure.kind == ErrorKind::Violation(Property::Memtrack))
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished => write!(f, "ended"),
            Ending::Blocked => write!(f, "an assumption that fails"),
            Ending::Violated(failure) => write!(f, "violated {failure:?}"),
            Ending::Unsupported => write!(f, "come to what is not modelled"),
        }
    }
}

impl<'a> Follower<'a> {
    /// A run at its start; bytes that were never written have the given value.
    pub fn new(lowered: &'a Lowered, unwritten: u8) -> Follower<'a> {
        let model = &lowered.model;
        let mut values = Assignment::new();
        for symbol in model.variables(model.entry) {
            values.set(symbol, Value::default_of(model.terms.symbol_sort(symbol)));
        }
        let mut follower = Follower {
            lowered,
            values,
            unwritten,
            procedure: model.entry,
            location: model.entry().cfa.initial(),
            passed: 0,
            at_end: false,
            way: None,
            callers: Vec::new(),
            answers: VecDeque::new(),
            objects: lowered.content.globals.clone(),
        };
        for (symbol, bytes) in lowered.content.regions.stored_bytes() {
            let value = follower.unwritten_cell(symbol, bytes);
            follower.values.set(symbol, value);
        }
        follower
    }

    /// The values of the variables.
    pub fn values(&self) -> &Assignment {
        &self.values
    }

    /// The objects in the order of creation: number and class, for those that the model has.
    pub fn objects(&self) -> &[Option<(u64, ClassId)>] {
        &self.objects
    }

    /// Adds a choice of the program for the model to consume.
    pub fn answer(&mut self, source: ChoiceSource, span: Option<Span>, value: Value) {
        self.answers.push_back((source, span, value));
    }

    /// A choice of the program that the model did not consume.
    pub fn unused_answer(&self) -> Option<String> {
        let (source, ..) = self.answers.front()?;
        Some(format!("{source:?}"))
    }

    /// The content of a variable for unwritten cells of the given size.
    fn unwritten_cell(&self, symbol: Symbol, bytes: u64) -> Value {
        let cell = |sort: &Sort| {
            let width = sort.bit_width().expect("cells are bits");
            let known = 8 * bytes as u32;
            let byte = self.unwritten;
            let bit = |i: u32| i < known && byte >> (i % 8) & 1 == 1;
            Value::BitVec(BitVec::from_bits(width, bit))
        };
        match self.lowered.model.terms.symbol_sort(symbol) {
            Sort::Array(sort) => {
                let element = cell(&sort.element);
                Value::Array(Box::new(ArrayValue::constant(sort.index.clone(), element)))
            }
            sort => cell(sort),
        }
    }

    /// Runs to the next block.
    pub fn go_on(&mut self) -> Result<Next, String> {
        loop {
            let found = match self.way {
                Some(way) => self.along(way)?,
                None => self.leave()?,
            };
            if let Some(next) = found {
                self.at_end = matches!(next, Next::Block { at_end: true, .. });
                return Ok(next);
            }
        }
    }

    /// Chooses the edge that the run takes from its location.
    fn leave(&mut self) -> Result<Option<Next>, String> {
        let lowered = self.lowered;
        let key = (self.procedure, self.location);
        let starting = lowered.content.starting.get(&key).map_or(&[][..], Vec::as_slice);
        if let Some(passed) = starting.get(self.passed) {
            self.passed += 1;
            return Ok(Some(Next::Block { block: passed.block, at_end: passed.at_end }));
        }
        let cfa = &self.current().cfa;
        if cfa.exit() == Some(self.location) && self.return_to_caller() {
            return Ok(None);
        }
        let mut open = Vec::new();
        for &edge in cfa.outgoing(self.location) {
            let first = match &cfa.edge(edge).command {
                Command::Seq(commands) => commands.first(),
                command => Some(command),
            };
            let is_open = match first {
                Some(Command::Assume(condition)) => self.holds(*condition)?,
                _ => true,
            };
            if is_open {
                open.push(edge);
            }
        }
        match open[..] {
            [] if self.at_end => Ok(Some(Next::End(Ending::Finished))),
            // The model omits edges that can never be taken.
            [] => Ok(Some(Next::End(Ending::Blocked))),
            [edge] => {
                self.way = Some(Way { edge, commands: 0, asked: 0, created: 0, passed: 0 });
                Ok(None)
            }
            [..] => Err(format!("the model may take {} edges from {}", open.len(), self.location)),
        }
    }

    /// Continues along an edge, to the next block or to the end of the edge.
    fn along(&mut self, mut way: Way) -> Result<Option<Next>, String> {
        let lowered = self.lowered;
        let edge = self.current().cfa.edge(way.edge);
        let commands = match &edge.command {
            Command::Skip => &[][..],
            Command::Seq(commands) => commands,
            one => std::slice::from_ref(one),
        };
        if let Command::Call(call) = &edge.command {
            self.call(call, way.edge)?;
            return Ok(None);
        }
        let key = (self.procedure, way.edge);
        let created = lowered.content.created.get(&key).map_or(&[][..], Vec::as_slice);
        let passed = lowered.content.passed.get(&key).map_or(&[][..], Vec::as_slice);
        let asked = lowered.asked.get(&key).map_or(&[][..], Vec::as_slice);
        loop {
            if let Some(mark) = passed.get(way.passed)
                && (mark.after, mark.created) == (way.commands, way.created)
            {
                way.passed += 1;
                self.way = Some(way);
                return Ok(Some(Next::Block { block: mark.block, at_end: mark.at_end }));
            }
            if let Some(creation) = created.get(way.created)
                && creation.after == way.commands
            {
                way.created += 1;
                let place = match creation.place {
                    Some((address, class)) => {
                        let address = eval(&lowered.model.terms, address, &self.values)
                            .map_err(|error| error.to_string())?;
                        let address = address.as_bitvec().ok_or("an address is no bit-vector")?;
                        Some((lowered.content.space.number_of(address), class))
                    }
                    None => None,
                };
                self.objects.push(place);
                continue;
            }
            let Some(command) = commands.get(way.commands) else { break };
            way.commands += 1;
            let mut choice = None;
            if let Command::Havoc(variable) = command {
                let why = asked.get(way.asked).ok_or("a havoc that nobody asked for")?;
                way.asked += 1;
                match self.chosen(*variable, why)? {
                    Ok(value) => choice = Some(Choice::Value(value)),
                    Err(end) => return Ok(Some(Next::GaveUp(end))),
                }
            }
            let (terms, values) = (&lowered.model.terms, &mut self.values);
            match model::run(terms, command, values, &mut choice.into_iter()) {
                Ok(()) => {}
                Err(ExecutionError::Blocked) => return Ok(Some(Next::End(Ending::Blocked))),
                Err(error) => return Err(error.to_string()),
            }
        }
        (self.way, self.location, self.passed) = (None, edge.target, 0);
        let failure = lowered.failures.get(&key);
        Ok(failure.map(|failure| {
            Next::End(match failure.kind.gap() {
                Some(_) => Ending::Unsupported,
                None => Ending::Violated(failure.clone()),
            })
        }))
    }

    /// The procedure that the run is in.
    fn current(&self) -> &'a Procedure {
        &self.lowered.model.procedures[self.procedure.index()]
    }

    /// How many activations there are.
    pub fn depth(&self) -> usize {
        self.callers.len() + 1
    }

    /// Starts an activation of a procedure.
    fn call(&mut self, call: &Call, edge: EdgeId) -> Result<(), String> {
        let lowered = self.lowered;
        let model = &lowered.model;
        let callee = &model.procedures[call.procedure.index()];
        let args: Result<Vec<Value>, _> =
            call.args.iter().map(|&arg| eval(&model.terms, arg, &self.values)).collect();
        let args = args.map_err(|error| error.to_string())?;
        let value = |v: Symbol| Some((v, self.values.get(v)?.clone()));
        let saved = callee.own_variables().filter_map(value).collect();
        for variable in callee.own_variables() {
            self.values.set(variable, Value::default_of(model.terms.symbol_sort(variable)));
        }
        for (&parameter, arg) in callee.parameters.iter().zip(args) {
            self.values.set(parameter, arg);
        }
        self.callers.push(Caller { procedure: self.procedure, edge, saved });
        (self.procedure, self.location) = (call.procedure, callee.cfa.initial());
        (self.way, self.passed) = (None, 0);
        Ok(())
    }

    /// Ends the current activation, unless nobody called it.
    fn return_to_caller(&mut self) -> bool {
        let Some(Caller { procedure, edge, saved }) = self.callers.pop() else { return false };
        let results = self.current().results.iter();
        let results: Vec<Option<Value>> = results.map(|&r| self.values.get(r).cloned()).collect();
        for (variable, value) in saved {
            self.values.set(variable, value);
        }
        self.procedure = procedure;
        let edge = self.current().cfa.edge(edge);
        if let Command::Call(call) = &edge.command {
            for (&variable, value) in call.results.iter().zip(results) {
                if let Some(value) = value {
                    self.values.set(variable, value);
                }
            }
        }
        (self.location, self.passed, self.at_end) = (edge.target, 0, false);
        true
    }

    fn holds(&self, condition: term::Term) -> Result<bool, String> {
        let value = eval(&self.lowered.model.terms, condition, &self.values);
        Ok(value.map_err(|error| error.to_string())? == Value::Bool(true))
    }

    /// The value that a variable is given, or why none is known.
    fn chosen(
        &mut self,
        variable: Symbol,
        why: &ChoiceReason,
    ) -> Result<Result<Value, End>, String> {
        let sort = self.lowered.model.terms.symbol_sort(variable);
        Ok(match why {
            ChoiceReason::Choice { source, span } => {
                let (given, at, value) =
                    self.answers.pop_front().ok_or_else(|| format!("nobody chose {source:?}"))?;
                if (&given, &at) != (source, span) {
                    return Err(format!(
                        "the model asks for {source:?}, the program for {given:?}"
                    ));
                }
                Ok(widened(value, sort))
            }
            ChoiceReason::Content(_) => {
                let bytes = self.lowered.content.regions.stored_bytes();
                let bytes = bytes.into_iter().find(|&(symbol, _)| symbol == variable);
                let whole = sort.bit_width().map_or(0, |width| u64::from(width / 8));
                Ok(self.unwritten_cell(variable, bytes.map_or(whole, |(_, bytes)| bytes)))
            }
            ChoiceReason::Undetermined { unless } if self.holds(*unless)? => {
                Ok(Value::default_of(sort))
            }
            ChoiceReason::Undetermined { .. } => Err(End::Undetermined),
            ChoiceReason::Foreign { when: Some(when), .. } if !self.holds(*when)? => {
                Ok(Value::default_of(sort))
            }
            ChoiceReason::Foreign { .. } => Err(End::Foreign),
            ChoiceReason::Unknown => Ok(Value::default_of(sort)),
        })
    }
}

/// A value of the program widened to the sort of a variable that may hold an address.
fn widened(value: Value, sort: &Sort) -> Value {
    match (value, sort) {
        (Value::BitVec(bits), &Sort::BitVec(width)) if bits.width() < width => {
            Value::BitVec(bits.zero_extend(width - bits.width()))
        }
        (value, _) => value,
    }
}
