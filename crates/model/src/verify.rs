//! The verifier: the rules that every model must satisfy before it is used.
//!
//! 1. The entry is a procedure of the model.
//! 2. Names of procedures, and of locations of a procedure, are unique.
//! 3. A variable is declared once, in the model or in one procedure, as a constant.
//! 4. Names can be printed: they do not contain `|` or `\`, and no variable is named like a
//!    constant of SMT-LIB.
//! 5. The initial location, the exit and the error locations are locations of the procedure.
//! 6. No location is an error location twice.
//! 7. No edge leaves the exit.
//! 8. Terms and assignments mention only variables that the procedure can access, and no functions.
//! 9. Assumptions are Boolean; a variable is assigned a term of its sort.
//! 10. A call is the only command of its edge.
//! 11. A call names a procedure of the model that has an exit.
//! 12. A call has an argument for each parameter and a variable for each result, of their sorts;
//!     these variables are different ones.
//! 13. A command is nested at most [`Command::MAX_DEPTH`] deep.
//! 14. Source spans refer to files of the model.

use crate::cfa::Edge;
use crate::command::{Call, Command};
use crate::ids::{EdgeId, Location, ProcedureId};
use crate::procedure::{Model, Procedure, Span};
use rustc_hash::FxHashSet;
use term::{Op, RoundingMode, Sort, Symbol, Term, post_order};
use thiserror::Error;

/// A violation of the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{rule}")]
pub struct VerifyError {
    /// Where it is.
    pub place: ModelPlace,
    /// The violated rule.
    pub rule: Violation,
}

/// A part of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelPlace {
    /// The model as a whole.
    Model,
    /// A variable.
    Variable(Symbol),
    /// A procedure as a whole.
    Procedure(ProcedureId),
    /// A location of a procedure.
    Location(ProcedureId, Location),
    /// An edge of a procedure.
    Edge(ProcedureId, EdgeId),
}

/// The ways to violate the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages are the documentation
pub enum Violation {
    #[error("there is no entry procedure")]
    NoEntry,
    #[error("there are two procedures '{0}'")]
    DuplicateProcedure(String),
    #[error("there are two locations '{0}'")]
    DuplicateLocation(String),
    #[error("variable '{0}' is declared twice")]
    DuplicateVariable(String),
    #[error("'{0}' is a function, not a variable")]
    NotAVariable(String),
    #[error("the name '{0}' contains '|' or '\\'")]
    UnwritableName(String),
    #[error("variable '{0}' is named like a constant")]
    ConstantName(String),
    #[error("procedure '{0}' has no initial location")]
    NoInitial(String),
    #[error("{0} is not a location")]
    NoSuchLocation(Location),
    #[error("'{0}' is an error location already")]
    DuplicateError(String),
    #[error("an edge leaves the exit '{0}'")]
    LeavesExit(String),
    #[error("variable '{0}' cannot be seen here")]
    Invisible(String),
    #[error("function '{0}' cannot be used in a model")]
    Function(String),
    #[error("an assumption of sort {0}")]
    NotBoolean(Sort),
    #[error("a term of sort {found} for '{variable}' of sort {expected}")]
    WrongSort { variable: String, expected: Sort, found: Sort },
    #[error("a call must stand alone on its edge")]
    CallNotAlone,
    #[error("a call of {0}, which is not a procedure")]
    NoSuchProcedure(ProcedureId),
    #[error("a call of '{0}', which has no exit")]
    NoExit(String),
    #[error("'{procedure}' takes {expected} argument(s), found {found}")]
    Arguments { procedure: String, expected: usize, found: usize },
    #[error("'{procedure}' has {expected} result(s), found {found}")]
    Results { procedure: String, expected: usize, found: usize },
    #[error("'{0}' takes two results")]
    DuplicateResult(String),
    #[error("a command is nested too deeply")]
    TooDeep,
    #[error("a source span refers to no file")]
    NoSuchFile,
}

