//! Printing of the text form.

use crate::{
    Block, Body, Callee, ChoiceSource, Condition, Function, FunctionId, Initial, Layout, Machine,
    Object, Program, ScalarType, Span, Statement, StatementKind, Storage, Terminator,
};
use model::text::Name;
use std::fmt::{self, Display, Formatter};
use term::{FloatFormat, Symbol, Term};

/// The text form: [`super::parse`] reads it back.
impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let machine = match self.machine {
            Machine::Ilp32 => "ilp32",
            Machine::Lp64 => "lp64",
        };
        writeln!(f, "machine {machine}")?;
        for note in &self.notes {
            writeln!(f, "\nnote {}{}", Text(&note.message), self.span_text(note.span))?;
        }
        if !self.globals.is_empty() {
            writeln!(f)?;
        }
        for object in &self.globals {
            self.write_global(f, object)?;
        }
        for id in self.function_ids() {
            writeln!(f)?;
            self.write_function(f, id)?;
        }
        Ok(())
    }
}

/// Displays a statement of a program in the text form.
pub struct StatementDisplay<'a> {
    program: &'a Program,
    statement: &'a Statement,
}

impl Program {
    /// Displays a statement of the program in the text form.
    pub fn display<'a>(&'a self, statement: &'a Statement) -> StatementDisplay<'a> {
        StatementDisplay { program: self, statement }
    }

    fn write_global(&self, f: &mut Formatter<'_>, object: &Object) -> fmt::Result {
        write!(f, "global {}", self.object_text(object))?;
        if let Initial::Values(values) = &object.initial {
            f.write_str(" = {")?;
            for (i, &(offset, value)) in values.iter().enumerate() {
                write!(
                    f,
                    "{} {offset}: {}",
                    if i == 0 { "" } else { "," },
                    self.terms.display(value)
                )?;
            }
            f.write_str(" }")?;
        }
        writeln!(f, "{}", self.span_text(object.span))
    }

    fn object_text(&self, object: &Object) -> String {
        let source = SourceName(&object.name);
        let address = self.symbol(object.address);
        let mark = if object.read_only { " readonly" } else { "" };
        format!("{address}{source} : {} align {}{mark}", object.layout, object.align)
    }

    fn write_function(&self, f: &mut Formatter<'_>, id: FunctionId) -> fmt::Result {
        let Function { name, address, parameters, result, registers, objects, body, span } =
            self.function(id);
        if id == self.entry {
            f.write_str("entry ")?;
        }
        let parameters: Vec<String> =
            parameters.iter().map(|&parameter| self.symbol(parameter).to_string()).collect();
        let parameters = parameters.join(", ");
        write!(f, "function {} at {} ({parameters})", Name(name), self.symbol(*address))?;
        if let Some(result) = result {
            write!(f, " returns {}", self.symbol(*result))?;
        }
        writeln!(f, "{} {{", self.span_text(*span))?;
        for register in registers {
            let (symbol, name) = (self.symbol(register.symbol), SourceName(&register.name));
            let span = self.span_text(register.span);
            writeln!(f, "  register {symbol}{name} : {}{span}", register.ty)?;
        }
        for object in objects {
            writeln!(f, "  object {}{}", self.object_text(object), self.span_text(object.span))?;
        }
        if let Some(body) = body {
            self.write_body(f, body)?;
        }
        f.write_str("}\n")
    }

    fn write_body(&self, f: &mut Formatter<'_>, body: &Body) -> fmt::Result {
        for id in body.block_ids() {
            writeln!(f, "  {id}:")?;
            let Block { statements, terminator, span } = body.block(id);
            for statement in statements {
                let span = self.span_text(statement.span);
                writeln!(f, "    {}{span}", self.display(statement))?;
            }
            match terminator {
                Terminator::Goto(next) => write!(f, "    goto {next}")?,
                Terminator::Branch { condition, then, otherwise } => {
                    let condition = self.terms.display(*condition);
                    write!(f, "    branch {condition} {then} {otherwise}")?;
                }
                Terminator::Return => f.write_str("    return")?,
                Terminator::Halt => f.write_str("    halt")?,
            }
            writeln!(f, "{}", self.span_text(*span))?;
        }
        Ok(())
    }

    fn symbol(&self, symbol: Symbol) -> Name<'_> {
        Name(self.terms.name(symbol))
    }

    fn span_text(&self, span: Option<Span>) -> String {
        span.map_or_else(String::new, |span| {
            let file = Text(&self.files[span.file.index()]);
            format!(" @ {file}:{}:{}", span.line, span.column)
        })
    }

    fn list(&self, terms: &[Term]) -> String {
        let parts: Vec<String> = terms.iter().map(|&t| self.terms.display(t).to_string()).collect();
        parts.join(", ")
    }
}

