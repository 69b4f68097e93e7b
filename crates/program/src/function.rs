//! Functions and their basic blocks.

use crate::{Object, ScalarType, Span, Statement};
use term::{Symbol, Term, id};

id!(
    /// A function of a program.
    FunctionId,
    "fn"
);
id!(
    /// A basic block of a function; the first is the entry.
    BlockId,
    "b"
);

/// A function. Each activation has its own registers and objects.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, unique in the program.
    pub name: String,
    /// The constant whose value is the function's address.
    pub address: Symbol,
    /// Registers that take the arguments, in order; listed among `registers` too.
    pub parameters: Vec<Symbol>,
    /// The register whose value a return hands back; listed among `registers` too.
    pub result: Option<Symbol>,
    /// All registers, arbitrary at first.
    pub registers: Vec<Register>,
    /// Local objects.
    pub objects: Vec<Object>,
    /// The body; `None` if the function is declared but not defined. A call then returns any value
    /// and touches no memory.
    pub body: Option<Body>,
    /// Where it is defined.
    pub span: Option<Span>,
}

/// A variable that is not in memory. Its symbol is unique in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The constant that stands for its value in terms.
    pub symbol: Symbol,
    /// The name in the source; empty for a temporary.
    pub name: String,
    /// The type of its values.
    pub ty: ScalarType,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// The control flow of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The basic blocks; runs start at the first.
    pub blocks: Vec<Block>,
}

/// Statements one after the other, then a jump.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// Where to go then.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub span: Option<Span>,
}

/// The end of a basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Goes on at a block.
    Goto(BlockId),
    /// Goes on at one of two blocks.
    Branch {
        /// A Boolean term.
        condition: Term,
        /// Where to go if it holds.
        then: BlockId,
        /// Where to go otherwise.
        otherwise: BlockId,
    },
    /// Back to the caller; from the entry function, the end of the program.
    Return,
    /// The end of the program.
    Halt,
}

impl Function {
    /// A register of the function by its symbol.
    pub fn register(&self, symbol: Symbol) -> Option<&Register> {
        self.registers.iter().find(|register| register.symbol == symbol)
    }
}

impl Body {
    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// All blocks with their numbers.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::from_index)
    }
}

impl Terminator {
    /// The blocks that may come next.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> {
        let (first, second) = match *self {
            Terminator::Goto(next) => (Some(next), None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), Some(otherwise)),
            Terminator::Return | Terminator::Halt => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The term that a branch depends on.
    pub fn condition(&self) -> Option<Term> {
        match *self {
            Terminator::Branch { condition, .. } => Some(condition),
            Terminator::Goto(_) | Terminator::Return | Terminator::Halt => None,
        }
    }
}
