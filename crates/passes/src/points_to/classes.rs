//! Classes of abstract objects and their content.
//!
//! This is Steensgaard's analysis: all objects that one value may point to form one class, so
//! classes are united rather than sets grown. A class has a field for each disjoint range of
//! accessed bytes, modulo its stride. A field has one abstract value.
//!
//! A class has *positions*, in which each of its objects starts somewhere. When two classes are united
//! because one value points to either, they are placed such that it points to one position. So the head
//! of a list that is a variable of its own starts where the heads embedded in the elements are, and
//! pointers to all of them have one exact offset.

use super::congruence::{Congruence, gcd, overlap};
use super::{AllocationSite, Pointer};
use program::FunctionId;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use term::{Symbol, id};

id!(
    /// A class of objects that pointers do not distinguish.
    ClassId,
    "class"
);
id!(
    /// The abstract value of a register or a field.
    ValueId,
    "value"
);

/// An abstract object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// A function.
    Function(FunctionId),
    /// A global or local object, by its address.
    Object(Symbol),
    /// All objects that one statement allocates.
    Allocation(AllocationSite),
}

#[derive(Clone, Debug, Default)]
struct Class {
    sites: Vec<Site>,
    /// Whether all of its objects start at position 0.
    keeps_starts: bool,
    /// Accesses are distinguished modulo this many bytes; 0 if all have exact offsets.
    stride: u64,
    /// Disjoint ranges, each from its first byte to the one after its last, with their values.
    fields: BTreeMap<i64, (i64, ValueId)>,
}

/// All classes and values. United classes stay united; everything only grows.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    classes: Vec<Class>,
    /// The class that each class was united into, and the position of its own position 0 there.
    class_parent: Vec<(ClassId, i64)>,
    values: Vec<Option<Pointer>>,
    value_parent: Vec<ValueId>,
    /// Pointers that flow into values that point to another class.
    to_join: Vec<(Pointer, ValueId)>,
    changed: bool,
}

/// The end of a field that extends without limit.
const ENDLESS: i64 = i64::MAX;

impl Classes {
    /// A new class of one object, which starts at position 0. If it keeps its start, so do all objects
    /// of classes that it is united with, as far as they do now.
    pub fn add_class(&mut self, site: Site, keeps_starts: bool) -> ClassId {
        let id = ClassId::from_index(self.classes.len());
        self.classes.push(Class { sites: vec![site], keeps_starts, ..Class::default() });
        self.class_parent.push((id, 0));
        id
    }

    /// A new value that points nowhere.
    pub fn add_value(&mut self) -> ValueId {
        let id = ValueId::from_index(self.values.len());
        self.values.push(None);
        self.value_parent.push(id);
        id
    }

    /// Whether anything has changed since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Records a change elsewhere in the analysis.
    pub fn mark_changed(&mut self) {
        self.changed = true;
    }

    /// The class that a class was united into.
    pub fn find(&self, class: ClassId) -> ClassId {
        self.locate(class).0
    }

    /// The class that a class was united into, and the position of its own position 0 there.
    pub fn locate(&self, mut class: ClassId) -> (ClassId, i64) {
        let mut position: i64 = 0;
        loop {
            let (parent, at) = self.class_parent[class.index()];
            if parent == class {
                return (class, position);
            }
            position = position.wrapping_add(at);
            class = parent;
        }
    }

    /// A pointer in positions of the class that its class was united into.
    fn located(&self, pointer: Pointer) -> Pointer {
        let (class, at) = self.locate(pointer.class);
        Pointer { class, offset: pointer.offset.plus(Congruence::exactly(at)) }
    }

    fn find_value(&self, mut value: ValueId) -> ValueId {
        while self.value_parent[value.index()] != value {
            value = self.value_parent[value.index()];
        }
        value
    }

    /// What a value may point to.
    pub fn value(&self, value: ValueId) -> Option<Pointer> {
        let pointer = self.values[self.find_value(value).index()]?;
        Some(self.located(pointer))
    }

    /// The objects of a class.
    pub fn sites(&self, class: ClassId) -> &[Site] {
        &self.classes[self.find(class).index()].sites
    }

