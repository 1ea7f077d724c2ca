//! `meta` elements: OpenGraph, Dublin Core and other names that publishers use.

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::names;
use crate::tree::{Attr, Tag, Tree};

/// Name or property, field and rank.
const NAMES: &[(&str, Field, u8)] = &[
    ("og:title", Field::Title, 20),
    ("twitter:title", Field::Title, 40),
    ("citation_title", Field::Title, 15),
    ("dc.title", Field::Title, 45),
    ("dcterms.title", Field::Title, 45),
    ("parsely-title", Field::Title, 22),
    ("sailthru.title", Field::Title, 22),
    ("og:site_name", Field::Site, 10),
    ("application-name", Field::Site, 30),
    ("publisher", Field::Site, 40),
    ("dc.publisher", Field::Site, 40),
    ("citation_author", Field::Author, 15),
    ("author", Field::Author, 20),
    ("authors", Field::Author, 21),
    ("article:authors", Field::Author, 25),
    ("article:author", Field::Author, 30),
    ("article:author_name", Field::Author, 25),
    ("dc.creator", Field::Author, 25),
    ("dcterms.creator", Field::Author, 25),
    ("dc.contributor", Field::Author, 60),
    ("parsely-author", Field::Author, 22),
    ("sailthru.author", Field::Author, 22),
    ("byl", Field::Author, 22),
    ("cxenseparse:author", Field::Author, 26),
    ("mrf:authors", Field::Author, 26),
    ("shareaholic:article_author_name", Field::Author, 27),
    ("keywords", Field::Keyword, 20),
    ("news_keywords", Field::Keyword, 15),
    ("article:tag", Field::Keyword, 25),
    ("parsely-tags", Field::Keyword, 25),
    ("dc.subject", Field::Keyword, 30),
    ("description", Field::Description, 20),
    ("og:description", Field::Description, 25),
    ("dc.description", Field::Description, 30),
    ("og:url", Field::Canonical, 30),
    ("article:published_time", Field::Published, 15),
    ("og:article:published_time", Field::Published, 16),
    ("og:published_time", Field::Published, 16),
    ("datepublished", Field::Published, 17),
    ("prism.publicationdate", Field::Published, 19),
    ("citation_publication_date", Field::Published, 20),
    ("citation_date", Field::Published, 22),
    ("eprints.datestamp", Field::Published, 24),
    ("parsely-pub-date", Field::Published, 18),
    ("sailthru.date", Field::Published, 18),
    ("pubdate", Field::Published, 18),
    ("publish_date", Field::Published, 18),
    ("publishdate", Field::Published, 18),
    ("publication_date", Field::Published, 18),
    ("publication-date", Field::Published, 18),
    ("dc.date.issued", Field::Published, 20),
    ("dcterms.created", Field::Published, 22),
    ("dcterms.date", Field::Published, 24),
    ("dc.date", Field::Published, 24),
    ("dc.date.created", Field::Published, 22),
    ("published-date", Field::Published, 18),
    ("published_date", Field::Published, 18),
    ("published", Field::Published, 20),
    ("article.published", Field::Published, 18),
    ("article:published", Field::Published, 18),
    ("og:pubdate", Field::Published, 18),
    ("dc.date.published", Field::Published, 20),
    ("dcterms.issued", Field::Published, 20),
    ("citation_online_date", Field::Published, 23),
    ("w-published-date", Field::Published, 20),
    ("created", Field::Published, 30),
    ("article.created", Field::Published, 30),
    ("datecreated", Field::Published, 30),
    ("date", Field::Published, 26),
    ("article:modified_time", Field::Modified, 15),
    ("og:updated_time", Field::Modified, 20),
    ("datemodified", Field::Modified, 17),
    ("lastmod", Field::Modified, 22),
    ("dateupdate", Field::Modified, 24),
    ("updated", Field::Modified, 24),
    ("last-modified", Field::Modified, 22),
    ("lastmodified", Field::Modified, 22),
    ("last-updated", Field::Modified, 22),
    ("modified", Field::Modified, 22),
    ("article.updated", Field::Modified, 22),
    ("article:modified", Field::Modified, 22),
    ("dcterms.modified", Field::Modified, 22),
    ("dc.date.modified", Field::Modified, 22),
    ("content-language", Field::Language, 30),
    ("og:locale", Field::Language, 40),
    ("dc.language", Field::Language, 35),
    ("article:section", Field::Section, 15),
    ("og:article:section", Field::Section, 16),
    ("parsely-section", Field::Section, 18),
    ("section", Field::Section, 30),
    ("dcterms.license", Field::Licence, 20),
    ("license", Field::Licence, 22),
    ("og:image", Field::Image, 10),
    ("og:image:url", Field::Image, 11),
    ("og:image:secure_url", Field::Image, 12),
    ("twitter:image", Field::Image, 24),
    ("twitter:image:src", Field::Image, 25),
    ("parsely-image-url", Field::Image, 26),
    ("thumbnail", Field::Image, 40),
    ("og:type", Field::ContentType, 60),
    ("dcterms.alternative", Field::Subtitle, 30),
    ("article:publisher_name", Field::Publisher, 20),
    ("publisher", Field::Publisher, 30),
    ("dc.publisher", Field::Publisher, 32),
    ("dcterms.publisher", Field::Publisher, 32),
    ("citation_publisher", Field::Publisher, 22),
    ("citation_journal_title", Field::PartOf, 20),
    ("dcterms.ispartof", Field::PartOf, 25),
    ("article:content_tier", Field::Free, 30),
];

