//! Expectations are what glibc prints.

use super::*;
use term::{Float, FloatFormat, RoundingMode};

fn int(value: i64) -> Value {
    Value::BitVec(BitVec::from_i64(32, value))
}

fn long(value: i64) -> Value {
    Value::BitVec(BitVec::from_i64(64, value))
}

fn double(value: f64) -> Value {
    Value::Float(Float::from_f64(value))
}

fn check(format: &str, args: &[Value], expected: &str) {
    let mut read = |address: u64, limit: u64| {
        assert_eq!(address, 1000);
        b"hello"[..5.min(limit as usize)].to_vec()
    };
    let text = super::format(Machine::Lp64, format.as_bytes(), args, &mut read);
    assert_eq!(String::from_utf8(text).unwrap(), expected, "{format}");
}

#[test]
fn integers() {
    check("%d %i %u", &[int(-5), int(7), int(-1)], "-5 7 4294967295");
    check("[%5d|%-5d|%05d]", &[int(42), int(42), int(-42)], "[   42|42   |-0042]");
    check("[%+d|% d|%.3d|%5.3d]", &[int(4), int(4), int(4), int(-4)], "[+4| 4|004| -004]");
    check("[%.0d|%.d]", &[int(0), int(0)], "[|]");
    check(
        "%x %X %#x %#o %o",
        &[int(255), int(255), int(255), int(8), int(-1)],
        "ff FF 0xff 010 37777777777",
    );
    check("%#x %#o %#.3o", &[int(0), int(0), int(1)], "0 0 001");
    check("%hhd %hd %hhu", &[int(300), int(70000), int(-1)], "44 4464 255");
    check(
        "%ld %lld %zu %lx",
        &[long(-1), long(1 << 40), long(-1), long(-1)],
        "-1 1099511627776 18446744073709551615 ffffffffffffffff",
    );
    check("[%*d|%-*d|%*d]", &[int(4), int(1), int(4), int(2), int(-4), int(3)], "[   1|2   |3   ]");
    check("[%08.3d]", &[int(5)], "[     005]");
}

#[test]
fn characters_and_strings() {
    check("%c%c", &[int(104), int(105)], "hi");
    check(
        "[%s|%7s|%-7s|%.2s]",
        &[long(1000), long(1000), long(1000), long(1000)],
        "[hello|  hello|hello  |he]",
    );
    check("%s %p %p", &[long(0), long(0), long(0xbeef)], "(null) (nil) 0xbeef");
    check("100%%", &[], "100%");
    check("%", &[], "%");
    check("%y", &[], "%y");
    check("%d", &[], "0");
}

#[test]
fn floats() {
    check("%f %f %.2f", &[double(1.5), double(-0.0), double(2.675)], "1.500000 -0.000000 2.67");
    check(
        "%.0f %.0f %.0f %#.0f",
        &[double(0.5), double(1.5), double(2.5), double(1.0)],
        "0 2 2 1.",
    );
    check(
        "%e %E %.0e",
        &[double(12345.678), double(0.0), double(15.0)],
        "1.234568e+04 0.000000E+00 2e+01",
    );
    check("%e", &[double(9.999_999_9)], "1.000000e+01");
    check(
        "%g %g %g %g",
        &[double(0.0001), double(0.00001), double(123_456.0), double(1_234_567.0)],
        "0.0001 1e-05 123456 1.23457e+06",
    );
    check(
        "%g %#g %.3g %g",
        &[double(1.0), double(1.0), double(0.000_123_45), double(0.0)],
        "1 1.00000 0.000123 0",
    );
    check("%g", &[double(999_999.5)], "1e+06");
    check(
        "%f %F %g",
        &[double(f64::INFINITY), double(f64::NAN), double(f64::NEG_INFINITY)],
        "inf NAN -inf",
    );
    check(
        "[%8.2f|%-8.2f|%08.2f|%+.1f|%05f]",
        &{ [double(3.25), double(3.25), double(-3.25), double(1.0), double(f64::INFINITY)] },
        "[    3.25|3.25    |-0003.25|+1.0|  inf]",
    );
    check("%.20f", &[double(0.1)], "0.10000000000000000555");
    check("%.3e", &[double(5e-324)], "4.941e-324");
    check(
        "%a %a %a %.2a",
        &[double(1.0), double(-0.1), double(0.0), double(1.999)],
        "0x1p+0 -0x1.999999999999ap-4 0x0p+0 0x2.00p+0",
    );
    check("%a", &[double(5e-324)], "0x0.0000000000001p-1022");
}

#[test]
fn long_doubles() {
    let tenth = Float::from_rational(
        FloatFormat::X87,
        &Float::from_f64(0.1).to_rational().unwrap(),
        RoundingMode::NearestEven,
    );
    check(
        "%Lf %.20Lf",
        &[Value::Float(tenth.clone()), Value::Float(tenth)],
        "0.100000 0.10000000000000000555",
    );
    let one = Float::from_f64(1.0).to_format(FloatFormat::X87, RoundingMode::NearestEven);
    check("%La", &[Value::Float(one)], "0x8p-3");
}
