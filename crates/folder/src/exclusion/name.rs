//! What one line of a list names.

use data_encoding::{BASE32_NOPAD, HEXLOWER_PERMISSIVE, HEXUPPER};
use jiff::Timestamp;

/// What a line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// The id of a row.
    Row(String),
    /// A digest of the payload, in the form of [`digest_key`].
    Digest(String),
    /// One capture: its archive, its time, and the SURT key of its address.
    Pwid { archive: String, seconds: i64, url_key: String },
    /// The SURT key of an address: all captures of it.
    Address(String),
    /// The start of SURT keys.
    Prefix(String),
}

/// Why a line names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameFault {
    /// Bytes that are no UTF-8.
    #[error("is no UTF-8")]
    NotUtf8,
    /// Nothing of the five kinds.
    #[error(
        "names no address (http://...), SURT prefix (example,harbour)/...), digest (sha256:...), row id or PWID"
    )]
    Unknown,
    /// A PWID that does not name a single capture.
    #[error("is no PWID of one file: urn:pwid:ARCHIVE:2019-05-17T10:00:02Z:part:URL")]
    Pwid,
    /// A SURT prefix of a host that no key has.
    #[error("names a host with `www`, which SURT keys leave out: write it without")]
    Www,
    /// A digest of another algorithm or length.
    #[error("is no digest: sha256: with 64 hexadecimal digits, or as the archive declares it")]
    Digest,
}

/// Letters of a row id.
const ID_LETTERS: usize = 32;

impl Name {
    /// What a line without its reason names.
    pub(super) fn parse(text: &str) -> Result<Self, NameFault> {
        if let Some(rest) = text.strip_prefix("urn:pwid:") {
            return pwid(rest).ok_or(NameFault::Pwid);
        }
        if let Some((name, value)) = text.split_once(':')
            && algorithm(name).is_some()
        {
            return digest(name, value).map(Self::Digest).ok_or(NameFault::Digest);
        }
        if is_row_id(text) {
            return Ok(Self::Row(text.to_owned()));
        }
        let (before, is_address) = text.split_once("://").map_or((text, false), |(s, _)| (s, true));
        // The path of a prefix may hold an address, too.
        if is_address && !(before.contains(',') && before.contains(')')) {
            return match scutch_url::host(text) {
                Some(_) => Ok(Self::Address(scutch_url::surt(text))),
                None => Err(NameFault::Unknown),
            };
        }
        prefix(text)
    }
}

/// The start of a SURT key: a host turned round, of two labels at least. One alone would name a whole
/// top-level domain.
fn prefix(text: &str) -> Result<Name, NameFault> {
    let host = text.split([')', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.strip_suffix(',').unwrap_or(host).split(',').collect();
    let is_label = |label: &&str| !label.is_empty() && !label.contains(['/', '?', ' ', '.']);
    if labels.len() < 2 || !labels.iter().all(is_label) {
        return Err(NameFault::Unknown);
    }
    let is_www = |label: &str| {
        label.strip_prefix("www").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    match labels.last() {
        Some(label) if is_www(label) => Err(NameFault::Www),
        // Keys are in lower case.
        _ => Ok(Name::Prefix(text.to_ascii_lowercase())),
    }
}

/// A row id: 20 bytes in base32, in lower case.
fn is_row_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
}

/// Algorithms of digests in archives, without hyphens, and their bytes.
const ALGORITHMS: &[(&str, usize)] = &[("md5", 16), ("sha1", 20), ("sha256", 32), ("sha512", 64)];

/// The length of a digest of an algorithm: archives write names in either case, with hyphens or without.
fn algorithm(name: &str) -> Option<(&'static str, usize)> {
    let name = name.to_ascii_lowercase().replace('-', "");
    ALGORITHMS.iter().find(|(known, _)| *known == name).copied()
}

/// The form in which digests are compared. Archives write the same bytes in hexadecimal or base32 digits.
pub(super) fn digest_key(text: &str) -> Option<String> {
    let (name, value) = text.split_once(':')?;
    digest(name, value)
}

fn digest(name: &str, value: &str) -> Option<String> {
    let (name, size) = algorithm(name)?;
    let bytes = if value.len() == 2 * size {
        HEXLOWER_PERMISSIVE.decode(value.as_bytes()).ok()?
    } else {
        let digits = value.trim_end_matches('=').to_ascii_uppercase();
        BASE32_NOPAD.decode(digits.as_bytes()).ok()?
    };
    (bytes.len() == size).then(|| format!("{name}:{}", HEXUPPER.encode(&bytes)))
}

/// `ARCHIVE:TIME:PRECISION:URL`, the time with seconds.
fn pwid(rest: &str) -> Option<Name> {
    let (archive, rest) = rest.split_once(':')?;
    let end = rest.find("Z:")? + 1;
    let seconds = rest[..end].parse::<Timestamp>().ok()?.as_second();
    let (precision, url) = rest[end + 1..].split_once(':')?;
    let is_one = !archive.is_empty() && precision == "part" && scutch_url::host(url).is_some();
    is_one.then(|| Name::Pwid {
        archive: archive.to_owned(),
        seconds,
        url_key: scutch_url::surt(url),
    })
}
