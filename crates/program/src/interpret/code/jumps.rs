//! Linking of jumps between instructions.

use super::instruction::{Code, Instruction};

/// How many jumps in a row are followed to their final target.
const MAX_FOLLOWED: usize = 16;

/// Makes jumps, which so far refer to blocks, refer to instructions. Jumps are shortened: a jump to
/// a jump goes to its final target, and a jump to a branch becomes a branch.
pub fn link(code: &mut [Instruction], starts: &[u32]) {
    for instruction in &mut *code {
        if instruction.code == Code::Jump || instruction.code.is_branch() {
            instruction.target = starts[instruction.target as usize];
        }
        if instruction.code.is_branch() {
            instruction.c = starts[instruction.c as usize];
        }
    }
    for at in 0..code.len() {
        let mut instruction = code[at];
        if instruction.code == Code::Jump {
            instruction.target = end_of_jumps(code, instruction.target);
            let next = code[instruction.target as usize];
            if next.code.is_branch() {
                instruction = next;
            }
        }
        if instruction.code.is_branch() {
            instruction.target = end_of_jumps(code, instruction.target);
            instruction.c = end_of_jumps(code, instruction.c);
        }
        code[at] = instruction;
    }
}

/// The final target of the jumps that start at an instruction.
fn end_of_jumps(code: &[Instruction], mut at: u32) -> u32 {
    for _ in 0..MAX_FOLLOWED {
        match code[at as usize] {
            Instruction { code: Code::Jump, target, .. } => at = target,
            _ => break,
        }
    }
    at
}
