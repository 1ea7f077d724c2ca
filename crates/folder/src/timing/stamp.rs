//! Stamps of inputs: name, size and time, to recognise unchanged files cheaply.

use scutch_archive::{FileStamp, SourcePool, is_address};
use serde::{Deserialize, Serialize};

use crate::digest::file_digest;
use crate::inputs::{Content, InputFile};
use crate::manifest::ObjectVersion;
use crate::{RunError, at};

/// Name, size and modification time of an input. Equal stamps mean the same content, without reading
/// the file. Different ones may: a file that was copied has a new time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Name in rows and reports.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Nanoseconds since 1970. `None` if unknown, and for standard input, which has a digest instead.
    pub modified_ns: Option<u128>,
    /// sha256 in lower-case hex, of standard input only.
    pub sha256: Option<String>,
    /// The version of an object behind an address, if it was asked for: not where an index names ranges of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectVersion>,
    /// Why it could not be read when the inputs were listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
    /// What it holds, unless that is an archive.
    #[serde(default, skip_serializing_if = "Content::is_archive")]
    pub content: Content,
}

/// The stamp of an input file, as it was when the inputs were listed.
///
/// # Errors
/// When the copy of standard input cannot be read.
pub fn stamp(file: &InputFile, pool: &SourcePool) -> Result<Stamp, RunError> {
    // Each run makes a new copy of standard input, so only its content identifies it.
    let (modified_ns, sha256) = if file.is_spool() {
        (None, Some(file_digest(&file.path).map_err(at(&file.path))?.sha256))
    } else {
        // Of the file that was opened, which need not have its path any more.
        (pool.stamp(&file.path).as_ref().and_then(FileStamp::modified_ns), None)
    };
    let (name, unreadable) = (file.name.clone(), file.unreadable.clone());
    let (size, content) = (file.size, file.content.clone());
    let object = match is_address(&file.path) {
        true => pool.source(&file.path).ok().and_then(|source| source.remote_version()),
        false => None,
    };
    let object = object.map(ObjectVersion::from);
    Ok(Stamp { name, size, modified_ns, sha256, object, unreadable, content })
}
