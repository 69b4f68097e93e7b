//! Lowers the control flow of a program.

use super::address_bits::Undetermined;
use super::emit::Emitter;
use super::environment::EnvironmentPointers;
use super::foreign::ForeignMemory;
use super::frames::Frames;
use super::lifetimes::Lifetimes;
use super::nan::PlainBytes;
use super::objects::Objects;
use super::placement::Placement;
use super::regions::Regions;
use super::replay::Content;
use super::roots::{Roots, roots};
use super::whereabouts::Whereabouts;
use super::words::{Word, may_hold_address};
use super::{LowerOptions, Lowered};
use crate::points_to::{ClassId, Pointer, PointsTo};
use crate::program::watches_memory;
use model::Gap;
use model::{Location, Model, Procedure, ProcedureId};
use program::{BlockId, Body, FunctionId, Program, PropertySet, Terminator};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, TermStore};

/// Builds a model of a program. Functions that are still called become procedures, so calls should
/// be inlined first where possible. Calls through pointers, and of functions that are not defined,
/// are not modelled.
pub fn lower(program: &Program, options: LowerOptions) -> Lowered {
    let (lowered, is_complete) = lower_once(program, options, false);
    if is_complete { lowered } else { lower_once(program, options, true).0 }
}

/// Builds a model; also returns whether it covers everything the program may do. With exposed
/// addresses, an integer may be an address, so writes through integers are not modelled.
fn lower_once(program: &Program, options: LowerOptions, exposed: bool) -> (Lowered, bool) {
    let watched = watches_memory(program);
    let Placement { mut points_to, objects, layouts } = Placement::of(program, watched);
    let lowest_address = options.lowest_address;
    let whereabouts = Whereabouts::of(program, &mut points_to, &objects, lowest_address);
    let functions = points_to.running();
    let plain_bytes = PlainBytes::of(program, &mut points_to);
    let environment = EnvironmentPointers::of(program, &mut points_to);
    let mut store = TermStore::new();
    let mut symbols = FxHashMap::default();
    let holds_address = |symbol: Symbol| may_hold_address(program, &points_to, symbol);
    let frames =
        Frames::declare(&mut store, &mut symbols, program, &objects, &functions, holds_address);
    for (&symbol, &index) in &objects.by_address {
        if let Some(number) = objects.infos[index].number {
            symbols.insert(symbol, objects.space.address(&mut store, number));
        }
    }
    let regions = Regions::declare(&mut store, &objects, &layouts, &points_to);
    let lifetimes = Lifetimes::declare(&mut store, program, &objects, watched);
    let mut globals: Vec<Symbol> = regions.symbols().chain(lifetimes.symbols()).collect();
    let mut lowering = Lowering {
        program,
        points_to,
        plain_bytes,
        environment,
        whereabouts,
        lowest_address,
        exposed,
        exposes_addresses: false,
        writes_through_integers: false,
        objects,
        regions,
        lifetimes,
        frames,
        watched,
        assumed: options.assumed,
        cut_undetermined: options.cut_undetermined,
        keeps_foreign_memory: options.keeps_foreign_memory,
        reuses_numbers: options.reuses_numbers,
        foreign: ForeignMemory::default(),
        store,
        symbols,
        translated: FxHashMap::default(),
        undetermined: FxHashMap::default(),
        compares_objects: false,
        function: program.entry,
        emitter: Emitter::new(),
        temporaries: Vec::new(),
        roots: Roots::default(),
        tracked_from: Vec::new(),
        has_open_nans: false,
        places: FxHashMap::default(),
    };
    let mut procedures = Vec::with_capacity(functions.len());
    let (mut failures, mut asked, mut created) =
        (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
    let (mut passed, mut starting) = (FxHashMap::default(), FxHashMap::default());
    for id in functions {
        let (procedure, emitter) = lowering.procedure(id);
        let number = ProcedureId::from_index(procedures.len());
        procedures.push(procedure);
        failures.extend(emitter.failures.into_iter().map(|(edge, f)| ((number, edge), f)));
        asked.extend(emitter.asked.into_iter().map(|(edge, a)| ((number, edge), a)));
        created.extend(emitter.created.into_iter().map(|(edge, c)| ((number, edge), c)));
        passed.extend(emitter.passed.into_iter().map(|(edge, p)| ((number, edge), p)));
        starting.extend(emitter.starting.into_iter().map(|(at, p)| ((number, at), p)));
    }
    globals.extend(lowering.foreign.symbols());
    let is_complete = exposed || !lowering.exposes_addresses || !lowering.writes_through_integers;
    let has_open_nans = lowering.has_open_nans;
    let (known, functions) = (lowering.globals(), lowering.function_numbers());
    let moves_addresses = lowering.whereabouts.moves_addresses();
    let (sources, places) = (lowering.sources(), std::mem::take(&mut lowering.places));
    let (space, regions) = (lowering.objects.space, lowering.regions);
    let content = Content { space, globals: known, regions, created, functions, passed, starting };
    let (terms, files) = (lowering.store, program.files.clone());
    let entry = ProcedureId::from_index(0);
    let model = Model { terms, files, globals, procedures, entry };
    let lowered = Lowered {
        model,
        failures,
        asked,
        has_open_nans,
        moves_addresses,
        content,
        sources,
        places,
    };
    (lowered, is_complete)
}

/// The state of a lowering.
pub(super) struct Lowering<'a> {
    pub program: &'a Program,
    pub points_to: PointsTo<'a>,
    pub plain_bytes: PlainBytes,
    pub environment: EnvironmentPointers,
    pub whereabouts: Whereabouts,
    /// The least address of an object.
    pub lowest_address: u64,
    /// Whether the program may know integers that equal addresses.
    pub exposed: bool,
    /// Whether a comparison may tell the program that an integer equals an address.
    pub exposes_addresses: bool,
    /// Whether the program writes through integers.
    pub writes_through_integers: bool,
    pub objects: Objects,
    pub regions: Regions,
    pub lifetimes: Lifetimes,
    pub frames: Frames,
    /// Whether checks need to know which objects are alive.
    pub watched: bool,
    /// The properties whose checks are assumed to hold.
    pub assumed: PropertySet,
    /// Whether runs that depend on the placement of objects are cut off.
    pub cut_undetermined: bool,
    /// Whether memory that the program does not own changes only by writes of the program.
    pub keeps_foreign_memory: bool,
    /// Whether numbers of allocated objects are used again.
    pub reuses_numbers: bool,
    pub foreign: ForeignMemory,
    /// Owns the terms of the model.
    pub store: TermStore,
    pub symbols: FxHashMap<Symbol, Term>,
    pub translated: FxHashMap<Term, Word>,
    /// The terms whose values depend on the placement of objects.
    pub undetermined: FxHashMap<Term, Undetermined>,
    /// Whether addresses of different objects are ordered.
    pub compares_objects: bool,
    /// The function that is being lowered.
    pub function: FunctionId,
    pub emitter: Emitter,
    /// Temporary variables of the lowering in this function.
    pub temporaries: Vec<Symbol>,
    /// The registers that may point to memory, at each leak check.
    pub roots: Roots,
    /// The registers for the current leak check.
    pub tracked_from: Vec<Symbol>,
    pub has_open_nans: bool,
    /// The locations of blocks of the entry that have several predecessors.
    places: FxHashMap<BlockId, Location>,
}

