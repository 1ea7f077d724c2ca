//! What of a page is written: tables of elements and attributes.

/// Elements left out with their content.
const LEFT_OUT: &[&str] = &[
    "base", "frame", "head", "link", "meta", "noembed", "noframes", "noscript", "param", "script",
    "source", "style", "template", "title", "track",
];
/// Elements that show another page, a program or a film. An empty box stands in their place.
const BOXED: &[&str] =
    &["applet", "audio", "canvas", "embed", "fencedframe", "iframe", "object", "portal", "video"];
/// Elements written under another name: browsers parse no tags in them, or they act.
const RENAMED: &[(&str, &str)] = &[
    ("button", "span"),
    ("form", "div"),
    ("frameset", "div"),
    ("marquee", "div"),
    ("plaintext", "pre"),
    ("xmp", "pre"),
];
/// Attributes that only say how an element looks or what it means. Others are left out: they may load
/// something, run something, or lead away.
const KEPT: &[&str] = &[
    "abbr",
    "align",
    "alt",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "checked",
    "class",
    "clear",
    "color",
    "cols",
    "colspan",
    "controls",
    "datetime",
    "dir",
    "disabled",
    "face",
    "frame",
    "headers",
    "height",
    "hidden",
    "hspace",
    "id",
    "label",
    "lang",
    "multiple",
    "noshade",
    "nowrap",
    "open",
    "placeholder",
    "reversed",
    "role",
    "rows",
    "rowspan",
    "rules",
    "scope",
    "selected",
    "size",
    "span",
    "start",
    "style",
    "summary",
    "text",
    "title",
    "type",
    "valign",
    "value",
    "vspace",
    "width",
    "wrap",
];
/// Attributes with addresses, which readers may want to know.
const ADDRESSES: &[&str] = &["cite", "href", "src"];
/// Elements in which browsers keep texts and drop elements.
const TEXT_ONLY: &[&str] = &["option", "textarea", "optgroup"];
/// Elements that take keys from whoever labels. They are shown out of use.
const CONTROLS: &[&str] = &["input", "select", "textarea"];
/// Elements without an end tag.
const VOID: &[&str] = &["area", "br", "col", "hr", "img", "input", "wbr"];

/// How an element is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written<'n> {
    /// Not at all, nor what is in it.
    LeftOut,
    /// As an empty box.
    Boxed,
    /// With this name.
    As(&'n str),
}

/// How an element of a name is written.
pub(super) fn written(name: &str) -> Written<'_> {
    let renamed = RENAMED.iter().find(|(known, _)| *known == name);
    // The names of a page are written into tags.
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    match renamed {
        _ if LEFT_OUT.contains(&name) => Written::LeftOut,
        _ if BOXED.contains(&name) => Written::Boxed,
        Some((_, other)) => Written::As(other),
        None if is_name(name) => Written::As(name),
        None => Written::As("span"),
    }
}

pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

pub(super) fn is_control(name: &str) -> bool {
    CONTROLS.contains(&name)
}

pub(super) fn is_text_only(name: &str) -> bool {
    TEXT_ONLY.contains(&name)
}

/// The name under which an attribute is written; `None` if it is left out.
pub(super) fn attribute<'n>(name: &'n str, value: &str) -> Option<std::borrow::Cow<'n, str>> {
    let is_plain = |name: &str| {
        name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let is_style = name == "style";
    // Style sheets select by these.
    // Not by our own: a page must not forge the marks of its labels.
    let is_data = name.starts_with("data-") && !name.starts_with("data-scutch");
    let is_state = is_data || name.starts_with("aria-");
    // SVG reads attributes as CSS, where `url(` loads something.
    if !is_style && value.to_ascii_lowercase().contains("url(") {
        return None;
    }
    if KEPT.contains(&name) || is_state && is_plain(name) {
        return Some(name.into());
    }
    ADDRESSES.contains(&name).then(|| format!("data-archived-{name}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_not_written() {
        for name in ["script", "base", "meta", "link", "style", "template", "frame", "noscript"] {
            assert_eq!(written(name), Written::LeftOut, "{name}");
        }
        for name in ["iframe", "object", "embed", "video", "portal"] {
            assert_eq!(written(name), Written::Boxed, "{name}");
        }
        assert_eq!(written("form"), Written::As("div"));
        assert_eq!(written("article"), Written::As("article"));
        assert_eq!(written("a\"><b"), Written::As("span"));
    }

    #[test]
    fn attributes_neither_load_nor_run_nor_lead_away() {
        for (name, value, expected) in [
            ("class", "menu", Some("class")),
            ("href", "http://far.example/", Some("data-archived-href")),
            ("src", "x.png", Some("data-archived-src")),
            ("srcset", "x.png 2x", None),
            ("onclick", "alert(1)", None),
            ("action", "http://far.example/", None),
            ("formaction", "x", None),
            ("ping", "x", None),
            ("background", "x.png", None),
            ("poster", "x.png", None),
            ("xlink:href", "x", None),
            ("http-equiv", "refresh", None),
            ("srcdoc", "<script>", None),
            ("target", "_top", None),
            ("tabindex", "1", None),
            ("accesskey", "c", None),
            ("autofocus", "", None),
            ("contenteditable", "", None),
            ("name", "body", None),
            ("data-x", "1", Some("data-x")),
            ("data-scutch-node", "1", None),
            ("aria-hidden", "true", Some("aria-hidden")),
            ("data-x\"", "1", None),
            ("title", "URL(x)", None),
            ("style", "background: url(x)", Some("style")),
        ] {
            assert_eq!(attribute(name, value).as_deref(), expected, "{name}={value}");
        }
    }
}
