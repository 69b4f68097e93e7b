//! The few simplifications that a checker may rely on.
//!
//! A store made by [`TermStore::folding`] evaluates constant terms and takes the branch that a
//! constant decides. It applies none of the rules of [`crate::rewrite`]. That is enough to follow a
//! loop with a constant bound without unwinding paths that no run takes, and small enough to be
//! reviewed.

use crate::eval::apply_op;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::Value;
use smallvec::SmallVec;

impl TermStore {
    /// An application with its constant arguments evaluated.
    pub(crate) fn folded(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Term {
        let known = match op {
            Op::And => return self.fold_connective(op, sort, args, false),
            Op::Or => return self.fold_connective(op, sort, args, true),
            Op::Ite => self.fold_ite(args),
            Op::Select => self.fold_select(args),
            Op::Eq if args[0] == args[1] => Some(self.bool(true)),
            // Array constants stay terms, and functions have no values.
            Op::Apply(_) | Op::Store | Op::ConstArray => None,
            _ => self.fold_values(op, sort, args),
        };
        known.unwrap_or_else(|| self.intern(op, sort, args))
    }

    fn fold_values(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Option<Term> {
        let values: Option<SmallVec<[&Value; 4]>> =
            args.iter().map(|&arg| self.as_value(arg)).collect();
        let value = apply_op(op, sort, &values?);
        Some(self.constant(value))
    }

    /// A conjunction or disjunction without its neutral constants.
    fn fold_connective(&mut self, op: Op, sort: &Sort, args: &[Term], deciding: bool) -> Term {
        let mut open: SmallVec<[Term; 8]> = SmallVec::new();
        for &arg in args {
            match self.as_bool(arg) {
                Some(value) if value == deciding => return arg,
                Some(_) => {}
                None => open.push(arg),
            }
        }
        match open[..] {
            [] => self.bool(!deciding),
            [only] => only,
            _ => self.intern(op, sort, &open),
        }
    }

    fn fold_ite(&self, args: &[Term]) -> Option<Term> {
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        match self.as_bool(condition) {
            Some(true) => Some(then),
            Some(false) => Some(otherwise),
            None => (then == otherwise).then_some(then),
        }
    }

    /// The value stored at exactly this index, looking past stores at other constants.
    fn fold_select(&mut self, args: &[Term]) -> Option<Term> {
        let (mut array, index) = (args[0], args[1]);
        loop {
            match (self.op(array), self.args(array)) {
                (Op::ConstArray, &[element]) => return Some(element),
                (Op::Store, &[_, written, value]) if written == index => return Some(value),
                (Op::Store, &[before, written, _])
                    if self.as_value(written).is_some() && self.as_value(index).is_some() =>
                {
                    array = before;
                }
                _ if array == args[0] => return None,
                _ => {
                    let sort = self.sort(array).as_array()?.element.clone();
                    return Some(self.intern(Op::Select, &sort, &[array, index]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::smtlib::{Scope, SexprArena, parse_term};
    use crate::{Sort, TermStore};

    fn check(text: &str, expected: &str) {
        let mut store = TermStore::folding();
        store.declare("b", Sort::Bool).unwrap();
        store.declare("x", Sort::BitVec(8)).unwrap();
        store.declare("y", Sort::BitVec(8)).unwrap();
        store.declare("a", Sort::array(Sort::BitVec(8), Sort::BitVec(8))).unwrap();
        let scope = Scope::of_store(&mut store);
        let arena = SexprArena::parse(text.as_bytes()).unwrap();
        let node = arena.roots().next().unwrap();
        let term = parse_term(&mut store, &arena, node, &scope).unwrap();
        assert_eq!(store.display(term).to_string(), expected);
    }

    #[test]
    fn constants_decide() {
        check("(bvadd #x01 #x02)", "#x03");
        check("(bvadd x #x00)", "(bvadd x #x00)");
        check("(and b true (= #x01 #x01))", "b");
        check("(and b (bvult #x02 #x01))", "false");
        check("(or b (= x x))", "true");
        check("(or false false)", "false");
        check("(ite (= #x01 #x02) x y)", "y");
        check("(ite b x x)", "x");
    }

    #[test]
    fn reads_look_past_other_constants() {
        check("(select (store (store a #x01 x) #x02 y) #x01)", "x");
        check("(select (store a #x01 x) #x02)", "(select a #x02)");
        check("(select (store a y x) #x02)", "(select (store a y x) #x02)");
        check("(select (store (store a y x) #x01 #x00) #x02)", "(select (store a y x) #x02)");
        check("(select (store a y x) y)", "x");
        let zeros = "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)";
        check(&format!("(select {zeros} y)"), "#x00");
    }
}
