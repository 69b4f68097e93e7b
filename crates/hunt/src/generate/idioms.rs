//! Typical uses of the library, the heap and pointers, in a few statements.

use super::places::Indexed;
use super::{Generator, Risk};
use crate::ast::{
    BinaryOp, Declaration, Expr, Function, Initialiser, IntType, Item, Stmt, Storage, Type,
};
use crate::build::{
    address, assign, binary, call, cast, count_to, declare, deref, index, int, name, update,
};

impl Generator {
    /// A random idiom.
    pub(super) fn idiom(&mut self) -> Vec<Stmt> {
        match self.rng.below(14) {
            9 if self.in_main && self.risk == Risk::None => {
                let condition = self.comparison();
                let end = match self.rng.one_in(2) {
                    true => call("exit", vec![int(0)]),
                    false => call("abort", Vec::new()),
                };
                vec![Stmt::If(condition, vec![Stmt::Expr(end)], Vec::new())]
            }
            9.. => self.pointer_idiom(),
            0 | 1 => self.heap(),
            2 => self.text(),
            3 => self.bytes(),
            4 => self.walk(),
            5 => self.sorting(),
            6 => self.numbers(),
            7 => self.copy(),
            _ => self.pointer_change(),
        }
    }

    /// A new variable for the result of an idiom.
    fn result(&mut self, value: Expr) -> Stmt {
        let result = self.fresh("x");
        self.declared(&result, Type::INT);
        declare(Type::INT, result, value)
    }

    /// Heap memory with known content, freed at the end of the idiom or by `free_all`.
    fn heap(&mut self) -> Vec<Stmt> {
        let (pointer, at) = (self.fresh("h"), self.fresh("i"));
        let element = Type::Int(self.rng.pick(&[
            IntType::Int,
            IntType::Short,
            IntType::UnsignedChar,
            IntType::LongLong,
        ]));
        let length = self.rng.between(1, 4);
        let size = Expr::SizeofType(element.clone());
        let (new, zeroed) = match self.rng.below(3) {
            0 => (call("calloc", vec![int(length as i128), size.clone()]), true),
            _ => {
                let bytes = binary(BinaryOp::Mul, int(length as i128), size.clone());
                (call("malloc", vec![bytes]), false)
            }
        };
        let mut statements = vec![declare(element.clone().pointer(), &pointer, new)];
        if !zeroed {
            let place = index(name(&pointer), name(&at));
            let value = binary(BinaryOp::Add, name(&at), int(self.rng.below(5) as i128));
            let fill = Stmt::Expr(assign(place, value));
            statements.push(count_to(&at, int(length as i128), vec![fill]));
        }
        let where_to = self.index_below(length, Indexed::Pointer);
        let value = self.value_of(&element);
        statements.push(Stmt::Expr(assign(index(name(&pointer), where_to), value)));
        let mut count = length;
        if self.rng.one_in(4) {
            count += 1;
            let bytes = binary(BinaryOp::Mul, int(count as i128), size);
            let moved = call("realloc", vec![name(&pointer), bytes]);
            statements.push(Stmt::Expr(assign(name(&pointer), moved)));
            let last = index(name(&pointer), int(length as i128));
            let value = self.value_of(&element);
            statements.push(Stmt::Expr(assign(last, value)));
        }
        let read_from = self.index_below(count, Indexed::Pointer);
        let mut read = index(name(&pointer), read_from);
        if self.rng.one_in(3) {
            let shifted = binary(BinaryOp::Add, name(&pointer), int(count as i128 - 1));
            read = deref(shifted);
        }
        let free = Stmt::Expr(call("free", vec![name(&pointer)]));
        let condition = self.comparison();
        let result = self.result(read);
        match self.risk {
            Risk::Leak if self.rng.one_in(2) => {
                statements.push(result);
                statements.push(Stmt::If(condition, vec![free], Vec::new()));
            }
            Risk::Memory if self.rng.one_in(3) => {
                if self.rng.one_in(2) {
                    // Use after free.
                    statements.push(Stmt::If(condition, vec![free], Vec::new()));
                    statements.push(result);
                } else {
                    // Double free.
                    statements.push(result);
                    statements.push(free.clone());
                    statements.push(Stmt::If(condition, vec![free], Vec::new()));
                }
            }
            _ => {
                statements.push(result);
                statements.push(free);
            }
        }
        statements
    }

    /// Frees everything that idioms have left allocated.
    pub(super) fn free_all(&mut self, body: &mut Vec<Stmt>) {
        if self.risk == Risk::Leak && self.rng.one_in(2) {
            let more = self.heap();
            body.extend(more);
        }
    }

