//! Rewrites GNU C for the parser.
//!
//! The parser does not know all of GNU C, so tokens are replaced before it sees them; each token of
//! its text remembers where it comes from. Constructs that the syntax tree cannot represent are
//! shown by markers that no program contains:
//!
//! | in the source | in the syntax tree |
//! |---|---|
//! | `a ?: b` | `a ? __lemmatic_omitted : b`, see [`OMITTED_OPERAND`] |
//! | `__int128`, `__int128_t`, `__uint128_t` | the type `_Decimal128x`, `unsigned` or not, see [`is_int128`] |
//! | `__auto_type` | the type `_Decimal64x`, see [`is_auto_type`] |
//! | `__float128`, `1.0Q` | `_Float128`, `1.0f128` |
//! | `__float80`, `1.0W` | `_Float64x`, `1.0f64x` |
//! | `x$y` | `x__dollar__y`, see [`user_name`](super::user_name) |
//! | `é`, `\u00e9` | `__lemmatic_ue9_`, see [`user_name`](super::user_name) |
//! | `__builtin_types_compatible_p(S, T)` | the call with the arguments `sizeof(S)` and `sizeof(T)` |
//! | `_Alignof` of an expression or a type | `_Alignof(__typeof(…))` |
//! | `__alignof__` of an expression or a type | `_Alignof(volatile __typeof(…))`, see [`PREFERRED_ALIGNMENT`] |
//! | `_Alignas(…)` of a member | `__attribute__((__lemmatic_alignas(sizeof(…))))`, see [`ALIGNAS_ATTRIBUTE`] |
//! | `struct __attribute__((packed)) s {…}` | `struct s {…} __attribute__((packed))`: attributes of the type follow its specifier directly |
//! | a struct or union under `#pragma pack(n)` | `struct s {…} __attribute__((__lemmatic_pack(n)))`, see [`PACK_ATTRIBUTE`] |
//! | `asm goto (…);` | a basic asm statement with the template [`JUMP_TEMPLATE`] |
//! | `goto *p;` | `__lemmatic_goto(p);`, see [`COMPUTED_GOTO`] |
//! | `__label__ l, m;` | `__lemmatic_labels("l", "m");`, see [`LOCAL_LABELS`] |
//! | `&&label` | `__lemmatic_label_address("label")`, see [`LABEL_ADDRESS`] |
//! | `__real__ z`, `__imag__ z` | `__lemmatic_real_part(z)`, see [`REAL_PART`] and [`IMAGINARY_PART`] |
//! | `__builtin_convertvector(v, T)` | the call with the arguments `sizeof(v)` and `sizeof(T)` |
//! | `(T){}` | `(T){0}` |
//! | `main() {…}`, `static x;` | `int main() {…}`, `int static x;` |
//! | `_Static_assert(e)` | `_Static_assert(e, "")` |
//! | `label: }` | `label: ; }` |
//! | `__thread`, `__CPROVER_thread_local` | `_Thread_local` |
//! | `__CPROVER_bool`, `__CPROVER_size_t`, `__CPROVER_ssize_t` | the types that they stand for |
//! | asm at file scope | left out, its place is in `Rewritten::file_scope_asm` |
//! | `[[noreturn]]` | `_Noreturn` |
//! | `bool`, `true`, `nullptr`, `static_assert`, ... of C23, unless the program declares them | `_Bool`, `((_Bool)1)`, `((void *)0)`, `_Static_assert`, ... |
//! | `1'000` | `1000` |
//! | `[[…]]`, `__extension__`, attributes without a meaning for a run | left out |
//!
//! Known defects of the parser's trees: `typeof(T)` of a type name is an expression that names `T`;
//! a parameter does not hide a type name in the body.

mod attributes;
mod c23;
mod gnu;
mod literal;
mod output;
mod rules;

use super::directive::SymbolPragma;
use super::lexer::{LexError, RawToken};
use lang_c::ast::{TS18661FloatFormat, TS18661FloatType, TypeQualifier};
pub(crate) use output::OffsetMap;

/// The middle operand of `a ?: b`: the value of the condition, which is evaluated once.
pub const OMITTED_OPERAND: &str = "__lemmatic_omitted";
/// The function that stands for `&&`, the address of a label; its argument is a string.
pub const LABEL_ADDRESS: &str = "__lemmatic_label_address";
/// The function that stands for `goto *`; its argument is the address of a label.
pub const COMPUTED_GOTO: &str = "__lemmatic_goto";
/// The function that stands for `__label__`; its arguments are strings.
pub const LOCAL_LABELS: &str = "__lemmatic_labels";
/// The attribute of a struct or union under `#pragma pack(n)`: no member has an alignment above n.
pub const PACK_ATTRIBUTE: &str = "__lemmatic_pack";
/// The attribute of a member with `_Alignas`; its argument is `sizeof` of the type or number.
pub const ALIGNAS_ATTRIBUTE: &str = "__lemmatic_alignas";
/// The qualifier in the operand of `_Alignof` that marks an original `__alignof__`: the result is
/// the alignment that gcc prefers. The user's own operand is inside a `__typeof`.
pub const PREFERRED_ALIGNMENT: TypeQualifier = TypeQualifier::Volatile;
/// The function that stands for the operator `__real__`; calls of it may be lvalues.
pub const REAL_PART: &str = "__lemmatic_real_part";
/// The same for `__imag__`.
pub const IMAGINARY_PART: &str = "__lemmatic_imaginary_part";
/// The template, with its quotes, of asm statements that stand for unknown jumps.
pub const JUMP_TEMPLATE: &str = "\"goto\"";

/// Whether a type is the replacement of `__int128`.
pub fn is_int128(float: &TS18661FloatType) -> bool {
    float.format == TS18661FloatFormat::DecimalExtended && float.width == 128
}

/// Whether a type is the replacement of `__auto_type`.
pub fn is_auto_type(float: &TS18661FloatType) -> bool {
    float.format == TS18661FloatFormat::DecimalExtended && float.width == 64
}

/// Text that the parser accepts.
#[derive(Debug)]
pub(crate) struct Rewritten {
    pub text: String,
    /// The map from offsets to the original text.
    pub map: OffsetMap,
    /// Offsets, in the original text, of asm at file scope, which is dropped.
    pub file_scope_asm: Vec<usize>,
    /// Pragmas about symbols.
    pub symbols: Vec<SymbolPragma>,
}

/// Replaces constructs that the parser does not know.
pub(crate) fn rewrite(text: &[u8], tokens: &[RawToken]) -> Result<Rewritten, LexError> {
    rules::Rewriter::new(text, tokens).run()
}

#[cfg(test)]
mod tests;
