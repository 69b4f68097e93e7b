//! Which cells of a function's memory have never been written.
//!
//! The cells of a piece of memory are the bits of a register: a bit is set while nothing was stored in any
//! byte of the cell. A value counts as unset if all of its cells are, so that unions and padding are no
//! matter; storing anything, even a copy of an unset value, sets a cell. Once a pointer to the piece is
//! stored, passed on, or mixed with others, the piece counts as set until its next life.

use super::places::{Place, Places, alignment, pointer};
use crate::{Block, Function, Layout, Register, ScalarType, Statement, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Sort, Symbol, Term, TermStore};

/// The largest number of cells that are followed.
const MOST_CELLS: u64 = 128;

/// The cells of all pieces of memory of a function.
pub(super) struct Memory {
    places: Places,
    /// The cells of each piece, if it is followed.
    cells: Vec<Option<Cells>>,
    /// For each register that points into a piece, the register of its offset in bytes.
    offsets: FxHashMap<Symbol, Symbol>,
    /// The width of pointers.
    pointer_bits: u32,
}

/// The cells of a piece.
struct Cells {
    /// The size of a cell in bytes, a power of two. No access is less aligned.
    size: u64,
    count: u32,
    /// The cells that are no padding.
    first: u128,
    /// The register with a bit for each cell.
    unset: Symbol,
}

/// What a statement does to pieces of memory.
pub(super) enum Action {
    /// The life of a piece begins.
    Begin(usize),
    /// Reads bytes.
    Load { place: Place, size: u64 },
    /// Writes bytes.
    Store { place: Place, size: u64 },
    /// Copies bytes between cells of the same size.
    Copy { to: Place, from: Place, size: u64 },
    /// The piece counts as set.
    Set(usize),
    /// A register points to a place.
    Point { register: Symbol, place: Place },
}

/// A value that is loaded from memory and may be unset.
pub(super) struct Loaded {
    piece: usize,
    /// How messages call it.
    pub name: String,
    /// Whether it is unset: a term over registers of the memory.
    pub unset: Term,
}

impl Memory {
    pub fn of(terms: &mut TermStore, pointer_bits: u32, function: &Function) -> Memory {
        let places = Places::of(terms, function);
        let blocks = function.body.as_ref().map_or(&[][..], |body| &body.blocks);
        let sizes = cell_sizes(terms, &places, blocks);
        let (mut cells, mut offsets) = (Vec::new(), FxHashMap::default());
        for (piece, &size) in places.pieces.iter().zip(&sizes) {
            let count = piece.layout.size().div_ceil(size);
            let is_followed = (1..=MOST_CELLS).contains(&count);
            cells.push(is_followed.then(|| {
                let count = u32::try_from(count).expect("there are few cells");
                let unset = terms.fresh(&format!("{}.unset", function.name), Sort::BitVec(count));
                Cells { size, count, first: data(&piece.layout, size), unset }
            }));
        }
        for block in blocks {
            for statement in &block.statements {
                if let Some((target, _)) = pointer(&statement.kind)
                    && places.leads_to(target).is_some()
                {
                    offsets.entry(target).or_insert_with(|| {
                        let prefix = format!("{}.offset", function.name);
                        terms.fresh(&prefix, Sort::BitVec(pointer_bits))
                    });
                }
            }
        }
        Memory { places, cells, offsets, pointer_bits }
    }

    /// The loads of values that may be unset, by block and statement.
    pub fn loads(
        &self,
        terms: &mut TermStore,
        blocks: &[Block],
    ) -> FxHashMap<(usize, usize), Loaded> {
        let mut loads = FxHashMap::default();
        if self.cells.iter().all(Option::is_none) {
            return loads;
        }
        let starts = self.unset_at_starts(terms, blocks);
        for (number, (block, mut now)) in blocks.iter().zip(starts).enumerate() {
            for (at, statement) in block.statements.iter().enumerate() {
                for action in actions(terms, &self.places, &statement.kind) {
                    if let Action::Load { place, size } = &action
                        && let Some(loaded) = self.loaded(terms, place, *size, &now)
                    {
                        loads.insert((number, at), loaded);
                    }
                    self.apply(terms, &action, &mut now);
                }
            }
        }
        loads
    }

