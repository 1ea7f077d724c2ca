//! Any bytes as a file of WARC records, plain or compressed, with the captures in them.

use crate::reading;

/// One execution.
pub fn run(data: &[u8]) {
    reading::read(data);
}
