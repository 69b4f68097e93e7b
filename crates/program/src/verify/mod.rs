//! The verifier: the rules that every program must satisfy before it is used.
//!
//! 1. The entry is a function of the program with a body and without parameters; nothing calls it
//!    directly.
//! 2. Names of functions are unique; a body has a block; jumps lead to blocks of the function.
//! 3. A symbol is declared once, as a register, an object's address or a function's address.
//! 4. Names can be printed: they do not contain `|` or `\`, and no symbol is named like a constant
//!    of SMT-LIB.
//! 5. The sort of a register is that of its type; addresses are as wide as the machine's pointers.
//! 6. Parameters are different registers of the function; the result is one of its registers.
//! 7. Alignments are powers of two. Local objects start arbitrary and are not read-only.
//! 8. Initial values are bit-vectors of whole bytes over addresses of globals and functions; they
//!    do not overlap and lie inside the object.
//! 9. Terms refer only to registers and objects of the function, of globals and of functions; they
//!    contain no declared functions, arrays, integers or reals.
//! 10. Statements are well sorted, see [`StatementKind`](crate::StatementKind). Loads and
//!     stores transfer whole bytes.
//! 11. A direct call has an argument for each parameter, of its sort, and a register of the
//!     result's sort if any; an indirect call may have any arguments.
//! 12. Source spans refer to files of the program.

mod statements;
#[cfg(test)]
mod tests;

use crate::{BlockId, Body, Function, FunctionId, Initial, Layout, Object, Program, Span};
use model::verify::{is_constant_name, is_writable_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use term::{Op, Sort, Symbol, Term, post_order};
use thiserror::Error;

/// A violation of the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{rule}")]
pub struct VerifyError {
    /// Where it is.
    pub place: ProgramPlace,
    /// The violated rule.
    pub rule: Violation,
}

/// A part of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProgramPlace {
    /// The program as a whole.
    Program,
    /// A declared symbol; its name.
    Symbol(Symbol, String),
    /// A function as a whole; its name.
    Function(FunctionId, String),
    /// A statement of a block. The terminator counts as the statement after the last.
    Statement {
        /// The function.
        function: FunctionId,
        /// The name of the function.
        name: String,
        /// The block.
        block: BlockId,
        /// Position in the block.
        statement: usize,
    },
}

/// The start of a message about the place.
impl fmt::Display for ProgramPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramPlace::Program => Ok(()),
            ProgramPlace::Symbol(_, name) => write!(f, "'{name}': "),
            ProgramPlace::Function(_, name) => write!(f, "function '{name}': "),
            ProgramPlace::Statement { name, block, statement, .. } => {
                write!(f, "function '{name}', block {block}, statement {statement}: ")
            }
        }
    }
}

/// The ways to violate the rules above.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages are the documentation
pub enum Violation {
    #[error("there is no entry function")]
    NoEntry,
    #[error("the entry has no body")]
    EntryWithoutBody,
    #[error("the entry has parameters")]
    EntryWithParameters,
    #[error("a call of the entry")]
    EntryCalled,
    #[error("there is another function of this name")]
    DuplicateFunction,
    #[error("declared twice")]
    DuplicateSymbol,
    #[error("a function of terms, not a constant")]
    NotAConstant,
    #[error("the name '{0}' contains '|' or '\\'")]
    UnwritableName(String),
    #[error("named like a constant of SMT-LIB")]
    ConstantName,
    #[error("expected sort {expected}, found {found}")]
    WrongSort { expected: Sort, found: Sort },
    #[error("expected a bit-vector of whole bytes, found {0}")]
    NotBytes(Sort),
    #[error("a parameter is not a register of the function, or one twice")]
    BadParameter,
    #[error("'{0}' is not a register of the function")]
    NotARegister(String),
    #[error("'{0}' is not an object of the function")]
    NotALocalObject(String),
    #[error("the alignment {0} is not a power of two")]
    BadAlignment(u64),
    #[error("the layout is larger than memory")]
    HugeLayout,
    #[error("a local object with initial values")]
    InitialisedLocal,
    #[error("initial values overlap or lie outside of the object")]
    BadInitialValues,
    #[error("'{0}' cannot be seen here")]
    Invisible(String),
    #[error("a term with '{0}', which has no meaning in programs")]
    BadOperator(String),
    #[error("a term of sort {0}, which has no meaning in programs")]
    BadSort(Sort),
    #[error("the body has no blocks")]
    NoBlocks,
    #[error("{0} is not a block of the function")]
    NoSuchBlock(BlockId),
    #[error("{0} is not a function of the program")]
    NoSuchFunction(FunctionId),
    #[error("'{function}' takes {expected} argument(s), found {found}")]
    Arguments { function: String, expected: usize, found: usize },
    #[error("'{0}' returns nothing")]
    NoResult(String),
    #[error("a source span refers to no file")]
    NoSuchFile,
}

