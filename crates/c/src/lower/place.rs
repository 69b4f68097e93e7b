//! Lvalues: the register or the bytes of memory that they denote.

use super::LowerError;
use super::convert::resize;
use super::describe::{describe, describe_place};
use super::function::{FunctionLowering, Home, Value};
use super::scalar::Scalar;
use super::types::layout_of;
use crate::environment;
use crate::hir::{
    ArrayLength, BitField, Expr, ExprKind, Place, PlaceKind, Storage, Ty, Type, VarId,
};
use program::{ChoiceSource, Property, ScalarType, StatementKind};
use term::{Symbol, Term};

/// The location that an lvalue denotes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Location {
    /// A register.
    Register(Symbol),
    /// Bytes of memory.
    Memory(Memory),
}

/// Bytes of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The pointer that the address is computed from.
    pub(crate) base: Term,
    /// An address.
    root: Term,
    /// The distance from `root` in bytes, modulo the size of memory.
    delta: u64,
    /// The bits of a bit-field.
    pub(super) bits: Option<BitField>,
    /// Whether an access may be invalid.
    pub(super) needs_check: bool,
    /// Condition that an index times the element size overflows; such an access is invalid.
    pub(super) wraps: Option<Term>,
}

impl Memory {
    /// The bytes at a pointer about which nothing is known.
    pub(crate) fn at_pointer(pointer: Term) -> Memory {
        Memory {
            base: pointer,
            root: pointer,
            delta: 0,
            bits: None,
            needs_check: true,
            wraps: None,
        }
    }

    /// The bytes of an object that is certainly alive.
    pub(crate) fn of_object(address: Term) -> Memory {
        Memory { needs_check: false, ..Memory::at_pointer(address) }
    }

    /// The same bytes with a computed address.
    pub(super) fn at(self, address: Term) -> Memory {
        Memory { root: address, delta: 0, ..self }
    }

    /// Bits in these bytes.
    pub(super) fn with_bits(self, bits: Option<BitField>) -> Memory {
        Memory { bits, ..self }
    }

    /// The bytes at a constant distance.
    pub(super) fn plus(self, delta: u64) -> Memory {
        Memory { delta: self.delta.wrapping_add(delta), ..self }
    }
}

impl FunctionLowering<'_, '_> {
    /// The address of memory as one term.
    pub(crate) fn address(&mut self, memory: Memory) -> Term {
        let delta = self.word(memory.delta);
        self.offset(memory.root, delta)
    }

    /// A pointer some bytes further on.
    pub(crate) fn offset(&mut self, base: Term, delta: Term) -> Term {
        let constant = self.terms().as_bitvec(delta).cloned();
        if constant.as_ref().is_some_and(term::BitVec::is_zero) {
            return base;
        }
        if constant.is_some() && self.is_fixed(base) {
            let moved = self.terms().bv_add(base, delta);
            if self.is_static() || self.stays_inside(moved) {
                return moved;
            }
        }
        let target = self.temporary(ScalarType::Pointer);
        self.emit(StatementKind::Offset { target, base, delta });
        self.term_of(target)
    }

    /// Keeps the current address of a location.
    pub(super) fn pin_location(&mut self, location: Location) -> Location {
        match location {
            Location::Register(_) => location,
            Location::Memory(memory) => {
                let base = self.pin(memory.base, ScalarType::Pointer);
                let root = if memory.root == memory.base {
                    base
                } else {
                    self.pin(memory.root, ScalarType::Pointer)
                };
                let wraps = memory.wraps.map(|wraps| self.pin(wraps, ScalarType::Truth));
                Location::Memory(Memory { base, root, wraps, ..memory })
            }
        }
    }

