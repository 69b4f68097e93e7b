//! The objects of a run, and the classes that share their contents.
//!
//! A *fixed* object exists at most once in a run and has a constant number. A *fresh* object gets
//! the next number of a counter each time it is created.

use super::space::AddressSpace;
use super::stale::outlived;
use crate::points_to::{AllocationSite, ClassId, Pointer, PointsTo, Site};
use crate::program::blocks_in_cycles;
use program::{Body, FunctionId, Initial, Program, StatementKind, Storage, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use term::{Symbol, Term, TermStore, free_vars};

/// The origin of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A function: it has an address and no content.
    Function,
    /// A global: it lives from start to end.
    Global,
    /// A local variable.
    Local,
    /// Stands for an activation; other objects end with it.
    Activation,
    /// Allocated memory, on the heap or on the stack.
    Allocated(Storage),
}

/// An object, or all objects with the same origin.
#[derive(Clone, Debug)]
pub struct ObjectInfo {
    /// Its name, for display.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its size, if that is a constant.
    pub size: Option<u64>,
    /// A lower bound of its size; one byte if nothing is known.
    pub least_size: u64,
    /// Its number if it is a fixed object; `None` for fresh objects.
    pub number: Option<u64>,
    /// The position in its class at which it starts.
    pub start: i64,
    /// Whether its life may start more than once.
    pub begins_again: bool,
    /// Whether writing to it is an error.
    pub read_only: bool,
    /// Whether its bytes are initially zero unless initialised otherwise. If not, they are
    /// arbitrary.
    pub zeroed: bool,
}

/// All objects.
#[derive(Debug)]
pub struct Objects {
    /// In the order of their numbers.
    pub infos: Vec<ObjectInfo>,
    /// The object of each address symbol.
    pub by_address: FxHashMap<Symbol, usize>,
    /// The object of each allocating statement.
    pub by_site: FxHashMap<AllocationSite, usize>,
    /// The objects of each class, without functions.
    pub by_class: FxHashMap<ClassId, Vec<usize>>,
    /// The division of addresses.
    pub space: AddressSpace,
}

impl Objects {
    /// The objects of a program. If lifetimes matter, a local variable in a loop of the entry is a
    /// fresh object if pointers to its earlier lives may remain. Objects of other functions are
    /// always fresh, since several activations may exist at once.
    pub fn of(program: &Program, points_to: &PointsTo<'_>, lifetimes: bool) -> Objects {
        let running = points_to.running();
        let used = used_symbols(program, &running);
        let mut builder = Builder { objects: Vec::new(), addresses: Vec::new(), sites: Vec::new() };
        for function in program.functions.iter().filter(|f| used.contains(&f.address)) {
            builder.add(function.name.clone(), Kind::Function, Some(1), true, false);
            builder.addresses.push((function.address, builder.objects.len() - 1));
        }
        for object in &program.globals {
            if !used.contains(&object.address) {
                continue;
            }
            let zeroed = matches!(object.initial, Initial::Values(_));
            let size = Some(object.layout.size());
            let added = builder.add(object.name.clone(), Kind::Global, size, true, zeroed);
            added.read_only = object.read_only;
            builder.addresses.push((object.address, builder.objects.len() - 1));
        }
        for id in running {
            builder.function(program, points_to, id, &used, lifetimes);
        }
        builder.finish(program, points_to)
    }

    /// Whether all objects of known size fit the address space, except those whose allocation
    /// fails.
    pub fn fit(&self) -> bool {
        let exists = |object: &&ObjectInfo| object.kind != Kind::Allocated(Storage::Heap);
        let sizes = self.infos.iter().filter(exists).filter_map(|object| object.size);
        sizes.max().is_none_or(|size| size <= self.space.largest)
    }

    /// The object that an address symbol names.
    pub fn named(&self, address: Symbol) -> Option<&ObjectInfo> {
        self.by_address.get(&address).map(|&index| &self.infos[index])
    }

    /// Whether a pointer certainly points into an object; with `or_past`, just past it counts too.
    pub fn is_inside(&self, pointer: Pointer, or_past: bool) -> bool {
        let Some(position) = pointer.offset.as_exact() else { return false };
        let is_inside = |start: i64, size: u64| {
            let offset = position.checked_sub(start).and_then(|offset| u64::try_from(offset).ok());
            offset.is_some_and(|offset| offset < size.max(1) + u64::from(or_past))
        };
        match self.in_class(pointer.class) {
            [] => is_inside(0, 1),
            members => members.iter().all(|&index| {
                let object = &self.infos[index];
                is_inside(object.start, object.least_size)
            }),
        }
    }

