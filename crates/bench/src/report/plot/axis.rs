//! Logarithmic axes.

/// A logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    length: f64,
}

impl Axis {
    /// An axis with a length in pixels for the given values; values below `floor` are not
    /// distinguished.
    pub fn new(values: impl Iterator<Item = f64>, floor: f64, length: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        let low = if low.is_finite() { low.max(floor) } else { floor };
        let low = 10f64.powf(low.log10().floor());
        let high = if high.is_finite() { high } else { low };
        Axis { low, high: high.max(low * 10.0), length }
    }

    /// Pixels from the start of the axis.
    pub fn at(&self, value: f64) -> f64 {
        let clamped = value.clamp(self.low, self.high);
        (clamped / self.low).log10() / (self.high / self.low).log10() * self.length
    }

    /// The values at the two ends.
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Values with a grid line, and whether the line has a label: powers of ten, and steps in
    /// between if there are few.
    pub fn ticks(&self) -> Vec<(f64, bool)> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = if decades <= 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let mut ticks = Vec::new();
        let mut power = self.low;
        while power <= self.high * 1.0001 {
            for step in steps {
                let value = power * step;
                if value <= self.high * 1.0001 {
                    ticks.push((value, decades <= 7.0 || ticks.len().is_multiple_of(2)));
                }
            }
            power *= 10.0;
        }
        ticks
    }
}

/// A short form of a value.
pub fn label(value: f64) -> String {
    let short = |value: f64, unit: &str| format!("{}{unit}", (value * 1000.0).round() / 1000.0);
    match value {
        v if v >= 999_999.0 => short(v / 1e6, "M"),
        v if v >= 9_999.0 => short(v / 1e3, "k"),
        v => short(v, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_the_axis() {
        let axis = Axis::new([0.5, 100.0].into_iter(), 0.01, 300.0);
        assert_eq!(axis.ends(), (0.1, 100.0));
        assert_eq!(axis.at(0.1), 0.0);
        assert!((axis.at(1.0) - 100.0).abs() < 1e-9);
        assert_eq!(axis.at(100.0), 300.0);
        assert_eq!(axis.at(0.0), 0.0);
        assert_eq!(axis.at(1e9), 300.0);
        let values: Vec<String> = axis.ticks().iter().map(|tick| label(tick.0)).collect();
        assert_eq!(values, ["0.1", "1", "10", "100"]);
    }

    #[test]
    fn few_and_no_values() {
        let axis = Axis::new(std::iter::empty(), 1.0, 100.0);
        assert_eq!(axis.ends(), (1.0, 10.0));
        let axis = Axis::new([0.0].into_iter(), 0.01, 100.0);
        assert_eq!(axis.ends().0, 0.01);
        let values: Vec<String> = axis.ticks().iter().map(|tick| label(tick.0)).collect();
        assert_eq!(values, ["0.01", "0.02", "0.05", "0.1"]);
    }

    #[test]
    fn labels_are_short() {
        let labels = [1.0, 1000.0, 10_000.0, 250_000.0, 1e6].map(label);
        assert_eq!(labels, ["1", "1000", "10k", "250k", "1M"]);
    }
}