    /// The classes that values in memory point to.
    pub fn held_in_memory(&self) -> FxHashSet<ClassId> {
        let fields = self.classes.iter().flat_map(|class| class.fields.values());
        fields.filter_map(|&(_, value)| Some(self.value(value)?.class)).collect()
    }

    /// Whether bytes of a class at a position may hold a pointer.
    pub fn may_point(&self, class: ClassId, at: Congruence, bytes: u64) -> bool {
        let class = &self.classes[self.find(class).index()];
        class.fields.iter().any(|(&start, &(end, value))| {
            let field = (Congruence::new(start, class.stride), (end - start) as u64);
            (end == ENDLESS || overlap(field, (at, bytes))) && self.value(value).is_some()
        })
    }

    /// Lets the target of a pointer flow into a value.
    pub fn flow(&mut self, pointer: Option<Pointer>, value: ValueId) {
        self.join(pointer, value);
        self.unite_pending();
    }

    /// What two pointers may point to together; their classes are united.
    pub fn both(&mut self, a: Option<Pointer>, b: Option<Pointer>) -> Option<Pointer> {
        let (Some(a), Some(b)) = (a, b) else { return a.or(b) };
        self.unite_at(a, b);
        self.unite_pending();
        let (a, b) = (self.located(a), self.located(b));
        Some(Pointer { class: a.class, offset: a.offset.join(b.offset) })
    }

    /// Unites two classes without moving their objects.
    pub fn unite(&mut self, a: ClassId, b: ClassId) {
        self.link(self.find(a), self.find(b), 0);
        self.unite_pending();
    }

    /// The value of `size` bytes behind a pointer, or of all bytes if the size is unknown.
    pub fn content(&mut self, pointer: Pointer, size: Option<u64>) -> ValueId {
        let size = size.and_then(|size| i64::try_from(size).ok());
        let pointer = self.located(pointer);
        let field = self.field(pointer.class, pointer.offset, size);
        self.unite_pending();
        field
    }

    /// The fields that overlap the `size` bytes behind a pointer: distance from the pointer, number
    /// of bytes, and value.
    pub fn fields(&mut self, pointer: Pointer, size: u64) -> Vec<(Congruence, u64, ValueId)> {
        self.tell_apart(pointer.class, pointer.offset.modulus());
        let pointer = self.located(pointer);
        let class = &self.classes[pointer.class.index()];
        let size = i64::try_from(size).unwrap_or(ENDLESS);
        let base = pointer.offset.residue();
        let mut found = Vec::new();
        for (&start, &(end, value)) in &class.fields {
            let mut overlap = |start: i64, end: i64| {
                let (low, high) = (start.max(base), end.min(base.saturating_add(size)));
                if low < high {
                    found.push((Congruence::exactly(low - base), (high - low) as u64, value));
                }
            };
            let stride = class.stride as i64;
            if stride == 0 {
                overlap(start, end);
            } else if end == ENDLESS {
                found.push((Congruence::ANY, 1, value));
            } else if size > stride {
                found.push((
                    Congruence::new(start - base, class.stride),
                    (end - start) as u64,
                    value,
                ));
            } else {
                // A range that starts and ends inside the same field meets the field twice.
                let first = base + (start - base).rem_euclid(stride);
                overlap(first - stride, first - stride + (end - start));
                overlap(first, first + (end - start));
            }
        }
        found
    }

    /// Makes the stride of a class a divisor of a number; 0 changes nothing.
    pub fn tell_apart(&mut self, class: ClassId, modulus: u64) {
        self.narrow(self.find(class), modulus);
        self.unite_pending();
    }

    fn join(&mut self, pointer: Option<Pointer>, value: ValueId) {
        let Some(new) = pointer else { return };
        let new = self.located(new);
        let value = self.find_value(value);
        let joined = match self.value(value) {
            None => new,
            Some(old) if old.class == new.class => {
                Pointer { class: old.class, offset: old.offset.join(new.offset) }
            }
            Some(_) => return self.to_join.push((new, value)),
        };
        if self.value(value) != Some(joined) {
            self.values[value.index()] = Some(joined);
            self.changed = true;
        }
    }

