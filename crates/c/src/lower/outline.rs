//! Builds the outline of the source: loops with the names visible there, and where statements
//! start.

use super::function::{FunctionLowering, Home};
use super::scalar::Scalar;
use super::unit::UnitLowering;
use crate::hir::{EnumId, Expr, Function, LoopScope, Stmt, StmtKind, Ty, VarId};
use program::{BlockId, FunctionId, LoopPoint, SourceLoop, Span, StoredPlace};
use rustc_hash::FxHashMap;
use term::Symbol;

/// Data about a function for the outline.
#[derive(Default)]
pub(super) struct Noted<'u> {
    loops: Vec<Round<'u>>,
    /// Uninitialised variables, each with the statement that comes next.
    uninitialised: Vec<(VarId, Span)>,
}

struct Round<'u> {
    head: BlockId,
    point: LoopPoint,
    scope: &'u LoopScope,
}

impl Noted<'_> {
    /// The blocks where rounds of loops start.
    pub(super) fn heads(&self) -> Vec<BlockId> {
        self.loops.iter().map(|round| round.head).collect()
    }
}

/// The visible names at the loops of a function. Loops at the same place, which macros produce, are
/// left out.
pub(super) fn scopes_of_loops(function: &Function) -> FxHashMap<Span, &LoopScope> {
    let mut count: FxHashMap<Span, usize> = FxHashMap::default();
    for scope in &function.loops {
        *count.entry(scope.span).or_default() += 1;
    }
    let once = function.loops.iter().filter(|scope| count[&scope.span] == 1);
    once.map(|scope| (scope.span, scope)).collect()
}

impl FunctionLowering<'_, '_> {
    /// Records a loop and the block where its rounds start. Loops without a place in the source are
    /// left out.
    pub(super) fn note_loop(&mut self, stmt: &Stmt, head: BlockId) {
        let Some(&scope) = self.scopes_of_loops.get(&stmt.span) else { return };
        let point = match &stmt.kind {
            StmtKind::DoWhile(..) => scope.first.map(LoopPoint::Body),
            _ => Some(LoopPoint::Condition),
        };
        self.noted.loops.extend(point.map(|point| Round { head, point, scope }));
    }

    /// Records where a statement and its full expressions start.
    pub(super) fn note_starts(&mut self, stmt: &Stmt) {
        let starts = &mut self.cx.program.outline.starts;
        let mut expr = |expr: &Expr| starts.push(expr.span);
        match &stmt.kind {
            // The parts have their own starts.
            StmtKind::Block(_) | StmtKind::Group(_) => return,
            StmtKind::Declare(_, init) => {
                init.iter().flat_map(|init| &init.items).for_each(|item| expr(&item.value));
                return;
            }
            StmtKind::If(condition, ..)
            | StmtKind::While(condition, _)
            | StmtKind::DoWhile(_, condition)
            | StmtKind::Switch(condition, _) => expr(condition),
            StmtKind::For(_, condition, step, _) => {
                condition.iter().chain(step).for_each(expr);
            }
            _ => {}
        }
        starts.push(stmt.span);
    }

    /// Records what is stored to at the current place.
    pub(super) fn note_stored(&mut self, ty: Ty, scalar: Scalar, text: &str) {
        let Some(span) = self.span else { return };
        let enumeration = self.hir.types.as_enumeration(ty).map(EnumId::index);
        let ty = scalar.register_type();
        let stored = StoredPlace { text: text.to_owned(), ty, enumeration };
        self.cx.program.outline.note_stored(span, stored);
    }

    /// Records which registers are declared without a value, and which statement comes next.
    pub(super) fn note_uninitialised(&mut self, stmts: &[Stmt]) {
        let mut declared = Vec::new();
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Declare(var, None) => declared.push(*var),
                StmtKind::Declare(..)
                | StmtKind::EvaluateLength(_)
                | StmtKind::Group(_)
                | StmtKind::Label(..)
                | StmtKind::Case(..)
                | StmtKind::Default(_) => declared.clear(),
                _ => {
                    let next = declared.drain(..).map(|var| (var, stmt.span));
                    self.noted.uninitialised.extend(next);
                }
            }
        }
    }
}

impl UnitLowering<'_> {
    /// Adds the data about a function to the outline: reachable loops, and uninitialised variables
    /// with their places.
    pub(super) fn outline(
        &mut self,
        function: FunctionId,
        homes: &FxHashMap<VarId, Home>,
        noted: &Noted<'_>,
        heads: &[Option<BlockId>],
    ) {
        let home = |var: &VarId| -> Option<Symbol> {
            match homes.get(var) {
                Some(&(Home::Register(symbol) | Home::Object(symbol))) => Some(symbol),
                Some(Home::Allocated(_)) => None,
                None => self.known_global(*var),
            }
        };
        let in_source = |(round, head): (&Round<'_>, &Option<BlockId>)| {
            let visible = round.scope.visible.iter().filter_map(home).collect();
            let (span, point) = (round.scope.span, round.point);
            Some(SourceLoop { function, head: (*head)?, span, point, visible })
        };
        let loops: Vec<SourceLoop> = noted.loops.iter().zip(heads).filter_map(in_source).collect();
        let register = |(var, next): &(VarId, Span)| match homes.get(var) {
            Some(&Home::Register(symbol)) => Some((symbol, *next)),
            _ => None,
        };
        let outline = &mut self.program.outline;
        outline.uninitialised.extend(noted.uninitialised.iter().filter_map(register));
        outline.loops.extend(loops);
    }
}
