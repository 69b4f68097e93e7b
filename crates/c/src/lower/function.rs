//! A function under construction: blocks, registers, objects, the current place in the source.

use super::LowerError;
use super::arguments::{Signature, function_type};
use super::blocks::{OpenBlock, close};
use super::jumps::Jumps;
use super::order::Evaluated;
use super::outline::{Noted, scopes_of_loops};
use super::scalar::Scalar;
use super::scope::{Destination, ScopeId, Scopes};
use super::switch::Cases;
use super::types::layout_of;
use super::unit::UnitLowering;
use crate::environment::{self, Argument, ExternalCall};
use crate::hir::{Expr, FnId, LabelId, LoopScope, Ty, Unit, VarId};
use program::{
    BlockId, Body, Check, ChoiceSource, Condition, FunctionId, Gap, Initial, Layout, Machine,
    Object, Property, Register, ScalarType, Span, Statement, StatementKind, Terminator,
};
use rustc_hash::FxHashMap;
use term::{Op, Symbol, Term, TermStore, free_vars};

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// No value.
    Void,
    /// A scalar.
    Scalar(Term),
    /// A record, given by its address. It is copied before anything can change it.
    Record(Term),
}

/// The storage of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    /// In a register.
    Register(Symbol),
    /// In an object.
    Object(Symbol),
    /// In an allocated object, whose address is in a register.
    Allocated(Symbol),
}

/// The target of `break` or `continue`.
#[derive(Clone, Copy)]
pub(super) struct JumpTarget {
    pub(super) block: BlockId,
    pub(super) scope: ScopeId,
}

/// What a `return` does with its value.
#[derive(Clone, Copy)]
pub(super) enum ResultHome {
    Nowhere,
    Register(Symbol),
    /// Copied to an address.
    Memory(Term),
}

/// The pseudo-function in which initialisers of static objects are lowered; it cannot contain
/// statements.
pub(super) const STATIC: &str = "static";

/// The state of lowering a function.
pub(crate) struct FunctionLowering<'a, 'u> {
    pub(crate) cx: &'a mut UnitLowering<'u>,
    pub(crate) hir: &'u Unit,
    /// The place in the source of the code being lowered.
    pub(crate) span: Option<Span>,
    /// The name of the function, for symbols.
    name: String,
    blocks: Vec<OpenBlock>,
    pub(super) current: BlockId,
    registers: Vec<Register>,
    objects: Vec<Object>,
    pub(super) homes: FxHashMap<VarId, Home>,
    /// Variables in registers, with their scopes.
    pub(super) scoped_registers: Vec<(ScopeId, Symbol, VarId)>,
    /// Whether control may jump to labels past declarations.
    pub(super) has_labels: bool,
    /// Registers of words that are zero at the start: the addresses of variable-length arrays, and
    /// the numbers of calls of `setjmp`.
    pub(super) zeroed: Vec<Symbol>,
    pub(super) jumps: Jumps,
    /// Registers with the lengths of variable-length arrays.
    pub(super) lengths: FxHashMap<u32, Symbol>,
    pub(super) result: ResultHome,
    pub(super) result_type: Option<Ty>,
    /// The hidden address of the variable arguments.
    pub(super) variable_arguments: Option<Symbol>,
    scopes: Scopes,
    pub(super) scope: ScopeId,
    label_blocks: FxHashMap<LabelId, BlockId>,
    label_scopes: FxHashMap<LabelId, ScopeId>,
    /// Labels whose addresses are taken, with the variables that represent them.
    pub(super) label_objects: &'u [(LabelId, VarId)],
    pub(super) breaks: Vec<JumpTarget>,
    pub(super) continues: Vec<JumpTarget>,
    pub(super) switches: Vec<Cases>,
    /// The visible names at loops.
    pub(super) scopes_of_loops: FxHashMap<Span, &'u LoopScope>,
    /// Data about the function for the outline.
    pub(super) noted: Noted<'u>,
    /// Values of operands that were evaluated early, in a chosen order.
    pub(super) evaluated: Evaluated,
    /// The last call whose result was found to be unused.
    pub(super) unused_call: Option<*const Expr>,
    /// The nesting depth of expressions with chosen orders.
    pub(super) order_depth: u32,
    /// Whether the next call's result is only compared with zero.
    pub(super) only_sign: bool,
    /// Sizes of terms as trees.
    sizes: FxHashMap<Term, u32>,
}

/// A term with more nodes than this gets a name before it is used again.
const LARGE_TERM: u32 = 24;