    /// Unites the classes of two pointers, such that they point to one position if they may.
    fn unite_at(&mut self, a: Pointer, b: Pointer) {
        let (a, b) = (self.located(a), self.located(b));
        let keeps_starts =
            [a, b].iter().any(|pointer| self.classes[pointer.class.index()].keeps_starts);
        let apart = match (a.offset.as_exact(), b.offset.as_exact()) {
            (Some(a), Some(b)) if !keeps_starts => a.wrapping_sub(b),
            _ => 0,
        };
        self.link(a.class, b.class, apart);
    }

    /// Unites two classes that are not united with others; `at` is the position in the first one of
    /// position 0 of the second one.
    fn link(&mut self, a: ClassId, b: ClassId, at: i64) {
        if a == b {
            return;
        }
        self.changed = true;
        let (root, child, at) =
            if self.classes[a.index()].sites.len() >= self.classes[b.index()].sites.len() {
                (a, b, at)
            } else {
                (b, a, at.wrapping_neg())
            };
        self.class_parent[child.index()] = (root, at);
        let absorbed = std::mem::take(&mut self.classes[child.index()]);
        self.classes[root.index()].sites.extend(absorbed.sites);
        self.classes[root.index()].keeps_starts |= absorbed.keeps_starts;
        self.narrow(root, absorbed.stride);
        for (start, (end, value)) in absorbed.fields {
            let size = (end != ENDLESS).then(|| end - start);
            let field = self.field(root, Congruence::exactly(start.wrapping_add(at)), size);
            self.merge_values(field, value);
        }
    }

    fn unite_pending(&mut self) {
        while let Some((pointer, value)) = self.to_join.pop() {
            if let Some(old) = self.value(value) {
                self.unite_at(old, pointer);
            }
            self.join(Some(pointer), value);
        }
    }

    fn merge_values(&mut self, a: ValueId, b: ValueId) {
        let (a, b) = (self.find_value(a), self.find_value(b));
        if a != b {
            self.changed = true;
            self.value_parent[b.index()] = a;
            let pointer = self.values[b.index()].take();
            self.join(pointer, a);
        }
    }

    /// Reduces the stride of a class to a divisor.
    fn narrow(&mut self, class: ClassId, modulus: u64) {
        let stride = gcd(self.classes[class.index()].stride, modulus);
        if stride == self.classes[class.index()].stride {
            return;
        }
        self.changed = true;
        let old = &mut self.classes[class.index()];
        old.stride = stride;
        for (start, (end, value)) in std::mem::take(&mut old.fields) {
            let size = (end != ENDLESS).then(|| end - start);
            let field = self.field(class, Congruence::exactly(start), size);
            self.merge_values(field, value);
        }
    }

    /// The value of the field for a range. The field absorbs all fields that the range overlaps.
    fn field(&mut self, class: ClassId, offset: Congruence, size: Option<i64>) -> ValueId {
        self.narrow(class, if size.is_none() { 1 } else { offset.modulus() });
        let stride = self.classes[class.index()].stride;
        let (mut start, mut end) = match size {
            None => (0, ENDLESS),
            Some(size) if stride == 0 => {
                (offset.residue(), offset.residue().saturating_add(size.max(1)))
            }
            Some(size) => {
                let start = offset.residue().rem_euclid(stride as i64);
                let end = start.saturating_add(size.max(1));
                // A range that crosses the stride makes all bytes one field.
                if end > stride as i64 { (0, ENDLESS) } else { (start, end) }
            }
        };
        let fields = &mut self.classes[class.index()].fields;
        let overlapping: Vec<i64> = fields
            .range(..end)
            .rev()
            .take_while(|(_, (field_end, _))| *field_end > start)
            .map(|(&key, _)| key)
            .collect();
        if let [one] = overlapping[..] {
            let (field_end, value) = fields[&one];
            if one <= start && end <= field_end {
                return value;
            }
        }
        let mut swallowed = Vec::new();
        for key in overlapping {
            let (field_end, value) = fields.remove(&key).expect("just found");
            start = start.min(key);
            end = end.max(field_end);
            swallowed.push(value);
        }
        let value = swallowed.pop().unwrap_or_else(|| self.add_value());
        self.classes[class.index()].fields.insert(start, (end, value));
        self.changed = true;
        for other in swallowed {
            self.merge_values(value, other);
        }
        value
    }
}
