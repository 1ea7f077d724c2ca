//! What the pages of a host show of one of them.

use super::buckets::Buckets;
use super::capture::Capture;
use super::groups::{SAME_GROUP, find_groups};
use super::page_evidence::Evidence;
use super::pages::HostPages;
use super::snapshots::Snapshots;
use crate::config::Method;
use crate::config::{CrossRule, LshBands, TemplateConfig};
use crate::cross::{self, Alike, CrossPages, NoPartner};
use crate::gap::Gaps;
use crate::key::{Key, UrlKey};
use crate::retrain::{Judges, Lessons};
use crate::structure::Bands;
use crate::summary::Summary;

/// Partners a page is compared with. More of them change the shares of texts little and cost time
/// in proportion.
const PARTNERS: usize = 24;
/// URLs whose texts are taken for those of the whole host.
const HOST_URLS: usize = 64;

/// What is concluded of the pages of one host: its samples, its template groups, and what a method
/// learned.
#[derive(Debug, Clone, Default)]
pub struct HostEvidence {
    /// The captures kept for comparison, in order of their hashes.
    pub(super) urls: Vec<(UrlKey, Vec<Grouped>)>,
    /// By band of their signatures, in order of the bands, pages of other URLs than those in `urls`.
    pub(super) rare: Vec<(u64, Vec<Capture>)>,
    pub(super) snapshots: Snapshots,
    pub(super) judges: Option<Judges>,
    /// Some URLs are not in `urls`, as the host is large.
    pub(super) is_sample: bool,
    pub(super) too_large: Vec<u64>,
}

/// A capture with the number of its template group.
#[derive(Debug, Clone)]
pub(super) struct Grouped {
    pub(super) capture: Capture,
    pub(super) group: u32,
}

impl HostEvidence {
    /// Finds the template groups of the pages.
    pub(super) fn from_pages(pages: HostPages) -> Self {
        let HostPages { urls, buckets, snapshots, too_large, .. } = pages;
        let is_sample = urls.cut_off().is_some();
        let urls = urls.into_groups();
        let summaries: Vec<&Summary> = urls
            .values()
            .flat_map(|url| &url.captures)
            .map(|capture| capture.summary.as_ref())
            .collect();
        let mut groups = find_groups(&summaries).into_iter();
        let mut grouped = |capture| Grouped { capture, group: groups.next().unwrap_or_default() };
        let urls: Vec<(UrlKey, Vec<Grouped>)> = urls
            .into_iter()
            .map(|(url, found)| (url, found.captures.into_iter().map(&mut grouped).collect()))
            .collect();
        // Pages of URLs in `urls` are compared anyway: in buckets they would only take memory.
        let mut rare = buckets.map(Buckets::into_bands).unwrap_or_default();
        rare.iter_mut().for_each(|(_, bucket)| {
            bucket.retain(|capture| find(&urls, &capture.summary.url_key).is_none());
        });
        rare.retain(|(_, bucket)| !bucket.is_empty());
        Self { urls, rare, snapshots, judges: None, is_sample, too_large }
    }

    /// Trains the method of a configuration on the rows of all pages of the host, if it learns.
    pub fn learn(&mut self, lessons: Lessons, config: &TemplateConfig) {
        self.judges = lessons.conclude(config);
    }

    /// The summary of a capture, if it is kept for comparison.
    pub fn get(&self, key: &Key) -> Option<&Summary> {
        self.grouped(key).map(|found| found.capture.summary.as_ref())
    }

    /// How many URLs are kept for comparison.
    #[cfg(test)]
    pub(crate) fn url_count(&self) -> usize {
        self.urls.len()
    }

    /// Whether the host may have pages of other URLs than `page` that are not kept.
    pub fn has_unkept_pages(&self, page: &Summary) -> bool {
        self.is_sample || self.too_large.iter().any(|url| *url != page.url_key.hash())
    }

    /// Bytes of memory that it takes, nearly.
    pub fn memory(&self) -> usize {
        // A page can be in many buckets.
        let mut rare = Vec::new();
        self.rare.iter().for_each(|(_, bucket)| rare.extend(bucket));
        let rare = distinct(rare).into_iter().map(|capture| capture.summary.memory());
        let kept = self.captures().map(Summary::memory);
        size_of::<Self>()
            + kept.chain(rare).sum::<usize>()
            + self.snapshots.memory()
            + self.judges.as_ref().map_or(0, Judges::memory)
    }

    fn grouped(&self, key: &Key) -> Option<&Grouped> {
        let captures = find(&self.urls, &UrlKey::from_url(&key.url))?;
        captures.iter().find(|found| found.capture.summary.key == *key)
    }

