//! Short descriptions of the engines. `docs/engines` has more.

use super::name_of;
use bits::{BitBmcConfig, Ic3Config, QuipConfig};
use clap::{ArgMatches, Args as _, Command, FromArgMatches, ValueEnum};
use driver::{EngineConfig, EngineName, ViewName};
use engines::{
    BmcConfig, Ic3CfaConfig, ImpactConfig, KikiConfig, KindConfig, LaConfig, PredabsConfig,
    SpacerConfig, TreeIc3Config, UnrollConfig,
};
use model::Goal;

/// The description of an engine.
pub struct About {
    /// A short summary.
    pub summary: &'static str,
    /// A short reference to the paper, for the list.
    pub short_paper: &'static str,
    /// How it works.
    pub idea: &'static str,
    /// The source of the algorithm.
    pub paper: &'static str,
    /// When to choose it.
    pub good_for: &'static str,
    /// Adds its options to a command.
    pub options: fn(Command) -> Command,
}

const BMC: About = About {
    summary: "incremental bounded model checking",
    short_paper: "Malik et al., \"2LS for Program Analysis\"",
    idea: "It unwinds all loops together, one more in each round, in a single solver instance that only \
           grows. Each round asks whether an error can be reached, and whether any run goes on: if none \
           does, the program is proved.",
    paper: "Malik, Schrammel, Kroening et al., \"2LS for Program Analysis\": incremental BMC.",
    good_for: "errors that few rounds of loops reach; programs whose loops all end after few rounds.",
    options: BmcConfig::augment_args,
};

const UNROLL: About = About {
    summary: "bounded model checking, loop by loop",
    short_paper: "Clarke, Kroening and Lerda, 2004",
    idea: "It unrolls each loop until no run goes round again, before anything behind the loop is looked at. \
           All ways out of a loop meet there, so what follows is encoded once. A loop that goes on is cut, \
           and everything is repeated with four times as many rounds.",
    paper: "Clarke, Kroening and Lerda, \"A tool for checking ANSI-C programs\", 2004: complete unrolling.",
    good_for: "programs with several loops whose bounds inputs decide: parsers, copies, searches in buffers.",
    options: UnrollConfig::augment_args,
};

const KIKI: About = About {
    summary: "template invariants and k-induction",
    short_paper: "Malik et al., \"2LS for Program Analysis\"",
    idea: "Each round unwinds all loops once more, asks for a run to an error, asks whether an error can \
           follow k visits of loop heads that satisfy the invariants found so far, and infers more \
           invariants in template domains: intervals, zones, octagons, equations and others, cheap ones \
           first.",
    paper: "Malik, Schrammel, Kroening et al., \"2LS for Program Analysis\": the kIkI algorithm.",
    good_for: "loops with numeric invariants; overflow and bounds checks; correct and wrong programs alike.",
    options: KikiConfig::augment_args,
};

const KIND: About = About {
    summary: "k-induction",
    short_paper: "Sheeran, Singh and Stålmarck, 2000",
    idea: "For k = 1, 2, ... it looks for errors within k visits of loop heads, and asks whether k visits \
           without an error can be followed by one, from whatever values. Lemmas of other engines make \
           the second question easier.",
    paper: "Sheeran, Singh and Stålmarck, \"Checking safety properties using induction and a SAT-solver\", \
            2000.",
    good_for: "properties that the last few rounds of a loop imply; state machines.",
    options: KindConfig::augment_args,
};

const PREDABS: About = About {
    summary: "lazy predicate abstraction (CEGAR)",
    short_paper: "Henzinger et al., \"Lazy abstraction\"",
    idea: "It builds a tree of abstract states, which are values of predicates at loop heads. A path to an \
           error that no run takes gives new predicates, and the tree is built again from there on.",
    paper: "Henzinger, Jhala, Majumdar and Sutre, \"Lazy abstraction\", 2002, with blocks as in Beyer, \
            Keremoglu and Wendler, \"Predicate abstraction with adjustable-block encoding\", 2010.",
    good_for: "programs with much control flow and few values that matter, such as drivers.",
    options: PredabsConfig::augment_args,
};

