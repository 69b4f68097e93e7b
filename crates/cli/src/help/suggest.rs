//! The option that was meant by one that does not exist.

use super::is_unknown_option;
use crate::args::Args;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

/// Adds to an error about an unknown option the one that was meant.
///
/// clap compares whole names. An option of an engine has the engine's name in front, which users may
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

/// The option of `verify` whose name is this one with something in front, or the way to leave out a
/// reduction that `--no-...` names.
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
