//! Any bytes as an ARC file: the version block comes before them.

use crate::reading;

/// One execution.
pub fn run(data: &[u8]) {
    const VERSION: &[u8] =
        b"filedesc://a.arc 0.0.0.0 20050101000000 text/plain 77\n1 0 x\nURL IP-address \
        Archive-date Content-type Archive-length\n\n";
    reading::read(&[VERSION, data].concat());
}
