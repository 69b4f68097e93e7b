//! The fields, pointers and predicates that a program uses.

use crate::unwinding::Outline;
use model::Command;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, Value, free_vars, post_order};

/// The maximal number of constants that a field is compared with.
const MAX_CONSTANTS: usize = 3;

/// The maximal number of variables that an address is split into.
const MAX_PARTS: usize = 3;

/// The maximal number of pointers of a program that are tracked.
const MAX_POINTERS: usize = 40;

/// A pointer of the program at some point: terms over its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    /// The number of its object.
    pub(super) number: Term,
    /// Whether it is null.
    pub(super) null: Term,
    /// The distance from the start of its object, if it is known which bits these are.
    pub(super) distance: Option<Term>,
}

/// A field of objects.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) array: Symbol,
    /// The width of its indices, which may be less than that of object numbers.
    index_width: u32,
    /// The width of its elements.
    width: u32,
    /// Values that are stored in it or that it is compared with.
    pub(super) constants: Vec<Term>,
    /// Whether nothing but constants is stored in it.
    pub(super) is_tag: bool,
}

/// What was found in the commands of a program.
pub(super) struct ObjectVocabulary {
    /// The number of any object.
    pub(super) parameter: Symbol,
    pub(super) fields: Vec<Field>,
    pub(super) pointers: Vec<Pointer>,
    /// The numbers in addresses of a width: the highest and the lowest bit.
    slices: BTreeMap<u32, (u32, u32)>,
    /// The number of the next new object.
    pub(super) counter: Option<Symbol>,
    /// Numbers of single objects.
    pub(super) fixed: Vec<Term>,
    /// Distances from the start of objects that addresses have, by the width of the address.
    pub(super) distances: BTreeMap<u32, Vec<Term>>,
    /// Comparisons of fields of the object whose number is the parameter, with each other or with
    /// variables.
    pub(super) atoms: Vec<Term>,
}

impl ObjectVocabulary {
    pub(super) fn of(outline: &Outline<'_>, store: &mut TermStore) -> Option<ObjectVocabulary> {
        let commands: Vec<&Command> = outline
            .graph
            .order()
            .iter()
            .flat_map(|&location| outline.graph.edges(location))
            .map(|edge| &outline.graph.cfa.edge(edge).command)
            .collect();
        let roots: Vec<Term> = commands.iter().flat_map(|command| command.terms()).collect();
        let parts = post_order(store, &roots, |_| false);
        let width = parts.iter().filter_map(|&part| index_width(store, part)).max()?;
        let parameter = store.fresh("object", Sort::BitVec(width));
        let mut vocabulary = ObjectVocabulary {
            parameter,
            fields: Vec::new(),
            pointers: Vec::new(),
            slices: BTreeMap::new(),
            counter: None,
            fixed: Vec::new(),
            distances: BTreeMap::new(),
            atoms: Vec::new(),
        };
        vocabulary.find_slices(store, &parts, width);
        vocabulary.find_fields(store, &parts, width);
        if !vocabulary.fields.iter().any(|field| vocabulary.is_pointer(field)) {
            return None;
        }
        vocabulary.find_counter(store, &commands, width);
        vocabulary.find_pointers(store, &commands, &parts, width);
        vocabulary.find_constants(store, &parts, &commands);
        vocabulary.find_atoms(store, &parts);
        Some(vocabulary)
    }

    /// Whether a field has addresses.
    pub(super) fn is_pointer(&self, field: &Field) -> bool {
        self.slices.contains_key(&field.width)
    }

    /// The field of an object.
    pub(super) fn read(&self, store: &mut TermStore, field: &Field, number: Term) -> Term {
        let index = match store.width(number) == field.index_width {
            true => number,
            false => store.extract(field.index_width - 1, 0, number),
        };
        let array = store.var(field.array);
        store.select(array, index)
    }

    /// The address in a field of an object.
    pub(super) fn pointer(&self, store: &mut TermStore, field: &Field, number: Term) -> Pointer {
        let address = self.read(store, field, number);
        self.pointer_of(store, address).expect("the field has addresses")
    }

    fn pointer_of(&self, store: &mut TermStore, address: Term) -> Option<Pointer> {
        let width = store.width(address);
        let &(high, low) = self.slices.get(&width)?;
        let zero = store.bv(width, 0);
        let null = store.eq(address, zero);
        let number = store.extract(high, low, address);
        let distance = (low > 0).then(|| store.extract(low - 1, 0, address));
        Some(Pointer { number, null, distance })
    }

