//! The structure that both forms share; terms and names are still text.

use super::error::{ReadError, ReadErrorKind};
use super::fingerprint::Fingerprint;
use super::{About, Evidence, VERSION, horn, recurrent};
use crate::proof::{Induction, Invariants, Proof, UnwindingOrder};
use crate::run::{Answers, ForeignByte, ObjectByte, ProgramRun};
use crate::summaries::Summaries;
use crate::trace::{Trace, TraceStep};
use model::Property;
use model::{Choice, EdgeId, Location, Model, chc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::HashMap;
use term::smtlib::{Node, Scope, SexprArena, parse_sort, parse_term, parse_value};
use term::{Assignment, FunctionValue, Sort, Symbol, Term, TermStore, Value, copy_symbol};

/// A piece of text that is parsed later.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Line and column where it starts, if known.
    pub position: Option<(usize, usize)>,
}

/// A file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub version: u32,
    /// The fingerprint of the model, or of the clauses.
    pub model: Piece,
    pub evidence: Body,
}

/// The evidence itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    Invariants {
        k: u32,
        #[serde(default, skip_serializing_if = "is_false")]
        simple_paths: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forall: Vec<Parameter>,
        locations: Vec<Located>,
    },
    Unwinding {
        bound: u32,
        #[serde(default, skip_serializing_if = "is_false")]
        loop_by_loop: bool,
    },
    OnlyRun {
        steps: u64,
    },
    Interpretation {
        predicates: Vec<horn::Defined>,
    },
    AsAutomaton {
        proof: Box<Body>,
    },
    AsClauses {
        proof: Box<Body>,
    },
    Derivation {
        steps: Vec<horn::Applied>,
    },
    Summaries {
        procedures: Vec<Summarised>,
        proof: Box<Body>,
    },
    Trace {
        initial: Vec<Valued>,
        functions: Vec<Table>,
        steps: Vec<Step>,
        error: Piece,
    },
    RecurrentSet {
        initial: Vec<Valued>,
        functions: Vec<Table>,
        steps: Vec<Step>,
        states: Vec<recurrent::State>,
        choices: Vec<recurrent::Chosen>,
    },
    Run {
        property: Piece,
        values: Vec<Piece>,
        bytes: Vec<OpenByte>,
        foreign: Vec<OutsideByte>,
    },
}

/// Flags with their default value are not written.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A symbol that stands for all values of a sort.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    pub name: Piece,
    pub sort: Piece,
}

/// An invariant of a location.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Located {
    pub location: Piece,
    pub invariant: Piece,
}

/// The summary of a procedure.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summarised {
    pub procedure: Piece,
    pub summary: Piece,
}

/// The value of a variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    pub variable: Piece,
    pub value: Piece,
}

/// The values of a function; each entry lists arguments and value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub function: Piece,
    pub default: Piece,
    pub entries: Vec<Vec<Piece>>,
}

/// A step of a trace.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub edge: u32,
    pub choices: Vec<Resolved>,
}

/// A byte of an object.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenByte {
    pub object: u64,
    pub offset: u64,
    pub byte: u8,
}

/// A byte outside of objects.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideByte {
    pub address: u64,
    pub byte: u8,
}

/// The resolution of a choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolved {
    Value(Piece),
    Branch(u32),
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece { text, position: None }
    }
}

impl From<Piece> for String {
    fn from(piece: Piece) -> Self {
        piece.text
    }
}

