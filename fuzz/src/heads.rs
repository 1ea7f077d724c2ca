//! Any bytes as an archive, of which only the heads of records are wanted.

use scutch_archive::{Item, Limits, Reader};

/// One execution.
pub fn run(data: &[u8]) {
    read_heads(data);
}

/// Every record lies in the file, and there are no more of them than bytes.
pub fn read_heads(bytes: &[u8]) {
    let limits = Limits { block: 1 << 20, payload: 1 << 20, ..Limits::default() };
    let mut reader = Reader::from_bytes(bytes, &limits);
    let end = bytes.len() as u64;
    let mut items = 0;
    while let Some(item) = reader.next_head() {
        items += 1;
        assert!(items <= 2 * bytes.len() + 16, "no end");
        let (offset, length) = match item {
            Item::Damage(damage) => (damage.offset, damage.length),
            Item::Record(record) => (record.location().offset, record.location().length),
        };
        assert!(offset <= end && length <= end - offset, "{offset}+{length} of {end}");
    }
}
