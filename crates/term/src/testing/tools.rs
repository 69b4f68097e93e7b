//! Tests that compare with other tools, which may not be installed.

/// Set where every tool that tests compare with must be installed, as in `.ci/run`.
pub const REQUIRE_TOOLS: &str = "LEMMATIC_REQUIRE_TOOLS";

/// Reports that a test is skipped because a tool is missing.
///
/// # Panics
///
/// If all tools are required: the output of passing tests would go unnoticed there.
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
pub fn skip_without(tool: &str, how_to_install: &str) {
    let required = std::env::var_os(REQUIRE_TOOLS).is_some_and(|value| !value.is_empty());
    assert!(!required, "{}", missing(tool, how_to_install));
    eprintln!("SKIPPED: {}", missing(tool, how_to_install));
}

fn missing(tool: &str, how_to_install: &str) -> String {
    format!("this test needs {tool}, which is not installed ({how_to_install})")
}
