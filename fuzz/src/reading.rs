//! Reads bytes as an archive to their end and holds the reader to its promises.

use scutch_archive::{Item, Limits, Reader, capture, digest};

/// Every item lies in the file, and there are no more items than bytes.
pub fn read(bytes: &[u8]) {
    let limits = Limits { block: 1 << 20, payload: 1 << 20, ..Limits::default() };
    let mut reader = Reader::from_bytes(bytes, &limits);
    let end = bytes.len() as u64;
    let mut items = 0;
    while let Some(item) = reader.next() {
        items += 1;
        assert!(items <= 2 * bytes.len() + 16, "no end");
        match item {
            Item::Damage(damage) => assert!(damage.offset <= end && damage.length <= end),
            Item::Record(record) => {
                let place = record.location();
                assert!(place.offset + place.length <= end, "{place:?} of {end}");
                let _ = (record.target_uri(), record.record_id(), record.date());
                let _ = digest::verdict(record.header("WARC-Block-Digest"), &[record.block()]);
                let _ = capture(&record, &limits);
            }
        }
    }
}
