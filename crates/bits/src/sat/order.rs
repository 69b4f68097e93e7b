//! Which node is decided next: roughly the most active one, in constant time.
//!
//! All nodes are in a binary heap by activity that only changes when an activity does. The level of
//! a node in that heap says how active it is compared with the others, and open nodes wait in one
//! bucket for each level (after Su et al., "Deeply optimizing the SAT solver for the IC3
//! algorithm", CAV 2025). Queries are so small that keeping the open nodes themselves in a heap
//! would cost about as much as propagation.

/// Open nodes of the domain by activity.
#[derive(Clone)]
pub struct Order {
    /// All nodes; none is more active than its parent.
    heap: Vec<u32>,
    /// Where each node is in the heap.
    places: Vec<u32>,
    activities: Vec<f64>,
    increment: f64,
    /// Open nodes by the level that they had when they were inserted.
    buckets: Vec<Vec<u32>>,
    /// Buckets before this one are empty.
    first: usize,
    is_waiting: Vec<bool>,
    /// Whether nodes may be inserted: only those of the domain.
    members: Vec<bool>,
    /// Gates follow from their inputs, so they are inserted only if they were part of a conflict.
    is_gate: Vec<bool>,
}

const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;

/// The level of a place in a binary heap.
#[inline]
fn level(place: u32) -> usize {
    (place + 1).ilog2() as usize
}

impl Order {
    /// All nodes are equally active.
    pub fn new(is_gate: Vec<bool>) -> Order {
        let nodes = is_gate.len();
        // Gates that were never active do not wait, so others come first.
        let mut heap: Vec<u32> = (0..nodes as u32).collect();
        heap.sort_by_key(|&node| is_gate[node as usize]);
        let mut places = vec![0; nodes];
        for (place, &node) in heap.iter().enumerate() {
            places[node as usize] = place as u32;
        }
        Order {
            buckets: vec![Vec::new(); level(nodes as u32) + 1],
            heap,
            places,
            activities: vec![0.0; nodes],
            increment: 1.0,
            first: 0,
            is_waiting: vec![false; nodes],
            members: vec![false; nodes],
            is_gate,
        }
    }

    /// Lets a node be inserted from now on, or not.
    pub fn set_member(&mut self, node: u32, is_member: bool) {
        self.members[node as usize] = is_member;
    }

    /// Adds an open node.
    #[inline]
    pub fn insert(&mut self, node: u32) {
        let index = node as usize;
        if self.members[index]
            && !self.is_waiting[index]
            && (!self.is_gate[index] || self.activities[index] > 0.0)
        {
            self.is_waiting[index] = true;
            let bucket = level(self.places[index]);
            self.buckets[bucket].push(node);
            self.first = self.first.min(bucket);
        }
    }

    /// Takes one of the most active nodes.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(node) = bucket.pop() {
                self.is_waiting[node as usize] = false;
                return Some(node);
            }
            self.first += 1;
        }
        None
    }

    /// Makes a node more active.
    pub fn bump(&mut self, node: u32) {
        let activity = &mut self.activities[node as usize];
        *activity += self.increment;
        if *activity > RESCALE {
            for activity in &mut self.activities {
                *activity /= RESCALE;
            }
            self.increment /= RESCALE;
        }
        self.rise(node);
    }

    /// Continues with the activities of another order of the same nodes.
    pub fn take_activities(&mut self, other: Order) {
        debug_assert!(self.is_waiting.iter().all(|waits| !waits));
        self.activities = other.activities;
        self.increment = other.increment;
        self.heap = other.heap;
        self.places = other.places;
    }

    /// Later activity counts for more.
    pub fn decay(&mut self) {
        self.increment *= DECAY;
    }

    /// Moves a node up in the heap, past less active ones.
    fn rise(&mut self, node: u32) {
        let activity = self.activities[node as usize];
        let mut place = self.places[node as usize] as usize;
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if activity <= self.activities[above as usize] {
                break;
            }
            self.put(place, above);
            place = parent;
        }
        self.put(place, node);
    }

    #[inline]
    fn put(&mut self, place: usize, node: u32) {
        self.heap[place] = node;
        self.places[node as usize] = place as u32;
    }
}
