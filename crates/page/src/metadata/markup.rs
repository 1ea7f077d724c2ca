//! Markup left in values that should be plain text.

use std::borrow::Cow;

/// Elements that occur in texts, and whether they separate words.
const ELEMENTS: &[(&str, bool)] = &[
    ("p", true),
    ("br", true),
    ("div", true),
    ("li", true),
    ("ul", true),
    ("ol", true),
    ("a", false),
    ("b", false),
    ("em", false),
    ("i", false),
    ("span", false),
    ("strong", false),
    ("sub", false),
    ("sup", false),
    ("u", false),
];

/// A text without the tags of [`ELEMENTS`]. Other angle brackets are part of the text.
pub(super) fn without_tags(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('<') {
        out.push_str(before);
        match tag(behind) {
            Some((parts, after)) => {
                out.push_str(if parts { " " } else { "" });
                rest = after;
            }
            // `a < b`, `Vec<T>`: the bracket is part of the text.
            None => {
                out.push('<');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether the tag at the beginning of a text separates words, and the text behind it.
fn tag(text: &str) -> Option<(bool, &str)> {
    let (inside, after) = text.split_once('>')?;
    let name = inside.trim_start_matches('/');
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
    let known = ELEMENTS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
    known.map(|(_, parts)| (*parts, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_texts_are_left_out() {
        for (text, expected) in [
            ("<p>Fog<br/>lifts <em class='x'>at last</em></p>", " Fog lifts at last "),
            ("a < b and c > d", "a < b and c > d"),
            ("Vec<T> in <main>", "Vec<T> in <main>"),
            ("cut <p", "cut <p"),
        ] {
            assert_eq!(without_tags(text), expected, "{text}");
        }
    }
}
