//! Large-block encoding (Beyer et al., "Software Model Checking via Large-Block Encoding").
//! Consecutive edges become one edge with a sequence, edges between the same two locations one edge
//! with a choice, and the locations in between disappear. Cut points, the initial location and
//! errors stay.
//!
//! The way back: an edge remembers how it was made, so a run over it is split into runs over the
//! original edges. Invariants stay, because all cycles pass through remaining locations. If the
//! search for cut points finds different ones than before, the bound of an unwinding is adapted.

use super::bounds::{carry_bound, marked};
use super::commands::take_choices;
use super::pass::{Back, Claim, Pass, Reduction};
use super::recipe::{Recipe, Splitter};
use evidence::TraceStep;
use model::{Cfa, Location};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Assignment, TermStore};

/// The pass.
pub(super) struct Blocks {
    /// The maximal number of operations of an edge.
    pub(super) limit: usize,
}

/// How many operations an elimination may duplicate. Each elimination removes a location, so the
/// total growth is at most this times the number of locations.
const DOUBLED: usize = 8;

impl Pass for Blocks {
    fn run(&self, _: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut joining = Joining::of(input, self.limit);
        joining.run();
        if joining.is_unchanged {
            return None;
        }
        let (output, back) = joining.finish(input);
        Some((Arc::new(output), Box::new(back)))
    }
}

/// An edge under construction.
struct Block {
    source: Location,
    target: Location,
    recipe: Recipe,
}

/// The automaton during elimination. Replaced blocks are `None`.
struct Joining<'a> {
    cfa: &'a Cfa,
    limit: usize,
    blocks: Vec<Option<Block>>,
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
    /// The last block from a location to another.
    between: FxHashMap<(Location, Location), usize>,
    must_stay: Vec<bool>,
    gone: Vec<bool>,
    is_unchanged: bool,
}

