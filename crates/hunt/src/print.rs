//! Prints programs as C text, with minimal parentheses.

use crate::ast::{
    Aggregate, Arm, BinaryOp, Claim, Declaration, Designator, Expr, Field, FloatType, Function,
    Initialiser, IntType, Item, Machine, Program, Stmt, Storage, Type, UnaryOp,
};
use std::fmt::Write;

/// The text of each file.
pub fn files(program: &Program) -> Vec<String> {
    program.files.iter().map(|items| Printer::new(program).file(items)).collect()
}

/// The macro `hidden`, as an option of gcc.
pub const DEFINE_HIDDEN: &str = "-Dhidden(number)=((volatile __typeof__(number)[]){number}[0])";

/// The macro `computed`, as an option of gcc.
pub const DEFINE_COMPUTED: &str =
    "-Dcomputed(...)=(__extension__ ({ volatile __auto_type result_ = (__VA_ARGS__); result_; }))";

/// The text of each file for a compiler: numbers that are evaluated in a run are arguments of the macro
/// `hidden`, so that the compiler does not know them. It would leave out code whose result it knows, also
/// where that code has undefined behaviour. Differences are arguments of `computed`: a difference that is only
/// compared with zero would become a comparison, which does not overflow.
pub fn files_with_hidden_numbers(program: &Program) -> Vec<String> {
    let printer = || Printer { hides_numbers: true, ..Printer::new(program) };
    program.files.iter().map(|items| printer().file(items)).collect()
}

/// Binding strengths; weaker operands need parentheses.
mod level {
    pub const COMMA: u8 = 0;
    pub const ASSIGN: u8 = 1;
    pub const CONDITIONAL: u8 = 2;
    pub const OR: u8 = 3;
    pub const UNARY: u8 = 13;
    pub const POSTFIX: u8 = 14;
    pub const PRIMARY: u8 = 15;
}

impl BinaryOp {
    /// The operator in C, and its binding strength.
    pub fn symbol(self) -> (&'static str, u8) {
        match self {
            BinaryOp::Mul => ("*", 12),
            BinaryOp::Div => ("/", 12),
            BinaryOp::Rem => ("%", 12),
            BinaryOp::Add => ("+", 11),
            BinaryOp::Sub => ("-", 11),
            BinaryOp::Shl => ("<<", 10),
            BinaryOp::Shr => (">>", 10),
            BinaryOp::Less => ("<", 9),
            BinaryOp::Greater => (">", 9),
            BinaryOp::LessEqual => ("<=", 9),
            BinaryOp::GreaterEqual => (">=", 9),
            BinaryOp::Equal => ("==", 8),
            BinaryOp::NotEqual => ("!=", 8),
            BinaryOp::BitAnd => ("&", 7),
            BinaryOp::BitXor => ("^", 6),
            BinaryOp::BitOr => ("|", 5),
            BinaryOp::And => ("&&", 4),
            BinaryOp::Or => ("||", level::OR),
        }
    }
}

/// Declarations of the library functions that programs use.
fn library(machine: Machine) -> String {
    let size = match machine {
        Machine::Ilp32 => "unsigned",
        Machine::Lp64 => "unsigned long",
    };
    format!(
        "typedef {size} size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t); char *strcpy(char *, const char *);
char *strcat(char *, const char *); char *strchr(const char *, int);
char *strncpy(char *, const char *, size_t); char *strrchr(const char *, int);
char *strstr(const char *, const char *); void *memchr(const void *, int, size_t);
int atoi(const char *); int toupper(int); int isdigit(int); void exit(int); void abort(void);
int abs(int); long labs(long); double fabs(double); double floor(double); double sqrt(double);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void reach_error(void); void __VERIFIER_assume(int);
"
    )
}

