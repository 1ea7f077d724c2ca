//! What labels say: the HTTP header, an archive, `meta` elements, the XML declaration.

// The standard maps `x-user-defined` in documents to windows-1252, too.
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use super::source::CharsetSource;
use crate::hints::CharsetRule;
use crate::{Hints, PageFlag};

/// How far into the document labels are looked for. The standard asks for 1,024 bytes; old pages
/// put long comments and scripts first.
const PRESCAN_BYTES: usize = 16 << 10;

/// A label that names an encoding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    pub(super) encoding: &'static Encoding,
    pub(super) source: CharsetSource,
}

/// The usable labels: HTTP, then the document. If there is neither, an archive's guess counts, but
/// not for the strict rule.
pub(super) fn labels(bytes: &[u8], hints: &Hints<'_>, flags: &mut Vec<PageFlag>) -> Vec<Label> {
    let from_http = hints.http_content_type.and_then(http_charset);
    let head = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    // The whole document is not searched: a label in the text of a page is not its label.
    let from_meta = prescan(head);
    let silent = from_http.is_none() && from_meta.is_none();
    let asked = silent && hints.charset_rule != CharsetRule::Strict;
    let guessed = hints.guessed_charset.filter(|_| asked);
    let said = [
        from_http.map(|label| (label, CharsetSource::Http)),
        from_meta.map(|label| (label, CharsetSource::Meta)),
        guessed.and_then(|l| argument(l.as_bytes())).map(|label| (label, CharsetSource::Archive)),
    ];
    let mut found = Vec::with_capacity(2);
    for (label, source) in said.into_iter().flatten() {
        match Encoding::for_label_no_replacement(label.trim().as_bytes()) {
            Some(encoding) => found.push(Label { encoding: effective(encoding, source), source }),
            // Two unknown labels are one flag.
            None if flags.contains(&PageFlag::CharsetLabelUnknown) => {}
            None => flags.push(PageFlag::CharsetLabelUnknown),
        }
    }
    found
}

/// The encoding that a label means. A document whose `meta` could be read as ASCII is not UTF-16
/// (HTML standard, prescan).
fn effective(encoding: &'static Encoding, source: CharsetSource) -> &'static Encoding {
    if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else if source == CharsetSource::Meta && (encoding == UTF_16LE || encoding == UTF_16BE) {
        UTF_8
    } else {
        encoding
    }
}

/// The charset parameter of a media type. Malformed values are read as leniently as browsers do.
fn http_charset(value: &str) -> Option<String> {
    charset_in(value.as_bytes())
}

/// `charset = value` anywhere in `value`, quoted or not.
fn charset_in(value: &[u8]) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(&lower[from..], b"charset") {
        let rest = lower[from + at + 7..].trim_ascii_start();
        from += at + 7;
        // `charset` may be part of another word before the parameter.
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        return argument(rest);
    }
    None
}

/// The value of a parameter, quoted or not, and whatever follows it.
fn argument(rest: &[u8]) -> Option<String> {
    let rest = rest.trim_ascii_start();
    // Servers forget the closing quote, and some open with one and close with the other.
    let rest = rest.strip_prefix(b"\"").or(rest.strip_prefix(b"'")).unwrap_or(rest);
    let end = rest.iter().position(|b| b"\"'; \t\r\n,>".contains(b)).unwrap_or(rest.len());
    Some(ascii(&rest[..end])).filter(|label| !label.is_empty())
}

/// The label in the document, as the standard's prescan finds it.
fn prescan(head: &[u8]) -> Option<String> {
    if let Some(found) = xml_declaration(head) {
        return Some(found);
    }
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'<', &head[at..]) {
        at += next + 1;
        let rest = &head[at..];
        if rest.starts_with(b"!--") {
            // The dashes that begin a comment may be those that end it: `<!-->`.
            at += 1 + memchr::memmem::find(&rest[1..], b"-->")?;
        } else if starts_with_word(rest, b"meta") {
            let (label, used) = meta(&rest[4..]);
            if label.is_some() {
                return label;
            }
            at += 4 + used;
        }
    }
    None
}

/// Whether a tag has this name.
fn starts_with_word(rest: &[u8], word: &[u8]) -> bool {
    rest.len() > word.len()
        && rest[..word.len()].eq_ignore_ascii_case(word)
        && (rest[word.len()].is_ascii_whitespace() || rest[word.len()] == b'/')
}