    /// Whether cells of a piece that may be unset are no longer followed from some statement on, or a piece is
    /// not followed at all.
    pub fn loses_sight(&self, terms: &TermStore, blocks: &[Block]) -> bool {
        let starts = self.unset_at_starts(terms, blocks);
        blocks.iter().zip(starts).any(|(block, mut now)| {
            block.statements.iter().any(|statement| {
                let is_other_memory = matches!(
                    statement.kind,
                    StatementKind::Allocate { target, zeroed: false, .. }
                        if self.places.root(target).is_none()
                );
                let actions = actions(terms, &self.places, &statement.kind);
                is_other_memory
                    || actions.iter().any(|action| {
                        let is_lost = match *action {
                            Action::Begin(piece) => self.cells[piece].is_none(),
                            Action::Set(piece) => now[piece] != 0,
                            _ => false,
                        };
                        self.apply(terms, action, &mut now);
                        is_lost
                    })
            })
        })
    }

    /// A loaded value, unless it is certainly set.
    fn loaded(
        &self,
        terms: &mut TermStore,
        place: &Place,
        size: u64,
        now: &[u128],
    ) -> Option<Loaded> {
        let piece = place.piece;
        let cells = self.cells[piece].as_ref()?;
        let count = u32::try_from(size.div_ceil(cells.size)).ok().filter(|&n| n <= cells.count)?;
        let offset = self.known_offset(terms, place);
        let may_be_unset = match offset {
            Some(offset) => {
                let range = cells.range(offset, size)?;
                now[piece] & range == range
            }
            None => now[piece] != 0,
        };
        if !may_be_unset {
            return None;
        }
        let bits = terms.var(cells.unset);
        let wide = self.widened(terms, cells, bits);
        let index = self.index(terms, place, cells);
        let shifted = terms.bv_lshr(wide, index);
        let read = terms.extract(count - 1, 0, shifted);
        let all = terms.bv_const(BitVec::ones(count));
        let unset = terms.eq(read, all);
        let Layout::Bytes(_) = self.places.pieces[piece].layout else {
            let (layout, name) =
                (&self.places.pieces[piece].layout, &self.places.pieces[piece].name);
            let name = match offset {
                Some(offset) => layout.part_at(name, offset).0,
                None if matches!(layout, Layout::Scalar { .. }) => name.clone(),
                None => format!("part of '{name}'"),
            };
            return Some(Loaded { piece, name, unset });
        };
        Some(Loaded { piece, name: self.places.pieces[piece].name.clone(), unset })
    }

    /// The cells that may be unset at the start of each block, piece by piece.
    fn unset_at_starts(&self, terms: &TermStore, blocks: &[Block]) -> Vec<Vec<u128>> {
        let mut starts = vec![vec![0; self.cells.len()]; blocks.len()];
        let mut open: Vec<usize> = (0..blocks.len()).rev().collect();
        while let Some(number) = open.pop() {
            let mut now = starts[number].clone();
            for statement in &blocks[number].statements {
                for action in actions(terms, &self.places, &statement.kind) {
                    self.apply(terms, &action, &mut now);
                }
            }
            for next in blocks[number].terminator.successors() {
                let start = &mut starts[next.index()];
                let joined: Vec<u128> = start.iter().zip(&now).map(|(a, b)| a | b).collect();
                if *start != joined {
                    *start = joined;
                    open.push(next.index());
                }
            }
        }
        starts
    }

    /// The effect of an action on the cells that may be unset.
    fn apply(&self, terms: &TermStore, action: &Action, now: &mut [u128]) {
        let range = |place: &Place, size: u64| {
            let cells = self.cells[place.piece].as_ref()?;
            cells.range(self.known_offset(terms, place)?, size)
        };
        match action {
            Action::Begin(piece) => {
                now[*piece] = self.cells[*piece].as_ref().map_or(0, |cells| cells.first);
            }
            Action::Set(piece) => now[*piece] = 0,
            Action::Store { place, size } => now[place.piece] &= !range(place, *size).unwrap_or(0),
            Action::Copy { to, from, size } => match (range(to, *size), range(from, *size)) {
                (Some(target), Some(source)) => {
                    let copied = (now[from.piece] & source) >> source.trailing_zeros();
                    let copied = copied.checked_shl(target.trailing_zeros()).unwrap_or(0);
                    now[to.piece] = now[to.piece] & !target | copied;
                }
                _ if now[from.piece] != 0 => {
                    let cells = self.cells[to.piece].as_ref();
                    now[to.piece] = cells.map_or(0, |cells| low(cells.count));
                }
                _ => {}
            },
            Action::Load { .. } | Action::Point { .. } => {}
        }
    }

