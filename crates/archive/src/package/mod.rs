//! WACZ packages (Web Archive Collection Zipped 1.1): a ZIP file whose archives are stored without
//! compression, so that their records have places in the package itself.

mod zip;

use std::collections::BTreeMap;
use std::ops::Range;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::cause::{Cause, Damage};
use crate::format::Sniffed;
use crate::member::{MemberKind, zstandard};
use crate::record::{arc, start};
use crate::size::usize_of;
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
/// Packages in packages in packages that are read.
const DEEPEST: u32 = 4;

/// The archives in a package, and what is wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Package {
    /// Byte ranges of the archives in the package, in the order of the directory; those of a package
    /// in it stand in its place.
    pub(crate) parts: Vec<Range<u64>>,
    pub(crate) problems: Vec<Damage>,
    /// Ends of all parts by their starts, and of the packages on each level: no byte is read twice,
    /// and no directory.
    taken: [BTreeMap<u64, u64>; DEEPEST as usize + 1],
}

/// Whether a file that starts with `head` is a package of archives. Bytes may stand before it, such
/// as the program of one that extracts itself.
pub(crate) fn is_package(source: &Source, head: &[u8]) -> bool {
    let is_first = head.starts_with(zip::LOCAL);
    // The end of every archive would be searched for a directory.
    if !is_first && (is_something_else(head) || !zip::has_directory(source)) {
        return false;
    }
    match zip::directory(source) {
        Ok(entries) => entries.iter().any(|e| is_in(&e.name, ARCHIVES) || is_named(&e.name)),
        // A cut-off package has lost its directory, which stands at the end.
        Err(_) => {
            let name = head.get(30..).unwrap_or_default();
            is_first && FIRST.iter().any(|first| name.starts_with(first.as_bytes()))
        }
    }
}

/// True for the beginning of an archive, and where there is no file that is long enough.
fn is_something_else(head: &[u8]) -> bool {
    MemberKind::from_magic(head).is_some()
        || zstandard::is_skippable(head)
        || start::is_version_line(head)
        || arc::may_start(head)
        || arc::starts(head)
}

/// Reads what a package holds. With `hashes`, the archives are compared with the hashes that the
/// package declares.
pub(crate) fn read(source: &Source, hashes: bool) -> Package {
    let mut package = Package::default();
    let whole = Place { source: source.clone(), start: 0, name: String::new(), depth: 0 };
    package.read(&whole, hashes);
    package
}

/// A package, and where it lies.
struct Place {
    source: Source,
    /// Bytes of the file before it.
    start: u64,
    /// Name of the entry that it is, with a slash behind; empty for the file itself.
    name: String,
    depth: u32,
}

impl Place {
    fn problem(&self, entry: &ZipEntry, cause: Cause, range: Range<u64>) -> Damage {
        let detail = format!("entry {:?}", format!("{}{}", self.name, entry.name));
        Damage { offset: range.start, length: range.end - range.start, cause, detail }
    }
}

impl Package {
    fn read(&mut self, place: &Place, hashes: bool) {
        let entries = match zip::directory(&place.source) {
            Ok(entries) => entries,
            Err(detail) => {
                let (offset, length) = (place.start, place.source.len());
                let detail = format!("{}{detail}", place.name);
                let cause = Cause::PackageCorrupt;
                self.problems.push(Damage { offset, length, cause, detail });
                return;
            }
        };
        let mut names: BTreeMap<&str, u32> = BTreeMap::new();
        entries.iter().for_each(|entry| *names.entry(&entry.name).or_default() += 1);
        // Hashing reads the whole package, so it is done once, not at every look-up.
        let declared = if hashes { declared(&place.source, &entries) } else { BTreeMap::new() };
        for entry in entries.iter().filter(|entry| !entry.name.ends_with('/')) {
            let known = Known { twice: names[&*entry.name] > 1, hash: declared.get(&entry.name) };
            self.add(place, entry, &known, hashes);
        }
    }

