//! All possible result lines.

use evidence::Reason;
use program::Property;
use std::fmt::Write;

/// The result lines of `verify`.
pub fn answers() -> String {
    let mut text = String::from(
        "\
Result: the last line of standard output is one of
  result: TRUE               no run violates a property
  result: FALSE(property)    some run violates the property
  result: UNKNOWN(reason)    no answer, and why
It speaks of every run of a C program up to its first undefined behaviour of a kind that --property
does not name; a note says where there may be such behaviour. Signed arithmetic that nobody asks about
wraps around, and the run goes on.

Properties of C programs, in FALSE(property); models have names of their own:
",
    );
    let names = Property::ALL.map(Property::name);
    for line in names.chunks(6) {
        let _infallible = writeln!(text, "  {}", line.join(", "));
    }
    text += "\nReasons, in UNKNOWN(reason):\n";
    for reason in reasons() {
        let _infallible = writeln!(text, "  {:<28} {}", reason.to_string(), meaning(&reason));
    }
    text.trim_end().to_owned()
}

/// The result lines of `check`.
pub fn conclusions() -> String {
    let mut text = String::from(
        "\
Result: the last line of standard output is one of
  result: ACCEPTED             the evidence shows what it claims
  result: REJECTED(condition)  it does not; this condition fails
  result: UNKNOWN(reason)      the checker comes to no conclusion, and why

Reasons, in UNKNOWN(reason):
",
    );
    for reason in reasons() {
        let _infallible = writeln!(text, "  {:<28} {}", reason.to_string(), meaning(&reason));
    }
    text.trim_end().to_owned()
}

/// Every reason, with dots in place of details.
fn reasons() -> [Reason; 9] {
    let details = || "...".to_owned();
    [
        Reason::Timeout,
        Reason::Memory,
        Reason::Interrupted,
        Reason::Unsupported(details().into()),
        Reason::Incomplete(details()),
        Reason::DependsOnCallers(details()),
        Reason::EvidenceRejected(details()),
        Reason::SolverFailed(details()),
        Reason::Internal(details()),
    ]
}

/// The meaning of a reason. A reason that is added here must also be added to [`reasons`].
fn meaning(reason: &Reason) -> &'static str {
    match reason {
        Reason::Timeout => "the time of --timeout is up",
        Reason::Memory => "the memory of --memory, or of the system, is used up",
        Reason::Interrupted => "a signal, such as that of Ctrl-C, ended the run",
        Reason::Unsupported(_) => "something that a run may come to is not modelled",
        Reason::Incomplete(_) => "every engine gave up: a bound was reached, say",
        Reason::DependsOnCallers(_) => "only calls with unknown values of callers violate this",
        Reason::EvidenceRejected(_) => "the checker did not accept an answer; please report it",
        Reason::SolverFailed(_) => "a solver failed",
        Reason::Internal(_) => "a part of the tool failed; please report it",
    }
}
