//! Any bytes behind the magic number of a compression, chosen by the first byte.

use crate::reading;

/// One execution.
pub fn run(data: &[u8]) {
    const MAGIC: [&[u8]; 4] = [b"\x1f\x8b\x08\x00", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18", b""];
    let Some((kind, bytes)) = data.split_first() else { return };
    reading::read(&[MAGIC[usize::from(*kind) % MAGIC.len()], bytes].concat());
}
