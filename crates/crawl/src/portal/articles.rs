//! Articles and their addresses: pages that are the same article become one.

use std::collections::{BTreeSet, HashMap};

use scutch_learn::DisjointSets;

use super::candidates::{Candidates, normal};
use super::result::ArticleLine;

/// A page that is an article.
#[derive(Debug)]
struct Page {
    /// Its number among the candidates.
    candidate: usize,
    status: u16,
    /// Targets of redirects, and aliases that were never asked for.
    aliases: BTreeSet<String>,
    /// Its further pages.
    pages: Vec<String>,
    run: u32,
    /// The archive of others that held it.
    holding: Option<String>,
    /// Whether it says that it is not free to read.
    is_marked_paid: bool,
    /// Whether it turned out to be no article.
    is_taken_back: bool,
}

/// Pages that are articles, and which of them are one article (*twins*).
#[derive(Debug, Default)]
pub(super) struct Articles {
    pages: Vec<Page>,
    /// Pages by number; twins are in one group.
    twins: DisjointSets,
    by_address: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    by_text: HashMap<u64, usize>,
    by_candidate: HashMap<usize, usize>,
}

/// What identifies the article of a page.
#[derive(Debug, Default)]
pub(super) struct Identity {
    /// The number of the article.
    pub(super) id: Option<String>,
    /// Other addresses that the page gives for itself.
    pub(super) aliases: Vec<String>,
    /// The target of redirects, if there were any.
    pub(super) redirected_to: Option<String>,
    /// The further pages of the article.
    pub(super) pages: Vec<String>,
    /// Hash of its text.
    pub(super) text: u64,
    /// Whether the address is a number alone, which articles have besides a name.
    pub(super) is_late: bool,
}

/// A page to be added: its candidate, the address that was asked for, and its answer.
pub(super) struct NewPage<'a> {
    pub(super) candidate: usize,
    pub(super) address: &'a str,
    pub(super) status: u16,
    pub(super) run: u32,
    pub(super) holding: Option<String>,
    pub(super) is_marked_paid: bool,
}

impl Articles {
    /// Adds a page, and joins it with its twins.
    pub(super) fn add(&mut self, page: &NewPage<'_>, identity: Identity) {
        let number = self.pages.len();
        let aliases: BTreeSet<String> = identity.redirected_to.iter().cloned().collect();
        let NewPage { candidate, address, status, run, ref holding, is_marked_paid } = *page;
        self.pages.push(Page {
            candidate,
            status,
            aliases,
            pages: identity.pages,
            run,
            holding: holding.clone(),
            is_marked_paid,
            is_taken_back: false,
        });
        self.twins.add();
        self.by_candidate.insert(candidate, number);
        let id = identity.id.map(|id| *self.by_id.entry(id).or_insert(number));
        let own = [Some(address.to_owned()), identity.redirected_to];
        let names = own.into_iter().flatten().chain(identity.aliases);
        let named = names.map(|name| normal(&name).to_owned());
        let named: Vec<_> =
            named.map(|name| *self.by_address.entry(name).or_insert(number)).collect();
        // Two articles may have one text, such as a notice of removal. So the text counts only for
        // addresses without a name.
        let same = Some(*self.by_text.entry(identity.text).or_insert(number));
        for twin in named.into_iter().chain(id).chain(same.filter(|_| identity.is_late)) {
            self.twins.join(member(number), member(twin));
        }
    }

    /// Whether a page is a twin of one that is known.
    pub(super) fn knows(&self, address: &str, identity: &Identity) -> bool {
        let has_id = identity.id.as_ref().is_some_and(|id| self.by_id.contains_key(id));
        let own = [Some(address), identity.redirected_to.as_deref()].into_iter().flatten();
        let mut names = own.chain(identity.aliases.iter().map(String::as_str));
        has_id
            || names.any(|name| self.by_address.contains_key(normal(name)))
            || identity.is_late && self.by_text.contains_key(&identity.text)
    }

    /// Whether a redirect leads a page where it led an earlier one.
    pub(super) fn shares_target(&self, identity: &Identity) -> bool {
        let Some(target) = &identity.redirected_to else { return false };
        let earlier = self.by_address.get(normal(target)).map(|page| &self.pages[*page]);
        earlier.is_some_and(|page| page.aliases.contains(target))
    }

    /// Takes a page back that turned out to be no article, and all its twins. Returns their
    /// candidates.
    pub(super) fn take_back(&mut self, page: usize) -> Vec<usize> {
        let groups = self.twins.clone().groups(1);
        let group = groups.into_iter().find(|group| group.contains(&member(page)));
        let group = group.unwrap_or_default();
        let is_kept = |page: &usize| group.binary_search(&member(*page)).is_err();
        // What they are known by would make articles of later pages of the kind.
        self.by_address.retain(|_, page| is_kept(page));
        self.by_id.retain(|_, page| is_kept(page));
        self.by_text.retain(|_, page| is_kept(page));
        let pages = group.iter().map(|page| *page as usize);
        let taken = pages.map(|page| {
            self.pages[page].is_taken_back = true;
            self.pages[page].candidate
        });
        taken.collect()
    }

