//! Building a harness from the types of parameters.

use super::assume::{self, Part, Wrong};
use super::declare::{declaration, input_function};
use super::numbers::OFFSETS;
use super::uses::{Origin, Uses};
use super::{Guess, IntegerParameter, Line, Request, option_name};
use crate::hir::{ArrayLength, FnId, RecordId, Ty, Type, Types, Unit, VarId};
use crate::source::SourceError;
use num_bigint::BigInt;
use program::{CallersChoice, ChosenByCallers};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The number of elements behind a pointer that is used as an array, if nothing else tells it.
const ELEMENTS: u64 = 1 << 20;
/// Strings are shorter than this.
const LONGEST_STRING: u64 = 4096;
/// The size of objects whose type does not determine it.
const BYTES: u64 = 4096;
/// Arrays with a stated number of elements are not larger.
const MOST_ELEMENTS: u64 = 1 << 20;
/// If elements have pointers, there are not more.
const MOST_FILLED: u64 = 4;
/// Objects that a harness creates at most; further pointers are null.
const MOST_OBJECTS: usize = 40;
/// The name of `FILE` in the headers of the system.
const FILE_RECORD: &str = "_IO_FILE";

/// Builds a harness, line by line.
pub(super) struct Builder<'a> {
    pub(super) unit: &'a Unit,
    request: &'a Request,
    /// What the function does with what it gets.
    pub(super) uses: Uses,
    /// The parameters that lead to memory of unknown size.
    pub(super) open_pointers: BTreeSet<VarId>,
    /// The parameters without a type that the function converts to a pointer to a record.
    converted: BTreeSet<String>,
    pub(super) lines: Vec<Line>,
    /// What only callers know, with the lines that choose it.
    pub(super) choices: Vec<(usize, ChosenByCallers)>,
    /// Whether all callers are in the function's own file.
    pub(super) has_only_own_callers: bool,
    depth: usize,
    /// Functions that stand for those that callers pass.
    functions: Vec<String>,
    /// Declarations of input functions, by their names.
    inputs: BTreeMap<&'static str, &'static str>,
    /// What is said about single parameters.
    about: Vec<String>,
    /// What is said in general.
    pub(super) general: BTreeSet<&'static str>,
    /// The records whose content is being filled, and their places.
    path: Vec<(RecordId, String)>,
    objects: usize,
    names: usize,
}

/// A harness that is built.
pub(super) struct Finished {
    pub(super) lines: Vec<Line>,
    /// What only callers know the rules of.
    pub(super) choices: Vec<CallersChoice>,
    /// What it assumes.
    pub(super) remarks: String,
}

/// How a pointer leads to memory.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) count: Option<String>,
    pub(super) is_text: Option<bool>,
    pub(super) may_be_null: bool,
}

