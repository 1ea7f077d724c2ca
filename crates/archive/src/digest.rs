//! Digests of blocks and payloads, and the verdict on those an archive declares.

use data_encoding::{BASE32, BASE32_NOPAD, HEXLOWER};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// A declared digest against the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestStatus {
    /// The digest is that of the bytes.
    Agree,
    /// It is not.
    Disagree,
    /// None was declared.
    Absent,
    /// The declaration cannot be read, or names an algorithm we do not know.
    Malformed,
}

impl DigestStatus {
    /// The word used in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Absent => "absent",
            Self::Malformed => "malformed",
        }
    }
}

/// Compares a declared digest (`sha1:BASE32`, also hex; sha1, sha256, md5) with byte sequences any
/// of which it may be meant for.
pub fn verdict(declared: Option<&str>, candidates: &[&[u8]]) -> DigestStatus {
    let Some(declared) = declared.map(str::trim) else { return DigestStatus::Absent };
    let Some((algorithm, value)) = declared.split_once(':') else { return DigestStatus::Malformed };
    // `SHA-1`, `sha1` and `Sha1` all occur.
    let algorithm = algorithm.trim().to_ascii_lowercase().replace('-', "");
    let Some((length, digest)) = ALGORITHMS.iter().find(|a| a.0 == algorithm).map(|a| (a.1, a.2))
    else {
        return DigestStatus::Malformed;
    };
    let Some(expected) = value_bytes(value.trim(), length) else { return DigestStatus::Malformed };
    let mut last = None;
    for bytes in candidates {
        // Most candidates are one and the same bytes.
        if last.is_some_and(|last: &[u8]| std::ptr::eq(last, *bytes)) {
            continue;
        }
        if digest(bytes) == expected {
            return DigestStatus::Agree;
        }
        last = Some(bytes);
    }
    DigestStatus::Disagree
}

type Algorithm = fn(&[u8]) -> Vec<u8>;

/// Name, length in bytes, function.
const ALGORITHMS: &[(&str, usize, Algorithm)] = &[
    ("sha1", 20, |bytes| Sha1::digest(bytes).to_vec()),
    ("sha256", 32, |bytes| Sha256::digest(bytes).to_vec()),
    ("md5", 16, |bytes| Md5::digest(bytes).to_vec()),
];

fn value_bytes(value: &str, length: usize) -> Option<Vec<u8>> {
    // Hexadecimal digits and base32 have different lengths for every algorithm.
    if value.len() == length * 2 {
        return HEXLOWER.decode(value.to_ascii_lowercase().as_bytes()).ok();
    }
    let upper = value.to_ascii_uppercase();
    // md5 in base32 is padded by some writers and not by others.
    let encoding = if upper.ends_with('=') { BASE32 } else { BASE32_NOPAD };
    encoding.decode(upper.as_bytes()).ok().filter(|bytes| bytes.len() == length)
}

/// sha256 in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// sha1 in base32, as archives declare it.
pub fn sha1_base32(bytes: &[u8]) -> String {
    BASE32.encode(&Sha1::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let bytes: &[u8] = b"scutch";
        let base32 = format!("sha1:{}", sha1_base32(bytes));
        let hex = format!("sha256:{}", sha256_hex(bytes).to_uppercase());
        let cases = [
            (Some(base32.as_str()), DigestStatus::Agree),
            (Some(hex.as_str()), DigestStatus::Agree),
            (Some("SHA-1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), DigestStatus::Disagree),
            (Some("sha1:short"), DigestStatus::Malformed),
            (Some("crc32:00000000"), DigestStatus::Malformed),
            (Some("nonsense"), DigestStatus::Malformed),
            (None, DigestStatus::Absent),
        ];
        for (declared, expected) in cases {
            assert_eq!(verdict(declared, &[b"other", bytes]), expected, "{declared:?}");
        }
    }
}
