//! A violating run as a C file.
//!
//! The file defines the input functions of a program so that they return the values of a run, call
//! by call. Compiled together with the program, it gives an executable that takes the same path and
//! fails at the same place.

use program::{ChoiceSource, Machine, ScalarType};
use std::collections::BTreeMap;
use std::fmt::Write;
use term::{BitVec, FloatFormat, Value};

/// A value that an input function returned.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name of the function.
    pub function: String,
    /// The type of its values.
    pub ty: ScalarType,
    /// The returned value.
    pub value: Value,
}

/// The run to be replayed.
#[derive(Clone, Debug)]
pub struct ViolatingRun<'a> {
    /// The machine that the program was compiled for.
    pub machine: Machine,
    /// Names of the files of the program.
    pub files: Vec<String>,
    /// The returned values of input functions, in the order of the calls.
    pub inputs: &'a [Input],
    /// Further input functions of the program, which the run does not call.
    pub not_called: Vec<(String, ScalarType)>,
    /// Functions other than input functions that the program declares and calls but does not
    /// define. The file defines those of them that it knows.
    pub undefined: Vec<String>,
    /// A description of the violation and its place.
    pub violation: String,
    /// The number of values that were read from memory that was never written.
    pub uninitialised: usize,
    /// Other choices of the compiler or the machine that the run depends on.
    pub undecided: Vec<String>,
    /// Library functions and similar sources whose effects the run depends on and the file cannot
    /// set.
    pub library: Vec<String>,
}

/// The text of the file.
pub fn c_file(run: &ViolatingRun<'_>) -> String {
    let mut text = header(run);
    let mut by_function: BTreeMap<&str, Vec<&Input>> = BTreeMap::new();
    for input in run.inputs {
        by_function.entry(&input.function).or_default().push(input);
    }
    for (function, inputs) in &by_function {
        text += &input_function(function, inputs, run.machine);
    }
    if by_function.contains_key(ChoiceSource::ALLOCATION_FAILS) {
        text += FAILING_ALLOCATIONS;
    }
    for (name, ty) in &run.not_called {
        if !by_function.contains_key(name.as_str()) {
            text += &format!("\n{} {name}() {{ return 0; }} /* not called */\n", c_type(*ty));
        }
    }
    for (name, definition) in ENVIRONMENT {
        if run.undefined.iter().any(|undefined| undefined == name) {
            text += &format!("\n{definition}\n");
        }
    }
    text
}

/// Allocation functions that fail as in the run. The linker uses them instead of those of the
/// library.
const FAILING_ALLOCATIONS: &str = "
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) return NULL;
    return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
    if (old != NULL && size == 0) return __real_realloc(old, size);
    return allocation_fails() ? NULL : __real_realloc(old, size);
}
";

/// Functions of the environment that may have to be defined.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("__VERIFIER_error", "void __VERIFIER_error(void) { fail(); }"),
    ("reach_error", "void reach_error(void) { fail(); }"),
    ("__VERIFIER_assume", "void __VERIFIER_assume(int holds) { if (!holds) exit(0); }"),
    ("__VERIFIER_assert", "void __VERIFIER_assert(int holds) { if (!holds) fail(); }"),
    ("__VERIFIER_atomic_begin", "void __VERIFIER_atomic_begin(void) {}"),
    ("__VERIFIER_atomic_end", "void __VERIFIER_atomic_end(void) {}"),
];

/// The names of the functions that a file can define besides input functions.
pub fn environment() -> impl Iterator<Item = String> {
    ENVIRONMENT.iter().map(|row| row.0.to_owned())
}

