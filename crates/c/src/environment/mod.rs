//! Functions that the program calls but does not define: the library, the functions of verification
//! tasks, compiler builtins.
//!
//! Each family has a file with a table from names to models. Functions without a model are
//! described by the tables of [`tables`]. A function that is in no table is not supported if the
//! compiler or a verification tool gives it a meaning. Other functions return any value and leave
//! memory alone, or behave as [`externals`] says; a note tells the user.

mod builtins;
mod callbacks;
mod classify;
mod comparisons;
pub(crate) mod effects;
mod externals;
mod formats;
mod input;
mod intrinsics;
mod io;
mod jumps;
pub(crate) mod library;
mod math;
mod memory;
mod process;
mod tables;
mod tools;
mod verifier;

pub(crate) use tables::Tables;
pub(crate) use tools::is_reserved;

use crate::hir::{Expr, FnId, Ty};
use crate::lower::{Externals, FunctionLowering, LowerError, Scalar, UnitLowering, Value, resize};
use program::{ChoiceSource, Property};
use std::collections::BTreeSet;
use tables::{Description, Errno, Row, set_errno};
use term::Term;

/// An evaluated argument of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// Its value.
    pub(crate) value: Value,
    /// Its type.
    pub(crate) ty: Ty,
}

/// A call of a function that is not defined.
pub(crate) struct ExternalCall<'a> {
    /// The name of the function.
    pub(crate) name: &'a str,
    /// The arguments, evaluated.
    pub(crate) args: &'a [Argument],
    /// The argument expressions; empty if the call is made through a pointer.
    pub(crate) exprs: &'a [Expr],
    /// The type of the result as it is declared.
    pub(crate) result: Ty,
    /// Whether it is declared never to return.
    pub(crate) noreturn: bool,
    /// Whether the result may be used.
    pub(crate) is_used: bool,
    /// Whether the result is only compared with zero.
    pub(crate) only_sign: bool,
}

/// A model: it lowers a call of the function.
type Model = fn(&mut FunctionLowering<'_, '_>, &ExternalCall<'_>) -> Result<Value, LowerError>;

/// The model of a function.
fn find(name: &str) -> Option<Model> {
    let families = [
        verifier::find,
        tools::find,
        intrinsics::find,
        process::find,
        jumps::find,
        memory::find,
        builtins::find,
        classify::find,
        math::find,
        input::find,
        io::find,
    ];
    let name = tools::synonym(name).unwrap_or(name);
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    families.iter().find_map(|family| family(name).or_else(|| family(plain)))
}

/// Whether there is a model of a function.
pub(crate) fn is_known(name: &str) -> bool {
    find(name).is_some() || library::defines(name) || tables::knows(name)
}

/// Whether there is a model of a function, and it belongs to the library.
pub(crate) fn is_in_library(name: &str) -> bool {
    !is_reserved(name)
        && verifier::find(name).is_none()
        && (find(name).is_some() || library::defines(name))
}

/// The given sources of open values that cannot be replaced by a function in an executable: library
/// functions that do more than return a value, and sources that are not functions.
pub fn irreplaceable<'a>(sources: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let tables = Tables::new();
    let is_function = |name: &str| name != tables::ERRNO && name != intrinsics::LIBRARY;
    let sources = sources.filter(|name| !is_function(name) || !tables.can_be_replaced(name));
    sources.map(str::to_owned).collect()
}

/// The prefixes of functions that gcc defines.
const BUILTIN_PREFIXES: [&str; 3] = ["__builtin_", "__sync_", "__atomic_"];

/// Whether the compiler or a verification tool defines a function, even if it is not supported
/// here.
fn has_fixed_meaning(name: &str) -> bool {
    BUILTIN_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || is_reserved(name)
}

/// Lowers a call of a function that is not defined.
pub(crate) fn call(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    if lowering.is_error_function(call.name) {
        return verifier::error(lowering, call);
    }
    let plain = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let row = lowering.cx.tables.of(plain).cloned();
    // A described function without a model reads its arguments first.
    if row.as_ref().is_some_and(|row| row.what == Description::Exact) {
        call.say_if_rough(lowering, row.as_ref());
    }
    if io::stores_count(lowering, call) {
        lowering
            .unsupported(format!("a call of '{}' that stores how much it has written", call.name));
    }
    callbacks::check(lowering, call);
    let defined = lowering.cx.library.function(call.name).filter(|&id| call.fits(lowering, id));
    let modelled = match (defined, find(call.name)) {
        (Some(id), _) if formats::is_literal(call) => match formats::call(lowering, call)? {
            Some(value) => Some(value),
            None => Some(lowering.call_defined(id, call.args, call.result)?),
        },
        (Some(id), _) => Some(lowering.call_defined(id, call.args, call.result)?),
        (None, Some(model)) => {
            let name = tools::synonym(call.name).unwrap_or(call.name);
            Some(model(lowering, &ExternalCall { name, ..*call })?)
        }
        (None, None) => None,
    };
    if let Some(value) = modelled {
        let value = comparisons::any_alike(lowering, call, value);
        if row.is_some_and(|row| row.errno != Errno::Untouched) {
            set_errno(lowering, false);
        }
        return Ok(value);
    }
    match &row {
        Some(row) => described(lowering, call, row),
        // These functions have a specific meaning, so an arbitrary result would be wrong.
        None if has_fixed_meaning(call.name) => call.unsupported(lowering),
        // Size-checking variants of library functions.
        None if call.name.starts_with("__") && call.name.ends_with("_chk") => {
            call.unsupported(lowering)
        }
        None => externals::call(lowering, call),
    }
}

