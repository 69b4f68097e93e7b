//! From parsed syntax to the typed tree: names, types, conversions, constants, layout, linkage.
//!
//! It follows C11 with the GNU extensions that real projects use, and gcc where the standard leaves
//! a choice. Code for which gcc only warns is accepted; the first real error ends the analysis.

mod aliases;
mod asm;
mod assignments;
mod atomics;
mod attributes;
mod builtins;
mod calls;
mod cleanups;
mod compatibility;
mod complex;
mod complex_constants;
mod constant_calls;
mod constants;
mod conversions;
mod declarations;
mod declarators;
mod enumerations;
mod error;
mod expressions;
mod functions;
mod generic;
mod initialisers;
mod layout;
mod library;
mod link;
mod literals;
mod members;
mod object_size;
mod operators;
mod records;
mod scope;
mod specifiers;
mod statements;
mod strength;
#[cfg(test)]
mod tests;
mod tuples;
mod vectors;

use crate::hir::{EnumId, Function, IntType, RecordId, Storage, Ty, Type, Types, Unit, Var, VarId};
use crate::source::user_name;
use crate::source::{self, SourceError, Sources};
use error::{Result, fail, unsupported};
use functions::FunctionContext;
use lang_c::ast::ExternalDeclaration;
use lang_c::span::Span as SyntaxSpan;
use link::Linker;
use program::{FileId, Machine, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scopes;

/// Analyses the files of a program and links them. The analysis recurses over the syntax, so it
/// must run on a large stack, as parsing does.
pub fn analyse(machine: Machine, sources: &Sources) -> std::result::Result<Unit, SourceError> {
    let files = &sources.files;
    analyse_units(machine, &sources.units, files.names())
        .map_err(|error| files.error(error.span, error.user_message()))
}

fn analyse_units(machine: Machine, units: &[source::Unit], names: &[String]) -> Result<Unit> {
    // Records with equal tags in different files are one record until their members turn out to
    // differ. Then the tag becomes private to its file, and the analysis starts again.
    let mut private_tags = FxHashSet::default();
    loop {
        let mut analyser = Analyser::new(machine, private_tags);
        let analysed = analyser.units(units);
        // An error may be due to analysing with the record of another file.
        if analyser.conflicting_tags.is_empty() {
            analysed?;
            return analyser.finish(names.to_vec());
        }
        private_tags = analyser.private_tags;
        private_tags.extend(analyser.conflicting_tags);
    }
}

/// Types that rules of the language refer to.
struct CommonTypes {
    void: Ty,
    bool: Ty,
    char: Ty,
    int: Ty,
    uint: Ty,
    long: Ty,
    double: Ty,
    size: Ty,
    difference: Ty,
    void_pointer: Ty,
    char_pointer: Ty,
}

impl CommonTypes {
    fn new(types: &mut Types) -> CommonTypes {
        let machine = types.machine();
        let void = types.intern(Type::Void);
        let char = types.intern(Type::Int(IntType::CHAR));
        CommonTypes {
            void,
            char,
            bool: types.intern(Type::Bool),
            int: types.intern(Type::Int(IntType::INT)),
            uint: types.intern(Type::Int(IntType::UINT)),
            long: types.intern(Type::Int(IntType::long(machine))),
            double: types.intern(Type::Float(crate::hir::FloatType::Double)),
            size: types.intern(Type::Int(IntType::size(machine))),
            difference: types.intern(Type::Int(IntType::difference(machine))),
            void_pointer: types.intern(Type::Pointer(void)),
            char_pointer: types.intern(Type::Pointer(char)),
        }
    }
}

/// The state of the analysis.
struct Analyser<'a> {
    types: Types,
    common: CommonTypes,
    vars: Vec<Var>,
    functions: Vec<Function>,
    /// How many functions have been defined so far.
    definitions: u32,
    /// Variables with static storage, in the order of their definitions.
    globals: Vec<VarId>,
    linker: Linker,
    scopes: Scopes,
    /// The function whose body is being analysed.
    function: Option<FunctionContext>,
    /// Variable lengths that the next statement must evaluate.
    pending_lengths: Vec<u32>,
    /// Lengths of parameters, which are evaluated only for their effects.
    unasked_lengths: FxHashSet<u32>,
    /// Aliases that this file defines.
    aliases: Vec<(link::Entity, String)>,
    /// Names of this file that a pragma declares weak.
    weak_names: FxHashSet<String>,
    /// Functions of this file whose inline definitions are external.
    external_inlines: FxHashSet<String>,
    /// Enumerations of all files by their definition, and by how many identical definitions
    /// preceded in the same file.
    enumerations: FxHashMap<(String, u32), EnumId>,
    /// How often this file has defined each enumeration.
    enumerations_here: FxHashMap<String, u32>,
    /// Unions that take arguments of any of their members' types.
    transparent_unions: FxHashSet<RecordId>,
    /// Complete untagged records of earlier files, by their members.
    untagged: FxHashMap<String, RecordId>,
    /// Tags of file scope in all files so far.
    shared_tags: FxHashMap<String, scope::Tag>,
    /// Tags that are private to a file: file and tag.
    private_tags: FxHashSet<(usize, String)>,
    conflicting_tags: FxHashSet<(usize, String)>,
    file: usize,
    unit: Option<&'a source::Unit>,
}

