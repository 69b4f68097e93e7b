//! The text of an assembler template: x86 in the syntax of AT&T.

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its name.
    pub name: String,
    /// Its operands; the target is the last one.
    pub args: Vec<Arg>,
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An operand of the statement, or the low bits of it.
    Operand {
        /// Which one.
        index: usize,
        /// The width, if it is given.
        bits: Option<u32>,
    },
    /// A number.
    Number(i64),
}

/// Directives that change the section of code and data.
const SECTIONS: &[&str] = &[
    ".section",
    ".pushsection",
    ".previous",
    ".popsection",
    ".text",
    ".data",
    ".bss",
    ".subsection",
];

/// The instructions of a template whose operands may have names. Labels without jumps to them, and
/// content of other sections (tables of the kernel), are ignored. `None` if the template contains
/// anything else.
pub fn instructions(text: &str, names: &[Option<String>]) -> Option<Vec<Instruction>> {
    let text = first_alternatives(text)?;
    let mut found = Vec::new();
    // In another section: the directive that ends it.
    let mut end = None;
    for line in text.split('\n') {
        let line = line.split('#').next().unwrap_or_default();
        for statement in line.split(';') {
            let statement = without_labels(statement.trim());
            let (name, args) = statement.split_once([' ', '\t']).unwrap_or((statement, ""));
            match name {
                ".section" if end.is_none() => end = Some(".previous"),
                ".pushsection" if end.is_none() => end = Some(".popsection"),
                _ if end == Some(name) => end = None,
                _ if SECTIONS.contains(&name) => return None,
                _ if end.is_some() => {}
                "" | ".align" | ".balign" | ".p2align" => {}
                _ if name.starts_with('.') => return None,
                // The prefix may be on the same line as the instruction.
                "lock" if !args.trim().is_empty() => {
                    found.extend(instructions(args, names)?);
                }
                _ => {
                    let args = args.split(',').map(str::trim).filter(|arg| !arg.is_empty());
                    let args = args.map(|arg| Arg::read(arg, names)).collect::<Option<_>>()?;
                    found.push(Instruction { name: name.to_owned(), args });
                }
            }
        }
    }
    end.is_none().then_some(found)
}

/// The AT&T alternative of each `{this|that}`.
fn first_alternatives(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, choice)) = rest.split_once('{') {
        let (choice, after) = choice.split_once('}')?;
        kept.push_str(before);
        kept.push_str(choice.split('|').next()?);
        rest = after;
    }
    kept.push_str(rest);
    Some(kept)
}

fn without_labels(statement: &str) -> &str {
    let mut rest = statement;
    while let Some((label, after)) = rest.split_once(':') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        if label.is_empty() || !label.chars().all(is_name) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

impl Arg {
    fn read(text: &str, names: &[Option<String>]) -> Option<Arg> {
        if let Some(number) = text.strip_prefix('$') {
            let (sign, digits) = match number.strip_prefix('-') {
                Some(digits) => (-1, digits),
                None => (1, number),
            };
            let value = match digits.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            return Some(Arg::Number(sign * value.ok()?));
        }
        let text = text.strip_prefix('%')?;
        let (bits, text) = match text.chars().next()? {
            'b' => (Some(8), &text[1..]),
            'w' => (Some(16), &text[1..]),
            'k' => (Some(32), &text[1..]),
            'q' => (Some(64), &text[1..]),
            _ => (None, text),
        };
        let named = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let index = match named {
            Some(name) => names.iter().position(|known| known.as_deref() == Some(name))?,
            None => text.parse().ok().filter(|&index| index < names.len())?,
        };
        Some(Arg::Operand { index, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let names = [None, Some("x".to_owned()), None];
        let shown = |instruction: Instruction| {
            let args = instruction.args.iter().map(|arg| match arg {
                Arg::Operand { index, bits: None } => format!(" {index}"),
                Arg::Operand { index, bits: Some(bits) } => format!(" {index}:{bits}"),
                Arg::Number(number) => format!(" ${number}"),
            });
            instruction.name.clone() + &args.collect::<String>()
        };
        Some(instructions(text, &names)?.into_iter().map(shown).collect())
    }

    #[test]
    fn instructions_are_found_between_labels_and_tables() {
        assert_eq!(read("").unwrap(), [""; 0]);
        assert_eq!(read("movl %1,%0").unwrap(), ["movl 1 0"]);
        assert_eq!(read("lock; incl %0; sete %b[x]").unwrap(), ["lock", "incl 0", "sete 1:8"]);
        assert_eq!(read("lock addl $-0x10, %0 # comment; nop").unwrap(), ["addl $-16 0"]);
        assert_eq!(read("bt{l %1,%0| dword}\n\tsbb %0,%0").unwrap(), ["btl 1 0", "sbb 0 0"]);
        let table =
            ".section .smp_locks,\"a\"\n.balign 4\n.long 671f\n.previous\n671:\n\tlock; btr %1,%0";
        assert_eq!(read(table).unwrap(), ["lock", "btr 1 0"]);
        let bug = "1:\tud2\n.pushsection t,\"a\"\n2:\t.long 1b - 2b, %c0 - 2b\n.popsection";
        assert_eq!(read(bug).unwrap(), ["ud2"]);
    }

    #[test]
    fn anything_else_is_not_understood() {
        for text in [
            "movl %%gs:%P1,%0",
            "movl (%0),%1",
            "movl %3,%0",
            "movl %[y],%0",
            ".byte 0x0f",
            ".section t\n.long 1",
            ".section t\n.long 1\n.section u\n.previous\nnop",
            ".section t\n.text\nincl %0\n.previous",
            "movl %eax,%0",
            "{a",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
