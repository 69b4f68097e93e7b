//! What to make of the input files: options that are also the command line.

use crate::source::InputError;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use model::Goal;
use program::{Machine, Property, PropertySet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use svcomp::{Requirement, Specification, TaskFile};

/// How C is read, and what is asked about it. Models say themselves what must hold.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "C programs")]
pub struct InputConfig {
    /// What must hold: names, or SV-COMP property files (.prp)
    ///
    /// unreach-call (no error function is called), assertion, no-overflow, division-by-zero, shift,
    /// bounds, valid-deref, valid-free, valid-memtrack, valid-memcleanup, undefined, uninitialised,
    /// valid-memsafety (the first three valid-*), or all. Without it, all but valid-memtrack and
    /// valid-memcleanup (leaks); for a task file, its property.
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = PropertyName)]
    pub property: Vec<String>,
    /// The data model, which sets the sizes of types (default: LP64)
    ///
    /// A task file may set another default.
    #[arg(long, value_enum, value_name = "ILP32|LP64", ignore_case = true)]
    pub arch: Option<Arch>,
    /// Start at function F, called as its callers may
    ///
    /// A harness is derived from its parameters: numbers are arbitrary, pointers lead to valid objects.
    /// The output says what it assumes, --show-harness prints it as C.
    #[arg(long, value_name = "F")]
    pub function: Option<String>,
    /// What callers of F guarantee, in C over its parameters
    ///
    /// A conjunction of conditions and of valid(p), valid(p, n), null_or_valid(p), null_or_valid(p, n),
    /// string(s), separate(p, q): 'n <= 64 && valid(p, n)'.
    #[arg(long, value_name = "EXPR", requires = "function")]
    pub assume: Vec<String>,
    /// Whether pointers that are passed to F may be null
    #[arg(long, value_enum, value_name = "valid|null", default_value_t, requires = "function")]
    pub pointers: Pointers,
    /// What globals hold when F is called
    #[arg(long, value_enum, value_name = "initial|any", default_value_t, requires = "function")]
    pub globals: Globals,
    /// What is guessed about the callers of F
    ///
    /// The output names every guess.
    #[arg(
        long,
        value_enum,
        value_name = "none|code|callers",
        default_value_t,
        requires = "function"
    )]
    pub guess: Guess,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Do not define a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Look for headers in a folder
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// How to treat recursive functions
    ///
    /// These call themselves, directly or through others.
    #[arg(long, value_enum, value_name = "unroll|keep", default_value_t)]
    pub recursion: Recursion,
    /// What functions without a definition may do
    ///
    /// Functions of the C library and POSIX are not meant: their effects are known.
    #[arg(long, value_enum, value_name = "pure|havoc", default_value_t)]
    pub externals: Externals,
    /// Let malloc, calloc and realloc fail at any time
    ///
    /// Without this option they return null only if the size exceeds what a process may have.
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// The lowest possible address of an object (default: 65536)
    ///
    /// Addresses then differ from all smaller numbers. Linux uses no lower ones.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1 << 30))]
    pub lowest_address: Option<u64>,
}

/// Reads the name of a property, or of a property file. A wrong name gets the nearest right one and a
/// list of all.
#[derive(Clone, Copy, Debug)]
struct PropertyName;

impl TypedValueParser for PropertyName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        if is_property_file(Path::new(value)) {
            return clap::builder::StringValueParser::new().parse_ref(command, argument, value);
        }
        PossibleValuesParser::new(property_names()).parse_ref(command, argument, value)
    }
}

fn is_property_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "prp")
}

/// All names that `--property` knows.
fn property_names() -> Vec<&'static str> {
    let single = Property::ALL.iter().map(|property| property.name());
    single.chain(["valid-memsafety", "termination", "all"]).collect()
}

/// Whether pointers may be null.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointers {
    /// They lead to valid objects
    #[default]
    Valid,
    /// They lead to valid objects or are null
    Null,
}

/// What globals hold at the start.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Globals {
    /// Their initial values
    #[default]
    Initial,
    /// Anything, unless they are constant
    Any,
}

/// What is guessed about the callers of a function.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guess {
    /// Nothing: types say what pointers lead to
    None,
    /// What names and the code suggest: sizes, indices, offsets
    Code,
    /// Also that callers avoid violations that depend on the content of objects: then the result is
    /// UNKNOWN, with the values to blame
    #[default]
    Callers,
}

impl From<Guess> for c::harness::Guess {
    fn from(guess: Guess) -> c::harness::Guess {
        match guess {
            Guess::None => c::harness::Guess::Nothing,
            Guess::Code | Guess::Callers => c::harness::Guess::Code,
        }
    }
}

impl From<Globals> for c::lower::Globals {
    fn from(globals: Globals) -> c::lower::Globals {
        match globals {
            Globals::Initial => c::lower::Globals::Initial,
            Globals::Any => c::lower::Globals::Any,
        }
    }
}

