//! What one line of a list names.

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
        if let Some((algorithm, value)) = text.split_once(':')
            && is_algorithm(algorithm)
        {
            return digest(algorithm, value).map(Self::Digest).ok_or(NameFault::Digest);
        }
        if is_row_id(text) {
            return Ok(Self::Row(text.to_owned()));
        }
        if text.contains("://") {
            return match scutch_url::host(text) {
                Some(_) => Ok(Self::Address(scutch_url::surt(text))),
                None => Err(NameFault::Unknown),
            };
        }
        // A host turned round has a comma; a word alone would name a whole top-level domain.
        let host = text.split(')').next().unwrap_or_default();
        let is_host = host.contains(',') && !host.contains(['/', '?', ' ']);
        match is_host {
            true => Ok(Self::Prefix(text.to_owned())),
            false => Err(NameFault::Unknown),
        }
    }
}

/// A row id: 20 bytes in base32, in lower case.
fn is_row_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
}

/// Algorithms of digests in archives.
fn is_algorithm(name: &str) -> bool {
    const KNOWN: &[&str] = &["md5", "sha1", "sha-1", "sha256", "sha-256", "sha512", "sha-512"];
    KNOWN.contains(&name.to_ascii_lowercase().as_str())
}

/// The form in which digests are compared: archives write them in either case.
pub(super) fn digest_key(text: &str) -> Option<String> {
    let (algorithm, value) = text.split_once(':')?;
    digest(algorithm, value)
}

fn digest(algorithm: &str, value: &str) -> Option<String> {
    let is_value =
        value.len() >= 26 && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'=');
    let algorithm = algorithm.to_ascii_lowercase().replace('-', "");
    let is_ours = algorithm != "sha256" || matches!(value.len(), 52 | 56 | 64);
    (is_value && is_ours).then(|| format!("{algorithm}:{}", value.to_ascii_uppercase()))
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
