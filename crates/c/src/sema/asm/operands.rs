//! The operands of an assembler statement.

use super::{Assembly, NotModelled, Translated};
use crate::hir::{Expr, ExprKind, Place, PlaceKind, Stmt, StmtKind, Ty, Type};
use crate::sema::expressions::Operand as CheckedOperand;
use lang_c::ast::{Expression, GnuAsmOperand, GnuExtendedAsmStatement};
use lang_c::span::Node;

/// An operand.
pub(super) struct Operand {
    pub ty: Ty,
    pub bits: u32,
    pub content: Content,
    /// Where the content of a register goes at the end.
    pub output: Option<Place>,
    /// Whether the operand has an initial value; an operand that is only written has none.
    pub has_value: bool,
    /// Whether the register is written before all inputs are read (`&`), so that no input shares
    /// it.
    pub is_early: bool,
    /// Whether it is the accumulator, which some instructions use implicitly.
    pub is_accumulator: bool,
}

impl Operand {
    /// Whether it depends on a register that an output may have overwritten: the register of an
    /// input, or of an address.
    pub fn may_be_spoilt(&self) -> bool {
        match &self.content {
            Content::Register(Some(value)) => self.output.is_none() && !is_constant(value),
            Content::Register(None) | Content::Same(_) => false,
            Content::Memory(_) => true,
        }
    }
}

/// The location of an operand.
#[derive(Clone)]
pub(super) enum Content {
    /// In a register, which has this value if it has one.
    Register(Option<Expr>),
    /// In memory.
    Memory(Place),
    /// In the register of another operand.
    Same(usize),
}

/// The meaning of a constraint.
struct Constraint {
    /// Whether an output is also an input.
    is_read: bool,
    /// Whether an output is written before all inputs are read.
    is_early: bool,
    /// The letters and digits.
    kinds: String,
}

impl Constraint {
    fn is_memory(&self) -> bool {
        !self.kinds.is_empty() && self.kinds.chars().all(|kind| "moV".contains(kind))
    }

    fn matched(&self) -> Option<usize> {
        self.kinds.parse().ok()
    }
}

impl Assembly<'_, '_> {
    fn constraint(&mut self, operand: &GnuAsmOperand) -> Translated<Constraint> {
        let text = self.text(&operand.constraints.node)?;
        let kinds = text.trim_start_matches(['=', '+', '&', '%', ' ']).to_owned();
        // Alternatives, pairs of registers, registers of floats, addresses.
        if kinds.contains([',', 'A', 'f', 't', 'u', 'x', 'y', 'p', '=', '+', '[']) {
            return Err(NotModelled);
        }
        Ok(Constraint { is_read: text.contains('+'), is_early: text.contains('&'), kinds })
    }

    pub fn output(&mut self, operand: &GnuAsmOperand) -> Translated<()> {
        let constraint = self.constraint(operand)?;
        let place = self.place(&operand.variable_name)?;
        let (ty, bits) = (place.ty, self.bits(place.ty)?);
        let is_accumulator = constraint.kinds == "a";
        let (content, output) = if constraint.is_memory() {
            (Content::Memory(place), None)
        } else {
            let value = match constraint.is_read {
                true => {
                    let value = self.analyser.rvalue(CheckedOperand::Place(place.clone()))?;
                    Some(self.kept(value))
                }
                false => None,
            };
            (Content::Register(value), Some(place))
        };
        let has_value = constraint.is_read || !constraint.is_memory();
        let is_early = constraint.is_early;
        self.operands.push(Operand {
            ty,
            bits,
            content,
            output,
            has_value,
            is_early,
            is_accumulator,
        });
        Ok(())
    }

