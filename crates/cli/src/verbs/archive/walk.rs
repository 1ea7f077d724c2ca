//! Walks the records of all inputs, file by file, or by the lines of an index.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::copy::RecordBytes;
use scutch_archive::{
    Damage, Item, Limits, Position, Reader, Record, Source, SourcePool, is_address,
};
use scutch_folder::config::Config;
use scutch_folder::inputs::{self, InputFile, STDIN};

use super::indexed::by_index;

/// One step of a walk.
#[allow(clippy::large_enum_variant)] // one at a time is lent
pub(crate) enum WalkItem<'a> {
    /// A record.
    Record(Record<'a>),
    /// Bytes that belong to no record.
    Damage(Damage),
    /// A line of an index that leads to no record.
    Line(LostLine),
}

/// A line of an index that leads to no record, and why.
pub(crate) struct LostLine {
    /// The index.
    pub(crate) index: String,
    /// Number of the line, from 1.
    pub(crate) line: u64,
    /// Reason id.
    pub(crate) reason: &'static str,
    /// The reason in words.
    pub(crate) sentence: String,
}

/// How much of each record is read.
#[derive(Clone, Copy)]
pub(crate) enum Depth {
    /// All of it, with checksums verified.
    Whole,
    /// The head, where that is enough for an index.
    Heads,
}

