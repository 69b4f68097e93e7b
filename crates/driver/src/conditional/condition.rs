//! Conditions over the integer parameters of a function, as C writes them.

use c::harness::IntegerParameter;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Values of the parameters, in their order.
pub type Arguments = Vec<i128>;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    NotEqual,
    AtMost,
    AtLeast,
    Less,
    Greater,
    Equal,
}

impl Relation {
    const ALL: [Relation; 6] = [
        Relation::NotEqual,
        Relation::AtMost,
        Relation::AtLeast,
        Relation::Less,
        Relation::Greater,
        Relation::Equal,
    ];

    fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::NotEqual => left != right,
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Less => left < right,
            Relation::Greater => left > right,
            Relation::Equal => left == right,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Relation::NotEqual => "!=",
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Less => "<",
            Relation::Greater => ">",
            Relation::Equal => "==",
        }
    }
}

/// What a parameter is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Constant(i128),
    Parameter(usize),
}

/// A comparison of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Comparison {
    left: usize,
    relation: Relation,
    right: Operand,
}

impl Comparison {
    fn holds(&self, arguments: &Arguments) -> bool {
        let right = match self.right {
            Operand::Constant(value) => value,
            Operand::Parameter(number) => arguments[number],
        };
        self.relation.holds(arguments[self.left], right)
    }

    fn parameters(&self) -> impl Iterator<Item = usize> {
        let right = match self.right {
            Operand::Constant(_) => None,
            Operand::Parameter(number) => Some(number),
        };
        std::iter::once(self.left).chain(right)
    }

    fn write(&self, text: &mut String, parameters: &[IntegerParameter]) {
        let left = &parameters[self.left];
        let right = match self.right {
            Operand::Constant(value) if left.is_signed => value.to_string(),
            Operand::Constant(value) => format!("{value}u"),
            Operand::Parameter(number) => parameters[number].name.clone(),
        };
        let written = write!(text, "{} {} {right}", left.name, self.relation.text());
        written.expect("strings can be written to");
    }
}

/// One comparison, or two of which both or one must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    comparisons: Vec<Comparison>,
    all: bool,
}

impl Condition {
    /// Whether some arguments fulfil it.
    pub fn holds(&self, arguments: &Arguments) -> bool {
        match self.all {
            true => self.comparisons.iter().all(|one| one.holds(arguments)),
            false => self.comparisons.iter().any(|one| one.holds(arguments)),
        }
    }

    /// The condition in C.
    pub fn text(&self, parameters: &[IntegerParameter]) -> String {
        let mut text = String::new();
        for comparison in &self.comparisons {
            if !text.is_empty() {
                text += if self.all { " && " } else { " || " };
            }
            comparison.write(&mut text, parameters);
        }
        text
    }

    /// What makes it less likely: comparisons, constants that only runs suggest, and equations, which
    /// leave little.
    fn size(&self) -> usize {
        let size = |one: &Comparison| {
            let is_large = matches!(one.right, Operand::Constant(value) if value.abs() > 1);
            1 + usize::from(is_large) + usize::from(one.relation == Relation::Equal)
        };
        self.comparisons.iter().map(size).sum()
    }

    /// The part of some small arguments that fulfil it: the greater, the weaker the condition.
    fn share(&self, parameters: &[IntegerParameter], constants: &[BTreeSet<i128>]) -> f64 {
        let used: BTreeSet<usize> =
            self.comparisons.iter().flat_map(Comparison::parameters).collect();
        let mut grid: Vec<Arguments> = vec![vec![0; parameters.len()]];
        for &number in &used {
            let values = values_around(&parameters[number], &constants[number]);
            let with_value = |arguments: &Arguments| {
                let mut arguments = arguments.clone();
                values
                    .iter()
                    .map(|&value| {
                        arguments[number] = value;
                        arguments.clone()
                    })
                    .collect::<Vec<_>>()
            };
            grid = grid.iter().flat_map(with_value).collect();
        }
        let fulfilling = grid.iter().filter(|arguments| self.holds(arguments)).count();
        fulfilling as f64 / grid.len() as f64
    }
}

/// Small values, and the constants with their neighbours, as far as the type has them.
fn values_around(parameter: &IntegerParameter, constants: &BTreeSet<i128>) -> Vec<i128> {
    let around = constants.iter().flat_map(|value| [value - 1, *value, value + 1]);
    let values: BTreeSet<i128> = around.chain(-3..=3).collect();
    let bits = parameter.bits.min(64);
    let range = match parameter.is_signed {
        true => -(1 << (bits - 1))..1 << (bits - 1),
        false => 0..1 << bits,
    };
    values.into_iter().filter(|value| range.contains(value)).collect()
}

