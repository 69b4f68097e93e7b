//! Initialisers: the mapping of values to bytes.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::expressions::Operand;
use crate::hir::{
    ArrayLength, BitField, Expr, ExprKind, InitItem, Initialiser, Place, PlaceKind, RecordId, Ty,
    Type,
};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use program::Span;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Strings for arrays larger than this are not padded with zeros.
const PADDING_LIMIT: usize = 1 << 20;

/// A range designator cannot initialise more elements than this.
const RANGE_LIMIT: u64 = 1 << 24;

/// One step of a designation.
#[derive(Clone)]
enum Step {
    Member(String, Span),
    Elements(u64, u64, Span),
}

type List<'s> = &'s [Node<InitializerListItem>];

/// A list of initialisers, some of which have been consumed.
struct Items<'s> {
    items: &'s [Node<InitializerListItem>],
    next: usize,
    /// The expression of the next item, if it was already analysed for its type.
    analysed: Option<Operand>,
}

impl<'s> Items<'s> {
    fn new(items: &'s [Node<InitializerListItem>]) -> Items<'s> {
        Items { items, next: 0, analysed: None }
    }

    fn peek(&self) -> Option<&'s InitializerListItem> {
        self.items.get(self.next).map(|item| &item.node)
    }

    fn skip(&mut self) {
        self.next += 1;
        self.analysed = None;
    }
}

/// How a part was filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// All of an array or record was initialised, so earlier values are gone.
    Anew,
    /// Parts of it were initialised; other parts keep their values.
    InParts,
}

/// The target of a value.
#[derive(Clone, Copy)]
struct Slot {
    ty: Ty,
    offset: u64,
    bits: Option<BitField>,
}

