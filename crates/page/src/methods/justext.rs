//! jusText: blocks are good, bad, short or nearly good by themselves; their neighbours decide the
//! latter two.
//!
//! The list of commonest words is that of the language in whose words the page is richest; where no
//! list fits, the method works without one.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::words;
use crate::{Block, BlockKind, Page};

/// Characters below which a block is short.
const LENGTH_LOW: u32 = 70;
/// Characters above which a block with enough common words is good.
const LENGTH_HIGH: u32 = 200;
/// Half of what is published: our lists hold some fifty words a language, not some hundreds, and so
/// find about half as much of running text.
const STOPWORDS_LOW: f32 = 0.15;
const STOPWORDS_HIGH: f32 = 0.16;
/// Link density above which a block is bad.
const MAX_LINK_DENSITY: f32 = 0.2;
/// Characters between a heading and the good block that it belongs to.
const MAX_HEADING_DISTANCE: u32 = 200;
/// Share of commonest words from which on a list is thought to fit a page.
const FITS: f32 = 0.10;
/// Words of a page that are looked at for choosing the list.
const SAMPLE: usize = 5000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// The classes of blocks.
enum Class {
    Good,
    NearGood,
    Short,
    Bad,
}

/// Whether each block is content.
pub(super) fn content(page: &Page) -> Vec<bool> {
    let places: Vec<usize> =
        (0..page.blocks().len()).filter(|at| page.blocks()[*at].chars > 0).collect();
    let blocks: Vec<&Block> = places.iter().map(|at| &page.blocks()[*at]).collect();
    let list = fitting_list(&blocks);
    let mut classes: Vec<Class> = blocks.iter().map(|block| alone(block, list)).collect();
    headings(&blocks, &mut classes, Class::Short, Class::NearGood, |class| class == Class::Good);
    let classes = settled(classes);
    // The second pass for headings may raise only blocks that were not bad by themselves.
    let alone_bad: Vec<bool> = blocks.iter().map(|b| alone(b, list) == Class::Bad).collect();
    let mut again: Vec<Class> = classes
        .iter()
        .zip(&alone_bad)
        .map(|(class, bad)| if *class == Class::Bad && !bad { Class::NearGood } else { *class })
        .collect();
    headings(&blocks, &mut again, Class::NearGood, Class::Good, |class| class == Class::Good);
    let mut kept = vec![false; page.blocks().len()];
    for ((place, block), class) in places.iter().zip(&blocks).zip(&again) {
        kept[*place] = *class == Class::Good && !block.hidden;
    }
    kept
}

/// The classes after their neighbours have decided for short and nearly good blocks.
fn settled(mut classes: Vec<Class>) -> Vec<Class> {
    let around = Neighbours::from_classes(&classes);
    for (at, class) in classes.iter_mut().enumerate() {
        if *class == Class::Short {
            *class = around.of_short(at);
        }
    }
    // Anew: short blocks have other classes now.
    let around = Neighbours::from_classes(&classes);
    for (at, class) in classes.iter_mut().enumerate() {
        if *class == Class::NearGood {
            let bad = [around.before[at].0, around.after[at].0] == [Class::Bad; 2];
            *class = if bad { Class::Bad } else { Class::Good };
        }
    }
    classes
}

/// A block by itself; `list` is `None` in the language-free mode.
fn alone(block: &Block, list: Option<&FxHashSet<&'static str>>) -> Class {
    // Copyright notices are boilerplate by the published rule.
    if block.link_density() > MAX_LINK_DENSITY || block.text.contains('\u{a9}') {
        return Class::Bad;
    }
    let length = length(block);
    if length < LENGTH_LOW {
        return if block.link_chars > 0 { Class::Bad } else { Class::Short };
    }
    let share = list.map_or(1.0, |list| share(&block.text, list, usize::MAX));
    if share >= STOPWORDS_HIGH {
        if length > LENGTH_HIGH { Class::Good } else { Class::NearGood }
    } else if share >= STOPWORDS_LOW {
        Class::NearGood
    } else {
        Class::Bad
    }
}

/// Raises headings that stand before what `is_good`, not too far from it.
fn headings(
    blocks: &[&Block],
    classes: &mut [Class],
    from: Class,
    to: Class,
    is_good: impl Fn(Class) -> bool,
) {
    for at in 0..blocks.len() {
        if !matches!(blocks[at].kind, BlockKind::Heading(_)) || classes[at] != from {
            continue;
        }
        let mut distance = 0;
        for next in at + 1..blocks.len() {
            if is_good(classes[next]) {
                classes[at] = to;
                break;
            }
            distance += length(blocks[next]);
            if distance > MAX_HEADING_DISTANCE {
                break;
            }
        }
    }
}

/// The nearest blocks before and after each that are good or bad, and the nearest that are at least
/// nearly good or bad; bad at the ends of the page.
struct Neighbours {
    before: Vec<(Class, Class)>,
    after: Vec<(Class, Class)>,
}

impl Neighbours {
    fn from_classes(classes: &[Class]) -> Self {
        let before = passed(classes.iter());
        let mut after = passed(classes.iter().rev());
        after.reverse();
        Self { before, after }
    }

