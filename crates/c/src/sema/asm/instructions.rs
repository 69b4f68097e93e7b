//! Semantics of instructions.

use super::operands::{Content, Operand};
use super::template::{Arg, Instruction};
use super::{Assembly, NotModelled, Translated};
use crate::hir::{
    ArithmeticOp, Comparison, Expr, ExprKind, IntType, ShiftOp, Stmt, StmtKind, Ty, Type,
};
use crate::sema::expressions::Operand as CheckedOperand;
use num_traits::Signed;

/// Instructions whose names may end with an operand width.
const SIZED: &[&str] = &[
    "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "and", "or", "xor", "cmp", "test", "inc",
    "dec", "neg", "not", "bt", "bts", "btr", "btc", "sbb", "bswap",
];

/// Instructions that matter only to other processors and devices. `rep; nop` is an old name of
/// `pause`; repeated instructions are not modelled.
const WITHOUT_EFFECT: &[&str] =
    &["lock", "rep", "nop", "pause", "mfence", "lfence", "sfence", "cli", "sti"];

/// The name of an instruction without the width, and the width.
fn sized(name: &str) -> Option<(&str, Option<u32>)> {
    if SIZED.contains(&name) {
        return Some((name, None));
    }
    let bits = match name.chars().last()? {
        'b' => 8,
        'w' => 16,
        'l' => 32,
        'q' => 64,
        _ => return None,
    };
    let base = &name[..name.len() - 1];
    SIZED.contains(&base).then_some((base, Some(bits)))
}

impl Assembly<'_, '_> {
    pub fn instruction(&mut self, instruction: &Instruction) -> Translated<()> {
        let Instruction { name, args } = instruction;
        if WITHOUT_EFFECT.contains(&name.as_str()) && args.is_empty() {
            return Ok(());
        }
        if name == "ud2" && args.is_empty() {
            return self.stop();
        }
        if let (Some(condition), &[to]) = (name.strip_prefix("set"), args.as_slice()) {
            return self.set(condition, to);
        }
        let (base, bits) = sized(name).ok_or(NotModelled)?;
        let bits = match bits.or_else(|| self.width_of(args)) {
            Some(bits) => bits,
            None => return Err(NotModelled),
        };
        match *args.as_slice() {
            [to] => self.unary(base, to, bits),
            [from, to] => self.binary(base, from, to, bits),
            _ => Err(NotModelled),
        }
    }

    /// The width of a register operand of an instruction.
    fn width_of(&self, args: &[Arg]) -> Option<u32> {
        args.iter().rev().find_map(|arg| match *arg {
            Arg::Operand { index, bits } => bits.or_else(|| {
                let operand = &self.operands[index];
                let is_register = !matches!(operand.content, Content::Memory(_));
                is_register.then_some(operand.bits)
            }),
            Arg::Number(_) => None,
        })
    }

    fn unary(&mut self, name: &str, to: Arg, bits: u32) -> Translated<()> {
        let old = self.read(to, bits)?;
        let (zero, one) = (self.number(0), self.number(1));
        let wide = self.wide(old.clone());
        let new = match name {
            "inc" => self.arithmetic(ArithmeticOp::Add, wide, one),
            "dec" => self.arithmetic(ArithmeticOp::Subtract, wide, one),
            "neg" => self.arithmetic(ArithmeticOp::Subtract, zero, wide),
            "not" => {
                let ones = self.number(u64::MAX);
                self.arithmetic(ArithmeticOp::BitXor, wide, ones)
            }
            "bswap" if bits >= 32 => self.swapped(&wide, bits),
            _ => return Err(NotModelled),
        };
        let new = self.narrow(new, bits);
        match name {
            "inc" | "dec" => self.flags_of(&new)?,
            "neg" => {
                let wide = self.wide(old);
                let zero = self.number(0);
                let carry = self.compare(Comparison::NotEqual, wide, zero)?;
                self.flags_of(&new)?;
                self.flags.carry = Some(carry);
            }
            _ => {}
        }
        self.write(to, new)
    }

