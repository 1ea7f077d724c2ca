//! Ids for records that have none: made from bytes and place, so that they stay the same.

use std::io::{self, Read};

use data_encoding::{BASE32, HEXLOWER};
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

use crate::writer::read_some;

/// The id of a record and the digest of its block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    /// In angle brackets, as `WARC-Record-ID` has it.
    pub(super) id: String,
    /// `sha1:` in base32.
    pub(super) block_digest: String,
}

impl Identity {
    /// Hashes a block as it streams by; `name` tells records of one block from each other.
    pub(super) fn of(name: &str, mut block: impl Read) -> io::Result<Self> {
        let (mut sha1, mut sha256) = (Sha1::new(), Sha256::new());
        sha256.update(name.as_bytes());
        let mut piece = vec![0; 64 << 10];
        loop {
            match read_some(&mut block, &mut piece)? {
                0 => break,
                n => {
                    sha1.update(&piece[..n]);
                    sha256.update(&piece[..n]);
                }
            }
        }
        let block_digest = format!("sha1:{}", BASE32.encode(&sha1.finalize()));
        Ok(Self { id: uuid(&sha256.finalize()), block_digest })
    }
}

/// A hash in the form of a version 5 UUID (RFC 9562, section 5.5).
fn uuid(hash: &[u8]) -> String {
    let hex = HEXLOWER.encode(hash);
    // Version and variant bits are set, the rest is hash.
    let variant = ["8", "9", "a", "b"][usize::from(hash[8] % 4)];
    let (a, b, c) = (&hex[..8], &hex[8..12], &hex[13..16]);
    format!("<urn:uuid:{a}-{b}-5{c}-{variant}{}-{}>", &hex[17..20], &hex[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_name_and_block() {
        let of = |name: &str, block: &[u8]| Identity::of(name, block).expect("memory");
        let one = of("a", b"block");
        assert_eq!(one, of("a", b"block"));
        assert_ne!(one.id, of("b", b"block").id);
        assert_ne!(one.id, of("a", b"other").id);
        assert_eq!(of("a", b"").block_digest, "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
        let shape: String =
            one.id.chars().map(|c| if c.is_ascii_hexdigit() { 'x' } else { c }).collect();
        assert_eq!(shape.len(), "<urn:uuid:xxxxxxxx-xxxx-5xxx-8xxx-xxxxxxxxxxxx>".len());
        assert_eq!(&one.id[24..25], "5");
    }
}
