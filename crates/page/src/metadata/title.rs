//! Choice of the title, and removal of the site's name from it.

use rustc_hash::FxHashSet;

use super::candidate::{Candidate, Source};
use super::field::Field;
use super::found::Found;
use super::parts::{COLON, Part, behind_nothing, outer_parts, plain};
use super::raw;
use super::recurring::{Recurring, Role};
use super::site_names::{SiteNames, is_number, is_page_number};
use crate::block::Wording;
use crate::{Block, BlockKind, Page};

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

/// Origins of titles that are declared for the page as a whole.
const DECLARING: &[&str] = &["title", "og:title"];
/// Origin of the headlines of news agencies.
const NEWS: &str = "NewsArticle.headline";
/// Origin of a single heading outside the content.
pub(super) const ABOVE: &str = "h1 alone, above the content";
/// Origin of a heading of lower level in the content, where no main heading is.
pub(super) const FURTHER: &str = "heading in content";
/// Origin of a heading of lower level that equals the declared title while no main heading does.
const LOWER: &str = "declared heading";
/// Origin of a line that equals part of the declared title, on pages without headings.
const LINE_OF_TITLE: &str = "declared line";
/// Longest such line, in bytes.
const LINE_BYTES: usize = 600;
/// Lines at the beginning of a block that are compared.
const LINES: usize = 3;
/// From this share of links on, a block leads to other pages.
const LINKED: f32 = 0.5;
/// Rank of [`LOWER`] and [`LINE_OF_TITLE`].
const LOWER_RANK: u8 = 11;
/// A main heading with more than this share of its words in the declared title rewords it.
const REWORDED: f32 = 0.9;
/// Origin of main headings in the content, where there are several.
pub(super) const AMONG: &str = "h1 in content";
/// Rank of headings that equal the declared title.
const DECLARED: u8 = 12;
/// Their rank in the content, where there are several.
const DECLARED_AMONG: u8 = 11;
/// Origin of site names derived from titles of the host.
const RECURS: &str = "recurs in titles";
/// Their rank: behind every name that the page itself gives.
const RECURRING: u8 = 60;
/// Added to the rank of headings that nothing else on the page confirms.
const ALONE: u8 = 60;
/// Added to the rank of the site's own name.
const SITE: u8 = 120;
/// Share of a heading's words that other sources must contain to confirm it.
const BORNE_OUT: f32 = 1.0 / 3.0;
/// Share of the shortest source's words that the heading must contain: the heading "Discord" alone
/// does not confirm a title of 15 words.
const COVERED: f32 = 1.0 / 8.0;
/// Fewest words of a title behind a label in the same heading.
const WORDS: usize = 3;

/// Chooses the title and adds its cleaned form to the candidates. `recurring` holds what recurs in
/// titles of other pages of the host.
pub(super) fn choose(
    found: &mut Found,
    site: Option<&str>,
    url: Option<&str>,
    recurring: &Recurring,
    is_list: bool,
) -> Option<String> {
    let mut site = SiteNames::new(site, url, recurring);
    site.names.extend(heading_of_site(found));
    weigh(found, &site, is_list);
    let ranked = found.ranked(Field::Title);
    let best = ranked.first()?;
    // A news agency's headline is taken whole: other sources must not shorten it.
    let others = if best.detail == NEWS { &[] } else { ranked.as_slice() };
    // A title shared by most pages of the host cannot confirm one that is not.
    let recurs = |c: &Candidate| site.names_most(&c.value);
    let others = others.iter().filter(|c| recurs(best) || !recurs(c));
    let others: Vec<String> = others.map(|c| plain(&c.value)).collect();
    let mut cleaned = clean(&best.value, &others, &site);
    if !is_heading(best) && best.detail != NEWS && !site.is_home {
        cleaned = site.off(without_section(cleaned, &others, &site));
    }
    let cleaned = without_label(cleaned, best, &ranked).to_owned();
    if cleaned != best.value {
        found.push(Field::Title, 0, Source::Html, "without the site's name", &cleaned);
    }
    Some(cleaned)
}