/// Conditions that none of the given arguments fulfil, simple ones first, weak ones before strong ones.
pub fn candidates(parameters: &[IntegerParameter], excluded: &[Arguments]) -> Vec<Condition> {
    let constants: Vec<BTreeSet<i128>> = (0..parameters.len())
        .map(|number| {
            let met = excluded.iter().map(|arguments| arguments[number]);
            met.filter(|value| value.abs() < 1 << 31).chain([0]).collect()
        })
        .collect();
    let comparisons = comparisons(parameters, &constants);
    let single = |&comparison: &Comparison| Condition { comparisons: vec![comparison], all: true };
    let mut found: Vec<Condition> = comparisons.iter().map(single).collect();
    for (number, &first) in comparisons.iter().enumerate() {
        // Two comparisons of the same numbers are one of another kind.
        let about_others =
            |second: &&Comparison| (second.left, second.right) != (first.left, first.right);
        for &second in comparisons[number + 1..].iter().filter(about_others) {
            for all in [false, true] {
                found.push(Condition { comparisons: vec![first, second], all });
            }
        }
    }
    found.retain(|condition| !excluded.iter().any(|arguments| condition.holds(arguments)));
    let mut ranked: Vec<(usize, f64, Condition)> = found
        .into_iter()
        .map(|condition| {
            let share = condition.share(parameters, &constants);
            (condition.size(), share, condition)
        })
        .filter(|(_, share, _)| *share > 0.0 && *share < 1.0)
        .collect();
    ranked.sort_by(|(size, share, _), (other_size, other_share, _)| {
        size.cmp(other_size).then(other_share.total_cmp(share))
    });
    ranked.into_iter().map(|(_, _, condition)| condition).collect()
}

fn comparisons(parameters: &[IntegerParameter], constants: &[BTreeSet<i128>]) -> Vec<Comparison> {
    let mut found = Vec::new();
    for (left, parameter) in parameters.iter().enumerate() {
        let same_type = |&other: &usize| {
            parameters[other].is_signed == parameter.is_signed
                && parameters[other].bits == parameter.bits
        };
        let others = (left + 1..parameters.len()).filter(same_type).map(Operand::Parameter);
        let constants = constants[left].iter().copied().map(Operand::Constant);
        for right in constants.chain(others) {
            for relation in Relation::ALL {
                found.push(Comparison { left, relation, right });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<IntegerParameter> {
        let parameter = |name: &str, is_signed| IntegerParameter {
            name: name.to_owned(),
            is_signed,
            bits: 32,
            line: 1,
        };
        vec![parameter("n", true), parameter("step", true), parameter("size", false)]
    }

    fn texts(excluded: &[Arguments]) -> Vec<String> {
        let parameters = parameters();
        let found = candidates(&parameters, excluded);
        assert!(found.iter().all(|one| !excluded.iter().any(|arguments| one.holds(arguments))));
        found.iter().map(|condition| condition.text(&parameters)).collect()
    }

    #[test]
    fn weak_and_simple_conditions_come_first() {
        let found = texts(&[vec![2, 0, 5]]);
        let place = |text: &str| found.iter().position(|other| other == text).expect(text);
        assert!(place("step != 0") < place("step > 0"));
        assert!(place("step > 0") < place("n != 2 && step > 0"));
        assert!(place("size != 5u") < place("size > 5u"));
        assert!(!found.contains(&"n != 0".to_owned()));
        // Nothing of an unsigned number is below zero, and everything is at least zero.
        assert!(!found.iter().any(|text| text == "size < 0u" || text == "size >= 0u"));
    }

    #[test]
    fn further_arguments_leave_fewer_conditions() {
        let found = texts(&[vec![2, 0, 5], vec![2, -1, 5], vec![-7, -1, 0]]);
        assert!(!found.contains(&"step != 0".to_owned()));
        assert!(found.contains(&"step > 0".to_owned()));
        assert!(found.iter().all(|text| !text.contains("size != 5u") || text.contains("&&")));
    }

    #[test]
    fn numbers_of_different_types_are_not_compared() {
        assert!(texts(&[]).iter().all(|text| !text.contains("n < size")));
        assert!(texts(&[]).contains(&"n < step".to_owned()));
    }
}
