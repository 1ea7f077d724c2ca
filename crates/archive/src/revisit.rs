//! Revisits: records that say "as then" and hold no payload (ISO 28500, section 6.7).
//!
//! What a revisit refers to is found by the record id it names, by the URI and date it names, and by
//! the digest of its payload. What is found is compared with that digest: ids and dates are wrong
//! more often than digests. References may dangle, and lead in a circle.

mod name;
mod payload;

use std::collections::HashMap;

pub use name::{Bytes, Name, computed_names, names, references};

use crate::limits::Limits;
use crate::place::Position;
use crate::record::{Record, RecordKind};
use payload::Expected;

/// Revisits of revisits that are followed.
const HOPS: usize = 8;

scutch_url::reasons! {
    /// Why a revisit leads to no payload, the reason that says least first.
    pub enum Unresolved {
        NoReference = "revisit-without-reference",
            "The revisit names neither a record nor a URI and date nor a digest.";
        Dangling = "revisit-dangling",
            "The record that the revisit refers to is not among the inputs.";
        Digest = "revisit-digest",
            "The payload that the revisit refers to has another digest than the revisit says.";
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

/// What revisits may refer to. Takes some hundred bytes per record.
#[derive(Debug, Default)]
pub struct Originals {
    places: HashMap<u64, Place>,
    /// Captures of a URI by time.
    states: HashMap<u64, Vec<(i64, Place)>>,
}

impl Originals {
    /// Takes a record in; of several with one name the first counts. Revisits are taken in too, by
    /// id and by URI and date, because revisits refer to revisits.
    pub fn add(&mut self, file: u32, record: &Record<'_>) {
        let place = Place { file, position: record.location().position() };
        for name in names(record).into_iter().chain(computed_names(record, &Limits::default())) {
            match name {
                Name::Latest { by, .. } => {
                    self.states.entry(name.key()).or_default().push((by, place));
                }
                // The first capture is the one that crawlers refer to.
                _ => {
                    self.places.entry(name.key()).or_insert(place);
                }
            }
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
        resolve(revisit, |name| self.place(name).and_then(&mut read))
    }

    fn place(&self, name: &Name<'_>) -> Option<Place> {
        let Name::Latest { by, .. } = name else { return self.places.get(&name.key()).copied() };
        let known = self.states.get(&name.key())?.iter().filter(|(at, _)| at <= by);
        // Of equally late ones the first, as everywhere.
        known.rev().max_by_key(|(at, _)| *at).map(|(_, place)| *place)
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
    let expected = Expected::of_revisit(revisit);
    let mut at = referred(revisit, &expected, &mut find)?;
    for _ in 0..HOPS {
        if *at.kind() != RecordKind::Revisit {
            return Ok(at);
        }
        at = referred(&at, &expected, &mut find)?;
    }
    Err(Unresolved::Cycle)
}

/// What one revisit refers to.
fn referred(
    revisit: &Record<'_>,
    expected: &Expected,
    find: &mut impl FnMut(&Name<'_>) -> Option<Record<'static>>,
) -> Result<Record<'static>, Unresolved> {
    let mut why = Unresolved::NoReference;
    for name in references(revisit) {
        // A hash may lead to a record of another name.
        let found = find(&name).filter(|found| name.is_borne_by(found));
        why = why.max(match found {
            None => Unresolved::Dangling,
            // Records that refer to themselves occur.
            Some(found) if found.record_id() == revisit.record_id() => Unresolved::Cycle,
            Some(found) if expected.fits(&found) => return Ok(found),
            Some(_) => Unresolved::Digest,
        });
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
                &[("WARC-Refers-To", "<urn:x:b>"), ("WARC-Payload-Digest", "sha1:BBBB")],
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