    /// The location of an lvalue; emits everything needed to compute it.
    pub(super) fn place(&mut self, place: &Place) -> Result<Location, LowerError> {
        let outer = self.span.replace(place.span);
        let location = match &place.kind {
            PlaceKind::Var(var) => self.variable(*var)?,
            PlaceKind::String(bytes) => {
                // It is alive, but read-only.
                let symbol = self.cx.literal(bytes);
                Location::Memory(Memory::at_pointer(self.term_of(symbol)))
            }
            PlaceKind::CompoundLiteral(var, init) => self.compound_literal(*var, init)?,
            PlaceKind::Deref(pointer) => Location::Memory(self.pointer(pointer)?),
            PlaceKind::Index(array, index) => Location::Memory(self.index(array, index, false)?),
            PlaceKind::Member(inner, record, member) => {
                let member = self
                    .hir
                    .types
                    .record(*record)
                    .members
                    .as_ref()
                    .and_then(|members| members.get(*member));
                let Some(member) = member else {
                    return Err(self.error("a member of an incomplete record"));
                };
                let (offset, bits) = (member.offset, member.bits);
                let memory = self.place_memory(inner)?.plus(offset);
                Location::Memory(Memory { bits, ..memory })
            }
            PlaceKind::Temporary(expr) => match self.expr(expr)? {
                Value::Record(address) => Location::Memory(Memory::of_object(address)),
                Value::Scalar(value) => {
                    let ty = self.scalar_type(expr.ty)?.register_type();
                    let register = self.temporary(ty);
                    self.assign(register, value);
                    Location::Register(register)
                }
                Value::Void => return Err(self.error("a place without a value")),
            },
        };
        self.span = outer;
        Ok(location)
    }

    /// An lvalue that must be in memory.
    pub(super) fn place_memory(&mut self, place: &Place) -> Result<Memory, LowerError> {
        match self.place(place)? {
            Location::Memory(memory) => Ok(memory),
            Location::Register(_) => {
                let text = describe_place(self.hir, place);
                Err(self.error(format!("'{text}' is used as memory but its address is not taken")))
            }
        }
    }

    /// The location of an lvalue whose address is taken; it may be the end of an array.
    pub(super) fn place_to_point_at(&mut self, place: &Place) -> Result<Memory, LowerError> {
        match &place.kind {
            PlaceKind::Index(array, index) => self.index(array, index, true),
            _ => self.place_memory(place),
        }
    }

