//! Which pages of a host say something about a page.

use std::collections::BTreeMap;
use std::sync::Arc;

use scutch_page::Recurring;

use super::buckets::Buckets;
use super::snapshots::Snapshots;
use crate::config::TemplateConfig;
use crate::cross::{self, Beside, CrossRule, Lone};
use crate::gap::Gaps;
use crate::method::Method;
use crate::paths::mixed;
use crate::retrain::{Judges, Lessons};
use crate::structure::Tokens;
use crate::summary::{Key, Summary};
use crate::url_key::{UrlKey, lot_number};

/// Pages of a host that are kept for comparison.
const KEPT_URLS: usize = 256;
/// Captures of one URL that are kept at the most.
pub const KEPT_CAPTURES: usize = 16;
/// Captures of one URL from which on buckets are kept: they hold captures that the pages have given up.
const BUCKETS_FROM: usize = 4;
/// Partners a page is compared with.
const PARTNERS: usize = 24;
/// URLs whose texts stand for those of the host.
const HOST_URLS: usize = 64;
/// Similarity of structure from which pages are of one group, whatever their structure is made of.
const ALIKE: f32 = Tokens::Path.threshold();

/// The pages of one host that others are compared with: all of them, or of a large host those whose keys have the
/// smallest hashes, so that what is kept does not depend on the order in which pages came; besides a few of each
/// structure, for templates that the lot leaves out.
#[derive(Debug)]
pub struct Partners {
    /// Captures of one URL that are kept.
    most: usize,
    /// By hash of the URL, then by hash of the capture.
    pages: BTreeMap<UrlKey, BTreeMap<u64, Arc<Summary>>>,
    buckets: Buckets,
    /// The captures that are not among the pages.
    others: Snapshots,
    /// Number of the template group of each capture.
    groups: BTreeMap<Key, u32>,
    /// What was learned of the pages.
    judges: Option<Judges>,
}

/// What is known beside a page.
#[derive(Debug)]
pub struct Evidence<'p> {
    /// The most similar captures of other URLs with their similarity, best first.
    pub partners: Vec<(&'p Summary, f32)>,
    /// Similarity from which a partner is of the page's template; 0 for `learned`, which weighs partners by it.
    pub threshold: f32,
    /// Why nothing is `up` of the page, where nothing is.
    pub lone: Option<Lone>,
    /// Similarity of the copy of the page that is most similar to it, if there is one.
    pub copied: Option<f32>,
    /// The capture of the same URL before, and after.
    pub snapshots: [Option<&'p Summary>; 2],
    /// One capture each of other URLs that are kept, 64 at the most.
    pub host: Vec<&'p Summary>,
    /// The cross of methods that compare words: two partners, the snapshot before and after.
    pub cross: Beside<'p>,
    /// What was learned of other pages of the host, for methods that learn.
    pub judges: Option<&'p Judges>,
}

impl<'p> Evidence<'p> {
    /// What recurs in the titles of other pages of the host.
    pub fn recurring_titles(&self) -> Recurring {
        Recurring::among(self.host.iter().map(|page| &page.titles))
    }

    /// The partners of the page's template.
    pub fn template(&self) -> impl Iterator<Item = &'p Summary> + Clone {
        let alike = self.partners.iter().take_while(|(_, alike)| *alike >= self.threshold);
        alike.map(|(page, _)| *page)
    }

    /// In what share of the partners a text stands, however much they resemble the page.
    pub fn held(&self, text: u64) -> f32 {
        let holds = |page: &Summary| page.texts.binary_search(&text).is_ok();
        let holding = self.partners.iter().filter(|(page, _)| holds(page)).count();
        holding as f32 / self.partners.len().max(1) as f32
    }
}

impl Default for Partners {
    fn default() -> Self {
        let (pages, buckets, others) = Default::default();
        Self { most: KEPT_CAPTURES, pages, buckets, others, groups: BTreeMap::new(), judges: None }
    }
}

impl Partners {
    /// Keeps a page, unless the host is large and the lot falls on others.
    pub fn add(&mut self, summary: Summary) {
        let url = summary.url_key.clone();
        let Key { url: spelled, time, record } = &summary.key;
        let capture = mixed(lot_number(spelled) ^ mixed(*time as u64) ^ record);
        let summary = Arc::new(summary);
        self.buckets.add(capture, &summary);
        let captures = self.pages.entry(url).or_default();
        captures.insert(capture, summary);
        if captures.len() > self.most
            && let Some((capture, last)) = captures.pop_last()
        {
            self.others.add(capture, &last);
        }
        if self.pages.len() > KEPT_URLS
            && let Some((_, captures)) = self.pages.pop_last()
        {
            captures.iter().for_each(|(capture, page)| self.others.add(*capture, page));
        }
    }