fn header(run: &ViolatingRun<'_>) -> String {
    let width = match run.machine {
        Machine::Ilp32 => "-m32",
        Machine::Lp64 => "-m64",
    };
    let fails = |input: &Input| input.function == ChoiceSource::ALLOCATION_FAILS;
    let wrapped = match run.inputs.iter().any(fails) {
        true => " -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc",
        false => "",
    };
    let mut text = format!(
        "/* A run that goes wrong: {}.\n\n   cc {width} -g -fsanitize=undefined,address {}{wrapped} \
         THIS_FILE\n",
        comment(&run.violation),
        comment(&run.files.join(" ")),
    );
    if run.uninitialised > 0 {
        let count = run.uninitialised;
        let _ = write!(
            text,
            "\n   The run also depends on {count} uninitialised value(s), which a file cannot set.\n"
        );
    }
    for what in &run.undecided {
        let what = comment(what);
        let _ = write!(text, "\n   The run also depends on {what}, which a file cannot set.\n");
    }
    if !run.library.is_empty() {
        let names = comment(&run.library.join(", "));
        let _ = write!(
            text,
            "\n   The run also depends on what the system does, which a file cannot set: {names}.\n"
        );
    }
    text += "*/\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n";
    let message = string_literal(&run.violation);
    text + &format!(
        "__attribute__((unused)) static void fail(void) {{\n    fputs({message}, stderr);\n    \
         abort();\n}}\n"
    )
}

fn input_function(name: &str, inputs: &[&Input], machine: Machine) -> String {
    let ty = c_type(inputs[0].ty);
    let size = size_of(inputs[0].ty, machine);
    let mut text =
        format!("\n{ty} {name}() {{\n    static const unsigned char values[][{size}] = {{\n");
    for input in inputs {
        let bytes = bytes(&input.value, size);
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
        let meaning = comment(&meaning(input));
        let _ = writeln!(text, "        {{{}}}, /* {meaning} */", bytes.join(", "));
    }
    text += &format!(
        "    }};\n    static unsigned calls;\n    {ty} result = 0;\n    \
         if (calls < sizeof values / sizeof values[0]) {{\n        \
         memcpy(&result, values[calls++], sizeof result);\n    }}\n    return result;\n}}\n"
    );
    text
}

/// A C type with the representation of a scalar.
fn c_type(ty: ScalarType) -> String {
    match ty {
        ScalarType::Truth => "_Bool".to_owned(),
        ScalarType::Int { bits, signed } => {
            let name = match bits {
                8 => "char",
                16 => "short",
                32 => "int",
                64 => "long long",
                _ => "__int128",
            };
            format!("{} {name}", if signed { "signed" } else { "unsigned" })
        }
        ScalarType::Float(FloatFormat::F32) => "float".to_owned(),
        ScalarType::Float(FloatFormat::F64) => "double".to_owned(),
        ScalarType::Float(FloatFormat::X87) => "long double".to_owned(),
        ScalarType::Float(_) => "__float128".to_owned(),
        ScalarType::Pointer => "void *".to_owned(),
    }
}

/// Size in bytes of that type.
fn size_of(ty: ScalarType, machine: Machine) -> usize {
    match ty {
        ScalarType::Truth => 1,
        ScalarType::Int { bits, .. } => bits.div_ceil(8).next_power_of_two() as usize,
        ScalarType::Float(FloatFormat::F32) => 4,
        ScalarType::Float(FloatFormat::F64) => 8,
        ScalarType::Float(FloatFormat::X87) if machine == Machine::Ilp32 => 12,
        ScalarType::Float(_) => 16,
        ScalarType::Pointer => machine.pointer_size() as usize,
    }
}

/// The bytes of a value in memory, lowest first.
fn bytes(value: &Value, size: usize) -> Vec<u8> {
    let bits = match value {
        Value::Bool(value) => BitVec::new(8, u64::from(*value)),
        Value::BitVec(bits) => bits.clone(),
        Value::Float(float) if float.format() == FloatFormat::X87 => float.to_x87_bits(),
        Value::Float(float) => float.bits().clone(),
        // No scalar has such values.
        _ => BitVec::zero(8),
    };
    let mut bytes = bits.to_biguint().to_bytes_le();
    bytes.resize(size, 0);
    bytes
}

/// A value as a reader would write it.
fn meaning(input: &Input) -> String {
    match (&input.value, input.ty) {
        (Value::BitVec(bits), ScalarType::Int { signed: true, .. }) => bits.to_bigint().to_string(),
        (Value::BitVec(bits), _) => bits.to_biguint().to_string(),
        (Value::Float(float), _) => float.to_f64().to_string(),
        (other, _) => other.to_string(),
    }
}