    pub fn input(&mut self, operand: &GnuAsmOperand) -> Translated<()> {
        let constraint = self.constraint(operand)?;
        if constraint.is_memory() {
            let place = self.place(&operand.variable_name)?;
            let (ty, bits) = (place.ty, self.bits(place.ty)?);
            self.push_input(ty, bits, Content::Memory(place), false);
            return Ok(());
        }
        let value = self.analyser.value(&operand.variable_name)?;
        // Constants need no register, and no type of the right width.
        let value = if is_constant(&value) { value } else { self.kept(value) };
        let Some(other) = constraint.matched() else {
            let (ty, bits) = (value.ty, self.bits(value.ty)?);
            let is_accumulator = constraint.kinds == "a";
            self.push_input(ty, bits, Content::Register(Some(value)), is_accumulator);
            return Ok(());
        };
        let Some(Operand { ty, bits, content: Content::Register(None), .. }) =
            self.operands.get(other)
        else {
            return Err(NotModelled);
        };
        let (ty, bits) = (*ty, *bits);
        if self.bits(value.ty)? != bits && !is_constant(&value) {
            return Err(NotModelled);
        }
        let value = self.analyser.convert(value, ty, true);
        let value = self.kept(value);
        self.operands[other].content = Content::Register(Some(value));
        self.push_input(ty, bits, Content::Same(other), false);
        Ok(())
    }

    fn push_input(&mut self, ty: Ty, bits: u32, content: Content, is_accumulator: bool) {
        self.operands.push(Operand {
            ty,
            bits,
            content,
            output: None,
            has_value: true,
            is_early: false,
            is_accumulator,
        });
    }

    /// Evaluates the operands of a statement without instructions, whatever their types.
    pub fn evaluate_operands(&mut self, asm: &GnuExtendedAsmStatement) -> Translated<()> {
        let outputs = asm.outputs.iter().map(|output| &output.node.variable_name);
        let inputs = asm.inputs.iter().map(|input| &input.node.variable_name);
        for expression in outputs.chain(inputs) {
            let value = match self.analyser.operand(expression)? {
                CheckedOperand::Value(value) => value,
                // The content is not used.
                CheckedOperand::Place(place) => match whole(place) {
                    Place { kind: PlaceKind::Var(_), .. } => continue,
                    Place { kind: PlaceKind::Temporary(value), .. } => *value,
                    place => self.analyser.address_of(place),
                },
                CheckedOperand::Function(..) => continue,
                CheckedOperand::FunctionAt(pointer) => pointer,
            };
            let span = self.span;
            self.stmts.push(Stmt { kind: StmtKind::Expr(value), span });
        }
        Ok(())
    }

    /// A place whose address is computed once.
    fn place(&mut self, expression: &Node<Expression>) -> Translated<Place> {
        let CheckedOperand::Place(place) = self.analyser.operand(expression)? else {
            return Err(NotModelled);
        };
        if self.analyser.bit_field(&place).is_some() {
            return Err(NotModelled);
        }
        if let PlaceKind::Var(_) = place.kind {
            return Ok(place);
        }
        let pointer = self.analyser.address_of(place);
        let pointer = self.kept(pointer);
        self.target(pointer)
    }

    /// What a pointer points to.
    pub fn target(&mut self, pointer: Expr) -> Translated<Place> {
        match self.analyser.deref(pointer, self.span)? {
            CheckedOperand::Place(place) => Ok(place),
            _ => Err(NotModelled),
        }
    }

    /// The width of an integer or pointer that a register can have.
    fn bits(&self, ty: Ty) -> Translated<u32> {
        let types = &self.analyser.types;
        let is_scalar = matches!(types.get(ty), Type::Int(_) | Type::Pointer(_));
        let widest = types.machine().pointer_size();
        let fits = |bytes: &u64| is_scalar && *bytes <= widest && bytes.is_power_of_two();
        types.size_of(ty).filter(fits).map(|bytes| bytes as u32 * 8).ok_or(NotModelled)
    }
}

/// The outermost object that a place is a member of.
fn whole(mut place: Place) -> Place {
    while let PlaceKind::Member(record, ..) = place.kind {
        place = *record;
    }
    place
}

pub(super) fn is_constant(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Int(_))
}
