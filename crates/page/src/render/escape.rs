//! Characters that mean something in HTML, where they mean themselves.

/// What is escaped between tags.
pub const IN_TEXT: &str = "&<>";
/// What is escaped in attributes within double quotes.
pub const IN_QUOTES: &str = "&<>\"";
/// What is escaped wherever it may stand, in either kind of quotes.
pub const ANYWHERE: &str = "&<>\"'";

/// The characters with their references.
const REFERENCES: [(char, &str); 5] =
    [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];

/// Writes text with character references for those of its characters that are among `signs`: one of
/// [`IN_TEXT`], [`IN_QUOTES`] and [`ANYWHERE`].
pub fn escape(out: &mut String, text: &str, signs: &str) {
    for c in text.chars() {
        match REFERENCES.iter().find(|(sign, _)| *sign == c && signs.contains(c)) {
            Some((_, reference)) => out.push_str(reference),
            None => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_escaped_where_they_mean_something() {
        let text = "a < b & c > \"d\" 'e'";
        for (signs, expected) in [
            (IN_TEXT, "a &lt; b &amp; c &gt; \"d\" 'e'"),
            (IN_QUOTES, "a &lt; b &amp; c &gt; &quot;d&quot; 'e'"),
            (ANYWHERE, "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;"),
        ] {
            let mut out = String::new();
            escape(&mut out, text, signs);
            assert_eq!(out, expected);
        }
    }
}
