//! One record: header fields, block, place, and what was noticed.

pub(crate) mod arc;
pub(crate) mod extent;
pub(crate) mod header;
mod kind;
pub(crate) mod length;
mod page;
mod segments;
pub(crate) mod start;
pub(crate) mod warc;

use std::borrow::Cow;

pub use kind::RecordKind;
pub use page::Page;
pub use segments::Segment;

use crate::cause::{Cause, Fault, Severity};
use crate::date::WarcDate;
use crate::place::{Extent, Location};
use header::Field;

/// One record of an archive. Lent by the reader, or owned after [`Record::into_owned`].
///
/// ARC records carry the fields a conversion to WARC would give them, so that what reads records
/// need not know the difference; [`Record::version`] tells it.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    kind: RecordKind,
    version: Cow<'a, str>,
    text: Cow<'a, str>,
    fields: Cow<'a, [Field]>,
    block: Cow<'a, [u8]>,
    head: Cow<'a, [u8]>,
    separator: Cow<'a, [u8]>,
    extent: Extent,
    faults: Vec<Fault>,
    date: Option<WarcDate>,
    /// Of a resolved revisit, the block that it had itself.
    own_block: Option<Cow<'a, [u8]>>,
}

impl<'a> Record<'a> {
    /// A WARC record: `text` from its version line on, `fields` counted from behind that.
    pub(crate) fn warc(
        text: Cow<'a, str>,
        fields: &'a [Field],
        block: &'a [u8],
        extent: Extent,
        faults: Vec<Fault>,
    ) -> Self {
        let version_end = memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |n| n + 1);
        let (version, text) = match text {
            Cow::Borrowed(text) => {
                let (version, text) = text.split_at(version_end);
                (Cow::Borrowed(version.trim_ascii_end()), Cow::Borrowed(text))
            }
            Cow::Owned(text) => {
                let (version, text) = text.split_at(version_end);
                (Cow::Owned(version.trim_ascii_end().to_owned()), Cow::Owned(text.to_owned()))
            }
        };
        // A missing type becomes an empty name, which is a fault.
        let written_type = header::get(&text, fields, "WARC-Type").unwrap_or_default();
        let kind = RecordKind::from_name(written_type);
        let mut record = Self {
            kind,
            version,
            text,
            fields: Cow::Borrowed(fields),
            block: Cow::Borrowed(block),
            head: Cow::Borrowed(&[]),
            separator: Cow::Borrowed(&[]),
            extent,
            faults,
            date: None,
            own_block: None,
        };
        record.notice_type_and_date();
        record
    }

    /// An ARC record, its fields written as a conversion to WARC would.
    pub(crate) fn arc(
        line: &arc::Line<'_>,
        block: &'a [u8],
        extent: Extent,
        faults: Vec<Fault>,
    ) -> Self {
        let kind = arc_kind(line.url);
        let text = arc_fields(line, &kind);
        let mut fields = Vec::new();
        header::fields(&text, &mut fields, &mut header::Oddities::default());
        let version = if line.version == 2 { "ARC/2" } else { "ARC/1" };
        let mut record = Self {
            kind,
            version: Cow::Borrowed(version),
            text: Cow::Owned(text),
            fields: Cow::Owned(fields),
            block: Cow::Borrowed(block),
            head: Cow::Borrowed(&[]),
            separator: Cow::Borrowed(&[]),
            extent,
            faults,
            date: None,
            own_block: None,
        };
        record.notice_type_and_date();
        record
    }

    /// The record with the bytes around its block as they are stored.
    pub(crate) fn stored_as(mut self, head: &'a [u8], separator: &'a [u8]) -> Self {
        (self.head, self.separator) = (Cow::Borrowed(head), Cow::Borrowed(separator));
        self
    }

    fn notice_type_and_date(&mut self) {
        if self.kind.name().is_empty() {
            self.faults.push(Fault::note(Cause::TypeMissing, ""));
        }
        let written = self.header("WARC-Date").unwrap_or_default();
        let date = match self.version.starts_with("ARC/") {
            true => WarcDate::parse_arc(written),
            false => WarcDate::parse(written),
        };
        let fault = match &date {
            None => Some(Cause::DateMalformed),
            Some(date) if date.is_reduced() => Some(Cause::DateReduced),
            Some(_) => None,
        };
        let fault =
            fault.map(|cause| Fault::note(cause, written.chars().take(80).collect::<String>()));
        self.faults.extend(fault);
        self.date = date;
    }

    /// Type.
    pub fn kind(&self) -> &RecordKind {
        &self.kind
    }

    /// Format and version as written: `WARC/1.0`; `ARC/1` or `ARC/2` for ARC records; `table` for rows
    /// of a table.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Place in the file.
    pub fn location(&self) -> Location {
        self.extent.location
    }

    /// All bytes of the record, with those of the block that the cap keeps out of
    /// [`Record::block`].
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// First value of a header field, whatever the case of its name. Folded lines are joined,
    /// lines that are not UTF-8 read as Latin-1.
    pub fn header(&self, name: &str) -> Option<&str> {
        header::get(&self.text, &self.fields, name)
    }

    /// The header as it is stored, inflated: from the version line through the blank line, or the
    /// line of an ARC record. Empty where only the fields were read.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// What stands between the block and the next record or the end of the member, inflated.
    /// Two line ends in a sound record (ISO 28500, section 4).
    pub fn separator(&self) -> &[u8] {
        &self.separator
    }

    /// All header fields in order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|f| (f.name(&self.text), f.value(&self.text)))
    }

    /// `WARC-Target-URI` without the angle brackets some writers put around it.
    pub fn target_uri(&self) -> Option<&str> {
        self.header("WARC-Target-URI").map(unbracketed).filter(|uri| !uri.is_empty())
    }

    /// `WARC-Date`; `None` when absent or malformed (a fault says so).
    pub fn date(&self) -> Option<&WarcDate> {
        self.date.as_ref()
    }

    /// `WARC-Record-ID` without angle brackets.
    pub fn record_id(&self) -> Option<&str> {
        self.header("WARC-Record-ID").map(unbracketed).filter(|id| !id.is_empty())
    }

    /// The block, inflated, at most as long as the cap on blocks.
    pub fn block(&self) -> &[u8] {
        &self.block
    }

    /// Everything noteworthy about this record.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Whether nothing of it is lost.
    pub fn is_sound(&self) -> bool {
        self.faults.iter().all(|fault| fault.severity != Severity::Lost)
    }

    /// A revisit as the capture it stands for: its own fields and place, with type and block of the
    /// record that holds its payload. A fault says that it was resolved.
    #[must_use]
    pub fn with_block_of(mut self, original: Record<'a>) -> Self {
        let detail = original.record_id().unwrap_or_default().to_owned();
        self.faults.push(Fault::note(Cause::RevisitResolved, detail));
        // What is wrong with the payload is wrong with the revisit.
        self.faults.extend(original.faults);
        self.kind = original.kind;
        self.own_block = Some(std::mem::replace(&mut self.block, original.block));
        self
    }

    /// Of a resolved revisit, the block that it had itself: the head of its own answer.
    pub(crate) fn own_block(&self) -> Option<&[u8]> {
        self.own_block.as_deref()
    }

    /// The same record with bytes of its own, to outlive the reader's buffer and cross threads.
    pub fn into_owned(self) -> Record<'static> {
        Record {
            kind: self.kind,
            version: Cow::Owned(self.version.into_owned()),
            text: Cow::Owned(self.text.into_owned()),
            fields: Cow::Owned(self.fields.into_owned()),
            block: Cow::Owned(self.block.into_owned()),
            head: Cow::Owned(self.head.into_owned()),
            separator: Cow::Owned(self.separator.into_owned()),
            extent: self.extent,
            faults: self.faults,
            date: self.date,
            own_block: self.own_block.map(|block| Cow::Owned(block.into_owned())),
        }
    }
}

