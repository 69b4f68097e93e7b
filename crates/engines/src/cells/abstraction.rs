//! A model without arrays: one variable for each watched cell.

use super::loops::changed_in_loops;
use super::reads::{CellVariables, Reader, forget};
use super::slots::Slots;
use super::unset::unset_at_cut_points;
use model::{Command, Model};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// The maximal number of cell variables.
const MAX_CELLS: usize = 40;

/// A cell, the array that it belongs to, and the index of the element that it stands for.
type Element = (Symbol, Symbol, Term);

/// A model with cells for arrays. It has all violating runs of the model it was made of, for some
/// values of the slots, and the same locations and edges.
pub(super) struct CellModel {
    pub(super) model: Model,
    pub(super) slots: Slots,
    /// What cells stand for: elements of arrays at indices over slots.
    elements: Vec<Element>,
    /// For each edge to an error what holds when it is about to be taken, as if the slots' values
    /// were still those of the terms they were chosen by.
    pub(super) suspicions: Vec<Vec<Term>>,
    /// Auxiliary variables within a command.
    helpers: FxHashSet<Symbol>,
}

impl CellModel {
    /// The model with cells, if the last steps before errors read arrays and there are not too many
    /// cells.
    pub(super) fn of(model: &Model) -> Option<CellModel> {
        let mut abstracted = model.clone();
        let mut slots = Slots::of(model, &mut abstracted.terms)?;
        watch_stable_places(model, &mut slots);
        if slots.places.is_empty() {
            return None;
        }
        let entry = model.entry.index();
        for (edge, command) in std::mem::take(&mut slots.commands) {
            abstracted.procedures[entry].cfa.set_command(edge, command);
        }
        let arrays: Vec<Symbol> = model
            .variables(model.entry)
            .into_iter()
            .filter(|&v| model.terms.symbol_sort(v).as_array().is_some())
            .collect();
        let (cells, elements) = cells_of(&arrays, &slots, &mut abstracted.terms)?;
        let unset = unset_at_cut_points(&model.entry().cfa, &mut abstracted.terms, &slots);
        let mut translation = Translation {
            terms: &mut abstracted.terms,
            cells: &cells,
            helpers: FxHashSet::default(),
        };
        let mut commands = Vec::new();
        let cfa = &abstracted.procedures[entry].cfa;
        for edge in cfa.edges() {
            let mut read = FxHashMap::default();
            let unset = unset.get(&cfa.edge(edge).source).into_iter().flatten();
            let forget = unset.map(|&variable| Command::Havoc(variable));
            let command = Command::seq(forget.chain([cfa.edge(edge).command.clone()]));
            let command = translation.command(&command, &mut read);
            let starts = cfa.edge(edge).source == cfa.initial();
            let first = starts.then(|| translation.consistent());
            commands.push((edge, Command::seq(first.into_iter().flatten().chain([command]))));
        }
        let suspicions = suspicions(&slots, translation.terms, &cells);
        let helpers = translation.helpers;
        for (edge, command) in commands {
            abstracted.procedures[entry].cfa.set_command(edge, command);
        }
        let new =
            slots.symbols.iter().chain(elements.iter().map(|(cell, ..)| cell)).chain(&helpers);
        replace_variables(&mut abstracted, &arrays, new.copied().collect());
        Some(CellModel { model: abstracted, slots, elements, suspicions, helpers })
    }

    /// The meaning of a condition in terms of the arrays; `None` if it mentions auxiliary
    /// variables.
    pub(super) fn meaning(&self, terms: &mut TermStore, condition: Term) -> Option<Term> {
        if free_vars(terms, &[condition]).iter().any(|v| self.helpers.contains(v)) {
            return None;
        }
        let mut elements = Substitution::new();
        for &(cell, array, place) in &self.elements {
            let (cell, array) = (terms.var(cell), terms.var(array));
            let element = terms.select(array, place);
            elements.insert(cell, element);
        }
        Some(elements.apply(terms, condition))
    }

    /// Whether a condition mentions only variables of the program other than arrays.
    pub(super) fn is_of_program(&self, terms: &TermStore, condition: Term) -> bool {
        free_vars(terms, &[condition]).into_iter().all(|v| self.is_variable_of_program(v))
    }

    /// Whether a variable belongs to the program.
    pub(super) fn is_variable_of_program(&self, variable: Symbol) -> bool {
        !self.helpers.contains(&variable)
            && !self.slots.symbols.contains(&variable)
            && !self.elements.iter().any(|&(cell, ..)| cell == variable)
    }
}