    /// The positions at which the objects of a class start. Fresh objects all start at the same one.
    pub fn starts(&self, class: ClassId) -> Starts {
        let mut starts = Starts::default();
        for object in self.in_class(class).iter().map(|&index| &self.infos[index]) {
            match object.number {
                Some(number) => {
                    starts.fixed.insert(number, object.start);
                }
                None => starts.fresh = object.start,
            }
        }
        starts
    }

    /// Whether a class has a single object, and that one is fixed.
    pub fn is_single(&self, class: ClassId) -> bool {
        matches!(self.in_class(class), &[index] if self.infos[index].number.is_some())
    }

    /// The objects of a class that have content.
    pub fn in_class(&self, class: ClassId) -> &[usize] {
        self.by_class.get(&class).map_or(&[], Vec::as_slice)
    }
}

/// The positions at which the objects of a class start.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    /// Those of fixed objects, by number.
    pub fixed: BTreeMap<u64, i64>,
    /// That of all fresh objects.
    pub fresh: i64,
}

impl Starts {
    /// The start of the object with a number.
    pub fn of(&self, number: u64) -> i64 {
        self.fixed.get(&number).copied().unwrap_or(self.fresh)
    }
}

struct Builder {
    objects: Vec<ObjectInfo>,
    addresses: Vec<(Symbol, usize)>,
    sites: Vec<(AllocationSite, usize)>,
}

impl Builder {
    fn add(
        &mut self,
        name: String,
        kind: Kind,
        size: Option<u64>,
        once: bool,
        zeroed: bool,
    ) -> &mut ObjectInfo {
        self.objects.push(ObjectInfo {
            name,
            kind,
            size,
            least_size: size.unwrap_or(1).max(1),
            number: once.then_some(0),
            start: 0,
            begins_again: false,
            read_only: false,
            zeroed,
        });
        self.objects.last_mut().expect("just added")
    }

    /// Adds the objects that a function declares and allocates.
    fn function(
        &mut self,
        program: &Program,
        points_to: &PointsTo<'_>,
        id: FunctionId,
        used: &FxHashSet<Symbol>,
        lifetimes: bool,
    ) {
        let function = program.function(id);
        let body = function.body.as_ref().expect("functions that run have bodies");
        let runs_once = id == program.entry;
        let in_cycle = blocks_in_cycles(body);
        let begins_again = begun_again(body, &in_cycle);
        let outlived = if lifetimes && runs_once {
            outlived(program, points_to, &begins_again)
        } else {
            FxHashSet::default()
        };
        let owners = owners(body);
        for object in function.objects.iter().filter(|object| used.contains(&object.address)) {
            let again = begins_again.contains(&object.address);
            let is_owner = owners.contains(&object.address);
            let kind = if is_owner { Kind::Activation } else { Kind::Local };
            let once = runs_once && !is_owner && !outlived.contains(&object.address);
            let size = Some(object.layout.size());
            let added = self.add(object.name.clone(), kind, size, once, false);
            added.begins_again = again;
            added.read_only = object.read_only;
            self.addresses.push((object.address, self.objects.len() - 1));
        }
        let constants = Constants::of(body);
        for block in body.block_ids() {
            for (statement, found) in body.block(block).statements.iter().enumerate() {
                let StatementKind::Allocate { size, storage, zeroed, .. } = found.kind else {
                    continue;
                };
                let assigned = constants.value(&program.terms, size);
                let size = constant(&program.terms, size);
                let once = runs_once && !in_cycle[block.index()];
                let name = if storage == Storage::Heap { "heap" } else { "stack" };
                let kind = Kind::Allocated(storage);
                let added = self.add(name.to_owned(), kind, size, once, zeroed);
                if let Some(size) = assigned {
                    added.least_size = size.max(1);
                }
                let site = AllocationSite { function: id, block, statement };
                self.sites.push((site, self.objects.len() - 1));
            }
        }
    }

