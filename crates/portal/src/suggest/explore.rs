//! Looks around a site, beginning with some of its lists: further lists, articles, other pages.

use std::collections::BTreeSet;

use scutch_page::{Attr, NodeId, Selector, Tag};

use super::article::{suggest_form, suggest_sign};
use super::paging::PageTemplate;
use super::{Suggestion, addresses, score, suggest};
use crate::document::Document;
use crate::feed::Listing;
use crate::portal::Portal;
use crate::rule::Rules;
use crate::site::Site;

/// Lists that are looked at.
const LISTS: usize = 3;
/// Pages that lists lead to.
const ARTICLES: usize = 4;
/// Pages that are likely no articles.
const OTHERS: usize = 3;

/// Gives the page at an address, if there is one.
pub type Ask<'a> = &'a mut dyn FnMut(&str) -> Option<Document>;

/// What was seen of a site, and what is suggested of it.
#[derive(Debug, Default)]
pub struct Exploration {
    /// The suggestion.
    pub suggestion: Suggestion,
    /// Lists, those given first.
    pub lists: Vec<Document>,
    /// Pages that the lists name as articles.
    pub articles: Vec<Document>,
    /// Pages that are likely no articles.
    pub others: Vec<Document>,
}

/// Looks around a site, beginning with some of its lists. Some fifteen pages are asked for. A preset
/// is suggested only if its rules recognise the articles; with `generic`, none is.
pub fn explore(lists: Vec<Document>, generic: bool, ask: Ask<'_>) -> Exploration {
    let suggestion = suggest(&lists);
    let mut seen = Exploration { suggestion, lists, ..Exploration::default() };
    seen.find_lists(ask);
    seen.find_start(ask);
    seen.find_articles(ask);
    let listed = seen.listed();
    let others: Vec<&Document> = seen.lists.iter().chain(&seen.others).collect();
    let lists: Vec<&Document> = seen.lists.iter().collect();
    // What looked like another page may be an article that another list names.
    let sign =
        suggest_sign(&seen.articles, &others).or_else(|| suggest_sign(&seen.articles, &lists));
    seen.suggestion.keep = if sign.is_none() { suggest_form(&listed) } else { None };
    seen.suggestion.is = sign;
    seen.check_preset(generic);
    if seen.suggestion.preset.is_none() && seen.suggestion.is.is_some() {
        seen.find_sitemap(ask);
    }
    seen
}

impl Exploration {
    /// The addresses that the suggested rule finds on all lists.
    fn listed(&self) -> BTreeSet<String> {
        let selector = self.suggestion.links.as_deref().map(Selector::parse);
        let selector = selector.and_then(Result::ok);
        selector.map(|links| addresses(&links, &self.lists)).unwrap_or_default()
    }

    /// Follows the lists to further ones, and suggests again from all of them.
    fn find_lists(&mut self, ask: Ask<'_>) {
        let Some(first) = self.lists.first() else { return };
        let template = PageTemplate::of_address(first.url().as_str());
        let template = template.or_else(|| PageTemplate::of_links(first));
        while self.lists.len() < LISTS {
            let Some(last) = self.lists.last() else { return };
            let next = self.next_of(last);
            let is_linked = next.is_some();
            let counted = || {
                let template = template.as_ref()?;
                let own = PageTemplate::of_address(last.url().as_str());
                Some(template.page(own.map_or(1, |own| own.number) + 1))
            };
            let Some(next) = next.or_else(counted) else { return };
            let known = self.listed();
            let Some(page) = ask(&next).filter(|page| self.is_new(page)) else { return };
            self.lists.push(page);
            // The next page of a list names articles that the pages before it do not.
            if self.listed().is_subset(&known) {
                self.lists.pop();
                return;
            }
            if !is_linked {
                self.suggestion.paging = template.clone();
            }
        }
        let paging = self.suggestion.paging.take();
        let again = suggest(&self.lists);
        self.suggestion.links = again.links.or(self.suggestion.links.take());
        self.suggestion.next = again.next.or(self.suggestion.next.take());
        // Numbers are for lists without a link that leads on.
        self.suggestion.paging = paging;
    }

    fn is_new(&self, page: &Document) -> bool {
        self.lists.iter().all(|list| list.url() != page.url())
    }

    /// The address that the suggested rule for next pages finds.
    fn next_of(&self, page: &Document) -> Option<String> {
        let rules = Rules::new(std::slice::from_ref(self.suggestion.next.as_ref()?)).ok()?;
        rules.addresses(page).into_iter().next()
    }