impl<'a, 'u> FunctionLowering<'a, 'u> {
    /// An empty function with the given name.
    pub(crate) fn new(cx: &'a mut UnitLowering<'u>, name: &str) -> FunctionLowering<'a, 'u> {
        let mut scopes = Scopes::default();
        let scope = scopes.open(None);
        let current = BlockId::from_index(0);
        scopes.transition(current, 0, None, Destination::Scope(scope), None);
        FunctionLowering {
            hir: cx.hir,
            cx,
            span: None,
            name: name.to_owned(),
            blocks: vec![OpenBlock::default()],
            current,
            registers: Vec::new(),
            objects: Vec::new(),
            homes: FxHashMap::default(),
            scoped_registers: Vec::new(),
            has_labels: false,
            zeroed: Vec::new(),
            jumps: Jumps::default(),
            lengths: FxHashMap::default(),
            result: ResultHome::Nowhere,
            result_type: None,
            variable_arguments: None,
            scopes,
            scope,
            label_blocks: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            label_objects: &[],
            only_sign: false,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            scopes_of_loops: FxHashMap::default(),
            noted: Noted::default(),
            evaluated: Evaluated::default(),
            unused_call: None,
            order_depth: 0,
            sizes: FxHashMap::default(),
        }
    }

    /// Lowers a function that is defined in the unit.
    pub(super) fn define(cx: &'a mut UnitLowering<'u>, id: FnId) -> Result<(), LowerError> {
        let hir = cx.hir;
        let source = hir.function(id);
        let ty = function_type(hir, id)?;
        let Some(target) = cx.function(id) else { return Ok(()) };
        let is_error = cx.is_error_function(&source.name);
        let signature = Signature::of(hir, id)?;
        let declared = cx.program.function(target);
        let (mut arguments, result) = (declared.parameters.clone(), declared.result);
        let mut this = FunctionLowering::new(cx, &source.name);
        this.span = Some(source.span);
        this.result_type = Some(ty.result);
        this.scopes_of_loops = scopes_of_loops(source);
        this.label_objects = &source.label_objects;
        if let Some(register) = result {
            this.result = ResultHome::Register(register);
        }
        if signature.returns_record {
            let address = arguments.remove(0);
            this.result = ResultHome::Memory(this.term_of(address));
        }
        if signature.variadic {
            this.variable_arguments = arguments.pop();
        }
        if is_error {
            this.check(
                Property::UnreachCall,
                |terms| terms.bool(false),
                || format!("'{}' is called", source.name),
            );
        }
        for (&var, &argument) in source.params.iter().zip(&arguments) {
            this.parameter(var, argument)?;
        }
        if let Some(body) = &source.body {
            this.stmt(body)?;
        }
        this.end_of_body(&source.name)?;
        this.finish_jumps()?;
        this.finish(target);
        Ok(())
    }

    /// Gives a function that is not defined a body: its model.
    pub(crate) fn define_external(
        cx: &'a mut UnitLowering<'u>,
        id: FnId,
    ) -> Result<(), LowerError> {
        let hir = cx.hir;
        let source = hir.function(id);
        let ty = function_type(hir, id)?;
        let Some(target) = cx.function(id) else { return Ok(()) };
        let signature = Signature::of(hir, id)?;
        let declared = cx.program.function(target);
        let (arguments, result) = (declared.parameters.clone(), declared.result);
        let mut this = FunctionLowering::new(cx, &source.name);
        this.span = Some(source.span);
        if signature.returns_record || signature.variadic {
            this.unsupported(format!("a call of '{}' through a pointer", source.name));
            this.terminate(Terminator::Return);
            this.finish(target);
            return Ok(());
        }
        let args: Vec<Argument> = ty
            .params
            .iter()
            .zip(arguments)
            .map(|(&ty, argument)| {
                let term = this.term_of(argument);
                let scalar = Scalar::of(&hir.types, ty);
                let value = scalar.map_or(Value::Record(term), |_| Value::Scalar(term));
                Argument { value, ty }
            })
            .collect();
        let call = ExternalCall {
            name: &source.name,
            args: &args,
            exprs: &[],
            result: ty.result,
            noreturn: source.noreturn,
            is_used: true,
            only_sign: false,
        };
        let value = environment::call(&mut this, &call)?;
        if let (Some(register), Value::Scalar(value)) = (result, value) {
            this.assign(register, value);
        }
        this.terminate(Terminator::Return);
        this.finish_jumps()?;
        this.finish(target);
        Ok(())
    }

