//! What mementos are read from: archives, alone or as an index names them; folders of dated files;
//! working folders of the OTMT. Lists say which of them count.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use rustc_hash::FxHashMap;
use scutch_archive::Limits;
use scutch_folder::inputs::{self, InputError};
use scutch_shuffle::Settings;
use scutch_topic::import::{self, Import, ImportError};
use scutch_topic::{Collection, Gatherer, Grouping, Profile, Selection};

use super::lists::TimeMaps;
use crate::exit::{Advised, Exit, UsageError};
use crate::named::input;
use crate::verbs::archive::walk::{Depth, Inputs, WalkItem};

// What mementos are read from; shared by all verbs that read mementos.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct SourceArgs {
    /// Archive files, folders, patterns, or `-` for an archive on standard input.
    ///
    /// Also a folder of files with dates in their names, or with a table captures.tsv; a working folder of the OTMT.
    #[arg(value_parser = input())]
    pub(crate) inputs: Vec<String>,
    /// Read only the captures that this index (CDX or CDXJ) names.
    #[arg(long, value_name = "INDEX", help_heading = "Selection")]
    pub(crate) cdx: Option<PathBuf>,
    /// Only the mementos of this list, in its order: a TimeMap, a table of `scutch memento` or of the
    /// gold standard, URI-Ms, a corpus folder; repeatable.
    #[arg(long, value_name = "LIST", conflicts_with = "seed_list", help_heading = "Selection")]
    pub(crate) timemap: Vec<PathBuf>,
    /// Only captures of these originals: a list of URLs, or a table (CSV) with a column of them.
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    pub(crate) seed_list: Option<PathBuf>,
    /// Make what was sent part of the URLs of answers to POST and PUT, as `scutch archive index
    /// --post-append` does: answers to a form are not captures of one page.
    #[arg(long, help_heading = "Selection")]
    pub(crate) post_append: bool,
}

impl SourceArgs {
    /// Reads everything that was named.
    pub(crate) fn collect(
        &self,
        profile: &Profile,
        grouping: Grouping,
        jobs: usize,
    ) -> anyhow::Result<Collected> {
        if self.inputs.is_empty() && !self.takes_all() {
            let sentence = "lists and indexes select among archives: name these too; fetching what \
                            is not stored needs the network";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let limits = Limits::default();
        let gatherer = Gatherer::new(&profile.sketch, &limits, jobs, Settings::default())
            .context("the temporary file for sketches cannot be written")?;
        let gatherer = if self.post_append { gatherer.with_sent() } else { gatherer };
        let mut import = Import::new(gatherer);
        let timemaps = TimeMaps::of_lists(&self.timemap)?;
        let mut selection = self.selection(&mut import, &timemaps).map_err(named)?;
        let mut archives = Vec::new();
        for name in &self.inputs {
            match kind(name) {
                // Read together below: an index may name records of all of them.
                InputKind::Archives => archives.push(name.clone()),
                InputKind::Captures => import.captures_folder(Path::new(name))?,
                InputKind::Dated => import.dated_folder(Path::new(name))?,
                InputKind::Otmt if self.inputs.len() == 1 && self.takes_all() => {
                    selection = import.otmt_folder(Path::new(name))?;
                }
                InputKind::Otmt => return Err(not_alone(name).into()),
            }
        }
        // Lists alone are valid input: mementos they name without bytes are reported as not stored.
        let mut read = None;
        if !archives.is_empty() || self.inputs.is_empty() {
            let opened = Inputs::open(&archives, self.cdx.as_deref());
            let archives = read.insert(opened.map_err(with_table)?);
            read_archives(&mut import, archives, self.cdx.as_deref())?;
        }
        Ok(Collected { collection: import.finish(grouping, selection)?, archives: read })
    }

    /// What the lists that were named select.
    fn selection(
        &self,
        import: &mut Import<'_>,
        timemaps: &TimeMaps,
    ) -> Result<Selection, ImportError> {
        match &self.seed_list {
            Some(path) => import.seeds(path),
            None => import.timemaps(&timemaps.paths),
        }
    }

    /// Everything that is read, as it was named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let lists = self.cdx.iter().chain(&self.timemap).chain(&self.seed_list);
        self.inputs.iter().map(Path::new).chain(lists.map(PathBuf::as_path))
    }

    /// Whether no input is a folder of single files.
    pub(crate) fn only_archives(&self) -> bool {
        self.inputs.iter().all(|name| matches!(kind(name), InputKind::Archives))
    }

    /// Whether nothing selects among the inputs.
    pub(crate) fn takes_all(&self) -> bool {
        self.timemap.is_empty() && self.seed_list.is_none() && self.cdx.is_none()
    }
}

/// What was read.
pub(crate) struct Collected {
    pub(crate) collection: Collection,
    /// The archives among it, for who reads them once more.
    pub(crate) archives: Option<Inputs>,
}

/// A working folder of the OTMT beside other inputs or lists: each would say what belongs together.
fn not_alone(name: &str) -> UsageError {
    UsageError(format!(
        "{name}: a working folder of the OTMT has its own TimeMaps and stands alone"
    ))
}

/// Adds to the error for a folder of other files how these are read.
fn with_table(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(InputError::EmptyFolder { others: 1.., .. }) => {
            Advised { sentence: error.to_string(), hint: TABLE.to_owned(), exit: Exit::Failed }
                .into()
        }
        _ => error,
    }
}

/// How files that are no archives are read.
const TABLE: &str = "HTML files are read where a table captures.tsv beside them (columns url, \
    timestamp, page) says what they are captures of";

/// A list that names nothing is wrong usage.
fn named(error: ImportError) -> anyhow::Error {
    if error.names_nothing() { UsageError(error.to_string()).into() } else { error.into() }
}

/// What an input is.
enum InputKind {
    Archives,
    Captures,
    Dated,
    Otmt,
}

/// What an input is; whatever is neither is left to the list of archives, which says what is wrong.
fn kind(name: &str) -> InputKind {
    let path = Path::new(name);
    if !path.is_dir() {
        return InputKind::Archives;
    }
    if import::is_working_folder(path) {
        return InputKind::Otmt;
    }
    if import::has_captures(path) {
        return InputKind::Captures;
    }
    // A folder with any archive in it is a folder of archives, whatever else lies there.
    let empty = matches!(
        inputs::list(&[name.to_owned()], None),
        Err(InputError::EmptyFolder { others: 1.., .. })
    );
    if empty && import::has_dates(path) { InputKind::Dated } else { InputKind::Archives }
}

/// Reads archives, or the records of them that an index names.
fn read_archives(
    import: &mut Import<'_>,
    archives: &Inputs,
    index: Option<&Path>,
) -> anyhow::Result<()> {
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    archives.walk(index, Depth::Whole, |_, file, met| {
        // Mementos keep a number instead of the name of their file: there may be millions of them.
        let number = match numbers.get(&file.name) {
            Some(number) => *number,
            None => {
                let number = import.add_file(file.name.clone());
                numbers.insert(file.name.clone(), number);
                number
            }
        };
        match met {
            WalkItem::Record(record) => import.record(number, &file.name, record)?,
            WalkItem::Damage(damage) => import.damage(&file.name, &damage),
            WalkItem::Line(line) => {
                let sentence = format!("Line {}: {}", line.line, line.sentence);
                import.loss(&line.index, line.reason, sentence);
            }
        }
        Ok(())
    })
}
