//! Reads the output of the runtime.

/// The kinds of errors that occurred in some run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(pub u32);

impl Kinds {
    /// A signed overflow.
    pub const OVERFLOW: Kinds = Kinds(1);
    /// A division by zero.
    pub const DIVISION: Kinds = Kinds(2);
    /// A shift by too much.
    pub const SHIFT: Kinds = Kinds(4);
    /// An index outside of an array.
    pub const BOUNDS: Kinds = Kinds(8);
    /// An access outside of objects, or an invalid free.
    pub const MEMORY: Kinds = Kinds(16);
    /// Memory that was not freed at the end.
    pub const LEAK: Kinds = Kinds(32);
    /// Other undefined behaviour.
    pub const OTHER: Kinds = Kinds(64);
    /// A call of the error function.
    pub const ERROR: Kinds = Kinds(128);
    /// There are too many runs to try all of them.
    pub const TOO_MANY: Kinds = Kinds(256);

    /// Whether some of these kinds occurred.
    pub fn has(self, kinds: Kinds) -> bool {
        self.0 & kinds.0 != 0
    }

    /// The kinds without some.
    #[must_use]
    pub fn without(self, kinds: Kinds) -> Kinds {
        Kinds(self.0 & !kinds.0)
    }
}

/// The type of a check's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// Integers.
    Integer,
    /// Floating-point numbers.
    Float,
}

/// The values of a check in all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The number of the check.
    pub number: usize,
    /// The type of the values.
    pub kind: SiteKind,
    /// The least and the greatest integer.
    pub range: (i128, i128),
    /// The bits that are set in all values, and those set in some value.
    pub bits: (u64, u64),
    /// The least and the greatest floating-point number.
    pub floats: (f64, f64),
    /// The values, if they are few; otherwise a sample.
    pub values: Vec<i128>,
    /// Whether the values are complete.
    pub complete: bool,
}

/// The observations of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// The errors that occurred in some run.
    pub kinds: Kinds,
    /// How many runs there are.
    pub runs: u32,
    /// The checks that runs reach.
    pub sites: Vec<Site>,
}

/// Reads the output of the runtime.
pub fn read(text: &str) -> Vec<Observed> {
    let mut programs: Vec<Observed> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["program", _, kinds, runs] => programs.push(Observed {
                kinds: Kinds(kinds.parse().unwrap_or(Kinds::OTHER.0)),
                runs: runs.parse().unwrap_or(0),
                sites: Vec::new(),
            }),
            ["site", ..] => {
                if let (Some(program), Some(site)) = (programs.last_mut(), site(&words)) {
                    program.sites.push(site);
                }
            }
            _ => {}
        }
    }
    programs
}

fn site(words: &[&str]) -> Option<Site> {
    let kind = *words.get(2)?;
    let integer = |word: &&str| {
        let value: i64 = word.parse().ok()?;
        // Unsigned numbers are printed as signed ones with the same bits.
        Some(if kind == "u" { i128::from(value as u64) } else { i128::from(value) })
    };
    let count: usize = words.get(3)?.parse().ok()?;
    let values: Vec<i128> = words.get(10..)?.iter().filter_map(integer).collect();
    Some(Site {
        number: words.get(1)?.parse().ok()?,
        kind: if kind == "f" { SiteKind::Float } else { SiteKind::Integer },
        range: (integer(words.get(4)?)?, integer(words.get(5)?)?),
        bits: (words.get(6)?.parse().ok()?, words.get(7)?.parse().ok()?),
        floats: (hexadecimal(words.get(8)?)?, hexadecimal(words.get(9)?)?),
        complete: count == values.len(),
        values,
    })
}

/// A number as `%a` prints it.
fn hexadecimal(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    match digits {
        "inf" => return Some(sign * f64::INFINITY),
        "nan" => return Some(f64::NAN),
        _ => {}
    }
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    Some(sign * bits as f64 * 2_f64.powi(exponent - 4 * fraction.len() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_numbers() {
        let check = |text: &str, expected: f64| assert_eq!(hexadecimal(text), Some(expected));
        check("0x1.8p+1", 3.0);
        check("-0x1p-2", -0.25);
        check("0x0p+0", 0.0);
        check("inf", f64::INFINITY);
    }

    #[test]
    fn reports_of_the_runtime() {
        let text = "program 0 65 12\nsite 1 u 2 -1 3 3 7 0x0p+0 0x0p+0 -1 3\nprogram 1 0 1\n";
        let observed = read(text);
        assert_eq!(observed.len(), 2);
        assert!(observed[0].kinds.has(Kinds::OVERFLOW) && observed[0].kinds.has(Kinds::OTHER));
        assert_eq!(observed[0].runs, 12);
        let site = &observed[0].sites[0];
        assert_eq!(site.values, [i128::from(u64::MAX), 3]);
        assert!(site.complete && observed[1].sites.is_empty());
    }
}
