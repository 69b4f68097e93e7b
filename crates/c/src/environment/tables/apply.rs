//! Lowers calls of functions that the tables describe.

use super::chance;
use super::errno::set_errno;
use super::memory::{access, read};
use super::{Access, AccessKind, Alternative, Bound, Errno, ReturnValue, Row};
use crate::environment::{Argument, ExternalCall, resize};
use crate::hir::Type;
use crate::lower::{FunctionLowering, LowerError, Memory, Scalar, Value};
use program::{ChoiceSource, Property, ScalarType, StatementKind};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// Lowers a call; `None` if the parameters differ from those of the library function, so that it is
/// another function.
pub(in super::super) fn apply(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    row: &Row,
    (signature, outcome, accesses): (&str, &ReturnValue, &[Access]),
) -> Result<Option<Value>, LowerError> {
    let args: Vec<Argument> = call.args.iter().map(|&arg| member_of_union(lowering, arg)).collect();
    let call = &ExternalCall { args: &args, ..*call };
    if !fits(lowering, call, signature) {
        return Ok(None);
    }
    for access in accesses.iter().filter(|access| access.only_reads()) {
        read(lowering, call, access)?;
    }
    call.say_if_rough(lowering, Some(row));
    chance::note(lowering, call, row);
    let described = Described { call, row, outcome, accesses };
    let value = match Scalar::of(&lowering.hir.types, call.result) {
        Some(Scalar::Pointer) => Value::Scalar(described.pointer(lowering)?),
        Some(scalar) => Value::Scalar(described.number(lowering, scalar)?),
        None => {
            described.succeed(lowering, None)?;
            call.any_result(lowering)?
        }
    };
    Ok(Some(value))
}

/// With its extensions, glibc uses unions of pointers where POSIX has one pointer. Returns the
/// pointer in such an argument, or the argument itself.
fn member_of_union(lowering: &mut Lowering<'_, '_>, arg: Argument) -> Argument {
    let types = &lowering.hir.types;
    let (Value::Record(address), Type::Record(id)) = (arg.value, types.get(arg.ty)) else {
        return arg;
    };
    let record = types.record(*id);
    match record.members.iter().flatten().next() {
        Some(member) if record.is_union && matches!(types.get(member.ty), Type::Pointer(_)) => {
            let memory = Memory::of_object(address);
            let pointer = lowering.load_scalar(memory, Scalar::Pointer, String::new);
            Argument { value: Value::Scalar(pointer), ty: member.ty }
        }
        _ => arg,
    }
}

/// Whether the arguments of a call have the kinds that the library function takes.
fn fits(lowering: &Lowering<'_, '_>, call: &ExternalCall<'_>, signature: &str) -> bool {
    let (kinds, variadic) = match signature.strip_suffix('.') {
        Some(kinds) => (kinds, true),
        None => (signature, false),
    };
    let types = &lowering.hir.types;
    let is_kind = |kind: char, ty| match (kind, Scalar::of(types, ty)) {
        ('i', Some(Scalar::Int { .. } | Scalar::Bool)) | ('p', Some(Scalar::Pointer)) => true,
        ('f', Some(Scalar::Float(_))) => true,
        ('r', None) => matches!(types.get(ty), Type::Record(_)),
        _ => false,
    };
    let enough = match variadic {
        true => call.args.len() >= kinds.len(),
        false => call.args.len() == kinds.len(),
    };
    enough && kinds.chars().zip(call.args).all(|(kind, arg)| is_kind(kind, arg.ty))
}

/// A call and the description of its function.
struct Described<'c> {
    call: &'c ExternalCall<'c>,
    row: &'c Row,
    outcome: &'c ReturnValue,
    accesses: &'c [Access],
}