    fn of_short(&self, at: usize) -> Class {
        let ((before, near_before), (after, near_after)) = (self.before[at], self.after[at]);
        if before == after {
            return before;
        }
        // One is bad and one good: what is nearly good decides for the good one.
        let bad_side_is_near = (before == Class::Bad && near_before == Class::NearGood)
            || (after == Class::Bad && near_after == Class::NearGood);
        if bad_side_is_near { Class::Good } else { Class::Bad }
    }
}

/// What was passed last before each class.
fn passed<'c>(classes: impl Iterator<Item = &'c Class>) -> Vec<(Class, Class)> {
    let mut last = (Class::Bad, Class::Bad);
    let step = |class: &Class| {
        let before = last;
        match class {
            Class::Good | Class::Bad => last = (*class, *class),
            Class::NearGood => last.1 = *class,
            Class::Short => {}
        }
        before
    };
    classes.map(step).collect()
}

/// The commonest words of a language.
type List = FxHashSet<&'static str>;

/// The list in whose words the page is richest, if it is rich enough in them.
fn fitting_list(blocks: &[&Block]) -> Option<&'static List> {
    static LISTS: LazyLock<Vec<List>> = LazyLock::new(|| {
        let rows = include_str!("../../data/stopwords.tsv").lines();
        let rows = rows.filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
        rows.map(|(_, words)| words.split(' ').collect()).collect()
    });
    static LANGUAGES: LazyLock<FxHashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
        let mut languages: FxHashMap<&'static str, Vec<usize>> = FxHashMap::default();
        for (number, list) in LISTS.iter().enumerate() {
            for word in list {
                languages.entry(*word).or_default().push(number);
            }
        }
        languages
    });
    let mut hits = vec![0usize; LISTS.len()];
    let mut count = 0;
    let sample = blocks.iter().filter(|b| length(b) >= LENGTH_LOW).flat_map(|b| known(&b.text));
    // An index from words to lists: each word is looked up once, not in each of forty lists.
    for word in sample.take(SAMPLE) {
        count += 1;
        for language in LANGUAGES.get(word.as_str()).into_iter().flatten() {
            hits[*language] += 1;
        }
    }
    // `max_by_key` gives the last of equals.
    // The first of equals, in the order of the table.
    let best = (0..hits.len()).rev().max_by_key(|at| hits[*at])?;
    (hits[best] as f32 >= FITS * count as f32 && count > 0).then(|| &LISTS[best])
}

/// Share of the first words of a text that are on a list.
fn share(text: &str, list: &List, most: usize) -> f32 {
    let (mut count, mut hits) = (0usize, 0usize);
    for word in known(text).take(most) {
        count += 1;
        hits += usize::from(list.contains(word.as_str()));
    }
    if count == 0 { 0.0 } else { hits as f32 / count as f32 }
}

/// The words of a text as lists have them.
fn known(text: &str) -> impl Iterator<Item = String> {
    words::words(text)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
}

/// Characters of a block, those of dense scripts counted as several.
fn length(block: &Block) -> u32 {
    words::length(&block.text, block.chars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    const GOOD: &str = "The fog lifted from the harbour this morning, and the ferry left ten \
        minutes late with everybody \
        who had waited for it on the pier, and it was not at all clear to them when it would be \
        back in the harbour, or what \
        they were to do until then.";

    fn kept(html: &str) -> Vec<bool> {
        content(&Page::parse(html.as_bytes(), &Hints::default(), &Limits::default()))
    }

    #[test]
    fn short_blocks_are_what_their_neighbours_are() {
        for (html, expected) in [
            (format!("<p>{GOOD}<p>Short.<p>{GOOD}"), [true, true, true]),
            (format!("<p>{GOOD}<p>Short.<p><a href=x>More of this</a>"), [true, false, false]),
            (format!("<p>\u{a9} 2019<p>Short.<p>{GOOD}"), [false, false, true]),
        ] {
            assert_eq!(kept(&html), expected, "{html}");
        }
    }

    #[test]
    fn headings_go_with_the_text_below_them() {
        let far = "<p>A line that is long enough. ".repeat(12);
        assert_eq!(kept(&format!("<h2>Fog</h2><p>{GOOD}")), [true, true]);
        assert!(!kept(&format!("<h2>Fog</h2>{far}<p>{GOOD}"))[0]);
    }

    #[test]
    fn classes_of_neighbours_are_those_passed_last() {
        use Class::{Bad, Good, NearGood, Short};
        let classes = [Short, Good, NearGood, Short, Bad, Short];
        let passed: Vec<_> = passed(classes.iter());
        let expected =
            [(Bad, Bad), (Bad, Bad), (Good, Good), (Good, NearGood), (Good, NearGood), (Bad, Bad)];
        assert_eq!(passed, expected);
    }

    #[test]
    fn the_list_is_that_of_the_language() {
        let page = Page::parse(GOOD.as_bytes(), &Hints::default(), &Limits::default());
        let blocks: Vec<&Block> = page.blocks().iter().collect();
        assert!(fitting_list(&blocks).is_some_and(|list| list.contains("the")));
        let nonsense = "xqz wvk ".repeat(30);
        let page = Page::parse(nonsense.as_bytes(), &Hints::default(), &Limits::default());
        let blocks: Vec<&Block> = page.blocks().iter().collect();
        assert!(fitting_list(&blocks).is_none());
    }
}
