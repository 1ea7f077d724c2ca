//! Removal of the site's name, sections, page numbers and labels from a title.

use super::candidate::Candidate;
use super::page_numbers::is_page_number;
use super::parts::{Part, outer_parts, plain};
use super::site_names::SiteNames;
use super::title_origin::{NEWS, is_heading};
use crate::block::Wording;

/// Separators that hardly occur within a title.
const BARS: &[&str] = &[" | ", "｜"];
/// Most words of a site or section name behind a bar.
const SECTION: usize = 3;
/// Its greatest width.
const WIDTH: f32 = 28.0;

/// Prefixes of thread titles in phpBB forums, by language (its phrase `VIEW_TOPIC`).
const VIEWS: &[&str] = &[
    "view topic",
    "view forum",
    "thema anzeigen",
    "voir le sujet",
    "ver tema",
    "ver tópico",
    "exibir tópico",
    "leggi argomento",
    "bekijk onderwerp",
    "zobacz temat",
    "wyświetl temat",
    "zobrazit téma",
    "téma megtekintése",
    "visa ämne",
    "vis emne",
    "näytä aihe",
    "просмотр темы",
    "перегляд теми",
];

/// First parts of titles in old themes of WordPress, which name no page.
const ARCHIVES: &[&str] =
    &["blog archive", "blog archiv", "archive du blog", "archivo del blog", "arquivo do blog"];

/// Ends of names of Chinese and Japanese sites: net, paper, agency, news, channel, television.
const HAN_NAMES: &[&str] = &[
    "网",
    "網",
    "报",
    "報",
    "社",
    "新闻",
    "新聞",
    "频道",
    "頻道",
    "在线",
    "在線",
    "电视台",
    "電視台",
    "客户端",
];
/// Longest such name, in characters.
const HAN_NAME: usize = 8;

/// Fewest words of a title behind a label in the same heading.
const WORDS: usize = 3;

/// Removes a label or section in front of the title in a heading.
pub(super) fn without_label<'t>(
    title: &'t str,
    best: &Candidate,
    ranked: &[&'t Candidate],
) -> &'t str {
    let whole = plain(title);
    let news = |c: &&Candidate| c.detail == NEWS && plain(&c.value) == whole;
    if !is_heading(best) || ranked.iter().any(news) {
        return title;
    }
    let declared = ranked.iter().filter(|c| !is_heading(c));
    // "News: The fog lifts" as heading, "The fog lifts" as declared title.
    let mut ends = declared.filter(|c| {
        let end = plain(&c.value);
        let before = whole.strip_suffix(&end).is_some_and(|before| before.ends_with(' '));
        before && end.split(' ').count() >= WORDS
    });
    ends.next().map_or(title, |end| &end.value)
}

/// Cuts first and last parts off a title that are the site's name, a page number, or recur in other
/// titles of the host; stops at the part that another source confirms.
pub(super) fn strip_site<'t>(title: &'t str, others: &[String], site: &SiteNames<'_>) -> &'t str {
    let (mut title, mut named) = (without_han_name(without_view(title)), false);
    while let Some((first, last)) = outer_parts(title) {
        let is_last = |part: &str| part == last.0;
        // The title of a home page may begin with the site's name.
        let of_site = |part: &str| {
            site.is_name(part) && (is_last(part) || !site.is_home)
                || !is_last(part) && !site.is_home && site.is_spelled_in(part)
                || is_last(part) && site.is_variant(part)
        };
        let is_page = |part: &str| is_last(part) && site.is_page(part);
        let either = |cut: &dyn Fn(&Part<'t>) -> bool| [last, first].into_iter().find(cut);
        let cut = either(&|(part, rest)| {
            // If the rest is only a page number, the site's name is the better title.
            if is_page_number(rest) {
                return false;
            }
            is_page_number(part) && site.is_name(rest)
                || is_page(part)
                || !named && of_site(part)
                || !is_last(part) && ARCHIVES.contains(&&*plain(part))
                || others.contains(&plain(rest))
        });
        let recurs = |(part, rest): &Part<'t>| {
            (site.names_most(part) || is_last(part) && site.ends_many(part))
                && !site.is_shared(rest)
        };
        let Some((part, rest)) = cut.or_else(|| either(&recurs)) else { break };
        named |= !is_page(part);
        title = rest;
    }
    title
}

