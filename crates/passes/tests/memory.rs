//! Programs with memory, verified through all passes. The checker confirms every verdict.

use check::{Options, check_proof, replay_trace};
use engines::{Bmc, BmcConfig, Context, Engine, Silent};
use evidence::Verdict;
use model::{Automaton, ErrorKind};
use passes::memory::{LowerOptions, Lowered, lower, replay};
use passes::program::{InlineOptions, Recursion, inline, resolve_indirect_calls};
use program::interpret::ExecutionEnd;
use program::{Program, Property};
use smt::Budget;

fn selected(text: &str, properties: &[Property]) -> Program {
    let mut program = program::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    program.retain_checks(|check, _| properties.contains(&check.property));
    program
}

fn lowered(text: &str, properties: &[Property], options: LowerOptions) -> Lowered {
    let mut program = selected(text, properties);
    resolve_indirect_calls(&mut program);
    assert_eq!(program::verify(&program), Ok(()), "{program}");
    let recursion = Recursion::Unroll { depth: 3, max_statements: 20_000 };
    let inlined = inline(&program, InlineOptions { recursion, ..Default::default() });
    assert_eq!(program::verify(&inlined.program), Ok(()), "{}", inlined.program);
    let lowered = lower(&inlined.program, options);
    assert_eq!(model::verify(&lowered.model), Ok(()), "{}", lowered.model);
    lowered
}

