//! Ends of lines (WHATWG HTML, 13.2.3.5).

use std::borrow::Cow;

/// The text with LF at the end of each line.
pub(super) fn normal(html: &str) -> Cow<'_, str> {
    let mut returns = memchr::memchr_iter(b'\r', html.as_bytes()).peekable();
    // Without a carriage return nothing changes: the document is borrowed.
    if returns.peek().is_none() {
        return Cow::Borrowed(html);
    }
    let (mut lines, mut from) = (String::with_capacity(html.len()), 0);
    for at in returns {
        lines.push_str(&html[from..at]);
        lines.push('\n');
        from = at + 1;
        // The line feed of a pair is the one that was written.
        from += usize::from(html[from..].starts_with('\n'));
    }
    lines.push_str(&html[from..]);
    Cow::Owned(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_line_feed() {
        for (text, expected) in
            [("a\r\nb\rc\r", "a\nb\nc\n"), ("a\nb", "a\nb"), ("\r\r\n", "\n\n"), ("", "")]
        {
            assert_eq!(normal(text), expected, "{text:?}");
        }
    }
}
