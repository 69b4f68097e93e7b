//! Fewer clauses and predicates, and the way back for evidence.
//!
//! Clauses that assume what nothing derives, or derive what no query needs, are left out. A predicate that is not
//! derived from itself is *unfolded*: a clause that assumes it is resolved with each of its clauses. A proof need not
//! say anything of it, since the checker unfolds predicates without a formula, too.

use evidence::{
    Application, Definition, Derivation, Interpretation, Proof, Trace, Translation, Verdict,
};
use model::PredicateId;
use model::chc::{Atom, ChcSystem, Clause};
use std::sync::Arc;
use term::{Assignment, Sort, Substitution, Symbol, Term, TermStore, Value, eval, free_vars};

/// A predicate with several clauses and several uses is unfolded only if that makes no more clauses than this.
const MAX_CLAUSES: usize = 4;

/// A predicate is unfolded only if no clause assumes more than so many atoms afterwards, or as many as before.
const MAX_ATOMS: usize = 4;

/// All clauses together stand for at most so many applications of original ones, and for each original clause so
/// many more: unfolding a predicate with one clause copies it as often as it is used.
const MAX_PARTS: (usize, usize) = (200, 4);

/// Clauses without the predicates that can be unfolded. The numbers of predicates stay the same.
pub struct UnfoldedClauses {
    original: Arc<ChcSystem>,
    system: Arc<ChcSystem>,
    /// How each clause is made of original ones.
    origins: Vec<Origin>,
    /// What became of each predicate.
    fates: Vec<Fate>,
}

/// What became of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Kept,
    /// Nothing derives it.
    Underivable,
    /// No query needs it.
    Unneeded,
    Unfolded,
}

/// Applications of original clauses that one clause stands for; the first one is that with its head.
#[derive(Clone, Debug)]
struct Origin {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    clause: usize,
    /// The values of the original clause's variables, over the variables of the new one.
    values: Vec<Term>,
    premises: Vec<Premise>,
}

/// What derives an atom of an original clause.
#[derive(Clone, Copy, Debug)]
enum Premise {
    /// Another part.
    Part(usize),
    /// An atom of the new clause's body.
    Atom(usize),
}

impl UnfoldedClauses {
    /// Unfolds a system, which must have passed the verifier.
    pub fn of(original: &Arc<ChcSystem>) -> UnfoldedClauses {
        UnfoldedClauses::keeping(original, &[])
    }

    /// Unfolds a system, but none of these predicates: a proof is to say what they mean.
    pub fn keeping(original: &Arc<ChcSystem>, kept: &[PredicateId]) -> UnfoldedClauses {
        let mut unfolding = Unfolding::of(original);
        for predicate in kept {
            unfolding.may_unfold[predicate.index()] = false;
        }
        unfolding.prune();
        while let Some(predicate) = unfolding.next() {
            unfolding.unfold(predicate);
        }
        let Unfolding { terms, clauses, fates, .. } = unfolding;
        let (clauses, origins) = clauses.into_iter().unzip();
        let (files, predicates) = (original.files.clone(), original.predicates.clone());
        let system = Arc::new(ChcSystem { terms, files, predicates, clauses });
        UnfoldedClauses { original: Arc::clone(original), system, origins, fates }
    }

    /// The clauses: solvable exactly if the original ones are.
    pub fn system(&self) -> &Arc<ChcSystem> {
        &self.system
    }

    /// What an interpretation of the clauses says of the original ones. Nothing if it has no formula on a cycle of
    /// the original ones: clauses that never apply may close cycles that the unfolded ones do not have.
    fn interpretation(&self, found: &Interpretation) -> Option<Interpretation> {
        // New parameters have other names than those of the formulas.
        let mut store = found.terms().clone();
        let mut definitions = Vec::new();
        for (number, &fate) in self.fates.iter().enumerate() {
            let predicate = PredicateId::from_index(number);
            let definition = match fate {
                Fate::Unfolded => None,
                Fate::Kept => found.get(predicate).cloned(),
                Fate::Underivable | Fate::Unneeded => {
                    let sorts = self.original.terms.parameters(self.original.predicate(predicate));
                    let parameters = sorts.iter().map(|sort| {
                        let symbol = store.fresh("arg", sort.clone());
                        store.var(symbol)
                    });
                    let parameters = parameters.collect();
                    Some(Definition { parameters, body: store.bool(fate == Fate::Unneeded) })
                }
            };
            definitions.extend(definition.map(|definition| (predicate, definition)));
        }
        let interpretation = Interpretation::new(&store, definitions);
        let is_given = |predicate| interpretation.get(predicate).is_some();
        self.original.derivation_order(is_given).is_ok().then_some(interpretation)
    }

