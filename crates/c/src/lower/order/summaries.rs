//! Effects of functions, including those of their callees.

use super::effects::{Called, Effects, Walk};
use crate::environment;
use crate::hir::{Expr, FnId, Stmt, Unit};
use crate::lower::unit::UnitLowering;

/// The effects of each function of a unit.
pub(crate) struct Summaries {
    functions: Vec<Effects>,
    /// The effects of any function whose address is taken.
    pointed: Effects,
}

impl Summaries {
    /// Examines all functions.
    pub(super) fn new(cx: &UnitLowering<'_>) -> Summaries {
        let mut graph = CallGraph::new(cx);
        let (order, is_acyclic) = graph.callees_first();
        let CallGraph { own: mut effects, called } = graph;
        loop {
            let mut changed = false;
            for &node in &order {
                let mut sum = effects[node].clone();
                called[node].iter().for_each(|&callee| sum.add(&effects[callee]));
                if sum != effects[node] {
                    effects[node] = sum;
                    changed = true;
                }
            }
            if is_acyclic || !changed {
                break;
            }
        }
        let pointed = effects.pop().unwrap_or_default();
        Summaries { functions: effects, pointed }
    }

    fn of(&self, called: Called) -> &Effects {
        match called {
            Called::Named(id) => &self.functions[id.index()],
            Called::Pointed => &self.pointed,
        }
    }

    fn total(&self, walk: Walk<'_>) -> Effects {
        let (mut effects, called) = walk.finish();
        called.into_iter().for_each(|called| effects.add(self.of(called)));
        effects
    }

    /// The effects of an expression with all its operands.
    pub(super) fn of_expr(&self, unit: &Unit, expr: &Expr) -> Effects {
        let mut walk = Walk::new(unit);
        walk.expr(expr);
        self.total(walk)
    }

    /// The effects of a statement.
    pub(super) fn of_stmt(&self, unit: &Unit, stmt: &Stmt) -> Effects {
        let mut walk = Walk::new(unit);
        walk.stmt(stmt);
        self.total(walk)
    }

    /// The effects of an expression itself, after its operands have been evaluated.
    pub(super) fn of_step(&self, unit: &Unit, expr: &Expr) -> Effects {
        let mut walk = Walk::new(unit);
        walk.step(expr);
        self.total(walk)
    }
}

/// Functions and what they call; the last node stands for all functions whose address is taken.
struct CallGraph {
    own: Vec<Effects>,
    called: Vec<Vec<usize>>,
}

impl CallGraph {
    fn new(cx: &UnitLowering<'_>) -> CallGraph {
        let unit = cx.hir;
        let pointed = unit.functions.len();
        let node = |called: &Called| match called {
            Called::Named(id) => id.index(),
            Called::Pointed => pointed,
        };
        let mut graph = CallGraph { own: Vec::new(), called: Vec::new() };
        for id in (0..pointed).map(FnId::from_index) {
            let function = unit.function(id);
            let mut called: Vec<usize> = Vec::new();
            let mut own = Effects::default();
            if let Some(body) = &function.body {
                let mut walk = Walk::new(unit);
                walk.stmt(body);
                let (effects, functions) = walk.finish();
                called.extend(functions.iter().map(node));
                called.sort_unstable();
                own = effects.seen_by_callers(unit);
                let is_error = cx.is_error_function(&function.name);
                own.fails |= is_error;
            } else if let Some(library) = cx.library.function(&function.name) {
                called.push(library.index());
            } else {
                own = environment::effects::of(cx, function);
            }
            graph.own.push(own);
            graph.called.push(called);
        }
        graph.own.push(Effects::default());
        let taken = (0..pointed).filter(|&i| unit.functions[i].address_taken);
        graph.called.push(taken.collect());
        graph
    }

    /// The nodes ordered so that callees precede callers where possible, and whether that was
    /// always possible. Recursive functions may recurse forever.
    fn callees_first(&mut self) -> (Vec<usize>, bool) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            Open,
            Done,
        }
        let mut seen = vec![Seen::No; self.called.len()];
        let (mut order, mut is_acyclic) = (Vec::new(), true);
        for start in 0..self.called.len() {
            let mut stack = vec![(start, 0)];
            while let Some((node, next)) = stack.pop() {
                if next == 0 && seen[node] != Seen::No {
                    continue;
                }
                seen[node] = Seen::Open;
                let Some(&callee) = self.called[node].get(next) else {
                    seen[node] = Seen::Done;
                    order.push(node);
                    continue;
                };
                stack.push((node, next + 1));
                match seen[callee] {
                    Seen::No => stack.push((callee, 0)),
                    Seen::Open => {
                        self.own[callee].loops = true;
                        is_acyclic = false;
                    }
                    Seen::Done => {}
                }
            }
        }
        (order, is_acyclic)
    }
}
