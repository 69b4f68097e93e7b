//! A validator for the part of JSON Schema that `docs/report.schema.json` uses. A keyword that it does not
//! know is an error, so that the schema cannot say what is not checked.

use serde_json::{Map, Value};

/// The schema of reports.
pub struct Schema(Value);

impl Schema {
    pub fn read() -> Schema {
        let path = crate::common::root().join("docs/report.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema is there");
        Schema(serde_json::from_str(&text).expect("the schema is JSON"))
    }

    /// What is wrong with a document, a line each.
    pub fn errors(&self, document: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(&self.0, document, "report", &mut errors);
        errors
    }

    fn check(&self, schema: &Value, value: &Value, path: &str, errors: &mut Vec<String>) {
        let rules = schema.as_object().expect("a schema is an object");
        for (keyword, rule) in rules {
            let holds = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "properties" => true,
                "$ref" => {
                    self.check(self.resolve(rule), value, path, errors);
                    true
                }
                "type" => match rule {
                    Value::Array(types) => types.iter().any(|name| has_type(name, value)),
                    name => has_type(name, value),
                },
                "enum" => rule.as_array().expect("a list").contains(value),
                "anyOf" => rule.as_array().expect("a list").iter().any(|option| {
                    let mut found = Vec::new();
                    self.check(option, value, path, &mut found);
                    found.is_empty()
                }),
                "required" => {
                    let names = rule.as_array().expect("a list").iter();
                    let mut names = names.map(|name| name.as_str().expect("a name"));
                    value
                        .as_object()
                        .is_none_or(|object| names.all(|name| object.contains_key(name)))
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{path}[{number}]"), errors);
                    }
                    true
                }
                "additionalProperties" => {
                    self.members(rules, rule, value, path, errors);
                    true
                }
                other => panic!("the validator does not know '{other}'"),
            };
            if !holds {
                errors.push(format!("{path}: {value} breaks {keyword} {rule}"));
            }
        }
    }

    /// Checks the members of an object: each by its own rule, others by the rule for the rest.
    fn members(
        &self,
        rules: &Map<String, Value>,
        rest: &Value,
        value: &Value,
        path: &str,
        errors: &mut Vec<String>,
    ) {
        let known = rules.get("properties").and_then(Value::as_object);
        for (name, member) in value.as_object().into_iter().flatten() {
            let path = format!("{path}.{name}");
            match (known.and_then(|known| known.get(name)), rest) {
                (Some(rule), _) => self.check(rule, member, &path, errors),
                (None, Value::Bool(false)) => errors.push(format!("{path} is not in the schema")),
                (None, rule) => self.check(rule, member, &path, errors),
            }
        }
    }

    fn resolve(&self, reference: &Value) -> &Value {
        let name = reference.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
        let found = name.and_then(|name| self.0["$defs"].get(name));
        found.unwrap_or_else(|| panic!("{reference} is not defined"))
    }
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("the validator does not know the type '{other}'"),
    }
}
