//! The *census*: what the pages of a folder are together, by template group.
//!
//! Groups are as many as addresses kept for comparison at the most. What grows with the input are two hashes of 64
//! bits for each address: captures of an address that is not kept may be of several groups.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use rustc_hash::FxHashSet;
use scutch_archive::WarcDate;
use scutch_folder::tally::Counter;
use scutch_template::compared::{Alone, Characters, Compared};
use scutch_template::gap;
use serde_json::{Value, json};

/// Pages without a cross that are kept by name.
pub(crate) const LISTED: usize = 50;
/// Steps of similarity that are told apart, from 0 to 1.
const STEPS: usize = 20;

/// What is counted of pages that were labelled jointly.
#[derive(Debug, Default)]
pub struct Census {
    /// Template groups by host and number.
    pub groups: BTreeMap<(String, u32), Group>,
    /// Pages of no group.
    pub(crate) loose: Group,
    /// All pages.
    pub all: Group,
    /// Pages by the id of the method that labelled them.
    pub(crate) methods: Counter,
    /// Pages without a cross by reason id.
    pub(crate) reasons: Counter,
    /// The first pages without a cross: address, time, reason.
    pub(crate) alone: Vec<(String, String, Option<Alone>)>,
    /// Pages by the similarity of the page that resembles them most, in steps of a twentieth.
    pub(crate) similarity: [u64; STEPS],
    /// Snapshots by the time to the page, as numbers of spans ([`gap::span`]).
    pub(crate) gaps: BTreeMap<usize, u64>,
    /// Hashes of the addresses counted so far, of each group and of all.
    seen: FxHashSet<u64>,
}

/// Pages of one template.
#[derive(Debug, Default)]
pub struct Group {
    /// Different addresses, however spelled.
    pub(crate) urls: u64,
    /// Captures.
    pub captures: u64,
    /// Captures that have a cross.
    pub joint: u64,
    /// Time of the earliest capture that has one: 14 digits, empty without any.
    pub(crate) first: String,
    /// Time of the latest one.
    pub(crate) last: String,
    /// Captures by the five digits of their cross.
    pub(crate) crosses: BTreeMap<String, u64>,
    /// Visible characters of all captures by class.
    pub(crate) characters: Characters,
}

impl Census {
    /// Counts a page, given as its line in `pages.jsonl`, and the comparison that the line is about.
    ///
    /// Pages may come in any order, but for the names of pages without a cross: the first are kept.
    pub fn add(&mut self, page: &Value, compared: &Compared) {
        let text = |name: &str| page[name].as_str().unwrap_or_default();
        let named = text("group").rsplit_once('/');
        let named = named.and_then(|(host, number)| Some((host.to_owned(), number.parse().ok()?)));
        let group = named.map_or(&mut self.loose, |key| self.groups.entry(key).or_default());
        // By SURT key, so that spellings of one address count once.
        let url = scutch_url::surt(text("url"));
        let new_in_group = self.seen.insert(hash(&(text("group"), &url)));
        group.add(page, compared, new_in_group);
        let new = self.seen.insert(hash(&url));
        self.all.add(page, compared, new);
        self.methods.add(text("method"), 1);
        if text("status") != "joint" {
            self.reasons.add(text("reason"), 1);
            if self.alone.len() < LISTED {
                let place = (text("url").to_owned(), text("timestamp").to_owned());
                self.alone.push((place.0, place.1, compared.reason));
            }
        }
        if let Some(up) = &compared.up {
            let step = (up.similarity * STEPS as f64) as usize;
            // A similarity of exactly 1 belongs to the last step.
            self.similarity[step.min(STEPS - 1)] += 1;
        }
        for snapshot in [&compared.prev, &compared.next].into_iter().flatten() {
            if let Some(seconds) = seconds_between(text("timestamp"), &snapshot.timestamp) {
                *self.gaps.entry(gap::span(seconds)).or_default() += 1;
            }
        }
    }
}

