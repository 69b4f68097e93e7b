//! Finds the instances of axioms that a model of the SAT solver violates.
//!
//! Every read is a *fact*: an array has an element at an index. Under a model a fact also holds for
//! other arrays: for the base of a store at another index, for the branch that a conditional takes,
//! for an equal array. Two facts about one array at one index with different elements clash, and
//! the axioms along their two paths exclude the clash. Without clashes the model may be one of the
//! arrays; no claim depends on that.

use crate::Unsupported;
use crate::axioms::{Axioms, ConstantArray, Instance, another_index};
use crate::blast::{Blaster, Word};
use crate::cone::Cone;
use crate::sat::Lit;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::{BitVec, Op, Sort, Term, TermStore, Value};

/// How a fact about one array becomes one about another.
#[derive(Clone, Copy)]
enum Way {
    /// Past a store at another index.
    PastStore(Term),
    /// A conditional equals its first or its second branch.
    Branch(Term, bool),
    /// Two arrays are equal.
    Equality(Term),
}

/// The arrays and functions of one query.
pub struct Query<'a> {
    /// The terms.
    pub store: &'a TermStore,
    /// The parts of them that axioms are about.
    pub cone: &'a Cone,
    /// Indices at which constant arrays are compared, by sort; computed on demand.
    samples: FxHashMap<Sort, Vec<Word>>,
}

impl<'a> Query<'a> {
    /// A query about the terms of a cone.
    pub fn new(store: &'a TermStore, cone: &'a Cone) -> Query<'a> {
        Query { store, cone, samples: FxHashMap::default() }
    }
}

/// Adds the reads and equalities of a query.
pub fn begin(
    axioms: &mut Axioms,
    blaster: &mut Blaster,
    query: &Query<'_>,
) -> Result<(), Unsupported> {
    let store = query.store;
    for &array in &query.cone.arrays {
        if matches!(store.op(array), Op::Apply(_) | Op::Select) {
            return Err(Unsupported("a function or array that yields arrays"));
        }
        axioms.value(blaster, store, array)?;
    }
    for &select in &query.cone.selects {
        axioms.select(blaster, store, select)?;
    }
    for &equality in &query.cone.equalities {
        axioms.witness(blaster, store, equality)?;
    }
    Ok(())
}

/// Adds the instances that the current model violates. Returns whether there were any.
pub fn refine(
    axioms: &mut Axioms,
    blaster: &mut Blaster,
    query: &mut Query<'_>,
) -> Result<bool, Unsupported> {
    let mut instances = clashing_applications(blaster, query);
    let mut pass = Pass::new(axioms, blaster, query);
    pass.run()?;
    instances.extend(pass.instances());
    if instances.is_empty() {
        return sample_constants(axioms, blaster, query);
    }
    let mut is_new = false;
    for instance in instances {
        is_new |= axioms.make(blaster, query.store, instance)?;
    }
    Ok(is_new)
}

/// Applications of functions with the same arguments and different results in the model.
fn clashing_applications(blaster: &mut Blaster, query: &Query<'_>) -> Vec<Instance> {
    let mut clashes = Vec::new();
    for applications in query.cone.applications.values() {
        let mut by_arguments: FxHashMap<Vec<Content>, Term> = FxHashMap::default();
        for &application in applications {
            let args = query.store.args(application).iter();
            let args = args.map(|&a| model_value(blaster, blaster.word(a))).collect();
            let first = *by_arguments.entry(args).or_insert(application);
            let result = |blaster: &mut Blaster, t| model_value(blaster, blaster.word(t));
            if result(blaster, first) != result(blaster, application) {
                clashes.push((first, application));
            }
        }
    }
    clashes.sort_unstable();
    clashes.into_iter().map(|(a, b)| Instance::SameFunction(a, b)).collect()
}

/// Constant arrays that are equal up to stores have the same element at some index without a store.
/// If the model violates this, the arrays are compared at such indices from now on.
fn sample_constants(
    axioms: &mut Axioms,
    blaster: &mut Blaster,
    query: &mut Query<'_>,
) -> Result<bool, Unsupported> {
    if query.cone.equalities.is_empty() {
        return Ok(false);
    }
    let (store, cone) = (query.store, query.cone);
    let is_constant = |&array: &Term| is_constant(store, array);
    let constants: Vec<Term> = cone.arrays.iter().copied().filter(is_constant).collect();
    let index_sort = |array: Term| &store.sort(array).as_array().expect("an array").index;
    let mut sampled = false;
    for (i, &a) in constants.iter().enumerate() {
        let sort = index_sort(a);
        let with_others = constants[i + 1..].iter().any(|&b| index_sort(b) == sort);
        if !with_others || query.samples.contains_key(sort) {
            continue;
        }
        let mut others: Vec<Word> = Vec::new();
        for &array in cone.arrays.iter().filter(|&&array| index_sort(array) == sort) {
            if store.op(array) == Op::Store {
                others.push(blaster.word(store.args(array)[1]));
            }
            if let Some(constant) = axioms.value(blaster, store, array)? {
                others.extend(constant.elements.iter().map(|row| row.0));
            }
        }
        others.sort_unstable();
        others.dedup();
        let samples = match (another_index(blaster, sort, &others), sort) {
            (Some(index), _) => vec![index],
            (None, &Sort::BitVec(width)) => {
                let all = (0..1 << width).map(|i| blaster.value(&Value::bv(width, i)));
                all.collect::<Result<_, _>>()?
            }
            _ => continue,
        };
        for &sample in &samples {
            for &constant in constants.iter().filter(|&&c| index_sort(c) == sort) {
                axioms.read(blaster, store, constant, sample)?;
                axioms.make(blaster, store, Instance::Constant(constant, sample))?;
            }
        }
        query.samples.insert(sort.clone(), samples);
        sampled = true;
    }
    Ok(sampled)
}