    fn finish(mut self, program: &Program, points_to: &PointsTo<'_>) -> Objects {
        let mut next = 1;
        for object in self.objects.iter_mut().filter(|object| object.number.is_some()) {
            object.number = Some(next);
            next += 1;
        }
        let fresh = self.objects.iter().any(|object| object.number.is_none());
        let space = AddressSpace::new(program.machine, next - 1, fresh);
        let mut by_class: FxHashMap<ClassId, Vec<usize>> = FxHashMap::default();
        let by_address: FxHashMap<Symbol, usize> = self.addresses.into_iter().collect();
        let by_site: FxHashMap<AllocationSite, usize> = self.sites.into_iter().collect();
        let with_class = |site: Site| match site {
            Site::Object(address) => points_to.class_of(address),
            Site::Allocation(site) => points_to.class_of_allocation(site),
            Site::Function(_) => None,
        };
        let sites = by_address.iter().map(|(&address, &index)| (Site::Object(address), index));
        let sites = sites.chain(by_site.iter().map(|(&s, &index)| (Site::Allocation(s), index)));
        for (site, index) in sites {
            if self.objects[index].kind == Kind::Function {
                continue;
            }
            if let Some(class) = with_class(site) {
                by_class.entry(class).or_default().push(index);
                self.objects[index].start = points_to.position(site);
            }
        }
        by_class.values_mut().for_each(|members| members.sort_unstable());
        let infos = self.objects;
        Objects { infos, by_address, by_site, by_class, space }
    }
}

/// The values of registers that are assigned once, such as the parameters of an inlined copy.
struct Constants {
    assigned: FxHashMap<Symbol, Option<Term>>,
}

impl Constants {
    /// How many registers are followed.
    const STEPS: usize = 16;

    fn of(body: &Body) -> Constants {
        let mut assigned: FxHashMap<Symbol, Option<Term>> = FxHashMap::default();
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Some(target) = statement.kind.target() {
                let value = match statement.kind {
                    StatementKind::Assign { value, .. } => Some(value),
                    _ => None,
                };
                let known = assigned.entry(target).or_insert(value);
                if *known != value {
                    *known = None;
                }
            }
        }
        Constants { assigned }
    }

    /// The value of a term, if it is always the same.
    fn value(&self, store: &TermStore, mut term: Term) -> Option<u64> {
        for _ in 0..Constants::STEPS {
            match store.as_var(term) {
                Some(register) => term = (*self.assigned.get(&register)?)?,
                None => return constant(store, term),
            }
        }
        None
    }
}

/// The local objects that other objects end with.
fn owners(body: &Body) -> FxHashSet<Symbol> {
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let owner = |kind: &StatementKind| match kind {
        StatementKind::Bind { owner, .. } => Some(*owner),
        _ => None,
    };
    statements.filter_map(|statement| owner(&statement.kind)).collect()
}

/// The local objects whose lives may start more than once.
fn begun_again(body: &Body, in_cycle: &[bool]) -> FxHashSet<Symbol> {
    let (mut seen, mut again) = (FxHashSet::default(), FxHashSet::default());
    for block in body.block_ids() {
        for statement in &body.block(block).statements {
            if let StatementKind::Begin(object) = statement.kind
                && (!seen.insert(object) || in_cycle[block.index()])
            {
                again.insert(object);
            }
        }
    }
    again
}

/// The value of a constant bit-vector.
pub fn constant(store: &TermStore, term: Term) -> Option<u64> {
    store.as_bitvec(term).and_then(term::BitVec::to_u64)
}

/// The symbols that occur in statements of functions, and in initial values of globals.
fn used_symbols(program: &Program, functions: &[FunctionId]) -> FxHashSet<Symbol> {
    let mut roots: Vec<Term> = Vec::new();
    let mut used: FxHashSet<Symbol> = FxHashSet::default();
    let bodies = functions.iter().filter_map(|&id| program.function(id).body.as_ref());
    for block in bodies.flat_map(|body| &body.blocks) {
        for statement in &block.statements {
            roots.extend(statement.kind.terms());
            if let StatementKind::Begin(object)
            | StatementKind::End(object)
            | StatementKind::Bind { owner: object, .. } = statement.kind
            {
                used.insert(object);
            }
        }
        if let Terminator::Branch { condition, .. } = block.terminator {
            roots.push(condition);
        }
    }
    for object in &program.globals {
        if let Initial::Values(values) = &object.initial {
            roots.extend(values.iter().map(|&(_, value)| value));
        }
    }
    used.extend(free_vars(&program.terms, &roots));
    used
}
