//! The control-flow graph of a function.

use program::{BlockId, Body};

/// For each block whether a run of the function may come to it more than once: Tarjan's strongly
/// connected components, without recursion.
pub fn blocks_in_cycles(body: &Body) -> Vec<bool> {
    const UNSEEN: u32 = u32::MAX;
    let count = body.blocks.len();
    let mut in_cycle = vec![false; count];
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<usize> = Vec::new();
    let mut next_index = 0;
    let mut calls: Vec<(usize, Vec<BlockId>)> = Vec::new();
    let successors =
        |block: usize| -> Vec<BlockId> { body.blocks[block].terminator.successors().collect() };
    if count > 0 {
        calls.push((0, successors(0)));
    }
    while let Some((block, pending)) = calls.last_mut() {
        let block = *block;
        if index[block] == UNSEEN {
            index[block] = next_index;
            low[block] = next_index;
            next_index += 1;
            stack.push(block);
            on_stack[block] = true;
        }
        if let Some(next) = pending.pop() {
            let next = next.index();
            if next == block {
                in_cycle[block] = true;
            }
            if index[next] == UNSEEN {
                calls.push((next, successors(next)));
            } else if on_stack[next] {
                low[block] = low[block].min(index[next]);
            }
            continue;
        }
        calls.pop();
        if let Some((caller, _)) = calls.last() {
            low[*caller] = low[*caller].min(low[block]);
        }
        if low[block] == index[block] {
            let first = stack.iter().rposition(|&b| b == block).expect("it is on the stack");
            let component = stack.split_off(first);
            for &member in &component {
                on_stack[member] = false;
                in_cycle[member] |= component.len() > 1;
            }
        }
    }
    in_cycle
}