    /// Whether an object has been allocated: it is one of the fixed ones, or its number is below the
    /// counter.
    pub(super) fn exists(&self, store: &mut TermStore, number: Term) -> Term {
        let mut ways: Vec<Term> = self.fixed.iter().map(|&one| store.eq(one, number)).collect();
        if let Some(counter) = self.counter {
            let counter = store.var(counter);
            let (wide, narrow) = (store.width(number), store.width(counter));
            let low = if wide == narrow { number } else { store.extract(narrow - 1, 0, number) };
            let zero = store.bv(narrow, 0);
            let is_zero = store.eq(low, zero);
            let mut conditions = vec![store.not(is_zero), store.bv_ult(low, counter)];
            if wide > narrow {
                // Above the number is what tells new objects from others.
                conditions.push(store.bit(wide - 1, number));
            }
            ways.push(store.and(&conditions));
        }
        store.or(&ways)
    }

    /// Whether an object was the first new one.
    pub(super) fn is_first(&self, store: &mut TermStore, number: Term) -> Option<Term> {
        let counter = store.var(self.counter?);
        let narrow = store.width(counter);
        let low = store.extract(narrow - 1, 0, number);
        let one = store.bv(narrow, 1);
        Some(store.eq(low, one))
    }

    /// The bits of addresses that are object numbers.
    fn find_slices(&mut self, store: &TermStore, parts: &[Term], width: u32) {
        // A number may be split into the bit that tells new objects from others, and the rest.
        for split in [0, 1] {
            for &part in parts {
                if let Op::BvExtract { high, low } = store.op(part)
                    && high + split - low + 1 == width
                    && low > 0
                    && let of = store.width(store.args(part)[0])
                    && high + split < of
                {
                    self.slices.entry(of).or_insert((high + split, low));
                }
            }
        }
    }

    fn find_fields(&mut self, store: &TermStore, parts: &[Term], width: u32) {
        let mut seen = FxHashSet::default();
        for &part in parts {
            let Some(array) = store.as_var(part) else { continue };
            let Some(sort) = store.symbol_sort(array).as_array() else { continue };
            let widths = (sort.index.bit_width(), sort.element.bit_width());
            let (Some(index_width), Some(element_width)) = widths else { continue };
            // Some arrays leave out the bit that tells new objects from others.
            if index_width + 1 >= width && seen.insert(array) {
                let (constants, is_tag) = (Vec::new(), true);
                let width = element_width;
                self.fields.push(Field { array, index_width, width, constants, is_tag });
            }
        }
    }

    /// A counter of objects is as wide as their numbers, or leaves out the bit that tells new ones from
    /// others, and is incremented.
    fn find_counter(&mut self, store: &mut TermStore, commands: &[&Command], width: u32) {
        for command in commands.iter().flat_map(|command| command.iter()) {
            if let Command::Assign(variable, value) = command
                && let Some(own) = store.symbol_sort(*variable).bit_width()
                && (own == width || own + 1 == width)
            {
                let (counter, one) = (store.var(*variable), store.bv(own, 1));
                if store.bv_add(counter, one) == *value {
                    self.counter = Some(*variable);
                    return;
                }
            }
        }
    }

    /// Pointers are what arrays are indexed by, addresses that are stored, and what these are copies of.
    fn find_pointers(
        &mut self,
        store: &mut TermStore,
        commands: &[&Command],
        parts: &[Term],
        width: u32,
    ) {
        let atoms: Vec<Term> = parts.iter().copied().filter(|&t| is_null_test(store, t)).collect();
        let mut found = Vec::new();
        for &part in parts {
            if let Op::Select | Op::Store = store.op(part)
                && let index = store.args(part)[1]
                && store.width(index) == width
            {
                found.push(self.pointer_with_number(store, &atoms, index));
            }
            if store.op(part) == Op::Store {
                let stored = store.args(part)[2];
                if store.sort(stored).bit_width().is_some() {
                    found.extend(self.pointer_of(store, stored));
                }
            }
        }
        for &part in parts {
            let is_address =
                store.sort(part).bit_width().is_some_and(|w| self.slices.contains_key(&w));
            if is_address && store.as_value(part).is_some() {
                found.extend(self.pointer_of(store, part));
            }
        }
        let copies: Vec<Substitution> = commands.iter().map(|c| copies_of(store, c)).collect();
        let mut next = 0;
        while next < found.len() && found.len() < MAX_POINTERS {
            let pointer = found[next].clone();
            next += 1;
            if self.is_new(store, &pointer) {
                continue;
            }
            for copy in &copies {
                let mut copy = copy.clone();
                let [number, null] = [pointer.number, pointer.null].map(|t| copy.apply(store, t));
                let distance = pointer.distance.map(|distance| copy.apply(store, distance));
                let copied = Pointer { number, null, distance };
                if !found.contains(&copied) {
                    found.push(copied);
                }
            }
        }
        for pointer in found {
            let is_fixed = store.as_bitvec(pointer.number).map(term::BitVec::is_zero);
            match is_fixed {
                Some(true) => {}
                Some(false) if self.fixed.contains(&pointer.number) => {}
                Some(false) => self.fixed.push(pointer.number),
                None if self.is_tracked(store, &pointer) => self.pointers.push(pointer),
                None => {}
            }
        }
    }

