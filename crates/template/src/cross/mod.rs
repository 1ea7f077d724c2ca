//! The cross of a page: who is compared with whom.

pub use crate::config::CrossRule;
use crate::gap::Gaps;
use crate::key::Key;
use crate::summary::{Summary, meet};

/// The pages beside a page: up, down, prev, next.
pub type Beside<'p> = [Option<&'p Summary>; 4];

/// A page that has this share of what a page alone has is a copy of it.
const COPY: f64 = 0.5;
/// Or, if it is called the same, this share of what it has besides texts of most pages, weighed by scores, half of it in
/// texts of so many characters.
const ARTICLE: f64 = 0.9;
const LONG: u32 = 80;
/// Or this share of all that it has: where nearly all pages are copies, nothing is a page's alone.
const WHOLE: f64 = 0.97;
/// A text that so many of the most similar pages have is their template's, not a page's own.
const SHARED: u32 = 3;
/// The most similar pages among which texts are counted, and among which copies are looked for at a time.
const COUNTED: usize = 24;
const LOOKED: usize = 48;

/// Why nothing is `up` of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lone {
    /// No capture of another address is kept.
    NoOther,
    /// None is as similar as asked.
    NoneAlike,
    /// All that are as similar as asked are copies of the page.
    OnlyCopies,
    /// All that are as similar as asked share its path, which tells pages apart in the cross of the thesis.
    SamePath,
}

/// The cross of the thesis: everything from the list of similar captures. Of those of the page's own address that are no
/// nearer than others before and after it `captures` need not have any.
pub(crate) fn thesis<'p>(
    captures: impl Iterator<Item = &'p Summary>,
    summary: &Summary,
    threshold: f32,
    gaps: Gaps,
) -> (Beside<'p>, Lone) {
    let own = path(&summary.key.url);
    // Captures of one address come one after another: its path is looked for once.
    let mut last = ("", path(""));
    let (mut same, mut other, mut lone) = (Vec::new(), Vec::new(), Lone::NoOther);
    for page in captures.filter(|page| page.key != summary.key) {
        let is_other = page.url_key != summary.url_key;
        let alike = page.signature.similarity(&summary.signature);
        if alike < threshold {
            lone = if is_other && lone == Lone::NoOther { Lone::NoneAlike } else { lone };
            continue;
        }
        if page.key.url != last.0 {
            last = (&page.key.url, path(&page.key.url));
        }
        if last.1 == own {
            lone = if is_other { Lone::SamePath } else { lone };
            same.push(page);
        } else {
            other.push((page, alike, last.1));
        }
    }
    let [prev, next] = around(same.into_iter(), &summary.key, gaps);
    let up = most_similar(other.iter());
    let down = up.and_then(|up| most_similar(other.iter().filter(|page| page.2 != up.2)));
    let [up, down] = [up, down].map(|found| found.map(|(page, ..)| *page));
    ([up, down, prev, next], lone)
}

/// A capture with its similarity and its path.
type Ranked<'p> = (&'p Summary, f32, &'p str);

/// The most similar of captures; of equals the first by key.
fn most_similar<'a, 'p>(captures: impl Iterator<Item = &'a Ranked<'p>>) -> Option<&'a Ranked<'p>> {
    captures.min_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)))
}

/// The repaired cross. `partners` are the captures of other addresses that are similar enough, best first, without copies
/// of the page.
pub(crate) fn repaired<'p>(
    mut partners: impl Iterator<Item = &'p Summary>,
    snapshots: [Option<&'p Summary>; 2],
) -> Beside<'p> {
    let (up, down) = (partners.next(), partners.next());
    [up, down, snapshots[0], snapshots[1]]
}

