//! From a trace of the model to the values that the program asks for.

use super::Lowered;
use super::emit::Asked;
use evidence::Trace;
use model::{Choice, EdgeId};
use term::Value;

/// A value that a run asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The edge of the model.
    pub edge: EdgeId,
    /// Why it is asked for.
    pub asked: Asked,
    /// The value.
    pub value: Value,
}

/// All values that the run of a trace asks for, in order.
pub fn answers(lowered: &Lowered, trace: &Trace) -> Vec<Answer> {
    let mut answers = Vec::new();
    for step in &trace.steps {
        let values = step.choices.iter().filter_map(|choice| match choice {
            Choice::Value(value) => Some(value),
            Choice::Branch(_) => None,
        });
        let asked = lowered.asked.get(&step.edge).map_or(&[][..], Vec::as_slice);
        for (value, asked) in values.zip(asked) {
            answers.push(Answer { edge: step.edge, asked: asked.clone(), value: value.clone() });
        }
    }
    answers
}
