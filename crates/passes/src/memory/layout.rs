//! The division of a class's content into cells.
//!
//! Accesses to a class are distinguished by their position modulo its stride and by their size.
//! Overlapping ranges form a *group*. A group is divided into *cells* of equal size such that every
//! access covers whole cells. Bytes that are never loaded or stored have no cell: their content
//! does not matter.

use super::objects::constant;
use crate::points_to::{ClassId, Congruence, Pointer, PointsTo, congruence_of, gcd};
use program::{Program, StatementKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::Term;

/// A group of cells of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Position of the first byte.
    pub start: i64,
    /// Position after the last byte.
    pub end: i64,
    /// Bytes of a cell.
    pub cell: u64,
}

/// The division of a class.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Positions are offsets modulo this; with 0 they are the offsets themselves.
    pub stride: u64,
    /// Disjoint, in ascending order.
    pub groups: Vec<Group>,
    ranges: BTreeSet<(i64, u64)>,
}

/// The divisions of all classes that are accessed.
pub struct Layouts {
    by_class: FxHashMap<ClassId, Layout>,
}

/// A copy of a constant number of bytes.
struct ConstantCopy {
    to: Pointer,
    from: Pointer,
    size: i64,
}

/// Sizes above this are treated as unknown.
const MAX_SIZE: u64 = 1 << 40;

impl Layout {
    /// The position of an offset.
    pub fn position(&self, offset: Congruence) -> i64 {
        if self.stride == 0 {
            offset.residue()
        } else {
            offset.residue().rem_euclid(self.stride as i64)
        }
    }

    /// The group that a position lies in.
    pub fn group_at(&self, position: i64) -> Option<usize> {
        let after = self.groups.partition_point(|group| group.start <= position);
        let index = after.checked_sub(1)?;
        (position < self.groups[index].end).then_some(index)
    }

    /// The distance to the first position, from the given one on, that has a cell. Positions wrap
    /// around at the stride.
    pub fn next_covered(&self, position: i64) -> Option<i64> {
        if self.group_at(position).is_some() {
            return Some(0);
        }
        let next = self.groups.iter().find(|group| group.start > position);
        match (next, self.groups.first()) {
            (Some(group), _) => Some(group.start - position),
            (None, Some(first)) if self.stride > 0 => {
                Some(self.stride as i64 - position + first.start)
            }
            _ => None,
        }
    }

    fn divide(&mut self) {
        let stride = self.stride as i64;
        let crosses = |&(start, size): &(i64, u64)| stride > 0 && start + size as i64 > stride;
        if self.ranges.iter().any(crosses) {
            let cell = self
                .ranges
                .iter()
                .fold(self.stride, |all, &(start, size)| gcd(gcd(all, start.unsigned_abs()), size));
            self.groups = vec![Group { start: 0, end: stride, cell }];
            return;
        }
        let mut groups: Vec<Group> = Vec::new();
        for &(start, size) in &self.ranges {
            let end = start + size as i64;
            match groups.last_mut() {
                Some(group) if start < group.end => {
                    group.end = group.end.max(end);
                    group.cell = gcd(gcd(group.cell, size), (start - group.start).unsigned_abs());
                }
                _ => groups.push(Group { start, end, cell: size }),
            }
        }
        self.groups = groups;
    }
}

