//! `REACH`: concrete states that runs reach, found on the way.
//!
//! States are stored by latch: for each latch a bit for each state. Whether a cube has one of the
//! states is then a conjunction of words, 64 states at once.

use super::Core;
use hardware::circuit::{Lit, word};

/// Reachable states, with the runs that reach them.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// For each latch, a bit for each state in use.
    columns: Vec<Vec<u64>>,
    /// For each state in use, its number in the history.
    active: Vec<u32>,
    /// How often it was a witness, decaying.
    activities: Vec<f32>,
    history: Vec<Reached>,
    /// How many states were found.
    pub found: u64,
}

/// How a state was reached.
#[derive(Clone, Debug)]
struct Reached {
    state: Vec<bool>,
    /// The state before and the inputs of the step; initial states have none.
    before: Option<(u32, Vec<bool>)>,
}

/// More states than this are not kept in use.
const MAX_STATES: usize = 4096;

impl Reach {
    /// An empty set of states of so many latches.
    pub fn new(latches: usize) -> Reach {
        Reach { columns: vec![Vec::new(); latches], ..Reach::default() }
    }

    /// Adds a state; returns its number.
    pub fn add(&mut self, state: Vec<bool>, before: Option<(u32, Vec<bool>)>) -> u32 {
        if self.active.len() >= MAX_STATES {
            self.forget();
        }
        let number = self.history.len() as u32;
        self.insert(number, &state);
        self.activities.push(1.0);
        self.history.push(Reached { state, before });
        self.found += 1;
        number
    }

    fn insert(&mut self, number: u32, state: &[bool]) {
        let (at, bit) = (self.active.len() / 64, self.active.len() % 64);
        for (column, &value) in self.columns.iter_mut().zip(state) {
            if bit == 0 {
                column.push(0);
            }
            column[at] |= u64::from(value) << bit;
        }
        self.active.push(number);
    }

    /// Drops the less active half of the states; their runs are still known.
    fn forget(&mut self) {
        let mut order: Vec<usize> = (0..self.active.len()).collect();
        order.sort_by(|&a, &b| self.activities[b].total_cmp(&self.activities[a]));
        order.truncate(self.active.len() / 2);
        order.sort_unstable();
        let kept: Vec<(u32, f32)> =
            order.iter().map(|&i| (self.active[i], self.activities[i] * 0.5)).collect();
        self.columns.iter_mut().for_each(Vec::clear);
        self.active.clear();
        self.activities.clear();
        for (number, activity) in kept {
            let state = std::mem::take(&mut self.history[number as usize].state);
            self.insert(number, &state);
            self.history[number as usize].state = state;
            self.activities.push(activity);
        }
    }

    /// A state in a cube: its place among those in use. Literals come with the numbers of latches.
    fn place(&self, cube: &(impl Iterator<Item = (usize, bool)> + Clone)) -> Option<usize> {
        let words = self.active.len().div_ceil(64);
        for at in 0..words {
            let used = self.active.len() - 64 * at;
            let mut found = if used >= 64 { u64::MAX } else { (1 << used) - 1 };
            for (latch, value) in cube.clone() {
                let column = self.columns[latch][at];
                found &= if value { column } else { !column };
                if found == 0 {
                    break;
                }
            }
            if found != 0 {
                return Some(64 * at + found.trailing_zeros() as usize);
            }
        }
        None
    }

    /// The values of latches in a state.
    pub fn state(&self, number: u32) -> &[bool] {
        &self.history[number as usize].state
    }

    /// The initial state of the run to a state, and the inputs of its steps.
    pub fn run_to(&self, number: u32) -> (Vec<bool>, Vec<Vec<bool>>) {
        let mut inputs = Vec::new();
        let mut at = &self.history[number as usize];
        while let Some((before, chosen)) = &at.before {
            inputs.push(chosen.clone());
            at = &self.history[*before as usize];
        }
        inputs.reverse();
        (at.state.clone(), inputs)
    }
}

impl Core<'_> {
    fn latch_values<'c>(
        &'c self,
        cube: &'c [Lit],
    ) -> impl Iterator<Item = (usize, bool)> + Clone + 'c {
        cube.iter().map(|literal| (self.latch_of[literal.node()] as usize, !literal.is_negated()))
    }

    /// A known reachable state in a cube (`Intersect` of the paper).
    pub fn intersect(&mut self, cube: &[Lit]) -> Option<u32> {
        let place = self.reach.as_ref()?.place(&self.latch_values(cube))?;
        let reach = self.reach.as_mut()?;
        reach.activities[place] += 1.0;
        Some(reach.active[place])
    }

    /// Whether a lemma of a cube excludes neither initial nor known reachable states.
    pub fn is_allowed(&mut self, cube: &[Lit]) -> bool {
        self.excludes_initial(cube) && self.intersect(cube).is_none()
    }

    /// Adds literals of a cube to a part of it until it has no known reachable state, if possible.
    pub(super) fn exclude_reached(&mut self, part: &mut Vec<Lit>, cube: &[Lit]) {
        while let Some(number) = self.intersect(part) {
            let Some(reach) = &self.reach else { return };
            let state = reach.state(number);
            let differs = |literal: &&Lit| {
                state[self.latch_of[literal.node()] as usize] == literal.is_negated()
            };
            let Some(&literal) = cube.iter().find(differs) else { return };
            part.push(literal);
        }
    }

    /// The state after a step.
    pub fn successor(&self, state: &[bool], inputs: &[bool]) -> Vec<bool> {
        let words = |values: &[bool]| values.iter().map(|&v| u64::from(v)).collect::<Vec<u64>>();
        let mut values = Vec::new();
        self.circuit.simulate(&words(inputs), &words(state), &mut values);
        self.circuit.latches.iter().map(|latch| word(&values, latch.next) & 1 == 1).collect()
    }

    /// Adds a reachable state, and marks the lemmas that exclude it as bad.
    pub fn add_reached(
        &mut self,
        state: Vec<bool>,
        before: Option<(u32, Vec<bool>)>,
    ) -> Option<u32> {
        let reach = self.reach.as_mut()?;
        let latch_of = &self.latch_of;
        let is_in =
            |literal: &Lit| state[latch_of[literal.node()] as usize] != literal.is_negated();
        let mut bad = 0;
        for lemma in self.frames.all_mut() {
            if !lemma.is_bad && lemma.cube.iter().all(is_in) {
                lemma.is_bad = true;
                bad += 1;
            }
        }
        self.statistics.bad_lemmas += bad;
        Some(reach.add(state, before))
    }
}