impl<'a> Analyser<'a> {
    fn new(machine: Machine, private_tags: FxHashSet<(usize, String)>) -> Analyser<'a> {
        let mut types = Types::new(machine);
        Analyser {
            common: CommonTypes::new(&mut types),
            types,
            vars: Vec::new(),
            functions: Vec::new(),
            definitions: 0,
            globals: Vec::new(),
            linker: Linker::default(),
            scopes: Scopes::default(),
            function: None,
            pending_lengths: Vec::new(),
            unasked_lengths: FxHashSet::default(),
            aliases: Vec::new(),
            weak_names: FxHashSet::default(),
            external_inlines: FxHashSet::default(),
            enumerations: FxHashMap::default(),
            enumerations_here: FxHashMap::default(),
            transparent_unions: FxHashSet::default(),
            untagged: FxHashMap::default(),
            shared_tags: FxHashMap::default(),
            private_tags,
            conflicting_tags: FxHashSet::default(),
            file: 0,
            unit: None,
        }
    }

    fn units(&mut self, units: &'a [source::Unit]) -> Result<()> {
        for (number, unit) in units.iter().enumerate() {
            if let Some(&span) = unit.file_scope_asm.first() {
                return unsupported(span, "assembly at file scope is not supported");
            }
            self.begin_file(number, unit);
            for item in &unit.tree.0 {
                self.external_declaration(&item.node)?;
            }
            self.end_file()?;
        }
        Ok(())
    }

    fn begin_file(&mut self, number: usize, unit: &'a source::Unit) {
        self.file = number;
        self.unit = Some(unit);
        self.enumerations_here.clear();
        self.external_inlines = strength::external_inlines(unit);
        self.begin_symbols(unit);
        self.scopes = Scopes::default();
        self.scopes.enter();
    }

    fn external_declaration(&mut self, item: &ExternalDeclaration) -> Result<()> {
        match item {
            ExternalDeclaration::Declaration(declaration) => {
                self.declaration(&declaration.node)?;
                // Lengths that gcc folds are folded; others are errors at file scope.
                self.pending_lengths.clear();
                Ok(())
            }
            ExternalDeclaration::StaticAssert(assertion) => self.static_assert(&assertion.node),
            ExternalDeclaration::FunctionDefinition(definition) => {
                self.function_definition(&definition.node)
            }
        }
    }

    /// The place of a piece of syntax in the user's files.
    fn span(&self, span: SyntaxSpan) -> Span {
        match self.unit {
            Some(unit) => unit.span(span.start),
            None => Span { file: FileId::from_index(0), line: 1, column: 1 },
        }
    }

    fn add_var(&mut self, name: &str, ty: Ty, storage: Storage, span: Span) -> VarId {
        let id = VarId::from_index(self.vars.len());
        let name = user_name(name);
        let constant = self.is_constant(ty);
        self.vars.push(Var {
            name,
            ty,
            storage,
            align: None,
            external: false,
            constant,
            address_taken: false,
            alias: None,
            weak: false,
            init: None,
            span,
        });
        id
    }

    fn pointer_to(&mut self, ty: Ty) -> Ty {
        self.types.intern(Type::Pointer(ty))
    }

    /// Fails unless objects of the type can be created.
    fn require_complete(&self, ty: Ty, what: &str, span: Span) -> Result<()> {
        if self.types.is_complete(ty) {
            return Ok(());
        }
        fail(span, format!("{what} has the incomplete type `{}`", self.types.show(ty)))
    }
}