    /// Moves a parameter from its register to its home.
    fn parameter(&mut self, var: VarId, argument: Symbol) -> Result<(), LowerError> {
        let declared = self.hir.var(var);
        self.span = Some(declared.span);
        let value = self.term_of(argument);
        let value = match Scalar::of(&self.hir.types, declared.ty) {
            Some(_) => Value::Scalar(value),
            None => Value::Record(value),
        };
        self.declare_variable(var)?;
        self.store_variable(var, value)
    }

    /// Returns at the end of the body; `main` returns 0.
    fn end_of_body(&mut self, name: &str) -> Result<(), LowerError> {
        if let ResultHome::Register(result) = self.result {
            let sort = self.terms().symbol_sort(result).clone();
            if name == "main" {
                let zero = self.terms().constant(term::Value::default_of(&sort));
                self.assign(result, zero);
            } else {
                let what = format!("the result of '{name}'");
                let source = ChoiceSource::Uninitialised(what);
                self.emit(StatementKind::Choose { target: result, source });
            }
        }
        self.terminate(Terminator::Return);
        Ok(())
    }

    /// The name of the function, for symbols.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether a function of this name is an error function.
    pub(crate) fn is_error_function(&self, name: &str) -> bool {
        self.cx.is_error_function(name)
    }

    /// Adds a note about the program, once.
    pub(crate) fn note(&mut self, message: String) {
        let span = self.span;
        self.cx.note(span, message);
    }

    /// An expression as text, for messages.
    pub(crate) fn describe(&self, expr: &Expr) -> String {
        super::describe::describe(self.hir, expr)
    }

    // ----- Terms -----

    /// The terms of the program.
    pub(crate) fn terms(&mut self) -> &mut TermStore {
        &mut self.cx.program.terms
    }

    /// The data model.
    pub(crate) fn machine(&self) -> Machine {
        self.hir.machine
    }

    /// A constant as wide as a pointer.
    pub(crate) fn word(&mut self, value: u64) -> Term {
        let bits = self.machine().pointer_bits();
        self.terms().bv(bits, value)
    }

    /// The term of a register or an address.
    pub(crate) fn term_of(&mut self, symbol: Symbol) -> Term {
        self.terms().var(symbol)
    }

    /// Whether a term has the same value in the whole run: a constant, an address, or a sum of
    /// these.
    pub(super) fn is_fixed(&self, term: Term) -> bool {
        let terms = &self.cx.program.terms;
        match terms.op(term) {
            Op::Const(_) => true,
            Op::Var(symbol) => terms.name(symbol).starts_with('&'),
            Op::BvAdd => terms.args(term).iter().all(|&arg| self.is_fixed(arg)),
            _ => false,
        }
    }

    /// Whether a fixed address is inside its object, or just past it.
    pub(super) fn stays_inside(&self, fixed: Term) -> bool {
        let terms = &self.cx.program.terms;
        let [symbol] = free_vars(terms, &[fixed])[..] else { return true };
        let Some(&size) = self.cx.sizes.get(&symbol) else { return true };
        let distance = match (terms.op(fixed), terms.args(fixed)) {
            (Op::BvAdd, &[a, b]) => terms.as_bitvec(a).or(terms.as_bitvec(b)),
            (Op::Var(_), _) => return true,
            _ => None,
        };
        distance.and_then(term::BitVec::to_u64).is_some_and(|distance| distance <= size)
    }

    /// Whether an initialiser of a static object is being lowered, outside of any function.
    pub(super) fn is_static(&self) -> bool {
        self.name == STATIC
    }

    // ----- Registers and objects -----

    /// A new register with a name in the source.
    pub(super) fn named_register(&mut self, name: &str, ty: ScalarType) -> Symbol {
        let symbol = self.cx.symbol(&format!("{}.{name}", self.name), ty);
        let span = self.span;
        self.registers.push(Register { symbol, name: name.to_owned(), ty, span });
        symbol
    }

    /// A new register for a temporary value.
    pub(crate) fn temporary(&mut self, ty: ScalarType) -> Symbol {
        let sort = ty.sort(self.machine());
        let prefix = format!("{}.t", self.name);
        let symbol = self.terms().fresh(&prefix, sort);
        let span = self.span;
        self.registers.push(Register { symbol, name: String::new(), ty, span });
        symbol
    }

