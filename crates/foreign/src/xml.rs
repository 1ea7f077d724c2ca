//! Text and attributes of XML.

/// Writes a text into XML 1.0. Left out are characters that XML 1.0 does not know (section 2.2), as
/// names of files may have them, and all control characters but line feeds and tabs.
///
/// ```
/// let mut out = String::new();
/// scutch_foreign::push_xml(&mut out, "a < \"b\"\u{1b}");
/// assert_eq!(out, "a &lt; \"b\"");
/// ```
pub fn push_xml(out: &mut String, text: &str) {
    push(out, text, String::push);
}

/// Writes the value of an attribute within double quotes, as [`push_xml`] does. Line feeds and tabs
/// become spaces, as a parser would make of them (section 3.3.3).
pub fn push_xml_attribute(out: &mut String, value: &str) {
    push(out, value, |out, c| out.push_str(if c == '"' { "&quot;" } else { " " }));
}

/// Writes a text; `between` writes quotes, line feeds and tabs, which differ between text and
/// attributes.
fn push(out: &mut String, text: &str, between: impl Fn(&mut String, char)) {
    let mut rest = text;
    loop {
        // Most text is plain ASCII, which is copied in runs and not character by character.
        let run = plain(rest.as_bytes());
        out.push_str(&rest[..run]);
        rest = &rest[run..];
        let Some(c) = rest.chars().next() else { return };
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' | '\n' | '\t' => between(out, c),
            c if is_xml(c) => out.push(c),
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
}

/// Number of bytes at the beginning that stand in XML as they are, anywhere.
fn plain(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len()
        && matches!(text[at], 0x20..0x7f)
        && !matches!(text[at], b'&' | b'<' | b'>' | b'"')
    {
        at += 1;
    }
    at
}

/// Whether a character other than a line feed and a tab is written.
fn is_xml(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> String {
        let mut out = String::new();
        push_xml(&mut out, text);
        out
    }

    fn attribute(value: &str) -> String {
        let mut out = String::new();
        push_xml_attribute(&mut out, value);
        out
    }

    #[test]
    fn quotes_and_line_breaks_differ_between_text_and_attributes() {
        let said = "é \"a\"\n\t& <b>\r\u{7f}\u{85}\u{fffe}😀";
        assert_eq!(text(said), "é \"a\"\n\t&amp; &lt;b&gt;😀");
        assert_eq!(attribute(said), "é &quot;a&quot;  &amp; &lt;b&gt;😀");
    }

    /// What a reader makes of the references.
    fn read(xml: &str) -> String {
        ["&lt;<", "&gt;>", "&quot;\"", "&amp;&"].iter().fold(xml.to_owned(), |xml, pair| {
            let (reference, sign) = pair.split_at(pair.len() - 1);
            xml.replace(reference, sign)
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_what_was_said(said in "[ -~\n\t\r&<>\"é\u{85}\u{ffff}😀]{0,60}") {
            let known = |c: &char| matches!(c, '\n' | '\t') || is_xml(*c);
            let kept: String = said.chars().filter(known).collect();
            let written = text(&said);
            prop_assert!(!written.contains(['<', '>']));
            prop_assert_eq!(read(&written), kept.clone());
            let written = attribute(&said);
            prop_assert!(!written.contains(['<', '>', '"', '\n', '\t']));
            prop_assert_eq!(read(&written), kept.replace(['\n', '\t'], " "));
        }
    }
}
