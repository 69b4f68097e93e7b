//! Task files.

use super::property::Specification;
use crate::read::read_text;
use program::{Machine, SourceError};
use saphyr::{LoadableYamlNode, MarkedYaml, YamlData};
use std::path::{Path, PathBuf};

/// The content of a task file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFile {
    /// The source files, which form one program.
    pub input_files: Vec<PathBuf>,
    /// The property files, and the expected answers.
    pub properties: Vec<ExpectedAnswer>,
    /// The data model.
    pub machine: Option<Machine>,
}

/// A property of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedAnswer {
    /// The property file.
    pub property_file: PathBuf,
    /// Whether the property holds, if that is known.
    pub verdict: Option<bool>,
    /// The violated requirement, if there are several.
    pub subproperty: Option<String>,
}

impl TaskFile {
    /// Reads a task file.
    pub fn read(path: &Path) -> Result<TaskFile, SourceError> {
        TaskFile::parse(path, &read_text(path)?)
    }

    /// Reads the text of a task file; relative paths start at its path.
    pub fn parse(path: &Path, text: &str) -> Result<TaskFile, SourceError> {
        Reader { path }.task(text)
    }
}

impl ExpectedAnswer {
    /// Reads the property file.
    pub fn specification(&self) -> Result<Specification, SourceError> {
        Specification::read(&self.property_file)
    }
}

/// Converts nodes to values; errors have places.
struct Reader<'p> {
    path: &'p Path,
}

