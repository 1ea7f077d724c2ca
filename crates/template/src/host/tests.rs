//! What is kept and concluded of a host does not depend on the order of its captures, nor on how
//! they were split.

use std::sync::LazyLock;

use proptest::prelude::*;
use scutch_learn::Random;

use super::{Evidence, HostEvidence, HostLimits, HostPages};
use crate::config::Method;
use crate::config::TemplateConfig;
use crate::cross::CrossRule;
use crate::gap::Gaps;
use crate::key::Key;
use crate::summary::Summary;
use crate::test_pages::summary;

/// Pages of few URLs in three layouts, a few of them large, by URL, story and repetition.
static PAGES: LazyLock<Vec<[[Summary; 2]; 5]>> = LazyLock::new(|| {
    let summary = |url: usize, story: usize, repeats: usize| {
        let layout = match url % 3 {
            0 => "<ul class=menu><li>Home<li>Sea</ul>",
            1 => "<table><tr><td>Price<td>9</table>",
            _ => "<dl><dt>Tides<dd>High at nine</dl>",
        };
        let text = format!("<p>Story {story} of the harbour, told on page {url}</p>");
        let html = format!("{layout}<h1>Day {url}</h1>{}", text.repeat(repeats));
        summary(&format!("/{url}"), 0, &html)
    };
    let stories = |url| std::array::from_fn(|story| [1, 40].map(|n| summary(url, story, n)));
    (0..9).map(stories).collect()
});

/// Captures of few URLs and times. Some come twice, and some addresses are spellings of one URL.
fn captures(seed: u64, count: usize) -> Vec<Summary> {
    let mut random = Random::new(seed);
    let mut captures: Vec<Summary> = Vec::new();
    for _ in 0..count {
        if !captures.is_empty() && random.below(9) == 0 {
            captures.push(captures[random.below(captures.len())].clone());
            continue;
        }
        let (url, story) = (random.below(PAGES.len()), random.below(5));
        let is_large = usize::from(random.below(4) == 0);
        let scheme = ["http", "https"][random.below(2)];
        let time = random.below(6) as i64;
        let key = Key {
            url: format!("{scheme}://a.example/{url}"),
            time,
            record: (2 * story + is_large) as u64,
        };
        captures.push(Summary { key, ..PAGES[url][story][is_large].clone() });
    }
    captures
}

/// Limits that a host of few captures reaches, some or all of them.
fn limits(seed: u64, captures: &[Summary]) -> HostLimits {
    let mut random = Random::new(seed);
    let size = captures.iter().map(Summary::memory).max().unwrap_or(0);
    let mut bytes = |most: usize| [size / 2, size, most * size, 1 << 30][random.below(4)];
    let (url_bytes, bucket_bytes, snapshot_bytes) = (bytes(4), bytes(20), bytes(6));
    let summary_bytes = if random.below(3) == 0 { size.saturating_sub(1) } else { 1 << 30 };
    HostLimits {
        urls: 1 + random.below(9),
        captures: 1 + random.below(5),
        buckets: 1 + random.below(60),
        bucket_urls: 1 + random.below(4),
        url_bytes,
        bucket_bytes,
        snapshot_bytes,
        summary_bytes,
    }
}

fn gathered<'s>(limits: HostLimits, captures: impl Iterator<Item = &'s Summary>) -> HostPages {
    let mut pages = HostPages::with_limits(limits);
    captures.for_each(|capture| pages.add(capture.clone()));
    pages
}

fn written<T: serde::Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("written")
}

fn read_back(pages: &HostPages) -> HostPages {
    postcard::from_bytes(&written(pages)).expect("read")
}

/// Splits captures at random into parts, and merges these in a random tree.
fn merged(seed: u64, limits: HostLimits, captures: &[Summary]) -> HostPages {
    let mut random = Random::new(seed);
    let mut order: Vec<&Summary> = captures.iter().collect();
    random.shuffle(&mut order);
    let mut parts = vec![Vec::new(); 1 + random.below(6)];
    for capture in order {
        let part = random.below(parts.len());
        parts[part].push(capture);
    }
    let mut groups: Vec<HostPages> =
        parts.into_iter().map(|part| gathered(limits, part.into_iter())).collect();
    while groups.len() > 1 {
        let other = groups.swap_remove(random.below(groups.len()));
        let other = if random.below(2) == 0 { read_back(&other) } else { other };
        let own = random.below(groups.len());
        groups[own].merge(other);
    }
    groups.pop().unwrap_or_default()
}