impl Group {
    /// Counts a page; `new` is its address.
    fn add(&mut self, page: &Value, compared: &Compared, new: bool) {
        let text = |name: &str| page[name].as_str().unwrap_or_default();
        self.urls += u64::from(new);
        self.captures += 1;
        self.joint += u64::from(text("status") == "joint");
        let time = text("timestamp");
        // 14 digits sort by time. A capture without a date has an empty string.
        if !time.is_empty() && (self.first.is_empty() || time < self.first.as_str()) {
            self.first = time.to_owned();
        }
        if time > self.last.as_str() {
            self.last = time.to_owned();
        }
        *self.crosses.entry(text("cross").to_owned()).or_default() += 1;
        self.characters += compared.characters;
    }

    /// Captures whose cross has the page at `place`: 1 is up, 4 the snapshot after.
    pub(crate) fn having(&self, place: usize) -> u64 {
        let has = |cross: &str| cross.as_bytes().get(place) == Some(&b'1');
        self.crosses.iter().filter(|(cross, _)| has(cross)).map(|(_, n)| n).sum()
    }

    /// A line of `groups.jsonl`.
    pub fn line(&self, host: &str, number: u32) -> Value {
        json!({
            "group": format!("{host}/{number}"),
            "host": host,
            "urls": self.urls,
            "captures": self.captures,
            "joint": self.joint,
            "first": self.first,
            "last": self.last,
            "crosses": self.crosses,
            "characters": self.characters,
        })
    }
}

/// Seconds between two times of 14 digits.
pub fn seconds_between(a: &str, b: &str) -> Option<u64> {
    let time = |digits| WarcDate::parse(digits).map(|date| date.unix_ms);
    Some(time(a)?.abs_diff(time(b)?) / 1000)
}

/// 64 bits of a value. Two values with one hash are counted once, which is rare.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use scutch_template::compared::Neighbour;

    use super::*;

    /// The group of an address that is not kept is that of the page that resembles the capture most.
    #[test]
    fn an_address_of_two_groups_counts_in_both() {
        let mut census = Census::default();
        for group in ["h.example/0", "h.example/1", "h.example/0"] {
            census.add(&json!({"url": "a", "group": group}), &Compared::default());
        }
        let urls: Vec<u64> = census.groups.values().map(|group| group.urls).collect();
        assert_eq!((urls, census.all.urls), (vec![1, 1], 1));
    }

    #[test]
    fn addresses_count_once_and_captures_each() {
        let mut census = Census::default();
        let captures = [
            ("a", "20190101000000", "11101"),
            ("a", "20190301000000", "11110"),
            ("b", "", "11000"),
        ];
        for (url, timestamp, cross) in captures {
            let line = json!({
                "url": url, "timestamp": timestamp, "cross": cross, "status": "joint", "group": "h.example/3"
            });
            census.add(&line, &Compared::default());
        }
        let alone =
            json!({"url": "c", "cross": "10000", "status": "no-cross", "reason": "none-alike"});
        let reason = Some(Alone::NoneAlike);
        census.add(&alone, &Compared { reason, ..Compared::default() });
        let group = &census.groups[&("h.example".to_owned(), 3)];
        assert_eq!((group.urls, group.captures, group.joint), (2, 3, 3));
        assert_eq!(
            (group.first.as_str(), group.last.as_str()),
            ("20190101000000", "20190301000000")
        );
        assert_eq!([1, 2, 3, 4].map(|place| group.having(place)), [3, 2, 1, 1]);
        assert_eq!((census.loose.captures, census.all.captures), (1, 4));
        assert_eq!(census.reasons.0["none-alike"], 1);
    }

    #[test]
    fn similarity_of_one_is_in_the_last_step() {
        let mut census = Census::default();
        let up = |similarity| {
            Some(Neighbour { url: "u".to_owned(), timestamp: String::new(), similarity })
        };
        for similarity in [0.0, 0.52, 1.0] {
            census.add(&json!({}), &Compared { up: up(similarity), ..Compared::default() });
        }
        assert_eq!((census.similarity[0], census.similarity[10], census.similarity[19]), (1, 1, 1));
    }
}
