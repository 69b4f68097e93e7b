//! Programs: functions of basic blocks over typed registers and byte-addressed memory.
//!
//! A front end builds a [`Program`]. The interpreter can run it directly, and the passes turn it
//! into a model. Expressions are [`term::Term`]s over registers, so they have no effect and read no
//! memory; only statements access memory. Everything that could violate a property is an explicit
//! [`Check`] statement. The crate knows no C syntax and no solvers; of `model` it uses source
//! positions only.

pub mod asked_checks;
pub mod callers;
pub mod checks;
pub mod dead_choices;
pub mod endless;
pub mod function;
pub mod interpret;
pub mod leaks;
pub mod liveness;
pub mod loops;
pub mod machine;
pub mod memory;
pub mod outline;
pub mod property;
pub mod relevance;
pub mod source_error;
pub mod statement;
pub mod text;
pub mod types;
pub mod uninitialised;
pub mod verify;

pub use asked_checks::AskedChecks;
pub use callers::{CallersChoice, ChosenByCallers, ContentPart, NumberAt, NumberKind};
pub use checks::{CheckSite, NamedCheck, named_checks};
pub use function::{Block, BlockId, Body, Function, FunctionId, Register, Terminator};
pub use machine::Machine;
pub use memory::{Initial, Object};
pub use model::{FileId, Gap, Span};
pub use outline::{LoopPoint, Outline, SourceLoop, StoredPlace};
pub use property::{Check, Condition, Property, PropertySet};
pub use source_error::{LineColumn, SourceError};
pub use statement::{Callee, ChoiceSource, Statement, StatementKind, Storage};
pub use text::{ParseError, parse};
pub use types::{Field, Layout, ScalarType, Shown};
pub use verify::{VerifyError, verify};

use term::TermStore;

/// A whole program, ready to run.
#[derive(Clone)]
pub struct Program {
    /// Owns all terms; its declared constants are registers and addresses.
    pub terms: TermStore,
    /// The machine it runs on.
    pub machine: Machine,
    /// Names of the source files that spans refer to.
    pub files: Vec<String>,
    /// Objects that live from the start to the end, string literals among them.
    pub globals: Vec<Object>,
    /// All functions.
    pub functions: Vec<Function>,
    /// The function that runs first. It has no parameters, and nothing calls it.
    pub entry: FunctionId,
    /// Remarks for the reader of a verdict, such as a function that is not defined anywhere.
    pub notes: Vec<Note>,
    /// The structure of its source.
    pub outline: Outline,
}

/// A remark on how the program was interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text of the remark.
    pub message: String,
    /// The place it is about.
    pub span: Option<Span>,
}

impl Program {
    /// A program without functions; the caller must add the entry.
    pub fn new(machine: Machine) -> Program {
        Program {
            terms: TermStore::new(),
            machine,
            files: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            entry: FunctionId::from_index(0),
            notes: Vec::new(),
            outline: Outline::default(),
        }
    }

    /// A function of the program.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// A place as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let file = self.files.get(span.file.index()).map_or("?", String::as_str);
        format!("{file}:{}:{}", span.line, span.column)
    }

    /// All functions with their numbers.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len()).map(FunctionId::from_index)
    }

    /// Removes all checks except those for which `keep` holds. Statements that mark variables as
    /// out of scope remain only if a remaining check needs them.
    pub fn retain_checks(&mut self, keep: impl Fn(&Check, Option<Span>) -> bool) {
        let mut tracked = false;
        self.retain_statements(|statement| match &statement.kind {
            StatementKind::Check(check) => {
                let kept = keep(check, statement.span);
                tracked |= kept && check.condition.asks_whether_tracked();
                kept
            }
            _ => true,
        });
        if !tracked {
            self.retain_statements(|statement| !matches!(statement.kind, StatementKind::Forget(_)));
        }
    }

    fn retain_statements(&mut self, mut keep: impl FnMut(&Statement) -> bool) {
        let bodies = self.functions.iter_mut().filter_map(|function| function.body.as_mut());
        for block in bodies.flat_map(|body| &mut body.blocks) {
            block.statements.retain(&mut keep);
        }
    }

    /// The function of the given name.
    pub fn find_function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(FunctionId::from_index)
    }
}
