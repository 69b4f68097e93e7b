//! Statements.

use super::Analyser;
use super::error::{Result, fail};
use super::functions::{FunctionContext, Label, Switch};
use crate::hir::{
    CaseRange, Expr, ExprKind, LabelId, LoopScope, Place, PlaceKind, Stmt, StmtKind, Storage, Ty,
};
use crate::source::rewrite::{COMPUTED_GOTO, LOCAL_LABELS};
use crate::source::user_name;
use lang_c::ast::{
    self, BlockItem, Expression, ForInitializer, ForStatement, LabeledStatement, Statement,
};
use lang_c::span::Node;
use num_bigint::BigInt;
use program::Span;

/// The prefix of labels that make CBMC run a statement in a new thread.
const THREAD_LABEL: &str = "__CPROVER_ASYNC_";

impl Analyser<'_> {
    /// The context of the function around a statement.
    fn context(&mut self, span: Span) -> Result<&mut FunctionContext> {
        match &mut self.function {
            Some(context) => Ok(context),
            None => fail(span, "a statement outside of a function"),
        }
    }

    pub(super) fn block_items(
        &mut self,
        items: &[Node<BlockItem>],
        stmts: &mut Vec<Stmt>,
    ) -> Result<()> {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => {
                    stmts.extend(self.declaration(&declaration.node)?);
                    let span = self.span(item.span);
                    stmts.extend(self.evaluate_lengths(span));
                }
                BlockItem::StaticAssert(assertion) => self.static_assert(&assertion.node)?,
                BlockItem::Statement(statement) => stmts.push(self.statement(statement)?),
            }
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, statement: &Node<Statement>) -> Result<Stmt> {
        let span = self.span(statement.span);
        let kind = match &statement.node {
            Statement::Labeled(labeled) => self.labeled(&labeled.node, span)?,
            Statement::Compound(items) => {
                let mut stmts = Vec::with_capacity(items.len());
                let cleanups = self.cleanups();
                self.scopes.enter();
                self.block_items(items, &mut stmts)?;
                self.end_cleanups(cleanups, &mut stmts, span)?;
                self.scopes.leave();
                StmtKind::Block(stmts)
            }
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(expression)) => {
                if let Some(kind) = self.marked(expression, span)? {
                    return Ok(Stmt { kind, span });
                }
                let value = self.value(expression)?;
                self.with_lengths(StmtKind::Expr(value), span)
            }
            Statement::If(branch) => {
                self.scopes.enter();
                let condition = self.condition(&branch.node.condition)?;
                let yes = Box::new(self.scoped(&branch.node.then_statement)?);
                let no = match &branch.node.else_statement {
                    Some(no) => Some(Box::new(self.scoped(no)?)),
                    None => None,
                };
                self.scopes.leave();
                StmtKind::If(condition, yes, no)
            }
            Statement::Switch(switch) => {
                self.scopes.enter();
                let switch = self.switch(&switch.node, span)?;
                self.scopes.leave();
                switch
            }
            Statement::While(node) => {
                self.scopes.enter();
                self.note_loop(&node.node.statement, span)?;
                let condition = self.condition(&node.node.expression)?;
                let body = self.loop_body(&node.node.statement, span)?;
                self.scopes.leave();
                StmtKind::While(condition, Box::new(body))
            }
            Statement::DoWhile(node) => {
                self.scopes.enter();
                self.note_loop(&node.node.statement, span)?;
                let body = self.loop_body(&node.node.statement, span)?;
                let condition = self.condition(&node.node.expression)?;
                self.scopes.leave();
                StmtKind::DoWhile(Box::new(body), condition)
            }
            Statement::For(node) => self.for_statement(&node.node, span)?,
            Statement::Goto(label) => {
                let label_span = self.span(label.span);
                StmtKind::Goto(self.label(&label.node.name, label_span)?.id)
            }
            Statement::Continue => {
                if self.context(span)?.loops == 0 {
                    return fail(span, "`continue` outside of a loop");
                }
                let first = self.context(span)?.continue_cleanups.last().copied();
                self.leaving(first, StmtKind::Continue, span)?
            }
            Statement::Break => {
                if self.context(span)?.breakable == 0 {
                    return fail(span, "`break` outside of a loop or switch");
                }
                let first = self.context(span)?.break_cleanups.last().copied();
                self.leaving(first, StmtKind::Break, span)?
            }
            Statement::Return(value) => self.return_statement(value.as_deref(), span)?,
            Statement::Asm(asm) => self.asm(&asm.node, span)?,
        };
        Ok(Stmt { kind, span })
    }

    /// A statement, preceded by the evaluation of the lengths that it mentions.
    fn with_lengths(&mut self, kind: StmtKind, span: Span) -> StmtKind {
        let mut stmts = self.evaluate_lengths(span);
        if stmts.is_empty() {
            return kind;
        }
        stmts.push(Stmt { kind, span });
        StmtKind::Group(stmts)
    }

    /// A statement that is a scope of its own.
    fn scoped(&mut self, statement: &Node<Statement>) -> Result<Stmt> {
        self.scopes.enter();
        let result = self.statement(statement);
        self.scopes.leave();
        result
    }

    /// A jump, preceded by the cleanups of the variables whose scope it leaves.
    fn leaving(&mut self, first: Option<usize>, jump: StmtKind, span: Span) -> Result<StmtKind> {
        let mut stmts = self.clean_up_to(first.unwrap_or(0), span)?;
        if stmts.is_empty() {
            return Ok(jump);
        }
        stmts.push(Stmt { kind: jump, span });
        Ok(StmtKind::Group(stmts))
    }

    fn loop_body(&mut self, statement: &Node<Statement>, span: Span) -> Result<Stmt> {
        let context = self.context(span)?;
        context.loops += 1;
        context.breakable += 1;
        context.break_cleanups.push(context.cleanups.len());
        context.continue_cleanups.push(context.cleanups.len());
        let body = self.scoped(statement);
        let context = self.context(span)?;
        context.loops -= 1;
        context.breakable -= 1;
        context.break_cleanups.pop();
        context.continue_cleanups.pop();
        body
    }

    /// Records the names that are visible at a loop.
    fn note_loop(&mut self, body: &Node<Statement>, span: Span) -> Result<()> {
        let first = match &body.node {
            Statement::Compound(items) => match items.first().map(|item| &item.node) {
                Some(BlockItem::Statement(first))
                    if !matches!(first.node, Statement::Labeled(_)) =>
                {
                    Some(self.span(first.span))
                }
                _ => None,
            },
            _ => None,
        };
        let visible = self.scopes.visible();
        self.context(span)?.noted_loops.push(LoopScope { span, first, visible });
        Ok(())
    }

    fn for_statement(&mut self, node: &ForStatement, span: Span) -> Result<StmtKind> {
        self.scopes.enter();
        let cleanups = self.all_cleanups();
        let first_span = self.span(node.initializer.span);
        let first = match &node.initializer.node {
            ForInitializer::Empty => StmtKind::Empty,
            ForInitializer::Expression(expression) => StmtKind::Expr(self.value(expression)?),
            ForInitializer::Declaration(declaration) => {
                StmtKind::Group(self.declaration(&declaration.node)?)
            }
            ForInitializer::StaticAssert(assertion) => {
                self.static_assert(&assertion.node)?;
                StmtKind::Empty
            }
        };
        self.forbid_cleanups(cleanups, "the head of a loop", first_span)?;
        self.note_loop(&node.statement, span)?;
        let condition = match &node.condition {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        let step = match &node.step {
            Some(step) => Some(self.value(step)?),
            None => None,
        };
        let body = self.loop_body(&node.statement, span)?;
        self.scopes.leave();
        let first = Stmt { kind: first, span: first_span };
        Ok(StmtKind::For(Box::new(first), condition, step, Box::new(body)))
    }

    /// The statement behind a call of a marker function, which no program contains.
    fn marked(&mut self, expression: &Node<Expression>, span: Span) -> Result<Option<StmtKind>> {
        let Expression::Call(call) = &expression.node else { return Ok(None) };
        let Expression::Identifier(callee) = &call.node.callee.node else { return Ok(None) };
        match callee.node.name.as_str() {
            COMPUTED_GOTO => {
                let Some(address) = call.node.arguments.first() else {
                    return fail(span, "`goto *` needs an address");
                };
                let address = self.value(address)?;
                let pointer = self.common.void_pointer;
                let address = self.convert_assigned(address, pointer, "`goto *`")?;
                Ok(Some(self.with_lengths(StmtKind::GotoAddress(address), span)))
            }
            LOCAL_LABELS => {
                for argument in &call.node.arguments {
                    if let Some(name) = string_of(argument) {
                        self.scopes.bind_label(&name);
                    }
                }
                Ok(Some(StmtKind::Empty))
            }
            _ => Ok(None),
        }
    }

    /// `&&label`: the address of a variable that is used for nothing else.
    pub(super) fn label_address(
        &mut self,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let Some(name) = arguments.first().and_then(string_of) else {
            return fail(span, "`&&` needs a label");
        };
        let label = self.label(&name, span)?.id;
        let known = self.context(span)?.label_objects.iter().find(|(known, _)| *known == label);
        let var = match known {
            Some(&(_, var)) => var,
            None => {
                let name = format!("[label {}]", user_name(&name));
                let var = self.add_var(&name, self.common.char, Storage::Static, span);
                self.vars[var.index()].constant = true;
                self.globals.push(var);
                self.context(span)?.label_objects.push((label, var));
                var
            }
        };
        let place = Place { kind: PlaceKind::Var(var), ty: self.common.char, span };
        let address = self.address_of(place);
        Ok(self.convert(address, self.common.void_pointer, false))
    }

    fn label(&mut self, name: &str, span: Span) -> Result<&mut Label> {
        let name = self.scopes.label(name).to_owned();
        let labels = &mut self.context(span)?.labels;
        let id = LabelId::from_index(labels.len());
        Ok(labels.entry(name).or_insert(Label { id, defined: false, span }))
    }

    fn labeled(&mut self, labeled: &LabeledStatement, span: Span) -> Result<StmtKind> {
        let LabeledStatement { label, statement } = labeled;
        Ok(match &label.node {
            ast::Label::Identifier(name) => {
                let label = self.label(&name.node.name, span)?;
                if label.defined {
                    let name = &name.node.name;
                    return fail(span, format!("there are two labels `{name}`"));
                }
                label.defined = true;
                let id = label.id;
                let mut labelled = self.statement(statement)?;
                if name.node.name.starts_with(THREAD_LABEL) {
                    let what = format!("the thread that '{}' starts", name.node.name);
                    let threads = Stmt { kind: StmtKind::Unsupported(what), span };
                    labelled = Stmt { kind: StmtKind::Block(vec![threads, labelled]), span };
                }
                StmtKind::Label(id, Box::new(labelled))
            }
            ast::Label::Case(value) => {
                let value = self.case_value(value, span)?;
                let range = CaseRange { first: value.clone(), last: value };
                self.add_case(&range, span)?;
                StmtKind::Case(range, Box::new(self.statement(statement)?))
            }
            ast::Label::CaseRange(range) => {
                let first = self.case_value(&range.node.low, span)?;
                let last = self.case_value(&range.node.high, span)?;
                let range = CaseRange { first, last };
                self.add_case(&range, span)?;
                StmtKind::Case(range, Box::new(self.statement(statement)?))
            }
            ast::Label::Default => {
                let Some(switch) = self.context(span)?.switches.last_mut() else {
                    return fail(span, "`default` outside of a switch");
                };
                if std::mem::replace(&mut switch.has_default, true) {
                    return fail(span, "a switch with two `default` labels");
                }
                StmtKind::Default(Box::new(self.statement(statement)?))
            }
        })
    }

    fn case_value(&mut self, value: &Node<Expression>, span: Span) -> Result<BigInt> {
        let ty = match self.context(span)?.switches.last() {
            Some(switch) => switch.ty,
            None => return fail(span, "`case` outside of a switch"),
        };
        let value = self.constant_integer(value, "the value of a case")?;
        Ok(self.wrap_to(&value, ty))
    }

    fn add_case(&mut self, range: &CaseRange, span: Span) -> Result<()> {
        if let Some(switch) = self.context(span)?.switches.last_mut() {
            switch.cases.push((range.first.clone(), range.last.clone(), span));
        }
        Ok(())
    }

    fn switch(&mut self, switch: &ast::SwitchStatement, span: Span) -> Result<StmtKind> {
        let value = self.value(&switch.expression)?;
        if !self.types.is_integer(value.ty) {
            let ty = self.types.show(value.ty);
            return fail(span, format!("a switch needs an integer, not `{ty}`"));
        }
        let value = self.promote(value);
        let ty: Ty = value.ty;
        let context = self.context(span)?;
        context.breakable += 1;
        context.break_cleanups.push(context.cleanups.len());
        context.switches.push(Switch { ty, cases: Vec::new(), has_default: false });
        let body = self.scoped(&switch.statement)?;
        let context = self.context(span)?;
        context.breakable -= 1;
        context.break_cleanups.pop();
        if let Some(mut switch) = context.switches.pop() {
            switch.cases.retain(|(first, last, _)| first <= last);
            switch.cases.sort();
            for pair in switch.cases.windows(2) {
                if pair[1].0 <= pair[0].1 {
                    let span = pair[0].2.max(pair[1].2);
                    return fail(span, format!("two cases for the value {}", pair[1].0));
                }
            }
        }
        Ok(StmtKind::Switch(value, Box::new(body)))
    }

    fn return_statement(
        &mut self,
        value: Option<&Node<Expression>>,
        span: Span,
    ) -> Result<StmtKind> {
        let result = self.context(span)?.result;
        let Some(value) = value else { return self.return_cleaning_up(None, span) };
        let value = self.value(value)?;
        if self.types.is_void(result) {
            // gcc warns if there is a value.
            let first = Stmt { kind: StmtKind::Expr(value), span };
            let second = Stmt { kind: self.return_cleaning_up(None, span)?, span };
            return Ok(StmtKind::Group(vec![first, second]));
        }
        let value = self.convert_assigned(value, result, "this `return`")?;
        let lengths = std::mem::take(&mut self.pending_lengths);
        let kind = self.return_cleaning_up(Some(value), span)?;
        self.pending_lengths = lengths;
        Ok(self.with_lengths(kind, span))
    }

    /// `({ ... })`
    pub(super) fn statement_expression(
        &mut self,
        body: &Node<Statement>,
        span: Span,
    ) -> Result<Expr> {
        if self.function.is_none() {
            return fail(span, "a statement expression outside of a function");
        }
        let lengths = std::mem::take(&mut self.pending_lengths);
        let cleanups = self.all_cleanups();
        let body = self.statement(body)?;
        self.forbid_cleanups(cleanups, "a statement expression", span)?;
        self.pending_lengths = lengths;
        let ty = match &body.kind {
            StmtKind::Block(stmts) => stmts.last().and_then(last_type).unwrap_or(self.common.void),
            _ => self.common.void,
        };
        Ok(Expr { kind: ExprKind::StatementExpr(Box::new(body)), ty, span })
    }
}

/// The type of the value that the last statement gives to a statement expression.
fn last_type(mut stmt: &Stmt) -> Option<Ty> {
    loop {
        stmt = match &stmt.kind {
            StmtKind::Expr(value) => return Some(value.ty),
            StmtKind::Label(_, body) => body,
            StmtKind::Group(stmts) => stmts.last()?,
            _ => return None,
        };
    }
}

/// The text of a string argument of a marker.
fn string_of(argument: &Node<Expression>) -> Option<String> {
    match &argument.node {
        Expression::StringLiteral(pieces) => Some(pieces.node.concat().replace('"', "")),
        _ => None,
    }
}
