//! The least that reading can cost: every gzip member inflated with libdeflate into one buffer, the
//! ends of header and HTTP header looked for, nothing else.
use libdeflater::Decompressor;

fn main() {
    let file = std::env::args().nth(1).expect("FILE");
    let stored = std::fs::read(file).expect("a file");
    let mut out = vec![0_u8; 64 << 20];
    let mut decompressor = Decompressor::new();
    let (mut at, mut members, mut sum) = (0, 0_u64, 0_usize);
    // The safe wrapper does not tell how much input a member used; the next magic number does, and
    // the few that are none are told by a failing checksum.
    while at < stored.len() {
        let mut from = at + 18;
        let (end, made) = loop {
            let found = memchr::memmem::find(&stored[from..], b"\x1f\x8b\x08\x00");
            let end = found.map_or(stored.len(), |found| from + found);
            match decompressor.gzip_decompress(&stored[at..end], &mut out) {
                Ok(made) => break (end, made),
                Err(_) => from = end + 1,
            }
        };
        let header = memchr::memmem::find(&out[..made], b"\r\n\r\n").expect("a header") + 4;
        sum += memchr::memmem::find(&out[header..made], b"\r\n\r\n").unwrap_or(0);
        members += 1;
        at = end;
    }
    println!("{members} members, {sum}");
}
