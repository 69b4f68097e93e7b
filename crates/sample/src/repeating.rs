//! Values that come again and again: what a run needs that comes back to a state.

use program::interpret::{Chooser, OpenByte, OpenValue, Random};
use term::Value;

/// Before values are repeated, there are at most so many.
const MAX_PREFIX: u64 = 40;
/// At most so many values are repeated together.
const MAX_PERIOD: u64 = 4;

/// Answers as another chooser does at first, and then repeats its last answers.
pub struct Repeating<C> {
    follow: C,
    given: Vec<Value>,
    prefix: usize,
    period: usize,
}

impl<C> Repeating<C> {
    /// When to begin and how much to repeat is left to chance.
    pub fn new(follow: C, mut random: Random) -> Repeating<C> {
        let prefix = random.below(MAX_PREFIX) as usize;
        let period = random.below(MAX_PERIOD) as usize + 1;
        Repeating { follow, given: Vec::new(), prefix, period }
    }
}

impl<C: Chooser> Chooser for Repeating<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let repeated = match self.given.len() >= self.prefix + self.period {
            true => self.given.get(self.given.len() - self.period),
            false => None,
        };
        let value = match repeated.filter(|value| value.sort() == *open.sort) {
            Some(value) => value.clone(),
            None => self.follow.value(open)?,
        };
        self.given.push(value.clone());
        Some(value)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.follow.byte(open)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.follow.stray_byte(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{ChoiceSource, ScalarType};
    use term::Sort;

    #[test]
    fn values_come_again() {
        let (source, sort) = (ChoiceSource::Input("f".to_owned()), Sort::BitVec(32));
        let ty = ScalarType::Int { bits: 32, signed: false };
        let open = OpenValue { source: &source, ty, sort: &sort, span: None };
        for seed in 0..20 {
            let mut run = Repeating::new(Random::new(seed), Random::new(seed + 100));
            let values: Vec<Value> = (0..200).filter_map(|_| run.value(&open)).collect();
            let late = &values[(MAX_PREFIX + MAX_PERIOD) as usize..];
            let period = (1..=MAX_PERIOD as usize).find(|&p| late[p..] == late[..late.len() - p]);
            assert!(period.is_some(), "{values:?}");
        }
    }
}
