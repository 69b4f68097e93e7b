//! Invariants of the model as C expressions at loops of the program.
//!
//! A loop has a copy in the model for each place that its function is called from. Its invariant
//! consists of the conjuncts common to all copies and the disjunction of their other conjuncts. A
//! conjunct that mentions something without a name at the loop is left out; the rest still holds.

use crate::c_expression::{CVariable, conjuncts};
use crate::verified::VerifiedProgram;
use evidence::Proof;
use passes::memory::{Part, Source};
use passes::program::LoopCopy;
use program::{Machine, Object, Register, ScalarType, SourceLoop};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol};

/// Longer disjunctions are not written, since nobody would read them.
const MAX_ALTERNATIVES: usize = 2_000;

/// The invariant of a loop in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInvariant {
    /// The number of the loop in the program's outline.
    pub source: usize,
    /// A C expression over variables that are visible there.
    pub text: String,
}

impl VerifiedProgram<'_> {
    /// What a proof says of the loops of the program, in the order of its outline. The proof must
    /// have been accepted.
    pub fn loop_invariants(&self, proof: &Proof) -> Vec<LoopInvariant> {
        let Proof::Invariants(invariants) = proof else { return Vec::new() };
        let variables = Variables::of(self);
        let loops = self.program.outline.loops.iter().zip(self.loops).enumerate();
        let at_loop = |(source, (at, copies)): (usize, (&SourceLoop, &Vec<LoopCopy>))| {
            let known = copies.iter().filter_map(|copy| match self.reach(copy) {
                Reach::Never => None,
                Reach::Unknown => Some(Vec::new()),
                Reach::At(location) => {
                    let term = invariants.get(location);
                    Some(term.map_or_else(Vec::new, |term| {
                        let visible = variables.visible(at, copy);
                        conjuncts(invariants.terms(), term, |symbol| {
                            let name = invariants.terms().name(symbol);
                            visible.get(&self.lowered.model.terms.lookup(name)?).cloned()
                        })
                    }))
                }
            });
            let text = of_all(&known.collect::<Vec<_>>())?;
            Some(LoopInvariant { source, text })
        };
        loops.filter_map(at_loop).collect()
    }

    fn reach(&self, copy: &LoopCopy) -> Reach {
        let cfa = &self.lowered.model.entry().cfa;
        match self.lowered.places.get(&copy.head) {
            Some(&location) if copy.host == self.program.entry => {
                let never = cfa.incoming(location).is_empty() && location != cfa.initial();
                if never { Reach::Never } else { Reach::At(location) }
            }
            _ => Reach::Unknown,
        }
    }
}

/// The location in the model of a loop's copy.
enum Reach {
    /// No run reaches it.
    Never,
    /// It has no location of its own.
    Unknown,
    /// It has this location.
    At(model::Location),
}

/// A formula that holds if one of several lists of conjuncts does.
fn of_all(known: &[Vec<String>]) -> Option<String> {
    let possible: Vec<&Vec<String>> =
        known.iter().filter(|conjuncts| !conjuncts.iter().any(|text| text == "0")).collect();
    let Some((first, others)) = possible.split_first() else {
        return (!known.is_empty()).then(|| "0".to_owned());
    };
    let in_all = |text: &&String| others.iter().all(|conjuncts| conjuncts.contains(text));
    let mut common: Vec<String> = first.iter().filter(in_all).cloned().collect();
    let mut rest: Vec<String> = Vec::new();
    for conjuncts in &possible {
        let own: Vec<String> =
            conjuncts.iter().filter(|text| !common.contains(text)).cloned().collect();
        match conjunction(&own) {
            Some(text) if !rest.contains(&text) => rest.push(text),
            Some(_) => {}
            // One copy has only the common conjuncts, so the disjunction is trivial.
            None => {
                rest.clear();
                break;
            }
        }
    }
    let alternatives: Vec<String> = rest.iter().map(|text| format!("({text})")).collect();
    let alternatives = alternatives.join(" || ");
    if !rest.is_empty() && alternatives.len() <= MAX_ALTERNATIVES {
        common.push(alternatives);
    }
    common.retain(|text| text != "1");
    conjunction(&common)
}

