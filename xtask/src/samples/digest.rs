//! Digests as archives declare them, and record identifiers made of digests.

use data_encoding::{BASE32, HEXLOWER};
use sha1::{Digest, Sha1};
use sha2::Sha256;

/// `sha1:` and the digest in base 32.
pub(crate) fn sha1(data: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::digest(data)))
}

/// A record identifier shaped like a version 8 UUID (one's own bits) out of what the record is.
pub(crate) fn record_id(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize()[..16]);
    bytes[6] = bytes[6] & 0x0F | 0x80;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex = HEXLOWER.encode(&bytes);
    let group = |from: usize, to: usize| &hex[from..to];
    let groups = [group(0, 8), group(8, 12), group(12, 16), group(16, 20), group(20, 32)];
    format!("urn:uuid:{}", groups.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        assert_eq!(sha1(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn identifiers_depend_on_where_parts_end() {
        assert_ne!(record_id(&[b"ab", b"c"]), record_id(&[b"a", b"bc"]));
        assert_eq!(record_id(&[b"a"]).len(), "urn:uuid:".len() + 36);
    }
}