/// A header value without the angle brackets around it.
pub(crate) fn unbracketed(value: &str) -> &str {
    // Brackets around URIs were allowed by WARC/1.0 and forbidden by 1.1.
    let value = value.trim();
    value.strip_prefix('<').and_then(|v| v.strip_suffix('>')).unwrap_or(value).trim()
}

fn arc_kind(url: &[u8]) -> RecordKind {
    let scheme = url.split(|b| *b == b':').next().unwrap_or_default();
    if scheme.eq_ignore_ascii_case(b"filedesc") {
        RecordKind::Filedesc
    } else if scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https") {
        RecordKind::Response
    } else {
        RecordKind::Resource
    }
}

fn arc_fields(line: &arc::Line<'_>, kind: &RecordKind) -> String {
    let response = *kind == RecordKind::Response;
    let mut odd = header::Oddities::default();
    let mut value = |bytes: &[u8]| header::text(bytes, &mut odd).trim().to_owned();
    let mime = value(line.mime);
    let length = line.length.map(|n| n.to_string()).unwrap_or_default();
    let fields = [
        ("WARC-Type", kind.name().to_owned()),
        ("WARC-Target-URI", value(line.url)),
        ("WARC-Date", value(line.date)),
        ("WARC-IP-Address", value(line.ip)),
        ("Content-Type", if response { HTTP_RESPONSE.to_owned() } else { mime.clone() }),
        ("WARC-Identified-Payload-Type", if response { mime } else { String::new() }),
        ("Content-Length", length),
    ];
    let mut text = String::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        for part in [name, ": ", value, "\r\n"] {
            text.push_str(part);
        }
    }
    text
}

/// Media type of a record that holds an HTTP response.
const HTTP_RESPONSE: &str = "application/http; msgtype=response";

#[cfg(test)]
mod tests {
    use crate::{Item, Limits, Reader};

    #[test]
    fn bytes_around_the_block_are_those_that_are_stored() {
        let head = "warc/1.0\r\nWARC-TYPE:  resource\r\nX: a\r\n b\r\nContent-Length: 1\r\n\r\n";
        for (version, separator) in
            [("WARC/1.0", "\r\n\r\n"), ("WARC/1.1", "\n\n"), ("WARC/1.0", "\r\n"), ("WARC/1.0", "")]
        {
            let head = head.replace("warc/1.0", version);
            let next = format!("{head}y\r\n\r\n");
            let bytes = format!("{head}x{separator}{next}");
            let mut reader = Reader::from_bytes(bytes.as_bytes(), &Limits::default());
            for expected in [separator, "\r\n\r\n"] {
                let Some(Item::Record(record)) = reader.next() else { panic!("{separator:?}") };
                assert_eq!(record.head(), head.as_bytes());
                assert_eq!(record.separator(), expected.as_bytes());
                let owned = record.into_owned();
                assert_eq!(owned.head(), head.as_bytes());
                assert_eq!(owned.separator(), expected.as_bytes());
            }
        }
    }
}