    /// The template group of a page: its own, or that of the page that resembles it most.
    pub fn group(&self, summary: &Summary) -> Option<u32> {
        if let Some(found) = self.grouped(&summary.key) {
            return Some(found.group);
        }
        // A capture beyond the sample has no group of its own: it joins that of the nearest one
        // within.
        let (best, similarity) = most_similar(self.captures(), summary)?;
        self.grouped(&best.key).filter(|_| similarity >= SAME_GROUP).map(|found| found.group)
    }

    /// What is known of a page, with snapshots whose gap to it is within `gaps`.
    pub fn evidence(&self, summary: &Summary, gaps: Gaps) -> Evidence<'_> {
        let other = self.urls.iter().filter(|(url, _)| *url != summary.url_key);
        let mut partners: Vec<(&Summary, f32)> =
            other.filter_map(|(_, captures)| most_similar(summaries(captures), summary)).collect();
        // Taken before rare pages join: these were chosen for resembling the page, and stand for
        // nobody else.
        let host: Vec<&Summary> = partners.iter().map(|(partner, _)| *partner).collect();
        let mut rare = self.rare(summary);
        rare.retain(|page| page.url_key != summary.url_key);
        let by_url = rare.chunk_by(|a, b| a.url_key == b.url_key);
        partners.extend(by_url.filter_map(|pages| most_similar(pages.iter().copied(), summary)));
        // By key among equals: the order of hashes would be as good, but no reader could foresee
        // it.
        partners.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)));
        // Asked before copies are taken out: a page with copies alone is not one without other
        // pages.
        let any = !partners.is_empty();
        let mut copies = cross::take_copies(summary, &mut partners);
        copies.extend(cross::take_translations(summary, &mut partners));
        cross::prefer_own_kind(summary, &mut partners);
        partners.truncate(PARTNERS);
        let copied = copies.iter().map(|(_, alike)| *alike).max_by(f32::total_cmp);
        let is_other = |page: &&Summary| !copies.iter().any(|(copy, _)| std::ptr::eq(*copy, *page));
        let host = host.into_iter().filter(is_other).take(HOST_URLS).collect();
        let snapshots = self.snapshots_of(summary, gaps);
        let partner = |n: usize| partners.get(n).map(|(page, _)| *page);
        let cross = [partner(0), partner(1), snapshots[0], snapshots[1]];
        let no_partner = if any { NoPartner::OnlyCopies } else { NoPartner::NoOther };
        let no_partner = partners.is_empty().then_some(no_partner);
        let (threshold, judges) = (0.0, self.judges.as_ref());
        let bins = Vec::new();
        Evidence { partners, threshold, no_partner, copied, snapshots, host, cross, bins, judges }
    }

    /// What is known of a page for the method of a configuration. `host` is the name of the host,
    /// by which thresholds are looked up.
    pub fn evidence_for(
        &self,
        summary: &Summary,
        host: &str,
        config: &TemplateConfig,
    ) -> Evidence<'_> {
        let mut evidence = self.evidence(summary, config.gaps());
        // The method `learned` compares texts of all partners and needs neither threshold nor
        // cross.
        if config.method != Method::Learned {
            evidence.threshold = config.threshold(host);
            let (cross, no_partner) = self.cross(summary, &evidence, config);
            evidence.no_partner = cross[0].is_none().then_some(no_partner);
            evidence.cross = cross;
            if config.lsh_bands == LshBands::Bins {
                let bands = Bands::for_threshold(evidence.threshold);
                evidence.bins = self.bins(summary, bands, config.gaps());
                evidence.cross = evidence.bins.first().copied().unwrap_or(cross);
            }
        }
        evidence
    }

    fn captures(&self) -> impl Iterator<Item = &Summary> {
        self.urls.iter().flat_map(|(_, captures)| summaries(captures))
    }

    /// The pages that share a bucket with a page, in order of their URLs, each capture once.
    fn rare(&self, summary: &Summary) -> Vec<&Summary> {
        let buckets = summary.signature.bands().filter_map(|band| find(&self.rare, &band));
        let captures = distinct(buckets.flatten().collect());
        captures.into_iter().map(|capture| capture.summary.as_ref()).collect()
    }

    /// The cross for a method of the thesis, and why it has no partner if it has none.
    fn cross<'p>(
        &'p self,
        summary: &Summary,
        evidence: &Evidence<'p>,
        config: &TemplateConfig,
    ) -> (CrossPages<'p>, NoPartner) {
        if config.method.compares_words() && config.cross() == CrossRule::Thesis {
            let alike = match config.lsh_bands {
                LshBands::Verified => Alike::Verified(evidence.threshold),
                _ => Alike::Buckets(Bands::for_threshold(evidence.threshold)),
            };
            self.thesis(summary, alike, config.gaps())
        } else {
            let is_copied = evidence.copied.is_some_and(|alike| alike >= evidence.threshold);
            let no_partner = match evidence.no_partner {
                Some(NoPartner::NoOther) => NoPartner::NoOther,
                _ if is_copied => NoPartner::OnlyCopies,
                _ => NoPartner::NoneAlike,
            };
            (cross::repaired(evidence.template(), evidence.snapshots), no_partner)
        }
    }

    /// The cross of the thesis.
    fn thesis(&self, summary: &Summary, alike: Alike, gaps: Gaps) -> (CrossPages<'_>, NoPartner) {
        let rare = self.rare(summary);
        // Of the many captures of one URL only the nearest that the thesis would choose are handed
        // over.
        let path = cross::path(&summary.key.url);
        let is_alike = |page: &Summary| {
            let similarity = page.signature.similarity(&summary.signature);
            alike.holds(summary, page, similarity) && cross::path(&page.key.url) == path
        };
        let snapshots = self.snapshots.around(&summary.url_key, &summary.key, gaps, is_alike);
        let captures = self.captures().chain(rare).chain(snapshots.into_iter().flatten());
        cross::thesis(captures, summary, alike, gaps)
    }

    /// The crosses of the buckets of a page, each once; the one with the most similar `up` first.
    fn bins(&self, summary: &Summary, bands: Bands, gaps: Gaps) -> Vec<CrossPages<'_>> {
        let alike = |page: &Summary| page.signature.similarity(&summary.signature);
        let up = |cross: &CrossPages<'_>| cross[0].map_or(0.0, alike);
        let mut crosses: Vec<CrossPages<'_>> = Vec::new();
        for number in 0..bands.count {
            let (cross, _) = self.thesis(summary, Alike::Bucket(bands, number), gaps);
            if cross[0].is_some() && !crosses.iter().any(|known| keys(known) == keys(&cross)) {
                let least = up(&cross);
                let at = crosses.partition_point(|known| up(known).total_cmp(&least).is_ge());
                crosses.insert(at, cross);
            }
        }
        crosses
    }

    /// The captures of the same URL before and after a page.
    fn snapshots_of(&self, page: &Summary, gaps: Gaps) -> [Option<&Summary>; 2] {
        let url = &page.url_key;
        let kept = find(&self.urls, url).into_iter().flat_map(|captures| summaries(captures));
        let others = self.snapshots.around(url, &page.key, gaps, |_| true).into_iter().flatten();
        cross::nearest(kept.chain(others), &page.key, gaps)
    }
}

