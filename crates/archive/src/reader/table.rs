//! Records that a table holds instead of an archive.

use std::fmt::Debug;

use super::{Item, Reader};
use crate::cause::Damage;
use crate::limits::Limits;
use crate::place::Position;
use crate::record::{Page, Record};
use crate::source::Source;

/// The pages in the rows of a table, one after the other.
///
/// What reads tables is not part of this crate: it delivers pages, and a [`Reader`] hands them on as
/// records, so that whatever reads records need not know the difference.
pub trait TableRecords: Debug + Send {
    /// Where the next row starts.
    fn position(&self) -> Position;

    /// The next page, or a range of bytes that no page came out of; `None` at the end.
    fn next_page(&mut self) -> Option<Result<Page, Damage>>;

    /// The first offset from `from` on where reading can start by itself; the length of the file
    /// where there is none.
    fn next_start(&mut self, from: u64) -> u64;

    /// Bytes of the file passed so far.
    fn bytes_read(&self) -> u64;
}

impl Reader {
    /// Reads the rows of a table as records. `source` is the file that the table is in.
    pub fn from_table(source: Source, table: Box<dyn TableRecords>, limits: &Limits) -> Self {
        let mut reader = Self::from_source(source, Position::START, limits);
        // A table may look like a package: what is wrong with one is no matter.
        reader.problems.clear();
        reader.table = Some(table);
        reader
    }

    /// The next row as a record.
    pub(super) fn next_of_table(&mut self) -> Option<Item<'static>> {
        let table = self.table.as_mut()?;
        if table.position().offset >= self.stop {
            return None;
        }
        Some(match table.next_page()? {
            Ok(page) => Item::Record(Record::of_page(page)),
            Err(damage) => Item::Damage(damage),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::Cause;
    use crate::place::Location;
    use crate::{NotCapture, RecordKind, capture};

    #[derive(Debug)]
    struct Rows(u64);

    impl TableRecords for Rows {
        fn position(&self) -> Position {
            Position { offset: self.0 * 10, inner_offset: 0 }
        }

        fn next_page(&mut self) -> Option<Result<Page, Damage>> {
            let location = Location { offset: self.0 * 10, length: 10, inner_offset: 0 };
            self.0 += 1;
            match self.0 {
                1 => Some(Ok(Page {
                    url: "http://a.example/\r\nWARC-Type: response".into(),
                    date: Some("2020-02-02T02:02:02Z".into()),
                    media_type: "text/html; charset=utf-8".into(),
                    bytes: b"<p>The tide.".to_vec(),
                    location,
                })),
                2 => {
                    let (offset, cause) = (location.offset, Cause::RowUnreadable);
                    Some(Err(Damage { offset, length: 10, cause, detail: String::new() }))
                }
                3 => Some(Ok(Page {
                    url: "http://b.example/".into(),
                    date: None,
                    media_type: "text/html".into(),
                    bytes: Vec::new(),
                    location,
                })),
                _ => None,
            }
        }

        fn next_start(&mut self, from: u64) -> u64 {
            from.next_multiple_of(10)
        }

        fn bytes_read(&self) -> u64 {
            self.0 * 10
        }
    }

    fn reader() -> Reader {
        Reader::from_table(Source::from_bytes(&[b'x'; 30]), Box::new(Rows(0)), &Limits::default())
    }

    #[test]
    fn rows_are_resources_and_say_that_they_come_from_a_table() -> Result<(), NotCapture> {
        let (mut reader, limits) = (reader(), Limits::default());
        let Some(Item::Record(record)) = reader.next() else { panic!("a record") };
        assert_eq!(*record.kind(), RecordKind::Resource);
        let page = capture(&record, &limits)?;
        // A line break in an address must not make another field of it.
        assert_eq!(page.url, "http://a.example/  WARC-Type: response");
        assert_eq!(page.content_type.as_deref(), Some("text/html; charset=utf-8"));
        assert_eq!(page.date.map(|date| date.unix_ms), Some(1_580_608_922_000));
        assert_eq!(&*page.payload.content, b"<p>The tide.");
        let causes =
            |record: &Record<'_>| record.faults().iter().map(|f| f.cause).collect::<Vec<_>>();
        assert_eq!(causes(&record), [Cause::TableRow]);
        assert!(record.is_sound() && record.record_id().is_none());
        assert!(matches!(reader.next(), Some(Item::Damage(d)) if d.offset == 10));
        let Some(Item::Record(record)) = reader.next_head() else { panic!("a record") };
        // That a table names no times is no fault of each row.
        assert_eq!((causes(&record), record.date()), (vec![Cause::TableRow], None));
        assert_eq!(record.location().offset, 20);
        assert!(reader.next().is_none());
        assert_eq!(reader.bytes_read(), 40);
        Ok(())
    }

    #[test]
    fn rows_behind_the_end_of_a_share_are_left_to_the_next() {
        let mut reader = reader();
        assert_eq!(reader.next_member(11), 20);
        reader.stop_before(20);
        assert_eq!(std::iter::from_fn(|| reader.next().map(drop)).count(), 2);
    }
}
