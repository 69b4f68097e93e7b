//! The live progress line.

use crate::terminal;
use driver::PortfolioObserver;
use engines::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Time between two drawings.
const TICK: Duration = Duration::from_millis(100);

/// Shows the progress of engines on a terminal, and nothing elsewhere.
pub struct Progress {
    line: Option<ProgressBar>,
    /// The latest progress of each engine.
    news: Vec<(&'static str, engines::Progress)>,
    /// How many checks are settled, and how many there are, if they are settled one by one.
    settled: Option<(usize, usize)>,
}

impl Progress {
    /// A progress line, if it is wanted and standard error is a terminal.
    pub fn new(wanted: bool, engines: &[&'static str]) -> Progress {
        let line = (wanted && terminal::is_live()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template("{spinner} {wide_msg} [{elapsed}]");
            let line = ProgressBar::with_draw_target(None, target);
            line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            line.set_message(engines.join(" · "));
            line.enable_steady_tick(TICK);
            line
        });
        let news = engines.iter().map(|&engine| (engine, engines::Progress::default())).collect();
        Progress { line, news, settled: None }
    }

    /// Shows how many checks are settled.
    pub fn settled(&mut self, settled: usize, all: usize) {
        self.settled = Some((settled, all));
        self.show();
    }

    fn show(&self) {
        let Some(line) = &self.line else { return };
        let news = message(&self.news);
        line.set_message(match self.settled {
            Some((settled, all)) => format!("{settled} of {all} checks · {news}"),
            None => news,
        });
    }

    /// A handle that can erase the line from anywhere.
    pub fn line(&self) -> Option<ProgressBar> {
        self.line.clone()
    }
}

impl PortfolioObserver for Progress {
    fn observe(&mut self, engine: &'static str, event: &Event) {
        let Event::Progress(progress) = event else { return };
        for (name, last) in &mut self.news {
            if *name == engine {
                *last = *progress;
            }
        }
        self.show();
    }
}

/// The progress of the engines: in detail for one, briefly for several.
fn message(news: &[(&'static str, engines::Progress)]) -> String {
    if let [(engine, progress)] = news {
        let mut message =
            format!("{engine} depth {}, {} queries", progress.level, progress.queries);
        if progress.lemmas > 0 {
            message += &format!(", {} lemmas", progress.lemmas);
        }
        return message;
    }
    let short = |(engine, progress): &(&'static str, engines::Progress)| match progress.lemmas {
        0 => format!("{engine} {}", progress.level),
        lemmas => format!("{engine} {} ({lemmas} lemmas)", progress.level),
    };
    news.iter().map(short).collect::<Vec<_>>().join(" · ")
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_engine_has_more_room_than_several() {
        let progress = engines::Progress { level: 7, lemmas: 0, queries: 12 };
        let learning = engines::Progress { lemmas: 3, ..progress };
        assert_eq!(message(&[("a", progress)]), "a depth 7, 12 queries");
        assert_eq!(message(&[("b", learning)]), "b depth 7, 12 queries, 3 lemmas");
        assert_eq!(message(&[("a", progress), ("b", learning)]), "a 7 · b 7 (3 lemmas)");
    }
}
