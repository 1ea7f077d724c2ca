//! Any bytes as an ARC file: the version block comes before them.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/reading.rs"]
mod reading;

fuzz_target!(|data: &[u8]| {
    const VERSION: &[u8] =
        b"filedesc://a.arc 0.0.0.0 20050101000000 text/plain 77\n1 0 x\nURL IP-address \
        Archive-date Content-type Archive-length\n\n";
    reading::read(&[VERSION, data].concat());
});
