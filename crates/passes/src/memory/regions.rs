//! Reads and writes bytes in the variables that hold the content of memory.

use super::layout::Layouts;
use super::objects::{ObjectInfo, Objects, Starts};
use super::region::{CellStorage, Index, Region, Storage};
use super::space::AddressSpace;
use crate::points_to::{ClassId, Congruence, Pointer, PointsTo};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use term::{Assignment, BitVec, Symbol, Term, TermStore, Value};

/// The content of all classes.
pub struct Regions {
    by_class: FxHashMap<ClassId, Region>,
    starts: FxHashMap<ClassId, Starts>,
    classes: Vec<ClassId>,
    space: AddressSpace,
}

/// A cell of one object that has its own variable.
#[derive(Clone, Copy, Debug)]
pub struct OwnCell {
    /// The variable.
    pub symbol: Symbol,
    /// The number of the object.
    pub number: u64,
    /// Distance of the first byte from the start of the object.
    pub offset: i64,
    /// Number of bytes.
    pub bytes: u64,
    /// Whether it may hold an address.
    pub holds_address: bool,
}

/// The bytes of a cell that lie in a range.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Distance of the first byte from the start of the range.
    pub distance: i64,
    /// Number of bytes.
    pub bytes: u64,
    /// Position in the cell.
    within: u64,
    cell: u64,
    storage: CellStorage,
}

/// The value of some bytes of memory.
#[derive(Clone, Debug)]
pub struct Bytes {
    /// Their bits.
    pub bits: Term,
    /// The object numbers of those parts that may be addresses.
    pub numbers: SmallVec<[Term; 1]>,
    /// Whether some parts are not addresses.
    pub has_integers: bool,
}

/// New values for variables, computed from the old values of all variables.
#[derive(Default)]
pub struct Updates {
    order: Vec<Symbol>,
    values: FxHashMap<Symbol, Term>,
}

impl Updates {
    /// The variables with their new values.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, Term)> + '_ {
        self.order.iter().map(|symbol| (*symbol, self.values[symbol]))
    }

    /// Number of variables that change.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Changes all new values.
    pub fn map(&mut self, mut change: impl FnMut(Symbol, Term) -> Term) {
        for (&symbol, value) in &mut self.values {
            *value = change(symbol, *value);
        }
    }

    fn current(&self, store: &mut TermStore, symbol: Symbol) -> Term {
        self.values.get(&symbol).copied().unwrap_or_else(|| store.var(symbol))
    }

    fn set(&mut self, symbol: Symbol, value: Term) {
        if self.values.insert(symbol, value).is_none() {
            self.order.push(symbol);
        }
    }
}

impl Regions {
    /// Declares the variables for all classes that are accessed.
    pub fn declare(
        store: &mut TermStore,
        objects: &Objects,
        layouts: &Layouts,
        points_to: &PointsTo<'_>,
    ) -> Regions {
        let space = objects.space;
        let classes = layouts.classes();
        let mut by_class = FxHashMap::default();
        for &class in &classes {
            let layout = layouts.get(class).expect("it is one of them").clone();
            let members: Vec<&ObjectInfo> =
                objects.in_class(class).iter().map(|&index| &objects.infos[index]).collect();
            if members.is_empty() {
                continue;
            }
            let holds_address =
                |position, bytes| points_to.may_hold_address(class, position, bytes);
            by_class.insert(class, Region::declare(store, space, &members, layout, holds_address));
        }
        let classes: Vec<ClassId> =
            classes.into_iter().filter(|class| by_class.contains_key(class)).collect();
        let starts = classes.iter().map(|&class| (class, objects.starts(class))).collect();
        Regions { by_class, starts, classes, space }
    }

    /// The position in its class at which an object starts.
    pub fn start(&self, class: ClassId, number: u64) -> i64 {
        self.starts.get(&class).map_or(0, |starts| starts.of(number))
    }

    /// The variables that hold only content of one object of a class.
    pub fn symbols_of(&self, class: ClassId, number: u64) -> Vec<Symbol> {
        let storage = self.by_class.get(&class).into_iter().flat_map(Region::storage);
        let own = storage.filter(|storage| storage.number == Some(number));
        own.map(|storage| storage.symbol).collect()
    }

