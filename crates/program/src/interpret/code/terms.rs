//! Compiles terms to instructions.

use super::bank::{Bank, Raw, Slot};
use super::compute::Application;
use super::instruction::{Code, Instruction};
use super::select::{Argument, select};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermStore, Value, post_order};

/// Compiles the terms of one function. It hands out the slots of the function's frame.
pub struct TermCompiler<'a> {
    terms: &'a TermStore,
    /// The instructions so far.
    pub code: Vec<Instruction>,
    /// Applications that the instructions refer to.
    pub applications: Vec<Application>,
    /// The initial words of a frame.
    pub words: Vec<u64>,
    /// The initial wide values of a frame.
    pub wides: Vec<u128>,
    /// The initial big values of a frame.
    pub bigs: Vec<Value>,
    /// Variables and constants.
    leaves: FxHashMap<Term, Slot>,
    /// Temporary slots that are not in use.
    free: [Vec<u32>; 3],
}

impl<'a> TermCompiler<'a> {
    pub fn new(terms: &'a TermStore) -> TermCompiler<'a> {
        TermCompiler {
            terms,
            code: Vec::new(),
            applications: Vec::new(),
            words: Vec::new(),
            wides: Vec::new(),
            bigs: Vec::new(),
            leaves: FxHashMap::default(),
            free: Default::default(),
        }
    }

    /// A new slot with the given content at the start of each activation.
    pub fn new_slot(&mut self, raw: Raw) -> Slot {
        let (bank, length) = match raw {
            Raw::Word(word) => {
                self.words.push(word);
                (Bank::Word, self.words.len())
            }
            Raw::Wide(wide) => {
                self.wides.push(wide);
                (Bank::Wide, self.wides.len())
            }
            Raw::Big(value) => {
                self.bigs.push(value);
                (Bank::Big, self.bigs.len())
            }
        };
        Slot { bank, index: u32::try_from(length - 1).expect("fewer than 2^32 slots") }
    }

    /// Sets the slot of a variable.
    pub fn bind(&mut self, variable: Term, slot: Slot) {
        self.leaves.insert(variable, slot);
    }

    /// Computes terms; the returned slots are valid until the next computation.
    pub fn compute(&mut self, roots: &[Term]) -> Vec<Slot> {
        let (slots, temporaries) = self.emit(roots, None);
        for slot in temporaries {
            self.free[slot.bank as usize].push(slot.index);
        }
        slots
    }

    /// Computes a term into a slot of its own, such as a register.
    pub fn compute_into(&mut self, root: Term, target: Slot) {
        if let Some(source) = self.leaf(root) {
            self.copy(source, target, root);
            return;
        }
        let (_, temporaries) = self.emit(&[root], Some(target));
        for slot in temporaries {
            self.free[slot.bank as usize].push(slot.index);
        }
    }

    fn copy(&mut self, source: Slot, target: Slot, term: Term) {
        let code = match target.bank {
            Bank::Word => Code::Copy,
            Bank::Wide => Code::WideCopy,
            Bank::Big => {
                // There is no copy instruction in this case, so a conditional between two equal
                // values copies.
                let truth = self.new_slot(Raw::Word(1));
                let sort = self.terms.sort(term).clone();
                let args =
                    vec![(truth, Sort::Bool), (source, sort.clone()), (source, sort.clone())];
                return self.general(Application { op: Op::Ite, sort, args, target });
            }
        };
        let (a, target) = (source.index, target.index);
        self.code.push(Instruction { code, width: 1, target, a, b: 0, c: 0 });
    }

    /// Emits the code of all parts. The last root goes to the target, if one is given. Returns the
    /// slots of the roots and the temporaries that are still in use.
    fn emit(&mut self, roots: &[Term], target: Option<Slot>) -> (Vec<Slot>, Vec<Slot>) {
        let terms = self.terms;
        let parts = post_order(terms, roots, |term| terms.args(term).is_empty());
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &part in &parts {
            for &arg in terms.args(part) {
                *uses.entry(arg).or_default() += 1;
            }
        }
        for &root in roots {
            *uses.entry(root).or_default() += 1;
        }
        let mut slots: FxHashMap<Term, Slot> = FxHashMap::default();
        for &part in &parts {
            let args: Vec<Slot> = terms
                .args(part)
                .iter()
                .map(|&arg| slots.get(&arg).copied().unwrap_or_else(|| self.leaf_slot(arg)))
                .collect();
            let own = match target {
                Some(target) if roots == [part] => target,
                _ => self.temporary(terms.sort(part)),
            };
            self.application(part, &args, own);
            slots.insert(part, own);
            for arg in terms.args(part) {
                let left = uses.get_mut(arg).expect("counted");
                *left -= 1;
                if *left == 0
                    && let Some(slot) = slots.remove(arg)
                {
                    self.free[slot.bank as usize].push(slot.index);
                }
            }
        }
        let found = roots
            .iter()
            .map(|&root| slots.get(&root).copied().unwrap_or_else(|| self.leaf_slot(root)))
            .collect();
        let in_use = slots.into_values().filter(|&slot| Some(slot) != target).collect();
        (found, in_use)
    }

    /// Emits the code of one application.
    fn application(&mut self, term: Term, slots: &[Slot], target: Slot) {
        let terms = self.terms;
        let (op, sort) = (terms.op(term), terms.sort(term));
        let args: Vec<Argument<'_>> = terms
            .args(term)
            .iter()
            .zip(slots)
            .map(|(&arg, &slot)| Argument {
                slot,
                sort: terms.sort(arg),
                value: terms.as_value(arg),
            })
            .collect();
        if let Op::And | Op::Or = op
            && args.len() > 2
        {
            return self.chain(op, &args, target);
        }
        match select(op, sort, &args, target) {
            Some(step) => self.code.push(step),
            None => {
                let args = args.iter().map(|arg| (arg.slot, arg.sort.clone())).collect();
                self.general(Application { op, sort: sort.clone(), args, target });
            }
        }
    }

    /// A conjunction or disjunction of more than two arguments. Only the last result goes to the
    /// target, since the target may be a register that is also an argument.
    fn chain(&mut self, op: Op, args: &[Argument<'_>], target: Slot) {
        let between = self.temporary(&Sort::Bool);
        let mut left = args[0];
        for (i, &right) in args.iter().enumerate().skip(1) {
            let to = if i + 1 == args.len() { target } else { between };
            let step = select(op, &Sort::Bool, &[left, right], to);
            self.code.push(step.expect("truth values have instructions"));
            left = Argument { slot: between, ..right };
        }
        self.free[between.bank as usize].push(between.index);
    }

    fn general(&mut self, application: Application) {
        let (index, target) = (self.applications.len() as u32, application.target.index);
        self.applications.push(application);
        self.code.push(Instruction { code: Code::General, width: 1, target, a: index, b: 0, c: 0 });
    }

    fn temporary(&mut self, sort: &Sort) -> Slot {
        let bank = Bank::of(sort);
        match self.free[bank as usize].pop() {
            Some(index) => Slot { bank, index },
            None => self.new_slot(Raw::encode(&Value::default_of(sort))),
        }
    }

    fn leaf_slot(&mut self, leaf: Term) -> Slot {
        self.leaf(leaf).expect("a verified program declares its variables")
    }

    /// The slot of a variable or constant.
    fn leaf(&mut self, leaf: Term) -> Option<Slot> {
        if let Some(&slot) = self.leaves.get(&leaf) {
            return Some(slot);
        }
        let raw = Raw::encode(self.terms.as_value(leaf)?);
        let slot = self.new_slot(raw);
        self.leaves.insert(leaf, slot);
        Some(slot)
    }
}
