//! What was asked for: mementos that were named, and pages whose lists are looked for.

use std::collections::{HashMap, HashSet};

use anyhow::Context as _;
use scutch_crawl::{Shard, Subject, Targets};
use scutch_lists::{Entry, Subject as Named};
use scutch_memento::{Selection, Sources, UNDATED, fill_uri};
use scutch_plot::number::counted;

use super::acquire::{UNKEPT, WhereArgs};
use crate::exit::UsageError;
use crate::talk::Talk;
use crate::verbs::lists::{self, Refused};

/// What words and lists name.
pub(super) struct Wanted {
    /// Mementos that were named, in order.
    pub(super) named: Targets,
    /// Originals to look for, each once.
    pub(super) pages: Vec<String>,
    /// Lines that were refused, and mementos of unknown pages where pages are meant.
    pub(super) refused: u64,
}

/// Which of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Which {
    pub(super) selection: Selection,
    pub(super) shard: Option<Shard>,
    /// Whether the pages of mementos are meant rather than these mementos.
    pub(super) only_pages: bool,
}

impl Wanted {
    /// Reads the words and lists.
    pub(super) fn read(args: &WhereArgs, which: &Which, talk: Talk) -> anyhow::Result<Self> {
        let mut gathered = Gathered::new(which);
        let mut pages = Vec::new();
        let mut known = HashSet::new();
        let mut unknown = Refused::default();
        let refused = lists::each(&args.uris, &args.lists, talk, |list, entry| {
            let page = match (&entry.subject, which.only_pages) {
                (Named::Page(uri), _) => Some(uri),
                (Named::Memento { uri_r, .. }, true) => uri_r.as_ref(),
                (Named::Memento { .. }, false) => None,
            };
            match page {
                Some(uri) if known.insert(uri.clone()) => pages.push(uri.clone()),
                Some(_) => {}
                // A memento of an unknown page has no list to look for.
                None if which.only_pages => {
                    let (line, uri) = (entry.line, entry.subject.uri());
                    unknown.add((list, line), uri, "its original is not known", talk);
                }
                None => gathered.add(list, entry)?,
            }
            Ok(())
        })?;
        if let more @ 1.. = unknown.untold() {
            let mementos = counted(more, "further memento");
            talk.say(format_args!("{mementos} of unknown originals refused"));
        }
        Ok(Self { named: gathered.finish()?, pages, refused: refused + unknown.count })
    }
}

/// Mementos that lists name, while they are read.
struct Gathered<'w> {
    which: &'w Which,
    targets: Targets,
    /// Original of the mementos that were added last, where their addresses do not tell it.
    original: Option<String>,
    is_open: bool,
    /// By original, where some of each are chosen.
    by_page: HashMap<String, Vec<(String, i64)>>,
    /// The originals in order.
    order: Vec<String>,
}

impl<'w> Gathered<'w> {
    fn new(which: &'w Which) -> Self {
        Self {
            which,
            targets: Targets::default(),
            original: None,
            is_open: false,
            by_page: HashMap::new(),
            order: Vec::new(),
        }
    }

    /// Adds a memento, unless its time or its share is not wanted.
    fn add(&mut self, list: &str, entry: Entry) -> anyhow::Result<()> {
        let Entry { subject, unix_ms, .. } = entry;
        let (uri_m, uri_r) = match subject {
            Named::Memento { uri_m, uri_r } => (uri_m, uri_r),
            Named::Page(uri) => (uri, None),
        };
        let Which { selection, shard, .. } = self.which;
        let key = uri_r.as_ref().unwrap_or(&uri_m);
        // What has no time cannot be outside of a span.
        let is_wanted = unix_ms.is_none_or(|unix_ms| selection.accepts(unix_ms));
        if !is_wanted || shard.is_some_and(|shard| !shard.contains(key)) {
            return Ok(());
        }
        // What has no time cannot be compared with others either.
        if selection.is_choice()
            && let Some(unix_ms) = unix_ms
        {
            let key = key.clone();
            if !self.by_page.contains_key(&key) {
                self.order.push(key.clone());
            }
            self.by_page.entry(key).or_default().push((uri_m, unix_ms));
            return Ok(());
        }
        // The address tells the original where it has one.
        let told = scutch_url::Memento::split(&uri_m).map(|parts| parts.uri_r());
        let original = uri_r.filter(|uri_r| told.as_ref() != Some(uri_r));
        // Neighbours with one original share its name: it is stored once for all of them.
        if self.is_open && self.original != original {
            self.targets.end_named(self.original.take());
        }
        (self.original, self.is_open) = (original, true);
        self.targets.begin_list(list).push(&uri_m, unix_ms.unwrap_or(UNDATED)).context(UNKEPT)?;
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Targets> {
        if self.is_open {
            self.targets.end_named(self.original);
        }
        for page in self.order {
            let mementos = self.by_page.remove(&page).unwrap_or_default();
            let list = self.targets.begin_list("");
            for (uri_m, unix_ms) in mementos {
                list.push(&uri_m, unix_ms).context(UNKEPT)?;
            }
            let selection = &self.which.selection;
            self.targets.end_page(Some(page), "named", selection, None).context(UNKEPT)?;
        }
        Ok(self.targets)
    }
}

/// The lists to ask for, of each page.
pub(super) struct Lists {
    /// Addresses with `{uri}`.
    patterns: Vec<String>,
    /// Addresses of whole lists.
    whole: Vec<String>,
}

impl Lists {
    /// The lists that were named, or else those of known archives.
    pub(super) fn new(args: &WhereArgs, sources: &Sources) -> Result<Self, UsageError> {
        let (mut patterns, whole): (Vec<String>, Vec<String>) =
            args.timemap.iter().cloned().partition(|list| list.contains("{uri}"));
        if args.timemap.is_empty() {
            let known = args.known(sources)?;
            patterns.extend(known.into_iter().map(|source| source.timemap.clone()));
        }
        Ok(Self { patterns, whole })
    }

