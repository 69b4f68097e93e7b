//! A small part of the hunt for wrong answers; `cargo run -p lemmatic-hunt` runs as much as wanted.

use hunt::campaign::{Campaign, Tally};
use hunt::verifier::Verifier;
use std::path::Path;

/// Batches of both machines: with claims, and with risks of overflow, division, memory and leaks.
const BATCHES: [u64; 6] = [0, 1, 2, 5, 10, 13];

#[test]
fn answers_about_random_programs_are_those_of_all_their_runs() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = Campaign {
        verifier: Verifier {
            command: Path::new(env!("CARGO_BIN_EXE_lemmatic")).into(),
            seconds: 3,
        },
        engines: ["bmc", "kiki", "ic3cfa", "kind", ""].map(str::to_owned).to_vec(),
        engines_each: 2,
        batch: 4,
        variants: 1,
        failures: folder.path().join("failures"),
        shrink: false,
        replay_every: 4,
    };
    let mut tally = Tally::default();
    for number in BATCHES {
        let batch = campaign.run_batch(number, &mut tally, folder.path(), &mut |_| {});
        batch.unwrap_or_else(|error| {
            panic!("gcc with sanitizers for both machines is needed (scripts/gcc): {error}")
        });
    }
    assert!(tally.failures.is_empty(), "{:#?}", tally.failures);
    let count = |answer: &str| -> u64 {
        tally.answers.iter().filter(|((_, said), _)| said == answer).map(|(_, count)| count).sum()
    };
    assert!(count("TRUE") > 0 && count("FALSE") > 0, "{tally:?}");
}