fn is_constant(store: &TermStore, array: Term) -> bool {
    matches!(store.op(array), Op::ConstArray | Op::Const(_))
}

/// The instance for two indices of an array, in canonical order, if they differ.
fn ordered(array: Term, a: Word, b: Word) -> Option<Instance> {
    (a != b).then(|| Instance::SameArray(array, a.min(b), a.max(b)))
}

/// What a word stands for in a model.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Content {
    Bits(BitVec),
    Number(BigRational),
}

/// The value of a word in the current model.
fn model_value(blaster: &mut Blaster, word: Word) -> Content {
    if let Some(sum) = blaster.number(word) {
        return Content::Number(blaster.numbers.value(sum));
    }
    let bits = blaster.bits(word).to_vec();
    let sat = &mut blaster.gates.sat;
    Content::Bits(BitVec::from_bits(bits.len() as u32, |i| sat.holds(bits[i as usize])))
}

/// A fact: in the model, an array has an element at an index.
struct Fact {
    array: Term,
    index: Word,
    element: Word,
    /// The fact that it was derived from, and how.
    came: Option<(usize, Way)>,
}

enum Clash {
    /// Two facts about one array have the same index and different elements.
    Facts(usize, usize),
    /// A fact contradicts the element of a constant array.
    Constant(usize),
}

/// Propagates all facts of a query under the current model.
struct Pass<'a> {
    axioms: &'a mut Axioms,
    blaster: &'a mut Blaster,
    query: &'a Query<'a>,
    facts: Vec<Fact>,
    known: FxHashMap<(Term, Content), usize>,
    clashes: Vec<Clash>,
    waiting: VecDeque<usize>,
    values: FxHashMap<Word, Content>,
}