/// Checks all rules.
pub fn verify(model: &Model) -> Result<(), VerifyError> {
    let mut verifier = Verifier::new(model);
    verifier.model()?;
    for id in model.procedure_ids() {
        verifier.procedure(id)?;
    }
    Ok(())
}

struct Verifier<'a> {
    model: &'a Model,
    procedure_names: FxHashSet<&'a str>,
    /// Subterms that were found valid in the current procedure.
    known_terms: FxHashSet<Term>,
}

impl<'a> Verifier<'a> {
    fn new(model: &'a Model) -> Verifier<'a> {
        Verifier { model, procedure_names: FxHashSet::default(), known_terms: FxHashSet::default() }
    }

    fn model(&self) -> Result<(), VerifyError> {
        let model = self.model;
        if model.entry.index() >= model.procedures.len() {
            return Err(VerifyError { place: ModelPlace::Model, rule: Violation::NoEntry });
        }
        let mut seen = FxHashSet::default();
        let own = model.procedures.iter().flat_map(Procedure::own_variables);
        for variable in model.globals.iter().copied().chain(own) {
            let at = |rule| VerifyError { place: ModelPlace::Variable(variable), rule };
            let name = model.terms.name(variable);
            check_name(name).map_err(at)?;
            if is_constant_name(name) {
                return Err(at(Violation::ConstantName(name.to_owned())));
            }
            if !model.terms.parameters(variable).is_empty() {
                return Err(at(Violation::NotAVariable(name.to_owned())));
            }
            if !seen.insert(variable) {
                return Err(at(Violation::DuplicateVariable(name.to_owned())));
            }
        }
        Ok(())
    }

    fn procedure(&mut self, id: ProcedureId) -> Result<(), VerifyError> {
        let at = |place| move |rule| VerifyError { place, rule };
        self.known_terms.clear();
        let procedure = self.model.procedure(id);
        let cfa = &procedure.cfa;
        self.locations(procedure).map_err(at(ModelPlace::Procedure(id)))?;
        if !self.procedure_names.insert(&procedure.name) {
            let rule = Violation::DuplicateProcedure(procedure.name.clone());
            return Err(at(ModelPlace::Procedure(id))(rule));
        }
        let mut errors = FxHashSet::default();
        for error in cfa.errors() {
            if !errors.insert(error.location) {
                let rule = Violation::DuplicateError(cfa.name(error.location).to_owned());
                return Err(at(ModelPlace::Location(id, error.location))(rule));
            }
        }
        let visible: FxHashSet<Symbol> = self.model.variables(id).into_iter().collect();
        for edge in cfa.edges() {
            let place = ModelPlace::Edge(id, edge);
            self.edge(procedure, cfa.edge(edge), &visible).map_err(at(place))?;
        }
        Ok(())
    }

    fn locations(&self, procedure: &Procedure) -> Result<(), Violation> {
        check_name(&procedure.name)?;
        let cfa = &procedure.cfa;
        if cfa.locations().len() == 0 {
            return Err(Violation::NoInitial(procedure.name.clone()));
        }
        let errors = cfa.errors().iter().map(|error| error.location);
        for location in errors.chain([cfa.initial()]).chain(cfa.exit()) {
            if location.index() >= cfa.locations().len() {
                return Err(Violation::NoSuchLocation(location));
            }
        }
        let mut names = FxHashSet::default();
        for location in cfa.locations() {
            let info = cfa.location(location);
            check_name(&info.name)?;
            self.span(info.span)?;
            if !names.insert(&info.name) {
                return Err(Violation::DuplicateLocation(info.name.clone()));
            }
        }
        Ok(())
    }

    fn edge(
        &mut self,
        procedure: &Procedure,
        edge: &Edge,
        visible: &FxHashSet<Symbol>,
    ) -> Result<(), Violation> {
        self.span(edge.span)?;
        if procedure.cfa.exit() == Some(edge.source) {
            return Err(Violation::LeavesExit(procedure.cfa.name(edge.source).to_owned()));
        }
        if let Command::Call(call) = &edge.command {
            return self.call(call, visible);
        }
        let mut stack = vec![(&edge.command, 1)];
        while let Some((command, depth)) = stack.pop() {
            if depth > Command::MAX_DEPTH {
                return Err(Violation::TooDeep);
            }
            match command {
                Command::Skip => {}
                Command::Assume(condition) => {
                    self.term(*condition, visible)?;
                    let sort = self.model.terms.sort(*condition);
                    if *sort != Sort::Bool {
                        return Err(Violation::NotBoolean(sort.clone()));
                    }
                }
                Command::Assign(variable, term) => {
                    self.variable(*variable, visible)?;
                    self.term(*term, visible)?;
                    self.fits(*variable, self.model.terms.sort(*term))?;
                }
                Command::Havoc(variable) => self.variable(*variable, visible)?,
                Command::Seq(_) | Command::Choice(_) => {
                    stack.extend(command.children().iter().map(|c| (c, depth + 1)));
                }
                Command::Call(_) => return Err(Violation::CallNotAlone),
            }
        }
        Ok(())
    }

    fn call(&mut self, call: &Call, visible: &FxHashSet<Symbol>) -> Result<(), Violation> {
        let model = self.model;
        let Some(callee) = model.procedures.get(call.procedure.index()) else {
            return Err(Violation::NoSuchProcedure(call.procedure));
        };
        let procedure = callee.name.clone();
        if callee.cfa.exit().is_none() {
            return Err(Violation::NoExit(procedure));
        }
        let (expected, found) = (callee.parameters.len(), call.args.len());
        if expected != found {
            return Err(Violation::Arguments { procedure, expected, found });
        }
        let (expected, found) = (callee.results.len(), call.results.len());
        if expected != found {
            return Err(Violation::Results { procedure, expected, found });
        }
        for (&parameter, &arg) in callee.parameters.iter().zip(&call.args) {
            self.term(arg, visible)?;
            self.fits(parameter, model.terms.sort(arg))?;
        }
        let mut seen = FxHashSet::default();
        for (&result, &variable) in callee.results.iter().zip(&call.results) {
            self.variable(variable, visible)?;
            self.fits(variable, model.terms.symbol_sort(result))?;
            if !seen.insert(variable) {
                return Err(Violation::DuplicateResult(self.name(variable)));
            }
        }
        Ok(())
    }

    fn term(&mut self, term: Term, visible: &FxHashSet<Symbol>) -> Result<(), Violation> {
        let terms = &self.model.terms;
        let known = &mut self.known_terms;
        for part in post_order(terms, &[term], |t| known.contains(&t)) {
            match terms.op(part) {
                Op::Var(variable) if !visible.contains(&variable) => {
                    return Err(Violation::Invisible(terms.name(variable).to_owned()));
                }
                Op::Apply(function) => {
                    return Err(Violation::Function(terms.name(function).to_owned()));
                }
                _ => known.insert(part),
            };
        }
        Ok(())
    }

    fn variable(&self, variable: Symbol, visible: &FxHashSet<Symbol>) -> Result<(), Violation> {
        if visible.contains(&variable) {
            Ok(())
        } else {
            Err(Violation::Invisible(self.name(variable)))
        }
    }

    fn fits(&self, variable: Symbol, found: &Sort) -> Result<(), Violation> {
        let expected = self.model.terms.symbol_sort(variable);
        if expected == found {
            return Ok(());
        }
        let (variable, expected) = (self.name(variable), expected.clone());
        Err(Violation::WrongSort { variable, expected, found: found.clone() })
    }

    fn span(&self, span: Option<Span>) -> Result<(), Violation> {
        match span {
            Some(span) if span.file.index() >= self.model.files.len() => Err(Violation::NoSuchFile),
            _ => Ok(()),
        }
    }

    fn name(&self, symbol: Symbol) -> String {
        self.model.terms.name(symbol).to_owned()
    }
}

fn check_name(name: &str) -> Result<(), Violation> {
    if is_writable_name(name) { Ok(()) } else { Err(Violation::UnwritableName(name.to_owned())) }
}

/// Whether SMT-LIB can write the name, in bars if necessary.
pub fn is_writable_name(name: &str) -> bool {
    !name.contains(['|', '\\'])
}

/// Whether SMT-LIB has a constant of this name, which a symbol would hide.
pub fn is_constant_name(name: &str) -> bool {
    matches!(name, "true" | "false") || RoundingMode::from_name(name).is_some()
}

/// Rules that no text can violate; the others have file tests.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Cfa;
    use crate::ids::FileId;
    use term::TermStore;

