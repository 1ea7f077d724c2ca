//! ARC records as WARC records.
//!
//! Nothing of an ARC record is lost: its line stands, percent-encoded, in the field `ARC-Source`
//! behind the file and the offset it comes from, and its block is the block.

use super::change::{Change, ChangeReason};
use super::dates;
use super::draft::{Draft, VERSION};
use super::uri;
use crate::media::is_token;
use crate::record::header::utf8_or_latin1;
use crate::record::{Record, RecordKind};

/// Where a converted record comes from.
const SOURCE: &str = "ARC-Source";

/// The header of an ARC record as one of WARC/1.1, without what depends on the block. The block of
/// a version block (`filedesc:`) becomes that of a `warcinfo`.
pub(super) fn draft(record: &Record<'_>, line: &str, file: &str) -> Draft {
    let line = line.trim_end();
    // Escaped, it is no line of an ARC file any more: readers that search for records would take it
    // for one.
    let source = format!("{file} {} {}", record.location().offset, uri::escaped(line));
    let mut draft = Draft {
        version: VERSION.to_owned(),
        fields: Vec::new(),
        changes: vec![Change::new(ChangeReason::ArcConverted, "", line, "")],
        block: None,
    };
    let is_description = *record.kind() == RecordKind::Filedesc;
    let kind = if is_description { "warcinfo" } else { record.kind().name() };
    draft.set("WARC-Type", kind);
    draft.set("WARC-Record-ID", "");
    draft.set("WARC-Date", record.header("WARC-Date").unwrap_or_default());
    if is_description {
        draft.set("Content-Type", "application/warc-fields");
        draft.block = Some(description(record, &source));
        draft.set(SOURCE, &source);
        return draft;
    }
    draft.set("WARC-Target-URI", &uri::escaped(record.target_uri().unwrap_or_default()));
    // 0.0.0.0 stands for an address that is not known.
    let address = record.header("WARC-IP-Address").unwrap_or_default();
    if address.parse::<std::net::IpAddr>().is_ok_and(|ip| !ip.is_unspecified()) {
        draft.set("WARC-IP-Address", address);
    }
    for name in ["Content-Type", "WARC-Identified-Payload-Type"] {
        // Servers sent anything, and crawlers wrote `no-type`.
        if let Some(media) = record.header(name).filter(|media| is_media_type(media)) {
            draft.set(name, media);
        }
    }
    draft.set(SOURCE, &source);
    draft
}

/// A date in the form of WARC/1.1; a change where it says less than was written.
pub(super) fn date(draft: &mut Draft, record: &Record<'_>) -> bool {
    let Some((date, from)) = dates::reread(record) else { return false };
    match from {
        dates::ReadFrom::OtherForm => draft.set("WARC-Date", &date),
        dates::ReadFrom::Beginning => draft.change(ChangeReason::DateShortened, "WARC-Date", &date),
        dates::ReadFrom::HttpDate => draft.change(ChangeReason::DateFromHttp, "WARC-Date", &date),
    }
    true
}

/// The version block as fields of a `warcinfo`, line by line.
fn description(record: &Record<'_>, source: &str) -> Vec<u8> {
    let mut text = String::from("format: WARC File Format 1.1\r\n");
    let mut add = |name: &str, value: &str| {
        for part in [name, ": ", value.trim(), "\r\n"] {
            text.push_str(part);
        }
    };
    add("description", "converted from ARC");
    add("arc-source", source);
    let block = utf8_or_latin1(record.block());
    let lines = block.lines().filter(|line| !line.trim().is_empty());
    lines.for_each(|line| add("arc-filedesc", line));
    text.into_bytes()
}

/// Type and subtype of tokens (RFC 9110, section 8.3.1), and anything behind a semicolon.
fn is_media_type(value: &str) -> bool {
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.split_once('/').is_some_and(|(kind, sub)| is_token(kind) && is_token(sub))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Limits, Reader};

    fn converted(bytes: &str) -> Vec<Draft> {
        let mut reader = Reader::from_bytes(bytes.as_bytes(), &Limits::default());
        let mut drafts = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("{item:?}") };
            let line = bytes[record.location().offset as usize..].lines().next().expect("a line");
            let mut draft = draft(&record, line, "x.arc");
            assert!(date(&mut draft, &record), "{line}");
            drafts.push(draft);
        }
        drafts
    }

    #[test]
    fn lines_become_fields_and_stand_in_one() {
        let head = "filedesc://x.arc 0.0.0.0 20010118120000 text/plain 20\n1 0 InternetArchive\n\n";
        let page = "http://a.example/b c 1.2.3.4 2001011812 no-type 15\nHTTP/1.0 200 OK\n";
        let drafts = converted(&format!("{head}{page}"));
        let header = drafts[0].header();
        assert!(header.starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"), "{header}");
        assert!(!header.contains("WARC-Target-URI"), "{header}");
        let block = String::from_utf8(drafts[0].block.clone().expect("made")).expect("text");
        assert!(block.contains("arc-filedesc: 1 0 InternetArchive\r\n"), "{block}");
        let header = drafts[1].header();
        for line in [
            "WARC-Type: response",
            "WARC-Date: 2001-01-18",
            "WARC-Target-URI: http://a.example/b%20c",
            "WARC-IP-Address: 1.2.3.4",
            "Content-Type: application/http; msgtype=response",
            "ARC-Source: x.arc 75 http://a.example/b%20c%201.2.3.4%202001011812%20no-type%2015",
        ] {
            assert!(header.contains(&format!("{line}\r\n")), "{line} in {header}");
        }
        assert!(!header.contains("no-type\r\nWARC"), "{header}");
    }
}