/// Removes "View topic" and the forum's name before it.
fn without_view(title: &str) -> &str {
    let Some((before, rest)) = title.split_once(" - ") else { return title };
    let words = plain(before);
    let is_view = |view: &&&str| {
        words.strip_suffix(**view).is_some_and(|name| name.is_empty() || name.ends_with(' '))
    };
    if VIEWS.iter().any(|view| is_view(&view)) { rest } else { title }
}

/// Removes the name of a Chinese site behind a dash or a low line without spaces.
fn without_han_name(title: &str) -> &str {
    let is_han = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
    let Some((rest, name)) = title.rsplit_once(['-', '_']) else { return title };
    let is_name = name.chars().all(is_han)
        && name.chars().count() <= HAN_NAME
        && HAN_NAMES.iter().any(|end| name.ends_with(end));
    let rest = rest.trim_end_matches(['-', '_', ' ']);
    if is_name && rest.chars().filter(|c| is_han(*c)).count() > HAN_NAME { rest } else { title }
}

/// Removes short parts behind a bar: the site's name or a section, even without confirmation. They
/// stay if another source has them, or if the site's name stands before the bar.
pub(super) fn without_section<'t>(
    mut title: &'t str,
    others: &[String],
    site: &SiteNames<'_>,
) -> &'t str {
    while let Some((rest, last)) = BARS.iter().find_map(|bar| title.rsplit_once(bar)) {
        let words = plain(last);
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let short = words.split(' ').count() <= SECTION && Wording::of_text(last).width <= WIDTH;
        // "Part 2" and years behind a bar belong to the title.
        let counts = last.contains(|c: char| c.is_numeric());
        let kept = counts || others.contains(&words) || site.is_named_in(rest);
        if kept || !short || letters(rest) <= letters(last) {
            break;
        }
        title = rest.trim();
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::candidate::Source;
    use crate::metadata::recurring::Recurring;

    #[test]
    fn titles_lose_names_views_and_sections() {
        let recurring = Recurring::default();
        let url = Some("https://bellagull.example/t/7");
        let site = SiteNames::new(Some("Harbour Post"), url, &recurring);
        for (title, expected) in [
            ("The fog lifts | Harbour Post", "The fog lifts"),
            ("Harbour Post - The fog lifts", "The fog lifts"),
            ("The fog lifts", "The fog lifts"),
            ("Harbour Post", "Harbour Post"),
            ("Fog - and tide", "Fog - and tide"),
            ("Harbour Post » Blog Archive » The fog lifts", "The fog lifts"),
            ("Bella Gull's Home | The fog lifts", "The fog lifts"),
            ("海港的声音：有雾的早晨，也有船-海港网", "海港的声音：有雾的早晨，也有船"),
            ("海港的声音：有雾的早晨--时政--海港网", "海港的声音：有雾的早晨--时政"),
            ("海港-新闻", "海港-新闻"),
        ] {
            assert_eq!(strip_site(title, &[], &site), expected, "{title}");
        }
        for (title, expected) in [
            ("Boats • View topic - The fog", "The fog"),
            ("Thema anzeigen - Der Nebel", "Der Nebel"),
            ("Preview topic - The fog", "Preview topic - The fog"),
            ("The fog", "The fog"),
        ] {
            assert_eq!(without_view(title), expected, "{title}");
        }
        for (title, others, expected) in [
            ("The fog lifts | Weather", vec![], "The fog lifts"),
            ("The fog lifts | Weather | News", vec![], "The fog lifts"),
            ("The fog lifts | Part 2", vec![], "The fog lifts | Part 2"),
            ("The fog lifts | Weather", vec!["weather".to_owned()], "The fog lifts | Weather"),
            ("Fog | Weather and all", vec![], "Fog | Weather and all"),
        ] {
            assert_eq!(without_section(title, &others, &site), expected, "{title}");
        }
    }

    #[test]
    fn a_label_before_the_declared_title_is_cut_off() {
        let candidate =
            |detail: &str, value: &str| Candidate::new(value.to_owned(), Source::Html, detail);
        let heading = candidate("h1 alone", "Weather: The fog lifts at last");
        for (declared, expected) in [
            ("The fog lifts at last", "The fog lifts at last"),
            ("At last", "Weather: The fog lifts at last"),
            ("Another thing entirely", "Weather: The fog lifts at last"),
        ] {
            let declared = candidate("og:title", declared);
            let ranked = [&heading, &declared];
            assert_eq!(without_label(&heading.value, &heading, &ranked), expected);
        }
    }
}
