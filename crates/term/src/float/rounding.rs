//! The rounding modes of IEEE 754.

use std::fmt;

/// How a result that the format cannot represent is replaced by a neighbour that it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// To the nearest number; ties go to the even significand.
    NearestEven,
    /// To the nearest number; ties go to the greater magnitude.
    NearestAway,
    /// To the nearest number that is not less.
    TowardPositive,
    /// To the nearest number that is not greater.
    TowardNegative,
    /// To the nearest number that is not greater in magnitude.
    TowardZero,
}

impl RoundingMode {
    /// All rounding modes.
    pub const ALL: [Self; 5] = [
        Self::NearestEven,
        Self::NearestAway,
        Self::TowardPositive,
        Self::TowardNegative,
        Self::TowardZero,
    ];

    /// The short SMT-LIB name: `RNE`, `RNA`, `RTP`, `RTN` or `RTZ`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NearestEven => "RNE",
            Self::NearestAway => "RNA",
            Self::TowardPositive => "RTP",
            Self::TowardNegative => "RTN",
            Self::TowardZero => "RTZ",
        }
    }

    /// The mode with the given SMT-LIB name, short or long.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "RNE" | "roundNearestTiesToEven" => Some(Self::NearestEven),
            "RNA" | "roundNearestTiesToAway" => Some(Self::NearestAway),
            "RTP" | "roundTowardPositive" => Some(Self::TowardPositive),
            "RTN" | "roundTowardNegative" => Some(Self::TowardNegative),
            "RTZ" | "roundTowardZero" => Some(Self::TowardZero),
            _ => None,
        }
    }

    /// Whether a magnitude is rounded up. `odd` is its last kept bit, `half` the first discarded
    /// bit, and `rest` tells whether any other discarded bit is set.
    pub(super) fn rounds_up(self, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            Self::NearestEven => half && (rest || odd),
            Self::NearestAway => half,
            Self::TowardPositive => !negative && (half || rest),
            Self::TowardNegative => negative && (half || rest),
            Self::TowardZero => false,
        }
    }

    /// Whether a magnitude too great for the format becomes infinite. Otherwise it becomes the
    /// greatest number.
    pub(super) fn overflows_to_infinity(self, negative: bool) -> bool {
        // The greatest number behaves as if it were odd and more than half had been discarded.
        self.rounds_up(negative, true, true, true)
    }
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
