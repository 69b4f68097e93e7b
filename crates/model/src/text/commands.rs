//! Reading of commands.

use super::ParseError;
use super::cursor::Token;
use super::parser::Parser;
use crate::command::{Call, Command};
use term::Symbol;

/// A choice and a sequence in it are two levels of a command.
const MAX_NESTED_CHOICES: usize = Command::MAX_DEPTH / 2 - 1;

impl Parser<'_> {
    /// The commands up to a closing brace. Their structure is kept, so that printing them gives the
    /// same text.
    pub(super) fn commands(&mut self, depth: usize) -> Result<Command, ParseError> {
        let mut commands = Vec::new();
        while !self.cursor.eat("}") {
            self.command(depth, &mut commands)?;
            if !self.cursor.eat(";") && self.cursor.peek() != Token::Punctuation("}") {
                return Err(self.cursor.expected("';' or '}'"));
            }
        }
        Ok(match commands.len() {
            0 => Command::Skip,
            1 => commands.pop().expect("it has one"),
            _ => Command::Seq(commands),
        })
    }

    fn command(&mut self, depth: usize, commands: &mut Vec<Command>) -> Result<(), ParseError> {
        // Any word may name a variable; the next token decides.
        let is_assignment = self.cursor.peek_second() == Token::Punctuation(":=");
        if is_assignment {
            let variable = self.variable()?;
            self.cursor.expect(":=")?;
            commands.push(Command::Assign(variable, self.term()?));
        } else if self.cursor.eat_word("skip") {
            commands.push(Command::Skip);
        } else if self.cursor.eat_word("assume") {
            commands.push(Command::Assume(self.term()?));
        } else if self.cursor.eat_word("havoc") {
            commands.push(Command::Havoc(self.variable()?));
            while self.cursor.eat(",") {
                commands.push(Command::Havoc(self.variable()?));
            }
        } else if self.cursor.eat_word("choice") {
            commands.push(self.choice(depth)?);
        } else if self.cursor.eat_word("call") {
            commands.push(Command::Call(self.call()?));
        } else {
            return Err(self.cursor.expected("a command"));
        }
        Ok(())
    }

    fn choice(&mut self, depth: usize) -> Result<Command, ParseError> {
        let offset = self.cursor.offset();
        if depth == MAX_NESTED_CHOICES {
            return Err(self.cursor.error(offset, "choices are nested too deeply"));
        }
        let mut branches = Vec::new();
        loop {
            self.cursor.expect("{")?;
            branches.push(self.commands(depth + 1)?);
            if !self.cursor.eat_word("or") {
                return Ok(Command::Choice(branches));
            }
        }
    }

    fn call(&mut self) -> Result<Call, ParseError> {
        let mut results = Vec::new();
        if self.cursor.peek_second() != Token::Punctuation("(") {
            results.push(self.variable()?);
            while self.cursor.eat(",") {
                results.push(self.variable()?);
            }
            self.cursor.expect(":=")?;
        }
        let offset = self.cursor.offset();
        let name = self.cursor.name("the name of a procedure")?;
        let Some(&procedure) = self.procedure_ids.get(name) else {
            return Err(self.cursor.error(offset, format!("unknown procedure '{name}'")));
        };
        let mut args = Vec::new();
        self.cursor.expect("(")?;
        if !self.cursor.eat(")") {
            args.push(self.term()?);
            while self.cursor.eat(",") {
                args.push(self.term()?);
            }
            self.cursor.expect(")")?;
        }
        Ok(Call { procedure, args, results })
    }

    fn variable(&mut self) -> Result<Symbol, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.name("the name of a variable")?;
        match self.visible.get(name) {
            Some(&symbol) => Ok(symbol),
            None => Err(self.cursor.error(offset, format!("unknown variable '{name}'"))),
        }
    }
}
