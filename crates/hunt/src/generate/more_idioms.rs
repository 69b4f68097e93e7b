//! Idioms about pointers: lists, strings, pointers to pointers, variable-length arrays.

use super::Generator;
use crate::ast::{
    Aggregate, BinaryOp, Declaration, Designator, Expr, Field, Function, Initialiser, IntType,
    Item, Stmt, Storage, Type,
};
use crate::build::{
    address, assign, binary, call, cast, conditional, count_to, declare, deref, index, int, name,
    update,
};

impl Generator {
    /// A random idiom about pointers.
    pub(super) fn pointer_idiom(&mut self) -> Vec<Stmt> {
        match self.rng.below(7) {
            0 => self.linked_list(),
            1 => self.text_pointer(),
            2 => self.pointer_to_pointer(),
            3 => self.array_of_variable_length(),
            4 => self.nested_designators(),
            5 => self.member_of_result(),
            _ => self.rows(),
        }
    }

    fn number(&mut self, value: Expr) -> Stmt {
        let variable = self.fresh("x");
        self.declared(&variable, Type::INT);
        declare(Type::INT, variable, value)
    }

    /// A new struct for an idiom.
    fn own_struct(&mut self, fields: Vec<(&str, Type)>) -> (Type, Vec<String>) {
        let tag = self.fresh("node");
        let names: Vec<String> = fields.iter().map(|(prefix, _)| self.fresh(prefix)).collect();
        let number = self.aggregates.len();
        let field =
            |(name, (_, ty)): (&String, (&str, Type))| Field { name: name.clone(), ty, bits: None };
        let fields = names.iter().zip(fields).map(field).collect();
        self.items.push(Item::Aggregate(number));
        self.aggregates.push(Aggregate { tag, is_union: false, fields });
        (Type::Aggregate(number), names)
    }

    /// A list on the heap: built, added up and freed.
    fn linked_list(&mut self) -> Vec<Stmt> {
        if self.loops > 0 {
            return self.text_pointer();
        }
        let number = self.aggregates.len();
        let next_type = Type::Aggregate(number).pointer();
        let (node, names) = self.own_struct(vec![("m", Type::INT), ("m", next_type.clone())]);
        let (head, new, sum, at) =
            (self.fresh("head"), self.fresh("h"), self.fresh("sum"), self.fresh("i"));
        let member = |pointer: &str, field: usize| {
            Expr::Arrow(Box::new(name(pointer)), names[field].clone())
        };
        let length = match self.rng.one_in(2) {
            true => int(self.rng.between(1, 3) as i128),
            false => binary(BinaryOp::BitAnd, self.integer(0).0, int(3)),
        };
        let limit = self.fresh("limit");
        let value = binary(BinaryOp::Add, name(&at), int(self.rng.below(9) as i128));
        let build = vec![
            declare(next_type.clone(), &new, call("malloc", vec![Expr::SizeofType(node)])),
            Stmt::Expr(assign(member(&new, 0), value)),
            Stmt::Expr(assign(member(&new, 1), name(&head))),
            Stmt::Expr(assign(name(&head), name(&new))),
        ];
        let rest = self.fresh("rest");
        let take = vec![
            declare(next_type.clone(), &rest, member(&head, 1)),
            Stmt::Expr(update(BinaryOp::Add, name(&sum), member(&head, 0))),
            Stmt::Expr(call("free", vec![name(&head)])),
            Stmt::Expr(assign(name(&head), name(&rest))),
        ];
        let statements = vec![
            declare(Type::INT, &limit, length),
            declare(next_type, &head, int(0)),
            declare(Type::INT, &sum, int(0)),
            count_to(&at, name(limit), build),
            Stmt::While(name(&head), take),
        ];
        self.declared(&sum, Type::INT);
        statements
    }