    /// Whether a URL takes part where the lot decides which do: `lot` of 2^64 do.
    pub fn is_drawn(url: &UrlKey, lot: u64) -> bool {
        url.hash() <= lot
    }

    /// Gives up all URLs on which the lot does not fall, and the pages that are kept besides: which these are would
    /// depend on what came before.
    pub fn keep_drawn(&mut self, lot: u64) {
        self.pages.retain(|url, _| Self::is_drawn(url, lot));
        self.others.keep_drawn(0);
        self.buckets.close();
    }

    /// Keeps of no URL more than so many captures, now and later; of the others what snapshots need. Of few captures each,
    /// none are kept besides.
    pub fn keep_captures(&mut self, most: usize) {
        if most >= self.most {
            return;
        }
        self.most = most;
        if most < BUCKETS_FROM {
            self.buckets.close();
        }
        for captures in self.pages.values_mut() {
            while captures.len() > most
                && let Some((capture, last)) = captures.pop_last()
            {
                self.others.add(capture, &last);
            }
        }
    }

    /// Bytes of the captures that are kept as snapshots only.
    pub fn snapshot_memory(&self) -> usize {
        self.others.memory()
    }

    /// Gives up, of the captures that are kept as snapshots only, those on whose URLs the lot does not fall, and takes no
    /// more of them.
    pub fn keep_snapshots_drawn(&mut self, lot: u64) {
        self.others.keep_drawn(lot);
    }

    /// The summary of a capture, if it is kept.
    pub fn get(&self, key: &Key) -> Option<&Summary> {
        let captures = self.pages.get(&UrlKey::of(&key.url))?;
        captures.values().map(Arc::as_ref).find(|summary| summary.key == *key)
    }

    /// How many URLs are kept.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Puts captures whose structures are alike into groups, numbered by their first captures: a page whose layout changed
    /// is in two. To be called when all pages have been added.
    pub fn find_groups(&mut self) {
        let mut pages: Vec<&Summary> = self.captures().collect();
        pages.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        let mut leaders: Vec<usize> = (0..pages.len()).collect();
        for later in 1..pages.len() {
            for earlier in 0..later {
                let (a, b) = (leader(&mut leaders, earlier), leader(&mut leaders, later));
                if a != b && pages[earlier].signature.similarity(&pages[later].signature) >= ALIKE {
                    leaders[a.max(b)] = a.min(b);
                }
            }
        }
        let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
        let groups = pages.iter().enumerate().map(|(place, page)| {
            let next = numbers.len() as u32;
            let number = *numbers.entry(leader(&mut leaders, place)).or_insert(next);
            (page.key.clone(), number)
        });
        self.groups = groups.collect();
    }

    /// Learns from the rows of all pages of the host, for methods that learn.
    pub fn learn(&mut self, lessons: Lessons, config: &TemplateConfig) {
        self.judges = config.method.learner().map(|learner| lessons.learn(learner, config));
    }

    /// The template group of a page: its own, or that of the page that resembles it most.
    pub fn group(&self, summary: &Summary) -> Option<u32> {
        if let Some(number) = self.groups.get(&summary.key) {
            return Some(*number);
        }
        let (best, alike) = most_similar(self.captures(), summary)?;
        self.groups.get(&best.key).filter(|_| alike >= ALIKE).copied()
    }

