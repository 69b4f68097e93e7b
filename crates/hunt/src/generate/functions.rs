//! Functions, and calls of those with side effects.

use super::{Callable, Generator, Variable};
use crate::ast::{BinaryOp, Declaration, Expr, Function, Initialiser, Item, Stmt, Storage, Type};
use crate::build::{assign, binary, call, count_to, declare, index, int, name, update};

impl Generator {
    /// A new function of some kind.
    pub(super) fn new_function(&mut self) {
        match self.rng.below(7) {
            0 | 1 => self.plain_function(true),
            2 | 3 => self.plain_function(false),
            4 => self.recursive_function(),
            5 => self.variadic_function(),
            _ => self.table_of_functions(),
        }
    }

    fn define(&mut self, function: Function, pure: bool) {
        self.functions.push(Callable {
            name: function.name.clone(),
            result: function.result.clone(),
            params: function.params.iter().map(|(_, ty)| ty.clone()).collect(),
            pure,
        });
        self.items.push(Item::Function(function));
    }

    fn new_params(&mut self, aggregates: bool) -> Vec<(String, Type)> {
        let mut params = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            let ty = match self.declared_aggregate() {
                Some(aggregate) if aggregates && self.rng.one_in(4) => aggregate,
                _ => self.scalar_type(),
            };
            params.push((self.fresh("p"), ty));
        }
        params
    }

    /// A function with random statements; a pure one does not change globals.
    fn plain_function(&mut self, pure: bool) {
        let params = self.new_params(true);
        let result = match self.declared_aggregate() {
            Some(aggregate) if !pure && self.rng.one_in(4) => aggregate,
            _ => Type::Int(self.int_type()),
        };
        let outer = std::mem::take(&mut self.scope);
        if pure {
            self.frozen = std::mem::take(&mut self.globals);
        }
        self.depth = 1;
        for (name, ty) in &params {
            self.declared(name, ty.clone());
        }
        let mut body = vec![self.new_local()];
        if !pure && self.rng.one_in(3) {
            let (counter, start) = (self.fresh("calls"), int(self.rng.below(4) as i128));
            let ty = Type::Int(self.int_type());
            let init = Some(Initialiser::Value(start));
            body.push(Stmt::Declare(Declaration {
                storage: Storage::Static,
                ty: ty.clone(),
                name: counter.clone(),
                init,
            }));
            self.declared(&counter, ty);
        }
        for _ in 0..self.rng.between(1, 3) {
            body.extend(self.statement(1));
        }
        let value = match result.resolved() {
            Type::Aggregate(_) => self.argument(&result),
            _ => self.value_of(&result),
        };
        body.push(Stmt::Return(Some(value)));
        if pure {
            self.globals = std::mem::take(&mut self.frozen);
        }
        self.scope = outer;
        self.depth = 0;
        let storage = self.rng.pick(&[Storage::None, Storage::Static]);
        let function = Function {
            storage,
            result,
            name: self.fresh("f"),
            params,
            variadic: false,
            body: Some(body),
        };
        self.define(function, pure);
    }

    fn recursive_function(&mut self) {
        let (function, depth, other) = (self.fresh("r"), self.fresh("p"), self.fresh("p"));
        let end = binary(BinaryOp::LessEqual, name(&depth), int(0));
        let base = Stmt::If(end, vec![Stmt::Return(Some(name(&other)))], Vec::new());
        let less = binary(BinaryOp::Sub, name(&depth), int(1 + self.rng.below(2) as i128));
        let amount = int(self.rng.below(5) as i128);
        let next = match self.rng.below(3) {
            0 => binary(BinaryOp::Add, name(&other), amount.clone()),
            1 => binary(BinaryOp::BitXor, name(&other), name(&depth)),
            _ => name(&other),
        };
        let inner = call(&function, vec![less, next]);
        let result = match self.rng.below(3) {
            0 => binary(BinaryOp::Add, inner, amount),
            1 => binary(BinaryOp::Sub, name(&depth), inner),
            _ => inner,
        };
        let body = vec![base, Stmt::Return(Some(result))];
        self.items.push(Item::Function(Function {
            storage: Storage::None,
            result: Type::INT,
            name: function.clone(),
            params: vec![(depth, Type::INT), (other, Type::INT)],
            variadic: false,
            body: Some(body),
        }));
        // A wrapper limits the recursion depth.
        let (limited, deep, start) = (self.fresh("f"), self.fresh("p"), self.fresh("p"));
        let few = binary(BinaryOp::BitAnd, name(&deep), int(7));
        let result = call(function, vec![few, name(&start)]);
        let function = Function {
            storage: Storage::None,
            result: Type::INT,
            name: limited,
            params: vec![(deep, Type::INT), (start, Type::INT)],
            variadic: false,
            body: Some(vec![Stmt::Return(Some(result))]),
        };
        self.define(function, true);
    }

    /// A function that adds its arguments, and one that calls it.
    fn variadic_function(&mut self) {
        let (function, count) = (self.fresh("va"), self.fresh("p"));
        let (list, sum, at) = (self.fresh("list"), self.fresh("sum"), self.fresh("i"));
        let list_type = Type::Named("__builtin_va_list".to_owned(), Box::new(Type::Void));
        let wide = self.scalar_type();
        let promoted = match wide.resolved() {
            Type::Int(ty) => Type::Int(ty.promoted()),
            Type::Float(crate::ast::FloatType::Float) => Type::Float(crate::ast::FloatType::Double),
            other => other.clone(),
        };
        let argument = Expr::VaArg(Box::new(name(&list)), promoted.clone());
        let add = Stmt::Expr(update(BinaryOp::Add, name(&sum), argument));
        let body = vec![
            Stmt::Declare(Declaration {
                storage: Storage::None,
                ty: list_type,
                name: list.clone(),
                init: None,
            }),
            declare(Type::Int(crate::ast::IntType::LongLong), &sum, int(0)),
            Stmt::Expr(call("__builtin_va_start", vec![name(&list), name(&count)])),
            count_to(&at, name(&count), vec![add]),
            Stmt::Expr(call("__builtin_va_end", vec![name(&list)])),
            Stmt::Return(Some(name(&sum))),
        ];
        self.items.push(Item::Function(Function {
            storage: Storage::None,
            result: Type::Int(crate::ast::IntType::LongLong),
            name: function.clone(),
            params: vec![(count, Type::INT)],
            variadic: true,
            body: Some(body),
        }));
        let (caller, param) = (self.fresh("f"), self.fresh("p"));
        let passed = || crate::build::cast(wide.clone(), name(&param));
        let number = self.rng.between(1, 3);
        let mut args = vec![int(self.rng.between(1, number) as i128)];
        args.extend((0..number).map(|_| passed()));
        let function = Function {
            storage: Storage::None,
            result: Type::INT,
            name: caller,
            params: vec![(param.clone(), Type::INT)],
            variadic: false,
            body: Some(vec![Stmt::Return(Some(call(function, args)))]),
        };
        self.define(function, true);
    }

    /// Two small functions and a table of pointers to them.
    fn table_of_functions(&mut self) {
        let mut names = Vec::new();
        for _ in 0..2 {
            let (function, param) = (self.fresh("t"), self.fresh("p"));
            let op = self.rng.pick(&[BinaryOp::Add, BinaryOp::BitXor, BinaryOp::Sub]);
            let amount = int(self.rng.below(9) as i128);
            let value = binary(op, name(&param), amount);
            self.items.push(Item::Function(Function {
                storage: Storage::None,
                result: Type::INT,
                name: function.clone(),
                params: vec![(param, Type::INT)],
                variadic: false,
                body: Some(vec![Stmt::Return(Some(value))]),
            }));
            names.push(function);
        }
        let pointer = Type::Function(Box::new(Type::INT), vec![Type::INT], false).pointer();
        let table = self.fresh("table");
        let entry = |function: &String| (Vec::new(), Initialiser::Value(name(function)));
        self.items.push(Item::Variable(Declaration {
            storage: Storage::None,
            ty: pointer.array(2),
            name: table.clone(),
            init: Some(Initialiser::List(names.iter().map(entry).collect())),
        }));
        let (caller, which, value) = (self.fresh("f"), self.fresh("p"), self.fresh("p"));
        let chosen = index(name(table), binary(BinaryOp::BitAnd, name(&which), int(1)));
        let result = Expr::Call(Box::new(chosen), vec![name(&value)]);
        let function = Function {
            storage: Storage::None,
            result: Type::INT,
            name: caller,
            params: vec![(which, Type::INT), (value, Type::INT)],
            variadic: false,
            body: Some(vec![Stmt::Return(Some(result))]),
        };
        self.define(function, true);
    }

    /// A call of a function with possible side effects, as a separate statement.
    pub(super) fn call_for_effect(&mut self) -> Vec<Stmt> {
        let callable = self.functions.iter().filter(|f| f.pure || self.frozen.is_empty());
        let candidates: Vec<Callable> = callable.cloned().collect();
        if candidates.is_empty() || self.loops > 1 {
            return self.idiom();
        }
        let function = self.rng.pick(&candidates);
        let args: Vec<Expr> = function.params.iter().map(|ty| self.argument(ty)).collect();
        let value = call(function.name, args);
        let same: Vec<Variable> =
            self.scope.iter().filter(|v| v.writable && v.ty == function.result).cloned().collect();
        if same.is_empty() || self.rng.one_in(4) {
            return vec![Stmt::Expr(value)];
        }
        let to = self.rng.pick(&same);
        vec![Stmt::Expr(assign(name(to.name), value))]
    }
}