/// Takes the copies of a page out of `others`, the most similar first, and gives them back. Where there are copies
/// among the first, those that come after them are looked at in turn, as an article can stand under any number of
/// addresses.
pub(crate) fn take_copies<'p>(
    page: &Summary,
    others: &mut Vec<(&'p Summary, f32)>,
) -> Vec<(&'p Summary, f32)> {
    let mut taken = Vec::new();
    let rare = Rare::of(page, others);
    loop {
        let found = copies(page, &rare, others);
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

/// Which of the most similar pages are copies of a page: they have most of what it has besides the texts of the
/// template, or nearly all that it has. `others` are the most similar first.
///
/// What only a page and its copies have is told apart from the template in two ways, as three copies among the most
/// similar pages hold an article as a template of theirs would: by what few of the most similar pages have, and, of pages
/// that are called the same, by [what is rare](Rare) among all. There texts count by the score of the page alone, and most
/// have to be long, since pages of one section have more than their template in common, too: its menu.
fn copies(page: &Summary, rare: &Rare, others: &[(&Summary, f32)]) -> Vec<bool> {
    let others = &others[..others.len().min(LOOKED)];
    let counted = (1u64 << others.len().min(COUNTED)) - 1;
    let shared = SHARED.min(counted.count_ones());
    let mut whole = Held::default();
    let mut had = vec![Held::default(); others.len()];
    let mut having = vec![0u64; page.texts.len()];
    for (at, (other, _)) in others.iter().enumerate() {
        meet(&page.texts, &other.texts, |text| *text, |text, _| having[text] |= 1 << at);
    }
    for block in page.blocks.iter().filter(|block| block.chars > 0) {
        let text = page.texts.binary_search(&block.text).ok();
        let having = text.map_or(0, |text| having[text]);
        let chars = f64::from(block.chars);
        let is_own = (having & counted).count_ones() < shared;
        let is_rare = text.is_some_and(|text| rare.texts[text]);
        let rest = if is_rare { chars * f64::from(block.score) } else { 0.0 };
        let held = Held {
            all: chars,
            own: if is_own { chars } else { 0.0 },
            rest,
            long: if block.chars >= LONG { rest } else { 0.0 },
        };
        whole.add(held);
        let those_with = (0..others.len()).filter(|at| having >> at & 1 == 1);
        those_with.for_each(|at| had[at].add(held));
    }
    let pages = had.iter().zip(others);
    pages
        .map(|(had, (other, _))| {
            had.is_copy(whole) || had.is_article(whole) && rare.is_called_so(other)
        })
        .collect()
}

/// Characters of a page that another has, too.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    all: f64,
    /// Of texts that few of the most similar pages have.
    own: f64,
    /// Of texts that are rare, times their score; of the long ones among them.
    rest: f64,
    long: f64,
}

impl Held {
    fn add(&mut self, more: Self) {
        self.all += more.all;
        self.own += more.own;
        self.rest += more.rest;
        self.long += more.long;
    }

    /// Whether a page that has this of what the `whole` page has is a copy of it.
    fn is_copy(self, whole: Self) -> bool {
        is_most(self.own, whole.own, COPY) || is_most(self.all, whole.all, WHOLE)
    }

    /// Whether it has the article of the page, if it is called the same.
    fn is_article(self, whole: Self) -> bool {
        is_most(self.rest, whole.rest, ARTICLE) && 2.0 * self.long >= whole.rest
    }
}

fn is_most(part: f64, whole: f64, share: f64) -> bool {
    whole > 0.0 && part >= share * whole
}

/// What no more than half of all other pages have, by a few of them from the most similar to the least.
struct Rare {
    /// Of each text of the page whether it is rare; of none where nothing in its titles is.
    texts: Vec<bool>,
    /// What is rare in its titles.
    titles: Vec<u64>,
}

impl Rare {
    fn of(page: &Summary, others: &[(&Summary, f32)]) -> Self {
        let sample = others.iter().step_by(others.len().div_ceil(COUNTED).max(1));
        let sample = sample.map(|(other, _)| *other);
        let most = sample.len() / 2;
        let mut titles = page.titles.parts().to_vec();
        titles
            .retain(|part| sample.clone().filter(|other| is_called(other, *part)).count() <= most);
        let mut texts = vec![false; page.texts.len()];
        if !titles.is_empty() {
            let mut holders = vec![0; page.texts.len()];
            for other in sample {
                meet(&page.texts, &other.texts, |text| *text, |text, _| holders[text] += 1);
            }
            texts.iter_mut().zip(holders).for_each(|(rare, held)| *rare = held <= most);
        }
        Self { texts, titles }
    }

    /// Whether a page has all that is rare in the titles.
    fn is_called_so(&self, other: &Summary) -> bool {
        !self.titles.is_empty() && self.titles.iter().all(|part| is_called(other, *part))
    }
}

fn is_called(page: &Summary, part: u64) -> bool {
    page.titles.parts().binary_search(&part).is_ok()
}

/// The captures before and after that are as far away as asked.
pub(crate) fn around<'p>(
    captures: impl Iterator<Item = &'p Summary> + Clone,
    key: &Key,
    gaps: Gaps,
) -> [Option<&'p Summary>; 2] {
    let captures = captures.filter(|other| gaps.hold(&other.key, key));
    let at = |summary: &&Summary| (summary.key.time, summary.key.record);
    let here = (key.time, key.record);
    [
        captures.clone().filter(|s| at(s) < here).max_by_key(at),
        captures.filter(|s| at(s) > here).min_by_key(at),
    ]
}

