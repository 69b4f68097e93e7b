//! Rows of basic variables over the others, sparse, with an index of columns.

use crate::arithmetic::rational::Rational;
use crate::arithmetic::{Form, Variable, add_multiple};

/// Equations that express basic variables by the others.
#[derive(Default)]
pub(super) struct Tableau {
    /// The row of each basic variable.
    rows: Vec<Option<Form>>,
    /// The basic variables in whose rows a variable occurs, in no order.
    columns: Vec<Vec<Variable>>,
}

impl Tableau {
    /// A variable that occurs nowhere.
    pub(super) fn add_variable(&mut self) -> Variable {
        self.rows.push(None);
        self.columns.push(Vec::new());
        (self.rows.len() - 1) as Variable
    }

    pub(super) fn is_basic(&self, variable: Variable) -> bool {
        self.rows[variable as usize].is_some()
    }

    pub(super) fn row(&self, basic: Variable) -> Option<&Form> {
        self.rows[basic as usize].as_ref()
    }

    /// The factor of a variable in the row of a basic one.
    pub(super) fn factor(&self, basic: Variable, variable: Variable) -> Option<&Rational> {
        let row = self.row(basic)?;
        let position = row.binary_search_by_key(&variable, |entry| entry.0).ok()?;
        Some(&row[position].1)
    }

    /// The rows in which a variable occurs, with its factors.
    pub(super) fn column(&self, variable: Variable) -> impl Iterator<Item = (Variable, &Rational)> {
        let basics = self.columns[variable as usize].iter();
        basics.map(move |&basic| (basic, self.factor(basic, variable).expect("an entry")))
    }

    pub(super) fn column_length(&self, variable: Variable) -> usize {
        self.columns[variable as usize].len()
    }

    /// Makes a variable that occurs nowhere basic, equal to a form over any variables.
    pub(super) fn add_row(&mut self, basic: Variable, form: &Form) {
        let mut row = Form::new();
        for (x, factor) in form {
            row = match self.row(*x) {
                Some(inner) => add_multiple(&row, factor, inner),
                None => add_multiple(&row, &Rational::ONE, &vec![(*x, factor.clone())]),
            };
        }
        self.replace(basic, row);
    }

    /// Sets the row of a basic variable and keeps the columns right.
    fn replace(&mut self, basic: Variable, row: Form) {
        let old = self.rows[basic as usize].take().unwrap_or_default();
        let (mut before, mut after) = (old.iter().peekable(), row.iter().peekable());
        loop {
            match (before.peek(), after.peek()) {
                (Some((x, _)), Some((y, _))) if x == y => {
                    before.next();
                    after.next();
                }
                (Some((x, _)), other) if other.is_none_or(|(y, _)| x < y) => {
                    remove(&mut self.columns[*x as usize], basic);
                    before.next();
                }
                (_, Some((y, _))) => {
                    self.columns[*y as usize].push(basic);
                    after.next();
                }
                (Some(_), None) | (None, None) => break,
            }
        }
        self.rows[basic as usize] = Some(row);
    }

    /// Exchanges a basic variable and one of its row.
    pub(super) fn pivot(&mut self, leaving: Variable, entering: Variable) {
        let row = self.rows[leaving as usize].take().expect("basic");
        for (x, _) in &row {
            remove(&mut self.columns[*x as usize], leaving);
        }
        let position = row.binary_search_by_key(&entering, |entry| entry.0).expect("in the row");
        // leaving = a entering + rest, so entering = (leaving - rest) / a.
        let inverse = row[position].1.recip();
        let minus = -&inverse;
        let mut solved: Form = Vec::with_capacity(row.len());
        for (x, factor) in row.iter().filter(|(x, _)| *x != entering) {
            solved.push((*x, factor * &minus));
        }
        let place = solved.partition_point(|(x, _)| *x < leaving);
        solved.insert(place, (leaving, inverse));
        for basic in std::mem::take(&mut self.columns[entering as usize]) {
            let mut row = self.rows[basic as usize].take().expect("basic");
            let position = row.binary_search_by_key(&entering, |e| e.0).expect("in the row");
            // The entry of the entering variable is gone with its column.
            let (_, factor) = row.remove(position);
            self.rows[basic as usize] = Some(self.sum(basic, row, &factor, &solved));
        }
        self.replace(entering, solved);
    }

    /// The row of a basic variable and a multiple of a form. Columns follow what appears and what vanishes.
    fn sum(&mut self, basic: Variable, row: Form, factor: &Rational, form: &Form) -> Form {
        let mut sum = Form::with_capacity(row.len() + form.len());
        let mut others = form.iter().peekable();
        for (x, c) in row {
            while let Some((y, d)) = others.next_if(|(y, _)| *y < x) {
                self.columns[*y as usize].push(basic);
                sum.push((*y, factor * d));
            }
            let Some((_, d)) = others.next_if(|(y, _)| *y == x) else {
                sum.push((x, c));
                continue;
            };
            let total = &c + &(factor * d);
            if total.is_zero() {
                remove(&mut self.columns[x as usize], basic);
            } else {
                sum.push((x, total));
            }
        }
        for (y, d) in others {
            self.columns[*y as usize].push(basic);
            sum.push((*y, factor * d));
        }
        sum
    }

    /// Takes the last variable away, which no row mentions.
    pub(super) fn remove_last_variable(&mut self) {
        let last = (self.rows.len() - 1) as Variable;
        if let Some(row) = self.rows[last as usize].take() {
            for (x, _) in row {
                remove(&mut self.columns[x as usize], last);
            }
        }
        self.rows.pop();
        self.columns.pop();
    }
}

fn remove(column: &mut Vec<Variable>, basic: Variable) {
    let position = column.iter().position(|&row| row == basic).expect("an entry");
    column.swap_remove(position);
}