    /// The offset of a place, if it is a constant.
    fn known_offset(&self, terms: &TermStore, place: &Place) -> Option<u64> {
        if self.offsets.contains_key(&place.from) {
            return None;
        }
        let mut offset = 0_u64;
        for &summand in &place.summands {
            offset = offset.wrapping_add(terms.as_bitvec(summand)?.to_u64()?);
        }
        Some(offset)
    }

    fn offset(&self, terms: &mut TermStore, place: &Place) -> Term {
        let mut offset = match self.offsets.get(&place.from) {
            Some(&register) => terms.var(register),
            None => terms.bv(self.pointer_bits, 0),
        };
        for &summand in &place.summands {
            offset = terms.bv_add(offset, summand);
        }
        offset
    }

    /// The width in which cells are shifted: no offset wraps around in it.
    fn wide(&self, cells: &Cells) -> u32 {
        self.pointer_bits.max(cells.count)
    }

    fn widened(&self, terms: &mut TermStore, cells: &Cells, bits: Term) -> Term {
        terms.zero_extend(self.wide(cells) - cells.count, bits)
    }

    /// The number of the cell at a place, as wide as cells are shifted in.
    fn index(&self, terms: &mut TermStore, place: &Place, cells: &Cells) -> Term {
        let offset = self.offset(terms, place);
        let by = terms.bv(self.pointer_bits, u64::from(cells.size.trailing_zeros()));
        let index = terms.bv_lshr(offset, by);
        terms.zero_extend(self.wide(cells) - self.pointer_bits, index)
    }

    /// The pieces whose cells must be known for some loads: theirs, and those that are copied into them.
    pub fn needed<'a>(
        &self,
        terms: &TermStore,
        blocks: &[Block],
        loads: impl Iterator<Item = &'a Loaded>,
    ) -> FxHashSet<usize> {
        let mut needed: FxHashSet<usize> = loads.map(|loaded| loaded.piece).collect();
        let mut size = 0;
        while needed.len() > size {
            size = needed.len();
            for statement in blocks.iter().flat_map(|block| &block.statements) {
                for action in actions(terms, &self.places, &statement.kind) {
                    if let Action::Copy { to, from, .. } = action
                        && needed.contains(&to.piece)
                    {
                        needed.insert(from.piece);
                    }
                }
            }
        }
        needed
    }

    /// The registers for the cells of some pieces, and for offsets of pointers into them.
    pub fn registers(&self, needed: &FxHashSet<usize>, function: &Function) -> Vec<Register> {
        let cells = self.cells.iter().enumerate().filter(|(piece, _)| needed.contains(piece));
        let cells =
            cells.filter_map(|(_, cells)| Some((cells.as_ref()?.unset, cells.as_ref()?.count)));
        let offsets = self.offsets.iter();
        let offsets = offsets.filter(|(register, _)| {
            self.places.leads_to(**register).is_some_and(|piece| needed.contains(&piece))
        });
        let offsets = offsets.map(|(_, &offset)| (offset, self.pointer_bits));
        let mut all: Vec<(Symbol, u32)> = cells.chain(offsets).collect();
        all.sort_unstable();
        let register = |(symbol, bits)| {
            let ty = ScalarType::Int { bits, signed: false };
            Register { symbol, name: String::new(), ty, span: function.span }
        };
        all.into_iter().map(register).collect()
    }

    /// The statements that say at the start of the function that no piece is alive.
    pub fn at_start(&self, terms: &mut TermStore, needed: &FxHashSet<usize>) -> Vec<StatementKind> {
        let mut pieces: Vec<usize> = needed.iter().copied().collect();
        pieces.sort_unstable();
        let mut kinds = Vec::new();
        for cells in pieces.iter().filter_map(|&piece| self.cells[piece].as_ref()) {
            let value = terms.bv(cells.count, 0);
            kinds.push(StatementKind::Assign { target: cells.unset, value });
        }
        kinds
    }

    /// The statements that keep cells and offsets of some pieces up to date. They come before the
    /// statement, since it may change registers that they read.
    pub fn keep(
        &self,
        terms: &mut TermStore,
        kind: &StatementKind,
        needed: &FxHashSet<usize>,
    ) -> Vec<StatementKind> {
        let mut kinds = Vec::new();
        for action in actions(terms, &self.places, kind) {
            let (target, value) = match action {
                Action::Begin(piece) | Action::Set(piece) if needed.contains(&piece) => {
                    let Some(cells) = &self.cells[piece] else { continue };
                    let first = if matches!(action, Action::Begin(_)) { cells.first } else { 0 };
                    (cells.unset, bits(terms, cells.count, first))
                }
                Action::Point { register, place } if needed.contains(&place.piece) => {
                    (self.offsets[&register], self.offset(terms, &place))
                }
                Action::Store { place, size } if needed.contains(&place.piece) => {
                    let Some(cells) = &self.cells[place.piece] else { continue };
                    let zero = terms.bv(self.wide(cells), 0);
                    (cells.unset, self.written(terms, &place, cells, size, zero))
                }
                Action::Copy { to, from, size } if needed.contains(&to.piece) => {
                    let Some(cells) = &self.cells[to.piece] else { continue };
                    let read = match &self.cells[from.piece] {
                        Some(source) => {
                            let unset = terms.var(source.unset);
                            let wide = self.widened(terms, source, unset);
                            let index = self.index(terms, &from, source);
                            let read = terms.bv_lshr(wide, index);
                            resized(terms, read, self.wide(cells))
                        }
                        None => terms.bv(self.wide(cells), 0),
                    };
                    (cells.unset, self.written(terms, &to, cells, size, read))
                }
                _ => continue,
            };
            kinds.push(StatementKind::Assign { target, value });
        }
        kinds
    }

    /// The cells of a piece after those at a place have changed to others.
    fn written(
        &self,
        terms: &mut TermStore,
        place: &Place,
        cells: &Cells,
        size: u64,
        new: Term,
    ) -> Term {
        let wide = self.wide(cells);
        let count = size.div_ceil(cells.size).min(u64::from(cells.count));
        let mask = low(u32::try_from(count).expect("there are few cells"));
        let mask = bits(terms, wide, mask);
        let index = self.index(terms, place, cells);
        let new = terms.bv_and(new, mask);
        let new = terms.bv_shl(new, index);
        let mask = terms.bv_shl(mask, index);
        let old = terms.var(cells.unset);
        let old = self.widened(terms, cells, old);
        let kept = terms.bv_not(mask);
        let kept = terms.bv_and(old, kept);
        let all = terms.bv_or(kept, new);
        terms.extract(cells.count - 1, 0, all)
    }
}

