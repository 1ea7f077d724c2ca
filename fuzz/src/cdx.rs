//! Any bytes as an index; what is read is written and read again.

use scutch_archive::cdx::{Lines, cdx11, cdxj};

/// One execution.
pub fn run(data: &[u8]) {
    for line in Lines::new(data).flatten() {
        for text in [cdx11(&line), cdxj(&line)] {
            assert!(!text.contains('\n'), "{text:?}");
            let again = Lines::new(text.as_bytes()).next();
            let again = again.expect("a line").expect("a line that can be read");
            assert_eq!((again.offset, again.length), (line.offset, line.length), "{text:?}");
        }
    }
}
