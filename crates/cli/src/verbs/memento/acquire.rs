//! Which mementos there are: lists of archives, lists that are named, TimeGates.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use scutch_crawl::{Acquirer, Problem, Targets};
use scutch_fetch::{ListSettings, Settings};
use scutch_lists::Subject;
use scutch_memento::{Collection, Selection, Source, Sources, fill_uri};
use scutch_plot::number::counted;

use crate::exit::UsageError;
use crate::interrupt;
use crate::settings_file;
use crate::talk::Talk;
use crate::verbs::lists::{ListArgs, typed};
use crate::verbs::network::seconds;

// Whom to ask.
#[derive(Debug, clap::Args)]
pub(crate) struct WhereArgs {
    /// Originals (URI-R) and mementos (URI-M), or lists of them in any form.
    #[arg(value_name = "URI|LIST")]
    pub(super) uris: Vec<String>,
    #[command(flatten)]
    pub(super) lists: ListArgs,
    /// A TimeMap, or its address with {uri} for the original; repeatable [default: those of known
    /// archives].
    #[arg(long, value_name = "URI-T", help_heading = "Archives")]
    pub(super) timemap: Vec<String>,
    /// Ask only this archive of the table; repeatable.
    #[arg(long, value_name = "NAME", conflicts_with = "timemap", help_heading = "Archives")]
    archive: Vec<String>,
    /// A table of archives with their pace, in place of the one that comes along.
    #[arg(long, value_name = "FILE", help_heading = "Archives")]
    archives: Option<PathBuf>,
    /// Seconds in which the answer to a question for a list has to begin; longer ones are tried
    /// twice.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds,
        help_heading = "Archives")]
    list_timeout: Duration,
    #[command(flatten)]
    pub(crate) collections: CollectionArgs,
}

// Collections of Archive-It.
#[derive(Debug, clap::Args)]
pub(crate) struct CollectionArgs {
    /// All seeds of the Archive-It collection of this number or address; repeatable.
    #[arg(long, value_name = "ID|URL", value_parser = number, help_heading = "Archives")]
    pub(crate) archiveit: Vec<String>,
    /// A host that answers in the place of Archive-It, with its paths.
    #[arg(long, value_name = "URL", requires = "archiveit", help_heading = "Archives")]
    archiveit_at: Option<String>,
}

/// The number of a collection, checked while the command line is parsed.
fn number(text: &str) -> Result<String, &'static str> {
    let id = Collection::id_in(text).map(str::to_owned);
    id.ok_or("no number and no address of a collection")
}

impl CollectionArgs {
    /// The address in the place of Archive-It's.
    pub(crate) fn place(&self) -> Option<&str> {
        self.archiveit_at.as_deref()
    }

    /// The seeds of the collections, each with its TimeMap. It is an error when none was found and not
    /// everything could be had.
    pub(crate) fn seeds(
        &self,
        acquirer: &mut Acquirer,
        talk: Talk,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let mut all = Vec::new();
        for id in &self.archiveit {
            let Some(collection) = Collection::new(id, self.archiveit_at.as_deref()) else {
                continue;
            };
            let found = acquirer.seeds(&collection)?;
            tell(&found.problems, talk);
            let seeds = counted(found.seeds.len() as u64, "seed");
            talk.say(format_args!("{seeds} in collection {id}"));
            // A collection without seeds is no error, if everybody answered.
            if let (true, Some(problem)) = (found.seeds.is_empty(), found.problems.first()) {
                return nothing(problem.clone());
            }
            all.extend(found.seeds.into_iter().map(|seed| {
                let timemap = collection.timemap_uri(&seed);
                (seed, timemap)
            }));
        }
        Ok(all)
    }
}

