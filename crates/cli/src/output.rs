//! Outputs: a file, or standard output, which `-` names too. An output never overwrites an input.

use std::fs;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::{Sniffed, UnwrittenFile, WholeFile, is_address, sniff};
use scutch_folder::inputs::{self, STDIN};
use scutch_foreign::Escaping;
use tempfile::TempDir;

use crate::exit::UsageError;

/// The program and its version, as every report page names it.
pub(crate) const TOOL: &str = concat!("scutch ", env!("CARGO_PKG_VERSION"));

/// The named file, or standard output, for JSON, CDXJ, TOML and tables. On standard output, characters
/// that steer a terminal are escaped as JSON does. Fails if no such file can be made.
pub(crate) fn output(path: Option<&Path>) -> io::Result<Output> {
    match named(path) {
        Some(path) => waiting(path),
        None => Ok(Output::Stdout(Escaping::json(stdout()))),
    }
}

/// The named file, or standard output, for bytes that must stay as they are: payloads, text that is
/// piped to another program. Fails as [`output`] does.
pub(crate) fn bytes(path: Option<&Path>) -> io::Result<Output> {
    named(path).map_or_else(|| Ok(Output::Bytes(stdout())), waiting)
}

/// Standard output for lines that people read: what archives and lists hold cannot steer a terminal.
pub(crate) fn text() -> Escaping<BufWriter<StdoutLock<'static>>> {
    Escaping::new(stdout())
}

/// Standard output with a buffer.
fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(BUFFER, io::stdout().lock())
}

/// A file that is made with its first byte.
fn waiting(path: &Path) -> io::Result<Output> {
    makeable(path)?;
    Ok(Output::Waiting { path: path.to_owned(), new: false })
}

/// A temporary folder; its error names where it was to be.
pub(crate) fn temporary_folder() -> anyhow::Result<TempDir> {
    let parent = std::env::temp_dir();
    let cannot = || format!("{}: no temporary folder can be made", parent.display());
    tempfile::tempdir_in(&parent).with_context(cannot)
}

/// Names of standard output. Opened as a file it would be made anew, and `>> FILE` be wiped.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The file that was named, if it is none of the standard streams.
fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !STDOUT.iter().any(|name| *path == Path::new(name)))
}

/// Writes a whole file, or all of it to standard output for `-`.
pub(crate) fn write(path: &Path, all: impl AsRef<[u8]>) -> io::Result<()> {
    let mut out = output(Some(path))?;
    out.write_all(all.as_ref())?;
    out.publish()
}

/// A file that must not exist yet: archives are not written over, for they may be the only copy.
pub(crate) fn new_output(path: &Path) -> anyhow::Result<Output> {
    // `exists` follows links: a dangling one would be taken as free, and written through.
    if path.symlink_metadata().is_ok() {
        return Err(Exists(path.to_owned()).into());
    }
    makeable(path)?;
    Ok(Output::Waiting { path: path.to_owned(), new: true })
}

/// As [`output`], but a file that is there is not written over. Devices and pipes may be written to again.
pub(crate) fn kept_output(path: Option<&Path>) -> anyhow::Result<Output> {
    let is_kept = |path: &&Path| {
        path.symlink_metadata().is_ok_and(|found| found.is_file() || found.is_symlink())
    };
    match named(path).filter(is_kept) {
        Some(path) => Err(Exists(path.to_owned()).into()),
        None => Ok(output(path)?),
    }
}

/// As [`bytes`], but an archive that is there is not written over.
pub(crate) fn bytes_but_over_archives(path: Option<&Path>) -> anyhow::Result<Output> {
    let is_archive =
        |path: &&Path| path.is_file() && matches!(sniff(path), Ok(Sniffed::Archive(_)));
    match named(path).filter(is_archive) {
        Some(path) => Err(Exists(path.to_owned()).into()),
        None => Ok(bytes(path)?),
    }
}

/// A new file's name is taken.
#[derive(Debug, thiserror::Error)]
#[error("{0}: exists already, and is not written over")]
pub(crate) struct Exists(PathBuf);

impl Exists {
    /// What a user can do about it.
    pub(crate) const HINT: &'static str = "name another file, or move that one elsewhere";
}

/// Bytes of an output buffer. Rows are short; 64 KiB makes system calls rare.
const BUFFER: usize = 1 << 16;

