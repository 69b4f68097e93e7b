//! Models as Horn clauses: the reachable states of each location are an unknown predicate.
//!
//! The predicate of a location in a called procedure relates the values at the procedure's entry
//! (globals and parameters) to the current ones. At the exit it is a summary, and a return joins
//! the state before the call with it: a clause with two atoms in its body.

use super::{Atom, ChcSystem, Clause};
use crate::command::{Call, Command};
use crate::ids::{EdgeId, Location, PredicateId, ProcedureId};
use crate::procedure::{Model, Procedure, Span};
use crate::state::State;
use crate::symbolic::{CallError, Input, execute};
use term::{Sort, Symbol, Term, TermStore};

/// Horn clauses made from a model, with the way back.
pub struct ModelClauses {
    /// The clauses: solvable exactly if no error location of the model is reachable.
    pub system: ChcSystem,
    /// What each clause stands for.
    pub origins: Vec<ClauseOrigin>,
    /// The predicate of the first location of each procedure; those of the others follow.
    first_predicates: Vec<usize>,
}

/// What a clause that was made from a model stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseOrigin {
    /// A run starts.
    Start,
    /// A run takes an edge that calls nothing.
    Edge {
        /// The procedure.
        procedure: ProcedureId,
        /// The edge.
        edge: EdgeId,
        /// What its command leaves open.
        inputs: Vec<Input>,
    },
    /// A run enters a procedure along an edge, or returns from it.
    Call {
        /// The procedure that calls.
        procedure: ProcedureId,
        /// The edge.
        edge: EdgeId,
    },
    /// A run is at an error location.
    Error {
        /// The procedure.
        procedure: ProcedureId,
        /// The location.
        location: Location,
    },
}

impl ModelClauses {
    /// The predicate of a location.
    pub fn predicate(&self, procedure: ProcedureId, location: Location) -> PredicateId {
        PredicateId::from_index(self.first_predicates[procedure.index()] + location.index())
    }
}

/// The Horn clauses of a model, which must have passed the verifier.
pub fn from_model(model: &Model) -> Result<ModelClauses, CallError> {
    let mut encoder = Encoder::new(model);
    encoder.entry();
    for id in model.procedure_ids() {
        encoder.procedure(id)?;
    }
    let Encoder { terms, predicates, clauses, origins, procedures, .. } = encoder;
    let system = ChcSystem { terms, files: model.files.clone(), predicates, clauses };
    let first_predicates = procedures.iter().map(|frame| frame.first_predicate).collect();
    Ok(ModelClauses { system, origins, first_predicates })
}

struct Encoder<'a> {
    model: &'a Model,
    terms: TermStore,
    predicates: Vec<Symbol>,
    clauses: Vec<Clause>,
    origins: Vec<ClauseOrigin>,
    procedures: Vec<Frame>,
}

/// How a procedure is encoded.
struct Frame {
    /// The predicate of its first location; the others follow consecutively.
    first_predicate: usize,
    /// The values at its entry; empty if it is never called.
    entered: Vec<Term>,
    /// Its variables: globals, parameters, results, locals.
    present: Vec<Term>,
    /// A second set of symbols for them, for a callee in a clause of its caller.
    callee: Vec<Term>,
}

