//! Any bytes as the JSON of an index line.

use scutch_archive::cdx::{Lines, cdxj};

/// One execution.
pub fn run(data: &[u8]) {
    let text = [b"com,example)/ 20200202020202 ", data].concat();
    for line in Lines::new(&text[..]).flatten() {
        let again = cdxj(&line);
        assert!(Lines::new(again.as_bytes()).next().is_some_and(|line| line.is_ok()), "{again:?}");
    }
}
