//! The lowering of a program's control flow.

use super::emit::Emitter;
use super::layout::Layouts;
use super::objects::Objects;
use super::regions::{Regions, declare_new};
use super::replay::Content;
use super::validity::Lifetimes;
use super::{LowerOptions, Lowered};
use crate::limits;
use crate::points_to::{ClassId, Pointer, PointsTo};
use crate::program::watches_memory;
use model::{Location, Model, Procedure};
use program::{BlockId, Body, Program, Terminator};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Symbol, Term, TermStore, Value, post_order};

/// Makes a model of a program. Only the entry is looked at: calls must have been inlined; one that
/// is left is not modelled.
pub fn lower(program: &Program, options: LowerOptions) -> Lowered {
    let mut points_to = PointsTo::of(program);
    let watched = watches_memory(program);
    let objects = Objects::of(program, &points_to, watched);
    let layouts = Layouts::of(program, &mut points_to);
    let mut store = TermStore::new();
    let mut symbols = FxHashMap::default();
    let entry = program.function(program.entry);
    let mut locals = Vec::new();
    for register in &entry.registers {
        let name = program.terms.name(register.symbol).to_owned();
        let sort = program.terms.symbol_sort(register.symbol).clone();
        let symbol = declare_new(&mut store, &name, sort);
        let term = store.var(symbol);
        symbols.insert(register.symbol, term);
        locals.push(symbol);
    }
    let width = program.machine.pointer_bits();
    let mut globals = Vec::new();
    let mut addresses: Vec<(Symbol, usize)> =
        objects.by_address.iter().map(|(&symbol, &index)| (symbol, index)).collect();
    addresses.sort_unstable();
    for (symbol, index) in addresses {
        let term = match objects.infos[index].number {
            Some(number) => store.bv(width, objects.space.address(number)),
            // A new object each time: a variable holds its address.
            None => {
                let name = program.terms.name(symbol).to_owned();
                let variable = declare_new(&mut store, &name, Sort::BitVec(width));
                globals.push(variable);
                store.var(variable)
            }
        };
        symbols.insert(symbol, term);
    }
    let regions = Regions::declare(&mut store, &objects, &layouts);
    let lifetimes = Lifetimes::declare(&mut store, program, &objects, watched);
    globals.extend(regions.symbols());
    globals.extend(lifetimes.symbols());
    let emitter = Emitter::new(options.cut_unsupported);
    let mut lowering = Lowering {
        program,
        points_to,
        objects,
        regions,
        lifetimes,
        watched,
        store,
        symbols,
        translated: FxHashMap::default(),
        emitter,
        temporaries: Vec::new(),
    };
    lowering.run(entry.body.as_ref().expect("the entry has a body"));
    locals.append(&mut lowering.temporaries);
    let globals_at = lowering.globals();
    let Lowering { store, emitter, regions, .. } = lowering;
    let mut procedure = Procedure::new(entry.name.clone(), emitter.cfa.clone());
    procedure.locals = locals;
    let mut model = Model::single(store, globals, procedure);
    model.files.clone_from(&program.files);
    let Emitter { failures, asked, created, .. } = emitter;
    let content = Content { regions, globals: globals_at, created };
    Lowered { model, failures, asked, content }
}

/// The state of a lowering.
pub(super) struct Lowering<'a> {
    pub program: &'a Program,
    pub points_to: PointsTo<'a>,
    pub objects: Objects,
    pub regions: Regions,
    pub lifetimes: Lifetimes,
    /// Whether checks ask which objects live.
    pub watched: bool,
    /// Owns the terms of the model.
    pub store: TermStore,
    symbols: FxHashMap<Symbol, Term>,
    translated: FxHashMap<Term, Term>,
    pub emitter: Emitter,
    /// Variables of the lowering itself.
    pub temporaries: Vec<Symbol>,
}

impl Lowering<'_> {
    fn run(&mut self, body: &Body) {
        let start = self.emitter.cfa.add_location("start", None);
        let places = self.places(body);
        self.emitter.start(start);
        if !self.objects.fit() {
            self.emitter.unsupported(&mut self.store, limits::OBJECT_SIZES, None);
        }
        self.initialise();
        let mut open: Vec<BlockId> = Vec::new();
        self.enter(body, &places, BlockId::from_index(0), &mut open);
        while let Some(block) = open.pop() {
            let place = places[block.index()].expect("only such blocks are open");
            self.emitter.start(place);
            self.chain(body, &places, block, &mut open);
        }
    }

    /// A location for each block that can be reached in several ways or is one side of a branch
    /// whose other side is elsewhere: all blocks but those that simply follow another one.
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

    /// Goes to a block: to its location, or on with it right here.
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

    /// Lowers a block and those that simply follow it.
    fn chain(
        &mut self,
        body: &Body,
        places: &[Option<Location>],
        first: BlockId,
        open: &mut Vec<BlockId>,
    ) {
        // Sides of branches that are still to be lowered: where they start and on what condition.
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
                Terminator::Return | Terminator::Halt => {
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

    /// The term of the model for one of the program.
    pub fn term(&mut self, term: Term) -> Term {
        let source = &self.program.terms;
        let known = |t: Term| self.translated.contains_key(&t);
        for part in post_order(source, &[term], known) {
            let translated = match source.op(part) {
                Op::Const(_) => {
                    let value: Value = source.as_value(part).expect("a constant").clone();
                    self.store.constant(value)
                }
                Op::Var(symbol) => match self.symbols.get(&symbol) {
                    Some(&term) => term,
                    None => unreachable!("'{}' was not declared", source.name(symbol)),
                },
                op => {
                    let args: Vec<Term> =
                        source.args(part).iter().map(|arg| self.translated[arg]).collect();
                    self.store.make(op, source.sort(part), &args)
                }
            };
            self.translated.insert(part, translated);
        }
        self.translated[&term]
    }

    /// The variable of the model for a register, or for the address of a new object.
    pub fn variable(&self, symbol: Symbol) -> Symbol {
        let term = self.symbols[&symbol];
        self.store.as_var(term).expect("registers are variables")
    }

    /// What an address of the program may point to, if that has content.
    pub fn pointer(&mut self, address: Term) -> Option<Pointer> {
        let pointer = self.points_to.value(address)?;
        self.regions.has(pointer.class).then_some(pointer)
    }

    /// Address and class of each global object that the model knows.
    fn globals(&self) -> Vec<Option<(u64, ClassId)>> {
        let place = |object: &program::Object| {
            let number = self.objects.named(object.address)?.number?;
            let class = self.points_to.class_of(object.address)?;
            Some((self.objects.space.address(number), class))
        };
        self.program.globals.iter().map(place).collect()
    }

    /// A new variable of the lowering itself.
    pub fn temporary(&mut self, name: &str, sort: Sort) -> Symbol {
        let symbol = self.store.fresh(name, sort);
        self.temporaries.push(symbol);
        symbol
    }
}