/// Calls `visit` for each record and damaged range of each file. With an index, calls it for the
/// records that the lines of the index name, in their order, each once.
///
/// A file that cannot be read to its end, or that changes meanwhile, is an error. It comes after all
/// files, so that one of a folder does not hide the others.
pub(crate) fn walk(
    named: &[String],
    index: Option<&Path>,
    depth: Depth,
    mut visit: impl FnMut(&InputFile, WalkItem<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    Inputs::open(named, index)?.walk(index, depth, |_, file, item| visit(file, item))
}

/// The files behind what a user named, to be walked several times. A file that changes between two
/// walks is an error, as one that changes during a walk is.
pub(crate) struct Inputs {
    pub(super) files: Vec<InputFile>,
    /// What each file was when it was first opened.
    pub(super) pool: SourcePool,
    /// Kept alive: the file is deleted when the handle is dropped.
    _spool: Option<tempfile::NamedTempFile>,
}

impl Inputs {
    /// Lists the files, and copies standard input. With an index only what it leads to is fetched of
    /// objects behind addresses.
    pub(crate) fn open(named: &[String], index: Option<&Path>) -> anyhow::Result<Self> {
        let (spool, pool) = (spool(named)?, SourcePool::default());
        let copy = spool.as_ref().map(tempfile::NamedTempFile::path);
        let addresses = named.iter().any(|name| is_address(Path::new(name)));
        let inputs = match index.filter(|_| addresses) {
            None => inputs::list(named, copy)?,
            Some(index) => {
                let mut config = Config { inputs: named.to_vec(), ..Config::default() };
                config.input.index = Some(inputs::display_name(index));
                inputs::list_pooled(&config, copy, &pool)?
            }
        };
        Ok(Self { files: inputs.files, pool, _spool: spool })
    }

    /// As [`walk`], with the number of each file.
    pub(crate) fn walk(
        &self,
        index: Option<&Path>,
        depth: Depth,
        mut visit: impl FnMut(u32, &InputFile, WalkItem<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if let Some(index) = index {
            return by_index(self, index, visit);
        }
        let limits = Limits::default();
        let mut fault = None;
        for (number, file) in (0..).zip(&self.files) {
            let mut reader = match file.open_in(&self.pool, Position::START, &limits) {
                Ok(reader) => reader,
                Err(damage) => {
                    let unread =
                        anyhow::anyhow!("{}: cannot be read: {}", file.shown_path(), damage.detail);
                    // The first fault ends the verb; the others are damage that it has been told of.
                    fault.get_or_insert(unread);
                    visit(number, file, WalkItem::Damage(damage))?;
                    continue;
                }
            };
            let next = match depth {
                Depth::Whole => Reader::next,
                Depth::Heads => Reader::next_head,
            };
            while let Some(item) = next(&mut reader) {
                match item {
                    Item::Record(record) => visit(number, file, WalkItem::Record(record))?,
                    Item::Damage(damage) => visit(number, file, WalkItem::Damage(damage))?,
                }
            }
            // After its last record: a file may change while it is read.
            fault = fault.or(reader.verify().err().map(anyhow::Error::from));
        }
        fault.map_or(Ok(()), Err)
    }
}

/// Standard input as a temporary file, if it is among the inputs. Walks by an index seek in archives.
pub(crate) fn spool(named: &[String]) -> anyhow::Result<Option<tempfile::NamedTempFile>> {
    if !named.iter().any(|name| name == STDIN) {
        return Ok(None);
    }
    // In the folder of the system: a walk writes nothing where its inputs are.
    let folder = std::env::temp_dir();
    let unkept = || format!("{}: no temporary file for standard input", folder.display());
    let mut file = tempfile::NamedTempFile::new().with_context(unkept)?;
    let copied = io::copy(&mut io::stdin().lock(), &mut file);
    copied.with_context(|| format!("standard input to {}", file.path().display()))?;
    Ok(Some(file))
}

/// The file behind an input, to stream records from.
pub(super) fn bytes(file: &InputFile) -> anyhow::Result<RecordBytes> {
    let source = Source::open(&file.path);
    let source = source.with_context(|| format!("{}: cannot be opened", file.shown_path()))?;
    Ok(RecordBytes::new(source))
}

/// Says which record could not be read again.
pub(super) fn unread(file: &InputFile, record: &Record<'_>) -> String {
    let offset = record.location().offset;
    format!("{}: the record at offset {offset} cannot be read", file.shown_path())
}

/// Files of a walk, opened one after the other to stream records from.
#[derive(Default)]
pub(super) struct Opened<'a> {
    /// Where the walk has them open.
    pool: Option<&'a SourcePool>,
    last: Option<(PathBuf, RecordBytes)>,
}

impl<'a> Opened<'a> {
    /// The files of a walk, which has them open.
    pub(super) fn of(inputs: &'a Inputs) -> Self {
        Self { pool: Some(&inputs.pool), last: None }
    }

    /// The file behind an input. Records come file by file, so one handle is enough.
    pub(super) fn file(&mut self, file: &InputFile) -> anyhow::Result<&mut RecordBytes> {
        let last = self.last.take().filter(|(path, _)| *path == file.path);
        let opened = match (last, self.pool) {
            (Some(opened), _) => opened,
            (None, None) => (file.path.clone(), bytes(file)?),
            (None, Some(pool)) => {
                let source = pool.source(&file.path);
                let source =
                    source.with_context(|| format!("{}: cannot be opened", file.shown_path()))?;
                (file.path.clone(), RecordBytes::new(source))
            }
        };
        Ok(&mut self.last.insert(opened).1)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scutch_archive::WarcWriter;

    use super::*;

    fn archive(url: &str) -> Vec<u8> {
        let mut writer = WarcWriter::plain(Vec::new());
        let fields = [("WARC-Type", "resource"), ("WARC-Target-URI", url)];
        writer.write(&fields, b"text").expect("memory");
        writer.into_inner()
    }

    /// How many records a walk meets, or what it says.
    fn walked(inputs: &Inputs) -> Result<usize, String> {
        let mut records = 0;
        let ended = inputs.walk(None, Depth::Whole, |_, _, item| {
            records += usize::from(matches!(item, WalkItem::Record(_)));
            Ok(())
        });
        ended.map(|()| records).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_that_changes_between_two_walks_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.warc");
        let named = [path.display().to_string()];
        let (one, other) = (archive("http://a.example/"), archive("http://b.example/"));
        type Change<'c> = &'c dyn Fn();
        let cases: [(Change<'_>, &str); 4] = [
            (&|| fs::write(&path, &one[..20]).expect("written"), "it became shorter"),
            (&|| fs::write(&path, [&one[..], &one].concat()).expect("written"), "it became longer"),
            (&|| fs::remove_file(&path).expect("removed"), "it is gone"),
            (
                &|| {
                    let new = folder.path().join("new");
                    fs::write(&new, &other).expect("written");
                    fs::rename(new, &path).expect("renamed");
                },
                "another file took its place",
            ),
        ];
        for (change, expected) in cases {
            fs::write(&path, &one).expect("written");
            let inputs = Inputs::open(&named, None).expect("an archive");
            assert_eq!(walked(&inputs), Ok(1));
            assert_eq!(walked(&inputs), Ok(1));
            change();
            let told = walked(&inputs).expect_err(expected);
            assert!(told.contains("a.warc") && told.contains(expected), "{told}");
        }
    }
}
