//! Readable traces: step by step, with source positions and changed variables.

use crate::trace::Trace;
use model::{Model, Span};
use std::fmt::{self, Display, Formatter};
use term::{Symbol, Value};

/// Displays a trace, given the variables that each step changed with their new values (as found by
/// replaying).
pub struct TraceDisplay<'a> {
    model: &'a Model,
    trace: &'a Trace,
    changes: &'a [Vec<(Symbol, Value)>],
}

impl Trace {
    /// A readable form of the trace; see [`TraceDisplay`].
    pub fn display<'a>(
        &'a self,
        model: &'a Model,
        changes: &'a [Vec<(Symbol, Value)>],
    ) -> TraceDisplay<'a> {
        TraceDisplay { model, trace: self, changes }
    }
}

impl Display for TraceDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cfa = &self.model.entry().cfa;
        writeln!(f, "start at {}", cfa.name(cfa.initial()))?;
        for (symbol, value) in self.trace.initial.iter() {
            self.write_value(f, symbol, value)?;
        }
        for (number, step) in self.trace.steps.iter().enumerate() {
            let edge = cfa.edge(step.edge);
            write!(f, "{}. {} -> {}", number + 1, cfa.name(edge.source), cfa.name(edge.target))?;
            if let Some(span) = edge.span {
                self.write_span(f, span)?;
            }
            writeln!(f)?;
            for (symbol, value) in self.changes.get(number).into_iter().flatten() {
                self.write_value(f, *symbol, value)?;
            }
        }
        match cfa.error_at(self.trace.error) {
            Some(error) => writeln!(f, "violated: {}", error.kind),
            None => Ok(()),
        }
    }
}

impl TraceDisplay<'_> {
    fn write_value(&self, f: &mut Formatter<'_>, symbol: Symbol, value: &Value) -> fmt::Result {
        write!(f, "     {} = {value}", self.model.terms.name(symbol))?;
        if let Some(bits) = value.as_bitvec()
            && bits.width() > 1
        {
            write!(f, " ({})", bits.to_bigint())?;
        }
        writeln!(f)
    }

    fn write_span(&self, f: &mut Formatter<'_>, span: Span) -> fmt::Result {
        let file = self.model.file_name(span.file);
        write!(f, "  [{file}:{}:{}]", span.line, span.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::TraceStep;
    use model::EdgeId;
    use term::Assignment;

    #[test]
    fn shows_places_and_changes() {
        let model = model::parse(
            "var x : bv8
             var b : bool
             procedure main {
               initial start
               error bad \"x is not 255\"
               start -> head { x := #xff } @ \"a.c\":3:5
               head -> bad { assume (= x #xff) }
             }",
        )
        .unwrap();
        let (x, b) = (model.globals[0], model.globals[1]);
        let mut initial = Assignment::new();
        initial.set(x, Value::bv(8, 1));
        initial.set(b, Value::Bool(true));
        let step = |edge| TraceStep { edge: EdgeId::from_index(edge), choices: vec![] };
        let error = model.entry().cfa.errors()[0].location;
        let trace = Trace { initial, steps: vec![step(0), step(1)], error };
        let changes = [vec![(x, Value::bv(8, 255))], vec![]];
        assert_eq!(
            trace.display(&model, &changes).to_string(),
            "start at start
     x = #x01 (1)
     b = true
1. start -> head  [a.c:3:5]
     x = #xff (-1)
2. head -> bad
violated: x is not 255
"
        );
    }
}
