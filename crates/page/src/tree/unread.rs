//! What a page holds for browsers without scripts or frames: not in the tree, but counted, since it can be most of it.

/// Bytes of text from which what a page of frames says to other browsers is more than that it has frames.
const TEXT_WITHOUT_FRAMES: usize = 500;

#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Bytes of text, about, in the markup of `noscript` elements.
    noscript: usize,
    /// Markup of `noframes` elements.
    noframes: String,
}

impl Unread {
    pub(super) fn add_noscript(&mut self, markup: &str) {
        self.noscript += text_in_markup(markup);
    }

    /// Keeps markup of a `noframes` element, of all of them no more than so many bytes.
    pub(super) fn add_noframes(&mut self, markup: &str, most: usize) {
        let room = most.saturating_sub(self.noframes.len()).min(markup.len());
        self.noframes.push_str(&markup[..markup.floor_char_boundary(room)]);
    }

    pub(super) fn noscript(&self) -> usize {
        self.noscript
    }

    /// What is said to browsers that show no frames, if that is a text.
    pub(super) fn noframes(&self) -> Option<&str> {
        (text_in_markup(&self.noframes) >= TEXT_WITHOUT_FRAMES).then_some(&*self.noframes)
    }
}

/// Bytes of `markup` that are neither tags nor white space.
fn text_in_markup(markup: &str) -> usize {
    let mut in_tag = false;
    let mut count = 0;
    for byte in markup.bytes() {
        match byte {
            b'<' => in_tag = true,
            b'>' => in_tag = false,
            _ => count += usize::from(!in_tag && !byte.is_ascii_whitespace()),
        }
    }
    count
}