    /// Whether a pointer is one of the program's variables, and not the next new object.
    fn is_tracked(&self, store: &TermStore, pointer: &Pointer) -> bool {
        let parts = post_order(store, &[pointer.number, pointer.null], |_| false);
        let is_plain = |&&t: &&Term| !matches!(store.op(t), Op::Select | Op::Store | Op::Ite);
        parts.iter().all(|t| is_plain(&t))
            && !self.is_new(store, pointer)
            && !self.pointers.contains(pointer)
    }

    /// Whether a pointer leads to the next new object.
    fn is_new(&self, store: &TermStore, pointer: &Pointer) -> bool {
        free_vars(store, &[pointer.number]).iter().any(|v| Some(*v) == self.counter)
    }

    fn pointer_with_number(&self, store: &mut TermStore, atoms: &[Term], number: Term) -> Pointer {
        let variables = free_vars(store, &[number]);
        let tests = |atom: &Term| {
            let tested = free_vars(store, &[*atom]);
            tested.len() <= MAX_PARTS && variables.iter().all(|v| tested.contains(v))
        };
        let test =
            atoms.iter().copied().filter(tests).max_by_key(|&t| free_vars(store, &[t]).len());
        let zero = store.bv(store.width(number), 0);
        let null = test.unwrap_or_else(|| store.eq(number, zero));
        let mut distance = None;
        if let Op::BvExtract { low, .. } = store.op(number)
            && low > 0
        {
            let address = store.args(number)[0];
            distance = Some(store.extract(low - 1, 0, address));
        } else {
            // The other part of an address that is tested for null.
            for variable in free_vars(store, &[null]) {
                let width = store.symbol_sort(variable).bit_width();
                if !variables.contains(&variable) && width.is_some_and(|width| width > 1) {
                    distance = Some(store.var(variable));
                }
            }
        }
        Pointer { number, null, distance }
    }

    fn find_constants(&mut self, store: &mut TermStore, parts: &[Term], commands: &[&Command]) {
        for &part in parts {
            match (store.op(part), store.args(part)) {
                (Op::Store, &[_, _, value]) => {
                    let values = match (store.op(value), store.args(value)) {
                        (Op::Ite, &[_, a, b]) => vec![a, b],
                        _ => vec![value],
                    };
                    let Some(field) = self.field_of(store, part) else { continue };
                    for value in values {
                        let is_constant = store.as_value(value).is_some();
                        field.is_tag &= is_constant || store.op(value) == Op::Select;
                        if is_constant && !field.constants.contains(&value) {
                            field.constants.push(value);
                        }
                    }
                }
                (Op::Eq, &[a, b]) => {
                    for (read, value) in [(a, b), (b, a)] {
                        if store.op(read) == Op::Select
                            && store.as_value(value).is_some()
                            && let Some(field) = self.field_of(store, read)
                            && !field.constants.contains(&value)
                        {
                            field.constants.push(value);
                        }
                    }
                }
                _ => {}
            }
        }
        for field in &mut self.fields {
            field.constants.truncate(MAX_CONSTANTS);
        }
        for (&width, &(_, low)) in &self.slices {
            let values = commands.iter().flat_map(|command| command.iter());
            let mut found: Vec<Term> = values
                .filter_map(|command| match command {
                    Command::Assign(_, value) => Some(*value),
                    _ => None,
                })
                .collect();
            for &part in parts {
                if store.op(part) == Op::BvConcat {
                    found.extend(store.args(part));
                } else if store.as_value(part).is_some()
                    && store.sort(part).bit_width() == Some(width)
                {
                    found.push(store.extract(low - 1, 0, part));
                }
            }
            let is_distance = |&t: &Term| {
                store.as_bitvec(t).is_some_and(|bits| bits.width() == low && !bits.is_zero())
            };
            found.retain(is_distance);
            found.sort_unstable();
            found.dedup();
            // Objects start in the middle of all distances, where most addresses are.
            found.sort_by_key(|&t| store.as_bitvec(t).is_some_and(|bits| !bits.sign()));
            self.distances.insert(width, found);
        }
    }

