//! Inlining: calls are replaced by copies of the called functions. If recursion is kept, recursive
//! functions remain and are called; everything else is copied into them.
//!
//! Every activation in a run is a *frame* with its own registers and objects. They are named after
//! the originals with the number of the copy: `f::x#2`. Calls are followed breadth first, so that a
//! size limit cuts off the deepest calls.

use super::graph::recursive_functions;
use super::rename::Renaming;
use super::stack::{allocates_repeatedly, stack_allocations};
use super::watched::{asks_whether_tracked, watches_memory};
use model::Gap;
use program::liveness::read_before_written;
use program::{
    Block, BlockId, Body, Callee, ChoiceSource, Condition, Function, FunctionId, Program, Register,
    Span, Statement, StatementKind, Storage, Terminator,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::{Sort, Symbol, Term, id};

id!(
    /// An activation of a function.
    FrameId,
    "frame"
);

/// Limits of inlining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlineOptions {
    /// How recursion is treated.
    pub recursion: Recursion,
    /// The maximal number of statements of the result.
    pub max_statements: usize,
}

/// The treatment of calls of recursive functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// They are replaced by copies to a depth.
    Unroll {
        /// The maximal number of activations of one function on the stack.
        depth: usize,
        /// The maximal number of statements that come from calls of functions that are already on
        /// the stack. A function that calls itself twice would otherwise grow exponentially with
        /// the depth.
        max_statements: usize,
    },
    /// They stay calls.
    Keep,
}

impl Default for Recursion {
    fn default() -> Self {
        Recursion::Unroll { depth: 20, max_statements: 4_000 }
    }
}

impl Default for InlineOptions {
    fn default() -> Self {
        InlineOptions { recursion: Recursion::default(), max_statements: 400_000 }
    }
}

/// An activation of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: FunctionId,
    /// The caller and the place of the call; `None` for the entry and for functions whose calls are
    /// kept.
    pub caller: Option<(FrameId, Option<Span>)>,
}

/// A program after inlining, and the origin of its parts.
pub struct Inlined {
    /// The program. Only its entry and functions whose calls are kept have bodies.
    pub program: Program,
    /// All activations, the entry first.
    pub frames: Vec<Frame>,
    /// The activation that each block belongs to, for each function with a body.
    pub block_frames: FxHashMap<FunctionId, Vec<FrameId>>,
    /// The original symbol of each copied register and object.
    pub originals: FxHashMap<Symbol, Symbol>,
    /// The copies of each loop of the program's outline.
    pub loops: Vec<Vec<LoopCopy>>,
}

/// A copy of a loop.
#[derive(Clone, Debug)]
pub struct LoopCopy {
    /// The function that it was copied into.
    pub host: FunctionId,
    /// The block where each round starts.
    pub head: BlockId,
    /// The copies of the symbols that are visible there, in the order of
    /// [`program::SourceLoop::visible`].
    pub visible: Vec<Symbol>,
}

impl Inlined {
    /// The calls that lead to a frame, innermost first: the function and where it was called.
    pub fn call_stack(&self, frame: FrameId) -> Vec<(FunctionId, Option<Span>)> {
        let mut stack = Vec::new();
        let mut at = Some(frame);
        while let Some(frame) = at {
            let Frame { function, caller } = self.frames[frame.index()];
            stack.push((function, caller.and_then(|(_, span)| span)));
            at = caller.map(|(frame, _)| frame);
        }
        stack
    }
}

/// Replaces all calls except those of kept recursion. Recursion beyond the depth, and code beyond
/// the size limit, is not modelled: nothing is known of runs that reach it. Calls through pointers
/// must be resolved first.
///
/// A function whose calls are kept ends its objects by statements before it returns.
pub fn inline(program: &Program, options: InlineOptions) -> Inlined {
    let mut inliner = Inliner::new(program, options);
    inliner.run();
    inliner.finish()
}

/// A frame whose body is still to be copied.
struct Pending {
    frame: FrameId,
    /// The block reserved as its first one.
    entry: BlockId,
    leaves: Leaves,
    args: Vec<Term>,
    result: Option<Symbol>,
    /// The object that represents the activation, if its stack allocations must end together.
    activation: Option<Symbol>,
}

/// The target of a return.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    /// The end of the program.
    Program,
    /// The caller of the function.
    Function,
    /// A block of the caller that the function was copied into.
    Copy(BlockId),
}

