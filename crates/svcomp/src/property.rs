//! Property files, and properties by name.

use crate::read::read_text;
use program::{Property, SourceError};
use std::path::Path;

/// The requirements on every run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// The function where runs start.
    pub entry: String,
    /// The requirements, all of which must hold.
    pub requirements: Vec<Requirement>,
}

/// One requirement on every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// An error function is never called: the named one, or any of the usual ones.
    NoCall(Option<String>),
    /// A property is never violated; [`Property::UnreachCall`] is [`Requirement::NoCall`].
    Holds(Property),
    /// Every run ends.
    Terminates,
}

/// The formula of each property in property files.
const FORMULAS: &[(&str, Property)] = &[
    ("G valid-free", Property::Free),
    ("G valid-deref", Property::Deref),
    ("G valid-memtrack", Property::Memtrack),
    ("G valid-memcleanup", Property::Memcleanup),
    ("G ! overflow", Property::Overflow),
];

/// The text of a property file for some properties, one line each. Properties that SV-COMP does not
/// have are left out, unless there are no others; then they appear under their own names.
pub fn property_file(entry: &str, error_functions: &[String], properties: &[Property]) -> String {
    let mut formulas: Vec<String> = Vec::new();
    for property in properties {
        let known = FORMULAS.iter().find(|row| row.1 == *property);
        match (property, known) {
            (Property::UnreachCall, _) => {
                let usual = ["reach_error".to_owned()];
                let functions = if error_functions.is_empty() { &usual } else { error_functions };
                formulas.extend(functions.iter().map(|name| format!("G ! call({name}())")));
            }
            (_, Some((formula, _))) => formulas.push((*formula).to_owned()),
            (_, None) => {}
        }
    }
    if formulas.is_empty() {
        formulas.extend(properties.iter().map(|property| format!("G {property}")));
    }
    let line = |formula: &String| format!("CHECK( init({entry}()), LTL({formula}) )");
    formulas.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The question whether every run ends, in the same words.
pub fn property_file_of_ends(entry: &str) -> String {
    format!("CHECK( init({entry}()), LTL(F end) )")
}

impl Specification {
    /// The specification for a name: a property, `termination`, or `valid-memsafety`.
    pub fn named(name: &str) -> Option<Specification> {
        let requirements = match name {
            "unreach-call" => vec![Requirement::NoCall(None)],
            "termination" => vec![Requirement::Terminates],
            "valid-memsafety" => [Property::Free, Property::Deref, Property::Memtrack]
                .map(Requirement::Holds)
                .to_vec(),
            _ => {
                let property = Property::from_name(name)?;
                if !Property::ALL.contains(&property) {
                    return None;
                }
                vec![Requirement::Holds(property)]
            }
        };
        Some(Specification { entry: "main".to_owned(), requirements })
    }

    /// Reads a property file.
    pub fn read(path: &Path) -> Result<Specification, SourceError> {
        Specification::parse(path, &read_text(path)?)
    }

    /// Reads the text of a property file: a `CHECK( init(F()), LTL(…) )` for each requirement.
    pub fn parse(path: &Path, text: &str) -> Result<Specification, SourceError> {
        let mut specification: Option<Specification> = None;
        for (index, line) in text.lines().enumerate() {
            let check = line.trim();
            if check.is_empty() {
                continue;
            }
            let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count() as u32;
            let error = |message: &str| SourceError::at(path, index as u32 + 1, column, message);
            let (entry, formula) = check_parts(check)
                .ok_or_else(|| error("expected 'CHECK( init(FUNCTION()), LTL(FORMULA) )'"))?;
            let requirement = requirement(&formula)
                .ok_or_else(|| error(&format!("the formula '{formula}' is not supported")))?;
            match &mut specification {
                None => {
                    specification = Some(Specification { entry, requirements: vec![requirement] });
                }
                Some(all) if all.entry == entry => all.requirements.push(requirement),
                Some(_) => return Err(error("all requirements must start at the same function")),
            }
        }
        specification.ok_or_else(|| SourceError::whole(path, "has no requirement"))
    }
}

/// The function and the formula of a line; blanks in the formula are normalised.
fn check_parts(line: &str) -> Option<(String, String)> {
    let inside = argument(line, "CHECK")?;
    let (init, formula) = inside.split_once(',')?;
    let entry = argument(argument(init, "init")?, "")?;
    let formula = argument(formula, "LTL")?.replace('!', " ! ");
    Some((entry.to_owned(), formula.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// `ARGUMENT` of `NAME(ARGUMENT)`; with an empty name, `NAME` of `NAME()`.
fn argument<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let text = text.trim();
    if name.is_empty() {
        let function = text.strip_suffix(')')?.trim_end().strip_suffix('(')?.trim();
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        return (!function.is_empty() && function.chars().all(word)).then_some(function);
    }
    Some(text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')?.trim())
}

fn requirement(formula: &str) -> Option<Requirement> {
    if formula == "F end" {
        return Some(Requirement::Terminates);
    }
    if let Some(call) = formula.strip_prefix("G ! ").and_then(|rest| argument(rest, "call")) {
        return Some(Requirement::NoCall(Some(argument(call, "")?.to_owned())));
    }
    let property = FORMULAS.iter().find(|row| row.0 == formula)?.1;
    Some(Requirement::Holds(property))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Requirement]) {
        let found = Specification::parse(Path::new("a.prp"), text).unwrap();
        assert_eq!((found.entry.as_str(), found.requirements.as_slice()), ("main", expected));
    }

    fn check_error(text: &str, expected: &str) {
        let error = Specification::parse(Path::new("a.prp"), text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn property_files() {
        let no_call = |name: &str| Requirement::NoCall(Some(name.to_owned()));
        check("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", &[no_call("reach_error")]);
        check("CHECK(init( main ( ) ),LTL( G !call( f() ) ))", &[no_call("f")]);
        check("\nCHECK( init(main()), LTL(F end) )\n\n", &[Requirement::Terminates]);
        check(
            "CHECK( init(main()), LTL(G ! overflow) )",
            &[Requirement::Holds(Property::Overflow)],
        );
        let memsafety = "CHECK( init(main()), LTL(G valid-free) )\n\
                         CHECK( init(main()), LTL(G valid-deref) )\n\
                         CHECK( init(main()), LTL(G valid-memtrack) )\n";
        check(memsafety, &Specification::named("valid-memsafety").unwrap().requirements);
        let cleanup = Requirement::Holds(Property::Memcleanup);
        check("CHECK( init(main()), LTL(G valid-memcleanup) )", &[cleanup]);
    }

    #[test]
    fn property_files_of_properties() {
        let check = |properties: &[Property], expected: &str| {
            assert_eq!(property_file("main", &[], properties), expected);
        };
        check(&[Property::UnreachCall], "CHECK( init(main()), LTL(G ! call(reach_error())) )");
        check(
            &[Property::Free, Property::Overflow, Property::Shift],
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! overflow) )",
        );
        check(&[Property::Shift], "CHECK( init(main()), LTL(G shift) )");
        let named = property_file("f", &["g".to_owned()], &[Property::UnreachCall]);
        assert_eq!(named, "CHECK( init(f()), LTL(G ! call(g())) )");
    }

    #[test]
    fn errors() {
        check_error("\n", "a.prp: has no requirement");
        let expected = "expected 'CHECK( init(FUNCTION()), LTL(FORMULA) )'";
        check_error("\n CHECK(x)", &format!("a.prp:2:2: {expected}"));
        check_error("CHECK( init(), LTL(F end) )", &format!("a.prp:1:1: {expected}"));
        check_error(
            "CHECK( init(main()), LTL(G ! data-race) )",
            "a.prp:1:1: the formula 'G ! data-race' is not supported",
        );
        check_error(
            "CHECK( init(main()), LTL(F end) )\nCHECK( init(f()), LTL(F end) )",
            "a.prp:2:1: all requirements must start at the same function",
        );
    }

    #[test]
    fn names() {
        assert_eq!(Specification::named("no-such"), None);
        for property in Property::ALL {
            assert!(Specification::named(property.name()).is_some(), "{property}");
        }
    }
}