/// A variable for the element of each array at each place. None if there are arrays of arrays, or too
/// many elements.
fn cells_of(
    arrays: &[Symbol],
    slots: &Slots,
    terms: &mut TermStore,
) -> Option<(CellVariables, Vec<Element>)> {
    let mut cells = CellVariables::default();
    let mut elements = Vec::new();
    for &array in arrays {
        let sort = terms.symbol_sort(array).as_array().expect("an array").clone();
        if sort.element.as_array().is_some() {
            return None;
        }
        for &place in slots.places.get(&sort.index).into_iter().flatten() {
            let cell = terms.fresh("cell", sort.element.clone());
            cells.of_array.entry(array).or_default().push((place, cell));
            elements.push((cell, array, place));
        }
    }
    (elements.len() <= MAX_CELLS).then_some((cells, elements))
}

/// Removes variables of a model, and gives its entry procedure new ones.
fn replace_variables(model: &mut Model, removed: &[Symbol], mut new: Vec<Symbol>) {
    let is_kept = |v: &Symbol| !removed.contains(v);
    model.globals.retain(is_kept);
    let procedure = &mut model.procedures[model.entry.index()];
    for own in [&mut procedure.parameters, &mut procedure.results, &mut procedure.locals] {
        own.retain(is_kept);
    }
    new.sort_unstable();
    procedure.locals.extend(new);
}

/// What holds in last steps before cells are read, with slots for what they were chosen by, as far as
/// watched cells tell; and that what slots were chosen by is what they are.
fn suspicions(slots: &Slots, terms: &mut TermStore, cells: &CellVariables) -> Vec<Vec<Term>> {
    let mut all = Vec::new();
    for anchors in slots.last_steps().into_values() {
        let mut to_slots = Substitution::new();
        let mut conditions = Vec::new();
        for anchor in &anchors {
            let slot = terms.var(anchor.slot);
            if terms.as_var(anchor.term).is_none() {
                let term = to_slots.apply(terms, anchor.term);
                conditions.push(terms.eq(slot, term));
            }
            to_slots.insert(anchor.term, slot);
        }
        let assumed = anchors.last().map_or(&[][..], |anchor| &anchor.before);
        conditions.extend(assumed.iter().map(|&term| to_slots.apply(terms, term)));
        let mut known = Vec::new();
        for condition in conditions {
            let mut read = FxHashMap::default();
            let mut reader = Reader { terms, cells, read: &mut read, new: Vec::new() };
            let condition = reader.scalar(condition);
            if reader.new.is_empty() && terms.as_bool(condition).is_none() {
                known.push(condition);
            }
        }
        all.push(known);
    }
    all
}

/// Watches cells at indices that no loop changes, wherever they are read or written. Elements that
/// a program singles out matter to it, such as the end of a string.
fn watch_stable_places(model: &Model, slots: &mut Slots) {
    let (cfa, terms) = (&model.entry().cfa, &model.terms);
    let unstable = changed_in_loops(cfa);
    let roots: Vec<Term> = cfa.edges().flat_map(|e| cfa.edge(e).command.terms()).collect();
    for part in post_order(terms, &roots, |_| false) {
        let is_constant = |index| terms.as_value(index).is_some();
        let index = match terms.op(part) {
            // A value stored at a constant index may never be read.
            Op::Select => terms.args(part)[1],
            Op::Store if !is_constant(terms.args(part)[1]) => terms.args(part)[1],
            _ => continue,
        };
        let variables = free_vars(terms, &[index]);
        if !variables.iter().any(|v| unstable.contains(v) || is_array(terms, *v)) {
            slots.watch(terms.sort(index).clone(), index);
        }
    }
}

fn is_array(terms: &TermStore, variable: Symbol) -> bool {
    terms.symbol_sort(variable).as_array().is_some()
}

/// Reads of arrays outside of watched cells.
type Read = FxHashMap<(Symbol, Term), Symbol>;

struct Translation<'a> {
    terms: &'a mut TermStore,
    cells: &'a CellVariables,
    helpers: FxHashSet<Symbol>,
}