    fn binary(&mut self, name: &str, from: Arg, to: Arg, bits: u32) -> Translated<()> {
        match name {
            "mov" => {
                let value = self.read(from, bits)?;
                self.write(to, value)
            }
            "xchg" => {
                let (a, b) = (self.read(from, bits)?, self.read(to, bits)?);
                self.write(from, b)?;
                self.write(to, a)
            }
            "xadd" => {
                let (a, b) = (self.read(from, bits)?, self.read(to, bits)?);
                let sum = self.computed("add", a, b.clone(), bits)?;
                self.write(from, b)?;
                self.write(to, sum)
            }
            "cmpxchg" => self.compare_and_exchange(from, to, bits),
            "bt" | "bts" | "btr" | "btc" => self.bit(name, from, to, bits),
            // All ones if the carry flag is set, else zero.
            "sbb" if from == to => {
                let carry = self.flags.carry.clone().ok_or(NotModelled)?;
                let (carry, zero) = (self.wide(carry), self.number(0));
                let value = self.arithmetic(ArithmeticOp::Subtract, zero, carry);
                let value = self.narrow(value, bits);
                self.flags.zero = None;
                self.flags.sign = None;
                self.write(to, value)
            }
            "cmp" | "test" => {
                let (a, b) = (self.read(from, bits)?, self.read(to, bits)?);
                let base = if name == "cmp" { "sub" } else { "and" };
                self.computed(base, a, b, bits).map(|_| ())
            }
            _ => {
                let (a, b) = (self.read(from, bits)?, self.read(to, bits)?);
                let value = self.computed(name, a, b, bits)?;
                self.write(to, value)
            }
        }
    }

    /// `to op from`, which sets flags.
    fn computed(&mut self, name: &str, from: Expr, to: Expr, bits: u32) -> Translated<Expr> {
        let op = match name {
            "add" => ArithmeticOp::Add,
            "sub" => ArithmeticOp::Subtract,
            "and" => ArithmeticOp::BitAnd,
            "or" => ArithmeticOp::BitOr,
            "xor" => ArithmeticOp::BitXor,
            _ => return Err(NotModelled),
        };
        let (from, to) = (self.wide_of(from, bits), self.wide_of(to, bits));
        let value = self.arithmetic(op, to.clone(), from.clone());
        let value = self.narrow(value, bits);
        let carry = match op {
            ArithmeticOp::Add => {
                let sum = self.wide(value.clone());
                self.compare(Comparison::Less, sum, to)?
            }
            ArithmeticOp::Subtract => self.compare(Comparison::Less, to, from)?,
            _ => self.number(0),
        };
        self.flags_of(&value)?;
        self.flags.carry = Some(carry);
        Ok(value)
    }

    /// If the accumulator equals `to`, `to` becomes `from`. The accumulator gets the old value.
    fn compare_and_exchange(&mut self, from: Arg, to: Arg, bits: u32) -> Translated<()> {
        let index = self.operands.iter().position(|operand| operand.is_accumulator);
        let accumulator = Arg::Operand { index: index.ok_or(NotModelled)?, bits: None };
        let (new, old) = (self.read(from, bits)?, self.read(to, bits)?);
        let expected = self.read(accumulator, bits)?;
        // Both get the same type, so that promotions do not extend them differently.
        let expected = self.analyser.convert(expected, old.ty, true);
        let is_equal = self.compare(Comparison::Equal, old.clone(), expected)?;
        let new = self.analyser.convert(new, old.ty, true);
        let (ty, span) = (old.ty, self.span);
        let (condition, new) = (Box::new(is_equal.clone()), Box::new(new));
        let kind = ExprKind::Conditional(condition, new, Box::new(old.clone()));
        let chosen = self.kept(Expr { kind, ty, span });
        self.write(to, chosen)?;
        self.write(accumulator, old)?;
        self.flags = super::Flags { zero: Some(is_equal), ..super::Flags::default() };
        Ok(())
    }