/// The evidence for a page, by the keys of its pages.
fn keys_of(evidence: &Evidence<'_>) -> String {
    let partners: Vec<_> = evidence.partners.iter().map(|(page, n)| (&page.key, n)).collect();
    let keys = |pages: &[Option<&Summary>]| {
        format!("{:?}", pages.iter().map(|page| page.map(|page| &page.key)).collect::<Vec<_>>())
    };
    let host: Vec<_> = evidence.host.iter().map(|page| &page.key).collect();
    let (snapshots, cross) = (keys(&evidence.snapshots), keys(&evidence.cross));
    format!("{partners:?} {snapshots} {cross} {host:?} {:?}", evidence.no_partner)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        max_shrink_iters: 50,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_known_of_a_host_is_one_however_its_captures_come(
        seed: u64,
        limits_seed: u64,
        splits: [u64; 3],
        count in 0usize..60,
    ) {
        let captures = captures(seed, count);
        let limits = limits(limits_seed, &captures);
        let whole = gathered(limits, captures.iter());
        let expected = written(&whole);
        for split in splits {
            let merged = merged(split, limits, &captures);
            prop_assert_eq!(&written(&merged), &expected);
            prop_assert_eq!(merged.memory(), whole.memory());
        }
        prop_assert_eq!(written(&read_back(&whole)), expected);
        let back = gathered(limits, captures.iter().rev()).conclude();
        let whole = whole.conclude();
        let again = postcard::from_bytes::<HostEvidence>(&written(&whole)).expect("read");
        prop_assert_eq!(written(&again), written(&whole));
        let config = TemplateConfig {
            method: Method::T001,
            cross: Some(CrossRule::Thesis),
            ..TemplateConfig::default()
        };
        for page in &captures {
            for found in [&back, &again] {
                prop_assert_eq!(found.group(page), whole.group(page));
                let gaps = Gaps::default();
                let [a, b] = [found, &whole].map(|host| keys_of(&host.evidence(page, gaps)));
                prop_assert_eq!(a, b);
                let name = "a.example";
                let [a, b] =
                    [found, &whole].map(|host| keys_of(&host.evidence_for(page, name, &config)));
                prop_assert_eq!(a, b);
            }
        }
    }

    #[test]
    fn no_host_takes_more_than_its_limits(seed: u64, limits_seed: u64, count in 0usize..60) {
        let captures = captures(seed, count);
        let limits = limits(limits_seed, &captures);
        let pages = gathered(limits, captures.iter());
        let bytes = |kept: usize| kept + limits.url_bytes.min(1 << 20);
        let most = bytes(limits.bucket_bytes.min(1 << 20)) + limits.snapshot_bytes.min(1 << 20);
        let overhead = size_of::<HostPages>() + 64 * captures.len();
        prop_assert!(pages.memory() <= most + overhead, "{} of {most}", pages.memory());
    }
}

#[test]
fn a_group_that_was_damaged_is_not_read() {
    let pages = gathered(HostLimits::DEFAULT, captures(1, 20).iter());
    let bytes = written(&pages);
    for end in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert!(postcard::from_bytes::<HostPages>(&bytes[..end]).is_err(), "{end}");
    }
}

#[test]
fn a_page_knows_of_others_that_are_too_large() {
    let limits = HostLimits { summary_bytes: 1, ..HostLimits::DEFAULT };
    let [one, two] = [&PAGES[0][0][0], &PAGES[1][0][0]];
    let knows = |of: &[&Summary]| {
        let found = gathered(limits, of.iter().copied()).conclude();
        [one, two].map(|page| found.has_unkept_pages(page))
    };
    assert_eq!(knows(&[]), [false, false]);
    assert_eq!(knows(&[one]), [false, true]);
    assert_eq!(knows(&[one, two]), [true, true]);
}