const IC3CFA: About = About {
    summary: "IC3 on control-flow automata",
    short_paper: "Lange, Neuhäußer and Noll, FMCAD 2015",
    idea: "Every location has lemmas of its own, each of which says that some states are out of reach \
           within some number of steps. States that lead to an error are blocked by new lemmas, until a \
           set of lemmas holds forever. The program is never unrolled.",
    paper: "Lange, Neuhäußer and Noll, \"IC3 Software Model Checking on Control Flow Automata\", FMCAD 2015; \
            Mertens, \"Efficient reuse of learnt information for control-flow oriented IC3 algorithms\", \
            RWTH Aachen, 2016.",
    good_for: "proofs that need relations between few variables; long loops and protocols.",
    options: Ic3CfaConfig::augment_args,
};

const TREE_IC3: About = About {
    summary: "IC3 on the paths of a reachability tree",
    short_paper: "Cimatti and Griggio, CAV 2012",
    idea: "It unwinds the program into a tree whose nodes have clauses. A path to an error is blocked by \
           clauses that IC3 finds along it, or is a run. Clauses are carried around loops, and a node \
           whose clauses imply those of an older one is not unwound further.",
    paper: "Cimatti and Griggio, \"Software Model Checking via IC3\", CAV 2012: Tree-IC3.",
    good_for: "programs with much control flow and short paths; comparison with the other engines.",
    options: TreeIc3Config::augment_args,
};

const IMPACT: About = About {
    summary: "lazy abstraction with interpolants",
    short_paper: "McMillan, CAV 2006",
    idea: "It unwinds the program into a tree whose nodes have formulas. A path to an error is a run, or \
           interpolants along it become formulas of its nodes. A node whose formula implies that of an older \
           one is covered, also by strengthening it first.",
    paper: "McMillan, \"Lazy Abstraction with Interpolants\", CAV 2006; Cimatti and Griggio, \"Software Model \
            Checking via IC3\", CAV 2012: TREE-ITP.",
    good_for: "comparison with `tree-ic3` and `predabs`, on the same tree.",
    options: ImpactConfig::augment_args,
};

const SPACER: About = About {
    summary: "property-directed reachability on Horn clauses",
    short_paper: "Komuravelli et al., CAV 2014",
    idea: "Every predicate has lemmas, which say what may be derived in some number of steps, and facts, \
           which say what is derived. A way to an error that lemmas allow is projected to an obligation \
           about one predicate: a lemma blocks it, or a fact meets it.",
    paper: "Hoder and Bjørner, \"Generalized Property Directed Reachability\", SAT 2012; Komuravelli, Gurfinkel \
            and Chaki, \"SMT-Based Model Checking for Recursive Programs\", CAV 2014.",
    good_for: "Horn clauses over integers and reals, linear or not.",
    options: SpacerConfig::augment_args,
};

const LA: About = About {
    summary: "Lazy Annotation on Horn clauses",
    short_paper: "McMillan, \"Lazy Annotation Revisited\"",
    idea: "It searches for a derivation backwards, rule by rule, with a decision at each step. Where a goal has \
           no model, the predicate gets an interpolant as annotation, so that no such goal comes again. \
           Clauses are unwound deeper and deeper, until annotations hold at any depth.",
    paper: "McMillan, \"Lazy Annotation Revisited\", MSR-TR-2014-65, 2014.",
    good_for: "Horn clauses, linear or not, of programs with procedures; comparison with spacer and ic3cfa.",
    options: LaConfig::augment_args,
};

const IC3: About = About {
    summary: "IC3 on bits, for hardware",
    short_paper: "Bradley, 2011; Eén et al., 2011",
    idea: "It works on the circuit of a transition system: latches, inputs, and gates. Lemmas are clauses over \
           latches that hold up to a number of steps. A state that leads to a bad one is blocked by a new lemma, \
           made as general as possible, until the lemmas of a level are inductive. A SAT solver of its own \
           looks at the part of the circuit that a query is about.",
    paper: "Bradley, \"SAT-based model checking without unrolling\", VMCAI 2011; Eén, Mishchenko and Brayton, \
            \"Efficient implementation of property directed reachability\", FMCAD 2011; Hassan, Bradley and \
            Somenzi, \"Better generalization in IC3\", FMCAD 2013.",
    good_for: "hardware models, correct or wrong; models of programs without large arrays and floats.",
    options: Ic3Config::augment_args,
};