/// The verdict: `safe`, the violated property, or what is not supported.
fn verdict(text: &str, properties: &[Property], options: LowerOptions) -> String {
    let lowered = lowered(text, properties, options);
    let model = &lowered.model;
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let config = BmcConfig { unwind: Some(20), ..BmcConfig::default() };
    match Bmc::new(config).run(&Automaton::of(model.simplified()).unwrap(), &mut context).verdict {
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Safe(proof) => {
            let checked = check_proof(model, &proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{proof:?} was rejected: {checked:?}\n{model}");
            "safe".to_owned()
        }
        Verdict::Unsafe(trace) => {
            let replayed = replay_trace(model, &trace);
            let error = replayed.unwrap_or_else(|e| panic!("{e:?}\n{model}")).error;
            let last = trace.steps.last().expect("an error is not the start").edge;
            let failure = &lowered.failures[&(model.entry, last)];
            assert_eq!(failure.kind, error);
            if let ErrorKind::Violation(violated) = failure.kind {
                let program = selected(text, properties);
                let run = replay(&program, &lowered, &trace, Default::default());
                let run = run.unwrap_or_else(|error| panic!("{error}\n{model}"));
                match &run.outcome {
                    ExecutionEnd::Violation(found) => assert_eq!(found.property, violated),
                    other => panic!("the program does not fail: {other:?}\n{text}\n{model}"),
                }
            }
            error.to_string()
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// A program of one function: registers, objects, then blocks.
fn main_with(globals: &str, declarations: &str, blocks: &str) -> String {
    format!(
        "machine lp64\n{globals}\nentry function main at &main () {{\n{declarations}\n{blocks}\n}}"
    )
}

fn check(program: &str, expected: &str) {
    let found = verdict(program, &Property::ALL, LowerOptions::default());
    let shown = lowered(program, &Property::ALL, LowerOptions::default()).model;
    assert_eq!(found, expected, "{program}\n{shown}");
}

const CHECK: &str = "check assertion \"a\" holds";

#[test]
fn a_local_variable_with_its_address_taken_is_a_plain_variable() {
    let program = |expected: &str| {
        main_with(
            "",
            "register x : i32 register p : pointer object &a \"a\" : i32 in 4 align 4",
            &format!(
                "b0: begin &a p := &a store p #x00000007 load x &a {CHECK} (= x {expected}) return"
            ),
        )
    };
    check(&program("#x00000007"), "safe");
    check(&program("#x00000008"), "assertion");
    let model = lowered(&program("#x00000007"), &Property::ALL, LowerOptions::default()).model;
    assert_eq!(model.globals.len(), 1);
    assert_eq!(model.terms.name(model.globals[0]), "a");
    assert_eq!(model.terms.symbol_sort(model.globals[0]).bit_width(), Some(32));
}

#[test]
fn uninitialised_reads_are_arbitrary() {
    let local = |value: &str| {
        main_with(
            "",
            "register x : i32 object &a \"a\" : i32 in 4 align 4",
            &format!("b0: begin &a load x &a {CHECK} (not (= x {value})) return"),
        )
    };
    check(&local("#x00000000"), "assertion");
    check(&local("#x12345678"), "assertion");
    let heap = |zeroed: &str| {
        main_with(
            "",
            "register x : i32 register p : pointer",
            &format!(
                "b0: allocate p heap {zeroed} #x0000000000000004 load x p {CHECK} (= x #x00000000)
                 return"
            ),
        )
    };
    check(&heap(""), "assertion");
    check(&heap("zeroed"), "safe");
    // The second life of a local variable in a loop.
    let reborn = main_with(
        "",
        "register x : i32 register i : i32 object &a \"a\" : i32 in 4 align 4",
        &format!(
            "b0: i := #x00000000 goto b1
             b1: begin &a branch (= i #x00000000) b2 b3
             b2: store &a #x00000005 i := #x00000001 end &a goto b1
             b3: load x &a {CHECK} (= x #x00000005) return"
        ),
    );
    check(&reborn, "assertion");
    // Zero-initialised globals beside fresh heap memory.
    let beside = |zeroed: &str, expected: &str| {
        let program = main_with(
            "global &g \"g\" : i32 in 4 align 4 = { }",
            "register c : truth register x : i32 register p : pointer",
            &format!(
                "b0: choose c input \"c\" allocate p heap {zeroed} #x0000000000000004
                 p := (ite c &g p) load x p {CHECK} (= x #x00000000) return"
            ),
        );
        check(&program, expected);
    };
    beside("", "assertion");
    beside("zeroed", "safe");
}

#[test]
fn fields_of_structs_do_not_disturb_each_other() {
    let program = |expected: &str| {
        main_with(
            "global &s \"s\" : bytes(12) align 4 = { 4: #x00000009 }",
            "register x : i32 register y : i32 register p : pointer",
            &format!(
                "b0: offset p &s #x0000000000000008 store p #x00000003 load x &s
                 load y (bvadd p #xfffffffffffffffc)
                 {CHECK} (and (= x #x00000000) (= y {expected})) return"
            ),
        )
    };
    check(&program("#x00000009"), "safe");
    check(&program("#x00000003"), "assertion");
    let model = lowered(&program("#x00000009"), &Property::ALL, LowerOptions::default()).model;
    assert!(model.globals.iter().all(|&v| model.terms.symbol_sort(v).bit_width() == Some(32)));
}

/// A list of two nodes `{ int data; node *next; }`, built in a loop.
fn list(expected: &str) -> String {
    main_with(
        "",
        "register x : i32 register i : i32 register head : pointer register node : pointer",
        &format!(
            "b0: head := #x0000000000000000 i := #x00000000 goto b1
             b1: branch (bvslt i #x00000002) b2 b3
             b2: allocate node heap #x0000000000000010 store node i
                 store (bvadd node #x0000000000000008) head head := node
                 i := (bvadd i #x00000001) goto b1
             b3: load x head {CHECK} (= x #x00000001)
                 load head (bvadd head #x0000000000000008) load x head {CHECK} (= x {expected})
                 return"
        ),
    )
}

#[test]
fn lists_on_the_heap_have_an_array_for_each_field() {
    check(&list("#x00000000"), "safe");
    check(&list("#x00000002"), "assertion");
    let model = lowered(&list("#x00000000"), &Property::ALL, LowerOptions::default()).model;
    let sorts: Vec<String> =
        model.globals.iter().map(|&v| model.terms.symbol_sort(v).to_string()).collect();
    assert_eq!(
        sorts,
        [
            "(Array (_ BitVec 55) (_ BitVec 32))",
            "(Array (_ BitVec 55) (_ BitVec 120))",
            "(_ BitVec 55)",
        ]
    );
}

/// A circular list of two nodes `{ char pad[8]; link *next; char byte; }` whose head is a variable of its
/// own. Links point to links, and the bytes beside them are read through links.
fn embedded_links(expected: &str) -> String {
    main_with(
        "",
        "register i : i32 register x : i8 register node : pointer register p : pointer
         object &head \"head\" : bytes(8) align 8",
        &format!(
            "b0: begin &head store &head &head i := #x00000000 goto b1
             b1: branch (bvslt i #x00000002) b2 b3
             b2: allocate node heap #x0000000000000018
                 store (bvadd node #x0000000000000011) ((_ extract 7 0) i)
                 load p &head store (bvadd node #x0000000000000008) p
                 store &head (bvadd node #x0000000000000008)
                 i := (bvadd i #x00000001) goto b1
             b3: load p &head load x (bvadd p #x0000000000000009) {CHECK} (= x #x01)
                 load p p load x (bvadd p #x0000000000000009) {CHECK} (= x {expected})
                 load p p {CHECK} (= p &head) return"
        ),
    )
}

#[test]
fn a_variable_starts_where_its_like_is_embedded() {
    check(&embedded_links("#x00"), "safe");
    check(&embedded_links("#x01"), "assertion");
    let model = lowered(&embedded_links("#x00"), &Property::ALL, LowerOptions::default()).model;
    let sorts: Vec<String> =
        model.globals.iter().map(|&v| model.terms.symbol_sort(v).to_string()).collect();
    assert_eq!(
        sorts,
        [
            "(Array (_ BitVec 56) (_ BitVec 120))",
            "(Array (_ BitVec 56) (_ BitVec 8))",
            "(_ BitVec 55)",
        ]
    );
}

#[test]
fn embedded_variables_of_single_objects_are_plain_variables() {
    let program = |expected: &str| {
        main_with(
            "global &a \"a\" : i32 in 4 align 4 = { 0: #x00000001 }
             global &s \"s\" : bytes(8) align 4 = { 0: #x00000002, 4: #x00000003 }",
            "register c : truth register x : i32 register y : i32 register p : pointer",
            &format!(
                "b0: choose c input \"c\" p := (ite c &a (bvadd &s #x0000000000000004))
                 load x p store p #x00000007 load y &s
                 {CHECK} (= x (ite c #x00000001 {expected})) {CHECK} (= y #x00000002)
                 load y &a {CHECK} (= y (ite c #x00000007 #x00000001)) return"
            ),
        )
    };
    check(&program("#x00000003"), "safe");
    check(&program("#x00000002"), "assertion");
    let model = lowered(&program("#x00000003"), &Property::ALL, LowerOptions::default()).model;
    assert!(model.globals.iter().all(|&v| model.terms.symbol_sort(v).bit_width() == Some(32)));
}

#[test]
fn objects_with_indices_start_together() {
    // Elements are selected by the distance in an address, so `s` cannot start 4 bytes before `a`.
    let program = |expected: &str| {
        main_with(
            "global &a \"a\" : bytes(16) align 4 = { 0: #x00000001, 4: #x00000002 }
             global &s \"s\" : bytes(12) align 4 = { 0: #x00000003, 4: #x00000004, 8: #x00000005 }",
            "register c : truth register i : i32 register x : i32 register p : pointer",
            &format!(
                "b0: choose c input \"c\" choose i input \"i\" assume (bvult i #x00000002)
                 p := (ite c &a (bvadd &s #x0000000000000004))
                 offset p p (bvmul #x0000000000000004 ((_ sign_extend 32) i))
                 load x p
                 {CHECK} (= x (bvadd i (ite c #x00000001 {expected}))) return"
            ),
        )
    };
    check(&program("#x00000004"), "safe");
    check(&program("#x00000003"), "assertion");
}

/// An array of four integers, written at an index below `bound`, with the bounds checked.
fn indexed(bound: &str) -> String {
    main_with(
        "global &a \"a\" : bytes(16) align 4 = { }",
        "register x : i32 register i : i32 register p : pointer",
        &format!(
            "b0: choose i input \"i\" assume (bvult i {bound})
             offset p &a (bvmul #x0000000000000004 ((_ sign_extend 32) i))
             check valid-deref \"a[i]\" writable &a p #x0000000000000004
             store p #x00000005 load x p {CHECK} (= x #x00000005) load x &a
             {CHECK} (or (= i #x00000000) (= x #x00000000)) return"
        ),
    )
}

#[test]
fn arrays_and_their_bounds() {
    check(&indexed("#x00000004"), "safe");
    check(&indexed("#x00000005"), "valid-deref");
    check(&indexed("#xffffffff"), "valid-deref");
    let model = lowered(&indexed("#x00000004"), &Property::ALL, LowerOptions::default()).model;
    let sort = model.terms.symbol_sort(model.globals[0]);
    assert_eq!(sort.to_string(), "(Array (_ BitVec 2) (_ BitVec 32))");
}

#[test]
fn an_index_does_not_lead_into_another_object() {
    // Any distance from one object, dereferenced if it meets the start of another.
    let program = main_with(
        "global &a \"a\" : bytes(4) align 4 = { } global &b \"b\" : bytes(4) align 4 = { }",
        "register d : i64 register x : i32 register p : pointer",
        "b0: choose d input \"d\" offset p &a d branch (= p &b) b1 b2
         b1: check valid-deref \"*p\" readable &a p #x0000000000000004 load x p return
         b2: return",
    );
    // Only where the one object happens to be at that distance from the other, which is undetermined.
    let cut = LowerOptions { cut_undetermined: true, ..LowerOptions::default() };
    assert_eq!(verdict(&program, &Property::ALL, cut), "safe");
}

#[test]
fn lifetimes() {
    let heap = |statements: &str, expected: &str| {
        let declarations = "register x : i32 register p : pointer register q : pointer
            object &a \"a\" : i32 in 4 align 4";
        let program = main_with("", declarations, &format!("b0: begin &a {statements} return"));
        check(&program, expected);
    };
    let allocate = "allocate p heap #x0000000000000004";
    let read = "check valid-deref \"*p\" readable p p #x0000000000000004 load x p";
    let free = "check valid-free \"free\" freeable p free p";
    heap(&format!("{allocate} {read} {free}"), "safe");
    heap(&format!("{allocate} {free} {read}"), "valid-deref");
    heap(&format!("{allocate} {free} {free}"), "valid-free");
    heap(&format!("p := &a {free}"), "valid-free");
    heap(&format!("{allocate} p := (bvadd p #x0000000000000002) {free}"), "valid-free");
    heap(&format!("p := #x0000000000000000 {free}"), "safe");
    heap(&format!("p := #x0000000000000000 {read}"), "valid-deref");
    heap(&format!("p := &a end &a {read}"), "valid-deref");
    heap(&format!("p := &a {read} end &a"), "safe");
    heap(&format!("{allocate} check valid-memcleanup \"end\" all-freed"), "valid-memcleanup");
    heap(&format!("{allocate} {free} check valid-memcleanup \"end\" all-freed"), "safe");
    heap(&format!("allocate p stack #x0000000000000004 {free}"), "valid-free");
}

#[test]
fn lifetimes_in_loops() {
    // Every other object is freed; then all are read or not.
    let program = |use_after: &str| {
        main_with(
            "",
            "register x : i32 register i : i32 register p : pointer register first : pointer",
            &format!(
                "b0: i := #x00000000 first := #x0000000000000000 goto b1
                 b1: branch (bvslt i #x00000003) b2 b3
                 b2: allocate p heap #x0000000000000004 branch (= i #x00000000) b4 b5
                 b3: check valid-deref \"*p\" readable {use_after} {use_after} #x0000000000000004
                     check valid-free \"free\" freeable first free first
                     check valid-memcleanup \"end\" all-freed return
                 b4: first := p goto b6
                 b5: check valid-free \"free\" freeable p free p goto b6
                 b6: i := (bvadd i #x00000001) goto b1"
            ),
        )
    };
    check(&program("first"), "safe");
    check(&program("p"), "valid-deref");
    // A pointer to the local variable of an earlier iteration.
    let stale = main_with(
        "",
        "register x : i32 register i : i32 register p : pointer object &a \"a\" : i32 in 4 align 4",
        "b0: i := #x00000000 goto b1
         b1: begin &a branch (= i #x00000000) b2 b3
         b2: p := &a i := #x00000001 end &a goto b1
         b3: check valid-deref \"*p\" readable p p #x0000000000000004 load x p return",
    );
    check(&stale, "valid-deref");
    // No pointer to an earlier iteration is left: the variable needs no new number each time.
    let fresh = main_with(
        "",
        "register x : i32 register i : i32 register p : pointer object &a \"a\" : i32 in 4 align 4",
        &format!(
            "b0: i := #x00000000 goto b1
             b1: begin &a p := &a check valid-deref \"*p\" writable p p #x0000000000000004
                 store p i load x &a end &a {CHECK} (= x i) i := (bvadd i #x00000001)
                 branch (bvslt i #x00000003) b1 b2
             b2: return"
        ),
    );
    check(&fresh, "safe");
    let model = lowered(&fresh, &Property::ALL, LowerOptions::default()).model;
    assert!(model.globals.iter().all(|&v| model.terms.symbol_sort(v).as_array().is_none()));
}

#[test]
fn unions_reinterpret_bytes() {
    let program = |expected: &str| {
        main_with(
            "global &u \"u\" : bytes(4) align 4 = { 0: #x11223344 }",
            "register x : u8 register y : i32 register i : u32",
            &format!(
                "b0: store (bvadd &u #x0000000000000001) #xff load x &u load y &u
                 {CHECK} (and (= x #x44) (= y {expected})) return"
            ),
        )
    };
    check(&program("#x1122ff44"), "safe");
    check(&program("#x11223344"), "assertion");
}

#[test]
fn copies_and_fills() {
    let program = |statements: &str, expected: &str| {
        let globals = "global &s \"s\" : bytes(12) align 4 = { 0: #x00000001, 8: #x00000003 }
            global &t \"t\" : bytes(12) align 4 = { }";
        let declarations = "register x : i32 register n : u64 register p : pointer";
        check(&main_with(globals, declarations, &format!("b0: {statements} return")), expected);
    };
    let at8 = "load x (bvadd &t #x0000000000000008)";
    program(&format!("copy &t &s #x000000000000000c {at8} {CHECK} (= x #x00000003)"), "safe");
    program(&format!("copy &t &s #x0000000000000008 {at8} {CHECK} (= x #x00000003)"), "assertion");
    // Half of a cell.
    program(
        &format!(
            "fill (bvadd &t #x000000000000000a) #xab #x0000000000000002 {at8}
                  {CHECK} (= x #xabab0000)"
        ),
        "safe",
    );
    // Overlapping ranges, as through a buffer.
    program(
        &format!(
            "copy (bvadd &s #x0000000000000004) &s #x0000000000000008
             load x (bvadd &s #x0000000000000004) {CHECK} (= x #x00000001)
             load x (bvadd &s #x0000000000000008) {CHECK} (= x #x00000000)"
        ),
        "safe",
    );
    // Sizes that are not known.
    let whole = "choose n input \"n\" assume (bvule n #x0000000000000003)";
    let size = "(bvmul #x0000000000000004 n)";
    program(
        &format!(
            "{whole} copy &t &s {size} {at8}
                  {CHECK} (= x (ite (= n #x0000000000000003) #x00000003 #x00000000))"
        ),
        "safe",
    );
    program(&format!("{whole} copy &t &s {size} {at8} {CHECK} (= x #x00000000)"), "assertion");
    program(
        &format!(
            "{whole} copy (bvadd &s #x0000000000000004) &s {size}
                  load x (bvadd &s #x0000000000000008)
                  {CHECK} (= x (ite (bvult n #x0000000000000002) #x00000003 #x00000000))"
        ),
        "safe",
    );
    program(
        &format!(
            "{whole} fill &s #x00 {size} load x &s
                  {CHECK} (= x (ite (= n #x0000000000000000) #x00000001 #x00000000))"
        ),
        "safe",
    );
}

#[test]
fn calls_and_function_pointers() {
    let program = |chosen: &str, expected: &str| {
        let text = format!(
            "machine lp64
             function one at &one () returns r1 {{ register r1 : i32 b0: r1 := #x00000001 return }}
             function two at &two () returns r2 {{ register r2 : i32 b0: r2 := #x00000002 return }}
             function other at &other (o) {{ register o : i32 b0: return }}
             entry function main at &main () {{
               register c : truth register f : pointer register x : i32
               b0: choose c input \"c\" f := {chosen}
                   call-at x := f () {CHECK} (= x (ite c #x00000001 #x00000002)) return
             }}"
        );
        check(&text, expected);
    };
    program("(ite c &one &two)", "safe");
    program("(ite c &two &one)", "assertion");
    let misfit = "unsupported: a call of 'other' as a function of another type";
    program("(ite c &one &other)", misfit);
    // A call of null ends the run, so that only the other one returns.
    program("(ite c &one #x0000000000000000)", "safe");
    program("(ite c &two #x0000000000000000)", "assertion");
    // A function from outside of the program is called; it does not disturb the rest.
    let foreign = main_with(
        "",
        "register c : i32 register f : pointer register x : i32",
        &format!(
            "b0: choose c input \"c\" choose f input \"f\" call-at x := f () call-at f ()
             {CHECK} (= c c) {CHECK} (bvsle c #x7fffffff) return"
        ),
    );
    check(&foreign, "safe");
}

#[test]
fn memory_from_outside_is_arbitrary() {
    let program = |statements: &str, expected: &str| {
        let globals = "global &s \"s\" : bytes(12) align 4 = { 0: #x00000001, 8: #x00000003 }";
        let declarations = "register x : i32 register f : pointer";
        let start = "b0: choose f input \"f\"";
        check(&main_with(globals, declarations, &format!("{start} {statements} return")), expected);
    };
    let size = "#x0000000000000004";
    let holds = format!("load x &s {CHECK} (= x #x00000001)");
    // What is written there disturbs no object of the program.
    program(&format!("fill f #x00 {size} copy f &s {size} {holds}"), "safe");
    // The rest of what is copied to is kept.
    let kept = format!("load x (bvadd &s #x0000000000000008) {CHECK} (= x #x00000003)");
    program(&format!("copy &s f {size} {kept}"), "safe");
    let watched = format!("check valid-deref \"d\" readable &s &s {size}");
    let what = "unsupported: a range of bytes behind a pointer that no address flows into";
    program(&format!("{watched} fill f #x00 {size} {holds}"), what);
    program(&format!("{watched} copy &s f {size} {holds}"), what);
}

#[test]
fn calls_in_loops_start_anew() {
    // A register that is read before it is assigned does not keep what an earlier call left there.
    let text = format!(
        "machine lp64
         function f at &f () returns r {{
           register r : i32 register old : i32
           b0: r := old old := #x00000001 return
         }}
         entry function main at &main () {{
           register i : i32 register x : i32
           b0: i := #x00000000 goto b1
           b1: branch (bvslt i #x00000002) b2 b3
           b2: call x := f () i := (bvadd i #x00000001) goto b1
           b3: {CHECK} (= x #x00000001) return
         }}"
    );
    check(&text, "assertion");
}

#[test]
fn recursion_is_unrolled_to_a_depth() {
    let program = |depth: u32| {
        format!(
            "machine lp64
             function down at &down (n) returns r {{
               register n : i32 register r : i32
               b0: branch (= n #x00000000) b1 b2
               b1: r := #x00000000 return
               b2: call r := down ((bvsub n #x00000001)) r := (bvadd r #x00000001) return
             }}
             entry function main at &main () {{
               register x : i32
               b0: call x := down (#x{depth:08x}) {CHECK} (= x #x{depth:08x}) return
             }}"
        )
    };
    check(&program(2), "safe");
    check(&program(3), "unsupported: recursion of 'down' deeper than 3");
}

#[test]
fn locals_of_functions_end_with_them() {
    let text = "machine lp64
         function f at &f () returns r {
           register r : pointer object &a \"a\" : i32 in 4 align 4
           b0: begin &a r := &a return
         }
         entry function main at &main () {
           register p : pointer register x : i32
           b0: call p := f () check valid-deref \"*p\" readable p p #x0000000000000004 load x p return
         }";
    check(text, "valid-deref");
    let without = verdict(text, &[Property::Assertion], LowerOptions::default());
    assert_eq!(without, "safe");
}

#[test]
fn pointers_through_integers_and_memory() {
    let program = |way: &str, expected: &str| {
        main_with(
            "global &g \"g\" : i32 in 4 align 4 = { 0: #x00000004 }
             global &p \"p\" : pointer in 8 align 8 = { 0: &g }",
            "register n : u64 register x : i32 register low : u32 register high : u32",
            &format!("b0: load n &p {way} load x n {CHECK} (= x {expected}) return"),
        )
    };
    let whole = "n := (bvadd n #x0000000000000001) n := (bvsub n #x0000000000000001)";
    check(&program(whole, "#x00000004"), "safe");
    check(&program(whole, "#x00000005"), "assertion");
    let halves = "low := ((_ extract 31 0) n) high := ((_ extract 63 32) n)
                  n := (concat high low)";
    let what = "unsupported: a computation with the bits of an address";
    check(&program(halves, "#x00000004"), what);
}

#[test]
fn sizes_of_objects() {
    let program = |expected: &str| {
        main_with(
            "",
            "register n : u64 register p : pointer register s : u64",
            &format!(
                "b0: choose n input \"n\" assume (bvult n #x0000000000000010) allocate p heap n
                 object-size s p {CHECK} (= s {expected}) return"
            ),
        )
    };
    check(&program("n"), "safe");
    check(&program("#x0000000000000004"), "assertion");
}