impl Analyser<'_> {
    /// The initialiser of a variable, and its type, completed by the length if necessary.
    pub(super) fn initialiser(
        &mut self,
        ty: Ty,
        initialiser: &Node<Initializer>,
        is_static: bool,
    ) -> Result<(Initialiser, Ty)> {
        let span = self.span(initialiser.span);
        match &initialiser.node {
            Initializer::List(list) => self.initialiser_list(ty, list, is_static, span),
            Initializer::Expression(expression) => {
                if let Some((list, ty)) = self.literal_list(ty, expression)? {
                    return self.initialiser_list(ty, list, is_static, span);
                }
                let mut filler = Filler::new(is_static);
                let slot = Slot { ty, offset: 0, bits: None };
                if let Some(length) = self.fill_string(slot, expression, &mut filler)? {
                    let ty = self.with_length(ty, length);
                    return Ok((filler.finish(), ty));
                }
                if matches!(self.types.get(ty), Type::Array(..)) {
                    return fail(span, "an array needs a list or a string as initialiser");
                }
                let operand = self.operand(expression)?;
                self.fill_value(slot, operand, &mut filler)?;
                Ok((filler.finish(), ty))
            }
        }
    }

    /// The list of a compound literal that initialises a whole object of its own type; also that
    /// type, with the length that either of the two has.
    fn literal_list<'s>(
        &mut self,
        ty: Ty,
        expression: &'s Node<Expression>,
    ) -> Result<Option<(List<'s>, Ty)>> {
        let Expression::CompoundLiteral(literal) = &expression.node else { return Ok(None) };
        if !self.types.is_aggregate(ty) {
            return Ok(None);
        }
        let lengths = std::mem::take(&mut self.pending_lengths);
        let literal_type = self.type_name(&literal.node.type_name)?;
        self.pending_lengths = lengths;
        let same = self.composite(ty, literal_type);
        Ok(same.map(|ty| (literal.node.initializer_list.as_slice(), ty)))
    }

    /// The initialiser for a list in braces.
    pub(super) fn initialiser_list(
        &mut self,
        ty: Ty,
        list: &[Node<InitializerListItem>],
        is_static: bool,
        span: Span,
    ) -> Result<(Initialiser, Ty)> {
        if self.types.is_variable_length(ty) && !list.is_empty() {
            return fail(span, "an array of variable length cannot have an initialiser");
        }
        let mut filler = Filler::new(is_static);
        let slot = Slot { ty, offset: 0, bits: None };
        let length = self.fill_braced(slot, list, span, &mut filler)?;
        let ty = self.with_length(ty, length);
        Ok((filler.finish(), ty))
    }

    fn with_length(&mut self, ty: Ty, length: u64) -> Ty {
        match *self.types.get(ty) {
            Type::Array(element, ArrayLength::Unknown) => {
                self.types.intern(Type::Array(element, ArrayLength::Fixed(length)))
            }
            _ => ty,
        }
    }

    /// Fills an object from a list in braces; returns the number of elements if it is an array.
    fn fill_braced(
        &mut self,
        slot: Slot,
        list: &[Node<InitializerListItem>],
        span: Span,
        filler: &mut Filler,
    ) -> Result<u64> {
        let mut items = Items::new(list);
        if !self.types.is_aggregate(slot.ty) {
            return self.fill_braced_scalar(slot, &mut items, span, filler);
        }
        // `{"text"}` for an array of characters.
        if let [item] = list
            && item.node.designation.is_empty()
            && let Initializer::Expression(expression) = &item.node.initializer.node
            && let Some(length) = self.fill_string(slot, expression, filler)?
        {
            return Ok(length);
        }
        self.require_fillable(slot.ty, span)?;
        filler.clear(slot.offset, self.types.size_of(slot.ty).unwrap_or(0));
        self.fill_aggregate(slot, &mut items, true, VecDeque::new(), filler)
    }

    fn require_fillable(&self, ty: Ty, span: Span) -> Result<()> {
        match self.types.get(ty) {
            Type::Record(_) => self.require_complete(ty, "what is initialised", span),
            _ => Ok(()),
        }
    }

    fn fill_braced_scalar(
        &mut self,
        slot: Slot,
        items: &mut Items<'_>,
        span: Span,
        filler: &mut Filler,
    ) -> Result<u64> {
        let Some(item) = items.peek() else { return Ok(0) };
        if !item.designation.is_empty() {
            return fail(span, "a number or pointer has no parts to designate");
        }
        // Excess items; gcc warns.
        match &item.initializer.node {
            Initializer::List(list) => self.fill_braced(slot, list, span, filler),
            Initializer::Expression(expression) => {
                let operand = self.operand(expression)?;
                self.fill_value(slot, operand, filler)?;
                Ok(1)
            }
        }
    }

    /// Fills an array or record: from the whole list if it is in braces, otherwise with as many
    /// items as fit. `path` leads from here to the target of the next item.
    fn fill_aggregate(
        &mut self,
        slot: Slot,
        items: &mut Items<'_>,
        braced: bool,
        mut path: VecDeque<Step>,
        filler: &mut Filler,
    ) -> Result<u64> {
        let mut position = 0;
        let mut length = 0;
        loop {
            let mut last = None;
            let Some(item) = items.peek() else { break };
            if path.is_empty() && braced {
                path = self.designation(&item.designation)?;
            } else if path.is_empty() && !item.designation.is_empty() && position > 0 {
                // The item belongs to an outer list.
                break;
            }
            let designated = !path.is_empty();
            if let Some(step) = path.pop_front() {
                (position, last) = self.step_into(slot.ty, step, &mut path)?;
            }
            let Some(part) = self.part(slot, position) else {
                if braced && !designated {
                    // Excess items: gcc warns and ignores them.
                    items.skip();
                    continue;
                }
                break;
            };
            if let Some(union) = self.union(slot.ty)
                && filler.chosen.insert((slot.offset, union), position) != Some(position)
            {
                // Another member is active now.
                filler.clear(slot.offset, self.types.size_of(slot.ty).unwrap_or(0));
            }
            let (first_item, before) = (filler.items.len(), items.next);
            let span = self.span(item.initializer.span);
            if path.is_empty() {
                let filled = self.fill_part(part, items, filler)?;
                if let Some(last) = last
                    && filled == Filled::Anew
                {
                    // The same holds for all elements of a range.
                    let size = self.types.size_of(part.ty).unwrap_or(0);
                    let others = part.offset.saturating_add(size);
                    filler.clear(others, size.saturating_mul(last - position));
                }
            } else {
                let rest = std::mem::take(&mut path);
                self.require_parts(part.ty, &rest)?;
                self.require_list(part, &rest, filler)?;
                let length = self.fill_aggregate(part, items, false, rest, filler)?;
                self.note_elements(part, length, filler);
            }
            if let Some(last) = last {
                if last > position && items.next > before + 1 {
                    // The other items go to the last element only.
                    return unsupported(span, "items after a part of a range are not supported");
                }
                self.repeat(part, first_item, last - position, filler)?;
                position = last;
            }
            position += 1;
            length = length.max(position);
            if self.union(slot.ty).is_some() {
                // Only one member, unless another one is designated.
                position = u64::MAX;
            }
        }
        Ok(length)
    }

    fn union(&self, ty: Ty) -> Option<RecordId> {
        self.types.as_record(ty).filter(|&id| self.types.record(id).is_union)
    }

    fn require_parts(&self, ty: Ty, path: &VecDeque<Step>) -> Result<()> {
        if self.types.is_aggregate(ty) {
            return Ok(());
        }
        let span = match path.front() {
            Some(Step::Member(_, span) | Step::Elements(_, _, span)) => *span,
            None => return Ok(()),
        };
        fail(span, "a number or pointer has no parts to designate")
    }

    /// Fails if an expression initialised a whole object and a designator then selects a part of
    /// it. gcc forgets the rest of the value in this case; other compilers keep it.
    fn require_list(&self, part: Slot, path: &VecDeque<Step>, filler: &Filler) -> Result<()> {
        let size = self.types.size_of(part.ty).unwrap_or(0);
        match path.front() {
            Some(Step::Member(_, span) | Step::Elements(_, _, span))
                if filler.is_in_whole(part.offset, size) =>
            {
                unsupported(
                    *span,
                    "changing a part of a value that an expression gives is not supported",
                )
            }
            _ => Ok(()),
        }
    }

    /// Records that an expression initialises a whole object.
    fn note_whole(&self, slot: Slot, filler: &mut Filler) {
        let size = self.types.size_of(slot.ty).unwrap_or(0);
        filler.wholes.push((slot.offset, slot.offset.saturating_add(size)));
    }

    /// Records the end of a flexible array member's elements.
    fn note_elements(&self, slot: Slot, length: u64, filler: &mut Filler) {
        if let Type::Array(element, ArrayLength::Unknown) = self.types.get(slot.ty) {
            let size = self.types.size_of(*element).unwrap_or(0).saturating_mul(length);
            filler.end = filler.end.max(slot.offset.saturating_add(size));
        }
    }

    fn designation(&mut self, designators: &[Node<Designator>]) -> Result<VecDeque<Step>> {
        let mut path = VecDeque::new();
        for designator in designators {
            let span = self.span(designator.span);
            path.push_back(match &designator.node {
                Designator::Member(name) => Step::Member(name.node.name.clone(), span),
                Designator::Index(index) => {
                    let index = self.constant_size(index, "a designated index")?;
                    Step::Elements(index, index, span)
                }
                Designator::Range(range) => {
                    let from = self.constant_size(&range.node.from, "a designated index")?;
                    let to = self.constant_size(&range.node.to, "a designated index")?;
                    if to < from {
                        return fail(span, "this range is empty");
                    }
                    Step::Elements(from, to, span)
                }
            });
        }
        Ok(path)
    }

    /// The position that a designator step selects, and the last one of a range. A member of an
    /// unnamed record needs a further step.
    fn step_into(
        &self,
        ty: Ty,
        step: Step,
        path: &mut VecDeque<Step>,
    ) -> Result<(u64, Option<u64>)> {
        match (step, self.types.get(ty)) {
            (Step::Member(name, span), Type::Record(id)) => {
                let Some(way) = self.find_member(*id, &name) else {
                    let ty = self.types.show(ty);
                    return fail(span, format!("`{ty}` has no member `{name}`"));
                };
                if way.len() > 1 {
                    path.push_front(Step::Member(name, span));
                }
                Ok((way[0].1 as u64, None))
            }
            (Step::Elements(first, last, span), Type::Array(_, length)) => {
                if matches!(length, ArrayLength::Fixed(length) if last >= *length) {
                    return fail(span, format!("the index {last} is beyond the array"));
                }
                if last - first > RANGE_LIMIT || last > u64::from(u32::MAX) {
                    return fail(span, "this range of elements is too large");
                }
                Ok((first, Some(last)))
            }
            (Step::Member(_, span), _) => fail(span, "only a record has members to designate"),
            (Step::Elements(_, _, span), _) => {
                fail(span, "only an array has elements to designate")
            }
        }
    }

    /// The part of an array or record at a position; `None` beyond the end.
    fn part(&self, slot: Slot, position: u64) -> Option<Slot> {
        match self.types.get(slot.ty) {
            Type::Array(element, length) => {
                if matches!(length, ArrayLength::Fixed(length) if position >= *length) {
                    return None;
                }
                let distance = self.types.size_of(*element)?.checked_mul(position)?;
                let offset = slot.offset.checked_add(distance)?;
                Some(Slot { ty: *element, offset, bits: None })
            }
            Type::Record(id) => {
                let members = self.types.record(*id).members.as_ref()?;
                let member = members.get(usize::try_from(position).ok()?)?;
                let offset = slot.offset.checked_add(member.offset)?;
                Some(Slot { ty: member.ty, offset, bits: member.bits })
            }
            _ => None,
        }
    }

    /// Fills a part with the next item. If the part is an aggregate and the item is neither in
    /// braces nor of its type, fills it with the next items.
    fn fill_part(
        &mut self,
        part: Slot,
        items: &mut Items<'_>,
        filler: &mut Filler,
    ) -> Result<Filled> {
        let Some(item) = items.peek() else { return Ok(Filled::InParts) };
        let span = self.span(item.initializer.span);
        let expression = match &item.initializer.node {
            Initializer::List(list) => {
                items.skip();
                let length = self.fill_braced(part, list, span, filler)?;
                self.note_elements(part, length, filler);
                return Ok(Filled::Anew);
            }
            Initializer::Expression(expression) => expression,
        };
        if !self.types.is_aggregate(part.ty) {
            let operand = match items.analysed.take() {
                Some(operand) => operand,
                None => self.operand(expression)?,
            };
            items.skip();
            // The value replaces earlier values of the same width.
            self.fill_value(part, operand, filler)?;
            return Ok(Filled::InParts);
        }
        if let Some(length) = self.fill_string(part, expression, filler)? {
            self.note_elements(part, length, filler);
            items.skip();
            return Ok(Filled::Anew);
        }
        if items.analysed.is_none() {
            if let Some((list, _)) = self.literal_list(part.ty, expression)? {
                items.skip();
                self.fill_braced(part, list, span, filler)?;
                self.note_whole(part, filler);
                return Ok(Filled::Anew);
            }
            items.analysed = Some(self.operand(expression)?);
        }
        let has_its_type = match &items.analysed {
            Some(Operand::Value(value)) => self.looks_alike(value.ty, part.ty),
            Some(Operand::Place(place)) => self.looks_alike(place.ty, part.ty),
            _ => false,
        };
        if has_its_type
            && matches!(self.types.get(part.ty), Type::Record(_))
            && let Some(operand) = items.analysed.take()
        {
            items.skip();
            filler.clear(part.offset, self.types.size_of(part.ty).unwrap_or(0));
            self.note_whole(part, filler);
            self.fill_value(part, operand, filler)?;
            return Ok(Filled::Anew);
        }
        let before = items.next;
        let length = self.fill_aggregate(part, items, false, VecDeque::new(), filler)?;
        self.note_elements(part, length, filler);
        if items.next == before {
            // Nothing in it can take the item: it is an empty record, or one of another type.
            if self.types.size_of(part.ty) == Some(0) {
                return Ok(Filled::InParts);
            }
            return fail(span, "this initialiser does not fit");
        }
        Ok(Filled::InParts)
    }

    fn fill_value(&mut self, slot: Slot, operand: Operand, filler: &mut Filler) -> Result<()> {
        let value = self.rvalue(operand)?;
        let span = value.span;
        let mut value = self.convert_assigned(value, slot.ty, "this initialiser")?;
        if filler.is_static
            && let Some(tuple) = self.types.as_tuple(slot.ty)
        {
            let Some(numbers) = self.constant_numbers(&value) else {
                // Compilers fold more than is folded here.
                let what = "this initialiser of a static vector or complex number";
                return unsupported(span, format!("{what} is not supported"));
            };
            let size = self.types.size_of(tuple.element()).unwrap_or(0);
            for (index, number) in (0..).zip(numbers) {
                let number = self.fold_static(number.clone()).unwrap_or(number);
                let offset = slot.offset + index * size;
                filler.push(InitItem { offset, bits: None, value: number });
            }
            return Ok(());
        }
        if filler.is_static {
            let Some(constant) = self.fold_static(value) else {
                return fail(span, "the initialiser of a static variable must be constant");
            };
            value = constant;
        }
        filler.push(InitItem { offset: slot.offset, bits: slot.bits, value });
        Ok(())
    }

    /// Initialises an array of characters by a string; returns the number of elements.
    fn fill_string(
        &mut self,
        slot: Slot,
        expression: &Node<Expression>,
        filler: &mut Filler,
    ) -> Result<Option<u64>> {
        let Expression::StringLiteral(pieces) = &expression.node else { return Ok(None) };
        let Type::Array(element, length) = *self.types.get(slot.ty) else { return Ok(None) };
        let Some(int) = self.types.as_int(element) else { return Ok(None) };
        let span = self.span(expression.span);
        let string = self.string_literal(&pieces.node, span)?;
        let (PlaceKind::String(mut bytes), Type::Array(unit, _)) =
            (string.kind, self.types.get(string.ty))
        else {
            return Ok(None);
        };
        if self.types.as_int(*unit).is_none_or(|unit| unit.bits != int.bits) {
            return Ok(None);
        }
        let width = self.types.size_of(element).unwrap_or(1).max(1);
        let length = match length {
            ArrayLength::Fixed(length) => length,
            _ => bytes.len() as u64 / width,
        };
        // Excess characters are dropped. Missing ones are zero; they are written out unless there
        // are too many.
        let size = usize::try_from(length * width).unwrap_or(usize::MAX);
        bytes.resize(size.min(bytes.len().max(PADDING_LIMIT)), 0);
        let stored = ArrayLength::Fixed(bytes.len() as u64 / width);
        let ty = self.types.intern(Type::Array(element, stored));
        let place = Place { kind: PlaceKind::String(bytes), ty, span };
        let value = Expr { kind: ExprKind::Load(place), ty, span };
        filler.clear(slot.offset, length * width);
        filler.push(InitItem { offset: slot.offset, bits: None, value });
        Ok(Some(length))
    }

    /// Repeats the content of the first element of a range for the others.
    fn repeat(&self, first: Slot, from: usize, times: u64, filler: &mut Filler) -> Result<()> {
        let size = self.types.size_of(first.ty).unwrap_or(0);
        let inside = first.offset..first.offset.saturating_add(size);
        let chosen = filler.chosen.iter().filter(|((offset, _), _)| inside.contains(offset));
        let chosen: Vec<_> = chosen.map(|(&key, &member)| (key, member)).collect();
        let items: Vec<InitItem> = filler.items[from..].iter().flatten().cloned().collect();
        for item in &items {
            if times > 0 && !is_repeatable(&item.value) {
                return fail(item.value.span, "a range needs a value without side effects");
            }
        }
        if let Some(&(start, end)) = filler.wholes.last()
            && items.first().is_some_and(|item| item.offset == start)
        {
            filler.wholes.push((start, end.saturating_add(times.saturating_mul(size))));
        }
        for step in 1..=times {
            for &((offset, union), member) in &chosen {
                filler.chosen.insert((offset + step * size, union), member);
            }
            for item in &items {
                let offset = item.offset + step * size;
                filler.push(InitItem { offset, ..item.clone() });
            }
        }
        Ok(())
    }
}

