//! The answer of a process that is aborted.
//!
//! A failed allocation, in Rust or in a solver's C++, and an exhausted stack end in `abort`:
//! neither unwinding nor another thread gets a chance to answer. So the answer is written in
//! advance, and a signal handler prints it.

use crate::answer::Answer;
use crate::exit::Exit;
use evidence::Reason;
use nix::errno::Errno;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use std::os::fd::BorrowedFd;
use std::sync::{Arc, OnceLock};

/// The data of the handler, created before it can be called.
static LAST_WORDS: OnceLock<(Arc<Answer>, String)> = OnceLock::new();

/// Makes an aborted process answer, unless it has already answered.
#[allow(unsafe_code)]
pub fn answer_aborts(answer: &Arc<Answer>) {
    let words = answer.last_words(&likely_reason());
    LAST_WORDS.get_or_init(|| (answer.clone(), words));
    // On the alternative stack, since the current one may be exhausted.
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND;
    let action = SigAction::new(SigHandler::Handler(on_abort), flags, SigSet::empty());
    // SAFETY: the handler only reads data created before it was installed. It calls only atomic
    // operations, `write` and `_exit`, which are all safe in a signal handler: nothing there
    // allocates or locks.
    let _installed = unsafe { sigaction(Signal::SIGABRT, &action) };
}

/// The most likely reason for an abort.
fn likely_reason() -> Reason {
    let is_limited = |resource| getrlimit(resource).is_ok_and(|(soft, _)| soft != RLIM_INFINITY);
    if is_limited(Resource::RLIMIT_AS) || is_limited(Resource::RLIMIT_DATA) {
        return Reason::Memory;
    }
    Reason::Internal("aborted".to_owned())
}

/// Prints the answer and ends the process. If there already is an answer, it returns, and the
/// process is aborted.
///
/// It runs in a signal handler: `OnceLock::get` and `Answer::claim` are one atomic operation each.
/// It writes to the file descriptor directly, since `std::io::stdout` may have to allocate its
/// buffer first.
#[allow(unsafe_code)]
extern "C" fn on_abort(_: nix::libc::c_int) {
    let Some((answer, words)) = LAST_WORDS.get() else { return };
    if !answer.claim() {
        return;
    }
    // SAFETY: it is only used by `write`, which fails if the file was closed.
    let stdout = unsafe { BorrowedFd::borrow_raw(nix::libc::STDOUT_FILENO) };
    let mut rest = words.as_bytes();
    while !rest.is_empty() {
        match nix::unistd::write(stdout, rest) {
            Ok(written @ 1..) => rest = &rest[written..],
            Err(Errno::EINTR) => {}
            Ok(0) | Err(_) => break,
        }
    }
    // SAFETY: ends the process at once, without running any more of its code.
    unsafe { nix::libc::_exit(Exit::Unknown.code()) }
}