/// Checks all rules.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    let mut verifier = Verifier {
        program,
        owners: FxHashMap::default(),
        global_terms: FxHashSet::default(),
        known_terms: FxHashSet::default(),
    };
    verifier.declarations()?;
    verifier.entry()?;
    for object in &program.globals {
        let place =
            || ProgramPlace::Symbol(object.address, program.terms.name(object.address).to_owned());
        verifier.initial(object).map_err(|rule| VerifyError { place: place(), rule })?;
    }
    for id in program.function_ids() {
        verifier.function(id)?;
    }
    Ok(())
}

/// The owner of a declared symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Program,
    Register(FunctionId),
    Object(FunctionId),
}

struct Verifier<'a> {
    program: &'a Program,
    owners: FxHashMap<Symbol, Owner>,
    /// Subterms that are valid everywhere.
    global_terms: FxHashSet<Term>,
    /// Subterms that were found valid in the current function.
    known_terms: FxHashSet<Term>,
}

impl<'a> Verifier<'a> {
    fn pointer(&self) -> Sort {
        Sort::BitVec(self.program.machine.pointer_bits())
    }

    fn declarations(&mut self) -> Result<(), VerifyError> {
        let program = self.program;
        let pointer = self.pointer();
        for note in &program.notes {
            let at = |rule| VerifyError { place: ProgramPlace::Program, rule };
            self.span(note.span).map_err(at)?;
        }
        for object in &program.globals {
            self.object(object, Owner::Program)?;
        }
        for id in program.function_ids() {
            let function = program.function(id);
            self.declare(function.address, &pointer, Owner::Program)?;
            for register in &function.registers {
                let sort = register.ty.sort(program.machine);
                self.declare(register.symbol, &sort, Owner::Register(id))?;
                self.span(register.span).map_err(|rule| self.at_symbol(register.symbol, rule))?;
            }
            for object in &function.objects {
                self.object(object, Owner::Object(id))?;
                if !matches!(object.initial, Initial::Arbitrary) {
                    return Err(self.at_symbol(object.address, Violation::InitialisedLocal));
                }
            }
        }
        Ok(())
    }

    fn at_symbol(&self, symbol: Symbol, rule: Violation) -> VerifyError {
        let name = self.program.terms.name(symbol).to_owned();
        VerifyError { place: ProgramPlace::Symbol(symbol, name), rule }
    }

    fn declare(&mut self, symbol: Symbol, sort: &Sort, owner: Owner) -> Result<(), VerifyError> {
        let terms = &self.program.terms;
        let name = terms.name(symbol);
        let found = terms.symbol_sort(symbol);
        let rule = if !is_writable_name(name) {
            Violation::UnwritableName(name.to_owned())
        } else if is_constant_name(name) {
            Violation::ConstantName
        } else if !terms.parameters(symbol).is_empty() {
            Violation::NotAConstant
        } else if found != sort {
            Violation::WrongSort { expected: sort.clone(), found: found.clone() }
        } else if self.owners.insert(symbol, owner).is_some() {
            Violation::DuplicateSymbol
        } else {
            return Ok(());
        };
        Err(self.at_symbol(symbol, rule))
    }

    fn object(&mut self, object: &Object, owner: Owner) -> Result<(), VerifyError> {
        self.declare(object.address, &self.pointer(), owner)?;
        let limit = 1 << (self.program.machine.pointer_bits() - 1);
        let rule = if !object.align.is_power_of_two() {
            Violation::BadAlignment(object.align)
        } else if checked_size(&object.layout).is_none_or(|size| size >= limit) {
            Violation::HugeLayout
        } else {
            return self.span(object.span).map_err(|rule| self.at_symbol(object.address, rule));
        };
        Err(self.at_symbol(object.address, rule))
    }

    fn entry(&self) -> Result<(), VerifyError> {
        let at = |rule| VerifyError { place: ProgramPlace::Program, rule };
        let Some(entry) = self.program.functions.get(self.program.entry.index()) else {
            return Err(at(Violation::NoEntry));
        };
        if entry.body.is_none() {
            return Err(at(Violation::EntryWithoutBody));
        }
        if !entry.parameters.is_empty() {
            return Err(at(Violation::EntryWithParameters));
        }
        let mut names = FxHashSet::default();
        for id in self.program.function_ids() {
            let name = &self.program.function(id).name;
            let place = || ProgramPlace::Function(id, name.clone());
            if !is_writable_name(name) {
                let rule = Violation::UnwritableName(name.clone());
                return Err(VerifyError { place: place(), rule });
            }
            if !names.insert(name) {
                return Err(VerifyError { place: place(), rule: Violation::DuplicateFunction });
            }
        }
        Ok(())
    }

