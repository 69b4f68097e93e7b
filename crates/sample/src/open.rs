//! Whether a program leaves any value open.

use program::{Callee, ChoiceSource, FunctionId, Program, StatementKind};

/// Whether a program reads no input and calls no undefined functions. Then it has one run, up to
/// the values of uninitialised variables.
pub fn has_one_run(program: &Program) -> bool {
    let mut is_called = vec![false; program.functions.len()];
    let mut open = vec![program.entry];
    is_called[program.entry.index()] = true;
    let mut call = |open: &mut Vec<FunctionId>, callee: FunctionId| {
        if !std::mem::replace(&mut is_called[callee.index()], true) {
            open.push(callee);
        }
    };
    while let Some(function) = open.pop() {
        let function = program.function(function);
        let Some(body) = &function.body else {
            if function.result.is_some() {
                return false;
            }
            continue;
        };
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            match &statement.kind {
                StatementKind::Choose { source: ChoiceSource::Uninitialised(_), .. } => {}
                StatementKind::Choose { .. } => return false,
                StatementKind::Call { callee: Callee::Direct(callee), .. } => {
                    call(&mut open, *callee);
                }
                StatementKind::Call { callee: Callee::Indirect(_), .. } => {
                    program.function_ids().for_each(|callee| call(&mut open, callee));
                }
                _ => {}
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(statement: &str) -> bool {
        let text = format!(
            "machine lp64
            function input at &input () returns r {{
              register r : u32
              b0:
                choose r input \"__VERIFIER_nondet_uint\"
                return
            }}
            function missing at &missing () returns m {{
              register m : u32
            }}
            entry function main at &main () {{
              register x : u32
              b0:
                {statement}
                return
            }}"
        );
        has_one_run(&program::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
    }

    #[test]
    fn inputs_are_open_where_they_are_asked_for() {
        assert!(of("x := (bvadd x #x00000001)"));
        assert!(of("choose x uninitialised \"x\""));
        assert!(!of("choose x input \"__VERIFIER_nondet_uint\""));
        assert!(!of("choose x order \"f() + g()\""));
        assert!(!of("choose x volatile \"v\""));
        assert!(!of("call x := input()"));
        assert!(!of("call x := missing()"));
        assert!(!of("call-at x := &input()"));
    }
}