    /// Whether a page was taken back.
    pub(super) fn is_taken_back(&self, page: usize) -> bool {
        self.pages[page].is_taken_back
    }

    /// Whether a page says that it is not free to read.
    pub(super) fn is_marked_paid(&self, page: usize) -> bool {
        self.pages[page].is_marked_paid
    }

    /// The page of an article with a number.
    pub(super) fn with_id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Adds an alias that need not be asked for.
    pub(super) fn add_alias(&mut self, article: usize, address: &str) {
        self.pages[article].aliases.insert(address.to_owned());
    }

    /// Number of pages that are articles, twins included.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The pages of each article, in the order of discovery, without those taken back.
    fn groups(&self) -> Vec<Vec<usize>> {
        let groups = self.twins.clone().groups(1).into_iter();
        let kept = |group: Vec<u32>| -> Vec<usize> {
            let pages = group.into_iter().map(|page| page as usize);
            pages.filter(|page| !self.is_taken_back(*page)).collect()
        };
        groups.map(kept).filter(|group| !group.is_empty()).collect()
    }

    /// Of each page, the page whose address is that of the article.
    pub(super) fn mains(
        &self,
        candidates: &Candidates,
        is_late: impl Fn(&str) -> bool,
    ) -> Vec<usize> {
        let rank = |page: usize| {
            let candidate = self.pages[page].candidate;
            (is_late(&candidates.get(candidate).address), candidate)
        };
        let mut mains: Vec<usize> = (0..self.pages.len()).collect();
        for group in self.groups() {
            let Some(main) = group.iter().copied().min_by_key(|page| rank(*page)) else { continue };
            group.iter().for_each(|page| mains[*page] = main);
        }
        mains
    }

    /// The page of a candidate, if it is an article.
    pub(super) fn of_candidate(&self, candidate: usize) -> Option<usize> {
        self.by_candidate.get(&candidate).copied()
    }

    /// The candidate of a page, and the run that stored it.
    pub(super) fn page(&self, page: usize) -> (usize, u32) {
        (self.pages[page].candidate, self.pages[page].run)
    }

    /// A line for each article in the order of discovery. Its address is that of the first twin
    /// that is not a number alone.
    pub(super) fn lines(
        &self,
        candidates: &Candidates,
        routes: &[String],
        is_late: impl Fn(&str) -> bool,
    ) -> Vec<ArticleLine> {
        let page = |number: usize| &self.pages[number];
        let groups = self.groups().into_iter();
        let mut groups: Vec<Vec<&Page>> =
            groups.map(|group| group.into_iter().map(page).collect()).collect();
        for group in &mut groups {
            group.sort_by_key(|page| {
                (is_late(&candidates.get(page.candidate).address), page.candidate)
            });
        }
        let mut lines: Vec<_> =
            groups.iter().map(|group| article_line(group, candidates, routes)).collect();
        // Candidates are in the order of discovery; pages are in that of visits.
        lines.sort_by_key(|(first, _)| *first);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The number of a page in the groups.
fn member(page: usize) -> u32 {
    // A page takes hundreds of bytes, so that memory ends before the numbers do.
    u32::try_from(page).unwrap_or(u32::MAX)
}

/// The line of an article, and the number of its first candidate.
fn article_line(
    group: &[&Page],
    candidates: &Candidates,
    names: &[String],
) -> (usize, ArticleLine) {
    let all: Vec<_> = group.iter().map(|page| candidates.get(page.candidate)).collect();
    let (main, page) = (all[0], group[0]);
    let first = group.iter().map(|page| page.candidate).min().unwrap_or_default();
    let found = candidates.get(first);
    let mut aliases: BTreeSet<String> = group.iter().flat_map(|p| p.aliases.clone()).collect();
    for candidate in &all {
        aliases.insert(candidate.address.clone());
        aliases.extend(candidate.spellings.iter().cloned());
    }
    // Routes of aliases that were never asked for have found the article too.
    let unasked: Vec<_> = aliases.iter().filter_map(|alias| candidates.number(alias)).collect();
    let every = all.iter().copied().chain(unasked.iter().map(|number| candidates.get(*number)));
    let routes: BTreeSet<usize> = every.flat_map(|found| found.routes.iter().copied()).collect();
    aliases.remove(&main.address);
    let line = ArticleLine {
        url: main.address.clone(),
        aliases: aliases.into_iter().collect(),
        routes: routes.into_iter().map(|route| names[route].clone()).collect(),
        found_on: found.found_on.clone(),
        position: found.position,
        status: "stored",
        http_status: page.status,
        pages: page.pages.clone(),
        run: group.iter().map(|page| page.run).min().unwrap_or_default(),
        holding: page.holding.clone(),
        is_marked_paid: page.is_marked_paid,
    };
    (first, line)
}
