//! Syntax trees.

use super::columns::columns;
use super::depth::{MAXIMAL_DEPTH, MAXIMAL_STEPS, too_deep, too_many_steps};
use super::diagnose::{describe, missing_semicolon};
use super::directive::SymbolPragma;
use super::lexer::LexError;
use super::positions::{Files, Positions};
use super::preprocess::Source;
use super::rewrite::{OffsetMap, Rewritten, rewrite};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, parse_preprocessed};
use model::Span;
use program::SourceError;

/// A parsed file.
#[derive(Debug)]
pub struct Unit {
    /// The syntax tree; [`super::rewrite`] lists the markers for constructs that the parser does
    /// not know.
    pub tree: TranslationUnit,
    /// Places of asm at file scope, which is not in the tree.
    pub file_scope_asm: Vec<Span>,
    /// Pragmas about symbols, which are not in the tree.
    pub symbols: Vec<SymbolPragma>,
    map: OffsetMap,
    positions: Positions,
}

impl Unit {
    /// The place in the user's files for an offset of the tree.
    pub fn span(&self, offset: usize) -> Span {
        self.positions.span(self.map.origin(offset))
    }
}

/// Parses text; must run on a large stack.
pub(super) fn parse(source: Source, files: &mut Files) -> Result<Unit, SourceError> {
    let Source { mut positions, moved } = source;
    let tokens = match positions.tokens(files) {
        Ok(tokens) => tokens,
        Err(error) => return Err(lex_error(&positions, files, error)),
    };
    if moved {
        positions.columns = columns(&positions, &tokens, files);
    }
    if let Some(token) = too_deep(&positions.text, &tokens, MAXIMAL_DEPTH) {
        let message = format!("nested more than {MAXIMAL_DEPTH} levels deep");
        return Err(files.error(positions.span(token.start), message));
    }
    if let Some(token) = too_many_steps(&positions.text, &tokens) {
        let message =
            format!("more than {MAXIMAL_STEPS} times `++` or `--` in front of an operand");
        return Err(files.error(positions.span(token.start), message));
    }
    let Rewritten { text, map, file_scope_asm, symbols } =
        rewrite(&positions.text, &tokens).map_err(|error| lex_error(&positions, files, error))?;
    let file_scope_asm = file_scope_asm.into_iter().map(|at| positions.span(at)).collect();
    match parse_preprocessed(&Config::with_gcc(), text) {
        Ok(parsed) => Ok(Unit { tree: parsed.unit, file_scope_asm, symbols, map, positions }),
        Err(error) => {
            let origin = map.origin(error.offset);
            let brace = error.expected.contains("{");
            let missing = missing_semicolon(&positions.text, &tokens, origin).filter(|_| brace);
            Err(match missing {
                Some(token) => files.error(positions.span(token.start), "expected ';' before this"),
                None => files.error(positions.span(origin), describe(&error)),
            })
        }
    }
}

fn lex_error(positions: &Positions, files: &Files, error: LexError) -> SourceError {
    files.error(positions.span(error.offset), error.message)
}
