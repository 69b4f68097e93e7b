//! Where the pointers of a function lead: which registers always point into one object.

use crate::relevance::strongly_connected_parts;
use crate::{Block, Function, Layout, Statement, StatementKind, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Symbol, Term, TermStore, free_vars, post_order};

/// A piece of memory that belongs to one activation of a function.
pub(super) struct Piece {
    /// A local object, or the register that takes the address of allocated memory.
    pub root: Symbol,
    /// How messages call it: the name of a variable, or words.
    pub name: String,
    /// Its structure.
    pub layout: Layout,
}

/// Pieces of memory, and what points into them.
pub(super) struct Places {
    pub pieces: Vec<Piece>,
    /// For each address of a piece, and each register that never holds anything other than a pointer
    /// into one piece: the number of the piece.
    leads_to: FxHashMap<Symbol, usize>,
}

/// A place inside of a piece of memory: the offset from a pointer to it is a sum.
pub(super) struct Place {
    pub piece: usize,
    /// The address of the piece, or a register.
    pub from: Symbol,
    pub summands: Vec<Term>,
}

impl Places {
    /// Local variables in memory, and memory of constant size that is allocated at most once in an
    /// activation, so that one register says all about it.
    pub fn of(terms: &TermStore, function: &Function) -> Places {
        let blocks = function.body.as_ref().map_or(&[][..], |body| &body.blocks);
        let mut pieces: Vec<Piece> = Vec::new();
        for object in &function.objects {
            // Objects without a name, or with words as one, are not variables of the program.
            if !object.name.is_empty() && !object.name.contains(' ') {
                let (root, name) = (object.address, object.name.clone());
                pieces.push(Piece { root, name, layout: object.layout.clone() });
            }
        }
        let cyclic = function.body.as_ref().map(strongly_connected_parts).unwrap_or_default();
        let once = blocks.iter().zip(&cyclic).filter(|(_, part)| part.is_none());
        for statement in once.flat_map(|(block, _)| &block.statements) {
            pieces.extend(allocated(terms, statement));
        }
        let mut assigned: FxHashMap<Symbol, usize> = FxHashMap::default();
        for target in statements(blocks).filter_map(|s| changed(&s.kind)) {
            *assigned.entry(target).or_default() += 1;
        }
        pieces.retain(|piece| assigned.get(&piece.root).is_none_or(|&count| count == 1));
        let leads_to = pieces.iter().enumerate().map(|(at, piece)| (piece.root, at)).collect();
        let mut places = Places { pieces, leads_to };
        if !places.pieces.is_empty() {
            places.follow(terms, function, blocks);
        }
        places
    }

    /// Finds the registers that always point into the same piece: first all that may, then those are
    /// left out again that are also assigned something else.
    fn follow(&mut self, terms: &TermStore, function: &Function, blocks: &[Block]) {
        let roots = self.leads_to.clone();
        let mut changed_before = true;
        while changed_before {
            changed_before = false;
            for statement in statements(blocks) {
                if let Some((target, value)) = pointer(&statement.kind)
                    && !self.leads_to.contains_key(&target)
                    && let Some(place) = self.place(terms, value)
                {
                    self.leads_to.insert(target, place.piece);
                    changed_before = true;
                }
            }
        }
        let mut others: FxHashSet<Symbol> = function.parameters.iter().copied().collect();
        changed_before = true;
        while changed_before {
            for other in others.drain() {
                if !roots.contains_key(&other) {
                    self.leads_to.remove(&other);
                }
            }
            for statement in statements(blocks) {
                let Some(target) = changed(&statement.kind) else { continue };
                let Some(&piece) = self.leads_to.get(&target) else { continue };
                let value = pointer(&statement.kind).map(|(_, value)| value);
                let place = value.and_then(|value| self.place(terms, value));
                if !roots.contains_key(&target) && place.is_none_or(|place| place.piece != piece) {
                    others.insert(target);
                }
            }
            changed_before = !others.is_empty();
        }
    }

