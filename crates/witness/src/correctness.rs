//! A proof as invariants at places of the source.

use crate::format::{Invariant, InvariantKind, Location};
use crate::source::InputFiles;
use crate::verified::VerifiedProgram;
use evidence::Proof;
use program::{LoopPoint, SourceLoop};

/// The invariants of a proof. Where nothing can be said, the invariant that always holds says so.
pub fn invariants(
    verified: &VerifiedProgram<'_>,
    files: &InputFiles<'_>,
    proof: &Proof,
) -> Vec<Invariant> {
    let known = verified.loop_invariants(proof);
    let mut invariants = Vec::new();
    for (index, source) in verified.program.outline.loops.iter().enumerate() {
        let Some((kind, location)) = place(files, source) else { continue };
        let found = known.iter().find(|invariant| invariant.source == index);
        let value = found.map_or_else(|| "1".to_owned(), |invariant| invariant.text.clone());
        invariants.push(Invariant { kind, location, value });
    }
    if invariants.is_empty() {
        invariants.extend(trivial(verified, files));
    }
    invariants
}

/// The place where the invariant of a loop holds. Loops from macros have no place.
pub fn place(files: &InputFiles<'_>, source: &SourceLoop) -> Option<(InvariantKind, Location)> {
    let keyword = files.place(source.span)?;
    let (kind, words, place): (_, &[&str], _) = match source.point {
        LoopPoint::Condition => (InvariantKind::Loop, &["for", "while"], keyword),
        LoopPoint::Body(first) => {
            let first = files.place(first).filter(|&first| first != keyword)?;
            (InvariantKind::Location, &["do"], first)
        }
    };
    let is_written_there = files.has_one_of(keyword, words);
    is_written_there.then(|| (kind, files.location(place, Some(source.function))))
}

/// Words that only start statements.
const STATEMENTS: &[&str] = &["return", "if", "while", "for", "do", "switch", "goto", "break"];

/// Something that holds, for a program without loops: the format wants at least one invariant.
fn trivial(verified: &VerifiedProgram<'_>, files: &InputFiles<'_>) -> Option<Invariant> {
    let mut places = verified.program.outline.starts.iter().filter_map(|&start| files.place(start));
    let place = places.find(|&place| files.has_one_of(place, STATEMENTS))?;
    let location = files.location(place, None);
    Some(Invariant { kind: InvariantKind::Location, location, value: "1".to_owned() })
}