impl Reader<'_> {
    fn error(&self, node: &MarkedYaml, message: impl Into<String>) -> SourceError {
        let start = node.span.start;
        SourceError::at(self.path, start.line() as u32, start.col() as u32 + 1, message)
    }

    fn task(&self, text: &str) -> Result<TaskFile, SourceError> {
        let documents = MarkedYaml::load_from_str(text).map_err(|error| {
            let (line, column) = (error.marker().line() as u32, error.marker().col() as u32 + 1);
            SourceError::at(self.path, line, column, format!("no YAML: {}", error.info()))
        })?;
        let [root] = documents.as_slice() else {
            return Err(SourceError::whole(self.path, "must have one YAML document"));
        };
        self.version(root)?;
        let input_files = self.paths(self.required(root, "input_files")?)?;
        let properties = match self.field(root, "properties")? {
            Some(list) => self.items(list)?.iter().map(|node| self.property(node)).collect(),
            None => Ok(Vec::new()),
        };
        let machine = match self.field(root, "options")? {
            Some(options) => self.machine(options)?,
            None => None,
        };
        Ok(TaskFile { input_files, properties: properties?, machine })
    }

    fn version(&self, root: &MarkedYaml) -> Result<(), SourceError> {
        let node = self.required(root, "format_version")?;
        match &node.data {
            YamlData::Value(value) if value.as_str().is_some_and(|text| text.starts_with("2.")) => {
                Ok(())
            }
            YamlData::Value(value)
                if value.as_floating_point().is_some_and(|n| n.floor() == 2.0) =>
            {
                Ok(())
            }
            _ => Err(self.error(node, "only format_version '2.0' and its successors are known")),
        }
    }

    fn machine(&self, options: &MarkedYaml) -> Result<Option<Machine>, SourceError> {
        if let Some(language) = self.field(options, "language")?
            && self.text(language)? != "C"
        {
            return Err(self.error(language, "only the language 'C' is supported"));
        }
        let Some(node) = self.field(options, "data_model")? else {
            return Ok(None);
        };
        match self.text(node)? {
            "ILP32" => Ok(Some(Machine::Ilp32)),
            "LP64" => Ok(Some(Machine::Lp64)),
            _ => Err(self.error(node, "data_model must be 'ILP32' or 'LP64'")),
        }
    }

    fn property(&self, node: &MarkedYaml) -> Result<ExpectedAnswer, SourceError> {
        let property_file = self.resolve(self.text(self.required(node, "property_file")?)?);
        let verdict = self.field(node, "expected_verdict")?;
        let verdict = verdict.map(|node| {
            node.data.as_bool().ok_or_else(|| self.error(node, "must be 'true' or 'false'"))
        });
        let subproperty = self.field(node, "subproperty")?;
        let subproperty = subproperty.map(|node| self.text(node).map(str::to_owned));
        Ok(ExpectedAnswer {
            property_file,
            verdict: verdict.transpose()?,
            subproperty: subproperty.transpose()?,
        })
    }

    /// A path, or a list of them.
    fn paths(&self, node: &MarkedYaml) -> Result<Vec<PathBuf>, SourceError> {
        let nodes = match &node.data {
            YamlData::Sequence(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        if nodes.is_empty() {
            return Err(self.error(node, "must name a file"));
        }
        nodes.iter().map(|node| Ok(self.resolve(self.text(node)?))).collect()
    }

    /// A path relative to the task file.
    fn resolve(&self, file: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(file)
    }

    fn items<'n, 'i>(&self, node: &'n MarkedYaml<'i>) -> Result<&'n [MarkedYaml<'i>], SourceError> {
        match &node.data {
            YamlData::Sequence(nodes) => Ok(nodes),
            _ => Err(self.error(node, "must be a list")),
        }
    }

    fn text<'n>(&self, node: &'n MarkedYaml) -> Result<&'n str, SourceError> {
        node.data.as_str().ok_or_else(|| self.error(node, "must be text"))
    }

    fn field<'n, 'i>(
        &self,
        node: &'n MarkedYaml<'i>,
        key: &str,
    ) -> Result<Option<&'n MarkedYaml<'i>>, SourceError> {
        if !node.data.is_mapping() {
            return Err(self.error(node, format!("must be a mapping with the key '{key}'")));
        }
        Ok(node.data.as_mapping_get(key))
    }

    fn required<'n, 'i>(
        &self,
        node: &'n MarkedYaml<'i>,
        key: &str,
    ) -> Result<&'n MarkedYaml<'i>, SourceError> {
        self.field(node, key)?.ok_or_else(|| self.error(node, format!("has no '{key}'")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TaskFile, String> {
        TaskFile::parse(Path::new("dir/a.yml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn task_files() {
        let task = parse(
            "format_version: '2.0'\n\n# a comment\ninput_files: 'a.i'\n\nproperties:\n  \
             - property_file: ../properties/valid-memsafety.prp\n    expected_verdict: false\n    \
             subproperty: valid-deref\n  - property_file: /p/termination.prp\n\noptions:\n  \
             language: C\n  data_model: ILP32\n",
        );
        let memsafety = ExpectedAnswer {
            property_file: "dir/../properties/valid-memsafety.prp".into(),
            verdict: Some(false),
            subproperty: Some("valid-deref".to_owned()),
        };
        let termination = ExpectedAnswer {
            property_file: "/p/termination.prp".into(),
            verdict: None,
            subproperty: None,
        };
        let expected = TaskFile {
            input_files: vec!["dir/a.i".into()],
            properties: vec![memsafety, termination],
            machine: Some(Machine::Ilp32),
        };
        assert_eq!(task, Ok(expected));
    }

    #[test]
    fn several_files_and_few_keys() {
        let task = parse("format_version: 2.1\ninput_files:\n - a.c\n - b/c.c\n").unwrap();
        assert_eq!(task.input_files, [PathBuf::from("dir/a.c"), PathBuf::from("dir/b/c.c")]);
        assert_eq!((task.properties, task.machine), (Vec::new(), None));
    }

    #[test]
    fn errors() {
        let check = |text: &str, expected: &str| assert_eq!(parse(text), Err(expected.to_owned()));
        check(
            "a: [",
            "dir/a.yml:2:1: no YAML: while parsing a node, did not find expected node content",
        );
        check("just text", "dir/a.yml:1:1: must be a mapping with the key 'format_version'");
        check(
            "format_version: '1.0'",
            "dir/a.yml:1:17: only format_version '2.0' and its successors are known",
        );
        let version = "format_version: '2.0'\n";
        let check = |text: &str, expected: &str| check(&format!("{version}{text}"), expected);
        check("", "dir/a.yml:1:1: has no 'input_files'");
        check("input_files: []", "dir/a.yml:2:14: must name a file");
        check("input_files: 3", "dir/a.yml:2:14: must be text");
        let input = "input_files: a.c\n";
        let check = |text: &str, expected: &str| check(&format!("{input}{text}"), expected);
        check(
            "options:\n  data_model: LLP64",
            "dir/a.yml:4:15: data_model must be 'ILP32' or 'LP64'",
        );
        check("options:\n  language: Java", "dir/a.yml:4:13: only the language 'C' is supported");
        check("properties: x", "dir/a.yml:3:13: must be a list");
        check("properties:\n - expected_verdict: true", "dir/a.yml:4:4: has no 'property_file'");
        check(
            "properties:\n - property_file: x\n   expected_verdict: maybe",
            "dir/a.yml:5:22: must be 'true' or 'false'",
        );
    }
}