    /// The place that an address stands for.
    pub fn place(&self, terms: &TermStore, address: Term) -> Option<Place> {
        let (mut open, mut summands, mut from) = (vec![address], Vec::new(), None);
        while let Some(term) = open.pop() {
            let root = terms.as_var(term).filter(|symbol| self.leads_to.contains_key(symbol));
            match (root, terms.op(term)) {
                (Some(symbol), _) if from.is_none() => from = Some(symbol),
                (Some(_), _) => return None,
                (None, Op::BvAdd) => open.extend(terms.args(term)),
                (None, _) => summands.push(term),
            }
        }
        let from = from?;
        let piece = self.leads_to[&from];
        self.mentioned(terms, &summands).is_empty().then_some(Place { piece, from, summands })
    }

    /// The pieces that terms have pointers into.
    pub fn mentioned(&self, terms: &TermStore, of: &[Term]) -> Vec<usize> {
        let symbols = free_vars(terms, of).into_iter();
        let mut pieces: Vec<usize> =
            symbols.filter_map(|symbol| self.leads_to.get(&symbol).copied()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// The number of the piece that a symbol is the address of.
    pub fn root(&self, symbol: Symbol) -> Option<usize> {
        self.leads_to.get(&symbol).copied().filter(|&piece| self.pieces[piece].root == symbol)
    }

    /// The number of the piece that a register always points into.
    pub fn leads_to(&self, register: Symbol) -> Option<usize> {
        self.leads_to.get(&register).copied()
    }
}

/// The register that a statement gives another value.
fn changed(kind: &StatementKind) -> Option<Symbol> {
    kind.target().filter(|_| !matches!(kind, StatementKind::Forget(_)))
}

fn statements(blocks: &[Block]) -> impl Iterator<Item = &Statement> {
    blocks.iter().flat_map(|block| &block.statements)
}

/// A register that may take a pointer, and the pointer that it comes from.
pub(super) fn pointer(kind: &StatementKind) -> Option<(Symbol, Term)> {
    match *kind {
        StatementKind::Assign { target, value } => Some((target, value)),
        StatementKind::Offset { target, base, .. } => Some((target, base)),
        _ => None,
    }
}

/// Memory of the heap without a first content.
fn allocated(terms: &TermStore, statement: &Statement) -> Option<Piece> {
    let StatementKind::Allocate { target, size, storage: Storage::Heap, zeroed: false } =
        statement.kind
    else {
        return None;
    };
    let size = terms.as_bitvec(size)?.to_u64()?;
    let name = format!("memory that line {} allocates", statement.span?.line);
    Some(Piece { root: target, name, layout: Layout::Bytes(size) })
}

/// The largest power of two that divides all values of a term, up to the limit.
pub(super) fn alignment(terms: &TermStore, root: Term, limit: u64) -> u64 {
    let mut known: FxHashMap<Term, u64> = FxHashMap::default();
    for term in post_order(terms, &[root], |_| false) {
        let args = terms.args(term);
        let of = |arg: usize| known.get(&args[arg]).copied().unwrap_or(1);
        let constant = |arg: usize| terms.as_bitvec(args[arg]).and_then(term::BitVec::to_u64);
        let found = match terms.op(term) {
            _ if terms.as_bitvec(term).is_some() => {
                let value = terms.as_bitvec(term).and_then(term::BitVec::to_u64);
                value.map_or(1, |value| 1 << value.trailing_zeros().min(63))
            }
            Op::BvShl => of(0) << constant(1).unwrap_or(0).min(16),
            Op::BvMul => of(0).min(limit) * of(1).min(limit),
            Op::BvAdd | Op::BvSub => of(0).min(of(1)),
            Op::Ite => of(1).min(of(2)),
            Op::BvNeg | Op::BvSignExtend(_) | Op::BvZeroExtend(_) => of(0),
            Op::BvConcat if constant(1) == Some(0) => 1 << terms.width(args[1]).min(63),
            _ => 1,
        };
        known.insert(term, found.min(limit).max(1));
    }
    known.get(&root).copied().unwrap_or(1)
}
