//! Compares values of the model with values of the program.

use crate::memory::regions::Piece;
use crate::memory::{Lowered, Part};
use crate::points_to::{ClassId, Congruence, Pointer};
use program::interpret::{LiveObject, State};
use program::{Program, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Assignment, BitVec, Symbol, Value};

/// All states are compared until this many values were.
const FIRST_VALUES: u64 = 20_000;

/// After that, this many values are compared per block on average.
const VALUES_PER_BLOCK: u64 = 50;

/// Compares states of a program and its model.
pub(super) struct Sameness<'a> {
    lowered: &'a Lowered,
    unwritten: u8,
    /// The variables for registers, and whether they may hold addresses.
    registers: FxHashMap<Symbol, (Symbol, bool)>,
    /// Registers that the program clears when they go out of scope. The model clears them only if
    /// they may hold addresses; the others are not read afterwards.
    forgotten: FxHashSet<Symbol>,
    /// The cells of objects by class, position of the start, and size.
    cells: FxHashMap<(ClassId, i64, u64), Rc<Vec<Piece>>>,
    /// The addresses that objects had in the program, by their numbers in the model.
    addresses: FxHashMap<u64, Vec<u64>>,
    compared: u64,
}

impl<'a> Sameness<'a> {
    /// A comparison for a program and its model.
    pub fn new(program: &Program, lowered: &'a Lowered, unwritten: u8) -> Sameness<'a> {
        let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
        let statements = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements);
        let forgotten = statements.filter_map(|statement| match statement.kind {
            StatementKind::Forget(register) => Some(register),
            _ => None,
        });
        let registers =
            lowered.sources.iter().filter_map(|(&variable, source)| match source.part {
                Part::Register(register) => Some((register, (variable, source.may_hold_address))),
                Part::Cell { .. } => None,
            });
        Sameness {
            lowered,
            unwritten,
            registers: registers.collect(),
            forgotten: forgotten.collect(),
            cells: FxHashMap::default(),
            addresses: FxHashMap::default(),
            compared: 0,
        }
    }

    /// How many values were compared.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// Compares all registers and all memory, unless the limit was reached.
    pub fn compare(
        &mut self,
        blocks: u64,
        values: &Assignment,
        objects: &[Option<(u64, ClassId)>],
        state: &State<'_>,
    ) -> Result<(), String> {
        let place = |object: &LiveObject<'_>| -> Option<(u64, ClassId)> {
            *objects.get(usize::try_from(object.number()).ok()?)?
        };
        for object in state.objects() {
            if let Some((number, _)) = place(&object) {
                let addresses = self.addresses.entry(number).or_default();
                if addresses.last() != Some(&object.address()) {
                    addresses.push(object.address());
                }
            }
        }
        for &(number, function) in &self.lowered.content.functions {
            self.addresses.insert(number, vec![state.function_address(function)]);
        }
        if self.compared > FIRST_VALUES + blocks * VALUES_PER_BLOCK {
            return Ok(());
        }
        for (register, found) in state.registers() {
            let Some(&(variable, is_address)) = self.registers.get(&register) else { continue };
            let Some(value) = values.get(variable) else { continue };
            let is_cleared = found == Value::default_of(&found.sort());
            if is_cleared && !is_address && self.forgotten.contains(&register) {
                continue;
            }
            self.compared += 1;
            if !self.is_same(value, &found, is_address) {
                let name = self.lowered.model.terms.name(variable);
                return Err(format!("register {name} is {found}, in the model {value}"));
            }
        }
        for object in state.objects() {
            if let Some((number, class)) = place(&object) {
                self.compare_object(values, number, class, &object)?;
            }
        }
        Ok(())
    }

    fn compare_object(
        &mut self,
        values: &Assignment,
        number: u64,
        class: ClassId,
        object: &LiveObject<'_>,
    ) -> Result<(), String> {
        let regions = &self.lowered.content.regions;
        let size = object.size();
        let start = regions.start(class, number);
        let cells = self.cells.entry((class, start, size)).or_insert_with(|| {
            let here = Pointer { class, offset: Congruence::exactly(start) };
            Rc::new(regions.pieces(here, size))
        });
        for cell in Rc::clone(cells).iter() {
            let Some(content) = regions.content(cell, number, values) else { continue };
            let first = cell.distance as u64;
            let bytes: Vec<u8> = (first..first + cell.bytes)
                .map(|offset| object.byte(offset).unwrap_or(self.unwritten))
                .collect();
            let found = BitVec::from_bits(8 * cell.bytes as u32, |i| {
                bytes[i as usize / 8] >> (i % 8) & 1 == 1
            });
            self.compared += 1;
            let (value, found) = (Value::BitVec(content), Value::BitVec(found));
            if !self.is_same(&value, &found, cell.may_hold_address()) {
                let (at, end) = (first, first + cell.bytes);
                return Err(format!(
                    "bytes {at}..{end} of object {} ({} in the model, number {number}) are {found}, \
                     in the model {value}",
                    object.number(),
                    regions.name(&self.lowered.model.terms, cell),
                ));
            }
        }
        Ok(())
    }

    /// Whether a value of the model equals that of the program.
    fn is_same(&self, value: &Value, found: &Value, is_address: bool) -> bool {
        let (Value::BitVec(bits), Value::BitVec(found), true) = (value, found, is_address) else {
            return value == found;
        };
        let space = self.lowered.content.space;
        let number = space.number_of(bits);
        let bits = bits.extract(bits.width() - space.number_bits - 1, 0);
        if number == 0 {
            return bits == *found;
        }
        // Parts of addresses, and addresses of dead objects, cannot be compared.
        let Some(addresses) = self.addresses.get(&number).filter(|_| bits.width() == space.width)
        else {
            return true;
        };
        let (Some(bits), Some(found)) = (bits.to_u64(), found.to_u64()) else { return false };
        let offset = space.offset_of(bits);
        let mask = u64::MAX >> (64 - space.width);
        addresses.iter().any(|address| address.wrapping_add(offset) & mask == found)
    }
}