/// Names the site after what most titles of the host share, if the page gives no name. `title` is
/// the page's own title.
pub(super) fn name_site(found: &mut Found, title: Option<&str>, recurring: &Recurring) {
    if found.best(Field::Site).is_some() {
        return;
    }
    let title = title.filter(|title| behind_nothing(title).is_none());
    let title = title.map(plain).unwrap_or_default();
    let declared = found.ranked(Field::Title).into_iter().filter(|c| !is_heading(c));
    let is_own = |c: &&Candidate| {
        behind_nothing(&c.value).is_some() || !recurring.mostly(Role::Part, &c.value)
    };
    let parts = declared.filter(is_own).flat_map(|c| {
        let alone = behind_nothing(&c.value);
        let whole = without_numbers(alone.unwrap_or(&c.value));
        let outer = outer_parts(whole);
        let colon = whole.split_once(COLON).map(|(name, _)| (Role::Name, name));
        let [first, last] = [outer.map(|(first, _)| first.0), outer.map(|(_, last)| last.0)];
        let parts = [alone.map(|_| whole), first, last].into_iter().flatten();
        colon.into_iter().chain(parts.map(|part| (Role::Part, part)))
    });
    let named = parts.filter(|(role, part)| {
        recurring.mostly(*role, part) && !is_number(part) && plain(part) != title
    });
    // Most sites have their name at the end, so the last of equals wins.
    let name = named.max_by_key(|(role, part)| recurring.count(*role, part));
    if let Some(name) = name.map(|(_, name)| name.to_owned()) {
        found.push(Field::Site, RECURRING, Source::Html, RECURS, &name);
    }
}

/// A title without page numbers at its end.
fn without_numbers(mut title: &str) -> &str {
    while let Some((_, (_, rest))) = outer_parts(title).filter(|(_, (last, _))| is_number(last)) {
        title = rest;
    }
    title
}

/// The single heading, if it stands above the content and the declared title ends with it: online
/// books have their own name there on each page, and the chapter's title in the content.
fn heading_of_site(found: &Found) -> Option<String> {
    let titles = found.ranked(Field::Title);
    let heading = plain(&titles.iter().find(|c| c.detail == ABOVE)?.value);
    let further = plain(&titles.iter().find(|c| c.detail == FURTHER)?.value);
    let title = titles.iter().find(|c| c.detail == "title")?;
    let ((first, _), (last, _)) = outer_parts(&title.value)?;
    (plain(last) == heading && plain(first) == further).then_some(heading)
}

/// Adjusts the ranks of titles. The site's name goes behind all others, then headings that share
/// hardly a word with the declared titles. Of several headings a declared one comes first. Where
/// the declared titles are only the site's name and motto, headings are believed.
fn weigh(found: &mut Found, site: &SiteNames<'_>, is_list: bool) {
    let Some(titles) = found.fields.get_mut(Field::Title.name()) else { return };
    let declared = titles.iter().filter(|(_, c)| !is_heading(c)).map(|(_, c)| c.value.clone());
    let declared: Vec<String> = declared.collect();
    let mottos = !declared.is_empty() && declared.iter().all(|title| site.is_motto(title));
    // If no title differs from those of other pages, the shared ones are all there is.
    let own: Vec<&str> = declared.iter().map(|title| site.own(title)).collect();
    let own: Vec<String> = own.into_iter().filter(|own| !site.knows(own)).map(plain).collect();
    let told = |words: &str| {
        let is_more = |own: &String| own.strip_prefix(words).is_none_or(|rest| !is_number(rest));
        !is_list && own.iter().any(is_more)
    };
    let declared = Declared::new(&declared);
    let alone = |heading: &str| matches!(declared.weigh(heading), Borne::Nothing);
    let mut headings = titles.iter().filter(|(_, c)| is_heading(c));
    let mottos = mottos && headings.all(|(_, c)| alone(&plain(&c.value)));
    for (rank, candidate) in titles {
        let words = plain(&candidate.value);
        // On a list page this is the heading of the first item.
        if is_list && candidate.detail == FURTHER {
            *rank = u8::MAX;
            continue;
        }
        let of_site = site.is(&candidate.value)
            || site.names_most(&candidate.value) && told(&words)
            || behind_nothing(&candidate.value).is_some()
            || is_heading(candidate) && site.is_in_two_scripts(&candidate.value);
        if words.is_empty() || of_site || mottos && !is_heading(candidate) {
            *rank = rank.saturating_add(SITE);
        } else if is_heading(candidate) {
            *rank = match declared.weigh(&words) {
                Borne::Title | Borne::Rest if candidate.detail == AMONG => DECLARED_AMONG,
                Borne::Title => (*rank).min(DECLARED),
                Borne::Rest | Borne::Words => *rank,
                Borne::Nothing if mottos => *rank,
                Borne::Nothing => rank.saturating_add(ALONE),
            };
        }
    }
}

