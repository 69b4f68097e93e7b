//! Statements. Each has one side effect, or several in an order that C fixes.

use super::{Generator, Variable};
use crate::ast::{Arm, BinaryOp, Expr, IntType, Stmt, Type};
use crate::build::{assign, binary, count_to, declare, increment, int, name, update};

impl Generator {
    /// A few statements that belong together.
    pub(super) fn statement(&mut self, nesting: u32) -> Vec<Stmt> {
        match self.rng.below(if nesting == 0 { 12 } else { 21 }) {
            0..=4 => vec![self.assignment()],
            5 | 6 => vec![self.compound_assignment()],
            7 => vec![self.step()],
            8 if self.rng.one_in(3) => self.value_of_effect(),
            8 => vec![self.effects_in_order()],
            9 => self.call_for_effect(),
            10 => self.structure_assignment(),
            11 => self.idiom(),
            12 | 13 => {
                let condition = self.condition();
                let then = self.block(nesting);
                let otherwise = if self.rng.one_in(2) { self.block(nesting) } else { Vec::new() };
                vec![Stmt::If(condition, then, otherwise)]
            }
            14 => vec![self.switch(nesting)],
            15 | 16 => vec![self.counting_loop(nesting)],
            17 => self.while_loop(nesting),
            18 => self.long_loop(),
            19 => self.jump(nesting),
            _ => {
                let mut inner = Vec::new();
                self.depth += 1;
                let known = self.scope.len();
                inner.push(self.new_local());
                inner.extend(self.block(nesting));
                self.scope.truncate(known);
                self.depth -= 1;
                vec![Stmt::Block(inner)]
            }
        }
    }

    /// The statements of a new block.
    pub(super) fn block(&mut self, nesting: u32) -> Vec<Stmt> {
        self.depth += 1;
        let known = self.scope.len();
        let mut body = Vec::new();
        if self.rng.one_in(4) {
            body.push(self.new_local());
        }
        for _ in 0..self.rng.between(1, 2) {
            body.extend(self.statement(nesting.saturating_sub(1)));
        }
        if self.in_main && self.rng.one_in(6) {
            body.push(self.check());
        }
        self.scope.truncate(known);
        self.depth -= 1;
        body
    }

    fn assignment(&mut self) -> Stmt {
        let Some((to, ty)) = self.place_to_write() else { return Stmt::Expr(int(0)) };
        let value = self.value_of(&ty);
        Stmt::Expr(assign(to, value))
    }

    fn compound_assignment(&mut self) -> Stmt {
        let Some((to, ty)) = self.place_to_write() else { return Stmt::Expr(int(0)) };
        let Type::Int(int_type) = *ty.resolved() else {
            let op = self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
            let value = self.float(1).0;
            return Stmt::Expr(update(op, to, value));
        };
        // gcc computes less if it keeps less.
        let narrow = int_type.width(self.machine) < 32 || self.is_bit_field(&to);
        let op = self.rng.pick(&[
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::BitXor,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::Shl,
            BinaryOp::Shr,
            BinaryOp::Div,
            BinaryOp::Rem,
        ]);
        let (value, from) = self.integer(1);
        let value = match op {
            BinaryOp::Shl | BinaryOp::Shr => binary(BinaryOp::BitAnd, value, int(15)),
            BinaryOp::Div | BinaryOp::Rem => int(1 + self.rng.below(9) as i128),
            BinaryOp::Mul => int(self.rng.below(6) as i128),
            _ => self.kept(value, from),
        };
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let hides = self.is_watched() && (narrow || shifts);
        if hides || op == BinaryOp::Shl && (narrow || int_type.is_signed()) {
            return Stmt::Expr(update(BinaryOp::BitXor, to, value));
        }
        Stmt::Expr(update(op, to, value))
    }

    fn is_bit_field(&self, place: &Expr) -> bool {
        let (Expr::Member(_, member) | Expr::Arrow(_, member)) = place else { return false };
        let mut fields = self.aggregates.iter().flat_map(|aggregate| &aggregate.fields);
        fields.any(|field| field.name == *member && field.bits.is_some())
    }

    fn step(&mut self) -> Stmt {
        let Some((to, ty)) = self.place_to_write() else { return Stmt::Expr(int(0)) };
        if ty.resolved() == &Type::Int(IntType::Bool) {
            return Stmt::Expr(assign(to, int(1)));
        }
        let (prefix, increment) = (self.rng.one_in(2), self.rng.one_in(2));
        Stmt::Expr(Expr::Step { prefix, increment, target: Box::new(to) })
    }

