//! Headings and lines that equal the declared title, where the main headings do not.

use super::candidate::{Candidate, Source};
use super::declared_titles::Declared;
use super::field::Field;
use super::found::Found;
use super::parts::{outer_parts, plain};
use super::title_origin::{DECLARING, LINE_OF_TITLE, LOWER, is_heading};
use crate::{Block, BlockKind, Page};

/// Longest such line, in bytes.
const LINE_BYTES: usize = 600;
/// Lines at the beginning of a block that are compared.
const LINES: usize = 3;
/// From this share of links on, a block leads to other pages.
const LINKED: f32 = 0.5;
/// Rank of [`LOWER`] and [`LINE_OF_TITLE`].
const LOWER_RANK: u8 = 11;
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
    // If a main heading is the title, no other is needed.
    if first.is_empty() || first.iter().any(is_title) {
        return;
    }
    let is_lower =
        |block: &&Block| matches!(block.kind, BlockKind::Heading(2..=4)) && !block.hidden;
    let mut lower = page.blocks().iter().filter(is_lower).map(|block| &*block.text);
    let declared = lower.find(|text| {
        let words = plain(text);
        // One word is as likely the name of a section.
        words.contains(' ') && known.titles.contains(&words)
    });
    if let Some(heading) = declared {
        found.push_raw(Field::Title, LOWER_RANK, Source::Html, LOWER, heading);
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
        found.push_raw(Field::Title, LOWER_RANK, Source::Html, LINE_OF_TITLE, line);
    }
}
