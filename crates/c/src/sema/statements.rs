//! Statements.

use super::Analyser;
use super::error::{Result, fail};
use super::functions::{FunctionContext, Label, Switch};
use crate::hir::{CaseRange, Expr, ExprKind, LabelId, LoopScope, Stmt, StmtKind, Ty};
use crate::source::rewrite::JUMP_TEMPLATE;
use lang_c::ast::{
    self, AsmStatement, BlockItem, Expression, ForInitializer, ForStatement, LabeledStatement,
    Statement,
};
use lang_c::span::Node;
use num_bigint::BigInt;
use program::Span;

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
                self.scopes.enter();
                self.block_items(items, &mut stmts)?;
                self.scopes.leave();
                StmtKind::Block(stmts)
            }
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(expression)) => {
                let value = self.value(expression)?;
                self.with_lengths(StmtKind::Expr(value), span)
            }
            Statement::If(branch) => {
                let condition = self.condition(&branch.node.condition)?;
                let yes = Box::new(self.scoped(&branch.node.then_statement)?);
                let no = match &branch.node.else_statement {
                    Some(no) => Some(Box::new(self.scoped(no)?)),
                    None => None,
                };
                StmtKind::If(condition, yes, no)
            }
            Statement::Switch(switch) => self.switch(&switch.node, span)?,
            Statement::While(node) => {
                self.note_loop(&node.node.statement, span)?;
                let condition = self.condition(&node.node.expression)?;
                let body = self.loop_body(&node.node.statement, span)?;
                StmtKind::While(condition, Box::new(body))
            }
            Statement::DoWhile(node) => {
                self.note_loop(&node.node.statement, span)?;
                let body = self.loop_body(&node.node.statement, span)?;
                let condition = self.condition(&node.node.expression)?;
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
                StmtKind::Continue
            }
            Statement::Break => {
                if self.context(span)?.breakable == 0 {
                    return fail(span, "`break` outside of a loop or switch");
                }
                StmtKind::Break
            }
            Statement::Return(value) => self.return_statement(value.as_deref(), span)?,
            Statement::Asm(asm) => self.asm(&asm.node)?,
        };
        Ok(Stmt { kind, span })
    }

    /// A statement after the evaluation of the lengths that it mentions first.
    fn with_lengths(&mut self, kind: StmtKind, span: Span) -> StmtKind {
        let mut stmts = self.evaluate_lengths(span);
        if stmts.is_empty() {
            return kind;
        }
        stmts.push(Stmt { kind, span });
        StmtKind::Group(stmts)
    }

    /// A statement that is a scope by itself.
    fn scoped(&mut self, statement: &Node<Statement>) -> Result<Stmt> {
        self.scopes.enter();
        let result = self.statement(statement);
        self.scopes.leave();
        result
    }

    fn loop_body(&mut self, statement: &Node<Statement>, span: Span) -> Result<Stmt> {
        let context = self.context(span)?;
        context.loops += 1;
        context.breakable += 1;
        let body = self.scoped(statement);
        let context = self.context(span)?;
        context.loops -= 1;
        context.breakable -= 1;
        body
    }

    /// Remembers what names mean at a loop.
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

    fn label(&mut self, name: &str, span: Span) -> Result<&mut Label> {
        let labels = &mut self.context(span)?.labels;
        let id = LabelId::from_index(labels.len());
        Ok(labels.entry(name.to_owned()).or_insert(Label { id, defined: false, span }))
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
                StmtKind::Label(id, Box::new(self.statement(statement)?))
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
        context.switches.push(Switch { ty, cases: Vec::new(), has_default: false });
        let body = self.scoped(&switch.statement)?;
        let context = self.context(span)?;
        context.breakable -= 1;
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
        let Some(value) = value else { return Ok(StmtKind::Return(None)) };
        let value = self.value(value)?;
        if self.types.is_void(result) {
            // gcc warns if there is a value at all.
            let first = Stmt { kind: StmtKind::Expr(value), span };
            let second = Stmt { kind: StmtKind::Return(None), span };
            return Ok(StmtKind::Group(vec![first, second]));
        }
        let value = self.convert_assigned(value, result, "this `return`")?;
        Ok(self.with_lengths(StmtKind::Return(Some(value)), span))
    }

    /// An asm statement that emits nothing and changes nothing is a barrier for the compiler.
    fn asm(&mut self, asm: &AsmStatement) -> Result<StmtKind> {
        let (template, changes) = match asm {
            AsmStatement::GnuBasic(template) => (template, false),
            AsmStatement::GnuExtended(extended) => {
                let keeps = |constraints: &str| constraints.trim_matches('"').starts_with('+');
                let outputs = extended.outputs.iter();
                let mut constraints = outputs.map(|operand| operand.node.constraints.node.concat());
                (&extended.template, constraints.any(|text| !keeps(&text)))
            }
        };
        let text = template.node.concat();
        if text == JUMP_TEMPLATE {
            return Ok(StmtKind::Unsupported("a jump to a computed label".to_owned()));
        }
        let blank = |c: char| c == '"' || c.is_whitespace();
        if !changes && text.trim_matches(blank).is_empty() {
            return Ok(StmtKind::Empty);
        }
        Ok(StmtKind::Unsupported("inline assembly".to_owned()))
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
        let body = self.statement(body)?;
        self.pending_lengths = lengths;
        let ty = match &body.kind {
            StmtKind::Block(stmts) => match stmts.last() {
                Some(Stmt { kind: StmtKind::Expr(value), .. }) => value.ty,
                _ => self.common.void,
            },
            _ => self.common.void,
        };
        Ok(Expr { kind: ExprKind::StatementExpr(Box::new(body)), ty, span })
    }
}
