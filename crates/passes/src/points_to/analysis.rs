//! Runs the analysis on a program.

use super::classes::{ClassId, Classes, Site, ValueId};
use super::congruence::Congruence;
use super::integers::congruence_of;
use super::{AllocationSite, Pointer};
use program::{Callee, Function, FunctionId, Initial, Program, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Symbol, Term, free_vars, post_order};

/// The objects that start at position 0 of their class.
#[derive(Clone, Debug)]
pub enum KeptStarts {
    /// All of them.
    All,
    /// At least some.
    Of(FxHashSet<Site>),
}

impl KeptStarts {
    fn has(&self, site: Site) -> bool {
        match self {
            KeptStarts::All => true,
            KeptStarts::Of(sites) => sites.contains(&site),
        }
    }
}

/// The result of the analysis.
pub struct PointsTo<'a> {
    program: &'a Program,
    kept: KeptStarts,
    classes: Classes,
    /// The class of each address symbol. Classes of functions whose address is never taken do not
    /// matter.
    addresses: FxHashMap<Symbol, ClassId>,
    allocations: FxHashMap<AllocationSite, ClassId>,
    registers: FxHashMap<Symbol, ValueId>,
    /// The symbols of terms. A term points somewhere only if one of its symbols does.
    leaves: FxHashMap<Term, Box<[Symbol]>>,
    reachable: Vec<bool>,
}

