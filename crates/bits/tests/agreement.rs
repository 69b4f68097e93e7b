//! Engines on bits agree with enumeration of all states, and the checker accepts their evidence.
//!
//! `LEMMATIC_CIRCUITS=N` tries more circuits.

use bits::{BitBmcConfig, BitSearch, Ic3Config, OnBits, Quip, QuipConfig, SharedSystem};
use check::{Options, check_proof, replay_trace};
use engines::{Context, Engine, Silent};
use evidence::Verdict;
use model::TransitionSystem;
use smt::Budget;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use term::{Assignment, Term, Value, eval};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as u32 % limit
    }
}

/// A random file in ASCII AIGER.
fn file(random: &mut Random) -> String {
    let (inputs, latches, gates) = (random.below(3), 1 + random.below(4), random.below(12));
    let total = inputs + latches + gates;
    let bad = 1 + random.below(2);
    let constraints = random.below(3) / 2;
    let mut text = format!("aag {total} {inputs} {latches} 0 {gates} {bad} {constraints}\n");
    for input in 1..=inputs {
        writeln!(text, "{}", 2 * input).unwrap();
    }
    let any = |random: &mut Random| random.below(2 * total + 2);
    for latch in inputs + 1..=inputs + latches {
        let first = 2 * (inputs + 1);
        let reset = match random.below(6) {
            0 => 2 * latch,
            1 => 1,
            // Only the first latch, so that there are no circles.
            2 if 2 * latch != first => first,
            _ => 0,
        };
        writeln!(text, "{} {} {reset}", 2 * latch, any(random)).unwrap();
    }
    for _ in 0..bad + constraints {
        let literal = any(random);
        writeln!(text, "{literal}").unwrap();
    }
    for gate in inputs + latches + 1..=total {
        let (a, b) = (random.below(2 * gate), random.below(2 * gate));
        writeln!(text, "{} {a} {b}", 2 * gate).unwrap();
    }
    text
}

fn holds(system: &TransitionSystem, values: &Assignment, term: Term) -> bool {
    eval(&system.terms, term, values).unwrap() == Value::Bool(true)
}

/// Whether a bad state is reachable, by enumeration.
fn is_unsafe(system: &TransitionSystem) -> bool {
    let symbols: Vec<_> = system.variables.iter().map(|variable| variable.symbol).collect();
    let assign = |state: u32, inputs: u32| {
        let mut values = Assignment::new();
        for (i, &symbol) in symbols.iter().enumerate() {
            values.set(symbol, Value::Bool((state >> i) & 1 == 1));
        }
        for (i, &symbol) in system.inputs.iter().enumerate() {
            values.set(symbol, Value::Bool((inputs >> i) & 1 == 1));
        }
        values
    };
    let initial = |&state: &u32| holds(system, &assign(state, 0), system.initial);
    let mut open: Vec<u32> = (0..1 << symbols.len()).filter(initial).collect();
    let mut seen: BTreeSet<u32> = open.iter().copied().collect();
    while let Some(state) = open.pop() {
        for inputs in 0..1 << system.inputs.len() {
            let values = assign(state, inputs);
            if system.bad.iter().any(|bad| holds(system, &values, bad.condition)) {
                return true;
            }
            if !holds(system, &values, system.constraint) {
                continue;
            }
            let mut next = 0;
            for (i, variable) in system.variables.iter().enumerate() {
                next |= u32::from(holds(system, &values, variable.next)) << i;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

fn check<S: BitSearch>(search: S, system: &TransitionSystem, is_unsafe: bool, what: &str) {
    let automaton = system.automaton();
    let shared = Arc::new(SharedSystem::new(system.clone()));
    let name = search.name();
    let budget = Budget::unlimited().with_timeout(std::time::Duration::from_secs(20));
    for given in [Some(shared), None] {
        let engine = OnBits::new(&search, given);
        let mut silent = Silent;
        let answer = engine.run(&automaton, &mut Context::new(budget.clone(), &mut silent));
        match answer.verdict {
            Verdict::Safe(proof) => {
                assert!(!is_unsafe, "{name} proves what is wrong: {what}");
                let accepted = check_proof(&automaton, &proof, &Options::default(), &budget);
                assert!(accepted.is_ok(), "{name}: {:?}: {what}", accepted.err());
            }
            Verdict::Unsafe(trace) => {
                assert!(is_unsafe, "{name} violates what holds: {what}");
                let replayed = replay_trace(&automaton, &trace);
                assert!(replayed.is_ok(), "{name}: {:?}: {what}", replayed.err());
            }
            other => {
                let may_give_up = name == "bit-bmc" && !is_unsafe;
                assert!(may_give_up, "{name} has no answer, {other:?}: {what}");
            }
        }
    }
}

#[test]
fn engines_agree_with_enumeration() {
    let count = std::env::var("LEMMATIC_CIRCUITS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut verdicts = [0; 2];
    for seed in 1..=count {
        let text = file(&mut Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed)));
        let system =
            hardware::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}")).system;
        let is_unsafe = is_unsafe(&system);
        verdicts[usize::from(is_unsafe)] += 1;
        let what = format!("seed {seed}\n{text}");
        check(Ic3Config::default(), &system, is_unsafe, &what);
        let plain = Ic3Config {
            ctg_depth: 0,
            no_activity: true,
            no_parents: true,
            no_lift_cores: true,
            forget_obligations: true,
            ..Ic3Config::default()
        };
        check(plain, &system, is_unsafe, &what);
        for variant in 0..5 {
            let config = QuipConfig {
                no_may: variant == 1,
                no_reach: variant == 2,
                reset_free: variant == 3,
                collect_bad: variant == 4,
            };
            check(Quip { config, ..Quip::default() }, &system, is_unsafe, &what);
        }
        check(BitBmcConfig { steps: Some(40) }, &system, is_unsafe, &what);
    }
    assert!(verdicts.iter().all(|&count| count > 20), "{verdicts:?}");
}