impl Display for StatementDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let program = self.program;
        let term = |term: &Term| program.terms.display(*term);
        let symbol = |name: &Symbol| program.symbol(*name);
        match &self.statement.kind {
            StatementKind::Assign { target, value } => {
                write!(f, "{} := {}", symbol(target), term(value))
            }
            StatementKind::Choose { target, source } => {
                let (word, name) = match source {
                    ChoiceSource::Input(name) => ("input", name),
                    ChoiceSource::External(name) => ("external", name),
                    ChoiceSource::Uninitialised(name) => ("uninitialised", name),
                    ChoiceSource::Order(text) => ("order", text),
                    ChoiceSource::Volatile(text) => ("volatile", text),
                };
                write!(f, "choose {} {word} {}", symbol(target), Text(name))
            }
            StatementKind::Assume(condition) => write!(f, "assume {}", term(condition)),
            StatementKind::Check(check) => {
                write!(f, "check {} {} ", check.property, Text(&check.message))?;
                match &check.condition {
                    Condition::Holds(condition) => write!(f, "holds {}", term(condition)),
                    Condition::Readable { base, address, size } => {
                        write!(f, "readable {} {} {}", term(base), term(address), term(size))
                    }
                    Condition::Writable { base, address, size } => {
                        write!(f, "writable {} {} {}", term(base), term(address), term(size))
                    }
                    Condition::Freeable(address) => write!(f, "freeable {}", term(address)),
                    Condition::AllFreed => f.write_str("all-freed"),
                    Condition::AllTracked => f.write_str("all-tracked"),
                    Condition::TrackedSoFar => f.write_str("tracked-so-far"),
                }
            }
            StatementKind::Load { target, address } => {
                write!(f, "load {} {}", symbol(target), term(address))
            }
            StatementKind::Store { address, value } => {
                write!(f, "store {} {}", term(address), term(value))
            }
            StatementKind::Offset { target, base, delta } => {
                write!(f, "offset {} {} {}", symbol(target), term(base), term(delta))
            }
            StatementKind::Copy { to, from, size } => {
                write!(f, "copy {} {} {}", term(to), term(from), term(size))
            }
            StatementKind::Fill { to, byte, size } => {
                write!(f, "fill {} {} {}", term(to), term(byte), term(size))
            }
            StatementKind::Begin(object) => write!(f, "begin {}", symbol(object)),
            StatementKind::End(object) => write!(f, "end {}", symbol(object)),
            StatementKind::Forget(register) => write!(f, "forget {}", symbol(register)),
            StatementKind::Allocate { target, size, storage, zeroed } => {
                let storage = match storage {
                    Storage::Heap => "heap",
                    Storage::Stack => "stack",
                };
                let zeroed = if *zeroed { " zeroed" } else { "" };
                write!(f, "allocate {} {storage}{zeroed} {}", symbol(target), term(size))
            }
            StatementKind::Bind { object, owner } => {
                write!(f, "bind {} {}", term(object), symbol(owner))
            }
            StatementKind::ObjectSize { target, address } => {
                write!(f, "object-size {} {}", symbol(target), term(address))
            }
            StatementKind::Free(address) => write!(f, "free {}", term(address)),
            StatementKind::Call { callee, args, result } => {
                let direct = matches!(callee, Callee::Direct(_));
                f.write_str(if direct { "call " } else { "call-at " })?;
                if let Some(result) = result {
                    write!(f, "{} := ", symbol(result))?;
                }
                match callee {
                    Callee::Direct(id) => write!(f, "{}", Name(&program.function(*id).name))?,
                    Callee::Indirect(address) => write!(f, "{} ", term(address))?,
                }
                write!(f, "({})", program.list(args))
            }
            StatementKind::Print { format, args } => {
                write!(f, "print {} ({})", term(format), program.list(args))
            }
            StatementKind::Unsupported(what) => {
                write!(f, "unsupported {}", Text(&what.to_string()))
            }
        }
    }
}

impl Display for ScalarType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            ScalarType::Truth => f.write_str("truth"),
            ScalarType::Int { bits, signed } => {
                write!(f, "{}{bits}", if signed { 'i' } else { 'u' })
            }
            ScalarType::Float(FloatFormat::F16) => f.write_str("f16"),
            ScalarType::Float(FloatFormat::F32) => f.write_str("f32"),
            ScalarType::Float(FloatFormat::F64) => f.write_str("f64"),
            ScalarType::Float(FloatFormat::X87) => f.write_str("x87"),
            ScalarType::Float(FloatFormat::F128) => f.write_str("f128"),
            ScalarType::Float(FloatFormat { exponent, significand }) => {
                write!(f, "float({exponent}, {significand})")
            }
            ScalarType::Pointer => f.write_str("pointer"),
        }
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Bytes(size) => write!(f, "bytes({size})"),
            Layout::Scalar { ty, size } => write!(f, "{ty} in {size}"),
            Layout::Array { element, count } => write!(f, "array({count}, {element})"),
            Layout::Record { fields, size } => {
                write!(f, "record({size}) {{")?;
                for (i, field) in fields.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma} {} {} {}", field.offset, Text(&field.name), field.layout)?;
                }
                f.write_str(" }")
            }
        }
    }
}

/// Displays a string literal; two quotes stand for one inside.
struct Text<'a>(&'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('"', "\"\""))
    }
}

/// Displays a blank and the name of something in the source, unless it has none.
struct SourceName<'a>(&'a str);

impl Display for SourceName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " {}", Text(self.0)) }
    }
}
