use super::*;
use crate::verify;

fn of(text: &str) -> Recurrences {
    let model = crate::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let found = Recurrences::of(&model).unwrap_or_else(|gap| panic!("{gap}"));
    assert_eq!(verify(&found.model), Ok(()));
    let (before, after) = (&model.entry().cfa, &found.model.entry().cfa);
    for edge in before.edges() {
        assert_eq!(found.origin(edge), Some(edge));
        assert_eq!(before.edge(edge).target, after.edge(edge).target);
    }
    for (edge, origin) in after.edges().filter_map(|edge| Some((edge, found.origin(edge)?))) {
        let ends = before.error_at(before.edge(origin).source).is_some();
        assert!(ends || after.edge(edge).command == before.edge(origin).command);
    }
    found
}

/// The variables that are saved at each loop.
fn check(text: &str, expected: &str) {
    let found = of(text);
    let cfa = &found.model.entry().cfa;
    let shown = |one: &RecurrentLoop| {
        let saved = cfa.edge(one.save).command.modified();
        let mut names: Vec<&str> = saved.iter().map(|v| found.model.terms.name(*v)).collect();
        names.sort_unstable();
        format!("{}: {}", cfa.name(one.head), names.join(" "))
    };
    let loops: Vec<String> = found.loops.iter().map(shown).collect();
    assert_eq!(loops.join("; "), expected);
}

#[test]
fn a_loop_saves_what_decides_whether_it_is_left() {
    let text = "
        var x, y, sum, after, t : bv8
        procedure main {
          initial start
          start -> head { x := #x00 }
          head -> body { assume (bvult x y) }
          body -> head { x := (bvadd x #x01); sum := (bvadd sum x); after := sum; t := x }
          head -> end { assume (not (bvult x y)) }
          end -> done { assume (= after #x03) }
        }";
    check(text, "head: saved x saved y");
    check("procedure main { initial a a -> b }", "");
    check("var x : bv8 procedure main { initial a a -> a { havoc x; assume (= x #x01) } }", "a: ");
}

#[test]
fn inner_loops_have_copies_of_their_own() {
    let text = "
        var i, j : bv8
        procedure main {
          initial outer
          outer -> inner { assume (bvult i #x05); j := #x00 }
          inner -> inner { assume (bvult j i); j := (bvadd j #x01) }
          inner -> outer { assume (not (bvult j i)); i := (bvadd i #x01) }
        }";
    check(text, "outer: saved i; inner: saved i saved j");
    let found = of(text);
    let cfa = &found.model.entry().cfa;
    // Three edges, a copy of them and one of the inner edge, and three more for each loop.
    assert_eq!(cfa.edges().len(), 3 + 3 + 1 + 2 * 3);
    assert_eq!(cfa.errors().len(), 1);
}

#[test]
fn errors_are_ends_unless_nothing_is_known_there() {
    let text = "
        procedure main {
          initial a
          error bad \"x\"
          error gap \"unsupported: inline assembly\"
          a -> a
          a -> bad
          bad -> a
          a -> gap
        }";
    let found = of(text);
    let cfa = &found.model.entry().cfa;
    let kinds: Vec<String> = cfa.errors().iter().map(|e| e.kind.to_string()).collect();
    assert_eq!(kinds, ["unsupported: inline assembly", "termination"]);
    assert_eq!(found.loops.len(), 1);
}

#[test]
fn values_must_be_finite() {
    let model = crate::parse("var x : int procedure main { initial a a -> a }").unwrap();
    assert!(Recurrences::of(&model).is_err());
    let nested = "var a : (Array (_ BitVec 64) (Array (_ BitVec 8) Bool))
                  procedure main { initial a a -> a }";
    assert!(Recurrences::of(&crate::parse(nested).unwrap()).is_ok());
    let unknown = Recurrences::unknown(&model, Gap::calls()).model;
    assert_eq!(unknown.entry().cfa.errors()[0].location, unknown.entry().cfa.initial());
}

const CALLS: &str = "var g : bv8
    procedure main {
      var x : bv8
      initial start
      start -> head { x := #x05 }
      head -> called { assume (bvult #x00 x) }
      called -> head { call x := f((bvsub x #x01)) }
      head -> done { assume (= x #x00) }
    }
    procedure f(n : bv8) returns (r : bv8) {
      var m : bv8
      initial in
      exit out
      error bad \"wrong\"
      error open \"unsupported: something\"
      in -> out { assume (= n #x00); r := #x00 }
      in -> deeper { assume (not (= n #x00)) }
      deeper -> back { call m := f((bvsub n #x01)) }
      back -> out { r := m; g := #x01 }
      back -> bad { assume (= m #x03) }
      back -> open { assume (= m #x04) }
      bad -> bad
    }";

/// A run may go into a procedure for good, which has variables of its own there.
#[test]
fn chains_of_calls_are_cycles() {
    let model = crate::parse(CALLS).unwrap_or_else(|error| panic!("{error}"));
    let found = Recurrences::of(&model).unwrap_or_else(|gap| panic!("{gap}"));
    assert_eq!(verify(&found.model), Ok(()), "{}", found.model);
    let cfa = &found.model.entry().cfa;
    let heads: Vec<&str> = found.loops.iter().map(|one| cfa.name(one.head)).collect();
    assert_eq!(heads, ["f.in", "head"]);
    let flat = found.model.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "called -> f.in { argument!0 := (bvadd x #xff); f.n := argument!0; havoc f.r; havoc f.m }",
        "called -> head { call x := f((bvadd x #xff)) }",
        "f.deeper -> f.in { argument!1 := (bvadd f.n #xff); f.n := argument!1; havoc f.r; havoc f.m }",
        "f.deeper -> f.back { call f.m := f((bvadd f.n #xff)) }",
        "f.back -> f.out { f.r := f.m; g := #x01 }",
        "f.in@0 -> f.deeper@0 { assume (not (= f.n #x00)) }",
        "deeper -> back { call m := f((bvadd n #xff)) }",
    ] {
        assert!(flat.contains(line), "{line}\n{flat}");
    }
    // Runs end at errors, but not at what is not modelled, which only the entry needs to say.
    let errors = |cfa: &Cfa| -> Vec<String> {
        cfa.errors().iter().map(|error| cfa.name(error.location).to_owned()).collect()
    };
    assert_eq!(errors(cfa), ["f.open", "recurrence"]);
    assert!(errors(&found.model.procedures[1].cfa).is_empty());
    // Measures may speak of the parameter, which is saved at the start of the copy.
    let entered = &found.loops[0];
    let saved: Vec<&str> = entered.relevant.iter().map(|&v| found.model.terms.name(v)).collect();
    assert_eq!(saved, ["f.n"]);
    // The model can be read again.
    let text = found.model.to_string();
    let again = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.to_string(), text);
}

#[test]
fn entries_that_are_called_are_not_supported() {
    let model = "procedure main { initial a exit b a -> b { call main() } }";
    let model = crate::parse(model).unwrap_or_else(|error| panic!("{error}"));
    assert!(Recurrences::of(&model).is_err());
}
