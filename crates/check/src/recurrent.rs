//! Checks recurrent sets: that a run of the model need never end.
//!
//! 1. The run to the set is repeated by evaluation, and its last state satisfies the term of its location.
//! 2. From each state of the set a way of at least one edge leads to the set again. Open values are
//!    chosen by the terms of the set, so the states from which a way exists are a plain formula: the
//!    precondition of the edges, computed backwards from the set. A branch is open, so each will do.
//! 3. No way passes an error location, where runs end. What has no edges is never a way.
//!
//! So a run that has reached the set can always be continued to the set, and visits it infinitely often.

use crate::encoding::Encoder;
use crate::judge::Judge;
use crate::proof::{Accepted, Checker, Options};
use crate::rejected::{Condition, ConditionPlace, Rejected, TraceError};
use crate::replay::{Followed, follow};
use crate::vocabulary::require_known;
use evidence::{OpenValue, RecurrentSet};
use model::{Command, EdgeId, Location, Model};
use smt::Budget;
use std::collections::{BTreeMap, HashMap, HashSet};
use term::{Assignment, Sort, Substitution, Symbol, Term, Transfer, Value, eval};

/// Accepts a recurrent set if the model has a run that reaches it and need never leave it.
pub fn check_recurrent_set(
    model: &Model,
    set: &RecurrentSet,
    options: &Options,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    is_reached(model, set)?;
    let mut judge = Judge::new(options, budget);
    let encoder = Encoder::new(model);
    let shown = |v| (encoder.symbol(v), model.terms.name(v).to_owned());
    judge.show(model.variables(model.entry).into_iter().map(shown).collect());
    let checker = Checker { model, cfa: &model.entry().cfa, encoder, judge };
    let mut closure = Closure::new(checker, set)?;
    let locations: Vec<Location> = closure.states.keys().copied().collect();
    for location in locations {
        closure.checker.judge.next_region();
        closure.require_way_back(location)?;
    }
    Ok(closure.checker.judge.accepted())
}

/// Repeats the run that reaches the set.
fn is_reached(model: &Model, set: &RecurrentSet) -> Result<(), Rejected> {
    let cfa = &model.entry().cfa;
    for (step, taken) in set.steps.iter().enumerate() {
        let known = taken.edge.index() < cfa.edges().len();
        if known && cfa.error_at(cfa.edge(taken.edge).source).is_some() {
            return Err(TraceError::PastError { step, edge: taken.edge }.into());
        }
    }
    let Followed { location, values, .. } = follow(model, &set.initial, &set.steps)?;
    let place = || ConditionPlace::new(cfa, location);
    let states = set.states_at(location).ok_or_else(|| Rejected::NotReached(place()))?;
    // The terms of the set are in a store of their own.
    let mut theirs = Assignment::new();
    for symbol in set.terms().symbols() {
        let own = model.terms.lookup(set.terms().name(symbol));
        if let Some(value) = own.and_then(|own| values.get(own)) {
            theirs.set(symbol, value.clone());
        }
        if let Some(table) = own.and_then(|own| values.function(own)) {
            theirs.set_function(symbol, table.clone());
        }
    }
    match eval(set.terms(), states, &theirs) {
        Ok(Value::Bool(true)) => Ok(()),
        _ => Err(Rejected::NotReached(place())),
    }
}

/// Computes preconditions of the set.
struct Closure<'a> {
    checker: Checker<'a>,
    /// The states of the set.
    states: BTreeMap<Location, Term>,
    /// What open values are chosen.
    choices: BTreeMap<OpenValue, Term>,
    /// The states of locations outside of the set from which a way leads to it.
    ways: HashMap<Location, Term>,
}

