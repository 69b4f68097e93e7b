//! What functions do that the program calls but does not define: the library, the functions of
//! verification tasks, compiler builtins.
//!
//! Each family has a file with a table from names to models. A function that no table knows
//! returns any value and leaves memory alone; a note says so.

mod builtins;
mod classify;
pub(crate) mod effects;
mod input;
mod io;
pub(crate) mod library;
mod math;
mod memory;
mod process;
mod verifier;

use crate::hir::{Expr, FnId, Ty};
use crate::lower::{FunctionLowering, LowerError, Scalar, UnitLowering, Value, resize};
use program::ChoiceSource;
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
    /// The arguments as they are written; there are none if the call is made through a pointer.
    pub(crate) exprs: &'a [Expr],
    /// The type of the result as it is declared.
    pub(crate) result: Ty,
    /// Whether it is declared never to return.
    pub(crate) noreturn: bool,
}

/// What a function does.
type Model = fn(&mut FunctionLowering<'_, '_>, &ExternalCall<'_>) -> Result<Value, LowerError>;

/// The model of a function.
fn find(name: &str) -> Option<Model> {
    let families = [
        verifier::find,
        process::find,
        memory::find,
        library::find,
        builtins::find,
        classify::find,
        math::find,
        input::find,
        io::find,
    ];
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    families.iter().find_map(|family| family(name).or_else(|| family(plain)))
}

/// Whether there is a model of a function.
pub(crate) fn is_known(name: &str) -> bool {
    find(name).is_some() || library::defines(name)
}

/// Whether there is a model of a function, and it belongs to the library.
pub(crate) fn is_in_library(name: &str) -> bool {
    verifier::find(name).is_none() && is_known(name)
}

/// What the names of functions start with that gcc defines.
const BUILTIN_PREFIXES: [&str; 3] = ["__builtin_", "__sync_", "__atomic_"];

/// Lowers a call of a function that is not defined.
pub(crate) fn call(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    if lowering.is_error_function(call.name) {
        return verifier::error(lowering, call);
    }
    if let Some(id) = lowering.cx.library.function(call.name) {
        return lowering.call_defined(id, call.args, call.result);
    }
    match find(call.name) {
        Some(model) => model(lowering, call),
        // The compiler knows what these do, and it is not just anything.
        None if BUILTIN_PREFIXES.iter().any(|prefix| call.name.starts_with(prefix)) => {
            call.unsupported(lowering)
        }
        None => unknown(lowering, call),
    }
}

/// A function of which nothing is known.
fn unknown(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let name = call.name;
    if call.noreturn {
        lowering.note(format!("'{name}' is not defined: it is taken to end the program"));
        lowering.halt();
    } else {
        lowering.note(format!(
            "'{name}' is not defined: it is taken to return any value and to leave memory alone"
        ));
    }
    lowering.arbitrary(call.result, ChoiceSource::External(name.to_owned()))
}

/// Gives a function that is not defined but has its address taken a body, if there is a model.
pub(crate) fn define(cx: &mut UnitLowering<'_>, id: FnId) -> Result<(), LowerError> {
    let name = &cx.hir.function(id).name;
    let known = cx.library.function(name).is_some() || find(name).is_some();
    if !known && !cx.is_error_function(name) {
        let message = format!(
            "'{name}' is not defined: it is taken to return any value and to leave memory alone"
        );
        cx.note(Some(cx.hir.function(id).span), message);
        return Ok(());
    }
    FunctionLowering::define_external(cx, id)
}

impl ExternalCall<'_> {
    /// An argument converted to a scalar type, whatever the declaration says.
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

    /// A result as the declaration wants it.
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

    /// Nothing is known of the call.
    fn unsupported(&self, lowering: &mut FunctionLowering<'_, '_>) -> Result<Value, LowerError> {
        lowering.unsupported(format!("a call of '{}'", self.name));
        self.any_result(lowering)
    }
}

/// A term cut or extended without sign.
fn unsigned(lowering: &mut FunctionLowering<'_, '_>, bits: u32, value: Term) -> Term {
    resize(lowering.terms(), bits, false, value)
}
