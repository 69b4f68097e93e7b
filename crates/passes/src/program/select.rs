//! Which properties are asked for.

use program::{Program, PropertySet, StatementKind};

/// Removes the checks of all other properties: where they fail, runs go on.
pub fn select_properties(program: &mut Program, selected: PropertySet) {
    for function in &mut program.functions {
        let blocks = function.body.iter_mut().flat_map(|body| &mut body.blocks);
        for block in blocks {
            block.statements.retain(|statement| match &statement.kind {
                StatementKind::Check(check) => selected.contains(check.property),
                _ => true,
            });
        }
    }
}