/// Collects the values of an initialiser.
struct Filler {
    is_static: bool,
    /// `None` for values that were replaced.
    items: Vec<Option<InitItem>>,
    /// The largest offset so far.
    highest: u64,
    /// For each union, by offset and type, the member that has a value.
    chosen: FxHashMap<(u64, RecordId), u64>,
    /// Arrays and records that expressions initialised as a whole: start and end.
    wholes: Vec<(u64, u64)>,
    /// Where the elements of a flexible array member end.
    end: u64,
}

impl Filler {
    fn new(is_static: bool) -> Filler {
        Filler {
            is_static,
            items: Vec::new(),
            highest: 0,
            chosen: FxHashMap::default(),
            wholes: Vec::new(),
            end: 0,
        }
    }

    fn push(&mut self, item: InitItem) {
        self.highest = self.highest.max(item.offset);
        self.items.push(Some(item));
    }

    /// Removes the values of an array or record that is initialised again as a whole.
    fn clear(&mut self, offset: u64, size: u64) {
        // Most lists are in ascending order and need no search.
        if self.items.is_empty() || offset > self.highest {
            return;
        }
        let inside = offset..offset.saturating_add(size);
        self.wholes.retain(|(start, _)| !inside.contains(start));
        for item in &mut self.items {
            if item.as_ref().is_some_and(|item| inside.contains(&item.offset)) {
                *item = None;
            }
        }
    }

    /// Whether bytes belong to an object that an expression initialised as a whole.
    fn is_in_whole(&self, offset: u64, size: u64) -> bool {
        let inside = |&(start, end): &(u64, u64)| {
            start <= offset && offset.saturating_add(size) <= end && start < end
        };
        self.wholes.iter().any(inside)
    }

    /// The values in the order of their places, in which gcc and clang evaluate them: C leaves the order open.
    /// Values of whole records stay before those of their parts, which replace them.
    fn finish(self) -> Initialiser {
        let mut items: Vec<InitItem> = self.items.into_iter().flatten().collect();
        items.sort_by_key(|item| (item.offset, item.bits.map(|bits| bits.start)));
        Initialiser { items, end: self.end, members: self.chosen }
    }
}

/// Whether evaluating an expression several times is equivalent to evaluating it once.
fn is_repeatable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) => true,
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            matches!(place.kind, PlaceKind::Var(_) | PlaceKind::String(_))
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand, _) => is_repeatable(operand),
        ExprKind::Arithmetic(_, a, b) => is_repeatable(a) && is_repeatable(b),
        ExprKind::PointerAdd { pointer, index, .. } => {
            is_repeatable(pointer) && is_repeatable(index)
        }
        _ => false,
    }
}