    /// All variables.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        let regions = self.classes.iter().map(|class| &self.by_class[class]);
        regions.flat_map(Region::storage).map(|storage| storage.symbol)
    }

    /// The cells with variables of their own.
    pub fn cells(&self) -> Vec<OwnCell> {
        let mut cells = Vec::new();
        for &class in &self.classes {
            let region = &self.by_class[&class];
            if region.layout.stride > 0 {
                continue;
            }
            for (group, stores) in region.layout.groups.iter().zip(&region.storage) {
                for (index, cell) in (0i64..).zip(stores) {
                    let position = group.start + index * group.cell as i64;
                    let own = cell.stores.iter().filter(|storage| storage.index.width() == 0);
                    cells.extend(own.filter_map(|storage| {
                        let (symbol, number, bytes) = (storage.symbol, storage.number?, group.cell);
                        let holds_address = cell.holds_address;
                        let offset = position - self.start(class, number);
                        Some(OwnCell { symbol, number, offset, bytes, holds_address })
                    }));
                }
            }
        }
        cells
    }

    /// The offsets of the first cells of `bytes` bytes that may hold addresses in an object that starts
    /// at a position, at most `most` of them. With a stride and an unknown object size, only the cells
    /// of the first stride.
    pub fn address_cells(
        &self,
        (class, start): (ClassId, i64),
        bytes: u64,
        size: Option<u64>,
        most: usize,
    ) -> Vec<u64> {
        let region = self.by_class.get(&class);
        region.map_or_else(Vec::new, |region| region.address_cells(start, bytes, size, most))
    }

    /// The variables that are initially zero.
    pub fn zeroed_symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.classes.iter().flat_map(|class| &self.by_class[class].zeroed).copied()
    }

    /// Whether objects of a class that must be zero initially are, without being filled.
    pub fn starts_right(&self, class: ClassId) -> bool {
        self.by_class.get(&class).is_none_or(|region| region.starts_right)
    }

    /// Whether a class has content.
    pub fn has(&self, class: ClassId) -> bool {
        self.by_class.contains_key(&class)
    }

    /// The stride of a class.
    pub fn stride(&self, class: ClassId) -> u64 {
        self.by_class.get(&class).map_or(0, |region| region.layout.stride)
    }

    /// An upper bound on the number of pieces of a range.
    pub fn piece_bound(&self, class: ClassId, size: u64) -> u64 {
        let Some(region) = self.by_class.get(&class) else { return 0 };
        let cells = region.layout.groups.iter().map(|g| (g.end - g.start) as u64 / g.cell + 1);
        let period: u64 = cells.sum();
        match region.layout.stride {
            0 => period,
            stride => period.saturating_mul(size / stride + 1),
        }
    }

    /// The pieces of cells in the `size` bytes after a pointer, in ascending order.
    pub fn pieces(&self, pointer: Pointer, size: u64) -> Vec<Piece> {
        let Some(region) = self.by_class.get(&pointer.class) else { return Vec::new() };
        let layout = &region.layout;
        let start = layout.position(pointer.offset);
        let size = size as i64;
        let mut pieces = Vec::new();
        let mut distance = 0;
        while distance < size {
            let mut position = start + distance;
            if layout.stride > 0 {
                position = position.rem_euclid(layout.stride as i64);
            }
            match layout.next_covered(position) {
                None => break,
                Some(0) => {}
                Some(gap) => {
                    distance += gap;
                    continue;
                }
            }
            let index = layout.group_at(position).expect("it is covered");
            let group = &layout.groups[index];
            let inside = (position - group.start) as u64;
            let (cell, within) = (inside / group.cell, inside % group.cell);
            let bytes = (group.cell - within).min((size - distance) as u64);
            let stores = &region.storage[index];
            let storage = stores[if stores.len() == 1 { 0 } else { cell as usize }].clone();
            pieces.push(Piece { distance, bytes, within, cell: group.cell, storage });
            distance += bytes as i64;
        }
        pieces
    }

    /// The `size` bytes after a pointer, if all of them have cells.
    pub fn read(
        &self,
        store: &mut TermStore,
        pointer: Pointer,
        address: Term,
        size: u64,
    ) -> Option<Bytes> {
        let mut bits: Option<Term> = None;
        let (mut numbers, mut has_integers) = (SmallVec::new(), false);
        let mut covered = 0;
        for piece in self.pieces(pointer, size) {
            if piece.distance != covered {
                return None;
            }
            covered += piece.bytes as i64;
            let cell = self.cell(store, &piece, address);
            if piece.may_hold_address() {
                numbers.push(self.space.number(store, cell));
            } else {
                has_integers = true;
            }
            let (low, high) = (8 * piece.within as u32, 8 * (piece.within + piece.bytes) as u32);
            let part = store.extract(high - 1, low, cell);
            bits = Some(match bits {
                None => part,
                Some(lower) => store.concat(part, lower),
            });
        }
        let bits = bits.filter(|_| covered == size as i64)?;
        Some(Bytes { bits, numbers, has_integers })
    }

    /// Writes a value to the cell of a piece.
    pub fn write(
        &self,
        store: &mut TermStore,
        updates: &mut Updates,
        piece: &Piece,
        address: Term,
        cell: Term,
    ) {
        let number = self.space.number(store, address);
        let stores = &piece.storage.stores;
        for storage in stores {
            let old = updates.current(store, storage.symbol);
            let mut new = cell;
            if storage.index.width() > 0 {
                let index = self.index(store, piece, storage, address);
                new = store.store(old, index, cell);
            }
            if let (Some(own), true) = (storage.number, stores.len() > 1) {
                let here = self.is_number(store, number, own);
                new = store.ite(here, new, old);
            }
            if new != old {
                updates.set(storage.symbol, new);
            }
        }
    }

    /// The value of a whole cell after the bytes of a piece are replaced, and whether the cell then
    /// has no parts of different addresses.
    pub fn merged(
        &self,
        store: &mut TermStore,
        piece: &Piece,
        cell: Term,
        bytes: Term,
    ) -> (Term, Term) {
        let mut unmixed = store.bool(true);
        let (low, high) = (8 * piece.within as u32, 8 * (piece.within + piece.bytes) as u32);
        let mut value = store.extract(8 * piece.bytes as u32 - 1, 0, bytes);
        if low > 0 {
            let below = store.extract(low - 1, 0, cell);
            value = store.concat(value, below);
        }
        if u64::from(high) < 8 * piece.cell {
            let above = store.extract(8 * piece.cell as u32 - 1, high, cell);
            value = store.concat(above, value);
        }
        if piece.may_hold_address() {
            let (old, new) = (self.space.number(store, cell), self.space.number(store, bytes));
            unmixed = store.eq(old, new);
            value = store.concat(new, value);
        }
        (value, unmixed)
    }

    fn is_number(&self, store: &mut TermStore, number: Term, own: u64) -> Term {
        let own = store.bv(self.space.number_bits, own);
        store.eq(number, own)
    }

    /// A byte of an object of a class, under given values of the variables, and whether it is part of the address of
    /// an object.
    pub fn byte(
        &self,
        class: ClassId,
        number: u64,
        offset: u64,
        values: &Assignment,
    ) -> Option<(u8, bool)> {
        let position = self.start(class, number).checked_add_unsigned(offset)?;
        let at = Congruence::exactly(position);
        let mut piece = self.pieces(Pointer { class, offset: at }, 1).into_iter().next()?;
        piece.distance += offset as i64;
        let bits = self.content(&piece, number, values)?;
        let byte = bits.extract(7, 0).to_u64()?;
        let is_address = bits.width() > 8 && !bits.extract(bits.width() - 1, 8).is_zero();
        Some((byte as u8, is_address))
    }

    /// The bytes of a piece of an object, under given values of the variables. Distances count from
    /// the start of the object. If the piece may be an address, the object number is above the
    /// bytes.
    pub fn content(&self, piece: &Piece, number: u64, values: &Assignment) -> Option<BitVec> {
        let own = |storage: &&Storage| storage.number.is_none_or(|n| n == number);
        let storage = piece.storage.stores.iter().find(own)?;
        let content = values.get(storage.symbol)?;
        let index = storage.index;
        let cell = if index.width() == 0 {
            content
        } else {
            let start = piece.cell_distance() as u64;
            let object = (index.number > 0).then(|| BitVec::new(index.number, number));
            let within = (index.low <= index.high)
                .then(|| BitVec::new(64, start).extract(index.high, index.low));
            let index = match (object, within) {
                (Some(object), Some(within)) => object.concat(&within),
                (one, other) => one.or(other)?,
            };
            content.as_array()?.select(&Value::BitVec(index))
        };
        let cell = cell.as_bitvec()?;
        let (low, high) = (8 * piece.within as u32, 8 * (piece.within + piece.bytes) as u32);
        let bytes = cell.extract(high - 1, low);
        Some(match piece.may_hold_address() {
            true => cell.extract(cell.width() - 1, 8 * piece.cell as u32).concat(&bytes),
            false => bytes,
        })
    }

    /// All variables, each with the size of its cells.
    pub fn stored_bytes(&self) -> Vec<(Symbol, u64)> {
        let mut all = Vec::new();
        for region in self.classes.iter().map(|class| &self.by_class[class]) {
            for (group, cells) in region.layout.groups.iter().zip(&region.storage) {
                let stores = cells.iter().flat_map(|cell| &cell.stores);
                all.extend(stores.map(|storage| (storage.symbol, group.cell)));
            }
        }
        all
    }

    /// The name of a variable that holds a piece.
    pub fn name<'a>(&self, store: &'a TermStore, piece: &Piece) -> &'a str {
        piece.storage.stores.first().map_or("", |storage| store.name(storage.symbol))
    }

    /// The old value of the whole cell of a piece.
    pub fn cell(&self, store: &mut TermStore, piece: &Piece, address: Term) -> Term {
        let number = self.space.number(store, address);
        let (last, others) = piece.storage.stores.split_last().expect("a cell has storage");
        let mut value = self.stored(store, piece, last, address);
        for storage in others.iter().rev() {
            let own = storage.number.expect("several objects have storage of their own");
            let here = self.is_number(store, number, own);
            let stored = self.stored(store, piece, storage, address);
            value = store.ite(here, stored, value);
        }
        value
    }

    /// The old value of a cell in one storage.
    fn stored(
        &self,
        store: &mut TermStore,
        piece: &Piece,
        storage: &Storage,
        address: Term,
    ) -> Term {
        let variable = store.var(storage.symbol);
        if storage.index.width() == 0 {
            return variable;
        }
        let index = self.index(store, piece, storage, address);
        store.select(variable, index)
    }

    fn index(
        &self,
        store: &mut TermStore,
        piece: &Piece,
        storage: &Storage,
        address: Term,
    ) -> Term {
        let Index { number, high, low } = storage.index;
        let object = (number > 0).then(|| {
            let object = self.space.number(store, address);
            store.extract(number - 1, 0, object)
        });
        let within = (low <= high).then(|| {
            // At the start of an object all of these bits are zero.
            let bits = self.space.bits(store, address);
            let distance = store.bv(self.space.width, piece.cell_distance() as u64);
            let bits = store.bv_add(bits, distance);
            store.extract(high, low, bits)
        });
        match (object, within) {
            (Some(object), Some(within)) => store.concat(object, within),
            (one, other) => one.or(other).expect("an index has bits"),
        }
    }
}

impl Piece {
    /// Whether it covers its whole cell.
    pub fn is_whole(&self) -> bool {
        self.bytes == self.cell
    }

    /// Number of bytes of its cell.
    pub fn cell_bytes(&self) -> u64 {
        self.cell
    }

    /// Distance of the first byte of the cell from the start of the range.
    pub fn cell_distance(&self) -> i64 {
        self.distance - self.within as i64
    }

    /// Whether the bytes may be an address or a part of one.
    pub fn may_hold_address(&self) -> bool {
        self.storage.holds_address
    }
}
