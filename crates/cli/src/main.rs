//! The binary `scutch`.
fn main() {}
