//! Descriptions of functions of C11, POSIX and the usual C libraries, as data.
//!
//! The tables `*.txt` have a row for each group of functions that do the same, a file for each
//! family of headers. A row is `DESCRIPTION : NAMES`; lines that start with a space continue the
//! row before, `#` starts a comment. A name that ends with `*` stands for all other names with that
//! prefix. A description is one of
//!
//! * `exact`: there is a model in Rust or in `library.c`;
//! * `unsupported`: nothing is known of runs that reach a call;
//! * `SIGNATURE RESULT [ACCESS...]`: the function is over-approximated by its documented results,
//!   reads and writes.
//!
//! The signature has a letter for each parameter: `i` an integer, `p` a pointer, `f` a float, `r` a
//! record, `.` variable arguments at the end; `-` stands for no parameters. A declaration of
//! another kind is not the function of the library.
//!
//! The result is `void` or `SUCCESS[/FAILURE]`, each of which has alternatives separated by `|`: a
//! number `0`, a range `-1..5`, `0..`, `0..#2` (to the value of argument 2), `any`, `null`, `#0`
//! (argument 0), `foreign` (the address of memory that the program does not own and may read),
//! `handle` (the same, for memory that the program does not read), `static` (the address of an
//! object that each call overwrites). The prefix `fixed:` says that each call gives the same value.
//!
//! Accesses happen in the given order; writes happen only if the function succeeds:
//!
//! * `read(K)`, `read(K,AMOUNT)`: the object that argument `K` points to, or that many elements,
//!   must be readable; `write(...)`: writable, and it takes arbitrary values.
//! * `text(K)`: a string is read. `puttext(K,AMOUNT)`: a string is written that takes, with its
//!   null character, at most that many bytes.
//! * A `?` before the parenthesis: only if the pointer is not null.
//! * An amount is a product: `4`, `#1`, `#1*#2`, `r*#1` (`r` is the result), `@2` (the integer that
//!   argument 2 points to). It counts elements of the type that the argument points to, or bytes if
//!   that is `void` or `struct sockaddr`, which stands for addresses of any length.
//! * An access through a variable argument happens only if there is one and it is a pointer.
//!
//! Any description may be followed by `errno` (the function may set `errno`, and does if it fails),
//! `errno?` (it may) and `approximate`: the row allows behaviour that cannot happen, so a violation
//! after a call is not believed. `approximate-result` says this only of calls whose result is used.
//! A function that `draws` takes numbers from a generator; one that `seeds` restarts the generator.

mod apply;
mod chance;
mod errno;
mod memory;
mod parse;
#[cfg(test)]
mod tests;

pub(super) use apply::apply;
pub(super) use errno::{ERRNO, set_errno};
pub(super) use memory::fill_arbitrarily;

use rustc_hash::FxHashMap;

/// The tables, by the families of headers.
const TABLES: [&str; 9] = [
    include_str!("memory.txt"),
    include_str!("strings.txt"),
    include_str!("stdio.txt"),
    include_str!("numbers.txt"),
    include_str!("time.txt"),
    include_str!("files.txt"),
    include_str!("processes.txt"),
    include_str!("network.txt"),
    include_str!("services.txt"),
];

/// Whether a function has a row of its own.
pub(super) fn knows(name: &str) -> bool {
    TABLES.iter().any(|table| table.split_whitespace().any(|word| word == name))
}

/// A row of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) what: Description,
    pub(super) errno: Errno,
    pub(super) approximate: bool,
    /// Only the result is approximate, which matters if it is used.
    pub(super) approximate_result: bool,
    /// Whether it takes a number from a generator.
    draws: bool,
    /// Whether it starts a generator again.
    seeds: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Description {
    /// There is a model.
    Exact,
    /// Calls are not supported.
    Unsupported,
    /// Over-approximated.
    Effects { signature: String, result: ReturnValue, accesses: Vec<Access> },
}

/// Whether a function sets `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errno {
    Untouched,
    /// It may.
    MaySet,
    /// It does on failure, and may on success.
    SetOnFailure,
}

/// What a function returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReturnValue {
    /// On success; empty if there is no result.
    success: Vec<Alternative>,
    /// On failure; empty if failure is impossible or cannot be detected.
    failure: Vec<Alternative>,
    /// Whether every call returns the same value.
    fixed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Alternative {
    Any,
    Null,
    Foreign,
    Handle,
    Static,
    Argument(usize),
    Between(i64, Bound),
}

/// The end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Open,
    Constant(i64),
    Argument(usize),
}

/// Memory that a function reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Access {
    kind: AccessKind,
    /// The argument that points there.
    argument: usize,
    /// Whether the pointer may be null, in which case nothing is accessed.
    optional: bool,
    amount: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AccessKind {
    Read,
    Write,
    Text,
    PutText,
}

/// A product of factors; one element if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Amount(Vec<Factor>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Factor {
    Constant(u64),
    Argument(usize),
    Pointee(usize),
    Result,
}

/// All tables.
pub(crate) struct Tables {
    rows: Vec<Row>,
    by_name: FxHashMap<&'static str, usize>,
    /// Prefixes that stand for many names.
    prefixes: Vec<(&'static str, usize)>,
}

impl Tables {
    /// Reads the tables. They are compiled in, and a test reads them too.
    pub(crate) fn new() -> Tables {
        let (rows, by_name, prefixes) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut tables = Tables { rows, by_name, prefixes };
        for table in TABLES {
            for (row, names) in parse::table(table).expect("the tables are well-formed") {
                let index = tables.rows.len();
                tables.rows.push(row);
                for name in names {
                    match name.strip_suffix('*') {
                        Some(prefix) => tables.prefixes.push((prefix, index)),
                        None => drop(tables.by_name.insert(name, index)),
                    }
                }
            }
        }
        tables
    }

    /// The row of a function.
    pub(super) fn of(&self, name: &str) -> Option<&Row> {
        let by_prefix = || {
            let row = self.prefixes.iter().find(|(prefix, _)| name.starts_with(prefix));
            row.map(|(_, index)| index)
        };
        self.by_name.get(name).or_else(by_prefix).map(|&index| &self.rows[index])
    }

    /// Whether there is a model of a function.
    pub(crate) fn is_exact(&self, name: &str) -> bool {
        self.of(name).is_some_and(|row| row.what == Description::Exact)
    }

    /// Whether a function that only returns given values can replace the function in an executable.
    pub(super) fn can_be_replaced(&self, name: &str) -> bool {
        self.of(name).is_none_or(Row::only_returns)
    }
}

impl Row {
    /// Whether the result is the only effect of a call.
    pub(super) fn only_returns(&self) -> bool {
        let Description::Effects { accesses, result, .. } = &self.what else { return false };
        let returns_value = |alternative: &Alternative| {
            matches!(alternative, Alternative::Any | Alternative::Between(..))
        };
        accesses.iter().all(|access| matches!(access.kind, AccessKind::Read | AccessKind::Text))
            && result.success.iter().chain(&result.failure).all(returns_value)
    }
}
