//! The counters in the JSON document that `lemmatic verify --json` prints.

use serde::Deserialize;
use serde_json::{Deserializer, Value};
use std::collections::BTreeMap;
use std::io::Read;

/// The parts of the document that are read; the rest, mainly evidence, is skipped.
#[derive(Debug, Default, PartialEq, Deserialize)]
pub struct Statistics {
    /// The engine that answered.
    pub engine: Option<String>,
    result: Option<String>,
    property: Option<String>,
    reason: Option<String>,
    #[serde(default)]
    statistics: BTreeMap<String, Value>,
    #[serde(default)]
    times: BTreeMap<String, Value>,
    #[serde(default)]
    engines: Vec<Engine>,
}

/// One of several engines of a portfolio.
#[derive(Debug, Default, PartialEq, Deserialize)]
struct Engine {
    #[serde(default)]
    statistics: BTreeMap<String, Value>,
    #[serde(default)]
    times: BTreeMap<String, Value>,
}

impl Statistics {
    /// Reads the document at the start of an output, if there is one.
    pub fn read(output: impl Read) -> Option<Statistics> {
        Deserializer::from_reader(output).into_iter().next()?.ok()
    }

    /// The answer as a result line has it, without its first word: `FALSE(property)`.
    pub fn answer(&self) -> Option<String> {
        let result = self.result.as_deref()?;
        match self.property.as_ref().or(self.reason.as_ref()) {
            Some(detail) => Some(format!("{result}({detail})")),
            None => Some(result.to_owned()),
        }
    }

    /// Counters by name. They are those of the engine that answered, except that queries are summed
    /// over all engines: a portfolio also pays for its losers.
    pub fn counters(&self) -> BTreeMap<String, f64> {
        let of_engines = self.engines.iter().map(|engine| &engine.statistics);
        with_sum(&self.statistics, of_engines, "queries")
    }

    /// Seconds by name, in the same way.
    pub fn times(&self) -> BTreeMap<String, f64> {
        with_sum(&self.times, self.engines.iter().map(|engine| &engine.times), "in_solver")
    }
}

/// Numbers by name; one of them is replaced by the sum over engines, if any engine has it.
fn with_sum<'e>(
    own: &BTreeMap<String, Value>,
    engines: impl Iterator<Item = &'e BTreeMap<String, Value>>,
    name: &str,
) -> BTreeMap<String, f64> {
    let mut numbers = numbers(own);
    let sum = engines.filter_map(|values| values.get(name)?.as_f64()).reduce(|a, b| a + b);
    numbers.extend(sum.map(|sum| (name.to_owned(), sum)));
    numbers
}

fn numbers(values: &BTreeMap<String, Value>) -> BTreeMap<String, f64> {
    values.iter().filter_map(|(name, value)| Some((name.clone(), value.as_f64()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_at_the_start() {
        let output = r#"{ "result": "TRUE", "engine": "bmc", "evidence": [1, {"x": [2]}],
            "statistics": { "queries": 27, "name": "x" }, "times": { "in_solver": 0.5 } }"#;
        let statistics = Statistics::read(output.as_bytes()).unwrap();
        assert_eq!(statistics.engine.as_deref(), Some("bmc"));
        assert_eq!(statistics.answer().as_deref(), Some("TRUE"));
        assert_eq!(statistics.counters(), BTreeMap::from([("queries".to_owned(), 27.0)]));
        assert_eq!(statistics.times(), BTreeMap::from([("in_solver".to_owned(), 0.5)]));
    }

    #[test]
    fn all_engines_cost() {
        let output = r#"{ "engine": "bmc", "statistics": { "queries": 2, "depth": 7 }, "engines": [
            { "name": "bmc", "statistics": { "queries": 2, "depth": 7 }, "times": {} },
            { "name": "kind", "statistics": { "queries": 5, "k": 3 }, "times": { "in_solver": 1 } },
            { "name": "late", "statistics": {}, "times": {} } ] }"#;
        let statistics = Statistics::read(output.as_bytes()).unwrap();
        let counters = [("depth".to_owned(), 7.0), ("queries".to_owned(), 7.0)];
        assert_eq!(statistics.counters(), BTreeMap::from(counters));
        assert_eq!(statistics.times(), BTreeMap::from([("in_solver".to_owned(), 1.0)]));
    }

    #[test]
    fn no_document() {
        for output in ["", "result: TRUE\n", "{ \"statistics\": {", "[1]"] {
            assert_eq!(Statistics::read(output.as_bytes()), None, "{output}");
        }
        let refused = br#"{ "result": "UNKNOWN", "reason": "x" }"#;
        let refused = Statistics::read(&refused[..]).unwrap();
        assert_eq!(refused.answer().as_deref(), Some("UNKNOWN(x)"));
        assert_eq!(refused.counters(), BTreeMap::new());
    }
}