impl Cells {
    /// The cells of some bytes, if there are any.
    fn range(&self, offset: u64, size: u64) -> Option<u128> {
        let first = u32::try_from(offset / self.size).ok().filter(|&first| first < self.count)?;
        let count = u32::try_from(size.div_ceil(self.size)).ok()?.min(self.count - first);
        (count > 0).then(|| low(count) << first)
    }
}

/// A number with this many of its lowest bits set.
fn low(count: u32) -> u128 {
    1_u128.checked_shl(count).map_or(u128::MAX, |bit| bit - 1)
}

fn bits(terms: &mut TermStore, width: u32, bits: u128) -> Term {
    terms.bv_const(BitVec::from_bits(width, |i| i < 128 && bits >> i & 1 == 1))
}

fn resized(terms: &mut TermStore, term: Term, width: u32) -> Term {
    let now = terms.width(term);
    match now <= width {
        true => terms.zero_extend(width - now, term),
        false => terms.extract(width - 1, 0, term),
    }
}

/// The cells of this size that contain anything other than padding.
fn data(layout: &Layout, size: u64) -> u128 {
    let mut found = 0;
    let mut open = vec![(0, layout)];
    while let Some((offset, layout)) = open.pop() {
        match layout {
            Layout::Bytes(bytes) | Layout::Scalar { size: bytes, .. } => {
                for byte in offset..offset + bytes {
                    found |= 1_u128.checked_shl((byte / size) as u32).unwrap_or(0);
                }
            }
            Layout::Array { element, count } => {
                open.extend((0..*count).map(|at| (offset + at * element.size(), &**element)));
            }
            Layout::Record { fields, .. } => {
                open.extend(fields.iter().map(|field| (offset + field.offset, &field.layout)));
            }
        }
    }
    found
}

