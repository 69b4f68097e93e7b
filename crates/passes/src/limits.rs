//! What is not modelled only in some runs: because there is too much of it, or because of values.

/// An object that no process has room for.
pub const OBJECT_SIZES: &str = "objects that are larger than what can be addressed";
/// Where objects are is nothing that a program may count on.
pub const ADDRESS_BITS: &str = "a computation with the bits of an address";
/// The environment may own memory, but only words of it are known.
pub const ENVIRONMENT_RANGE: &str = "a range of bytes that the environment may own";

/// An integer was compared with addresses, so that it may be one.
pub const GUESSED_ADDRESS: &str = "a write through an integer that may be the address of an object";
/// The same of functions.
pub const GUESSED_FUNCTION: &str = "a call of an integer that may be the address of a function";

const RECURSION: &str = "recursion of '";
const PROGRAM_SIZE: &str = "a program of more than ";

/// Recursion that is unrolled no further.
pub fn recursion(function: &str, depth: usize) -> String {
    format!("{RECURSION}{function}' deeper than {depth}")
}

/// Whether something is not modelled because calls were not copied any more: where they are kept, it
/// is.
pub fn is_of_calls(what: &str) -> bool {
    what.starts_with(RECURSION) || what.starts_with(PROGRAM_SIZE)
}

/// Calls that are not copied any more.
pub fn program_size(max_statements: usize) -> String {
    format!("{PROGRAM_SIZE}{max_statements} statements")
}

/// Whether something that is not modelled is one of these, not a construct that no program of any
/// size could have.
pub fn is_limit(what: &str) -> bool {
    let limits = [OBJECT_SIZES, ADDRESS_BITS, ENVIRONMENT_RANGE, GUESSED_ADDRESS, GUESSED_FUNCTION];
    limits.contains(&what) || is_of_calls(what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_from_constructs() {
        for limit in
            [OBJECT_SIZES, ADDRESS_BITS, GUESSED_ADDRESS, &recursion("f", 3), &program_size(9)]
        {
            assert!(is_limit(limit), "{limit}");
        }
        assert!(!is_limit("inline assembly"));
    }
}
