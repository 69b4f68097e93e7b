//! Memory that library functions read and write.

use super::{Access, AccessKind, Amount, Factor};
use crate::environment::verifier::literal;
use crate::environment::{Argument, ExternalCall};
use crate::hir::{Ty, Type};
use crate::lower::{FunctionLowering, LowerError, Memory, Scalar, Value, layout_of};
use program::{ChoiceSource, Layout, ScalarType, StatementKind, Storage};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// Up to this many elements of scalar type are written one by one.
const FEW: u64 = 8;

/// Ranges of members of known structures, so that impossible runs are excluded.
const RANGES: [(&str, &str, i64, i64); 10] = [
    ("tm", "tm_sec", 0, 60),
    ("tm", "tm_min", 0, 59),
    ("tm", "tm_hour", 0, 23),
    ("tm", "tm_mday", 1, 31),
    ("tm", "tm_mon", 0, 11),
    ("tm", "tm_wday", 0, 6),
    ("tm", "tm_yday", 0, 365),
    ("timespec", "tv_nsec", 0, 999_999_999),
    ("timeval", "tv_usec", 0, 999_999),
    ("tm", "tm_isdst", -1, 1),
];

/// Checks that memory can be read.
pub(super) fn read(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
) -> Result<(), LowerError> {
    let is_text = access.kind == AccessKind::Text;
    // A string literal is terminated.
    if is_text && call.exprs.get(access.argument).and_then(literal).is_some() {
        return Ok(());
    }
    unless_null(lowering, call, access, |lowering, from| {
        let size = match access.kind {
            AccessKind::Text => lowering.word(1),
            _ => size_of(lowering, call, access, None)?,
        };
        lowering.check_readable(from, from, size, || target(call, access));
        if is_text && lowering.cx.options.checks_strings {
            let strlen = lowering.cx.library.function("strlen");
            let ty = call.args[access.argument].ty;
            let string = Argument { value: Value::Scalar(from), ty };
            if let Some(strlen) = strlen {
                lowering.call_defined(strlen, &[string], call.result)?;
            }
        }
        Ok(())
    })
}

/// Writes arbitrary values.
pub(super) fn access(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
    result: Option<(Term, Scalar)>,
) -> Result<(), LowerError> {
    unless_null(lowering, call, access, |lowering, to| {
        if access.kind == AccessKind::PutText {
            return put_text(lowering, call, access, to, result);
        }
        let element = element(lowering, call, access)?;
        let is_one = access.amount.0.is_empty();
        match (element, &access.amount.0[..]) {
            (Some(element), []) => write_object(lowering, call, to, element),
            (Some(element), &[Factor::Constant(count)])
                if count <= FEW && Scalar::of(&lowering.hir.types, element).is_some() =>
            {
                let step = lowering.size_term(element)?;
                for i in 0..count {
                    let index = lowering.word(i);
                    let distance = lowering.terms().bv_mul(index, step);
                    let at = lowering.offset(to, distance);
                    write_object(lowering, call, at, element)?;
                }
                Ok(())
            }
            (None, []) if is_one => {
                lowering
                    .unsupported(format!("a call of '{}' with unexpected arguments", call.name));
                Ok(())
            }
            _ => {
                let size = size_of(lowering, call, access, result)?;
                let size = lowering.pin(size, word(lowering).register_type());
                lowering.check_writable(to, to, size, || target(call, access));
                say_so(lowering, call);
                fill_arbitrarily(lowering, to, size);
                Ok(())
            }
        }
    })
}

