//! Which mementos there are: lists of archives, lists that are named, TimeGates.

use std::collections::HashSet;

use anyhow::Context as _;
use scutch_crawl::{Acquirer, MakeClient, Problem, Shard, Targets};
use scutch_memento::{Collection, Selection, Source, fill_uri, sources};

use crate::exit::UsageError;
use crate::interrupt;
use crate::talk::Talk;

/// Whom to ask.
#[derive(Debug, clap::Args)]
pub(crate) struct WhereArgs {
    /// Original addresses (URI-R).
    #[arg(value_name = "URI")]
    uris: Vec<String>,
    /// A TimeMap, or its address with {uri} for the original; repeatable [default: those of known
    /// archives].
    #[arg(long, value_name = "URI-T", help_heading = "Archives")]
    timemap: Vec<String>,
    /// Ask only this archive of the table; repeatable.
    #[arg(long, value_name = "NAME", conflicts_with = "timemap", help_heading = "Archives")]
    archive: Vec<String>,
    #[command(flatten)]
    pub(crate) collections: CollectionArgs,
}

/// Collections of Archive-It.
#[derive(Debug, clap::Args)]
pub(crate) struct CollectionArgs {
    /// All seeds of the Archive-It collection of this number; repeatable.
    #[arg(long, value_name = "ID", value_parser = number, help_heading = "Archives")]
    pub(crate) archiveit: Vec<String>,
    /// A host that answers in the place of Archive-It, with its paths.
    #[arg(long, value_name = "URL", requires = "archiveit", help_heading = "Archives")]
    archiveit_at: Option<String>,
}

/// The number of a collection, checked while the command line is parsed.
fn number(text: &str) -> Result<String, &'static str> {
    Collection::new(text, None).map(|_| text.to_owned()).ok_or("no number of a collection")
}

impl CollectionArgs {
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
            talk.say(format_args!("{} seeds in collection {id}", found.seeds.len()));
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

/// Which of the listed mementos are wanted.
#[derive(Default)]
pub(super) struct Wanted {
    /// By time.
    pub(super) selection: Selection,
    /// By original, where several machines share the work.
    pub(super) shard: Option<Shard>,
}

/// A page whose mementos are looked for: its original, if known, and the lists to ask for.
struct Page {
    uri_r: Option<String>,
    lists: Vec<String>,
}

impl WhereArgs {
    /// The pages to look for, each with the lists to ask. Fails when nothing was named, or a list
    /// cannot be matched to an original.
    fn pages(&self) -> Result<Vec<Page>, UsageError> {
        let (patterns, whole): (Vec<&str>, Vec<&str>) =
            self.timemap.iter().map(String::as_str).partition(|list| list.contains("{uri}"));
        let known: Vec<&str> = match self.timemap.is_empty() {
            true => self.known()?.iter().map(|source| source.timemap).collect(),
            false => Vec::new(),
        };
        let page = |uri_r: &String| {
            let lists = patterns.iter().chain(&known).map(|list| fill_uri(list, uri_r)).collect();
            Page { uri_r: Some(uri_r.clone()), lists }
        };
        let mut pages: Vec<Page> = self.uris.iter().map(page).collect();
        let whole = whole.into_iter().map(str::to_owned);
        match pages.as_mut_slice() {
            // With one original, a TimeMap without `{uri}` can only be about it.
            [page] => page.lists.extend(whole),
            [] => pages = whole.map(|list| Page { uri_r: None, lists: vec![list] }).collect(),
            [..] if whole.len() > 0 => {
                let sentence = "--timemap: with several originals, say with {uri} where each of \
                                them stands in the address";
                return Err(UsageError(sentence.to_owned()));
            }
            [..] => {}
        }
        for page in &mut pages {
            let mut seen = HashSet::new();
            // A list named twice would be asked for twice, and its mementos counted twice.
            page.lists.retain(|list| seen.insert(list.clone()));
        }
        if pages.is_empty() && self.collections.archiveit.is_empty() {
            let sentence = "name an original address, a TimeMap with --timemap or a collection with --archiveit";
            return Err(UsageError(sentence.to_owned()));
        }
        Ok(pages)
    }

