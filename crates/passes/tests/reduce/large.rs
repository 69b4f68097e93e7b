//! Large models: reduction neither overflows the stack nor blows up.

use crate::evidence_of::{accept_trace, bmc, reduced};
use evidence::Translation;
use evidence::Verdict;
use model::{Cfa, Command, Location, Model, Procedure};
use passes::reduce::ReduceConfig;
use term::{Sort, Symbol, Term, TermStore};

struct Builder {
    terms: TermStore,
    cfa: Cfa,
    x: Symbol,
    at: Location,
    error: Location,
}

impl Builder {
    fn new() -> Builder {
        let mut terms = TermStore::new();
        let x = terms.declare("x", Sort::BitVec(8)).unwrap();
        let mut cfa = Cfa::new();
        let (at, error) = (cfa.fresh_location(None), cfa.fresh_location(None));
        cfa.add_error(error, "");
        Builder { terms, cfa, x, at, error }
    }

    fn x_is(&mut self, value: u64) -> Term {
        let (x, value) = (self.terms.var(self.x), self.terms.bv(8, value));
        self.terms.eq(x, value)
    }

    fn step(&mut self, command: Command) {
        let next = self.cfa.fresh_location(None);
        self.cfa.add_edge(self.at, next, command, None);
        self.at = next;
    }

    fn finish(mut self) -> Model {
        let is_seven = self.x_is(7);
        self.cfa.add_edge(self.at, self.error, Command::Assume(is_seven), None);
        Model::single(self.terms, vec![self.x], Procedure::new("main", self.cfa))
    }
}

/// Checks that a model reduces to at most this many locations and operations and keeps its error.
fn check(model: &Model, locations: usize, operations: usize) {
    let config = ReduceConfig { block_limit: 1000, ..ReduceConfig::default() };
    let reduced = reduced(model, &config);
    let cfa = &reduced.model.entry().cfa;
    let found: usize = cfa.edges().map(|e| cfa.edge(e).command.operations()).sum();
    assert!(cfa.locations().len() <= locations, "{} locations", cfa.locations().len());
    assert!(found <= operations, "{found} operations");
    match bmc(&reduced.model, 3) {
        Verdict::Unsafe(trace) => {
            assert_eq!(accept_trace(model, &reduced.trace(&trace).unwrap()), Ok(()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn long_straight_lines() {
    let mut builder = Builder::new();
    for _ in 0..20_000 {
        builder.step(Command::Havoc(builder.x));
    }
    check(&builder.finish(), 2, 2);
}

#[test]
fn rows_of_branches_do_not_blow_up() {
    let mut builder = Builder::new();
    let (x, one) = (builder.terms.var(builder.x), builder.terms.bv(8, 1));
    let next = builder.terms.bv_add(x, one);
    let branches = 300;
    for i in 0..branches {
        let yes = builder.x_is(i % 5);
        let no = builder.terms.not(yes);
        let (start, then) = (builder.at, builder.cfa.fresh_location(None));
        builder.cfa.add_edge(start, then, Command::Assume(yes), None);
        builder.step(Command::Assume(no));
        builder.cfa.add_edge(then, builder.at, Command::Assign(builder.x, next), None);
    }
    check(&builder.finish(), 3, 4 * branches as usize);
}

#[test]
fn branches_inside_branches_are_not_nested_too_deeply() {
    let mut builder = Builder::new();
    let end = builder.cfa.fresh_location(None);
    for i in 0..2000 {
        let yes = builder.x_is(i % 5);
        let no = builder.terms.not(yes);
        let (start, leave) = (builder.at, builder.cfa.fresh_location(None));
        builder.cfa.add_edge(start, leave, Command::Assume(yes), None);
        builder.cfa.add_edge(leave, end, Command::Havoc(builder.x), None);
        builder.step(Command::Assume(no));
        builder.step(Command::Havoc(builder.x));
    }
    builder.cfa.add_edge(builder.at, end, Command::Skip, None);
    builder.at = end;
    check(&builder.finish(), 4000, 16_000);
}

#[test]
fn commands_as_deep_as_they_may_be() {
    let mut builder = Builder::new();
    let x = builder.x;
    let mut command = Command::Havoc(x);
    for i in 0..Command::MAX_DEPTH as u64 / 2 - 1 {
        let is_other = builder.x_is(i % 7);
        let rest = Command::Seq(vec![Command::Assume(is_other), Command::Havoc(x), command]);
        command = Command::Choice(vec![Command::Havoc(x), rest]);
    }
    builder.step(command);
    check(&builder.finish(), 3, 2000);
}
