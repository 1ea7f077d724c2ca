//! The articles: addresses that are the same article are one.

use std::collections::{BTreeSet, HashMap};

use super::finds::{Finds, normal};
use super::result::ArticleLine;

/// A page that is an article.
#[derive(Debug)]
struct Page {
    /// Its number among the finds.
    find: usize,
    status: u16,
    /// Addresses it was redirected to, and those not asked for because it was known.
    others: BTreeSet<String>,
    /// Its further pages.
    pages: Vec<String>,
    run: u32,
}

/// Pages that are articles, and which are twins.
#[derive(Debug, Default)]
pub(super) struct Articles {
    pages: Vec<Page>,
    /// Of each page, an earlier twin, or itself.
    twin: Vec<usize>,
    by_address: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    by_text: HashMap<u64, usize>,
}

/// What a page says of itself.
#[derive(Debug, Default)]
pub(super) struct Identity {
    /// The number of the article.
    pub(super) id: Option<String>,
    /// Other addresses of it.
    pub(super) aliases: Vec<String>,
    /// Where redirects led, if anywhere.
    pub(super) landed: Option<String>,
    /// Its further pages.
    pub(super) pages: Vec<String>,
    /// Stands for its text.
    pub(super) text: u64,
    /// Whether its address is a number alone, which an article has besides another.
    pub(super) late: bool,
}

impl Articles {
    /// Adds a page that was found; `address` is the one that was asked for.
    pub(super) fn add(
        &mut self,
        find: usize,
        address: &str,
        status: u16,
        run: u32,
        identity: Identity,
    ) {
        let number = self.pages.len();
        let others: BTreeSet<String> = identity.landed.iter().cloned().collect();
        self.pages.push(Page { find, status, others, pages: identity.pages, run });
        self.twin.push(number);
        let id = identity.id.map(|id| *self.by_id.entry(id).or_insert(number));
        let own = [Some(address.to_owned()), identity.landed];
        let names = own.into_iter().flatten().chain(identity.aliases);
        let named = names.map(|name| normal(&name).to_owned());
        let named: Vec<_> =
            named.map(|name| *self.by_address.entry(name).or_insert(number)).collect();
        // Only a number without a name needs the text to be told by.
        let same = Some(*self.by_text.entry(identity.text).or_insert(number));
        for twin in named.into_iter().chain(id).chain(same.filter(|_| identity.late)) {
            let (a, b) = (self.root(number), self.root(twin));
            self.twin[a.max(b)] = a.min(b);
        }
    }

    /// The article with a number, if there is one.
    pub(super) fn with_id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Notes an address of an article that need not be asked for.
    pub(super) fn alias(&mut self, article: usize, address: &str) {
        self.pages[article].others.insert(address.to_owned());
    }

    /// How many pages are articles, twins counted.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    fn root(&self, mut page: usize) -> usize {
        while self.twin[page] != page {
            page = self.twin[page];
        }
        page
    }

    /// A line for each article, in the order they were found. Of twins, the one found first that is
    /// not `late` gives the address.
    pub(super) fn lines(
        &self,
        finds: &Finds,
        names: &[String],
        is_late: impl Fn(&str) -> bool,
    ) -> Vec<ArticleLine> {
        let mut groups: HashMap<usize, Vec<&Page>> = HashMap::new();
        for (number, page) in self.pages.iter().enumerate() {
            groups.entry(self.root(number)).or_default().push(page);
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        for group in &mut groups {
            group.sort_by_key(|page| (is_late(&finds.get(page.find).address), page.find));
        }
        let mut lines: Vec<_> = groups.iter().map(|group| line(group, finds, names)).collect();
        lines.sort_by_key(|(first, _)| *first);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The line of an article, and the number of its first find.
fn line(group: &[&Page], finds: &Finds, names: &[String]) -> (usize, ArticleLine) {
    let all: Vec<_> = group.iter().map(|page| finds.get(page.find)).collect();
    let (main, page) = (all[0], group[0]);
    let first = group.iter().map(|page| page.find).min().unwrap_or_default();
    let found = finds.get(first);
    let mut aliases: BTreeSet<String> = group.iter().flat_map(|p| p.others.clone()).collect();
    for find in &all {
        aliases.insert(find.address.clone());
        aliases.extend(find.spellings.iter().cloned());
    }
    // Spellings and routes of aliases that were never asked for count too.
    let unasked: Vec<_> = aliases.iter().filter_map(|alias| finds.number(alias)).collect();
    let every = all.iter().copied().chain(unasked.iter().map(|number| finds.get(*number)));
    let routes: BTreeSet<usize> = every.flat_map(|find| find.routes.iter().copied()).collect();
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
    };
    (first, line)
}