    /// The archives of the table that are asked.
    fn known(&self) -> Result<Vec<&'static Source>, UsageError> {
        let all = || sources().iter();
        if let Some(name) = self.archive.iter().find(|name| !all().any(|s| s.id == **name)) {
            let ids: Vec<&str> = all().map(|source| source.id).collect();
            let sentence = format!("--archive {name}: there are {}", ids.join(", "));
            return Err(UsageError(sentence));
        }
        let wanted =
            |s: &&Source| self.archive.is_empty() || self.archive.iter().any(|n| n == s.id);
        Ok(all().filter(wanted).collect())
    }

    /// What is wanted of each page, over all lists. It is an error when nothing was found and not every
    /// list could be had.
    pub(super) fn find(
        &self,
        wanted: &Wanted,
        acquirer: &mut Acquirer,
        make: MakeClient<'_>,
        talk: Talk,
    ) -> anyhow::Result<Targets> {
        let (mut targets, mut problem) = (Targets::default(), None);
        let mut pages = self.pages()?;
        let seeds = self.collections.seeds(acquirer, talk)?;
        pages.extend(
            seeds.into_iter().map(|(seed, list)| Page { uri_r: Some(seed), lists: vec![list] }),
        );
        for page in pages {
            // Lists lie on different hosts, so they are fetched side by side, and then read in
            // order.
            acquirer.prefetch(&page.lists, make);
            let mut original = page.uri_r;
            for uri_t in &page.lists {
                let listed = acquirer.timemap(uri_t, targets.begin_list(uri_t))?;
                tell(&listed.problems, talk);
                problem = problem.or(listed.problems.into_iter().next());
                // A TimeMap given by its address alone says itself what it is about.
                original = original.or(listed.timemap.original);
            }
            targets
                .end_page(original, "timemap", &wanted.selection, wanted.shard)
                .context(UNKEPT)?;
        }
        // One archive that does not answer is usual. It is an error only when nobody else had
        // anything.
        let none = targets.listed() == 0;
        problem.filter(|_| none).map_or(Ok(targets), nothing)
    }

    /// What TimeGates give for a time.
    pub(super) fn negotiate(
        &self,
        (gate, unix_ms): (&str, i64),
        shard: Option<Shard>,
        acquirer: &mut Acquirer,
        talk: Talk,
    ) -> anyhow::Result<Targets> {
        if self.uris.is_empty() || (self.uris.len() > 1 && !gate.contains("{uri}")) {
            let sentence = "--timegate: name original addresses; of several, say with {uri} where \
                            each of them stands in the address";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let (mut targets, mut last) = (Targets::default(), None);
        for uri_r in &self.uris {
            match acquirer.timegate(gate, uri_r, unix_ms)? {
                Ok(memento) => {
                    let list = targets.begin_list(&fill_uri(gate, uri_r));
                    list.push(&memento.uri, memento.unix_ms).context(UNKEPT)?;
                    let all = Selection::default();
                    targets
                        .end_page(Some(uri_r.clone()), "timegate", &all, shard)
                        .context(UNKEPT)?;
                }
                Err(problem) => {
                    tell(std::slice::from_ref(&problem), talk);
                    last = Some(problem);
                }
            }
        }
        let none = targets.listed() == 0;
        last.filter(|_| none).map_or(Ok(targets), nothing)
    }
}

/// What is said where the addresses of mementos cannot be put down.
pub(crate) const UNKEPT: &str = "the temporary list of addresses cannot be used";

/// The error when nothing was found; an interruption is none.
fn nothing<T: Default>(problem: Problem) -> anyhow::Result<T> {
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
const MOST_TOLD: usize = 20;

/// Says what did not work.
pub(crate) fn tell(problems: &[Problem], talk: Talk) {
    for Problem { uri, reason, sentence } in problems.iter().take(MOST_TOLD) {
        talk.say(format_args!("{}: {reason}: {sentence}", uri.escape_debug()));
    }
    if let more @ 1.. = problems.len().saturating_sub(MOST_TOLD) {
        talk.say(format_args!("and {more} more"));
    }
}