impl Layouts {
    /// Divides the classes of a program.
    pub fn of(program: &Program, points_to: &mut PointsTo<'_>) -> Layouts {
        let mut layouts = Layouts { by_class: FxHashMap::default() };
        let mut copies = Vec::new();
        let mut ranges = Vec::new();
        let running = points_to.running();
        let bodies = running.iter().filter_map(|&id| program.function(id).body.as_ref());
        for statement in bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements) {
            layouts.statement(program, points_to, &statement.kind, &mut copies, &mut ranges);
        }
        layouts.align_copies(&copies);
        for (pointer, size) in ranges {
            layouts.demand(pointer, size);
        }
        // If copied bytes are read later, their source must have cells too.
        loop {
            let mut changed = false;
            for copy in &copies {
                changed |= layouts.copy_demands(copy);
            }
            if !changed {
                break;
            }
        }
        layouts.by_class.values_mut().for_each(Layout::divide);
        layouts
    }

    /// The division of a class; `None` if none of its bytes matters.
    pub fn get(&self, class: ClassId) -> Option<&Layout> {
        self.by_class.get(&class)
    }

    /// All divisions, in the order of their classes.
    pub fn classes(&self) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = self.by_class.keys().copied().collect();
        classes.sort_unstable();
        classes
    }

    fn statement(
        &mut self,
        program: &Program,
        points_to: &mut PointsTo<'_>,
        statement: &StatementKind,
        copies: &mut Vec<ConstantCopy>,
        ranges: &mut Vec<(Pointer, u64)>,
    ) {
        let store = &program.terms;
        match *statement {
            StatementKind::Load { target, address } => {
                if let Some(pointer) = points_to.value(address) {
                    self.narrow(pointer, 0);
                    let width = store.symbol_sort(target).bit_width().unwrap_or(8);
                    ranges.push((pointer, u64::from(width / 8)));
                }
            }
            StatementKind::Store { address, value } => {
                if let Some(pointer) = points_to.value(address) {
                    self.narrow(pointer, 0);
                    ranges.push((pointer, u64::from(store.width(value) / 8)));
                }
            }
            StatementKind::Copy { to, from, size } => {
                let (Some(to), Some(from)) = (points_to.value(to), points_to.value(from)) else {
                    return;
                };
                self.narrow(to, 0);
                self.narrow(from, 0);
                match constant(store, size).filter(|&size| size <= MAX_SIZE) {
                    Some(size) => copies.push(ConstantCopy { to, from, size: size as i64 }),
                    None => {
                        let unit =
                            gcd(to.offset.join(from.offset).modulus(), unit_of(program, size));
                        self.narrow(to, unit);
                        self.narrow(from, unit);
                    }
                }
            }
            StatementKind::Fill { to, size, .. } => {
                if let Some(to) = points_to.value(to) {
                    self.narrow(to, 0);
                    if constant(store, size).is_none_or(|size| size > MAX_SIZE) {
                        self.narrow(to, unit_of(program, size));
                    }
                }
            }
            StatementKind::Allocate { target, size, zeroed: true, .. } => {
                let store = &program.terms;
                if constant(store, size).is_none_or(|size| size > MAX_SIZE)
                    && let Some(to) = points_to.symbol_value(target)
                {
                    let start = Pointer { offset: Congruence::exactly(0), ..to };
                    self.narrow(start, unit_of(program, size));
                }
            }
            _ => {}
        }
    }

    /// Makes the stride of a class a divisor of a number.
    fn narrow(&mut self, pointer: Pointer, modulus: u64) {
        let layout = self.by_class.entry(pointer.class).or_default();
        layout.stride = gcd(gcd(layout.stride, modulus), pointer.offset.modulus());
    }

    fn demand(&mut self, pointer: Pointer, size: u64) -> bool {
        let layout = self.by_class.entry(pointer.class).or_default();
        let position = layout.position(pointer.offset);
        layout.ranges.insert((position, size))
    }

    /// If a copy is longer than the stride of its target, the stride of the source must divide that
    /// stride.
    fn align_copies(&mut self, copies: &[ConstantCopy]) {
        loop {
            let mut changed = false;
            for copy in copies {
                let stride = self.by_class[&copy.to.class].stride;
                let source = self.by_class.get_mut(&copy.from.class).expect("it was narrowed");
                if stride > 0
                    && copy.size as u64 > stride
                    && gcd(source.stride, stride) != source.stride
                {
                    source.stride = gcd(source.stride, stride);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn copy_demands(&mut self, copy: &ConstantCopy) -> bool {
        let target = &self.by_class[&copy.to.class];
        let base = target.position(copy.to.offset);
        let mut demanded = Vec::new();
        for &(start, size) in &target.ranges {
            let mut overlap = |start: i64| {
                let end = start + size as i64;
                let (low, high) = (start.max(base), end.min(base + copy.size));
                if low < high {
                    demanded.push((low - base, (high - low) as u64));
                }
            };
            match target.stride as i64 {
                0 => overlap(start),
                stride => {
                    let first = base + (start - base).rem_euclid(stride);
                    overlap(first - stride);
                    overlap(first);
                }
            }
        }
        let mut changed = false;
        for (distance, size) in demanded {
            let offset = copy.from.offset.plus(Congruence::exactly(distance));
            changed |= self.demand(Pointer { offset, ..copy.from }, size);
        }
        changed
    }
}

/// A number of bytes that divides a size that is not constant.
fn unit_of(program: &Program, size: Term) -> u64 {
    let congruence = congruence_of(&program.terms, size);
    gcd(congruence.modulus(), congruence.residue().unsigned_abs()).max(1)
}
