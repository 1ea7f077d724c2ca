//! How a page writes its dates, by its language and its host.

use super::date_tokens::{Habits, Order};
use super::language_tags;
use crate::Page;
use crate::tree::{Attr, Tag};

/// Top-level domains of English pages that write the day first.
const DAY_FIRST: &[&str] = &["uk", "au", "nz", "ie", "in", "za", "sg", "ng", "ke", "gh", "mt"];

/// The declared language of the page as a tag in lower case; what is no tag as it stands, empty
/// without one.
pub(super) fn declared_language(page: &Page) -> String {
    let root = page.tree().all().find(|id| page.tree().tag(*id) == Some(Tag::Html));
    let tag = root.and_then(|id| page.tree().attr(id, Attr::LANG)).unwrap_or_default();
    language_tags::tag(tag).unwrap_or_else(|| tag.trim().to_owned()).to_ascii_lowercase()
}

/// How the page writes dates, by its language and its host.
pub(super) fn habits<'t>(page: &Page, tag: &'t str) -> Habits<'t> {
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().filter(|l| !l.is_empty());
    let region = parts.next().unwrap_or_default();
    let top = page.url().and_then(scutch_url::top_level_domain).unwrap_or_default();
    // Without a declared language only domains that are mostly American count.
    let american = language.is_none_or(|language| language == "en")
        && matches!(region, "" | "us")
        && !DAY_FIRST.contains(&top.as_str())
        && (language.is_some() || matches!(top.as_str(), "com" | "us" | "gov" | "edu"));
    let order = if american { Order::MonthFirst } else { Order::DayFirst };
    Habits { language, order, ..Habits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn only_american_pages_write_the_month_first() {
        for (lang, url, order) in [
            ("en-US", "https://a.example/", Order::MonthFirst),
            ("en", "https://a.example/", Order::MonthFirst),
            ("en", "https://a.co.uk/", Order::DayFirst),
            ("en-GB", "https://a.com/", Order::DayFirst),
            ("eng", "https://a.com/", Order::MonthFirst),
            ("deu", "https://a.com/", Order::DayFirst),
            ("", "https://a.com/", Order::MonthFirst),
            ("", "https://a.example/", Order::DayFirst),
            ("de", "https://a.com/", Order::DayFirst),
        ] {
            let hints = Hints { url: Some(url), ..Hints::default() };
            let html = format!("<html lang='{lang}'><p>x");
            let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
            let tag = declared_language(&page);
            assert_eq!(habits(&page, &tag).order, order, "{lang} at {url}");
        }
    }

    #[test]
    fn the_language_is_the_primary_subtag() {
        for (tag, language) in [("de-at", Some("de")), ("pt_BR", Some("pt")), ("", None)] {
            let page = Page::parse(b"<p>x", &Hints::default(), &Limits::default());
            assert_eq!(habits(&page, tag).language, language, "{tag}");
        }
    }
}
