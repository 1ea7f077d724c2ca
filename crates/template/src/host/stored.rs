//! What is known of a host, on disk and between machines. Each summary is written once, however
//! many buckets hold the page.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::buckets::{Bucket, Buckets};
use super::capture::Capture;
use super::evidence::{Grouped, HostEvidence};
use super::limits::HostLimits;
use super::pages::HostPages;
use super::smallest::Smallest;
use super::snapshots::Snapshots;
use super::urls::UrlCaptures;
use crate::key::{Key, UrlKey};
use crate::retrain::Judges;
use crate::summary::Summary;

/// [`HostPages`] as written. `C` is a summary, owned or borrowed.
#[derive(Serialize, Deserialize)]
struct StoredPages<C, S> {
    // Written, so that parts from another machine cannot be merged under other limits.
    limits: HostLimits,
    /// Each capture once, those of URLs first.
    captures: Vec<C>,
    urls: Vec<StoredGroup<UrlKey>>,
    cut_off: Option<UrlKey>,
    buckets: Option<StoredBuckets>,
    snapshots: S,
    too_large: Vec<u64>,
}

/// The buckets of a large host.
#[derive(Serialize, Deserialize)]
struct StoredBuckets {
    buckets: Vec<StoredGroup<u64>>,
    cut_off: Option<u64>,
}

/// A URL or a bucket.
#[derive(Serialize, Deserialize)]
struct StoredGroup<K> {
    key: K,
    /// Places in the list of captures.
    captures: Vec<u32>,
    largest: usize,
}

/// [`HostEvidence`] as written.
#[derive(Serialize, Deserialize)]
struct StoredEvidence<C, S, J> {
    /// Each capture once.
    captures: Vec<C>,
    /// Places of captures with the numbers of their groups, by URL.
    urls: Vec<(UrlKey, Vec<(u32, u32)>)>,
    /// Places of captures, by band.
    rare: Vec<(u64, Vec<u32>)>,
    snapshots: S,
    judges: J,
    is_sample: bool,
    too_large: Vec<u64>,
}

/// Numbers captures in the order in which they are first asked for. Equal captures have one number.
#[derive(Default)]
struct Numbering<'c> {
    numbers: FxHashMap<&'c Key, u32>,
    captures: Vec<&'c Summary>,
}

impl<'c> Numbering<'c> {
    fn number(&mut self, capture: &'c Capture) -> u32 {
        // The same capture may have come from two parts, in two allocations: it is known by its
        // key.
        let next = self.captures.len() as u32;
        let number = *self.numbers.entry(&capture.summary.key).or_insert(next);
        if number == next {
            self.captures.push(&capture.summary);
        }
        number
    }

    fn numbers(&mut self, captures: &'c [Capture]) -> Vec<u32> {
        captures.iter().map(|capture| self.number(capture)).collect()
    }
}

/// The captures of a file that was read.
struct ReadCaptures(Vec<Capture>);

impl ReadCaptures {
    fn new(summaries: Vec<Summary>) -> Self {
        Self(summaries.into_iter().map(Capture::new).collect())
    }

    /// A capture by its place. A damaged file can name places that are not there.
    fn get<E: serde::de::Error>(&self, number: u32) -> Result<Capture, E> {
        let found = self.0.get(number as usize).cloned();
        found.ok_or_else(|| E::custom(format_args!("capture {number} of {}", self.0.len())))
    }

    fn all<E: serde::de::Error>(&self, numbers: &[u32]) -> Result<Vec<Capture>, E> {
        numbers.iter().map(|number| self.get(*number)).collect()
    }
}

impl Serialize for HostPages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut numbering = Numbering::default();
        let urls = self.urls.groups().iter().map(|(url, group)| StoredGroup {
            key: url.clone(),
            captures: numbering.numbers(&group.captures),
            largest: group.largest,
        });
        let urls = urls.collect();
        let buckets = self.buckets.as_ref().map(|Buckets(buckets)| {
            let stored = buckets.groups().iter().map(|(band, bucket)| StoredGroup {
                key: *band,
                captures: numbering.numbers(&bucket.captures),
                largest: bucket.largest,
            });
            StoredBuckets { buckets: stored.collect(), cut_off: buckets.cut_off().copied() }
        });
        let stored = StoredPages {
            limits: self.limits,
            captures: numbering.captures,
            urls,
            cut_off: self.urls.cut_off().cloned(),
            buckets,
            snapshots: &self.snapshots,
            too_large: self.too_large.clone(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HostPages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredPages::<Summary, Snapshots>::deserialize(deserializer)?;
        let captures = ReadCaptures::new(stored.captures);
        // All captures that were written are held by a URL or a bucket.
        let held = captures.0.iter().map(HostPages::bytes_of).sum();
        // Clones of a capture share its summary again, as they did before they were written.
        let urls: Result<BTreeMap<_, _>, D::Error> = stored
            .urls
            .into_iter()
            .map(|group| {
                let captures = captures.all(&group.captures)?;
                Ok((group.key, UrlCaptures { captures, largest: group.largest }))
            })
            .collect();
        let buckets = stored.buckets.map(|stored| read_buckets(stored, &captures)).transpose()?;
        Ok(Self {
            limits: stored.limits,
            urls: Smallest::restore(urls?, stored.cut_off),
            buckets,
            snapshots: stored.snapshots,
            too_large: stored.too_large,
            held,
        })
    }
}

fn read_buckets<E: serde::de::Error>(
    stored: StoredBuckets,
    captures: &ReadCaptures,
) -> Result<Buckets, E> {
    let buckets: Result<BTreeMap<_, _>, E> = stored
        .buckets
        .into_iter()
        .map(|group| {
            let captures = captures.all(&group.captures)?;
            Ok((group.key, Bucket { captures, largest: group.largest }))
        })
        .collect();
    Ok(Buckets(Smallest::restore(buckets?, stored.cut_off)))
}

impl Serialize for HostEvidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut numbering = Numbering::default();
        let mut urls = Vec::with_capacity(self.urls.len());
        // In a fixed order, so that equal evidence is written as equal bytes.
        for (url, captures) in &self.urls {
            let captures = captures.iter();
            let captures = captures.map(|found| (numbering.number(&found.capture), found.group));
            urls.push((url.clone(), captures.collect()));
        }
        let rare = self.rare.iter().map(|(band, captures)| (*band, numbering.numbers(captures)));
        let rare = rare.collect();
        let stored = StoredEvidence {
            captures: numbering.captures,
            urls,
            rare,
            snapshots: &self.snapshots,
            judges: &self.judges,
            is_sample: self.is_sample,
            too_large: self.too_large.clone(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HostEvidence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Stored = StoredEvidence<Summary, Snapshots, Option<Judges>>;
        let stored = Stored::deserialize(deserializer)?;
        let captures = ReadCaptures::new(stored.captures);
        let mut urls = Vec::with_capacity(stored.urls.len());
        for (url, found) in stored.urls {
            let grouped = |(number, group)| Ok(Grouped { capture: captures.get(number)?, group });
            let found: Result<Vec<Grouped>, D::Error> = found.into_iter().map(grouped).collect();
            urls.push((url, found?));
        }
        let mut rare = Vec::with_capacity(stored.rare.len());
        for (band, numbers) in stored.rare {
            rare.push((band, captures.all(&numbers)?));
        }
        let StoredEvidence { snapshots, judges, is_sample, too_large, .. } = stored;
        Ok(Self { urls, rare, snapshots, judges, is_sample, too_large })
    }
}