impl<'a> Encoder<'a> {
    fn new(model: &'a Model) -> Encoder<'a> {
        let mut encoder = Encoder {
            model,
            terms: model.terms.clone(),
            predicates: Vec::new(),
            clauses: Vec::new(),
            origins: Vec::new(),
            procedures: Vec::new(),
        };
        let mut called = vec![false; model.procedures.len()];
        for cfa in model.procedures.iter().map(|procedure| &procedure.cfa) {
            for call in cfa.edges().filter_map(|edge| cfa.edge(edge).command.as_call()) {
                called[call.procedure.index()] = true;
            }
        }
        for id in model.procedure_ids() {
            encoder.declare(id, called[id.index()]);
        }
        encoder
    }

    fn declare(&mut self, id: ProcedureId, called: bool) {
        let procedure = self.model.procedure(id);
        let variables = self.model.variables(id);
        let inputs = self.model.globals.len() + procedure.parameters.len();
        let inputs = if called { &variables[..inputs] } else { &[] };
        let copies = if called { &variables[..] } else { &[] };
        let entered = self.copies(inputs, "entered");
        let callee = self.copies(copies, "callee");
        let present: Vec<Term> = variables.iter().map(|&v| self.terms.var(v)).collect();
        let terms = &mut self.terms;
        let sorts: Vec<Sort> =
            entered.iter().chain(&present).map(|&term| terms.sort(term).clone()).collect();
        let first_predicate = self.predicates.len();
        for location in procedure.cfa.locations() {
            let name = format!("{}.{}", procedure.name, procedure.cfa.name(location));
            let mut attempt = name.clone();
            while terms.lookup(&attempt).is_some() {
                attempt += "'";
            }
            let symbol = terms.declare_function(&attempt, &sorts, Sort::Bool);
            self.predicates.push(symbol.expect("the name is new"));
        }
        self.procedures.push(Frame { first_predicate, entered, present, callee });
    }

    fn copies(&mut self, variables: &[Symbol], suffix: &str) -> Vec<Term> {
        let copy = |&variable: &Symbol| {
            let prefix = format!("{}.{suffix}", self.terms.name(variable));
            let symbol = self.terms.fresh(&prefix, self.terms.symbol_sort(variable).clone());
            self.terms.var(symbol)
        };
        variables.iter().map(copy).collect()
    }

    /// A run starts with any values.
    fn entry(&mut self) {
        let frame = &self.procedures[self.model.entry.index()];
        let entered = frame.present[..frame.entered.len()].to_vec();
        let head = self.atom(
            self.model.entry,
            self.initial(self.model.entry),
            &[entered, frame.present.clone()],
        );
        let always = self.terms.bool(true);
        self.clause(always, vec![], Some(head), None, ClauseOrigin::Start);
    }

    fn procedure(&mut self, id: ProcedureId) -> Result<(), CallError> {
        let cfa = &self.model.procedure(id).cfa;
        for (number, edge) in cfa.edges().map(|edge| (edge, cfa.edge(edge))) {
            let (source, target) = (edge.source.index(), edge.target.index());
            match &edge.command {
                Command::Call(call) => {
                    let origin = ClauseOrigin::Call { procedure: id, edge: number };
                    self.call((id, source, target), call, edge.span, &origin);
                }
                command => {
                    let step = execute(&mut self.terms, command, &State::new())?;
                    let after = self.values(id, &step.state);
                    let body = self.present(id, source);
                    let entered = self.procedures[id.index()].entered.clone();
                    let head = self.atom(id, target, &[entered, after]);
                    let inputs = step.inputs;
                    let origin = ClauseOrigin::Edge { procedure: id, edge: number, inputs };
                    self.clause(step.guard, vec![body], Some(head), edge.span, origin);
                }
            }
        }
        for error in cfa.errors() {
            let body = self.present(id, error.location.index());
            let always = self.terms.bool(true);
            let origin = ClauseOrigin::Error { procedure: id, location: error.location };
            let span = cfa.location(error.location).span;
            self.clause(always, vec![body], None, span, origin);
        }
        Ok(())
    }

    fn call(
        &mut self,
        (id, source, target): (ProcedureId, usize, usize),
        call: &Call,
        span: Option<Span>,
        origin: &ClauseOrigin,
    ) {
        let model = self.model;
        let globals = model.globals.len();
        let callee: &Procedure = model.procedure(call.procedure);
        let before = self.present(id, source);
        let (frame, callee_frame) =
            (&self.procedures[id.index()], &self.procedures[call.procedure.index()]);
        let mut inputs = frame.present[..globals].to_vec();
        inputs.extend(&call.args);
        let inside = callee_frame.callee.clone();

        // The callee's entry: its results and locals have arbitrary values.
        let mut start = inputs.clone();
        start.extend(&inside[inputs.len()..]);
        let initial = self.initial(call.procedure);
        let head = self.atom(call.procedure, initial, &[inputs.clone(), start]);
        let always = self.terms.bool(true);
        self.clause(always, vec![before.clone()], Some(head), span, origin.clone());

        // The callee's return: globals and results come from its exit.
        let Some(exit) = callee.cfa.exit() else { return };
        let summary = self.atom(call.procedure, exit.index(), &[inputs, inside.clone()]);
        let results = &inside[globals + callee.parameters.len()..];
        let changed = model.globals.iter().copied().zip(inside.iter().copied());
        let returned = call.results.iter().copied().zip(results.iter().copied());
        // A global may take a result, which overrides the value that the callee left in it.
        let state: State = changed.chain(returned).collect();
        let after = self.values(id, &state);
        let entered = self.procedures[id.index()].entered.clone();
        let head = self.atom(id, target, &[entered, after]);
        self.clause(always, vec![before, summary], Some(head), span, origin.clone());
    }

    fn initial(&self, id: ProcedureId) -> usize {
        self.model.procedure(id).cfa.initial().index()
    }

    /// The values of a procedure's variables in a state.
    fn values(&mut self, id: ProcedureId, state: &State) -> Vec<Term> {
        let variables = self.model.variables(id);
        variables.into_iter().map(|v| state.value(&mut self.terms, v)).collect()
    }

    /// The predicate of a location applied to the current values.
    fn present(&self, id: ProcedureId, location: usize) -> Atom {
        let frame = &self.procedures[id.index()];
        self.atom(id, location, &[frame.entered.clone(), frame.present.clone()])
    }

    fn atom(&self, id: ProcedureId, location: usize, args: &[Vec<Term>; 2]) -> Atom {
        let first = self.procedures[id.index()].first_predicate;
        Atom { predicate: PredicateId::from_index(first + location), args: args.concat() }
    }

    fn clause(
        &mut self,
        constraint: Term,
        body: Vec<Atom>,
        head: Option<Atom>,
        span: Option<Span>,
        origin: ClauseOrigin,
    ) {
        self.origins.push(origin);
        self.clauses.push(Clause::new(&self.terms, constraint, body, head, span));
    }
}