    /// The memory that a pointer expression points to, and the pointer it is computed from.
    pub(super) fn pointer(&mut self, expr: &Expr) -> Result<Memory, LowerError> {
        let outer = self.span.replace(expr.span);
        let memory = match &expr.kind {
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let memory = self.pointer(pointer)?;
                let memory = self.keep_memory(memory, index);
                let element = self.target_of(pointer.ty)?;
                let (distance, wraps) = self.distance(element, index, *subtract)?;
                let memory = self.displaced(memory, distance);
                let wraps = self.either(memory.wraps, wraps);
                Memory { needs_check: true, wraps, ..memory }
            }
            ExprKind::AddressOf(place) => self.place_to_point_at(place)?,
            ExprKind::Convert(inner, _)
                if self.is_pointer(inner.ty) && self.is_pointer(expr.ty) =>
            {
                let memory = self.pointer(inner)?;
                let same = self.target_of(inner.ty)? == self.target_of(expr.ty)?;
                Memory { needs_check: memory.needs_check || !same, ..memory }
            }
            _ => {
                let value = self.scalar(expr)?;
                Memory::at_pointer(value)
            }
        };
        self.span = outer;
        Ok(memory)
    }

    /// Keeps an address if evaluating the next operand may change it.
    fn keep_memory(&mut self, memory: Memory, next: &Expr) -> Memory {
        if !super::purity::assigns_variables(next) {
            return memory;
        }
        match self.pin_location(Location::Memory(memory)) {
            Location::Memory(memory) => memory,
            Location::Register(_) => memory,
        }
    }

    /// Memory at a distance.
    fn displaced(&mut self, memory: Memory, distance: Term) -> Memory {
        if let Some(constant) = self.terms().as_bitvec(distance) {
            let constant = constant.to_u64().unwrap_or(0);
            return memory.plus(constant);
        }
        let address = self.address(memory);
        let root = self.offset(address, distance);
        Memory { root, delta: 0, ..memory }
    }

    fn index(&mut self, array: &Place, index: &Expr, end: bool) -> Result<Memory, LowerError> {
        let memory = self.place_memory(array)?;
        let memory = self.keep_memory(memory, index);
        let &Type::Array(element, length) = self.hir.types.get(array.ty) else {
            return Err(self.error("an index into what is not an array"));
        };
        let value = self.scalar(index)?;
        let value = self.named_if_large(value, self.scalar_type(index.ty)?);
        let in_bounds = self.bounds(array, index, length, value, end)?;
        let distance = self.scaled(element, value, index.ty)?;
        let wraps = if in_bounds { None } else { self.wraps(element, value) };
        let memory = self.displaced(memory, distance);
        let wraps = self.either(memory.wraps, wraps);
        Ok(Memory { needs_check: memory.needs_check || !in_bounds, wraps, ..memory })
    }

    /// Checks an index against the length of an array; returns whether it is certainly valid.
    fn bounds(
        &mut self,
        array: &Place,
        index: &Expr,
        length: ArrayLength,
        value: Term,
        end: bool,
    ) -> Result<bool, LowerError> {
        let signed = self.scalar_type(index.ty)?.is_signed();
        let word = self.machine().pointer_bits();
        let length = match length {
            ArrayLength::Unknown => return Ok(false),
            // An array of length 0 at the end of a structure was the flexible array before C99.
            ArrayLength::Fixed(0) if self.is_last_member(array) => return Ok(false),
            ArrayLength::Fixed(length) => self.word(length),
            ArrayLength::Variable(number) => self.length(number)?,
        };
        let own = self.terms().width(value);
        // As an unsigned number, a negative index is large; so is a length that does not fit.
        let narrow = self
            .terms()
            .as_bitvec(length)
            .is_some_and(|l| l.to_u64().is_some_and(|l| own >= 64 || l < 1 << (own - 1)));
        let width = if narrow { own } else { word.max(own) };
        let wide = resize(self.terms(), width, signed, value);
        let length = resize(self.terms(), width, false, length);
        let hir = self.hir;
        let mut certain = false;
        let text = || {
            format!(
                "index outside of array '{}': {}",
                describe_place(hir, array),
                describe(hir, index)
            )
        };
        self.check(
            Property::Bounds,
            |terms| {
                let inside = terms.bv_ult(wide, length);
                certain = terms.as_bool(inside) == Some(true);
                if end { terms.bv_ule(wide, length) } else { inside }
            },
            text,
        );
        Ok(certain)
    }

    /// Whether a place is the last member of a structure, or a member of a union.
    fn is_last_member(&self, place: &Place) -> bool {
        let PlaceKind::Member(_, id, index) = &place.kind else { return false };
        let record = self.hir.types.record(*id);
        let last = record.members.as_ref().map(|members| members.len() - 1);
        record.is_union || last == Some(*index)
    }

    /// The distance in bytes for an index.
    fn distance(
        &mut self,
        element: Ty,
        index: &Expr,
        subtract: bool,
    ) -> Result<(Term, Option<Term>), LowerError> {
        let value = self.scalar(index)?;
        let distance = self.scaled(element, value, index.ty)?;
        let wraps = self.wraps(element, value);
        Ok((if subtract { self.terms().bv_neg(distance) } else { distance }, wraps))
    }

    /// Condition that a signed index times the element size does not fit a pointer; `None` if it
    /// always fits.
    fn wraps(&mut self, element: Ty, index: Term) -> Option<Term> {
        let size = i64::try_from(self.hir.types.size_of(element)?).ok()?.max(1);
        let bits = self.machine().pointer_bits();
        let own = self.terms().width(index);
        let most = i64::MAX >> (64 - bits);
        if size == 1 || own > 64 || (own < bits && size <= most >> own) {
            return None;
        }
        let terms = self.terms();
        let low = terms.bv_const(term::BitVec::from_i64(own, -(most / size)));
        let high = terms.bv_const(term::BitVec::from_i64(own, most / size));
        let (below, above) = (terms.bv_slt(index, low), terms.bv_slt(high, index));
        let wraps = terms.or(&[below, above]);
        (terms.as_bool(wraps) != Some(false)).then_some(wraps)
    }

    /// The disjunction of two optional conditions.
    fn either(&mut self, a: Option<Term>, b: Option<Term>) -> Option<Term> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.terms().or(&[a, b])),
            (a, b) => a.or(b),
        }
    }

    /// The number of bytes of an access to check: more than exist if the index overflows.
    pub(super) fn checked_size(&mut self, memory: Memory, size: Term) -> Term {
        let Some(wraps) = memory.wraps else { return size };
        let bits = self.machine().pointer_bits();
        let terms = self.terms();
        let endless = terms.bv_const(term::BitVec::ones(bits));
        terms.ite(wraps, endless, size)
    }

    /// An index times the size of the elements, as wide as a pointer.
    pub(super) fn scaled(&mut self, element: Ty, index: Term, ty: Ty) -> Result<Term, LowerError> {
        let signed = self.scalar_type(ty)?.is_signed();
        let bits = self.machine().pointer_bits();
        let index = resize(self.terms(), bits, signed, index);
        let size = self.size_term(element)?;
        Ok(self.terms().bv_mul(index, size))
    }

    /// The size of a type, which may depend on array lengths.
    pub(crate) fn size_term(&mut self, ty: Ty) -> Result<Term, LowerError> {
        if let Some(size) = self.hir.types.size_of(ty) {
            return Ok(self.word(size));
        }
        match *self.hir.types.get(ty) {
            Type::Array(element, ArrayLength::Variable(number)) => {
                let length = self.length(number)?;
                let size = self.size_term(element)?;
                Ok(self.terms().bv_mul(length, size))
            }
            Type::Array(element, ArrayLength::Fixed(count)) => {
                let count = self.word(count);
                let size = self.size_term(element)?;
                Ok(self.terms().bv_mul(count, size))
            }
            _ => Err(self.error("the size of an incomplete type is needed")),
        }
    }

    /// The length of a variable-length array when it was last evaluated.
    pub(super) fn length(&mut self, number: u32) -> Result<Term, LowerError> {
        let symbol = self.length_register(number);
        Ok(self.term_of(symbol))
    }

    /// The register of this length.
    pub(super) fn length_register(&mut self, number: u32) -> Symbol {
        if let Some(&symbol) = self.lengths.get(&number) {
            return symbol;
        }
        let ty = Scalar::word(self.machine(), false).register_type();
        let symbol = self.temporary(ty);
        self.lengths.insert(number, symbol);
        symbol
    }

    // ----- Variables -----

    /// The location of a variable.
    pub(crate) fn variable(&mut self, var: VarId) -> Result<Location, LowerError> {
        let declared = self.hir.var(var);
        if matches!(declared.storage, Storage::Static | Storage::Extern) {
            let open = matches!(self.hir.types.get(declared.ty), Type::Array(..));
            if open && self.hir.types.size_of(declared.ty).is_none() {
                self.unsupported(format!("'{}' has no known length", declared.name));
            }
            // A verification tool gives such a variable a meaning.
            if declared.storage == Storage::Extern && environment::is_reserved(&declared.name) {
                self.unsupported(format!("the variable '{}'", declared.name));
            }
            let symbol = self.cx.global(var);
            return Ok(Location::Memory(Memory::of_object(self.term_of(symbol))));
        }
        Ok(match self.homes.get(&var) {
            Some(&Home::Register(symbol)) => Location::Register(symbol),
            Some(&(Home::Object(symbol) | Home::Allocated(symbol))) => {
                Location::Memory(Memory::of_object(self.term_of(symbol)))
            }
            None => {
                return Err(self.error(format!("'{}' is used outside of its scope", declared.name)));
            }
        })
    }

    /// Declares a local variable without setting its content. For a variable-length array there is
    /// only the register for its address.
    pub(super) fn declare_variable(&mut self, var: VarId) -> Result<(), LowerError> {
        let declared = self.hir.var(var);
        if self.homes.contains_key(&var) {
            return Ok(());
        }
        let types = &self.hir.types;
        let home = match Scalar::of(types, declared.ty) {
            Some(scalar) if !declared.address_taken => {
                let register = self.named_register(&declared.name, scalar.register_type());
                if let Some(id) = types.as_enumeration(declared.ty) {
                    self.cx.program.outline.enumerated.insert(register, id.index());
                }
                self.scoped_registers.push((self.scope, register, var));
                Home::Register(register)
            }
            _ if types.size_of(declared.ty).is_some() => {
                let layout = layout_of(types, declared.ty);
                let align = declared.align.unwrap_or(1).max(types.align_of(declared.ty));
                let object = self.object(self.scope, &declared.name, layout, align);
                if declared.constant {
                    self.make_read_only(object);
                }
                Home::Object(object)
            }
            _ => Home::Allocated(self.variable_array(&declared.name)),
        };
        self.homes.insert(var, home);
        Ok(())
    }

    /// Leaves a variable uninitialised: a register gets an arbitrary value; an object is arbitrary
    /// anyway.
    pub(super) fn leave_uninitialised(&mut self, var: VarId) -> Result<(), LowerError> {
        let declared = self.hir.var(var);
        let target = match self.homes.get(&var) {
            Some(&Home::Register(target)) => target,
            Some(&Home::Object(address)) if self.may_be_declared_again() => {
                return self.forget_content(address, declared.ty);
            }
            _ => return Ok(()),
        };
        for kind in self.any_value(target, var) {
            self.emit(kind);
        }
        Ok(())
    }

    /// The statement that gives the register of a variable any value of its type.
    pub(super) fn any_value(&mut self, target: Symbol, var: VarId) -> Vec<StatementKind> {
        let declared = self.hir.var(var);
        let source = ChoiceSource::Uninitialised(declared.name.clone());
        if !matches!(self.hir.types.get(declared.ty), Type::Bool) {
            return vec![StatementKind::Choose { target, source }];
        }
        let truth = self.temporary(ScalarType::Truth);
        let term = self.term_of(truth);
        let value = super::scalar::truth_to_bv(self.terms(), 8, term);
        vec![
            StatementKind::Choose { target: truth, source },
            StatementKind::Assign { target, value },
        ]
    }

    /// Makes the content of an object arbitrary, as in a new one.
    fn forget_content(&mut self, object: Symbol, ty: Ty) -> Result<(), LowerError> {
        let size = self.size_term(ty)?;
        let outer = self.enter_scope();
        let any = self.new_object("any content", ty);
        let (to, from) = (self.term_of(object), self.term_of(any));
        self.copy(to, from, size);
        self.leave_scope(outer);
        Ok(())
    }

    /// Stores the first value of a variable.
    pub(super) fn store_variable(&mut self, var: VarId, value: Value) -> Result<(), LowerError> {
        let ty = self.hir.var(var).ty;
        let location = self.variable(var)?;
        self.while_writable(var, |this| this.store(location, ty, value, String::new))?;
        Ok(())
    }

    /// Initialises a variable; the stores are not checked even if it is read-only.
    pub(super) fn while_writable<R>(
        &mut self,
        var: VarId,
        initialise: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let object = match self.homes.get(&var) {
            Some(&Home::Object(object)) => self.cx.read_only.take(&object),
            _ => None,
        };
        let result = initialise(self);
        self.cx.read_only.extend(object);
        result
    }

    // ----- Types -----

    pub(crate) fn error(&self, message: impl Into<String>) -> LowerError {
        LowerError::new(self.span, message)
    }

    /// The scalar of a type, which must be scalar.
    pub(crate) fn scalar_type(&self, ty: Ty) -> Result<Scalar, LowerError> {
        Scalar::of(&self.hir.types, ty).ok_or_else(|| self.error("a scalar is needed here"))
    }

    fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.hir.types.get(ty), Type::Pointer(_))
    }

    /// The target type of a pointer type.
    pub(crate) fn target_of(&self, pointer: Ty) -> Result<Ty, LowerError> {
        match self.hir.types.get(pointer) {
            Type::Pointer(target) => Ok(*target),
            _ => Err(self.error("a pointer is needed here")),
        }
    }
}