    /// An expression with several side effects, each completed before the next one.
    fn effects_in_order(&mut self) -> Stmt {
        let (Some((a, a_ty)), Some((b, b_ty))) = (self.place_to_write(), self.place_to_write())
        else {
            return Stmt::Expr(int(0));
        };
        let (first, second) = (self.value_of(&a_ty), self.value_of(&b_ty));
        let (first, second) = (assign(a.clone(), first), assign(b, second));
        let comma = Expr::Comma(Box::new(first.clone()), Box::new(second.clone()));
        match self.rng.below(5) {
            0 => Stmt::Expr(comma),
            1 => Stmt::Expr(binary(BinaryOp::And, self.condition(), first)),
            2 => Stmt::Expr(binary(BinaryOp::Or, first, second)),
            3 => {
                let condition = self.condition();
                Stmt::Expr(crate::build::conditional(condition, first, second))
            }
            _ => {
                let limit = int(self.rng.below(6) as i128);
                let condition = binary(BinaryOp::Greater, first, limit);
                Stmt::If(condition, vec![Stmt::Expr(second)], Vec::new())
            }
        }
    }

    /// A new variable whose value is that of an assignment or a step.
    fn value_of_effect(&mut self) -> Vec<Stmt> {
        let Some((to, ty)) = self.place_to_write() else { return Vec::new() };
        let value = match (self.rng.below(3), ty.resolved()) {
            (0, Type::Int(_)) => Expr::Step {
                prefix: self.rng.one_in(2),
                increment: self.rng.one_in(2),
                target: Box::new(to),
            },
            (1, Type::Int(_)) => {
                let op = self.rng.pick(&[BinaryOp::BitXor, BinaryOp::BitOr]);
                let (value, from) = self.integer(1);
                let value = self.kept(value, from);
                update(op, to, value)
            }
            _ => {
                let value = self.value_of(&ty);
                assign(to, value)
            }
        };
        let variable = self.fresh("x");
        let wide = match ty.resolved() {
            Type::Float(_) => ty.clone(),
            _ => Type::Int(IntType::LongLong),
        };
        self.declared(&variable, wide.clone());
        vec![declare(wide, variable, value)]
    }

    /// Copies a whole struct or union.
    fn structure_assignment(&mut self) -> Vec<Stmt> {
        let known: Vec<Variable> = self
            .scope
            .iter()
            .chain(&self.globals)
            .filter(|v| matches!(v.ty, Type::Aggregate(_)))
            .cloned()
            .collect();
        if known.is_empty() {
            return vec![self.assignment()];
        }
        let to = self.rng.pick(&known);
        let value = self.argument(&to.ty);
        vec![Stmt::Expr(assign(name(to.name), value))]
    }

    fn switch(&mut self, nesting: u32) -> Stmt {
        let (value, ty) = self.integer(1);
        let value = match self.rng.one_in(2) {
            true => binary(BinaryOp::BitAnd, value, int(3)),
            false => self.kept(value, ty),
        };
        let count = self.rng.between(1, 3);
        let default = self.rng.below(count + 2);
        let mut arms = Vec::new();
        for at in 0..count {
            let mut cases = vec![match self.rng.below(6) {
                0 => -1 - at as i128,
                1 => 256 + at as i128,
                _ => 2 * at as i128,
            }];
            if self.rng.one_in(4) {
                cases.push(2 * at as i128 + 1001);
            }
            let mut body = vec![Stmt::Block(self.block(nesting))];
            if !self.rng.one_in(3) {
                body.push(Stmt::Break);
            }
            arms.push(Arm { cases, default: at == default, body });
        }
        Stmt::Switch(value, arms)
    }

    /// A loop with a small constant bound, or one that depends on an input.
    fn counting_loop(&mut self, nesting: u32) -> Stmt {
        let counter = self.fresh("i");
        let bound = match self.rng.one_in(2) {
            true => int(self.rng.between(1, 5) as i128),
            false => binary(BinaryOp::BitAnd, self.integer(0).0, int(7)),
        };
        self.depth += 1;
        let known = self.scope.len();
        let (depth, writable) = (self.depth, false);
        self.scope.push(Variable { name: counter.clone(), ty: Type::INT, depth, writable });
        self.loops += 1;
        let mut body = self.block(nesting);
        if self.rng.one_in(5) {
            let leave = self.rng.pick(&[Stmt::Break, Stmt::Continue]);
            let condition = self.comparison();
            body.insert(0, Stmt::If(condition, vec![leave], Vec::new()));
        }
        self.loops -= 1;
        self.scope.truncate(known);
        self.depth -= 1;
        // The bound may change while the loop runs; the second limit does not.
        let limit = binary(BinaryOp::Less, name(&counter), int(8));
        match count_to(&counter, bound, body) {
            Stmt::For(start, condition, step, body) => {
                Stmt::For(start, binary(BinaryOp::And, condition, limit), step, body)
            }
            other => other,
        }
    }

