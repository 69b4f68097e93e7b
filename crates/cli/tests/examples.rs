//! Every example gives its expected results in its comments.

mod common;

use common::{check_file, files_in};

#[test]
fn examples_give_their_results() {
    let names = files_in("examples");
    assert!(names.len() >= 5, "{names:?}");
    names.iter().for_each(|path| check_file(path));
}
