//! Reports for people.

use super::callers::of_callers;
use super::trace::program_run;
use super::unknown::advice;
use crate::answer::ResultLine;
use driver::{Acceptance, EndedLoop, Precondition, ProgramTask, Report, Task, Times};
use evidence::{
    About, Induction, Interpretation, Invariants, Proof, RecurrentSet, Summaries, Trace,
    UnwindingOrder, Verdict, chc_output,
};
use model::chc::{self, ChcSystem};
use model::{Model, Property};
use std::fmt::Write;

/// Invariants with more terms than this are not printed.
const INVARIANT_SIZE: usize = 200;

/// The result line of a verdict.
pub fn result_line(model: &Model, verdict: &Verdict) -> ResultLine {
    match verdict {
        Verdict::Safe(_) => ResultLine::True,
        Verdict::Unsafe(trace) => ResultLine::False(property(model, trace)),
        Verdict::Derived(_) => ResultLine::False("the clauses have no solution".to_owned()),
        Verdict::Recurs(_) => ResultLine::False(Property::Termination.to_string()),
        Verdict::Fails(run) => ResultLine::False(run.property.to_string()),
        Verdict::Unknown(reason) => ResultLine::Unknown(reason.to_string()),
    }
}

/// The property that a trace violates.
fn property(model: &Model, trace: &Trace) -> String {
    let error = model.entry().cfa.error_at(trace.error);
    error.map_or_else(String::new, |error| error.kind.to_string())
}

/// The report of a run, without the result line.
pub fn report(task: &Task, report: &Report, trace: bool, stats: bool) -> String {
    let mut text = notes(&report.notes);
    if let Some(program) = task.program() {
        text += &of_callers(program, &report.of_callers, trace);
    }
    match (&report.verdict, &report.acceptance) {
        _ if report.replay.is_some() => {
            let program = task.program().zip(report.replay.as_ref());
            text += &program.map_or_else(String::new, |(task, run)| program_run(task, run, trace));
        }
        (Verdict::Safe(proof), _) => match task.program().filter(|task| task.asks_for_ends()) {
            Some(task) => text += &ended_loops(task, proof),
            None => text += &summary(task, task.about_what(), proof),
        },
        (Verdict::Derived(derivation), _) => {
            let steps = derivation.steps.len();
            text += &match task.horn() {
                Some(clauses) if trace => {
                    format!("derivation:\n{}", chc_output(clauses.system(), &report.verdict))
                }
                _ => format!("derivation: {steps} step(s) to false (--trace shows them)\n"),
            };
        }
        (Verdict::Unsafe(run), Some(Acceptance::Replayed(replayed))) if trace => {
            text += &format!("trace:\n{}", run.display(task.model(), &replayed.changes));
        }
        (Verdict::Unsafe(run), _) => {
            let steps = run.steps.len();
            text += &format!("trace: {steps} step(s) to the violation (--trace shows them)\n");
        }
        // The replay shows it.
        (Verdict::Unknown(_), _) => {
            text +=
                &advice(task, report).iter().map(|line| format!("{line}\n")).collect::<String>();
        }
        (Verdict::Recurs(set), _) => text += &recurrent_set(task, set),
        (Verdict::Fails(_), _) => {}
    }
    if report.engines.len() > 1 && report.acceptance.is_some() {
        let winner = report.answering().map(|run| run.engine);
        text += &winner.map_or_else(String::new, |engine| format!("answer of: {engine}\n"));
    }
    if let Some(acceptance) = &report.acceptance {
        let program = if report.replay.is_some() { "; the program itself fails so" } else { "" };
        text += &format!("evidence: {acceptance}{program}\n");
    }
    text += &report.warnings.iter().map(|why| format!("warning: {why}\n")).collect::<String>();
    text += &task.checked().map_or_else(String::new, |what| format!("checked: {what}\n"));
    if stats {
        text += &statistics(report);
    }
    text
}

/// Messages for the user, one line each.
pub fn notes(notes: &[String]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}

/// A condition on arguments under which the property holds.
pub fn precondition(verdict: &Verdict, found: Option<&Precondition>) -> String {
    let found = match (verdict, found) {
        (Verdict::Safe(_), _) => return "precondition: none is needed\n".to_owned(),
        (_, None) => return "precondition: none was found\n".to_owned(),
        (_, Some(found)) => found,
    };
    let by = found.report.answering().map_or("", |run| run.engine);
    let text = &found.text;
    format!("precondition: {text}\n  proved by {by}; repeat it with --assume '{text}'\n")
}

/// The states that a run never leaves.
fn recurrent_set(task: &Task, set: &RecurrentSet) -> String {
    let cfa = &task.model().entry().cfa;
    let steps = set.steps.len();
    let mut text = format!("recurrent set: reached after {steps} step(s)\n");
    for (location, states) in set.states() {
        let states = set.terms().display(states);
        // Writing to a string does not fail.
        let _ = writeln!(text, "  at {}: {states}", cfa.name(location));
    }
    for (open, value) in set.choices() {
        let value = set.terms().display(value);
        let _ = writeln!(text, "  open value {} of edge {}: {value}", open.number, open.edge);
    }
    text
}

