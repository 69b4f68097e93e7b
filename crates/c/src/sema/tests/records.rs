//! Layouts of gcc 12; the numbers were read from its object files.

use super::unit;
use program::Machine;

/// Compares size, alignment and the places of the members of the last record.
fn check(text: &str, ilp32: &str, lp64: &str) {
    for (machine, expected) in [(Machine::Ilp32, ilp32), (Machine::Lp64, lp64)] {
        let unit = unit(machine, text);
        let record = unit.types.records.iter().find(|record| record.name == "s");
        let record = record.expect("a record");
        let mut shown = format!("{}/{}", record.size, record.align);
        for member in record.members.iter().flatten() {
            shown.push_str(&match member.bits {
                None => format!(" {}@{}", member.name, member.offset),
                Some(bits) => {
                    let position = member.offset * 8 + u64::from(bits.start);
                    format!(" {}@{position}:{}", member.name, bits.width)
                }
            });
        }
        assert_eq!(shown, expected, "{text} on {machine:?}");
    }
}

#[test]
fn records_are_laid_out_as_gcc_does() {
    for (text, ilp32, lp64) in [
        ("struct s { char a; double b; char c; };", "16/4 a@0 b@4 c@12", "24/8 a@0 b@8 c@16"),
        ("struct s { char a; long long b; };", "12/4 a@0 b@4", "16/8 a@0 b@8"),
        (
            "struct s { char a; long double b; char c; };",
            "20/4 a@0 b@4 c@16",
            "48/16 a@0 b@16 c@32",
        ),
        ("struct s { char a; long b; short c; };", "12/4 a@0 b@4 c@8", "24/8 a@0 b@8 c@16"),
        ("struct s { char a; void *b; };", "8/4 a@0 b@4", "16/8 a@0 b@8"),
        ("struct s { char a[3]; int b[2]; };", "12/4 a@0 b@4", "12/4 a@0 b@4"),
        ("union s { char a; double b; int c[3]; };", "12/4 a@0 b@0 c@0", "16/8 a@0 b@0 c@0"),
        ("struct s { int a : 3; int b : 30; };", "8/4 a@0:3 b@32:30", "8/4 a@0:3 b@32:30"),
        (
            "struct s { char a; int b : 8; int c : 17; };",
            "8/4 a@0 b@8:8 c@32:17",
            "8/4 a@0 b@8:8 c@32:17",
        ),
        (
            "struct s { char a : 4; short b : 12; char c : 4; };",
            "4/2 a@0:4 b@4:12 c@16:4",
            "4/2 a@0:4 b@4:12 c@16:4",
        ),
        (
            "struct s { unsigned a : 5; unsigned : 0; unsigned b : 5; };",
            "8/4 a@0:5 b@32:5",
            "8/4 a@0:5 b@32:5",
        ),
        ("struct s { char a; int : 0; char b; };", "5/1 a@0 b@4", "5/1 a@0 b@4"),
        ("struct s { char a; long long : 0; char b; };", "5/1 a@0 b@4", "9/1 a@0 b@8"),
        ("struct s { char a; int : 5; };", "2/1 a@0", "2/1 a@0"),
        (
            "struct s { long long a : 40; long long b : 30; };",
            "12/4 a@0:40 b@40:30",
            "16/8 a@0:40 b@64:30",
        ),
        ("struct s { int a; long long b : 33; };", "12/4 a@0 b@32:33", "16/8 a@0 b@64:33"),
        (
            "struct s { _Bool a : 1; _Bool b : 1; char c; };",
            "2/1 a@0:1 b@1:1 c@1",
            "2/1 a@0:1 b@1:1 c@1",
        ),
        ("struct s { short a : 9; char b : 8; };", "4/2 a@0:9 b@16:8", "4/2 a@0:9 b@16:8"),
        (
            "struct s { char a; int b; short c; } __attribute__((packed));",
            "7/1 a@0 b@1 c@5",
            "7/1 a@0 b@1 c@5",
        ),
        (
            "struct s { char a; int b : 20; int c : 20; } __attribute__((packed));",
            "6/1 a@0 b@8:20 c@28:20",
            "6/1 a@0 b@8:20 c@28:20",
        ),
        (
            "struct s { char a; int b __attribute__((packed)); int c; };",
            "12/4 a@0 b@1 c@8",
            "12/4 a@0 b@1 c@8",
        ),
        (
            "struct s { char a; int b __attribute__((aligned(16))); };",
            "32/16 a@0 b@16",
            "32/16 a@0 b@16",
        ),
        ("struct s { char a; } __attribute__((aligned(8)));", "8/8 a@0", "8/8 a@0"),
        (
            "struct s { char a; int b; } __attribute__((packed, aligned(4)));",
            "8/4 a@0 b@1",
            "8/4 a@0 b@1",
        ),
        (
            "typedef int T __attribute__((aligned(2))); struct s { char a; T b; };",
            "6/2 a@0 b@2",
            "6/2 a@0 b@2",
        ),
        (
            "typedef long long T __attribute__((aligned(8))); struct s { char a; T b; };",
            "16/8 a@0 b@8",
            "16/8 a@0 b@8",
        ),
        ("struct s { char a; int b[]; };", "4/4 a@0 b@4", "4/4 a@0 b@4"),
        ("struct s { };", "0/1", "0/1"),
        ("struct s { int : 3; char a; };", "2/1 a@1", "2/1 a@1"),
        ("union s { int a : 3; short b : 9; };", "4/4 a@0:3 b@0:9", "4/4 a@0:3 b@0:9"),
        (
            "struct s { char a; struct { short x; char y; } b; char c; };",
            "8/2 a@0 b@2 c@6",
            "8/2 a@0 b@2 c@6",
        ),
        (
            "#pragma pack(2)\nstruct s { char a; int b; double c; };",
            "14/2 a@0 b@2 c@6",
            "14/2 a@0 b@2 c@6",
        ),
        (
            "enum e { A }; struct s { enum e a : 2; enum e b : 31; };",
            "8/4 a@0:2 b@32:31",
            "8/4 a@0:2 b@32:31",
        ),
    ] {
        check(text, ilp32, lp64);
    }
}
