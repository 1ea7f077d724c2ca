//! What a page says about itself: every candidate for every field, with its source, and a choice.
//!
//! Each source file pushes what it finds, with the rank of the place: smaller is believed first. What
//! lost stays in [`Metadata::candidates`], so that conflicts can be seen.

mod agreement;
mod byline;
mod calendars;
mod confidence;
mod date_words;
mod dates;
mod frame;
mod html;
pub(crate) mod jsonld;
mod language;
mod listed;
mod listing;
mod markup;
mod mended;
mod meta;
mod microdata;
mod names;
mod page_type;
mod parts;
mod platform;
mod poster;
mod published;
mod recurring;
mod rights;
mod set;
mod signed;
mod site_names;
mod small;
mod times;
mod title;
mod trail;
mod visible;
mod written;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::Serialize;

pub use self::agreement::Agreement;
use self::agreement::letters;
pub use self::language::language_tag;
pub use self::recurring::{Recurring, TitleParts};
use crate::document::base;
use crate::{Extraction, Page, additions, schema_types};

/// Where a candidate was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A JSON-LD script.
    Jsonld,
    /// A `meta` element.
    Meta,
    /// Elements, attributes and text of the page.
    Html,
    /// The address of the page.
    Url,
    /// A statistical detector.
    Detector,
    /// A rule of a portal file.
    Rule,
}

impl Source {
    /// The name in tables, as in JSON.
    fn name(self) -> &'static str {
        match self {
            Self::Jsonld => "jsonld",
            Self::Meta => "meta",
            Self::Html => "html",
            Self::Url => "url",
            Self::Detector => "detector",
            Self::Rule => "rule",
        }
    }
}

/// A value some source gives for a field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The value, cleaned as the field needs.
    pub value: String,
    /// Where it was found.
    pub source: Source,
    /// The exact place: property, meta name, element.
    pub detail: String,
    /// The share of candidates of its kind that are right on pages with known metadata, or the score of the detector that
    /// found it; none for other fields that no pages are known of, and for what cannot be true.
    pub confidence: Option<f64>,
    /// It cannot be true.
    #[serde(skip)]
    doubted: bool,
}

impl Candidate {
    fn new(value: String, source: Source, detail: &str) -> Self {
        Self { value, source, detail: detail.to_owned(), confidence: None, doubted: false }
    }
}

/// What a page says about itself, with every candidate and its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Metadata {
    /// Title of the text, without the name of the site.
    pub title: Option<String>,
    /// Name of the site.
    pub site: Option<String>,
    /// Language of the text, BCP 47.
    pub language: Option<String>,
    /// Confidence of the language detector from 0 to 1, if it agrees or decided.
    pub language_score: Option<f32>,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// Keywords, in the order of the page.
    pub keywords: Vec<String>,
    /// ISO 8601, as precise as the source says.
    pub date_published: Option<String>,
    /// ISO 8601, as precise as the source says.
    pub date_modified: Option<String>,
    /// The address the page gives as its own.
    pub canonical_url: Option<String>,
    /// The page's summary of itself.
    pub description: Option<String>,
    /// The part of the site the page is in.
    pub section: Option<String>,
    /// The licence of the page, an address where the page gives one.
    pub licence: Option<String>,
    /// Address of the picture that stands for the page.
    pub image: Option<String>,
    /// A second title, below or above the first.
    pub subtitle: Option<String>,
    /// Who publishes the page.
    pub publisher: Option<String>,
    /// What the page is part of, such as a periodical.
    pub part_of: Option<String>,
    /// Whether all may read it without paying.
    pub accessible_for_free: Option<bool>,
    /// The type of Schema.org that the page gives itself, such as `NewsArticle`.
    pub content_type: Option<String>,
    /// What type of page it is, by its look and what it declares.
    pub page_type: Option<String>,
    /// Number of the post in the system that made the page, such as `wordpress:410`.
    pub post_id: Option<String>,
    /// Every candidate per field, the chosen one first.
    pub candidates: BTreeMap<&'static str, Vec<Candidate>>,
}