struct Printer<'a> {
    program: &'a Program,
    text: String,
    depth: usize,
    hides_numbers: bool,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Printer<'a> {
        Printer { program, text: String::new(), depth: 0, hides_numbers: false }
    }

    fn line(&mut self, line: &str) {
        let indent = 4 * self.depth;
        writeln!(self.text, "{:indent$}{line}", "").expect("strings take everything");
    }

    fn file(mut self, items: &[Item]) -> String {
        self.text += &self.only_used(&library(self.program.machine), items);
        for input in &self.program.inputs {
            self.line(&format!("{} __VERIFIER_nondet_{}(void);", input.ty.name(), input.suffix));
        }
        for item in items {
            match item {
                Item::Aggregate(index) => self.aggregate(&self.program.aggregates[*index]),
                Item::Enum(tag, members) => {
                    let member = |(name, value): &(String, Option<i64>)| match value {
                        Some(value) => format!("{name} = {value}"),
                        None => name.clone(),
                    };
                    let members: Vec<String> = members.iter().map(member).collect();
                    self.line(&format!("enum {tag} {{ {} }};", members.join(", ")));
                }
                Item::Typedef(name, ty) => {
                    let declared = self.declarator(ty, name);
                    self.line(&format!("typedef {declared};"));
                }
                Item::Variable(declaration) => {
                    let text = self.declaration(declaration);
                    self.line(&format!("{text};"));
                }
                Item::Function(function) => self.function(function),
            }
        }
        self.text
    }

    /// Removes declarations of library functions that the file does not use.
    fn only_used(&self, library: &str, items: &[Item]) -> String {
        let mentioned = format!("{items:?}");
        let used = |declaration: &str| {
            let before = declaration.split('(').next().unwrap_or("");
            let name = before.rsplit([' ', '*']).next().unwrap_or("");
            declaration.starts_with("typedef")
                || name == "reach_error"
                || name == "__VERIFIER_assume"
                || mentioned.contains(&format!("Name(\"{name}\")"))
        };
        let declarations = library.split_inclusive(';').map(str::trim);
        let kept: Vec<&str> = declarations.filter(|text| !text.is_empty() && used(text)).collect();
        kept.join("\n") + "\n"
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        let text = self.definition(aggregate, &aggregate.tag);
        self.line(&format!("{text};"));
    }

    /// A struct or union with its members.
    fn definition(&self, aggregate: &Aggregate, tag: &str) -> String {
        let keyword = if aggregate.is_union { "union" } else { "struct" };
        let field = |field: &Field| match (&field.ty, field.bits) {
            (Type::Aggregate(inner), _) if field.name.is_empty() => {
                self.definition(&self.program.aggregates[*inner], "") + ";"
            }
            (ty, None) => self.declarator(ty, &field.name) + ";",
            (ty, Some(bits)) => format!("{} : {bits};", self.declarator(ty, &field.name)),
        };
        let fields: Vec<String> = aggregate.fields.iter().map(field).collect();
        let space = if tag.is_empty() { "" } else { " " };
        format!("{keyword}{space}{tag} {{ {} }}", fields.join(" "))
    }

    fn function(&mut self, function: &Function) {
        let mut params: Vec<String> =
            function.params.iter().map(|(name, ty)| self.declarator(ty, name)).collect();
        if function.variadic {
            params.push("...".to_owned());
        } else if params.is_empty() {
            params.push("void".to_owned());
        }
        let head = format!("{}({})", function.name, params.join(", "));
        let head =
            format!("{}{}", storage(function.storage), self.declarator(&function.result, &head));
        match &function.body {
            None => self.line(&format!("{head};")),
            Some(body) => {
                self.line(&format!("{head} {{"));
                self.body(body);
                self.line("}");
            }
        }
    }

    /// A declaration of a name, or an abstract type.
    fn declarator(&self, ty: &Type, inner: &str) -> String {
        let base = |text: &str| match inner.is_empty() {
            true => text.to_owned(),
            false => format!("{text} {inner}"),
        };
        match ty {
            Type::Void => base("void"),
            Type::Int(ty) => base(ty.name()),
            Type::Float(ty) => base(ty.name()),
            Type::Named(name, _) => base(name),
            Type::Aggregate(index) => {
                let aggregate = &self.program.aggregates[*index];
                let keyword = if aggregate.is_union { "union" } else { "struct" };
                base(&format!("{keyword} {}", aggregate.tag))
            }
            Type::Pointer(to) => match **to {
                Type::Array(..) | Type::Function(..) => self.declarator(to, &format!("(*{inner})")),
                _ => self.declarator(to, &format!("*{inner}")),
            },
            Type::Array(element, length) => {
                let length = length.map(|length| length.to_string()).unwrap_or_default();
                self.declarator(element, &format!("{inner}[{length}]"))
            }
            Type::Function(result, params, variadic) => {
                let mut params: Vec<String> =
                    params.iter().map(|ty| self.declarator(ty, "")).collect();
                if *variadic {
                    params.push("...".to_owned());
                }
                self.declarator(result, &format!("{inner}({})", params.join(", ")))
            }
        }
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        let declared = self.declarator(&declaration.ty, &declaration.name);
        let storage = storage(declaration.storage);
        match &declaration.init {
            None => format!("{storage}{declared}"),
            // It must be a constant expression.
            Some(init) if self.depth == 0 || declaration.storage == Storage::Static => {
                let printer = Printer::new(self.program);
                format!("{storage}{declared} = {}", printer.initialiser(init))
            }
            Some(init) => format!("{storage}{declared} = {}", self.initialiser(init)),
        }
    }

    fn initialiser(&self, init: &Initialiser) -> String {
        match init {
            Initialiser::Value(value) => self.expr(value, level::ASSIGN),
            Initialiser::List(elements) => {
                let element = |(designators, init): &(Vec<Designator>, Initialiser)| {
                    let mut text = String::new();
                    for designator in designators {
                        match designator {
                            Designator::Member(name) => write!(text, ".{name}"),
                            Designator::Index(index) => write!(text, "[{index}]"),
                        }
                        .expect("strings take everything");
                    }
                    if !text.is_empty() {
                        text += " = ";
                    }
                    text + &self.initialiser(init)
                };
                let elements: Vec<String> = elements.iter().map(element).collect();
                format!("{{{}}}", elements.join(", "))
            }
        }
    }

    fn body(&mut self, statements: &[Stmt]) {
        self.depth += 1;
        for statement in statements {
            self.statement(statement);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Stmt) {
        let top = level::COMMA;
        match statement {
            Stmt::Declare(declaration) => {
                let text = self.declaration(declaration);
                self.line(&format!("{text};"));
            }
            Stmt::Expr(expr) => {
                let text = self.expr(expr, top);
                self.line(&format!("{text};"));
            }
            Stmt::If(condition, then, otherwise) => {
                let condition = self.expr(condition, top);
                self.line(&format!("if ({condition}) {{"));
                self.body(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.body(otherwise);
                }
                self.line("}");
            }
            Stmt::While(condition, body) => {
                let condition = self.expr(condition, top);
                self.line(&format!("while ({condition}) {{"));
                self.body(body);
                self.line("}");
            }
            Stmt::DoWhile(body, condition) => {
                self.line("do {");
                self.body(body);
                let condition = self.expr(condition, top);
                self.line(&format!("}} while ({condition});"));
            }
            Stmt::For(start, condition, step, body) => {
                let start = self.declaration(start);
                let (condition, step) = (self.expr(condition, top), self.expr(step, top));
                self.line(&format!("for ({start}; {condition}; {step}) {{"));
                self.body(body);
                self.line("}");
            }
            Stmt::Switch(value, arms) => {
                let value = self.expr(value, top);
                self.line(&format!("switch ({value}) {{"));
                arms.iter().for_each(|arm| self.arm(arm));
                self.line("}");
            }
            Stmt::Block(body) => {
                self.line("{");
                self.body(body);
                self.line("}");
            }
            Stmt::Return(None) => self.line("return;"),
            Stmt::Return(Some(value)) => {
                let value = self.expr(value, top);
                self.line(&format!("return {value};"));
            }
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Goto(label) => self.line(&format!("goto {label};")),
            Stmt::Label(label) => self.line(&format!("{label}:;")),
            Stmt::Assume(condition) => {
                let condition = self.expr(condition, top);
                self.line(&format!("__VERIFIER_assume({condition});"));
            }
            Stmt::Check(site, value) => {
                let text = self.claim(*site, value);
                self.line(&text);
            }
        }
    }

    fn arm(&mut self, arm: &Arm) {
        for case in &arm.cases {
            self.line(&format!("case {case}:"));
        }
        if arm.default {
            self.line("default:");
        }
        self.body(&arm.body);
        if arm.body.is_empty() {
            self.line("    ;");
        }
    }

    fn claim(&self, site: usize, value: &Expr) -> String {
        match &self.program.claims[site] {
            Claim::Nothing => ";".to_owned(),
            Claim::Observe => format!("observe({site}, {});", self.expr(value, level::ASSIGN)),
            Claim::Unreached => "reach_error();".to_owned(),
            Claim::Compare(op, bound) => {
                let compared = Expr::Binary(*op, Box::new(value.clone()), Box::new(bound.clone()));
                format!("if (!({})) reach_error();", self.expr(&compared, level::COMMA))
            }
            Claim::Masked(mask, bits) => {
                let (mask, bits) =
                    (Expr::Int(*mask, IntType::LongLong), Expr::Int(*bits, IntType::LongLong));
                let (mask, bits) =
                    (self.expr(&mask, level::PRIMARY), self.expr(&bits, level::PRIMARY));
                let value = self.expr(value, level::UNARY);
                format!("if (((long long){value} & {mask}) != {bits}) reach_error();")
            }
        }
    }

    /// The text of an expression, in parentheses if it binds weaker than `least`.
    fn expr(&self, expr: &Expr, least: u8) -> String {
        let (text, binds) = self.bare(expr);
        if binds < least { format!("({text})") } else { text }
    }

    fn number(&self, (text, binds): (String, u8)) -> (String, u8) {
        match self.hides_numbers {
            true => (format!("hidden({text})"), level::PRIMARY),
            false => (text, binds),
        }
    }

    fn difference(&self, (text, binds): (String, u8)) -> (String, u8) {
        match self.hides_numbers {
            true => (format!("computed({text})"), level::PRIMARY),
            false => (text, binds),
        }
    }

    /// The text of an expression, and its binding strength.
    fn bare(&self, expr: &Expr) -> (String, u8) {
        match expr {
            Expr::Int(value, ty) => self.number(integer(*value, *ty)),
            Expr::Float(value, ty) => self.number(float(*value, *ty)),
            Expr::Text(text, wide) => {
                (format!("{}\"{}\"", if *wide { "L" } else { "" }, escaped(text)), level::PRIMARY)
            }
            Expr::Spelled(text) => self.number(((*text).to_owned(), level::PRIMARY)),
            Expr::Name(name) => (name.clone(), level::PRIMARY),
            Expr::Unary(op, operand) => {
                let symbol = match op {
                    UnaryOp::Minus => "-",
                    UnaryOp::Plus => "+",
                    UnaryOp::Complement => "~",
                    UnaryOp::Not => "!",
                    UnaryOp::Deref => "*",
                    UnaryOp::AddressOf => "&",
                };
                let operand = self.expr(operand, level::UNARY);
                // `- -x` and `& &x` are not `--x` and `&&x`.
                let space = if operand.starts_with(symbol) { " " } else { "" };
                let text = (format!("{symbol}{space}{operand}"), level::UNARY);
                if *op == UnaryOp::Minus { self.difference(text) } else { text }
            }
            Expr::Binary(op, left, right) => {
                let (symbol, binds) = op.symbol();
                let (left, right) = (self.expr(left, binds), self.expr(right, binds + 1));
                let text = (format!("{left} {symbol} {right}"), binds);
                if *op == BinaryOp::Sub { self.difference(text) } else { text }
            }
            Expr::Assign(op, to, value) => {
                let symbol = op.map_or("", |op| op.symbol().0);
                let (to, value) = (self.expr(to, level::UNARY), self.expr(value, level::ASSIGN));
                (format!("{to} {symbol}= {value}"), level::ASSIGN)
            }
            Expr::Step { prefix, increment, target } => {
                let symbol = if *increment { "++" } else { "--" };
                if *prefix {
                    (format!("{symbol}{}", self.expr(target, level::UNARY)), level::UNARY)
                } else {
                    (format!("{}{symbol}", self.expr(target, level::POSTFIX)), level::POSTFIX)
                }
            }
            Expr::Conditional(condition, then, otherwise) => {
                let condition = self.expr(condition, level::OR);
                let then = self.expr(then, level::COMMA);
                let otherwise = self.expr(otherwise, level::CONDITIONAL);
                (format!("{condition} ? {then} : {otherwise}"), level::CONDITIONAL)
            }
            Expr::Elvis(condition, otherwise) => {
                let condition = self.expr(condition, level::OR);
                let otherwise = self.expr(otherwise, level::CONDITIONAL);
                (format!("{condition} ?: {otherwise}"), level::CONDITIONAL)
            }
            Expr::Comma(first, second) => {
                let (first, second) =
                    (self.expr(first, level::COMMA), self.expr(second, level::ASSIGN));
                (format!("{first}, {second}"), level::COMMA)
            }
            Expr::Call(function, args) => {
                let args: Vec<String> =
                    args.iter().map(|arg| self.expr(arg, level::ASSIGN)).collect();
                let function = self.expr(function, level::POSTFIX);
                (format!("{function}({})", args.join(", ")), level::POSTFIX)
            }
            Expr::Index(array, index) => {
                let array = self.expr(array, level::POSTFIX);
                (format!("{array}[{}]", self.expr(index, level::COMMA)), level::POSTFIX)
            }
            Expr::Member(object, member) => {
                (format!("{}.{member}", self.expr(object, level::POSTFIX)), level::POSTFIX)
            }
            Expr::Arrow(pointer, member) => {
                (format!("{}->{member}", self.expr(pointer, level::POSTFIX)), level::POSTFIX)
            }
            Expr::Cast(ty, value) => {
                let value = self.expr(value, level::UNARY);
                (format!("({}){value}", self.declarator(ty, "")), level::UNARY)
            }
            Expr::SizeofType(ty) => {
                self.number((format!("sizeof({})", self.declarator(ty, "")), level::POSTFIX))
            }
            Expr::SizeofExpr(value) => {
                let value = self.expr(value, level::COMMA);
                self.number((format!("sizeof({value})"), level::POSTFIX))
            }
            Expr::Literal(ty, init) => {
                let init = self.initialiser(init);
                (format!("({}){init}", self.declarator(ty, "")), level::POSTFIX)
            }
            Expr::Input(input) => {
                let suffix = self.program.inputs[*input].suffix;
                (format!("__VERIFIER_nondet_{suffix}()"), level::POSTFIX)
            }
            Expr::VaArg(list, ty) => {
                let list = self.expr(list, level::ASSIGN);
                let ty = self.declarator(ty, "");
                (format!("__builtin_va_arg({list}, {ty})"), level::POSTFIX)
            }
        }
    }
}

