//! Small C programs, each about one thing that is easy to get wrong. Their comments contain the
//! expected results, which were found by hand.

mod common;

use common::{check_file, files_in, in_parallel};

/// How many programs are verified at once.
const THREADS: usize = 4;

#[test]
fn programs_give_their_results() {
    let names = files_in("crates/cli/tests/c");
    assert!(names.len() >= 100, "{names:?}");
    in_parallel(THREADS, names, |path| check_file(&path));
}
