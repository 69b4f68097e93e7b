//! Function definitions.

use super::Analyser;
use super::cleanups::Cleanup;
use super::declarators::Params;
use super::error::{Result, fail, unsupported};
use super::link::Entity;
use super::scope::Name;
use crate::hir::{FnId, FunctionType, LabelId, LoopScope, Stmt, StmtKind, Ty, Type, VarId};
use crate::source::user_name;
use lang_c::ast::{
    BlockItem, Declaration, FunctionDefinition, Identifier, Statement, StorageClassSpecifier,
};
use lang_c::span::Node;
use num_bigint::BigInt;
use program::Span;
use rustc_hash::FxHashMap;

/// The enclosing function, as far as statements need to know it.
pub(super) struct FunctionContext {
    pub name: String,
    pub result: Ty,
    /// Labels by name; those of `__label__` have a number after a dot.
    pub labels: FxHashMap<String, Label>,
    /// Labels whose addresses are taken.
    pub label_objects: Vec<(LabelId, VarId)>,
    /// The number of loops and switches around the current statement.
    pub breakable: u32,
    /// The number of loops around the current statement.
    pub loops: u32,
    pub switches: Vec<Switch>,
    /// Variables in scope with a cleanup function.
    pub cleanups: Vec<Cleanup>,
    /// How many such variables there have been so far.
    pub all_cleanups: usize,
    /// How many of them were in scope at each enclosing loop or switch, and at each enclosing loop.
    pub break_cleanups: Vec<usize>,
    pub continue_cleanups: Vec<usize>,
    /// The loops so far.
    pub noted_loops: Vec<LoopScope>,
}

/// A label of a statement, or the target of a `goto`.
pub(super) struct Label {
    pub id: LabelId,
    pub defined: bool,
    /// Where it is first mentioned.
    pub span: Span,
}

/// A `switch` around the current statement.
pub(super) struct Switch {
    pub ty: Ty,
    pub cases: Vec<(BigInt, BigInt, Span)>,
    pub has_default: bool,
}