/// A field of [`Metadata`] that takes candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Site,
    Language,
    Author,
    Keyword,
    Published,
    Modified,
    Canonical,
    Description,
    Section,
    Licence,
    Image,
    Subtitle,
    Publisher,
    PartOf,
    Free,
    ContentType,
    PageType,
    Post,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Site => "site",
            Self::Language => "language",
            Self::Author => "authors",
            Self::Keyword => "keywords",
            Self::Published => "date_published",
            Self::Modified => "date_modified",
            Self::Canonical => "canonical_url",
            Self::Description => "description",
            Self::Section => "section",
            Self::Licence => "licence",
            Self::Image => "image",
            Self::Subtitle => "subtitle",
            Self::Publisher => "publisher",
            Self::PartOf => "part_of",
            Self::Free => "accessible_for_free",
            Self::ContentType => "content_type",
            Self::PageType => "page_type",
            Self::Post => "post_id",
        }
    }
}

/// Candidates one field keeps, and how many more, one each of places that are not among them.
const CANDIDATES: usize = 50;
const PLACES: usize = 50;
/// Bytes of a place's name kept.
const DETAIL: usize = 100;
/// Rank of the site's own name among authors: behind bylines that are sure, and behind all bylines of whole names.
const SITE_AS_AUTHOR: u8 = 45;
const SITE_BEHIND_NAMES: u8 = 56;
/// What is added to the rank of authors who are no people, as far as one can see.
const NO_PERSON: u8 = 60;
/// End of the details of what is said of another thing than the first of the page.
const OF_ANOTHER: &str = " of another";
/// Fields whose values are addresses, or may be.
const ADDRESSES: &[Field] = &[Field::Canonical, Field::Image, Field::Licence, Field::Site];
/// Characters of one value kept.
const VALUE_CHARS: usize = 1000;

/// Candidates on their way, with the rank of their place: smaller is believed first.
#[derive(Debug, Default)]
struct Found {
    fields: BTreeMap<&'static str, Vec<(u8, Candidate)>>,
    /// Candidates of fields that cannot be true: kept to be seen, never chosen.
    implausible: Vec<(&'static str, Candidate)>,
    /// Addresses may lead into the archive that the page was taken from.
    replayed: bool,
}

impl Found {
    /// Whether a field takes no more candidates of a place. Those of the first places may be the dates of a hundred
    /// comments, so that each of the others can still tell one.
    fn is_full(&self, field: Field, source: Source, detail: &str) -> bool {
        let Some(known) = self.fields.get(field.name()) else { return false };
        let is_here = |(_, c): &(u8, Candidate)| c.source == source && c.detail == detail;
        known.len() >= CANDIDATES + PLACES || known.len() >= CANDIDATES && known.iter().any(is_here)
    }

    fn push(&mut self, field: Field, rank: u8, source: Source, detail: &str, value: &str) {
        let detail = &detail[..detail.floor_char_boundary(DETAIL)];
        if self.is_full(field, source, detail) {
            return;
        }
        let original = (self.replayed && ADDRESSES.contains(&field))
            .then(|| additions::original(value.trim()))
            .flatten();
        let value = original.as_deref().unwrap_or(value);
        let value: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut value: String =
            value.chars().filter(|c| !c.is_control()).take(VALUE_CHARS).collect();
        if field == Field::Site {
            value = site_name(value);
        }
        let known = self.fields.entry(field.name()).or_default();
        let first = detail.strip_suffix(OF_ANOTHER).unwrap_or(detail);
        let is_known = |c: &Candidate| c.detail == detail || c.detail == first;
        let again = known.iter().any(|(_, c)| c.value == value && is_known(c));
        if value.is_empty() || again {
            return;
        }
        known.push((rank, Candidate::new(value, source, detail)));
    }

    /// Notes what a detector found of the page as a whole, and how sure it is.
    fn detect(&mut self, field: Field, rank: u8, detail: &str, value: &str, score: Option<f32>) {
        self.push(field, rank, Source::Detector, detail, value);
        let known = self.fields.get_mut(field.name()).into_iter().flatten();
        let found = known.map(|(_, candidate)| candidate).find(|c| c.source == Source::Detector);
        if let Some(found) = found {
            found.confidence = score.map(rounded);
        }
    }

    /// Puts a candidate before all others of a field.
    fn put_first(&mut self, field: Field, candidate: &Candidate) {
        let known = self.fields.entry(field.name()).or_default();
        known.retain(|(_, other)| other != candidate);
        known.insert(0, (0, candidate.clone()));
    }

    /// Sees what places of a kind say as what cannot be true, if they say different things.
    fn doubt(&mut self, field: Field, detail: &str) {
        let Some(known) = self.fields.get_mut(field.name()) else { return };
        let said = known.iter().filter(|(_, candidate)| candidate.detail == detail).count();
        if said < 2 {
            return;
        }
        for (_, candidate) in known.extract_if(.., |(_, candidate)| candidate.detail == detail) {
            self.implausible.push((field.name(), candidate));
        }
    }

