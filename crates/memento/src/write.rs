//! TimeMaps as text.

use std::io::{self, Write};

use serde_json::json as value;

use crate::date::{http_date, stamp, warc_date};
use crate::timemap::{Memento, TimeMap};

/// How a TimeMap is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The link format, one link per line; the first and last memento are named so.
    Link,
    /// One JSON object, as aggregators give it.
    Json,
    /// A line per memento: 14 digits and JSON.
    Cdxj,
}

impl Dialect {
    /// Writes what is known of a page, and its mementos in their order.
    ///
    /// # Errors
    /// When a memento cannot be had, or the text cannot be written.
    pub fn write(
        self,
        timemap: &TimeMap,
        mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Link => link(timemap, mementos, out),
            Self::Json => json(timemap, mementos, out),
            Self::Cdxj => cdxj(timemap, mementos, out),
        }
    }
}

fn link(
    timemap: &TimeMap,
    mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heads =
        [("original", &timemap.original), ("self", &timemap.own), ("timegate", &timemap.timegate)];
    for (rel, uri) in heads {
        if let Some(uri) = uri {
            writeln!(out, "<{}>; rel=\"{rel}\",", linked(uri))?;
        }
    }
    let last = mementos.len().saturating_sub(1);
    for (place, memento) in mementos.enumerate() {
        let memento = memento?;
        let rel = match (place == 0, place == last) {
            (true, true) => "first last memento",
            (true, false) => "first memento",
            (false, true) => "last memento",
            (false, false) => "memento",
        };
        let end = if place == last { "" } else { "," };
        let (uri, date) = (linked(&memento.uri), http_date(memento.unix_ms));
        writeln!(out, "<{uri}>; rel=\"{rel}\"; datetime=\"{date}\"{end}")?;
    }
    Ok(())
}

/// An address that ends no link before its end: those of other dialects may hold anything.
fn linked(uri: &str) -> String {
    uri.replace('>', "%3E")
}

fn json(
    timemap: &TimeMap,
    mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{\"mementos\":{\"list\":[")?;
    for (place, memento) in mementos.enumerate() {
        let memento = memento?;
        let separator = if place == 0 { "" } else { "," };
        let entry = value!({ "datetime": warc_date(memento.unix_ms), "uri": memento.uri });
        write!(out, "{separator}{entry}")?;
    }
    let (original, own) = (value!(timemap.original), value!(timemap.own));
    let timegate = value!(timemap.timegate);
    writeln!(out, "]}},\"original_uri\":{original},\"self\":{own},\"timegate_uri\":{timegate}}}")
}

fn cdxj(
    timemap: &TimeMap,
    mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(original) = &timemap.original {
        writeln!(out, "!meta {}", value!({ "original_uri": original }))?;
    }
    for memento in mementos {
        let memento = memento?;
        let fields = value!({
            "uri": memento.uri, "rel": "memento", "datetime": http_date(memento.unix_ms),
        });
        writeln!(out, "{} {fields}", stamp(memento.unix_ms))?;
    }
    Ok(())
}
