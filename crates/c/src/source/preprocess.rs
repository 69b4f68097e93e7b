//! The system's preprocessor.

use super::directive::{self, Directive};
use super::lexer::{Kind, LexError, Lexer};
use super::positions::{Files, Positions};
use super::read::read;
use program::Machine;
use program::SourceError;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How files are preprocessed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine whose sizes the compiler's macros describe.
    pub machine: Machine,
    /// Folders of headers (`-I`).
    pub includes: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=VALUE` (`-D`).
    pub defines: Vec<String>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// The compiler whose preprocessor is used.
    pub compiler: String,
}

impl Options {
    /// No macros and folders. The compiler is the one in the environment variable `CC`, or `cc`.
    pub fn new(machine: Machine) -> Options {
        let compiler = std::env::var("CC").ok().filter(|name| !name.trim().is_empty());
        Options {
            machine,
            includes: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            compiler: compiler.unwrap_or_else(|| "cc".to_owned()),
        }
    }
}

/// Text for the parser.
pub(super) struct Source {
    /// The text with its lines.
    pub positions: Positions,
    /// Whether the preprocessor has changed columns.
    pub moved: bool,
}

/// Reads a file, and preprocesses it if necessary.
pub(super) fn text_of(
    path: &Path,
    options: &Options,
    files: &mut Files,
) -> Result<Source, SourceError> {
    let text = read(path)?;
    let file = files.intern(&path.display().to_string());
    let preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let positions = Positions::new(text, file);
    if preprocessed {
        return Ok(Source { positions, moved: false });
    }
    let macros = !options.defines.is_empty() || !options.undefines.is_empty();
    match needs_preprocessor(&positions.text, macros) {
        None => Ok(Source { positions, moved: false }),
        Some(offset) => {
            let place = positions.span(offset);
            let text = run(path, options, |message| files.error(place, message))?;
            Ok(Source { positions: Positions::new(text, file), moved: true })
        }
    }
}

/// The first place that the preprocessor must replace. Text that cannot be split into tokens may be
/// in a part that the preprocessor would remove.
fn needs_preprocessor(text: &[u8], macros: bool) -> Option<usize> {
    for token in Lexer::new(text) {
        match token {
            Err(LexError { offset, .. }) => {
                return has_directives(text).then_some(offset);
            }
            Ok(token) => {
                let bytes = &text[token.start..token.end];
                let needs = match token.kind {
                    Kind::Directive => {
                        matches!(directive::parse(bytes), Ok(Directive::Preprocessor))
                    }
                    Kind::Word => macros || is_predefined(bytes),
                    _ => false,
                };
                if needs {
                    return Some(token.start);
                }
            }
        }
    }
    text.windows(2).position(|pair| pair == b"\\\n")
}

fn has_directives(text: &[u8]) -> bool {
    Lexer::new(text).flatten().any(|token| token.kind == Kind::Directive)
}

/// Whether a word looks like a macro that compilers define: `__LINE__`, `__INT_MAX__`.
fn is_predefined(word: &[u8]) -> bool {
    let inner = word.strip_prefix(b"__").and_then(|word| word.strip_suffix(b"__"));
    inner.is_some_and(|inner| {
        inner.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_')
            && inner.first().is_some_and(u8::is_ascii_uppercase)
            && !matches!(inner, b"FUNCTION" | b"PRETTY_FUNCTION")
    })
}

/// Runs the preprocessor; `fails` turns a failure to run it into an error.
fn run(
    path: &Path,
    options: &Options,
    fails: impl Fn(String) -> SourceError,
) -> Result<Vec<u8>, SourceError> {
    let compiler = &options.compiler;
    let failed = |error: std::io::Error| {
        fails(format!("the preprocessor is needed, but '{compiler}' cannot be run: {error}"))
    };
    // Headers of the other machine may not be installed; most headers are the same for both
    // machines.
    let fallback = match options.machine {
        Machine::Ilp32 => Some(FallbackHeaders::new(options).map_err(failed)?),
        Machine::Lp64 => None,
    };
    let mut command = compiler_command(options);
    command.arg("-E").arg("-std=gnu11");
    command.arg(if fallback.is_some() { "-m32" } else { "-m64" });
    command.args(options.includes.iter().flat_map(|folder| ["-I".into(), folder.clone()]));
    command.args(options.defines.iter().map(|definition| format!("-D{definition}")));
    command.args(options.undefines.iter().map(|name| format!("-U{name}")));
    if let Some(fallback) = &fallback {
        command.args(fallback.arguments());
    }
    // A path that starts with a dash must not be read as an option.
    let output = if path.starts_with("-") || path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        command.arg(Path::new(".").join(path)).output()
    } else {
        command.arg(path).output()
    };
    let output = output.map_err(failed)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(compiler_error(&output).unwrap_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().next().unwrap_or("it says nothing").to_owned();
        SourceError::whole(path, format!("'{compiler} -E' failed: {first}"))
    }))
}

/// `CC` may have arguments of its own, as in `ccache gcc`.
fn compiler_command(options: &Options) -> Command {
    let mut words = options.compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    // The messages are parsed below.
    command.args(words).env("LC_ALL", "C");
    command
}

/// Headers for a machine whose own are missing: those of the host, after all others, and a
/// substitute for the one that only the other machine has.
struct FallbackHeaders {
    folder: tempfile::TempDir,
    host: Option<PathBuf>,
}

impl FallbackHeaders {
    fn new(options: &Options) -> std::io::Result<FallbackHeaders> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("gnu"))?;
        std::fs::write(folder.path().join("gnu/stubs-32.h"), "")?;
        let triple = compiler_command(options).arg("-print-multiarch").output()?;
        let triple = String::from_utf8_lossy(&triple.stdout).trim().to_owned();
        let host = (!triple.is_empty()).then(|| Path::new("/usr/include").join(triple));
        Ok(FallbackHeaders { folder, host })
    }

    fn arguments(&self) -> Vec<PathBuf> {
        let folders = self.host.iter().cloned().chain([self.folder.path().to_owned()]);
        folders.flat_map(|folder| [PathBuf::from("-idirafter"), folder]).collect()
    }
}

/// The first error that a compiler reports, with its place.
fn compiler_error(output: &Output) -> Option<SourceError> {
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines().find_map(|line| {
        let (place, message) =
            line.split_once(": fatal error: ").or_else(|| line.split_once(": error: "))?;
        let message = match message.strip_suffix(": No such file or directory") {
            Some(header) => format!("the header '{header}' is not found"),
            None => message.to_owned(),
        };
        let mut parts = place.rsplitn(3, ':');
        let (column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
        Some(SourceError::at(Path::new(path), line.parse().ok()?, column.parse().ok()?, message))
    })
}
