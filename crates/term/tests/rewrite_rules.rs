//! Every rewrite rule preserves the value of the term, and every rule is tried.

use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;
use term::eval::apply_op;
use term::rewrite::all_rules;
use term::rewrite::instances::{all_instances, rule_instances};
use term::{ArrayValue, BitVec, Float, Op, Sort, Symbol, Term, TermStore, Value};

/// A small generator of numbers, so that runs repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }

    fn value(&mut self, sort: &Sort) -> Value {
        let small = BigInt::from(self.next() % 9) - 4;
        match sort {
            Sort::Bool => Value::Bool(self.next() & 1 == 1),
            Sort::BitVec(width) => Value::bv(*width, self.next()),
            Sort::Int => Value::Int(small),
            Sort::Real => Value::Real(BigRational::new(small, BigInt::from(self.next() % 3 + 1))),
            Sort::Float(format) => {
                Value::Float(Float::from_bits(*format, BitVec::new(format.width(), self.next())))
            }
            Sort::Array(array) => {
                let default = self.value(&array.element);
                let mut value = ArrayValue::constant(array.index.clone(), default);
                for _ in 0..3 {
                    value = value.store(self.value(&array.index), self.value(&array.element));
                }
                Value::Array(Box::new(value))
            }
            Sort::RoundingMode => Value::default_of(sort),
        }
    }
}

/// The values of all terms of the store, by index.
fn evaluate(store: &TermStore, mut variable: impl FnMut(Symbol) -> Value) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(store.len());
    for term in store.terms() {
        let value = match store.op(term) {
            Op::Const(_) => store.as_value(term).expect("a constant").clone(),
            Op::Var(symbol) => variable(symbol),
            op => {
                let args: Vec<&Value> =
                    store.args(term).iter().map(|&a: &Term| &values[a.index()]).collect();
                apply_op(op, store.sort(term), &args)
            }
        };
        values.push(value);
    }
    values
}

/// Evaluates all instances under all values of `x`, `y`, `p` and `q`, and random ones of the rest.
fn check_instances(width: u32, seen: &mut BTreeSet<&'static str>) {
    let (store, instances) = all_instances(width);
    seen.extend(instances.iter().map(|instance| instance.rule));
    assert_eq!(store.rule_counts().cut(), 0, "rules that do not terminate at width {width}");
    let mut random = Random(0x9e37_79b9_7f4a_7c15 + u64::from(width));
    for bits in 0..1u64 << (2 * width + 2) {
        let values = evaluate(&store, |symbol| match store.name(symbol) {
            "x" => Value::bv(width, bits),
            "y" => Value::bv(width, bits >> width),
            "p" => Value::Bool(bits >> (2 * width) & 1 == 1),
            "q" => Value::Bool(bits >> (2 * width + 1) & 1 == 1),
            _ => random.value(store.symbol_sort(symbol)),
        });
        for instance in &instances {
            let (before, after) =
                (&values[instance.before.index()], &values[instance.after.index()]);
            assert_eq!(before, after, "{}: {}", instance.rule, describe(&store, instance.before));
        }
    }
}

fn describe(store: &TermStore, term: Term) -> String {
    match store.op(term) {
        Op::Var(symbol) => store.name(symbol).to_owned(),
        Op::Const(_) => store.as_value(term).expect("a constant").to_string(),
        op => {
            let args: Vec<String> = store.args(term).iter().map(|&a| describe(store, a)).collect();
            format!("({op:?} {})", args.join(" "))
        }
    }
}

#[test]
fn every_rule_preserves_values() {
    let mut seen = BTreeSet::new();
    for width in 1..=3 {
        check_instances(width, &mut seen);
    }
    // Order of arguments is not a rule of its own on ordered instances.
    let missing: Vec<_> =
        all_rules().filter(|&rule| rule != "order-arguments" && !seen.contains(rule)).collect();
    assert!(missing.is_empty(), "never exercised: {missing:?}");
}

#[test]
fn names_of_rules_are_unique() {
    let mut names = BTreeSet::new();
    for name in all_rules() {
        assert!(names.insert(name), "{name}");
    }
}

#[test]
fn every_rule_has_instances_at_real_widths() {
    for width in [32, 64] {
        let (store, instances) = rule_instances(width);
        let seen: BTreeSet<_> = instances.iter().map(|instance| instance.rule).collect();
        let missing: Vec<_> =
            all_rules().filter(|&rule| rule != "order-arguments" && !seen.contains(rule)).collect();
        assert!(missing.is_empty(), "no instance at width {width}: {missing:?}");
        let mut random = Random(u64::from(width));
        for _ in 0..50 {
            let values = evaluate(&store, |symbol| random.value(store.symbol_sort(symbol)));
            for instance in &instances {
                let before = &values[instance.before.index()];
                assert_eq!(before, &values[instance.after.index()], "{}", instance.rule);
            }
        }
    }
}
