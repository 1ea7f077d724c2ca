//! Choice of the title, and removal of the site's name from it.

use super::candidate::{Candidate, Source};
use super::declared_titles::{Confirmation, Declared};
use super::field::Field;
use super::found::Found;
use super::home_links;
use super::page_numbers::is_number;
use super::parts::{COLON, behind_nothing, outer_parts, plain};
use super::recurring::{Recurring, Role};
use super::site_names::SiteNames;
use super::title_cleaning::{strip_site, without_label, without_section};
use super::title_origin::{ABOVE, AMONG, FURTHER, NEWS, is_heading};
use super::title_placeholders::{self, Placeholder};
use crate::Page;

/// Rank of headings that equal the declared title.
const DECLARED: u8 = 12;
/// Their rank in the content, where there are several.
const DECLARED_AMONG: u8 = 11;
/// Origin of site names derived from titles of the host.
const RECURS: &str = "recurs in titles";
/// Their rank: behind every name that the page itself gives.
const RECURRING: u8 = 60;
/// Added to the rank of headings that nothing else on the page confirms.
const UNCONFIRMED: u8 = 60;
/// Length of headlines that were cut for search engines, which take 110 characters.
const HEADLINE: std::ops::RangeInclusive<usize> = 100..=110;
/// Fewest characters of a title that another one continues by no coincidence.
const STEM: usize = 20;
/// Added to the rank of one of several headings that other titles hardly confirm: behind them all.
const OF_PART: u8 = 40;
/// Added to the rank of the site's own name.
const SITE: u8 = 120;
/// Chooses the title and adds its cleaned form to the candidates. `recurring` holds what recurs in
/// titles of other pages of the host.
pub(super) fn choose(
    found: &mut Found,
    site: Option<&str>,
    page: &Page,
    recurring: &Recurring,
    is_list: bool,
) -> Option<String> {
    let mut site = SiteNames::new(site, page.url(), recurring);
    site.names.extend(heading_of_site(found));
    site.home_links = home_links::texts(page);
    rank_titles(found, &site, is_list);
    let ranked = found.ranked(Field::Title);
    let is_title =
        |c: &&&Candidate| title_placeholders::of_title(&c.value) != Some(Placeholder::NoTitle);
    let best = ranked.iter().find(is_title)?;
    let best = ranked.iter().find(|c| is_cut_from(best, c)).unwrap_or(best);
    // A news agency's headline is taken whole: other sources must not shorten it.
    let others = if best.detail == NEWS { &[] } else { ranked.as_slice() };
    // A title shared by most pages of the host cannot confirm one that is not.
    let recurs = |c: &Candidate| site.names_most(&c.value);
    let others = others.iter().filter(|c| recurs(best) || !recurs(c));
    let others: Vec<String> = others.map(|c| plain(&c.value)).collect();
    let mut cleaned = strip_site(&best.value, &others, &site);
    // Headings carry no site name behind a bar; declared titles do, except on home pages.
    if !is_heading(best) && best.detail != NEWS && !site.is_home {
        cleaned = site.without_name(without_section(cleaned, &others, &site));
    }
    let cleaned = without_label(cleaned, best, &ranked).to_owned();
    if cleaned != best.value {
        found.push(Field::Title, 0, Source::Html, "without the site's name", &cleaned);
    }
    Some(cleaned)
}

/// Whether a title is the beginning of another one, cut to the length that search engines take or
/// with an ellipsis.
fn is_cut_from(title: &Candidate, whole: &Candidate) -> bool {
    let stem = title.value.trim_end_matches(['.', '\u{2026}', ' ']);
    let is_dotted = title.value.ends_with("...") || title.value.ends_with('\u{2026}');
    let is_long = HEADLINE.contains(&title.value.chars().count());
    (is_dotted || is_long)
        && stem.chars().count() >= STEM
        && whole.value.len() > title.value.len()
        && whole.value.starts_with(stem)
        && !whole.value.ends_with(['\u{2026}', '.'])
        // What follows a separator is the name of the site rather than the rest of the title.
        && outer_parts(&whole.value).is_none_or(|(_, (_, rest))| rest.len() > title.value.len())
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
    // The page's own title is never the site, even if many pages share it.
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
fn rank_titles(found: &mut Found, site: &SiteNames<'_>, is_list: bool) {
    let Some(titles) = found.fields.get_mut(Field::Title.name()) else { return };
    let declared = titles.iter().filter(|(_, c)| !is_heading(c)).map(|(_, c)| c.value.clone());
    let declared: Vec<String> = declared.collect();
    let only_mottos = !declared.is_empty() && declared.iter().all(|title| site.is_motto(title));
    // If no title differs from those of other pages, the shared ones are all there is.
    let own: Vec<&str> = declared.iter().map(|title| site.distinct_part(title)).collect();
    let own: Vec<String> = own.into_iter().filter(|own| !site.is_shared(own)).map(plain).collect();
    let is_distinct = |words: &str| {
        let is_more = |own: &String| own.strip_prefix(words).is_none_or(|rest| !is_number(rest));
        !is_list && own.iter().any(is_more)
    };
    // What names no page confirms no heading of it either.
    let is_title = |title: &&String| title_placeholders::of_title(title).is_none();
    let declared = Declared::new(&declared.iter().filter(is_title).collect::<Vec<_>>());
    let is_unconfirmed = |heading: &str| matches!(declared.confirm(heading), Confirmation::Nothing);
    // A logo can be a main heading, too.
    let is_logo = |heading: &str| !site.is_home && site.is_front(heading);
    let mut headings = titles.iter().filter(|(_, c)| is_heading(c) && !is_logo(&c.value));
    let only_mottos = only_mottos && headings.all(|(_, c)| is_unconfirmed(&plain(&c.value)));
    for (rank, candidate) in titles {
        let words = plain(&candidate.value);
        // On a list page this is the heading of the first item.
        if is_list && candidate.detail == FURTHER {
            *rank = u8::MAX;
            continue;
        }
        let of_site = site.is_name(&candidate.value)
            || site.names_most(&candidate.value) && is_distinct(&words)
            || behind_nothing(&candidate.value).is_some()
            || only_mottos && is_heading(candidate) && is_logo(&candidate.value)
            || is_heading(candidate) && site.is_in_two_scripts(&candidate.value);
        if words.is_empty() || of_site || only_mottos && !is_heading(candidate) {
            *rank = rank.saturating_add(SITE);
        } else if is_heading(candidate) {
            let confirmation = declared.confirm(&words);
            let is_among = candidate.detail == AMONG;
            *rank = heading_rank(*rank, confirmation, is_among, only_mottos);
            // Of several headings one that hardly shares a word is as likely that of a part.
            if is_among && confirmation == Confirmation::Words && !declared.holds_half_of(&words) {
                *rank = rank.saturating_add(OF_PART);
            }
        }
    }
}

/// The rank of a heading, given how far the declared titles confirm it. `among`: there are several
/// headings, and this one is in the content.
fn heading_rank(rank: u8, confirmation: Confirmation, among: bool, only_mottos: bool) -> u8 {
    match confirmation {
        Confirmation::Title | Confirmation::Rest if among => DECLARED_AMONG,
        Confirmation::Title => rank.min(DECLARED),
        Confirmation::Rest | Confirmation::Words => rank,
        Confirmation::Nothing if only_mottos => rank,
        Confirmation::Nothing => rank.saturating_add(UNCONFIRMED),
    }
}