    /// The field that a read or write is about.
    fn field_of(&mut self, store: &TermStore, access: Term) -> Option<&mut Field> {
        let mut array = store.args(access)[0];
        while matches!(store.op(array), Op::Store) {
            array = store.args(array)[0];
        }
        let array = store.as_var(array)?;
        self.fields.iter_mut().find(|field| field.array == array)
    }

    /// Comparisons of fields of one object, with the parameter as the object. A variable that is stored
    /// in a field stands for that field.
    fn find_atoms(&mut self, store: &mut TermStore, parts: &[Term]) {
        let parameter = store.var(self.parameter);
        let mut stored: FxHashMap<Symbol, Term> = FxHashMap::default();
        for &part in parts {
            if store.op(part) == Op::Store
                && let Some(variable) = store.as_var(store.args(part)[2])
                && let Some(field) = self.field_of(store, part).cloned()
                && !self.is_pointer(&field)
            {
                let read = self.read(store, &field, parameter);
                stored.insert(variable, read);
            }
        }
        for &part in parts {
            let op = store.op(part);
            if !matches!(op, Op::Eq | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle) {
                continue;
            }
            if let Some(atom) = self.about_parameter(store, part, &stored)
                && store.as_value(atom).is_none()
                && !self.atoms.contains(&atom)
            {
                self.atoms.push(atom);
            }
        }
    }

    fn about_parameter(
        &mut self,
        store: &mut TermStore,
        atom: Term,
        stored: &FxHashMap<Symbol, Term>,
    ) -> Option<Term> {
        let parameter = store.var(self.parameter);
        let mut replaced = Substitution::new();
        let mut index = None;
        for part in post_order(store, &[atom], |_| false) {
            if store.op(part) == Op::Select {
                let here = store.args(part)[1];
                if store.as_var(store.args(part)[0]).is_none() || *index.get_or_insert(here) != here
                {
                    return None;
                }
                let field = self.field_of(store, part)?.clone();
                let read = self.read(store, &field, parameter);
                replaced.insert(part, read);
            } else if let Some(variable) = store.as_var(part)
                && let Some(&field) = stored.get(&variable)
            {
                replaced.insert(part, field);
            }
        }
        let atom = replaced.apply(store, atom);
        free_vars(store, &[atom]).contains(&self.parameter).then_some(atom)
    }
}

/// The width of an index that a term reads or writes an array at.
fn index_width(store: &TermStore, access: Term) -> Option<u32> {
    let is_access = matches!(store.op(access), Op::Select | Op::Store);
    is_access.then(|| store.sort(store.args(access)[1]).bit_width()).flatten()
}

/// Whether a term compares variables, or parts of one, with zero.
fn is_null_test(store: &mut TermStore, term: Term) -> bool {
    if !matches!(store.op(term), Op::Eq | Op::And) {
        return false;
    }
    let parts = post_order(store, &[term], |_| false);
    let is_comparison_of_parts = parts.iter().all(|&part| {
        let is_bits = store.sort(part).bit_width().is_some();
        let plain = store.as_var(part).is_some() || store.as_value(part).is_some();
        match store.op(part) {
            Op::Eq => store.args(part).iter().any(|&arg| store.as_value(arg).is_some()),
            Op::And | Op::Not => true,
            _ => {
                plain || (is_bits && matches!(store.op(part), Op::BvExtract { .. } | Op::BvConcat))
            }
        }
    });
    if !is_comparison_of_parts {
        return false;
    }
    let mut zeros = Substitution::new();
    for variable in free_vars(store, &[term]) {
        let Some(width) = store.symbol_sort(variable).bit_width() else { return false };
        let zero = store.constant(Value::bv(width, 0));
        let variable = store.var(variable);
        zeros.insert(variable, zero);
    }
    let at_zero = zeros.apply(store, term);
    store.as_bool(at_zero) == Some(true)
}

/// What a command copies: variables that it assigns, with the terms over other variables.
fn copies_of(store: &mut TermStore, command: &Command) -> Substitution {
    let mut copies = Substitution::new();
    for part in command.iter() {
        if let Command::Assign(variable, value) = part {
            let parts = post_order(store, &[*value], |_| false);
            let is_copy = |&t: &Term| {
                store.as_var(t).is_some()
                    || store.as_value(t).is_some()
                    || matches!(store.op(t), Op::BvConcat | Op::BvExtract { .. })
            };
            if store.sort(*value).bit_width().is_some() && parts.iter().all(is_copy) {
                let variable = store.var(*variable);
                copies.insert(variable, *value);
            }
        }
    }
    copies
}
