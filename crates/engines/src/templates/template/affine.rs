//! Rows for linear equations modulo powers of two.

use super::super::modular::{Equation, Span, equations_of};
use term::{Term, TermStore, Value};

/// All equations `c1*e1 + ... + cn*en = c` modulo 2^m, m up to the width of the expressions, that
/// hold in all states shown: the affine hull of these states (Elder et al., "Abstract domains of
/// affine relations").
///
/// Overflow needs no special treatment, since machine arithmetic is arithmetic modulo 2^width.
/// Equations modulo smaller powers of two are congruences: `x = 1` modulo 2 says that `x` is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Affine {
    /// Bit-vectors of one width over the variables of a cut point.
    pub(crate) expressions: Vec<Term>,
    width: u32,
    parameter: Parameter,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    /// No state was shown yet.
    Nothing,
    Hull(Hull),
    Anything,
}

/// The points reached from one point by adding multiples of some directions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hull {
    origin: Vec<u64>,
    directions: Span,
    equations: Vec<Equation>,
}

impl Affine {
    /// The greatest width of expressions: their values are stored in machine words.
    pub(crate) const MAX_WIDTH: u32 = 64;

    /// A row that was shown no state.
    pub(crate) fn new(expressions: Vec<Term>, width: u32) -> Affine {
        debug_assert!(width <= Affine::MAX_WIDTH, "values are kept in machine words");
        Affine { expressions, width, parameter: Parameter::Nothing }
    }

    pub(crate) fn join(&mut self, values: &[Value]) -> bool {
        let number = |value: &Value| value.as_bitvec().and_then(term::BitVec::to_u64);
        let point: Vec<u64> = values.iter().map(|v| number(v).expect("narrow enough")).collect();
        match &mut self.parameter {
            Parameter::Anything => return false,
            Parameter::Nothing => {
                let directions = Span::empty(point.len(), self.width);
                let equations = equations_of(&point, &directions);
                let hull = Hull { origin: point, directions, equations };
                self.parameter = Parameter::Hull(hull);
            }
            Parameter::Hull(hull) => {
                if hull.equations.iter().all(|equation| equation.holds(&point)) {
                    return false;
                }
                let direction = hull.origin.iter().zip(&point).map(|(o, p)| p.wrapping_sub(*o));
                hull.directions.insert(direction.collect());
                hull.equations = equations_of(&hull.origin, &hull.directions);
                if hull.equations.is_empty() {
                    self.parameter = Parameter::Anything;
                }
            }
        }
        true
    }

    pub(crate) fn give_up(&mut self) {
        self.parameter = Parameter::Anything;
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.parameter == Parameter::Anything
    }

    pub(crate) fn formula(&self, store: &mut TermStore, expressions: &[Term]) -> Option<Term> {
        let Parameter::Hull(hull) = &self.parameter else { return None };
        let equations = hull.equations.iter().map(|e| e.formula(store, expressions));
        let equations: Vec<Term> = equations.collect();
        Some(store.and(&equations))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Assignment, Sort, eval};

    fn check(points: &[[u64; 2]], expected: &str) {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.declare(name, Sort::BitVec(8)).unwrap());
        let terms = [store.var(x), store.var(y)];
        let mut row = Affine::new(terms.to_vec(), 8);
        for point in points {
            row.join(&point.map(|n| Value::bv(8, n)));
        }
        let said = row.formula(&mut store, &terms);
        for &[a, b] in points {
            let mut state = Assignment::new();
            state.set(x, Value::bv(8, a));
            state.set(y, Value::bv(8, b));
            let admitted = said.map(|said| eval(&store, said, &state).unwrap());
            assert_ne!(admitted, Some(Value::Bool(false)), "({a}, {b})");
        }
        let said = said.map_or("anything".to_owned(), |said| store.display(said).to_string());
        assert_eq!(said, expected);
    }

    #[test]
    fn equations_are_those_of_all_points() {
        check(&[[3, 4]], "(and (= x #x03) (= y #x04))");
        check(&[[0, 0], [1, 2]], "(= y (bvshl x #x01))");
        check(&[[0, 5], [1, 6], [7, 12]], "(= x (bvadd y #xfb))");
        check(&[[0, 0], [1, 2], [2, 3]], "anything");
    }

    #[test]
    fn a_row_of_even_steps_is_a_congruence() {
        check(&[[1, 0], [3, 0], [1, 1]], "(= ((_ extract 0 0) x) #b1)");
        check(&[[2, 0], [6, 1], [6, 0]], "(= ((_ extract 1 0) x) #b10)");
    }
}