const QUIP: About = About {
    summary: "Quip on bits: IC3 that pushes known lemmas first",
    short_paper: "Ivrii and Gurfinkel, FMCAD 2015",
    idea: "It is IC3 with two kinds of obligations. Lemmas become obligations that may be blocked, one level above, \
           so that known lemmas are pushed before new ones are learnt. One that cannot be blocked shows a \
           reachable state, which tells bad lemmas and which new lemmas must not exclude. Lemmas that hold forever \
           are kept apart.",
    paper: "Ivrii and Gurfinkel, \"Pushing to the top\", FMCAD 2015. The options of `ic3` hold for it, too.",
    good_for: "hardware models; comparison with `ic3`.",
    options: QuipConfig::augment_args,
};

const BIT_BMC: About = About {
    summary: "bounded model checking on bits, for hardware",
    short_paper: "Biere et al., 1999",
    idea: "It unrolls the circuit of a transition system step by step in one incremental SAT solver, and asks \
           after each step for a bad state.",
    paper: "Biere, Cimatti, Clarke and Zhu, \"Symbolic model checking without BDDs\", TACAS 1999.",
    good_for: "errors of hardware models. It proves nothing.",
    options: BitBmcConfig::augment_args,
};

const CELLS: About = About {
    summary: "invariants for all elements of arrays",
    short_paper: "Monniaux and Gonnord, \"Cell Morphing\"",
    idea: "Each array becomes a variable for an element at an index that is chosen before a run and never \
           changes. What is proved of any element holds of all of them.",
    paper: "Monniaux and Gonnord, \"Cell Morphing: From Array Programs to Array-Free Horn Clauses\"; Mann, \
            Irfan, Griggio, Padon and Barrett, \"Counterexample-Guided Prophecy for Model Checking Modulo \
            the Theory of Arrays\".",
    good_for: "proofs about loops that fill, copy or search arrays. It finds no errors.",
    options: without_options,
};

const SHAPES: About = About {
    summary: "invariants for all objects of the heap",
    short_paper: "Malik et al., \"2LS for Program Analysis\"",
    idea: "A parameter stands for any object of the heap. Predicates about it say where its pointers lead to, \
           which values it has, and when it was allocated; their combinations are found as by kIkI, and hold of \
           all objects.",
    paper: "Malik, Schrammel, Kroening et al., \"2LS for Program Analysis\"; Lahiri and Bryant, \"Indexed \
            Predicate Discovery for Unbounded System Verification\".",
    good_for: "proofs about lists and trees that loops build and walk. It finds no errors.",
    options: without_options,
};

const INTEGERS: About = About {
    summary: "bit-vectors as integers, on clauses",
    short_paper: "no paper: `spacer` on another view",
    idea: "Bit-vectors become their signed values, exactly where intervals show that nothing wraps around, \
           and with explicit rounds elsewhere. `spacer` proves the clauses over integers; its invariants come back \
           as comparisons of bit-vectors that are wide enough, and are checked bit by bit.",
    paper: "none of its own; see spacer.",
    good_for: "proofs about recursion and loops whose invariants are linear. It finds no errors.",
    options: without_options,
};

const TERMINATION: About = About {
    summary: "ranking functions: whether runs end",
    short_paper: "Malik et al., \"2LS for Program Analysis\"",
    idea: "Of each loop it looks for measures that shrink in every round, one after the other where some \
           stay the same: variables, distances of what is compared, sums and differences. Steps in which \
           a measure grows exclude others. Invariants in template domains help.",
    paper: "Malik, Schrammel, Kroening et al., \"2LS for Program Analysis\", section 6.2; Chen, David, \
            Kroening, Schrammel and Wachter, \"Bit-Precise Procedure-Modular Termination Proofs\", 2017; \
            Biere, Artho and Schuppan, \"Liveness Checking as Safety Checking\", 2002.",
    good_for: "proofs with --property termination, and nothing else.",
    options: without_options,
};

const NONTERMINATION: About = About {
    summary: "recurrent sets: whether a run never ends",
    short_paper: "Chen et al., TACAS 2014",
    idea: "It looks for a loop, a run to its head, and terms by which open values are chosen, such that the \
           loop is never left: by arithmetic progressions, or by asking IC3 whether the loop can be left \
           from there. The invariants of that proof are a set of states that the run never leaves.",
    paper: "Chen, Cook, Fuhs, Nimkar and O'Hearn, \"Proving Nontermination via Safety\", TACAS 2014; Malik, \
            Schrammel, Kroening et al., \"2LS for Program Analysis\", section 6.3.",
    good_for: "runs that never end with --property termination, if no state comes back soon.",
    options: without_options,
};

