//! Copying and filling of byte ranges.
//!
//! A range of constant size is handled cell by cell in one step. A large range, or one of unknown
//! size, becomes a loop over units of the class's stride.

use super::emit::ChoiceReason;
use super::lower::Lowering;
use super::objects::constant;
use super::regions::Updates;
use crate::points_to::{Congruence, Pointer};
use model::Span;
use term::{Sort, Term};

/// Ranges of more cells than this become loops.
const MAX_CELLS: u64 = 1024;

impl Lowering<'_> {
    /// Makes every byte of a range the same.
    pub(super) fn fill(&mut self, to: Term, byte: Term, size: Term, span: Option<Span>) {
        let bytes = constant(&self.program.terms, size);
        let word = self.word(to);
        self.refuse_guessed_address(word, span);
        let Some(pointer) = self.pointer(to) else {
            self.foreign_range(bytes, size, to, span);
            return;
        };
        self.require_inside(to, span);
        let (address, byte) = (self.address(to), self.term(byte));
        match bytes {
            Some(bytes) => self.fill_constant(pointer, address, byte, bytes, span),
            None => {
                let size = self.integer(size, span);
                self.fill_units(pointer, address, byte, size, span);
            }
        }
    }

    /// Copies bytes as if through a buffer.
    pub(super) fn copy(&mut self, to: Term, from: Term, size: Term, span: Option<Span>) {
        let bytes = constant(&self.program.terms, size);
        let word = self.word(to);
        self.refuse_guessed_address(word, span);
        let Some(target) = self.pointer(to) else {
            self.foreign_range(bytes, size, to, span);
            return;
        };
        let Some(source) = self.points_to.value(from) else {
            let small = |&bytes: &u64| self.regions.piece_bound(target.class, bytes) <= MAX_CELLS;
            match bytes.filter(small) {
                Some(bytes) if !self.watched => self.copy_from_outside(target, to, bytes, span),
                _ => self.require_empty(size, span),
            }
            return;
        };
        self.require_inside(to, span);
        self.require_inside(from, span);
        let (to, from) = (self.address(to), self.address(from));
        match bytes {
            Some(bytes) => self.copy_constant((target, to), (source, from), bytes, span),
            None => {
                let size = self.integer(size, span);
                self.copy_units((target, to), (source, from), size, span);
            }
        }
    }

    /// Handles a write of a range through a pointer to memory without cells. Either nothing reads
    /// the bytes, or no address flows into the pointer. In the second case the memory does not
    /// belong to the program; if accesses are checked, the range must be empty.
    fn foreign_range(&mut self, bytes: Option<u64>, size: Term, end: Term, span: Option<Span>) {
        let is_known = self.points_to.value(end).is_some_and(|p| !self.members(Some(p)).is_empty());
        if self.watched && !is_known && bytes != Some(0) {
            self.require_empty(size, span);
        }
    }

    /// Requires that the size is zero.
    fn require_empty(&mut self, size: Term, span: Option<Span>) {
        let size = self.integer(size, span);
        let zero = self.store.bv(self.objects.space.width, 0);
        let empty = self.store.eq(size, zero);
        let what = "a range of bytes behind a pointer that no address flows into";
        self.require_supported(empty, what.into(), span);
    }

    /// Copies from memory that the program does not own, whose content is arbitrary.
    fn copy_from_outside(&mut self, to: Pointer, target: Term, bytes: u64, span: Option<Span>) {
        let target = self.address(target);
        let mut updates = Updates::default();
        for piece in self.regions.pieces(to, bytes) {
            let any = self.any_bytes(&piece, ChoiceReason::Unknown, span);
            self.write(&mut updates, &piece, target, any, span);
        }
        self.apply(&updates, false, span);
    }

    /// Fills a constant number of bytes.
    pub(super) fn fill_constant(
        &mut self,
        to: Pointer,
        address: Term,
        byte: Term,
        bytes: u64,
        span: Option<Span>,
    ) {
        let stride = self.regions.stride(to.class);
        let mut done = 0;
        if stride > 0 && self.regions.piece_bound(to.class, bytes) > MAX_CELLS {
            done = bytes / stride * stride;
            let size = self.store.bv(self.objects.space.width, done);
            self.fill_units(to, address, byte, size, span);
        }
        let (to, address) = self.shifted(to, address, done);
        self.fill_cells(to, address, byte, bytes - done, span);
    }

    fn fill_cells(
        &mut self,
        to: Pointer,
        address: Term,
        byte: Term,
        bytes: u64,
        span: Option<Span>,
    ) {
        let mut updates = Updates::default();
        for piece in self.regions.pieces(to, bytes) {
            let mut value = byte;
            for _ in 1..piece.bytes {
                value = self.store.concat(value, byte);
            }
            if piece.may_hold_address() {
                value = self.objects.space.integer(&mut self.store, value);
            }
            self.write(&mut updates, &piece, address, value, span);
        }
        self.apply(&updates, false, span);
    }

    fn copy_constant(
        &mut self,
        (to, target): (Pointer, Term),
        (from, source): (Pointer, Term),
        bytes: u64,
        span: Option<Span>,
    ) {
        let stride = self.regions.stride(to.class);
        if self.regions.piece_bound(to.class, bytes) > MAX_CELLS {
            // The source repeats with the stride of the target. Overlapping ranges of one class
            // must be a whole number of strides apart.
            let apart = to.offset.join(from.offset).modulus();
            let alike = to.class != from.class || (stride > 0 && apart.is_multiple_of(stride));
            if stride == 0 || !bytes.is_multiple_of(stride) || !alike {
                let what = "a large copy between memory that is divided differently";
                self.emitter.unsupported(&mut self.store, what, span);
                return;
            }
            let size = self.store.bv(self.objects.space.width, bytes);
            self.copy_units((to, target), (from, source), size, span);
            return;
        }
        let mut updates = Updates::default();
        self.copy_cells(&mut updates, (to, target), (from, source), bytes, span);
        self.apply(&updates, to.class == from.class, span);
    }

    fn copy_cells(
        &mut self,
        updates: &mut Updates,
        (to, target): (Pointer, Term),
        (from, source): (Pointer, Term),
        bytes: u64,
        span: Option<Span>,
    ) {
        for piece in self.regions.pieces(to, bytes) {
            let distance = piece.distance as u64;
            let (at, address) = self.shifted(from, source, distance);
            match self.regions.read(&mut self.store, at, address, piece.bytes) {
                Some(bytes) => {
                    let value = if piece.may_hold_address() {
                        self.joined(&bytes, span)
                    } else {
                        bytes.bits
                    };
                    self.write(updates, &piece, target, value, span);
                }
                None => {
                    let what = "a copy from memory that holds nothing known";
                    self.emitter.unsupported(&mut self.store, what, span);
                    return;
                }
            }
        }
    }

    /// Fills a number of bytes that is a multiple of the stride, in a loop.
    pub(super) fn fill_units(
        &mut self,
        to: Pointer,
        address: Term,
        byte: Term,
        size: Term,
        span: Option<Span>,
    ) {
        let stride = self.regions.stride(to.class);
        if self.regions.pieces(to, stride).is_empty() {
            return;
        }
        self.forwards(stride, size, span, |this, done| {
            let at = this.objects.space.moved(&mut this.store, address, done);
            this.fill_cells(to, at, byte, stride, span);
        });
    }

    /// Copies a number of bytes that is a multiple of the stride, in a loop. The direction is
    /// chosen so that no byte is overwritten before it is read.
    fn copy_units(
        &mut self,
        (to, target): (Pointer, Term),
        (from, source): (Pointer, Term),
        size: Term,
        span: Option<Span>,
    ) {
        let stride = self.regions.stride(to.class);
        if self.regions.pieces(to, stride).is_empty() {
            return;
        }
        let copy_at = |this: &mut Self, done: Term| {
            let space = this.objects.space;
            let to_here = space.moved(&mut this.store, target, done);
            let from_here = space.moved(&mut this.store, source, done);
            let mut updates = Updates::default();
            this.copy_cells(&mut updates, (to, to_here), (from, from_here), stride, span);
            this.apply(&updates, false, span);
        };
        let Some(start) = self.emitter.split(span) else { return };
        let end = self.emitter.cfa.fresh_location(span);
        let forwards = self.store.bv_ule(target, source);
        let backwards = self.store.not(forwards);
        let upwards = if to.class == from.class { forwards } else { self.store.bool(true) };
        self.emitter.assume(&self.store, upwards, span);
        self.forwards(stride, size, span, copy_at);
        self.emitter.goto(end, span);
        if to.class == from.class {
            self.emitter.start(start);
            self.emitter.assume(&self.store, backwards, span);
            self.backwards(stride, size, span, copy_at);
            self.emitter.goto(end, span);
        }
        self.emitter.start(end);
    }

    /// A loop over the distances below a size, in ascending order.
    fn forwards(
        &mut self,
        step: u64,
        size: Term,
        span: Option<Span>,
        body: impl Fn(&mut Self, Term),
    ) {
        let width = self.objects.space.width;
        let counter = self.temporary("done", Sort::BitVec(width));
        let done = self.store.var(counter);
        let (zero, step) = (self.store.bv(width, 0), self.store.bv(width, step));
        let more = self.store.bv_ult(done, size);
        self.emitter.assign(counter, zero, span);
        self.while_holds(more, span, |this| {
            body(this, done);
            let next = this.store.bv_add(done, step);
            this.emitter.assign(counter, next, span);
        });
    }

    /// A loop over the distances below a size, in descending order.
    fn backwards(
        &mut self,
        step: u64,
        size: Term,
        span: Option<Span>,
        body: impl Fn(&mut Self, Term),
    ) {
        let width = self.objects.space.width;
        let counter = self.temporary("left", Sort::BitVec(width));
        let left = self.store.var(counter);
        let (zero, step) = (self.store.bv(width, 0), self.store.bv(width, step));
        let finished = self.store.eq(left, zero);
        let more = self.store.not(finished);
        self.emitter.assign(counter, size, span);
        self.while_holds(more, span, |this| {
            let next = this.store.bv_sub(left, step);
            this.emitter.assign(counter, next, span);
            body(this, left);
        });
    }

    /// A loop that repeats its body as long as a condition holds before it.
    fn while_holds(&mut self, condition: Term, span: Option<Span>, body: impl Fn(&mut Self)) {
        let finished = self.store.not(condition);
        let head = self.emitter.cfa.fresh_location(span);
        self.emitter.goto(head, span);
        self.emitter.start(head);
        self.emitter.assume(&self.store, condition, span);
        body(self);
        self.emitter.goto(head, span);
        self.emitter.start(head);
        self.emitter.assume(&self.store, finished, span);
    }

    /// A pointer and its address, moved by some bytes.
    fn shifted(&mut self, pointer: Pointer, address: Term, by: u64) -> (Pointer, Term) {
        let offset = pointer.offset.plus(Congruence::exactly(by as i64));
        let distance = self.store.bv(self.objects.space.width, by);
        let moved = self.objects.space.moved(&mut self.store, address, distance);
        (Pointer { offset, ..pointer }, moved)
    }
}
