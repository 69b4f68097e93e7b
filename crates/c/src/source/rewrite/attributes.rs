//! `__attribute__((…))`: which ones matter, and how they are passed to the parser.

/// Attributes that change neither layout nor the meaning of a run: hints to the optimiser, the
/// linker or the reader. They are dropped, since they occur in many places where the parser does
/// not expect them.
const HARMLESS: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "const",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "flatten",
    "format",
    "format_arg",
    "hot",
    "leaf",
    "malloc",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "noclone",
    "nocommon",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "pure",
    "regparm",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "stdcall",
    "symver",
    "tls_model",
    "unavailable",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
];

/// Whether an attribute may be left out.
pub(crate) fn is_harmless(name: &str) -> bool {
    HARMLESS.binary_search(&plain_name(name)).is_ok()
}

/// The name of an attribute without the underscores that protect it from macros.
fn plain_name(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(HARMLESS.is_sorted());
    }

    #[test]
    fn names_have_two_spellings() {
        assert!(is_harmless("unused") && is_harmless("__unused__"));
        for kept in ["packed", "__aligned__", "noreturn", "cleanup", "mode", "weak", "new_one"] {
            assert!(!is_harmless(kept), "{kept}");
        }
    }
}
