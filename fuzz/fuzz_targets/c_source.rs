//! Any bytes are a C file or an error with a place in it; nothing panics or overflows.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let spans = c::source::with_text("fuzz.i", bytes, |sources| {
        let unit = &sources.units[0];
        unit.tree.0.iter().map(|declaration| unit.span(declaration.span.start)).count()
    });
    if let Err(error) = spans {
        assert!(error.place.is_some(), "an error without a place: {error}");
    }
});