    fn derivation_of(&self, derivation: &Derivation) -> Option<Derivation> {
        let mut steps: Vec<Application> = Vec::new();
        // The step that derives what each step of the given derivation does.
        let mut made: Vec<usize> = Vec::with_capacity(derivation.steps.len());
        for applied in &derivation.steps {
            let clause = self.system.clauses.get(applied.clause)?;
            let Origin { parts } = self.origins.get(applied.clause)?;
            let mut values = Assignment::new();
            for (&variable, value) in clause.variables.iter().zip(&applied.values) {
                values.set(variable, value.clone());
            }
            // Parts come before those that derive their premises.
            let mut of_parts = vec![0; parts.len()];
            for (number, part) in parts.iter().enumerate().rev() {
                let mut premises = Vec::with_capacity(part.premises.len());
                for premise in &part.premises {
                    premises.push(match *premise {
                        Premise::Part(part) => of_parts[part],
                        Premise::Atom(atom) => *made.get(*applied.premises.get(atom)?)?,
                    });
                }
                let mut of_clause = Vec::with_capacity(part.values.len());
                for &value in &part.values {
                    of_clause.push(self.value(&mut values, value)?);
                }
                of_parts[number] = steps.len();
                steps.push(Application { clause: part.clause, values: of_clause, premises });
            }
            made.push(of_parts[0]);
        }
        Some(Derivation { steps })
    }

    /// The value of a term; variables that do not occur in the clause have any value.
    fn value(&self, values: &mut Assignment, term: Term) -> Option<Value> {
        for symbol in free_vars(&self.system.terms, &[term]) {
            if values.get(symbol).is_none() {
                values.set(symbol, Value::default_of(self.system.terms.symbol_sort(symbol)));
            }
        }
        eval(&self.system.terms, term, values).ok()
    }
}

impl Translation for UnfoldedClauses {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        match proof {
            Proof::Interpretation(found) => self.interpretation(found).map(Proof::Interpretation),
            _ => None,
        }
    }

    /// Clauses have derivations and no runs.
    fn trace(&self, _: &Trace) -> Option<Trace> {
        None
    }

    fn derivation(&self, derivation: &Derivation) -> Option<Verdict> {
        self.derivation_of(derivation).map(Verdict::Derived)
    }
}

/// Clauses that are being unfolded.
struct Unfolding {
    terms: TermStore,
    clauses: Vec<(Clause, Origin)>,
    fates: Vec<Fate>,
    /// Not those whose arguments cannot be compared by whoever checks a proof.
    may_unfold: Vec<bool>,
    /// The predicates that original clauses derive from each predicate.
    derives: Vec<Vec<usize>>,
    max_parts: usize,
}

impl Unfolding {
    fn of(system: &ChcSystem) -> Unfolding {
        let mut terms = system.terms.clone();
        let mut clauses = Vec::with_capacity(system.clauses.len());
        let mut derives = vec![Vec::new(); system.predicates.len()];
        for (number, clause) in system.clauses.iter().enumerate() {
            if let Some(head) = &clause.head {
                for atom in &clause.body {
                    derives[atom.predicate.index()].push(head.predicate.index());
                }
            }
            let values = clause.variables.iter().map(|&variable| terms.var(variable)).collect();
            let premises = (0..clause.body.len()).map(Premise::Atom).collect();
            let part = Part { clause: number, values, premises };
            clauses.push((clause.clone(), Origin { parts: vec![part] }));
        }
        let max_parts = MAX_PARTS.0 + MAX_PARTS.1 * clauses.len();
        let fates = vec![Fate::Kept; system.predicates.len()];
        let comparable = |&symbol: &Symbol| terms.parameters(symbol).iter().all(is_comparable);
        let may_unfold = system.predicates.iter().map(comparable).collect();
        Unfolding { terms, clauses, fates, may_unfold, derives, max_parts }
    }

