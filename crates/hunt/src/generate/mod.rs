//! Random programs whose runs all end, depend only on their inputs, and mean the same for every
//! compiler.
//!
//! Each variable has an initial value. Indices, shifts and divisors are kept within their limits,
//! loops have bounds, and no expression depends on the order of evaluation. Signed arithmetic may
//! overflow; the question about a program determines whether it then wraps around. With a [`Risk`]
//! some of these limits are dropped, so that some runs may go wrong in a known way.

mod data;
mod expressions;
mod functions;
mod idioms;
mod more_idioms;
mod places;
mod statements;

use crate::ast::{
    Aggregate, BinaryOp, Claim, Declaration, Expr, Function, Input, IntType, Item, Machine,
    Program, Stmt, Storage, Type,
};
use crate::build::{binary, call, cast, declare, int, name};
use crate::rng::Rng;

/// What may go wrong in a program besides its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// Nothing except overflows, which wrap around.
    None,
    /// Signed overflows.
    Overflow,
    /// Divisions by zero.
    Division,
    /// Shifts by too much.
    Shift,
    /// Indices outside of arrays.
    Bounds,
    /// Accesses outside of objects, and wrong frees.
    Memory,
    /// Memory that is not freed.
    Leak,
}

impl Risk {
    /// All risks.
    pub const ALL: [Risk; 7] = [
        Risk::None,
        Risk::Overflow,
        Risk::Division,
        Risk::Shift,
        Risk::Bounds,
        Risk::Memory,
        Risk::Leak,
    ];
}

/// The program of a seed. Its claims are [`Claim::Observe`]: run it to see the values, then choose
/// claims (see [`crate::question`]).
pub fn program(seed: u64, machine: Machine, risk: Risk) -> Program {
    let rng = Rng::new(seed ^ (risk as u64) << 48 ^ (machine as u64) << 56);
    let mut generator = Generator {
        rng,
        machine,
        risk,
        aggregates: Vec::new(),
        inputs: Vec::new(),
        checks: 0,
        names: 0,
        items: Vec::new(),
        globals: Vec::new(),
        scope: Vec::new(),
        functions: Vec::new(),
        depth: 0,
        loops: 0,
        in_main: false,
        places: 0,
        calls: 0,
        frozen: Vec::new(),
    };
    generator.program()
}

/// A variable that may be used.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
    /// The depth of its block; 0 for globals.
    depth: u32,
    /// Whether statements may change it; loop counters may not be changed.
    writable: bool,
}

/// A function that may be called.
#[derive(Clone, Debug)]
struct Callable {
    name: String,
    result: Type,
    params: Vec<Type>,
    /// Whether a call has no side effects, so that it may occur anywhere.
    pure: bool,
}

struct Generator {
    rng: Rng,
    machine: Machine,
    risk: Risk,
    aggregates: Vec<Aggregate>,
    inputs: Vec<Input>,
    checks: usize,
    names: u32,
    items: Vec<Item>,
    globals: Vec<Variable>,
    scope: Vec<Variable>,
    functions: Vec<Callable>,
    depth: u32,
    /// How many loops surround the current position.
    loops: u32,
    in_main: bool,
    /// How many indices surround the current position.
    places: u32,
    /// How many calls surround the current position.
    calls: u32,
    /// Globals that must not be changed while a pure function is generated.
    frozen: Vec<Variable>,
}