/// What unknown functions do.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// They return any value and leave memory alone
    #[default]
    Pure,
    /// They may also change globals and what their arguments point to
    Havoc,
}

impl From<Externals> for c::lower::Externals {
    fn from(externals: Externals) -> c::lower::Externals {
        match externals {
            Externals::Pure => c::lower::Externals::Pure,
            Externals::Havoc => c::lower::Externals::Havoc,
        }
    }
}

/// How recursion is treated.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recursion {
    /// Inline calls up to a depth; deeper recursion is not modelled
    #[default]
    Unroll,
    /// Keep calls as calls of procedures, which are proved with summaries
    Keep,
}

impl From<Recursion> for passes::program::Recursion {
    fn from(recursion: Recursion) -> passes::program::Recursion {
        match recursion {
            Recursion::Unroll => passes::program::Recursion::default(),
            Recursion::Keep => passes::program::Recursion::Keep,
        }
    }
}

/// The data model.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// int, long and pointers have 32 bits
    #[value(name = "ILP32", alias = "ilp32", alias = "32")]
    Ilp32,
    /// int has 32 bits, long and pointers have 64
    #[value(name = "LP64", alias = "lp64", alias = "64")]
    Lp64,
}

impl From<Arch> for Machine {
    fn from(arch: Arch) -> Machine {
        match arch {
            Arch::Ilp32 => Machine::Ilp32,
            Arch::Lp64 => Machine::Lp64,
        }
    }
}

/// The question about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The properties, without repetitions.
    pub properties: Vec<Property>,
    /// The error functions, if they are given.
    pub error_functions: Vec<String>,
    /// The function where runs start, if it is given.
    pub entry: Option<String>,
    /// Whether the question is about errors or about termination.
    pub goal: Goal,
}

impl Question {
    /// The default question.
    pub fn usual() -> Question {
        let properties = Property::USUAL.to_vec();
        Question { properties, error_functions: Vec::new(), entry: None, goal: Goal::NoError }
    }

    /// The question given by names of properties and property files.
    pub fn of_names(names: &[String]) -> Result<Question, InputError> {
        let mut question = Question { properties: Vec::new(), ..Question::usual() };
        for name in names {
            if name == "all" {
                question.properties.extend(Property::ALL);
                continue;
            }
            let path = Path::new(name);
            let specification = match Specification::named(name) {
                Some(specification) => specification,
                None if is_property_file(path) => Specification::read(path)?,
                None => {
                    let message = "is neither a property nor a property file (.prp)";
                    return Err(InputError::new(path, message));
                }
            };
            question.require(&specification);
        }
        Ok(question.tidy())
    }

    /// The question of a task file: its property, or all of its properties.
    pub fn of_task(task: &TaskFile) -> Result<Question, InputError> {
        let mut question = Question { properties: Vec::new(), ..Question::usual() };
        for property in &task.properties {
            question.require(&property.specification()?);
        }
        if task.properties.is_empty() { Ok(Question::usual()) } else { Ok(question.tidy()) }
    }

    fn require(&mut self, specification: &Specification) {
        if specification.entry != "main" {
            self.entry = Some(specification.entry.clone());
        }
        for requirement in &specification.requirements {
            match requirement {
                Requirement::NoCall(function) => {
                    self.properties.push(Property::UnreachCall);
                    self.error_functions.extend(function.clone());
                }
                Requirement::Holds(property) => self.properties.push(*property),
                Requirement::Terminates => self.goal = Goal::EveryRunEnds,
            }
        }
    }

    /// The properties, and that runs end if it is asked whether they do.
    pub fn asked_properties(&self) -> PropertySet {
        let termination = (self.goal == Goal::EveryRunEnds).then_some(Property::Termination);
        self.properties.iter().copied().chain(termination).collect()
    }

    fn tidy(mut self) -> Question {
        self.properties.sort_unstable();
        self.properties.dedup();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, expected: &[Property]) {
        let names: Vec<String> = names.split(',').map(str::to_owned).collect();
        assert_eq!(Question::of_names(&names).unwrap().properties, expected);
    }

    fn check_error(name: &str, expected: &str) {
        let error = Question::of_names(&[name.to_owned()]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn properties_have_names() {
        check("no-overflow", &[Property::Overflow]);
        check("valid-memsafety", &[Property::Deref, Property::Free, Property::Memtrack]);
        check("bounds,unreach-call,bounds", &[Property::UnreachCall, Property::Bounds]);
        check("all", &Property::ALL);
    }

    #[test]
    fn every_listed_name_is_that_of_a_property() {
        for name in property_names() {
            assert!(Question::of_names(&[name.to_owned()]).is_ok(), "{name}");
        }
    }

    #[test]
    fn unknown_properties_are_refused() {
        check_error("safety", "safety: is neither a property nor a property file (.prp)");
    }
}