    fn while_loop(&mut self, nesting: u32) -> Vec<Stmt> {
        let counter = self.fresh("n");
        let start = binary(BinaryOp::BitAnd, self.integer(0).0, int(7));
        let depth = self.depth;
        let ty = Type::Int(self.rng.pick(&[IntType::Int, IntType::Unsigned, IntType::SignedChar]));
        let declared = declare(ty.clone(), &counter, start);
        self.scope.push(Variable { name: counter.clone(), ty, depth, writable: false });
        self.loops += 1;
        let mut body = self.block(nesting);
        self.loops -= 1;
        let target = Box::new(name(&counter));
        let down = Expr::Step { prefix: false, increment: false, target };
        let looping = if self.rng.one_in(2) {
            let condition = binary(BinaryOp::Greater, down, int(0));
            Stmt::While(condition, body)
        } else {
            body.push(Stmt::Expr(down));
            // An unsigned counter that starts at 0 wraps around.
            let positive = binary(BinaryOp::Greater, name(&counter), int(0));
            let small = binary(BinaryOp::Less, name(&counter), int(8));
            Stmt::DoWhile(body, binary(BinaryOp::And, positive, small))
        };
        vec![declared, looping]
    }

    /// A loop that is too long to unwind, with a simple relation between its variables.
    fn long_loop(&mut self) -> Vec<Stmt> {
        if self.loops > 0 || !self.in_main || self.depth > 1 {
            return vec![self.assignment()];
        }
        let (counter, sum) = (self.fresh("k"), self.fresh("sum"));
        let ty = Type::Int(self.rng.pick(&[IntType::Unsigned, IntType::Int]));
        let (start, step) = (self.rng.below(4) as i128, self.rng.below(5) as i128);
        let rounds = self.rng.pick(&[100, 1000, 5000]);
        let bound = match self.rng.one_in(2) {
            true => int(rounds),
            false => {
                let factor = binary(BinaryOp::BitAnd, self.integer(0).0, int(3));
                binary(BinaryOp::Mul, factor, int(rounds))
            }
        };
        let limit = self.fresh("limit");
        let mut statements = vec![
            declare(ty.clone(), &sum, int(start)),
            declare(ty.clone(), &counter, int(0)),
            declare(Type::INT, &limit, bound),
        ];
        let bound = crate::build::cast(ty.clone(), name(&limit));
        let mut body = Vec::new();
        let add = Stmt::Expr(update(BinaryOp::Add, name(&sum), int(step)));
        body.push(match self.rng.below(3) {
            0 => {
                let odd = binary(BinaryOp::BitAnd, name(&counter), int(1));
                Stmt::If(odd, vec![add], vec![Stmt::Expr(increment(name(&sum)))])
            }
            _ => add,
        });
        body.push(Stmt::Expr(increment(name(&counter))));
        let condition = binary(BinaryOp::Less, name(&counter), bound);
        statements.push(Stmt::While(condition, body));
        let relation = match self.rng.below(3) {
            0 => {
                binary(BinaryOp::Sub, name(&sum), binary(BinaryOp::Mul, name(&counter), int(step)))
            }
            1 => name(&counter),
            _ => name(&sum),
        };
        statements.push(Stmt::Check(self.checks, relation));
        self.checks += 1;
        self.declared(&sum, ty);
        statements
    }

    /// A jump over statements, or backwards a few times.
    fn jump(&mut self, nesting: u32) -> Vec<Stmt> {
        let label = self.fresh("L");
        if self.rng.one_in(2) {
            let condition = self.condition();
            let leave = Stmt::If(condition, vec![Stmt::Goto(label.clone())], Vec::new());
            let skipped = Stmt::Block(self.block(nesting));
            return vec![leave, skipped, Stmt::Label(label)];
        }
        let counter = self.fresh("turns");
        self.loops += 1;
        let body = Stmt::Block(self.block(nesting));
        self.loops -= 1;
        let bound = int(self.rng.between(1, 4) as i128);
        let step = Expr::Step { prefix: true, increment: true, target: Box::new(name(&counter)) };
        let again = binary(BinaryOp::Less, step, bound);
        vec![
            declare(Type::INT, &counter, int(0)),
            Stmt::Label(label.clone()),
            body,
            Stmt::If(again, vec![Stmt::Goto(label)], Vec::new()),
        ]
    }
}
