//! Programs that call library functions with random arguments.

/// The program of a seed, which calls each function at least `rounds` times.
pub fn generate(seed: u64, rounds: u32) -> String {
    let program = include_str!("library.c");
    format!("#define SEED {seed}\n#define ROUNDS {rounds}\n{program}")
}
