//! What a page says about itself: every candidate for every field with its source, and a choice.
//!
//! Each file reads one kind of source and adds candidates with a rank; the smallest rank wins. The
//! other candidates stay in [`Metadata::candidates`], so that conflicts remain visible.

mod agreement;
mod byline;
mod calendars;
mod candidate;
mod confidence;
mod date_words;
mod dates;
mod field;
mod found;
mod frame;
mod html;
mod jsonld;
mod language;
mod listed;
mod listing;
mod markup;
mod meta;
mod microdata;
mod names;
mod page_type;
mod parts;
mod people;
mod platform;
mod poster;
mod published;
mod raw;
mod recurring;
mod rights;
mod section;
mod set;
mod signed;
mod site_names;
mod small;
mod times;
mod title;
mod trail;
mod visible;
mod written;

pub use self::agreement::Agreement;
pub use self::candidate::{Candidate, Metadata, Source};
use self::field::Field;
use self::found::Found;
pub use self::language::language_tag;
pub use self::recurring::{Recurring, TitleParts};
use crate::page::base;
use crate::{Extraction, Page};

/// What metadata tells of a page.
impl Page {
    /// What the page says about itself; the language is that of the extracted text.
    pub fn metadata(&self, extraction: &Extraction) -> Metadata {
        self.metadata_beside(extraction, &Recurring::default())
    }

    /// The same in the light of other pages of its host: what recurs in their titles.
    pub fn metadata_beside(&self, extraction: &Extraction, recurring: &Recurring) -> Metadata {
        gather(self, extraction, recurring)
    }
}

/// Collects the metadata of `page`. The language is that of the extracted text; `recurring` holds
/// what recurs in titles of other pages of the host.
fn gather(page: &Page, extraction: &Extraction, recurring: &Recurring) -> Metadata {
    let mut found = Found { replayed: page.is_replayed(), ..Found::default() };
    jsonld::read(page.structured(), &mut found);
    meta::read(page.tree(), &mut found);
    html::read(page, extraction, &mut found);
    trail::read(page, &mut found);
    // On a list page, visible names, dates and sections belong to the listed items.
    let is_list = listing::is_list(page);
    if is_list {
        found.doubt(Field::Published, published::MARKED);
        section::FILED_UNDER.iter().for_each(|detail| found.doubt(Field::Section, detail));
    } else {
        byline::read(page, extraction, &mut found);
        visible::read(page, extraction, &mut found);
        poster::read(page, &mut found);
    }
    platform::read(page.tree(), &mut found);
    page_type::read(page, &mut found);
    if let Some(url) = page.url() {
        dates::from_url(url, &mut found);
    }
    dates::keep_plausible(page.capture_ms(), &mut found);
    published::settle(&mut found);
    if !is_list {
        signed::read(page, extraction, &mut found);
    }
    found.prefer_people();
    let site = found.best(Field::Site);
    let title = title::choose(&mut found, site.as_deref(), page.url(), recurring, is_list);
    title::name_site(&mut found, title.as_deref(), recurring);
    if let Some(title) = title.as_deref().filter(|_| !is_list) {
        trail::leave_title(title, &mut found);
    }
    let base = base(page);
    let address = |field| {
        let best = found.best(field).filter(|value| field == Field::Image || is_address(value));
        let absolute = best.map(|value| rights::absolute(&value, base.as_ref()));
        absolute.or_else(|| found.best(field))
    };
    let mut metadata = Metadata {
        title,
        site: found.best(Field::Site),
        authors: found.best_list(Field::Author, 20),
        keywords: found.best_list(Field::Keyword, 50),
        date_published: found.best(Field::Published),
        date_modified: found.best(Field::Modified),
        canonical_url: rights::canonical(&found, base.as_ref(), page.url()),
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
    };
    names::keep_people(&mut metadata.authors);
    language::choose(page, extraction, &mut found, &mut metadata);
    let ranked = found.fields.into_iter().map(|(name, mut candidates)| {
        candidates.sort_by_key(|(rank, _)| *rank);
        (name, candidates.into_iter().map(|(_, candidate)| candidate).collect())
    });
    metadata.candidates = ranked.collect();
    for (name, candidate) in found.implausible {
        let doubted = Candidate { doubted: true, ..candidate };
        metadata.candidates.entry(name).or_default().push(doubted);
    }
    let fields: Vec<&'static str> = metadata.candidates.keys().copied().collect();
    for field in fields {
        confidence::weigh(field, &mut metadata);
    }
    metadata
}

/// Whether a licence is given as an address rather than in words.
fn is_address(value: &str) -> bool {
    value.starts_with(['/', '.']) || value.contains("://")
}

#[cfg(test)]
mod tests;
