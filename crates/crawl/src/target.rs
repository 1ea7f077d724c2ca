//! The mementos to fetch, page after page. There may be millions: each [`Target`] is made from
//! compact entries when it is needed.

use std::io;
use std::ops::Range;

use scutch_memento::{Memento, Mementos, Selection, UNDATED};

use crate::shard::Shard;

/// A memento to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// URI-R as it was asked for.
    pub uri_r: String,
    /// URI-M as it is listed.
    pub uri_m: String,
    /// Time of capture according to the list, in milliseconds since 1970 UTC, if it gives one.
    pub unix_ms: Option<i64>,
    /// URI of the list or TimeGate that named it.
    pub via: String,
    /// `timemap`, `timegate` or `named`.
    pub route: &'static str,
    /// Its number among the targets of its page or list, from 1.
    pub position: usize,
}

/// A page and its mementos.
#[derive(Debug)]
struct Page {
    indices: Range<usize>,
    original: Option<String>,
    route: &'static str,
}

/// The mementos to fetch.
#[derive(Debug, Default)]
pub struct Targets {
    mementos: Mementos,
    pages: Vec<Page>,
    listed: usize,
}

impl Targets {
    /// Receives the mementos that a list names for the current page.
    pub fn begin_list(&mut self, uri_t: &str) -> &mut Mementos {
        self.mementos.begin_list(uri_t);
        &mut self.mementos
    }

    /// Ends the current page: applies the selection to the mementos that its lists named.
    ///
    /// # Errors
    /// When a URI cannot be read from the temporary file.
    pub fn end_page(
        &mut self,
        original: Option<String>,
        route: &'static str,
        selection: &Selection,
        shard: Option<Shard>,
    ) -> io::Result<()> {
        let from = self.pages.last().map_or(0, |page| page.indices.end);
        self.listed += self.mementos.len() - from;
        self.mementos.select_from(from, selection);
        // After the selection, so that all machines select among the same mementos.
        if let Some(shard) = shard {
            let key = |memento: &Memento| original_of(&memento.uri, original.as_deref());
            self.mementos.filter_from(from, |memento| shard.contains(&key(memento)))?;
        }
        let indices = from..self.mementos.len();
        self.pages.push(Page { indices, original, route });
        Ok(())
    }

    /// Ends the current page with all mementos that were named for it, in their order. Each is
    /// taken once.
    pub fn end_named(&mut self, original: Option<String>) {
        let from = self.pages.last().map_or(0, |page| page.indices.end);
        self.listed += self.mementos.len() - from;
        self.mementos.remove_duplicates(from);
        let indices = from..self.mementos.len();
        self.pages.push(Page { indices, original, route: "named" });
    }

    /// Keeps the first `len` targets.
    pub fn truncate(&mut self, len: usize) {
        self.mementos.truncate(len);
        for page in &mut self.pages {
            page.indices.start = page.indices.start.min(len);
            page.indices.end = page.indices.end.min(len);
        }
    }

    /// Number of mementos that lists named, selected or not.
    pub fn listed(&self) -> usize {
        self.listed
    }

    /// Number of targets.
    pub fn len(&self) -> usize {
        self.mementos.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.mementos.is_empty()
    }

    /// The pages: the original of each and the indices of its targets.
    pub fn pages(&self) -> impl Iterator<Item = (Option<&str>, Range<usize>)> {
        self.pages.iter().map(|page| (page.original.as_deref(), page.indices.clone()))
    }

    /// The memento at an index, as its list names it.
    ///
    /// # Errors
    /// When its URI cannot be read from the temporary file.
    pub fn memento(&self, index: usize) -> io::Result<Memento> {
        self.mementos.get(index).map(|listed| listed.memento)
    }

    /// The target at an index.
    ///
    /// # Errors
    /// When its URI cannot be read from the temporary file.
    pub fn get(&self, index: usize) -> io::Result<Target> {
        let listed = self.mementos.get(index)?;
        // Pages are sorted by their ends, so the page of an index is found by bisection.
        let page = self.pages.partition_point(|page| page.indices.end <= index);
        let page = self.pages.get(page).ok_or(io::ErrorKind::NotFound)?;
        let Memento { uri, unix_ms, .. } = listed.memento;
        Ok(Target {
            uri_r: original_of(&uri, page.original.as_deref()),
            uri_m: uri,
            unix_ms: Some(unix_ms).filter(|unix_ms| *unix_ms != UNDATED),
            via: listed.list.to_owned(),
            route: page.route,
            position: index - page.indices.start + 1,
        })
    }
}