    /// Tests a bit, and possibly changes it. A bit of memory may be outside of the operand if its
    /// number is in a register.
    fn bit(&mut self, name: &str, number: Arg, to: Arg, bits: u32) -> Translated<()> {
        let Arg::Operand { index, bits: None } = to else { return Err(NotModelled) };
        let memory = match &self.operands[index] {
            Operand { content: Content::Memory(place), has_value, .. } => {
                if !has_value || self.inputs_are_spoilt {
                    return Err(NotModelled);
                }
                Some(place.clone())
            }
            _ => None,
        };
        let unit = self.operands[index].bits;
        let own = match number {
            Arg::Operand { index, bits } => bits.unwrap_or(self.operands[index].bits),
            Arg::Number(_) => unit,
        };
        let number = self.read(number, own)?;
        let constant = match &number.kind {
            ExprKind::Int(value) => Some(value.clone()),
            _ => None,
        };
        let limit = bits.min(unit).into();
        if constant.as_ref().is_some_and(|value| value.is_negative() || *value >= limit) {
            return Err(NotModelled);
        }
        let number = self.wide_of(number, own);
        let last = self.number(u64::from(unit - 1));
        let position = self.arithmetic(ArithmeticOp::BitAnd, number.clone(), last);
        let position = self.kept(position);
        let (place, word) = match memory {
            None if unit != bits => return Err(NotModelled),
            None => (None, self.read(to, unit)?),
            Some(place) => {
                let pointer = self.analyser.address_of(place);
                let pointer = match constant {
                    Some(_) => pointer,
                    None => self.word_with_bit(pointer, number, own, unit)?,
                };
                let pointer = self.kept(pointer);
                let place = self.target(pointer)?;
                let word = self.analyser.rvalue(CheckedOperand::Place(place.clone()))?;
                (Some(place), self.kept(word))
            }
        };
        let word = self.wide_of(word, unit);
        let one = self.number(1);
        let shifted = self.shift(ShiftOp::Right, word.clone(), position.clone());
        let carry = self.arithmetic(ArithmeticOp::BitAnd, shifted, one.clone());
        let carry = self.kept(carry);
        self.flags = super::Flags { carry: Some(carry), ..super::Flags::default() };
        let mask = self.shift(ShiftOp::Left, one, position);
        let changed = match name {
            "bts" => self.arithmetic(ArithmeticOp::BitOr, word, mask),
            "btc" => self.arithmetic(ArithmeticOp::BitXor, word, mask),
            "btr" => {
                let ones = self.number(u64::MAX);
                let mask = self.arithmetic(ArithmeticOp::BitXor, mask, ones);
                self.arithmetic(ArithmeticOp::BitAnd, word, mask)
            }
            _ => return Ok(()),
        };
        let changed = self.narrow(changed, unit);
        match place {
            Some(place) => {
                self.assign(place, changed);
                Ok(())
            }
            None => self.write(to, changed),
        }
    }

    /// A pointer to the word that contains a bit of a bit string, and the bit's number in it. The
    /// given number may be negative.
    fn word_with_bit(
        &mut self,
        pointer: Expr,
        number: Expr,
        width: u32,
        unit: u32,
    ) -> Translated<Expr> {
        let signed = IntType { signed: true, ..integer(width) };
        let signed = self.analyser.types.intern(Type::Int(signed));
        let number = self.analyser.convert(number, signed, true);
        let long = self.analyser.types.intern(Type::Int(IntType::LLONG));
        let number = self.analyser.convert(number, long, true);
        let by = self.number(u64::from(unit.trailing_zeros()));
        let index = self.shift(ShiftOp::Right, number, by);
        let (ty, span) = (pointer.ty, self.span);
        let (pointer, index) = (Box::new(pointer), Box::new(index));
        let kind = ExprKind::PointerAdd { pointer, index, subtract: false };
        Ok(Expr { kind, ty, span })
    }

    fn set(&mut self, condition: &str, to: Arg) -> Translated<()> {
        let (flag, wanted) = match condition {
            "e" | "z" => (&self.flags.zero, true),
            "ne" | "nz" => (&self.flags.zero, false),
            "c" | "b" | "nae" => (&self.flags.carry, true),
            "nc" | "nb" | "ae" => (&self.flags.carry, false),
            "s" => (&self.flags.sign, true),
            "ns" => (&self.flags.sign, false),
            _ => return Err(NotModelled),
        };
        let flag = flag.clone().ok_or(NotModelled)?;
        let (flag, expected) = (self.wide(flag), self.number(u64::from(wanted)));
        let value = self.compare(Comparison::Equal, flag, expected)?;
        let value = self.narrow(value, 8);
        self.write(to, value)
    }

