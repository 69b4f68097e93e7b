//! The supervisor: starts a tool, watches the resources of its processes, and ends them all.

use super::order::{End, Order, ProcessOutcome};
use super::tree::{Tree, Units, Usage};
use crate::limits::Limits;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, setsid};
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two measurements: short at first, since most runs are short.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(40);
/// The time between two rounds of killing processes.
const KILL_PAUSE: Duration = Duration::from_millis(1);

/// The tool is ended if its output exceeds this many bytes.
const LARGEST_OUTPUT: u64 = 4 << 30;

/// Reads an order, executes it and reports the outcome. This is all that the process does.
pub fn supervise(mut orders: impl BufRead + Send + 'static, mut out: impl Write) -> io::Result<()> {
    let mut line = String::new();
    orders.read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = cancelled.clone();
    thread::spawn(move || {
        // There are no further orders: the only other event is the end of the input.
        let _ = io::copy(&mut orders, &mut io::sink());
        flag.store(true, Ordering::SeqCst);
    });
    // Interrupts of a terminal are for the parent, which then closes the input. This fails if the
    // process already leads a session, which is fine.
    let _ = setsid();
    set_child_subreaper(true)?;
    let outcome = Watch::new(&order.limits).run(&order, &cancelled);
    serde_json::to_writer(&mut out, &outcome)?;
    out.flush()
}

/// A run and its measurements.
struct Watch<'l> {
    limits: &'l Limits,
    units: Units,
    start: Instant,
    cpu_s: f64,
    peak_bytes: u64,
}

impl<'l> Watch<'l> {
    fn new(limits: &'l Limits) -> Watch<'l> {
        let units = Units::of_system();
        Watch { limits, units, start: Instant::now(), cpu_s: 0.0, peak_bytes: 0 }
    }

    fn run(mut self, order: &Order, cancelled: &AtomicBool) -> ProcessOutcome {
        set_backstops(self.limits);
        self.start = Instant::now();
        let end = match start(order) {
            Ok(child) => self.until_end(child, cancelled),
            Err(error) => End::NotStarted(format!("{}: {error}", order.command.join(" "))),
        };
        let wall_s = self.start.elapsed().as_secs_f64();
        end_all();
        let reaped = reaped_usage();
        let cpu_s = self.cpu_s.max(reaped.cpu_s);
        let peak_bytes = self.peak_bytes.max(reaped.resident_bytes);
        let over = self.limits.memory_bytes().is_some_and(|limit| peak_bytes > limit);
        // Some processes end before they are measured.
        let end = if over && matches!(end, End::Exited(_) | End::Signalled(_)) {
            End::Memory
        } else {
            end
        };
        ProcessOutcome { end, cpu_s, wall_s, peak_bytes }
    }

    /// Watches until the child ends or must be ended.
    fn until_end(&mut self, child: Pid, cancelled: &AtomicBool) -> End {
        let mut pause = FIRST_PAUSE;
        let mut suspected = None;
        loop {
            if let Some(end) = reap(child) {
                return end;
            }
            if cancelled.load(Ordering::SeqCst) {
                return End::Cancelled;
            }
            // A process that is reaped between two readings counts twice, so an excess is measured
            // again.
            let excess = self.look();
            match excess {
                Some(end) if suspected.as_ref() == Some(&end) => return end,
                Some(_) => pause = FIRST_PAUSE,
                None => pause = (pause * 5 / 4).min(LONGEST_PAUSE),
            }
            suspected = excess;
            thread::sleep(pause);
        }
    }

    /// Measures all processes; returns the exceeded limit, if any.
    fn look(&mut self) -> Option<End> {
        let tree = Tree::now();
        let living = tree.usage(&self.units);
        let cpu_s = living.cpu_s + reaped_usage().cpu_s;
        let mut memory = living.resident_bytes;
        if memory > self.peak_bytes {
            memory = tree.memory_bytes(&self.units);
            self.peak_bytes = self.peak_bytes.max(memory);
        }
        if self.limits.memory_bytes().is_some_and(|limit| memory > limit) {
            return Some(End::Memory);
        }
        if cpu_s > self.limits.cpu_s {
            return Some(End::CpuTime);
        }
        self.cpu_s = self.cpu_s.max(cpu_s);
        (self.start.elapsed().as_secs_f64() > self.limits.wall_s).then_some(End::WallTime)
    }
}

/// Starts the program of an order.
fn start(order: &Order) -> io::Result<Pid> {
    let (program, arguments) = order.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let child = Command::new(program)
        .args(arguments)
        .current_dir(&order.directory)
        .stdin(Stdio::null())
        .stdout(File::create(&order.stdout)?)
        .stderr(File::create(&order.stderr)?)
        .process_group(0)
        .spawn()?;
    // It is reaped together with the processes that it leaves behind.
    Ok(Pid::from_raw(child.id().cast_signed()))
}

/// Sets system limits for each process, in case one outruns the watch. They are generous: reserved
/// but unused address space must not end a tool.
fn set_backstops(limits: &Limits) {
    let cpu = limits.cpu_s.ceil() as u64 + 5;
    let mut wanted = vec![
        (Resource::RLIMIT_CPU, cpu, cpu + 2),
        (Resource::RLIMIT_FSIZE, LARGEST_OUTPUT, LARGEST_OUTPUT),
        (Resource::RLIMIT_CORE, 0, 0),
    ];
    if let Some(bytes) = limits.memory_bytes() {
        let data = bytes.saturating_mul(4).saturating_add(4 << 30);
        wanted.push((Resource::RLIMIT_DATA, data, data));
    }
    for (resource, soft, hard) in wanted {
        // Lower existing limits remain.
        let _ = setrlimit(resource, soft, hard);
    }
}

/// Reaps all ended processes; returns how the child ended, if it is among them.
fn reap(child: Pid) -> Option<End> {
    let mut end = None;
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) if pid == child => end = Some(End::Exited(code)),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == child => {
                end = Some(End::Signalled(signal.to_string()));
            }
            Ok(WaitStatus::StillAlive) | Err(_) => return end,
            Ok(_) => {}
        }
    }
}

/// Ends all processes; those created meanwhile are ended in the next round.
fn end_all() {
    loop {
        let tree = Tree::now();
        if tree.is_empty() {
            return;
        }
        tree.kill();
        thread::sleep(KILL_PAUSE);
        while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            if status == WaitStatus::StillAlive {
                break;
            }
        }
    }
}

/// The usage of reaped processes, with the memory of the largest one.
fn reaped_usage() -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Usage::default() };
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1_000_000.0;
    let cpu_s = seconds(usage.user_time()) + seconds(usage.system_time());
    let kilobytes = u64::try_from(usage.max_rss()).unwrap_or(0);
    Usage { cpu_s, resident_bytes: kilobytes * 1024 }
}