    fn initial(&mut self, object: &Object) -> Result<(), Violation> {
        let Initial::Values(values) = &object.initial else { return Ok(()) };
        let mut ranges = Vec::new();
        for &(offset, value) in values {
            self.term_seen_by(value, None)?;
            let bytes = self.bytes(value)?;
            ranges.push((offset, offset.checked_add(bytes).ok_or(Violation::BadInitialValues)?));
        }
        ranges.sort_unstable();
        let apart = ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        let inside = ranges.last().is_none_or(|last| last.1 <= object.layout.size());
        if apart && inside { Ok(()) } else { Err(Violation::BadInitialValues) }
    }

    fn function(&mut self, id: FunctionId) -> Result<(), VerifyError> {
        let function = self.program.function(id);
        self.known_terms.clear();
        let at =
            |rule| VerifyError { place: ProgramPlace::Function(id, function.name.clone()), rule };
        self.signature(id, function).map_err(at)?;
        let Some(body) = &function.body else { return Ok(()) };
        if body.blocks.is_empty() {
            return Err(at(Violation::NoBlocks));
        }
        for block in body.block_ids() {
            self.block(id, body, block).map_err(|(statement, rule)| {
                let name = function.name.clone();
                let place = ProgramPlace::Statement { function: id, name, block, statement };
                VerifyError { place, rule }
            })?;
        }
        Ok(())
    }

    fn signature(&self, id: FunctionId, function: &Function) -> Result<(), Violation> {
        self.span(function.span)?;
        let mut seen = FxHashSet::default();
        for &parameter in &function.parameters {
            let own = self.owners.get(&parameter) == Some(&Owner::Register(id));
            if !own || !seen.insert(parameter) {
                return Err(Violation::BadParameter);
            }
        }
        function.result.map_or(Ok(()), |result| self.register(id, result).map(|_| ()))
    }

    fn block(
        &mut self,
        id: FunctionId,
        body: &Body,
        block: BlockId,
    ) -> Result<(), (usize, Violation)> {
        let block = body.block(block);
        for (i, statement) in block.statements.iter().enumerate() {
            self.statement(id, statement).map_err(|rule| (i, rule))?;
        }
        self.terminator(id, body, block).map_err(|rule| (block.statements.len(), rule))
    }

    fn span(&self, span: Option<Span>) -> Result<(), Violation> {
        match span {
            Some(span) if span.file.index() >= self.program.files.len() => {
                Err(Violation::NoSuchFile)
            }
            _ => Ok(()),
        }
    }

    /// The sort of a register of the function.
    fn register(&self, id: FunctionId, symbol: Symbol) -> Result<&'a Sort, Violation> {
        match self.owners.get(&symbol) {
            Some(&Owner::Register(owner)) if owner == id => {
                Ok(self.program.terms.symbol_sort(symbol))
            }
            _ => Err(Violation::NotARegister(self.program.terms.name(symbol).to_owned())),
        }
    }

    /// Checks that a term is valid in a function, or among the globals.
    fn term_seen_by(&mut self, term: Term, function: Option<FunctionId>) -> Result<(), Violation> {
        let terms = &self.program.terms;
        let known = if function.is_some() { &mut self.known_terms } else { &mut self.global_terms };
        for part in post_order(terms, &[term], |part| known.contains(&part)) {
            match terms.op(part) {
                Op::Var(symbol) => {
                    let visible = match self.owners.get(&symbol) {
                        Some(Owner::Program) => true,
                        Some(&Owner::Register(owner) | &Owner::Object(owner)) => {
                            function == Some(owner)
                        }
                        None => false,
                    };
                    if !visible {
                        return Err(Violation::Invisible(terms.name(symbol).to_owned()));
                    }
                }
                Op::Apply(symbol) => {
                    return Err(Violation::BadOperator(terms.name(symbol).to_owned()));
                }
                _ => {}
            }
            let sort = terms.sort(part);
            if matches!(sort, Sort::Int | Sort::Real | Sort::Array(_)) {
                return Err(Violation::BadSort(sort.clone()));
            }
            known.insert(part);
        }
        Ok(())
    }

    /// The number of bytes of a bit-vector term.
    fn bytes(&self, term: Term) -> Result<u64, Violation> {
        whole_bytes(self.program.terms.sort(term))
    }
}

/// The number of bytes of a bit-vector sort.
fn whole_bytes(sort: &Sort) -> Result<u64, Violation> {
    match sort.bit_width() {
        Some(width) if width.is_multiple_of(8) => Ok(u64::from(width / 8)),
        _ => Err(Violation::NotBytes(sort.clone())),
    }
}

/// The size of a layout, unless it is too large to count.
fn checked_size(layout: &Layout) -> Option<u64> {
    match layout {
        Layout::Bytes(size) | Layout::Scalar { size, .. } | Layout::Record { size, .. } => {
            Some(*size)
        }
        Layout::Array { element, count } => checked_size(element)?.checked_mul(*count),
    }
}
