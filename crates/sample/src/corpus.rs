//! Runs that covered something new, and variations of them.

use program::interpret::{Chooser, OpenByte, OpenValue, Random};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::Value;

/// How many runs are remembered.
const MAX_RUNS: usize = 1000;
/// How many values of a run are remembered.
const MAX_VALUES: usize = 10_000;
/// How many of their integers are likely to be chosen again.
const MAX_LEARNED: usize = 1000;

/// The values of runs that covered something new.
#[derive(Default)]
pub struct Corpus {
    runs: Vec<Vec<Value>>,
    integers: BTreeSet<i64>,
    learned: Arc<[i64]>,
}

impl Corpus {
    /// Remembers the values of a run.
    pub fn add(&mut self, values: &[Value]) {
        if values.is_empty() || self.runs.len() == MAX_RUNS {
            return;
        }
        let values = &values[..values.len().min(MAX_VALUES)];
        self.runs.push(values.to_vec());
        if self.integers.len() < MAX_LEARNED {
            self.integers.extend(values.iter().filter_map(|value| value.as_bitvec()?.to_i64()));
            self.learned = self.integers.iter().copied().collect();
        }
    }

    /// The next run: a random one, or a variation of an earlier one, preferably of a recent one.
    pub fn next(&self, mut random: Random) -> Guided<'_> {
        let number = self.runs.len() as u64;
        if number == 0 || random.below(2) == 0 {
            return Guided { begun: [].iter(), changed: None, rest: random };
        }
        let late = random.below(number).max(random.below(number));
        let run = &self.runs[late as usize];
        let place = random.below(run.len() as u64) as usize;
        let (kept, changed) = match random.below(3) {
            0 => (place, None),
            1 => (run.len(), Some(run.len() - place)),
            _ => (run.len(), None),
        };
        let rest = random.with_learned(self.learned.clone());
        Guided { begun: run[..kept].iter(), changed, rest }
    }
}

/// Starts like another run, possibly with one value changed, and continues at random.
pub struct Guided<'a> {
    begun: std::slice::Iter<'a, Value>,
    /// The changed value, given by how many values precede it.
    changed: Option<usize>,
    rest: Random,
}

impl Chooser for Guided<'_> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let is_changed = self.changed == Some(self.begun.len());
        let same = self.begun.next().filter(|value| !is_changed && value.sort() == *open.sort);
        same.cloned().or_else(|| self.rest.value(open))
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.rest.byte(open)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.rest.stray_byte(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{ChoiceSource, ScalarType};
    use term::Sort;

    /// The values of a run that asks for `number` bytes.
    fn values(mut run: Guided<'_>, number: usize) -> Vec<u64> {
        let (source, sort) = (ChoiceSource::Input("f".to_owned()), Sort::BitVec(8));
        let ty = ScalarType::Int { bits: 8, signed: false };
        let open = OpenValue { source: &source, ty, sort: &sort, span: None };
        let mut value = || run.value(&open)?.as_bitvec()?.to_u64();
        (0..number).map(|_| value().expect("a byte")).collect()
    }

    #[test]
    fn runs_are_like_others() {
        let mut corpus = Corpus::default();
        let before: Vec<u64> = (100..140).collect();
        corpus.add(&before.iter().map(|&value| Value::bv(8, value)).collect::<Vec<Value>>());
        let same = |run: &[u64]| run.iter().zip(&before).filter(|(new, old)| new == old).count();
        let (mut all, mut all_but_one, mut learned) = (0, 0, 0);
        for seed in 0..400 {
            let run = values(corpus.next(Random::new(seed)), 60);
            match same(&run[..40]) {
                40 => {
                    all += 1;
                    learned += run[40..].iter().filter(|value| before.contains(value)).count();
                }
                39 => all_but_one += 1,
                _ => {}
            }
        }
        assert!(all > 30 && all_but_one > 30, "{all} {all_but_one}");
        assert!(learned > all * 20 / 3, "{learned} of {all} runs");
    }

    #[test]
    fn without_runs_all_is_chance() {
        let corpus = Corpus::default();
        let chance = |seed| values(corpus.next(Random::new(seed)), 20);
        assert_eq!(chance(1), chance(1));
        assert_ne!(chance(1), chance(2));
    }
}
