//! Breadcrumbs: the last step before the page names its section.

use serde_json::Value;
use url::Url;

use super::agreement::letters;
use super::candidate::{Candidate, Source};
use super::field::Field;
use super::found::Found;
use super::section::{TRAIL_IN_JSONLD, TRAIL_IN_MARKUP};
use crate::Page;
use crate::page::base;
use crate::structured::jsonld;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Most steps of a trail that are read.
const STEPS: usize = 20;
/// Most elements of a page that are read: nested large ones would be read again and again.
const ELEMENTS: usize = 3;
/// Name of the file behind a folder's address.
const INDEX: &str = "index";
/// Base of relative addresses where that of the page is unknown.
const UNKNOWN_BASE: &str = "http://nowhere.invalid/";
/// Longest address of a page, in bytes: each step of a trail repeats it.
const ADDRESS: usize = 2000;

/// One step of a trail.
struct Step<'p> {
    name: String,
    href: Option<&'p str>,
}

pub(super) fn read(page: &Page, found: &mut Found) {
    let Some(here) = Here::new(page, found) else { return };
    let is_list = |object: &&Value| jsonld::types(object).any(|kind| kind == TRAIL_IN_JSONLD.0);
    for list in jsonld::objects(page.structured()).into_iter().filter(is_list).take(ELEMENTS) {
        here.push(&steps_of_list(list), TRAIL_IN_JSONLD, Source::Jsonld, found);
    }
    let tree = page.tree();
    for id in tree.all().filter(|id| is_trail(tree, *id)).take(ELEMENTS) {
        here.push(&steps_of_element(tree, id), TRAIL_IN_MARKUP, Source::Html, found);
    }
}

fn is_trail(tree: &Tree, id: NodeId) -> bool {
    let named = |attr| tree.attr(id, attr).is_some_and(|value| value.contains("breadcrumb"));
    matches!(tree.tag(id), Some(Tag::Nav | Tag::Div | Tag::Ol | Tag::Ul | Tag::Section))
        && (named(Attr::CLASS) || named(Attr::ID) || named(Attr::ARIA_LABEL))
}

fn steps_of_element(tree: &Tree, id: NodeId) -> Vec<Step<'_>> {
    let is_link = |id: &NodeId| tree.tag(*id) == Some(Tag::A);
    let links = tree.descendants(id).filter(is_link).take(STEPS);
    links.map(|id| Step { name: tree.text_content(id), href: tree.attr(id, Attr::HREF) }).collect()
}

/// The steps of a `BreadcrumbList`, by position.
fn steps_of_list(object: &Value) -> Vec<Step<'_>> {
    let items = object["itemListElement"].as_array().map_or(&[][..], Vec::as_slice);
    let mut steps: Vec<(f64, Step<'_>)> = items
        .iter()
        .take(STEPS)
        .filter_map(|item| {
            let name = item["name"].as_str().or_else(|| item["item"]["name"].as_str())?;
            let target = &item["item"];
            let href = target.as_str().or_else(|| target["@id"].as_str());
            let href = href.or_else(|| target["url"].as_str());
            let position = &item["position"];
            let position = position.as_f64().or_else(|| position.as_str()?.parse().ok());
            Some((position.unwrap_or(f64::MAX), Step { name: name.to_owned(), href }))
        })
        .collect();
    // Items may be in any order; those without a position go last.
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    steps.into_iter().map(|(_, step)| step).collect()
}

/// The page, for recognising steps that lead to it.
struct Here<'p> {
    page: &'p Page,
    base: Url,
    /// Addresses of the page as sort keys.
    own: Vec<String>,
}

impl<'p> Here<'p> {
    fn new(page: &'p Page, found: &Found) -> Option<Self> {
        let base = base(page)
            .filter(|base| base.as_str().len() <= ADDRESS)
            .or_else(|| Url::parse(UNKNOWN_BASE).ok())?;
        let own = page.url().map(str::to_owned);
        // A canonical address that is the front page would end every trail at its beginning.
        let canonical = found.ranked(Field::Canonical);
        let canonical = canonical.iter().filter_map(|c| base.join(&c.value).ok());
        let canonical = canonical.filter(|url| !is_front(url)).map(String::from);
        let own = own.into_iter().chain(canonical).map(|url| key(&url)).collect();
        Some(Self { page, base, own })
    }

