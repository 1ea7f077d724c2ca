//! Lists from outside: TimeMaps and seeds that say which captures are looked at, and what is left
//! aside.

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_memento::split_uri_m;

use super::timemap::{Memento, TimeMap};

/// Which captures are looked at, and in which order.
#[derive(Debug, Default)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// The mementos of these TimeMaps.
    Listed(List),
    /// The captures of these originals.
    Seeds(Seeds),
}

/// A byte range or record that could not be read, or a memento that is not among the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The file.
    pub file: String,
    /// The byte where it begins, where it is a part of an archive.
    pub offset: Option<u64>,
    /// Reason id.
    pub reason: &'static str,
    /// What happened, as a sentence.
    pub sentence: String,
}

/// What was not judged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftAside {
    /// Captures of TimeMaps that hold pictures, scripts and the like alone.
    pub not_pages: u64,
    /// Captures that a list from outside does not name.
    pub not_listed: u64,
    /// Mementos and seeds that a list names and no input has.
    pub losses: Vec<Loss>,
}

impl LeftAside {
    /// Keeps the TimeMaps in which there is a page, and counts the captures of the others.
    pub(crate) fn keep_pages(&mut self, timemaps: &mut Vec<TimeMap>) {
        timemaps.retain(|timemap| {
            let keep = timemap.has_page();
            self.not_pages += if keep { 0 } else { timemap.mementos.len() as u64 };
            keep
        });
    }
}

/// TimeMaps as a list from outside names them.
#[derive(Debug, Default)]
pub struct List {
    timemaps: Vec<Listed>,
    /// Key of a memento to its TimeMaps and its positions in them.
    positions: FxHashMap<String, Vec<(usize, usize)>>,
}

#[derive(Debug)]
struct Listed {
    /// Name of the list.
    file: String,
    uri_t: String,
    original: Option<String>,
    /// URI-Ms and times.
    uri_ms: Vec<(String, String)>,
}

impl List {
    /// Adds a TimeMap that the file `file` holds: its URI-T, its original, and its mementos as
    /// URI-M and 14 digits of time. A memento that comes twice counts once.
    pub fn add(
        &mut self,
        file: &str,
        uri_t: &str,
        original: Option<&str>,
        mementos: Vec<(String, String)>,
    ) {
        let number = self.timemaps.len();
        let mut uri_ms = Vec::new();
        let mut seen = FxHashSet::default();
        for (uri_m, stamp) in mementos {
            if !seen.insert((uri_m.clone(), stamp.clone())) {
                continue;
            }
            // A capture is found by its URI-M or, in archives that hold no URI-Ms, by time and
            // original.
            let (time, url) = split_uri_m(&uri_m);
            // A URI-M such as `http://archive.example/x7` names neither time nor original.
            let url = if url == uri_m { original.unwrap_or(&url) } else { &url };
            let time = time.filter(|time| time.len() == 14).unwrap_or(stamp);
            for key in [uri_m.clone(), key(url, &time)] {
                self.positions.entry(key).or_default().push((number, uri_ms.len()));
            }
            uri_ms.push((uri_m, time));
        }
        let (file, uri_t) = (file.to_owned(), uri_t.to_owned());
        let original = original.map(str::to_owned);
        self.timemaps.push(Listed { file, uri_t, original, uri_ms });
    }

    /// Whether it names no TimeMap.
    pub fn is_empty(&self) -> bool {
        self.timemaps.is_empty()
    }

    /// Begins to look for the mementos of the list.
    pub(crate) fn search(&self) -> Search<'_> {
        let mut found = Vec::new();
        found.resize_with(self.timemaps.len(), Vec::new);
        Search { list: self, found, left_out: 0 }
    }
}

/// The mementos of a list that were found so far.
pub(crate) struct Search<'l> {
    list: &'l List,
    /// Of each TimeMap, mementos with their positions in the list.
    found: Vec<Vec<(usize, Memento)>>,
    /// Mementos that the list does not name.
    pub(crate) left_out: u64,
}

impl Search<'_> {
    /// Takes in a memento, if the list names it.
    pub(crate) fn take(&mut self, memento: &Memento) {
        let by_uri = memento.uri_m.as_ref().and_then(|uri_m| self.list.positions.get(uri_m));
        let by_time = || self.list.positions.get(&key(&memento.url, &memento.stamp()));
        let Some(positions) = by_uri.or_else(by_time) else {
            self.left_out += 1;
            return;
        };
        for (number, position) in positions {
            let mut memento = memento.clone();
            // Some lists name the original in the position of the URI-M.
            let uri_m = &self.list.timemaps[*number].uri_ms[*position].0;
            memento.uri_m = Some(uri_m.clone()).filter(|uri_m| *uri_m != memento.url);
            self.found[*number].push((*position, memento));
        }
    }

    /// The TimeMaps of the list, with the mementos that are there, in its order; and what is not
    /// there.
    pub(crate) fn timemaps(self) -> (Vec<TimeMap>, Vec<Loss>) {
        let (mut timemaps, mut losses) = (Vec::new(), Vec::new());
        for (listed, found) in self.list.timemaps.iter().zip(self.found) {
            // Captures of one entry stay in canonical order.
            let mut entries: Vec<Vec<Memento>> = Vec::new();
            entries.resize_with(listed.uri_ms.len(), Vec::new);
            found.into_iter().for_each(|(position, memento)| entries[position].push(memento));
            let missing = (0..entries.len()).filter(|position| entries[*position].is_empty());
            losses.extend(missing.map(|position| listed.missing(position)));
            let mementos: Vec<Memento> = entries.into_iter().flatten().collect();
            let Some(first) = mementos.first() else { continue };
            let url = listed.original.clone().unwrap_or_else(|| first.url.clone());
            timemaps.push(TimeMap { url, uri_t: Some(listed.uri_t.clone()), mementos });
        }
        (timemaps, losses)
    }
}