impl Piece {
    pub fn new(text: &(impl ToString + ?Sized)) -> Piece {
        Piece::from(text.to_string())
    }

    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        self.place(ReadError { line: 1, column: 1, kind })
    }

    /// Moves an error inside the piece to its position in the file.
    fn place(&self, error: ReadError) -> ReadError {
        let ReadError { line, column, kind } = error;
        match self.position {
            Some((first, indent)) if line == 1 => {
                ReadError { line: first, column: indent + column - 1, kind }
            }
            Some((first, _)) => ReadError { line: first + line - 1, column, kind },
            None => {
                let part = self.text.clone();
                ReadError { line, column, kind: ReadErrorKind::Part { part, kind: kind.into() } }
            }
        }
    }

    /// Reads the piece as one S-expression.
    pub fn read<T>(
        &self,
        reader: impl FnOnce(&SexprArena, Node) -> Result<T, term::smtlib::Error>,
    ) -> Result<T, ReadError> {
        let read = || {
            let arena = SexprArena::parse(self.text.as_bytes())?;
            let mut roots = arena.roots();
            match (roots.next(), roots.next()) {
                (Some(node), None) => Ok(reader(&arena, node)?),
                _ => {
                    let kind = ReadErrorKind::Expected("one term");
                    Err(ReadError { line: 1, column: 1, kind })
                }
            }
        };
        read().map_err(|error| self.place(error))
    }

    /// Reads a value of any sort.
    fn value(&self) -> Result<Value, ReadError> {
        self.read(|arena, node| {
            let mut store = TermStore::new();
            let term = parse_term(&mut store, arena, node, &Scope::new())?;
            parse_value(arena, node, store.sort(term))
        })
    }

    /// Reads a value of a sort.
    pub fn value_of(&self, sort: &Sort) -> Result<Value, ReadError> {
        self.read(|arena, node| parse_value(arena, node, sort))
    }
}

// ----- Writing -----

/// The document of evidence.
///
/// # Panics
/// If the evidence is of a kind that says nothing of what it is about.
pub fn write(about: About<'_>, evidence: &Evidence) -> Document {
    let body = match (about, evidence) {
        (About::Model(model), Evidence::Proof(proof)) => write_proof(model, proof),
        (About::Model(model), Evidence::Trace(trace)) => write_trace(model, trace),
        (About::Clauses(system), Evidence::Proof(proof)) => horn::write_proof(system, proof),
        (About::Clauses(_), Evidence::Derivation(derivation)) => horn::write_derivation(derivation),
        (About::Model(model), Evidence::RecurrentSet(set)) => recurrent::write(model, set),
        (_, Evidence::Run(run)) => write_run(run),
        (About::Model(_), Evidence::Derivation(_))
        | (About::Clauses(_), Evidence::Trace(_) | Evidence::RecurrentSet(_)) => {
            panic!("runs are of models, derivations of clauses")
        }
    };
    let fingerprint = match about {
        About::Model(model) => Fingerprint::of(model),
        About::Clauses(system) => Fingerprint::of(system),
    };
    Document { version: VERSION, model: Piece::new(&fingerprint), evidence: body }
}

/// A proof about a model.
pub fn write_proof(model: &Model, proof: &Proof) -> Body {
    match proof {
        Proof::Invariants(invariants) => write_invariants(model, invariants),
        Proof::Unwinding { bound, order } => write_unwinding(*bound, *order),
        Proof::OnlyRun { steps } => Body::OnlyRun { steps: *steps },
        Proof::AsClauses(proof) => {
            let clauses = chc::from_model(model).expect("the proof is about its clauses");
            let proof = Box::new(horn::write_proof(&clauses.system, proof));
            Body::AsClauses { proof }
        }
        Proof::Interpretation(_) | Proof::AsAutomaton(_) => {
            panic!("an interpretation of predicates says nothing of a model")
        }
        Proof::Summaries { summaries, proof } => {
            let summarised = summaries.applied_to(model).expect("summaries fit their model");
            let written = |(id, term)| Summarised {
                procedure: Piece::new(&model.procedure(id).name),
                summary: Piece::new(&summaries.terms().display(term)),
            };
            Body::Summaries {
                procedures: summaries.iter().map(written).collect(),
                proof: Box::new(write_proof(&summarised.model, proof)),
            }
        }
    }
}

/// A bound on runs.
pub fn write_unwinding(bound: u32, order: UnwindingOrder) -> Body {
    Body::Unwinding { bound, loop_by_loop: order == UnwindingOrder::LoopByLoop }
}

