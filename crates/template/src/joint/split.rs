//! Blocks that partners have a part of: a line whose end is on all pages, after words of its own.

use std::ops::Range;

use rustc_hash::FxHashMap;
use scutch_page::{Block, Page};

use crate::host::Evidence;
use crate::summary::{Seen, Summary, may_split, short_path, words};

/// Partners that are looked at.
const LOOKED: usize = 8;
/// Least similarity of these. What pages of other templates have in common is chance.
const ALIKE: f32 = 0.5;
/// Blocks of this score and more are running text, whose sentences may begin like others.
const SURE: f32 = 0.5;
/// Least words of a part that is split off, and where a single partner has it.
const WORDS: (usize, usize) = (4, 5);

/// The blocks of a page of which most partners have the beginning or the end at the same path, each
/// with the words between. A block that any partner has whole is not split, nor one that is content
/// for the page alone.
pub(crate) fn splits(
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
) -> Vec<(usize, Range<usize>)> {
    let partners = evidence.partners.iter().filter(|(_, alike)| *alike >= ALIKE).take(LOOKED);
    let partners: Vec<&Summary> = partners.map(|(page, _)| *page).collect();
    if partners.is_empty() {
        return Vec::new();
    }
    let lines = PartnerLines::new(&partners);
    let blocks = page.blocks().iter().zip(&summary.blocks).enumerate();
    let blocks = blocks.filter(|(_, (block, seen))| may_split(block) && seen.score < SURE);
    let split = |(at, (block, seen)): (usize, (&Block, &Seen))| {
        let known = lines.0.get(&short_path(seen.path))?;
        // Asked first: most lines of a template are on all partners as a whole.
        if partners.iter().any(|page| page.has_text(seen.text)) {
            return None;
        }
        Some((at, between(&words(block), known, partners.len())?))
    };
    blocks.filter_map(split).collect()
}

/// The lines of partners by their path, each with the number of its page.
struct PartnerLines<'p>(FxHashMap<u32, Vec<(usize, &'p [u32])>>);

impl<'p> PartnerLines<'p> {
    fn new(partners: &[&'p Summary]) -> Self {
        let mut lines: FxHashMap<u32, Vec<(usize, &[u32])>> = FxHashMap::default();
        for (number, page) in partners.iter().enumerate() {
            for (path, words) in page.lines.all() {
                lines.entry(path).or_default().push((number, words));
            }
        }
        Self(lines)
    }
}

/// The words that are left of a line without the beginning and the end that most partners have.
/// `None` if nothing is left, or nothing is taken.
fn between(words: &[u32], lines: &[(usize, &[u32])], partners: usize) -> Option<Range<usize>> {
    let least = if partners == 1 { WORDS.1 } else { WORDS.0 };
    let edge = |common: fn(&[u32], &[u32]) -> usize| {
        let mut most = vec![0; partners];
        for (number, line) in lines {
            most[*number] = most[*number].max(common(words, line));
        }
        most.sort_unstable();
        Some(most[(partners - 1) / 2]).filter(|count| *count >= least).unwrap_or(0)
    };
    let own = edge(beginning)..words.len().saturating_sub(edge(end));
    (own.len() < words.len() && !own.is_empty()).then_some(own)
}

fn beginning(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

fn end(one: &[u32], other: &[u32]) -> usize {
    one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gap::Gaps;
    use crate::host::host_of;
    use crate::test_pages::{page, summary};

    /// The words of its own in each split block of a page whose blocks all have a doubtful score.
    fn own(html: &str, others: &[&str]) -> Vec<String> {
        scored(0.4, html, others)
    }

    fn scored(score: f32, html: &str, others: &[&str]) -> Vec<String> {
        let mut own = summary("/0", 0, html);
        own.blocks.iter_mut().for_each(|block| block.score = score);
        let others = others.iter().zip(1..);
        let others = others.map(|(html, number)| summary(&format!("/{number}"), 0, html));
        let host = host_of(others.chain([own.clone()]));
        let page = page(html);
        let found = splits(&page, &own, &host.evidence(&own, Gaps::default()));
        let text = |(at, own): (usize, Range<usize>)| {
            let words = page.blocks()[at].text.split(' ').skip(own.start).take(own.len());
            words.collect::<Vec<_>>().join(" ")
        };
        found.into_iter().map(text).collect()
    }

    #[test]
    fn a_line_is_split_where_most_partners_have_its_end() {
        let line = |own: &str| {
            format!("<ul><li>Home</ul><p>{own} 2016 - Example Inc. All rights reserved")
        };
        let [a, b, c, d] = ["Of boats", "Of gulls", "Of nets", "Of fog"].map(line);
        assert_eq!(own(&a, &[&b]), ["Of boats"]);
        assert_eq!(own(&a, &[&b, &c, &d]), ["Of boats"]);
        let other = "<ul><li>Home</ul><p>A lamp was lit in the old tower";
        // One of three is no majority, two of three are.
        assert!(own(&a, &[&b, other, other]).is_empty());
        assert_eq!(own(&a, &[&b, &c, other]), ["Of boats"]);
        // What the page alone calls content stays whole.
        assert!(scored(0.6, &a, &[&b, &c, &d]).is_empty());
        // Elsewhere the words are another line's.
        assert!(own(&a, &[&b.replace("<p>", "<div class=foot><p>")]).is_empty());
    }

    #[test]
    fn few_words_in_common_are_chance() {
        let line = |own: &str, shared: &str| format!("<ul><li>Home</ul><p>{own} {shared}");
        for (shared, one, two) in [
            ("said the pilot of", false, true),
            ("said the pilot of Mole", true, true),
            ("said the pilot", false, false),
        ] {
            let [a, b, c] = ["Boats came", "Gulls left", "Nets dried"].map(|own| line(own, shared));
            assert_eq!(!own(&a, &[&b]).is_empty(), one, "{shared}");
            assert_eq!(!own(&a, &[&b, &c]).is_empty(), two, "{shared}");
        }
    }

    #[test]
    fn beginnings_are_split_off_too_and_code_is_not() {
        let line = |own: &str| {
            format!(
                "<ul><li>Home</ul><p>Read in the harbour office: {own} - All rights reserved in Mole"
            )
        };
        let [a, b] = ["Boats", "Gulls"].map(line);
        assert_eq!(own(&a, &[&b]), ["Boats"]);
        let code = |html: &str| html.replace("<p>", "<pre>");
        assert!(own(&code(&a), &[&code(&b)]).is_empty());
    }
}
