//! State for the whole program: globals, string literals, functions, notes.

use super::arguments::Signature;
use super::function::FunctionLowering;
use super::order::Summaries;
use super::types::layout_of;
use super::{Globals, LowerError, Options};
use crate::environment::{self, Tables, library, library::Library};
use crate::hir::{FnId, Storage, Ty, Unit, VarId};
use program::{
    Function, FunctionId, Initial, Layout, Note, Object, Program, Register, ScalarType, Span,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Sort, Symbol};

/// The state of lowering a unit.
pub(crate) struct UnitLowering<'u> {
    pub(crate) hir: &'u Unit,
    pub(crate) options: &'u Options,
    pub(crate) program: Program,
    /// The position of each global among the program's globals.
    globals: FxHashMap<VarId, usize>,
    functions: FxHashMap<FnId, FunctionId>,
    strings: FxHashMap<Vec<u8>, Symbol>,
    /// Hidden objects of library functions, by purpose.
    hidden: FxHashMap<String, Symbol>,
    /// The sizes of objects, by their addresses.
    pub(super) sizes: FxHashMap<Symbol, u64>,
    /// The read-only objects.
    pub(super) read_only: FxHashSet<Symbol>,
    noted: FxHashSet<String>,
    pub(crate) library: Library<'u>,
    /// The effects of functions, computed on demand.
    pub(super) summaries: Option<Rc<Summaries>>,
    /// Descriptions of library functions without a model.
    pub(crate) tables: Tables,
    /// Whether the program may jump out of functions.
    pub(super) has_jumps: bool,
    /// The address of `errno`, if the program uses it.
    errno: Option<Symbol>,
    /// Functions and variables of the library that still have to be lowered.
    needed_functions: Vec<FnId>,
    needed_globals: Vec<VarId>,
}

