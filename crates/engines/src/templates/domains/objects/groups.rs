//! Groups of predicates that are tracked together.

use super::super::Domain;
use super::vocabulary::{Field, ObjectVocabulary, Pointer};
use crate::templates::template::Predicates;
use term::{Sort, Symbol, Term, TermStore, free_vars};

/// The maximal number of groups at a cut point.
const MAX_GROUPS: usize = 60;

/// The maximal number of single objects whose values are tracked.
const MAX_FIXED: usize = 3;

/// The maximal number of pointers that objects are compared with.
const MAX_COMPARED: usize = 3;

/// The groups of a cut point.
pub(super) struct Groups<'a> {
    vocabulary: &'a ObjectVocabulary,
    store: &'a mut TermStore,
    live: &'a [Symbol],
    /// The live pointers.
    pointers: Vec<Pointer>,
    /// The live fields.
    fields: Vec<&'a Field>,
    /// Comparisons of live fields of any object.
    atoms: Vec<Term>,
    /// The number of any object.
    object: Term,
    found: Vec<Vec<Term>>,
}

impl<'a> Groups<'a> {
    /// Groups of predicates over live variables, and the parameter.
    pub(super) fn of(
        vocabulary: &'a ObjectVocabulary,
        domains: &[Domain],
        store: &'a mut TermStore,
        live: &'a [Symbol],
    ) -> Vec<Vec<Term>> {
        let is_live =
            |store: &TermStore, t: Term| free_vars(store, &[t]).iter().all(|v| live.contains(v));
        let mut pointers: Vec<Pointer> = Vec::new();
        for pointer in &vocabulary.pointers {
            let mut pointer = pointer.clone();
            let is_known =
                pointers.iter().any(|p| p.number == pointer.number && is_live(store, p.null));
            if !is_live(store, pointer.number) || is_known {
                continue;
            }
            if !is_live(store, pointer.null) {
                let zero = store.bv(store.width(pointer.number), 0);
                pointer.null = store.eq(pointer.number, zero);
            }
            pointer.distance = pointer.distance.filter(|&distance| is_live(store, distance));
            pointers.push(pointer);
        }
        let fields = vocabulary.fields.iter().filter(|f| live.contains(&f.array)).collect();
        let is_known = |v: &Symbol| *v == vocabulary.parameter || live.contains(v);
        let atoms = vocabulary.atoms.iter().copied();
        let atoms = atoms.filter(|&t| free_vars(store, &[t]).iter().all(is_known)).collect();
        let object = store.var(vocabulary.parameter);
        let found = Vec::new();
        let mut groups = Groups { vocabulary, store, live, pointers, fields, atoms, object, found };
        for domain in domains {
            match domain {
                Domain::Shapes => groups.shapes(),
                Domain::Fields => groups.values(),
                Domain::Order => groups.orders(),
                _ => {}
            }
        }
        groups.found.truncate(MAX_GROUPS);
        groups.found
    }

    /// Where pointers lead to.
    fn shapes(&mut self) {
        if let Some(counter) = self.vocabulary.counter.filter(|v| self.live.contains(v)) {
            let counter = self.store.var(counter);
            let zero = self.store.bv(self.store.width(counter), 0);
            let is_zero = self.store.eq(counter, zero);
            self.add(vec![is_zero]);
        }
        for pointer in self.pointers.clone() {
            self.pointer(&pointer);
        }
        for field in self.fields.clone() {
            if self.vocabulary.is_pointer(field) {
                self.next(field);
            }
        }
    }

    /// Which values fields have.
    fn values(&mut self) {
        for field in self.value_fields() {
            self.value(field);
        }
        for pointer in self.pointers.clone() {
            self.values_at(&pointer);
        }
        for &number in self.vocabulary.fixed.iter().take(MAX_FIXED) {
            let null = self.store.bool(false);
            self.values_at(&Pointer { number, null, distance: None });
        }
        self.comparisons();
        self.edges();
    }

