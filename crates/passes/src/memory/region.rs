//! The variables that hold the content of one class of objects.
//!
//! If a class has few objects, all fixed, each of them has its own storage: a variable for a cell
//! at an exact offset, an array otherwise. Other classes share arrays, indexed by those bits of the
//! address that distinguish their cells.

use super::layout::Layout;
use super::objects::ObjectInfo;
use super::space::AddressSpace;
use crate::points_to::{Congruence, gcd};
use smallvec::SmallVec;
use term::{Sort, Symbol, TermStore};

/// Classes of more objects than this share arrays.
const MAX_SPLIT: usize = 8;

/// The storage of one cell, for one object or for all objects of a class.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    /// A variable or an array.
    pub symbol: Symbol,
    /// The number of the object, if the storage belongs to one object.
    pub number: Option<u64>,
    /// The bits of an address that distinguish cells.
    pub index: Index,
}

/// The storage of a cell.
#[derive(Clone, Debug)]
pub struct CellStorage {
    /// One storage for all objects, or one for each object.
    pub stores: SmallVec<[Storage; 1]>,
    /// Whether the cell may hold an address or a part of one. Then it has the object number above
    /// the bits of the program.
    pub holds_address: bool,
}

/// Selected bits of an address: some low bits of the object number, and bits `high` down to `low`
/// of the distance, none if `high < low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// How many bits of the object number.
    pub number: u32,
    /// The highest bit of the distance.
    pub high: u32,
    /// The lowest bit of the distance.
    pub low: u32,
}

/// The content of a class.
pub struct Region {
    /// Its division into cells.
    pub layout: Layout,
    /// For each group, the storage of each cell, or one storage for all of its cells.
    pub storage: Vec<Vec<CellStorage>>,
    /// The variables that are initially zero.
    pub zeroed: Vec<Symbol>,
    /// Whether everything that must be zero initially is.
    pub starts_right: bool,
}

impl Region {
    /// Declares the variables for the objects of a class; `holds_address` tells which cells may
    /// hold addresses.
    pub fn declare(
        store: &mut TermStore,
        space: AddressSpace,
        members: &[&ObjectInfo],
        layout: Layout,
        holds_address: impl Fn(Congruence, u64) -> bool,
    ) -> Region {
        let split = members.len() <= MAX_SPLIT && members.iter().all(|m| m.number.is_some());
        let shares: Vec<&[&ObjectInfo]> =
            if split { members.chunks(1).collect() } else { vec![members] };
        let mut storage = Vec::with_capacity(layout.groups.len());
        let mut zeroed = Vec::new();
        for group in &layout.groups {
            let bytes = (group.end - group.start) as u64;
            // With a stride, all cells of a group share one array.
            let part = if layout.stride == 0 { group.cell } else { bytes };
            let cells = bytes / part;
            let mut declared: Vec<CellStorage> = Vec::with_capacity(cells as usize);
            for cell in 0..cells {
                let position = group.start + (cell * group.cell) as i64;
                let at = Congruence::new(position, layout.stride);
                let holds_address = holds_address(at, part);
                let mut stores = SmallVec::new();
                for &share in &shares {
                    let index = Index::of(space, share, layout.stride, group.cell, split);
                    let offset = if split { position - share[0].start } else { position };
                    let name = region_name(share, layout.stride, offset);
                    let bits = 8 * group.cell as u32;
                    let element = if holds_address { space.sort(bits) } else { Sort::BitVec(bits) };
                    let sort = match index.width() {
                        0 => element,
                        width => Sort::array(Sort::BitVec(width), element),
                    };
                    let symbol = declare_new(store, &name, sort);
                    let number = share[0].number.filter(|_| split);
                    stores.push(Storage { symbol, number, index });
                    if share.iter().all(|object| object.zeroed) {
                        zeroed.push(symbol);
                    }
                }
                declared.push(CellStorage { stores, holds_address });
            }
            storage.push(declared);
        }
        let starts_right = split || members.iter().all(|object| object.zeroed);
        Region { layout, storage, zeroed, starts_right }
    }