/// The value of a key in a list that is in order of its keys.
fn find<'m, K: Ord, V>(sorted: &'m [(K, V)], key: &K) -> Option<&'m V> {
    let at = sorted.binary_search_by(|(known, _)| known.cmp(key)).ok()?;
    Some(&sorted[at].1)
}

/// Each capture once, in order of their URLs.
fn distinct(mut captures: Vec<&Capture>) -> Vec<&Capture> {
    captures
        .sort_unstable_by(|a, b| a.summary.url_key.cmp(&b.summary.url_key).then_with(|| a.cmp(b)));
    captures.dedup();
    captures
}

/// Which captures a cross has.
fn keys<'p>(cross: &CrossPages<'p>) -> [Option<&'p Key>; 4] {
    cross.map(|page| page.map(|page| &page.key))
}

fn summaries(captures: &[Grouped]) -> impl Iterator<Item = &Summary> + Clone {
    captures.iter().map(|found| found.capture.summary.as_ref())
}

/// The capture that is most similar to the page. Among equals: the nearest in time, then the first
/// by key.
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
    use crate::host::{HostLimits, host_of};

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

    fn partners(order: impl Iterator<Item = usize>) -> HostEvidence {
        host_of(order.map(summary))
    }

    #[test]
    fn a_rare_template_of_a_large_host_has_partners() {
        let (forth, back) = (partners(0..2000), partners((0..2000).rev()));
        assert_eq!(forth.url_count(), HostLimits::DEFAULT.urls);
        let mut outside = 0;
        for number in (0..2000).filter(|number| is_rare(*number)) {
            let own = summary(number);
            outside += usize::from(forth.get(&own.key).is_none());
            let best = |partners: &HostEvidence| {
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
        assert!(outside > 0, "all were in the sample by hash");
    }

    /// Eight addresses, all in one layout and years later in another.
    #[test]
    fn a_page_whose_layout_changed_is_in_two_groups() {
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
        let partners = host_of(all.clone());
        for summary in &all {
            let expected = u32::from(summary.key.time == 9);
            assert_eq!(partners.group(summary), Some(expected), "{:?}", summary.key);
        }
        // Captures that are not kept go by what they resemble.
        let mut partners =
            HostPages::with_limits(HostLimits { captures: 1, ..HostLimits::DEFAULT });
        all.iter().for_each(|summary| partners.add(summary.clone()));
        let partners = partners.conclude();
        let groups = all.iter().map(|summary| (summary.key.time, partners.group(summary)));
        let groups: std::collections::BTreeSet<_> = groups.collect();
        assert_eq!(groups.len(), 2, "{groups:?}");
    }

    /// 600 pages, three times each: every capture has its snapshots, whether or not others are
    /// compared with it.
    #[test]
    fn every_page_of_a_large_host_has_its_snapshots() {
        let all: Vec<Summary> = (0..600).map(summary).collect();
        let at = |page: &Summary, time: i64| {
            let key = Key { time, record: time as u64, ..page.key.clone() };
            Summary { key, ..page.clone() }
        };
        let captures = all.iter().flat_map(|page| [1, 3, 2].map(|time| at(page, time)));
        let partners = host_of(captures);
        assert_eq!(partners.url_count(), HostLimits::DEFAULT.urls);
        for page in &all {
            let snapshots = |time| {
                let found = partners.snapshots_of(&at(page, time), Gaps::default());
                found.map(|found| found.map(|found| found.key.time))
            };
            assert_eq!(
                [1, 2, 3].map(snapshots),
                [[None, Some(2)], [Some(1), Some(3)], [Some(2), None]]
            );
        }
    }

    /// Of many captures of one URL the nearest is the snapshot, not the nearest of a sample.
    #[test]
    fn the_nearest_of_many_captures_is_the_snapshot() {
        let page = summary(1);
        let at = |time: i64| {
            let key = Key { time, record: 1, ..page.key.clone() };
            Summary { key, ..page.clone() }
        };
        let gaps = Gaps { min: None, max: Some(200) };
        for most in [16, 2] {
            let limits = HostLimits { captures: most, ..HostLimits::DEFAULT };
            let mut partners = HostPages::with_limits(limits);
            (1..=100).for_each(|n| partners.add(at(100_000 * n)));
            let partners = partners.conclude();
            assert_eq!(partners.captures().count(), most);
            for n in 2..100 {
                let found = partners.snapshots_of(&at(100_000 * n), gaps);
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
        let other = daily("http://a.example/2", "Nine hens were counted.");
        let partners = host_of(captures.iter().cloned().chain([other]));
        assert_eq!(partners.url_count(), 2);
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
        let own = daily("a", RIVER);
        let pages = || copies.clone().into_iter().chain([own.clone()]);
        let partners = host_of(pages());
        assert_eq!(partners.evidence(&own, Gaps::default()).partners.len(), 0, "only copies");
        let partners = host_of(pages().chain([daily("b", "Nine hens were counted.")]));
        let evidence = partners.evidence(&own, Gaps::default());
        let urls = |pages: &[&Summary]| pages.iter().map(|p| p.key.url.clone()).collect::<Vec<_>>();
        let alike: Vec<&Summary> = evidence.partners.iter().map(|(page, _)| *page).collect();
        assert_eq!(
            (urls(&alike), urls(&evidence.host)),
            (vec!["b".to_owned()], vec!["b".to_owned()])
        );
    }

    /// A crawler that got a new session number with every page has one article under many
    /// addresses.
    #[test]
    fn however_many_copies_there_are_none_is_a_partner() {
        let copies = || (0..100).map(|sid| daily(&format!("a?sid={sid}"), RIVER));
        let own = daily("a?sid=7", RIVER);
        let partners = host_of(copies());
        let evidence = partners.evidence(&own, Gaps::default());
        assert!(evidence.partners.is_empty() && evidence.host.is_empty());
        assert_eq!(evidence.no_partner, Some(NoPartner::OnlyCopies));
        let others = (0..40).map(|n| daily(&format!("{n}"), &format!("{n} hens of {n}.")));
        let partners = host_of(copies().chain(others));
        let evidence = partners.evidence(&own, Gaps::default());
        assert_eq!((evidence.partners.len(), evidence.host.len()), (PARTNERS, 40));
        assert!(evidence.partners.iter().all(|(page, _)| !page.key.url.contains("sid")));
    }

    /// A page of a host with five pages in each section.
    fn page_of_section(number: usize) -> Summary {
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
    }

    /// What a section of a large host has is its template, however little of the host it is.
    #[test]
    fn pages_of_a_small_section_are_partners() {
        let partners = host_of((0..40).map(page_of_section));
        let evidence = partners.evidence(&page_of_section(7), Gaps::default());
        let partners: Vec<&str> =
            evidence.partners.iter().map(|(p, _)| p.key.url.as_str()).collect();
        for number in [5, 6, 8, 9] {
            let url = format!("http://a.example/{number}");
            assert!(partners.contains(&url.as_str()), "{number} of {partners:?}");
        }
    }
}
