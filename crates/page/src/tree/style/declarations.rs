//! Declarations: what the style of an element, or the block of a rule, says of a property.

use std::borrow::Cow;

use super::scan::{next_sign, without_comments};

/// Values of `white-space` that keep the lines of the source (CSS Text Level 3, 3).
const KEEPS_LINES: &[&str] = &["pre", "pre-wrap", "pre-line", "break-spaces"];

/// Whether the style of an element hides it.
pub(crate) fn hides(style: &str) -> bool {
    let is = |property, hidden| {
        value_of(style, property).is_some_and(|(value, _)| value.eq_ignore_ascii_case(hidden))
    };
    is("display", "none") || is("visibility", "hidden")
}

/// Whether the style of an element keeps the lines of the source.
pub(crate) fn keeps_lines(style: &str) -> bool {
    white_space(style).is_some_and(|(keeps, _)| keeps)
}

/// Whether declarations hide an element, and whether they are important. `None` if they do not set
/// `display`.
pub(super) fn display_none(declarations: &str) -> Option<(bool, bool)> {
    // Most blocks do not, and a search is quicker than reading each declaration.
    if !may_declare(declarations.as_bytes(), b"display") {
        return None;
    }
    let (value, important) = value_of(declarations, "display")?;
    Some((value.eq_ignore_ascii_case("none"), important))
}

/// Whether declarations keep the lines of the source, and whether they are important. `None` if they
/// do not set `white-space`.
pub(super) fn white_space(declarations: &str) -> Option<(bool, bool)> {
    if !may_declare(declarations.as_bytes(), b"white-space") {
        return None;
    }
    let (value, important) = value_of(declarations, "white-space")?;
    Some((KEEPS_LINES.iter().any(|kept| value.eq_ignore_ascii_case(kept)), important))
}

/// Whether declarations can set a property. Its name may be in letters of either case, or torn by
/// comments.
fn may_declare(declarations: &[u8], property: &[u8]) -> bool {
    let (small, large) = (property[0], property[0].to_ascii_uppercase());
    let name_at = |at: usize| declarations.get(at..at + property.len());
    memchr::memchr2_iter(small, large, declarations)
        .any(|at| name_at(at).is_some_and(|name| name.eq_ignore_ascii_case(property)))
        || memchr::memmem::find(declarations, b"/*").is_some()
}

/// The value of a property, and whether it is important: the last of the important declarations,
/// or else of all.
fn value_of<'t>(declarations: &'t str, property: &str) -> Option<(Cow<'t, str>, bool)> {
    let mut rest = Some(declarations);
    let each = std::iter::from_fn(|| {
        let text = rest?;
        let end = next_sign(text, b";");
        rest = end.map(|at| &text[at + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    });
    // `max_by_key` gives the last of equals.
    each.filter_map(|declaration| declared_value(declaration, property))
        .max_by_key(|(_, important)| *important)
}

/// The value of one declaration, if it is valid and sets the property.
fn declared_value<'t>(declaration: &'t str, property: &str) -> Option<(Cow<'t, str>, bool)> {
    // A URL in a value has colons, too: the first one ends the name.
    let at = next_sign(declaration, b":")?;
    let (name, value) = (&declaration[..at], &declaration[at + 1..]);
    if !without_comments(name).eq_ignore_ascii_case(property) {
        return None;
    }
    let (value, mark) = match next_sign(value, b"!") {
        Some(at) => (&value[..at], Some(&value[at + 1..])),
        None => (value, None),
    };
    let important =
        mark.is_some_and(|mark| without_comments(mark).eq_ignore_ascii_case("important"));
    // Another mark, such as `!ie`, makes a declaration invalid.
    let is_valid = mark.is_none() || important;
    is_valid.then(|| (without_comments(value), important))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_elements_hide() {
        for (style, expected) in [
            ("display:none", true),
            ("color:red; DISPLAY : NONE !important", true),
            ("visibility: hidden;", true),
            ("display:block", false),
            ("display:none;display:block", false),
            ("/* display:none */ color:red", false),
            ("background:url(display:none)", false),
            ("display:/* a */none", true),
            ("display:none/*! kept by minifiers */", true),
            ("display:none/* not closed", true),
            ("/* a: b; */display:none", true),
            ("content:'!important';display:none!important", true),
            ("content:';display:none;'", false),
            ("content:'\u{e9};display:none", false),
            ("\\\u{e9}:\\\u{e9};display:none", true),
            ("", false),
            (";;:;!", false),
        ] {
            assert_eq!(hides(style), expected, "{style}");
        }
    }

    #[test]
    fn long_styles_cost_one_reading() {
        // Quadratic work would take hours.
        for part in ["display:'", "/*", "/**/:", "display:none;", "\"\\", "!", "display:/*"] {
            hides(&part.repeat(100_000));
        }
    }

    #[test]
    fn lines_are_kept_by_four_values() {
        for (style, expected) in [
            ("white-space: pre", true),
            ("White-Space:PRE-WRAP", true),
            ("white-space:pre-line", true),
            ("white-space:break-spaces", true),
            ("white-space:nowrap", false),
            ("white-space:pre;white-space:normal", false),
            ("white-space:pre!important;white-space:normal", true),
            ("white/**/-space:pre", true),
            ("color:red", false),
        ] {
            assert_eq!(keeps_lines(style), expected, "{style}");
        }
    }
}