    /// The processor halts.
    fn stop(&mut self) -> Translated<()> {
        let span = self.span;
        let trap = self.analyser.library_function("__builtin_trap", span)?.ok_or(NotModelled)?;
        let callee = self.analyser.rvalue(CheckedOperand::Function(trap, span))?;
        let call = self.analyser.call_of(callee, Vec::new(), None, span)?;
        self.stmts.push(Stmt { kind: StmtKind::Expr(call), span });
        Ok(())
    }

    /// The bytes in reverse order.
    fn swapped(&mut self, value: &Expr, bits: u32) -> Expr {
        let mut swapped = self.number(0);
        for byte in (0..bits).step_by(8) {
            let (from, to) = (self.number(byte.into()), self.number((bits - 8 - byte).into()));
            let mask = self.number(0xff);
            let part = self.shift(ShiftOp::Right, value.clone(), from);
            let part = self.arithmetic(ArithmeticOp::BitAnd, part, mask);
            let part = self.shift(ShiftOp::Left, part, to);
            swapped = self.arithmetic(ArithmeticOp::BitOr, swapped, part);
        }
        swapped
    }

    /// The flags that follow from the result of a computation.
    fn flags_of(&mut self, value: &Expr) -> Translated<()> {
        let bits = self.analyser.types.size_of(value.ty).unwrap_or(8) as u32 * 8;
        let (wide, zero) = (self.wide(value.clone()), self.number(0));
        self.flags.zero = Some(self.compare(Comparison::Equal, wide.clone(), zero)?);
        let half = self.number(1 << (bits - 1));
        self.flags.sign = Some(self.compare(Comparison::GreaterEqual, wide, half)?);
        Ok(())
    }

    // ----- Expressions, in 64 bits without a sign -----

    pub(super) fn unsigned(&mut self, bits: u32) -> Ty {
        self.analyser.types.intern(Type::Int(integer(bits)))
    }

    fn wide(&mut self, value: Expr) -> Expr {
        let ty = self.unsigned(64);
        self.analyser.convert(value, ty, true)
    }

    /// A value of some width and any sign.
    fn wide_of(&mut self, value: Expr, bits: u32) -> Expr {
        let ty = self.unsigned(bits);
        let value = self.analyser.convert(value, ty, true);
        self.wide(value)
    }

    /// The low bits, in their current value.
    fn narrow(&mut self, value: Expr, bits: u32) -> Expr {
        let ty = self.unsigned(bits);
        let value = self.analyser.convert(value, ty, true);
        self.kept(value)
    }

    fn number(&mut self, number: u64) -> Expr {
        let ty = self.unsigned(64);
        Expr { kind: ExprKind::Int(number.into()), ty, span: self.span }
    }

    fn arithmetic(&mut self, op: ArithmeticOp, a: Expr, b: Expr) -> Expr {
        let (ty, span) = (self.unsigned(64), self.span);
        Expr { kind: ExprKind::Arithmetic(op, Box::new(a), Box::new(b)), ty, span }
    }

    fn shift(&mut self, op: ShiftOp, a: Expr, by: Expr) -> Expr {
        let (ty, span) = (a.ty, self.span);
        Expr { kind: ExprKind::Shift(op, Box::new(a), Box::new(by)), ty, span }
    }

    /// The current truth value of a comparison.
    fn compare(&mut self, op: Comparison, a: Expr, b: Expr) -> Translated<Expr> {
        let value = self.analyser.comparison(op, a, b, self.span)?;
        Ok(self.kept(value))
    }
}

/// The unsigned integer type of a width.
fn integer(bits: u32) -> IntType {
    match bits {
        8 => IntType::UCHAR,
        16 => IntType::SHORT.unsigned(),
        32 => IntType::UINT,
        _ => IntType::LLONG.unsigned(),
    }
}