    /// Strings and string functions.
    fn text(&mut self) -> Vec<Stmt> {
        let buffer = self.fresh("text");
        let words = ["", "a", "ab", "abc", "abd", "b"];
        let literal = |word: &str| Initialiser::Value(Expr::Text(word.to_owned(), false));
        let (first, second) = (self.rng.pick(&words), self.rng.pick(&words));
        let other = Expr::Text(second.to_owned(), false);
        let mut statements = vec![Stmt::Declare(Declaration {
            storage: Storage::None,
            ty: Type::Int(IntType::Char).array(8),
            name: buffer.clone(),
            init: Some(literal(first)),
        })];
        if self.rng.one_in(2) {
            let small = binary(BinaryOp::BitAnd, self.integer(0).0, int(1));
            let letter = binary(BinaryOp::Add, int(97), small);
            statements.push(Stmt::Expr(assign(index(name(&buffer), int(0)), letter)));
        }
        if self.rng.one_in(3) {
            statements.push(Stmt::Expr(call("strcat", vec![name(&buffer), other.clone()])));
        }
        // Only the sign of a comparison is defined.
        let sign = |value: Expr| {
            binary(
                BinaryOp::Sub,
                binary(BinaryOp::Greater, value.clone(), int(0)),
                binary(BinaryOp::Less, value, int(0)),
            )
        };
        let present = |found: Expr| binary(BinaryOp::NotEqual, found, int(0));
        let value = match self.rng.below(10) {
            4 => {
                let found = call("strrchr", vec![name(&buffer), int(i128::from(b'a'))]);
                present(found)
            }
            5 => present(call("strstr", vec![name(&buffer), other])),
            6 => present(call("memchr", vec![name(&buffer), int(i128::from(b'b')), int(3)])),
            7 => call("toupper", vec![index(name(&buffer), int(0))]),
            8 => {
                statements.push(Stmt::Expr(call("strncpy", vec![name(&buffer), other, int(3)])));
                index(name(&buffer), int(1))
            }
            9 => call(
                "atoi",
                vec![Expr::Text(self.rng.pick(&["12", "-7x", " 3", "0"]).to_owned(), false)],
            ),
            0 => cast(Type::INT, call("strlen", vec![name(&buffer)])),
            1 => sign(call("strcmp", vec![name(&buffer), other])),
            2 => sign(call("strncmp", vec![name(&buffer), other, int(2)])),
            _ => {
                let found = call("strchr", vec![name(&buffer), int(i128::from(b'b'))]);
                binary(BinaryOp::NotEqual, found, int(0))
            }
        };
        statements.push(self.result(value));
        statements
    }

    /// A byte of an object.
    fn bytes(&mut self) -> Vec<Stmt> {
        let object = self.fresh("word");
        let ty = Type::Int(self.rng.pick(&[
            IntType::Int,
            IntType::UnsignedShort,
            IntType::LongLong,
            IntType::UnsignedLong,
        ]));
        let Type::Int(int_type) = ty else { return Vec::new() };
        let size = int_type.width(self.machine) as usize / 8;
        let value = self.value_of(&ty);
        let bytes = Type::Int(IntType::UnsignedChar).pointer();
        let mut statements = vec![declare(ty.clone(), &object, value)];
        let pointer = cast(bytes, address(name(&object)));
        if self.rng.one_in(2) {
            let at = self.index_below(size, Indexed::Pointer);
            let small = self.integer(0).0;
            statements.push(Stmt::Expr(assign(index(pointer.clone(), at), small)));
            self.declared(&object, ty);
        }
        let at = self.index_below(size, Indexed::Pointer);
        statements.push(self.result(index(pointer, at)));
        statements
    }

    /// A pointer that iterates over an array.
    fn walk(&mut self) -> Vec<Stmt> {
        let (array, pointer, sum) = (self.fresh("a"), self.fresh("q"), self.fresh("sum"));
        let element = Type::Int(self.int_type());
        let length = self.rng.between(2, 5);
        let ty = element.clone().array(length);
        let init = Some(self.initialiser(&ty, false));
        let init = match init {
            Some(Initialiser::Value(_)) => {
                Some(Initialiser::List(vec![(Vec::new(), Initialiser::Value(int(1)))]))
            }
            list => list,
        };
        let storage = Storage::None;
        let end = binary(BinaryOp::Add, name(&array), int(length as i128));
        let next = Expr::Step { prefix: false, increment: true, target: Box::new(name(&pointer)) };
        let add = update(BinaryOp::BitXor, name(&sum), deref(next));
        let condition = match self.rng.one_in(2) {
            true => binary(BinaryOp::Less, name(&pointer), end),
            false => binary(BinaryOp::NotEqual, name(&pointer), end),
        };
        let statements = vec![
            Stmt::Declare(Declaration { storage, ty: ty.clone(), name: array.clone(), init }),
            declare(element.clone().pointer(), &pointer, name(&array)),
            declare(Type::Int(IntType::LongLong), &sum, int(0)),
            Stmt::While(condition, vec![Stmt::Expr(add)]),
            declare(
                Type::INT,
                self.fresh("x"),
                cast(Type::INT, binary(BinaryOp::Sub, name(&pointer), name(&array))),
            ),
        ];
        self.declared(&array, ty);
        self.declared(&sum, Type::Int(IntType::LongLong));
        statements
    }

