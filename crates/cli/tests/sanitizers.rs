//! Compares the small C programs with a compiler: violations that we report occur in an executable,
//! and runs do not refute what we prove. The sanitizers of gcc detect violations.

mod common;

use common::{directives, files_in, in_parallel, lemmatic, root};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Runs of each program that is claimed to be correct, with different inputs.
const RUNS: u32 = 8;

/// Programs whose violation no executable shows, with the reason.
const UNSEEN: &[(&str, &str)] = &[
    ("content_goto_declaration", UNINITIALISED),
    ("content_goto_declaration_memory", UNINITIALISED),
    ("content_loop_local", UNINITIALISED),
    ("content_malloc_arbitrary", UNINITIALISED),
    ("end_memcleanup__Exit", NO_EXIT),
    ("end_memcleanup_abort", NO_EXIT),
    ("end_memcleanup_assert", NO_EXIT),
    ("end_memcleanup_error", NO_EXIT),
    ("end_memcleanup_quick_exit", NO_EXIT),
    ("end_memcleanup_trap", NO_EXIT),
    ("foreign_memory", ENVIRONMENT),
    ("foreign_memory_distinct", ENVIRONMENT),
    ("foreign_memory_kept", ENVIRONMENT),
    ("foreign_or_own_read", ENVIRONMENT),
    ("foreign_or_own_struct", ENVIRONMENT),
    ("foreign_or_own_written", ENVIRONMENT),
    ("jump_computed_past_declaration", UNINITIALISED),
    ("jump_inside_one_scope", UNINITIALISED),
    ("jump_into_called_function", UNINITIALISED),
    ("jump_into_for_loop", UNINITIALISED),
    ("jump_into_scope_again", UNINITIALISED),
    ("jump_past_declaration_in_memory", UNINITIALISED),
    ("jump_past_initialised", UNINITIALISED),
    ("jump_switch_past_declaration", UNINITIALISED),
    ("leak_assumed_away_end", NO_EXIT),
    ("leak_at_abort", NO_EXIT),
    ("leak_before_endless_loop", ENDLESS),
    ("leak_in_endless_loop", ENDLESS),
    ("leak_in_goto_loop", ENDLESS),
    ("leak_in_recursion", NO_EXIT),
    ("leak_loop_without_exit_by_values", ENDLESS),
    ("leak_of_called_function", ENDLESS),
    ("leak_out_of_scope", ENDLESS),
    ("leak_out_of_scope_in_memory", ENDLESS),
    ("leak_server_lost", ENDLESS),
    ("lifetime_alloca_loop_returned", DYNAMIC_STACK),
    ("lifetime_alloca_nested_returned", DYNAMIC_STACK),
    ("lifetime_alloca_recursive", DYNAMIC_STACK),
    ("lifetime_alloca_returned", DYNAMIC_STACK),
    ("lifetime_loop_local", SAME_PLACE),
    ("lifetime_loop_local_in_struct", SAME_PLACE),
    ("lifetime_vla_break", VARIABLE_LENGTH),
    ("lifetime_vla_goto", VARIABLE_LENGTH),
    ("lifetime_vla_loop", VARIABLE_LENGTH),
    ("lifetime_vla_scope", VARIABLE_LENGTH),
    ("malloc_zero", "the sanitizer makes an allocation of no bytes one of a byte"),
    ("only_run_uninitialised", UNINITIALISED),
    ("order_arguments", ORDER),
    ("order_exit", ORDER),
    ("order_global", ORDER),
    ("padding_local", UNINITIALISED),
    ("posix_memalign_may_fail", LIBRARY_ALLOCATION),
    ("printed_length_failure", "printing does not fail"),
    ("realloc_new_part", UNINITIALISED),
    ("strdup_unchecked", LIBRARY_ALLOCATION),
    ("struct_padding_bytes", UNINITIALISED),
    ("union_local", UNINITIALISED),
    ("union_local_range", UNINITIALISED),
    ("volatile_flag", VOLATILE),
    ("volatile_loop", VOLATILE),
    ("volatile_pointer", VOLATILE),
];
const LIBRARY_ALLOCATION: &str = "allocations inside the C library do not fail";
const NO_EXIT: &str = "the leak checker looks only where a program returns or calls exit";
const ENDLESS: &str = "the leak is there while the program runs, and it never ends";
const ENVIRONMENT: &str = "it needs memory of the environment";
const UNINITIALISED: &str = "it depends on values that were never written, which nobody can set";
const ORDER: &str = "it depends on the order of evaluation, which the compiler chooses";
const VOLATILE: &str = "it depends on changes of volatile objects, which nobody makes";
const DYNAMIC_STACK: &str = "dynamic stack memory is not poisoned when its function returns";
const SAME_PLACE: &str = "all instances of a variable have one place, where the next one lives";
const VARIABLE_LENGTH: &str = "arrays of variable length are not poisoned when they end";

