//! Names beside the date without a lead, in its block or in one of their own:
//! `17 May 2019 | Ada Reed`.

use super::agreement::letters;
use super::candidate::Source;
use super::date_tokens::Habits;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::{byline_text, date_habits, names, written};
use crate::{Block, BlockKind, Extraction, Page, PageType};

/// Rank of these names: behind all bylines.
const RANK: u8 = 65;
/// Blocks before the title that can hold the name.
const BEFORE: usize = 6;
/// Blocks behind the title that can.
const AFTER: usize = 8;
/// Separators between date and name.
const BETWEEN: &[char] =
    &['|', '\u{b7}', '\u{22c5}', '\u{2022}', '\u{2013}', '\u{2014}', '/', ',', '\n'];
const DASH: &str = " - ";
/// Longest block of a date, in characters: with time of day, time to read and label.
const DATED: usize = 60;
/// Number of words in a name.
const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Words of a name that need no capital.
const PARTICLES: &[&str] = &[
    "von", "van", "der", "den", "ter", "ten", "de", "du", "di", "da", "del", "della", "dos", "la",
    "le", "el", "al", "bin", "y", "e",
];
/// Words of up to this length occur in host names by chance.
const IN_HOST: usize = 4;

/// Adds the name beside the page's date, where no other source names an author.
pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    if page.page_type().page_type == PageType::Product || found.best(Field::Author).is_some() {
        return;
    }
    // Only beside the page's own date: other dates are those of teasers.
    let Some(day) = found.best(Field::Published) else { return };
    let Some(frame) = Frame::locate(page, extraction) else { return };
    let last = (frame.anchor + AFTER).min(page.blocks().len());
    let near = frame.anchor.saturating_sub(BEFORE)..last;
    let shown = near.filter(|at| !page.blocks()[*at].hidden && !frame.is_foreign(*at));
    let language = date_habits::declared_language(page);
    let habits = date_habits::habits(page, &language);
    let alone = |at| beside_block(&frame, at, &day, habits);
    let mut names = shown
        .filter_map(|at| beside_date(&page.blocks()[at].text, &day, habits).or_else(|| alone(at)));
    let host = page.url().and_then(scutch_url::host).unwrap_or_default();
    let name = names.find(|name| !is_of_host(name, &host) && !is_of_page(name, found));
    if let Some(name) = name {
        found.push(Field::Author, RANK, Source::Html, "beside the date", name);
    }
}

/// The name that is all the text of a block, where the next block before or behind it has the date
/// `day`. What is linked so is a section as often as a person.
fn beside_block<'p>(
    frame: &Frame<'p>,
    at: usize,
    day: &str,
    habits: Habits<'_>,
) -> Option<&'p str> {
    let blocks = frame.page.blocks();
    let name = blocks[at].text.trim();
    let is_plain = blocks[at].kind == BlockKind::Paragraph && blocks[at].link_density() == 0.0;
    // A comma stands between a place and its town.
    if !is_plain || name.contains(',') || !(is_full(name) || names::is_office(name)) {
        return None;
    }
    let is_dated = |block: &Block| {
        let text = &*block.text;
        let mut dates = written::find(text, habits).into_iter();
        let own = dates.next().filter(|date| day.starts_with(&date.date.to_string()));
        text.chars().count() <= DATED && own.is_some()
    };
    let is_shown = |block: &&Block| !block.hidden && block.chars > 0;
    let before = blocks[..at].iter().rev().find(is_shown);
    let behind = blocks[at + 1..].iter().find(is_shown);
    before.into_iter().chain(behind).any(is_dated).then_some(name)
}

/// Whether a host is named after a word of the name.
fn is_of_host(name: &str, host: &str) -> bool {
    let long = |word: &&str| word.len() > IN_HOST;
    name.to_lowercase().split(' ').filter(long).any(|word| host.contains(word))
}

/// Whether a name is that of the site or section, or the title.
fn is_of_page(name: &str, found: &Found) -> bool {
    let name = letters(name);
    let fields = [Field::Site, Field::Publisher, Field::Title, Field::Section];
    let known = fields.iter().flat_map(|field| found.ranked(*field));
    known.map(|candidate| letters(&candidate.value)).any(|known| known == name)
}