impl WhereArgs {
    /// The words, which may be names of lists, and the table of archives: no output may take their
    /// place.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.uris.iter().map(Path::new).chain(self.archives.as_deref())
    }

    /// The table of archives.
    pub(super) fn sources(&self) -> anyhow::Result<Arc<Sources>> {
        let Some(path) = &self.archives else { return Ok(Sources::shipped()) };
        let text = settings_file::settings(path)?;
        let table = Sources::parse(&text).with_context(|| path.display().to_string())?;
        Ok(Arc::new(table))
    }

    /// The services that were named, by their addresses, as archives of the table, or by a memento
    /// of theirs. Originals do not count: others answer for them.
    pub(super) fn services(&self, sources: &Sources) -> Vec<String> {
        let named = sources.all().iter().filter(|source| self.archive.contains(&source.id));
        let named = named.flat_map(|source| [source.timemap.clone(), source.timegate.clone()]);
        let mementos = typed(&self.uris).filter_map(|subject| match subject {
            Subject::Memento { uri_m, .. } => Some(uri_m),
            Subject::Page(_) => None,
        });
        let places = self.collections.place().map(str::to_owned);
        self.timemap.iter().cloned().chain(places).chain(named).chain(mementos).collect()
    }

    /// What this verb asks of the client, over what was typed of the network.
    pub(super) fn over(&self, settings: Settings, sources: &Arc<Sources>) -> Settings {
        let lists = ListSettings { timeout: self.list_timeout, ..settings.lists };
        archive_settings(Settings { lists, sources: sources.clone(), ..settings })
    }

    /// The archives of the table that are asked: those that were named, or those that are open.
    pub(super) fn known<'s>(&self, sources: &'s Sources) -> Result<Vec<&'s Source>, UsageError> {
        let all = || sources.all().iter();
        if let Some(name) = self.archive.iter().find(|name| !all().any(|s| s.id == **name)) {
            let ids: Vec<&str> = all().map(|source| source.id.as_str()).collect();
            let sentence = format!("--archive {name}: there are {}", ids.join(", "));
            return Err(UsageError(sentence));
        }
        let wanted = |source: &&Source| match self.archive.is_empty() {
            // A retired archive may not answer, so that it is asked by its name alone.
            true => !source.is_retired,
            false => self.archive.contains(&source.id),
        };
        Ok(all().filter(wanted).collect())
    }

    /// What TimeGates give for a time, for each of some originals.
    pub(super) fn negotiate(
        &self,
        (gate, unix_ms): (&str, i64),
        pages: &[String],
        acquirer: &mut Acquirer,
        talk: Talk,
    ) -> anyhow::Result<Targets> {
        let (mut targets, mut last) = (Targets::default(), None);
        for uri_r in pages {
            match acquirer.timegate(gate, uri_r, unix_ms)? {
                Ok(memento) => {
                    let list = targets.begin_list(&fill_uri(gate, uri_r));
                    list.push(&memento.uri, memento.unix_ms).context(UNKEPT)?;
                    let (all, original) = (Selection::default(), Some(uri_r.clone()));
                    targets.end_page(original, "timegate", &all, None).context(UNKEPT)?;
                }
                Err(problem) => {
                    // One original without an answer ends nothing for the others.
                    tell(std::slice::from_ref(&problem), talk);
                    last = Some(problem);
                }
            }
        }
        let none = targets.listed() == 0;
        last.filter(|_| none).map_or(Ok(targets), nothing)
    }
}

/// Settings for runs that ask several archives: one that says nothing keeps nobody waiting for the
/// whole of its lists and mementos.
pub(crate) fn archive_settings(settings: Settings) -> Settings {
    let timeout = settings.lists.timeout.min(settings.total_timeout);
    let lists = ListSettings { timeout, ..settings.lists };
    Settings { lists, silent_tries: Some(SILENT_TRIES), ..settings }
}

/// Tries without a byte of an answer after which an archive is given up for the run.
const SILENT_TRIES: u32 = 6;

/// What is said where the addresses of mementos cannot be put down.
pub(crate) const UNKEPT: &str = "the temporary list of addresses cannot be used";

/// The error when nothing was found; an interruption is none.
pub(super) fn nothing<T: Default>(problem: Problem) -> anyhow::Result<T> {
    // Requests that were broken off say nothing of what there is.
    if interrupt::asked() {
        return Ok(T::default());
    }
    let Problem { uri, reason, .. } = problem;
    anyhow::bail!(
        "no memento was found, and not everybody answered: {}: {reason}",
        uri.escape_debug()
    )
}

/// Troubles told one by one; of more only the number.
pub(super) const MOST_TOLD: usize = 20;

/// Says what did not work.
pub(crate) fn tell(problems: &[Problem], talk: Talk) {
    for problem in problems.iter().take(MOST_TOLD) {
        tell_one(problem, talk);
    }
    if let more @ 1.. = problems.len().saturating_sub(MOST_TOLD) {
        talk.say(format_args!("and {more} more"));
    }
}

/// Says what did not work with one question.
pub(super) fn tell_one(Problem { uri, reason, sentence }: &Problem, talk: Talk) {
    talk.say(format_args!("{}: {reason}: {sentence}", uri.escape_debug()));
}
