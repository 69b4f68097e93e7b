//! The checks of a program as its user sees them: each is listed once, with a name, even if the
//! program contains several copies.

use crate::{Callee, Check, FunctionId, Program, Property, Span, StatementKind};
use rustc_hash::FxHashMap;

/// A check of the source. A front end may copy code, such as the condition of a loop; copies with
/// the same place, property and message are one check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckSite {
    /// Where it is; `None` for a check at the end of the program.
    pub span: Option<Span>,
    /// The property that is violated if it fails.
    pub property: Property,
    /// A message for the user that says what happens then.
    pub message: String,
}

impl CheckSite {
    /// The check of the source behind a check statement.
    pub fn of(check: &Check, span: Option<Span>) -> CheckSite {
        CheckSite { span, property: check.property, message: check.message.clone() }
    }
}

/// A check of the source with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCheck {
    /// The name of its function, and its number there.
    pub name: String,
    /// The check.
    pub site: CheckSite,
    /// The functions that contain it. A function of a header may be in the program several times.
    pub functions: Vec<FunctionId>,
}

/// All checks of a program, function by function in the order of the source. The numbers in a
/// function count checks of all properties, so that names do not depend on what is asked.
pub fn named_checks(program: &Program) -> Vec<NamedCheck> {
    let mut found: Vec<NamedCheck> = Vec::new();
    let mut index_of: FxHashMap<CheckSite, usize> = FxHashMap::default();
    for (owner, holders) in owners(program) {
        let mut sites: Vec<(FunctionId, CheckSite)> = Vec::new();
        for &function in &holders {
            sites.extend(sites_in(program, function).map(|site| (function, site)));
        }
        // Checks without a place come last, as they do in runs.
        sites.sort_by_key(|(_, site)| (site.span.is_none(), site.span));
        let mut number = 0;
        for (function, site) in sites {
            if let Some(&index) = index_of.get(&site) {
                let functions: &mut Vec<FunctionId> = &mut found[index].functions;
                if functions.last() != Some(&function) {
                    functions.push(function);
                }
                continue;
            }
            number += 1;
            index_of.insert(site.clone(), found.len());
            let name = format!("{}.{number}", program.function(owner).name);
            found.push(NamedCheck { name, site, functions: vec![function] });
        }
    }
    found
}

/// The functions in the order of the source, each with the functions whose checks count as its own.
/// The entry of a program may be generated; its checks belong to the function that it starts.
fn owners(program: &Program) -> Vec<(FunctionId, Vec<FunctionId>)> {
    let started = started_by_entry(program);
    let of_source = program.function_ids().filter(|&id| started.is_none() || id != program.entry);
    let mut owners: Vec<FunctionId> = of_source.collect();
    let position = |id: &FunctionId| program.function(*id).span;
    owners.sort_by_key(|id| (position(id).is_none(), position(id)));
    let with_holders = |id: FunctionId| match started == Some(id) {
        true => (id, vec![id, program.entry]),
        false => (id, vec![id]),
    };
    owners.into_iter().map(with_holders).collect()
}

/// The function called by an entry that has no place in the source.
fn started_by_entry(program: &Program) -> Option<FunctionId> {
    let entry = program.functions.get(program.entry.index())?;
    let blocks = entry.body.iter().filter(|_| entry.span.is_none()).flat_map(|body| &body.blocks);
    let mut statements = blocks.flat_map(|block| &block.statements);
    statements.find_map(|statement| match statement.kind {
        StatementKind::Call { callee: Callee::Direct(id), .. } => {
            program.function(id).span.is_some().then_some(id)
        }
        _ => None,
    })
}

fn sites_in(program: &Program, function: FunctionId) -> impl Iterator<Item = CheckSite> {
    let blocks = program.function(function).body.iter().flat_map(|body| &body.blocks);
    blocks.flat_map(|block| &block.statements).filter_map(|statement| match &statement.kind {
        StatementKind::Check(check) => Some(CheckSite::of(check, statement.span)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let program = crate::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let checks = named_checks(&program);
        let found: Vec<(&str, &str)> =
            checks.iter().map(|c| (c.name.as_str(), c.site.message.as_str())).collect();
        assert_eq!(found, expected);
    }

    const TWO_FUNCTIONS: &str = r#"
machine lp64

entry function lemmatic.entry at &lemmatic.entry () {
  b0:
    call main()
    check valid-memcleanup "not freed" all-freed
    return
}
function main at &main () @ "a.c":5:5 {
  register x "x" : i32
  b0:
    goto b1
  b1:
    check no-overflow "x + 2" holds (bvslt x #x00000002) @ "a.c":8:3
    check shift "x << 1" holds (bvslt x #x00000002) @ "a.c":8:3
    branch (bvslt x #x00000001) b1 b2
  b2:
    check no-overflow "x + 1" holds (bvslt x #x00000001) @ "a.c":7:9
    check no-overflow "x + 2" holds (bvslt x #x00000002) @ "a.c":8:3
    return
}
function first at &first () @ "a.c":1:5 {
  register y "y" : i32
  b0:
    check assertion "y" holds (bvslt y #x00000001) @ "a.c":2:3
    return
}
"#;

    #[test]
    fn numbers_follow_the_source_and_copies_count_once() {
        check(
            TWO_FUNCTIONS,
            &[
                ("first.1", "y"),
                ("main.1", "x + 1"),
                ("main.2", "x + 2"),
                ("main.3", "x << 1"),
                ("main.4", "not freed"),
            ],
        );
    }

    #[test]
    fn functions_with_the_same_checks_share_them() {
        let text = r#"
machine lp64

entry function main at &main () @ "b.c":1:5 {
  b0:
    call half()
    call half!0()
    return
}
function half at &half () @ "half.h":1:5 {
  register x "x" : i32
  b0:
    check assertion "x" holds (bvslt x #x00000001) @ "half.h":2:3
    return
}
function half!0 at &half!0 () @ "half.h":1:5 {
  register y "y" : i32
  b0:
    check assertion "x" holds (bvslt y #x00000001) @ "half.h":2:3
    return
}
"#;
        check(text, &[("half.1", "x")]);
        let program = crate::parse(text).unwrap();
        let holders: Vec<usize> =
            named_checks(&program)[0].functions.iter().map(|id| id.index()).collect();
        assert_eq!(holders, [1, 2]);
    }

    #[test]
    fn names_do_not_depend_on_what_is_asked() {
        let program = crate::parse(TWO_FUNCTIONS).unwrap();
        let shift = |c: &NamedCheck| c.site.property == Property::Shift;
        let of_shifts: Vec<NamedCheck> = named_checks(&program).into_iter().filter(shift).collect();
        assert_eq!(of_shifts[0].name, "main.3");
    }
}