/// The conjunction of some expressions; `None` if there are none.
fn conjunction(texts: &[String]) -> Option<String> {
    match texts {
        [] => None,
        [one] => Some(one.clone()),
        _ => {
            let operands: Vec<String> = texts.iter().map(|text| format!("({text})")).collect();
            Some(operands.join(" && "))
        }
    }
}

/// The variables of the model by their meaning, and the names of the program.
struct Variables<'a> {
    machine: Machine,
    registers: FxHashMap<Symbol, (Symbol, Source)>,
    /// The cells of each object.
    cells: FxHashMap<Symbol, Vec<(Symbol, Source)>>,
    named_registers: FxHashMap<Symbol, &'a Register>,
    named_objects: FxHashMap<Symbol, &'a Object>,
}

impl<'a> Variables<'a> {
    fn of(verified: &VerifiedProgram<'a>) -> Variables<'a> {
        let mut registers = FxHashMap::default();
        let mut cells: FxHashMap<Symbol, Vec<(Symbol, Source)>> = FxHashMap::default();
        for (&variable, &source) in &verified.lowered.sources {
            match source.part {
                Part::Register(register) => {
                    registers.insert(register, (variable, source));
                }
                Part::Cell { object, .. } => {
                    cells.entry(object).or_default().push((variable, source));
                }
            }
        }
        let functions = &verified.program.functions;
        let objects = functions.iter().flat_map(|function| &function.objects);
        let objects = objects.chain(&verified.program.globals);
        let all_registers = functions.iter().flat_map(|function| &function.registers);
        Variables {
            machine: verified.program.machine,
            registers,
            cells,
            named_registers: all_registers.map(|it| (it.symbol, it)).collect(),
            named_objects: objects.map(|it| (it.address, it)).collect(),
        }
    }

    /// The variables of the model that have names at a copy of a loop.
    fn visible(&self, source: &SourceLoop, copy: &LoopCopy) -> FxHashMap<Symbol, CVariable> {
        let mut visible = FxHashMap::default();
        for (original, copied) in source.visible.iter().zip(&copy.visible) {
            if let Some(register) = self.named_registers.get(original)
                && let Some((variable, source)) = self.registers.get(copied)
            {
                let written = c_variable(register.name.clone(), register.ty, source);
                visible.extend(written.map(|written| (*variable, written)));
            }
            let Some(object) = self.named_objects.get(original) else { continue };
            for (variable, source) in self.cells.get(copied).into_iter().flatten() {
                let Part::Cell { offset, bytes, .. } = source.part else { continue };
                let (text, Some(ty)) = object.layout.part_at(&object.name, offset) else {
                    continue;
                };
                // A cell may be only a part of the declared variable.
                let is_whole = ty.sort(self.machine) == Sort::BitVec(8 * bytes as u32);
                let written = is_whole.then(|| c_variable(text, ty, source)).flatten();
                visible.extend(written.map(|written| (*variable, written)));
            }
        }
        visible
    }
}

/// The C form of a variable, if it has a meaning in C.
fn c_variable(text: String, ty: ScalarType, source: &Source) -> Option<CVariable> {
    match ty {
        ScalarType::Int { bits, signed } if !source.may_hold_address => {
            Some(CVariable::Integer { text, bits, signed })
        }
        ScalarType::Pointer => Some(CVariable::Pointer { text }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(known: &[&[&str]], expected: Option<&str>) {
        let strings = |list: &&[&str]| list.iter().map(|&text| text.to_owned()).collect();
        let known: Vec<Vec<String>> = known.iter().map(strings).collect();
        assert_eq!(of_all(&known).as_deref(), expected);
    }

    #[test]
    fn what_holds_at_all_copies_holds_at_the_loop() {
        check(&[&["a"]], Some("a"));
        check(&[&["a", "b"]], Some("(a) && (b)"));
        check(&[&["a", "b"], &["b", "a"]], Some("(a) && (b)"));
        check(&[&["a", "b"], &["c", "b"]], Some("(b) && ((a) || (c))"));
        check(&[&["a", "b"], &["b"]], Some("b"));
        check(&[&["a"], &["b", "c"]], Some("(a) || ((b) && (c))"));
        check(&[&["a"], &[]], None);
        check(&[&["1"]], None);
        // No run reaches some of the copies, or any of them.
        check(&[&["a"], &["0"]], Some("a"));
        check(&[&["0"], &["0", "a"]], Some("0"));
        check(&[], None);
    }
}