impl Listed {
    fn missing(&self, position: usize) -> Loss {
        let (uri_m, time) = &self.uri_ms[position];
        let sentence =
            format!("{uri_m} of {time} is not among the inputs; fetching it needs the network.");
        Loss { file: self.file.clone(), offset: None, reason: "memento-not-stored", sentence }
    }
}

/// Originals that a list of seeds names.
#[derive(Debug, Default)]
pub struct Seeds {
    file: String,
    /// Key and address as written, in order.
    seeds: Vec<(String, String)>,
    keys: FxHashSet<String>,
}

impl Seeds {
    /// Seeds of the file `file`; one that comes twice counts once.
    pub fn new(file: &str, urls: impl Iterator<Item = String>) -> Self {
        let mut seeds = Self { file: file.to_owned(), ..Self::default() };
        for url in urls {
            let key = scutch_url::surt(&url);
            if seeds.keys.insert(key.clone()) {
                seeds.seeds.push((key, url));
            }
        }
        seeds
    }

    /// Whether a URL is a seed. If so, its key is added to the ones captured.
    pub(crate) fn names(&self, url: &str, captured: &mut FxHashSet<String>) -> bool {
        let key = scutch_url::surt(url);
        let named = self.keys.contains(&key);
        if named {
            captured.insert(key);
        }
        named
    }

    /// The seeds whose keys are not among the captured ones.
    pub(crate) fn missing(&self, captured: &FxHashSet<String>) -> Vec<Loss> {
        let missing = self.seeds.iter().filter(|(key, _)| !captured.contains(key));
        missing
            .map(|(_, url)| Loss {
                file: self.file.clone(),
                offset: None,
                reason: "seed-not-captured",
                sentence: format!(
                    "No capture of {url} is among the inputs; fetching one needs the network."
                ),
            })
            .collect()
    }
}

fn key(url: &str, stamp: &str) -> String {
    format!("{stamp} {}", scutch_url::surt(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memento(url: &str, stamp: &str) -> Memento {
        Memento { url: url.to_owned(), written: Some(stamp.to_owned()), ..Memento::default() }
    }

    #[test]
    fn lists_restrict_and_order() {
        let mut list = List::default();
        let wayback = |time| format!("http://web.archive.org/web/{time}/http://a.example/");
        let entries = ["20150101000000", "20140101000000", "20160101000000"];
        let entries = entries.map(|time| (wayback(time), time.to_owned()));
        list.add("tm.link", "http://t/", None, entries.to_vec());
        let captured = [
            memento("http://a.example/", "20140101000000"),
            memento("https://www.a.example/", "20150101000000"),
            memento("http://a.example/", "20170101000000"),
        ];
        let mut search = list.search();
        captured.iter().for_each(|memento| search.take(memento));
        assert_eq!(search.left_out, 1);
        let (timemaps, losses) = search.timemaps();
        let uris: Vec<String> = timemaps[0].memento_uris();
        assert_eq!(uris, [wayback("20150101000000"), wayback("20140101000000")]);
        assert_eq!(losses.len(), 1);
        assert!(losses[0].sentence.contains("20160101000000"));
    }

    #[test]
    fn addresses_that_tell_nothing_count_by_original_and_time() {
        let mut list = List::default();
        let entry = ("http://archive.example/x7".to_owned(), "20140101000000".to_owned());
        list.add("tm.json", "t", Some("http://a.example/"), vec![entry.clone(), entry]);
        let mut search = list.search();
        search.take(&memento("http://a.example/", "20140101000000"));
        let (timemaps, losses) = search.timemaps();
        assert_eq!(timemaps[0].memento_uris(), ["http://archive.example/x7"]);
        assert!(losses.is_empty());
    }

    #[test]
    fn seeds_that_nobody_captured_are_named() {
        let urls = ["http://a.example", "https://www.a.example/", "http://b.example/"];
        let seeds = Seeds::new("seeds.csv", urls.map(str::to_owned).into_iter());
        let mut captured = FxHashSet::default();
        assert!(seeds.names("https://a.example/", &mut captured));
        assert!(!seeds.names("https://c.example/", &mut captured));
        let missing = seeds.missing(&captured);
        assert_eq!(missing.len(), 1);
        assert!(missing[0].sentence.contains("b.example"));
    }
}
