//! Refutation of terms.

use crate::Unsupported;
use crate::axioms::Axioms;
use crate::blast::{Blaster, Finished};
use crate::cone::Cone;
use crate::numbers::{Arithmetic, Consulted};
use crate::refine::{Query, begin, refine};
use crate::sat::{self, Lit};
use crate::table::Tables;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use term::{Term, TermStore, post_order};

/// How many SAT conflicts a lemma about numbers counts as: finding one takes that much longer.
const LEMMA_COST: u64 = 10;

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
    /// Who finds refutations of inequalities.
    arithmetic: Option<Box<dyn Arithmetic>>,
    /// The atoms of numbers that axioms have introduced.
    introduced: Vec<usize>,
    /// Pairs of atoms that were related.
    related: FxHashSet<(usize, usize)>,
    /// How many lemmas about numbers were checked and accepted.
    lemmas: u64,
    stop: Rc<dyn Fn() -> bool>,
    conflicts: Option<u32>,
}

impl Certifier {
    /// A certifier that polls `stop` and gives up when it returns true.
    pub fn new(stop: impl Fn() -> bool + 'static) -> Certifier {
        Certifier {
            blaster: Blaster::new(),
            axioms: Axioms::default(),
            arithmetic: None,
            introduced: Vec::new(),
            related: FxHashSet::default(),
            lemmas: 0,
            stop: Rc::new(stop),
            conflicts: None,
        }
    }

    /// Lets somebody find refutations of inequalities. Without them numbers are not supported.
    pub fn with_arithmetic(mut self, arithmetic: Box<dyn Arithmetic>) -> Certifier {
        self.arithmetic = Some(arithmetic);
        self
    }

    /// Limits the number of SAT conflicts and of lemmas about numbers of each query from now on.
    pub fn limit_conflicts(&mut self, conflicts: u32) {
        self.conflicts = Some(conflicts);
    }

    /// Handles arrays of more bits by axioms. To be said before the first query.
    pub fn limit_tables(&mut self, max_bits: u64) {
        self.blaster.tables = Tables { max_bits };
    }

    /// How many proof steps were checked and accepted.
    pub fn steps(&self) -> u64 {
        self.blaster.gates.sat.steps() + self.lemmas
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
        self.introduced.append(&mut self.blaster.numbers.used);
        let Finished(encoded) = self.blaster.encode(store, terms, &*self.stop)?;
        if !encoded {
            return Ok(Answer::Unknown(Undecided::Stopped));
        }
        let assumptions: Vec<Lit> = terms.iter().map(|&term| self.blaster.lit(term)).collect();
        let cone = Cone::of(store, terms, self.blaster.tables);
        let mut query = Query::new(store, &cone);
        let mut atoms: Vec<usize> = Vec::new();
        for term in post_order(store, terms, |_| false) {
            atoms.extend(self.blaster.atoms(term));
        }
        begin(&mut self.axioms, &mut self.blaster, &query)?;
        let lemmas_before = self.lemmas;
        let before = self.blaster.gates.sat.conflicts();
        loop {
            let sat = &mut self.blaster.gates.sat;
            let spent = sat.conflicts() - before + LEMMA_COST * (self.lemmas - lemmas_before);
            let spent = u32::try_from(spent).unwrap_or(u32::MAX);
            if self.conflicts.is_some_and(|limit| spent >= limit) {
                return Ok(Answer::Unknown(Undecided::Stopped));
            }
            let left = self.conflicts.map(|limit| limit.saturating_sub(spent));
            match sat.solve(&assumptions, left, &self.stop) {
                sat::Answer::Refuted => return Ok(Answer::Refuted),
                sat::Answer::Stopped => return Ok(Answer::Unknown(Undecided::Stopped)),
                sat::Answer::Unproved => return Ok(Answer::Unknown(Undecided::NoProof)),
                sat::Answer::Model => {}
            }
            match self.consult(&mut atoms)? {
                Consulted::Consistent => {}
                Consulted::Excluded => {
                    self.lemmas += 1;
                    if (self.stop)() {
                        return Ok(Answer::Unknown(Undecided::Stopped));
                    }
                    continue;
                }
                Consulted::Unknown => return Ok(Answer::Unknown(Undecided::Stopped)),
                Consulted::Wrong => return Ok(Answer::Unknown(Undecided::NoProof)),
            }
            if cone.is_empty() || !refine(&mut self.axioms, &mut self.blaster, &mut query)? {
                return Ok(Answer::Satisfiable);
            }
            if (self.stop)() {
                return Ok(Answer::Unknown(Undecided::Stopped));
            }
        }
    }

    /// Whether numbers can have the inequalities between them that the SAT solver's model says, those of the
    /// given atoms and of all that axioms have introduced.
    fn consult(&mut self, atoms: &mut Vec<usize>) -> Result<Consulted, Unsupported> {
        let Blaster { numbers, gates, .. } = &mut self.blaster;
        self.introduced.append(&mut numbers.used);
        self.introduced.sort_unstable();
        self.introduced.dedup();
        atoms.extend(&self.introduced);
        atoms.sort_unstable();
        atoms.dedup();
        if atoms.is_empty() {
            return Ok(Consulted::Consistent);
        }
        let Some(arithmetic) = &mut self.arithmetic else {
            return Err(Unsupported("integers and reals"));
        };
        let consulted = numbers.consult(gates, &mut **arithmetic, atoms);
        numbers.order(gates, atoms, &mut self.related);
        Ok(consulted)
    }
}
