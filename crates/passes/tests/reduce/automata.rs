//! Random automata and configurations.

use clap::ValueEnum;
use passes::reduce::{ReduceConfig, Reduction};
use proptest::prelude::*;

const LOCATIONS: usize = 7;

fn condition() -> impl Strategy<Value = &'static str> {
    let conditions = [
        "b",
        "(not b)",
        "(= x #b01)",
        "(= x y)",
        "(bvult x #b10)",
        "(or b (= x #b11))",
        "(bvult t x)",
        "(= t #b00)",
        "(and b (= y #b10))",
        "true",
        "false",
    ];
    prop::sample::select(conditions.to_vec())
}

fn operation() -> impl Strategy<Value = String> {
    let operations = [
        "x := (bvadd x #b01)",
        "x := #b00",
        "x := y",
        "y := x",
        "y := t",
        "y := #b10",
        "t := x",
        "t := (bvadd x y)",
        "x := t",
        "x := (ite b #b10 x)",
        "b := (bvult x #b10)",
        "b := (= t y)",
        "b := true",
        "t := (concat ((_ extract 1 1) t) (bvnot ((_ extract 0 0) t)))",
        "t := (concat ((_ extract 0 0) t) ((_ extract 1 1) t))",
        "y := (concat ((_ extract 0 0) x) ((_ extract 1 1) y))",
        "havoc x",
        "havoc t",
        "havoc b",
        "skip",
    ];
    prop::sample::select(operations.to_vec()).prop_map(str::to_owned)
}

fn command() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => operation(),
        1 => condition().prop_map(|c| format!("assume {c}")),
    ];
    prop_oneof![
        3 => leaf.clone(),
        2 => prop::collection::vec(leaf.clone(), 2..5).prop_map(|parts| parts.join("; ")),
        1 => (leaf.clone(), leaf.clone(), leaf.clone())
            .prop_map(|(a, b, c)| format!("choice {{ {a}; {b} }} or {{ {b} }} or {{ {c} }}; {a}")),
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

/// Edges from each location to the next, so that most errors can be reached.
fn line() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(command(), 1..LOCATIONS).prop_map(|commands| {
        let edge = |(i, command)| format!("l{i} -> l{} {{ {command} }}\n", i + 1);
        commands.into_iter().enumerate().map(edge).collect()
    })
}

/// Random automata over few states, as text.
pub fn automaton() -> impl Strategy<Value = String> {
    let errors = prop::collection::btree_set(1..LOCATIONS, 1..3);
    let edges = (line(), prop::collection::vec(edges(), 1..8));
    (edges, errors).prop_map(|((line, more), errors)| {
        let edges = [line, more].concat();
        let locations: String = (0..LOCATIONS).map(|l| format!("location l{l}\n")).collect();
        let errors: String = errors.iter().map(|l| format!("error l{l} \"\"\n")).collect();
        format!(
            "var x, y, t : bv2\nvar b : bool\nprocedure main {{\n{locations}initial l0\n{errors}{}}}",
            edges.concat()
        )
    })
}

/// Random configurations of reductions.
pub fn config() -> impl Strategy<Value = ReduceConfig> {
    let limits = (prop::sample::select(vec![0, 3, 200]), prop::sample::select(vec![1, 4]));
    let without = prop::sample::subsequence(Reduction::value_variants(), 0..=8);
    (without, any::<bool>(), limits).prop_map(|(without, all, (block_limit, rounds))| {
        let without = if all { Vec::new() } else { without };
        ReduceConfig { without, block_limit, rounds, ..ReduceConfig::default() }
    })
}
