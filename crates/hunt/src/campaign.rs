//! Asks a verifier about many programs, and compares the answers with the results of all runs.

use crate::ast::{Machine, Program};
use crate::equivalent::{self, Change};
use crate::generate::{self, Risk};
use crate::oracle::{OracleError, Watch, observe};
use crate::question::{self, Question};
use crate::rng::Rng;
use crate::verifier::{Answer, Failure, Verifier};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A program, a question about it, and the expected answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its seed.
    pub seed: u64,
    /// What may go wrong in it.
    pub risk: Risk,
    /// The program with its claims.
    pub program: Program,
    /// The question.
    pub question: Question,
    /// Whether the property holds.
    pub holds: bool,
    /// The changes to the generated program; empty unless this is an equivalent program.
    pub changes: Vec<Change>,
}

/// The cases of some seeds, for one machine and one risk, since they are compiled together.
pub fn cases(
    seeds: std::ops::Range<u64>,
    machine: Machine,
    risk: Risk,
    folder: &Path,
) -> Result<Vec<Case>, OracleError> {
    let watch = Watch::for_risk(risk);
    let programs: Vec<Program> =
        seeds.clone().map(|seed| generate::program(seed, machine, risk)).collect();
    let observed = observe(&programs.iter().collect::<Vec<_>>(), watch, folder)?;
    let mut chosen = Vec::new();
    for ((seed, mut program), seen) in seeds.zip(programs).zip(observed) {
        let mut rng = Rng::new(!seed);
        if let Some(question) = question::choose(&mut program, risk, &seen, &mut rng) {
            chosen.push((seed, program, question));
        }
    }
    // The claims are now part of the programs, so all runs are observed again to see whether they
    // hold.
    let programs: Vec<&Program> = chosen.iter().map(|(_, program, _)| program).collect();
    let observed = observe(&programs, watch, folder)?;
    let cases = chosen.into_iter().zip(observed).filter_map(|((seed, program, question), seen)| {
        let holds = question.answer(&seen)?;
        Some(Case { seed, risk, program, question, holds, changes: Vec::new() })
    });
    Ok(cases.collect())
}

/// Counts of answers.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs with a question.
    pub programs: u64,
    /// Equivalent programs with the same question.
    pub variants: u64,
    /// Programs whose property holds.
    pub hold: u64,
    /// Programs without a question.
    pub discarded: u64,
    /// Runs by engine and answer.
    pub answers: BTreeMap<(String, String), u64>,
    /// The failures.
    pub failures: Vec<String>,
}

impl Tally {
    /// Counts what was counted elsewhere, too.
    pub fn add(&mut self, other: Tally) {
        let Tally { programs, variants, hold, discarded, answers, failures } = other;
        self.programs += programs;
        self.variants += variants;
        self.hold += hold;
        self.discarded += discarded;
        for (answer, count) in answers {
            *self.answers.entry(answer).or_default() += count;
        }
        self.failures.extend(failures);
    }
}

/// A campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The verifier that is asked.
    pub verifier: Verifier,
    /// The engines, each of which is asked alone; an empty name stands for the default run.
    pub engines: Vec<String>,
    /// How many randomly chosen engines are asked about a program.
    pub engines_each: usize,
    /// How many programs are compiled together.
    pub batch: u64,
    /// How many equivalent programs are asked about for each program.
    pub variants: u64,
    /// Where failing programs are kept.
    pub failures: PathBuf,
    /// Whether failing programs are shrunk.
    pub shrink: bool,
    /// An executable repeats one violating run out of this many.
    pub replay_every: u64,
}

/// The machine and the risk of a batch of seeds.
pub fn kind_of_batch(number: u64) -> (Machine, Risk) {
    let machine = if number.is_multiple_of(2) { Machine::Lp64 } else { Machine::Ilp32 };
    // Claims are the most informative, so half of the batches ask about them.
    let risk = match number / 2 % 12 {
        at @ 1..=6 => Risk::ALL[at as usize],
        _ => Risk::None,
    };
    (machine, risk)
}

impl Campaign {
    /// Asks about the programs of a batch.
    pub fn run_batch(
        &self,
        number: u64,
        tally: &mut Tally,
        folder: &Path,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), OracleError> {
        let (machine, risk) = kind_of_batch(number);
        let seeds = number * self.batch..(number + 1) * self.batch;
        let cases = cases(seeds, machine, risk, folder)?;
        tally.discarded += self.batch - cases.len() as u64;
        for case in cases {
            tally.programs += 1;
            tally.hold += u64::from(case.holds);
            self.ask_all(&case, tally, folder, tell)?;
            for number in 0..self.variants {
                tally.variants += 1;
                let mut rng = Rng::new(case.seed.rotate_left(31) ^ number);
                let (program, changes) = equivalent::variant(&case.program, &mut rng);
                self.ask_all(&Case { program, changes, ..case.clone() }, tally, folder, tell)?;
            }
        }
        Ok(())
    }