const SAMPLE: About = About {
    summary: "runs of the program: zeros and random values",
    short_paper: "no paper: random testing by coverage",
    idea: "It runs the program itself: with zeros, with random values, and with changed values of earlier \
           runs that went a new way. A program that asks for nothing has one run, which is a proof if it \
           ends well.",
    paper: "none; it is random testing, guided by which branches were taken.",
    good_for: "errors that many inputs reach, however deep; programs without inputs. C programs only.",
    options: without_options,
};

fn without_options(command: Command) -> Command {
    command
}

/// The description of an engine.
pub fn about(engine: EngineName) -> &'static About {
    match engine {
        EngineName::Bmc => &BMC,
        EngineName::Unroll => &UNROLL,
        EngineName::Kiki => &KIKI,
        EngineName::Kind => &KIND,
        EngineName::Predabs => &PREDABS,
        EngineName::Ic3cfa => &IC3CFA,
        EngineName::TreeIc3 => &TREE_IC3,
        EngineName::Impact => &IMPACT,
        EngineName::Spacer => &SPACER,
        EngineName::La => &LA,
        EngineName::Integers => &INTEGERS,
        EngineName::Ic3 => &IC3,
        EngineName::Quip => &QUIP,
        EngineName::BitBmc => &BIT_BMC,
        EngineName::Cells => &CELLS,
        EngineName::Shapes => &SHAPES,
        EngineName::Termination => &TERMINATION,
        EngineName::Nontermination => &NONTERMINATION,
        EngineName::Sample => &SAMPLE,
    }
}

/// The view of a question that an engine takes.
pub fn view(engine: EngineName) -> String {
    let view = default_config().view(engine);
    view.map_or_else(|| "programs".to_owned(), |view| view.to_string())
}

/// The configuration without any options.
fn default_config() -> EngineConfig {
    let matches = EngineConfig::augment_args(Command::new("")).try_get_matches_from([""]);
    let config = |matches: ArgMatches| EngineConfig::from_arg_matches(&matches);
    matches.and_then(config).expect("all options have defaults")
}

/// All engines, one line each.
pub fn list() -> String {
    let by_default = default_engines();
    let mut text = String::new();
    for &engine in EngineName::value_variants() {
        let About { summary, short_paper, .. } = about(engine);
        let name = name_of(engine);
        let mark = if by_default.contains(&name) { "*" } else { " " };
        text += &format!("{mark} {name:<14} {summary:<42} {short_paper}\n");
    }
    text + "\nThose with a star work side by side by default; `--engine A,B` chooses.\n\
            `lemmatic help ENGINE` says more about an engine, with all its options.\n"
}

/// The names of the default engines.
fn default_engines() -> Vec<String> {
    let config = default_config();
    let mut names = Vec::new();
    let questions = [
        (Goal::NoError, ViewName::Automaton),
        (Goal::NoError, ViewName::Clauses),
        (Goal::EveryRunEnds, ViewName::Automaton),
    ];
    let portfolios = questions.map(|(goal, view)| config.portfolio_of(goal, view));
    for portfolio in portfolios.into_iter().chain([config.portfolio_for_hardware()]) {
        names.extend(portfolio.names().into_iter().map(str::to_owned));
        names.extend(portfolio.for_calls.iter().map(|member| member.engine.name().to_owned()));
        if portfolio.samples {
            names.push(name_of(EngineName::Sample));
        }
        if portfolio.recurs {
            names.push(name_of(EngineName::Nontermination));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_line() {
        let list = list();
        let lines: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), EngineName::value_variants().len());
        for line in &lines {
            assert!(line.chars().count() <= 100, "{line}");
        }
        let starred = lines.iter().filter(|line| line.starts_with('*')).count();
        assert_eq!(starred, lines.len() - 5, "not impact, la, predabs, quip, tree-ic3\n{list}");
    }

    /// Titles of papers must match the documentation.
    #[test]
    fn papers_are_in_the_documentation() {
        for &engine in EngineName::value_variants() {
            let name = name_of(engine);
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines");
            let text = std::fs::read_to_string(format!("{folder}/{name}.md"))
                .unwrap_or_else(|error| panic!("{name} has no page in docs/engines: {error}"));
            let words: Vec<&str> = text.split_whitespace().collect();
            let text = words.join(" ");
            for title in about(engine).paper.split('"').skip(1).step_by(2) {
                assert!(text.contains(title), "docs/engines/{name}.md does not name '{title}'");
            }
        }
    }
}
