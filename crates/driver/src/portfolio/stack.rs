//! The stacks of threads.

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

/// The largest stack. Only what is used costs memory.
const LARGEST: u64 = 256 << 20;

/// The smallest stack, however small the address space is.
const SMALLEST: u64 = 16 << 20;

/// All stacks together may have this part of the address space, if there are 16 of them.
const SHARE: u64 = 4 * 16;

/// The stack of a thread in this process. What is not used counts, too, where the address space is
/// limited (`ulimit -v`): a dozen of the largest stacks would leave nothing for the work.
pub fn stack_size() -> usize {
    let limit = getrlimit(Resource::RLIMIT_AS).map(|(soft, _)| soft);
    stack_size_within(limit.ok().filter(|&soft| soft != RLIM_INFINITY))
}

fn stack_size_within(address_space: Option<u64>) -> usize {
    let bytes = address_space.map_or(LARGEST, |limit| (limit / SHARE).clamp(SMALLEST, LARGEST));
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_leave_room_in_a_limited_address_space() {
        assert_eq!(stack_size_within(None), 256 << 20);
        assert_eq!(stack_size_within(Some(4 << 30)), 64 << 20);
        assert_eq!(stack_size_within(Some(64 << 30)), 256 << 20);
        assert_eq!(stack_size_within(Some(100 << 20)), 16 << 20);
    }
}