    /// Asks every engine about a case.
    fn ask_all(
        &self,
        case: &Case,
        tally: &mut Tally,
        folder: &Path,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), OracleError> {
        let files = self.verifier.write(&case.program, folder)?;
        let changes = case.changes.len() as u64;
        let mut rng = Rng::new(case.seed.rotate_left(17) ^ changes);
        let mut engines = self.engines.clone();
        while engines.len() > self.engines_each {
            engines.swap_remove(rng.below(engines.len()));
        }
        for engine in &engines {
            let options = random_options(engine, &mut rng);
            let replay = rng.below(self.replay_every.max(1) as usize) == 0;
            let answer = self.verifier.ask(case, &files, engine, &options, replay, folder)?;
            let shown = if engine.is_empty() { "default" } else { engine };
            let key = (shown.to_owned(), answer.summary().to_owned());
            *tally.answers.entry(key).or_default() += 1;
            if let Some(failure) = answer.failure(case.holds) {
                let what = format!(
                    "seed {} {:?} {:?} {:?} --property {} --engine {shown} {}: {failure:?}, expected {}",
                    case.seed,
                    case.changes,
                    case.program.machine,
                    case.risk,
                    case.question.property,
                    options.join(" "),
                    case.holds
                );
                tell(&what);
                self.keep(case, engine, &options, &failure, &what, folder, tally.failures.len())?;
                tally.failures.push(what);
            }
        }
        Ok(())
    }

    /// Stores a failing program, and a shrunk version.
    #[allow(clippy::too_many_arguments)] // a failure has this many parts
    fn keep(
        &self,
        case: &Case,
        engine: &str,
        options: &[String],
        failure: &Failure,
        what: &str,
        folder: &Path,
        number: usize,
    ) -> Result<(), OracleError> {
        let kept = self.failures.join(format!("{}-{number}", case.seed));
        std::fs::create_dir_all(&kept)?;
        std::fs::write(kept.join("what"), format!("{what}\n"))?;
        self.verifier.write(&case.program, &kept)?;
        if !self.shrink {
            return Ok(());
        }
        let still_fails = |smaller: &Case| -> Result<bool, OracleError> {
            let files = self.verifier.write(&smaller.program, folder)?;
            let replay = matches!(failure, Failure::NoReplay(_));
            let answer = self.verifier.ask(smaller, &files, engine, options, replay, folder)?;
            let found = answer.failure(smaller.holds);
            Ok(found.is_some_and(|found| found.same_kind(failure)))
        };
        let small = crate::shrink::shrink(case, folder, still_fails)?;
        let kept = kept.join("small");
        std::fs::create_dir_all(&kept)?;
        self.verifier.write(&small.program, &kept)?;
        Ok(())
    }
}

/// Random options that must not change the answer.
fn random_options(engine: &str, rng: &mut Rng) -> Vec<String> {
    let mut options: Vec<&str> = Vec::new();
    if rng.one_in(2) {
        let reductions = [
            "--reduce-without=prune",
            "--reduce-without=propagate",
            "--reduce-without=slice",
            "--reduce-without=live",
            "--reduce-without=inline",
            "--reduce-without=narrow",
            "--reduce-without=split",
            "--reduce-without=minimise",
            "--reduce-block-limit=0",
            "--reduce-rounds=1",
            "--reduce-inline-limit=5",
        ];
        for _ in 0..rng.between(1, 3) {
            options.push(rng.pick(&reductions));
        }
    }
    let own: &[&str] = match engine {
        "bmc" => &["--bmc-unwind-step=3", "--bmc-start-unwind=2", "--bmc-unwind-complete=always"],
        "kiki" => &[
            "--kiki-symbolic-paths",
            "--kiki-bounds-by=enumerate",
            "--kiki-havoc",
            "--kiki-domain=octagons",
        ],
        "kind" => &["--kind-simple-path"],
        "predabs" => &["--predabs-abstraction=cartesian", "--predabs-abstraction-limit=4"],
        "ic3cfa" => &[
            "--ic3cfa-reuse=false",
            "--ic3cfa-predecessor=wep",
            "--ic3cfa-generalise=full",
            "--ic3cfa-push=all",
        ],
        "" => &["--exchange=off"],
        _ => &[],
    };
    if !own.is_empty() && rng.one_in(3) {
        options.push(rng.pick(own));
    }
    options.sort_unstable();
    options.dedup();
    options.into_iter().map(str::to_owned).collect()
}

impl Answer {
    /// The answer in one word, for counting.
    pub fn summary(&self) -> &str {
        match self {
            Answer::Holds => "TRUE",
            Answer::Violated { .. } => "FALSE",
            Answer::Unknown(reason) if reason.starts_with("unsupported") => "unsupported",
            Answer::Unknown(_) => "unknown",
            Answer::Crashed(_) => "crash",
        }
    }
}
