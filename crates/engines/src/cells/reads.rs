//! Translates terms for states in which only some cells of arrays are known.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Symbol, Term, TermStore, free_vars, post_order};

/// A variable for each watched cell of each array.
#[derive(Default)]
pub(super) struct CellVariables {
    /// The cells of an array: indices, and the variables.
    pub(super) of_array: FxHashMap<Symbol, Vec<(Term, Symbol)>>,
}

/// The translation of terms at a point of a command.
pub(super) struct Reader<'a> {
    pub(super) terms: &'a mut TermStore,
    pub(super) cells: &'a CellVariables,
    /// Reads outside of watched cells; they stay valid until the array or the index changes.
    pub(super) read: &'a mut FxHashMap<(Symbol, Term), Symbol>,
    /// The variables for new reads, which may have any value.
    pub(super) new: Vec<Symbol>,
}

impl Reader<'_> {
    /// The translation of a term that is not an array.
    pub(super) fn scalar(&mut self, term: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in post_order(self.terms, &[term], |_| false) {
            if self.terms.sort(part).as_array().is_some() {
                continue;
            }
            let args: Vec<Term> = self.terms.args(part).to_vec();
            let is_array = |&arg: &Term| self.terms.sort(arg).as_array().is_some();
            let image = match self.terms.op(part) {
                Op::Select => self.element(args[0], done[&args[1]], &done),
                _ if args.iter().any(is_array) => self.anything(part),
                op => {
                    let images: Vec<Term> = args.iter().map(|arg| done[arg]).collect();
                    if images == args {
                        part
                    } else {
                        let sort = self.terms.sort(part).clone();
                        self.terms.make(op, &sort, &images)
                    }
                }
            };
            done.insert(part, image);
        }
        done[&term]
    }

    /// The element of an array at an index that is already translated.
    pub(super) fn element_of(&mut self, array: Term, index: Term) -> Term {
        let parts = post_order(self.terms, &[array], |_| false);
        let is_scalar = |t: &Term| self.terms.sort(*t).as_array().is_none();
        let scalars: Vec<Term> = parts.into_iter().filter(is_scalar).collect();
        let done = scalars.into_iter().map(|part| (part, self.scalar(part))).collect();
        self.element(array, index, &done)
    }

    /// The element of an array whose scalar parts are already translated.
    fn element(&mut self, array: Term, index: Term, done: &FxHashMap<Term, Term>) -> Term {
        let mut elements: FxHashMap<Term, Term> = FxHashMap::default();
        for part in post_order(self.terms, &[array], |t| self.terms.sort(t).as_array().is_none()) {
            let args: Vec<Term> = self.terms.args(part).to_vec();
            let element = match self.terms.op(part) {
                Op::Store => {
                    let written = self.terms.eq(done[&args[1]], index);
                    self.terms.ite(written, done[&args[2]], elements[&args[0]])
                }
                Op::Ite => self.terms.ite(done[&args[0]], elements[&args[1]], elements[&args[2]]),
                Op::ConstArray => done[&args[0]],
                _ => match self.terms.as_var(part) {
                    Some(variable) => self.cell(variable, index),
                    None => self.anything_of(element_sort(self.terms, part)),
                },
            };
            elements.insert(part, element);
        }
        elements[&array]
    }

    /// The element of an array at an index: a watched cell, or any value. A cell at a constant
    /// index is used only for exactly that index, so that terms stay small.
    fn cell(&mut self, array: Symbol, index: Term) -> Term {
        let cells = self.cells.of_array.get(&array).map_or(&[][..], Vec::as_slice);
        let is_constant = |terms: &TermStore, index: Term| terms.as_value(index).is_some();
        let exact = cells.iter().find(|(place, _)| *place == index).map(|&(_, cell)| cell);
        let mut element = match exact {
            Some(cell) if !is_constant(self.terms, index) => return self.terms.var(cell),
            Some(cell) => self.terms.var(cell),
            None => self.elsewhere(array, index),
        };
        for &(place, cell) in cells.iter().rev() {
            if !is_constant(self.terms, place) {
                let (here, cell) = (self.terms.eq(place, index), self.terms.var(cell));
                element = self.terms.ite(here, cell, element);
            }
        }
        element
    }

    /// An element of an array outside of watched cells.
    fn elsewhere(&mut self, array: Symbol, index: Term) -> Term {
        if let Some(&symbol) = self.read.get(&(array, index)) {
            return self.terms.var(symbol);
        }
        let sort = self.terms.symbol_sort(array).as_array().expect("an array").element.clone();
        let any = self.anything_of(sort);
        let symbol = self.terms.as_var(any).expect("a new variable");
        self.read.insert((array, index), symbol);
        any
    }

    fn anything(&mut self, term: Term) -> Term {
        self.anything_of(self.terms.sort(term).clone())
    }

    fn anything_of(&mut self, sort: Sort) -> Term {
        let symbol = self.terms.fresh("elsewhere", sort);
        self.new.push(symbol);
        self.terms.var(symbol)
    }
}

fn element_sort(terms: &TermStore, array: Term) -> Sort {
    terms.sort(array).as_array().expect("an array").element.clone()
}

/// Forgets reads that depend on a changed variable, in the index or as the array.
pub(super) fn forget(
    terms: &TermStore,
    read: &mut FxHashMap<(Symbol, Term), Symbol>,
    variable: Symbol,
) {
    read.retain(|&(array, index), _| {
        array != variable && !free_vars(terms, &[index]).contains(&variable)
    });
}