impl<'a> Closure<'a> {
    /// Copies the terms of a set into the checker's store, if they only mention the model's variables.
    fn new(mut checker: Checker<'a>, set: &RecurrentSet) -> Result<Closure<'a>, Rejected> {
        let theirs = set.terms();
        require_known(checker.model, theirs, theirs.symbols())?;
        let mut transfer = Transfer::new();
        let mut states = BTreeMap::new();
        for (location, term) in set.states() {
            if location.index() >= checker.cfa.locations().len() {
                return Err(Rejected::UnknownLocation(location));
            }
            let place = checker.place(location);
            if *theirs.sort(term) != Sort::Bool {
                return Err(Rejected::NotBoolean { place, sort: theirs.sort(term).clone() });
            }
            if checker.cfa.error_at(location).is_some() {
                return Err(Rejected::EndOfRuns(place));
            }
            let copied = transfer.copy(theirs, &mut checker.encoder.store, term);
            states.insert(location, copied.expect("all symbols have the same sorts"));
        }
        let mut choices = BTreeMap::new();
        for (open, term) in set.choices() {
            let copied = transfer.copy(theirs, &mut checker.encoder.store, term);
            choices.insert(open, copied.expect("all symbols have the same sorts"));
        }
        Ok(Closure { checker, states, choices, ways: HashMap::new() })
    }

    /// Requires that a way leads from each state of the set at a location to the set again.
    fn require_way_back(&mut self, location: Location) -> Result<(), Rejected> {
        self.find_ways_from(location)?;
        let leaves = self.some_edge(location)?;
        let lost = self.checker.encoder.store.not(leaves);
        let violation = [self.states[&location], lost];
        let condition = Condition::WayBack { from: self.checker.place(location) };
        self.checker.judge.require(&mut self.checker.encoder.store, &violation, condition)
    }

    /// Finds the states from which a way leads to the set, for all locations that can be reached
    /// before the set is. No way is found along a cycle that avoids the set.
    fn find_ways_from(&mut self, location: Location) -> Result<(), Rejected> {
        let cfa = self.checker.cfa;
        let next = |at: Location| {
            let edges = if cfa.error_at(at).is_some() { &[][..] } else { cfa.outgoing(at) };
            edges.iter().map(|&edge| (cfa.edge(edge).target, false))
        };
        let mut seen: HashSet<Location> = HashSet::new();
        let mut pending: Vec<(Location, bool)> = next(location).collect();
        while let Some((at, is_done)) = pending.pop() {
            if is_done {
                self.checker.judge.check_budget()?;
                let way = self.some_edge(at)?;
                self.ways.insert(at, way);
                continue;
            }
            let is_known = self.states.contains_key(&at) || self.ways.contains_key(&at);
            if !is_known && seen.insert(at) {
                pending.push((at, true));
                pending.extend(next(at));
            }
        }
        Ok(())
    }

    /// The states of a location from which the first edge of a way to the set can be taken.
    fn some_edge(&mut self, location: Location) -> Result<Term, Rejected> {
        if self.checker.cfa.error_at(location).is_some() {
            return Ok(self.checker.encoder.store.bool(false));
        }
        let mut ways = Vec::new();
        for &edge in self.checker.cfa.outgoing(location) {
            let target = self.checker.cfa.edge(edge).target;
            let known = self.states.get(&target).or_else(|| self.ways.get(&target));
            let Some(&after) = known else { continue };
            let command = &self.checker.cfa.edge(edge).command;
            // Choices are numbered forwards, commands are met backwards.
            let mut number =
                command.iter().filter(|c| matches!(c, Command::Havoc(_))).count() as u32;
            ways.push(self.before(edge, command, after, &mut number)?);
        }
        Ok(self.checker.encoder.store.or(&ways))
    }

    /// The states from which some way through a command leads to a state where a condition holds.
    fn before(
        &mut self,
        edge: EdgeId,
        command: &Command,
        after: Term,
        number: &mut u32,
    ) -> Result<Term, Rejected> {
        let encoder = &mut self.checker.encoder;
        Ok(match command {
            Command::Skip => after,
            Command::Assume(condition) => {
                let condition = encoder.of_model(*condition);
                encoder.store.and(&[condition, after])
            }
            Command::Assign(variable, term) => {
                let value = encoder.of_model(*term);
                replaced(encoder, *variable, value, after)
            }
            Command::Havoc(variable) => {
                *number -= 1;
                let open = OpenValue { edge, number: *number };
                let Some(&value) = self.choices.get(&open) else {
                    return Ok(encoder.store.bool(false));
                };
                let expected = self.checker.model.terms.symbol_sort(*variable);
                if encoder.store.sort(value) != expected {
                    let name = self.checker.model.terms.name(*variable);
                    return Err(Rejected::WrongSort(name.to_owned()));
                }
                replaced(encoder, *variable, value, after)
            }
            Command::Seq(commands) => {
                let mut before = after;
                for command in commands.iter().rev() {
                    before = self.before(edge, command, before, number)?;
                }
                before
            }
            Command::Choice(branches) => {
                let mut ways = Vec::new();
                for branch in branches.iter().rev() {
                    ways.push(self.before(edge, branch, after, number)?);
                }
                self.checker.encoder.store.or(&ways)
            }
            Command::Call(call) => {
                let name = self.checker.model.procedure(call.procedure).name.clone();
                return Err(Rejected::Call(name));
            }
        })
    }
}

/// A term with a value in place of a variable of the model.
fn replaced(encoder: &mut Encoder<'_>, variable: Symbol, value: Term, within: Term) -> Term {
    let variable = encoder.symbol(variable);
    let variable = encoder.store.var(variable);
    let mut substitution: Substitution = [(variable, value)].into_iter().collect();
    substitution.apply(&mut encoder.store, within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::{Evidence, TraceStep};
    use model::{Recurrences, parse};
    use term::BitVec;

    /// A counter that is odd and goes up by two never becomes zero; an input says whether it goes on.
    const PROGRAM: &str =
        "var x, go : bv8 procedure main { initial start error recurrence \"termination\"
        start -> head { x := #x01 }
        head -> body { assume (not (= x #x00)); havoc go }
        body -> head { assume (= go #x07); x := (bvadd x #x02) }
        body -> end { assume (not (= go #x07)) } head -> end { assume (= x #x00) } }";

    /// How the states of the set are written.
    const ODD: &str = "(= ((_ extract 0 0) x) #b1)";

    fn model() -> Model {
        parse(PROGRAM).unwrap()
    }

    fn text(model: &Model) -> String {
        let mut initial = Assignment::new();
        for variable in model.variables(model.entry) {
            initial.set(variable, Value::BitVec(BitVec::zero(8)));
        }
        let steps = vec![TraceStep { edge: EdgeId::from_index(0), choices: Vec::new() }];
        let mut store = model.terms.clone();
        let x = store.lookup("x").unwrap();
        let (x, one) = (store.var(x), store.bv(8, 1));
        let odd = store.bv_and(x, one);
        let odd = store.eq(odd, one);
        let seven = store.bv(8, 7);
        let head = model.entry().cfa.find_location("head").unwrap();
        let open = OpenValue { edge: EdgeId::from_index(1), number: 0 };
        let set = RecurrentSet::new(&store, (initial, steps), [(head, odd)], [(open, seven)]);
        Evidence::RecurrentSet(set).to_text(model)
    }

    fn check(model: &Model, text: &str) -> Result<Accepted, String> {
        let Evidence::RecurrentSet(set) =
            Evidence::read(model, text).map_err(|error| error.to_string())?
        else {
            panic!("another kind of evidence");
        };
        let options = Options::default();
        check_recurrent_set(model, &set, &options, &Budget::unlimited())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn sets_that_are_left_never_are_accepted() {
        let model = model();
        let text = text(&model);
        let accepted = check(&model, &text).unwrap();
        assert_eq!((accepted.conditions, accepted.certified), (1, 1));
        let json = Evidence::read(&model, &text).unwrap().to_json(&model);
        assert!(check(&model, &json).is_ok(), "{json}");
        // The same holds of the model that says where states come back.
        let recurrences = Recurrences::of(&model).unwrap();
        let about_it = self::text(&recurrences.model);
        assert!(check(&recurrences.model, &about_it).is_ok());
    }

    #[test]
    fn what_is_no_endless_run_is_rejected() {
        let model = model();
        let text = text(&model);
        for (from, to, why) in [
            // Not reached.
            (ODD, "(= ((_ extract 0 0) x) #b0)", "does not reach"),
            ("(step 0)", "", "does not reach"),
            // Not closed.
            (ODD, "(= x #x01)", "does not hold"),
            (ODD, "true", "does not hold"),
            // The input ends the run.
            ("#x07)", "#x08)", "does not hold"),
            ("(1 0 #x07)", "", "does not hold"),
            ("(1 0 #x07)", "(1 1 #x07)", "does not hold"),
            ("(1 0 #x07)", "(1 0 go)", "does not hold"),
            ("(1 0 #x07)", "(1 0 true)", "another sort"),
            // Runs have ended there.
            ("(head (=", "(end (=", "does not reach"),
            ("(head (=", "(nowhere (=", "nowhere"),
            (ODD, "#x01", "does not reach"),
            ("(step 0)", "(step 0) (step 4)", "assumption"),
        ] {
            let tampered = text.replace(from, to);
            assert_ne!(tampered, text, "{from} is not in\n{text}");
            let error = check(&model, &tampered).expect_err(to);
            assert!(error.contains(why), "{from} -> {to}: {error}");
        }
    }

    /// A choice is made on the way, not at the start of a turn, and branches are open.
    #[test]
    fn choices_are_made_on_the_way() {
        let text = "var x : bv8 procedure main { initial head
            head -> head { x := #x05; choice { assume (= x #x04) } or { havoc x };
                           assume (= x #x06) } }";
        let model = parse(text).unwrap();
        let mut initial = Assignment::new();
        let x = model.terms.lookup("x").unwrap();
        initial.set(x, Value::BitVec(BitVec::zero(8)));
        let mut store = model.terms.clone();
        let (x, one, all) = (store.var(x), store.bv(8, 1), store.bool(true));
        let next = store.bv_add(x, one);
        let head = model.entry().cfa.initial();
        let open = OpenValue { edge: EdgeId::from_index(0), number: 0 };
        let accepts = |value: Term| {
            let stem = (initial.clone(), Vec::new());
            let set = RecurrentSet::new(&store, stem, [(head, all)], [(open, value)]);
            check_recurrent_set(&model, &set, &Options::default(), &Budget::unlimited()).is_ok()
        };
        assert!(accepts(next));
        assert!(!accepts(x));
    }
}