impl<'a> Joining<'a> {
    fn of(cfa: &'a Cfa, limit: usize) -> Joining<'a> {
        let locations = cfa.locations().len();
        let cut_points = cfa.cut_points();
        let mut must_stay: Vec<bool> = cfa.locations().map(|l| cut_points.contains(l)).collect();
        let errors = cfa.errors().iter().map(|e| e.location);
        for location in errors.chain([cfa.initial()]).chain(cfa.exit()) {
            must_stay[location.index()] = true;
        }
        let mut joining = Joining {
            cfa,
            limit,
            blocks: Vec::new(),
            outgoing: vec![Vec::new(); locations],
            incoming: vec![Vec::new(); locations],
            between: FxHashMap::default(),
            must_stay,
            gone: vec![false; locations],
            is_unchanged: true,
        };
        for id in cfa.edges() {
            let edge = cfa.edge(id);
            let recipe = Recipe::edge(id, &edge.command);
            joining.add(Block { source: edge.source, target: edge.target, recipe });
        }
        joining
    }

    /// Adds a block, joined with one between the same locations if there is one.
    fn add(&mut self, mut block: Block) {
        let key = (block.source, block.target);
        if let Some(&other) = self.between.get(&key)
            && let Some(parallel) = &self.blocks[other]
            && let Some(recipe) = parallel.recipe.or(&block.recipe, self.limit)
        {
            self.is_unchanged = false;
            block.recipe = recipe;
            self.blocks[other] = Some(block);
            return;
        }
        let id = self.blocks.len();
        self.between.insert(key, id);
        self.outgoing[block.source.index()].push(id);
        self.incoming[block.target.index()].push(id);
        self.blocks.push(Some(block));
    }

    /// Eliminates free locations first, so that branches are closed before they are copied.
    fn run(&mut self) {
        let all = || self.cfa.locations();
        let mut free: Vec<Location> = all().rev().collect();
        let mut costly: Vec<Location> = all().rev().collect();
        loop {
            let (location, may_double) = match (free.pop(), costly.last()) {
                (Some(location), _) => (location, 0),
                (None, Some(_)) => (costly.pop().expect("it has one"), DOUBLED),
                (None, None) => return,
            };
            free.extend(self.eliminate(location, may_double));
        }
    }

    /// Eliminates a location if that duplicates at most this many operations. Returns its
    /// neighbours, which may have become cheap to eliminate.
    fn eliminate(&mut self, location: Location, may_double: usize) -> Vec<Location> {
        if self.must_stay[location.index()] || self.gone[location.index()] {
            return Vec::new();
        }
        let blocks = &self.blocks;
        self.incoming[location.index()].retain(|&b| blocks[b].is_some());
        self.outgoing[location.index()].retain(|&b| blocks[b].is_some());
        let (arriving, leaving) =
            (&self.incoming[location.index()], &self.outgoing[location.index()]);
        let (m, n) = (arriving.len(), leaving.len());
        let is_loop = |block| leaving.contains(block);
        if m == 0 || n == 0 || m * n > m + n || arriving.iter().any(is_loop) {
            return Vec::new();
        }
        let recipe = |&id: &usize| &self.blocks[id].as_ref().expect("only those are left").recipe;
        let operations = |ids: &[usize]| ids.iter().map(|id| recipe(id).operations()).sum();
        let (before, after): (usize, usize) = (operations(arriving), operations(leaving));
        if (n - 1) * before + (m - 1) * after > may_double {
            return Vec::new();
        }
        let mut new = Vec::with_capacity(m * n);
        for first in arriving {
            for second in leaving {
                match recipe(first).then(recipe(second), self.limit) {
                    Some(recipe) => new.push((*first, *second, recipe)),
                    None => return Vec::new(),
                }
            }
        }
        self.is_unchanged = false;
        self.gone[location.index()] = true;
        let source = |id: usize| self.blocks[id].as_ref().expect("it was there").source;
        let target = |id: usize| self.blocks[id].as_ref().expect("it was there").target;
        let new: Vec<Block> = new
            .into_iter()
            .map(|(a, b, recipe)| Block { source: source(a), target: target(b), recipe })
            .collect();
        let arriving = std::mem::take(&mut self.incoming[location.index()]);
        let leaving = std::mem::take(&mut self.outgoing[location.index()]);
        for id in arriving.into_iter().chain(leaving) {
            self.blocks[id] = None;
        }
        let mut neighbours = Vec::new();
        for block in new {
            neighbours.extend([block.source, block.target]);
            self.add(block);
        }
        neighbours
    }

    fn finish(self, input: &Arc<Cfa>) -> (Cfa, Joined) {
        let mut output = Cfa::new();
        let mut new = vec![Location::from_index(0); self.gone.len()];
        let mut origins = Vec::new();
        for location in input.locations().filter(|l| !self.gone[l.index()]) {
            let info = input.location(location);
            new[location.index()] = output.add_location(info.name.clone(), info.span);
            origins.push(location);
        }
        let at = |location: Location| new[location.index()];
        output.set_initial(at(input.initial()));
        if let Some(exit) = input.exit() {
            output.set_exit(at(exit));
        }
        for error in input.errors() {
            output.add_error(at(error.location), error.kind.clone());
        }
        let mut blocks: Vec<Block> = self.blocks.into_iter().flatten().collect();
        // In the order of the input, so that a depth-first search finds the same cut points.
        blocks.sort_by_key(|block| (block.source, block.recipe.first_edge()));
        for block in &blocks {
            let span = input.edge(block.recipe.first_edge()).span;
            let command = block.recipe.command(input);
            output.add_edge(at(block.source), at(block.target), command, span);
        }
        let marked = marked(input, &output, |l| [origins[l.index()]]);
        let recipes = blocks.into_iter().map(|block| block.recipe).collect();
        (output, Joined { input: input.clone(), origins, recipes, marked })
    }
}

struct Joined {
    input: Arc<Cfa>,
    /// The input's location for each location of the output.
    origins: Vec<Location>,
    /// How each edge of the output was made.
    recipes: Vec<Recipe>,
    /// Locations of the input that are cut points of the output.
    marked: Vec<bool>,
}

impl Back for Joined {
    fn proof(&self, _: &mut TermStore, claim: Claim) -> Claim {
        match claim {
            Claim::Invariants { scheme, at } => {
                let at = at.into_iter().map(|(l, i)| (self.origins[l.index()], i)).collect();
                Claim::Invariants { scheme, at }
            }
            Claim::Unwinding { bound, order } => {
                let carried = carry_bound(&self.input, |_| true, &self.marked, bound);
                Claim::Unwinding { bound: carried.unwrap_or(bound), order }
            }
        }
    }

    fn steps(
        &self,
        terms: &mut TermStore,
        _: &Assignment,
        steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        let mut split = Vec::new();
        for step in steps {
            let mut given = step.choices.into_iter();
            let mut splitter = Splitter::new(&self.recipes[step.edge.index()]);
            while let Some(edge) = splitter.next_edge(&mut given) {
                let choices = take_choices(terms, &self.input.edge(edge).command, &mut given);
                split.push(TraceStep { edge, choices });
            }
        }
        split
    }
}
