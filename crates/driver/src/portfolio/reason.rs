//! The reason for an unknown verdict if no engine has an answer.

use evidence::Reason;

/// The most informative reason: failures of Lemmatic come first, then limits of the run, then
/// limitations of engines, which others might have overcome with more time.
pub fn most_informative(reasons: impl IntoIterator<Item = Reason>) -> Option<Reason> {
    reasons.into_iter().min_by_key(rank)
}

fn rank(reason: &Reason) -> u32 {
    match reason {
        Reason::EvidenceRejected(_) => 0,
        Reason::Internal(_) => 1,
        Reason::Interrupted => 2,
        Reason::Timeout => 3,
        Reason::Memory => 4,
        Reason::SolverFailed(_) => 5,
        Reason::Incomplete(_) | Reason::DependsOnCallers(_) => 6,
        Reason::Unsupported(_) => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defects_and_limits_come_first() {
        let incomplete = || Reason::Incomplete("tired".to_owned());
        let unsupported = || Reason::Unsupported("floats".into());
        let check = |reasons: Vec<Reason>, expected: Reason| {
            assert_eq!(most_informative(reasons), Some(expected));
        };
        check(vec![unsupported(), Reason::Timeout, incomplete()], Reason::Timeout);
        check(vec![unsupported(), incomplete()], incomplete());
        let internal = || Reason::Internal("oh".to_owned());
        check(vec![Reason::Timeout, internal()], internal());
        let rejected = || Reason::EvidenceRejected("no".to_owned());
        check(vec![internal(), rejected(), Reason::Memory], rejected());
        let other = Reason::Incomplete("also tired".to_owned());
        check(vec![incomplete(), other], incomplete());
        assert_eq!(most_informative([]), None);
    }
}
