//! Objects that may have the same place at different times.
//!
//! The memory of a dead object may be reused. A comparison can notice this only if the end of one
//! object, the start of the other and the comparison happen in this order.

use crate::points_to::{AllocationSite, ClassId, PointsTo};
use crate::program::blocks_in_cycles;
use program::{BlockId, Body, FunctionId, Program, StatementKind, Storage};
use rustc_hash::FxHashMap;

/// A position in a function: a block and a statement.
type Position = (BlockId, usize);

/// Starts and ends of lives in a function.
pub struct Recycling<'a> {
    body: &'a Body,
    in_cycle: Vec<bool>,
    /// Whether other functions may end and start lives at any time, so that positions say nothing.
    anywhere: bool,
    ends: Vec<(ClassId, Storage, Position)>,
    begins: Vec<(ClassId, Storage, Position)>,
    reached: FxHashMap<BlockId, Vec<bool>>,
    /// Where an object of the second class may have started after one of the first ended.
    renewed: FxHashMap<(ClassId, ClassId), Vec<Position>>,
}

impl<'a> Recycling<'a> {
    /// Examines the statements of a function.
    pub fn of(program: &'a Program, points_to: &mut PointsTo<'_>, id: FunctionId) -> Recycling<'a> {
        let body = program.function(id).body.as_ref().expect("functions that run have bodies");
        let mut found = Recycling {
            body,
            in_cycle: blocks_in_cycles(body),
            anywhere: points_to.running().len() > 1,
            ends: Vec::new(),
            begins: Vec::new(),
            reached: FxHashMap::default(),
            renewed: FxHashMap::default(),
        };
        let functions = if found.anywhere { points_to.running() } else { vec![id] };
        for function in functions {
            found.add(program, points_to, function);
        }
        found
    }

    /// Adds the starts and ends of a function.
    fn add(&mut self, program: &Program, points_to: &mut PointsTo<'_>, function: FunctionId) {
        let body = program.function(function).body.as_ref();
        let body = body.expect("functions that run have bodies");
        for block in body.block_ids() {
            for (statement, found) in body.block(block).statements.iter().enumerate() {
                let at = (block, statement);
                let ended = match &found.kind {
                    // Stack allocations are freed by the same statement.
                    StatementKind::Free(address) => {
                        let class = points_to.value(*address).map(|pointer| pointer.class);
                        self.ends.extend(class.map(|class| (class, Storage::Stack, at)));
                        class.map(|class| (class, Storage::Heap, at))
                    }
                    // A reallocation: the new object may take the place of the old one.
                    StatementKind::ObjectSize { address, .. } => {
                        let class = points_to.value(*address).map(|pointer| pointer.class);
                        class.map(|class| (class, Storage::Heap, at))
                    }
                    StatementKind::End(object) => {
                        points_to.class_of(*object).map(|class| (class, Storage::Stack, at))
                    }
                    _ => None,
                };
                self.ends.extend(ended);
                let begun = match &found.kind {
                    StatementKind::Begin(object) => {
                        points_to.class_of(*object).map(|class| (class, Storage::Stack, at))
                    }
                    StatementKind::Allocate { storage, .. } => {
                        let site = AllocationSite { function, block, statement };
                        let class = points_to.class_of_allocation(site);
                        class.map(|class| (class, *storage, at))
                    }
                    _ => None,
                };
                self.begins.extend(begun);
            }
        }
    }

    /// Whether a comparison may observe that an object of one class is at the former place of one
    /// of the other class.
    pub fn may_coincide(&mut self, a: ClassId, b: ClassId, at: Position) -> bool {
        self.follows(a, b, at) || (a != b && self.follows(b, a, at))
    }

    fn follows(&mut self, ended: ClassId, begun: ClassId, at: Position) -> bool {
        if !self.ends.iter().any(|&(class, ..)| class == ended)
            || !self.begins.iter().any(|&(class, ..)| class == begun)
        {
            return false;
        }
        if !self.renewed.contains_key(&(ended, begun)) {
            let of = |list: &[(ClassId, Storage, Position)], wanted: ClassId| {
                let list = list.iter().filter(|&&(class, ..)| class == wanted);
                list.map(|&(_, storage, at)| (storage, at)).collect::<Vec<_>>()
            };
            let (ends, begins) = (of(&self.ends, ended), of(&self.begins, begun));
            let mut renewed = Vec::new();
            for (storage, begin) in begins {
                let after_end =
                    ends.iter().any(|&(of, end)| of == storage && self.leads(end, begin));
                renewed.extend(after_end.then_some(begin));
            }
            self.renewed.insert((ended, begun), renewed);
        }
        let renewed = self.renewed[&(ended, begun)].clone();
        renewed.into_iter().any(|begin| self.leads(begin, at))
    }

    /// Whether control can flow from one position to another.
    fn leads(&mut self, from: Position, to: Position) -> bool {
        if self.anywhere {
            return true;
        }
        if from.0 == to.0 && (from.1 < to.1 || self.in_cycle[from.0.index()]) {
            return true;
        }
        let body = self.body;
        let reached = self.reached.entry(from.0).or_insert_with(|| {
            let mut reached = vec![false; body.blocks.len()];
            let mut open: Vec<BlockId> = body.block(from.0).terminator.successors().collect();
            while let Some(block) = open.pop() {
                if !std::mem::replace(&mut reached[block.index()], true) {
                    open.extend(body.block(block).terminator.successors());
                }
            }
            reached
        });
        from.0 != to.0 && reached[to.0.index()]
    }
}
