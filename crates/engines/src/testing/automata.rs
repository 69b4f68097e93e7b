//! Small random automata.

use proptest::prelude::*;

/// Number of locations of each automaton.
pub(crate) const LOCATIONS: usize = 6;

/// Number of states at a location: two variables with three bits in total.
pub(crate) const STATES: u64 = 8;

fn condition() -> impl Strategy<Value = &'static str> {
    let conditions =
        ["b", "(not b)", "(= x #b01)", "(bvult x #b10)", "(or b (= x #b11))", "(bvult #b00 x)"];
    prop::sample::select(conditions.to_vec())
}

fn command() -> impl Strategy<Value = String> {
    let operations = [
        "x := (bvadd x #b01)",
        "x := #b00",
        "x := (ite b #b10 x)",
        "b := (bvult x #b10)",
        "b := (not b)",
        "havoc x",
        "havoc b",
    ];
    let operation = prop::sample::select(operations.to_vec());
    let leaf = prop_oneof![
        2 => operation.prop_map(str::to_owned),
        1 => condition().prop_map(|c| format!("assume {c}")),
    ];
    prop_oneof![
        3 => leaf.clone(),
        2 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("{a}; {b}")),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("choice {{ {a} }} or {{ {b} }}")),
        1 => (condition(), leaf.clone(), leaf).prop_map(|(c, a, b)| {
            format!("choice {{ assume {c}; {a} }} or {{ assume (not {c}); {b} }}")
        }),
    ]
}

/// An edge, or two edges with complementary conditions.
fn edges() -> impl Strategy<Value = String> {
    let location = || 0..LOCATIONS;
    prop_oneof![
        2 => (location(), location(), command())
            .prop_map(|(a, b, c)| format!("l{a} -> l{b} {{ {c} }}\n")),
        1 => (location(), location(), location(), condition(), command()).prop_map(
            |(a, b, c, yes, more)| format!(
                "l{a} -> l{b} {{ assume {yes} }}\nl{a} -> l{c} {{ assume (not {yes}); {more} }}\n"
            )
        ),
    ]
}

/// The text of an automaton over a `bv2` and a `bool`, with one error location.
pub(crate) fn automaton() -> impl Strategy<Value = String> {
    (prop::collection::vec(edges(), 1..8), 1..LOCATIONS).prop_map(|(edges, error)| {
        let locations: String = (0..LOCATIONS).map(|l| format!("location l{l}\n")).collect();
        format!(
            "var x : bv2\nvar b : bool\nprocedure main {{\n{locations}initial l0\n\
             error l{error} \"\"\n{}}}",
            edges.concat()
        )
    })
}