    /// The offsets of the first cells of `bytes` bytes that may hold addresses in an object that starts
    /// at a position, at most `most` of them. With a stride and an unknown object size, only the cells
    /// of the first stride.
    pub fn address_cells(
        &self,
        start: i64,
        bytes: u64,
        size: Option<u64>,
        most: usize,
    ) -> Vec<u64> {
        let stride = self.layout.stride;
        let rounds = match (stride, size) {
            (0, _) | (_, None) => 1,
            (stride, Some(size)) => size.div_ceil(stride).min(most as u64),
        };
        let end = size.unwrap_or(u64::MAX);
        let mut offsets = Vec::new();
        for round in 0..rounds {
            for (group, cells) in self.layout.groups.iter().zip(&self.storage) {
                let count = (group.end - group.start) as u64 / group.cell;
                for index in 0..count.min(most as u64) {
                    let cell = &cells[if cells.len() == 1 { 0 } else { index as usize }];
                    let at = group.start + (index * group.cell + round * stride) as i64 - start;
                    let Ok(at) = u64::try_from(at) else { continue };
                    let fits = at.checked_add(bytes).is_some_and(|behind| behind <= end);
                    if offsets.len() == most {
                        return offsets;
                    }
                    if cell.holds_address && group.cell == bytes && fits {
                        offsets.push(at);
                    }
                }
            }
        }
        offsets
    }

    /// All of its storage.
    pub fn storage(&self) -> impl Iterator<Item = &Storage> {
        self.storage.iter().flatten().flat_map(|cell| &cell.stores)
    }
}

impl Index {
    /// The bits that distinguish cells of the given size, a stride apart, in some objects.
    fn of(
        space: AddressSpace,
        members: &[&ObjectInfo],
        stride: u64,
        cell: u64,
        split: bool,
    ) -> Index {
        let numbers: Option<u64> =
            members.iter().map(|object| object.number).try_fold(0, |all, n| Some(all.max(n?)));
        let number = match numbers {
            _ if split => 0,
            Some(greatest) => 64 - greatest.leading_zeros(),
            None if members.iter().all(|object| object.number.is_none()) => space.counter_bits(),
            None => space.number_bits,
        };
        if stride == 0 {
            return Index { number, high: 0, low: 1 };
        }
        let sizes: Option<u64> =
            members.iter().map(|object| object.size).try_fold(0, |all, size| Some(all.max(size?)));
        let low = gcd(stride, cell).trailing_zeros();
        let bits = match sizes {
            Some(0) => 0,
            Some(largest) => 64 - (largest - 1).leading_zeros(),
            None => space.largest.trailing_zeros(),
        };
        if bits <= low {
            Index { number, high: 0, low: 1 }
        } else {
            Index { number, high: bits - 1, low }
        }
    }

    /// The number of selected bits.
    pub fn width(self) -> u32 {
        self.number + (self.high + 1).saturating_sub(self.low)
    }
}

/// A name for display: that of the object if there is only one.
fn region_name(members: &[&ObjectInfo], stride: u64, offset: i64) -> String {
    let mut name = members[0].name.clone();
    if members.len() > 1 {
        name.push_str(",...");
    }
    match (stride, offset) {
        (0, 0) => name,
        (0, at) => format!("{name}.{at}"),
        (_, 0) => format!("{name}[]"),
        (_, at) => format!("{name}[].{at}"),
    }
}

/// Declares a variable, under another name if the preferred one is taken.
pub fn declare_new(store: &mut TermStore, name: &str, sort: Sort) -> Symbol {
    let name = if name.is_empty() { "unnamed" } else { name };
    match store.lookup(name) {
        None => store.declare(name, sort).expect("the name is new"),
        Some(_) => store.fresh(name, sort),
    }
}
