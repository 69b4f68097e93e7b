//! Any bytes are Horn clauses that pass the verifier and are read back, or an error with a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use model::chc;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match chc::parse(text, "fuzz.smt2") {
        Ok(system) => {
            assert_eq!(chc::verify(&system), Ok(()));
            let printed = system.to_string();
            let again = chc::parse(&printed, "fuzz.smt2").expect("what is printed is read back");
            assert_eq!(again.predicates.len(), system.predicates.len());
            if let Ok(automaton) = chc::to_model(&system) {
                assert_eq!(model::verify(&automaton.model), Ok(()));
            }
        }
        Err(error) => assert!(error.line > 0 && error.column > 0, "an error without a place"),
    }
});
