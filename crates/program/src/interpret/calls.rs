//! Calls and returns, and the objects that live as long as an activation.

use super::code::{Bank, Operand, Slot};
use super::machine::{Frame, Machine, Stop};
use super::memory::{ObjectId, Segment};
use super::outcome::{Event, ExecutionEnd};
use crate::{ChoiceSource, FunctionId, Property, Storage};
use std::ops::Range;
use term::Value;

impl Machine<'_, '_, '_, '_> {
    /// Enters a function; its arguments are not set yet.
    pub(super) fn enter(&mut self, function: FunctionId, result: Option<Slot>) -> Result<(), Stop> {
        let code = &self.interpreter.functions[function.index()];
        if self.frames.len() >= self.interpreter.options.max_depth {
            return Err(Box::new(ExecutionEnd::DepthLimit));
        }
        let frame = Frame {
            function,
            at: 0,
            action: 0,
            words: self.words.len(),
            wides: self.wides.len(),
            bigs: self.bigs.len(),
            locals: self.locals.len(),
            allocated: self.allocated.len(),
            result,
        };
        self.words.extend_from_slice(&code.words);
        self.wides.extend_from_slice(&code.wides);
        self.bigs.extend_from_slice(&code.bigs);
        self.locals.resize(frame.locals + code.objects.len(), None);
        self.frames.push(frame);
        let bytes = self.words.len() * 8
            + self.wides.len() * 16
            + self.bigs.len() * size_of::<Value>()
            + self.locals.len() * 8
            + self.frames.len() * size_of::<Frame>();
        if bytes as u64 > self.interpreter.options.max_memory {
            return Err(Box::new(ExecutionEnd::MemoryLimit));
        }
        Ok(())
    }

    /// Calls a function with arguments of the right types.
    pub(super) fn call(
        &mut self,
        callee: FunctionId,
        args: Range<u32>,
        result: Option<&Operand>,
    ) -> Result<(), Stop> {
        let caller = *self.frame();
        let operands = &self.interpreter.functions[caller.function.index()].operands;
        let operands = &operands[args.start as usize..args.end as usize];
        let code = &self.interpreter.functions[callee.index()];
        if code.code.is_empty() {
            return self.call_external(callee, result);
        }
        if self.is_recorded() {
            let span = self.span();
            if let Some(observer) = &mut self.environment.observer {
                observer(&Event::Called { function: callee, span });
            }
        }
        self.enter(callee, result.map(|result| result.slot))?;
        let frame = *self.frame();
        for (argument, parameter) in operands.iter().zip(&code.parameters) {
            let (from, to) = (argument.slot.index as usize, parameter.slot.index as usize);
            match parameter.slot.bank {
                Bank::Word => self.words[frame.words + to] = self.words[caller.words + from],
                Bank::Wide => self.wides[frame.wides + to] = self.wides[caller.wides + from],
                Bank::Big => {
                    self.bigs[frame.bigs + to] = self.bigs[caller.bigs + from].clone();
                }
            }
        }
        self.look_for_recursion()
    }

    /// Calls the function at an address.
    pub(super) fn call_at(
        &mut self,
        address: u64,
        args: Range<u32>,
        result: Option<&Operand>,
    ) -> Result<(), Stop> {
        let undefined = |what: String, span| Err(Box::new(ExecutionEnd::Undefined(what, span)));
        let Some(&callee) = self.interpreter.by_address.get(&address) else {
            return undefined("a call of what is not a function".to_owned(), self.span());
        };
        let caller = self.frame().function;
        let operands = &self.interpreter.functions[caller.index()].operands;
        let operands = &operands[args.start as usize..args.end as usize];
        let code = &self.interpreter.functions[callee.index()];
        let same_arguments = operands.len() == code.parameters.len()
            && operands.iter().zip(&code.parameters).all(|(arg, to)| arg.sort == to.sort);
        let same_result = result.is_none_or(|result| {
            code.result.as_ref().is_some_and(|given| given.sort == result.sort)
        });
        if !same_arguments || !same_result {
            let name = &self.program().function(callee).name;
            let what = format!("a call of '{name}' with other types than it has");
            return undefined(what, self.span());
        }
        self.call(callee, args, result)
    }

    /// A function without a body returns any value and touches no memory.
    fn call_external(&mut self, callee: FunctionId, result: Option<&Operand>) -> Result<(), Stop> {
        let Some(result) = result else { return Ok(()) };
        let function = self.program().function(callee);
        let register = function.result.and_then(|result| function.register(result));
        let source = ChoiceSource::External(function.name.clone());
        let raw = self.chosen(&source, register, &result.sort)?;
        self.banks().set(result.slot, raw);
        Ok(())
    }