    /// A pointer to one of two string literals.
    fn text_pointer(&mut self) -> Vec<Stmt> {
        let pointer = self.fresh("word");
        let ty = Type::Named("const char *".to_owned(), Box::new(Type::Void));
        let (first, second) =
            (self.rng.pick(&["abc", "xyz"]), self.rng.pick(&["\\x7f\n\"", "cde"]));
        let literal = |text: &str| Expr::Text(text.to_owned(), false);
        let chosen = conditional(self.comparison(), literal(first), literal(second));
        let at = match self.rng.one_in(2) {
            true => int(self.rng.below(3) as i128),
            false => binary(BinaryOp::BitAnd, self.integer(0).0, int(1)),
        };
        let value = match self.rng.below(3) {
            0 => index(name(&pointer), at),
            1 => deref(binary(BinaryOp::Add, name(&pointer), at)),
            _ => cast(Type::INT, Expr::SizeofExpr(Box::new(literal("abcd")))),
        };
        vec![declare(ty, &pointer, chosen), self.number(value)]
    }

    fn pointer_to_pointer(&mut self) -> Vec<Stmt> {
        let (a, b) = (self.fresh("y"), self.fresh("y"));
        let (p, pp) = (self.fresh("q"), self.fresh("qq"));
        let pointer = Type::INT.pointer();
        let (first, second) = (self.integer(0).0, self.integer(0).0);
        let chosen = conditional(self.comparison(), address(name(&a)), address(name(&b)));
        let value = self.integer(1).0;
        let statements = vec![
            declare(Type::INT, &a, first),
            declare(Type::INT, &b, second),
            declare(pointer.clone(), &p, address(name(&a))),
            declare(pointer.pointer(), &pp, address(name(&p))),
            Stmt::Expr(assign(deref(name(&pp)), chosen)),
            Stmt::Expr(assign(deref(deref(name(&pp))), value)),
        ];
        self.declared(&a, Type::INT);
        self.declared(&b, Type::INT);
        let same = binary(BinaryOp::Equal, name(&p), address(name(&b)));
        let compared = self.number(same);
        statements.into_iter().chain([compared]).collect()
    }

    fn array_of_variable_length(&mut self) -> Vec<Stmt> {
        let (length, array, at, sum) =
            (self.fresh("length"), self.fresh("w"), self.fresh("i"), self.fresh("sum"));
        let few = binary(BinaryOp::BitAnd, self.integer(0).0, int(3));
        let element = self.rng.pick(&[IntType::Int, IntType::Short, IntType::UnsignedChar]);
        // A name with its bound has no tree form; nothing else uses this variable.
        let declared = Declaration {
            storage: Storage::None,
            ty: Type::Int(element),
            name: format!("{array}[{length}]"),
            init: None,
        };
        let value = binary(BinaryOp::Mul, name(&at), int(self.rng.below(5) as i128));
        let fill = Stmt::Expr(assign(index(name(&array), name(&at)), value));
        let last = binary(BinaryOp::Sub, name(&length), int(1));
        let mut body = vec![
            Stmt::Declare(declared),
            count_to(&at, name(&length), vec![fill]),
            Stmt::Expr(assign(name(&sum), index(name(&array), last))),
        ];
        if self.rng.one_in(2) {
            let size = cast(Type::INT, Expr::SizeofExpr(Box::new(name(&array))));
            body.push(Stmt::Expr(update(BinaryOp::Add, name(&sum), size)));
        }
        let statements = vec![
            declare(Type::INT, &length, binary(BinaryOp::Add, few, int(1))),
            declare(Type::INT, &sum, int(0)),
            Stmt::Block(body),
        ];
        self.declared(&sum, Type::INT);
        statements
    }