    /// Checks the error for a valid model (a local and a global Boolean, an edge and a function)
    /// that was spoilt.
    fn check(spoil: impl Fn(&mut Model), expected: &str) {
        let mut terms = TermStore::new();
        let global = terms.declare("g", Sort::Bool).unwrap();
        let local = terms.declare("x", Sort::Bool).unwrap();
        terms.declare_function("f", &[Sort::Bool], Sort::Bool).unwrap();
        let mut cfa = Cfa::new();
        let start = cfa.add_location("start", None);
        let end = cfa.add_location("end", None);
        cfa.add_edge(start, end, Command::Havoc(local), None);
        let mut procedure = Procedure::new("main", cfa);
        procedure.locals.push(local);
        let mut model = Model::single(terms, vec![global], procedure);
        assert_eq!(verify(&model), Ok(()));
        spoil(&mut model);
        assert_eq!(verify(&model).unwrap_err().to_string(), expected);
    }

    fn cfa(model: &mut Model) -> &mut Cfa {
        &mut model.procedures[0].cfa
    }

    fn set_command(model: &mut Model, command: Command) {
        cfa(model).set_command(EdgeId::from_index(0), command);
    }

    #[test]
    fn variables_are_declared_once() {
        check(|m| m.globals.push(m.globals[0]), "variable 'g' is declared twice");
        let twice = |m: &mut Model| m.globals.push(m.procedures[0].locals[0]);
        check(twice, "variable 'x' is declared twice");
        let function = |m: &mut Model| m.globals.push(m.terms.lookup("f").unwrap());
        check(function, "'f' is a function, not a variable");
        let undeclared = |m: &mut Model| m.procedures[0].locals.clear();
        check(undeclared, "variable 'x' cannot be seen here");
    }