    /// Finds the first of the numbered pages, if the given list is a later one.
    fn find_start(&mut self, ask: Ask<'_>) {
        let Some(first) = self.lists.first() else { return };
        let own = first.url().as_str().to_owned();
        let template = PageTemplate::of_address(&own).filter(|template| template.number > 1);
        let firsts = template.map(|template| template.first_pages()).unwrap_or_default();
        let lists_some = |page: &Document| {
            let selector = self.suggestion.links.as_deref().map(Selector::parse);
            let links = selector.and_then(Result::ok);
            links.is_some_and(|links| !addresses(&links, std::slice::from_ref(page)).is_empty())
        };
        let start = firsts.iter().find_map(|address| ask(address).filter(|page| lists_some(page)));
        self.suggestion.start = Some(match start {
            Some(page) => page.url().as_str().to_owned(),
            None => own,
        });
    }

    /// Asks for some of the listed pages, and some that are likely no articles.
    fn find_articles(&mut self, ask: Ask<'_>) {
        let listed: Vec<String> = self.listed().into_iter().collect();
        // From all parts of the list: the first may be of one kind.
        let some = (0..ARTICLES).filter_map(|nth| listed.get(nth * listed.len() / ARTICLES));
        let mut some: Vec<&String> = some.collect();
        some.dedup();
        self.articles = some.into_iter().filter_map(|address| ask(address)).collect();
        let Some(first) = self.lists.first() else { return };
        let known: BTreeSet<&str> = self.lists.iter().map(|list| list.url().as_str()).collect();
        let others = unlikely_links(first);
        let others = others
            .into_iter()
            .filter(|other| !known.contains(other.as_str()) && !listed.contains(other));
        self.others = others.take(OTHERS).filter_map(|address| ask(&address)).collect();
    }

    /// Keeps the preset only if its rules recognise most articles, and no list as one.
    fn check_preset(&mut self, generic: bool) {
        let fits = |name: &&'static str| {
            let start = self.lists.first().map(|list| list.url().origin()).unwrap_or_default();
            let Ok(portal) = Portal::from_preset(name, &format!("{start}/")) else { return false };
            let is = |page: &&Document| portal.article.is(page);
            let known = self.articles.iter().filter(is).count();
            let lists = self.lists.iter().filter(is).count();
            2 * known >= self.articles.len() && 2 * lists <= self.lists.len()
        };
        let named = self.suggestion.preset.take();
        self.suggestion.preset = named.filter(|_| !generic).filter(fits);
        self.suggestion.program = named.filter(|_| !generic);
    }

    /// The sitemap that robots.txt names, or the one at the usual place.
    fn find_sitemap(&mut self, ask: Ask<'_>) {
        let Some(first) = self.lists.first() else { return };
        let origin = first.url().origin();
        let robots = ask(&format!("{origin}/robots.txt"));
        let named =
            robots.as_ref().map(Document::text).unwrap_or_default().lines().find_map(|line| {
                let (name, address) = line.split_once(':')?;
                name.trim().eq_ignore_ascii_case("sitemap").then(|| address.trim().to_owned())
            });
        let usual = format!("{origin}/sitemap.xml");
        let found = named.into_iter().chain([usual]).find(|address| {
            ask(address).is_some_and(|page| {
                let listing = Listing::read(page.text(), 1);
                !listing.pages.is_empty() || !listing.sitemaps.is_empty()
            })
        });
        self.suggestion.sitemap = found.map(|found| match found.strip_prefix(&origin) {
            Some(path) => path.to_owned(),
            None => found,
        });
    }
}

/// Links of a page that look least like articles, on its own host.
fn unlikely_links(page: &Document) -> Vec<String> {
    let tree = page.tree();
    let likely: BTreeSet<NodeId> = score::anchors(page, true).likely().collect();
    let anchors = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A) && !likely.contains(id));
    let mut found: Vec<String> = Vec::new();
    for id in anchors {
        let address = tree.attr(id, Attr::HREF).and_then(|href| page.resolve(href));
        let Some(address) = address.filter(|address| address.host() == page.url().host()) else {
            continue;
        };
        let bare = address.as_str().split('#').next().unwrap_or_default().to_owned();
        // The front page is a list as well, and files are no pages.
        let path = Site::target(&bare);
        let is_file = path.rsplit('/').next().is_some_and(|last| {
            last.contains('.') && !last.ends_with(".html") && !last.ends_with(".php")
        });
        if path.len() > 1 && !is_file && !found.contains(&bare) {
            found.push(bare);
        }
    }
    found
}
