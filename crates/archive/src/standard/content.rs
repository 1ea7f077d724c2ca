//! Whether a block is what its Content-Type and its type of record say (ISO 28500, section 6).

use super::finding::Finding;
use super::grammar::{MediaType, is_token};
use super::rules::Rule;
use crate::record::header::utf8_or_latin1;
use crate::record::{Record, RecordKind};

/// Longest line of a message that is looked at.
const LINE: usize = 8 << 10;

/// Judges the block of a record.
pub(super) fn judge(record: &Record<'_>, findings: &mut Vec<Finding>) {
    let written = record.header("Content-Type").unwrap_or_default();
    if written.is_empty() {
        let silent = record.block().is_empty() || *record.kind() == RecordKind::Continuation;
        if !silent {
            let found = Finding::new(Rule::ContentTypeMissing);
            findings.push(found.detailed("there is a block, but no Content-Type"));
        }
        return;
    }
    // What is malformed is named by the rule of its form.
    let Some(media) = MediaType::parse(written) else { return };
    let unlike = |rule| Finding::of_field(rule, "Content-Type", written);
    if let Some(Expected { rule, name, message }) = expected(record) {
        let message_type = message.and_then(|_| media.parameter("msgtype"));
        let contradicts = message_type
            .zip(message)
            .is_some_and(|(have, want)| !have.trim_matches('"').eq_ignore_ascii_case(want.name()));
        if !media.is(name) || contradicts {
            findings.push(unlike(rule));
        } else if let Some(message) = message {
            findings.extend(message.judge(record.block()));
        }
    }
    // Fields that the cap cut may end within a line.
    let is_whole = record.block().len() as u64 == record.extent().block;
    if is_whole && media.is("application/warc-fields") {
        findings.extend(not_fields(record.block()));
    }
}

/// What a record holds by its type and scheme.
struct Expected {
    /// The rule that says so.
    rule: Rule,
    /// The media type.
    name: &'static str,
    message: Option<Message>,
}

fn expected(record: &Record<'_>) -> Option<Expected> {
    let http = "application/http";
    let url = record.target_uri().unwrap_or_default();
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is_http = matches!(&*scheme, "http" | "https");
    let (rule, name, message) = match record.kind() {
        RecordKind::Warcinfo => (Rule::WarcinfoContentType, "application/warc-fields", None),
        RecordKind::Resource if scheme == "dns" => (Rule::DnsContentType, "text/dns", None),
        RecordKind::Response if is_http => {
            (Rule::ResponseContentType, http, Some(Message::Response))
        }
        // A revisit without a block says nothing about one.
        RecordKind::Revisit if is_http && !record.block().is_empty() => {
            (Rule::ResponseContentType, http, Some(Message::Response))
        }
        RecordKind::Request if is_http => (Rule::RequestContentType, http, Some(Message::Request)),
        _ => return None,
    };
    Some(Expected { rule, name, message })
}

/// A message of HTTP.
#[derive(Clone, Copy)]
enum Message {
    Request,
    Response,
}

impl Message {
    /// Its name in the parameter `msgtype` (RFC 2616, section 19.1).
    fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
        }
    }

    /// Judges the first line of a block.
    fn judge(self, block: &[u8]) -> Option<Finding> {
        let line = &block[..block.len().min(LINE)];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        let mut words = line.split(|b| *b == b' ').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        let is_protocol = first.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"HTTP/"))
            || first == b"ICY";
        let (rule, sound) = match self {
            Self::Response => (Rule::HttpResponse, is_protocol),
            Self::Request => {
                let method = std::str::from_utf8(first).is_ok_and(is_token);
                (Rule::HttpRequest, method && !is_protocol && words.next().is_some())
            }
        };
        let shown: String = utf8_or_latin1(line).chars().take(80).collect();
        (!sound).then(|| Finding::new(rule).detailed(format!("it begins with {shown:?}")))
    }
}

/// What is wrong with a block of fields: the first line that is none.
fn not_fields(block: &[u8]) -> Option<Finding> {
    let mut ended = false;
    for (at, line) in block.split(|b| *b == b'\n').enumerate() {
        let line = line.trim_ascii_end();
        let folded = at > 0 && matches!(line.first(), Some(b' ' | b'\t'));
        let name = memchr::memchr(b':', line).map(|colon| line[..colon].trim_ascii_end());
        let is_field = name.is_some_and(|name| std::str::from_utf8(name).is_ok_and(is_token));
        if !line.is_empty() && (ended || !(folded || is_field)) {
            let shown: String = utf8_or_latin1(line).chars().take(80).collect();
            let detail = format!("line {} of the block is {shown:?}", at + 1);
            return Some(Finding::new(Rule::WarcFields).detailed(detail));
        }
        // A blank line ends the fields.
        ended |= line.is_empty();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages() {
        for (block, response, request) in [
            (&b"HTTP/1.1 200 OK\r\n\r\n"[..], true, false),
            (b"http/1.0 200", true, false),
            (b"ICY 200 OK\r\n", true, false),
            (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", false, true),
            (b"GET\r\n", false, false),
            (b"<html>\n", false, false),
            (b"", false, false),
        ] {
            let sound = |message: Message| message.judge(block).is_none();
            let shown = block.escape_ascii();
            assert_eq!(sound(Message::Response), response, "{shown}");
            assert_eq!(sound(Message::Request), request, "{shown}");
        }
    }

    #[test]
    fn blocks_of_fields() {
        for (block, sound) in [
            (&b""[..], true),
            (b"software: x\r\nformat: y\r\n\r\n\r\n", true),
            (b"a: b\n c\nd:\n", true),
            (b"via: http://a.example/\r\nfetchTimeMs: 5", true),
            (b"{\"a\":1}", false),
            (b"no colon\r\n", false),
            (b"a: b\r\n\r\nc: d\r\n", false),
            (b" a: b\r\n", false),
            (b"\xff: b\r\n", false),
        ] {
            assert_eq!(not_fields(block).is_none(), sound, "{}", block.escape_ascii());
        }
    }
}
