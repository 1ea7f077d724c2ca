//! The title, freed of the site's name.

use super::{Field, Found, Source};

/// What stands between a title and the name of its site.
const SEPARATORS: &[&str] =
    &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " / ", "｜"];

/// Chooses the title and puts its cleaned form among the candidates.
pub(super) fn choose(found: &mut Found, site: Option<&str>, url: Option<&str>) -> Option<String> {
    let best = found.ranked(Field::Title).into_iter().next()?.clone();
    let others: Vec<String> = found.ranked(Field::Title).iter().map(|c| plain(&c.value)).collect();
    let host = url.and_then(scutch_url::host).unwrap_or_default();
    let cleaned = clean(&best.value, &others, site, &host).to_owned();
    if cleaned != best.value {
        found.push(Field::Title, 0, Source::Html, "without the site's name", &cleaned);
    }
    Some(cleaned)
}

/// Cuts a first or last part that is the site's name, or leaves the part another source confirms.
fn clean<'t>(title: &'t str, others: &[String], site: Option<&str>, host: &str) -> &'t str {
    let Some((first, last)) = outer_parts(title) else { return title };
    let site = site.map(plain).unwrap_or_default();
    let host: String = host.split('.').filter(|label| *label != "www").collect();
    let names_site = |part: &str| {
        let part = plain(part);
        let joined: String = part.split(' ').collect();
        !part.is_empty()
            && (part == site || (joined.len() >= 4 && host.contains(&joined)) || joined == host)
    };
    for (part, rest) in [(last.0, last.1), (first.0, first.1)] {
        if names_site(part) || others.contains(&plain(rest)) {
            return clean(rest, others, None, "");
        }
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
