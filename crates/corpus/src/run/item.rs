//! What a worker made of a record, ready for the writer of a shard: for jobs that derive a share of
//! the rows, and the one that writes the corpus.
//!
//! A row is stored as its cells and as its pieces in every format, because both take longer to make
//! than to read. The row id is the only thing that may change behind it.

use scutch_archive::Damage;
use scutch_folder::config::{Config, Format};
use scutch_folder::merkle::Hash;
use scutch_folder::quarantine::{QuarantineLine, QuarantineSubject};
use serde::{Deserialize, Serialize};

use super::count::Counted;
use super::processed::{Processed, SourceRange};
use crate::format::Written;
use crate::format::article::Piece;
use crate::row::{Column, Identity, OwnedCell, columns};
use crate::stages::opened::{Derived, Draft, Outcome};

/// What was made of a record or a damaged range.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Item {
    /// A damaged byte range.
    Damage(Dropped),
    /// A record.
    Record(Box<RecordItem>),
    /// A record on whose row somebody decided, as one copy of its capture or another.
    Decided(Box<RecordItem>, Box<DecidedItem>),
}

/// What was made of the copies of a capture that somebody decided on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DecidedItem {
    pub(super) capture: u64,
    pub(super) copies: Vec<Decided<Made>>,
}

/// What was made of a copy of a capture that somebody decided on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Decided<T> {
    /// Number of copies before it.
    pub(super) ordinal: u32,
    /// Id of its row.
    pub(super) id: String,
    pub(super) made: T,
}

/// What was made of a record.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RecordItem {
    pub(super) record_type: String,
    pub(super) status: Option<u16>,
    pub(super) mime: Option<String>,
    pub(super) made: Made,
}

/// The three ways a record can go.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Made {
    Row(Box<RowItem>),
    /// The filter that dropped it.
    OutOfScope(String),
    Quarantined(Dropped),
}

/// What cannot be used, and why.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Dropped {
    pub(super) place: SourceRange,
    /// Reason id.
    pub(super) reason: String,
    pub(super) sentence: String,
}

/// A row as the writers of parts take it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RowItem {
    // The ordinal among equal captures is known to the last job only, and the id follows from it.
    pub(super) identity: Identity,
    pub(super) id: String,
    pub(super) digest: Hash,
    pub(super) counted: Counted,
    /// The columns of the run, where a table is written.
    pub(super) cells: Vec<OwnedCell>,
    /// The document in each format of the run.
    pub(super) pieces: Vec<Piece>,
}

impl Item {
    /// Whether it counts as a record. Damaged ranges do not.
    pub(super) fn is_record(&self) -> bool {
        !matches!(self, Self::Damage(_))
    }

    /// Whether it is a row.
    pub(super) fn is_row(&self) -> bool {
        match self {
            Self::Damage(_) => false,
            Self::Record(record) | Self::Decided(record, _) => matches!(record.made, Made::Row(_)),
        }
    }

    /// What a worker made, with the cells of `table` where the run writes a table.
    pub(super) fn new(processed: Processed, table: &[&'static Column]) -> Self {
        let (derived, written, copies, place) = match processed {
            Processed::Damage { file, damage } => {
                return Self::Damage(Dropped::of_damage(file, &damage));
            }
            Processed::Record { derived, written, copies, place } => {
                (*derived, written, copies, place)
            }
        };
        let Derived { record_type, status, mime, outcome, decided } = derived;
        let made = |outcome, written| Made::new(outcome, written, &place, table);
        let record =
            Box::new(RecordItem { record_type, status, mime, made: made(outcome, written) });
        let Some(decided) = decided else { return Self::Record(record) };
        let copies = decided.copies.into_iter().zip(copies).map(|(copy, written)| {
            let made = made(copy.outcome, written);
            Decided { ordinal: copy.ordinal, id: copy.id, made }
        });
        let (capture, copies) = (decided.capture, copies.collect());
        Self::Decided(record, Box::new(DecidedItem { capture, copies }))
    }
}

impl Made {
    fn new(
        outcome: Outcome,
        written: Written,
        place: &SourceRange,
        table: &[&'static Column],
    ) -> Self {
        match outcome {
            Outcome::Row(draft) => Self::Row(Box::new(RowItem::new(*draft, written, table))),
            Outcome::OutOfScope(filter) => Self::OutOfScope(filter.id().to_owned()),
            Outcome::Quarantined(why) => {
                let (reason, sentence) = (why.reason.to_owned(), why.sentence);
                Self::Quarantined(Dropped { place: place.clone(), reason, sentence })
            }
        }
    }
}

impl Dropped {
    /// A damaged byte range of a file.
    pub(super) fn of_damage(file: String, damage: &Damage) -> Self {
        let (offset, length) = (damage.offset, damage.length);
        let place = SourceRange { file, offset, length, ..SourceRange::default() };
        let sentence = format!("{} {}", damage.cause.sentence(), damage.detail).trim().to_owned();
        Self { place, reason: damage.cause.id().to_owned(), sentence }
    }

