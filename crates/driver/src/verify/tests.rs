use super::*;
use engines::{Answer, Bmc, BmcConfig, Context, Engine, EngineStats, Event, Silent};
use evidence::{Evidence, Proof};
use model::Automaton;

/// Makes a given claim.
enum Puppet {
    Claim(Verdict),
    /// Makes a claim, and stops the run.
    LastWord(Verdict),
    Panic,
}

impl Engine for Puppet {
    fn name(&self) -> &'static str {
        "puppet"
    }

    fn run(&self, _: &Automaton, context: &mut Context<'_>) -> Answer {
        context.observer.observe(&Event::Note("pulled".to_owned()));
        let verdict = match self {
            Puppet::Claim(verdict) => verdict.clone(),
            Puppet::LastWord(verdict) => {
                context.budget.interrupt().raise();
                verdict.clone()
            }
            Puppet::Panic => panic!("out of strings"),
        };
        Answer { verdict, stats: EngineStats::default() }
    }
}

const MODEL: &str = "\
var x : bv8
procedure main {
  error bad \"x is small\"
  start -> bad { assume (bvugt x #x7f) }
}
";

struct Seen {
    report: Report,
    /// Names of the files of the reproducer, if there is one.
    reproducer: Vec<String>,
}

fn run(engine: impl Engine + Send + Sync + 'static, budget: &Budget) -> Seen {
    let directory = tempfile::tempdir().unwrap();
    let task = Task::of_model(Vec::new(), model::parse(MODEL).unwrap());
    let options = Options {
        reproducer_dir: directory.path().to_owned(),
        configuration: "a test".to_owned(),
        check: check::Options::default(),
        reduce: ReduceConfig::default(),
    };
    let portfolio = Portfolio::of_one(engine);
    let report = verify(&task, &portfolio, &options, &mut Silent, budget);
    let mut reproducer = Vec::new();
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        assert!(entry.file_name().to_str().unwrap().starts_with("lemmatic-reproducer-"));
        for file in std::fs::read_dir(entry.path()).unwrap() {
            reproducer.push(file.unwrap().file_name().into_string().unwrap());
        }
    }
    reproducer.sort_unstable();
    Seen { report, reproducer }
}

#[test]
fn accepted_verdicts_are_reported() {
    let outcome = run(Bmc::new(BmcConfig::default()), &Budget::unlimited());
    assert!(matches!(outcome.report.verdict, Verdict::Unsafe(_)), "{:?}", outcome.report);
    assert!(matches!(outcome.report.acceptance, Some(Acceptance::Replayed(_))));
    assert!(outcome.reproducer.is_empty());
}

#[test]
fn lies_are_not_reported() {
    let lie = Verdict::Safe(Proof::unwinding(3));
    let outcome = run(Puppet::Claim(lie), &Budget::unlimited());
    let Verdict::Unknown(Reason::EvidenceRejected(why)) = &outcome.report.verdict else {
        panic!("{:?}", outcome.report);
    };
    assert!(why.contains("bad"), "{why}");
    assert_eq!(outcome.report.acceptance, None);
    assert_eq!(outcome.reproducer, ["evidence.txt", "failure.txt", "model.cfa"]);
    let [pulled, saved] = &outcome.report.notes[..] else { panic!("{:?}", outcome.report) };
    assert_eq!(pulled, "pulled");
    assert!(saved.starts_with("a reproducer is saved in "), "{saved}");
}

#[test]
fn panics_are_caught() {
    let outcome = run(Puppet::Panic, &Budget::unlimited());
    let reason = Reason::Internal("out of strings".to_owned());
    assert!(matches!(&outcome.report.verdict, Verdict::Unknown(found) if *found == reason));
    assert_eq!(outcome.reproducer, ["failure.txt", "model.cfa"]);
}

#[test]
fn unknown_verdicts_need_no_acceptance() {
    let unknown = Verdict::Unknown(Reason::Incomplete("tired".to_owned()));
    let outcome = run(Puppet::Claim(unknown), &Budget::unlimited());
    assert!(matches!(outcome.report.verdict, Verdict::Unknown(Reason::Incomplete(_))));
    assert!(outcome.reproducer.is_empty());
}

#[test]
fn the_checker_has_what_is_left_of_the_budget() {
    let lie = Verdict::Safe(Proof::unwinding(3));
    let outcome = run(Puppet::LastWord(lie), &Budget::unlimited());
    assert!(matches!(outcome.report.verdict, Verdict::Unknown(Reason::Interrupted)));
    assert!(outcome.reproducer.is_empty());
}

/// A search for runs may use a model in which other runs are missing. A proof about that model says
/// nothing.
#[test]
fn proofs_about_missing_runs_are_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.c");
    let text = "extern void reach_error(void);
int x, y;
int main(void) { if (&x < &y) reach_error(); }
";
    std::fs::write(&file, text).unwrap();
    let task = crate::load(&[file], &crate::InputConfig::default()).unwrap();
    let proof = Evidence::Proof(Proof::unwinding(3));
    let accepted =
        |task: &Task| crate::accept(task, &proof, &check::Options::default(), &Budget::unlimited());
    assert!(matches!(accepted(&task), Err(Reason::EvidenceRejected(_))));
    let fewer = task.of_fewer_runs(Cause::Addresses).unwrap();
    let Err(Reason::EvidenceRejected(why)) = accepted(&fewer) else {
        panic!("a proof about a model without the run that matters is accepted");
    };
    assert_eq!(why, "the proof is about a model without some runs of the program");
}