    /// Adds the last steps before the page that lead beyond the front page.
    fn push(
        &self,
        trail: &[Step<'_>],
        (detail, rank): (&str, u8),
        source: Source,
        found: &mut Found,
    ) {
        let resolved = trail.iter().filter_map(|step| Some((step, self.resolve(step.href?)?)));
        // The first step that is the page ends the trail: language menus may follow it.
        let steps: Vec<_> =
            resolved.take_while(|(_, url)| !self.own.contains(&key(url.as_str()))).collect();
        let further = steps.iter().filter(|(_, url)| !is_front(url));
        // Two, because the last may still be the page at another address.
        for (step, _) in further.rev().take(2) {
            found.push_raw(Field::Section, rank, source, detail, &step.name);
        }
    }

    /// The target of a step. `None` for fragments, which lead to the page itself.
    fn resolve(&self, href: &str) -> Option<Url> {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') || href.len() > ADDRESS {
            return None;
        }
        self.base.join(&self.page.original(href)).ok().filter(Url::has_host)
    }
}

/// A key that is equal for all spellings of an address.
fn key(url: &str) -> String {
    scutch_url::surt(url.split('#').next().unwrap_or(url))
}

/// Whether an address is that of the front page of its host.
pub(super) fn is_front(url: &Url) -> bool {
    let path = url.path().trim_matches('/');
    let is_index = path.split_once('.').is_some_and(|(name, _)| name == INDEX);
    url.query().is_none() && (path.is_empty() || is_index)
}

/// Removes the title from the sections: a trail's last step may be the page itself.
pub(super) fn drop_title(title: &str, found: &mut Found) {
    let title = letters(title);
    let Some(sections) = found.fields.get_mut(Field::Section.name()) else { return };
    let is_step = |c: &Candidate| [TRAIL_IN_MARKUP.0, TRAIL_IN_JSONLD.0].contains(&&*c.detail);
    let is_title = |(_, c): &mut (u8, Candidate)| is_step(c) && letters(&c.value) == title;
    let taken = sections.extract_if(.., is_title);
    found.implausible.extend(taken.map(|(_, candidate)| (Field::Section.name(), candidate)));
}

#[cfg(test)]
mod tests {
    use crate::{ExtractConfig, Hints, Limits, Page, extract};

    const HERE: &str = "https://harbour.example/news/ferry/fog?x=1";

    fn section(html: &str) -> Option<String> {
        let hints = Hints { url: Some(HERE), ..Hints::default() };
        let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
        page.metadata(&extract(&page, &ExtractConfig::default())).section
    }

    fn list(steps: &[(&str, &str)]) -> String {
        let item = |(at, (name, href)): (usize, &(&str, &str))| {
            let item =
                if href.is_empty() { String::new() } else { format!(", \"item\": \"{href}\"") };
            format!("{{\"position\": {at}, \"name\": \"{name}\"{item}}}")
        };
        let items: Vec<String> = steps.iter().enumerate().map(item).collect();
        let items = items.join(",");
        format!(
            "<script type=application/ld+json>{{\"@type\": \"BreadcrumbList\", \"itemListElement\": [{items}]}}</script>"
        )
    }

    #[test]
    fn the_last_step_is_left_out_only_if_it_is_the_page() {
        let (home, news) = (("Home", "https://harbour.example/"), ("News", "/news"));
        let ferry = ("Ferry", "https://harbour.example/news/ferry/");
        let canonical = "<link rel=canonical href=/news/ferry/a-fog>";
        for (last, expected) in [
            (vec![ferry], "Ferry"),
            (vec![ferry, ("Fog", HERE)], "Ferry"),
            (vec![ferry, ("Fog", "http://www.harbour.example/news/ferry/fog/?x=1#top")], "Ferry"),
            (vec![ferry, ("Fog", "/news/ferry/a-fog")], "Ferry"),
            (vec![ferry, ("Fog", "")], "Ferry"),
            // The same file shows other pages.
            (vec![ferry, ("Fog", "/news/ferry/fog?x=2")], "Fog"),
            (vec![ferry, ("The fog lifts", "/short/17")], "Ferry"),
        ] {
            let steps: Vec<_> = [home, news].into_iter().chain(last).collect();
            let html = format!("{canonical}<title>The fog lifts</title>{}<p>x", list(&steps));
            assert_eq!(section(&html).as_deref(), Some(expected), "{html}");
        }
        assert_eq!(section(&list(&[home, ("News", HERE)])), None);
    }

    #[test]
    fn a_trail_of_links_ends_before_the_page() {
        let languages = "<a href=/de/fog>Deutsch</a> <a href=/fr/fog>Français</a>";
        let links = "<a href=/>Home</a> <a href=..>News</a> <a href=fog?x=1>Fog</a>";
        let html = format!("<div class=breadcrumbs>{links} {languages}</div><p>x");
        assert_eq!(section(&html).as_deref(), Some("News"));
        let html = "<div class=breadcrumbs><a href=/index.php>Home</a> <a href='javascript:up()'>Up</a></div><p>x";
        assert_eq!(section(html), None);
    }
}
