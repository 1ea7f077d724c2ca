//! TimeMaps written as text.

use std::io::{self, Write};

use serde_json::json as value;

use crate::date::{cdx_timestamp, http_date, warc_date};
use crate::timemap::{Memento, TimeMap};

/// The dialects that TimeMaps are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The link format, one link per line, with `first` and `last` as RFC 7089 has them.
    Link,
    /// One JSON object, as the aggregator MemGator writes it.
    Json,
    /// CDXJ: one line per memento, a 14-digit timestamp and a JSON object.
    Cdxj,
}

impl Dialect {
    /// Writes the facts of a TimeMap, and `mementos` in their order instead of its own.
    ///
    /// # Errors
    /// When a memento cannot be read, or `out` cannot be written.
    pub fn write(
        self,
        timemap: &TimeMap,
        mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Link => write_links(timemap, mementos, out),
            Self::Json => write_json(timemap, mementos, out),
            Self::Cdxj => write_cdxj(timemap, mementos, out),
        }
    }
}

fn write_links(
    timemap: &TimeMap,
    mementos: impl ExactSizeIterator<Item = io::Result<Memento>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heads =
        [("original", &timemap.original), ("self", &timemap.own), ("timegate", &timemap.timegate)];
    for (rel, uri) in heads {
        if let Some(uri) = uri {
            writeln!(out, "<{}>; rel=\"{rel}\",", escape_target(uri))?;
        }
    }
    let last = mementos.len().saturating_sub(1);
    for (place, memento) in mementos.enumerate() {
        let memento = memento?;
        // Clients look for the first and the last memento by these words.
        let rel = match (place == 0, place == last) {
            (true, true) => "first last memento",
            (true, false) => "first memento",
            (false, true) => "last memento",
            (false, false) => "memento",
        };
        let end = if place == last { "" } else { "," };
        let (uri, date) = (escape_target(&memento.uri), http_date(memento.unix_ms));
        writeln!(out, "<{uri}>; rel=\"{rel}\"; datetime=\"{date}\"{end}")?;
    }
    Ok(())
}

/// A URI as a link target. URIs of JSON lists may contain `>`, which would end the target.
fn escape_target(uri: &str) -> String {
    uri.replace('>', "%3E")
}

/// The object is written piece by piece, because a million mementos do not fit in one JSON value.
fn write_json(
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

fn write_cdxj(
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
        writeln!(out, "{} {fields}", cdx_timestamp(memento.unix_ms))?;
    }
    Ok(())
}
