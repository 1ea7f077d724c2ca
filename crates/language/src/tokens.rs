//! Tokens of a text that can be words. Addresses are in no language, and are passed over.

/// A text that is longer than its words by this factor is a list of addresses.
const ADDRESSES: usize = 8;

/// Tokens between white space that can be words: addresses are in no language.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|token| !is_address(token))
}

fn is_address(token: &str) -> bool {
    const STARTS: [&str; 4] = ["http:", "https:", "www.", "mailto:"];
    // Shorter ones are none, and most words are short.
    if token.len() < 5 {
        return false;
    }
    let bare = token.trim_start_matches(|c: char| c.is_ascii_punctuation());
    let starts =
        bare.starts_with(['h', 'w', 'm']) && STARTS.iter().any(|start| bare.starts_with(start));
    starts || (bare.bytes().any(|b| b == b'@') && token.is_ascii())
}

/// The tokens of a text, cut once for all who look at them.
pub(crate) struct Tokens<'t> {
    /// Tokens that can be words.
    pub(crate) words: Vec<&'t str>,
    /// Bytes of all tokens.
    bytes: usize,
}

impl<'t> Tokens<'t> {
    /// Cuts a text at white space.
    pub(crate) fn from_text(text: &'t str) -> Self {
        let (mut words, mut bytes) = (Vec::new(), 0);
        for token in text.split_whitespace() {
            bytes += token.len();
            if !is_address(token) {
                words.push(token);
            }
        }
        Self { words, bytes }
    }

    /// Whether nearly all of the text is addresses: what is left may be the beginning of another.
    pub(crate) fn are_addresses(&self) -> bool {
        let words: usize = self.words.iter().map(|word| word.len()).sum();
        words < self.bytes && words * ADDRESSES < self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_addresses_are_told_from_texts_with_addresses() {
        for (text, expected) in [
            ("https://example.org/fog/today.html https://example.org/tide/tomorrow.html ht", true),
            ("jo@example.org, ann@example.org ben@mail", true),
            ("See https://example.org/fog/today.html for the fog of today", false),
            ("@jo wrote this", false),
            ("", false),
        ] {
            assert_eq!(Tokens::from_text(text).are_addresses(), expected, "{text}");
        }
    }
}
