//! Revisits: records that say "as then" and hold no payload (ISO 28500, section 6.7).
//!
//! What a revisit refers to is found by the record id it names, then by the URI and date it names,
//! then by the digest of its payload. References may dangle, and lead in a circle.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::date::WarcDate;
use crate::place::Position;
use crate::record::{Record, RecordKind, unbracketed};

/// Revisits of revisits that are followed.
const HOPS: usize = 8;

scutch_url::reasons! {
    /// Why a revisit leads to no payload.
    pub enum Unresolved {
        NoReference = "revisit-without-reference",
            "The revisit names neither a record nor a URI and date nor a digest.";
        Dangling = "revisit-dangling",
            "The record that the revisit refers to is not among the inputs.";
        Cycle = "revisit-cycle", "The revisits that this one refers to refer back to it.";
    }
}

/// Where a record stands: the number of its file, and the place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Number of the file, as the caller counts them.
    pub file: u32,
    /// Place in the file.
    pub position: Position,
}

/// What a record may be referred to by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Name<'a> {
    /// Its id, without angle brackets.
    Id(&'a str),
    /// Its URI and its date, in one spelling.
    UriAndDate(&'a str, String),
    /// The digest of its payload, in one spelling.
    Digest(String),
}

impl Name<'_> {
    /// A number that stands for the name; very seldom it stands for another one too.
    pub fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The names of a record. A revisit has no payload that the digest could lead to.
pub fn names<'a>(record: &'a Record<'_>) -> [Option<Name<'a>>; 3] {
    let at = record.target_uri().zip(record.date());
    // Its digest is that of the payload that it does not hold.
    let digest = (*record.kind() != RecordKind::Revisit).then(|| digest(record)).flatten();
    [
        record.record_id().map(Name::Id),
        at.map(|(uri, date)| Name::UriAndDate(uri, date.timestamp())),
        digest,
    ]
}

/// The names by which a revisit refers to a record, in the order in which they are followed.
pub fn references<'a>(revisit: &'a Record<'_>) -> [Option<Name<'a>>; 3] {
    let uri = revisit.header("WARC-Refers-To-Target-URI").map(unbracketed);
    let date = revisit.header("WARC-Refers-To-Date").and_then(WarcDate::parse);
    [
        revisit.header("WARC-Refers-To").map(|id| Name::Id(unbracketed(id))),
        uri.zip(date).map(|(uri, date)| Name::UriAndDate(uri, date.timestamp())),
        digest(revisit),
    ]
}

fn digest(record: &Record<'_>) -> Option<Name<'static>> {
    let digest = record.header("WARC-Payload-Digest")?;
    Some(Name::Digest(digest.trim().to_ascii_lowercase()))
}

/// What revisits may refer to. Takes some hundred bytes per record.
#[derive(Debug, Default)]
pub struct Originals {
    places: HashMap<u64, Place>,
}

impl Originals {
    /// Takes a record in; of several with one name the first counts. Revisits are taken in too, by
    /// id and by URI and date, because revisits refer to revisits.
    pub fn add(&mut self, file: u32, record: &Record<'_>) {
        use RecordKind::{Resource, Response, Revisit};
        if !matches!(record.kind(), Response | Resource | Revisit) {
            return;
        }
        let place = Place { file, position: record.location().position() };
        for name in names(record).iter().flatten() {
            // The first capture is the one that crawlers refer to.
            self.places.entry(name.key()).or_insert(place);
        }
    }

    /// The record that holds the payload of a revisit. `read` fetches the record at a place.
    ///
    /// # Errors
    /// When there is none, with the reason.
    pub fn resolve(
        &self,
        revisit: &Record<'_>,
        mut read: impl FnMut(Place) -> Option<Record<'static>>,
    ) -> Result<Record<'static>, Unresolved> {
        resolve(revisit, |name| self.places.get(&name.key()).and_then(|place| read(*place)))
    }
}

/// The record that holds the payload of a revisit. `find` fetches the record that a name stands for;
/// names are looked up by hash, so what it finds is checked here.
///
/// # Errors
/// When there is none, with the reason.
pub fn resolve(
    revisit: &Record<'_>,
    mut find: impl FnMut(&Name<'_>) -> Option<Record<'static>>,
) -> Result<Record<'static>, Unresolved> {
    let mut at = referred(revisit, &mut find)?;
    for _ in 0..HOPS {
        if *at.kind() != RecordKind::Revisit {
            return Ok(at);
        }
        at = referred(&at, &mut find)?;
    }
    Err(Unresolved::Cycle)
}