/// That every run ends, loop by loop.
fn ended_loops(task: &ProgramTask, proof: &Proof) -> String {
    let mut text = match proof {
        Proof::OnlyRun { steps } => {
            format!("proof: the program asks for nothing, and its run of {steps} step(s) ends\n")
        }
        Proof::Unwinding { bound, order: UnwindingOrder::Together } => {
            format!("proof: no run visits loop heads more than {bound} times\n")
        }
        Proof::Unwinding { bound, order: UnwindingOrder::LoopByLoop } => {
            format!("proof: no loop has more than {bound} rounds each time\n")
        }
        _ => "proof: no loop comes back to a state that it was in\n".to_owned(),
    };
    for EndedLoop { place, measures } in task.ended_loops(proof) {
        let what = match &measures[..] {
            [] => String::new(),
            [one] => format!(": {one} decreases"),
            several => format!(": ({}) decreases", several.join(", ")),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "  loop at {place} ends{what}");
    }
    text
}

/// A short form of a proof. Terms of the model are shown to those who know the model.
fn summary(task: &Task, about: About<'_>, proof: &Proof) -> String {
    let is_model = task.program().is_none();
    match (about, proof) {
        (_, Proof::Unwinding { bound, order: UnwindingOrder::Together }) => {
            format!("proof: every run visits loop heads at most {bound} times, and none fails\n")
        }
        (_, Proof::Unwinding { bound, order: UnwindingOrder::LoopByLoop }) => {
            format!(
                "proof: unrolled loop by loop, with at most {bound} rounds each, no run fails\n"
            )
        }
        (_, Proof::OnlyRun { steps }) => {
            format!("proof: the program asks for nothing, and its run of {steps} step(s) is fine\n")
        }
        (About::Clauses(system), Proof::Interpretation(interpretation)) => {
            definition_list(system, interpretation)
        }
        (About::Clauses(system), Proof::AsAutomaton(proof)) => {
            let automaton = chc::to_model(system);
            automaton
                .map_or_else(|_| String::new(), |a| summary(task, About::Model(&a.model), proof))
        }
        (About::Model(model), Proof::AsClauses(proof)) => {
            let clauses = chc::from_model(model);
            clauses
                .map_or_else(|_| String::new(), |c| summary(task, About::Clauses(&c.system), proof))
        }
        (About::Model(model), Proof::Invariants(invariants)) => {
            invariant_list(model, invariants, is_model)
        }
        (About::Model(model), Proof::Summaries { summaries, proof }) => {
            let mut text = summary_list(model, summaries, is_model);
            if let Some(summarised) = summaries.applied_to(model) {
                text += &summary(task, About::Model(&summarised.model), proof);
            }
            text
        }
        // No such proof is accepted.
        (About::Model(_) | About::Clauses(_), _) => String::new(),
    }
}

/// What predicates mean.
fn definition_list(system: &ChcSystem, interpretation: &Interpretation) -> String {
    let size = interpretation.size();
    let mut text = format!("proof: an interpretation of the predicates ({size} terms)\n");
    if size <= INVARIANT_SIZE {
        let terms = interpretation.terms();
        for (predicate, definition) in interpretation.iter() {
            let name = system.terms.name(system.predicate(predicate));
            let parameters: Vec<String> = definition
                .parameters
                .iter()
                .map(|&parameter| terms.display_tree(parameter).to_string())
                .collect();
            let (parameters, body) = (parameters.join(", "), terms.display_tree(definition.body));
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {name}({parameters}): {body}");
        }
    }
    text
}

/// What is known of calls.
fn summary_list(model: &Model, summaries: &Summaries, terms: bool) -> String {
    let mut text = "proof: summaries of procedures, and a proof that relies on them\n".to_owned();
    for (id, summary) in summaries.iter().filter(|_| terms) {
        let (name, term) = (&model.procedure(id).name, summaries.terms().display_tree(summary));
        // Writing to a string does not fail.
        let _ = writeln!(text, "  a call of {name}: {term}");
    }
    text
}

fn invariant_list(model: &Model, invariants: &Invariants, terms: bool) -> String {
    let (Induction { k, simple_paths }, size) = (invariants.induction(), invariants.size());
    let paths = if simple_paths { " on simple paths" } else { "" };
    let mut text = format!("proof: invariants ({k}-inductive{paths}, {size} terms)\n");
    if terms && size <= INVARIANT_SIZE {
        let cfa = &model.entry().cfa;
        for (location, term) in invariants.iter() {
            let term = invariants.terms().display_tree(term);
            // Writing to a string does not fail.
            let _ = writeln!(text, "  at {}: {term}", cfa.name(location));
        }
    }
    text
}

/// The invariants of a proof as C expressions at their lines.
pub fn loop_invariants(task: &ProgramTask, proof: &Proof) -> String {
    let mut text = String::new();
    for invariant in task.verified().loop_invariants(proof) {
        let at = &task.program.outline.loops[invariant.source];
        let file = task.program.files.get(at.span.file.index()).map_or("?", String::as_str);
        let function = &task.program.function(at.function).name;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{file}:{}: {function}: {}", at.span.line, invariant.text);
    }
    text
}

fn statistics(report: &Report) -> String {
    let mut text = String::new();
    for run in &report.engines {
        text += &format!("statistics of {} ({}):\n", run.engine, run.ending);
        if let Some(stats) = &run.stats {
            text += &format!("{stats}\n");
        }
    }
    text + "statistics of the run:\n" + &run_times(&report.times)
}

/// The times of the parts of a run.
pub fn run_times(times: &Times) -> String {
    let parts = [
        ("time for reductions", times.reduce),
        ("time for the answer", times.search),
        ("of it for the check", times.check),
    ];
    parts.map(|(name, time)| format!("{name:<24} {:>12.3} s\n", time.as_secs_f64())).concat()
}