/// The proof that runs have a bound.
pub fn read_unwinding(bound: u32, loop_by_loop: bool) -> Proof {
    match loop_by_loop {
        true => Proof::Unwinding { bound, order: UnwindingOrder::LoopByLoop },
        false => Proof::unwinding(bound),
    }
}

fn write_invariants(model: &Model, invariants: &Invariants) -> Body {
    let cfa = &model.entry().cfa;
    let located = |(location, term)| Located {
        location: Piece::new(cfa.name(location)),
        invariant: Piece::new(&invariants.terms().display(term)),
    };
    let parameter = |&symbol: &Symbol| Parameter {
        name: Piece::new(invariants.terms().name(symbol)),
        sort: Piece::new(invariants.terms().symbol_sort(symbol)),
    };
    let Induction { k, simple_paths } = invariants.induction();
    let forall = invariants.parameters().iter().map(parameter).collect();
    let locations = invariants.iter().map(located).collect();
    Body::Invariants { k, simple_paths, forall, locations }
}

fn write_trace(model: &Model, trace: &Trace) -> Body {
    let (initial, functions) = write_initial(model, &trace.initial);
    let steps = trace.steps.iter().map(write_step).collect();
    Body::Trace {
        initial,
        functions,
        steps,
        error: Piece::new(model.entry().cfa.name(trace.error)),
    }
}

/// The values of variables and functions at the start of a run.
pub(super) fn write_initial(model: &Model, initial: &Assignment) -> (Vec<Valued>, Vec<Table>) {
    let terms = &model.terms;
    let variables = initial.iter().map(|(symbol, value)| Valued {
        variable: Piece::new(terms.name(symbol)),
        value: Piece::new(value),
    });
    let functions = terms.symbols().filter_map(|symbol| {
        let table = initial.function(symbol)?;
        let entries = table.entries.iter().map(|(args, value)| {
            args.iter().chain([value]).map(Piece::new).collect::<Vec<Piece>>()
        });
        let (function, default) = (Piece::new(terms.name(symbol)), Piece::new(&table.default));
        Some(Table { function, default, entries: entries.collect() })
    });
    (variables.collect(), functions.collect())
}

pub(super) fn write_step(step: &TraceStep) -> Step {
    let choices = step.choices.iter().map(|choice| match choice {
        Choice::Value(value) => Resolved::Value(Piece::new(value)),
        Choice::Branch(branch) => Resolved::Branch(*branch),
    });
    Step { edge: step.edge.index() as u32, choices: choices.collect() }
}

fn write_run(run: &ProgramRun) -> Body {
    let ProgramRun { property, answers } = run;
    let open =
        |&ObjectByte { object, offset, byte }: &ObjectByte| OpenByte { object, offset, byte };
    let outside = |&ForeignByte { address, byte }: &ForeignByte| OutsideByte { address, byte };
    Body::Run {
        property: Piece::new(property),
        values: answers.values.iter().map(Piece::new).collect(),
        bytes: answers.bytes.iter().map(open).collect(),
        foreign: answers.foreign.iter().map(outside).collect(),
    }
}

// ----- Reading -----

