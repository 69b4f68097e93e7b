//! Cycles of blocks in a function, and of calls in a program.

use program::{BlockId, Body, Callee, FunctionId, Program, StatementKind};

/// For each block, whether a run of the function may reach it more than once.
pub fn blocks_in_cycles(body: &Body) -> Vec<bool> {
    let successors = |block: usize| -> Vec<usize> {
        body.blocks[block].terminator.successors().map(BlockId::index).collect()
    };
    nodes_in_cycles(body.blocks.len(), 0, successors)
}

/// For each function, whether it may run and call itself, directly or through others. Calls through
/// pointers must be resolved first.
pub fn recursive_functions(program: &Program) -> Vec<bool> {
    nodes_in_cycles(program.functions.len(), program.entry.index(), |f| callees(program, f))
}

/// For each function, whether calls lead to it from the entry. Calls through pointers must be
/// resolved first.
pub fn called_functions(program: &Program) -> Vec<bool> {
    let mut called = vec![false; program.functions.len()];
    let mut open = vec![program.entry.index()];
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut called[function], true) {
            open.extend(callees(program, function));
        }
    }
    called
}

/// The functions that a function calls directly.
fn callees(program: &Program, function: usize) -> Vec<usize> {
    let body = program.function(FunctionId::from_index(function)).body.as_ref();
    let statements = body.iter().flat_map(|body| &body.blocks).flat_map(|b| &b.statements);
    statements
        .filter_map(|statement| match statement.kind {
            StatementKind::Call { callee: Callee::Direct(id), .. } => Some(id.index()),
            _ => None,
        })
        .collect()
}

/// For each node of a graph, whether it is reachable and lies on a cycle. Uses Tarjan's strongly
/// connected components, without recursion.
fn nodes_in_cycles(
    count: usize,
    root: usize,
    successors: impl Fn(usize) -> Vec<usize>,
) -> Vec<bool> {
    const UNSEEN: u32 = u32::MAX;
    let mut in_cycle = vec![false; count];
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<usize> = Vec::new();
    let mut next_index = 0;
    let mut visits: Vec<(usize, Vec<usize>)> = Vec::new();
    if root < count {
        visits.push((root, successors(root)));
    }
    while let Some((node, pending)) = visits.last_mut() {
        let node = *node;
        if index[node] == UNSEEN {
            index[node] = next_index;
            low[node] = next_index;
            next_index += 1;
            stack.push(node);
            on_stack[node] = true;
        }
        if let Some(next) = pending.pop() {
            if next == node {
                in_cycle[node] = true;
            }
            if index[next] == UNSEEN {
                visits.push((next, successors(next)));
            } else if on_stack[next] {
                low[node] = low[node].min(index[next]);
            }
            continue;
        }
        visits.pop();
        if let Some((before, _)) = visits.last() {
            low[*before] = low[*before].min(low[node]);
        }
        if low[node] == index[node] {
            let first = stack.iter().rposition(|&n| n == node).expect("it is on the stack");
            let component = stack.split_off(first);
            for &member in &component {
                on_stack[member] = false;
                in_cycle[member] |= component.len() > 1;
            }
        }
    }
    in_cycle
}