    /// What is known beside the page of `summary`, with snapshots as far away as asked.
    pub fn evidence(&self, summary: &Summary, gaps: Gaps) -> Evidence<'_> {
        let other = self.pages.iter().filter(|(url, _)| **url != summary.url_key);
        let mut partners: Vec<(&Summary, f32)> = other
            .filter_map(|(_, pages)| most_similar(pages.values().map(Arc::as_ref), summary))
            .collect();
        let host: Vec<&Summary> = partners.iter().map(|(partner, _)| *partner).collect();
        let rare = self.rare(summary).filter(|(url, _)| **url != summary.url_key);
        partners.extend(rare.filter_map(|(_, pages)| most_similar(pages.into_iter(), summary)));
        partners.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)));
        let any = !partners.is_empty();
        let copies = cross::take_copies(summary, &mut partners);
        partners.truncate(PARTNERS);
        let copied = copies.iter().map(|(_, alike)| *alike).max_by(f32::total_cmp);
        let is_other = |page: &&Summary| !copies.iter().any(|(copy, _)| std::ptr::eq(*copy, *page));
        let host = host.into_iter().filter(is_other).take(HOST_URLS).collect();
        let snapshots = self.snapshots(summary, gaps);
        let partner = |n: usize| partners.get(n).map(|(page, _)| *page);
        let cross = [partner(0), partner(1), snapshots[0], snapshots[1]];
        let lone = if any { Lone::OnlyCopies } else { Lone::NoOther };
        let lone = partners.is_empty().then_some(lone);
        let (threshold, judges) = (0.0, self.judges.as_ref());
        Evidence { partners, threshold, lone, copied, snapshots, host, cross, judges }
    }

    /// What is known beside the page for the method of a configuration; `host` is the host of these pages.
    pub fn evidence_for(
        &self,
        summary: &Summary,
        host: &str,
        config: &TemplateConfig,
    ) -> Evidence<'_> {
        let mut evidence = self.evidence(summary, config.gaps());
        if config.method != Method::Learned {
            evidence.threshold = config.threshold(host);
            let (cross, lone) = self.cross(summary, &evidence, config);
            evidence.lone = cross[0].is_none().then_some(lone);
            evidence.cross = cross;
        }
        evidence
    }

    fn captures(&self) -> impl Iterator<Item = &Summary> {
        self.pages.values().flat_map(BTreeMap::values).map(Arc::as_ref)
    }

    /// Pages of similar structure that are not among those that are kept by lot.
    fn rare(&self, summary: &Summary) -> impl Iterator<Item = (&UrlKey, Vec<&Summary>)> {
        let beside = self.buckets.beside(summary).into_iter();
        beside.filter(|(url, _)| !self.pages.contains_key(*url))
    }

    fn cross<'p>(
        &'p self,
        summary: &Summary,
        evidence: &Evidence<'p>,
        config: &TemplateConfig,
    ) -> (Beside<'p>, Lone) {
        if config.method.compares_words() && config.cross() == CrossRule::Thesis {
            let rare = self.rare(summary).flat_map(|(_, pages)| pages);
            let path = cross::path(&summary.key.url);
            let is_alike = |page: &Summary| {
                page.signature.similarity(&summary.signature) >= evidence.threshold
                    && cross::path(&page.key.url) == path
            };
            let (url, key) = (&summary.url_key, &summary.key);
            let snapshots = self.others.around(url, key, config.gaps(), is_alike);
            let snapshots = snapshots.into_iter().flatten();
            let captures = self.captures().chain(rare).chain(snapshots);
            cross::thesis(captures, summary, evidence.threshold, config.gaps())
        } else {
            let is_copied = evidence.copied.is_some_and(|alike| alike >= evidence.threshold);
            let lone = match evidence.lone {
                Some(Lone::NoOther) => Lone::NoOther,
                _ if is_copied => Lone::OnlyCopies,
                _ => Lone::NoneAlike,
            };
            (cross::repaired(evidence.template(), evidence.snapshots), lone)
        }
    }

    fn snapshots(&self, page: &Summary, gaps: Gaps) -> [Option<&Summary>; 2] {
        let url = &page.url_key;
        let kept = self.pages.get(url).into_iter().flat_map(BTreeMap::values).map(Arc::as_ref);
        let others = self.others.around(url, &page.key, gaps, |_| true).into_iter().flatten();
        cross::around(kept.chain(others), &page.key, gaps)
    }
}

/// The first of the group that a place belongs to so far. Ways to it get shorter with each question.
fn leader(leaders: &mut [usize], mut place: usize) -> usize {
    while leaders[place] != place {
        leaders[place] = leaders[leaders[place]];
        place = leaders[place];
    }
    place
}