/// An output. A file is made under a temporary name with its first byte, and renamed when it is
/// published; so a command that fails leaves an existing file as it is. Callers flush or publish at
/// the end; both put the file in its place.
pub(crate) enum Output {
    Stdout(Escaping<BufWriter<StdoutLock<'static>>>),
    Bytes(BufWriter<StdoutLock<'static>>),
    /// Nothing was written yet.
    Waiting {
        path: PathBuf,
        new: bool,
    },
    File(WholeFile),
}

impl Output {
    /// Makes the file that was waiting for its first byte.
    fn opened(&mut self) -> io::Result<()> {
        if let Self::Waiting { path, new } = self {
            let file = if *new { WholeFile::create_new(path) } else { WholeFile::create(path) };
            *self = Self::File(file?);
        }
        Ok(())
    }

    /// Puts the file in its place: it is whole.
    pub(crate) fn publish(mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.opened()?;
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Bytes(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
            // Never reached: `opened` left no file waiting.
            Self::Waiting { .. } => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.opened()?;
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Bytes(out) => out.flush(),
            Self::File(file) => file.publish(),
            Self::Waiting { .. } => Ok(()),
        }
    }
}

/// An error of the same kind with the name of its file.
fn unwritten(path: &Path, source: io::Error) -> io::Error {
    UnwrittenFile::error(path, source)
}

/// Fails if no file of that name can be made: its folder is missing, or the name is a folder's. Makes
/// nothing, so that no output is begun when another one cannot be made.
fn makeable(path: &Path) -> io::Result<()> {
    let fault = |kind, sentence: String| Err(unwritten(path, io::Error::new(kind, sentence)));
    // A path that ends in `/` would lose its slash in `file_name` and name a file after all.
    if path.is_dir() || path.as_os_str().as_bytes().ends_with(b"/") {
        return fault(io::ErrorKind::IsADirectory, "it names a folder".to_owned());
    }
    let Some(folder) = folder(path) else { return Ok(()) };
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => fault(io::ErrorKind::NotADirectory, format!("{} is no folder", folder.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fault(error.kind(), format!("there is no folder {}", folder.display()))
        }
        Err(error) => Err(unwritten(path, error)),
    }
}

/// The folder of a file, existing or not.
fn folder(path: &Path) -> Option<&Path> {
    path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// Fails if an output cannot be made, or is one of the inputs under whatever name. Called before anything
/// is written. Inputs may be files, patterns, folders of archives, or `-`; names that are none of these
/// on disk are skipped.
pub(crate) fn guarded<P: AsRef<Path>>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = P>,
) -> anyhow::Result<()> {
    let Some(path) = named(path) else { return Ok(()) };
    makeable(path)?;
    let Some(file) = identity(path) else { return Ok(()) };
    for input in inputs {
        if let Some(read) = read_as(input.as_ref(), file) {
            let (path, read) = (path.display(), read.display());
            let sentence = format!(
                "{path}: would be overwritten, but is read as the input {read}; name another file"
            );
            return Err(UsageError(sentence).into());
        }
    }
    Ok(())
}

/// Fails if two outputs are one file under whatever names, or if one of them cannot be made. The second
/// would overwrite the first.
pub(crate) fn apart<'p>(outputs: impl IntoIterator<Item = Option<&'p Path>>) -> anyhow::Result<()> {
    let mut known: Vec<PathBuf> = Vec::new();
    for path in outputs.into_iter().flatten() {
        named(Some(path)).map_or(Ok(()), makeable)?;
        // A device or a pipe loses nothing when two outputs write to it.
        if path.exists() && identity(path).is_none() {
            continue;
        }
        let place = place(path);
        let same = |other: &PathBuf| {
            *other == place || identity(other).is_some_and(|file| identity(path) == Some(file))
        };
        if known.iter().any(same) {
            let path = path.display();
            let sentence = format!("{path}: named for two outputs; each needs a file of its own");
            return Err(UsageError(sentence).into());
        }
        known.push(place);
    }
    Ok(())
}

/// A canonical name for a file that need not exist.
fn place(path: &Path) -> PathBuf {
    let whole = || path.canonicalize().ok();
    let below = || Some(folder(path)?.canonicalize().ok()?.join(path.file_name()?));
    whole().or_else(below).unwrap_or_else(|| path.to_owned())
}

/// Device and inode of a file: hard links and other names of a file have the same ones. `None` for a
/// pipe or `/dev/null`, which lose nothing when written.
type Identity = (u64, u64);

/// Device and inode of a file that exists: two paths may name the same one.
fn identity(path: &Path) -> Option<Identity> {
    let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((meta.dev(), meta.ino()))
}

/// The name under which an input is the file.
fn read_as(input: &Path, file: Identity) -> Option<PathBuf> {
    let is_it = |input: &Path| identity(input) == Some(file);
    if input == Path::new(STDIN) {
        return is_it(Path::new("/dev/stdin")).then(|| input.to_owned());
    }
    // No output goes to an address.
    if is_address(input) {
        return None;
    }
    if input.is_file() {
        return is_it(input).then(|| input.to_owned());
    }
    let listed = inputs::list(&[input.to_str()?.to_owned()], None).ok()?;
    listed.files.into_iter().map(|file| file.path).find(|archive| is_it(archive))
}