    /// In which order objects were allocated.
    fn orders(&mut self) {
        for field in self.fields.clone() {
            if self.vocabulary.is_pointer(field) {
                self.order(field);
            }
        }
        self.pairs();
    }

    /// The fields with values that are worth tracking.
    fn value_fields(&self) -> Vec<&'a Field> {
        let has_values = |field: &&Field| {
            !self.vocabulary.is_pointer(field) && (!field.is_tag || field.constants.len() > 1)
        };
        self.fields.iter().copied().filter(has_values).collect()
    }

    fn exists(&mut self, number: Term) -> Term {
        self.vocabulary.exists(self.store, number)
    }

    /// The predicates that say in which state an object is: values of fields that only ever hold few
    /// constants.
    fn tags(&mut self, number: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for field in self.fields.clone() {
            if field.is_tag && !self.vocabulary.is_pointer(field) && is_small(field) {
                found.extend(self.constants(field, number));
            }
        }
        found.truncate(3);
        found
    }

    /// Comparisons of a field with its constants.
    fn constants(&mut self, field: &Field, number: Term) -> Vec<Term> {
        let read = self.vocabulary.read(self.store, field, number);
        field.constants.iter().map(|&constant| self.store.eq(read, constant)).collect()
    }

    /// What makes an address valid.
    fn valid(&mut self, pointer: &Pointer) -> Vec<Term> {
        let mut found = vec![pointer.null, self.exists(pointer.number)];
        found.extend(self.tags(pointer.number));
        if let Some(distance) = pointer.distance {
            let width = self.store.width(distance);
            let distances = self.vocabulary.distances.values().flatten();
            let fitting: Vec<Term> =
                distances.copied().filter(|&d| self.store.width(d) == width).take(1).collect();
            found.extend(fitting.into_iter().map(|d| self.store.eq(distance, d)));
        }
        found
    }

    /// A pointer is null, or leads to an object that exists.
    fn pointer(&mut self, pointer: &Pointer) {
        let group = self.valid(pointer);
        self.add(group);
    }

    /// The address in a field of any object is null, or leads to an object that exists.
    fn next(&mut self, field: &Field) {
        let mut group = vec![self.exists(self.object)];
        group.extend(self.is_at_pointers());
        group.extend(self.tags(self.object).into_iter().take(2));
        let next = self.vocabulary.pointer(self.store, field, self.object);
        group.extend(self.valid(&next));
        self.add(group);
    }

    /// The values of a field of any object, and whether it is the object of a pointer.
    fn value(&mut self, field: &Field) {
        let mut group = vec![self.exists(self.object)];
        group.extend(self.constants(field, self.object));
        group.extend(self.is_at_pointers());
        let array = field.array;
        let atoms = self.atoms.iter().copied();
        let about = atoms.filter(|&t| free_vars(self.store, &[t]).contains(&array));
        let about: Vec<Term> = about.collect();
        group.extend(about);
        group.extend(self.flags());
        self.add(group);
    }

    fn is_at_pointers(&mut self) -> Vec<Term> {
        let numbers: Vec<Term> = self.pointers.iter().map(|pointer| pointer.number).collect();
        let object = self.object;
        numbers.into_iter().take(MAX_COMPARED).map(|n| self.store.eq(object, n)).collect()
    }

    /// The values of fields of the object of a pointer.
    fn values_at(&mut self, pointer: &Pointer) {
        let mut group = vec![pointer.null];
        for field in self.fields.clone() {
            if self.vocabulary.is_pointer(field) {
                group.push(self.vocabulary.pointer(self.store, field, pointer.number).null);
            } else if !field.is_tag || field.constants.len() > 1 {
                group.extend(self.constants(field, pointer.number));
            }
        }
        group.extend(self.flags());
        if self.store.as_value(pointer.number).is_some() {
            for other in self.pointers.clone().iter().take(2) {
                group.push(self.store.eq(other.number, pointer.number));
            }
        }
        self.add(group);
    }

    fn flags(&mut self) -> Vec<Term> {
        let mut found = Vec::new();
        for &variable in self.live {
            let flag = self.store.var(variable);
            match self.store.symbol_sort(variable) {
                Sort::Bool => found.push(flag),
                Sort::BitVec(1) if !self.is_of_pointer(variable) => {
                    let one = self.store.bv(1, 1);
                    found.push(self.store.eq(flag, one));
                }
                _ => {}
            }
        }
        found.truncate(2);
        found
    }

    fn is_of_pointer(&self, variable: Symbol) -> bool {
        self.pointers.iter().any(|p| free_vars(self.store, &[p.null]).contains(&variable))
    }

    /// Pairs of fields of any object.
    fn comparisons(&mut self) {
        let values = self.value_fields();
        for (i, first) in values.iter().enumerate() {
            for second in &values[i + 1..] {
                let arrays = [first.array, second.array];
                let mut group = vec![self.exists(self.object)];
                let rank = |t: &Term| {
                    let variables = free_vars(self.store, &[*t]);
                    let own = variables.iter().filter(|v| arrays.contains(v)).count();
                    (own > 0).then_some((std::cmp::Reverse(own), variables.len()))
                };
                let mut about: Vec<Term> =
                    self.atoms.iter().copied().filter(|t| rank(t).is_some()).collect();
                about.sort_by_key(&rank);
                group.extend(about);
                for field in [first, second] {
                    group.extend(self.constants(field, self.object));
                }
                self.add(group);
            }
        }
    }

    /// The values of a field of any object and of the object that another field leads to.
    fn edges(&mut self) {
        for next in self.fields.clone() {
            if !self.vocabulary.is_pointer(next) {
                continue;
            }
            let to = self.vocabulary.pointer(self.store, next, self.object);
            for value in self.value_fields() {
                let mut group = vec![self.exists(self.object), to.null];
                group.extend(self.is_at_pointers().into_iter().take(1));
                group.extend(self.constants(value, self.object));
                group.extend(self.constants(value, to.number));
                for pointer in self.pointers.clone().iter().take(2) {
                    group.push(self.store.eq(pointer.number, to.number));
                }
                group.extend(self.flags());
                self.add(group);
            }
        }
    }

    /// The order of any object, its successor and pointers.
    fn order(&mut self, field: &Field) {
        let next = self.vocabulary.pointer(self.store, field, self.object);
        let one = self.store.bv(self.store.width(self.object), 1);
        let (above, below) =
            (self.store.bv_add(self.object, one), self.store.bv_sub(self.object, one));
        let mut group = vec![self.exists(self.object), next.null];
        group.push(self.store.bv_ult(next.number, self.object));
        group.push(self.store.eq(next.number, below));
        group.push(self.store.eq(next.number, above));
        group.extend(self.vocabulary.is_first(self.store, self.object));
        group.extend(self.is_at_pointers());
        self.add(group);
    }

    /// How any object compares with two pointers, and these with each other.
    fn pairs(&mut self) {
        let pointers = self.pointers.clone();
        for (i, first) in pointers.iter().enumerate() {
            let mut group = vec![self.exists(self.object)];
            group.extend(self.tags(self.object));
            group.push(self.store.eq(self.object, first.number));
            group.push(self.store.bv_ult(self.object, first.number));
            self.add(group);
            for second in &pointers[i + 1..] {
                let mut group = vec![first.null, second.null];
                group.push(self.store.eq(first.number, second.number));
                group.push(self.store.bv_ult(first.number, second.number));
                self.add(group);
            }
        }
    }

    /// Adds a group without what is constant or repeated.
    fn add(&mut self, group: Vec<Term>) {
        let mut kept: Vec<Term> = Vec::new();
        for predicate in group {
            if self.store.as_value(predicate).is_none() && !kept.contains(&predicate) {
                kept.push(predicate);
            }
        }
        kept.truncate(Predicates::MAX);
        if !kept.is_empty() && !self.found.contains(&kept) {
            self.found.push(kept);
        }
    }
}

/// Whether a field has few values.
fn is_small(field: &Field) -> bool {
    !field.constants.is_empty() && field.constants.len() <= 3
}
