//! Types, variables and their initialisers.

use super::expressions::as_list;
use super::{Generator, Risk, Variable};
use crate::ast::{
    Aggregate, Declaration, Designator, Expr, Field, FloatType, Initialiser, IntType, Item,
    Machine, Stmt, Storage, Type,
};
use crate::build::{address, name};

impl Generator {
    /// An integer type, often `int`.
    pub(super) fn int_type(&mut self) -> IntType {
        match self.rng.below(3) {
            0 => IntType::Int,
            1 => self.rng.pick(&[IntType::Unsigned, IntType::Int, IntType::UnsignedChar]),
            _ => self.rng.pick(&IntType::ALL),
        }
    }

    /// A type of numbers.
    pub(super) fn scalar_type(&mut self) -> Type {
        if self.rng.one_in(8) {
            let types = [FloatType::Float, FloatType::Double, FloatType::LongDouble];
            return Type::Float(types[self.rng.below(7).min(2) % 3]);
        }
        let ty = self.int_type();
        let named = self.items.iter().find_map(|item| match item {
            Item::Typedef(name, meaning) => Some((name.clone(), meaning.clone())),
            Item::Enum(tag, _) => Some((format!("enum {tag}"), Type::Int(IntType::Unsigned))),
            _ => None,
        });
        match named {
            Some((name, meaning)) if self.rng.one_in(5) => Type::Named(name, Box::new(meaning)),
            _ => Type::Int(ty),
        }
    }

    pub(super) fn new_enum(&mut self) {
        let tag = self.fresh("kind");
        let mut members = Vec::new();
        for _ in 0..self.rng.between(2, 4) {
            let value = self.rng.one_in(3).then(|| self.rng.below(9) as i64);
            members.push((self.fresh("E"), value));
        }
        self.items.push(Item::Enum(tag, members));
    }

    pub(super) fn new_aggregate(&mut self) {
        let is_union = self.rng.one_in(3);
        let tag = self.fresh(if is_union { "u" } else { "s" });
        let mut fields = Vec::new();
        if is_union {
            // Initialisers set the first member, which is the widest, so that all bytes have a
            // value.
            let bytes = self.rng.pick(&[4_usize, 8]);
            let views = [
                Type::Int(IntType::UnsignedChar).array(bytes),
                Type::Int(IntType::Short).array(bytes / 2),
                Type::Int(IntType::Unsigned).array(bytes / 4),
                Type::Int(if bytes == 8 { IntType::LongLong } else { IntType::Int }),
                Type::Int(IntType::SignedChar),
                Type::Int(IntType::UnsignedShort),
            ];
            let widest = self.rng.below(4);
            fields.push(self.field(views[widest].clone(), None));
            for _ in 0..self.rng.between(1, 3) {
                let view = self.rng.pick(&views);
                fields.push(self.field(view, None));
            }
        } else {
            for _ in 0..self.rng.between(1, 4) {
                let field = self.struct_field();
                fields.push(field);
            }
        }
        // Anonymous aggregates of its members may have been added before it.
        self.items.push(Item::Aggregate(self.aggregates.len()));
        self.aggregates.push(Aggregate { tag, is_union, fields });
    }

    fn field(&mut self, ty: Type, bits: Option<u32>) -> Field {
        Field { name: self.fresh("m"), ty, bits }
    }

    fn struct_field(&mut self) -> Field {
        let inner = self.declared_aggregate();
        match self.rng.below(8) {
            0 | 1 => {
                let ty = self.rng.pick(&[
                    IntType::Int,
                    IntType::Unsigned,
                    IntType::UnsignedChar,
                    IntType::UnsignedShort,
                    IntType::Bool,
                ]);
                let bits = 1 + self.rng.below(ty.width(self.machine).min(20) as usize) as u32;
                self.field(Type::Int(ty), Some(bits))
            }
            2 => {
                let (element, length) = (self.scalar_type(), self.rng.between(2, 4));
                self.field(element.array(length), None)
            }
            3 if inner.is_some() => self.field(inner.unwrap_or(Type::INT), None),
            4 if inner.is_some() && self.rng.one_in(2) => {
                // Its members are now members of this struct, so it has no variables of its own.
                match self.aggregate_for_anonymous() {
                    Some(ty) => Field { name: String::new(), ty, bits: None },
                    None => self.field(Type::INT, None),
                }
            }
            4 if inner.is_some() => self.field(inner.unwrap_or(Type::INT).array(2), None),
            _ => {
                let ty = self.scalar_type();
                self.field(ty, None)
            }
        }
    }

