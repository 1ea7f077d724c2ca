//! Texts that are kept aside while the tree grows: JSON-LD scripts and style sheets.

use crate::tree::Tag;

/// The texts of scripts and style sheets that are wanted.
#[derive(Debug, Default)]
pub(super) struct KeptTexts {
    pub(super) jsonld: Vec<String>,
    /// Style sheets for screens, and the numbers of their elements, which grow.
    pub(super) styles: Vec<String>,
    styled_by: Vec<u32>,
}

impl KeptTexts {
    /// Begins the text of an element.
    pub(super) fn begin(&mut self, element: u32, tag: Tag) {
        if tag == Tag::Style {
            self.styled_by.push(element);
        }
        self.texts(tag).push(String::new());
    }

    /// Adds to the text begun last, up to `limit` bytes in all. These elements do not nest.
    pub(super) fn append(&mut self, tag: Tag, text: &str, limit: usize) {
        // One byte more of scripts, so that their reader sees that the limit was reached.
        let limit = if tag == Tag::Style { limit } else { limit.saturating_add(1) };
        if let Some(own) = self.texts(tag).last_mut() {
            let room = limit.saturating_sub(own.len()).min(text.len());
            own.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    /// The style sheet of an element.
    pub(super) fn style_of(&self, element: u32) -> Option<&str> {
        let at = self.styled_by.binary_search(&element).ok()?;
        Some(&self.styles[at])
    }

    /// The texts of style sheets, or of scripts.
    fn texts(&mut self, tag: Tag) -> &mut Vec<String> {
        if tag == Tag::Style { &mut self.styles } else { &mut self.jsonld }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_to_the_element_begun_last_up_to_the_limit() {
        let mut kept = KeptTexts::default();
        kept.begin(3, Tag::Style);
        kept.append(Tag::Style, "abc", 5);
        kept.append(Tag::Style, "d\u{e9}", 5);
        kept.begin(4, Tag::Script);
        kept.append(Tag::Script, "abcdefgh", 5);
        kept.begin(7, Tag::Style);
        assert_eq!(
            (kept.style_of(3), kept.style_of(4), kept.style_of(7)),
            (Some("abcd"), None, Some(""))
        );
        assert_eq!(kept.jsonld, ["abcdef"], "one byte more");
    }
}