/// The original of a URI-M. The archive's spelling goes before that of the list.
pub(crate) fn original_of(uri_m: &str, original: Option<&str>) -> String {
    let own = scutch_url::Memento::split(uri_m).map(|parts| parts.uri_r());
    own.unwrap_or_else(|| original.unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri_m(stamp: u64, original: &str) -> String {
        format!("http://ar.example/{stamp}/{original}")
    }

    /// Two pages: three mementos in two lists, then one without a timestamp in its URI.
    fn targets(shard: Option<Shard>) -> Targets {
        let mut targets = Targets::default();
        let list = targets.begin_list("http://ar.example/tm/1");
        list.push(&uri_m(20140101000000, "http://x.org/"), 2000).expect("kept");
        list.push(&uri_m(20150101000000, "http://x.org/"), 3000).expect("kept");
        let list = targets.begin_list("http://ar.example/tm/2");
        list.push(&uri_m(20130101000000, "http://www.x.org/"), 1000).expect("kept");
        let selection = Selection { to: Some(2500), ..Selection::default() };
        let original = Some("http://x.org/".to_owned());
        targets.end_page(original, "timemap", &selection, shard).expect("selected");
        let list = targets.begin_list("http://perma.example/");
        list.push("http://perma.example/AB-CD", 9).expect("kept");
        let original = Some("http://y.org/".to_owned());
        let selection = Selection::default();
        targets.end_page(original, "timegate", &selection, shard).expect("selected");
        targets
    }

    #[test]
    fn targets_know_their_page_list_and_position() {
        let targets = targets(None);
        assert_eq!((targets.listed(), targets.len(), targets.is_empty()), (4, 3, false));
        let all: Vec<_> = (0..3).map(|index| targets.get(index).expect("a target")).collect();
        let shown: Vec<_> =
            all.iter().map(|t| (t.uri_r.as_str(), t.via.as_str(), t.route, t.position)).collect();
        assert_eq!(
            shown,
            [
                // The archive's spelling of the original, not that of the question.
                ("http://www.x.org/", "http://ar.example/tm/2", "timemap", 1),
                ("http://x.org/", "http://ar.example/tm/1", "timemap", 2),
                ("http://y.org/", "http://perma.example/", "timegate", 1),
            ]
        );
        let pages: Vec<_> = targets.pages().collect();
        assert_eq!(pages, [(Some("http://x.org/"), 0..2), (Some("http://y.org/"), 2..3)]);
        assert_eq!(targets.memento(1).expect("a memento").unix_ms, 2000);
        assert!(targets.get(3).is_err());
    }

    #[test]
    fn named_mementos_keep_their_order_and_may_be_undated() {
        let mut targets = Targets::default();
        let named = targets.begin_list("list.txt");
        for (uri, time) in [("http://b.example/AB", UNDATED), ("http://a.example/1", 5)] {
            named.push(uri, time).expect("kept");
        }
        named.push("http://b.example/AB", UNDATED).expect("kept");
        targets.end_named(Some("http://x.org/".to_owned()));
        let all: Vec<_> = (0..2).map(|index| targets.get(index).expect("a target")).collect();
        let shown: Vec<_> = all.iter().map(|t| (t.uri_m.as_str(), t.unix_ms, t.route)).collect();
        assert_eq!(
            shown,
            [("http://b.example/AB", None, "named"), ("http://a.example/1", Some(5), "named")]
        );
        assert_eq!(all[0].uri_r, "http://x.org/");
        assert_eq!((targets.len(), targets.listed()), (2, 3));
        targets.truncate(1);
        assert_eq!(targets.get(0).expect("a target"), all[0]);
        assert!(targets.get(1).is_err());
    }

    #[test]
    fn shards_divide_the_targets() {
        let count = |shard: &str| targets(shard.parse().ok()).len();
        assert_eq!(count("1/1"), 3);
        assert_eq!((1..=3).map(|n| count(&format!("{n}/3"))).sum::<usize>(), 3);
    }
}