    /// The addresses of all lists, those without `{uri}` last; of these alone where no page is
    /// named.
    pub(super) fn all(&self, only_whole: bool) -> impl Iterator<Item = &str> {
        let patterns = self.patterns.iter().filter(move |_| !only_whole);
        patterns.chain(&self.whole).map(String::as_str)
    }

    /// The subjects to acquire, in order: named mementos, pages, seeds of collections.
    pub(super) fn subjects(
        self,
        wanted: Wanted,
        seeds: Vec<(String, String)>,
    ) -> Result<Box<dyn Iterator<Item = Subject>>, UsageError> {
        let Wanted { named, pages, .. } = wanted;
        if pages.len() > 1 && !self.whole.is_empty() {
            // Without `{uri}` a list is about one page, and nothing says which.
            let sentence = "--timemap: with several originals, say with {uri} where each of \
                            them stands in the address";
            return Err(UsageError(sentence.to_owned()));
        }
        if named.listed() == 0 && pages.is_empty() && self.whole.is_empty() && seeds.is_empty() {
            let sentence = "name an original address, a list, a TimeMap with --timemap or a \
                            collection with --archiveit";
            return Err(UsageError(sentence.to_owned()));
        }
        let Self { patterns, whole } = self;
        let alone = match pages.is_empty() {
            true => whole.clone(),
            false => Vec::new(),
        };
        let named = (!named.is_empty()).then(|| Subject::Mementos(named));
        let page = move |uri_r: String| {
            let filled = patterns.iter().map(|list| fill_uri(list, &uri_r));
            // With one original, a TimeMap without `{uri}` can only be about it.
            let lists = each_once(filled.chain(whole.iter().cloned()));
            Subject::Page { original: Some(uri_r), lists }
        };
        let alone =
            alone.into_iter().map(|list| Subject::Page { original: None, lists: vec![list] });
        let seeds = seeds
            .into_iter()
            .map(|(seed, list)| Subject::Page { original: Some(seed), lists: vec![list] });
        let pages = pages.into_iter().map(page);
        Ok(Box::new(named.into_iter().chain(pages).chain(alone).chain(seeds)))
    }
}

/// A list named twice would be asked for twice, and its mementos counted twice.
fn each_once(lists: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    lists.filter(|list| seen.insert(list.clone())).collect()
}

#[cfg(test)]
mod tests {
    use scutch_memento::Period;

    use super::*;

    /// Mementos without a time cannot be compared with others, so all of them are wanted.
    #[test]
    fn what_has_no_time_is_not_chosen_among() {
        let uri_r = || Some("http://x.org/".to_owned());
        let named = [
            ("http://a.example/AB", None),
            ("http://b.example/1", Some(86_400_000)),
            ("http://b.example/2", Some(2 * 86_400_000)),
            ("http://a.example/CD", None),
        ];
        let every = Selection { every: Period::parse("1y"), ..Selection::default() };
        let nearest = Selection { nearest: Some(i64::MAX), ..Selection::default() };
        for (selection, chosen) in [(every, "http://b.example/1"), (nearest, "http://b.example/2")]
        {
            let which = Which { selection, ..Which::default() };
            let mut gathered = Gathered::new(&which);
            for (uri_m, unix_ms) in named {
                let subject = Named::Memento { uri_m: uri_m.to_owned(), uri_r: uri_r() };
                gathered.add("list", Entry { line: 1, subject, unix_ms }).expect("kept");
            }
            let targets = gathered.finish().expect("kept");
            let all: Vec<_> = (0..targets.len())
                .map(|index| targets.get(index).expect("a target"))
                .map(|target| (target.uri_m, target.uri_r, target.unix_ms.is_some()))
                .collect();
            let expected = [("http://a.example/AB", false), ("http://a.example/CD", false)]
                .into_iter()
                .chain([(chosen, true)])
                .map(|(uri_m, is_dated)| (uri_m.to_owned(), "http://x.org/".to_owned(), is_dated));
            assert_eq!(all, expected.collect::<Vec<_>>(), "{selection:?}");
        }
    }
}