    /// A struct or union for an anonymous member, whose member names are unique.
    fn aggregate_for_anonymous(&mut self) -> Option<Type> {
        let copied = self.rng.pick(&self.aggregates.clone());
        if copied.fields.iter().any(|field| field.name.is_empty()) {
            return None;
        }
        let tag = self.fresh("anonymous");
        let fields: Vec<Field> = copied
            .fields
            .into_iter()
            .map(|field| Field { name: self.fresh("m"), ..field })
            .collect();
        self.aggregates.push(Aggregate { tag, is_union: copied.is_union, fields });
        Some(Type::Aggregate(self.aggregates.len() - 1))
    }

    /// A struct or union that has a definition with its tag.
    pub(super) fn declared_aggregate(&mut self) -> Option<Type> {
        let declared: Vec<usize> = self
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Aggregate(number) => Some(*number),
                _ => None,
            })
            .collect();
        (!declared.is_empty()).then(|| Type::Aggregate(self.rng.pick(&declared)))
    }

    /// The type of a variable.
    fn variable_type(&mut self) -> Type {
        let aggregate = self.declared_aggregate();
        match (self.rng.below(10), aggregate) {
            (0..=2, Some(aggregate)) => aggregate,
            (3, Some(aggregate)) => aggregate.array(2),
            (4 | 5, _) => {
                let length = self.rng.pick(&[2, 3, 4, 4, 8]);
                self.scalar_type().array(length)
            }
            (6, _) => self.scalar_type().array(2).array(2),
            (7, _) => {
                let length = self.rng.between(3, 6);
                Type::Int(IntType::Char).array(length)
            }
            _ => self.scalar_type(),
        }
    }

    pub(super) fn new_global(&mut self) {
        let (ty, name) = (self.variable_type(), self.fresh("g"));
        let init = (!self.rng.one_in(4)).then(|| self.initialiser(&ty, true));
        let storage = self.rng.pick(&[Storage::None, Storage::Static]);
        self.globals.push(Variable {
            name: name.clone(),
            ty: ty.clone(),
            depth: 0,
            writable: true,
        });
        self.items.push(Item::Variable(Declaration { storage, ty, name, init }));
        if self.rng.one_in(5) {
            self.new_global_pointer();
        }
    }

    /// A global that points to another one.
    fn new_global_pointer(&mut self) {
        let Some((place, ty)) = self.constant_place() else { return };
        let name = self.fresh("gp");
        let init = Some(Initialiser::Value(address(place)));
        let ty = ty.pointer();
        self.globals.push(Variable {
            name: name.clone(),
            ty: ty.clone(),
            depth: 0,
            writable: true,
        });
        self.items.push(Item::Variable(Declaration { storage: Storage::None, ty, name, init }));
    }

    /// A new variable of the innermost block.
    pub(super) fn new_local(&mut self) -> Stmt {
        let pointer = self.rng.one_in(4).then(|| self.object_for_pointer()).flatten();
        let name = self.fresh("v");
        let (ty, init, storage) = match pointer {
            Some((place, ty)) => (ty.pointer(), Initialiser::Value(address(place)), Storage::None),
            None => {
                let ty = self.variable_type();
                // A static variable of `main` is initialised once, as an automatic one is.
                let constant = self.in_main && self.depth == 1 && self.rng.one_in(8);
                let init = self.initialiser(&ty, constant);
                (ty, init, if constant { Storage::Static } else { Storage::None })
            }
        };
        self.declared(&name, ty.clone());
        Stmt::Declare(Declaration { storage, ty, name, init: Some(init) })
    }

    /// The machine's type of wide characters.
    fn wide_type(&self) -> IntType {
        if self.machine == Machine::Ilp32 { IntType::Long } else { IntType::Int }
    }

    /// A random initialiser of a type, optionally with constants only.
    pub(super) fn initialiser(&mut self, ty: &Type, constant: bool) -> Initialiser {
        match ty.resolved().clone() {
            Type::Array(element, Some(length)) => {
                if *element == Type::Int(IntType::Char) && !self.rng.one_in(3) {
                    return Initialiser::Value(Expr::Text(self.word(length), false));
                }
                if *element == Type::Int(self.wide_type()) && length < 8 && self.rng.one_in(3) {
                    return Initialiser::Value(Expr::Text(self.word(length), true));
                }
                let mut elements = Vec::new();
                let count = if self.rng.one_in(3) { self.rng.between(1, length) } else { length };
                if self.rng.one_in(4) {
                    let mut order: Vec<usize> = (0..length).collect();
                    let first = self.rng.below(length);
                    order.rotate_left(first);
                    for &at in order.iter().take(count) {
                        let value = self.initialiser(&element, constant);
                        elements.push((vec![Designator::Index(at)], value));
                    }
                } else {
                    for _ in 0..count {
                        elements.push((Vec::new(), self.initialiser(&element, constant)));
                    }
                }
                self.list(elements)
            }
            Type::Aggregate(index) => {
                let aggregate = self.aggregates[index].clone();
                let has_name = !aggregate.tag.starts_with("anonymous");
                if !constant && has_name && self.rng.one_in(6) {
                    let literal = self.initialiser(ty, true);
                    return Initialiser::Value(Expr::Literal(
                        ty.clone(),
                        Box::new(as_list(literal)),
                    ));
                }
                let fields = &aggregate.fields;
                let count = match aggregate.is_union {
                    true => 1,
                    false if self.rng.one_in(3) => self.rng.between(1, fields.len()),
                    false => fields.len(),
                };
                let anonymous = fields.iter().any(|field| field.name.is_empty());
                let designated = !anonymous && self.rng.one_in(3);
                let mut order: Vec<usize> = (0..fields.len()).collect();
                if designated && !aggregate.is_union {
                    let first = self.rng.below(order.len());
                    order.rotate_left(first);
                }
                let mut elements = Vec::new();
                for &at in order.iter().take(count) {
                    let designator = match designated {
                        true => vec![Designator::Member(fields[at].name.clone())],
                        false => Vec::new(),
                    };
                    elements.push((designator, self.initialiser(&fields[at].ty, constant)));
                }
                self.list(elements)
            }
            Type::Pointer(_) => Initialiser::Value(crate::build::int(0)),
            _ => {
                let value = if constant { self.constant(ty) } else { self.value_of(ty) };
                Initialiser::Value(value)
            }
        }
    }

    /// An initialiser list. The braces of its last element may be omitted if there are no
    /// designators.
    fn list(&mut self, mut elements: Vec<(Vec<Designator>, Initialiser)>) -> Initialiser {
        let plain = |list: &[(Vec<Designator>, Initialiser)]| {
            list.iter().all(|(designators, _)| designators.is_empty())
        };
        if plain(&elements)
            && self.rng.one_in(3)
            && let Some((_, Initialiser::List(inner))) = elements.last().cloned()
            && plain(&inner)
            && inner.iter().all(|(_, element)| is_number(element))
        {
            elements.pop();
            elements.extend(inner);
        }
        Initialiser::List(elements)
    }

    /// Text for an array of `length` characters, sometimes without room for the terminator.
    fn word(&mut self, length: usize) -> String {
        let count = if self.rng.one_in(5) { length } else { self.rng.below(length) };
        (0..count).map(|_| self.rng.pick(&['a', 'b', 'z', '0', ' ', '\n', '"'])).collect()
    }

    /// A constant of a type of numbers.
    pub(super) fn constant(&mut self, ty: &Type) -> Expr {
        match ty.resolved() {
            Type::Float(float) => {
                let value = self.rng.below(41) as f64 / 4.0 - 3.0;
                Expr::Float(value, *float)
            }
            Type::Int(_) if matches!(ty, Type::Named(..)) && self.rng.one_in(2) => {
                match self.enumerator() {
                    Some(member) => name(member),
                    None => crate::build::int(self.rng.below(4) as i128),
                }
            }
            Type::Int(int) => self.constant_of(*int),
            _ => crate::build::int(0),
        }
    }

    fn enumerator(&mut self) -> Option<String> {
        let members = self.items.iter().find_map(|item| match item {
            Item::Enum(_, members) => Some(members.clone()),
            _ => None,
        })?;
        Some(self.rng.pick(&members).0)
    }

    /// A number of a type, most often a small one.
    pub(super) fn constant_of(&mut self, ty: IntType) -> Expr {
        let width = ty.width(self.machine);
        let (low, high): (i128, i128) = match ty.is_signed() {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        if !matches!(self.risk, Risk::None | Risk::Overflow | Risk::Leak) {
            // Compilers omit operations whose result is already determined, together with their
            // errors.
            let value = 1 + self.rng.below(6) as i128;
            return Expr::Int(value.min(high), IntType::Int);
        }
        let near = |edge: i128, rng: usize| edge + rng as i128;
        let value = match self.rng.below(10) {
            0 => near(high, 0),
            1 => near(low, self.rng.below(2)),
            2 => 1_i128 << self.rng.below(width as usize),
            3 if self.risk != Risk::Overflow => i128::from(self.rng.bits()) & high,
            _ => self.rng.below(20) as i128 - 5,
        };
        let literal = match ty {
            IntType::Bool | IntType::Char | IntType::SignedChar | IntType::UnsignedChar => {
                IntType::Int
            }
            IntType::Short | IntType::UnsignedShort => IntType::Int,
            wide => wide,
        };
        if literal == IntType::Int && self.rng.one_in(8) {
            return Expr::Spelled(
                self.rng.pick(&["'a'", "'\\377'", "0x7f", "010", "'\\n'", "0xffu"]),
            );
        }
        Expr::Int(value.clamp(low, high), literal)
    }
}

/// Whether an initialiser can only initialise a number.
fn is_number(init: &Initialiser) -> bool {
    match init {
        Initialiser::Value(value) => !matches!(value, Expr::Literal(..) | Expr::Text(..)),
        Initialiser::List(_) => false,
    }
}