    fn add(&mut self, place: &Place, entry: &ZipEntry, known: &Known<'_>, hashes: bool) {
        let Some(start) = entry.start(&place.source).filter(|start| *start > 0) else {
            let range = place.start..place.start;
            self.problems.push(place.problem(entry, Cause::PackageCorrupt, range));
            return;
        };
        let inner = start..start + entry.stored;
        let range = place.start + inner.start..place.start + inner.end;
        if entry.method != 0 || entry.encrypted {
            if is_named(&entry.name) {
                self.problems.push(place.problem(entry, Cause::EntryCompressed, range));
            }
            return;
        }
        let source = place.source.part(&inner);
        let found = content(&source, entry);
        if found == Content::Other {
            return;
        }
        // An attacker could let index and records mean different entries, or one entry many.
        let level = if found == Content::Package { place.depth + 1 } else { 0 };
        if known.twice || !self.take(&range, level) {
            self.problems.push(place.problem(entry, Cause::DuplicateEntry, range));
            return;
        }
        if known.hash.is_some_and(|hash| *hash != sha256(&place.source, inner)) {
            let at = range.start..range.start;
            self.problems.push(place.problem(entry, Cause::PackageHash, at));
        }
        if found == Content::Archive {
            self.parts.push(range);
        } else if level > DEEPEST {
            self.problems.push(place.problem(entry, Cause::PackageDepth, range));
        } else {
            let name = format!("{}{}/", place.name, entry.name);
            let place = Place { source, start: range.start, name, depth: level };
            self.read(&place, hashes);
        }
    }

    /// Takes a range for an archive (level 0) or a package, unless another has some of it.
    fn take(&mut self, range: &Range<u64>, level: u32) -> bool {
        let Some(taken) = self.taken.get_mut(level as usize) else { return true };
        if range.is_empty() {
            return true;
        }
        let before = taken.range(..range.end).next_back();
        if before.is_some_and(|(_, end)| *end > range.start) {
            return false;
        }
        taken.insert(range.start, range.end);
        true
    }
}

/// What the package says of an entry elsewhere than in it.
struct Known<'p> {
    /// Several entries have its name.
    twice: bool,
    /// Its declared hash.
    hash: Option<&'p String>,
}

/// What an entry holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Archive,
    Package,
    Other,
}

fn content(source: &Source, entry: &ZipEntry) -> Content {
    let mut head = vec![0; LOOK.min(usize_of(source.len()))];
    let n = source.read_at(0, &mut head).unwrap_or_default();
    head.truncate(n);
    if is_package(source, &head) {
        return Content::Package;
    }
    // What lies there is meant to be an archive, whatever its first bytes.
    let archive = is_in(&entry.name, ARCHIVES)
        || matches!(Sniffed::from_head(&head, None), Sniffed::Archive(_));
    if archive && !is_in(&entry.name, INDEXES) { Content::Archive } else { Content::Other }
}

/// True for entries of a folder of the package, which may lie in a folder itself.
fn is_in(name: &str, folder: &str) -> bool {
    name.strip_suffix('/').is_none()
        && (name.starts_with(folder)
            || name.match_indices(folder).any(|(at, _)| name[..at].ends_with('/')))
}

/// True for the name of an archive or a package.
fn is_named(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let suffixes = file.split('.').skip(1);
    file.contains(".warc") || suffixes.into_iter().any(|part| matches!(part, "arc" | "wacz"))
}

/// The hashes in `datapackage.json`, by entry name.
fn declared(source: &Source, entries: &[ZipEntry]) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    for entry in entries {
        // The package may lie in a folder of the ZIP file.
        let Some(folder) = entry.name.strip_suffix(DESCRIPTION_NAME) else { continue };
        if !folder.is_empty() && !folder.ends_with('/') {
            continue;
        }
        let content = entry.content(source, DESCRIPTION).unwrap_or_default();
        let description = serde_json::from_slice::<serde_json::Value>(&content);
        let description = description.unwrap_or_default();
        let resources = description["resources"].as_array().into_iter().flatten();
        let found = resources.filter_map(resource_hash);
        hashes.extend(found.map(|(path, hash)| (format!("{folder}{path}"), hash)));
    }
    hashes
}

/// Path and hash of a resource.
fn resource_hash(resource: &serde_json::Value) -> Option<(&str, String)> {
    // Written as in the standard, and as its first tools wrote it.
    let hash = resource["hash"].as_str().or(resource["stats"]["hash"].as_str())?;
    // Without a prefix it is sha256, too, in packages of the first version.
    let hash = hash.strip_prefix("sha256:").unwrap_or(hash);
    let hex = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let path = resource["path"].as_str()?;
    hex.then(|| (path, hash.to_ascii_lowercase()))
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
