//! The oracle sees undefined behaviour, whatever is asked: answers are about runs up to there.

use hunt::ast::{
    Aggregate, BinaryOp, Declaration, Expr, Field, FloatType, Function, Initialiser, IntType, Item,
    Machine, Program, Stmt, Storage, Type, UnaryOp,
};
use hunt::build::{address, binary, declare, index, int, name};
use hunt::generate::Risk;
use hunt::oracle::{Kinds, Watch, observe};

/// A program that computes a value of a variable, which gcc does not know.
fn computes(variable: (Type, Expr), value: Expr) -> Program {
    runs(vec![declare(variable.0, "x", variable.1), declare(Type::INT, "y", value)])
}

/// A program with a struct `s`, which has the array `m` of two elements, and with these statements.
fn runs(body: Vec<Stmt>) -> Program {
    let field = Field { name: "m".to_owned(), ty: Type::INT.array(2), bits: None };
    let aggregate = Aggregate { tag: "s".to_owned(), is_union: false, fields: vec![field] };
    let main = Function {
        storage: Storage::None,
        result: Type::INT,
        name: "main".to_owned(),
        params: Vec::new(),
        variadic: false,
        body: Some(body.into_iter().chain([Stmt::Return(Some(int(0)))]).collect()),
    };
    Program {
        machine: Machine::Lp64,
        aggregates: vec![aggregate],
        inputs: Vec::new(),
        claims: Vec::new(),
        files: vec![vec![Item::Aggregate(0), Item::Function(main)]],
    }
}

#[test]
fn undefined_behaviour_is_seen_whatever_is_watched() {
    let double = Type::Float(FloatType::Double);
    let wide = Type::Int(IntType::LongLong);
    let cases = [
        (computes((double.clone(), Expr::Float(2.5, FloatType::Double)), name("x")), Kinds(0)),
        (computes((double, Expr::Float(1e30, FloatType::Double)), name("x")), Kinds::OTHER),
        (computes((Type::INT, int(0)), binary(BinaryOp::Div, int(7), name("x"))), Kinds::DIVISION),
        (computes((wide, int(32)), binary(BinaryOp::Shl, int(1), name("x"))), Kinds::SHIFT),
    ];
    let programs: Vec<&Program> = cases.iter().map(|(program, _)| program).collect();
    let folder = tempfile::tempdir().unwrap();
    for watch in [Watch::Wrapping, Watch::Overflows, Watch::Addresses] {
        let observed = observe(&programs, watch, folder.path()).unwrap();
        for ((program, expected), observed) in cases.iter().zip(observed) {
            assert_eq!(observed.kinds, *expected, "{watch:?} {:#?}", hunt::print::files(program));
        }
    }
}

/// gcc turns a difference that is compared with zero into a comparison.
#[test]
fn differences_overflow_where_only_their_truth_counts() {
    let long = |value| Expr::Int(value, IntType::LongLong);
    let difference = binary(BinaryOp::Sub, int(32), long(-0x7fff_ffff_ffff_ffff));
    let negated = Expr::Unary(UnaryOp::Minus, Box::new(long(i64::MIN.into())));
    for overflows in [difference, negated] {
        let value = Expr::Conditional(Box::new(overflows), Box::new(int(1)), Box::new(int(2)));
        let program = runs(vec![declare(Type::INT, "y", value)]);
        let folder = tempfile::tempdir().unwrap();
        let observed = observe(&[&program], Watch::Overflows, folder.path()).unwrap();
        assert_eq!(observed[0].kinds, Kinds::OVERFLOW, "{:#?}", hunt::print::files(&program));
    }
}

#[test]
fn arrays_at_the_end_of_structs_have_bounds() {
    let object = Declaration {
        storage: Storage::None,
        ty: Type::Aggregate(0),
        name: "o".to_owned(),
        init: Some(Initialiser::List(vec![(Vec::new(), Initialiser::Value(int(1)))])),
    };
    let element = |at| index(Expr::Arrow(Box::new(name("p")), "m".to_owned()), at);
    let reads = |at| {
        runs(vec![
            Stmt::Declare(object.clone()),
            declare(Type::Aggregate(0).pointer(), "p", address(name("o"))),
            declare(Type::INT, "x", int(at)),
            declare(Type::INT, "y", element(name("x"))),
        ])
    };
    let folder = tempfile::tempdir().unwrap();
    for watch in [Watch::Wrapping, Watch::Overflows] {
        let observed = observe(&[&reads(1), &reads(2)], watch, folder.path()).unwrap();
        assert_eq!(observed[0].kinds, Kinds(0), "{watch:?}");
        assert_eq!(observed[1].kinds, Kinds::BOUNDS, "{watch:?}");
    }
}

/// gcc knows the results of these, or computes them in another way, if it knows the numbers in them.
#[test]
fn undefined_behaviour_is_seen_beside_constants() {
    let wide = Type::Int(IntType::LongLong);
    let least = Expr::Int(i128::from(i64::MIN), IntType::LongLong);
    let three = Expr::Int(3, IntType::LongLong);
    let sum = binary(BinaryOp::Add, three, binary(BinaryOp::Sub, name("x"), least));
    let overflows = computes((wide, int(0)), sum);
    let element = index(name("x"), binary(BinaryOp::BitAnd, int(6), int(7)));
    let less = binary(BinaryOp::Less, element, int(4));
    let body = vec![
        Stmt::Declare(Declaration {
            storage: Storage::None,
            ty: Type::INT.array(3),
            name: "x".to_owned(),
            init: Some(Initialiser::List(vec![(Vec::new(), Initialiser::Value(int(1)))])),
        }),
        declare(Type::INT, "y", binary(BinaryOp::Less, less, int(2))),
    ];
    let folder = tempfile::tempdir().unwrap();
    let observed = observe(&[&overflows, &runs(body)], Watch::Overflows, folder.path()).unwrap();
    assert_eq!(observed[0].kinds, Kinds::OVERFLOW);
    assert_eq!(observed[1].kinds, Kinds::BOUNDS);
}

/// Seeds of programs that gcc once rejected.
const REJECTED_ONCE: [(u64, Machine, Risk); 1] = [(7_204_944, Machine::Lp64, Risk::None)];

#[test]
fn gcc_accepts_programs_that_it_once_rejected() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, machine, risk) in REJECTED_ONCE {
        let program = hunt::generate::program(seed, machine, risk);
        let observed = observe(&[&program], Watch::for_risk(risk), folder.path());
        assert_eq!(observed.unwrap_or_else(|error| panic!("seed {seed}: {error}")).len(), 1);
    }
}
