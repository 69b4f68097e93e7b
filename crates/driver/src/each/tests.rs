use super::*;
use engines::{Answer, Bmc, BmcConfig, Context, Engine, EngineStats, Event};
use evidence::Proof;
use model::Automaton;
use passes::reduce::ReduceConfig;

/// Claims that nothing ever fails.
struct Optimist;

impl Engine for Optimist {
    fn name(&self) -> &'static str {
        "optimist"
    }

    fn run(&self, _: &Automaton, _: &mut Context<'_>) -> Answer {
        let verdict = Verdict::Safe(Proof::unwinding(1));
        Answer { verdict, stats: EngineStats::default() }
    }
}

/// Records the order in which checks were settled.
#[derive(Default)]
struct Order(Vec<usize>);

impl PortfolioObserver for Order {
    fn observe(&mut self, _: &'static str, _: &Event) {}
}

impl EachObserver for Order {
    fn settled(&mut self, number: usize, _: &CheckOutcome) {
        self.0.push(number);
    }
}

/// The verdicts about a C program, one line each, and the number of searches.
fn verdicts(
    engine: impl Engine + Send + Sync + 'static,
    source: &str,
    property: &str,
    budget: &Budget,
) -> (Vec<String>, usize) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let property = property.split(',').map(str::to_owned).collect();
    let config = crate::InputConfig { property, ..crate::InputConfig::default() };
    let task = crate::load(&[path], &config).unwrap();
    let options = Options {
        reproducer_dir: directory.path().to_owned(),
        configuration: "a test".to_owned(),
        check: check::Options::default(),
        reduce: ReduceConfig::default(),
    };
    let mut order = Order::default();
    let portfolio = Portfolio::of_one(engine);
    let report = verify_each(&task, &portfolio, &options, &mut order, budget);
    order.0.sort_unstable();
    assert_eq!(order.0, Vec::from_iter(0..report.checks.len()), "each check is settled once");
    let line = |report: &CheckReport| {
        let CheckReport { check, outcome } = report;
        let word = match outcome {
            CheckOutcome::Success(_) => "SUCCESS",
            CheckOutcome::Failure(_) => "FAILURE",
            CheckOutcome::Unknown(reason) => return format!("{}: {reason}", check.name),
        };
        format!("{}: {word}", check.name)
    };
    (report.checks.iter().map(line).collect(), report.searches)
}

fn bmc() -> Bmc {
    Bmc::new(BmcConfig::default())
}

const SUM: &str = "\
int input(void);
int main(void) {
  int a = input(), b = input();
  int sum = a + b;
  if (b > 0 && sum < a) sum = sum / b;
  return 100 / a + sum % 7;
}
";

#[test]
fn one_proof_settles_all() {
    let source = "int input(void);\nint main(void) { int a = input() & 7; return a + a * a; }\n";
    let (lines, searches) = verdicts(bmc(), source, "no-overflow", &Budget::unlimited());
    assert_eq!(lines, ["main.1: SUCCESS", "main.2: SUCCESS"]);
    assert_eq!(searches, 1);
}

#[test]
fn a_check_that_fails_does_not_hide_others() {
    let (lines, searches) = verdicts(bmc(), SUM, "all", &Budget::unlimited());
    let expected = ["main.1: FAILURE", "main.2: SUCCESS", "main.3: SUCCESS"];
    assert_eq!(lines[..3], expected, "{lines:?}");
    assert!(lines.iter().any(|line| line == "main.4: FAILURE"), "{lines:?}");
    assert!(searches > 2);
}

#[test]
fn wrong_claims_settle_nothing() {
    let (lines, _) = verdicts(Optimist, SUM, "no-overflow,division-by-zero", &Budget::unlimited());
    for wrong in ["main.1: ", "main.4: "] {
        let line = lines.iter().find(|line| line.starts_with(wrong)).unwrap();
        assert!(line.contains("evidence rejected"), "{lines:?}");
    }
}

#[test]
fn nothing_is_known_when_the_budget_is_spent() {
    let budget = Budget::unlimited();
    budget.interrupt().raise();
    let (lines, searches) = verdicts(bmc(), SUM, "no-overflow", &budget);
    assert!(lines.iter().all(|line| line.ends_with(": interrupted")), "{lines:?}");
    assert_eq!(searches, 0);
}
