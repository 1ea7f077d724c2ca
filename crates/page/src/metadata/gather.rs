//! All steps from a page to its metadata, in order.

use super::candidate::{Candidate, Metadata};
use super::field::Field;
use super::found::Found;
use super::recurring::Recurring;
use super::{
    biography, byline, canonical, confidence, dates, html, jsonld, language, listing, meta, names,
    page_type, platform, poster, published, rights, section, signature, signed, title, trail,
    visible,
};
use crate::page::{base, runs};
use crate::{Extraction, Page, PageFlag};

/// Most authors of a page.
const AUTHORS: usize = 20;
/// Most keywords of a page.
const KEYWORDS: usize = 50;

/// Collects the metadata of `page`. The language is that of the extracted text; `recurring` holds
/// what recurs in titles of other pages of the host.
pub(super) fn gather(page: &Page, extraction: &Extraction, recurring: &Recurring) -> Metadata {
    let mut found = Found { replayed: page.is_replayed(), ..Found::default() };
    // On a list page, visible names, dates and sections belong to the listed items.
    let is_list = listing::is_list(page);
    read_declared(page, extraction, &mut found);
    read_visible(page, extraction, is_list, &mut found);
    read_rest(page, &mut found);
    dates::keep_plausible(page.capture_ms(), &mut found);
    published::settle(&mut found);
    // The name beside the date is searched once the date is settled. Both are read only if nobody signed.
    if !is_list {
        signed::read(page, extraction, &mut found);
        biography::read(page, extraction, &mut found);
    }
    found.prefer_people();
    let site = found.best(Field::Site);
    // The title needs the site's name, and the name of an unnamed site needs the title.
    let title = title::choose(&mut found, site.as_deref(), page, recurring, is_list);
    title::name_site(&mut found, title.as_deref(), recurring);
    if let Some(title) = title.as_deref().filter(|_| !is_list) {
        trail::drop_title(title, &mut found);
    }
    let mut metadata = chosen(page, title, &found);
    names::keep_people(&mut metadata.authors);
    // Last, because the detector adds a candidate of its own.
    language::choose(page, extraction, &mut found, &mut metadata);
    add_candidates(found, &mut metadata);
    metadata
}

/// What the page declares to machines.
fn read_declared(page: &Page, extraction: &Extraction, found: &mut Found) {
    jsonld::read(page.structured(), found);
    meta::read(page.tree(), found);
    html::read(page, extraction, found);
    trail::read(page, found);
}

/// What readers see: names and dates around the text.
fn read_visible(page: &Page, extraction: &Extraction, is_list: bool, found: &mut Found) {
    if is_list {
        found.reject_if_contradictory(Field::Published, published::MARKED);
        for detail in section::FILED_UNDER {
            found.reject_if_contradictory(Field::Section, detail);
        }
    } else {
        byline::read(page, extraction, found);
        signature::read(page, extraction, found);
        visible::read(page, extraction, found);
        poster::read(page, found);
    }
}

/// The system behind the page, its type and its address.
fn read_rest(page: &Page, found: &mut Found) {
    platform::read(page.tree(), found);
    page_type::read(page, found);
    if let Some(url) = page.url() {
        dates::from_url(url, found);
    }
}

/// The best value of each field, except for the language.
fn chosen(page: &Page, title: Option<String>, found: &Found) -> Metadata {
    let base = base(page);
    let address = |field| {
        let best = found.best(field).filter(|value| field == Field::Image || is_address(value));
        let absolute = best.map(|value| rights::absolute(&value, base.as_ref()));
        absolute.or_else(|| found.best(field)).filter(|address| !runs(address))
    };
    let (canonical_url, is_rejected) = canonical::choose(found, base.as_ref(), page.url());
    let rejected = is_rejected.then_some(PageFlag::CanonicalRejected);
    let unreadable = found.has_unreadable_date.then_some(PageFlag::DateUnreadable);
    Metadata {
        title,
        site: found.best(Field::Site),
        authors: found.best_list(Field::Author, AUTHORS),
        keywords: found.best_list(Field::Keyword, KEYWORDS),
        date_published: found.best(Field::Published),
        date_modified: found.best(Field::Modified),
        canonical_url,
        flags: rejected.into_iter().chain(unreadable).collect(),
        description: found.best(Field::Description),
        section: found.best(Field::Section),
        licence: address(Field::Licence),
        image: address(Field::Image),
        subtitle: found.best(Field::Subtitle),
        publisher: found.best(Field::Publisher),
        part_of: found.best(Field::PartOf),
        accessible_for_free: found.best(Field::Free).map(|value| value == "true"),
        content_type: found.best(Field::ContentType),
        page_type: found.best(Field::PageType),
        post_id: found.best(Field::Post),
        ..Metadata::default()
    }
}

/// Adds all candidates, best first and implausible ones last, with their confidence.
fn add_candidates(found: Found, metadata: &mut Metadata) {
    let ranked = found.fields.into_iter().map(|(name, mut candidates)| {
        candidates.sort_by_key(|(rank, _)| *rank);
        (name, candidates.into_iter().map(|(_, candidate)| candidate).collect())
    });
    metadata.candidates = ranked.collect();
    for (name, candidate) in found.implausible {
        let implausible = Candidate { implausible: true, ..candidate };
        metadata.candidates.entry(name).or_default().push(implausible);
    }
    let fields: Vec<&'static str> = metadata.candidates.keys().copied().collect();
    for field in fields {
        confidence::set_confidence(field, metadata);
    }
}

/// Whether a licence is given as an address rather than in words.
fn is_address(value: &str) -> bool {
    value.starts_with(['/', '.']) || value.contains("://")
}
