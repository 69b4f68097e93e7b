//! What a program may learn about the placement of its objects, computed before the lowering.
//!
//! Most programs learn nothing: their pointers stay inside of objects, and they do no integer
//! arithmetic on addresses. Then comparisons of addresses need no special treatment.

use super::objects::Objects;
use super::recycling::Recycling;
use super::words::may_hold_address;
use crate::points_to::{ClassId, Congruence, Pointer, PointsTo, Site};
use program::{Initial, Program, ScalarType, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Symbol, Term, post_order};

/// What a program may observe of the placement of objects.
pub struct Whereabouts {
    /// Classes whose addresses are moved by integer arithmetic, perhaps out of their objects.
    moved: FxHashSet<ClassId>,
    /// Comparisons of addresses of objects that may have had the same place at different times.
    recycled: FxHashSet<Term>,
    /// The literals by address, with their bytes if they are known. Equal bytes may be stored once.
    literals: FxHashMap<Symbol, Option<Vec<u8>>>,
    /// Whether integers that might equal addresses are stored where addresses are.
    pub has_integers_among_addresses: bool,
}

impl Whereabouts {
    /// Examines all statements that may run.
    pub fn of(
        program: &Program,
        points_to: &mut PointsTo<'_>,
        objects: &Objects,
        lowest: u64,
    ) -> Whereabouts {
        let found = Whereabouts {
            moved: FxHashSet::default(),
            recycled: FxHashSet::default(),
            literals: literals(program),
            has_integers_among_addresses: false,
        };
        let registers = program.functions.iter().flat_map(|function| &function.registers);
        let integers = registers.filter(|register| register.ty != ScalarType::Pointer);
        let integers = integers.map(|register| register.symbol).collect();
        let seen = FxHashSet::default();
        let mut search = Search { program, points_to, objects, lowest, found, integers, seen };
        search.globals();
        for id in search.points_to.running() {
            let body = program.function(id).body.as_ref().expect("functions that run have bodies");
            let mut recycling = Recycling::of(program, search.points_to, id);
            for block in body.block_ids() {
                for (index, statement) in body.block(block).statements.iter().enumerate() {
                    search.statement(&statement.kind);
                    for term in statement.kind.terms() {
                        search.term(term, &mut recycling, (block, index));
                    }
                }
                if let Terminator::Branch { condition, .. } = body.block(block).terminator {
                    search.term(condition, &mut recycling, (block, usize::MAX));
                }
            }
        }
        search.found
    }

    /// Whether addresses of a class may be outside of their objects without undefined behaviour.
    pub fn may_leave(&self, class: ClassId) -> bool {
        self.moved.contains(&class)
    }

    /// Whether any address may be outside of its object without undefined behaviour.
    pub fn moves_addresses(&self) -> bool {
        !self.moved.is_empty()
    }

    /// Whether the objects of a comparison may have had the same place at different times.
    pub fn is_recycled(&self, comparison: Term) -> bool {
        self.recycled.contains(&comparison)
    }

    /// Whether objects of two classes may be literals that share memory.
    pub fn may_share(&self, points_to: &PointsTo<'_>, a: ClassId, b: ClassId) -> bool {
        if self.literals.len() < 2 {
            return false;
        }
        let of = |class: ClassId| -> Vec<(Symbol, Option<&[u8]>)> {
            let sites = points_to.sites(class).iter();
            let literal = |site: &Site| match site {
                Site::Object(object) => Some((*object, self.literals.get(object)?.as_deref())),
                _ => None,
            };
            sites.filter_map(literal).collect()
        };
        let (a, b) = (of(a), of(b));
        let overlap = |x: Option<&[u8]>, y: Option<&[u8]>| match (x, y) {
            (Some(x), Some(y)) => x.ends_with(y) || y.ends_with(x),
            _ => true,
        };
        a.iter().any(|&(one, x)| b.iter().any(|&(other, y)| one != other && overlap(x, y)))
    }
}

/// All literals: the bytes of strings are known.
fn literals(program: &Program) -> FxHashMap<Symbol, Option<Vec<u8>>> {
    let locals = program.functions.iter().flat_map(|function| &function.objects);
    let literals = program.globals.iter().chain(locals).filter(|object| object.is_literal());
    let bytes = |object: &program::Object| {
        let values = match &object.initial {
            Initial::Values(values) if object.name == program::Object::STRING_LITERAL => values,
            _ => return None,
        };
        let mut bytes = vec![0; usize::try_from(object.layout.size()).ok()?];
        for &(offset, value) in values {
            let value = program.terms.as_bitvec(value)?.to_u64()?;
            *bytes.get_mut(offset as usize)? = value as u8;
        }
        Some(bytes)
    };
    literals.map(|object| (object.address, bytes(object))).collect()
}

struct Search<'a, 'p> {
    program: &'a Program,
    points_to: &'a mut PointsTo<'p>,
    objects: &'a Objects,
    /// The least address of an object.
    lowest: u64,
    found: Whereabouts,
    /// The registers that are not pointers in C.
    integers: FxHashSet<Symbol>,
    seen: FxHashSet<Term>,
}

