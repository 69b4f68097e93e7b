//! The SAT backends that the IC3 benchmark compares.

use smt::sat::{BatsatOptions, CadicalOptions, SatBackend};

/// Every backend with the options that matter, by name.
pub fn all() -> [(&'static str, SatBackend); 5] {
    let batsat = |decide_inputs_only| SatBackend::Batsat(BatsatOptions { decide_inputs_only });
    let cadical = |inprocessing| SatBackend::Cadical(CadicalOptions { inprocessing });
    [
        ("adaptive", SatBackend::default()),
        ("batsat-inputs", batsat(true)),
        ("batsat", batsat(false)),
        ("cadical-plain", cadical(false)),
        ("cadical", cadical(true)),
    ]
}
