//! Checks that values that were never set do not matter.
//!
//! A variable without an initial value may be copied. It must not decide where a run goes, be used as an
//! address or an index, be passed to a function, be printed, or be what `main` returns. Variables in
//! registers are followed through the expressions of their function: each register that may depend on
//! such a value gets a shadow, which holds if it does. Memory is followed while only the function itself
//! has pointers to it (`memory`). Nothing is added to a function in which no such value reaches a use
//! that matters.

mod memory;
mod places;

use self::memory::{Loaded, Memory};
use crate::{
    Block, Callee, Check, ChoiceSource, Condition, Function, FunctionId, Program, Property,
    Register, ScalarType, Span, Statement, StatementKind, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Symbol, Term, TermStore, free_vars, post_order};

/// Inserts the checks into all functions.
pub fn check_uninitialised(program: &mut Program) {
    let names: Vec<String> = program.functions.iter().map(|f| f.name.clone()).collect();
    let pointer_bits = program.machine.pointer_bits();
    for function in &mut program.functions {
        check_function(&mut program.terms, pointer_bits, &names, function);
    }
}

/// Whether some of these functions may pass memory on before all of it was set, or have memory that is too
/// large: values that were never set are not followed there.
pub fn loses_sight(program: &Program, is_called: impl Fn(FunctionId) -> bool) -> bool {
    let mut terms = program.terms.clone();
    let pointer_bits = program.machine.pointer_bits();
    program.function_ids().filter(|&id| is_called(id)).any(|id| {
        let function = program.function(id);
        let Some(body) = &function.body else { return false };
        Memory::of(&mut terms, pointer_bits, function).loses_sight(&terms, &body.blocks)
    })
}

fn check_function(
    terms: &mut TermStore,
    pointer_bits: u32,
    names: &[String],
    function: &mut Function,
) {
    let memory = Memory::of(terms, pointer_bits, function);
    let Some(body) = &function.body else { return };
    let loads = memory.loads(terms, &body.blocks);
    let result = function.result.filter(|_| function.name == "main").map(|r| terms.var(r));
    let flow = Flow::of(terms, &body.blocks, loads, result);
    // A jump to the first block would set the shadows of parameters again.
    let is_entered_again =
        body.blocks.iter().any(|block| block.terminator.successors().any(|next| next.index() == 0));
    if flow.tracked.is_empty() || is_entered_again {
        return;
    }
    let unset = flow.unset_at_starts(&body.blocks);
    let mut uses: Vec<Vec<Use>> = Vec::new();
    for (number, mut unset) in unset.into_iter().enumerate() {
        uses.push(flow.uses(terms, names, (number, &body.blocks[number]), &mut unset, result));
    }
    let used: FxHashSet<Symbol> =
        uses.iter().flatten().flat_map(|use_| use_.unset.iter().copied()).collect();
    if used.is_empty() {
        return;
    }
    let shadows = flow.shadows(terms, function, used);
    let kept = flow.kept(terms, memory, function, &shadows);
    function.registers.extend(kept.memory.registers(&kept.pieces, function));
    let Some(body) = &mut function.body else { return };
    for (number, uses) in uses.iter().enumerate() {
        flow.instrument(terms, (number, &mut body.blocks[number]), uses, &shadows, &kept);
    }
    let never = terms.bool(false);
    let parameters = function.parameters.iter().filter_map(|parameter| shadows.get(parameter));
    let cleared = parameters.map(|&target| StatementKind::Assign { target, value: never });
    let cleared = cleared.chain(kept.memory.at_start(terms, &kept.pieces));
    let cleared = cleared.map(|kind| Statement { kind, span: function.span });
    body.blocks[0].statements.splice(0..0, cleared);
}

/// The memory of a function, and the pieces of it whose cells are kept.
struct Kept {
    memory: Memory,
    pieces: FxHashSet<usize>,
}

/// A use of values that may not have been set, at a statement or at the end of a block.
struct Use {
    /// The number of the statement, or the number of statements.
    at: usize,
    /// The values that are used.
    values: Vec<Term>,
    /// The registers in them that may have no value.
    unset: Vec<Symbol>,
    /// A message that says what happens.
    message: String,
}

