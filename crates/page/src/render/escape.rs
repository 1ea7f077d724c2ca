//! Characters that mean something in HTML, where they mean themselves.

/// What is escaped between tags.
pub const IN_TEXT: &str = "&<>";
/// What is escaped in attributes within double quotes.
pub const IN_QUOTES: &str = "&<>\"";
/// What is escaped wherever it may stand, in either kind of quotes.
pub const ANYWHERE: &str = "&<>\"'";

const REFERENCES: [(char, &str); 5] =
    [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];

/// Writes text with character references for those of its characters that are among `signs`: one of [`IN_TEXT`],
/// [`IN_QUOTES`] and [`ANYWHERE`].
pub fn escape(out: &mut String, text: &str, signs: &str) {
    for c in text.chars() {
        match REFERENCES.iter().find(|(sign, _)| *sign == c && signs.contains(c)) {
            Some((_, reference)) => out.push_str(reference),
            None => out.push(c),
        }
    }
}
