//! Library functions that are written in C. They are analysed with the program and lowered when
//! they are called.

use super::Tables;
use crate::hir::{FnId, Function, Unit, VarId};
use program::FileId;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The name of the file that they appear to come from.
pub(crate) const NAME: &str = "<library>";
/// The text of the file, assembled from several parts.
pub(crate) static TEXT: LazyLock<String> = LazyLock::new(|| {
    let start = [
        include_str!("library.c"),
        include_str!("library_numbers.c"),
        include_str!("library_blocks.c"),
        include_str!("library_wide.c"),
        include_str!("library_formats.c"),
        include_str!("library_scan.c"),
        include_str!("library_images.c"),
        include_str!("library_jumps.c"),
    ];
    let mut text = start.concat();
    for (ty, wide, letter, mode) in [
        ("float", "double", "f", "s"),
        ("double", "double", "", "d"),
        ("long double", "long double", "l", "x"),
    ] {
        for floats in [include_str!("library_floats.c"), include_str!("library_complex.c")] {
            let floats = floats.replace("__lemmatic_real", ty).replace("__lemmatic_wide", wide);
            text += &floats.replace("_R(", &format!("{letter}(")).replace("MODE", mode);
        }
    }
    text
});
/// The prefix of its function names.
const PREFIX: &str = "__lemmatic_";
/// The prefix of functions of the program that others of the library are made of.
pub(crate) const PART: &str = "lemmatic.part.";
/// The variable behind the macro `errno`.
const ERRNO: &str = "__lemmatic_errno";

/// The library as part of a unit; empty if it was not analysed with it.
#[derive(Default)]
pub(crate) struct Library<'u> {
    file: Option<FileId>,
    functions: FxHashMap<&'u str, FnId>,
    /// Functions that programs cannot call.
    parts: FxHashMap<&'u str, FnId>,
    /// The variable behind the macro `errno`.
    pub(crate) errno: Option<VarId>,
}

impl<'u> Library<'u> {
    /// Finds the library in a unit. Programs can call the functions that the tables mark as exact;
    /// the others are internal.
    pub(crate) fn of(unit: &'u Unit, tables: &Tables) -> Library<'u> {
        let Some(file) = unit.files.iter().position(|name| name == NAME) else {
            return Library::default();
        };
        let named = (0..unit.functions.len()).map(FnId::from_index);
        let functions = named.filter_map(|id| Some((plain_name(&unit.function(id).name)?, id)));
        let (functions, parts) = functions.partition(|(name, _)| tables.is_exact(name));
        let mut library =
            Library { file: Some(FileId::from_index(file)), functions, parts, errno: None };
        let is_errno =
            |var: &VarId| unit.var(*var).name == ERRNO && library.has_variable(unit, *var);
        library.errno = unit.globals.iter().copied().find(is_errno);
        library
    }

    /// The definition of a library function. Size-checking variants (`_chk`) take the size as an
    /// additional last argument, which is ignored because accesses are checked anyway. Other
    /// variants have their own definitions.
    pub(crate) fn function(&self, name: &str) -> Option<FnId> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let checked = || self.functions.get(plain.strip_prefix("__")?.strip_suffix("_chk")?);
        self.functions.get(name).or_else(|| self.functions.get(plain)).or_else(checked).copied()
    }

    /// Whether the program may call `atexit`.
    pub(crate) fn mentions_atexit(&self, unit: &Unit) -> bool {
        let is_mentioned = |function: &Function| {
            function.name == "atexit" && function.mentioned && function.body.is_none()
        };
        unit.functions.iter().any(is_mentioned)
    }

    /// A function that others are made of.
    pub(crate) fn part(&self, name: &str) -> Option<FnId> {
        self.parts.get(name).copied()
    }

    /// Whether a function belongs to it.
    pub(crate) fn has_function(&self, unit: &Unit, id: FnId) -> bool {
        let function = unit.function(id);
        Some(function.span.file) == self.file && function.body.is_some()
    }

    /// Whether a variable belongs to it.
    pub(crate) fn has_variable(&self, unit: &Unit, id: VarId) -> bool {
        Some(unit.var(id).span.file) == self.file
    }
}

/// Whether the library defines a function of this name.
pub(crate) fn defines(name: &str) -> bool {
    TEXT.contains(&format!("{PREFIX}{name}("))
}

/// Whether a function of the program comes from the library.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with("lemmatic.") || name.starts_with(PREFIX)
}

/// The name by which a program calls a function of the library.
pub(crate) fn plain_name(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)
}
