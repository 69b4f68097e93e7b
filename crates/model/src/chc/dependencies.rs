//! Which predicates are derived from which.

use super::ChcSystem;
use crate::ids::PredicateId;

impl ChcSystem {
    /// All predicates that are not given, each behind those that its clauses assume.
    ///
    /// # Errors
    /// A predicate that is derived from itself by way of others that are not given.
    pub fn derivation_order(
        &self,
        is_given: impl Fn(PredicateId) -> bool,
    ) -> Result<Vec<PredicateId>, PredicateId> {
        let all = (0..self.predicates.len()).map(PredicateId::from_index);
        let open: Vec<PredicateId> = all.filter(|&predicate| !is_given(predicate)).collect();
        // How many atoms each waits for, and who waits for it.
        let mut waits = vec![0usize; self.predicates.len()];
        let mut waiting: Vec<Vec<PredicateId>> = vec![Vec::new(); self.predicates.len()];
        for clause in &self.clauses {
            let Some(head) = clause.head.as_ref().filter(|head| !is_given(head.predicate)) else {
                continue;
            };
            for atom in clause.body.iter().filter(|atom| !is_given(atom.predicate)) {
                waits[head.predicate.index()] += 1;
                waiting[atom.predicate.index()].push(head.predicate);
            }
        }
        let ready = |predicate: &&PredicateId| waits[predicate.index()] == 0;
        let mut order: Vec<PredicateId> = open.iter().filter(ready).copied().collect();
        let mut done = 0;
        while let Some(&predicate) = order.get(done) {
            done += 1;
            for &next in &waiting[predicate.index()] {
                waits[next.index()] -= 1;
                if waits[next.index()] == 0 {
                    order.push(next);
                }
            }
        }
        match open.iter().find(|predicate| waits[predicate.index()] > 0) {
            Some(&stuck) => Err(stuck),
            None => Ok(order),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chc::parse_into;
    use term::TermStore;

    #[test]
    fn what_is_assumed_comes_first() {
        let text = "(declare-fun c () Bool) (declare-fun b () Bool) (declare-fun a () Bool)
            (assert a) (assert (=> a b b)) (assert (=> a b c)) (assert (=> c c)) (assert (=> c a))";
        // Clauses that say nothing must stay.
        let terms = TermStore::without_simplification();
        let system = parse_into(terms, text, "test.smt2").unwrap();
        let [c, b, a] = [0, 1, 2].map(PredicateId::from_index);
        assert_eq!(system.derivation_order(|_| false), Err(c));
        assert_eq!(system.derivation_order(|p| p == c), Err(b));
        assert_eq!(system.derivation_order(|p| p == c || p == b), Ok(vec![a]));
        assert_eq!(system.derivation_order(|p| p == b), Err(c));
    }
}
