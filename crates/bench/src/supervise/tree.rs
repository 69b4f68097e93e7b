//! The descendants of this process, from `/proc`.

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, sysconf};
use std::collections::BTreeSet;
use std::fs;

/// A process as `/proc/PID/stat` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: i32,
    parent: i32,
    /// CPU time of the process and of the children it has waited for.
    cpu_ticks: u64,
    resident_pages: u64,
}

/// The resources that a tree of processes uses at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// CPU seconds of live processes and of the children they have waited for.
    pub cpu_s: f64,
    /// Memory; shared pages count once per process.
    pub resident_bytes: u64,
}

/// The descendants of this process at one moment.
pub struct Tree {
    processes: Vec<Process>,
}

impl Tree {
    /// Reads `/proc`.
    pub fn now() -> Tree {
        Tree { processes: descendants(&snapshot(), Pid::this().as_raw()) }
    }

    /// Whether there are no descendants.
    pub fn is_empty(&self) -> bool {
        self.processes.is_empty()
    }

    /// The total usage.
    pub fn usage(&self, units: &Units) -> Usage {
        let ticks: u64 = self.processes.iter().map(|process| process.cpu_ticks).sum();
        let pages: u64 = self.processes.iter().map(|process| process.resident_pages).sum();
        let cpu_s = ticks as f64 / units.ticks_per_second;
        Usage { cpu_s, resident_bytes: pages.saturating_mul(units.page_bytes) }
    }

    /// The memory of all processes with shared pages counted once. This takes longer to compute.
    pub fn memory_bytes(&self, units: &Units) -> u64 {
        let of = |process: &Process| {
            let shared = || process.resident_pages.saturating_mul(units.page_bytes);
            proportional_bytes(process.pid).unwrap_or_else(shared)
        };
        match self.processes.as_slice() {
            [only] => only.resident_pages.saturating_mul(units.page_bytes),
            several => several.iter().map(of).sum(),
        }
    }

    /// Kills all processes.
    pub fn kill(&self) {
        for process in &self.processes {
            // A process that has ended in the meantime needs no signal, and one that cannot be
            // signalled is not ours.
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
        }
    }
}

/// The units in which the system counts.
pub struct Units {
    ticks_per_second: f64,
    page_bytes: u64,
}

impl Units {
    /// Queries the system.
    pub fn of_system() -> Units {
        let ask = |variable, usual: i64| match sysconf(variable) {
            Ok(Some(value)) if value > 0 => value,
            _ => usual,
        };
        Units {
            ticks_per_second: ask(SysconfVar::CLK_TCK, 100) as f64,
            page_bytes: ask(SysconfVar::PAGE_SIZE, 4096) as u64,
        }
    }
}

/// All processes of the system.
fn snapshot() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let process = |entry: fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        parse(pid, &fs::read_to_string(entry.path().join("stat")).ok()?)
    };
    entries.filter_map(|entry| process(entry.ok()?)).collect()
}

/// Reads a line of `/proc/PID/stat`; the name in parentheses may contain anything.
fn parse(pid: i32, stat: &str) -> Option<Process> {
    // The fields are numbered as in proc(5); the first two are already cut off.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3);
    let number = |n: usize| field(n)?.parse::<u64>().ok();
    // Times of waited-for children are signed in the kernel's output.
    let cpu_ticks = number(14)? + number(15)? + number(16)? + number(17)?;
    let parent = field(4)?.parse().ok()?;
    Some(Process { pid, parent, cpu_ticks, resident_pages: number(24)? })
}

/// The processes that descend from `root`.
fn descendants(processes: &[Process], root: i32) -> Vec<Process> {
    let mut family = BTreeSet::from([root]);
    let mut found = Vec::new();
    let mut others: Vec<Process> = processes.to_vec();
    loop {
        let before = family.len();
        others.retain(|process| {
            let ours = family.contains(&process.parent) && family.insert(process.pid);
            if ours {
                found.push(*process);
            }
            !ours
        });
        if family.len() == before {
            return found;
        }
    }
}

/// The memory of a process, with its proportional share of shared pages.
fn proportional_bytes(pid: i32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let kilobytes = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_anything() {
        let line = "7 (a) b (c) S 3 7 7 0 -1 4194304 99 0 0 0 10 20 30 40 20 0 1 0 500 1000 77 18";
        let process = Process { pid: 7, parent: 3, cpu_ticks: 100, resident_pages: 77 };
        assert_eq!(parse(7, line), Some(process));
        assert_eq!(parse(7, "7 (a) S 3"), None);
        assert_eq!(parse(7, ""), None);
    }

    #[test]
    fn descendants_are_found_in_any_order() {
        let process = |pid, parent| Process { pid, parent, cpu_ticks: 0, resident_pages: 0 };
        let all = [(9, 8), (1, 0), (8, 5), (5, 1), (6, 1), (7, 5), (4, 6)];
        let all = all.map(|(pid, parent)| process(pid, parent));
        let mut found: Vec<i32> = descendants(&all, 5).iter().map(|p| p.pid).collect();
        found.sort_unstable();
        assert_eq!(found, [7, 8, 9]);
    }

    #[test]
    fn this_process_can_be_read() {
        let pid = Pid::this().as_raw();
        let this = snapshot().into_iter().find(|process| process.pid == pid).unwrap();
        assert!(this.resident_pages > 0);
        assert!(proportional_bytes(pid).is_none_or(|bytes| bytes > 0));
    }
}
