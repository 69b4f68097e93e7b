//! Programs of csmith, a generator of C programs without undefined behaviour.

use crate::compare::limited;
use program::Machine;
use std::path::{Path, PathBuf};

/// Seconds for the generator; for a few seeds it does not end.
const SECONDS: u32 = 3;

/// Options of the generator; seeds use them in turn.
const VARIANTS: [&[&str]; 10] = [
    &[],
    &["--no-volatiles", "--max-struct-fields", "6", "--max-block-depth", "3"],
    &["--no-packed-struct", "--no-unions", "--max-funcs", "5"],
    &["--no-bitfields", "--no-arrays", "--max-pointer-depth", "4"],
    &["--float"],
    &["--builtins", "--disable-builtin-kinds", "x86", "--no-pointers"],
    &["--no-structs", "--no-unions", "--max-expr-complexity", "20"],
    &["--max-array-dim", "5", "--max-array-len-per-dim", "4", "--max-funcs", "4"],
    &["--no-math64", "--no-longlong", "--max-block-size", "6", "--max-funcs", "4"],
    &[
        "--float",
        "--builtins",
        "--disable-builtin-kinds",
        "x86",
        "--max-union-fields",
        "8",
        "--max-struct-fields",
        "4",
    ],
];

/// The folder with the headers of generated programs.
pub fn headers() -> Option<PathBuf> {
    let folders = ["/usr/include/csmith", "/usr/local/include/csmith"];
    folders.iter().map(PathBuf::from).find(|folder| folder.join("csmith.h").is_file())
}

/// Generates the program of a seed; fails if the generator does.
pub fn generate(
    seed: u64,
    machine: Machine,
    more: &[&str],
    folder: &Path,
) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("csmith cannot be run: {error}");
    // The generator reads this file instead of probing the machine it runs on.
    let platform = format!("integer size = 4\npointer size = {}\n", machine.pointer_bits() / 8);
    std::fs::write(folder.join("platform.info"), platform).map_err(failed)?;
    let variant = VARIANTS[(seed % VARIANTS.len() as u64) as usize];
    let mut command = limited(SECONDS);
    command.current_dir(folder).args(["csmith", "--no-argc", "--concise"]);
    command.args(["--seed", &seed.to_string()]).args(variant).args(more);
    let output = command.output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!("csmith fails: {}", output.status));
    }
    // The checksum after each variable tells more than the one at the end.
    let text = String::from_utf8_lossy(&output.stdout);
    let text = text.replace("int print_hash_value = 0;", "int print_hash_value = 1;");
    let file = folder.join("generated.c");
    std::fs::write(&file, text).map_err(failed)?;
    Ok(file)
}
