//! Nodes by activity: a binary heap.

/// Open nodes of the domain, the most active first.
#[derive(Clone)]
pub struct Heap {
    nodes: Vec<u32>,
    /// Where each node is, or `ABSENT`.
    places: Vec<u32>,
    activities: Vec<f64>,
    increment: f64,
    /// Whether nodes may be inserted: only those of the domain.
    members: Vec<bool>,
    /// Gates follow from their inputs, so they are inserted only if they were part of a conflict.
    is_gate: Vec<bool>,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;

impl Heap {
    pub fn new(is_gate: Vec<bool>) -> Heap {
        let nodes = is_gate.len();
        Heap {
            nodes: Vec::new(),
            places: vec![ABSENT; nodes],
            activities: vec![0.0; nodes],
            increment: 1.0,
            members: vec![false; nodes],
            is_gate,
        }
    }

    /// Lets a node be inserted from now on, or not.
    pub fn set_member(&mut self, node: u32, is_member: bool) {
        self.members[node as usize] = is_member;
    }

    #[inline]
    pub fn insert(&mut self, node: u32) {
        let place = node as usize;
        if self.members[place]
            && self.places[place] == ABSENT
            && (!self.is_gate[place] || self.activities[place] > 0.0)
        {
            self.places[node as usize] = self.nodes.len() as u32;
            self.nodes.push(node);
            self.rise(self.nodes.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<u32> {
        let top = *self.nodes.first()?;
        let last = self.nodes.pop()?;
        self.places[top as usize] = ABSENT;
        if last != top {
            self.nodes[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    pub fn bump(&mut self, node: u32) {
        let activity = &mut self.activities[node as usize];
        *activity += self.increment;
        if *activity > RESCALE {
            for activity in &mut self.activities {
                *activity /= RESCALE;
            }
            self.increment /= RESCALE;
        }
        let place = self.places[node as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    pub fn take_activities(&mut self, other: Heap) {
        debug_assert!(self.nodes.is_empty());
        self.activities = other.activities;
        self.increment = other.increment;
    }

    pub fn decay(&mut self) {
        self.increment *= DECAY;
    }

    #[inline]
    fn activity(&self, place: usize) -> f64 {
        self.activities[self.nodes[place] as usize]
    }

    /// Moves the node of a place up, past less active ones.
    fn rise(&mut self, mut place: usize) {
        let node = self.nodes[place];
        let activity = self.activities[node as usize];
        while place > 0 {
            let parent = (place - 1) / 2;
            if activity <= self.activity(parent) {
                break;
            }
            self.put(place, self.nodes[parent]);
            place = parent;
        }
        self.put(place, node);
    }

    /// Moves the node of a place down, past more active ones.
    fn sink(&mut self, mut place: usize) {
        let node = self.nodes[place];
        let activity = self.activities[node as usize];
        loop {
            let left = 2 * place + 1;
            if left >= self.nodes.len() {
                break;
            }
            let right = left + 1;
            let is_right = right < self.nodes.len() && self.activity(right) > self.activity(left);
            let child = if is_right { right } else { left };
            if self.activity(child) <= activity {
                break;
            }
            self.put(place, self.nodes[child]);
            place = child;
        }
        self.put(place, node);
    }

    #[inline]
    fn put(&mut self, place: usize, node: u32) {
        self.nodes[place] = node;
        self.places[node as usize] = place as u32;
    }
}