/// How values that were never set spread in a function.
struct Flow {
    /// The registers that may have such a value, with the names of the variables it is from.
    tracked: FxHashMap<Symbol, String>,
    /// The tracked registers that a term depends on.
    read: FxHashMap<Term, Vec<Symbol>>,
    /// The loads of such values from memory, by block and statement.
    loads: FxHashMap<(usize, usize), Loaded>,
}

/// The effect of a statement on such values.
enum Effect {
    /// The register has such a value from now on.
    Unset(Symbol),
    /// The register has a value from memory, which is such a value if the term holds.
    Loaded(Symbol, Term),
    /// The register depends on the tracked registers of the terms.
    Computed(Symbol, Vec<Term>),
    /// The register has a value.
    Set(Symbol),
    /// No register changes.
    None,
}

fn effect(kind: &StatementKind, loaded: Option<&Loaded>) -> Effect {
    match kind {
        StatementKind::Load { target, .. } if loaded.is_some() => {
            loaded.map_or(Effect::None, |loaded| Effect::Loaded(*target, loaded.unset))
        }
        StatementKind::Choose { target, source: ChoiceSource::Uninitialised(_) } => {
            Effect::Unset(*target)
        }
        StatementKind::Assign { target, .. } | StatementKind::Offset { target, .. } => {
            Effect::Computed(*target, kind.terms())
        }
        StatementKind::Forget(_) => Effect::None,
        other => other.target().map_or(Effect::None, Effect::Set),
    }
}

