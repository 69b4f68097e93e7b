//! Models: procedures over global and local variables.

use crate::cfa::Cfa;
use crate::ids::{FileId, ProcedureId};
use term::{Symbol, TermStore};

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// The system to be verified: can a run of the entry procedure reach an error location?
///
/// Variables are declared constants of the term store. All of them have arbitrary initial values; a
/// command on the first edge performs the initialisation.
#[derive(Clone)]
pub struct Model {
    /// Owns all terms of the model.
    pub terms: TermStore,
    /// Names of the source files that spans refer to.
    pub files: Vec<String>,
    /// Variables that every procedure reads and writes.
    pub globals: Vec<Symbol>,
    /// The procedures.
    pub procedures: Vec<Procedure>,
    /// Where a run starts.
    pub entry: ProcedureId,
}

/// A procedure. Each of its activations has its own parameters, results and locals.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name in the text form.
    pub name: String,
    /// Variables that a call assigns its arguments to.
    pub parameters: Vec<Symbol>,
    /// Variables whose values at the exit a call returns.
    pub results: Vec<Symbol>,
    /// Other variables of an activation, arbitrary at its start.
    pub locals: Vec<Symbol>,
    /// The control flow.
    pub cfa: Cfa,
}

impl Procedure {
    /// A procedure without variables.
    pub fn new(name: impl Into<String>, cfa: Cfa) -> Procedure {
        let (parameters, results, locals) = (Vec::new(), Vec::new(), Vec::new());
        Procedure { name: name.into(), parameters, results, locals, cfa }
    }

    /// Parameters, results and locals, in this order.
    pub fn own_variables(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.parameters.iter().chain(&self.results).chain(&self.locals).copied()
    }
}

impl Model {
    /// A model of a single procedure.
    pub fn single(terms: TermStore, globals: Vec<Symbol>, procedure: Procedure) -> Model {
        let entry = ProcedureId::from_index(0);
        Model { terms, files: Vec::new(), globals, procedures: vec![procedure], entry }
    }

    /// A procedure of the model.
    pub fn procedure(&self, id: ProcedureId) -> &Procedure {
        &self.procedures[id.index()]
    }

    /// The procedure that runs first.
    pub fn entry(&self) -> &Procedure {
        self.procedure(self.entry)
    }

    /// All procedures with their ids.
    pub fn procedure_ids(&self) -> impl Iterator<Item = ProcedureId> + use<> {
        (0..self.procedures.len()).map(ProcedureId::from_index)
    }

    /// The procedure of the given name.
    pub fn find_procedure(&self, name: &str) -> Option<ProcedureId> {
        self.procedures.iter().position(|p| p.name == name).map(ProcedureId::from_index)
    }

    /// Whether a run may call a procedure.
    pub fn has_calls(&self) -> bool {
        let cfa = &self.entry().cfa;
        cfa.edges().any(|edge| cfa.edge(edge).command.as_call().is_some())
    }

    /// The variables that a procedure can access: globals first, then its own.
    pub fn variables(&self, id: ProcedureId) -> Vec<Symbol> {
        self.globals.iter().copied().chain(self.procedure(id).own_variables()).collect()
    }

    /// The name of a source file.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.files[file.index()]
    }

    /// The id of a source file; it is added if it is new.
    pub fn file(&mut self, name: &str) -> FileId {
        let index = self.files.iter().position(|f| f == name).unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        });
        FileId::from_index(index)
    }
}