impl Generator {
    fn program(&mut self) -> Program {
        self.choose_inputs();
        let count = self.rng.below(3);
        for _ in 0..count {
            self.new_aggregate();
        }
        if self.rng.one_in(3) {
            self.new_enum();
        }
        if self.rng.one_in(4) {
            let ty = Type::Int(self.int_type());
            let name = self.fresh("word");
            self.items.push(Item::Typedef(name, ty));
        }
        for _ in 0..self.rng.below(4) {
            self.new_global();
        }
        for _ in 0..self.rng.below(4) {
            self.new_function();
        }
        self.main();
        let files = self.files();
        Program {
            machine: self.machine,
            aggregates: std::mem::take(&mut self.aggregates),
            inputs: std::mem::take(&mut self.inputs),
            claims: vec![Claim::Observe; self.checks],
            files,
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Chooses a few input functions, each with a few values that matter.
    fn choose_inputs(&mut self) {
        let kinds: [(&'static str, IntType); 8] = [
            ("int", IntType::Int),
            ("uint", IntType::Unsigned),
            ("uchar", IntType::UnsignedChar),
            ("char", IntType::Char),
            ("short", IntType::Short),
            ("bool", IntType::Bool),
            ("long", IntType::Long),
            ("ulong", IntType::UnsignedLong),
        ];
        let first = self.rng.below(kinds.len());
        for at in 0..self.rng.between(1, 2) {
            let (suffix, ty) = kinds[(first + 3 * at) % kinds.len()];
            let low = if ty.is_signed() { -(self.rng.below(5) as i64) } else { 0 };
            let (low, count) = match ty {
                IntType::Bool => (0, 2),
                // Runs in separate processes take long.
                IntType::UnsignedChar if self.risk != Risk::Memory && self.rng.one_in(6) => {
                    (0, 256)
                }
                IntType::Char if self.risk != Risk::Memory && self.rng.one_in(6) => (-128, 256),
                _ if self.risk == Risk::Memory => (low, self.rng.between(2, 4) as u32),
                _ => (low, self.rng.between(2, 8) as u32),
            };
            self.inputs.push(Input { suffix, ty, low, count });
        }
    }

    /// Statements that declare a variable with an input.
    fn read_input(&mut self) -> Vec<Stmt> {
        let at = self.rng.below(self.inputs.len());
        let Input { ty, low, count, .. } = self.inputs[at].clone();
        let variable = self.fresh("in");
        let all = ty == IntType::Bool || count == 256;
        let mut statements = vec![declare(Type::Int(ty), &variable, Expr::Input(at))];
        if !all {
            let bound = |value: i64| Expr::Int(i128::from(value), IntType::Int);
            let high = low + i64::from(count) - 1;
            let above = binary(BinaryOp::GreaterEqual, name(&variable), bound(low));
            let below = binary(BinaryOp::LessEqual, name(&variable), bound(high));
            let inside = if low == 0 && !ty.is_signed() {
                below
            } else {
                binary(BinaryOp::And, above, below)
            };
            statements.push(match self.rng.below(3) {
                0 => Stmt::If(
                    Expr::Unary(crate::ast::UnaryOp::Not, Box::new(inside)),
                    vec![Stmt::Return(Some(int(0)))],
                    Vec::new(),
                ),
                _ => Stmt::Assume(inside),
            });
        }
        self.declared(&variable, Type::Int(ty));
        statements
    }

    fn declared(&mut self, name: &str, ty: Type) {
        let (name, depth) = (name.to_owned(), self.depth);
        self.scope.push(Variable { name, ty, depth, writable: true });
    }

    fn main(&mut self) {
        self.in_main = true;
        self.depth = 1;
        let mut body = Vec::new();
        let inputs = self.inputs.iter().map(|input| u64::from(input.count)).max().unwrap_or(1);
        let reads = match inputs {
            9.. => 1,
            _ if self.risk == Risk::Memory => self.rng.between(1, 2),
            _ => self.rng.between(1, 3),
        };
        for _ in 0..reads {
            body.extend(self.read_input());
        }
        for _ in 0..self.rng.between(1, 3) {
            let declared = self.new_local();
            body.push(declared);
        }
        for _ in 0..self.rng.between(2, 6) {
            let statement = self.statement(2);
            body.extend(statement);
        }
        for _ in 0..self.rng.between(1, 2) {
            let check = self.check();
            body.push(check);
        }
        self.free_all(&mut body);
        body.push(Stmt::Return(Some(int(0))));
        self.items.push(Item::Function(Function {
            storage: Storage::None,
            result: Type::INT,
            name: "main".to_owned(),
            params: Vec::new(),
            variadic: false,
            body: Some(body),
        }));
    }

    /// A claim about the value of some expression.
    fn check(&mut self) -> Stmt {
        let (value, _) = self.value(1);
        self.checks += 1;
        Stmt::Check(self.checks - 1, value)
    }

    /// Moves some functions and variables to a second file.
    fn files(&mut self) -> Vec<Vec<Item>> {
        let items = std::mem::take(&mut self.items);
        let defined = |item: &Item| matches!(item, Item::Function(f) if f.name != "main");
        if !self.rng.one_in(4) || !items.iter().any(defined) {
            return vec![items];
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Function(mut function) if function.name != "main" => {
                    function.storage = Storage::None;
                    let prototype = Item::Function(Function { body: None, ..function.clone() });
                    let here = self.rng.one_in(2);
                    let (here, there) =
                        if here { (&mut first, &mut second) } else { (&mut second, &mut first) };
                    here.push(Item::Function(function));
                    there.push(prototype);
                }
                Item::Function(main) => first.push(Item::Function(main)),
                Item::Variable(mut variable) => {
                    variable.storage = Storage::None;
                    let announced =
                        Declaration { storage: Storage::Extern, init: None, ..variable.clone() };
                    let here = self.rng.one_in(2);
                    let (here, there) =
                        if here { (&mut first, &mut second) } else { (&mut second, &mut first) };
                    here.push(Item::Variable(variable));
                    there.push(Item::Variable(announced));
                }
                types => {
                    first.push(types.clone());
                    second.push(types);
                }
            }
        }
        vec![first, second]
    }

    /// Whether sanitizers must see each operation.
    fn is_watched(&self) -> bool {
        matches!(self.risk, Risk::Overflow | Risk::Shift)
    }

    /// In programs that are asked about overflows, prevents compilers from computing in a narrower
    /// type, where nothing overflows: only function results are converted.
    fn kept(&mut self, value: Expr, ty: IntType) -> Expr {
        let leaf = matches!(
            value,
            Expr::Int(..) | Expr::Name(_) | Expr::Call(..) | Expr::Index(..) | Expr::Member(..)
        );
        if !self.is_watched() || leaf {
            return value;
        }
        let (function, wide) = match ty.promoted().width(self.machine) {
            64 => ("keep_wide", IntType::LongLong),
            _ => ("keep", IntType::Int),
        };
        if !self.items.iter().any(|item| matches!(item, Item::Function(f) if f.name == function)) {
            let ty = Type::Int(wide);
            self.items.push(Item::Function(Function {
                storage: Storage::Static,
                result: ty.clone(),
                name: function.to_owned(),
                params: vec![("x".to_owned(), ty)],
                variadic: false,
                body: Some(vec![Stmt::Return(Some(name("x")))]),
            }));
        }
        call(function, vec![value])
    }

    /// A conversion to an integer type.
    fn converted(&mut self, to: IntType, value: Expr, from: IntType) -> Expr {
        let kept = self.kept(value, from);
        cast(Type::Int(to), kept)
    }
}