/// Programs that are correct up to undefined behaviour, after which executables may do anything.
const UNDEFINED: &[&str] = &[
    "order_unsequenced",
    "undefined_division",
    "undefined_null_write",
    "undefined_out_of_bounds",
    "undefined_shift",
];

/// One of the small programs.
struct Program {
    path: String,
    name: String,
    options: Vec<String>,
    expected: String,
}

impl Program {
    fn read(path: &str) -> Program {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let name = Path::new(path).file_stem().unwrap().to_str().unwrap().to_owned();
        let options =
            directives(&text, "options").into_iter().flat_map(|line| line.split_whitespace());
        let expected = directives(&text, "expect")[0].to_owned();
        let options = options.map(str::to_owned).collect();
        Program { path: path.to_owned(), name, options, expected }
    }

    fn option(&self, name: &str) -> Option<&str> {
        let at = self.options.iter().position(|option| option == name)?;
        Some(&self.options[at + 1])
    }

    /// The properties that are asked about.
    fn properties(&self) -> &str {
        self.option("--property").unwrap_or("unreach-call")
    }

    /// Compiles the program together with other files.
    fn compile(&self, directory: &TempDir, with: &Path, sanitizers: &[String]) -> PathBuf {
        let executable = directory.path().join("program");
        let width = if self.option("--arch") == Some("ILP32") { "-m32" } else { "-m64" };
        let mut gcc = Command::new("gcc");
        gcc.args([width, "-g", "-O0", "-w", "-fno-sanitize-recover=all"]);
        gcc.args(sanitizers).arg(&self.path).arg(with).args(["-lm", "-o"]).arg(&executable);
        // The file says so where allocations fail.
        if std::fs::read_to_string(with).is_ok_and(|text| text.contains("__wrap_malloc")) {
            gcc.arg("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc");
        }
        let output = gcc.current_dir(root()).output().expect("gcc starts");
        assert!(
            output.status.success(),
            "gcc with sanitizers, for {width} too, is needed (Debian: gcc, gcc-multilib):\n\
             {gcc:?}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        executable
    }
}

/// The gcc sanitizers that check a property.
fn sanitizer(property: &str) -> &'static str {
    match property {
        "no-overflow" => "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
        "division-by-zero" => "-fsanitize=integer-divide-by-zero",
        "shift" => "-fsanitize=shift-exponent",
        "bounds" => "-fsanitize=bounds",
        "unreach-call" | "assertion" => "-fwrapv",
        "undefined" => "-fsanitize=float-cast-overflow",
        "valid-memsafety" | "valid-deref" | "valid-free" | "valid-memtrack"
        | "valid-memcleanup" => "-fsanitize=address",
        other => panic!("how is {other} seen?"),
    }
}

/// What sanitizers report for a violation of a property.
fn reports(property: &str) -> &'static [&'static str] {
    match property {
        "no-overflow" => {
            &["signed integer overflow", "negation of", "division of", "left shift of"]
        }
        "division-by-zero" => &["division by zero"],
        "shift" => &["shift exponent"],
        "bounds" => &["out of bounds for type"],
        "unreach-call" | "assertion" => &["AddressSanitizer: ABRT"],
        "undefined" => &["outside the range of representable values"],
        "valid-deref" => &["-overflow on", "use-after-", "AddressSanitizer: SEGV"],
        "valid-free" => &["attempting free on", "attempting double-free"],
        "valid-memtrack" | "valid-memcleanup" => &["LeakSanitizer: detected memory leaks"],
        other => panic!("how is {other} reported?"),
    }
}

