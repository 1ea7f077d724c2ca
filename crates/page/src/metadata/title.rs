//! The title, freed of the site's name.

use rustc_hash::FxHashSet;

use super::{Candidate, Field, Found, Source};

/// What stands between a title and the name of its site.
const SEPARATORS: &[&str] =
    &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " / ", "｜"];

/// Detail of the headlines of news agencies.
const NEWS: &str = "NewsArticle.headline";
/// What is added to the rank of headings that nothing else on the page bears out.
const ALONE: u8 = 60;
/// What is added to the rank of the site's own name.
const SITE: u8 = 120;
/// The share of words of a heading that other sources must have.
const BORNE_OUT: f32 = 1.0 / 3.0;
/// Words from which the end of a heading can be the title, and its beginning a label.
const WORDS: usize = 3;

/// Chooses the title and puts its cleaned form among the candidates.
pub(super) fn choose(found: &mut Found, site: Option<&str>, url: Option<&str>) -> Option<String> {
    let site = SiteNames::new(site, url);
    demote(found, &site);
    let ranked = found.ranked(Field::Title);
    let best = ranked.first()?;
    // News agencies' headlines are believed as a whole.
    let others = if best.detail == NEWS { &[] } else { ranked.as_slice() };
    let others: Vec<String> = others.iter().map(|c| plain(&c.value)).collect();
    let cleaned = clean(&best.value, &others, &site);
    let cleaned = without_label(cleaned, best, &ranked).to_owned();
    if cleaned != best.value {
        found.push(Field::Title, 0, Source::Html, "without the site's name", &cleaned);
    }
    Some(cleaned)
}

/// Sets the site's name behind all titles, and headings that share hardly a word with what the page declares.
fn demote(found: &mut Found, site: &SiteNames) {
    let Some(titles) = found.fields.get_mut(Field::Title.name()) else { return };
    let declared = titles.iter().filter(|(_, c)| !is_heading(c)).map(|(_, c)| plain(&c.value));
    let declared: Vec<String> = declared.filter(|title| !title.is_empty()).collect();
    let known: FxHashSet<&str> = declared.iter().flat_map(|title| title.split(' ')).collect();
    for (rank, candidate) in titles {
        let words = plain(&candidate.value);
        let count = words.split(' ').count();
        let shared = words.split(' ').filter(|word| known.contains(word)).count();
        if words.is_empty() || site.is(&candidate.value) {
            *rank = rank.saturating_add(SITE);
        } else if is_heading(candidate)
            && !known.is_empty()
            && (shared as f32) < BORNE_OUT * count as f32
        {
            *rank = rank.saturating_add(ALONE);
        }
    }
}

fn is_heading(candidate: &Candidate) -> bool {
    candidate.detail.starts_with("h1")
}

/// A heading can begin with a label or a section.
fn without_label<'t>(title: &'t str, best: &Candidate, ranked: &[&'t Candidate]) -> &'t str {
    let whole = plain(title);
    let news = |c: &&Candidate| c.detail == NEWS && plain(&c.value) == whole;
    if !is_heading(best) || ranked.iter().any(news) {
        return title;
    }
    let declared = ranked.iter().filter(|c| !is_heading(c));
    let mut ends = declared.filter(|c| {
        let end = plain(&c.value);
        let before = whole.strip_suffix(&end).is_some_and(|before| before.ends_with(' '));
        before && end.split(' ').count() >= WORDS
    });
    ends.next().map_or(title, |end| &end.value)
}

/// What the site is called.
struct SiteNames {
    name: String,
    host: String,
}

impl SiteNames {
    fn new(name: Option<&str>, url: Option<&str>) -> Self {
        let host = url.and_then(scutch_url::host).unwrap_or_default();
        let host = host.split('.').filter(|label| *label != "www").collect();
        Self { name: name.map(plain).unwrap_or_default(), host }
    }

    fn is(&self, text: &str) -> bool {
        let text = plain(text);
        let joined: String = text.split(' ').collect();
        let in_host = joined.len() >= 4 && self.host.contains(&joined);
        !text.is_empty() && (text == self.name || in_host || joined == self.host)
    }

    /// Whether the last part of a title can be the site's name with something added, "Forum" or a country.
    fn is_about(&self, part: &str) -> bool {
        let text = plain(part);
        let named = text.split(' ').any(|word| word.len() > 4 && self.host.contains(word));
        named && text.split(' ').count() <= 3
    }
}

/// Cuts a first or last part that is the site's name, or leaves the part another source confirms.
fn clean<'t>(mut title: &'t str, others: &[String], site: &SiteNames) -> &'t str {
    let mut named = false;
    while let Some((first, last)) = outer_parts(title) {
        let cut = [last, first].into_iter().find(|(part, rest)| {
            let of_site = site.is(part) || (*part == last.0 && site.is_about(part));
            (!named && of_site) || others.contains(&plain(rest))
        });
        let Some((_, rest)) = cut else { break };
        (title, named) = (rest, true);
    }
    title
}

type Part<'t> = (&'t str, &'t str);

/// The first and the last part with what remains without each.
fn outer_parts(title: &str) -> Option<(Part<'_>, Part<'_>)> {
    let hits = |from_end: bool| {
        SEPARATORS.iter().filter_map(move |s| {
            let at = if from_end { title.rfind(s) } else { title.find(s) };
            at.map(|at| (at, s.len()))
        })
    };
    let (at, len) = hits(false).min()?;
    let first = (title[..at].trim(), title[at + len..].trim());
    let (at, len) = hits(true).max()?;
    let last = (title[at + len..].trim(), title[..at].trim());
    Some((first, last))
}

/// Lower-case words, for comparing.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