/// The name in a text that otherwise holds only the date `day` and numbers such as the time.
fn beside_date<'t>(text: &'t str, day: &str, habits: Habits<'_>) -> Option<&'t str> {
    if text.chars().count() > byline_text::CHARS {
        return None;
    }
    let mut dates = written::find(text, habits).into_iter();
    let place = dates.next().filter(|date| day.starts_with(&date.date.to_string()))?.place;
    let is_word = |part: &&str| {
        let counts = part.contains(|c: char| c.is_ascii_digit());
        part.contains(char::is_alphabetic) && !counts && !names::is_calendar(part.trim())
    };
    // A word next to the date, without a separator, belongs to the date.
    let mut before: Vec<&str> = parts(&text[..place.start]).collect();
    let mut behind = parts(&text[place.end..]);
    let of_date = before.pop().into_iter().chain(behind.next()).any(|part| is_word(&part));
    let mut words = before.into_iter().chain(behind).filter(is_word);
    let name = byline_text::name_at_start(words.next()?, true);
    let is_alone = !of_date && words.next().is_none() && dates.next().is_none();
    (is_alone && is_full(name)).then_some(name)
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(BETWEEN).flat_map(|part| part.split(DASH))
}

/// Whether a text is a full name: several capitalised words, none of them a day or month.
pub(super) fn is_full(name: &str) -> bool {
    let fits = |word: &str| {
        let is_capital = word.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
        let is_owner = word.ends_with("'s") || word.ends_with("\u{2019}s");
        // Initials have a full stop, so one letter alone is no word of a name.
        let is_name = is_capital && word.chars().count() > 1 && !word.contains([':', '(']);
        is_name && !is_owner && !names::is_calendar(word) || PARTICLES.contains(&word)
    };
    let words = name.split_whitespace();
    names::is_name(name) && WORDS.contains(&words.clone().count()) && words.into_iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{STORY, metadata};

    #[test]
    fn a_name_alone_signs_the_page_beside_the_block_of_its_date() {
        for (lines, expected) in [
            ("<p>Ada Reed</p><p>17 May 2019 · 5 min</p>", Some("Ada Reed")),
            ("<p>17 May 2019</p><p>Ada Reed</p>", Some("Ada Reed")),
            ("<p>17 May 2019</p><p>Harbour Post Team</p>", Some("Harbour Post Team")),
            ("<p>17 May 2019</p><p><a href=/fog>Fog Reports</a></p>", None),
            ("<p>18 May 2019</p><p>Ada Reed</p>", None),
            ("<p>17 May 2019</p><p>Old Pier, Porto</p>", None),
        ] {
            let dated = "<meta property=article:published_time content=2019-05-17>";
            let html = format!("{dated}<h1>The fog lifts</h1>{lines}{STORY}{STORY}");
            let authors = metadata(&html, None).authors;
            assert_eq!(authors.first().map(String::as_str), expected, "{lines}");
        }
    }

    #[test]
    fn who_stands_beside_the_date_signs_the_page() {
        let head = "<title>The fog lifts - Harbour Post</title><meta property=og:site_name content='Harbour Post'>";
        for (line, expected) in [
            ("17 May 2019 | Ada Reed", Some("Ada Reed")),
            ("Friday, 17 May 2019, 10:20 · Ada Reed", Some("Ada Reed")),
            ("Ada Reed - 17 May 2019", Some("Ada Reed")),
            ("Ada Reed - 17 May 2019 | 5 min", Some("Ada Reed")),
            ("17 May 2019 | Ada Reed in Weather", Some("Ada Reed")),
            ("17 May 2019 Ada Reed", None),
            ("17 May 2019 | Editor's Draft", None),
            ("17 May 2019 | Terms of Use", None),
            ("17 May 2019 | Thema des Tages", None),
            ("17 May 2019 | Ada", None),
            ("17 May 2019 | Harbour Post", None),
            ("The Fog Lifts - 17 May 2019", None),
            ("17 May 2019 | Ada Reed | Weather", None),
            ("17 May 2019 - 18 May 2019 | Ada Reed", None),
            ("3 May 2019 | Ada Reed", None),
        ] {
            let dated = "<meta property=article:published_time content=2019-05-17>";
            let html = format!("{head}{dated}<h1>The fog lifts</h1><p>{line}</p>{STORY}{STORY}");
            let authors = metadata(&html, None).authors;
            assert_eq!(authors.first().map(String::as_str), expected, "{line}");
        }
    }
}