    /// A temporary register with a value. It keeps values that may change, and names large terms.
    pub(crate) fn pin(&mut self, value: Term, ty: ScalarType) -> Term {
        if self.is_fixed(value) {
            return value;
        }
        let register = self.temporary(ty);
        self.assign(register, value);
        self.term_of(register)
    }

    /// The value, under a new name if it is a large term.
    pub(super) fn named_if_large(&mut self, value: Term, scalar: Scalar) -> Term {
        if self.size(value) > LARGE_TERM {
            return self.pin(value, scalar.register_type());
        }
        value
    }

    /// Number of nodes of a term as a tree. Terms stay small because large ones get names.
    fn size(&mut self, term: Term) -> u32 {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.sizes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = self.cx.program.terms.args(top);
            let unknown: Vec<Term> =
                args.iter().copied().filter(|arg| !self.sizes.contains_key(arg)).collect();
            if unknown.is_empty() {
                let size = args.iter().fold(1u32, |sum, arg| sum.saturating_add(self.sizes[arg]));
                self.sizes.insert(top, size);
                stack.pop();
            }
            stack.extend(unknown);
        }
        self.sizes[&term]
    }

    /// A new object in a scope; an object without a name holds a temporary value.
    pub(super) fn object(
        &mut self,
        scope: ScopeId,
        name: &str,
        layout: Layout,
        align: u64,
    ) -> Symbol {
        let symbol_name = match name {
            "" => format!("&{}.temporary", self.name),
            name => format!("&{}.{name}", self.name),
        };
        let address = self.cx.symbol(&symbol_name, ScalarType::Pointer);
        self.cx.sizes.insert(address, layout.size());
        self.objects.push(Object {
            address,
            name: name.to_owned(),
            layout,
            align,
            initial: Initial::Arbitrary,
            read_only: false,
            span: self.span,
        });
        self.scopes.add_object(scope, address);
        address
    }

    /// Makes the object that was added last read-only.
    pub(super) fn make_read_only(&mut self, object: Symbol) {
        let last = self.objects.last_mut().filter(|last| last.address == object);
        last.expect("it was just made").read_only = true;
        self.cx.read_only.insert(object);
    }

    /// A new object in the current scope.
    pub(super) fn new_object(&mut self, name: &str, ty: Ty) -> Symbol {
        let layout = layout_of(&self.hir.types, ty);
        let align = self.hir.types.align_of(ty);
        self.object(self.scope, name, layout, align)
    }

    /// A register for the address of a variable-length array of the current scope. It is null while
    /// there is no array.
    pub(super) fn variable_array(&mut self, name: &str) -> Symbol {
        let target = self.named_register(name, ScalarType::Pointer);
        let (address, null) = (self.term_of(target), self.word(0));
        let endings = [StatementKind::Free(address), StatementKind::Assign { target, value: null }];
        self.scopes.add_endings(self.scope, endings);
        self.zeroed.push(target);
        target
    }

    /// Whether control may return to this place without leaving the current scope.
    pub(super) fn may_be_declared_again(&self) -> bool {
        self.label_scopes.values().any(|&label| self.scopes.is_inside(label, self.scope))
    }

    /// The address of a new object for a temporary value, which lives as long as the function.
    pub(crate) fn temporary_object(&mut self, ty: Ty) -> Term {
        let layout = layout_of(&self.hir.types, ty);
        let align = self.hir.types.align_of(ty);
        self.temporary_bytes(layout, align)
    }

    /// As [`Self::temporary_object`], of any layout.
    pub(crate) fn temporary_bytes(&mut self, layout: Layout, align: u64) -> Term {
        let symbol = self.object(ScopeId::from_index(0), "", layout, align);
        self.term_of(symbol)
    }

    // ----- Statements -----

    /// Emits a statement.
    pub(crate) fn emit(&mut self, kind: StatementKind) {
        let span = self.span;
        self.blocks[self.current.index()].statements.push(Statement { kind, span });
    }

    /// The number of statements so far, for code that must not emit any.
    pub(super) fn statement_count(&self) -> usize {
        self.blocks.iter().map(|block| block.statements.len()).sum::<usize>() + self.blocks.len()
    }

    /// Assigns a value to a register.
    pub(crate) fn assign(&mut self, target: Symbol, value: Term) {
        self.emit(StatementKind::Assign { target, value });
    }

    /// Chooses any value of a type.
    pub(crate) fn choose(&mut self, ty: ScalarType, source: ChoiceSource) -> Term {
        let target = self.temporary(ty);
        self.emit(StatementKind::Choose { target, source });
        self.term_of(target)
    }

    /// Marks everything from here on as not modelled.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        self.emit(StatementKind::Unsupported(Gap::Construct(what.into())));
    }

    /// Checks a condition, unless it obviously holds.
    pub(crate) fn check(
        &mut self,
        property: Property,
        condition: impl FnOnce(&mut TermStore) -> Term,
        message: impl FnOnce() -> String,
    ) {
        let condition = condition(self.terms());
        if self.terms().as_bool(condition) != Some(true) {
            let condition = Condition::Holds(condition);
            let message = message();
            self.emit(StatementKind::Check(Check { property, condition, message }));
        }
    }

    // ----- Control -----

    /// A new basic block.
    pub(crate) fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default());
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Ends the current block. What follows belongs to a new block without predecessors.
    pub(crate) fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.blocks[self.current.index()];
        block.terminator = Some(terminator);
        block.span = self.span;
        self.current = self.new_block();
    }

    /// Continues in another block.
    pub(crate) fn goto(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
    }

    /// Continues in one of two blocks.
    pub(crate) fn branch(&mut self, condition: Term, then: BlockId, otherwise: BlockId) {
        match self.terms().as_bool(condition) {
            Some(true) => self.goto(then),
            Some(false) => self.goto(otherwise),
            None => self.terminate(Terminator::Branch { condition, then, otherwise }),
        }
    }

    /// Makes a block the current one.
    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The block of a label.
    pub(super) fn label(&mut self, label: LabelId) -> BlockId {
        if let Some(&block) = self.label_blocks.get(&label) {
            return block;
        }
        let block = self.new_block();
        self.label_blocks.insert(label, block);
        block
    }

    /// Places a label here.
    pub(super) fn place_label(&mut self, label: LabelId) {
        let block = self.label(label);
        self.has_labels = true;
        self.label_scopes.insert(label, self.scope);
        self.goto(block);
        self.switch_to(block);
    }

    /// Records that control moves to another scope here.
    pub(super) fn move_to(&mut self, to: Destination) {
        let statement = self.blocks[self.current.index()].statements.len();
        self.scopes.transition(self.current, statement, Some(self.scope), to, self.span);
    }

    /// Opens a scope inside the current one.
    pub(super) fn enter_scope(&mut self) -> ScopeId {
        let outer = self.scope;
        let inner = self.scopes.open(Some(outer));
        self.move_to(Destination::Scope(inner));
        self.scope = inner;
        outer
    }

    /// Returns to the scope that [`Self::enter_scope`] gave.
    pub(super) fn leave_scope(&mut self, outer: ScopeId) {
        self.move_to(Destination::Scope(outer));
        self.scope = outer;
    }

    /// Jumps out of scopes.
    pub(super) fn jump(&mut self, target: JumpTarget) {
        self.move_to(Destination::Scope(target.scope));
        self.goto(target.block);
    }

    // ----- The end -----

    /// Adds what happens to variables in registers when their scopes are entered and left. For
    /// variables in memory, lifetimes take care of that.
    fn begin_and_end_variables(&mut self) {
        let pointer_bits = self.machine().pointer_bits();
        for (scope, register, var) in std::mem::take(&mut self.scoped_registers) {
            // A jump may skip the declaration.
            if self.has_labels {
                let any = self.any_value(register, var);
                self.scopes.add_beginnings(scope, any);
            }
            let width = self.terms().symbol_sort(register).bit_width();
            if width.is_some_and(|width| width >= pointer_bits) {
                self.scopes.add_endings(scope, [StatementKind::Forget(register)]);
            }
        }
    }

    /// Adds the finished function to the program.
    pub(crate) fn finish(mut self, id: FunctionId) {
        self.begin_and_end_variables();
        let mut blocks = std::mem::take(&mut self.blocks);
        std::mem::take(&mut self.scopes).finish(&self.label_scopes, |block, at, statements| {
            blocks[block.index()].statements.splice(at..at, statements);
        });
        let null = self.word(0);
        let zero = |&target: &Symbol| {
            let kind = StatementKind::Assign { target, value: null };
            Statement { kind, span: None }
        };
        blocks[0].statements.splice(0..0, self.zeroed.iter().map(zero));
        let function = &mut self.cx.program.functions[id.index()];
        function.registers.append(&mut self.registers);
        function.objects.append(&mut self.objects);
        let (blocks, heads) = close(&blocks, &self.noted.heads());
        function.body = Some(Body { blocks });
        self.cx.outline(id, &self.homes, &self.noted, &heads);
    }
}