/// How far the declared titles confirm a heading.
enum Borne {
    /// It equals a declared title, apart from what may be the site's name.
    Title,
    /// It equals a declared title without its first part.
    Rest,
    /// It shares enough words with them, or there are none.
    Words,
    /// Not at all.
    Nothing,
}

/// The titles that a page declares.
struct Declared {
    words: FxHashSet<String>,
    /// Number of words of the shortest.
    least: usize,
    titles: FxHashSet<String>,
    rests: FxHashSet<String>,
}

impl Declared {
    fn new(declared: &[impl AsRef<str>]) -> Self {
        let declared = || declared.iter().map(AsRef::as_ref);
        let plain_titles: Vec<String> = declared().map(plain).collect();
        let words = plain_titles.iter().flat_map(|title| title.split(' '));
        let words = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let counts = plain_titles.iter().filter(|t| !t.is_empty()).map(|t| t.split(' ').count());
        let least = counts.min().unwrap_or(0);
        let parts = || declared().filter_map(outer_parts);
        let cut = parts().map(|(_, (_, without_last))| plain(without_last));
        Self {
            words,
            least,
            titles: plain_titles.into_iter().chain(cut).collect(),
            rests: parts().map(|((_, without_first), _)| plain(without_first)).collect(),
        }
    }

    /// Number of words that a heading of `count` words must share with the declared titles.
    fn enough(&self, count: usize) -> f32 {
        (BORNE_OUT * count as f32).max(COVERED * self.least as f32)
    }

    /// Whether a heading only rewords a declared title.
    fn holds_most_of(&self, heading: &str) -> bool {
        let shared = heading.split(' ').filter(|word| self.words.contains(*word)).count();
        shared as f32 > REWORDED * heading.split(' ').count() as f32
    }

    fn weigh(&self, heading: &str) -> Borne {
        let count = heading.split(' ').count();
        let shared = heading.split(' ').filter(|word| self.words.contains(*word)).count();
        if self.titles.contains(heading) {
            Borne::Title
        } else if self.rests.contains(heading) {
            Borne::Rest
        } else if self.words.is_empty() || shared as f32 >= self.enough(count) {
            Borne::Words
        } else {
            Borne::Nothing
        }
    }
}

fn is_heading(candidate: &Candidate) -> bool {
    candidate.detail.starts_with("h1")
        || [FURTHER, LOWER, LINE_OF_TITLE].contains(&&*candidate.detail)
}