impl<'a> Pass<'a> {
    fn new(axioms: &'a mut Axioms, blaster: &'a mut Blaster, query: &'a Query<'a>) -> Pass<'a> {
        Pass {
            axioms,
            blaster,
            query,
            facts: Vec::new(),
            known: FxHashMap::default(),
            clashes: Vec::new(),
            waiting: VecDeque::new(),
            values: FxHashMap::default(),
        }
    }

    /// The instances that exclude the clashes.
    fn instances(&self) -> Vec<Instance> {
        let mut instances = Vec::new();
        for clash in &self.clashes {
            match *clash {
                Clash::Facts(a, b) => {
                    self.follow(a, &mut instances);
                    self.follow(b, &mut instances);
                    instances.extend(self.same_array(self.facts[a].array, a, b));
                }
                Clash::Constant(fact) => {
                    self.follow(fact, &mut instances);
                    let Fact { array, index, .. } = self.facts[fact];
                    instances.push(Instance::Constant(array, index));
                }
            }
        }
        instances
    }

    fn same_array(&self, array: Term, a: usize, b: usize) -> Option<Instance> {
        ordered(array, self.facts[a].index, self.facts[b].index)
    }

    /// Adds the instances along the derivation of a fact.
    fn follow(&self, mut fact: usize, instances: &mut Vec<Instance>) {
        while let Some((earlier, way)) = self.facts[fact].came {
            let index = self.facts[fact].index;
            match way {
                Way::PastStore(passed) => {
                    instances.push(Instance::PastStore(passed, index));
                    // If the index turns out to be that of the store, the element is the stored
                    // value.
                    let at = self.blaster.word(self.query.store.args(passed)[1]);
                    instances.extend(ordered(passed, index, at));
                }
                Way::Branch(conditional, first) => {
                    instances.push(Instance::Branch(conditional, first, index));
                }
                Way::Equality(equality) => instances.push(Instance::Equality(equality, index)),
            }
            fact = earlier;
        }
    }

    fn run(&mut self) -> Result<(), Unsupported> {
        self.state_all()?;
        while let Some(fact) = self.waiting.pop_front() {
            self.spread(fact)?;
        }
        Ok(())
    }

    /// Adds the facts that hold without derivation.
    fn state_all(&mut self) -> Result<(), Unsupported> {
        let (store, cone) = (self.query.store, self.query.cone);
        for &array in &cone.arrays {
            if let (Op::Store, &[_, at, _]) = (store.op(array), store.args(array)) {
                let at = self.blaster.word(at);
                self.state(array, at)?;
            }
        }
        for &select in &cone.selects {
            let &[array, index] = store.args(select) else { unreachable!("two arguments") };
            let index = self.blaster.word(index);
            self.state(array, index)?;
        }
        for &equality in &cone.equalities {
            let witness = self.axioms.witness(self.blaster, store, equality)?;
            for &side in store.args(equality) {
                self.state(side, witness)?;
            }
        }
        if cone.equalities.is_empty() {
            return Ok(());
        }
        for &array in cone.arrays.iter().filter(|&&a| is_constant(store, a)) {
            let sort = &store.sort(array).as_array().expect("an array").index;
            let mut indices = self.query.samples.get(sort).cloned().unwrap_or_default();
            if let Some(constant) = self.axioms.value(self.blaster, store, array)? {
                indices.extend(constant.elements.iter().map(|row| row.0));
            }
            for index in indices {
                self.state(array, index)?;
            }
        }
        Ok(())
    }

    /// Adds the fact of a read.
    fn state(&mut self, array: Term, index: Word) -> Result<(), Unsupported> {
        let element = self.axioms.read(self.blaster, self.query.store, array, index)?;
        self.arrive(Fact { array, index, element, came: None })
    }

    fn value(&mut self, word: Word) -> Content {
        let blaster = &mut self.blaster;
        self.values.entry(word).or_insert_with(|| model_value(blaster, word)).clone()
    }

    fn holds(&mut self, lit: Lit) -> bool {
        self.blaster.gates.sat.holds(lit)
    }

    fn arrive(&mut self, fact: Fact) -> Result<(), Unsupported> {
        let (array, number) = (fact.array, self.facts.len());
        let (index, element) = (self.value(fact.index), self.value(fact.element));
        if let Some(&known) = self.known.get(&(array, index.clone())) {
            let other = self.facts[known].element;
            if self.value(other) != element {
                self.facts.push(fact);
                self.clashes.push(Clash::Facts(known, number));
            }
            return Ok(());
        }
        self.facts.push(fact);
        if let Some(expected) = self.element_of_constant(array, &index)?
            && expected != element
        {
            self.clashes.push(Clash::Constant(number));
            return Ok(());
        }
        self.known.insert((array, index), number);
        self.waiting.push_back(number);
        Ok(())
    }

    /// The element of a constant array at an index.
    fn element_of_constant(
        &mut self,
        array: Term,
        index: &Content,
    ) -> Result<Option<Content>, Unsupported> {
        let store = self.query.store;
        if store.op(array) == Op::ConstArray {
            let element = self.blaster.word(store.args(array)[0]);
            return Ok(Some(self.value(element)));
        }
        let value = self.axioms.value(self.blaster, store, array)?;
        let Some(ConstantArray { elements, elsewhere }) = value else { return Ok(None) };
        let here = elements.into_iter().find(|row| self.value(row.0) == *index);
        Ok(Some(self.value(here.map_or(elsewhere, |row| row.1))))
    }

    /// Derives the facts about other arrays from a fact.
    fn spread(&mut self, fact: usize) -> Result<(), Unsupported> {
        let (store, cone) = (self.query.store, self.query.cone);
        let array = self.facts[fact].array;
        match (store.op(array), store.args(array)) {
            (Op::Store, &[base, ..]) => self.pass_store(fact, array, base)?,
            (Op::Ite, &[condition, then, otherwise]) => {
                let first = self.holds(self.blaster.lit(condition));
                let branch = if first { then } else { otherwise };
                self.pass(fact, branch, Way::Branch(array, first))?;
            }
            _ => {}
        }
        // Without equalities, a fact can only clash with facts about arrays below.
        if cone.equalities.is_empty() {
            return Ok(());
        }
        for &above in cone.above.get(&array).into_iter().flatten() {
            match (store.op(above), store.args(above)) {
                (Op::Store, _) => self.pass_store(fact, above, above)?,
                (_, &[condition, then, otherwise]) => {
                    let first = self.holds(self.blaster.lit(condition));
                    if array == if first { then } else { otherwise } {
                        self.pass(fact, above, Way::Branch(above, first))?;
                    }
                }
                _ => unreachable!("a store or a conditional"),
            }
        }
        for &equality in cone.equalities_of.get(&array).into_iter().flatten() {
            if self.holds(self.blaster.lit(equality)) {
                let &[a, b] = store.args(equality) else { unreachable!("two sides") };
                self.pass(fact, if a == array { b } else { a }, Way::Equality(equality))?;
            }
        }
        Ok(())
    }

    fn pass_store(&mut self, fact: usize, passed: Term, to: Term) -> Result<(), Unsupported> {
        let at = self.blaster.word(self.query.store.args(passed)[1]);
        let index = self.facts[fact].index;
        if self.value(index) != self.value(at) {
            self.pass(fact, to, Way::PastStore(passed))?;
        }
        Ok(())
    }

    fn pass(&mut self, fact: usize, to: Term, way: Way) -> Result<(), Unsupported> {
        let Fact { index, element, .. } = self.facts[fact];
        self.arrive(Fact { array: to, index, element, came: Some((fact, way)) })
    }
}
