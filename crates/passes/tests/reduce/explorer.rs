//! Explores all states of small models.

use evidence::Invariants;
use model::{Command, Location, Model};
use term::{Assignment, Sort, Symbol, Term, Value, eval};

/// Which states of a model can reach an error.
pub struct Explorer<'m> {
    model: &'m Model,
    variables: Vec<Symbol>,
    /// By location and state.
    bad: Vec<Vec<bool>>,
}

impl<'m> Explorer<'m> {
    /// Searches backward from the errors until nothing changes.
    pub fn new(model: &'m Model) -> Explorer<'m> {
        let cfa = &model.entry().cfa;
        let variables = model.variables(model.entry);
        let mut explorer = Explorer { model, variables, bad: Vec::new() };
        let states = explorer.states();
        explorer.bad = vec![vec![false; states]; cfa.locations().len()];
        for error in cfa.errors() {
            explorer.bad[error.location.index()] = vec![true; states];
        }
        let edges: Vec<_> = cfa.edges().map(|e| cfa.edge(e)).collect();
        let outcomes: Vec<Vec<Vec<usize>>> = edges
            .iter()
            .map(|edge| (0..states).map(|s| explorer.outcomes(&edge.command, s)).collect())
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (edge, outcomes) in edges.iter().zip(&outcomes) {
                for (state, next) in outcomes.iter().enumerate() {
                    let bad = next.iter().any(|&s| explorer.bad[edge.target.index()][s]);
                    let known = &mut explorer.bad[edge.source.index()][state];
                    changed |= bad && !std::mem::replace(known, *known || bad);
                }
            }
        }
        explorer
    }

    /// Whether every run ends: in an error, or where no edge is feasible.
    pub fn every_run_ends(&self) -> bool {
        let cfa = &self.model.entry().cfa;
        // States that remain after repeatedly removing those without a successor can run forever.
        let mut endless = vec![vec![true; self.states()]; cfa.locations().len()];
        let mut changed = true;
        while changed {
            changed = false;
            for location in cfa.locations() {
                for state in 0..self.states() {
                    let goes_on = cfa.error_at(location).is_none()
                        && cfa.outgoing(location).iter().map(|&e| cfa.edge(e)).any(|edge| {
                            let next = self.outcomes(&edge.command, state);
                            next.iter().any(|&s| endless[edge.target.index()][s])
                        });
                    let known = &mut endless[location.index()][state];
                    changed |= *known && !goes_on;
                    *known &= goes_on;
                }
            }
        }
        !endless[cfa.initial().index()].contains(&true)
    }

    /// Whether no run reaches an error.
    pub fn is_safe(&self) -> bool {
        !self.bad[self.model.entry().cfa.initial().index()].contains(&true)
    }

    /// The weakest inductive invariants of the cut points, in as few variables as possible.
    pub fn invariants(&self) -> Invariants {
        let mut terms = self.model.terms.clone();
        let cut_points = self.model.entry().cfa.loop_heads();
        let mut invariants: Vec<(Location, Term)> = Vec::new();
        for location in cut_points {
            let bad = &self.bad[location.index()];
            let support: Vec<Symbol> =
                self.variables.iter().copied().filter(|&v| self.depends_on(bad, v)).collect();
            let mut clauses = Vec::new();
            for state in (0..self.states()).filter(|&s| bad[s]) {
                let values = self.assignment(state);
                let literals: Vec<Term> = support
                    .iter()
                    .map(|&v| {
                        let (v, value) = (terms.var(v), values.get(v).unwrap().clone());
                        let value = terms.constant(value);
                        let equal = terms.eq(v, value);
                        terms.not(equal)
                    })
                    .collect();
                clauses.push(terms.or(&literals));
            }
            invariants.push((location, terms.and(&clauses)));
        }
        Invariants::new(&terms, invariants)
    }

    /// Whether membership in a set of states depends on a variable.
    fn depends_on(&self, set: &[bool], variable: Symbol) -> bool {
        (0..self.states()).any(|s| {
            let others = self.outcomes(&Command::Havoc(variable), s);
            others.iter().any(|&other| set[other] != set[s])
        })
    }

    fn bits(&self, variable: Symbol) -> u32 {
        self.model.terms.symbol_sort(variable).bit_width().unwrap_or(1)
    }

    fn states(&self) -> usize {
        1 << self.variables.iter().map(|&v| self.bits(v)).sum::<u32>()
    }

    fn assignment(&self, mut state: usize) -> Assignment {
        let mut values = Assignment::new();
        for &variable in &self.variables {
            let value = match self.model.terms.symbol_sort(variable) {
                Sort::Bool => Value::Bool(state & 1 == 1),
                sort => Value::bv(sort.bit_width().unwrap(), state as u64),
            };
            values.set(variable, value);
            state >>= self.bits(variable);
        }
        values
    }

    /// The state with another value of a variable.
    fn with(&self, state: usize, variable: Symbol, value: &Value) -> usize {
        let before = self.variables.iter().take_while(|&&v| v != variable);
        let low: u32 = before.map(|&v| self.bits(v)).sum();
        let number = match value {
            Value::Bool(value) => usize::from(*value),
            other => {
                let all = 0..1usize << self.bits(variable);
                let is = |&n: &usize| Value::bv(self.bits(variable), n as u64) == *other;
                all.into_iter().find(is).expect("a value of the sort")
            }
        };
        let mask = ((1 << self.bits(variable)) - 1) << low;
        (state & !mask) | (number << low)
    }

    fn outcomes(&self, command: &Command, state: usize) -> Vec<usize> {
        let value = |term| eval(&self.model.terms, term, &self.assignment(state)).unwrap();
        let mut outcomes = match command {
            Command::Skip => vec![state],
            Command::Assume(c) if value(*c) == Value::Bool(true) => vec![state],
            Command::Assume(_) => Vec::new(),
            Command::Assign(variable, term) => vec![self.with(state, *variable, &value(*term))],
            Command::Havoc(variable) => {
                let values: Vec<Value> = match self.model.terms.symbol_sort(*variable) {
                    Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                    _ => (0..4).map(|n| Value::bv(self.bits(*variable), n)).collect(),
                };
                values.iter().map(|value| self.with(state, *variable, value)).collect()
            }
            Command::Seq(commands) => commands.iter().fold(vec![state], |states, command| {
                let mut next: Vec<usize> =
                    states.iter().flat_map(|&s| self.outcomes(command, s)).collect();
                next.sort_unstable();
                next.dedup();
                next
            }),
            Command::Choice(branches) => {
                branches.iter().flat_map(|branch| self.outcomes(branch, state)).collect()
            }
            Command::Call(_) => unreachable!("no calls are generated"),
        };
        outcomes.sort_unstable();
        outcomes.dedup();
        outcomes
    }
}