/// Adds the heading of lower level that equals the declared title, where the main headings do not.
pub(super) fn lower_heading(page: &Page, found: &mut Found) {
    let titles = found.ranked(Field::Title);
    let is_declared = |c: &&&Candidate| DECLARING.contains(&&*c.detail);
    let declared: Vec<&str> = titles.iter().filter(is_declared).map(|c| &*c.value).collect();
    let first = titles.iter().filter(|c| c.detail.starts_with("h1"));
    let first: Vec<String> = first.map(|c| plain(&c.value)).collect();
    let mut known = Declared::new(&declared);
    let starts = declared.iter().filter_map(|title| outer_parts(title));
    known.rests.extend(starts.flat_map(|((first, _), (last, _))| [plain(first), plain(last)]));
    let is_title = |heading: &String| {
        known.titles.contains(heading)
            || known.rests.contains(heading)
            || known.holds_most_of(heading)
    };
    if first.is_empty() || first.iter().any(is_title) {
        return;
    }
    let is_lower =
        |block: &&Block| matches!(block.kind, BlockKind::Heading(2..=4)) && !block.hidden;
    let mut lower = page.blocks().iter().filter(is_lower).map(|block| &*block.text);
    let declared = lower.find(|text| {
        let words = plain(text);
        words.contains(' ') && known.titles.contains(&words)
    });
    if let Some(heading) = declared {
        raw::push(Field::Title, LOWER_RANK, Source::Html, LOWER, heading, found);
    }
}

/// Adds the line that equals the declared title without its first or last part, on pages without
/// headings: those of the nineties use font sizes instead.
pub(super) fn line_of_title(page: &Page, found: &mut Found) {
    let titles = found.ranked(Field::Title);
    if titles.iter().any(|c| is_heading(c)) {
        return;
    }
    let declared = titles.iter().filter(|c| DECLARING.contains(&&*c.detail));
    let parts = declared.filter_map(|c| outer_parts(&c.value));
    let cut = parts.flat_map(|((_, rest), (_, before))| [plain(before), plain(rest)]);
    let cut: Vec<String> = cut.filter(|title| !title.is_empty()).collect();
    let texts = page.blocks().iter().filter(|b| !b.hidden && b.link_density() < LINKED);
    let mut lines = texts.flat_map(|block| block.text.lines().take(LINES));
    if let Some(line) = lines.find(|line| line.len() <= LINE_BYTES && cut.contains(&plain(line))) {
        raw::push(Field::Title, LOWER_RANK, Source::Html, LINE_OF_TITLE, line, found);
    }
}

/// Removes a label or section in front of the title in a heading.
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

/// Cuts first and last parts off a title that are the site's name, a page number, or recur in other
/// titles of the host; stops at the part that another source confirms.
fn clean<'t>(title: &'t str, others: &[String], site: &SiteNames<'_>) -> &'t str {
    let (mut title, mut named) = (without_view(title), false);
    while let Some((first, last)) = outer_parts(title) {
        let is_last = |part: &str| part == last.0;
        // The title of a home page may begin with the site's name.
        let of_site = |part: &str| {
            site.is(part) && (is_last(part) || !site.is_home)
                || is_last(part) && site.is_about(part)
        };
        let is_page = |part: &str| is_last(part) && site.is_page(part);
        let either = |cut: &dyn Fn(&Part<'t>) -> bool| [last, first].into_iter().find(cut);
        let cut = either(&|(part, rest)| {
            // If the rest is only a page number, the site's name is the better title.
            if is_page_number(rest) {
                return false;
            }
            is_page_number(part) && site.is(rest)
                || is_page(part)
                || !named && of_site(part)
                || others.contains(&plain(rest))
        });
        let recurs = |(part, rest): &Part<'t>| {
            (site.names_most(part) || is_last(part) && site.ends_many(part)) && !site.knows(rest)
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

/// Removes short parts behind a bar: the site's name or a section, even without confirmation. They
/// stay if another source has them, or if the site's name stands before the bar.
fn without_section<'t>(mut title: &'t str, others: &[String], site: &SiteNames<'_>) -> &'t str {
    while let Some((rest, last)) = BARS.iter().find_map(|bar| title.rsplit_once(bar)) {
        let words = plain(last);
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let short = words.split(' ').count() <= SECTION && Wording::of(last).width <= WIDTH;
        let counts = last.contains(|c: char| c.is_numeric());
        let kept = counts || others.contains(&words) || site.is_named_in(rest);
        if kept || !short || letters(rest) <= letters(last) {
            break;
        }
        title = rest.trim();
    }
    title
}
