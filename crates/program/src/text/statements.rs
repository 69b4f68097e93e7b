//! Reading of statements and jumps.

use super::ParseError;
use super::parser::Parser;
use crate::{
    BlockId, Callee, Check, ChoiceSource, Condition, Property, Statement, StatementKind, Storage,
    Terminator,
};
use model::Gap;
use model::text::cursor::Token;
use term::{Symbol, Term};

impl Parser<'_> {
    /// A jump, if one is next.
    pub(super) fn terminator(&mut self) -> Result<Option<Terminator>, ParseError> {
        let is_assignment = self.cursor.peek_second() == Token::Punctuation(":=");
        if is_assignment {
            return Ok(None);
        }
        Ok(Some(if self.cursor.eat_word("goto") {
            Terminator::Goto(self.block_id()?)
        } else if self.cursor.eat_word("branch") {
            let condition = self.term()?;
            let then = self.block_id()?;
            Terminator::Branch { condition, then, otherwise: self.block_id()? }
        } else if self.cursor.eat_word("return") {
            Terminator::Return
        } else if self.cursor.eat_word("halt") {
            Terminator::Halt
        } else {
            return Ok(None);
        }))
    }

    fn block_id(&mut self) -> Result<BlockId, ParseError> {
        let index: Option<u32> = match self.cursor.peek() {
            Token::Word(word) => word.strip_prefix('b').and_then(|digits| digits.parse().ok()),
            _ => None,
        };
        let Some(index) = index else { return Err(self.cursor.expected("a block")) };
        self.cursor.take();
        Ok(BlockId::from_index(index as usize))
    }

    pub(super) fn statement(&mut self) -> Result<Statement, ParseError> {
        // Any word may name a register; the next token decides.
        let is_assignment = self.cursor.peek_second() == Token::Punctuation(":=");
        let kind = if is_assignment {
            let target = self.register_name()?;
            self.cursor.expect(":=")?;
            StatementKind::Assign { target, value: self.term()? }
        } else {
            let Token::Word(word) = self.cursor.peek() else {
                return Err(self.cursor.expected("a statement"));
            };
            self.statement_named(word)?
        };
        Ok(Statement { kind, span: self.span()? })
    }

    fn statement_named(&mut self, word: &str) -> Result<StatementKind, ParseError> {
        let offset = self.cursor.offset();
        self.cursor.take();
        Ok(match word {
            "choose" => {
                let target = self.register_name()?;
                StatementKind::Choose { target, source: self.choice_source()? }
            }
            "assume" => StatementKind::Assume(self.term()?),
            "check" => StatementKind::Check(self.check()?),
            "load" => {
                let target = self.register_name()?;
                StatementKind::Load { target, address: self.term()? }
            }
            "store" => {
                let address = self.term()?;
                StatementKind::Store { address, value: self.term()? }
            }
            "offset" => {
                let target = self.register_name()?;
                let base = self.term()?;
                StatementKind::Offset { target, base, delta: self.term()? }
            }
            "copy" => {
                let (to, from) = (self.term()?, self.term()?);
                StatementKind::Copy { to, from, size: self.term()? }
            }
            "fill" => {
                let (to, byte) = (self.term()?, self.term()?);
                StatementKind::Fill { to, byte, size: self.term()? }
            }
            "begin" => StatementKind::Begin(self.symbol("the address of an object")?),
            "end" => StatementKind::End(self.symbol("the address of an object")?),
            "forget" => StatementKind::Forget(self.register_name()?),
            "allocate" => {
                let target = self.register_name()?;
                let storage = self.storage()?;
                let zeroed = self.cursor.eat_word("zeroed");
                StatementKind::Allocate { target, size: self.term()?, storage, zeroed }
            }
            "bind" => {
                let object = self.term()?;
                StatementKind::Bind { object, owner: self.symbol("the address of an object")? }
            }
            "object-size" => {
                let target = self.register_name()?;
                StatementKind::ObjectSize { target, address: self.term()? }
            }
            "free" => StatementKind::Free(self.term()?),
            "call" => {
                let result = self.call_result()?;
                let offset = self.cursor.offset();
                let name = self.cursor.name("the name of a function")?;
                let Some(&function) = self.functions.get(name) else {
                    return Err(self.cursor.error(offset, format!("unknown function '{name}'")));
                };
                StatementKind::Call { callee: Callee::Direct(function), args: self.args()?, result }
            }
            "call-at" => {
                let result = self.call_result()?;
                let callee = Callee::Indirect(self.term()?);
                StatementKind::Call { callee, args: self.args()?, result }
            }
            "print" => {
                let format = self.term()?;
                StatementKind::Print { format, args: self.args()? }
            }
            "unsupported" => {
                let what = self.cursor.string("what is not supported")?;
                StatementKind::Unsupported(Gap::read(&what))
            }
            _ => {
                let message = format!("expected a statement, found '{word}'");
                return Err(self.cursor.error(offset, message));
            }
        })
    }

    fn choice_source(&mut self) -> Result<ChoiceSource, ParseError> {
        let make = if self.cursor.eat_word("input") {
            ChoiceSource::Input
        } else if self.cursor.eat_word("external") {
            ChoiceSource::External
        } else if self.cursor.eat_word("uninitialised") {
            ChoiceSource::Uninitialised
        } else if self.cursor.eat_word("order") {
            ChoiceSource::Order
        } else if self.cursor.eat_word("volatile") {
            ChoiceSource::Volatile
        } else {
            return Err(self.cursor.expected("the kind of a choice"));
        };
        Ok(make(self.cursor.string("a name")?.into_owned()))
    }

    fn storage(&mut self) -> Result<Storage, ParseError> {
        if self.cursor.eat_word("heap") {
            Ok(Storage::Heap)
        } else if self.cursor.eat_word("stack") {
            Ok(Storage::Stack)
        } else {
            Err(self.cursor.expected("'heap' or 'stack'"))
        }
    }

    fn check(&mut self) -> Result<Check, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.name("a property")?;
        let Some(property) = Property::from_name(name) else {
            return Err(self.cursor.error(offset, format!("unknown property '{name}'")));
        };
        let message = self.cursor.string("a message")?.into_owned();
        let condition = if self.cursor.eat_word("holds") {
            Condition::Holds(self.term()?)
        } else if self.cursor.eat_word("readable") {
            let (base, address) = (self.term()?, self.term()?);
            Condition::Readable { base, address, size: self.term()? }
        } else if self.cursor.eat_word("writable") {
            let (base, address) = (self.term()?, self.term()?);
            Condition::Writable { base, address, size: self.term()? }
        } else if self.cursor.eat_word("freeable") {
            Condition::Freeable(self.term()?)
        } else if self.cursor.eat_word("all-freed") {
            Condition::AllFreed
        } else if self.cursor.eat_word("all-tracked") {
            Condition::AllTracked
        } else if self.cursor.eat_word("tracked-so-far") {
            Condition::TrackedSoFar
        } else {
            return Err(self.cursor.expected("a condition"));
        };
        Ok(Check { property, condition, message })
    }

    fn call_result(&mut self) -> Result<Option<Symbol>, ParseError> {
        let is_assignment = self.cursor.peek_second() == Token::Punctuation(":=");
        if !is_assignment {
            return Ok(None);
        }
        let result = self.register_name()?;
        self.cursor.expect(":=")?;
        Ok(Some(result))
    }

    fn args(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut args = Vec::new();
        self.cursor.expect("(")?;
        if !self.cursor.eat(")") {
            args.push(self.term()?);
            while self.cursor.eat(",") {
                args.push(self.term()?);
            }
            self.cursor.expect(")")?;
        }
        Ok(args)
    }

    fn register_name(&mut self) -> Result<Symbol, ParseError> {
        self.symbol("the name of a register")
    }
}