/// Runs an executable; returns its output and that of its sanitizers.
fn run(executable: &Path, properties: &str, seed: u32, asan: &str) -> String {
    let leaks = ["valid-memtrack", "valid-memsafety", "valid-memcleanup"];
    let leaks = u8::from(properties.split(',').any(|property| leaks.contains(&property)));
    // Memory that is alive at the end is an error even if something points to it.
    let from = u8::from(!properties.contains("valid-memcleanup"));
    let output = Command::new(executable)
        .env("SEED", seed.to_string())
        .env("ASAN_OPTIONS", format!("{asan}:detect_leaks={leaks}"))
        .env("LSAN_OPTIONS", format!("use_stacks={from}:use_registers={from}:use_globals={from}"))
        .output()
        .expect("the executable starts");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The line of the first place in a file that a sanitizer reports.
fn line_in(report: &str, file: &str) -> Option<u32> {
    let (_, rest) = report.split_once(&format!("{file}:"))?;
    rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

/// Compiles a violating run; it must fail as and where we say.
fn check_violation(program: &Program) {
    let directory = tempfile::tempdir().unwrap();
    let replay = directory.path().join("replay.c");
    let mut args = vec!["verify", &program.path, "--replay-c", replay.to_str().unwrap()];
    args.extend(program.options.iter().map(String::as_str));
    let answer = lemmatic(&args);
    answer.check(&format!("result: {}", program.expected), 10);
    let property = program.expected.strip_prefix("FALSE(").unwrap().trim_end_matches(')');
    let asked = program.properties();
    let sanitizers = [sanitizer(property).to_owned(), "-fsanitize=address".to_owned()];
    let executable = program.compile(&directory, &replay, &sanitizers);
    let asan = "handle_abort=1:detect_stack_use_after_return=1";
    let leak = property.starts_with("valid-mem");
    if UNSEEN.iter().any(|row| row.0 == program.name) {
        return;
    }
    let report = run(&executable, if leak { asked } else { property }, 0, asan);
    let known = reports(property).iter().any(|kind| report.contains(kind));
    assert!(known, "{}: {property} is expected of\n{report}", program.name);
    if !leak {
        // In a library function, the place is that of its call.
        let (_, place) = answer.stdout.split_once("violated: ").unwrap();
        let file = Path::new(&program.path).file_name().unwrap().to_str().unwrap();
        let line = line_in(place, file);
        assert!(line.is_some() && line_in(&report, file) == line, "not at {place}:\n{report}");
    }
}

/// Runs a program that is claimed to be correct.
fn check_proof(program: &Program) {
    if UNDEFINED.contains(&program.name.as_str()) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let inputs = root().join("crates/cli/tests/sanitizers/any_input.c");
    let asked = program.properties();
    let sanitizers: Vec<String> = asked.split(',').map(|p| sanitizer(p).to_owned()).collect();
    let executable = program.compile(&directory, &inputs, &sanitizers);
    for seed in 0..RUNS {
        let report = run(&executable, asked, seed, "detect_stack_use_after_return=1");
        let mut wrong = vec!["runtime error", "ERROR: "];
        // Other programs may end in this way without an error.
        if asked.contains("unreach-call") || asked.contains("assertion") {
            wrong.extend(["reach_error is called", "Assertion "]);
        }
        let wrong = wrong.iter().any(|message| report.contains(message));
        assert!(!wrong, "{} with seed {seed}:\n{report}", program.name);
    }
}

/// Checks all programs with an answer of the given kind.
fn check_all(kind: &str, at_least: usize, check: fn(&Program)) -> Vec<String> {
    let programs = files_in("crates/cli/tests/c").into_iter().map(|path| Program::read(&path));
    let programs: Vec<Program> = programs.filter(|p| p.expected.starts_with(kind)).collect();
    assert!(programs.len() >= at_least, "{}", programs.len());
    let names = programs.iter().map(|program| program.name.clone()).collect();
    in_parallel(2, programs, |program| check(&program));
    names
}

#[test]
fn violations_happen() {
    let names = check_all("FALSE", 50, check_violation);
    for (name, _) in UNSEEN {
        assert!(names.iter().any(|known| known == name), "{name} is no program with a violation");
    }
}

#[test]
fn proofs_are_not_refuted() {
    check_all("TRUE", 40, check_proof);
}
