//! Forged evidence: for each question there is a twin with the opposite answer. Evidence about the one is
//! presented for the other, as it is and with single words changed; nothing of it may be accepted.

mod common;

use common::{in_parallel, lemmatic};
use std::path::Path;

/// A question whose answer is TRUE, and what to replace in it so that the answer is FALSE.
struct Twins {
    file: &'static str,
    text: &'static str,
    replace: (&'static str, &'static str),
    options: &'static [&'static str],
}

const TWINS: [Twins; 7] = [
    Twins {
        file: "a.smt2",
        text: "(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 100)) (inv (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (not (= y (* 2 x)))) false)))
(check-sat)",
        replace: ("(not (= y (* 2 x)))", "(= y 4)"),
        options: &[],
    },
    Twins {
        file: "a.smt2",
        text: "(set-logic HORN)
(declare-fun p (Real Real) Bool)
(declare-fun q (Real) Bool)
(assert (forall ((x Real) (y Real)) (=> (and (>= x 1.0) (<= y 0.5)) (p x y))))
(assert (forall ((x Real) (y Real)) (=> (p x y) (p (+ x 0.25) (- y 1.0)))))
(assert (forall ((x Real) (y Real)) (=> (p x y) (q (- x y)))))
(assert (forall ((z Real)) (=> (and (q z) (< z 0.5)) false)))
(check-sat)",
        replace: ("(< z 0.5)", "(< z 0.75)"),
        options: &[],
    },
    Twins {
        file: "a.smt2",
        text: "(set-logic HORN)
(declare-fun f ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((n (_ BitVec 8))) (=> (= n #x00) (f n #x00))))
(assert (forall ((n (_ BitVec 8)) (r (_ BitVec 8)))
  (=> (and (f n r) (bvult n #x40)) (f (bvadd n #x01) (bvadd r #x03)))))
(assert (forall ((n (_ BitVec 8)) (r (_ BitVec 8))) (=> (and (f n r) (bvugt n #x40)) false)))
(check-sat)",
        replace: ("(bvugt n #x40)", "(= r #x0c)"),
        options: &[],
    },
    Twins {
        file: "a.c",
        text: "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y < 1 || y > 9) return 0;
  while (x > 0) x -= y;
  return 0;
}",
        replace: ("y < 1", "y < 0"),
        options: &["--property", "termination"],
    },
    // The refutation is a recurrent set.
    Twins {
        file: "a.c",
        text: "extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned long x = 1 + 2 * __VERIFIER_nondet_uchar();
  while (x != 0 && x < 1000) x += 2;
  return 0;
}",
        replace: ("x < 1000", "x != 8"),
        options: &["--property", "termination"],
    },
    Twins {
        file: "a.c",
        text: "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned i = 0, s = 0, n = __VERIFIER_nondet_int();
  while (i < n) {
    i++;
    s += 2;
    if (s != 2 * i) reach_error();
  }
  return 0;
}",
        replace: ("s != 2 * i", "s == 6"),
        options: &[],
    },
    Twins {
        file: "a.c",
        text: "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *one = malloc(sizeof *one);
    one->value = 7;
    one->next = list;
    list = one;
  }
  for (; list; list = list->next)
    if (list->value != 7) reach_error();
  return 0;
}",
        replace: ("list->value != 7", "!list->next"),
        options: &["--property", "unreach-call"],
    },
];

/// Words that may stand for each other.
const WORDS: [&[&str]; 5] = [
    &["bvult", "bvslt"],
    &["<", "<=", ">="],
    &["and", "or"],
    &["bvadd", "bvsub", "bvshl"],
    &["true", "false"],
];

/// How many changed versions of a piece of evidence are presented.
const CHANGES: usize = 12;

/// Evidence with one word or number changed, for words all over the text.
fn changed(text: &str) -> Vec<String> {
    let is_part = |c: char| !c.is_whitespace() && !"()".contains(c);
    let mut versions = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_part).map(|start| at + start) {
        let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end);
        let word = &text[start..end];
        let mut others: Vec<String> = Vec::new();
        if let Some(digits) = word.strip_prefix("#x") {
            let value = u128::from_str_radix(digits, 16).expect("a hexadecimal number");
            let width = digits.len();
            others.push(format!("#x{:0width$x}", value ^ 1));
        } else if let Ok(number) = word.parse::<u32>() {
            others.push((number + 1).to_string());
        } else if let Ok(number) = word.parse::<f64>() {
            others.push(format!("{:?}", number + 1.0));
        } else {
            for words in WORDS.iter().filter(|words| words.contains(&word)) {
                others.extend(words.iter().filter(|&&other| other != word).map(|&w| w.to_owned()));
            }
        }
        versions.extend(others.iter().map(|to| format!("{}{to}{}", &text[..start], &text[end..])));
        at = end;
    }
    let step = versions.len().div_ceil(CHANGES).max(1);
    versions.into_iter().step_by(step).collect()
}

/// The evidence that a run stores: its head, which identifies the question, and the rest.
fn evidence(path: &Path, options: &[&str], expected: &str) -> (String, String) {
    let stored = path.with_extension("evidence");
    let (file, proof) = (path.to_str().expect("a path"), stored.to_str().expect("a path"));
    let run = lemmatic(&[&["verify", file, "--proof", proof], options].concat());
    assert!(run.last_line().starts_with(expected), "{file}\n{}{}", run.stdout, run.stderr);
    let text = std::fs::read_to_string(stored).expect("the evidence is stored");
    let (head, body) = text.split_once('\n').expect("two parts");
    (head.to_owned(), body.to_owned())
}

fn present(path: &Path, options: &[&str], head: &str, body: &str) -> common::Run {
    let forged = path.with_extension("forged");
    std::fs::write(&forged, format!("{head}\n{body}")).expect("a file");
    let (file, forged) = (path.to_str().expect("a path"), forged.to_str().expect("a path"));
    lemmatic(&[&["check", forged, file, "--timeout", "10"], options].concat())
}

#[test]
fn evidence_of_the_opposite_answer_is_rejected() {
    in_parallel(2, TWINS.iter().collect(), |twins: &Twins| {
        let Twins { file, text, replace: (from, to), options } = twins;
        assert!(text.contains(from), "{from} is not in\n{text}");
        let folder = tempfile::tempdir().unwrap();
        let paths = ["holds", "fails"].map(|name| {
            std::fs::create_dir(folder.path().join(name)).unwrap();
            folder.path().join(name).join(file)
        });
        std::fs::write(&paths[0], text).unwrap();
        std::fs::write(&paths[1], text.replace(from, to)).unwrap();
        let proof = evidence(&paths[0], options, "result: TRUE");
        let refutation = evidence(&paths[1], options, "result: FALSE");
        for (path, (head, body), (_, opposite)) in
            [(&paths[0], &proof, &refutation), (&paths[1], &refutation, &proof)]
        {
            present(path, options, head, body).check("result: ACCEPTED", 0);
            for forged in std::iter::once(opposite.clone()).chain(changed(opposite)) {
                let run = present(path, options, head, &forged);
                assert_ne!(run.code, Some(0), "accepted for\n{text}\n{forged}\n{}", run.stdout);
                assert!(!run.stdout.contains("internal error"), "{forged}\n{}", run.stdout);
            }
        }
    });
}