impl<'u> UnitLowering<'u> {
    pub(super) fn new(hir: &'u Unit, options: &'u Options) -> UnitLowering<'u> {
        let mut program = Program::new(hir.machine);
        program.files.clone_from(&hir.files);
        let tables = Tables::new();
        UnitLowering {
            hir,
            options,
            program,
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            strings: FxHashMap::default(),
            hidden: FxHashMap::default(),
            sizes: FxHashMap::default(),
            read_only: FxHashSet::default(),
            noted: FxHashSet::default(),
            summaries: None,
            library: Library::of(hir, &tables),
            tables,
            errno: None,
            has_jumps: super::jumps::has_jumps(hir),
            needed_functions: Vec::new(),
            needed_globals: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Result<Program, LowerError> {
        let hir = self.hir;
        let own = |id: &FnId| {
            let function = hir.function(*id);
            (function.body.is_some() || function.address_taken)
                && function.alias.is_none()
                && !self.library.has_function(hir, *id)
        };
        let functions: Vec<FnId> =
            (0..hir.functions.len()).map(FnId::from_index).filter(own).collect();
        for &id in &functions {
            self.declare_function(id)?;
        }
        for &var in &hir.globals {
            if !self.library.has_variable(hir, var) {
                self.global(var);
                if let Some(init) = &hir.var(var).init {
                    self.initialise_global(var, init)?;
                }
            }
        }
        self.errno = self.find_errno();
        for id in functions {
            if hir.function(id).body.is_some() {
                FunctionLowering::define(&mut self, id)?;
            } else {
                environment::define(&mut self, id)?;
            }
        }
        let entry = super::entry::define(&mut self)?;
        self.program.entry = entry;
        self.define_library()?;
        self.program.outline.enumerations = self.hir.types.enumerators.clone();
        let starts = &mut self.program.outline.starts;
        starts.sort_unstable();
        starts.dedup();
        Ok(self.program)
    }

    /// Lowers the needed parts of the library.
    fn define_library(&mut self) -> Result<(), LowerError> {
        loop {
            if let Some(id) = self.needed_functions.pop() {
                FunctionLowering::define(self, id)?;
            } else if let Some(var) = self.needed_globals.pop() {
                if let Some(init) = &self.hir.var(var).init {
                    self.initialise_global(var, init)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    fn declare_function(&mut self, id: FnId) -> Result<FunctionId, LowerError> {
        let hir = self.hir;
        let function = hir.function(id);
        let program_id = FunctionId::from_index(self.program.functions.len());
        let name = match library::plain_name(&function.name) {
            Some(plain) if self.library.has_function(hir, id) => match self.library.part(plain) {
                Some(_) => format!("{}{plain}", library::PART),
                None => format!("lemmatic.{plain}"),
            },
            _ => function.name.clone(),
        };
        let mut declared = self.declare(&name, Some(function.span));
        let signature = Signature::of(hir, id)?;
        let mut register = |cx: &mut Self, ty: ScalarType| {
            let symbol = cx.symbol(&format!("{name}.arg"), ty);
            let span = Some(function.span);
            declared.registers.push(Register { symbol, name: String::new(), ty, span });
            symbol
        };
        let parameters: Vec<Symbol> =
            signature.parameters.iter().map(|&ty| register(self, ty)).collect();
        let result = signature.result.map(|ty| register(self, ty));
        declared.parameters = parameters;
        declared.result = result;
        self.functions.insert(id, program_id);
        self.program.functions.push(declared);
        Ok(program_id)
    }

    /// The program's function for a called function. Library functions become part of the program
    /// in this way.
    pub(crate) fn needed_function(&mut self, id: FnId) -> Result<Option<FunctionId>, LowerError> {
        let known = self.function(id);
        if known.is_some() || !self.library.has_function(self.hir, id) {
            return Ok(known);
        }
        self.needed_functions.push(id);
        self.declare_function(id).map(Some)
    }

    /// Declares a function that has no parameters and no body yet.
    pub(super) fn declare(&mut self, name: &str, span: Option<Span>) -> Function {
        let address = self.symbol(&format!("&{name}"), ScalarType::Pointer);
        Function {
            name: name.to_owned(),
            address,
            parameters: Vec::new(),
            result: None,
            registers: Vec::new(),
            objects: Vec::new(),
            body: None,
            span,
        }
    }

    /// A new symbol with a name as close to the given one as possible.
    pub(crate) fn symbol(&mut self, name: &str, ty: ScalarType) -> Symbol {
        let sort = ty.sort(self.hir.machine);
        self.symbol_of_sort(name, sort)
    }

    fn symbol_of_sort(&mut self, name: &str, sort: Sort) -> Symbol {
        let terms = &mut self.program.terms;
        if terms.lookup(name).is_none() {
            return terms.declare(name, sort).expect("the name is new");
        }
        terms.fresh(name, sort)
    }

    /// The program's function for one that is defined or has its address taken.
    pub(crate) fn function(&self, id: FnId) -> Option<FunctionId> {
        self.functions.get(&id).copied()
    }

    /// All functions of some types whose address is taken.
    pub(crate) fn pointed_functions(&self, wanted: impl Fn(Ty) -> bool) -> Vec<FunctionId> {
        let hir = self.hir;
        let indices = (0..hir.functions.len()).map(FnId::from_index);
        indices
            .filter(|&id| hir.function(id).address_taken && wanted(hir.function(id).ty))
            .filter_map(|id| self.function(id))
            .collect()
    }

    /// Whether a variable with static storage starts with arbitrary content.
    pub(super) fn starts_arbitrary(&self, var: VarId) -> bool {
        self.options.globals == Globals::Any
            && !self.hir.var(var).constant
            && (!self.library.has_variable(self.hir, var) || self.library.errno == Some(var))
    }

    /// The address of a variable with static storage.
    pub(crate) fn global(&mut self, var: VarId) -> Symbol {
        let var = self.hir.aliased_var(var);
        if let Some(&index) = self.globals.get(&var) {
            return self.program.globals[index].address;
        }
        let declared = self.hir.var(var);
        let address = self.symbol(&format!("&{}", declared.name), ScalarType::Pointer);
        let types = &self.hir.types;
        let of_library = self.library.has_variable(self.hir, var);
        if of_library {
            self.needed_globals.push(var);
        }
        // The library initialises `errno` to zero, wherever it is.
        let is_open = declared.storage == Storage::Extern && declared.name != "errno";
        let arbitrary = is_open || self.starts_arbitrary(var);
        let object = Object {
            address,
            name: declared.name.clone(),
            layout: layout_of(types, declared.ty),
            align: declared.align.unwrap_or(1).max(types.align_of(declared.ty)),
            initial: if arbitrary { Initial::Arbitrary } else { Initial::Values(Vec::new()) },
            read_only: declared.constant,
            span: Some(declared.span),
        };
        self.sizes.insert(address, object.layout.size());
        if object.read_only {
            self.read_only.insert(address);
        }
        self.globals.insert(var, self.program.globals.len());
        self.program.globals.push(object);
        address
    }

    /// The address of a hidden object with arbitrary content, which the program cannot name.
    pub(crate) fn hidden_object(&mut self, key: &str, ty: Ty) -> Symbol {
        let types = &self.hir.types;
        let (layout, align) = (layout_of(types, ty), types.align_of(ty));
        self.hidden(key, layout, align, Initial::Arbitrary)
    }

    /// The address of a byte that no name of the program leads to. It is zero at the start.
    pub(crate) fn hidden_flag(&mut self, key: &str) -> Symbol {
        let byte = ScalarType::Int { bits: 8, signed: false };
        let layout = Layout::Scalar { ty: byte, size: 1 };
        self.hidden(key, layout, 1, Initial::Values(Vec::new()))
    }

    fn hidden(&mut self, key: &str, layout: Layout, align: u64, initial: Initial) -> Symbol {
        if let Some(&address) = self.hidden.get(key) {
            return address;
        }
        let address = self.symbol(&format!("&library {key}"), ScalarType::Pointer);
        let name = key.to_owned();
        let read_only = false;
        let object = Object { address, name, layout, align, initial, read_only, span: None };
        self.program.globals.push(object);
        self.hidden.insert(key.to_owned(), address);
        address
    }

    /// The address of `errno`; `None` if the program never uses it.
    pub(crate) fn errno(&self) -> Option<Symbol> {
        self.errno
    }

    /// `errno` is an undefined variable of the program, or the variable behind the library's macro.
    fn find_errno(&mut self) -> Option<Symbol> {
        let hir = self.hir;
        let is_errno =
            |var: &crate::hir::Var| var.name == "errno" && var.storage == Storage::Extern;
        if let Some(index) = hir.vars.iter().position(is_errno) {
            return Some(self.global(VarId::from_index(index)));
        }
        let mut functions = hir.functions.iter();
        let is_mentioned = functions.any(|f| f.mentioned && f.name == "__errno_location");
        let number = self.library.errno.filter(|_| is_mentioned)?;
        Some(self.global(number))
    }

    /// The address of a variable with static storage that is already part of the program.
    pub(super) fn known_global(&self, var: VarId) -> Option<Symbol> {
        self.globals
            .get(&self.hir.aliased_var(var))
            .map(|&index| self.program.globals[index].address)
    }

    /// The object of a variable with static storage.
    pub(super) fn global_object(&mut self, var: VarId) -> &mut Object {
        self.global(var);
        let index = self.globals[&var];
        &mut self.program.globals[index]
    }

    /// The address of a read-only object with the given bytes. The program must not be able to
    /// observe its address.
    pub(crate) fn string(&mut self, bytes: &[u8]) -> Symbol {
        if let Some(&symbol) = self.strings.get(bytes) {
            return symbol;
        }
        let address = self.literal(bytes);
        self.strings.insert(bytes.to_vec(), address);
        address
    }

    /// The address of a string literal. Whether equal literals share an address is left open.
    pub(super) fn literal(&mut self, bytes: &[u8]) -> Symbol {
        let address = self.symbol("&string", ScalarType::Pointer);
        let char = ScalarType::Int { bits: 8, signed: true };
        let element = Box::new(Layout::Scalar { ty: char, size: 1 });
        let values = (0u64..).zip(bytes).filter(|(_, byte)| **byte != 0);
        let terms = &mut self.program.terms;
        let values = values.map(|(i, &byte)| (i, terms.bv(8, u64::from(byte)))).collect();
        self.program.globals.push(Object {
            address,
            name: Object::STRING_LITERAL.to_owned(),
            layout: Layout::Array { element, count: bytes.len() as u64 },
            align: 1,
            initial: Initial::Values(values),
            read_only: true,
            span: None,
        });
        self.sizes.insert(address, bytes.len() as u64);
        self.read_only.insert(address);
        address
    }

    /// Adds a note about the program, once.
    pub(crate) fn note(&mut self, span: Option<Span>, message: String) {
        if self.noted.insert(message.clone()) {
            self.program.notes.push(Note { message, span });
        }
    }

    /// Whether a function of this name is an error function.
    pub(crate) fn is_error_function(&self, name: &str) -> bool {
        self.options.error_functions.iter().any(|error| error == name)
    }
}