impl Translation<'_> {
    fn command(&mut self, command: &Command, read: &mut Read) -> Command {
        match command {
            Command::Skip | Command::Call(_) => command.clone(),
            Command::Assume(condition) => {
                let (before, condition) = self.scalar(*condition, read);
                Command::seq(before.into_iter().chain([Command::Assume(condition)]))
            }
            Command::Assign(variable, value) if self.is_array(*variable) => {
                let commands = self.assign_array(*variable, *value, read);
                forget(self.terms, read, *variable);
                Command::seq(commands)
            }
            Command::Assign(variable, value) => {
                let (before, value) = self.scalar(*value, read);
                forget(self.terms, read, *variable);
                let assign = Command::Assign(*variable, value);
                let moved = self.moved(*variable);
                Command::seq(before.into_iter().chain([assign]).chain(moved))
            }
            Command::Havoc(variable) if self.is_array(*variable) => {
                forget(self.terms, read, *variable);
                let cells = self.cells.of_array.get(variable).into_iter().flatten();
                let mut commands: Vec<Command> = cells.map(|&(_, c)| Command::Havoc(c)).collect();
                commands.extend(self.consistent_array(*variable));
                Command::seq(commands)
            }
            Command::Havoc(variable) => {
                forget(self.terms, read, *variable);
                Command::seq([command.clone()].into_iter().chain(self.moved(*variable)))
            }
            Command::Seq(parts) => {
                let parts = parts.iter().map(|part| self.command(part, read));
                Command::seq(parts.collect::<Vec<_>>())
            }
            Command::Choice(branches) => {
                let (mut translated, mut ends) = (Vec::new(), Vec::new());
                for branch in branches {
                    let mut own = read.clone();
                    translated.push(self.command(branch, &mut own));
                    ends.push(own);
                }
                read.retain(|key, symbol| ends.iter().all(|end| end.get(key) == Some(symbol)));
                Command::Choice(translated)
            }
        }
    }

    fn is_array(&self, variable: Symbol) -> bool {
        is_array(self.terms, variable)
    }

    /// Handles a change of a variable: if places depend on it, other cells are watched from now on.
    fn moved(&mut self, variable: Symbol) -> Vec<Command> {
        let mut arrays: Vec<Symbol> = self.cells.of_array.keys().copied().collect();
        arrays.sort_unstable();
        let mut commands = Vec::new();
        for array in arrays {
            let moves = |place: Term| free_vars(self.terms, &[place]).contains(&variable);
            let cells = self.cells.of_array[&array].iter();
            let moved: Vec<Command> =
                cells.filter(|c| moves(c.0)).map(|c| Command::Havoc(c.1)).collect();
            if !moved.is_empty() {
                commands.extend(moved);
                commands.extend(self.consistent_array(array));
            }
        }
        commands
    }

    /// The translation of a term, and the commands that must precede it.
    fn scalar(&mut self, term: Term, read: &mut Read) -> (Vec<Command>, Term) {
        let mut reader = Reader { terms: self.terms, cells: self.cells, read, new: Vec::new() };
        let image = reader.scalar(term);
        let new = reader.new;
        self.helpers.extend(&new);
        (new.into_iter().map(Command::Havoc).collect(), image)
    }

    /// Assigns all cells of an array simultaneously.
    fn assign_array(&mut self, array: Symbol, value: Term, read: &mut Read) -> Vec<Command> {
        let cells = self.cells.of_array.get(&array).map_or(&[][..], Vec::as_slice);
        let mut commands = Vec::new();
        let mut values = Vec::new();
        for &(place, _) in cells {
            let mut reader = Reader { terms: self.terms, cells: self.cells, read, new: Vec::new() };
            values.push(reader.element_of(value, place));
            commands.extend(reader.new.iter().map(|&symbol| Command::Havoc(symbol)));
            self.helpers.extend(reader.new);
        }
        let reads_changed = values.iter().enumerate().any(|(number, &value)| {
            let used = free_vars(self.terms, &[value]);
            cells[..number].iter().any(|(_, cell)| used.contains(cell))
        });
        if reads_changed {
            for value in &mut values {
                let sort = self.terms.sort(*value).clone();
                let kept = self.terms.fresh("kept", sort);
                self.helpers.insert(kept);
                commands.push(Command::Assign(kept, *value));
                *value = self.terms.var(kept);
            }
        }
        let assign = |(&(_, cell), value)| Command::Assign(cell, value);
        commands.extend(cells.iter().zip(values).map(assign));
        commands
    }

    /// Assumes that cells of an array at the same index have the same value.
    fn consistent(&mut self) -> Vec<Command> {
        let mut arrays: Vec<Symbol> = self.cells.of_array.keys().copied().collect();
        arrays.sort_unstable();
        arrays.into_iter().flat_map(|array| self.consistent_array(array)).collect()
    }

    fn consistent_array(&mut self, array: Symbol) -> Vec<Command> {
        let cells = self.cells.of_array.get(&array).map_or(&[][..], Vec::as_slice);
        let mut assumed = Vec::new();
        for (number, &(place, cell)) in cells.iter().enumerate() {
            for &(other_place, other) in &cells[..number] {
                let same_place = self.terms.eq(place, other_place);
                let (cell, other) = (self.terms.var(cell), self.terms.var(other));
                let same_value = self.terms.eq(cell, other);
                let holds = self.terms.implies(same_place, same_value);
                if self.terms.as_bool(holds) != Some(true) {
                    assumed.push(Command::Assume(holds));
                }
            }
        }
        assumed
    }
}
