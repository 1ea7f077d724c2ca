#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| scutch_fuzz::html::run(data));