impl Search<'_, '_> {
    fn globals(&mut self) {
        for object in &self.program.globals {
            let (Initial::Values(values), Some(start)) =
                (&object.initial, self.points_to.object(object.address))
            else {
                continue;
            };
            for &(offset, value) in values {
                let by = Congruence::exactly(offset as i64);
                self.put(Pointer { offset: start.offset.plus(by), ..start }, value);
            }
        }
    }

    /// Records integers that are stored where addresses are.
    fn statement(&mut self, kind: &StatementKind) {
        if self.found.has_integers_among_addresses {
            return;
        }
        match kind {
            StatementKind::Assign { target, value } => self.assign(*target, *value),
            StatementKind::Store { address, value } => {
                if let Some(pointer) = self.points_to.value(*address) {
                    self.put(pointer, *value);
                }
            }
            StatementKind::Load { target, address } => {
                self.found.has_integers_among_addresses |= self.points_to.value(*address).is_none()
                    && may_hold_address(self.program, self.points_to, *target);
            }
            StatementKind::Copy { to, from, .. } => {
                let (to, from) = (self.points_to.value(*to), self.points_to.value(*from));
                self.found.has_integers_among_addresses |=
                    from.is_none() && to.is_some_and(|to| self.holds_addresses(to));
            }
            StatementKind::Fill { to, byte, .. } => {
                let open = self.program.terms.as_bitvec(*byte).is_none();
                let to = self.points_to.value(*to);
                self.found.has_integers_among_addresses |=
                    open && to.is_some_and(|to| self.holds_addresses(to));
            }
            StatementKind::Call { callee: program::Callee::Direct(id), args, .. } => {
                let parameters = self.program.function(*id).parameters.clone();
                for (parameter, &arg) in parameters.into_iter().zip(args) {
                    self.assign(parameter, arg);
                }
            }
            _ => {}
        }
    }

    fn holds_addresses(&self, pointer: Pointer) -> bool {
        self.points_to.may_hold_address(pointer.class, Congruence::ANY, 1)
    }

    fn assign(&mut self, target: Symbol, value: Term) {
        if may_hold_address(self.program, self.points_to, target) && self.may_be_guess(value) {
            self.found.has_integers_among_addresses = true;
        }
    }

    fn put(&mut self, to: Pointer, value: Term) {
        let bytes = u64::from(self.program.terms.width(value).div_ceil(8));
        if self.points_to.may_hold_address(to.class, to.offset, bytes) && self.may_be_guess(value) {
            self.found.has_integers_among_addresses = true;
        }
    }

    /// Whether a term is an integer that might equal an address.
    fn may_be_guess(&mut self, term: Term) -> bool {
        if self.points_to.value(term).is_some() {
            return false;
        }
        match self.program.terms.as_bitvec(term) {
            Some(bits) => {
                let negated = bits.neg();
                let small = |bits: &term::BitVec, limit| bits.to_u64().is_some_and(|b| b < limit);
                !small(bits, self.lowest.max(1)) && !small(&negated, super::address_bits::ERRORS)
            }
            None => true,
        }
    }

    /// Examines the subterms of a term.
    fn term(&mut self, term: Term, recycling: &mut Recycling<'_>, at: (program::BlockId, usize)) {
        let store = &self.program.terms;
        let width = self.program.machine.pointer_bits();
        for part in post_order(store, &[term], |_| false) {
            let args = store.args(part);
            if store.op(part) == Op::Eq && *store.sort(args[0]) == Sort::BitVec(width) {
                if let [Some(a), Some(b)] = [args[0], args[1]].map(|arg| self.points_to.value(arg))
                    && recycling.may_coincide(a.class, b.class, at)
                {
                    self.found.recycled.insert(part);
                }
                continue;
            }
            if !self.seen.insert(part) || *store.sort(part) != Sort::BitVec(width) {
                continue;
            }
            match store.op(part) {
                Op::BvAdd | Op::BvSub => self.sum(part, args[0], args[1]),
                Op::Ite => {
                    let [a, b] = [args[1], args[2]].map(|arg| self.points_to.value(arg).is_some());
                    if a != b && self.may_be_guess(if a { args[2] } else { args[1] }) {
                        self.found.has_integers_among_addresses = true;
                    }
                }
                _ => {}
            }
        }
    }

    fn sum(&mut self, sum: Term, a: Term, b: Term) {
        let (of_a, of_b) = (self.points_to.value(a), self.points_to.value(b));
        match (of_a, of_b) {
            (Some(_), Some(_)) if self.is_pointer(a) && self.is_pointer(b) => {}
            (None, None) => {}
            _ => {
                let moved = self.points_to.value(sum);
                let stays = moved.is_some_and(|pointer| self.objects.is_inside(pointer, true));
                if !stays {
                    self.found.moved.extend(of_a.or(of_b).map(|pointer| pointer.class));
                }
            }
        }
    }

    /// Whether a term is a pointer in C; the difference of two pointers is not a move.
    fn is_pointer(&self, term: Term) -> bool {
        match self.program.terms.op(term) {
            Op::Var(symbol) => !self.integers.contains(&symbol),
            _ => true,
        }
    }
}