/// The encoding that an XML declaration names.
fn xml_declaration(head: &[u8]) -> Option<String> {
    let declaration = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = memchr::memchr(b'>', declaration)?;
    let declaration = &declaration[..end];
    let at = memchr::memmem::find(declaration, b"encoding")? + 8;
    let rest = declaration[at..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first()?;
    let end = rest.iter().position(|b| b == quote)?;
    Some(ascii(&rest[..end])).filter(|l| !l.is_empty())
}

/// The label of one `meta` element, given what follows its name, and how many bytes it took.
fn meta(mut rest: &[u8]) -> (Option<String>, usize) {
    let length = rest.len();
    let (mut charset, mut content, mut pragma) = (None, None, false);
    while let Some((name, value)) = attribute(&mut rest) {
        match name.as_slice() {
            b"charset" => charset = charset.or(Some(ascii(value.trim_ascii()))),
            b"content" => content = content.or_else(|| charset_in(value)),
            b"http-equiv" => pragma |= value.eq_ignore_ascii_case(b"content-type"),
            _ => {}
        }
    }
    let label = charset.filter(|c| !c.is_empty()).or(content.filter(|_| pragma));
    (label, length - rest.len())
}

/// The next attribute of a tag; `rest` is moved behind it. None at the end of the tag.
fn attribute<'a>(rest: &mut &'a [u8]) -> Option<(Vec<u8>, &'a [u8])> {
    let skip = rest.iter().position(|b| !b.is_ascii_whitespace() && *b != b'/')?;
    *rest = &rest[skip..];
    if rest[0] == b'>' {
        return None;
    }
    let ends = |b: &u8| b.is_ascii_whitespace() || b"/>=".contains(b);
    let end = 1 + rest[1..].iter().position(ends).unwrap_or(rest.len() - 1);
    let name = rest[..end].to_ascii_lowercase();
    *rest = &rest[end..];
    let Some(after) = rest.trim_ascii_start().strip_prefix(b"=") else {
        return Some((name, b""));
    };
    *rest = after.trim_ascii_start();
    let quote = rest.first().copied().filter(|q| b"\"'".contains(q));
    if quote.is_some() {
        *rest = &rest[1..];
    }
    let closes = |b: &u8| match quote {
        Some(quote) => *b == quote,
        None => b.is_ascii_whitespace() || *b == b'>',
    };
    let end = rest.iter().position(closes).unwrap_or(rest.len());
    let value = &rest[..end];
    *rest = &rest[(end + usize::from(quote.is_some())).min(rest.len())..];
    Some((name, value))
}

/// Labels are ASCII; anything else in them names no encoding.
fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_parameters_as_servers_write_them() {
        for (value, label) in [
            ("text/html; charset=UTF-8", Some("utf-8")),
            ("text/html;charset=\"gb2312\"; x=y", Some("gb2312")),
            ("text/html; Charset = 'koi8-r'", Some("koi8-r")),
            ("text/html; charset=", None),
            ("text/html; charset; charset=big5", Some("big5")),
            ("text/html", None),
        ] {
            assert_eq!(http_charset(value).as_deref(), label, "{value}");
        }
    }

    #[test]
    fn prescan_finds_what_the_standard_finds() {
        for (head, label) in [
            ("<meta charset=utf-8>", Some("utf-8")),
            ("<META http-equiv='Content-Type' content='text/html; charset=Big5'>", Some("big5")),
            ("<meta content='text/html; charset=x'>", None),
            ("<!-- <meta charset=koi8-r> --><meta charset=\"euc-kr\" />", Some("euc-kr")),
            ("<!-- <meta charset=koi8-r>", None),
            ("<!--><meta charset=koi8-r>", Some("koi8-r")),
            ("<!---><meta charset=koi8-r>", Some("koi8-r")),
            ("<!--- <meta charset=gbk> ---><meta charset=koi8-r>", Some("koi8-r")),
            ("<?xml version='1.0' encoding='iso-8859-2'?><html>", Some("iso-8859-2")),
            ("<metadata charset=utf-8><meta/charset=gbk>", Some("gbk")),
            ("<meta name=a content=\"<meta charset=latin1>\"><meta charset=utf-8>", Some("utf-8")),
            ("<meta charset", None),
            ("<meta ", None),
            ("<meta charset='", None),
        ] {
            assert_eq!(prescan(head.as_bytes()).as_deref(), label, "{head}");
        }
    }
}