    /// The line of the quarantine.
    pub(super) fn line(self, loss: QuarantineSubject) -> QuarantineLine {
        let Self { place, reason, sentence } = self;
        QuarantineLine {
            loss,
            file: place.file,
            offset: place.offset,
            length: place.length,
            inner_offset: place.inner_offset,
            warc_record_id: place.warc_record_id,
            url: place.url,
            reason,
            sentence,
        }
    }
}

/// The columns whose cells are stored: none where no table is written.
pub(super) fn table_of(config: &Config) -> Vec<&'static Column> {
    match config.formats.contains(&Format::Parquet) {
        true => columns(config),
        false => Vec::new(),
    }
}

impl RowItem {
    fn new(draft: Draft, written: Written, table: &[&'static Column]) -> Self {
        let Draft { row, facts, identity, .. } = draft;
        let cells = table.iter().map(|column| OwnedCell::new((column.get)(&row))).collect();
        let counted = Counted::new(&row, &facts);
        let Written { pieces, digest, .. } = written;
        Self { identity, id: row.id, digest, counted, cells, pieces }
    }

    /// Gives the row the id of a later ordinal, wherever its id stands.
    pub(super) fn rename(&mut self, ordinal: u32) {
        let id = self.identity.row_id(ordinal);
        for cell in &mut self.cells {
            if let OwnedCell::Text(Some(text)) = cell
                && *text == self.id
            {
                text.clone_from(&id);
            }
        }
        for piece in &mut self.pieces {
            piece.name = piece.name.replace(&self.id, &id);
            // An id is a hash of 160 bits, so what looks like it is it.
            replace(&mut piece.bytes, self.id.as_bytes(), id.as_bytes());
        }
        self.id = id;
    }
}

/// Replaces all occurrences of a needle by one of the same length.
fn replace(bytes: &mut [u8], needle: &[u8], by: &[u8]) {
    let mut at = 0;
    while let Some(rest) = bytes.get_mut(at..at + needle.len()) {
        match rest == needle {
            true => {
                rest.copy_from_slice(by);
                at += needle.len();
            }
            false => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{PageFacts, Row};

    fn draft(ordinal: u32) -> Draft {
        let identity = Identity::new("http://a.example/", "2019", "urn:a:1");
        let id = identity.row_id(ordinal);
        let page = scutch_page::Page::parse(
            b"<h1>The ferry</h1><p>It left the harbour late. Nobody minded.</p><ul><li>fog</ul>",
            &scutch_page::Hints::default(),
            &scutch_page::Limits::default(),
        );
        let extraction = scutch_page::Method::AllText.extract(&page, &Default::default());
        let text = scutch_page::render::text(&page, &extraction);
        let document = scutch_page::Document::new(&page, &extraction);
        let url = "http://a.example/".to_owned();
        let row = Row { id, text, url, language: Some("en".into()), ..Row::default() };
        Draft { row, facts: PageFacts::default(), identity, document }
    }

    /// The only part of a stored row that changes is the id: in every format it stands as it is.
    #[test]
    fn a_renamed_row_is_that_of_the_other_ordinal_in_every_format() {
        let config = Config { formats: Format::ALL.to_vec(), ..Config::default() };
        let item = |ordinal: u32| {
            let draft = draft(ordinal);
            let written = Written::new(&draft, &config, None).expect("valid");
            RowItem::new(draft, written, &columns(&config))
        };
        let mut renamed = item(0);
        assert_ne!(renamed, item(7));
        renamed.rename(7);
        assert_eq!(renamed, item(7));
    }

    #[test]
    fn items_come_back_from_their_bytes() {
        let config = Config { formats: Format::ALL.to_vec(), ..Config::default() };
        let draft = draft(0);
        let written = Written::new(&draft, &config, None).expect("valid");
        let row = RowItem::new(draft, written, &columns(&config));
        let dropped = Dropped {
            place: SourceRange {
                file: "a".into(),
                offset: 1,
                url: Some("b".into()),
                ..SourceRange::default()
            },
            reason: "truncated".into(),
            sentence: "Bytes are missing.".into(),
        };
        let item = Item::Record(Box::new(RecordItem {
            record_type: "response".into(),
            status: Some(200),
            mime: None,
            made: Made::Row(Box::new(row)),
        }));
        let copy = RecordItem {
            record_type: "response".into(),
            status: None,
            mime: None,
            made: Made::OutOfScope("empty-text".into()),
        };
        let left_out = Decided { ordinal: 3, id: "d".into(), made: Made::OutOfScope("e".into()) };
        let decided = Box::new(DecidedItem { capture: 7, copies: vec![left_out] });
        let decided = Item::Decided(Box::new(copy), decided);
        assert!(decided.is_record() && !decided.is_row());
        for item in [item, Item::Damage(dropped), decided] {
            let bytes = postcard::to_stdvec(&item).expect("bytes");
            assert_eq!(postcard::from_bytes::<Item>(&bytes).expect("an item"), item);
        }
    }
}
