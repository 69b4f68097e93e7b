//! Small C programs, each about one thing that is easy to get wrong. Their comments say what is to
//! be expected of them, which was found by hand.

mod common;

use common::{check_file, files_in};
use std::sync::Mutex;

/// How many programs are verified at once.
const THREADS: usize = 4;

#[test]
fn programs_give_their_results() {
    let names = files_in("crates/cli/tests/c");
    assert!(names.len() >= 100, "{names:?}");
    let open = Mutex::new(names.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let next = || open.lock().unwrap().next();
                while let Some(path) = next() {
                    check_file(&path);
                }
            });
        }
    });
}