    /// Designators that select parts of inner objects, out of order and repeatedly.
    fn nested_designators(&mut self) -> Vec<Stmt> {
        let (inner, inner_names) =
            self.own_struct(vec![("m", Type::INT), ("m", Type::Int(IntType::Short).array(3))]);
        let (outer, names) = self.own_struct(vec![("m", inner.array(2)), ("m", Type::INT)]);
        let member = |name: &String| Designator::Member(name.clone());
        let mut elements = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            let value = Initialiser::Value(self.constant_of(IntType::SignedChar));
            let first = vec![member(&names[0]), Designator::Index(self.rng.below(2))];
            let designator = match self.rng.below(3) {
                0 => vec![member(&names[1])],
                1 => [first, vec![member(&inner_names[0])]].concat(),
                _ => {
                    let at = Designator::Index(self.rng.below(3));
                    [first, vec![member(&inner_names[1]), at]].concat()
                }
            };
            elements.push((designator, value));
            if self.rng.one_in(3) {
                // An element without a designator follows the previous one.
                let value = Initialiser::Value(self.constant_of(IntType::SignedChar));
                let last = elements.last().is_some_and(|(path, _)| {
                    path.len() == 1 || path.last() == Some(&Designator::Index(2))
                });
                if !last {
                    elements.push((Vec::new(), value));
                }
            }
        }
        let variable = self.fresh("v");
        self.declared(&variable, outer.clone());
        vec![Stmt::Declare(Declaration {
            storage: Storage::None,
            ty: outer,
            name: variable,
            init: Some(Initialiser::List(elements)),
        })]
    }

    /// A function that returns a struct, one member of which is used immediately.
    fn member_of_result(&mut self) -> Vec<Stmt> {
        let (ty, names) = self.own_struct(vec![
            ("m", Type::Int(IntType::SignedChar)),
            ("m", Type::Int(IntType::LongLong)),
            ("m", Type::INT.array(2)),
        ]);
        let (function, param) = (self.fresh("make"), self.fresh("p"));
        let value = |expr: Expr| (Vec::new(), Initialiser::Value(expr));
        let amount = int(self.rng.below(9) as i128);
        let elements = vec![
            value(name(&param)),
            value(binary(BinaryOp::BitXor, name(&param), amount)),
            (Vec::new(), Initialiser::List(vec![value(int(7)), value(name(&param))])),
        ];
        let literal = Expr::Literal(ty.clone(), Box::new(Initialiser::List(elements)));
        self.items.push(Item::Function(Function {
            storage: Storage::None,
            result: ty,
            name: function.clone(),
            params: vec![(param, Type::INT)],
            variadic: false,
            body: Some(vec![Stmt::Return(Some(literal))]),
        }));
        let (argument, from) = self.integer(1);
        let argument = self.kept(argument, from);
        let made = Box::new(call(function, vec![argument]));
        let value = match self.rng.below(3) {
            0 => Expr::Member(made, names[0].clone()),
            1 => Expr::Member(made, names[1].clone()),
            _ => index(Expr::Member(made, names[2].clone()), int(1)),
        };
        vec![self.number(value)]
    }

    /// Pointers to rows of an array of arrays.
    fn rows(&mut self) -> Vec<Stmt> {
        let (array, row) = (self.fresh("a"), self.fresh("row"));
        let element =
            Type::Int(self.rng.pick(&[IntType::Int, IntType::UnsignedChar, IntType::Short]));
        let ty = element.clone().array(3).array(2);
        let init = Some(self.initialiser(&ty, true));
        let storage = if self.in_main && self.loops == 0 { Storage::Static } else { Storage::None };
        let which = binary(BinaryOp::BitAnd, self.integer(0).0, int(1));
        let start = binary(BinaryOp::Add, name(&array), which);
        let at = int(self.rng.below(3) as i128);
        let place = index(deref(name(&row)), at);
        let value = self.value_of(&element);
        let statements = vec![
            Stmt::Declare(Declaration { storage, ty: ty.clone(), name: array.clone(), init }),
            declare(element.array(3).pointer(), &row, start),
            Stmt::Expr(assign(place, value)),
        ];
        self.declared(&array, ty);
        statements
    }
}
