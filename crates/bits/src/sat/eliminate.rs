//! Elimination of inner gates from the clauses of a circuit.
//!
//! This is bounded variable elimination (Eén and Biere, "Effective preprocessing in SAT through variable
//! and clause elimination", 2005) of gates only, by their definitions: the clauses of a gate are
//! resolved with those of the gates that use it, and belong to these afterwards. So each gate that is
//! left still has a definition, by fewer and larger steps, and cones of queries remain what they
//! are.

use super::netlist::{Definitions, clauses_of_and};
use hardware::circuit::{Circuit, Lit, Node};

type Clause = Vec<Lit>;

/// Gates with more users stay.
const MAX_USERS: usize = 8;
/// Gates whose elimination makes a longer clause stay.
const MAX_LENGTH: usize = 8;
/// Each round sees what the one before made possible.
const ROUNDS: usize = 3;

/// The definitions of a circuit without most gates. Bad literals, constraint and next values keep
/// theirs.
pub(super) fn eliminated(circuit: &Circuit) -> Definitions {
    let mut elimination = Elimination::of(circuit);
    for _ in 0..ROUNDS {
        let mut count = 0;
        for gate in 0..circuit.nodes.len() as u32 {
            count += usize::from(elimination.eliminate(gate));
        }
        if count == 0 {
            break;
        }
    }
    let mut definitions = Definitions::default();
    for (gate, clauses) in elimination.clauses.iter().enumerate() {
        clauses.iter().for_each(|clause| definitions.add(gate as u32, clause));
    }
    definitions
}

struct Elimination {
    /// By gate; sorted literals.
    clauses: Vec<Vec<Clause>>,
    /// The gates whose clauses mention a node; may have more.
    users: Vec<Vec<u32>>,
    stays: Vec<bool>,
}

impl Elimination {
    fn of(circuit: &Circuit) -> Elimination {
        let nodes = circuit.nodes.len();
        let mut elimination = Elimination {
            clauses: vec![Vec::new(); nodes],
            users: vec![Vec::new(); nodes],
            stays: vec![false; nodes],
        };
        for (gate, node) in circuit.nodes.iter().enumerate() {
            let Node::And(a, b) = *node else {
                elimination.stays[gate] = true;
                continue;
            };
            let (short, long) = clauses_of_and(gate as u32, a, b);
            let clauses = short.iter().map(|clause| clause.to_vec()).chain([long.to_vec()]);
            elimination.clauses[gate] = clauses.map(sorted).collect();
            for input in [a, b] {
                elimination.users[input.node()].push(gate as u32);
            }
        }
        let next = circuit.latches.iter().map(|latch| latch.next);
        for root in circuit.bad.iter().copied().chain([circuit.constraint]).chain(next) {
            elimination.stays[root.node()] = true;
        }
        elimination
    }

    /// Eliminates a gate if that makes no more clauses; tells whether it did.
    fn eliminate(&mut self, gate: u32) -> bool {
        let node = gate as usize;
        if self.stays[node] {
            return false;
        }
        let mut users = std::mem::take(&mut self.users[node]);
        users.sort_unstable();
        users.dedup();
        users.retain(|&user| mentions(&self.clauses[user as usize], node));
        let replaced = match users.len() {
            0 => None,
            1..=MAX_USERS => self.without(gate, &users),
            _ => None,
        };
        let Some(replaced) = replaced else {
            self.users[node] = users;
            return false;
        };
        for (&user, clauses) in users.iter().zip(replaced) {
            for literal in clauses.iter().flatten() {
                let users = &mut self.users[literal.node()];
                if literal.node() != user as usize && users.last() != Some(&user) {
                    users.push(user);
                }
            }
            self.clauses[user as usize] = clauses;
        }
        self.clauses[node] = Vec::new();
        self.stays[node] = true;
        true
    }

    /// The clauses of the users of a gate without it, if they are not more than before with those of
    /// the gate.
    fn without(&self, gate: u32, users: &[u32]) -> Option<Vec<Vec<Clause>>> {
        let definition = &self.clauses[gate as usize];
        let before: usize = users.iter().map(|&user| self.clauses[user as usize].len()).sum();
        let mut rest = before + definition.len();
        let mut replaced = Vec::with_capacity(users.len());
        for &user in users {
            let clauses = resolve(&self.clauses[user as usize], definition, gate)?;
            rest = rest.checked_sub(clauses.len())?;
            replaced.push(clauses);
        }
        Some(replaced)
    }
}

fn sorted(mut clause: Clause) -> Clause {
    clause.sort_unstable();
    clause
}

fn mentions(clauses: &[Clause], node: usize) -> bool {
    clauses.iter().flatten().any(|literal| literal.node() == node)
}

/// Clauses with a gate replaced by its definition, without those that others imply. Nothing if one
/// becomes long.
fn resolve(clauses: &[Clause], definition: &[Clause], gate: u32) -> Option<Vec<Clause>> {
    let mut result: Vec<Clause> = Vec::with_capacity(clauses.len() + 2);
    for clause in clauses {
        let Some(&pivot) = clause.iter().find(|literal| literal.node() == gate as usize) else {
            add(&mut result, clause.clone());
            continue;
        };
        for other in definition.iter().filter(|other| other.contains(&!pivot)) {
            let both = clause.iter().chain(other);
            let mut resolvent: Clause =
                both.copied().filter(|literal| literal.node() != gate as usize).collect();
            resolvent.sort_unstable();
            resolvent.dedup();
            if resolvent.windows(2).any(|pair| pair[0].node() == pair[1].node()) {
                continue;
            }
            if resolvent.len() > MAX_LENGTH {
                return None;
            }
            add(&mut result, resolvent);
        }
    }
    Some(result)
}

/// Adds a clause unless it is implied, and drops those that it implies.
fn add(clauses: &mut Vec<Clause>, clause: Clause) {
    let implies = |a: &Clause, b: &Clause| a.iter().all(|literal| b.contains(literal));
    if clauses.iter().any(|other| implies(other, &clause)) {
        return;
    }
    clauses.retain(|other| !implies(&clause, other));
    clauses.push(clause);
}
