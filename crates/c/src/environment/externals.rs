//! Unknown functions.

use super::ExternalCall;
use super::memory::allocate;
use super::tables::fill_arbitrarily;
use super::verifier::literal;
use crate::hir::{Expr, ExprKind, Place, PlaceKind, Storage, Ty, Type, Types, VarId};
use crate::lower::{Externals, FunctionLowering, Location, LowerError, Scalar, Value};
use num_traits::Zero;
use program::ChoiceSource;

/// The size of objects that unknown functions return, if their type does not tell it.
const UNKNOWN_SIZE: u64 = 4096;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// The note about an unknown function.
pub(super) fn note(name: &str) -> String {
    format!("'{name}' is not defined: it is taken to return any value and to leave memory alone")
}

/// A call of an unknown function.
pub(super) fn call(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let name = call.name;
    if call.noreturn {
        lowering.note(format!("'{name}' is not defined: it is taken to end the program"));
        lowering.halt();
    } else if lowering.cx.options.externals == Externals::Havoc {
        lowering.note(format!(
            "'{name}' is not defined: it is taken to return any value and to change what its \
             arguments point to, and globals"
        ));
        change_memory(lowering, call)?;
    } else if let Some(size) = size_of_new_object(lowering, call) {
        lowering.note(format!(
            "'{name}' is not defined: it is taken to return a new object of {size} bytes, and to \
             leave memory alone"
        ));
        let size = lowering.word(size);
        let address = allocate(lowering, size, program::Storage::Heap, false);
        return Ok(call.give(lowering, address, Scalar::Pointer));
    } else {
        lowering.note(note(name));
    }
    lowering.arbitrary(call.result, ChoiceSource::External(name.to_owned()))
}

/// The size of the object that an unknown function is taken to return, if it returns a pointer to one.
fn size_of_new_object(lowering: &Lowering<'_, '_>, call: &ExternalCall<'_>) -> Option<u64> {
    if !lowering.cx.options.externals_return_objects {
        return None;
    }
    let types = &lowering.hir.types;
    let target = types.pointee(call.result)?;
    match types.get(target) {
        Type::Function(_) => None,
        Type::Record(_) if types.is_complete(target) => types.size_of(target),
        _ => Some(UNKNOWN_SIZE),
    }
}

/// Havocs everything the function can reach: variables behind its arguments, and globals that are
/// visible in other files or whose addresses are known. If pointers lead further, the call is not
/// modelled.
fn change_memory(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<(), LowerError> {
    let hir = lowering.hir;
    let mut changed: Vec<VarId> = Vec::new();
    for (i, arg) in call.args.iter().enumerate() {
        if !has_pointers(&hir.types, arg.ty) {
            continue;
        }
        match call.exprs.get(i).map(pointed_at) {
            Some(PointedAt::Nothing) => {}
            Some(PointedAt::Variable(var)) => changed.push(var),
            Some(PointedAt::Unknown) | None => {
                lowering.unsupported(format!(
                    "what '{}' does to what its arguments point to",
                    call.name
                ));
                return Ok(());
            }
        }
    }
    changed.extend((0..hir.vars.len()).map(VarId::from_index).filter(|&var| {
        let declared = hir.var(var);
        let is_global = matches!(declared.storage, Storage::Static | Storage::Extern);
        let is_known = declared.external || declared.address_taken;
        let is_own = !lowering.cx.library.has_variable(hir, var);
        is_global && is_known && is_own && !declared.constant
    }));
    changed.sort_unstable();
    changed.dedup();
    for var in changed {
        let ty = hir.var(var).ty;
        if has_pointers(&hir.types, ty) || !hir.types.is_complete(ty) {
            let name = &hir.var(var).name;
            lowering.unsupported(format!("what '{}' does to the pointers of '{name}'", call.name));
            return Ok(());
        }
        let Location::Memory(memory) = lowering.variable(var)? else { continue };
        let (address, size) = (lowering.address(memory), lowering.size_term(ty)?);
        fill_arbitrarily(lowering, address, size);
    }
    Ok(())
}

/// What an argument points to, judged by its expression.
enum PointedAt {
    Nothing,
    Variable(VarId),
    Unknown,
}

fn pointed_at(expr: &Expr) -> PointedAt {
    if literal(expr).is_some() {
        return PointedAt::Nothing;
    }
    match &expr.kind {
        ExprKind::Convert(inner, _) => pointed_at(inner),
        ExprKind::Int(value) if value.is_zero() => PointedAt::Nothing,
        ExprKind::AddressOf(place) => match root(place) {
            Some(var) => PointedAt::Variable(var),
            None => PointedAt::Unknown,
        },
        _ => PointedAt::Unknown,
    }
}

/// The variable that an argument points to, if its expression shows it.
pub(super) fn variable_at(expr: &Expr) -> Option<VarId> {
    match pointed_at(expr) {
        PointedAt::Variable(var) => Some(var),
        PointedAt::Nothing | PointedAt::Unknown => None,
    }
}

/// The variable that a place is part of.
fn root(place: &Place) -> Option<VarId> {
    match &place.kind {
        PlaceKind::Var(var) => Some(*var),
        PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) => root(inner),
        _ => None,
    }
}

/// Whether a value of a type may contain pointers. Integers may be addresses too, but they are not
/// followed.
fn has_pointers(types: &Types, ty: Ty) -> bool {
    match types.get(ty) {
        Type::Pointer(_) | Type::Function(_) | Type::VaList => true,
        Type::Array(element, _) => has_pointers(types, *element),
        Type::Record(id) => {
            let mut members = types.record(*id).members.iter().flatten();
            members.any(|member| has_pointers(types, member.ty))
        }
        Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) => false,
    }
}
