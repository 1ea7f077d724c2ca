//! Any bytes as a file of WARC records, plain or compressed, with the captures in them.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/reading.rs"]
mod reading;

fuzz_target!(|data: &[u8]| reading::read(data));
