//! WACZ packages (Web Archive Collection Zipped 1.1): a ZIP file whose archives are stored without
//! compression, so that their records have places in the package itself.

mod zip;

use std::collections::BTreeMap;
use std::ops::Range;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::cause::{Cause, Damage};
use crate::format::Sniffed;
use crate::source::Source;
use zip::ZipEntry;

/// Bytes of an entry looked at to see whether it is an archive.
const LOOK: usize = 64 << 10;
/// Longest `datapackage.json` read.
const DESCRIPTION: u64 = 16 << 20;
const DESCRIPTION_NAME: &str = "datapackage.json";
/// Folder of the archives in a package.
const ARCHIVES: &str = "archive/";
/// Folder of indexes, which are compressed like archives and are none.
const INDEXES: &str = "indexes/";
/// First entries by which a package is known when its directory is lost.
const FIRST: &[&str] = &[ARCHIVES, INDEXES, "pages/", DESCRIPTION_NAME];

/// The archives in a package, and what is wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Package {
    /// Byte ranges of the archives in the package, in the order of the directory.
    pub(crate) parts: Vec<Range<u64>>,
    pub(crate) problems: Vec<Damage>,
}

/// Whether a file that starts with `head` is a package of archives.
pub(crate) fn is_package(source: &Source, head: &[u8]) -> bool {
    // Self-extracting packages start with a program; nobody makes WACZ files like that.
    if !head.starts_with(zip::LOCAL) {
        return false;
    }
    match zip::directory(source) {
        Ok(entries) => entries.iter().any(|e| e.name.starts_with(ARCHIVES)),
        // A cut-off package has lost its directory, which stands at the end.
        Err(_) => {
            let name = head.get(30..).unwrap_or_default();
            FIRST.iter().any(|first| name.starts_with(first.as_bytes()))
        }
    }
}

/// Reads what a package holds. With `hashes`, the archives are compared with the hashes that the
/// package declares.
pub(crate) fn read(source: &Source, hashes: bool) -> Package {
    let mut package = Package::default();
    let entries = match zip::directory(source) {
        Ok(entries) => entries,
        Err(detail) => {
            let length = source.len();
            let damage = Damage { offset: 0, length, cause: Cause::PackageCorrupt, detail };
            package.problems.push(damage);
            return package;
        }
    };
    let mut names: BTreeMap<&str, u32> = BTreeMap::new();
    entries.iter().for_each(|entry| *names.entry(&entry.name).or_default() += 1);
    // Hashing reads the whole package, so it is done once, not at every look-up.
    let declared = if hashes { declared(source, &entries) } else { BTreeMap::new() };
    for entry in entries.iter().filter(|entry| !entry.name.ends_with('/')) {
        package.add(source, entry, names[&*entry.name] > 1, declared.get(&entry.name));
    }
    package
}

impl Package {
    fn add(&mut self, source: &Source, entry: &ZipEntry, twice: bool, declared: Option<&String>) {
        let named = entry.name.starts_with(ARCHIVES);
        let (offset, length) = (entry.start(source).unwrap_or(0), entry.stored);
        let problem = |cause, length| Damage {
            offset,
            length,
            cause,
            detail: format!("entry {:?}", entry.name),
        };
        if offset == 0 {
            self.problems.push(problem(Cause::PackageCorrupt, 0));
        } else if entry.method != 0 || entry.encrypted {
            if named && is_archive_name(&entry.name) {
                self.problems.push(problem(Cause::EntryCompressed, length));
            }
        } else if !entry.name.starts_with(INDEXES) && (named || is_archive(source, offset, length))
        {
            // An attacker could let index and records mean different entries.
            if twice {
                self.problems.push(problem(Cause::DuplicateEntry, length));
                return;
            }
            let range = offset..offset + length;
            if declared.is_some_and(|hash| *hash != sha256(source, range.clone())) {
                self.problems.push(problem(Cause::PackageHash, 0));
            }
            self.parts.push(range);
        }
    }
}

fn is_archive_name(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|file| file.contains(".warc") || file.contains(".arc"))
}

fn is_archive(source: &Source, offset: u64, length: u64) -> bool {
    let mut head = vec![0; LOOK.min(usize::try_from(length).unwrap_or(LOOK))];
    let n = source.read_at(offset, &mut head).unwrap_or_default();
    matches!(Sniffed::from_head(&head[..n], None), Sniffed::Archive(_))
}

/// The hashes in `datapackage.json`, by entry name.
fn declared(source: &Source, entries: &[ZipEntry]) -> BTreeMap<String, String> {
    let entry = entries.iter().find(|entry| entry.name == DESCRIPTION_NAME);
    let content = entry.and_then(|entry| entry.content(source, DESCRIPTION)).unwrap_or_default();
    let Ok(description) = serde_json::from_slice::<serde_json::Value>(&content) else {
        return BTreeMap::new();
    };
    let resources = description["resources"].as_array().into_iter().flatten();
    let hashes = resources.filter_map(|resource| {
        // Written as in the standard, and as its first tools wrote it.
        let hash = resource["hash"].as_str().or(resource["stats"]["hash"].as_str())?;
        // Without a prefix it is sha256, too, in packages of the first version.
        let hash = hash.strip_prefix("sha256:").unwrap_or(hash);
        let hex = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        let path = resource["path"].as_str()?;
        hex.then(|| (path.to_owned(), hash.to_ascii_lowercase()))
    });
    hashes.collect()
}

fn sha256(source: &Source, range: Range<u64>) -> String {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    let mut at = range.start;
    while at < range.end {
        let want = buffer.len().min(usize::try_from(range.end - at).unwrap_or(usize::MAX));
        match source.read_at(at, &mut buffer[..want]) {
            Ok(n) if n > 0 => {
                digest.update(&buffer[..n]);
                at += n as u64;
            }
            _ => break,
        }
    }
    HEXLOWER.encode(&digest.finalize())
}
