//! Random automata: reduction keeps the answer, and evidence can be carried back.

use crate::evidence_of::{accept_proof, accept_trace, bmc, read, reduced, reduced_for};
use crate::explorer::Explorer;
use clap::ValueEnum;
use evidence::{Proof, Translation, Verdict};
use model::Goal;
use passes::reduce::{ReduceConfig, Reduction};
use proptest::prelude::*;

const LOCATIONS: usize = 7;
const UNWIND: u32 = 8;

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

fn automaton() -> impl Strategy<Value = String> {
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

fn config() -> impl Strategy<Value = ReduceConfig> {
    let limits = (prop::sample::select(vec![0, 3, 200]), prop::sample::select(vec![1, 4]));
    let without = prop::sample::subsequence(Reduction::value_variants(), 0..=8);
    (without, any::<bool>(), limits).prop_map(|(without, all, (block_limit, rounds))| {
        let without = if all { Vec::new() } else { without };
        ReduceConfig { without, block_limit, rounds, ..ReduceConfig::default() }
    })
}

fn check(text: &str, config: &ReduceConfig) {
    let model = read(text);
    let reduced = reduced(&model, config);
    let is_safe = Explorer::new(&model).is_safe();
    let explorer = Explorer::new(&reduced.model);
    let about = || format!("{config:?}\n{text}\nbecame\n{}", reduced.model);
    assert_eq!(explorer.is_safe(), is_safe, "{}", about());
    match bmc(&reduced.model, UNWIND) {
        Verdict::Safe(proof) => {
            let proof = reduced.proof(&proof).unwrap();
            assert_eq!(accept_proof(&model, &proof), Ok(()), "{proof:?}\n{}", about());
        }
        Verdict::Unsafe(trace) => {
            let back = reduced.trace(&trace).unwrap();
            assert_eq!(accept_trace(&model, &back), Ok(()), "{trace:?}\n{back:?}\n{}", about());
        }
        Verdict::Fails(_) => unreachable!("only programs fail"),
        Verdict::Unknown(_) => {}
    }
    if is_safe {
        let proof = Proof::Invariants(explorer.invariants());
        let back = reduced.proof(&proof).unwrap();
        assert_eq!(accept_proof(&model, &back), Ok(()), "{proof:?}\n{back:?}\n{}", about());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn evidence_finds_its_way_back(text in automaton(), config in config()) {
        check(&text, &config);
    }

    #[test]
    fn runs_that_never_end_stay_where_every_run_is_to_end(text in automaton(), config in config()) {
        let model = read(&text);
        let reduced = reduced_for(Goal::EveryRunEnds, &model, &config);
        let (before, after) = (Explorer::new(&model), Explorer::new(&reduced.model));
        assert_eq!(
            after.every_run_ends(),
            before.every_run_ends(),
            "{config:?}\n{text}\nbecame\n{}",
            reduced.model
        );
    }
}
