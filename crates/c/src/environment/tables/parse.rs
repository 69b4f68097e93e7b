//! Reads the tables.

use super::{
    Access, AccessKind, Alternative, Amount, Bound, Description, Errno, Factor, ReturnValue, Row,
};

/// The rows of a table with the names of their functions.
pub(super) fn table(text: &'static str) -> Result<Vec<(Row, Vec<&'static str>)>, String> {
    let mut rows: Vec<(Row, Vec<&'static str>)> = Vec::new();
    for line in text.lines() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(' ') {
            let (_, names) = rows.last_mut().ok_or("the first row has no start")?;
            names.extend(line.split_whitespace());
            continue;
        }
        let (description, names) =
            line.split_once(" : ").ok_or_else(|| format!("a row without names: {line}"))?;
        let row = row(description).map_err(|error| format!("{error} in '{line}'"))?;
        rows.push((row, names.split_whitespace().collect()));
    }
    Ok(rows)
}

fn row(text: &str) -> Result<Row, String> {
    let mut words = text.split_whitespace();
    let mut row = Row {
        what: Description::Exact,
        errno: Errno::Untouched,
        approximate: false,
        approximate_result: false,
        draws: false,
        seeds: false,
    };
    row.what = match words.next().unwrap_or_default() {
        "exact" => Description::Exact,
        "unsupported" => Description::Unsupported,
        signature => {
            let result = outcome(words.next().ok_or("a row without a result")?)?;
            let signature = signature.replace('-', "");
            Description::Effects { signature, result, accesses: Vec::new() }
        }
    };
    for word in words {
        match (word, &mut row.what) {
            ("errno", _) => row.errno = Errno::SetOnFailure,
            ("errno?", _) => row.errno = Errno::MaySet,
            ("approximate", _) => row.approximate = true,
            ("approximate-result", _) => row.approximate_result = true,
            ("draws", _) => row.draws = true,
            ("seeds", _) => row.seeds = true,
            (word, Description::Effects { accesses, .. }) => accesses.push(access(word)?),
            _ => return Err(format!("'{word}' has no place here")),
        }
    }
    Ok(row)
}

fn outcome(text: &str) -> Result<ReturnValue, String> {
    let (fixed, text) = match text.strip_prefix("fixed:") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if text == "void" {
        return Ok(ReturnValue::default());
    }
    let (success, failure) = match text.split_once('/') {
        Some((success, failure)) => (success, Some(failure)),
        None => (text, None),
    };
    let alternatives =
        |text: &str| text.split('|').map(alternative).collect::<Result<Vec<_>, String>>();
    let failure = failure.map_or_else(|| Ok(Vec::new()), alternatives)?;
    Ok(ReturnValue { success: alternatives(success)?, failure, fixed })
}

fn alternative(text: &str) -> Result<Alternative, String> {
    Ok(match text {
        "any" => Alternative::Any,
        "null" => Alternative::Null,
        "foreign" => Alternative::Foreign,
        "handle" => Alternative::Handle,
        "static" => Alternative::Static,
        _ => {
            if let Some(argument) = argument(text) {
                return Ok(Alternative::Argument(argument));
            }
            let (low, high) = match text.split_once("..") {
                Some((low, "")) => (low, Bound::Open),
                Some((low, high)) => (low, bound(high)?),
                None => (text, bound(text)?),
            };
            Alternative::Between(number(low)?, high)
        }
    })
}

fn bound(text: &str) -> Result<Bound, String> {
    match argument(text) {
        Some(argument) => Ok(Bound::Argument(argument)),
        None => number(text).map(Bound::Constant),
    }
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

fn argument(text: &str) -> Option<usize> {
    text.strip_prefix('#')?.parse().ok()
}

fn amount(text: &str) -> Result<Amount, String> {
    let factor = |text: &str| {
        let pointee = text.strip_prefix('@').and_then(|text| text.parse().ok());
        match (text, argument(text), pointee) {
            ("r", ..) => Ok(Factor::Result),
            (_, Some(argument), _) => Ok(Factor::Argument(argument)),
            (_, _, Some(argument)) => Ok(Factor::Pointee(argument)),
            _ => text.parse().map(Factor::Constant).map_err(|_| format!("'{text}' is no amount")),
        }
    };
    Ok(Amount(text.split('*').map(factor).collect::<Result<_, String>>()?))
}

fn access(text: &str) -> Result<Access, String> {
    let inside = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let (word, inside) = inside.ok_or_else(|| format!("'{text}' is no access"))?;
    let (word, optional) = match word.strip_suffix('?') {
        Some(word) => (word, true),
        None => (word, false),
    };
    let kind = match word {
        "read" => AccessKind::Read,
        "write" => AccessKind::Write,
        "text" => AccessKind::Text,
        "puttext" => AccessKind::PutText,
        _ => return Err(format!("'{word}' is no access")),
    };
    let (position, size) = match inside.split_once(',') {
        Some((position, size)) => (position, amount(size)?),
        None => (inside, Amount::default()),
    };
    let argument = position.parse().map_err(|_| format!("'{position}' is no argument"))?;
    if kind == AccessKind::PutText && size.0.is_empty() {
        return Err(format!("'{text}' lacks the size of the buffer"));
    }
    Ok(Access { kind, argument, optional, amount: size })
}
