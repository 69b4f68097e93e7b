//! The help of the command.

mod common;

use common::{Run, finish, lemmatic, root};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// Runs the command as in a window of 100 columns.
fn in_window(args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lemmatic"));
    command.args(args).current_dir(root()).env("COLUMNS", "100").env("LINES", "50");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finish(command.spawn().expect("the command starts"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run
}

/// The options that a help lists.
fn options(help: &str) -> BTreeSet<String> {
    let option = |line: &str| {
        let line = line.trim_start();
        let at = if line.starts_with("--") { 0 } else { line.find(", --")? + 2 };
        let is_listed = line.starts_with('-') && (at == 0 || at == 4);
        let name = line[at..].split([' ', '[', '=']).next()?;
        is_listed.then(|| name.to_owned())
    };
    help.lines().filter_map(option).collect()
}

#[test]
fn short_help_of_verify_fits_a_screen() {
    let help = in_window(&["verify", "-h"]).stdout;
    let lines: Vec<&str> = help.lines().collect();
    assert!(lines.len() <= 54, "{} lines\n{help}", lines.len());
    for line in lines {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn long_help_of_verify_has_the_same_options() {
    let short = in_window(&["verify", "-h"]).stdout;
    let long = in_window(&["verify", "--help"]).stdout;
    assert_eq!(options(&short), options(&long));
    for option in ["--property", "--timeout", "--memory", "--proof", "--engine", "--trace"] {
        assert!(options(&short).contains(option), "{option} is not in\n{short}");
    }
    assert_eq!(in_window(&["help", "verify"]).stdout, long);
}

#[test]
fn engines_are_listed_with_their_papers() {
    let list = in_window(&["engines"]).stdout;
    for part in ["* bmc ", "  predabs ", "\"Lazy abstraction\"", "FMCAD 2015", "* sample "] {
        assert!(list.contains(part), "{part} is not in\n{list}");
    }
}

#[test]
fn engines_have_pages() {
    let check = |topic: &str, parts: &[&str]| {
        let page = in_window(&["help", topic]).stdout;
        for part in parts {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        page
    };
    let page = check(
        "kiki",
        &[
            "Paper: ",
            "2LS for Program Analysis",
            "Good for: ",
            "--kiki-domain <DOMAIN>",
            "octagons",
        ],
    );
    assert_eq!(in_window(&["engines", "kiki"]).stdout, page);
    check("bmc", &["--bmc-unwind-step <N>", "[default: 1]"]);
    check("ic3cfa", &["--ic3cfa-reuse[=<BOOL>]", "[default: true]"]);
    check("cells", &["It has no options of its own."]);
    check("reductions", &["--reduce-without <PASSES>", "minimise", "--reduce-block-limit <N>"]);
    let run = lemmatic(&["help", "magic"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("no help about 'magic'; there is some about"), "{}", run.stderr);
    assert!(run.stderr.contains("kiki"), "{}", run.stderr);
}

/// Options of engines start with the engine's name. If it is omitted, the option is suggested.
#[test]
fn unknown_options_suggest_the_nearest_one() {
    for (unknown, meant) in [
        ("--domain", "--kiki-domain"),
        ("--havoc", "--kiki-havoc"),
        ("--linear-template", "--kiki-linear-template"),
        ("--symbolic-paths", "--kiki-symbolic-paths"),
        ("--bounds-by", "--kiki-bounds-by"),
        ("--unwind", "--bmc-unwind"),
        ("--unwind-complete", "--bmc-unwind-complete"),
        ("--simple-path", "--kind-simple-path"),
        ("--abstraction", "--predabs-abstraction"),
        ("--max-refinements", "--predabs-max-refinements"),
        ("--reuse=false", "--ic3cfa-reuse"),
        ("--prune", "--ic3cfa-prune"),
        ("--generalise", "--ic3cfa-generalise"),
        ("--no-prune", "--reduce-without prune"),
        ("--no-slice", "--reduce-without slice"),
        ("--block-limit", "--reduce-block-limit"),
        ("--propety", "--property"),
        ("--time-out", "--timeout"),
    ] {
        let run = lemmatic(&["verify", unknown, "examples/bounded.cfa"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{unknown}");
        let tip = format!("'{meant}'");
        assert!(run.stderr.contains(&tip), "{unknown} does not suggest {meant}\n{}", run.stderr);
    }
}

#[test]
fn help_lists_every_result() {
    let verify = in_window(&["verify", "--help"]).stdout;
    for part in [
        "result: TRUE",
        "result: FALSE(property)",
        "result: UNKNOWN(reason)",
        "unreach-call, assertion, no-overflow,",
        "valid-memcleanup, undefined",
        "\n  timeout ",
        "\n  out of memory limit ",
        "\n  interrupted ",
        "\n  unsupported: ... ",
        "\n  incomplete: ... ",
        "\n  evidence rejected: ... ",
        "\n  solver failed: ... ",
        "\n  internal error: ... ",
    ] {
        assert!(verify.contains(part), "{part} is not in\n{verify}");
    }
    let check = in_window(&["check", "--help"]).stdout;
    for part in ["result: ACCEPTED", "result: REJECTED(condition)", "\n  incomplete: ... "] {
        assert!(check.contains(part), "{part} is not in\n{check}");
    }
}

#[test]
fn shells_complete_options_of_engines() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = in_window(&["completions", shell]).stdout;
        for word in ["kiki-domain", "reduce-without", "no-progress", "completions"] {
            assert!(script.contains(word), "{word} is not in the script for {shell}");
        }
    }
    assert_eq!(lemmatic(&["completions", "csh"]).code, Some(2));
}

/// The generated script works.
#[test]
fn bash_completes_the_name_of_an_engine() {
    let complete = "source /dev/stdin
         COMP_WORDS=(lemmatic verify a.c --engine ki) COMP_CWORD=4
         _lemmatic lemmatic ki --engine
         echo \"${COMPREPLY[@]}\"";
    let script = in_window(&["completions", "bash"]).stdout;
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    std::fs::write(file.path(), script).expect("the file can be written");
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", complete]);
    bash.stdin(std::fs::File::open(file.path()).expect("it was written"));
    let output = bash.output().expect("there is a bash");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "kiki kind\n", "{output:?}");
}

#[test]
fn manual_pages_are_printed() {
    let check = |args: &[&str], parts: &[&str]| {
        let page = in_window(args).stdout;
        for part in parts {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
    };
    check(&["man"], &[".TH lemmatic 1", ".SH SUBCOMMANDS", "lemmatic\\-verify(1)"]);
    check(&["man", "verify"], &[".TH lemmatic-verify 1", "\\-\\-kiki\\-domain", "\\-\\-property"]);
    assert_eq!(lemmatic(&["man", "dance"]).code, Some(2));
}