    /// Returns from the innermost function.
    pub(super) fn leave(&mut self) -> Result<(), Stop> {
        let frame = *self.frame();
        let statement = if self.is_recorded() { self.span() } else { None };
        let code = &self.interpreter.functions[frame.function.index()];
        let result = code.result.as_ref();
        if self.frames.len() == 1 {
            let value = result.map(|result| self.banks().get(result.slot).decode(&result.sort));
            return Err(Box::new(ExecutionEnd::Finished(value)));
        }
        // Most results are words. To move them as such saves a third of the time of a call.
        let word = result.filter(|result| result.slot.bank == Bank::Word);
        let word = word.map(|result| self.words[frame.words + result.slot.index as usize]);
        let other = result.filter(|_| word.is_none()).map(|result| self.banks().get(result.slot));
        if self.locals.len() > frame.locals {
            for id in self.locals.drain(frame.locals..).flatten() {
                self.memory.destroy(id);
            }
        }
        if self.allocated.len() > frame.allocated {
            for id in self.allocated.drain(frame.allocated..) {
                self.memory.destroy(id);
            }
        }
        self.words.truncate(frame.words);
        self.wides.truncate(frame.wides);
        self.bigs.truncate(frame.bigs);
        self.frames.pop();
        if let Some(watch) = &mut self.recurrence {
            watch.returned(self.frames.len());
        }
        let mut pointer = None;
        match (frame.result, word, other) {
            (Some(slot), Some(word), _) => {
                self.set_word(slot.index, word);
                pointer = Some(word);
            }
            (Some(slot), None, Some(other)) => self.banks().set(slot, other),
            _ => {}
        }
        if self.notes_losses() {
            self.note_losses(statement, pointer);
        }
        if self.is_recorded()
            && let Some(observer) = &mut self.environment.observer
        {
            observer(&Event::Returned { function: frame.function });
        }
        Ok(())
    }

    /// Starts the lifetime of a local object, possibly again.
    pub(super) fn begin(&mut self, object: usize) -> Result<(), Stop> {
        self.end(object);
        let frame = *self.frame();
        let declared = &self.function().objects[object];
        let (size, align) = (declared.layout.size(), declared.align);
        let symbol = Some((declared.address, declared.read_only));
        let id = self.memory.create(Segment::Stack, size, align, false, symbol)?;
        self.locals[frame.locals + object] = Some(id);
        let slot = self.interpreter.functions[frame.function.index()].objects[object];
        self.set_word(slot, self.memory.object(id).base);
        Ok(())
    }

    /// Ends the lifetime of a local object, if it ever started.
    pub(super) fn end(&mut self, object: usize) {
        let at = self.frame().locals + object;
        let Some(id) = self.locals[at].take() else { return };
        self.memory.destroy(id);
        let (with_it, others) =
            self.bound.drain(..).partition::<Vec<_>, _>(|&(owner, _)| owner == id);
        self.bound = others;
        for (_, object) in with_it {
            if let Some(at) = self.allocated.iter().position(|&id| id == object) {
                self.allocated.remove(at);
                self.memory.destroy(object);
            }
        }
    }

    /// Makes an object that is allocated on the stack end together with a local one.
    pub(super) fn bind(&mut self, address: u64, owner: usize) {
        let owner = self.locals[self.frame().locals + owner];
        let object = self.memory.owner(address);
        match owner.zip(object.filter(|id| self.allocated.contains(id))) {
            Some(pair) => self.bound.push(pair),
            None => self.note_undefined(
                Property::Undefined,
                "what is bound to a local object is not on the stack",
            ),
        }
    }

    pub(super) fn allocate(
        &mut self,
        target: u32,
        size: u64,
        storage: Storage,
        zeroed: bool,
    ) -> Result<(), Stop> {
        let segment = match storage {
            Storage::Heap => Segment::Heap,
            Storage::Stack => Segment::Stack,
        };
        if storage == Storage::Heap && size >= self.program().machine.largest_object() {
            self.set_word(target, 0);
            return Ok(());
        }
        let id: ObjectId = self.memory.create(segment, size, 16, zeroed, None)?;
        match storage {
            Storage::Stack => self.allocated.push(id),
            Storage::Heap => {
                let span = self.span();
                self.memory.set_allocated_at(id, span);
                let number = self.memory.object(id).number;
                if self.is_recorded()
                    && let Some(observer) = &mut self.environment.observer
                {
                    observer(&Event::Allocated { number, size, span });
                }
            }
        }
        self.set_word(target, self.memory.object(id).base);
        Ok(())
    }

    pub(super) fn free(&mut self, address: u64) {
        if address == 0 {
            return;
        }
        let own = self.frame().allocated;
        let starts = |id: &ObjectId| self.memory.object(*id).base == address;
        let on_stack = self.allocated[own..].iter().position(starts);
        let on_stack = on_stack.map(|at| self.allocated.remove(own + at));
        match on_stack.or_else(|| self.memory.heap_object_at(address)) {
            Some(id) => self.memory.destroy(id),
            None => self.note_undefined(Property::Free, "a free of what is not a heap object"),
        }
    }
}
