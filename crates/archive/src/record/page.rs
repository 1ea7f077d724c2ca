//! Pages without an archive around them.

use std::borrow::Cow;

use super::{Record, RecordKind, header};
use crate::cause::{Cause, Fault};
use crate::date::WarcDate;
use crate::place::{Extent, Location};

/// A page that a row of a table holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its address as written.
    pub url: String,
    /// When it was fetched, as written; `None` where the table does not say.
    pub date: Option<String>,
    /// Its media type, with the charset where the bytes are known to have it.
    pub media_type: String,
    /// The page.
    pub bytes: Vec<u8>,
    /// Where the row stands: an offset and a length in the file, and behind how many bytes of the
    /// inflated file, or rows of the row group.
    pub location: Location,
}

impl Record<'static> {
    /// A page as a record of the type `resource`. It has the fields that are known and no others.
    pub(crate) fn of_page(page: Page) -> Self {
        let date = page.date.as_deref().unwrap_or_default();
        let known = [
            ("WARC-Type", "resource"),
            ("WARC-Target-URI", &*page.url),
            ("WARC-Date", date),
            ("Content-Type", &*page.media_type),
        ];
        let text: String =
            known.iter().filter(|(_, value)| !value.is_empty()).map(|field| line(*field)).collect();
        let mut fields = Vec::new();
        header::fields(&text, &mut fields, &mut header::Oddities::default());
        let block = page.bytes.len() as u64;
        let extent =
            Extent { location: page.location, header: 0, block, separator: 0, exact: false };
        let parsed = WarcDate::parse(date);
        let mut faults = vec![Fault::note(Cause::TableRow, "")];
        if parsed.is_none() && !date.is_empty() {
            faults
                .push(Fault::note(Cause::DateMalformed, date.chars().take(80).collect::<String>()));
        }
        Self {
            kind: RecordKind::Resource,
            version: Cow::Borrowed("table"),
            text: Cow::Owned(text),
            fields: Cow::Owned(fields),
            block: Cow::Owned(page.bytes),
            head: Cow::Borrowed(&[]),
            separator: Cow::Borrowed(&[]),
            extent,
            faults,
            date: parsed,
            own_block: None,
        }
    }
}

/// A header line. A line break in a value would begin another field.
fn line((name, value): (&str, &str)) -> String {
    format!("{name}: {}\r\n", value.replace(['\r', '\n'], " "))
}