    /// `qsort` with a function of the program.
    fn sorting(&mut self) -> Vec<Stmt> {
        if self.loops > 0 {
            return self.walk();
        }
        let (compare, left, right) = (self.fresh("order"), self.fresh("p"), self.fresh("p"));
        let number = |pointer: &str| deref(cast(Type::INT.pointer(), name(pointer)));
        let greater = binary(BinaryOp::Greater, number(&left), number(&right));
        let less = binary(BinaryOp::Less, number(&left), number(&right));
        // A pointer to a constant object has no tree form, so it is a named type.
        let untyped = Type::Named("const void *".to_owned(), Box::new(Type::Void));
        self.items.push(Item::Function(Function {
            storage: Storage::None,
            result: Type::INT,
            name: compare.clone(),
            params: vec![(left, untyped.clone()), (right, untyped)],
            variadic: false,
            body: Some(vec![Stmt::Return(Some(binary(BinaryOp::Sub, greater, less)))]),
        }));
        let array = self.fresh("a");
        let length = self.rng.between(2, 3);
        let ty = Type::INT.array(length);
        let elements = (0..length).map(|_| (Vec::new(), Initialiser::Value(self.integer(0).0)));
        let init = Some(Initialiser::List(elements.collect()));
        let args =
            vec![name(&array), int(length as i128), Expr::SizeofType(Type::INT), name(compare)];
        let storage = Storage::None;
        let statements = vec![
            Stmt::Declare(Declaration { storage, ty: ty.clone(), name: array.clone(), init }),
            Stmt::Expr(call("qsort", args)),
        ];
        self.declared(&array, ty);
        statements
    }

    /// Functions about numbers.
    fn numbers(&mut self) -> Vec<Stmt> {
        let value = match self.rng.below(4) {
            0 => {
                let small = binary(BinaryOp::Rem, self.integer(1).0, int(100));
                call("abs", vec![cast(Type::INT, small)])
            }
            1 => {
                let small = binary(BinaryOp::Rem, self.integer(1).0, int(100));
                cast(Type::INT, call("labs", vec![cast(Type::Int(IntType::Long), small)]))
            }
            2 => {
                let small = binary(BinaryOp::Rem, self.integer(0).0, int(50));
                let value = cast(Type::Float(crate::ast::FloatType::Double), small);
                let half =
                    binary(BinaryOp::Mul, value, Expr::Float(0.5, crate::ast::FloatType::Double));
                let function = self.rng.pick(&["floor", "fabs"]);
                cast(Type::INT, call(function, vec![half]))
            }
            _ => {
                let small = binary(BinaryOp::BitAnd, self.integer(0).0, int(15));
                cast(Type::INT, call("sqrt", vec![small]))
            }
        };
        vec![self.result(value)]
    }

    /// `memcpy`, `memmove` and `memset` within arrays.
    fn copy(&mut self) -> Vec<Stmt> {
        let array = self.fresh("b");
        let element =
            Type::Int(self.rng.pick(&[IntType::UnsignedChar, IntType::Int, IntType::Short]));
        let ty = element.clone().array(4);
        let elements = (0..4).map(|_| (Vec::new(), Initialiser::Value(self.integer(0).0)));
        let init = Some(Initialiser::List(elements.collect()));
        let storage = Storage::None;
        let mut statements =
            vec![Stmt::Declare(Declaration { storage, ty: ty.clone(), name: array.clone(), init })];
        let size =
            |count: i128| binary(BinaryOp::Mul, int(count), Expr::SizeofType(element.clone()));
        let middle = binary(BinaryOp::Add, name(&array), int(2));
        let effect = match self.rng.below(4) {
            0 => call("memcpy", vec![middle, name(&array), size(2)]),
            1 => {
                let next = binary(BinaryOp::Add, name(&array), int(1));
                call("memmove", vec![next, name(&array), size(3)])
            }
            2 => {
                let few = binary(BinaryOp::BitAnd, self.integer(0).0, int(3));
                call("memset", vec![name(&array), int(self.rng.below(300) as i128), few])
            }
            _ => {
                let same = call("memcmp", vec![middle, name(&array), size(2)]);
                let result = binary(BinaryOp::Equal, same, int(0));
                statements.push(self.result(result));
                self.declared(&array, ty);
                return statements;
            }
        };
        statements.push(Stmt::Expr(effect));
        self.declared(&array, ty);
        statements
    }

    /// Makes a pointer point to another object.
    fn pointer_change(&mut self) -> Vec<Stmt> {
        let pointers: Vec<super::Variable> = self
            .scope
            .iter()
            .filter(|v| v.writable && v.depth == self.depth && matches!(v.ty, Type::Pointer(_)))
            .cloned()
            .collect();
        if pointers.is_empty() {
            return vec![self.new_local()];
        }
        let pointer = self.rng.pick(&pointers);
        let Type::Pointer(to) = &pointer.ty else { return Vec::new() };
        for _ in 0..4 {
            if let Some((place, ty)) = self.object_for_pointer()
                && ty == **to
            {
                return vec![Stmt::Expr(assign(name(pointer.name), address(place)))];
            }
        }
        Vec::new()
    }
}
