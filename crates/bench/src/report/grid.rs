//! Text tables in several formats.

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left, for words.
    Left,
    /// Right, for numbers.
    Right,
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For terminals.
    Text,
    /// For documents.
    Markdown,
    /// For pages.
    Html,
}

/// A table with a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    header: Vec<(String, Align)>,
    /// Groups of rows, separated by rules.
    groups: Vec<Vec<Vec<String>>>,
}

impl Grid {
    /// A table without rows.
    pub fn new<'h>(header: impl IntoIterator<Item = (&'h str, Align)>) -> Grid {
        let header = header.into_iter().map(|(name, align)| (name.to_owned(), align)).collect();
        Grid { header, groups: vec![Vec::new()] }
    }

    /// Begins a new group of rows.
    pub fn rule(&mut self) {
        self.groups.push(Vec::new());
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        if let Some(group) = self.groups.last_mut() {
            group.push(cells);
        }
    }

    /// Removes columns that are empty in all rows.
    pub fn without_empty_columns(mut self) -> Grid {
        let says = |column: usize| self.rows().any(|row| row.get(column).is_some_and(|c| c != "-"));
        let keep: Vec<bool> = (0..self.header.len()).map(says).collect();
        if self.rows().next().is_none() {
            return self;
        }
        let kept = |index: usize| keep.get(index).copied().unwrap_or(true);
        let mut index = 0..;
        self.header.retain(|_| index.next().is_none_or(kept));
        for row in self.groups.iter_mut().flatten() {
            let mut index = 0..;
            row.retain(|_| index.next().is_none_or(kept));
        }
        self
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Vec<String>> {
        self.groups.iter().flatten()
    }

    /// The table as text, ending in a line feed.
    pub fn render(&self, form: Form) -> String {
        match form {
            Form::Text => self.text(),
            Form::Markdown => self.markdown(),
            Form::Html => self.html(),
        }
    }

    fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows().filter_map(|row| row.get(column));
            let names = [&self.header[column].0].into_iter().chain(cells);
            names.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let aligned = cells.zip(&self.header).zip(&widths).map(
                |((text, (_, align)), width)| match align {
                    Align::Left => format!("{text:<width$}"),
                    Align::Right => format!("{text:>width$}"),
                },
            );
            aligned.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        let mut text = line(&mut self.header.iter().map(|(name, _)| name.as_str()));
        let length = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        for group in self.groups.iter().filter(|group| !group.is_empty()) {
            text += &("-".repeat(length) + "\n");
            for row in group {
                text += &line(&mut row.iter().map(String::as_str));
            }
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.header.iter().map(|(name, _)| name.clone()).collect());
        let rule = self.header.iter().map(|(_, align)| match align {
            Align::Left => "---",
            Align::Right => "--:",
        });
        text += &format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
        for row in self.rows() {
            text += &line(row.iter().map(|cell| cell.replace('|', "\\|")).collect());
        }
        text
    }

    fn html(&self) -> String {
        let cell = |tag: &str, text: &str, align: Align| match align {
            Align::Left => format!("<{tag}>{}</{tag}>", escape(text)),
            Align::Right => format!("<{tag} class=\"n\">{}</{tag}>", escape(text)),
        };
        let header = self.header.iter().map(|(name, align)| cell("th", name, *align));
        let mut text = format!("<table>\n<thead><tr>{}</tr></thead>\n", header.collect::<String>());
        for group in self.groups.iter().filter(|group| !group.is_empty()) {
            text += "<tbody>\n";
            for row in group {
                let cells = row.iter().zip(&self.header).map(|(text, h)| cell("td", text, h.1));
                text += &format!("<tr>{}</tr>\n", cells.collect::<String>());
            }
            text += "</tbody>\n";
        }
        text + "</table>\n"
    }
}

/// A text as content of HTML or of an attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_say_nothing() {
        let mut grid = Grid::new(["a", "b", "c"].map(|name| (name, Align::Left)));
        assert_eq!(grid.clone().without_empty_columns(), grid);
        grid.row(["x", "-", "-"].map(str::to_owned).to_vec());
        grid.row(["y", "-", "1"].map(str::to_owned).to_vec());
        assert_eq!(grid.without_empty_columns().render(Form::Text), "a  c\n----\nx  -\ny  1\n");
    }

    #[test]
    fn forms() {
        let mut grid = Grid::new([("name", Align::Left), ("n", Align::Right)]);
        grid.rule();
        grid.row(vec!["a|b".to_owned(), "1".to_owned()]);
        grid.rule();
        grid.row(vec!["<c>".to_owned(), "23".to_owned()]);
        let text = "name   n\n--------\na|b    1\n--------\n<c>   23\n";
        assert_eq!(grid.render(Form::Text), text);
        let markdown = "| name | n |\n|---|--:|\n| a\\|b | 1 |\n| <c> | 23 |\n";
        assert_eq!(grid.render(Form::Markdown), markdown);
        let html = "<table>\n<thead><tr><th>name</th><th class=\"n\">n</th></tr></thead>\n\
                    <tbody>\n<tr><td>a|b</td><td class=\"n\">1</td></tr>\n</tbody>\n\
                    <tbody>\n<tr><td>&lt;c&gt;</td><td class=\"n\">23</td></tr>\n</tbody>\n</table>\n";
        assert_eq!(grid.render(Form::Html), html);
    }
}
