//! The few inline marks of an article source: `*stress*`, `**strong**`, `[text](path)` and
//! `` `code` ``.

/// A run of text with at most one mark on it.
#[derive(Debug, PartialEq)]
pub(crate) enum Span<'a> {
    /// No mark.
    Plain(&'a str),
    /// `*text*`
    Stress(&'a str),
    /// `**text**`
    Strong(&'a str),
    /// `` `text` ``
    Code(&'a str),
    /// `[text](path)`
    Link { text: &'a str, path: &'a str },
}

impl<'a> Span<'a> {
    /// What a reader sees.
    pub(crate) fn text(&self) -> &'a str {
        match self {
            Self::Plain(text) | Self::Stress(text) | Self::Strong(text) | Self::Code(text) => text,
            Self::Link { text, .. } => text,
        }
    }
}

/// Splits a line at its marks. A mark that is not closed is ordinary text.
pub(crate) fn spans(line: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = line;
    let mut plain_until = 0;
    while let Some(found) = rest[plain_until..].find(['*', '`', '[']) {
        let start = plain_until + found;
        let Some((span, length)) = marked(&rest[start..]) else {
            plain_until = start + 1;
            continue;
        };
        if start > 0 {
            spans.push(Span::Plain(&rest[..start]));
        }
        spans.push(span);
        rest = &rest[start + length..];
        plain_until = 0;
    }
    if !rest.is_empty() {
        spans.push(Span::Plain(rest));
    }
    spans
}

/// The line as a reader sees it.
pub(crate) fn plain(line: &str) -> String {
    spans(line).iter().map(Span::text).collect()
}

/// The marked span at the beginning of the text and the bytes it takes up, marks included.
fn marked(text: &str) -> Option<(Span<'_>, usize)> {
    if let Some(inside) = between(text, "**", "**") {
        return Some((Span::Strong(inside), inside.len() + 4));
    }
    if let Some(inside) = between(text, "*", "*") {
        return Some((Span::Stress(inside), inside.len() + 2));
    }
    if let Some(inside) = between(text, "`", "`") {
        return Some((Span::Code(inside), inside.len() + 2));
    }
    let inside = between(text, "[", "]")?;
    let path = between(&text[inside.len() + 2..], "(", ")")?;
    Some((Span::Link { text: inside, path }, inside.len() + path.len() + 4))
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let inside = text.strip_prefix(open)?;
    let end = inside.find(close)?;
    (end > 0).then(|| &inside[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_from_text() {
        assert_eq!(
            spans("a *b* **c** `d` [e](/f) 2 * 3"),
            [
                Span::Plain("a "),
                Span::Stress("b"),
                Span::Plain(" "),
                Span::Strong("c"),
                Span::Plain(" "),
                Span::Code("d"),
                Span::Plain(" "),
                Span::Link { text: "e", path: "/f" },
                Span::Plain(" 2 * 3"),
            ]
        );
    }

    #[test]
    fn plain_text_has_no_marks_left() {
        assert_eq!(plain("The *Constance* [opens](/x) today"), "The Constance opens today");
    }
}
