//! The text for the parser, and where each of its tokens comes from.

/// Text made of tokens with one space after each.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// The text so far.
    pub text: String,
    origins: Vec<Origin>,
}

#[derive(Clone, Copy, Debug)]
struct Origin {
    /// Where the token starts in the text of the output.
    start: u32,
    /// Where it comes from in the text that was rewritten.
    origin: u32,
}

impl Output {
    /// Appends a token.
    pub fn push(&mut self, token: &str, origin: usize) {
        self.origins.push(Origin { start: self.text.len() as u32, origin: origin as u32 });
        self.text.push_str(token);
        self.text.push(' ');
    }

    /// Where each token comes from.
    pub fn into_parts(self) -> (String, OffsetMap) {
        (self.text, OffsetMap { origins: self.origins })
    }
}

/// Leads from offsets of the rewritten text back to the text that was rewritten.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffsetMap {
    origins: Vec<Origin>,
}

impl OffsetMap {
    /// Where the token comes from that an offset points into.
    pub fn origin(&self, offset: usize) -> usize {
        let after = self.origins.partition_point(|token| token.start as usize <= offset);
        after.checked_sub(1).map_or(0, |index| self.origins[index].origin as usize)
    }

    /// Offsets of the rewritten text at which tokens start.
    #[cfg(test)]
    pub fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        self.origins.iter().map(|token| token.start as usize)
    }
}
