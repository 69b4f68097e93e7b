//! Every example says in its comments what is to be expected of it.

mod common;

use common::{lemmatic, root};

/// The texts after `; key:` in the comments of an example, or after `// key:` in C.
fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let prefixes = [format!("; {key}: "), format!("// {key}: ")];
    let directive = |line: &'a str| prefixes.iter().find_map(|p| line.strip_prefix(p.as_str()));
    text.lines().filter_map(directive).collect()
}

fn check(name: &str) {
    let path = format!("examples/{name}");
    let text = std::fs::read_to_string(root().join(&path)).unwrap();
    let [expected] = directives(&text, "expect")[..] else {
        panic!("{path} should expect one result");
    };
    let mut args = vec!["verify", path.as_str()];
    args.extend(directives(&text, "options").iter().flat_map(|line| line.split_whitespace()));
    let code = match expected.split('(').next().unwrap() {
        "TRUE" => 0,
        "FALSE" => 10,
        "UNKNOWN" => 5,
        other => panic!("{path}: not a result: {other}"),
    };
    lemmatic(&args).check(&format!("result: {expected}"), code);
}

#[test]
fn examples_give_their_results() {
    let entries = std::fs::read_dir(root().join("examples")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    assert!(names.len() >= 5, "{names:?}");
    names.iter().for_each(|name| check(name));
}
