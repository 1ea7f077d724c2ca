//! What mementos are read from: archives, alone or as an index names them; folders of dated files;
//! working folders of the OTMT. Lists say which of them count.

mod dated;
mod lists;
mod otmt;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use rustc_hash::FxHashMap;
use scutch_archive::Limits;
use scutch_corpus::inputs::{self, InputError};
use scutch_shuffle::Settings;
use scutch_topic::{Collection, Gatherer, Grouping, Loss, Profile};

use crate::exit::UsageError;
use crate::verbs::archive::walk::{Depth, Met, walk};

/// What mementos are read from; shared by all verbs that read mementos.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct SourceArgs {
    /// Archive files, folders, patterns, or `-` for standard input (an archive; of `scutch memento` a
    /// table); a folder of files with dates in their names; a working folder of the OTMT.
    pub(crate) inputs: Vec<String>,
    /// Read only the captures that this index (CDX or CDXJ) names.
    #[arg(long, value_name = "INDEX", help_heading = "Selection")]
    pub(crate) cdx: Option<PathBuf>,
    /// Only the mementos of this TimeMap, in its order (link format, JSON, CDXJ), or of the gold
    /// standard's table; repeatable. `scutch offtopic` fetches the mementos of a TimeMap that is named
    /// by its address.
    #[arg(
        long,
        value_name = "FILE|URI-T",
        conflicts_with = "seed_list",
        help_heading = "Selection"
    )]
    pub(crate) timemap: Vec<PathBuf>,
    /// Only captures of these originals: a list of URLs, or a table (CSV) with a column of them.
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    pub(crate) seed_list: Option<PathBuf>,
}

/// A collection in the making.
struct Gathering<'a> {
    gatherer: Gatherer<'a>,
    /// Names of files, by number.
    files: Vec<String>,
}

impl SourceArgs {
    /// Reads everything that was named.
    pub(crate) fn collect(
        &self,
        profile: &Profile,
        grouping: Grouping,
        jobs: usize,
    ) -> anyhow::Result<Collection> {
        if self.inputs.is_empty() && !self.takes_all() {
            let sentence = "lists and indexes select among archives: name these too; fetching what \
                            is not stored needs the network";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let limits = Limits::default();
        let mut gathering = Gathering {
            gatherer: Gatherer::new(&profile.sketch, &limits, jobs, Settings::default())
                .context(SPOOL)?,
            files: Vec::new(),
        };
        let mut selection = lists::selection(self, &mut gathering)?;
        let mut archives = Vec::new();
        for name in &self.inputs {
            match kind(name) {
                Kind::Archives => archives.push(name.clone()),
                Kind::Dated => dated::read(Path::new(name), &mut gathering)?,
                Kind::Otmt if self.inputs.len() == 1 && self.takes_all() => {
                    selection = otmt::read(Path::new(name), &mut gathering)?;
                }
                Kind::Otmt => {
                    let sentence = format!(
                        "{name}: a working folder of the OTMT has its own TimeMaps and stands alone"
                    );
                    return Err(UsageError(sentence).into());
                }
            }
        }
        if !archives.is_empty() || self.inputs.is_empty() {
            gathering.archives(&archives, self.cdx.as_deref())?;
        }
        let Gathering { gatherer, files } = gathering;
        gatherer.finish(files, grouping, selection).context(SPOOL)
    }

    /// Everything that is read, as it was named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let lists = self.cdx.iter().chain(&self.timemap).chain(&self.seed_list);
        self.inputs.iter().map(Path::new).chain(lists.map(PathBuf::as_path))
    }

    /// Whether no input is a folder of single files.
    pub(crate) fn only_archives(&self) -> bool {
        self.inputs.iter().all(|name| matches!(kind(name), Kind::Archives))
    }

    /// Whether nothing selects among the inputs.
    pub(crate) fn takes_all(&self) -> bool {
        self.timemap.is_empty() && self.seed_list.is_none() && self.cdx.is_none()
    }
}

const SPOOL: &str = "the temporary file for sketches cannot be written";

enum Kind {
    Archives,
    Dated,
    Otmt,
}

/// What an input is; whatever is neither is left to the list of archives, which says what is wrong.
fn kind(name: &str) -> Kind {
    let path = Path::new(name);
    if !path.is_dir() {
        return Kind::Archives;
    }
    if otmt::is_working_folder(path) {
        return Kind::Otmt;
    }
    let empty = matches!(
        inputs::list(&[name.to_owned()], None),
        Err(InputError::EmptyFolder { others: 1.., .. })
    );
    if empty && dated::has_dates(path) { Kind::Dated } else { Kind::Archives }
}

impl Gathering<'_> {
    fn archives(&mut self, named: &[String], index: Option<&Path>) -> anyhow::Result<()> {
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        walk(named, index, Depth::Whole, |file, met| {
            let number = match numbers.get(&file.name) {
                Some(number) => *number,
                None => {
                    let number = self.file(file.name.clone());
                    numbers.insert(file.name.clone(), number);
                    number
                }
            };
            match met {
                Met::Record(record) => {
                    self.gatherer.record(number, &file.name, record).context(SPOOL)?;
                }
                Met::Damage(damage) => self.gatherer.damage(&file.name, &damage),
                Met::Line(line) => {
                    let sentence = format!("Line {}: {}", line.line, line.sentence);
                    self.loss(&line.index, line.reason, sentence);
                }
            }
            Ok(())
        })
    }

    /// The number of a new file.
    fn file(&mut self, name: String) -> u32 {
        self.files.push(name);
        u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX)
    }

    fn loss(&mut self, file: &str, reason: &'static str, sentence: String) {
        self.gatherer.loss(Loss { file: file.to_owned(), offset: None, reason, sentence });
    }
}

/// Largest page or list that is read from a file of its own, in bytes.
const LARGEST: u64 = 64 << 20;

/// The lines of a text that say something, numbered from 1; bytes that are not UTF-8 are no text.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Option<&str>)> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = (1..).zip(text.split(|b| *b == b'\n'));
    lines
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(number, line)| (number, std::str::from_utf8(line.trim_ascii_end()).ok()))
}

/// The bytes of a file that is not too large.
fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = || path.display().to_string();
    let size = fs::metadata(path).with_context(shown)?.len();
    anyhow::ensure!(size <= LARGEST, "{}: larger than {LARGEST} bytes", path.display());
    fs::read(path).with_context(shown)
}