impl Flow {
    fn of(
        terms: &TermStore,
        blocks: &[Block],
        loads: FxHashMap<(usize, usize), Loaded>,
        result: Option<Term>,
    ) -> Flow {
        let statements = || blocks.iter().flat_map(|block| &block.statements).map(|s| &s.kind);
        let mut tracked: FxHashMap<Symbol, String> = FxHashMap::default();
        for kind in statements() {
            if let StatementKind::Choose { target, source: ChoiceSource::Uninitialised(name) } =
                kind
            {
                tracked.insert(*target, name.clone());
            }
        }
        for (&(block, at), loaded) in &loads {
            if let Some(target) = blocks[block].statements[at].kind.target() {
                tracked.insert(target, loaded.name.clone());
            }
        }
        if tracked.is_empty() {
            return Flow { tracked, read: FxHashMap::default(), loads };
        }
        let computed: Vec<(Symbol, Vec<Symbol>)> = statements()
            .filter_map(|kind| match effect(kind, None) {
                Effect::Computed(target, values) => Some((target, free_vars(terms, &values))),
                _ => None,
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (target, from) in &computed {
                let name = from.iter().find_map(|symbol| tracked.get(symbol)).cloned();
                if let (Some(name), false) = (name, tracked.contains_key(target)) {
                    tracked.insert(*target, name);
                    changed = true;
                }
            }
        }
        let ends = blocks.iter().filter_map(|block| match block.terminator {
            Terminator::Branch { condition, .. } => Some(condition),
            _ => None,
        });
        let ends = ends.chain(result);
        let mut read: FxHashMap<Term, Vec<Symbol>> = FxHashMap::default();
        for term in statements().flat_map(StatementKind::terms).chain(ends) {
            read.entry(term).or_insert_with(|| {
                let mut symbols = free_vars(terms, &[term]);
                symbols.retain(|symbol| tracked.contains_key(symbol));
                symbols
            });
        }
        Flow { tracked, read, loads }
    }

    /// The tracked registers of some terms.
    fn read(&self, terms: &[Term]) -> Vec<Symbol> {
        let all = terms.iter().filter_map(|term| self.read.get(term)).flatten();
        let mut symbols: Vec<Symbol> = all.copied().collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The registers that may have no value at the start of each block.
    fn unset_at_starts(&self, blocks: &[Block]) -> Vec<FxHashSet<Symbol>> {
        let mut starts = vec![FxHashSet::default(); blocks.len()];
        let mut open: Vec<usize> = (0..blocks.len()).rev().collect();
        while let Some(number) = open.pop() {
            let mut now = starts[number].clone();
            for (at, statement) in blocks[number].statements.iter().enumerate() {
                self.apply(&statement.kind, self.loads.get(&(number, at)), &mut now);
            }
            for next in blocks[number].terminator.successors() {
                let start = &mut starts[next.index()];
                let before = start.len();
                start.extend(&now);
                if start.len() > before {
                    open.push(next.index());
                }
            }
        }
        starts
    }

    fn apply(&self, kind: &StatementKind, loaded: Option<&Loaded>, unset: &mut FxHashSet<Symbol>) {
        match effect(kind, loaded) {
            Effect::Unset(target) | Effect::Loaded(target, _) => {
                unset.insert(target);
            }
            Effect::Computed(target, values) => {
                match self.read(&values).iter().any(|symbol| unset.contains(symbol)) {
                    true => unset.insert(target),
                    false => unset.remove(&target),
                };
            }
            Effect::Set(target) => {
                unset.remove(&target);
            }
            Effect::None => {}
        }
    }

    /// The uses in a block. A value that was checked is not checked again before a register changes.
    fn uses(
        &self,
        terms: &TermStore,
        names: &[String],
        (number, block): (usize, &Block),
        unset: &mut FxHashSet<Symbol>,
        result: Option<Term>,
    ) -> Vec<Use> {
        let mut uses: Vec<Use> = Vec::new();
        let mut checked: FxHashSet<Term> = FxHashSet::default();
        let end = block.statements.len();
        for at in 0..=end {
            let used = match block.statements.get(at) {
                Some(statement) => how_used(terms, names, &statement.kind),
                None => how_ended(&block.terminator, result),
            };
            if let Some((mut values, how)) = used {
                values.retain(|&value| checked.insert(value));
                let mut symbols = self.read(&values);
                symbols.retain(|symbol| unset.contains(symbol));
                if let Some(name) = symbols.first().and_then(|symbol| self.tracked.get(symbol)) {
                    let message = how.message(name);
                    uses.push(Use { at, values, unset: symbols, message });
                }
            }
            if let Some(statement) = block.statements.get(at) {
                self.apply(&statement.kind, self.loads.get(&(number, at)), unset);
                if statement.kind.target().is_some_and(|to| self.tracked.contains_key(&to)) {
                    checked.clear();
                }
            }
        }
        uses
    }

    /// Shadows for the registers that are used, and for those that they depend on.
    fn shadows(
        &self,
        terms: &mut TermStore,
        function: &mut Function,
        used: FxHashSet<Symbol>,
    ) -> FxHashMap<Symbol, Symbol> {
        let mut needed = used;
        let blocks = function.body.iter().flat_map(|body| &body.blocks);
        let computed: Vec<(Symbol, Vec<Symbol>)> = blocks
            .flat_map(|block| &block.statements)
            .filter_map(|statement| match effect(&statement.kind, None) {
                Effect::Computed(target, values) => Some((target, self.read(&values))),
                _ => None,
            })
            .collect();
        let mut size = 0;
        while needed.len() > size {
            size = needed.len();
            for (target, from) in &computed {
                if needed.contains(target) {
                    needed.extend(from);
                }
            }
        }
        let mut sorted: Vec<Symbol> = needed.into_iter().collect();
        sorted.sort_unstable();
        let prefix = format!("{}.unset", function.name);
        let mut shadow = |of: Symbol| {
            let symbol = terms.fresh(&prefix, Sort::Bool);
            let (name, ty) = (String::new(), ScalarType::Truth);
            function.registers.push(Register { symbol, name, ty, span: function.span });
            (of, symbol)
        };
        sorted.into_iter().map(&mut shadow).collect()
    }

    /// The pieces of memory that registers with shadows are loaded from.
    fn kept(
        &self,
        terms: &TermStore,
        memory: Memory,
        function: &Function,
        shadows: &FxHashMap<Symbol, Symbol>,
    ) -> Kept {
        let blocks = function.body.as_ref().map_or(&[][..], |body| &body.blocks);
        let has_shadow = |&(block, at): &(usize, usize)| {
            let target = blocks[block].statements[at].kind.target();
            target.is_some_and(|target| shadows.contains_key(&target))
        };
        let loads = self.loads.iter().filter(|(at, _)| has_shadow(at)).map(|(_, loaded)| loaded);
        let pieces = memory.needed(terms, blocks, loads);
        Kept { memory, pieces }
    }

    /// Adds checks, shadows and cells of memory to a block.
    fn instrument(
        &self,
        terms: &mut TermStore,
        (number, block): (usize, &mut Block),
        uses: &[Use],
        shadows: &FxHashMap<Symbol, Symbol>,
        kept: &Kept,
    ) {
        let mut uses = uses.iter().peekable();
        let old = std::mem::take(&mut block.statements);
        let end = old.len();
        for (at, statement) in old.into_iter().enumerate() {
            while let Some(use_) = uses.next_if(|use_| use_.at == at) {
                block.statements.push(check(terms, use_, shadows, statement.span));
            }
            // Before the statement, since they speak of registers that it may change.
            let span = statement.span;
            let loaded = self.loads.get(&(number, at));
            let shadow = self.shadow_of(terms, &statement.kind, loaded, shadows);
            let cells = kept.memory.keep(terms, &statement.kind, &kept.pieces);
            let all = shadow.into_iter().chain(cells).map(|kind| Statement { kind, span });
            block.statements.extend(all);
            block.statements.push(statement);
        }
        for use_ in uses.filter(|use_| use_.at == end) {
            let span = block.span;
            block.statements.push(check(terms, use_, shadows, span));
        }
    }

    /// The statement that keeps the shadow of a changed register.
    fn shadow_of(
        &self,
        terms: &mut TermStore,
        kind: &StatementKind,
        loaded: Option<&Loaded>,
        shadows: &FxHashMap<Symbol, Symbol>,
    ) -> Option<StatementKind> {
        let (target, value) = match effect(kind, loaded) {
            Effect::Unset(target) => (target, terms.bool(true)),
            Effect::Loaded(target, unset) => (target, unset),
            Effect::Computed(target, values) => (target, depends(terms, &values, shadows)),
            Effect::Set(target) => (target, terms.bool(false)),
            Effect::None => return None,
        };
        Some(StatementKind::Assign { target: *shadows.get(&target)?, value })
    }
}

/// Whether a term depends on a register without a value. A conjunct that is false and a disjunct that is
/// true decide by themselves, and of the branches of a conditional only the chosen one counts: C does not
/// evaluate the others.
fn depends(terms: &mut TermStore, roots: &[Term], shadows: &FxHashMap<Symbol, Symbol>) -> Term {
    let never = terms.bool(false);
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    for term in post_order(terms, roots, |_| false) {
        let args = terms.args(term).to_vec();
        let of =
            |known: &FxHashMap<Term, Term>, arg: &Term| known.get(arg).copied().unwrap_or(never);
        let parts: Vec<Term> = args.iter().map(|arg| of(&known, arg)).collect();
        let unset = match (terms.as_var(term), terms.op(term)) {
            (Some(symbol), _) => shadows.get(&symbol).map_or(never, |&shadow| terms.var(shadow)),
            _ if parts.iter().all(|&part| part == never) => never,
            (None, op @ (Op::And | Op::Or)) => {
                let mut decided = Vec::new();
                for (&arg, &part) in args.iter().zip(&parts) {
                    let is_set = terms.not(part);
                    let decides = if op == Op::And { terms.not(arg) } else { arg };
                    decided.push(terms.and(&[is_set, decides]));
                }
                let (any, decided) = (terms.or(&parts), terms.or(&decided));
                let open = terms.not(decided);
                terms.and(&[any, open])
            }
            (None, Op::Ite) => {
                let chosen = terms.ite(args[0], parts[1], parts[2]);
                terms.or(&[parts[0], chosen])
            }
            (None, _) => terms.or(&parts),
        };
        known.insert(term, unset);
    }
    let all: Vec<Term> = roots.iter().filter_map(|root| known.get(root).copied()).collect();
    terms.or(&all)
}

fn check(
    terms: &mut TermStore,
    use_: &Use,
    shadows: &FxHashMap<Symbol, Symbol>,
    span: Option<Span>,
) -> Statement {
    let unset = depends(terms, &use_.values, shadows);
    let condition = Condition::Holds(terms.not(unset));
    let (property, message) = (Property::Uninitialised, use_.message.clone());
    Statement { kind: StatementKind::Check(Check { property, condition, message }), span }
}

/// How a value is used.
enum How<'a> {
    Decides,
    Address,
    Size,
    Index,
    Passed(&'a str),
    Printed,
    Asserted,
    Returned,
}

impl How<'_> {
    fn message(&self, name: &str) -> String {
        // Values other than those of variables are described by words.
        let name = if name.contains(' ') { name.to_owned() } else { format!("'{name}'") };
        match self {
            How::Decides => format!("branch on uninitialised {name}"),
            How::Address => format!("access through uninitialised {name}"),
            How::Size => format!("allocation by uninitialised {name}"),
            How::Index => format!("index by uninitialised {name}"),
            How::Passed(function) => format!("call of '{function}' with uninitialised {name}"),
            How::Printed => format!("output of uninitialised {name}"),
            How::Asserted => format!("assertion about uninitialised {name}"),
            How::Returned => format!("return of uninitialised {name} from 'main'"),
        }
    }
}

/// The value that decides how a block ends. The result is what `main` returns.
fn how_ended(terminator: &Terminator, result: Option<Term>) -> Option<(Vec<Term>, How<'static>)> {
    match *terminator {
        Terminator::Branch { condition, .. } => Some((vec![condition], How::Decides)),
        Terminator::Return => Some((vec![result?], How::Returned)),
        Terminator::Goto(_) | Terminator::Halt => None,
    }
}

/// The terms of a statement whose values matter, and what for.
fn how_used<'a>(
    terms: &TermStore,
    names: &'a [String],
    kind: &StatementKind,
) -> Option<(Vec<Term>, How<'a>)> {
    Some(match kind {
        StatementKind::Load { address, .. }
        | StatementKind::Store { address, .. }
        | StatementKind::ObjectSize { address, .. }
        | StatementKind::Free(address) => (vec![*address], How::Address),
        StatementKind::Copy { to, from, .. } => (vec![*to, *from], How::Address),
        StatementKind::Fill { to, .. } => (vec![*to], How::Address),
        StatementKind::Allocate { size, .. } => (vec![*size], How::Size),
        StatementKind::Check(check) => match (&check.condition, check.property) {
            (Condition::Holds(holds), Property::Assertion | Property::UnreachCall) => {
                (vec![*holds], How::Asserted)
            }
            (Condition::Holds(holds), Property::Bounds) => (vec![*holds], How::Index),
            (Condition::Holds(_), _) => return None,
            (
                Condition::Readable { base, address, .. }
                | Condition::Writable { base, address, .. },
                _,
            ) => {
                // The pointer before the index, so that the message names the one that has no value.
                match free_vars(terms, &[*base]).is_empty() {
                    true => (vec![*address], How::Address),
                    false => (vec![*base, *address], How::Address),
                }
            }
            (Condition::Freeable(address), _) => (vec![*address], How::Address),
            (Condition::AllFreed | Condition::AllTracked | Condition::TrackedSoFar, _) => {
                return None;
            }
        },
        StatementKind::Call { callee: Callee::Direct(id), args, .. } => {
            (args.clone(), How::Passed(&names[id.index()]))
        }
        StatementKind::Call { callee: Callee::Indirect(address), args, .. } => {
            let all = std::iter::once(*address).chain(args.iter().copied());
            (all.collect(), How::Passed("a function"))
        }
        StatementKind::Print { format, args } => {
            let all = std::iter::once(*format).chain(args.iter().copied());
            (all.collect(), How::Printed)
        }
        StatementKind::Assign { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Assume(_)
        | StatementKind::Offset { .. }
        | StatementKind::Begin(_)
        | StatementKind::End(_)
        | StatementKind::Forget(_)
        | StatementKind::Bind { .. }
        | StatementKind::Unsupported(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of the checks that are added to a function.
    fn check(body: &str, expected: &[&str]) {
        let text = format!(
            "machine lp64
            entry function main at &main () returns r {{
              register r : u32
              register c : u32
              register x \"x\" : u32
              register y \"y\" : u32
              b0:
                r := #x00000000
                choose c input \"f\"
                choose x uninitialised \"x\"
                {body}
            }}"
        );
        let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        check_uninitialised(&mut program);
        crate::verify(&program).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let checks = crate::named_checks(&program);
        let found: Vec<&str> = checks.iter().map(|check| check.site.message.as_str()).collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn copies_do_not_matter() {
        check("y := (bvadd x c)\nx := y\nreturn", &[]);
        check("x := c\nr := x\nreturn", &[]);
    }

    #[test]
    fn branches_and_results_do() {
        let branch = "branch on uninitialised 'x'";
        check("branch (= x c) b1 b1\nb1:\nreturn", &[branch]);
        check("y := (bvadd x c)\nbranch (= y c) b1 b1\nb1:\nreturn", &[branch]);
        check("r := x\nreturn", &["return of uninitialised 'x' from 'main'"]);
        let one_way =
            "branch (= r c) b1 b2\nb1:\nx := c\ngoto b2\nb2:\nbranch (= x c) b3 b3\nb3:\nreturn";
        check(one_way, &[branch]);
        let both = "branch (= r c) b1 b2\nb1:\nx := c\ngoto b3\nb2:\nx := r\ngoto b3\nb3:\nbranch (= x c) b4 b4\nb4:\nreturn";
        check(both, &[]);
    }

    #[test]
    fn what_is_not_evaluated_does_not_matter() {
        let condition = |term: &str| {
            let text = format!(
                "machine lp64
                entry function main at &main () {{
                  register c : u32
                  register x : u32
                  b0:
                    choose c input \"f\"
                    choose x uninitialised \"x\"
                    branch {term} b1 b1
                  b1:
                    return
                }}"
            );
            let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            check_uninitialised(&mut program);
            let statements = &program.functions[0].body.as_ref().unwrap().blocks[0].statements;
            let Some(StatementKind::Check(check)) = statements.last().map(|s| &s.kind) else {
                panic!("no check")
            };
            let Condition::Holds(holds) = check.condition else { panic!("another condition") };
            program.terms.display_tree(holds).to_string()
        };
        // The condition speaks of the other operand, which may decide by itself.
        for term in [
            "(and (= c #x00000001) (= x #x00000001))",
            "(or (= c #x00000001) (= x #x00000001))",
            "(ite (= c #x00000001) (= x #x00000001) (= c #x00000002))",
        ] {
            assert!(condition(term).contains("(= c #x00000001)"), "{}", condition(term));
        }
        assert!(!condition("(= x c)").contains('c'), "{}", condition("(= x c)"));
    }

    /// The messages of the checks that are added to a function with an array and a structure.
    fn check_memory(body: &str, expected: &[&str]) {
        let text = format!(
            "machine lp64
            entry function main at &main () {{
              register c : u64
              register p : pointer
              register q : pointer
              register x : u32
              object &a \"a\" : array(4, u32 in 4) align 4
              object &s \"s\" : record(8) {{ 0 \"c\" u8 in 1, 4 \"f\" u32 in 4 }} align 4
              b0:
                begin &a
                begin &s
                choose c input \"f\"
                {body}
                branch (= x #x00000000) b1 b1
              b1:
                return
            }}"
        );
        let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        check_uninitialised(&mut program);
        crate::verify(&program).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let checks = crate::named_checks(&program);
        let found: Vec<&str> = checks.iter().map(|check| check.site.message.as_str()).collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn memory_is_followed_by_cells() {
        check_memory("load x &a", &["branch on uninitialised 'a[0]'"]);
        check_memory("store &a #x00000001\nload x &a", &[]);
        let second = "(bvadd &a #x0000000000000004)";
        check_memory(
            &format!("store &a #x00000001\nload x {second}"),
            &["branch on uninitialised 'a[1]'"],
        );
        let any = "offset p &a (bvshl c #x0000000000000002)";
        check_memory(
            &format!("{any}\nstore p #x00000001\nload x &a"),
            &["branch on uninitialised 'a[0]'"],
        );
        check_memory(&format!("{any}\nload x p"), &["branch on uninitialised part of 'a'"]);
        check_memory("fill &a #x00 #x0000000000000010\nload x &a", &[]);
        check_memory(
            "copy &s &a #x0000000000000008\nload x (bvadd &s #x0000000000000004)",
            &["branch on uninitialised 's.f'"],
        );
    }

    #[test]
    fn memory_with_other_pointers_counts_as_set() {
        // The address is stored, or a register may point to one of two objects.
        check_memory("store &s &a\nload x &a", &[]);
        check_memory("q := &a\nq := &s\nload x &a", &[]);
        // All bytes of a value must be unset.
        check_memory("store &a #x01\nload x &a", &[]);
    }
}