struct Inliner<'a> {
    source: &'a Program,
    options: InlineOptions,
    /// The functions whose calls are kept.
    kept: Vec<bool>,
    target: Program,
    frames: Vec<Frame>,
    finished_frames: FxHashMap<FunctionId, Vec<FrameId>>,
    // The function under construction, into which others are copied.
    blocks: Vec<Block>,
    block_frames: Vec<FrameId>,
    registers: Vec<Register>,
    objects: Vec<program::Object>,
    originals: FxHashMap<Symbol, Symbol>,
    /// The function under construction.
    host: FunctionId,
    loops: Vec<Vec<LoopCopy>>,
    copies: Vec<u32>,
    uninitialised: Vec<Option<Vec<Symbol>>>,
    /// Whether checks need to know which objects are alive.
    watches_memory: bool,
    /// Whether checks need to know which objects pointers lead to.
    asks_whether_tracked: bool,
    statements: usize,
    recursive_statements: usize,
    queue: VecDeque<Pending>,
}

impl<'a> Inliner<'a> {
    fn new(source: &'a Program, options: InlineOptions) -> Inliner<'a> {
        let functions = source.functions.len();
        Inliner {
            source,
            options,
            kept: match options.recursion {
                Recursion::Keep => recursive_functions(source),
                Recursion::Unroll { .. } => vec![false; functions],
            },
            target: without_bodies(source),
            frames: Vec::new(),
            finished_frames: FxHashMap::default(),
            blocks: Vec::new(),
            block_frames: Vec::new(),
            registers: Vec::new(),
            objects: Vec::new(),
            originals: FxHashMap::default(),
            host: source.entry,
            loops: vec![Vec::new(); source.outline.loops.len()],
            copies: vec![0; functions],
            uninitialised: vec![None; functions],
            watches_memory: watches_memory(source),
            asks_whether_tracked: asks_whether_tracked(source),
            statements: 0,
            recursive_statements: 0,
            queue: VecDeque::new(),
        }
    }

    fn run(&mut self) {
        let entry = self.source.entry;
        // The entry runs only at the start of the program.
        self.kept[entry.index()] = false;
        self.function(entry, Leaves::Program);
        for id in self.source.function_ids() {
            if !self.kept[id.index()] {
                continue;
            }
            self.function(id, Leaves::Function);
        }
    }

    /// Copies all callees of a function into it.
    fn function(&mut self, id: FunctionId, leaves: Leaves) {
        self.host = id;
        let frame = self.add_frame(Frame { function: id, caller: None });
        let entry = self.reserve(frame, None);
        let (args, result, activation) = (Vec::new(), None, None);
        self.queue.push_back(Pending { frame, entry, leaves, args, result, activation });
        while let Some(pending) = self.queue.pop_front() {
            self.copy(pending);
        }
        let Function { parameters, result, .. } = self.source.function(id);
        let function = &mut self.target.functions[id.index()];
        function.parameters.clone_from(parameters);
        function.result = *result;
        function.registers = std::mem::take(&mut self.registers);
        function.objects = std::mem::take(&mut self.objects);
        function.body = Some(Body { blocks: std::mem::take(&mut self.blocks) });
        self.finished_frames.insert(id, std::mem::take(&mut self.block_frames));
    }

    fn finish(self) -> Inlined {
        Inlined {
            program: self.target,
            frames: self.frames,
            block_frames: self.finished_frames,
            originals: self.originals,
            loops: self.loops,
        }
    }

    fn add_frame(&mut self, frame: Frame) -> FrameId {
        self.frames.push(frame);
        FrameId::from_index(self.frames.len() - 1)
    }

    /// Adds a block that is filled in later.
    fn reserve(&mut self, frame: FrameId, span: Option<Span>) -> BlockId {
        self.blocks.push(Block { statements: Vec::new(), terminator: Terminator::Halt, span });
        self.block_frames.push(frame);
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Symbols for the registers and objects of a copied function. The first copy keeps the names.
    fn rename(&mut self, function: &Function, copy: u32) -> Renaming {
        let mut renaming = Renaming::default();
        if copy == 1 {
            self.registers.extend(function.registers.iter().cloned());
            self.objects.extend(function.objects.iter().cloned());
            return renaming;
        }
        for register in &function.registers {
            let symbol = self.copy_symbol(register.symbol, copy);
            renaming.insert(&mut self.target.terms, register.symbol, symbol);
            self.registers.push(Register { symbol, ..register.clone() });
        }
        for object in &function.objects {
            let address = self.copy_symbol(object.address, copy);
            renaming.insert(&mut self.target.terms, object.address, address);
            self.objects.push(program::Object { address, ..object.clone() });
        }
        renaming
    }

    fn copy_symbol(&mut self, symbol: Symbol, copy: u32) -> Symbol {
        let store = &mut self.target.terms;
        let (name, sort) = (store.name(symbol).to_owned(), store.symbol_sort(symbol).clone());
        let wanted = format!("{name}#{copy}");
        let copied = match store.lookup(&wanted) {
            None => store.declare(&wanted, sort).expect("the name is new"),
            Some(_) => store.fresh(&wanted, sort),
        };
        self.originals.insert(copied, symbol);
        copied
    }

    fn copy(&mut self, mut pending: Pending) {
        let id = self.frames[pending.frame.index()].function;
        let function = self.source.function(id);
        let body = function.body.as_ref().expect("only defined functions are copied");
        self.copies[id.index()] += 1;
        let mut renaming = self.rename(function, self.copies[id.index()]);
        let ends_allocations = self.watches_memory && pending.leaves != Leaves::Program;
        if ends_allocations && allocates_repeatedly(&self.source.terms, function) {
            pending.activation = Some(self.activation_object(function));
        }
        let map: Vec<BlockId> =
            body.blocks.iter().map(|block| self.reserve(pending.frame, block.span)).collect();
        self.note_loops(id, &renaming, &map);
        let prologue = self.prologue(id, &pending, &mut renaming);
        let entry = &mut self.blocks[pending.entry.index()];
        entry.statements = prologue;
        entry.terminator = Terminator::Goto(map[0]);
        for block in body.block_ids() {
            self.copy_block(&pending, function, &mut renaming, &map, block);
        }
    }

    /// Records the positions of a function's loops in a copy of it.
    fn note_loops(&mut self, id: FunctionId, renaming: &Renaming, map: &[BlockId]) {
        for (copies, source) in self.loops.iter_mut().zip(&self.source.outline.loops) {
            if source.function == id {
                let visible = source.visible.iter().map(|&symbol| renaming.symbol(symbol));
                let (host, head) = (self.host, map[source.head.index()]);
                copies.push(LoopCopy { host, head, visible: visible.collect() });
            }
        }
    }

    /// Assigns parameters, and chooses values for registers that are read before they are assigned:
    /// in a loop they must not keep values of an earlier activation.
    fn prologue(
        &mut self,
        id: FunctionId,
        pending: &Pending,
        renaming: &mut Renaming,
    ) -> Vec<Statement> {
        let function = self.source.function(id);
        let span = self.frames[pending.frame.index()].caller.and_then(|(_, span)| span);
        let mut kinds: Vec<StatementKind> = Vec::new();
        for (&parameter, &value) in function.parameters.iter().zip(&pending.args) {
            kinds.push(StatementKind::Assign { target: renaming.symbol(parameter), value });
        }
        if matches!(pending.leaves, Leaves::Copy(_)) {
            let store = &self.source.terms;
            let uninitialised = self.uninitialised[id.index()]
                .get_or_insert_with(|| read_before_written(store, function));
            for &register in &*uninitialised {
                let name = function.register(register).map_or("", |r| &r.name).to_owned();
                let source = ChoiceSource::Uninitialised(name);
                kinds.push(StatementKind::Choose { target: renaming.symbol(register), source });
            }
        }
        match pending.activation {
            Some(activation) => kinds.push(StatementKind::Begin(activation)),
            None => {
                for site in stack_allocations(function) {
                    let target = self.last_allocation(renaming.symbol(site));
                    let width = self.source.machine.pointer_bits();
                    let null = self.target.terms.bv(width, 0);
                    kinds.push(StatementKind::Assign { target, value: null });
                }
            }
        }
        kinds.into_iter().map(|kind| Statement { kind, span }).collect()
    }

    fn copy_block(
        &mut self,
        pending: &Pending,
        function: &Function,
        renaming: &mut Renaming,
        map: &[BlockId],
        block: BlockId,
    ) {
        let source = function.body.as_ref().expect("defined").block(block);
        let mut at = map[block.index()];
        let unrolled = matches!(self.options.recursion, Recursion::Unroll { .. });
        for statement in &source.statements {
            // The check is for recursion that never ends; copies always end.
            if unrolled && is_check_on_the_way(&statement.kind) && is_start(function, block) {
                continue;
            }
            let span = statement.span;
            let kind = renaming.statement(&mut self.target.terms, &statement.kind);
            let allocated = match kind {
                StatementKind::Allocate { target, storage: Storage::Stack, .. } => Some(target),
                _ => None,
            };
            match kind {
                StatementKind::Call { callee: Callee::Direct(id), args, result } => {
                    at = self.call(pending.frame, at, (id, args, result), span);
                }
                StatementKind::Call { callee: Callee::Indirect(_), .. } => {
                    let what = Gap::from("a call through a pointer that was not resolved");
                    self.push(at, StatementKind::Unsupported(what), span);
                }
                other => self.push(at, other, span),
            }
            if let Some(target) = allocated
                && pending.leaves != Leaves::Program
            {
                let value = self.target.terms.var(target);
                let kind = match pending.activation {
                    Some(owner) => StatementKind::Bind { object: value, owner },
                    None => {
                        let target = self.last_allocation(target);
                        StatementKind::Assign { target, value }
                    }
                };
                self.push(at, kind, span);
            }
        }
        if source.terminator == Terminator::Return && pending.leaves != Leaves::Program {
            self.epilogue(pending, function, renaming, at, source.span);
        }
        let terminator = match (&source.terminator, pending.leaves) {
            (Terminator::Return, Leaves::Copy(after)) => Terminator::Goto(after),
            (other, _) => match renaming.terminator(&mut self.target.terms, other) {
                Terminator::Goto(next) => Terminator::Goto(map[next.index()]),
                Terminator::Branch { condition, then, otherwise } => Terminator::Branch {
                    condition,
                    then: map[then.index()],
                    otherwise: map[otherwise.index()],
                },
                end => end,
            },
        };
        let target = &mut self.blocks[at.index()];
        target.terminator = terminator;
        target.span = source.span;
    }

    fn push(&mut self, block: BlockId, kind: StatementKind, span: Option<Span>) {
        self.blocks[block.index()].statements.push(Statement { kind, span });
    }

    /// Returns the result and ends the objects of the activation.
    fn epilogue(
        &mut self,
        pending: &Pending,
        function: &Function,
        renaming: &Renaming,
        at: BlockId,
        span: Option<Span>,
    ) {
        if let (Some(from), Some(target)) = (function.result, pending.result) {
            let value = self.target.terms.var(renaming.symbol(from));
            self.push(at, StatementKind::Assign { target, value }, span);
        }
        if self.asks_whether_tracked {
            let width = self.source.machine.pointer_bits();
            for register in function.registers.iter().filter(|r| !r.name.is_empty()) {
                let wide = self.source.terms.symbol_sort(register.symbol).bit_width();
                if wide.is_some_and(|wide| wide >= width) {
                    let register = renaming.symbol(register.symbol);
                    self.push(at, StatementKind::Forget(register), span);
                }
            }
        }
        for object in &function.objects {
            self.push(at, StatementKind::End(renaming.symbol(object.address)), span);
        }
        if let Some(activation) = pending.activation {
            self.push(at, StatementKind::End(activation), span);
            return;
        }
        for site in stack_allocations(function) {
            let last = self.last_allocation(renaming.symbol(site));
            let address = self.target.terms.var(last);
            self.push(at, StatementKind::Free(address), span);
        }
    }

    /// An object that lives as long as an activation. The activation's stack allocations end with
    /// it, if registers cannot remember all of them.
    fn activation_object(&mut self, function: &Function) -> Symbol {
        let width = self.source.machine.pointer_bits();
        let name = format!("{}!activation", function.name);
        let address = self.target.terms.fresh(&name, Sort::BitVec(width));
        self.objects.push(program::Object {
            address,
            name,
            layout: program::Layout::Bytes(0),
            align: 1,
            initial: program::Initial::Arbitrary,
            read_only: false,
            span: function.span,
        });
        address
    }

    /// The register that remembers the last stack allocation of a statement of the frame.
    fn last_allocation(&mut self, target: Symbol) -> Symbol {
        let store = &mut self.target.terms;
        let name = format!("{}!allocated", store.name(target));
        if let Some(symbol) = store.lookup(&name) {
            return symbol;
        }
        let sort = store.symbol_sort(target).clone();
        let symbol = store.declare(&name, sort).expect("the name is new");
        let ty = program::ScalarType::Pointer;
        self.registers.push(Register { symbol, name: String::new(), ty, span: None });
        symbol
    }

    /// Ends a block with a call; returns the block where execution continues.
    fn call(
        &mut self,
        caller: FrameId,
        at: BlockId,
        (id, args, result): (FunctionId, Vec<Term>, Option<Symbol>),
        span: Option<Span>,
    ) -> BlockId {
        let function = self.source.function(id);
        if function.body.is_none() {
            if let Some(target) = result {
                let source = ChoiceSource::External(function.name.clone());
                self.push(at, StatementKind::Choose { target, source }, span);
            }
            return at;
        }
        if self.kept[id.index()] {
            let call = StatementKind::Call { callee: Callee::Direct(id), args, result };
            self.push(at, call, span);
            return at;
        }
        let activations = self.activations(caller, id);
        let size = function.body.iter().map(size).sum::<usize>();
        let recursive_size = if activations > 0 { size } else { 0 };
        let limit = self.limit(id, activations, recursive_size);
        let after = self.reserve(caller, span);
        self.blocks[at.index()].span = span;
        if let Some(what) = limit {
            self.push(at, StatementKind::Unsupported(what), span);
            return after;
        }
        let frame = self.add_frame(Frame { function: id, caller: Some((caller, span)) });
        let entry = self.reserve(frame, span);
        self.blocks[at.index()].terminator = Terminator::Goto(entry);
        self.statements += size;
        self.recursive_statements += recursive_size;
        let (leaves, activation) = (Leaves::Copy(after), None);
        self.queue.push_back(Pending { frame, entry, leaves, args, result, activation });
        after
    }

    /// The gap to report if a limit prevents another copy of a function.
    fn limit(&self, id: FunctionId, activations: usize, recursive_size: usize) -> Option<Gap> {
        let name = &self.source.function(id).name;
        match self.options.recursion {
            Recursion::Unroll { depth, max_statements }
                if activations >= depth
                    || self.recursive_statements + recursive_size > max_statements =>
            {
                return Some(Gap::Recursion { function: name.clone(), depth: activations });
            }
            Recursion::Keep if id == self.source.entry => {
                return Some(format!("a call of '{name}', where the program starts").into());
            }
            _ => {}
        }
        let max_statements = self.options.max_statements;
        (self.statements >= max_statements)
            .then_some(Gap::ProgramSize { statements: max_statements })
    }

    /// How many activations of a function are on the stack of a frame.
    fn activations(&self, frame: FrameId, function: FunctionId) -> usize {
        let mut count = 0;
        let mut at = Some(frame);
        while let Some(frame) = at {
            let frame = &self.frames[frame.index()];
            count += usize::from(frame.function == function);
            at = frame.caller.map(|(caller, _)| caller);
        }
        count
    }
}

/// The program with all functions reduced to declarations. Their addresses may still be taken and
/// compared, but their registers and objects move to the copies.
fn without_bodies(program: &Program) -> Program {
    let declaration = |function: &Function| Function {
        name: function.name.clone(),
        address: function.address,
        parameters: Vec::new(),
        result: None,
        registers: Vec::new(),
        objects: Vec::new(),
        body: None,
        span: function.span,
    };
    Program {
        machine: program.machine,
        terms: program.terms.clone(),
        files: program.files.clone(),
        globals: program.globals.clone(),
        functions: program.functions.iter().map(declaration).collect(),
        entry: program.entry,
        notes: program.notes.clone(),
        // Block numbers change; the copies of loops are listed separately.
        outline: program::Outline::default(),
    }
}

fn is_check_on_the_way(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Check(check) if check.condition == Condition::TrackedSoFar)
}

/// Whether a block is the first one of a function and no loop returns to it.
fn is_start(function: &Function, block: BlockId) -> bool {
    let blocks = function.body.iter().flat_map(|body| &body.blocks);
    block.index() == 0 && !blocks.flat_map(|b| b.terminator.successors()).any(|next| next == block)
}

/// Number of statements and jumps.
fn size(body: &Body) -> usize {
    body.blocks.iter().map(|block| block.statements.len() + 1).sum()
}
