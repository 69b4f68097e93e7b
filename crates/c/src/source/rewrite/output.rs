//! The text for the parser, and the origin of each of its tokens.

/// Text made of tokens with one space after each.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// The text so far.
    pub text: String,
    origins: Vec<Origin>,
}

#[derive(Clone, Copy, Debug)]
struct Origin {
    /// Where the token starts in the output.
    start: u32,
    /// Where it comes from in the original text.
    origin: u32,
}

impl Output {
    /// Appends a token.
    pub fn push(&mut self, token: &str, origin: usize) {
        self.origins.push(Origin { start: self.text.len() as u32, origin: origin as u32 });
        self.text.push_str(token);
        self.text.push(' ');
    }

    /// The text and the origin of each token.
    pub fn into_parts(self) -> (String, OffsetMap) {
        (self.text, OffsetMap { origins: self.origins })
    }
}

/// Maps offsets of the rewritten text to the original text.
#[derive(Clone, Debug, Default)]
pub(crate) struct OffsetMap {
    origins: Vec<Origin>,
}

impl OffsetMap {
    /// The origin of the token at an offset.
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
