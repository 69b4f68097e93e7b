//! C programs as trees.
//!
//! The generator builds these trees, [`crate::print`] writes them as C, and the shrinker removes
//! parts. Names are unique in a program, except for locals of different functions, so that
//! statements can be moved and removed without capture.

/// The data model of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

/// Integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntType {
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned`
    Unsigned,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
}

impl IntType {
    /// All of them.
    pub const ALL: [IntType; 12] = [
        IntType::Bool,
        IntType::Char,
        IntType::SignedChar,
        IntType::UnsignedChar,
        IntType::Short,
        IntType::UnsignedShort,
        IntType::Int,
        IntType::Unsigned,
        IntType::Long,
        IntType::UnsignedLong,
        IntType::LongLong,
        IntType::UnsignedLongLong,
    ];

    /// The name in C.
    pub fn name(self) -> &'static str {
        match self {
            IntType::Bool => "_Bool",
            IntType::Char => "char",
            IntType::SignedChar => "signed char",
            IntType::UnsignedChar => "unsigned char",
            IntType::Short => "short",
            IntType::UnsignedShort => "unsigned short",
            IntType::Int => "int",
            IntType::Unsigned => "unsigned",
            IntType::Long => "long",
            IntType::UnsignedLong => "unsigned long",
            IntType::LongLong => "long long",
            IntType::UnsignedLongLong => "unsigned long long",
        }
    }

    /// The number of bits.
    pub fn width(self, machine: Machine) -> u32 {
        match self {
            IntType::Bool => 1,
            IntType::Char | IntType::SignedChar | IntType::UnsignedChar => 8,
            IntType::Short | IntType::UnsignedShort => 16,
            IntType::Int | IntType::Unsigned => 32,
            IntType::Long | IntType::UnsignedLong if machine == Machine::Ilp32 => 32,
            _ => 64,
        }
    }

    /// Whether there are negative values. `char` is signed on our machines.
    pub fn is_signed(self) -> bool {
        use IntType::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong)
    }

    /// The type after the integer promotions.
    pub fn promoted(self) -> IntType {
        use IntType::*;
        match self {
            Bool | Char | SignedChar | UnsignedChar | Short | UnsignedShort => Int,
            wide => wide,
        }
    }

    fn rank(self) -> u8 {
        use IntType::*;
        match self {
            Bool => 0,
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | Unsigned => 3,
            Long | UnsignedLong => 4,
            LongLong | UnsignedLongLong => 5,
        }
    }

    /// The unsigned type for a promoted one.
    #[must_use]
    pub fn unsigned(self) -> IntType {
        use IntType::*;
        match self {
            Int => Unsigned,
            Long => UnsignedLong,
            LongLong => UnsignedLongLong,
            other => other,
        }
    }

    /// The common type of the usual arithmetic conversions.
    pub fn common(self, other: IntType, machine: Machine) -> IntType {
        let (a, b) = (self.promoted(), other.promoted());
        if a.is_signed() == b.is_signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.width(machine) > unsigned.width(machine) {
            signed
        } else {
            signed.unsigned()
        }
    }
}

/// Floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatType {
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
}

impl FloatType {
    /// The name in C.
    pub fn name(self) -> &'static str {
        match self {
            FloatType::Float => "float",
            FloatType::Double => "double",
            FloatType::LongDouble => "long double",
        }
    }
}

/// Types.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`
    Void,
    /// An integer type.
    Int(IntType),
    /// A floating-point type.
    Float(FloatType),
    /// A struct or union of the program.
    Aggregate(usize),
    /// A type name that the program or C defines, and the type it stands for.
    Named(String, Box<Type>),
    /// A pointer.
    Pointer(Box<Type>),
    /// An array; without a length if its initialiser determines it.
    Array(Box<Type>, Option<usize>),
    /// A function: result, parameters, and whether more arguments may follow.
    Function(Box<Type>, Vec<Type>, bool),
}

impl Type {
    /// `int`
    pub const INT: Type = Type::Int(IntType::Int);

    /// A pointer to this type.
    #[must_use]
    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// An array of this type.
    #[must_use]
    pub fn array(self, length: usize) -> Type {
        Type::Array(Box::new(self), Some(length))
    }

    /// The type without names for it.
    pub fn resolved(&self) -> &Type {
        match self {
            Type::Named(_, meaning) => meaning.resolved(),
            other => other,
        }
    }
}

/// A struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// The tag.
    pub tag: String,
    /// Whether members overlap.
    pub is_union: bool,
    /// The members in order.
    pub fields: Vec<Field>,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name; empty for an anonymous struct or union, whose members belong to the enclosing one.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `~`
    Complement,
    /// `!`
    Not,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
}

