//! Memory accesses other than a word inside one object.

use super::code::{Operand, Raw, Slot};
use super::machine::{Machine, Stop};
use super::memory::{ObjectId, OutOfMemory, Segment, Space};
use super::outcome::{Event, ExecutionEnd, Pointee};
use super::printf;
use super::{ForeignWord, OpenByte};
use crate::{Property, ScalarType};
use std::ops::Range;
use term::Value;

/// Printed strings are cut off after this many bytes.
const MAX_STRING: u64 = 1 << 20;

impl Machine<'_, '_, '_, '_> {
    pub(super) fn load(&mut self, target: Slot, address: u64, bytes: u32) -> Result<(), Stop> {
        if self.is_foreign(address) {
            self.meet_foreign_word(address, bytes)?;
        }
        let is_initialised = self.is_initialised(address, u64::from(bytes));
        let loaded = self.read(address, u64::from(bytes))?;
        self.banks().set(target, Raw::from_bytes(&loaded));
        if !is_initialised && self.loads_pointer() {
            let pointer = self.word(target.index);
            self.indeterminate.add(pointer);
        }
        Ok(())
    }

    /// Whether the program has given a value to all bytes of a word. The environment has done so
    /// for its memory, for global variables whose initial value is open, and for memory on the heap, which
    /// it may have used before.
    fn is_initialised(&self, address: u64, bytes: u64) -> bool {
        let Some(id) = self.memory.find(address) else { return true };
        let object = self.memory.object(id);
        let start = address - object.base;
        let mut offsets = start..start.saturating_add(bytes).min(object.size);
        object.segment != Segment::Stack || offsets.all(|at| object.content.byte(at).is_some())
    }

    /// Where the words of a range are in which no byte has a value yet: padding beside a member makes
    /// no pointer. Each may be a pointer, and its copies look as if they had a value.
    fn open_words(&self, from: u64, size: u64) -> Vec<Range<usize>> {
        let word = u64::from(self.program().machine.pointer_bits() / 8);
        let size = size.min(self.interpreter.options.max_memory);
        let is_open =
            |at: &u64| (0..word).all(|byte| !self.is_initialised(from.wrapping_add(at + byte), 1));
        let open = (0..size / word).map(|index| index * word).filter(is_open);
        open.map(|at| at as usize..(at + word) as usize).collect()
    }

    /// Asks the chooser for the word that the environment has at an address.
    fn meet_foreign_word(&mut self, address: u64, size: u32) -> Result<(), OutOfMemory> {
        let word = ForeignWord { size, is_pointer: self.loads_pointer(), span: self.span() };
        let bytes = self.environment.chooser.foreign_word(&word).unwrap_or_default();
        for (i, byte) in bytes.into_iter().enumerate() {
            let at = self.wrapped(address.wrapping_add(i as u64));
            if self.is_foreign(at) && self.memory.foreign_byte(at).is_none() {
                self.memory.set_foreign_byte(at, byte)?;
            }
        }
        Ok(())
    }

    /// Whether the current statement loads a pointer.
    fn loads_pointer(&self) -> bool {
        let target = self.statement().and_then(|statement| statement.kind.target());
        let registers = &self.function().registers;
        let register = target.and_then(|target| registers.iter().find(|r| r.symbol == target));
        register.is_some_and(|register| register.ty == ScalarType::Pointer)
    }

    /// Reads a byte where there is no object.
    fn read_stray(&mut self, at: u64) -> Result<u8, OutOfMemory> {
        if !self.is_foreign(at) {
            self.note_undefined(Property::Deref, "a read outside of objects");
            return Ok(self.environment.chooser.stray_byte(at));
        }
        if let Some(byte) = self.memory.foreign_byte(at) {
            return Ok(byte);
        }
        let byte = self.environment.chooser.stray_byte(at);
        self.memory.set_foreign_byte(at, byte)?;
        Ok(byte)
    }

    /// Reads bytes. The chooser supplies those that were never written.
    fn read(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Stop> {
        if size > self.interpreter.options.max_memory {
            return Err(Box::new(ExecutionEnd::MemoryLimit));
        }
        let mut bytes = Vec::with_capacity(size as usize);
        while (bytes.len() as u64) < size {
            let left = size - bytes.len() as u64;
            let at = self.wrapped(address.wrapping_add(bytes.len() as u64));
            let Some(id) = self.memory.find(at) else {
                bytes.push(self.read_stray(at)?);
                continue;
            };
            let object = self.memory.object(id);
            let start = at - object.base;
            let end = start + left.min(object.size - start);
            for offset in start..end {
                bytes.push(self.read_byte(id, offset)?);
            }
        }
        Ok(bytes)
    }

    fn read_byte(&mut self, id: ObjectId, offset: u64) -> Result<u8, OutOfMemory> {
        let object = self.memory.object(id);
        if let Some(byte) = object.content.byte(offset) {
            return Ok(byte);
        }
        let declared = object.symbol.and_then(|symbol| self.interpreter.objects.get(&symbol));
        let declared = declared.filter(|object| !object.name.is_empty());
        let open = OpenByte { object: declared.copied(), number: object.number, offset };
        let byte = self.environment.chooser.byte(&open);
        let grown = self.memory.object_mut(id).content.set_byte(offset, byte);
        self.memory.grow(grown)?;
        Ok(byte)
    }

    /// Writes bytes. Writes to read-only objects, or outside of all memory, have no effect.
    pub(super) fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.write(address, bytes.len() as u64, |at| bytes[at as usize])
    }

