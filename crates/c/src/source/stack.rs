//! A stack that is large enough to recurse over C syntax.

/// This is only address space: memory is allocated as it is used.
const STACK_BYTES: usize = 1 << 30;

/// Runs a function on a thread with a large stack, where parsing, walking and dropping deep syntax
/// trees is safe.
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, run)?;
        match thread.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recurse(depth: u64) -> u64 {
        let padding = std::hint::black_box([depth; 16]);
        if depth == 0 { 0 } else { 1 + recurse(depth - 1) + padding[0] - depth }
    }

    #[test]
    fn recursion_goes_deep() {
        assert_eq!(on_large_stack(|| recurse(1_000_000)).unwrap(), 1_000_000);
    }
}