/// Binary operators, including `&&` and `||`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// Expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// An integer constant.
    Int(i128, IntType),
    /// A floating-point constant.
    Float(f64, FloatType),
    /// An integer constant with a special spelling: hexadecimal, a character, ...
    Spelled(&'static str),
    /// A string literal, and whether it is wide.
    Text(String, bool),
    /// A variable, function or enumerator.
    Name(String),
    /// A prefix operation.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// An assignment; compound if it has an operator.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `++` or `--`.
    Step {
        /// Whether it is a prefix operator.
        prefix: bool,
        /// Whether it is `++`.
        increment: bool,
        /// The operand.
        target: Box<Expr>,
    },
    /// `condition ? then : otherwise`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `condition ?: otherwise`
    Elvis(Box<Expr>, Box<Expr>),
    /// `first, second`
    Comma(Box<Expr>, Box<Expr>),
    /// A call.
    Call(Box<Expr>, Vec<Expr>),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `object.member`
    Member(Box<Expr>, String),
    /// `pointer->member`
    Arrow(Box<Expr>, String),
    /// A conversion.
    Cast(Type, Box<Expr>),
    /// `sizeof(type)`
    SizeofType(Type),
    /// `sizeof expression`
    SizeofExpr(Box<Expr>),
    /// A compound literal.
    Literal(Type, Box<Initialiser>),
    /// A call of the input function with this number.
    Input(usize),
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Type),
}

/// The initial value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Initialiser {
    /// An expression.
    Value(Expr),
    /// A list in braces, whose elements may have designators.
    List(Vec<(Vec<Designator>, Initialiser)>),
}

/// A step of a designator.
#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    /// `.member`
    Member(String),
    /// `[index]`
    Index(usize),
}

/// Storage classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// None.
    None,
    /// `static`
    Static,
    /// `extern`
    Extern,
}

/// A declaration of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The storage class.
    pub storage: Storage,
    /// The type.
    pub ty: Type,
    /// The name.
    pub name: String,
    /// The initial value.
    pub init: Option<Initialiser>,
}

/// Statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// A declaration.
    Declare(Declaration),
    /// An expression for its effect.
    Expr(Expr),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while`
    While(Expr, Vec<Stmt>),
    /// `do`
    DoWhile(Vec<Stmt>, Expr),
    /// `for` with its declaration, condition, step and body.
    For(Box<Declaration>, Expr, Expr, Vec<Stmt>),
    /// `switch`
    Switch(Expr, Vec<Arm>),
    /// A block.
    Block(Vec<Stmt>),
    /// `return`
    Return(Option<Expr>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto(String),
    /// A label.
    Label(String),
    /// `__VERIFIER_assume`
    Assume(Expr),
    /// A claim about a value: see [`Program::claims`].
    Check(usize, Expr),
}

/// A group of labels of a `switch` and the statements after them.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The cases.
    pub cases: Vec<i128>,
    /// Whether it is also the default.
    pub default: bool,
    /// The statements, with or without a `break` at the end.
    pub body: Vec<Stmt>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The storage class.
    pub storage: Storage,
    /// The type of its result.
    pub result: Type,
    /// The name.
    pub name: String,
    /// The parameters.
    pub params: Vec<(String, Type)>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// The statements; none for a declaration.
    pub body: Option<Vec<Stmt>>,
}

/// An item of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The definition of a struct or union.
    Aggregate(usize),
    /// An enumeration with the values of its members.
    Enum(String, Vec<(String, Option<i64>)>),
    /// A name for a type.
    Typedef(String, Type),
    /// A variable.
    Variable(Declaration),
    /// A function.
    Function(Function),
}

/// An input function with the values that matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The suffix of the name, after `__VERIFIER_nondet_`.
    pub suffix: &'static str,
    /// The type of its values.
    pub ty: IntType,
    /// The least value that is tried.
    pub low: i64,
    /// How many values are tried, from the least one on.
    pub count: u32,
}

/// The claim of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// No claim: the value is printed when the program runs.
    Observe,
    /// No claim, and the value is not printed.
    Nothing,
    /// No run reaches this check.
    Unreached,
    /// The comparison holds.
    Compare(BinaryOp, Expr),
    /// The value has these bits under a mask.
    Masked(i128, i128),
}

/// A program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The data model.
    pub machine: Machine,
    /// Structs and unions.
    pub aggregates: Vec<Aggregate>,
    /// Input functions.
    pub inputs: Vec<Input>,
    /// The claim of each check.
    pub claims: Vec<Claim>,
    /// The files.
    pub files: Vec<Vec<Item>>,
}
