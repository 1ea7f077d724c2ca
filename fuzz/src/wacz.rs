//! Any bytes as a package of archives.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../shared/reading.rs"]
mod reading;

fuzz_target!(|data: &[u8]| reading::read(data));