/// The evidence in a document, which must be about the same.
pub fn read(about: About<'_>, document: &Document) -> Result<Evidence, ReadError> {
    if document.version != VERSION {
        return Err(document.model.error(ReadErrorKind::Version(document.version)));
    }
    let expected = match about {
        About::Model(model) => Fingerprint::of(model),
        About::Clauses(system) => Fingerprint::of(system),
    };
    let digits = document.model.text.strip_prefix("#x");
    let found = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let found = Fingerprint(found.ok_or_else(|| {
        document.model.error(ReadErrorKind::Expected("a fingerprint in hexadecimal"))
    })?);
    if found != expected {
        return Err(document.model.error(ReadErrorKind::OtherModel { found, expected }));
    }
    let model = match about {
        About::Model(model) => model,
        About::Clauses(system) => return horn::read(system, &document.evidence, &document.model),
    };
    match &document.evidence {
        Body::Trace { initial, functions, steps, error } => {
            let reader = Reader::new(model);
            let initial = reader.initial(initial, functions)?;
            let error = reader.location(error)?;
            let steps = steps.iter().map(read_step).collect::<Result<_, _>>()?;
            Ok(Evidence::Trace(Trace { initial, steps, error }))
        }
        Body::RecurrentSet { initial, functions, steps, states, choices } => {
            let reader = Reader::new(model);
            let initial = reader.initial(initial, functions)?;
            let steps = steps.iter().map(read_step).collect::<Result<_, _>>()?;
            let set = recurrent::read(&reader, (initial, steps), states, choices)?;
            Ok(Evidence::RecurrentSet(set))
        }
        Body::Run { property, values, bytes, foreign } => {
            let own =
                |&OpenByte { object, offset, byte }: &OpenByte| ObjectByte { object, offset, byte };
            let outside =
                |&OutsideByte { address, byte }: &OutsideByte| ForeignByte { address, byte };
            let unknown = || property.error(ReadErrorKind::Expected("the name of a property"));
            Ok(Evidence::Run(ProgramRun {
                property: Property::from_name(&property.text).ok_or_else(unknown)?,
                answers: Answers {
                    values: values.iter().map(Piece::value).collect::<Result<_, _>>()?,
                    bytes: bytes.iter().map(own).collect(),
                    foreign: foreign.iter().map(outside).collect(),
                },
            }))
        }
        proof => Ok(Evidence::Proof(read_proof(model, proof, &document.model)?)),
    }
}

/// A proof about a model; `head` is where the document says which one.
pub fn read_proof(model: &Model, body: &Body, head: &Piece) -> Result<Proof, ReadError> {
    let reader = Reader::new(model);
    match body {
        Body::Invariants { k, simple_paths, forall, locations } => {
            let induction = Induction { k: *k, simple_paths: *simple_paths };
            Ok(Proof::Invariants(reader.invariants(induction, forall, locations, head)?))
        }
        Body::Unwinding { bound, loop_by_loop } => Ok(read_unwinding(*bound, *loop_by_loop)),
        Body::OnlyRun { steps } => Ok(Proof::OnlyRun { steps: *steps }),
        Body::Summaries { procedures, proof } => {
            let summaries = reader.summaries(procedures)?;
            let misfit = ReadErrorKind::Expected("summaries of the model's procedures");
            let summarised = summaries.applied_to(model).ok_or_else(|| head.error(misfit))?;
            let proof = Box::new(read_proof(&summarised.model, proof, head)?);
            Ok(Proof::Summaries { summaries, proof })
        }
        Body::AsClauses { proof } => {
            let misfit =
                ReadErrorKind::Expected("a proof of a model that Horn clauses can be made of");
            let clauses = chc::from_model(model).map_err(|_| head.error(misfit))?;
            let proof = horn::read_proof(&clauses.system, proof, head)?;
            Ok(Proof::AsClauses(Box::new(proof)))
        }
        Body::Trace { .. }
        | Body::RecurrentSet { .. }
        | Body::Run { .. }
        | Body::Derivation { .. }
        | Body::Interpretation { .. }
        | Body::AsAutomaton { .. } => {
            Err(head.error(ReadErrorKind::Expected("evidence about a model, not about clauses")))
        }
    }
}

pub(super) struct Reader<'a> {
    model: &'a Model,
    locations: HashMap<&'a str, Location>,
}

