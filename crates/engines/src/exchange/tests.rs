use super::*;
use model::{Location, Model, parse};
use std::sync::Arc;
use term::{Sort, Term, TermStore};

const MODEL: &str = "\
var x : bv8
var b : bool
procedure main {
  error bad \"never\"
  start -> head { x := #x00 }
  head -> head { assume (bvult x #x0a); x := (bvadd x #x01) }
  head -> bad { assume (bvugt x #x0a) }
}
";

/// An engine at the board: its store and its exchange.
struct Party {
    store: TermStore,
    exchange: Exchange,
}

fn parties<const N: usize>() -> (Model, Arc<Board>, [Party; N]) {
    let model = parse(MODEL).unwrap();
    let board = Arc::new(Board::new(&model));
    let party = |author| Party {
        store: model.terms.clone(),
        exchange: Exchange::new(Arc::clone(&board), author),
    };
    let parties = std::array::from_fn(party);
    (model, board, parties)
}

impl Party {
    /// The term `x <= bound`.
    fn at_most(&mut self, bound: u64) -> Term {
        let x = self.store.lookup("x").unwrap();
        let (x, bound) = (self.store.var(x), self.store.bv(8, bound));
        self.store.bv_ule(x, bound)
    }

    fn publish(&mut self, k: u32, location: Location, bounds: &[u64]) -> usize {
        let batch: Vec<_> = bounds.iter().map(|&bound| (location, self.at_most(bound))).collect();
        self.exchange.publish(&self.store, k, &batch)
    }

    /// The new lemmas, as text.
    fn news(&mut self) -> Vec<String> {
        let lemmas = self.exchange.take_new(&mut self.store);
        let text = |lemma: &Lemma| {
            format!("{} {} {}", lemma.location, lemma.k, self.store.display_tree(lemma.term))
        };
        lemmas.iter().map(text).collect()
    }
}

#[test]
fn lemmas_of_others_are_taken_once() {
    let (model, board, [mut a, mut b, mut c]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    assert!(board.is_empty() && !b.exchange.has_new());
    // Terms get different ids in the stores of author and reader.
    a.at_most(200);
    assert_eq!(a.publish(1, head, &[10, 20]), 2);
    assert!(b.exchange.has_new());
    let lemma = |k: u32, bound: &str| format!("{head} {k} (bvult x {bound})");
    assert_eq!(b.news(), [lemma(1, "#x0b"), lemma(1, "#x15")]);
    assert!(!b.exchange.has_new());
    assert_eq!(b.publish(3, head, &[30]), 1);
    assert_eq!(b.news(), [""; 0]);
    assert_eq!(a.news(), [lemma(3, "#x1f")]);
    assert_eq!(c.news(), [lemma(1, "#x0b"), lemma(1, "#x15"), lemma(3, "#x1f")]);
    assert_eq!(board.len(), 3);
    assert_eq!(b.exchange.counters(), [("lemmas published", 1), ("lemmas taken", 2)]);
}

#[test]
fn what_is_known_is_no_news() {
    let (model, board, [mut a, mut b]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    assert_eq!(a.publish(1, head, &[10]), 1);
    assert_eq!(b.publish(2, head, &[10, 11]), 1);
    let truth = a.store.bool(true);
    assert_eq!(a.exchange.publish(&a.store, 1, &[(head, truth)]), 0);
    assert_eq!(board.len(), 2);
}

#[test]
fn a_batch_with_something_else_than_a_lemma_is_refused() {
    let (model, board, [mut a]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    let lemma = a.at_most(7);
    let mut refused = |location: Location, make: &mut dyn FnMut(&mut TermStore) -> Term| {
        let other = make(&mut a.store);
        let batch = [(head, lemma), (location, other)];
        assert_eq!(a.exchange.publish(&a.store, 1, &batch), 0);
    };
    refused(Location::from_index(99), &mut |store| store.bool(false));
    refused(head, &mut |store| store.bv(8, 3));
    refused(head, &mut |store| {
        let primed = store.fresh("x", Sort::Bool);
        store.var(primed)
    });
    refused(head, &mut |store| {
        let x = store.lookup("x").unwrap();
        let x = store.var(x);
        let mut deep = x;
        for i in 0..1000 {
            let odd = store.bv(8, 2 * i + 3);
            deep = store.bv_mul(deep, odd);
            deep = store.bv_not(deep);
        }
        store.eq(deep, x)
    });
    assert!(board.is_empty());
}

#[test]
fn proofs_include_what_they_rely_on() {
    let (model, _, [mut a, mut b]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    a.publish(1, head, &[40]);
    // Own lemmas alone need not be included: nothing foreign depends on them.
    assert_eq!(a.exchange.relied_on(&mut a.store), ReliedOn { k: 1, lemmas: vec![] });
    b.publish(2, head, &[30]);
    a.news();
    b.publish(5, head, &[20]);
    let lemmas = vec![(head, a.at_most(40)), (head, a.at_most(30))];
    assert_eq!(a.exchange.relied_on(&mut a.store), ReliedOn { k: 2, lemmas });
}

#[test]
fn lemmas_that_are_hard_to_check_may_be_left_alone() {
    let (model, _, [mut a, mut b]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    a.exchange = std::mem::take(&mut a.exchange).up_to_k(1);
    b.publish(1, head, &[40]);
    b.publish(2, head, &[30]);
    // This one may depend on the previous one.
    b.publish(1, head, &[20]);
    assert_eq!(a.exchange.take_new(&mut a.store).len(), 1);
    assert!(!a.exchange.has_new());
    assert!(a.exchange.take_new(&mut a.store).is_empty());
    let lemmas = vec![(head, a.at_most(40))];
    assert_eq!(a.exchange.relied_on(&mut a.store), ReliedOn { k: 1, lemmas });
}

#[test]
fn alone_there_is_nothing_to_exchange() {
    let (model, _, [mut a]) = parties();
    let head = model.entry().cfa.find_location("head").unwrap();
    a.exchange = Exchange::none();
    assert!(!a.exchange.is_shared());
    assert_eq!(a.publish(1, head, &[10]), 0);
    assert!(!a.exchange.has_new());
    assert_eq!(a.news(), [""; 0]);
    assert_eq!(a.exchange.counters(), []);
}

#[test]
fn authors_may_post_at_the_same_time() {
    let (model, board, parties) = parties::<4>();
    let head = model.entry().cfa.find_location("head").unwrap();
    let post_and_read = |mut party: Party, from: u64| {
        let mut taken = 0;
        for bound in from..from + 30 {
            assert_eq!(party.publish(1, head, &[bound]), 1);
            taken += party.news().len();
        }
        (party, taken)
    };
    let readers = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..)
            .zip(parties)
            .map(|(i, party)| scope.spawn(move || post_and_read(party, 30 * i)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(board.len(), 120);
    for (mut party, taken) in readers {
        assert_eq!(taken + party.news().len(), 90);
    }
}