    /// Leaves out clauses that nothing reaches, or that lead to no query.
    fn prune(&mut self) {
        let count = self.fates.len();
        let (mut derivable, mut needed) = (vec![false; count], vec![false; count]);
        loop {
            let mut changed = false;
            for (clause, _) in &self.clauses {
                let applies = clause.body.iter().all(|atom| derivable[atom.predicate.index()]);
                if let (true, Some(head)) = (applies, &clause.head) {
                    changed |= !std::mem::replace(&mut derivable[head.predicate.index()], true);
                }
            }
            if !changed {
                break;
            }
        }
        self.clauses.retain(|(c, _)| c.body.iter().all(|atom| derivable[atom.predicate.index()]));
        loop {
            let mut changed = false;
            for (clause, _) in &self.clauses {
                if clause.head.as_ref().is_none_or(|head| needed[head.predicate.index()]) {
                    for atom in &clause.body {
                        changed |= !std::mem::replace(&mut needed[atom.predicate.index()], true);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        self.clauses
            .retain(|(c, _)| c.head.as_ref().is_none_or(|head| needed[head.predicate.index()]));
        for (number, fate) in self.fates.iter_mut().enumerate() {
            *fate = match (derivable[number], needed[number]) {
                (false, _) => Fate::Underivable,
                (true, false) => Fate::Unneeded,
                (true, true) => Fate::Kept,
            };
        }
    }

    /// A predicate that is worth unfolding.
    fn next(&self) -> Option<PredicateId> {
        let count = self.fates.len();
        let (mut derived_by, mut uses) = (vec![Vec::new(); count], vec![0; count]);
        for (number, (clause, _)) in self.clauses.iter().enumerate() {
            for atom in &clause.body {
                uses[atom.predicate.index()] += 1;
            }
            if let Some(head) = &clause.head {
                derived_by[head.predicate.index()].push(number);
            }
        }
        (0..count)
            .filter(|&n| self.fates[n] == Fate::Kept && self.may_unfold[n])
            .filter(|&number| {
                let (clauses, uses): (usize, usize) = (derived_by[number].len(), uses[number]);
                clauses <= 1 || uses <= 1 || clauses * uses <= MAX_CLAUSES
            })
            .map(PredicateId::from_index)
            .filter(|&predicate| self.stays_small(predicate, &derived_by[predicate.index()]))
            .find(|&predicate| !self.closes_a_cycle(predicate))
    }

    /// Whether a predicate is derived from itself by way of unfolded predicates. Original clauses count even where
    /// they were left out: the checker unfolds them, too.
    fn closes_a_cycle(&self, predicate: PredicateId) -> bool {
        let mut seen = vec![false; self.fates.len()];
        let mut open = vec![predicate.index()];
        while let Some(number) = open.pop() {
            for &derived in &self.derives[number] {
                if derived == predicate.index() {
                    return true;
                }
                if self.fates[derived] == Fate::Unfolded
                    && !std::mem::replace(&mut seen[derived], true)
                {
                    open.push(derived);
                }
            }
        }
        false
    }

    /// Whether clauses stay within bounds without a predicate, which these clauses derive.
    fn stays_small(&self, predicate: PredicateId, derived_by: &[usize]) -> bool {
        let definitions = || derived_by.iter().map(|&number| &self.clauses[number]);
        let atoms = definitions().map(|(clause, _)| clause.body.len()).max().unwrap_or(0);
        let parts: usize = definitions().map(|(_, origin)| origin.parts.len()).sum();
        let mut total = 0usize;
        for (number, (clause, origin)) in self.clauses.iter().enumerate() {
            if derived_by.contains(&number) {
                continue;
            }
            let unfolded = clause.body.iter().filter(|atom| atom.predicate == predicate).count();
            let mut made = origin.parts.len();
            for _ in 0..unfolded {
                made = made.saturating_mul(derived_by.len()).saturating_add(parts);
            }
            total = total.saturating_add(made);
            let most = MAX_ATOMS.max(clause.body.len());
            if unfolded > 0 && clause.body.len() - unfolded + unfolded * atoms > most {
                return false;
            }
        }
        total <= self.max_parts
    }

    /// Resolves all clauses that assume a predicate with all that derive it.
    fn unfold(&mut self, predicate: PredicateId) {
        self.fates[predicate.index()] = Fate::Unfolded;
        let clauses = std::mem::take(&mut self.clauses);
        let derives = |(clause, _): &(Clause, Origin)| {
            clause.head.as_ref().is_some_and(|head| head.predicate == predicate)
        };
        let (definitions, mut open): (Vec<_>, Vec<_>) = clauses.into_iter().partition(derives);
        open.reverse();
        while let Some((clause, origin)) = open.pop() {
            match clause.body.iter().position(|atom| atom.predicate == predicate) {
                None => self.clauses.push((clause, origin)),
                // Another atom of the same body may have the predicate, too.
                Some(atom) => {
                    for definition in definitions.iter().rev() {
                        open.push(self.resolvent(&clause, &origin, atom, definition));
                    }
                }
            }
        }
    }

    /// A clause with the body of another in the place of one of its atoms.
    fn resolvent(
        &mut self,
        clause: &Clause,
        origin: &Origin,
        atom: usize,
        (definition, of_definition): &(Clause, Origin),
    ) -> (Clause, Origin) {
        let mut renamed = Substitution::new();
        let mut symbols: Vec<Symbol> = definition.variables.clone();
        for part in &of_definition.parts {
            symbols.extend(free_vars(&self.terms, &part.values));
        }
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            let name = self.terms.name(symbol).to_owned();
            let new = self.terms.fresh(&name, self.terms.symbol_sort(symbol).clone());
            let (old, new) = (self.terms.var(symbol), self.terms.var(new));
            renamed.insert(old, new);
        }
        let terms = &mut self.terms;
        let mut rename = |terms: &mut TermStore, term: Term| renamed.apply(terms, term);
        let head = definition.head.as_ref().expect("it derives the predicate");
        let mut conjuncts = vec![clause.constraint, rename(terms, definition.constraint)];
        for (&given, &derived) in clause.body[atom].args.iter().zip(&head.args) {
            let derived = rename(terms, derived);
            conjuncts.push(terms.eq(given, derived));
        }
        let constraint = terms.and(&conjuncts);
        let mut body = clause.body.clone();
        body.remove(atom);
        let kept = body.len();
        for Atom { predicate, args } in &definition.body {
            let args = args.iter().map(|&arg| rename(terms, arg)).collect();
            body.push(Atom { predicate: *predicate, args });
        }
        let count = origin.parts.len();
        let mut parts = origin.parts.clone();
        for premise in parts.iter_mut().flat_map(|part| &mut part.premises) {
            *premise = match *premise {
                Premise::Atom(other) if other == atom => Premise::Part(count),
                Premise::Atom(other) if other > atom => Premise::Atom(other - 1),
                other => other,
            };
        }
        for part in &of_definition.parts {
            let values = part.values.iter().map(|&value| rename(terms, value)).collect();
            let premises = part.premises.iter().map(|premise| match *premise {
                Premise::Part(part) => Premise::Part(part + count),
                Premise::Atom(atom) => Premise::Atom(atom + kept),
            });
            parts.push(Part { clause: part.clause, values, premises: premises.collect() });
        }
        let clause = Clause::new(terms, constraint, body, clause.head.clone(), clause.span);
        (clause, Origin { parts })
    }
}

/// Whether equations of a sort can be decided: not those of arrays whose indices are arrays.
fn is_comparable(sort: &Sort) -> bool {
    match sort {
        Sort::Array(array) => {
            !matches!(array.index, Sort::Array(_)) && is_comparable(&array.element)
        }
        _ => true,
    }
}
