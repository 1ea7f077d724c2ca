//! The text for browsers without scripts or frames. It is not in the tree, but it is measured,
//! because it can be most of the page.

/// Bytes of text that are more than the remark "your browser does not show frames".
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

/// The address of the picture in the markup of a `noscript` element. `None` if it holds no picture.
pub(super) fn picture(markup: &str) -> Option<&str> {
    let at = memchr::memmem::find(markup.as_bytes(), b"<img")?;
    let tag = &markup[at..at + markup[at..].find('>')?];
    let mut from = 0;
    while let Some(found) = tag[from..].find("src=") {
        let start = from + found;
        from = start + "src=".len();
        // `data-src` is another attribute.
        if !tag[..start].ends_with(|c: char| c.is_ascii_whitespace()) {
            continue;
        }
        let value = &tag[from..];
        let quoted =
            ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.split(*quote).next());
        let bare = || value.split(|c: char| c.is_ascii_whitespace()).next();
        return quoted.or_else(bare).filter(|address| !address.is_empty());
    }
    None
}

/// Bytes of `markup` that are neither tags nor white space.
fn text_in_markup(markup: &str) -> usize {
    let mut in_tag = false;
    let mut count = 0;
    for byte in markup.bytes() {
        match byte {
            // Good enough to compare amounts: quotes in tags are not looked at.
            b'<' => in_tag = true,
            b'>' => in_tag = false,
            _ => count += usize::from(!in_tag && !byte.is_ascii_whitespace()),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_counted_without_tags_and_space() {
        for (markup, bytes) in
            [("<p>ab c</p>", 3), ("", 0), ("< a", 0), ("a>b", 2), ("<a title='>'>b", 2)]
        {
            assert_eq!(text_in_markup(markup), bytes, "{markup}");
        }
    }

    #[test]
    fn pictures_for_browsers_without_scripts_have_an_address() {
        for (markup, address) in [
            ("<img alt='x' src='/a.jpg' width=3>", Some("/a.jpg")),
            ("<p><img src=\"/a b.jpg\"></p>", Some("/a b.jpg")),
            ("<img src=/a.jpg>", Some("/a.jpg")),
            ("<img data-src=/b.jpg src=/a.jpg>", Some("/a.jpg")),
            ("<img alt=x>", None),
            ("<img src=", None),
            ("no picture", None),
        ] {
            assert_eq!(picture(markup), address, "{markup}");
        }
    }

    #[test]
    fn a_sentence_about_frames_is_no_text() {
        let mut unread = Unread::default();
        unread.add_noframes("<p>Your browser shows no frames.", 10_000);
        assert_eq!(unread.noframes(), None);
        unread.add_noframes(&"word ".repeat(200), 10_000);
        assert!(unread.noframes().is_some_and(|text| text.ends_with("word ")));
    }

    #[test]
    fn no_more_is_kept_than_the_cap() {
        let mut unread = Unread::default();
        unread.add_noframes(&"\u{e9}".repeat(400), 601);
        unread.add_noframes("a", 601);
        assert_eq!(unread.noframes().map(str::len), Some(601), "no half character");
        unread.add_noscript("<p>ab</p>");
        unread.add_noscript("cd");
        assert_eq!(unread.noscript(), 4);
    }
}