/// What one revisit refers to.
fn referred(
    revisit: &Record<'_>,
    find: &mut impl FnMut(&Name<'_>) -> Option<Record<'static>>,
) -> Result<Record<'static>, Unresolved> {
    let mut why = Unresolved::NoReference;
    for name in references(revisit).iter().flatten() {
        // A hash may lead to a record of another name, so the names of the record are compared.
        let found = find(name);
        match found.filter(|found| names(found).iter().flatten().any(|known| known == name)) {
            // Records that refer to themselves occur.
            Some(found) if found.record_id() != revisit.record_id() => return Ok(found),
            Some(_) => why = Unresolved::Cycle,
            None if why == Unresolved::NoReference => why = Unresolved::Dangling,
            None => {}
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Limits, Reader, WarcWriter};

    /// Name, type, further fields.
    type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    fn records(rows: &[Row<'_>]) -> Vec<Record<'static>> {
        let mut writer = WarcWriter::plain(Vec::new());
        for (name, kind, more) in rows {
            let (id, uri) = (format!("<urn:x:{name}>"), format!("http://a.example/{name}"));
            let mut fields = vec![
                ("WARC-Type", *kind),
                ("WARC-Record-ID", &id),
                ("WARC-Date", "2020-02-02T02:02:02Z"),
                ("WARC-Target-URI", &uri),
            ];
            fields.extend_from_slice(more);
            writer.write(&fields, b"").expect("memory");
        }
        let bytes = writer.into_inner();
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        let mut found = Vec::new();
        while let Some(item) = reader.next() {
            if let Item::Record(record) = item {
                found.push(record.into_owned());
            }
        }
        found
    }

    #[test]
    fn references_are_followed_in_their_order() {
        let records = records(&[
            ("a", "response", &[("WARC-Payload-Digest", "sha1:AAAA")]),
            ("b", "response", &[("WARC-Payload-Digest", "sha1:BBBB")]),
            (
                "by-id",
                "revisit",
                &[("WARC-Refers-To", "<urn:x:b>"), ("WARC-Payload-Digest", "sha1:AAAA")],
            ),
            (
                "by-uri",
                "revisit",
                &[
                    ("WARC-Refers-To-Target-URI", "http://a.example/b"),
                    ("WARC-Refers-To-Date", "2020-02-02T02:02:02Z"),
                ],
            ),
            ("by-digest", "revisit", &[("WARC-Payload-Digest", "SHA1:aaaa")]),
            ("chain", "revisit", &[("WARC-Refers-To", "<urn:x:by-digest>")]),
            ("dangling", "revisit", &[("WARC-Refers-To", "<urn:x:none>")]),
            ("nothing", "revisit", &[]),
            ("circle", "revisit", &[("WARC-Refers-To", "<urn:x:back>")]),
            ("back", "revisit", &[("WARC-Refers-To", "<urn:x:circle>")]),
            ("self", "revisit", &[("WARC-Refers-To", "<urn:x:self>")]),
            (
                "fallback",
                "revisit",
                &[("WARC-Refers-To", "<urn:x:none>"), ("WARC-Payload-Digest", "sha1:BBBB")],
            ),
        ]);
        let mut originals = Originals::default();
        records.iter().for_each(|record| originals.add(0, record));
        let read = |place: Place| {
            records.iter().find(|r| r.location().position() == place.position).cloned()
        };
        for (name, expected) in [
            ("by-id", Ok("urn:x:b")),
            ("by-uri", Ok("urn:x:b")),
            ("by-digest", Ok("urn:x:a")),
            ("chain", Ok("urn:x:a")),
            ("fallback", Ok("urn:x:b")),
            ("dangling", Err(Unresolved::Dangling)),
            ("nothing", Err(Unresolved::NoReference)),
            ("circle", Err(Unresolved::Cycle)),
            ("self", Err(Unresolved::Cycle)),
        ] {
            let id = format!("urn:x:{name}");
            let revisit = records.iter().find(|r| r.record_id() == Some(&id)).expect("is there");
            let found = originals.resolve(revisit, read);
            let found = found.as_ref().map(|r| r.record_id().expect("an id")).map_err(|e| *e);
            assert_eq!(found, expected, "{name}");
        }
    }
}