/// The capture that resembles the page most; of equals the one nearest in time, then the first.
fn most_similar<'s>(
    captures: impl Iterator<Item = &'s Summary>,
    summary: &Summary,
) -> Option<(&'s Summary, f32)> {
    let far = |other: &Summary| other.key.time.abs_diff(summary.key.time);
    captures.map(|other| (other, other.signature.similarity(&summary.signature))).min_by(|a, b| {
        b.1.total_cmp(&a.1).then_with(|| far(a.0).cmp(&far(b.0))).then(a.0.key.cmp(&b.0.key))
    })
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};

    use super::*;

    /// Four in a thousand pages have another template.
    fn is_rare(number: usize) -> bool {
        number % 250 == 7
    }

    fn summary(number: usize) -> Summary {
        let boxes = if is_rare(number) { "<table><tr><td>Price<td>9" } else { "<ul><li>Home" };
        let html = format!("<body>{boxes}</table></ul><div><p>Story number {number} of many</div>");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: format!("http://a.example/{number}"), time: 0, record: number as u64 };
        Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels())
    }

    fn partners(order: impl Iterator<Item = usize>) -> Partners {
        let mut partners = Partners::default();
        order.for_each(|number| partners.add(summary(number)));
        partners.find_groups();
        partners
    }

    #[test]
    fn a_rare_template_of_a_large_host_has_partners() {
        let (forth, back) = (partners(0..2000), partners((0..2000).rev()));
        assert_eq!(forth.len(), KEPT_URLS);
        let mut outside = 0;
        for number in (0..2000).filter(|number| is_rare(*number)) {
            let own = summary(number);
            outside += usize::from(forth.get(&own.key).is_none());
            let best = |partners: &Partners| {
                let evidence = partners.evidence(&own, Gaps::default());
                evidence
                    .partners
                    .iter()
                    .map(|(page, alike)| (page.key.clone(), *alike))
                    .collect::<Vec<_>>()
            };
            let found = best(&forth);
            assert!(found.iter().filter(|(_, alike)| *alike == 1.0).count() >= 3, "{number}");
            assert_eq!(found, best(&back));
        }
        assert!(outside > 0, "all were kept by lot");
    }

    /// Eight addresses, all in one layout and years later in another.
    #[test]
    fn a_page_whose_layout_changed_is_in_two_groups() {
        let mut partners = Partners::default();
        let layouts = ["<table><tr><td>Price<td>9</table>", "<ul><li>Home</ul><div><p>Here</div>"];
        let all =
            (0..8).flat_map(|url| layouts.iter().zip([1, 9]).map(move |layout| (url, layout)));
        let all: Vec<Summary> = all
            .map(|(url, (layout, time))| {
                let page = Page::parse(layout.as_bytes(), &Hints::default(), &Limits::default());
                let key = Key { url: format!("http://a.example/{url}"), time, record: url };
                Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels())
            })
            .collect();
        all.iter().for_each(|summary| partners.add(summary.clone()));
        partners.find_groups();
        for summary in &all {
            let expected = u32::from(summary.key.time == 9);
            assert_eq!(partners.group(summary), Some(expected), "{:?}", summary.key);
        }
        // Captures that are not kept go by what they resemble.
        partners.keep_captures(1);
        partners.find_groups();
        let groups = all.iter().map(|summary| (summary.key.time, partners.group(summary)));
        let groups: std::collections::BTreeSet<_> = groups.collect();
        assert_eq!(groups.len(), 2, "{groups:?}");
    }

    /// 600 pages, three times each: every capture has its snapshots, whether or not others are compared with it.
    #[test]
    fn every_page_of_a_large_host_has_its_snapshots() {
        let all: Vec<Summary> = (0..600).map(summary).collect();
        let at = |page: &Summary, time: i64| {
            let key = Key { time, record: time as u64, ..page.key.clone() };
            Summary { key, ..page.clone() }
        };
        let mut partners = Partners::default();
        all.iter().for_each(|page| [1, 3, 2].iter().for_each(|time| partners.add(at(page, *time))));
        assert_eq!(partners.len(), KEPT_URLS);
        for page in &all {
            let beside = |time| {
                let found = partners.snapshots(&at(page, time), Gaps::default());
                found.map(|found| found.map(|found| found.key.time))
            };
            assert_eq!(
                [1, 2, 3].map(beside),
                [[None, Some(2)], [Some(1), Some(3)], [Some(2), None]]
            );
        }
        let memory = partners.snapshot_memory();
        partners.keep_snapshots_drawn(u64::MAX / 2);
        assert!((1..memory).contains(&partners.snapshot_memory()));
        partners.keep_snapshots_drawn(0);
        assert_eq!(partners.snapshot_memory(), 0);
    }

    /// Of many captures of one address the nearest is beside the page, not the nearest of some.
    #[test]
    fn the_nearest_of_many_captures_is_the_snapshot() {
        let page = summary(1);
        let at = |time: i64| {
            let key = Key { time, record: 1, ..page.key.clone() };
            Summary { key, ..page.clone() }
        };
        let gaps = Gaps { min: None, max: Some(200) };
        for most in [KEPT_CAPTURES, 2] {
            let mut partners = Partners::default();
            (1..=50).for_each(|n| partners.add(at(100_000 * n)));
            partners.keep_captures(most);
            (51..=100).for_each(|n| partners.add(at(100_000 * n)));
            assert_eq!(partners.captures().count(), most);
            for n in 2..100 {
                let found = partners.snapshots(&at(100_000 * n), gaps);
                let times = found.map(|found| found.map(|found| found.key.time / 100_000));
                assert_eq!(times, [Some(n - 1), Some(n + 1)]);
            }
        }
    }

    fn daily(url: &str, story: &str) -> Summary {
        let html =
            format!("<body><ul><li>Home</ul><h1>Daily</h1><p>{story}</p><p>Printed here</p>");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: url.to_owned(), time: 0, record: 0 };
        Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels())
    }

    /// An archive that crosses from http to https goes on with the same pages.
    #[test]
    fn spellings_of_one_address_are_snapshots() {
        let at = |url: &str, time: i64| {
            let page = daily(url, RIVER);
            Summary { key: Key { time, ..page.key.clone() }, ..page }
        };
        let spellings = ["http://a.example/1", "https://a.example/1", "http://a.example:80/1"];
        let captures: Vec<Summary> =
            (1..).zip(spellings).map(|(time, url)| at(url, time)).collect();
        let mut partners = Partners::default();
        captures.iter().for_each(|capture| partners.add(capture.clone()));
        partners.add(daily("http://a.example/2", "Nine hens were counted."));
        partners.find_groups();
        assert_eq!(partners.len(), 2);
        let evidence = partners.evidence(&captures[1], Gaps::default());
        let found = evidence.cross.map(|page| page.map(|page| page.key.url.as_str()));
        assert_eq!(
            found,
            [Some("http://a.example/2"), None, Some(spellings[0]), Some(spellings[2])]
        );
        assert!(evidence.partners.len() == 1 && partners.get(&captures[2].key).is_some());
    }

    const RIVER: &str = "The river rose again on Tuesday night.";

    /// A print view or an address with a session number says nothing of what is boilerplate.
    #[test]
    fn copies_are_no_partners() {
        let copies = ["a?sid=1", "a?sid=2", "a?sid=3", "a?print=1"].map(|url| daily(url, RIVER));
        let mut partners = Partners::default();
        copies.into_iter().for_each(|copy| partners.add(copy));
        let own = daily("a", RIVER);
        partners.add(own.clone());
        partners.find_groups();
        assert_eq!(partners.evidence(&own, Gaps::default()).partners.len(), 0, "only copies");
        partners.add(daily("b", "Nine hens were counted."));
        partners.find_groups();
        let evidence = partners.evidence(&own, Gaps::default());
        let urls = |pages: &[&Summary]| pages.iter().map(|p| p.key.url.clone()).collect::<Vec<_>>();
        let alike: Vec<&Summary> = evidence.partners.iter().map(|(page, _)| *page).collect();
        assert_eq!(
            (urls(&alike), urls(&evidence.host)),
            (vec!["b".to_owned()], vec!["b".to_owned()])
        );
    }

    /// A crawler that got a new session number with every page has one article under many addresses.
    #[test]
    fn however_many_copies_there_are_none_is_a_partner() {
        let mut partners = Partners::default();
        (0..100).for_each(|sid| partners.add(daily(&format!("a?sid={sid}"), RIVER)));
        let own = daily("a?sid=7", RIVER);
        partners.find_groups();
        let evidence = partners.evidence(&own, Gaps::default());
        assert!(evidence.partners.is_empty() && evidence.host.is_empty());
        assert_eq!(evidence.lone, Some(Lone::OnlyCopies));
        (0..40).for_each(|n| partners.add(daily(&format!("{n}"), &format!("{n} hens of {n}."))));
        partners.find_groups();
        let evidence = partners.evidence(&own, Gaps::default());
        assert_eq!((evidence.partners.len(), evidence.host.len()), (PARTNERS, 40));
        assert!(evidence.partners.iter().all(|(page, _)| !page.key.url.contains("sid")));
    }

    /// What a section of a large host has is its template, however little of the host it is.
    #[test]
    fn pages_of_a_small_section_are_partners() {
        let page = |number: usize| {
            let section = number / 5;
            let menu: String =
                (0..9).map(|n| format!("<li>Harbour section {section}, door {n}</li>")).collect();
            let class = ["sea", "land", "port", "town", "tide", "fair", "quay", "mole"][section];
            let html = format!(
                "<body><ul class={class}>{menu}</ul><h1>Day {number}</h1><p>Story {number} of it</p>"
            );
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let key = Key { url: format!("http://a.example/{number}"), time: 0, record: 0 };
            Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels())
        };
        let mut partners = Partners::default();
        (0..40).for_each(|number| partners.add(page(number)));
        partners.find_groups();
        let evidence = partners.evidence(&page(7), Gaps::default());
        let beside: Vec<&str> = evidence.partners.iter().map(|(p, _)| p.key.url.as_str()).collect();
        for number in [5, 6, 8, 9] {
            let url = format!("http://a.example/{number}");
            assert!(beside.contains(&url.as_str()), "{number} of {beside:?}");
        }
    }
}
