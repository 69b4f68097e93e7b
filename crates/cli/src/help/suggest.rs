//! Suggests the intended option for an unknown one.

use super::is_unknown_option;
use crate::args::Args;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

/// Adds the intended option to an error about an unknown one.
///
/// clap compares whole names. But options of engines start with the engine's name, which users may
/// not think of.
pub fn nearest_option(mut error: clap::Error) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if is_unknown_option(&error) => unknown.clone(),
        _ => return error,
    };
    if let Some(meant) = option_ending_in(&unknown) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(meant));
    }
    error
}

/// The option of `verify` whose name ends in the given one, or the way to disable the reduction
/// that `--no-...` names.
fn option_ending_in(unknown: &str) -> Option<String> {
    let name = unknown.strip_prefix("--")?;
    let name = name.split('=').next().unwrap_or(name);
    let command = Args::command();
    let verify = command.find_subcommand("verify")?;
    let suffix = format!("-{name}");
    let mut longs = verify.get_arguments().filter_map(clap::Arg::get_long);
    if let Some(long) = longs.find(|long| long.ends_with(&suffix)) {
        return Some(format!("--{long}"));
    }
    let reduction = name.strip_prefix("no-")?;
    let mut lists = verify.get_arguments().filter(|arg| {
        arg.get_long().is_some_and(|long| long.ends_with("-without"))
            && arg.get_possible_values().iter().any(|value| value.matches(reduction, false))
    });
    let list = lists.next()?.get_long()?;
    Some(format!("--{list} {reduction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_engines_are_found_by_their_own_names() {
        let check = |unknown: &str, expected: Option<&str>| {
            assert_eq!(option_ending_in(unknown).as_deref(), expected, "{unknown}");
        };
        check("--domain", Some("--kiki-domain"));
        check("--domain=zones", Some("--kiki-domain"));
        check("--unwind", Some("--bmc-unwind"));
        check("--reuse", Some("--ic3cfa-reuse"));
        check("--prune", Some("--ic3cfa-prune"));
        check("--no-prune", Some("--reduce-without prune"));
        check("--block-limit", Some("--reduce-block-limit"));
        check("--no-such-option", None);
        check("-x", None);
    }
}