/// Lowers a call of a function that has no model but a row in the tables.
fn described(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
    row: &Row,
) -> Result<Value, LowerError> {
    let Description::Effects { signature, result, accesses } = &row.what else {
        return call.unsupported(lowering);
    };
    match tables::apply(lowering, call, row, (signature, result, accesses))? {
        Some(value) => Ok(value),
        None => externals::call(lowering, call),
    }
}

/// Gives a function that is not defined, but whose address is taken, a body, if there is a model.
pub(crate) fn define(cx: &mut UnitLowering<'_>, id: FnId) -> Result<(), LowerError> {
    let name = &cx.hir.function(id).name;
    let known = cx.library.function(name).is_some()
        || find(name).is_some()
        || cx.tables.of(name).is_some()
        || has_fixed_meaning(name);
    if !known && !cx.is_error_function(name) && cx.options.externals == Externals::Pure {
        let message = externals::note(name);
        cx.note(Some(cx.hir.function(id).span), message);
        return Ok(());
    }
    FunctionLowering::define_external(cx, id)
}

impl ExternalCall<'_> {
    /// An argument converted to a scalar type, regardless of the declaration.
    fn arg(
        &self,
        lowering: &mut FunctionLowering<'_, '_>,
        index: usize,
        to: Scalar,
    ) -> Result<Term, LowerError> {
        match self.args.get(index) {
            Some(&Argument { value: Value::Scalar(value), ty }) => {
                let from = lowering.scalar_type(ty)?;
                Ok(lowering.converted(value, from, to))
            }
            _ => {
                lowering
                    .unsupported(format!("a call of '{}' with unexpected arguments", self.name));
                let source = ChoiceSource::External(self.name.to_owned());
                Ok(lowering.choose(to.register_type(), source))
            }
        }
    }

    /// Whether the arguments can be those of a function of the library. If not, the program means
    /// another function of that name.
    fn fits(&self, lowering: &FunctionLowering<'_, '_>, id: FnId) -> bool {
        let hir = lowering.hir;
        let params = hir.function(id).params.iter().map(|&param| hir.var(param).ty);
        let is_float = |ty| Some(matches!(Scalar::of(&hir.types, ty)?, Scalar::Float(_)));
        params.zip(self.args).all(|(param, arg)| is_float(param) == is_float(arg.ty))
    }

    /// A pointer argument.
    fn pointer(
        &self,
        lowering: &mut FunctionLowering<'_, '_>,
        index: usize,
    ) -> Result<Term, LowerError> {
        self.arg(lowering, index, Scalar::Pointer)
    }

    /// An argument of type `size_t`.
    fn size(
        &self,
        lowering: &mut FunctionLowering<'_, '_>,
        index: usize,
    ) -> Result<Term, LowerError> {
        let word = Scalar::word(lowering.machine(), false);
        self.arg(lowering, index, word)
    }

    /// A result, converted to the declared type.
    fn give(&self, lowering: &mut FunctionLowering<'_, '_>, value: Term, from: Scalar) -> Value {
        match lowering.scalar_type(self.result) {
            Ok(to) => Value::Scalar(lowering.converted(value, from, to)),
            Err(_) => Value::Void,
        }
    }

    /// An arbitrary result.
    fn any_result(&self, lowering: &mut FunctionLowering<'_, '_>) -> Result<Value, LowerError> {
        lowering.arbitrary(self.result, ChoiceSource::External(self.name.to_owned()))
    }

    /// Marks the run as uncertain if the function is only approximated.
    fn say_if_rough(&self, lowering: &mut FunctionLowering<'_, '_>, row: Option<&Row>) {
        let is_rough = |row: &Row| row.approximate || row.approximate_result && self.is_used;
        if row.is_some_and(is_rough) {
            self.say_rough(lowering);
        }
    }

    /// Marks the run as uncertain.
    fn say_rough(&self, lowering: &mut FunctionLowering<'_, '_>) {
        let message = || format!("'{}' is modelled only roughly", self.name);
        lowering.check(Property::Approximate, |terms| terms.bool(false), message);
    }

    /// Marks the call as not supported.
    fn unsupported(&self, lowering: &mut FunctionLowering<'_, '_>) -> Result<Value, LowerError> {
        lowering.unsupported(format!("a call of '{}'", self.name));
        self.any_result(lowering)
    }
}

/// A term truncated or zero-extended.
fn unsigned(lowering: &mut FunctionLowering<'_, '_>, bits: u32, value: Term) -> Term {
    resize(lowering.terms(), bits, false, value)
}
