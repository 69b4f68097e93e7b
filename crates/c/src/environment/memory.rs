//! Allocation and blocks of memory.

use super::{ExternalCall, Model, unsigned};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};
use program::{Check, ChoiceSource, Condition, Property, ScalarType, StatementKind, Storage};
use term::Term;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "malloc" => malloc,
        "calloc" => calloc,
        "realloc" => realloc,
        "free" | "cfree" => free,
        "alloca" | "__builtin_alloca" | "__builtin_alloca_with_align" => alloca,
        "memset" | "__builtin___memset_chk" | "__memset_chk" => memset,
        "memcpy" | "__builtin___memcpy_chk" | "__memcpy_chk" => memcpy,
        "memmove" | "__builtin___memmove_chk" | "__memmove_chk" => memmove,
        "bzero" => bzero,
        _ => return None,
    })
}

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn allocate(
    lowering: &mut Lowering<'_, '_>,
    size: Term,
    storage: Storage,
    zeroed: bool,
) -> Term {
    let target = lowering.temporary(ScalarType::Pointer);
    lowering.emit(StatementKind::Allocate { target, size, storage, zeroed });
    lowering.term_of(target)
}

/// Allocates heap memory. The result is null if the size is too large, or at any time if
/// allocations may fail.
fn allocate_on_heap(lowering: &mut Lowering<'_, '_>, size: Term, zeroed: bool) -> Term {
    if !lowering.cx.options.malloc_may_fail {
        return allocate(lowering, size, Storage::Heap, zeroed);
    }
    let fails = lowering.temporary(ScalarType::Truth);
    let source = ChoiceSource::Input(ChoiceSource::ALLOCATION_FAILS.to_owned());
    lowering.emit(StatementKind::Choose { target: fails, source });
    let fails = lowering.term_of(fails);
    let result = lowering.temporary(ScalarType::Pointer);
    let null = lowering.word(0);
    lowering.assign(result, null);
    let [good, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(fails, done, good);
    lowering.switch_to(good);
    let address = allocate(lowering, size, Storage::Heap, zeroed);
    lowering.assign(result, address);
    lowering.goto(done);
    lowering.switch_to(done);
    lowering.term_of(result)
}

fn malloc(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let size = call.size(lowering, 0)?;
    let address = allocate_on_heap(lowering, size, false);
    Ok(call.give(lowering, address, Scalar::Pointer))
}

fn alloca(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let size = call.size(lowering, 0)?;
    let address = allocate(lowering, size, Storage::Stack, false);
    Ok(call.give(lowering, address, Scalar::Pointer))
}

/// `calloc(n, size)`: returns null if the product overflows, as every library does.
fn calloc(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (count, size) = (call.size(lowering, 0)?, call.size(lowering, 1)?);
    let bits = lowering.machine().pointer_bits();
    let wide_count = unsigned(lowering, 2 * bits, count);
    let wide_size = unsigned(lowering, 2 * bits, size);
    let terms = lowering.terms();
    let product = terms.bv_mul(wide_count, wide_size);
    let high = terms.extract(2 * bits - 1, bits, product);
    let none = terms.bv(bits, 0);
    let fits = terms.eq(high, none);
    let total = terms.bv_mul(count, size);
    if terms.as_bool(fits) == Some(true) {
        let address = allocate_on_heap(lowering, total, true);
        return Ok(call.give(lowering, address, Scalar::Pointer));
    }
    let result = lowering.temporary(ScalarType::Pointer);
    let null = lowering.word(0);
    lowering.assign(result, null);
    let [good, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(fits, good, done);
    lowering.switch_to(good);
    let address = allocate_on_heap(lowering, total, true);
    lowering.assign(result, address);
    lowering.goto(done);
    lowering.switch_to(done);
    let result = lowering.term_of(result);
    Ok(call.give(lowering, result, Scalar::Pointer))
}

fn check_freeable(lowering: &mut Lowering<'_, '_>, pointer: Term, call: &ExternalCall<'_>) {
    let text = call.exprs.first().map_or_else(String::new, |expr| lowering.describe(expr));
    let message = format!("invalid deallocation in '{}({text})'", call.name);
    let condition = Condition::Freeable(pointer);
    lowering.emit(StatementKind::Check(Check { property: Property::Free, condition, message }));
}

fn free(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let pointer = call.pointer(lowering, 0)?;
    check_freeable(lowering, pointer, call);
    lowering.emit(StatementKind::Free(pointer));
    Ok(Value::Void)
}

/// Whether an allocation of this many bytes may fail.
fn may_be_null(lowering: &mut Lowering<'_, '_>, size: Term) -> bool {
    let largest = lowering.machine().largest_object();
    let bytes = lowering.terms().as_bitvec(size).and_then(term::BitVec::to_u64);
    lowering.cx.options.malloc_may_fail || bytes.is_none_or(|bytes| bytes >= largest)
}

/// `realloc(p, n)`: allocates a new object, copies what fits from the old one, and frees the old
/// one. If there is no room, it returns null and the old object stays. As in glibc, `n == 0`
/// allocates nothing unless `p` is null.
fn realloc(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let pointer = call.pointer(lowering, 0)?;
    let pointer = lowering.pin(pointer, ScalarType::Pointer);
    let size = call.size(lowering, 1)?;
    let size = lowering.pin(size, Scalar::word(lowering.machine(), false).register_type());
    check_freeable(lowering, pointer, call);
    let result = lowering.temporary(ScalarType::Pointer);
    let zero = lowering.word(0);
    let [fresh, old, release, keep, done] = [(); 5].map(|()| lowering.new_block());
    let is_null = lowering.terms().eq(pointer, zero);
    lowering.branch(is_null, fresh, old);

    lowering.switch_to(fresh);
    let address = allocate_on_heap(lowering, size, false);
    lowering.assign(result, address);
    lowering.goto(done);

    lowering.switch_to(old);
    let is_empty = lowering.terms().eq(size, zero);
    lowering.branch(is_empty, release, keep);

    lowering.switch_to(release);
    lowering.emit(StatementKind::Free(pointer));
    lowering.assign(result, zero);
    lowering.goto(done);

    lowering.switch_to(keep);
    let old_size = lowering.temporary(Scalar::word(lowering.machine(), false).register_type());
    lowering.emit(StatementKind::ObjectSize { target: old_size, address: pointer });
    let address = allocate_on_heap(lowering, size, false);
    lowering.assign(result, address);
    if may_be_null(lowering, size) {
        let moved = lowering.new_block();
        let is_null = lowering.terms().eq(address, zero);
        lowering.branch(is_null, done, moved);
        lowering.switch_to(moved);
    }
    let old_size = lowering.term_of(old_size);
    let terms = lowering.terms();
    let shrinks = terms.bv_ult(size, old_size);
    let kept = terms.ite(shrinks, size, old_size);
    lowering.copy(address, pointer, kept);
    lowering.emit(StatementKind::Free(pointer));
    lowering.goto(done);

    lowering.switch_to(done);
    let result = lowering.term_of(result);
    Ok(call.give(lowering, result, Scalar::Pointer))
}

fn memset(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let to = call.pointer(lowering, 0)?;
    let byte = call.arg(lowering, 1, Scalar::Int { bits: 8, signed: false })?;
    let size = call.size(lowering, 2)?;
    fill(lowering, call, to, byte, size);
    Ok(call.give(lowering, to, Scalar::Pointer))
}

fn bzero(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (to, size) = (call.pointer(lowering, 0)?, call.size(lowering, 1)?);
    let byte = lowering.terms().bv(8, 0);
    fill(lowering, call, to, byte, size);
    Ok(Value::Void)
}

fn fill(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    to: Term,
    byte: Term,
    size: Term,
) {
    lowering.check_writable(to, to, size, || format!("the target of {}", call.name));
    lowering.emit(StatementKind::Fill { to, byte, size });
}

fn memcpy(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (to, from) = (call.pointer(lowering, 0)?, call.pointer(lowering, 1)?);
    let size = call.size(lowering, 2)?;
    let message = || format!("'{}' of bytes that overlap", call.name);
    lowering.check(
        Property::Undefined,
        |terms| {
            // Neither block starts inside the other, unless both are the same.
            let (forth, back) = (terms.bv_sub(to, from), terms.bv_sub(from, to));
            let after = terms.bv_ule(size, forth);
            let before = terms.bv_ule(size, back);
            let apart = terms.and(&[after, before]);
            let same = terms.eq(to, from);
            terms.or(&[same, apart])
        },
        message,
    );
    memmove(lowering, call)
}

fn memmove(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (to, from) = (call.pointer(lowering, 0)?, call.pointer(lowering, 1)?);
    let size = call.size(lowering, 2)?;
    lowering.check_readable(from, from, size, || format!("the source of {}", call.name));
    lowering.check_writable(to, to, size, || format!("the target of {}", call.name));
    lowering.copy(to, from, size);
    Ok(call.give(lowering, to, Scalar::Pointer))
}