/// Ends of names that vendors of search, statistics and advertising make of their own name and one
/// of these: `vendor:article-author`, `vendor:recs:publishtime`. Without hyphens, with field and
/// rank.
const ENDINGS: &[(&str, Field, u8)] = &[
    ("author", Field::Author, 27),
    ("authors", Field::Author, 27),
    ("authorname", Field::Author, 27),
    ("articleauthor", Field::Author, 27),
    ("articleauthors", Field::Author, 27),
    ("contentauthor", Field::Author, 27),
    ("newsauthor", Field::Author, 27),
    ("pageauthor", Field::Author, 27),
    ("postauthor", Field::Author, 27),
    ("storyauthor", Field::Author, 27),
    ("byline", Field::Author, 28),
    ("datepublished", Field::Published, 27),
    ("dateissued", Field::Published, 27),
    ("firstpublished", Field::Published, 27),
    ("firstpublishedat", Field::Published, 27),
    ("firstpublisheddate", Field::Published, 27),
    ("pubdate", Field::Published, 27),
    ("pubtime", Field::Published, 27),
    ("publicationdate", Field::Published, 27),
    ("publicationtime", Field::Published, 27),
    ("publishdate", Field::Published, 27),
    ("publishedat", Field::Published, 27),
    ("publisheddate", Field::Published, 27),
    ("publishedtime", Field::Published, 27),
    ("publishtime", Field::Published, 27),
    ("articledate", Field::Published, 28),
    ("postdate", Field::Published, 28),
    ("datemodified", Field::Modified, 23),
    ("dateupdated", Field::Modified, 23),
    ("lastmodified", Field::Modified, 23),
    ("lastupdated", Field::Modified, 23),
    ("modifieddate", Field::Modified, 23),
    ("modifiedtime", Field::Modified, 23),
    ("updateddate", Field::Modified, 23),
    ("updatedtime", Field::Modified, 23),
];
/// First parts of names that speak of another thing than the page.
const OTHER_THINGS: &[&str] =
    &["book", "comment", "image", "music", "photo", "product", "profile", "video"];

/// Field and rank of a name that ends with one of [`ENDINGS`].
fn by_ending(name: &str) -> Option<(Field, u8)> {
    let first = name.split([':', '.', '-', '_']).next().unwrap_or_default();
    if OTHER_THINGS.contains(&first) {
        return None;
    }
    let last = name.rsplit([':', '.']).next()?;
    let last: String = last.chars().filter(|c| !"-_".contains(*c)).collect();
    let known = ENDINGS.iter().find(|(ending, ..)| *ending == last);
    known.map(|(_, field, rank)| (*field, *rank))
}

pub(super) fn read(tree: &Tree, found: &mut Found) {
    labelled(tree, found);
    for id in tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta)) {
        let Some(content) = tree.attr(id, Attr::CONTENT) else { continue };
        // OpenGraph asks for `property`, but half of the pages write `name`.
        for attr in [Attr::PROPERTY, Attr::NAME, Attr::ITEMPROP, Attr::HTTP_EQUIV] {
            let Some(name) = tree.attr(id, attr) else { continue };
            let name = name.trim().to_ascii_lowercase();
            let mut known = NAMES.iter().filter(|(known, ..)| *known == name).peekable();
            if known.peek().is_none()
                && let Some((field, rank)) = by_ending(&name)
            {
                found.push_raw(field, rank, Source::Meta, &name, content);
            }
            for (_, field, rank) in known {
                found.push_raw(*field, *rank, Source::Meta, &name, content);
            }
        }
    }
}

/// The author in `twitter:data1`, if the label says `Written by`.
fn labelled(tree: &Tree, found: &mut Found) {
    let named = |wanted: &str| {
        tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta)).find_map(|id| {
            let name = tree.attr(id, Attr::NAME).or_else(|| tree.attr(id, Attr::PROPERTY))?;
            (name == wanted).then(|| tree.attr(id, Attr::CONTENT)).flatten()
        })
    };
    let label = named("twitter:label1").unwrap_or_default().trim();
    if names::is_lead(label) {
        let author = named("twitter:data1").unwrap_or_default();
        found.push_raw(Field::Author, 28, Source::Meta, "twitter:data1", author);
    }
}
