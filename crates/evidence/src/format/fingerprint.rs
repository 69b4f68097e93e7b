//! Which model, or which Horn clauses, evidence belongs to.

use std::fmt;

/// A hash of the text form of a model or of Horn clauses. It finds mistakes, not malice: evidence is checked anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The fingerprint of a model or of Horn clauses.
    pub fn of(model: &impl fmt::Display) -> Fingerprint {
        use fmt::Write;
        let mut hasher = Fnv1a(0xcbf2_9ce4_8422_2325);
        write!(hasher, "{model}").expect("hashing does not fail");
        Fingerprint(hasher.0)
    }
}

/// Hexadecimal, as an SMT-LIB literal.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#x{:016x}", self.0)
    }
}

/// The hash function of Fowler, Noll and Vo, the same on every machine.
struct Fnv1a(u64);

impl fmt::Write for Fnv1a {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}
