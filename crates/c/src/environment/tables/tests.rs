//! The tables are well-formed and complete, and they agree with the headers of the machine.

use super::{
    AccessKind, Alternative, Amount, Bound, Description, Factor, Row, TABLES, Tables, parse,
};
use crate::environment::{find, library};
use crate::hir::{FunctionType, Ty, Type, Types, Unit};
use crate::source::{Options, with_sources, with_text};
use program::Machine;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The headers of C11 and POSIX.1-2008, without those that declare no functions.
const STANDARD: &str = "complex ctype errno fenv inttypes locale math setjmp signal stdatomic stdio \
    stdlib string threads time uchar wchar wctype aio arpa/inet dirent dlfcn fcntl fmtmsg fnmatch ftw \
    glob grp iconv langinfo libgen monetary mqueue net/if netdb netinet/in netinet/tcp nl_types poll \
    pthread pwd regex sched search semaphore spawn strings sys/ipc sys/mman sys/msg sys/resource \
    sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio \
    sys/un sys/utsname sys/wait syslog termios ulimit unistd utime utmpx wordexp";

/// Further headers of glibc.
const FURTHER: &str = "err error getopt malloc byteswap endian execinfo ifaddrs mntent pty shadow \
    stdio_ext sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl sys/mount sys/prctl sys/random \
    sys/sendfile sys/signalfd sys/statfs sys/sysinfo sys/timerfd sys/xattr ucontext utmp";

/// The macro that enables all of glibc.
const EXTENSIONS: &str = "_GNU_SOURCE";

fn rows() -> Vec<(Row, Vec<&'static str>)> {
    TABLES.into_iter().flat_map(|table| parse::table(table).expect("a table")).collect()
}