impl<'a> Reader<'a> {
    fn new(model: &'a Model) -> Reader<'a> {
        let cfa = &model.entry().cfa;
        Reader { model, locations: cfa.locations().map(|l| (cfa.name(l), l)).collect() }
    }

    pub(super) fn location(&self, name: &Piece) -> Result<Location, ReadError> {
        let known = self.locations.get(name.text.as_str()).copied();
        known.ok_or_else(|| name.error(ReadErrorKind::UnknownLocation(name.text.clone())))
    }

    fn symbol(&self, name: &Piece) -> Result<Symbol, ReadError> {
        let known = self.model.terms.lookup(&name.text);
        known.ok_or_else(|| name.error(ReadErrorKind::UnknownSymbol(name.text.clone())))
    }

    fn invariants(
        &self,
        induction: Induction,
        forall: &[Parameter],
        locations: &[Located],
        head: &Piece,
    ) -> Result<Invariants, ReadError> {
        if induction.k == 0 {
            return Err(head.error(ReadErrorKind::Expected("invariants with k of at least 1")));
        }
        let mut store = self.declarations();
        for Parameter { name, sort } in forall {
            let sort = sort.read(|arena, node| parse_sort(arena, node, &Scope::new()))?;
            // A parameter must not be a variable of the model.
            if store.lookup(&name.text).is_some() {
                return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
            }
            let declared = store.declare(&name.text, sort);
            declared.map_err(|_| name.error(ReadErrorKind::Twice(name.text.clone())))?;
        }
        let scope = Scope::of_store(&mut store);
        let mut by_location: BTreeMap<Location, Term> = BTreeMap::new();
        for Located { location: name, invariant } in locations {
            let location = self.location(name)?;
            let term = invariant.read(|arena, node| parse_term(&mut store, arena, node, &scope))?;
            if by_location.insert(location, term).is_some() {
                return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
            }
        }
        let names = forall.iter().map(|parameter| parameter.name.text.as_str());
        Ok(Invariants::by_induction(&store, induction, by_location).for_all(names))
    }

    /// A store with only the symbols of the model.
    pub(super) fn declarations(&self) -> TermStore {
        let mut store = TermStore::without_simplification();
        for symbol in self.model.terms.symbols() {
            let copied = copy_symbol(&self.model.terms, &mut store, symbol);
            copied.expect("an empty store has no other declarations");
        }
        store
    }

    fn summaries(&self, procedures: &[Summarised]) -> Result<Summaries, ReadError> {
        let mut store = self.declarations();
        let scope = Scope::of_store(&mut store);
        let mut by_procedure = BTreeMap::new();
        for Summarised { procedure: name, summary } in procedures {
            let id = self.model.find_procedure(&name.text);
            let id = id.ok_or_else(|| {
                name.error(ReadErrorKind::Expected("the name of a procedure of the model"))
            })?;
            let term = summary.read(|arena, node| parse_term(&mut store, arena, node, &scope))?;
            if by_procedure.insert(id, term).is_some() {
                return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
            }
        }
        Ok(Summaries::new(&store, by_procedure))
    }

    fn initial(&self, variables: &[Valued], functions: &[Table]) -> Result<Assignment, ReadError> {
        let terms = &self.model.terms;
        let mut initial = Assignment::new();
        for Valued { variable: name, value } in variables {
            let symbol = self.symbol(name)?;
            if initial.get(symbol).is_some() {
                return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
            }
            initial.set(symbol, value.value_of(terms.symbol_sort(symbol))?);
        }
        for Table { function: name, default, entries } in functions {
            let symbol = self.symbol(name)?;
            let (sort, parameters) = (terms.symbol_sort(symbol), terms.parameters(symbol));
            let default = default.value_of(sort)?;
            let mut table = FunctionValue { default, entries: BTreeMap::new() };
            for entry in entries {
                let Some((value, args)) = entry.split_last() else {
                    return Err(name.error(ReadErrorKind::Expected("arguments and a value")));
                };
                if args.len() != parameters.len() {
                    return Err(name.error(ReadErrorKind::Expected("a value for each parameter")));
                }
                let args = args.iter().zip(parameters).map(|(arg, sort)| arg.value_of(sort));
                table.entries.insert(args.collect::<Result<_, _>>()?, value.value_of(sort)?);
            }
            initial.set_function(symbol, table);
        }
        Ok(initial)
    }
}

fn read_step(step: &Step) -> Result<TraceStep, ReadError> {
    let choices = step.choices.iter().map(|choice| match choice {
        Resolved::Value(value) => value.value().map(Choice::Value),
        Resolved::Branch(branch) => Ok(Choice::Branch(*branch)),
    });
    let edge = EdgeId::from_index(step.edge as usize);
    Ok(TraceStep { edge, choices: choices.collect::<Result<_, _>>()? })
}