impl<'a> PointsTo<'a> {
    /// Analyses the functions that may run, starting from the entry.
    pub fn of(program: &'a Program) -> PointsTo<'a> {
        PointsTo::with_starts(program, KeptStarts::All)
    }

    /// Analyses the functions that may run. Classes with an object that keeps its start are not moved
    /// when they are united with others.
    pub fn with_starts(program: &'a Program, kept: KeptStarts) -> PointsTo<'a> {
        let mut analysis = PointsTo {
            program,
            kept,
            classes: Classes::default(),
            addresses: FxHashMap::default(),
            allocations: FxHashMap::default(),
            registers: FxHashMap::default(),
            leaves: FxHashMap::default(),
            reachable: vec![false; program.functions.len()],
        };
        analysis.name_objects();
        analysis.reachable[program.entry.index()] = true;
        loop {
            for object in &program.globals {
                if let Initial::Values(values) = &object.initial {
                    for &(offset, value) in values {
                        analysis.initialise(object.address, offset, value);
                    }
                }
            }
            for id in program.function_ids() {
                if analysis.reachable[id.index()] {
                    analysis.function(id, program.function(id));
                }
            }
            if !analysis.classes.take_changed() {
                return analysis;
            }
        }
    }

    /// What a term may point to; `None` if no address flows into it.
    pub fn value(&mut self, term: Term) -> Option<Pointer> {
        let store = &self.program.terms;
        match store.op(term) {
            Op::Const(_) => return None,
            Op::Var(symbol) => return self.symbol(symbol),
            _ => {}
        }
        let leaves =
            self.leaves.entry(term).or_insert_with(|| free_vars(store, &[term]).into_boxed_slice());
        let is_pointer = |symbol: &Symbol| match self.registers.get(symbol) {
            Some(&value) => self.classes.value(value).is_some(),
            None => true,
        };
        if !leaves.iter().any(is_pointer) {
            return None;
        }
        let mut values: FxHashMap<Term, Option<Pointer>> = FxHashMap::default();
        for part in post_order(store, &[term], |_| false) {
            let value = self.node(part, &values);
            values.insert(part, value);
        }
        values[&term]
    }

    /// Whether bytes of a class at a position may hold an address.
    pub fn may_hold_address(&self, class: ClassId, at: Congruence, bytes: u64) -> bool {
        self.classes.may_point(class, at, bytes)
    }

    /// What some bytes behind a pointer may point to, if they belong to one field.
    pub fn content(&mut self, pointer: Pointer, bytes: u64) -> Option<Pointer> {
        match self.classes.fields(pointer, bytes)[..] {
            [(_, _, value)] => self.classes.value(value),
            _ => None,
        }
    }

    /// What a register may point to.
    pub fn symbol_value(&self, register: Symbol) -> Option<Pointer> {
        self.symbol(register)
    }

    /// The classes that values in memory point to.
    pub fn held_in_memory(&self) -> FxHashSet<ClassId> {
        self.classes.held_in_memory()
    }

    /// The pointer to the first byte of an object or function, by its address.
    pub fn object(&self, address: Symbol) -> Option<Pointer> {
        self.addresses.get(&address).map(|&class| self.start(class))
    }

    /// The pointer to the first bytes of the objects that a statement allocates.
    pub fn allocation(&self, site: AllocationSite) -> Option<Pointer> {
        self.allocations.get(&site).map(|&class| self.start(class))
    }

    /// The pointer to the start of the object that a class was made for.
    fn start(&self, class: ClassId) -> Pointer {
        let (class, at) = self.classes.locate(class);
        Pointer { class, offset: Congruence::exactly(at) }
    }

    /// The position in its class at which an object starts.
    pub fn position(&self, site: Site) -> i64 {
        let start = match site {
            Site::Object(address) => self.object(address),
            Site::Allocation(site) => self.allocation(site),
            Site::Function(id) => self.object(self.program.function(id).address),
        };
        start.and_then(|start| start.offset.as_exact()).unwrap_or(0)
    }

    /// The class of an object or function, by its address.
    pub fn class_of(&self, address: Symbol) -> Option<ClassId> {
        self.addresses.get(&address).map(|&class| self.classes.find(class))
    }

    /// The class of the objects that a statement allocates.
    pub fn class_of_allocation(&self, site: AllocationSite) -> Option<ClassId> {
        self.allocations.get(&site).map(|&class| self.classes.find(class))
    }

    /// The objects of a class.
    pub fn sites(&self, class: ClassId) -> &[Site] {
        self.classes.sites(class)
    }

    /// Whether a function may run.
    pub fn is_reachable(&self, function: FunctionId) -> bool {
        self.reachable[function.index()]
    }

    /// The functions that may run and are defined, the entry first.
    pub fn running(&self) -> Vec<FunctionId> {
        let entry = self.program.entry;
        let defined = |id: &FunctionId| self.program.function(*id).body.is_some();
        let others = self.program.function_ids().filter(|&id| id != entry && self.is_reachable(id));
        std::iter::once(entry).chain(others.filter(defined)).collect()
    }

    /// The functions whose address a term may be, in their order.
    pub fn functions(&mut self, address: Term) -> Vec<FunctionId> {
        let Some(pointer) = self.value(address) else { return Vec::new() };
        let function = |site: &Site| match site {
            Site::Function(id) => Some(*id),
            _ => None,
        };
        let mut functions: Vec<FunctionId> =
            self.sites(pointer.class).iter().filter_map(function).collect();
        functions.sort_unstable();
        functions
    }

    fn name_objects(&mut self) {
        for id in self.program.function_ids() {
            let function = self.program.function(id);
            let class = self.classes.add_class(Site::Function(id), true);
            self.addresses.insert(function.address, class);
            for object in &function.objects {
                let site = Site::Object(object.address);
                let class = self.classes.add_class(site, self.kept.has(site));
                self.addresses.insert(object.address, class);
            }
            for register in &function.registers {
                let value = self.classes.add_value();
                self.registers.insert(register.symbol, value);
            }
        }
        for object in &self.program.globals {
            let site = Site::Object(object.address);
            let class = self.classes.add_class(site, self.kept.has(site));
            self.addresses.insert(object.address, class);
        }
    }

    fn symbol(&self, symbol: Symbol) -> Option<Pointer> {
        if let Some(&value) = self.registers.get(&symbol) {
            return self.classes.value(value);
        }
        self.object(symbol)
    }

    /// What a term may point to, given its arguments.
    fn node(&mut self, term: Term, values: &FxHashMap<Term, Option<Pointer>>) -> Option<Pointer> {
        let store = &self.program.terms;
        if *store.sort(term) == Sort::Bool {
            return None;
        }
        let args = store.args(term);
        let shifted = |pointer: Pointer, by: Congruence| {
            Some(Pointer { offset: pointer.offset.plus(by), ..pointer })
        };
        match store.op(term) {
            Op::Const(_) => None,
            Op::Var(symbol) => self.symbol(symbol),
            Op::Ite => self.classes.both(values[&args[1]], values[&args[2]]),
            Op::BvAdd | Op::BvSub => match (values[&args[0]], values[&args[1]]) {
                (Some(pointer), None) => {
                    let by = congruence_of(store, args[1]);
                    let subtracts = store.op(term) == Op::BvSub;
                    shifted(pointer, if subtracts { by.negated() } else { by })
                }
                (None, Some(pointer)) if store.op(term) == Op::BvAdd => {
                    shifted(pointer, congruence_of(store, args[0]))
                }
                (a, b) => self.somewhere(&[a, b]),
            },
            _ => {
                let flowing: Vec<Option<Pointer>> = args.iter().map(|arg| values[arg]).collect();
                self.somewhere(&flowing)
            }
        }
    }

    /// A value that bits of all the given values flow into.
    fn somewhere(&mut self, values: &[Option<Pointer>]) -> Option<Pointer> {
        let mut all: Option<Pointer> = None;
        for &value in values {
            all = self.classes.both(all, value);
        }
        all.map(|pointer| Pointer { offset: Congruence::ANY, ..pointer })
    }

    fn initialise(&mut self, address: Symbol, offset: u64, term: Term) {
        let Some(value) = self.value(term) else { return };
        let start = self.object(address).expect("all globals have classes");
        let by = i64::try_from(offset).map_or(Congruence::ANY, Congruence::exactly);
        let size = u64::from(self.program.terms.width(term) / 8);
        let at = Pointer { offset: start.offset.plus(by), ..start };
        let field = self.classes.content(at, Some(size));
        self.classes.flow(Some(value), field);
    }

    fn assign(&mut self, target: Symbol, value: Option<Pointer>) {
        if let Some(&register) = self.registers.get(&target) {
            self.classes.flow(value, register);
        }
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        let Some(body) = &function.body else { return };
        for block in body.block_ids() {
            for (statement, found) in body.block(block).statements.iter().enumerate() {
                let site = AllocationSite { function: id, block, statement };
                self.statement(site, &found.kind);
            }
        }
    }

    fn statement(&mut self, site: AllocationSite, statement: &StatementKind) {
        let program = self.program;
        let bytes = |sort: &Sort| sort.bit_width().map(|width| u64::from(width.div_ceil(8)));
        match statement {
            StatementKind::Assign { target, value } => {
                let value = self.value(*value);
                self.assign(*target, value);
            }
            StatementKind::Load { target, address } => {
                if let Some(pointer) = self.value(*address) {
                    let size = bytes(program.terms.symbol_sort(*target));
                    let field = self.classes.content(pointer, size);
                    let loaded = self.classes.value(field);
                    self.assign(*target, loaded);
                }
            }
            StatementKind::Store { address, value } => {
                if let Some(pointer) = self.value(*address) {
                    let stored = self.value(*value);
                    let size = bytes(program.terms.sort(*value));
                    let field = self.classes.content(pointer, size);
                    self.classes.flow(stored, field);
                }
            }
            StatementKind::Offset { target, base, delta } => {
                let by = congruence_of(&program.terms, *delta);
                let base = self.value(*base);
                let moved = base.map(|p| Pointer { offset: p.offset.plus(by), ..p });
                self.assign(*target, moved);
            }
            StatementKind::Copy { to, from, size } => self.copy(*to, *from, *size),
            StatementKind::Fill { to, byte, .. } => {
                let byte = self.value(*byte);
                if let (Some(to), Some(_)) = (self.value(*to), byte) {
                    let field = self.classes.content(to, None);
                    self.classes.flow(byte, field);
                }
            }
            StatementKind::Allocate { target, .. } => {
                if !self.allocations.contains_key(&site) {
                    let object = Site::Allocation(site);
                    let class = self.classes.add_class(object, self.kept.has(object));
                    self.allocations.insert(site, class);
                }
                self.assign(*target, self.allocation(site));
            }
            StatementKind::Call { callee, args, result } => {
                let targets = match callee {
                    Callee::Direct(id) => vec![*id],
                    Callee::Indirect(address) => {
                        let mut functions = self.functions(*address);
                        functions.retain(|&id| fits(program, id, args, *result));
                        functions
                    }
                };
                for target in targets {
                    self.call(target, args, *result);
                }
            }
            // Their addresses are queried later, so the values that flow together in them must be
            // known.
            StatementKind::ObjectSize { .. }
            | StatementKind::Check(_)
            | StatementKind::Bind { .. }
            | StatementKind::Free(_) => {
                for term in statement.terms() {
                    self.value(term);
                }
            }
            StatementKind::Choose { .. }
            | StatementKind::Assume(_)
            | StatementKind::Begin(_)
            | StatementKind::End(_)
            | StatementKind::Forget(_)
            | StatementKind::Print { .. }
            | StatementKind::Unsupported(_) => {}
        }
    }

    fn copy(&mut self, to: Term, from: Term, size: Term) {
        let (Some(to), Some(from)) = (self.value(to), self.value(from)) else { return };
        match self.program.terms.as_bitvec(size).and_then(term::BitVec::to_u64) {
            Some(size) => {
                for (distance, bytes, value) in self.classes.fields(from, size) {
                    let value = self.classes.value(value);
                    if value.is_some() {
                        let offset = to.offset.plus(distance);
                        let field = self.classes.content(Pointer { offset, ..to }, Some(bytes));
                        self.classes.flow(value, field);
                    }
                }
            }
            // The number of bytes is unknown: both objects get the same content, up to their
            // distance.
            None => {
                self.classes.unite(to.class, from.class);
                let apart = to.offset.join(from.offset).modulus();
                self.classes.tell_apart(to.class, apart);
            }
        }
    }

    fn call(&mut self, target: FunctionId, args: &[Term], result: Option<Symbol>) {
        if !std::mem::replace(&mut self.reachable[target.index()], true) {
            self.classes.mark_changed();
        }
        let callee = self.program.function(target);
        for (&parameter, &arg) in callee.parameters.iter().zip(args) {
            let value = self.value(arg);
            self.assign(parameter, value);
        }
        if let (Some(from), Some(to)) = (callee.result, result) {
            let value = self.symbol(from);
            self.assign(to, value);
        }
    }
}

/// Whether a function has the parameters and the result that a call needs.
pub fn fits(program: &Program, id: FunctionId, args: &[Term], result: Option<Symbol>) -> bool {
    let function = program.function(id);
    let store = &program.terms;
    let parameters = function.parameters.iter().map(|&p| store.symbol_sort(p));
    parameters.eq(args.iter().map(|&arg| store.sort(arg)))
        && result.is_none_or(|wanted| {
            function.result.is_some_and(|r| store.symbol_sort(r) == store.symbol_sort(wanted))
        })
}