    /// Sets the name of the site behind names that surely stand in a byline, and addresses and
    /// log-in names behind all others.
    fn prefer_people(&mut self) {
        let site = self.best(Field::Site).map(|site| site.to_lowercase());
        let sites: FxHashSet<String> = [Field::Site, Field::Publisher]
            .iter()
            .flat_map(|field| self.ranked(*field))
            .map(|candidate| letters(&candidate.value))
            .collect();
        let is_site = |name: &str| sites.contains(&letters(name));
        let authors = self.ranked(Field::Author);
        let bylines: Vec<&Candidate> =
            authors.into_iter().filter(|c| c.detail == byline::DETAIL).collect();
        let named = bylines.iter().any(|c| c.value.contains(' ') && !is_site(&c.value));
        // People publish, too, and sign what they publish.
        let signed: Vec<String> = bylines.iter().map(|c| letters(&c.value)).collect();
        for (rank, candidate) in self.fields.get_mut(Field::Author.name()).into_iter().flatten() {
            let name = candidate.value.to_lowercase();
            // Nor do people sign with the mark of a copyright.
            let address = names::is_address(&name)
                || name.starts_with('©')
                || !name.contains(char::is_alphabetic);
            // Agencies sign with few letters.
            let login = candidate.value == name && !name.contains(' ') && name.len() > 4;
            // In forums these are the names.
            let post = candidate.detail.strip_suffix(".author").and_then(schema_types::find);
            let login = login && !post.is_some_and(|known| known.is_post);
            if is_site(&name) && named && !signed.contains(&letters(&name)) {
                *rank = (*rank).max(SITE_BEHIND_NAMES);
            } else if Some(&name) == site.as_ref() {
                *rank = (*rank).max(SITE_AS_AUTHOR);
            } else if address || login {
                *rank = rank.saturating_add(NO_PERSON);
            }
        }
    }

    /// Candidates of a field, best first; equals keep the order of the page.
    fn ranked(&self, field: Field) -> Vec<&Candidate> {
        let mut found: Vec<_> = self.fields.get(field.name()).into_iter().flatten().collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn best(&self, field: Field) -> Option<String> {
        self.ranked(field).first().map(|c| c.value.clone())
    }

    /// All values from the place the best one is from.
    fn best_list(&self, field: Field, most: usize) -> Vec<String> {
        let ranked = self.ranked(field);
        let Some(first) = ranked.first() else { return Vec::new() };
        let mut values: Vec<String> = Vec::new();
        let same = ranked.iter().filter(|c| c.source == first.source && c.detail == first.detail);
        for candidate in same {
            if !values.contains(&candidate.value) && values.len() < most {
                values.push(candidate.value.clone());
            }
        }
        values
    }
}

/// Gathers what `page` says about itself; the language is that of the extracted text. `recurring` is what recurs in the
/// titles of other pages of its host.
pub(crate) fn gather(page: &Page, extraction: &Extraction, recurring: &Recurring) -> Metadata {
    let mut found = Found { replayed: page.is_replayed(), ..Found::default() };
    jsonld::read(page.structured(), &mut found);
    meta::read(page.tree(), &mut found);
    html::read(page, extraction, &mut found);
    trail::read(page, &mut found);
    // Names, dates and sections that are seen on a list are those of what is listed.
    let is_list = listing::is_list(page);
    if is_list {
        found.doubt(Field::Published, published::MARKED);
        rights::FILED_UNDER.iter().for_each(|detail| found.doubt(Field::Section, detail));
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

/// More digits of a score say nothing, and the last ones may differ between machines.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1e4).round() / 1e4
}

/// The name of a site that is given as its address is that of its host.
fn site_name(name: String) -> String {
    let is_address = name.starts_with("http://") || name.starts_with("https://");
    let host = if is_address { scutch_url::host(&name) } else { None };
    let host = host.and_then(|host| scutch_url::bare_host(&host));
    host.map_or(name, |host| scutch_url::host_for_display(&host))
}

/// Whether a licence is told by its address: it may also be told in words.
fn is_address(value: &str) -> bool {
    value.starts_with(['/', '.']) || value.contains("://")
}

#[cfg(test)]
mod tests;