impl Analyser<'_> {
    pub(super) fn function_definition(&mut self, definition: &FunctionDefinition) -> Result<()> {
        let span = self.span(definition.declarator.span);
        let specifiers = self.declaration_specifiers(&definition.specifiers, span)?;
        let declared = self.declarator(specifiers.ty, &definition.declarator, true)?;
        let (name, span) = (declared.name, declared.span);
        let result = match self.types.as_function(declared.ty) {
            Some(function) => function.result,
            None => return fail(span, format!("`{name}` has a body but is no function")),
        };
        let (ty, params) = match declared.params {
            Some(Params::Prototype(params)) => (declared.ty, params),
            Some(Params::Names(names)) => {
                self.old_parameters(result, &names, &definition.declarations)?
            }
            None => return fail(span, format!("`{name}` lacks its parameters")),
        };
        if !self.types.is_void(result) {
            self.require_complete(result, &format!("the result of `{name}`"), span)?;
        }
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        let is_static = is_static || self.linker.is_static_here(&name);
        let id = self.link_function(&name, ty, is_static, span)?;
        self.scopes.bind_at_file_scope(&name, Name::Function(id));
        let weak = self.is_weak(&name, &specifiers, &declared.attributes);
        self.note_weak(Entity::Function(id), weak);
        let strength = self.strength_of(id, &name, &specifiers, &declared.attributes);
        if self.is_copy_of_library(id, &specifiers) || !self.settle_function(id, strength, span)? {
            self.scopes.leave();
            self.pending_lengths.clear();
            return Ok(());
        }
        let function = &mut self.functions[id.index()];
        function.ty = ty;
        function.span = span;
        function.params = params;
        function.noreturn |= specifiers.attributes.noreturn || declared.attributes.noreturn;
        self.definitions += 1;
        function.definition = self.definitions;
        let constructor = specifiers.attributes.constructor.or(declared.attributes.constructor);
        function.constructor = constructor.or(function.constructor);
        let destructor = specifiers.attributes.destructor.or(declared.attributes.destructor);
        function.destructor = destructor.or(function.destructor);
        function.align =
            function.align.max(specifiers.attributes.align).max(declared.attributes.align);
        // Marks the function as defined while its body is analysed.
        function.body = Some(Stmt { kind: StmtKind::Empty, span });
        self.function = Some(FunctionContext {
            name: user_name(&name),
            result,
            labels: FxHashMap::default(),
            label_objects: Vec::new(),
            breakable: 0,
            loops: 0,
            switches: Vec::new(),
            cleanups: Vec::new(),
            all_cleanups: 0,
            break_cleanups: Vec::new(),
            continue_cleanups: Vec::new(),
            noted_loops: Vec::new(),
        });
        let depth = self.scopes.depth();
        let body = match self.function_body(&definition.statement).and_then(|body| {
            self.finish_body(id)?;
            Ok(body)
        }) {
            // Runs that reach this function are not modelled; others are.
            Err(error) if error.is_unsupported() => {
                self.scopes.leave_to(depth);
                self.pending_lengths.clear();
                self.function = None;
                Stmt { kind: StmtKind::Unsupported(error.what()), span: error.span }
            }
            body => body?,
        };
        self.scopes.leave();
        self.functions[id.index()].body = Some(body);
        Ok(())
    }

    /// Stores the analysis results of a function's body.
    fn finish_body(&mut self, id: FnId) -> Result<()> {
        let function = &mut self.functions[id.index()];
        if let Some(context) = self.function.take() {
            function.labels = u32::try_from(context.labels.len()).unwrap_or(u32::MAX);
            if context.all_cleanups > 0
                && let Some(label) = context.labels.values().map(|label| label.span).min()
            {
                let message = "labels are not supported in functions with the attribute `cleanup`";
                return unsupported(label, message);
            }
            function.label_objects = context.label_objects;
            function.loops = context.noted_loops;
            let mut undefined: Vec<_> =
                context.labels.iter().filter(|(_, label)| !label.defined).collect();
            undefined.sort_by_key(|(_, label)| label.span);
            if let Some((name, label)) = undefined.first() {
                let name = name.split('.').next().unwrap_or_default();
                return fail(label.span, format!("there is no label `{name}`"));
            }
        }
        Ok(())
    }

    /// The body; parameters and outermost variables share a scope.
    fn function_body(&mut self, statement: &Node<Statement>) -> Result<Stmt> {
        let span = self.span(statement.span);
        let empty: &[Node<BlockItem>] = &[];
        let items = match &statement.node {
            Statement::Compound(items) => items.as_slice(),
            _ => empty,
        };
        // The lengths of parameters are evaluated first.
        let mut stmts = self.evaluate_lengths(span);
        self.block_items(items, &mut stmts)?;
        self.end_cleanups(0, &mut stmts, span)?;
        Ok(Stmt { kind: StmtKind::Block(stmts), span })
    }

    /// Statements that evaluate the pending lengths of variable-length arrays.
    pub(super) fn evaluate_lengths(&mut self, span: Span) -> Vec<Stmt> {
        let lengths = std::mem::take(&mut self.pending_lengths);
        let evaluate = |length| {
            let kind = if self.unasked_lengths.contains(&length) {
                StmtKind::Expr(self.types.lengths[length as usize].clone())
            } else {
                StmtKind::EvaluateLength(length)
            };
            Stmt { kind, span }
        };
        lengths.into_iter().map(evaluate).collect()
    }

    /// Parameters as in K&R C: names in the parentheses, then declarations; undeclared ones are
    /// `int`.
    fn old_parameters(
        &mut self,
        result: Ty,
        names: &[Node<Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Result<(Ty, Vec<VarId>)> {
        let mut types: FxHashMap<String, Ty> = FxHashMap::default();
        for declaration in declarations {
            let span = self.span(declaration.span);
            let specifiers = self.declaration_specifiers(&declaration.node.specifiers, span)?;
            for declarator in &declaration.node.declarators {
                let declared =
                    self.declarator(specifiers.ty, &declarator.node.declarator, false)?;
                let ty = self.adjust_parameter(declared.ty);
                let name = declared.name;
                if !names.iter().any(|parameter| parameter.node.name == name) {
                    return fail(declared.span, format!("`{name}` is not a parameter"));
                }
                self.require_complete(ty, &format!("the parameter `{name}`"), declared.span)?;
                types.insert(name, ty);
            }
        }
        let mut params = Vec::new();
        let mut vars = Vec::new();
        for name in names {
            let span = self.span(name.span);
            let ty = types.get(&name.node.name).copied().unwrap_or(self.common.int);
            vars.push(self.declare_parameter(&name.node.name, ty, span)?);
            params.push(self.types.unqualified(ty));
        }
        let function = FunctionType { result, params, variadic: false, unprototyped: true };
        Ok((self.types.intern(Type::Function(function)), vars))
    }
}