impl<'a> Builder<'a> {
    pub fn new(unit: &'a Unit, request: &'a Request) -> Builder<'a> {
        Builder {
            unit,
            request,
            uses: Uses::default(),
            open_pointers: BTreeSet::new(),
            converted: BTreeSet::new(),
            lines: Vec::new(),
            choices: Vec::new(),
            has_only_own_callers: false,
            depth: 1,
            functions: Vec::new(),
            inputs: BTreeMap::new(),
            about: Vec::new(),
            general: BTreeSet::new(),
            path: Vec::new(),
            objects: 0,
            names: 0,
        }
    }

    pub(super) fn types(&self) -> &'a Types {
        &self.unit.types
    }

    /// Builds the calls of a function.
    pub fn build(&mut self, id: FnId) -> Result<(), SourceError> {
        let unit = self.unit;
        let function = unit.function(id);
        let types = self.types();
        self.has_only_own_callers = function.is_static && function.mentioned;
        let params = self.params(id);
        let parts = self.parts(&params)?;
        if self.follows_code() {
            self.uses = Uses::of(unit, id);
        }
        let is_stated = |name: &str| {
            let says = |text: &str| words(text).any(|word| word == name);
            self.request.assumptions.iter().any(|text| says(text))
        };
        for (&param, (name, ty)) in function.params.iter().zip(&params) {
            let is_untyped = types.pointee(*ty).is_some_and(|target| types.is_void(target));
            if is_untyped && self.uses.cast(Origin::Var(param)).is_some() {
                self.converted.insert(name.clone());
            }
        }
        for (position, (name, ty)) in params.iter().enumerate() {
            let is_counted = self.count_beside(&params, position).is_some();
            if types.pointee(*ty).is_some() && !is_counted && !is_stated(name) {
                self.open_pointers.insert(function.params[position]);
            }
        }
        for (name, ty) in &params {
            let Some(declared) = declaration(types, *ty, name) else {
                let message =
                    format!("the type of '{name}' has no name, so no harness can be made");
                let path = unit.files.get(function.span.file.index()).map_or("", String::as_str);
                let (line, column) = (function.span.line, function.span.column);
                return Err(SourceError::at(Path::new(path), line, column, message));
            };
            self.line(format!("{declared};"));
        }
        let is_pointer = |ty: Ty| types.pointee(ty).is_some();
        for (name, ty) in params.iter().filter(|(_, ty)| !is_pointer(*ty)) {
            if self.has_only_own_callers {
                self.note_number(name, *ty);
            }
            self.fill(name, *ty, true, None);
        }
        for ((name, ty), &param) in params.iter().zip(&function.params) {
            if !is_stated(name) && self.is_offset(Origin::Var(param), *ty) {
                let bound = self.offset_bound(name, *ty);
                self.assume(&bound);
                self.about.push(format!(
                    "'{name}' is less than {OFFSETS}, since it is added to a pointer to memory of \
                     unknown size"
                ));
            }
        }
        // Conditions about numbers come first: sizes depend on them.
        let pointers: Vec<&str> = params
            .iter()
            .filter(|(_, ty)| is_pointer(*ty))
            .map(|(name, _)| name.as_str())
            .collect();
        let needs_pointers = |text: &str| words(text).any(|word| pointers.contains(&word));
        for (option, part) in &parts {
            if let Part::Condition { text, column } = part
                && !needs_pointers(text)
            {
                self.assume_stated(*option, *column, text);
            }
        }
        for (position, (name, ty)) in params.iter().enumerate() {
            if let Some(target) = types.pointee(*ty) {
                let mut how = self.target(&params, position, target, &parts);
                if how.is_text.is_none()
                    && self.follows_code()
                    && self.is_plain_number(target)
                    && self.uses.is_indexed(Origin::Var(function.params[position]))
                {
                    how.count = Some(ELEMENTS.to_string());
                    let said =
                        format!("'{name}' points to {ELEMENTS} elements, since it is indexed");
                    self.about.push(said);
                }
                let origin = Some(Origin::Var(function.params[position]));
                self.pointer(name, target, &how, Some(name), origin);
            }
        }
        for (option, part) in &parts {
            if let Part::Condition { text, column } = part
                && needs_pointers(text)
            {
                self.assume_stated(*option, *column, text);
            }
        }
        self.hold(&params);
        self.call(id, &params);
        Ok(())
    }

    /// Whether the harness guesses from names and from the code what callers guarantee.
    pub(super) fn follows_code(&self) -> bool {
        self.request.guess == Guess::Code
    }

    /// The parameters of a function; those without a name get one.
    fn params(&self, id: FnId) -> Vec<(String, Ty)> {
        let named = |(number, &param): (usize, &VarId)| match self.unit.var(param) {
            var if var.name.is_empty() => (format!("argument{number}"), var.ty),
            var => (var.name.clone(), var.ty),
        };
        (1..).zip(&self.unit.function(id).params).map(named).collect()
    }

    /// The integers among the parameters of a function, not placed yet.
    pub fn integers(&self, id: FnId) -> Vec<IntegerParameter> {
        let integer = |(name, ty): (String, Ty)| match self.types().get(ty) {
            Type::Int(int) => {
                Some(IntegerParameter { name, is_signed: int.signed, bits: int.bits, line: 0 })
            }
            _ => None,
        };
        self.params(id).into_iter().filter_map(integer).collect()
    }

    /// The parts of all assumptions, each with the number of its option.
    fn parts(&self, params: &[(String, Ty)]) -> Result<Vec<(usize, Part)>, SourceError> {
        let names: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
        let mut parts = Vec::new();
        for (option, text) in self.request.assumptions.iter().enumerate() {
            let found = assume::parse(text, &names).map_err(|Wrong { column, message }| {
                let column = u32::try_from(column).unwrap_or(u32::MAX);
                SourceError::at(Path::new(&option_name(option)), 1, column, message)
            })?;
            parts.extend(found.into_iter().map(|part| (option, part)));
        }
        Ok(parts)
    }

    /// How a parameter leads to memory: as stated, or as its neighbours suggest.
    fn target(
        &mut self,
        params: &[(String, Ty)],
        position: usize,
        target: Ty,
        parts: &[(usize, Part)],
    ) -> Target {
        let name = &params[position].0;
        let mut how = Target { count: None, is_text: None, may_be_null: self.request.may_be_null };
        let mut is_stated = false;
        for (_, part) in parts {
            match part {
                Part::Valid { pointer, count, may_be_null } if pointer == name => {
                    how = Target {
                        count: count.clone(),
                        is_text: Some(false),
                        may_be_null: *may_be_null,
                    };
                    is_stated = true;
                }
                Part::Text { pointer } if pointer == name => {
                    how.is_text = Some(true);
                    how.may_be_null = false;
                    is_stated = true;
                }
                _ => {}
            }
        }
        let is_function = matches!(self.types().get(target), Type::Function(_));
        if !is_stated
            && !is_function
            && let Some(count) = self.count_beside(params, position)
        {
            how.is_text = Some(false);
            self.about.push(format!("'{name}' points to '{count}' elements, as the names suggest"));
            how.count = Some(count);
        }
        how
    }

    /// Whether it is a type of numbers other than characters and bytes.
    pub(super) fn is_plain_number(&self, ty: Ty) -> bool {
        match self.types().get(ty) {
            Type::Int(int) => int.bits > 8 && self.types().as_enumeration(ty).is_none(),
            Type::Float(_) => true,
            _ => false,
        }
    }

    /// The parameter that seems to tell how many elements a pointer leads to.
    fn count_beside(&self, params: &[(String, Ty)], position: usize) -> Option<String> {
        if !self.follows_code() || self.converted.contains(&params[position].0) {
            return None;
        }
        let is_count = |(name, ty): &(String, Ty)| {
            matches!(self.types().get(*ty), Type::Int(_)) && sounds_like_a_count(name)
        };
        let is_pointer = |(_, ty): &(String, Ty)| self.types().pointee(*ty).is_some();
        let target = |ty: Ty| self.types().pointee(ty).map(|target| self.types().get(target));
        // Source and destination of a copy share the number after them.
        let same = params[position..]
            .iter()
            .take_while(|(_, ty)| target(*ty) == target(params[position].1));
        let after = params.get(position + same.count()).filter(|param| is_count(param));
        // `argc` stands before `argv`; a number after another pointer belongs to that one.
        let before = position.checked_sub(1).map(|before| &params[before]).filter(|param| {
            is_count(param) && (position < 2 || !is_pointer(&params[position - 2]))
        });
        after.or(before).map(|(name, _)| name.clone())
    }

    fn line(&mut self, text: impl Into<String>) {
        let indent = "    ".repeat(self.depth);
        self.lines.push(Line::Text(indent + &text.into()));
    }

    pub(super) fn assume(&mut self, condition: &str) {
        self.inputs.insert("__VERIFIER_assume", "void __VERIFIER_assume(int)");
        self.line(format!("__VERIFIER_assume({condition});"));
    }

    fn assume_stated(&mut self, option: usize, column: usize, text: &str) {
        self.inputs.insert("__VERIFIER_assume", "void __VERIFIER_assume(int)");
        self.line("__VERIFIER_assume(!!(");
        self.lines.push(Line::Assumed { option, column, text: text.to_owned() });
    }

    /// A call of the input function of a type.
    fn any_value(&mut self, ty: &Type) -> Option<String> {
        let (name, words) = input_function(ty)?;
        self.inputs.insert(name, words);
        Some(format!("{name}()"))
    }

    fn any_truth(&mut self) -> String {
        self.any_value(&Type::Bool).unwrap_or_default()
    }

    fn new_name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    /// Gives a place a value. Memory has arbitrary content already, unless it `is_new`.
    pub(super) fn fill(&mut self, place: &str, ty: Ty, is_new: bool, origin: Option<Origin>) {
        let types = self.types();
        match types.get(ty) {
            Type::Bool => {
                if !is_new {
                    self.note_number(place, ty);
                }
                let value = self.any_truth();
                self.set(place, ty, &value);
            }
            Type::Int(_) | Type::Float(_) => {
                if is_new && let Some(value) = self.any_value(types.get(ty)) {
                    self.set(place, ty, &value);
                }
                if let Some(condition) = self.enumerators(place, ty) {
                    self.assume(&condition);
                }
            }
            Type::Pointer(target) => {
                let is_array = self.follows_code() && self.is_plain_number(*target);
                let count = is_array.then(|| ELEMENTS.to_string());
                if count.is_some() {
                    self.general
                        .insert("pointers to numbers inside of objects lead to 1048576 of them");
                }
                let how = Target { count, is_text: None, may_be_null: self.request.may_be_null };
                self.pointer(place, *target, &how, None, origin);
            }
            Type::Array(element, ArrayLength::Fixed(count)) if self.has_content(ty) => {
                if *count > MOST_FILLED && self.has_pointers(ty) {
                    self.general.insert("large arrays of pointers hold null");
                    let index = self.new_name("i");
                    self.line(format!("for (int {index} = 0; {index} < {count}; {index}++)"));
                    let size = format!("sizeof({place}[{index}])");
                    self.line(format!(
                        "    __builtin_memset((void *)&{place}[{index}], 0, {size});"
                    ));
                    return;
                }
                let index = self.new_name("i");
                self.line(format!("for (int {index} = 0; {index} < {count}; {index}++) {{"));
                self.depth += 1;
                self.fill(&format!("{place}[{index}]"), *element, false, None);
                self.depth -= 1;
                self.line("}");
            }
            Type::Record(id) => self.fill_record(place, *id),
            _ => {}
        }
    }

    fn fill_record(&mut self, place: &str, id: RecordId) {
        let record = self.types().record(id);
        self.path.push((id, place.to_owned()));
        for (number, member) in record.members.iter().flatten().enumerate() {
            let origin = Origin::Member(id, number);
            let is_bounded = self.has_bound(origin, member.ty);
            let is_open = !self.has_content(member.ty) && !is_bounded;
            if is_open || member.bits.is_some() || member.name.starts_with('<') {
                continue;
            }
            let inside = match member.name.as_str() {
                "" => place.to_owned(),
                name => format!("{place}.{name}"),
            };
            if let Some(condition) = self.bound(&inside, origin, member.ty) {
                self.assume(&condition);
            }
            match self.counted(place, id, number) {
                Some((target, how)) => self.pointer(&inside, target, &how, None, None),
                None => self.fill(&inside, member.ty, false, Some(origin)),
            }
            if record.is_union {
                self.general.insert("unions hold their first member with pointers");
                break;
            }
        }
        self.path.pop();
    }

    /// Whether arbitrary bytes are not enough for a type.
    fn has_content(&self, ty: Ty) -> bool {
        let types = self.types();
        match types.get(ty) {
            Type::Bool | Type::Pointer(_) => true,
            Type::Int(_) => types.as_enumeration(ty).is_some(),
            Type::Array(element, ArrayLength::Fixed(_)) => self.has_content(*element),
            Type::Record(id) => {
                let mut members = types.record(*id).members.iter().flatten().enumerate();
                members.any(|(number, member)| {
                    member.bits.is_none()
                        && (self.has_content(member.ty)
                            || self.has_bound(Origin::Member(*id, number), member.ty))
                })
            }
            _ => false,
        }
    }

    fn has_pointers(&self, ty: Ty) -> bool {
        let types = self.types();
        match types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.has_pointers(*element),
            Type::Record(id) => {
                let members = types.record(*id).members.iter().flatten();
                members.into_iter().any(|member| self.has_pointers(member.ty))
            }
            _ => false,
        }
    }

    /// That a place holds a value of its enumeration. If the enumerators look like flags, it may be a
    /// combination of them.
    fn enumerators(&mut self, place: &str, ty: Ty) -> Option<String> {
        let id = self.types().as_enumeration(ty).filter(|_| self.follows_code())?;
        let enumerators = self.types().enumerators.get(id.index())?;
        let mut values: Vec<&BigInt> = enumerators.iter().map(|(_, value)| value).collect();
        values.sort_unstable();
        values.dedup();
        let (low, high) = (*values.first()?, *values.last()?);
        let is_range = high - low + 1 == BigInt::from(values.len());
        let are_flags = !is_range && *low >= BigInt::ZERO;
        self.general.insert("enumerations hold their enumerators");
        if is_range {
            let above = match *low == BigInt::ZERO {
                true => String::new(),
                false => format!("{place} >= {low} && "),
            };
            return Some(format!("{above}{place} <= {high}"));
        }
        if are_flags
            && values.iter().filter(|value| is_power_of_two(value)).count() * 2 > values.len()
        {
            let all = values.iter().fold(BigInt::ZERO, |all, value| all | *value);
            return Some(format!("({place} & ~{all}) == 0"));
        }
        let equal: Vec<String> = values.iter().map(|value| format!("{place} == {value}")).collect();
        Some(equal.join(" || "))
    }

    /// Sets a place, which may be constant for the program.
    fn set(&mut self, place: &str, ty: Ty, value: &str) {
        let types = self.types();
        let plain = match types.qualifiers(ty).constant && !is_name(place) {
            true => declaration(types, ty, "*").map(|cast| format!("*({cast})&{place}")),
            false => None,
        };
        self.line(format!("{} = {value};", plain.unwrap_or_else(|| place.to_owned())));
    }

    /// Makes a place lead to memory. `named` is the parameter, if it is one.
    fn pointer(
        &mut self,
        place: &str,
        target: Ty,
        how: &Target,
        named: Option<&str>,
        origin: Option<Origin>,
    ) {
        let types = self.types();
        let is_untyped = types.is_void(target) && how.count.is_none() && how.is_text.is_none();
        if is_untyped
            && let Some(record) = origin.and_then(|origin| self.uses.cast(origin))
            && let Some(text) = declaration(types, record, "")
        {
            if let Some(name) = named {
                self.about.push(format!("'{name}' leads to a '{text}', which it is converted to"));
            }
            let typed = format!("(*({text} **)&{place})");
            self.pointer(&typed, record, how, named, None);
            return;
        }
        if let Type::Function(_) = types.get(target) {
            self.function_pointer(place, target, named);
            return;
        }
        let record = types.as_record(target);
        if record.is_some_and(|id| types.record(id).name == FILE_RECORD) {
            self.store(place, "stdin");
            self.general.insert("streams are the standard input");
            return;
        }
        let outer = record.and_then(|id| self.path.iter().rfind(|(on, _)| *on == id)).cloned();
        let is_innermost = self.path.last().is_some_and(|(on, _)| Some(*on) == record);
        if let Some((_, outer)) = &outer
            && !is_innermost
        {
            self.general.insert("objects inside of others refer back to these");
            self.store(place, &format!("&{outer}"));
            return;
        }
        let recurs = outer.is_some();
        let levels = record.map_or(0, |id| self.path.iter().filter(|(on, _)| *on == id).count());
        let is_deep = recurs && levels >= self.levels(record);
        if is_deep || self.objects >= MOST_OBJECTS || self.path.len() > 6 {
            self.general.insert("chains of objects end with null after a few of them");
            self.store(place, "0");
            return;
        }
        self.objects += 1;
        let may_be_null = how.may_be_null || recurs;
        if may_be_null {
            let null = self.any_truth();
            if !how.may_be_null {
                self.note_null(place);
            }
            self.line(format!("if ({null}) {{"));
            self.depth += 1;
            self.store(place, "0");
            self.depth -= 1;
            self.line("} else {");
            self.depth += 1;
        }
        self.object(place, target, how, named, origin);
        if may_be_null {
            self.depth -= 1;
            self.line("}");
        }
    }

    /// How many objects of a record a chain has: fewer if each leads to several.
    fn levels(&self, record: Option<RecordId>) -> usize {
        let Some(id) = record else { return 1 };
        let types = self.types();
        let members = types.record(id).members.iter().flatten();
        let leads_back =
            |ty: Ty| types.pointee(ty).is_some_and(|to| types.as_record(to) == Some(id));
        match members.filter(|member| leads_back(member.ty)).count() {
            0 | 1 => 3,
            2 => 2,
            _ => 1,
        }
    }

    /// Creates the object behind a pointer.
    fn object(
        &mut self,
        place: &str,
        target: Ty,
        how: &Target,
        named: Option<&str>,
        origin: Option<Origin>,
    ) {
        let types = self.types();
        let said = |this: &mut Self, what: String| {
            this.about.extend(named.map(|name| format!("'{name}' {what}")));
        };
        let or_null = if how.may_be_null { ", or is null" } else { "" };
        if let Some(count) = &how.count {
            let filled = self.has_content(target);
            let most = if filled { MOST_FILLED } else { MOST_ELEMENTS };
            self.assume(&format!("({count}) >= 0 && ({count}) <= {most}"));
            let size = match types.is_complete(target) {
                true => format!("(__SIZE_TYPE__)({count}) * sizeof(*{place})"),
                false => format!("(__SIZE_TYPE__)({count})"),
            };
            self.note_content(place, target, true, named);
            self.allocate(place, &size);
            if filled {
                let index = self.new_name("i");
                self.line(format!("for (int {index} = 0; {index} < ({count}); {index}++) {{"));
                self.depth += 1;
                self.fill(&format!("{place}[{index}]"), target, false, None);
                self.depth -= 1;
                self.line("}");
            }
            return;
        }
        let is_char = matches!(types.get(target), Type::Int(int) if int.rank == 0);
        let is_output = how.is_text.is_none()
            && is_char
            && origin.is_some_and(|origin| self.uses.is_written(origin));
        if how.is_text.unwrap_or(is_char) {
            let length = self.new_name("length");
            self.inputs.insert("__VERIFIER_nondet_ulong", "unsigned long");
            self.note_length(place);
            self.line(format!("unsigned long {length} = __VERIFIER_nondet_ulong();"));
            self.assume(&format!("{length} < {LONGEST_STRING}"));
            self.note_content(place, target, true, named);
            let size = match is_output {
                true => LONGEST_STRING.to_string(),
                false => format!("{length} + 1"),
            };
            self.allocate(place, &size);
            self.line(format!("((char *){place})[{length}] = 0;"));
            said(
                self,
                match is_output {
                    true => format!(
                        "is a string in a buffer of {LONGEST_STRING} bytes, since it is written{or_null}"
                    ),
                    false => format!("is a string{or_null}"),
                },
            );
            self.general.insert("strings have less than 4096 characters");
            return;
        }
        let is_byte = matches!(types.get(target), Type::Int(int) if int.bits == 8 && int.rank == 1);
        if !types.is_complete(target) || is_byte && how.is_text.is_none() {
            self.note_content(place, target, true, named);
            self.allocate(place, &BYTES.to_string());
            said(self, format!("points to {BYTES} bytes{or_null}"));
            return;
        }
        self.note_content(place, target, false, named);
        self.allocate(place, &format!("sizeof(*{place})"));
        said(self, format!("points to one object{or_null}"));
        self.fill(&format!("(*{place})"), target, false, None);
    }

    fn allocate(&mut self, place: &str, size: &str) {
        self.store(place, &format!("__builtin_malloc({size})"));
        self.assume(&format!("{place} != 0"));
    }

    /// Stores a pointer, in a place that may be constant for the program.
    fn store(&mut self, place: &str, value: &str) {
        match is_name(place) {
            true => self.line(format!("{place} = {value};")),
            false => self.line(format!("*(void **)&{place} = (void *){value};")),
        }
    }

    /// Lets a pointer lead to a function of the program, or to one that does anything.
    fn function_pointer(&mut self, place: &str, ty: Ty, named: Option<&str>) {
        let types = self.types();
        let Some(function) = types.as_function(ty) else { return };
        let name = self.new_name("any_function");
        let result = types.get(function.result);
        let params: Option<Vec<String>> = (1..)
            .zip(&function.params)
            .map(|(number, &param)| declaration(types, param, &format!("a{number}")))
            .collect();
        let params =
            params.map(|params| if params.is_empty() { "void".into() } else { params.join(", ") });
        let declared = params
            .and_then(|params| declaration(types, function.result, &format!("{name}({params})")));
        let body = match result {
            Type::Void => Some(String::new()),
            Type::Pointer(target) if !matches!(types.get(*target), Type::Function(_)) => {
                let size = match types.size_of(*target) {
                    Some(size) if types.is_complete(*target) => size,
                    _ => BYTES,
                };
                let null = self.any_truth();
                Some(format!(" return {null} ? 0 : __builtin_malloc({size}); "))
            }
            other => self.any_value(other).map(|value| format!(" return {value}; ")),
        };
        let fresh =
            declared.zip(body).map(|(declared, body)| format!("static {declared} {{{body}}}"));
        let known: Vec<String> = self.functions_like(ty);
        let mut choices: Vec<String> = known;
        if let Some(fresh) = fresh.filter(|_| !function.variadic) {
            self.functions.push(fresh);
            choices.push(name);
        }
        let Some(last) = choices.pop() else {
            self.store(place, "0");
            if let Some(named) = named {
                self.about
                    .push(format!("'{named}' is null, since no function of its type is known"));
            }
            return;
        };
        for choice in &choices {
            let chosen = self.any_truth();
            self.line(format!("if ({chosen}) {place} = {choice}; else"));
        }
        self.line(format!("{place} = {last};"));
        self.general.insert(
            "functions that are passed in are those of the program, or return anything and change \
             nothing",
        );
    }

    /// The functions of a type whose addresses the program takes, by their names.
    fn functions_like(&self, ty: Ty) -> Vec<String> {
        let types = self.types();
        let functions = self.unit.functions.iter().filter(|function| {
            function.address_taken
                && function.body.is_some()
                && !function.name.contains('.')
                && types.plain(function.ty) == types.plain(ty)
        });
        functions.map(|function| function.name.clone()).collect()
    }

    /// Keeps what callers still have after the call.
    fn hold(&mut self, params: &[(String, Ty)]) {
        for (name, ty) in params {
            match self.types().get(*ty) {
                Type::Pointer(target)
                    if !matches!(self.types().get(*target), Type::Function(_)) =>
                {
                    self.line(format!("static void *held_{name};"));
                    self.line(format!("held_{name} = (void *){name};"));
                }
                Type::Record(_) if self.has_pointers(*ty) => {
                    let declared = declaration(self.types(), *ty, &format!("held_{name}"));
                    if let Some(declared) = declared {
                        self.line(format!("static {declared};"));
                        self.line(format!("held_{name} = {name};"));
                    }
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, id: FnId, params: &[(String, Ty)]) {
        let types = self.types();
        let function = self.unit.function(id);
        let args: Vec<String> = params
            .iter()
            .map(|(name, ty)| match types.get(*ty) {
                Type::Pointer(target) if !matches!(types.get(*target), Type::Function(_)) => {
                    format!("(void *){name}")
                }
                _ => name.clone(),
            })
            .collect();
        let call = format!("{}({})", self.request.function, args.join(", "));
        let result = types.as_function(function.ty).map(|function| function.result);
        let declared = result
            .filter(|&result| self.has_pointers(result))
            .and_then(|result| declaration(types, result, "held_result"));
        match (declared, result.map(|result| types.get(result))) {
            (Some(_), Some(Type::Pointer(_))) => {
                self.line("static void *held_result;");
                self.line(format!("held_result = (void *){call};"));
            }
            (Some(declared), _) => {
                self.line(format!("static {declared};"));
                self.line(format!("held_result = {call};"));
            }
            (None, _) => self.line(format!("{call};")),
        }
    }

    /// The lines of the harness, and what it assumes.
    pub fn finish(self) -> Finished {
        let declared = |name: &str| self.unit.functions.iter().any(|f| f.name == name);
        let mut lines: Vec<Line> = Vec::new();
        for (name, ty) in self.inputs.iter().filter(|(name, _)| !declared(name)) {
            let text = match ty.contains('(') {
                true => format!("extern {ty};"),
                false => format!("extern {ty} {name}(void);"),
            };
            lines.push(Line::Text(text));
        }
        lines.extend(self.functions.iter().cloned().map(Line::Text));
        lines.push(Line::Text("int main(void) {".to_owned()));
        let first = lines.len() + 1;
        let at = |(index, what): (usize, ChosenByCallers)| CallersChoice {
            line: (first + index) as u32,
            what,
        };
        let choices = self.choices.into_iter().map(at).collect();
        lines.extend(self.lines);
        lines.push(Line::Text("    return 0;".to_owned()));
        lines.push(Line::Text("}".to_owned()));
        let mut said = self.about;
        said.extend(self.general.iter().map(|text| (*text).to_owned()));
        let stated = self.request.assumptions.iter().map(|text| format!("{text} (stated)"));
        said.extend(stated);
        if self.objects > 1 {
            said.push("objects are separate".to_owned());
        }
        let said =
            if said.is_empty() { "numbers are arbitrary".to_owned() } else { said.join("; ") };
        let remarks = format!("harness of '{}': {said}", self.request.function);
        Finished { lines, choices, remarks }
    }
}

fn is_power_of_two(value: &BigInt) -> bool {
    *value > BigInt::ZERO && (value & (value - 1)) == BigInt::ZERO
}

fn is_name(place: &str) -> bool {
    place.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The names and numbers in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Whether a parameter of this name is likely to be the number of elements of its neighbour.
pub(super) fn sounds_like_a_count(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let parts = ["len", "size", "count", "num", "bytes", "capacity", "cnt", "argc"];
    let is_least = lower.contains("min");
    ["n", "sz", "nb", "cb", "nelem", "nmemb", "l"].contains(&lower.as_str())
        || !is_least && parts.iter().any(|part| lower.contains(part))
}
