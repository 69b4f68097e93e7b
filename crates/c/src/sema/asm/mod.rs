//! Inline assembly: the few x86 instructions that kernels and libraries use where C does not
//! suffice.
//!
//! A statement is translated to the effects of its instructions, in order, on the values of its
//! operands. Unknown instructions are not modelled.

mod instructions;
mod operands;
mod template;

use super::Analyser;
use super::error::{Result, SemaError};
use crate::hir::{Expr, ExprKind, IntType, Place, PlaceKind, Stmt, StmtKind, Type};
use crate::source::rewrite::JUMP_TEMPLATE;
use lang_c::ast::{AsmStatement, GnuExtendedAsmStatement, StringLiteral};
use operands::{Content, Operand};
use program::Span;
use template::Arg;

/// The statement is not modelled, or invalid; the reason is not reported.
#[derive(Clone, Copy, Debug)]
struct NotModelled;

type Translated<T> = std::result::Result<T, NotModelled>;

impl From<SemaError> for NotModelled {
    fn from(_: SemaError) -> NotModelled {
        NotModelled
    }
}

/// An assembler statement being translated.
struct Assembly<'s, 'a> {
    analyser: &'s mut Analyser<'a>,
    span: Span,
    stmts: Vec<Stmt>,
    operands: Vec<Operand>,
    flags: Flags,
    /// Whether an earlier instruction wrote a register that may be shared with an input.
    inputs_are_spoilt: bool,
}

/// The flags that earlier instructions set, as truth values, as far as they are known.
#[derive(Default)]
struct Flags {
    carry: Option<Expr>,
    zero: Option<Expr>,
    sign: Option<Expr>,
}

impl Analyser<'_> {
    pub(super) fn asm(&mut self, asm: &AsmStatement, span: Span) -> Result<StmtKind> {
        let empty;
        let extended = match asm {
            AsmStatement::GnuExtended(extended) => extended,
            AsmStatement::GnuBasic(template) => {
                empty = GnuExtendedAsmStatement {
                    qualifier: None,
                    template: template.clone(),
                    outputs: Vec::new(),
                    inputs: Vec::new(),
                    clobbers: Vec::new(),
                };
                &empty
            }
        };
        if extended.template.node.concat() == JUMP_TEMPLATE {
            return Ok(StmtKind::Unsupported("inline assembly that jumps".to_owned()));
        }
        let mut assembly = Assembly {
            analyser: self,
            span,
            stmts: Vec::new(),
            operands: Vec::new(),
            flags: Flags::default(),
            inputs_are_spoilt: false,
        };
        Ok(match assembly.translate(extended) {
            Ok(()) if assembly.stmts.is_empty() => StmtKind::Empty,
            Ok(()) => StmtKind::Block(assembly.stmts),
            Err(NotModelled) => StmtKind::Unsupported("inline assembly".to_owned()),
        })
    }
}

impl Assembly<'_, '_> {
    fn translate(&mut self, asm: &GnuExtendedAsmStatement) -> Translated<()> {
        let operands = asm.outputs.iter().chain(&asm.inputs).map(|operand| &operand.node);
        let names: Vec<Option<String>> = operands
            .map(|operand| operand.symbolic_name.as_ref().map(|name| name.node.name.clone()))
            .collect();
        let template = self.text(&asm.template.node)?;
        let instructions = template::instructions(&template, &names).ok_or(NotModelled)?;
        let writes = asm.outputs.iter().any(|output| {
            !output.node.constraints.node.concat().trim_matches('"').starts_with('+')
        });
        if instructions.is_empty() && !writes {
            return self.evaluate_operands(asm);
        }
        for output in &asm.outputs {
            self.output(&output.node)?;
        }
        for input in &asm.inputs {
            self.input(&input.node)?;
        }
        for instruction in &instructions {
            let spoils = instruction.args.iter().any(|&arg| self.is_late_output(arg));
            self.instruction(instruction)?;
            self.inputs_are_spoilt |= spoils;
        }
        for index in 0..self.operands.len() {
            if !self.operands[index].has_value {
                return Err(NotModelled);
            }
            if let Some(place) = self.operands[index].output.take() {
                let Content::Register(Some(value)) = self.operands[index].content.clone() else {
                    return Err(NotModelled);
                };
                self.assign(place, value);
            }
        }
        Ok(())
    }