    #[test]
    fn locations_exist_and_have_their_own_names() {
        let nowhere = Location::from_index(7);
        check(|m| cfa(m).set_initial(nowhere), "l7 is not a location");
        check(|m| cfa(m).set_exit(nowhere), "l7 is not a location");
        check(|m| cfa(m).add_error(nowhere, "p"), "l7 is not a location");
        let again = |m: &mut Model| {
            cfa(m).add_location("end", None);
        };
        check(again, "there are two locations 'end'");
    }

    #[test]
    fn terms_have_no_functions() {
        let apply = |m: &mut Model| {
            let function = m.terms.lookup("f").unwrap();
            let global = m.terms.var(m.globals[0]);
            let applied = m.terms.call(function, &[global]);
            set_command(m, Command::Assume(applied));
        };
        check(apply, "function 'f' cannot be used in a model");
    }

    #[test]
    fn spans_refer_to_files() {
        let span = Span { file: FileId::from_index(0), line: 1, column: 1 };
        let spoil = |m: &mut Model| cfa(m).set_span(Location::from_index(0), span);
        check(spoil, "a source span refers to no file");
    }

    #[test]
    fn calls_name_procedures() {
        let procedure = ProcedureId::from_index(3);
        let call = Call { procedure, args: Vec::new(), results: Vec::new() };
        let spoil = move |m: &mut Model| set_command(m, Command::Call(call.clone()));
        check(spoil, "a call of p3, which is not a procedure");
    }

    #[test]
    fn nesting_is_bounded() {
        let spoil = |m: &mut Model| {
            let mut command = Command::Skip;
            for _ in 0..Command::MAX_DEPTH {
                command = Command::Choice(vec![command]);
            }
            set_command(m, command);
        };
        check(spoil, "a command is nested too deeply");
    }
}
