//! Any bytes are a hardware model that passes the verifier and has a circuit or none, or an error.
#![no_main]

use hardware::circuit::BitModel;
use libfuzzer_sys::fuzz_target;

/// Models of more terms than this are not blasted: multiplications and divisions are large.
const MAX_TERMS: usize = 200;

fuzz_target!(|bytes: &[u8]| {
    match hardware::read(bytes) {
        Ok(design) => {
            let system = &design.system;
            assert_eq!(model::transition::verify(system), Ok(()));
            let widths = |symbol| system.terms.symbol_sort(symbol).bit_width().unwrap_or(0);
            let widest = system.terms.symbols().map(widths).max().unwrap_or(0);
            if system.terms.len() <= MAX_TERMS && widest <= 32 {
                let _ = BitModel::of(system);
            }
        }
        Err(error) => assert!(!error.message.is_empty(), "an error without a message"),
    }
});