fn storage(storage: Storage) -> &'static str {
    match storage {
        Storage::None => "",
        Storage::Static => "static ",
        Storage::Extern => "extern ",
    }
}

fn escaped(text: &str) -> String {
    text.chars().flat_map(char::escape_default).collect()
}

fn integer(value: i128, ty: IntType) -> (String, u8) {
    let suffix = match ty {
        IntType::Unsigned => "u",
        IntType::Long => "l",
        IntType::UnsignedLong => "ul",
        IntType::LongLong => "ll",
        IntType::UnsignedLongLong => "ull",
        _ => "",
    };
    if value >= 0 {
        (format!("{value}{suffix}"), level::PRIMARY)
    } else if value == i128::from(i64::MIN) || value == i128::from(i32::MIN) {
        // The number without its sign would have a wider type.
        (format!("(-{}{suffix} - 1)", -(value + 1)), level::PRIMARY)
    } else {
        (format!("-{}{suffix}", -value), level::UNARY)
    }
}

fn float(value: f64, ty: FloatType) -> (String, u8) {
    let suffix = match ty {
        FloatType::Float => "f",
        FloatType::Double => "",
        FloatType::LongDouble => "l",
    };
    let text = format!("{value:?}{suffix}");
    (text, if value < 0.0 { level::UNARY } else { level::PRIMARY })
}
