//! Where a script ends (WHATWG HTML, 13.2.5.4 and 13.2.5.15 to 13.2.5.31): scripts were once hidden
//! in comments, and in such a comment an inner `<script>` takes the next end tag for itself.

use memchr::memchr;

use super::is_named;

/// The element whose text is read here.
pub(super) const NAME: &str = "script";

/// Where the end tag begins of the script whose text begins at `start`.
pub(super) fn end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(found) = memchr(b'<', &bytes[at..]) {
        at += found;
        if is_end(bytes, at) {
            return at;
        }
        at += 1;
        if bytes[at..].starts_with(b"!--") {
            match comment(bytes, at + 3) {
                Ok(behind) => at = behind,
                Err(end) => return end,
            }
        }
    }
    bytes.len()
}

/// Whether the end tag of a script begins at `at`.
fn is_end(bytes: &[u8], at: usize) -> bool {
    bytes[at + 1..].starts_with(b"/") && is_named(&bytes[at + 2..], NAME)
}

/// Behind the comment whose text begins at `at`, or where the script ends in it.
fn comment(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    // Those that began the comment count for its end too.
    let mut dashes = 2;
    let mut inner = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'-' => dashes += 1,
            b'>' if dashes >= 2 => return Ok(at + 1),
            // Even in a comment the end tag ends the script, unless an inner script takes it.
            b'<' if !inner && is_end(bytes, at) => return Err(at),
            b'<' => {
                dashes = 0;
                let name = if inner { at + 2 } else { at + 1 };
                let closes = bytes.get(at + 1) == Some(&b'/');
                if inner == closes && is_named(bytes.get(name..).unwrap_or_default(), NAME) {
                    inner = !inner;
                    // What ends the name ends no comment.
                    at = name + NAME.len();
                }
            }
            _ => dashes = 0,
        }
        at += 1;
    }
    Err(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_end_at_their_end_tag_even_in_comments() {
        for (text, script) in [
            ("a</script>b", "a"),
            ("a</SCRIPT >b", "a"),
            ("a</scripts>b</script>", "a</scripts>b"),
            ("a < b</script>", "a < b"),
            ("<!-- a</script>b", "<!-- a"),
            // A script within a comment takes the next end tag for itself.
            ("<!-- <script>a</script>b</script>", "<!-- <script>a</script>b"),
            ("<!-- <script>a</script>b--></script>", "<!-- <script>a</script>b-->"),
            ("<!-- a --><script></script>", "<!-- a --><script>"),
            ("<!--><script></script>", "<!--><script>"),
            ("<!-- <script> --></script>", "<!-- <script> -->"),
            ("a", "a"),
            ("<!-- a", "<!-- a"),
            ("", ""),
        ] {
            assert_eq!(&text[..end(text.as_bytes(), 0)], script, "{text}");
        }
    }
}