/// Text that cannot end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

fn string_literal(text: &str) -> String {
    let escaped: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\\n\"", escaped.replace('\\', "\\\\").replace('"', "\\\"").replace("??", "? ?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use term::Float;

    fn input(function: &str, ty: ScalarType, value: Value) -> Input {
        Input { function: function.to_owned(), ty, value }
    }

    fn int(value: i64) -> Input {
        let ty = ScalarType::Int { bits: 32, signed: true };
        input("__VERIFIER_nondet_int", ty, Value::BitVec(BitVec::from_i64(32, value)))
    }

    fn run(inputs: &[Input]) -> ViolatingRun<'_> {
        ViolatingRun {
            machine: Machine::Lp64,
            files: vec!["program.c".to_owned()],
            inputs,
            not_called: Vec::new(),
            undefined: vec!["reach_error".to_owned(), "puts".to_owned()],
            violation: "an \"error\" in a.c */".to_owned(),
            uninitialised: 2,
            undecided: vec!["the order of '*/ + f()'".to_owned()],
            library: vec!["read".to_owned()],
        }
    }

    #[test]
    fn functions_that_are_not_called_are_there_to_be_linked() {
        let ty = ScalarType::Int { bits: 8, signed: true };
        let not_called = ["__VERIFIER_nondet_char", "__VERIFIER_nondet_int"];
        let not_called = not_called.map(|name| (name.to_owned(), ty)).to_vec();
        let inputs = [int(1)];
        let text = c_file(&ViolatingRun { not_called, ..run(&inputs) });
        assert!(text.contains(" __VERIFIER_nondet_char() { return 0; }"), "{text}");
        assert_eq!(text.matches("__VERIFIER_nondet_int()").count(), 1, "{text}");
    }

    #[test]
    fn values_have_their_meaning_beside_them() {
        let inputs = [int(-2), int(7)];
        let text = c_file(&run(&inputs));
        assert!(text.contains("{0xfe, 0xff, 0xff, 0xff}, /* -2 */"), "{text}");
        assert!(text.contains("2 uninitialised value(s)"), "{text}");
        assert!(text.contains("depends on the order of '* / + f()', which"), "{text}");
        assert!(text.contains("which a file cannot set: read."), "{text}");
        assert!(text.contains("void reach_error"), "{text}");
        assert!(!text.contains(" puts("), "{text}");
        // The violation must not end the comment.
        assert!(text.starts_with("/* A run that goes wrong: an \"error\" in a.c * /.\n"), "{text}");
    }

    #[test]
    fn a_compiled_replay_goes_the_same_way() {
        let program = r#"
            extern int __VERIFIER_nondet_int(void);
            extern double __VERIFIER_nondet_double(void);
            extern long double __VERIFIER_nondet_long_double(void);
            extern void reach_error(void);
            int main(void) {
                int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
                if (a == -2 && b == 7 && __VERIFIER_nondet_double() == 0.5
                    && __VERIFIER_nondet_long_double() == -3.0L
                    && __VERIFIER_nondet_int() == 0) {
                    reach_error();
                }
                return 0;
            }"#;
        let half = Value::Float(Float::from_f64(0.5));
        let three =
            Float::from_f64(-3.0).to_format(FloatFormat::X87, term::RoundingMode::NearestEven);
        let inputs = [
            int(-2),
            int(7),
            input("__VERIFIER_nondet_double", ScalarType::Float(FloatFormat::F64), half),
            input(
                "__VERIFIER_nondet_long_double",
                ScalarType::Float(FloatFormat::X87),
                Value::Float(three),
            ),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("program.c"), program).unwrap();
        std::fs::write(path("replay.c"), c_file(&run(&inputs))).unwrap();
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-o"])
            .args(["replay", "program.c", "replay.c"].map(path))
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new(path("replay")).output().unwrap();
        assert_eq!(output.status.code(), None, "it should abort");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "an \"error\" in a.c */\n");
    }
}