impl Lowering<'_> {
    /// The procedure of a function, and the meaning of its edges.
    fn procedure(&mut self, id: FunctionId) -> (Procedure, Emitter) {
        self.function = id;
        // Variables for undetermined values belong to the function.
        self.translated.clear();
        self.undetermined.clear();
        let function = self.program.function(id);
        self.roots = roots(self.program, function, |register| self.may_hold_address(register));
        self.run(function.body.as_ref().expect("functions that run have bodies"));
        let mut emitter = std::mem::replace(&mut self.emitter, Emitter::new());
        let temporaries = std::mem::take(&mut self.temporaries);
        let frame = self.frames.get(id).expect("all functions have variables");
        let cfa = std::mem::take(&mut emitter.cfa);
        (frame.procedure(&function.name, cfa, &temporaries), emitter)
    }

    fn run(&mut self, body: &Body) {
        let start = self.emitter.cfa.add_location("start", None);
        let places = self.places(body);
        self.emitter.start(start);
        if self.function == self.program.entry {
            let starts = body.block_ids().zip(&places);
            self.places = starts.filter_map(|(block, &place)| Some((block, place?))).collect();
            if !self.objects.fit() {
                self.emitter.unsupported(&mut self.store, Gap::ObjectSizes, None);
            }
            self.initialise();
        } else {
            let exit = self.emitter.cfa.add_location("exit", None);
            self.emitter.cfa.set_exit(exit);
        }
        self.clear_addresses();
        let mut open: Vec<BlockId> = Vec::new();
        self.enter(body, &places, BlockId::from_index(0), &mut open);
        while let Some(block) = open.pop() {
            let place = places[block.index()].expect("only such blocks are open");
            self.emitter.start(place);
            self.chain(body, &places, block, &mut open);
        }
    }

    /// A location for each reachable block with several predecessors. Any other block is lowered as
    /// the continuation of its predecessor.
    fn places(&mut self, body: &Body) -> Vec<Option<Location>> {
        let count = body.blocks.len();
        let mut predecessors = vec![0usize; count];
        let mut reached = vec![false; count];
        let mut stack = vec![BlockId::from_index(0)];
        reached[0] = true;
        while let Some(block) = stack.pop() {
            for next in body.block(block).terminator.successors() {
                predecessors[next.index()] += 1;
                if !std::mem::replace(&mut reached[next.index()], true) {
                    stack.push(next);
                }
            }
        }
        body.block_ids()
            .map(|block| {
                let (index, content) = (block.index(), body.block(block));
                let many = predecessors[index] > 1 || (index == 0 && predecessors[0] > 0);
                let span = content.statements.first().and_then(|s| s.span).or(content.span);
                (reached[index] && many)
                    .then(|| self.emitter.cfa.add_location(block.to_string(), span))
            })
            .collect()
    }

    /// Goes to the location of a block, or lowers the block in place.
    fn enter(
        &mut self,
        body: &Body,
        places: &[Option<Location>],
        block: BlockId,
        open: &mut Vec<BlockId>,
    ) {
        match places[block.index()] {
            Some(place) => {
                let first = self.emitter.cfa.incoming(place).is_empty();
                if self.emitter.is_live() {
                    self.emitter.goto(place, None);
                    if first {
                        open.push(block);
                    }
                }
            }
            None => self.chain(body, places, block, open),
        }
    }

    /// Lowers a block and the blocks that continue it.
    fn chain(
        &mut self,
        body: &Body,
        places: &[Option<Location>],
        first: BlockId,
        open: &mut Vec<BlockId>,
    ) {
        // Branches that are still to be lowered: where they start, and their condition.
        let mut sides: Vec<(Location, Term, BlockId)> = Vec::new();
        let mut next = Some(first);
        loop {
            let block = match next.take() {
                Some(block) => block,
                None => {
                    let Some((location, condition, block)) = sides.pop() else { return };
                    self.emitter.start(location);
                    self.emitter.assume(&self.store, condition, None);
                    if places[block.index()].is_some() {
                        self.enter(body, places, block, open);
                        continue;
                    }
                    block
                }
            };
            self.block(body, block);
            let content = body.block(block);
            match content.terminator {
                _ if !self.emitter.is_live() => {}
                Terminator::Goto(target) if places[target.index()].is_none() => next = Some(target),
                Terminator::Goto(target) => self.enter(body, places, target, open),
                Terminator::Branch { condition, then, otherwise } => {
                    self.determine_term(condition, content.span);
                    if !self.emitter.is_live() {
                        continue;
                    }
                    let condition = self.term(condition);
                    let negated = self.store.not(condition);
                    match self.store.as_bool(condition) {
                        Some(holds) => {
                            let target = if holds { then } else { otherwise };
                            if places[target.index()].is_none() {
                                next = Some(target);
                            } else {
                                self.enter(body, places, target, open);
                            }
                        }
                        None => {
                            let from = self.emitter.split(content.span).expect("it is live");
                            self.emitter.stop();
                            sides.push((from, negated, otherwise));
                            sides.push((from, condition, then));
                        }
                    }
                }
                Terminator::Return if self.function != self.program.entry => {
                    self.emitter.pass(block, true);
                    self.leave(content.span);
                }
                Terminator::Return | Terminator::Halt => {
                    self.emitter.pass(block, true);
                    if let Some(end) = self.emitter.split(content.span)
                        && self.emitter.cfa.location(end).span.is_none()
                        && let Some(span) = content.span
                    {
                        self.emitter.cfa.set_span(end, span);
                    }
                    self.emitter.stop();
                }
            }
        }
    }

    /// The variable of the model for a register, or for the address of a fresh object.
    pub fn variable(&self, symbol: Symbol) -> Symbol {
        let term = self.symbols[&symbol];
        self.store.as_var(term).expect("registers are variables")
    }

    /// The pointer that an address of the program may be, if its class has content.
    pub fn pointer(&mut self, address: Term) -> Option<Pointer> {
        let pointer = self.points_to.value(address)?;
        self.regions.has(pointer.class).then_some(pointer)
    }

    /// Number and class of each global object that the model has.
    fn globals(&self) -> Vec<Option<(u64, ClassId)>> {
        let place = |object: &program::Object| {
            let number = self.objects.named(object.address)?.number?;
            let class = self.points_to.class_of(object.address)?;
            Some((number, class))
        };
        self.program.globals.iter().map(place).collect()
    }

    /// The functions with addresses in the model, and their numbers.
    fn function_numbers(&self) -> Vec<(u64, FunctionId)> {
        let number = |id: FunctionId| {
            let info = self.objects.named(self.program.function(id).address)?;
            Some((info.number?, id))
        };
        self.program.function_ids().filter_map(number).collect()
    }

    /// A new temporary variable of the lowering.
    pub fn temporary(&mut self, name: &str, sort: Sort) -> Symbol {
        let symbol = self.store.fresh(name, sort);
        self.temporaries.push(symbol);
        symbol
    }
}