    pub(super) fn fill(&mut self, to: u64, byte: u8, size: u64) -> Result<(), Stop> {
        self.write(to, size, |_| byte)
    }

    pub(super) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Stop> {
        let is_initialised = self.is_initialised(from, size);
        let open = if is_initialised { Vec::new() } else { self.open_words(from, size) };
        let bytes = self.read(from, size)?;
        for range in open {
            let word = bytes[range].iter().rev();
            let word = word.fold(0, |high, &byte| high << 8 | u64::from(byte));
            if !Space::is_null(word) {
                self.indeterminate.add(word);
            }
        }
        self.store(to, &bytes)
    }

    fn write(&mut self, address: u64, size: u64, byte: impl Fn(u64) -> u8) -> Result<(), Stop> {
        let mut done = 0;
        while done < size {
            let at = self.wrapped(address.wrapping_add(done));
            let Some(id) = self.memory.find(at).filter(|&id| !self.memory.object(id).is_fixed())
            else {
                if self.is_foreign(at) {
                    self.memory.set_foreign_byte(at, byte(done))?;
                    done += 1;
                    continue;
                }
                self.note_undefined(Property::Deref, "a write outside of what can be written");
                done = self.next_object(at).map_or(size, |skipped| done.saturating_add(skipped));
                continue;
            };
            let object = self.memory.object_mut(id);
            let start = at - object.base;
            // Piece by piece, so that the limit of memory holds on the way.
            let count = (size - done).min(object.size - start).min(1 << 16);
            let mut grown = 0;
            for i in 0..count {
                grown += object.content.set_byte(start + i, byte(done + i));
            }
            self.memory.grow(grown)?;
            done += count;
        }
        Ok(())
    }

    /// The distance to the next object, if there is one.
    fn next_object(&self, address: u64) -> Option<u64> {
        self.memory.next_after(address).map(|base| base - address)
    }

    /// The address, truncated to the width of a pointer.
    fn wrapped(&self, address: u64) -> u64 {
        address & (u64::MAX >> (64 - self.program().machine.pointer_bits()))
    }

    /// Reports a store to an object to the observer: a declared one, or one on the heap.
    pub(super) fn report_store(&mut self, address: u64, bytes: &[u8]) {
        let span = self.span();
        let Some(id) = self.memory.find(address) else { return };
        let object = self.memory.object(id);
        let declared = object.symbol.and_then(|symbol| self.interpreter.objects.get(&symbol));
        let offset = address - object.base;
        if declared.is_none() && object.segment != Segment::Heap {
            return;
        }
        let target = Pointee { object: declared.copied(), number: object.number, offset };
        let ty = match declared {
            Some(declared) => declared.layout.part_at("", offset).1,
            None => span.and_then(|span| Some(self.program().outline.stored_at(span)?.ty)),
        };
        let pointee = match ty {
            Some(ScalarType::Pointer) => {
                let pointer = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                self.pointee(pointer)
            }
            _ => None,
        };
        if let Some(observer) = &mut self.environment.observer {
            let sort = term::Sort::BitVec(bytes.len() as u32 * 8);
            let value = Raw::from_bytes(bytes).decode(&sort);
            observer(&Event::Stored { target, value: &value, pointee, span });
        }
    }

    /// Prints as C's `printf` does.
    pub(super) fn print(&mut self, format: u64, args: Range<u32>) -> Result<(), Stop> {
        let code = &self.interpreter.functions[self.frame().function.index()];
        let operands: &[Operand] = &code.operands[args.start as usize..args.end as usize];
        let values: Vec<Value> = {
            let banks = self.banks();
            operands.iter().map(|operand| banks.get(operand.slot).decode(&operand.sort)).collect()
        };
        let format = self.string(format, MAX_STRING)?;
        let machine = self.program().machine;
        let mut failure = None;
        let text = printf::format(machine, &format, &values, &mut |address, limit| {
            self.string(address, limit.min(MAX_STRING)).unwrap_or_else(|stop| {
                failure = Some(stop);
                Vec::new()
            })
        });
        if let Some(stop) = failure {
            return Err(stop);
        }
        let written = self.environment.output.write_all(&text);
        written.map_err(|_| Box::new(ExecutionEnd::OutputFailed))
    }

    /// The bytes up to a zero byte, at most `limit` of them.
    fn string(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            let byte = self.read(self.wrapped(address.wrapping_add(bytes.len() as u64)), 1)?[0];
            if byte == 0 {
                break;
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
