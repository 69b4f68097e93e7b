//! Generalisation: fewer and weaker literals, so that more is blocked than what was found.

use super::cube::{Cube, Literal};

/// After so many literals in a row that have to stay, the rest is not tried.
const MAX_FAILURES: u32 = 12;

/// Leaves out literals as long as the rest can be blocked. `block` returns the part of a cube that is
/// needed to block it, if it can be blocked; `context` is what it works on.
pub(crate) fn drop_literals<C, L: Literal, E>(
    context: &mut C,
    cube: Cube<L>,
    mut block: impl FnMut(&mut C, &Cube<L>) -> Result<Option<Cube<L>>, E>,
) -> Result<Cube<L>, E> {
    let mut cube = cube;
    let mut failures = 0;
    let order: Vec<L> = cube.literals().iter().rev().copied().collect();
    for literal in order {
        if !cube.literals().contains(&literal) {
            continue;
        }
        match block(context, &cube.without(literal))? {
            Some(smaller) => {
                cube = smaller;
                failures = 0;
            }
            None => {
                failures += 1;
                if failures >= MAX_FAILURES {
                    break;
                }
            }
        }
    }
    Ok(cube)
}

/// Puts weaker literals in the place of others as long as the cube can be blocked, and says how
/// often. `weaker` has candidates, the weakest first.
pub(crate) fn weaken_literals<C, L: Literal, E>(
    context: &mut C,
    cube: Cube<L>,
    mut weaker: impl FnMut(&mut C, L) -> Vec<L>,
    mut block: impl FnMut(&mut C, &Cube<L>) -> Result<Option<Cube<L>>, E>,
) -> Result<(Cube<L>, u64), E> {
    let mut cube = cube;
    let mut weakened = 0;
    for literal in cube.literals().to_vec() {
        if !cube.literals().contains(&literal) {
            continue;
        }
        for candidate in weaker(context, literal) {
            if let Some(core) = block(context, &cube.with(literal, candidate))? {
                weakened += 1;
                cube = core;
                break;
            }
        }
    }
    Ok((cube, weakened))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(literals: &[u32]) -> Cube<u32> {
        Cube::new(literals.to_vec())
    }

    /// Blocks what has 2 and 5 in it, and needs nothing else.
    fn two_and_five(asked: &mut u32, cube: &Cube<u32>) -> Result<Option<Cube<u32>>, ()> {
        *asked += 1;
        let needed = Cube::new(vec![2, 5]);
        Ok(needed.subsumes(cube).then_some(needed))
    }

    #[test]
    fn literals_are_dropped_until_all_are_needed() {
        let mut asked = 0;
        let dropped = drop_literals(&mut asked, cube(&[1, 2, 3, 4, 5]), two_and_five);
        assert_eq!(dropped, Ok(cube(&[2, 5])));
        assert_eq!(asked, 3, "5 has to stay, dropping 4 shows that 3 and 1 can go, 2 has to stay");
    }

    #[test]
    fn many_failures_end_the_attempt() {
        let all: Vec<u32> = (0..40).collect();
        let mut asked = 0;
        let never = |asked: &mut u32, _: &Cube<u32>| {
            *asked += 1;
            Ok::<_, ()>(None)
        };
        assert_eq!(drop_literals(&mut asked, cube(&all), never), Ok(cube(&all)));
        assert_eq!(asked, MAX_FAILURES);
    }

    #[test]
    fn errors_end_the_attempt() {
        let fails = |_: &mut (), _: &Cube<u32>| Err("no answer");
        assert_eq!(drop_literals(&mut (), cube(&[1]), fails), Err("no answer"));
    }

    #[test]
    fn the_weakest_candidate_that_works_is_taken() {
        // A literal is a lower bound: smaller ones are weaker. What is above 3 is blocked.
        let weaker = |_: &mut (), literal: u32| (0..literal).collect();
        let block = |_: &mut (), cube: &Cube<u32>| {
            Ok::<_, ()>(cube.literals().iter().any(|&l| l > 3).then(|| cube.clone()))
        };
        assert_eq!(weaken_literals(&mut (), cube(&[7]), weaker, block), Ok((cube(&[4]), 1)));
        assert_eq!(weaken_literals(&mut (), cube(&[4]), weaker, block), Ok((cube(&[4]), 0)));
    }
}
