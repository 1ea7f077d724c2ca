//! Steps over the text of style sheets: to the next sign, over comments, strings and blocks.

use std::borrow::Cow;

/// Bytes that have a meaning in a style sheet. All others are passed over without a comparison.
const SIGNS: [bool; 256] = {
    let (mut signs, all) = ([false; 256], b"{};:!/\"'\\");
    let mut at = 0;
    while at < all.len() {
        signs[all[at] as usize] = true;
        at += 1;
    }
    signs
};

/// The position of the next of some of the [`SIGNS`], outside of comments and strings.
pub(super) fn next_sign(text: &str, signs: &[u8]) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| SIGNS[usize::from(*byte)])?;
        let byte = &bytes[at];
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = memchr::memmem::find(&bytes[at + 2..], b"*/")?;
                at += end + 3;
            }
            b'"' | b'\'' => at = string_end(bytes, at)?,
            b'\\' => at += 1,
            _ if signs.contains(byte) => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

/// Where the string ends that begins at `start`: with its quote or, if it is broken, with its line.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr3(bytes[start], b'\n', b'\\', bytes.get(at..)?)?;
        // A backslash takes the next byte with it, a quote or a line break.
        if bytes[at] != b'\\' {
            return Some(at);
        }
        at += 2;
    }
}

/// The text without the white space, the comments and the comment marks of HTML that it begins
/// with.
pub(super) fn skip_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let rest = text.strip_prefix("<!--").or_else(|| text.strip_prefix("-->"));
        // Style sheets were hidden in comments of HTML from browsers that knew no styles.
        let comment = || text.strip_prefix("/*")?.split_once("*/").map(|(_, rest)| rest);
        match rest.or_else(comment) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

/// Moves `rest` behind the block that it is in, or to the end of the text. The declarations of the
/// block: the text up to the first block in it.
pub(super) fn take_block<'t>(rest: &mut &'t str) -> &'t str {
    let whole = *rest;
    let (mut open, mut own) = (1, whole.len());
    while let Some(at) = next_sign(rest, b"{}") {
        let place = whole.len() - rest.len() + at;
        own = own.min(place);
        open = if rest.as_bytes()[at] == b'{' { open + 1 } else { open - 1 };
        *rest = &rest[at + 1..];
        if open == 0 {
            return &whole[..own];
        }
    }
    *rest = "";
    &whole[..own]
}

/// The text without comments and without white space around it.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") {
        return Cow::Borrowed(text.trim());
    }
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default();
    // A comment that does not end takes all that follows.
    let rest = parts.filter_map(|part| part.split_once("*/")).map(|(_, rest)| rest);
    let text: String = std::iter::once(first).chain(rest).collect();
    Cow::Owned(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_in_comments_strings_and_escapes_do_not_count() {
        for (text, signs, at) in [
            ("a{b}", "{", Some(1)),
            ("/* { */ {", "{", Some(8)),
            ("'{' {", "{", Some(4)),
            ("\"\\\"{\" {", "{", Some(6)),
            // A string that is not closed ends with its line.
            ("'{\n{", "{", Some(3)),
            ("\\{ {", "{", Some(3)),
            ("/* {", "{", None),
            ("'{", "{", None),
            ("/ {", "{", Some(2)),
            ("", "{", None),
        ] {
            assert_eq!(next_sign(text, signs.as_bytes()), at, "{text}");
        }
    }

    #[test]
    fn blocks_end_with_their_own_bracket() {
        for (text, declarations, rest) in [
            ("a:b} c", "a:b", " c"),
            ("a:b; c{d:e} f:g} h", "a:b; c", " h"),
            ("a:'}'} b", "a:'}'", " b"),
            ("a{b", "a", ""),
            ("a", "a", ""),
        ] {
            let mut left = text;
            assert_eq!(take_block(&mut left), declarations, "{text}");
            assert_eq!(left, rest, "{text}");
        }
    }

    #[test]
    fn comments_are_left_out_wherever_they_stand() {
        for (text, expected) in
            [(" a ", "a"), ("a/* b */c", "ac"), ("/* a */b/* c", "b"), ("/**/ a /**/", "a")]
        {
            assert_eq!(without_comments(text), expected, "{text}");
        }
        assert_eq!(skip_comments(" <!-- /* a */ --> .b"), ".b");
        assert_eq!(skip_comments("/* a"), "/* a");
    }
}
