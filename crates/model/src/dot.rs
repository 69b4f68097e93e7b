//! Graphviz output.

use crate::command::Command;
use crate::ids::{Location, ProcedureId};
use crate::procedure::Model;
use std::fmt::{self, Display, Formatter};

/// Displays a model as a Graphviz graph, one cluster per procedure. Initial locations are bold,
/// loop heads are boxes, error locations are red, and exits have a double border.
pub struct Dot<'a>(pub &'a Model);

impl Display for Dot<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("digraph model {\n")?;
        f.write_str("  node [shape=ellipse, fontname=\"monospace\"];\n")?;
        f.write_str("  edge [fontname=\"monospace\"];\n")?;
        for id in self.0.procedure_ids() {
            self.write_procedure(f, id)?;
        }
        f.write_str("}\n")
    }
}

impl Dot<'_> {
    fn write_procedure(&self, f: &mut Formatter<'_>, id: ProcedureId) -> fmt::Result {
        let procedure = self.0.procedure(id);
        let cfa = &procedure.cfa;
        let cut_points = cfa.cut_points();
        let node = |location: Location| format!("{id}_{location}");
        writeln!(f, "  subgraph cluster_{id} {{")?;
        writeln!(f, "    label=\"{}\";", escape(&procedure.name))?;
        for location in cfa.locations() {
            let mut label = escape(cfa.name(location));
            let mut style = String::new();
            if location == cfa.initial() {
                style += ", style=bold";
            }
            if cut_points.contains(location) {
                style += ", shape=box";
            }
            if cfa.exit() == Some(location) {
                style += ", peripheries=2";
            }
            if let Some(error) = cfa.error_at(location) {
                label += "\\n";
                label += &escape(&error.kind.to_string());
                style += ", color=red";
            }
            writeln!(f, "    {} [label=\"{label}\"{style}];", node(location))?;
        }
        for edge in cfa.edges().map(|edge| cfa.edge(edge)) {
            write!(f, "    {} -> {}", node(edge.source), node(edge.target))?;
            match &edge.command {
                Command::Skip => f.write_str(";\n")?,
                command => writeln!(f, " [label=\"{}\"];", self.label(command))?,
            }
        }
        f.write_str("  }\n")
    }

    /// One left-aligned line per command.
    fn label(&self, command: &Command) -> String {
        let commands = match command {
            Command::Seq(commands) => commands.as_slice(),
            single => std::slice::from_ref(single),
        };
        commands.iter().map(|c| escape(&self.0.display(c).to_string()) + "\\l").collect()
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
