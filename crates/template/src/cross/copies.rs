//! Copies of a page under other URLs: print views, addresses with a session number, lists that hold
//! the page whole. A copy shares the content of the page, so as a partner it would make boilerplate
//! of it.

use crate::summary::{Summary, intersect};

/// A page with this share of another's own characters is a copy of it.
const COPY: f64 = 0.5;
/// A page with the same title and this share of the other's rare characters, weighted by score, is
/// a copy, too.
const ARTICLE: f64 = 0.9;
/// Characters of a long text. At least half of the rare characters of an article must be in long
/// texts.
const LONG: u32 = 80;
/// A page with this share of all characters is a copy. Needed if nearly all pages are copies: then
/// no text is a page's own.
const WHOLE: f64 = 0.97;
/// A text that so many of the most similar pages have belongs to their template.
const SHARED: u32 = 3;
/// The most similar pages in which the holders of a text are counted.
const COUNTED: usize = 24;
/// The most similar pages that are checked at a time. They are bits of one number, so 64 is the
/// limit.
const LOOKED: usize = 48;

/// Removes the copies of a page from `others` and returns them. `others` are the most similar
/// first. An article can have any number of URLs, so the search goes on as long as it finds copies.
pub(crate) fn take_copies<'p>(
    page: &Summary,
    others: &mut Vec<(&'p Summary, f32)>,
) -> Vec<(&'p Summary, f32)> {
    let mut taken = Vec::new();
    let rare = Rare::in_page(page, others);
    loop {
        let found = copies(page, &rare, others);
        // Without a copy among those that were checked, further ones are too dissimilar to be
        // copies.
        let all_seen = found.len() == others.len();
        let before = taken.len();
        let mut found = found.into_iter();
        others.retain(|other| {
            let is_copy = found.next().unwrap_or(false);
            if is_copy {
                taken.push(*other);
            }
            !is_copy
        });
        if all_seen || taken.len() == before {
            return taken;
        }
    }
}

/// Which of the most similar pages are copies of a page: they have most of its content, or nearly
/// all of the page.
///
/// Content is told from the template in two ways. The first takes for content what few of the most
/// similar pages have. It fails with three or more copies, which share the content like a template.
/// The second asks for the same title, and takes for content what is [rare](Rare) among all pages.
/// It counts texts by their score and wants most of them to be long, because pages of one section
/// share its menu, which is rare, too.
fn copies(page: &Summary, rare: &Rare, others: &[(&Summary, f32)]) -> Vec<bool> {
    let others = &others[..others.len().min(LOOKED)];
    // One bit for each page that counts.
    let counted = (1u64 << others.len().min(COUNTED)) - 1;
    // With only one or two other pages, all of them must have a text of the template.
    let shared = SHARED.min(counted.count_ones());
    let mut whole = SharedChars::default();
    let mut had = vec![SharedChars::default(); others.len()];
    let mut having = vec![0u64; page.texts.len()];
    for (at, (other, _)) in others.iter().enumerate() {
        intersect(&page.texts, &other.texts, |text| *text, |text, _| having[text] |= 1 << at);
    }
    for block in page.blocks.iter().filter(|block| block.chars > 0) {
        let text = page.texts.binary_search(&block.text).ok();
        let having = text.map_or(0, |text| having[text]);
        let chars = f64::from(block.chars);
        let is_own = (having & counted).count_ones() < shared;
        // Blocks are counted, not texts: a text counts as often as the page has it.
        let is_rare = text.is_some_and(|text| rare.texts[text]);
        let rare_chars = if is_rare { chars * f64::from(block.score) } else { 0.0 };
        let chars_of_block = SharedChars {
            all: chars,
            own: if is_own { chars } else { 0.0 },
            rare: rare_chars,
            long: if block.chars >= LONG { rare_chars } else { 0.0 },
        };
        whole.add(chars_of_block);
        let those_with = (0..others.len()).filter(|at| having >> at & 1 == 1);
        those_with.for_each(|at| had[at].add(chars_of_block));
    }
    let pages = had.iter().zip(others);
    pages
        .map(|(had, (other, _))| {
            had.is_copy(whole) || had.is_article(whole) && rare.has_same_title(other)
        })
        .collect()
}

/// Characters of a page that another page has, too.
#[derive(Debug, Clone, Copy, Default)]
struct SharedChars {
    all: f64,
    /// In texts that few of the most similar pages have.
    own: f64,
    /// In rare texts, times their score.
    rare: f64,
    /// In rare texts that are long, times their score.
    long: f64,
}

impl SharedChars {
    fn add(&mut self, more: Self) {
        self.all += more.all;
        self.own += more.own;
        self.rare += more.rare;
        self.long += more.long;
    }