/// The declarations of headers, given a macro.
fn declared(headers: &[&str], macros: &str) -> Unit {
    let mut text = String::new();
    let headers = headers.iter().flat_map(|list| list.split_whitespace());
    // With the extensions of glibc, it uses types that are not known here.
    for header in headers.filter(|&header| header != "complex" || macros != EXTENSIONS) {
        let _ = writeln!(text, "#if __has_include(<{header}.h>)\n#include <{header}.h>\n#endif");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("headers.c");
    std::fs::write(&path, text).expect("a file");
    let options = Options { defines: vec![macros.to_owned()], ..Options::new(Machine::Lp64) };
    let unit = with_sources(&[path], &options, |sources| {
        crate::sema::analyse(Machine::Lp64, &sources).expect("headers without errors")
    });
    unit.expect("headers that can be read")
}

#[test]
fn every_name_is_there_once_and_in_order() {
    let mut seen = BTreeSet::new();
    for (_, names) in rows() {
        assert!(names.is_sorted(), "{names:?}");
        for name in names {
            assert!(seen.insert(name), "'{name}' is there twice");
        }
    }
    assert!(seen.len() > 1200, "{}", seen.len());
}

#[test]
fn what_is_exact_has_a_model_and_the_rest_has_none() {
    let unit = with_text("t.c", b"int x;", |mut sources| {
        sources.add_text(library::NAME, library::TEXT.as_bytes()).expect("the library");
        crate::sema::analyse(Machine::Lp64, &sources).expect("a library without errors")
    });
    let unit = unit.expect("text that can be read");
    let library = library::Library::of(&unit, &Tables::new());
    for (row, names) in rows() {
        for name in names {
            let has_model = library.function(name).is_some() || find(name).is_some();
            assert_eq!(has_model, row.what == Description::Exact, "{name}");
        }
    }
}

#[test]
fn every_function_of_the_standards_is_known() {
    let tables = Tables::new();
    let unit = declared(&[STANDARD], "_XOPEN_SOURCE=700");
    let names = unit.functions.iter().map(|function| function.name.as_str());
    let unknown: Vec<&str> =
        names.filter(|name| !name.starts_with('_') && tables.of(name).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(unit.functions.len() > 900, "{}", unit.functions.len());
}

#[test]
fn rows_fit_the_prototypes_of_the_headers() {
    let tables = Tables::new();
    let unit = declared(&[STANDARD, FURTHER], EXTENSIONS);
    let mut faults = Vec::new();
    for function in &unit.functions {
        if let (Some(row), Type::Function(ty)) =
            (tables.of(&function.name), unit.types.get(function.ty))
            && let Err(fault) = check(&unit.types, ty, &row.what)
        {
            faults.push(format!("{}: {fault}", function.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Checks that a description agrees with the declared type of a function.
fn check(types: &Types, ty: &FunctionType, what: &Description) -> Result<(), String> {
    let Description::Effects { signature, result, accesses } = what else { return Ok(()) };
    // With its extensions, glibc uses unions of pointers where POSIX has one pointer.
    let is_union = |ty| matches!(types.get(ty), Type::Record(id) if types.record(*id).is_union);
    if ty.params.iter().any(|&param| is_union(param)) {
        return Ok(());
    }
    let mut kinds: String = ty.params.iter().map(|&param| kind(types, param)).collect();
    if ty.variadic {
        kinds.push('.');
    }
    if kinds != *signature {
        return Err(format!("the signature is {kinds}, not {signature}"));
    }
    let returns = kind(types, ty.result);
    for alternative in result.success.iter().chain(&result.failure) {
        let fits = match alternative {
            Alternative::Any => true,
            Alternative::Null
            | Alternative::Foreign
            | Alternative::Handle
            | Alternative::Static => returns == 'p',
            Alternative::Argument(index) => signature.chars().nth(*index) == Some(returns),
            Alternative::Between(_, bound) => {
                let argument = match bound {
                    Bound::Argument(index) => signature.chars().nth(*index),
                    Bound::Open | Bound::Constant(_) => Some('i'),
                };
                returns == 'i' && argument == Some('i')
            }
        };
        if !fits {
            return Err(format!("{alternative:?} is no result"));
        }
    }
    if (returns == 'v') != result.success.is_empty() {
        return Err("there is a result, or there is none".to_owned());
    }
    for access in accesses {
        // Variable arguments cannot be checked.
        let Some(&param) = ty.params.get(access.argument) else { continue };
        let Type::Pointer(target) = types.get(param) else {
            return Err(format!("{access:?} goes through no pointer"));
        };
        check_amount(types, ty, &access.amount)?;
        let is_byte = matches!(types.get(*target), Type::Int(int) if int.bits == 8);
        let is_string = matches!(access.kind, AccessKind::Text | AccessKind::PutText);
        if is_string && !is_byte {
            return Err(format!("{access:?} is about no string"));
        }
        if access.amount.0.is_empty() && !types.is_complete(*target) {
            return Err(format!("{access:?} is about an object of unknown size"));
        }
    }
    Ok(())
}

fn check_amount(types: &Types, ty: &FunctionType, amount: &Amount) -> Result<(), String> {
    let is_integer = |ty: Ty| kind(types, ty) == 'i';
    for factor in &amount.0 {
        let fits = match *factor {
            Factor::Constant(_) => true,
            Factor::Argument(index) => ty.params.get(index).is_some_and(|&param| is_integer(param)),
            Factor::Pointee(index) => ty.params.get(index).is_some_and(
                |&param| matches!(types.get(param), Type::Pointer(target) if is_integer(*target)),
            ),
            Factor::Result => is_integer(ty.result),
        };
        if !fits {
            return Err(format!("{factor:?} is no amount"));
        }
    }
    Ok(())
}

/// The letter of a type in signatures.
fn kind(types: &Types, ty: Ty) -> char {
    match types.get(ty) {
        Type::Bool | Type::Int(_) => 'i',
        Type::Float(_) => 'f',
        Type::Pointer(_) | Type::VaList => 'p',
        Type::Record(_) => 'r',
        Type::Void => 'v',
        Type::Array(..) | Type::Function(_) => '?',
    }
}
