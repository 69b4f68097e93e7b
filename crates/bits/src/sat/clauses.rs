//! Clauses in one vector, and who watches them.

use super::netlist::Netlist;
use hardware::circuit::Lit;

/// A watched clause, and a literal of it that often is true.
#[derive(Clone, Copy)]
pub struct Watch {
    pub clause: u32,
    pub blocker: Lit,
}

/// The clauses of a solver. A clause is the number of its literals with flags, its activity, and
/// its literals, of which the first two are watched.
#[derive(Clone)]
pub struct Clauses {
    words: Vec<u32>,
    /// The clauses of gates come first, up to here.
    gates_end: usize,
    /// By code of literal: the clauses that watch its negation.
    pub watches: Vec<Vec<Watch>>,
    lemmas: Vec<u32>,
    learnt: Vec<u32>,
    /// Clauses that go at the end of the query.
    temporary: Vec<u32>,
    increment: f32,
    max_learnt: usize,
    /// Words of clauses that are gone.
    wasted: usize,
}

const HEADER: usize = 2;
const GONE: u32 = 1;
const FLAGS: u32 = 1;
const MIN_LEARNT: usize = 2000;

impl Clauses {
    /// The clauses of gates.
    pub fn new(nodes: usize, netlist: &Netlist) -> Clauses {
        let mut clauses = Clauses {
            words: Vec::new(),
            gates_end: 0,
            watches: vec![Vec::new(); 2 * nodes],
            lemmas: Vec::new(),
            learnt: Vec::new(),
            temporary: Vec::new(),
            increment: 1.0,
            max_learnt: MIN_LEARNT,
            wasted: 0,
        };
        let mut start = 0;
        for &end in &netlist.long_ends {
            clauses.add(&netlist.long[start..end as usize]);
            start = end as usize;
        }
        clauses.gates_end = clauses.words.len();
        clauses
    }

    /// Watches the clauses of gates again.
    fn watch_gates(&mut self) {
        let mut clause = 0;
        while clause < self.gates_end {
            self.watch(clause as u32);
            clause += HEADER + self.len(clause as u32);
        }
    }

    #[inline]
    pub fn len(&self, clause: u32) -> usize {
        (self.words[clause as usize] >> FLAGS) as usize
    }

    #[inline]
    pub fn is_gone(&self, clause: u32) -> bool {
        self.words[clause as usize] & GONE != 0
    }

    #[inline]
    pub fn literal(&self, clause: u32, i: usize) -> Lit {
        Lit::from_code(self.words[clause as usize + HEADER + i])
    }

    #[inline]
    pub fn swap(&mut self, clause: u32, i: usize, j: usize) {
        let start = clause as usize + HEADER;
        self.words.swap(start + i, start + j);
    }

    fn add(&mut self, literals: &[Lit]) -> u32 {
        let clause = self.words.len() as u32;
        self.words.push((literals.len() as u32) << FLAGS);
        self.words.push(0);
        self.words.extend(literals.iter().map(|literal| literal.code() as u32));
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let (first, second) = (self.literal(clause, 0), self.literal(clause, 1));
        self.watches[(!first).code()].push(Watch { clause, blocker: second });
        self.watches[(!second).code()].push(Watch { clause, blocker: first });
    }

    pub fn add_lemma(&mut self, literals: &[Lit]) {
        let clause = self.add(literals);
        self.lemmas.push(clause);
    }

    pub fn add_temporary(&mut self, literals: &[Lit]) -> u32 {
        let clause = self.add(literals);
        self.temporary.push(clause);
        clause
    }

    pub fn add_learnt(&mut self, literals: &[Lit]) -> u32 {
        let clause = self.add(literals);
        self.learnt.push(clause);
        self.bump(clause);
        clause
    }

    pub fn bump(&mut self, clause: u32) {
        let place = clause as usize + 1;
        let activity = f32::from_bits(self.words[place]) + self.increment;
        self.words[place] = activity.to_bits();
        if activity > 1e20 {
            for &learnt in &self.learnt {
                let place = learnt as usize + 1;
                self.words[place] = (f32::from_bits(self.words[place]) * 1e-20).to_bits();
            }
            self.increment *= 1e-20;
        }
    }

    pub fn decay(&mut self) {
        self.increment *= 1.0 / 0.999;
    }

    fn remove(&mut self, clause: u32) {
        self.wasted += HEADER + self.len(clause);
        self.words[clause as usize] |= GONE;
    }

    /// Removes what was for one query.
    pub fn drop_temporary(&mut self) {
        while let Some(clause) = self.temporary.pop() {
            self.remove(clause);
        }
    }

    /// How many lemmas there are.
    pub fn lemmas(&self) -> usize {
        self.lemmas.len()
    }

    /// Between queries: removes half of the learnt clauses if there are many, and reclaims space.
    pub fn tidy(&mut self) {
        if self.learnt.len() > self.max_learnt {
            self.max_learnt += self.max_learnt / 10;
            let mut learnt = std::mem::take(&mut self.learnt);
            let activity = |clause: &u32| f32::from_bits(self.words[*clause as usize + 1]);
            learnt.sort_by(|a, b| activity(b).total_cmp(&activity(a)));
            let kept = learnt.len() / 2;
            let dropped = learnt.split_off(kept);
            for clause in dropped {
                match self.len(clause) {
                    2 => learnt.push(clause),
                    _ => self.remove(clause),
                }
            }
            self.learnt = learnt;
        }
        if self.wasted > 20_000 && self.wasted * 2 > self.words.len() {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let old = std::mem::take(&mut self.words);
        self.words.extend_from_slice(&old[..self.gates_end]);
        self.watches.iter_mut().for_each(Vec::clear);
        self.wasted = 0;
        self.watch_gates();
        for list in [std::mem::take(&mut self.lemmas), std::mem::take(&mut self.learnt)]
            .into_iter()
            .enumerate()
        {
            let (kind, clauses) = list;
            let mut moved = Vec::with_capacity(clauses.len());
            for clause in clauses {
                let at = clause as usize;
                let length = (old[at] >> FLAGS) as usize;
                let new = self.words.len() as u32;
                self.words.extend_from_slice(&old[at..at + HEADER + length]);
                self.watch(new);
                moved.push(new);
            }
            match kind {
                0 => self.lemmas = moved,
                _ => self.learnt = moved,
            }
        }
    }
}