    /// The characters of a string.
    fn text(&mut self, literal: &StringLiteral) -> Translated<String> {
        let place = self.analyser.string_literal(literal, self.span)?;
        let PlaceKind::String(mut bytes) = place.kind else { return Err(NotModelled) };
        bytes.pop();
        String::from_utf8(bytes).map_err(|_| NotModelled)
    }

    /// Whether an argument is a register that the compiler assumes to be written after all inputs
    /// were read. It may share a register with an input or an address.
    fn is_late_output(&self, arg: Arg) -> bool {
        let Arg::Operand { index, .. } = arg else { return false };
        let operand = match self.operands[index].content {
            Content::Same(other) => &self.operands[other],
            _ => &self.operands[index],
        };
        operand.output.is_some() && !operand.is_early
    }

    /// Reads an argument of an instruction of some width.
    fn read(&mut self, arg: Arg, bits: u32) -> Translated<Expr> {
        let unsigned = self.unsigned(bits);
        let (index, part) = match arg {
            Arg::Number(number) => {
                let ty = self.analyser.types.intern(Type::Int(IntType::LLONG));
                let number = Expr { kind: ExprKind::Int(number.into()), ty, span: self.span };
                return Ok(self.analyser.convert(number, unsigned, true));
            }
            Arg::Operand { index, bits } => (index, bits),
        };
        let operand = &self.operands[index];
        let (own, content) = (operand.bits, operand.content.clone());
        if !operand.has_value || self.inputs_are_spoilt && operand.may_be_spoilt() {
            return Err(NotModelled);
        }
        let value = match content {
            Content::Register(Some(value)) => value,
            Content::Register(None) => return Err(NotModelled),
            Content::Memory(place) => {
                let value = super::expressions::Operand::Place(place);
                let value = self.analyser.rvalue(value)?;
                self.kept(value)
            }
            Content::Same(other) => {
                return self.read(Arg::Operand { index: other, bits: part }, bits);
            }
        };
        let fits = part.map_or(own == bits, |part| part == bits && part <= own);
        match fits || operands::is_constant(&value) {
            true if own == bits => Ok(value),
            true => Ok(self.analyser.convert(value, unsigned, true)),
            false => Err(NotModelled),
        }
    }

    /// Writes an argument of an instruction.
    fn write(&mut self, arg: Arg, value: Expr) -> Translated<()> {
        let Arg::Operand { index, bits } = arg else { return Err(NotModelled) };
        let operand = &self.operands[index];
        let (ty, own, is_output) = (operand.ty, operand.bits, operand.output.is_some());
        if bits.is_some_and(|bits| bits != own)
            || self.analyser.types.size_of(value.ty) != Some(u64::from(own / 8))
        {
            return Err(NotModelled);
        }
        match operand.content.clone() {
            Content::Same(other) => self.write(Arg::Operand { index: other, bits }, value),
            Content::Memory(_) if self.inputs_are_spoilt => Err(NotModelled),
            Content::Memory(place) => {
                self.assign(place, value);
                self.operands[index].has_value = true;
                Ok(())
            }
            Content::Register(_) if is_output => {
                let value = self.analyser.convert(value, ty, true);
                let value = self.kept(value);
                self.operands[index].content = Content::Register(Some(value));
                Ok(())
            }
            Content::Register(_) => Err(NotModelled),
        }
    }

    fn assign(&mut self, place: Place, value: Expr) {
        let (ty, span) = (place.ty, self.span);
        let value = self.analyser.convert(value, ty, true);
        let store = Expr { kind: ExprKind::Assign(place, Box::new(value)), ty, span };
        self.stmts.push(Stmt { kind: StmtKind::Expr(store), span });
    }

    /// The current value of an expression, kept in a variable.
    fn kept(&mut self, value: Expr) -> Expr {
        self.analyser.kept(value, &mut self.stmts)
    }
}
