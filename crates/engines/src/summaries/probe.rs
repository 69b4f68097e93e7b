//! A model without calls in which the exits of procedures have invariants.

use model::{Command, Location, Model, ProcedureId, Summarised};
use std::collections::BTreeMap;
use term::{Sort, Substitution, Symbol, Term, TermStore, free_vars};

/// A model whose invariants at exits mention arguments and results.
pub(super) struct Probe {
    pub(super) model: Model,
    pub(super) exits: BTreeMap<ProcedureId, Location>,
    inputs: BTreeMap<ProcedureId, Vec<Symbol>>,
}

impl Probe {
    /// Makes every exit a cut point at which arguments and results are live and related; templates
    /// track nothing else.
    pub(super) fn of(source: &Model, summarised: Summarised) -> Probe {
        let Summarised { mut model, procedures } = summarised;
        let (mut exits, mut inputs) = (BTreeMap::new(), BTreeMap::new());
        let entry = model.entry.index();
        let mut probes = Vec::new();
        for (id, body) in procedures {
            if let Some(exit) = body.exit {
                let results = &source.procedure(id).results;
                let command = compared(&mut model.terms, &body.inputs, results, &mut probes);
                let cfa = &mut model.procedures[entry].cfa;
                let seen = cfa.fresh_location(None);
                cfa.add_error(seen, "seen");
                cfa.add_edge(exit, seen, command, None);
                let never = model.terms.bool(false);
                model.procedures[entry].cfa.add_edge(exit, exit, Command::Assume(never), None);
                exits.insert(id, exit);
            }
            inputs.insert(id, body.inputs);
        }
        model.procedures[entry].locals.extend(probes);
        Probe { model, exits, inputs }
    }

    /// The conditions that mention only arguments and results of a procedure, with its parameters
    /// in place of its arguments, and the store of the result.
    pub(super) fn about(
        &self,
        source: &Model,
        id: ProcedureId,
        terms: &TermStore,
        conditions: &[Term],
    ) -> (TermStore, Vec<Term>) {
        let inputs = self.inputs.get(&id).map_or(&[][..], Vec::as_slice);
        let procedure = source.procedure(id);
        let speaks_of = |&condition: &Term| {
            let variables = free_vars(terms, &[condition]);
            variables.iter().all(|v| inputs.contains(v) || procedure.results.contains(v))
        };
        let mut store = terms.clone();
        let mut to_parameters = Substitution::new();
        for (&input, &parameter) in inputs.iter().zip(&procedure.parameters) {
            let (input, parameter) = (store.var(input), store.var(parameter));
            to_parameters.insert(input, parameter);
        }
        let about = conditions.iter().copied().filter(speaks_of);
        let about = about.map(|condition| to_parameters.apply(&mut store, condition)).collect();
        (store, about)
    }
}

/// A command that is feasible for some values of new variables, whatever the other values are.
fn compared(
    terms: &mut TermStore,
    inputs: &[Symbol],
    results: &[Symbol],
    probes: &mut Vec<Symbol>,
) -> Command {
    let mut commands = Vec::new();
    let mut ask = |terms: &mut TermStore, relation: Term| {
        let probe = terms.fresh("probe", Sort::Bool);
        probes.push(probe);
        let probe_term = terms.var(probe);
        let asked = terms.implies(probe_term, relation);
        commands.push(Command::Havoc(probe));
        commands.push(Command::Assume(asked));
    };
    for &symbol in inputs.iter().chain(results) {
        let any = terms.fresh("probe", terms.symbol_sort(symbol).clone());
        let (value, any) = (terms.var(symbol), terms.var(any));
        let equal = terms.eq(value, any);
        ask(terms, equal);
    }
    for &input in inputs {
        for &result in results {
            let sort = terms.symbol_sort(input);
            if sort == terms.symbol_sort(result) && matches!(sort, Sort::BitVec(_)) {
                let (input, result) = (terms.var(input), terms.var(result));
                let ordered = terms.bv_sle(input, result);
                ask(terms, ordered);
            }
        }
    }
    Command::seq(commands)
}
