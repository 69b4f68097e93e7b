//! Refutation of terms.

use crate::Unsupported;
use crate::axioms::Axioms;
use crate::blast::{Blaster, Finished};
use crate::cone::Cone;
use crate::refine::{Query, begin, refine};
use crate::sat::{self, Lit};
use crate::table::Tables;
use std::rc::Rc;
use term::{Term, TermStore};

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The terms contradict each other, by a checked proof.
    Refuted,
    /// The terms seem to have a common model.
    Satisfiable,
    /// There is no answer.
    Unknown(Undecided),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The caller stopped the query, or the conflict limit was reached.
    Stopped,
    /// The terms use something that the certifier does not support.
    Unsupported(Unsupported),
    /// The SAT solver claims a contradiction, but does not prove it.
    NoProof,
}

/// Refutes terms of one store, in a sequence of queries.
pub struct Certifier {
    blaster: Blaster,
    axioms: Axioms,
    stop: Rc<dyn Fn() -> bool>,
    conflicts: Option<u32>,
}

impl Certifier {
    /// A certifier that polls `stop` and gives up when it returns true.
    pub fn new(stop: impl Fn() -> bool + 'static) -> Certifier {
        Certifier {
            blaster: Blaster::new(),
            axioms: Axioms::default(),
            stop: Rc::new(stop),
            conflicts: None,
        }
    }

    /// Limits the number of SAT conflicts of each query from now on.
    pub fn limit_conflicts(&mut self, conflicts: u32) {
        self.conflicts = Some(conflicts);
    }

    /// Handles arrays of more bits by axioms. To be said before the first query.
    pub fn limit_tables(&mut self, max_bits: u64) {
        self.blaster.tables = Tables { max_bits };
    }

    /// How many proof steps were checked and accepted.
    pub fn steps(&self) -> u64 {
        self.blaster.gates.sat.steps()
    }

    /// How many variables the SAT solver has.
    pub fn variables(&self) -> u64 {
        self.blaster.gates.sat.variables()
    }

    /// Whether Boolean terms contradict each other. All queries must use the same store.
    pub fn refute(&mut self, store: &TermStore, terms: &[Term]) -> Answer {
        match self.try_refute(store, terms) {
            Ok(answer) => answer,
            Err(unsupported) => Answer::Unknown(Undecided::Unsupported(unsupported)),
        }
    }

    fn try_refute(&mut self, store: &TermStore, terms: &[Term]) -> Result<Answer, Unsupported> {
        let Finished(encoded) = self.blaster.encode(store, terms, &*self.stop)?;
        if !encoded {
            return Ok(Answer::Unknown(Undecided::Stopped));
        }
        let assumptions: Vec<Lit> = terms.iter().map(|&term| self.blaster.lit(term)).collect();
        let cone = Cone::of(store, terms, self.blaster.tables);
        let mut query = Query::new(store, &cone);
        begin(&mut self.axioms, &mut self.blaster, &query)?;
        let before = self.blaster.gates.sat.conflicts();
        loop {
            let sat = &mut self.blaster.gates.sat;
            let spent = u32::try_from(sat.conflicts() - before).unwrap_or(u32::MAX);
            let left = self.conflicts.map(|limit| limit.saturating_sub(spent));
            match sat.solve(&assumptions, left, &self.stop) {
                sat::Answer::Refuted => return Ok(Answer::Refuted),
                sat::Answer::Stopped => return Ok(Answer::Unknown(Undecided::Stopped)),
                sat::Answer::Unproved => return Ok(Answer::Unknown(Undecided::NoProof)),
                sat::Answer::Model => {}
            }
            if cone.is_empty() || !refine(&mut self.axioms, &mut self.blaster, &mut query)? {
                return Ok(Answer::Satisfiable);
            }
            if (self.stop)() {
                return Ok(Answer::Unknown(Undecided::Stopped));
            }
        }
    }
}
