//! Proofs that rely on lemmas of other engines.

use super::variants;
use crate::engine::{Context, Engine};
use crate::testing::model;
use crate::{Board, Exchange, Ic3Cfa, Ic3CfaConfig, Silent};
use check::{Options, check_proof};
use evidence::Verdict;
use model::Automaton;
use smt::Budget;
use std::sync::Arc;

/// A lemma of a cut point follows from that of the previous cut point, not from facts in between.
#[test]
fn lemmas_are_relied_on_at_cut_points() {
    let text = "var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00 }
          head -> body
          body -> head { x := (ite (bvult x #x0a) (bvadd x #x01) x) }
          head -> bad { assume (bvugt x #x14) }
        }";
    let model = model(text);
    let head = model.entry().cfa.find_location("head").unwrap();
    let mut store = model.terms.clone();
    let x = store.lookup("x").unwrap();
    let (x, ten) = (store.var(x), store.bv(8, 10));
    let lemma = store.bv_ule(x, ten);
    for config in variants() {
        let config = Ic3CfaConfig { take_after: 0, ..config };
        let board = Arc::new(Board::new(&model));
        Exchange::new(Arc::clone(&board), 0).publish(&store, 1, &[(head, lemma)]);
        let (mut observer, budget) = (Silent, Budget::unlimited());
        let exchange = Exchange::new(board, 1);
        let mut context = Context { exchange, ..Context::new(budget.clone(), &mut observer) };
        let Verdict::Safe(proof) = Ic3Cfa::new(config.clone())
            .run(&Automaton::of(model.clone()).unwrap(), &mut context)
            .verdict
        else {
            panic!("{config:?}");
        };
        let checked = check_proof(&model, &proof, &Options::default(), &budget);
        assert!(checked.is_ok(), "{config:?}: {checked:?}");
    }
}

/// That a location is unreachable in a few steps is not an invariant, however distant the location
/// is.
#[test]
fn distances_are_nothing_to_offer() {
    let chain: String = (1..40).map(|i| format!("l{i} -> l{} {{ havoc x }}\n", i + 1)).collect();
    let text = format!(
        "var x : bv8
        procedure main {{
          initial start
          error bad \"\"
          start -> l1 {{ x := #x00 }}
          {chain}
          l40 -> bad {{ assume (= x #x07) }}
        }}"
    );
    let model = model(&text);
    for config in variants() {
        let board = Arc::new(Board::new(&model));
        let (mut observer, budget) = (Silent, Budget::unlimited());
        let exchange = Exchange::new(Arc::clone(&board), 0);
        let mut context = Context { exchange, ..Context::new(budget, &mut observer) };
        let verdict = Ic3Cfa::new(config.clone())
            .run(&Automaton::of(model.clone()).unwrap(), &mut context)
            .verdict;
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{config:?}: {verdict:?}");
        assert!(board.is_empty(), "{config:?}");
    }
}