/// The path of an address, without scheme, host, query and fragment.
pub(crate) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    rest.find('/').map_or("/", |at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};

    use super::*;
    use crate::TemplateConfig;
    use crate::config::Method;
    use crate::host::{HostEvidence, HostPages};
    use crate::test_pages;

    const STORIES: [&str; 5] = [
        "The river rose again on Tuesday night.",
        "Nine hens were counted at the fair.",
        "A lamp was lit in the old tower.",
        "The baker has sold his last oven.",
        "Snow lies on the pass until May.",
    ];

    fn summary(url: &str, time: i64, story: &str) -> Summary {
        let html = format!(
            "<body><div class=menu><a href=/>Home</a></div><h1>Daily</h1><p>{story}</p><div>Printed here</div>"
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let key = Key { url: format!("http://a.example{url}"), time, record: time as u64 };
        Summary::new(key, &page, scoring.labels())
    }

    fn urls(partners: &HostEvidence, of: &Summary, rule: CrossRule) -> [Option<(String, i64)>; 4] {
        let config =
            TemplateConfig { method: Method::T002, cross: Some(rule), ..TemplateConfig::default() };
        partners.evidence_for(of, "a.example", &config).cross.map(|page| {
            page.map(|page| (page.key.url.replace("http://a.example", ""), page.key.time))
        })
    }

    fn lone(partners: &HostEvidence, of: &Summary, rule: CrossRule) -> Option<Lone> {
        let config =
            TemplateConfig { method: Method::T002, cross: Some(rule), ..TemplateConfig::default() };
        partners.evidence_for(of, "a.example", &config).lone
    }

    fn pages_of(pages: &[(&str, i64, usize)]) -> Vec<Summary> {
        pages.iter().map(|(url, time, story)| summary(url, *time, STORIES[*story])).collect()
    }

    fn host(pages: &[(&str, i64, usize)]) -> HostEvidence {
        test_pages::host(pages_of(pages))
    }

    fn some(url: &str, time: i64) -> Option<(String, i64)> {
        Some((url.to_owned(), time))
    }

    #[test]
    fn a_print_view_is_no_partner() {
        let pages = [("/a", 1, 0), ("/a?print", 2, 0), ("/b", 3, 1), ("/c", 4, 2), ("/d", 5, 3)];
        let partners = host(&pages);
        let page = summary("/a", 1, STORIES[0]);
        let repaired = urls(&partners, &page, CrossRule::Repaired);
        assert_eq!(repaired, [some("/b", 3), some("/c", 4), None, None]);
        // The thesis takes it for a snapshot, as the path is the same.
        let thesis = urls(&partners, &page, CrossRule::Thesis);
        assert_eq!(thesis, [some("/b", 3), some("/c", 4), None, some("/a?print", 2)]);
    }

    #[test]
    fn a_copy_under_another_path_is_up_in_the_thesis_only() {
        let pages = [("/a", 1, 0), ("/Dev/a", 1, 0), ("/b", 3, 1), ("/b", 6, 4), ("/c", 4, 2)];
        let partners = host(&pages);
        let page = summary("/b", 3, STORIES[1]);
        assert_eq!(urls(&partners, &page, CrossRule::Thesis)[3], some("/b", 6));
        let page = summary("/a", 1, STORIES[0]);
        assert_eq!(urls(&partners, &page, CrossRule::Thesis)[0], some("/Dev/a", 1));
        assert_eq!(
            urls(&partners, &page, CrossRule::Repaired)[..2],
            [some("/b", 3), some("/c", 4)]
        );
    }

    /// A page with a title, a text of its own, one that others have, too, and teasers.
    fn with_more(url: &str, title: &str, own: &str, shared: &str, teaser: &str) -> Summary {
        let teasers: String = (0..5)
            .map(|n| format!("<li class=teaser><a href=/t>Fair {teaser} of {n}</a></li>"))
            .collect();
        let html = format!("<h1>{title}</h1><p>{own}</p>{shared}<ul class=teasers>{teasers}</ul>");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let key = Key { url: format!("http://a.example{url}"), time: 1, record: 1 };
        Summary::new(key, &page, scoring.labels())
    }

    fn long(story: usize) -> String {
        let [first, second] = [story % 4, story % 4 + 1].map(|at| STORIES[at]);
        let line = |n| format!("<p>{first} {second} That was on day {n} of year {story}.</p>");
        (0..4).map(line).collect()
    }

    /// As where a session stands in the address, and teasers change with each: three copies are as many as have the texts
    /// of a template.
    #[test]
    fn many_copies_are_none_either() {
        let page = |story: usize, copy: usize| {
            let (url, title) = (format!("/{story}?sid={copy}"), format!("Tide {story}"));
            with_more(&url, &title, STORIES[story], &long(story), &format!("{copy} {story}"))
        };
        for copies in [3, 5, 30] {
            let mut partners = HostPages::default();
            for story in 0..4 {
                (0..=copies).for_each(|copy| partners.add(page(story, copy)));
            }
            let partners = partners.conclude();
            let beside = urls(&partners, &page(0, 0), CrossRule::Repaired);
            for partner in &beside[..2] {
                let (url, _) = partner.as_ref().expect("a partner");
                assert!(!url.starts_with("/0"), "{copies} copies: {url}");
            }
        }
    }

    /// What the pages of a section say of it is longer than what each says of itself, and is no article of theirs.
    #[test]
    fn pages_of_a_section_with_a_notice_are_no_copies() {
        let page = |number: usize| {
            let (url, title) = (format!("/{number}"), format!("Picture {number}"));
            let own = format!("The mole on day {number}, before the tide.");
            let section = ["sea", "land", "port", "town", "quay"][number / 8];
            let notice = format!("<div class={section}>{}</div>", long(number / 8));
            with_more(&url, &title, &own, &notice, &number.to_string())
        };
        let mut partners = HostPages::default();
        (0..40).for_each(|number| partners.add(page(number)));
        let partners = partners.conclude();
        let beside = urls(&partners, &page(9), CrossRule::Repaired);
        for partner in &beside[..2] {
            let (url, _) = partner.as_ref().expect("a partner");
            assert!((8..16).any(|number| *url == format!("/{number}")), "{url}");
        }
    }

    #[test]
    fn down_has_another_address_than_up() {
        let pages = [("/a", 1, 0), ("/b", 2, 1), ("/b?page=2", 3, 2), ("/b", 4, 3)];
        let page = summary("/a", 1, STORIES[0]);
        let partners = host(&pages);
        assert_eq!(urls(&partners, &page, CrossRule::Thesis)[..2], [some("/b", 2), None]);
        let partners = host(&[&pages[..], &[("/c", 5, 4)]].concat());
        assert_eq!(urls(&partners, &page, CrossRule::Thesis)[..2], [some("/b", 2), some("/c", 5)]);
    }

    #[test]
    fn without_another_page_there_is_no_cross() {
        let partners = host(&[("/a", 1, 0), ("/a", 2, 1)]);
        let page = summary("/a", 1, STORIES[0]);
        for rule in [CrossRule::Repaired, CrossRule::Thesis] {
            assert_eq!(urls(&partners, &page, rule)[..2], [None, None]);
        }
    }

    /// One address by its key, of more captures than are kept to compare; its snapshots by path are those of one spelling.
    #[test]
    fn two_spellings_of_an_address_are_two_paths() {
        let spelled = |time: i64| if time % 3 == 0 { "/a/" } else { "/a" };
        let captures: Vec<_> = (1..=60).map(|time| (spelled(time), time, 0)).collect();
        let partners = host(&[&captures[..], &[("/b", 70, 1)]].concat());
        for time in 4..57 {
            let nearest = |step: i64| {
                (1..4).map(|n| time + n * step).find(|other| spelled(*other) == spelled(time))
            };
            let beside =
                urls(&partners, &summary(spelled(time), time, STORIES[0]), CrossRule::Thesis);
            let found = [&beside[2], &beside[3]].map(|page| page.as_ref().map(|(_, time)| *time));
            assert_eq!(found, [nearest(-1), nearest(1)], "{time}");
        }
    }

    #[test]
    fn a_page_without_a_cross_says_why() {
        let (both, page) = ([CrossRule::Repaired, CrossRule::Thesis], summary("/a", 1, STORIES[0]));
        let why = |pages: &[(&str, i64, usize)]| both.map(|rule| lone(&host(pages), &page, rule));
        assert_eq!(why(&[("/a", 1, 0), ("/a", 2, 1)]), [Some(Lone::NoOther); 2]);
        assert_eq!(why(&[("/a", 1, 0), ("/b", 1, 1)]), [None; 2]);
        // Of these the query tells which page they are, or nothing does.
        let queries = [("/a", 1, 0), ("/a?id=1", 1, 1), ("/a?id=2", 1, 2)];
        assert_eq!(why(&queries), [None, Some(Lone::SamePath)]);
        let copies = [("/a", 1, 0), ("/a?print=1", 1, 0)];
        assert_eq!(why(&copies), [Some(Lone::OnlyCopies), Some(Lone::SamePath)]);
        assert_eq!(why(&[("/a", 1, 0), ("/dev/a", 1, 0)]), [Some(Lone::OnlyCopies), None]);
        // A list of another structure that holds the page whole is not alike.
        let html =
            format!("<table><tr><td>Home<td>Daily<td>{}<td>Printed here</table>", STORIES[0]);
        let list = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let scoring = Scoring::new(&list, &ExtractConfig::default());
        let key = Key { url: "http://a.example/list".to_owned(), time: 1, record: 9 };
        let list = Summary::new(key, &list, scoring.labels());
        let why = |pages: &[(&str, i64, usize)]| {
            let partners = pages_of(pages).into_iter().chain([list.clone()]);
            let partners = test_pages::host(partners);
            both.map(|rule| lone(&partners, &page, rule))
        };
        assert_eq!(why(&[("/a", 1, 0)]), [Some(Lone::NoneAlike); 2]);
        assert_eq!(why(&copies), [Some(Lone::OnlyCopies), Some(Lone::SamePath)]);
    }

    #[test]
    fn structures_below_the_threshold_have_no_cross() {
        let html = "<body><table><tr><td>Nothing<td>alike<tr><td>here</table>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let key = Key { url: "http://a.example/x".to_owned(), time: 1, record: 9 };
        let other = Summary::new(key, &page, scoring.labels());
        let page = summary("/a", 1, STORIES[0]);
        let partners = test_pages::host([page.clone(), other]);
        for cross in [CrossRule::Repaired, CrossRule::Thesis] {
            let mut config = TemplateConfig {
                method: Method::T001,
                cross: Some(cross),
                ..TemplateConfig::default()
            };
            assert!(partners.evidence_for(&page, "a.example", &config).cross[0].is_none());
            config.host_thresholds.insert("a.example".to_owned(), 0.0);
            assert!(partners.evidence_for(&page, "a.example", &config).cross[0].is_some());
            assert!(partners.evidence_for(&page, "b.example", &config).cross[0].is_none());
        }
    }

    #[test]
    fn paths_of_addresses() {
        for (url, expected) in
            [("http://a.example/b/c?d=/e#f", "/b/c"), ("http://a.example", "/"), ("/b", "/b")]
        {
            assert_eq!(path(url), expected);
        }
    }
}
