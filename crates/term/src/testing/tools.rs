//! Tests that compare with other tools, which a machine may lack.

/// Set where every tool that tests compare with has to be installed, as by `.ci/run`.
pub const REQUIRE_TOOLS: &str = "LEMMATIC_REQUIRE_TOOLS";

/// Says that a test is skipped because a tool is missing.
///
/// # Panics
///
/// Where all tools are required: nobody reads there what passing tests say.
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
pub fn skip_without(tool: &str, how_to_install: &str) {
    let required = std::env::var_os(REQUIRE_TOOLS).is_some_and(|value| !value.is_empty());
    assert!(!required, "{}", missing(tool, how_to_install));
    eprintln!("SKIPPED: {}", missing(tool, how_to_install));
}

fn missing(tool: &str, how_to_install: &str) -> String {
    format!("this test needs {tool}, which is not installed ({how_to_install})")
}