/// For each piece the size of its cells: the largest power of two that divides offsets and sizes of all
/// accesses and the size of the piece.
fn cell_sizes(terms: &TermStore, places: &Places, blocks: &[Block]) -> Vec<u64> {
    let lowest = |number: u64| 1 << number.trailing_zeros().min(4);
    let mut sizes: Vec<u64> = places.pieces.iter().map(|p| lowest(p.layout.size())).collect();
    let statements = || blocks.iter().flat_map(|block| &block.statements);
    let narrow = |sizes: &mut [u64], place: &Place, size: u64| {
        let mut least = lowest(size).min(sizes[place.piece]);
        for &summand in &place.summands {
            least = least.min(alignment(terms, summand, 16));
        }
        sizes[place.piece] = least;
    };
    let mut copies = Vec::new();
    for Statement { kind, .. } in statements() {
        for action in actions(terms, places, kind) {
            match action {
                Action::Load { place, size } | Action::Store { place, size } => {
                    narrow(&mut sizes, &place, size);
                }
                Action::Point { place, .. } => narrow(&mut sizes, &place, 16),
                Action::Copy { to, from, size } => {
                    narrow(&mut sizes, &to, size);
                    narrow(&mut sizes, &from, size);
                    copies.push((to.piece, from.piece));
                }
                Action::Begin(_) | Action::Set(_) => {}
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &(to, from) in &copies {
            let least = sizes[to].min(sizes[from]);
            changed |= sizes[to] != least || sizes[from] != least;
            (sizes[to], sizes[from]) = (least, least);
        }
    }
    sizes
}

/// What a statement does to pieces of memory.
fn actions(terms: &TermStore, places: &Places, kind: &StatementKind) -> Vec<Action> {
    let set = |of: &[Term]| places.mentioned(terms, of).into_iter().map(Action::Set);
    let constant = |term: Term| terms.as_bitvec(term).and_then(BitVec::to_u64);
    let bytes = |symbol_sort: &Sort| match symbol_sort {
        Sort::BitVec(width) => Some(u64::from(*width) / 8),
        _ => None,
    };
    match kind {
        StatementKind::Begin(object) => {
            places.root(*object).map(Action::Begin).into_iter().collect()
        }
        StatementKind::Load { target, address } => {
            let place = places.place(terms, *address);
            let load = place.zip(bytes(terms.symbol_sort(*target)));
            load.map(|(place, size)| Action::Load { place, size }).into_iter().collect()
        }
        StatementKind::Store { address, value } => {
            let mut all: Vec<Action> = set(&[*value]).collect();
            match places.place(terms, *address).zip(bytes(terms.sort(*value))) {
                Some((place, size)) => all.push(Action::Store { place, size }),
                None => all.extend(set(&[*address])),
            }
            all
        }
        StatementKind::Copy { to, from, size } => {
            let (target, source) = (places.place(terms, *to), places.place(terms, *from));
            match (target, source, constant(*size)) {
                (Some(_), _, Some(0)) => Vec::new(),
                (Some(to), Some(from), Some(size)) => vec![Action::Copy { to, from, size }],
                (Some(place), None, Some(size)) => vec![Action::Store { place, size }],
                _ => set(&[*to]).collect(),
            }
        }
        StatementKind::Fill { to, size, .. } => match (places.place(terms, *to), constant(*size)) {
            (Some(_), Some(0)) => Vec::new(),
            (Some(place), Some(size)) => vec![Action::Store { place, size }],
            _ => set(&[*to]).collect(),
        },
        StatementKind::Assign { target, value } => {
            let place = places.place(terms, *value);
            let place = place.filter(|place| places.leads_to(*target) == Some(place.piece));
            match place {
                Some(place) => vec![Action::Point { register: *target, place }],
                // The result of a comparison leads nowhere.
                None if *terms.sort(*value) == Sort::Bool => Vec::new(),
                None => set(&[*value]).collect(),
            }
        }
        StatementKind::Offset { target, base, delta } => {
            let place = places.place(terms, *base);
            let place = place.filter(|place| places.leads_to(*target) == Some(place.piece));
            match place {
                Some(mut place) if places.mentioned(terms, &[*delta]).is_empty() => {
                    place.summands.push(*delta);
                    vec![Action::Point { register: *target, place }]
                }
                _ => set(&[*base, *delta]).collect(),
            }
        }
        StatementKind::Allocate { target, size, .. } => {
            let begun = places.root(*target).map(Action::Begin);
            set(&[*size]).chain(begun).collect()
        }
        StatementKind::Check(_)
        | StatementKind::Assume(_)
        | StatementKind::ObjectSize { .. }
        | StatementKind::Free(_)
        | StatementKind::Bind { .. }
        | StatementKind::End(_)
        | StatementKind::Forget(_) => Vec::new(),
        StatementKind::Choose { .. }
        | StatementKind::Call { .. }
        | StatementKind::Print { .. }
        | StatementKind::Unsupported(_) => set(&kind.terms()).collect(),
    }
}