    /// Whether a page that shares this much of a `whole` page is a copy of it.
    fn is_copy(self, whole: Self) -> bool {
        is_most(self.own, whole.own, COPY) || is_most(self.all, whole.all, WHOLE)
    }

    /// Whether a page with the same title has the article of the `whole` page.
    fn is_article(self, whole: Self) -> bool {
        is_most(self.rare, whole.rare, ARTICLE) && 2.0 * self.long >= whole.rare
    }
}

fn is_most(part: f64, whole: f64, share: f64) -> bool {
    whole > 0.0 && part >= share * whole
}

/// What at most half of the other pages have, estimated on a sample from the most similar to the
/// least.
struct Rare {
    /// Whether each text of the page is rare. All are false if the page has no rare title.
    texts: Vec<bool>,
    /// The rare parts of its titles.
    titles: Vec<u64>,
}

impl Rare {
    fn in_page(page: &Summary, others: &[(&Summary, f32)]) -> Self {
        let sample = others.iter().step_by(others.len().div_ceil(COUNTED).max(1));
        let sample = sample.map(|(other, _)| *other);
        let most = sample.len() / 2;
        let mut titles = page.titles.parts().to_vec();
        titles.retain(|part| {
            sample.clone().filter(|other| has_title_part(other, *part)).count() <= most
        });
        let mut texts = vec![false; page.texts.len()];
        if !titles.is_empty() {
            let mut holders = vec![0; page.texts.len()];
            for other in sample {
                intersect(&page.texts, &other.texts, |text| *text, |text, _| holders[text] += 1);
            }
            texts.iter_mut().zip(holders).for_each(|(rare, count)| *rare = count <= most);
        }
        Self { texts, titles }
    }

    /// Whether another page has all rare parts of the titles.
    fn has_same_title(&self, other: &Summary) -> bool {
        !self.titles.is_empty() && self.titles.iter().all(|part| has_title_part(other, *part))
    }
}

fn has_title_part(page: &Summary, part: u64) -> bool {
    page.titles.parts().binary_search(&part).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pages::summary;

    const STORY: &str = "The river rose again on Tuesday night, \
        and the old bridge was closed until the morning came.";

    fn page(url: &str, title: &str, story: &str) -> Summary {
        let html =
            format!("<ul><li>Home<li>Sea</ul><h1>{title}</h1><p>{story}</p><p>Printed in town</p>");
        summary(url, 0, &html)
    }

    fn copies_of<'p>(own: &Summary, others: &'p [Summary]) -> Vec<&'p str> {
        let mut ranked: Vec<(&Summary, f32)> = others.iter().map(|page| (page, 1.0)).collect();
        let copies = take_copies(own, &mut ranked);
        assert_eq!(copies.len() + ranked.len(), others.len());
        let mut urls: Vec<&str> = copies.iter().map(|(page, _)| page.key.url.as_str()).collect();
        urls.sort_unstable();
        urls
    }

    #[test]
    fn pages_with_the_content_are_copies_and_pages_of_the_template_are_not() {
        let own = page("/a", "Flood", STORY);
        let others = [
            page("/a?print", "Flood", STORY),
            page("/b", "Hens", "Nine hens were counted."),
            page("/c", "Snow", "Snow lies on the pass."),
            page("/d", "Lamp", "A lamp was lit."),
        ];
        assert_eq!(copies_of(&own, &others), ["http://a.example/a?print"]);
        assert!(copies_of(&own, &others[1..]).is_empty());
        assert!(copies_of(&own, &[]).is_empty());
    }

    #[test]
    fn the_order_of_the_others_decides_nothing() {
        let own = page("/a", "Flood", STORY);
        let mut others: Vec<Summary> = (0..6)
            .map(|n| page(&format!("/a?sid={n}"), "Flood", STORY))
            .chain(
                (0..6).map(|n| page(&format!("/{n}"), &format!("Day {n}"), &format!("Story {n}."))),
            )
            .collect();
        let expected: Vec<String> =
            copies_of(&own, &others).into_iter().map(str::to_owned).collect();
        assert_eq!(expected.len(), 6);
        let mut random = scutch_learn::Random::new(6);
        for _ in 0..20 {
            random.shuffle(&mut others);
            assert_eq!(copies_of(&own, &others), expected);
        }
    }

    #[test]
    fn a_page_without_text_has_no_copies() {
        let own = summary("/a", 0, "<img src=a.png>");
        let others = [summary("/b", 0, "<img src=a.png>"), page("/c", "Flood", STORY)];
        assert!(copies_of(&own, &others).is_empty());
    }
}