/// Does something with a pointer argument, unless it is null and null is allowed.
fn unless_null(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
    work: impl FnOnce(&mut Lowering<'_, '_>, Term) -> Result<(), LowerError>,
) -> Result<(), LowerError> {
    let is_pointer = |arg: &Argument| matches!(lowering.hir.types.get(arg.ty), Type::Pointer(_));
    if !call.args.get(access.argument).is_some_and(is_pointer) {
        return Ok(());
    }
    let pointer = call.pointer(lowering, access.argument)?;
    let pointer = lowering.pin(pointer, ScalarType::Pointer);
    if !access.optional {
        return work(lowering, pointer);
    }
    let null = lowering.word(0);
    let is_null = lowering.terms().eq(pointer, null);
    if lowering.terms().as_bool(is_null) == Some(true) {
        return Ok(());
    }
    let [some, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(is_null, done, some);
    lowering.switch_to(some);
    work(lowering, pointer)?;
    lowering.goto(done);
    lowering.switch_to(done);
    Ok(())
}

/// Writes arbitrary values to an object.
pub(super) fn write_object(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    to: Term,
    ty: Ty,
) -> Result<(), LowerError> {
    let text = || format!("the target of {}", call.name);
    match Scalar::of(&lowering.hir.types, ty) {
        Some(scalar) if scalar != Scalar::Bool => {
            let source = ChoiceSource::Input(call.name.to_owned());
            let value = lowering.choose(scalar.register_type(), source);
            lowering.store_scalar(Memory::at_pointer(to), scalar, value, text);
        }
        _ => {
            let size = lowering.size_term(ty)?;
            lowering.check_writable(to, to, size, text);
            say_so(lowering, call);
            let layout = layout_of(&lowering.hir.types, ty);
            lowering.fill_from_new(to, size, layout);
            restrict_members(lowering, to, ty)?;
        }
    }
    Ok(())
}

/// Assumes that members of a known structure are in their ranges.
fn restrict_members(
    lowering: &mut Lowering<'_, '_>,
    address: Term,
    ty: Ty,
) -> Result<(), LowerError> {
    let hir = lowering.hir;
    let Type::Record(id) = hir.types.get(ty) else { return Ok(()) };
    let record = hir.types.record(*id);
    for member in record.members.iter().flatten() {
        let known = RANGES.iter().find(|row| row.0 == record.name && row.1 == member.name);
        let (Some(&(_, _, low, high)), Some(scalar @ Scalar::Int { bits, signed: true })) =
            (known, Scalar::of(&hir.types, member.ty))
        else {
            continue;
        };
        let distance = lowering.word(member.offset);
        let at = lowering.offset(address, distance);
        let memory = Memory::of_object(at);
        let value = lowering.load_scalar(memory, scalar, || member.name.clone());
        let terms = lowering.terms();
        let (low, high) = (terms.bv(bits, low as u64), terms.bv(bits, high as u64));
        let (above, below) = (terms.bv_sle(low, value), terms.bv_sle(value, high));
        let inside = terms.and(&[above, below]);
        lowering.emit(StatementKind::Assume(inside));
    }
    Ok(())
}

/// Writes a string of arbitrary length that takes at most the given number of bytes.
fn put_text(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
    to: Term,
    result: Option<(Term, Scalar)>,
) -> Result<(), LowerError> {
    let most = size_of(lowering, call, access, result)?;
    let source = ChoiceSource::Input(call.name.to_owned());
    let length = lowering.choose(word(lowering).register_type(), source);
    let [some, done] = [(); 2].map(|()| lowering.new_block());
    let zero = lowering.word(0);
    let nothing = lowering.terms().eq(most, zero);
    lowering.branch(nothing, done, some);
    lowering.switch_to(some);
    let terms = lowering.terms();
    let fits = terms.bv_ult(length, most);
    lowering.emit(StatementKind::Assume(fits));
    let one = lowering.word(1);
    let size = lowering.terms().bv_add(length, one);
    lowering.check_writable(to, to, size, || target(call, access));
    fill_arbitrarily(lowering, to, length);
    let end = lowering.offset(to, length);
    let nul = lowering.terms().bv(8, 0);
    lowering.emit(StatementKind::Store { address: end, value: nul });
    lowering.goto(done);
    lowering.switch_to(done);
    Ok(())
}

/// Writes arbitrary values to bytes.
pub(in super::super) fn fill_arbitrarily(lowering: &mut Lowering<'_, '_>, to: Term, size: Term) {
    let constant = lowering.terms().as_bitvec(size).and_then(term::BitVec::to_u64);
    if let Some(bytes) = constant {
        return lowering.fill_from_new(to, size, Layout::Bytes(bytes));
    }
    let target = lowering.temporary(ScalarType::Pointer);
    let storage = Storage::Stack;
    lowering.emit(StatementKind::Allocate { target, size, storage, zeroed: false });
    let from = lowering.term_of(target);
    lowering.copy(to, from, size);
}

/// Records the call in the trace if it has no result: a choice with only one possible value.
fn say_so(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) {
    if Scalar::of(&lowering.hir.types, call.result).is_none() {
        let source = ChoiceSource::Input(call.name.to_owned());
        let happens = lowering.choose(ScalarType::Truth, source);
        lowering.emit(StatementKind::Assume(happens));
    }
}

fn word(lowering: &Lowering<'_, '_>) -> Scalar {
    Scalar::word(lowering.machine(), false)
}

fn target(call: &ExternalCall<'_>, access: &Access) -> String {
    format!("argument {} of {}", access.argument + 1, call.name)
}

/// The type that an argument points to, if its size is known.
fn element(
    lowering: &Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
) -> Result<Option<Ty>, LowerError> {
    let types = &lowering.hir.types;
    let target = lowering.target_of(call.args[access.argument].ty)?;
    let is_address = match types.get(target) {
        // Socket addresses may have any length.
        Type::Record(id) => types.record(*id).name == "sockaddr",
        _ => false,
    };
    Ok((types.is_complete(target) && !is_address).then_some(target))
}

/// The number of bytes of an access.
fn size_of(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    access: &Access,
    result: Option<(Term, Scalar)>,
) -> Result<Term, LowerError> {
    let element = match element(lowering, call, access)? {
        Some(element) => lowering.size_term(element)?,
        None => lowering.word(1),
    };
    let count = amount_of(lowering, call, &access.amount, result)?;
    Ok(lowering.terms().bv_mul(count, element))
}

/// The value of an amount.
fn amount_of(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    amount: &Amount,
    result: Option<(Term, Scalar)>,
) -> Result<Term, LowerError> {
    let mut product = lowering.word(1);
    for factor in &amount.0 {
        let factor = match (*factor, result) {
            (Factor::Constant(number), _) => lowering.word(number),
            (Factor::Argument(index), _) => call.size(lowering, index)?,
            (Factor::Pointee(index), _) => {
                let from = call.pointer(lowering, index)?;
                let target = lowering.target_of(call.args[index].ty)?;
                let (scalar, word) = (lowering.scalar_type(target)?, word(lowering));
                let text = || format!("argument {} of {}", index + 1, call.name);
                let value = lowering.load_scalar(Memory::at_pointer(from), scalar, text);
                lowering.converted(value, scalar, word)
            }
            (Factor::Result, Some((value, scalar))) => {
                let word = word(lowering);
                lowering.converted(value, scalar, word)
            }
            (Factor::Result, None) => lowering.word(0),
        };
        product = lowering.terms().bv_mul(product, factor);
    }
    Ok(product)
}