impl Described<'_> {
    /// The success case: memory changes, and `errno` may change.
    fn succeed(
        &self,
        lowering: &mut Lowering<'_, '_>,
        result: Option<(Term, Scalar)>,
    ) -> Result<(), LowerError> {
        for item in self.accesses.iter().filter(|access| !access.only_reads()) {
            access(lowering, self.call, item, result)?;
        }
        if self.row.errno != Errno::Untouched {
            set_errno(lowering, false);
        }
        Ok(())
    }

    /// The failure case.
    fn fail(&self, lowering: &mut Lowering<'_, '_>) {
        if self.row.errno != Errno::Untouched {
            set_errno(lowering, self.row.errno == Errno::SetOnFailure);
        }
    }

    /// Whether success and failure differ in more than the result.
    fn has_effects(&self, lowering: &Lowering<'_, '_>) -> bool {
        let writes = self.accesses.iter().any(|access| !access.only_reads());
        writes || self.row.errno != Errno::Untouched && lowering.cx.errno().is_some()
    }

    /// A result that is not a pointer.
    fn number(&self, lowering: &mut Lowering<'_, '_>, scalar: Scalar) -> Result<Term, LowerError> {
        let value = if self.outcome.fixed {
            let address = hidden_object(lowering, self.call, self.call.name);
            lowering.load_scalar(Memory::at_pointer(address), scalar, || self.call.name.to_owned())
        } else {
            let source = ChoiceSource::Input(self.call.name.to_owned());
            lowering.choose(scalar.register_type(), source)
        };
        let value = lowering.pin(value, scalar.register_type());
        let succeeds = self.is_one_of(lowering, &self.outcome.success, value, scalar)?;
        let fails = self.is_one_of(lowering, &self.outcome.failure, value, scalar)?;
        let possible = lowering.terms().or(&[succeeds, fails]);
        if lowering.terms().as_bool(possible) != Some(true) {
            lowering.emit(StatementKind::Assume(possible));
        }
        if !self.has_effects(lowering) {
            return Ok(value);
        }
        if self.outcome.failure.is_empty() {
            self.succeed(lowering, Some((value, scalar)))?;
            return Ok(value);
        }
        let [good, bad, done] = [(); 3].map(|()| lowering.new_block());
        lowering.branch(fails, bad, good);
        lowering.switch_to(good);
        self.succeed(lowering, Some((value, scalar)))?;
        lowering.goto(done);
        lowering.switch_to(bad);
        self.fail(lowering);
        lowering.goto(done);
        lowering.switch_to(done);
        Ok(value)
    }

    /// Condition that a number is allowed by one of the alternatives.
    fn is_one_of(
        &self,
        lowering: &mut Lowering<'_, '_>,
        alternatives: &[Alternative],
        value: Term,
        scalar: Scalar,
    ) -> Result<Term, LowerError> {
        let (bits, signed) = match scalar {
            Scalar::Int { bits, signed } => (bits, signed),
            Scalar::Bool => (8, false),
            // Nothing is known of floats.
            Scalar::Float(_) | Scalar::Pointer => {
                let any = !alternatives.is_empty();
                return Ok(lowering.terms().bool(any));
            }
        };
        let mut cases = Vec::new();
        for alternative in alternatives {
            let (low, high) = match alternative {
                Alternative::Between(low, high) => (*low, *high),
                Alternative::Argument(index) => {
                    let argument = self.call.arg(lowering, *index, scalar)?;
                    cases.push(lowering.terms().eq(value, argument));
                    continue;
                }
                Alternative::Null => (0, Bound::Constant(0)),
                _ => {
                    cases.push(lowering.terms().bool(true));
                    continue;
                }
            };
            let terms = lowering.terms();
            let first = terms.bv(bits, low as u64);
            let above =
                if signed { terms.bv_sle(first, value) } else { terms.bv_ule(first, value) };
            let below = match high {
                Bound::Open => terms.bool(true),
                Bound::Constant(high) if high == low => terms.eq(value, first),
                Bound::Constant(high) => {
                    let last = terms.bv(bits, high as u64);
                    if signed { terms.bv_sle(value, last) } else { terms.bv_ule(value, last) }
                }
                // A negative argument counts as a large one: no run is lost.
                Bound::Argument(index) => {
                    let last = self.call.size(lowering, index)?;
                    let wide = lowering.terms().width(last).max(bits);
                    let value = resize(lowering.terms(), wide, signed, value);
                    let last = resize(lowering.terms(), wide, false, last);
                    lowering.terms().bv_ule(value, last)
                }
            };
            cases.push(lowering.terms().and(&[above, below]));
        }
        Ok(lowering.terms().or(&cases))
    }

    /// A result that is a pointer.
    fn pointer(&self, lowering: &mut Lowering<'_, '_>) -> Result<Term, LowerError> {
        let result = lowering.temporary(ScalarType::Pointer);
        let may_fail = !self.outcome.failure.is_empty();
        let [good, bad, done] = [(); 3].map(|()| lowering.new_block());
        if may_fail {
            let source = ChoiceSource::Input(self.call.name.to_owned());
            let fails = lowering.choose(ScalarType::Truth, source);
            lowering.branch(fails, bad, good);
        } else {
            lowering.goto(good);
        }
        lowering.switch_to(good);
        let value = self.success_pointer(lowering)?;
        lowering.assign(result, value);
        self.succeed(lowering, None)?;
        lowering.goto(done);
        lowering.switch_to(bad);
        let null = lowering.word(0);
        lowering.assign(result, null);
        self.fail(lowering);
        lowering.goto(done);
        lowering.switch_to(done);
        Ok(lowering.term_of(result))
    }

    fn success_pointer(&self, lowering: &mut Lowering<'_, '_>) -> Result<Term, LowerError> {
        match self.outcome.success.first() {
            Some(Alternative::Argument(index)) => self.call.pointer(lowering, *index),
            Some(Alternative::Static) => self.static_object(lowering),
            alternative => {
                let source = ChoiceSource::External(self.call.name.to_owned());
                let pointer = lowering.choose(ScalarType::Pointer, source);
                if alternative == Some(&Alternative::Foreign) && lowering.cx.options.checks_strings
                {
                    // The size of the readable memory is unknown.
                    let message = || format!("what '{}' returns is not modelled", self.call.name);
                    lowering.check(Property::Approximate, |terms| terms.bool(false), message);
                }
                if matches!(alternative, Some(Alternative::Foreign | Alternative::Handle)) {
                    let null = lowering.word(0);
                    let is_null = lowering.terms().eq(pointer, null);
                    let is_something = lowering.terms().not(is_null);
                    lowering.emit(StatementKind::Assume(is_something));
                }
                Ok(pointer)
            }
        }
    }

    /// The address of the static object that calls overwrite. Functions whose results have the same
    /// type share it, as they may.
    fn static_object(&self, lowering: &mut Lowering<'_, '_>) -> Result<Term, LowerError> {
        let target = lowering.target_of(self.call.result)?;
        if !lowering.hir.types.is_complete(target) {
            let source = ChoiceSource::External(self.call.name.to_owned());
            return Ok(lowering.choose(ScalarType::Pointer, source));
        }
        let key = format!("result of type {}", lowering.hir.types.show(target));
        let address = lowering.cx.hidden_object(&key, target);
        let address = lowering.term_of(address);
        super::memory::write_object(lowering, self.call, address, target)?;
        Ok(address)
    }
}

/// The address of an object with permanently arbitrary content of the result's type.
fn hidden_object(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>, key: &str) -> Term {
    let address = lowering.cx.hidden_object(key, call.result);
    lowering.term_of(address)
}

impl Access {
    fn only_reads(&self) -> bool {
        matches!(self.kind, AccessKind::Read | AccessKind::Text)
    }
}
