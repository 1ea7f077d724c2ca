//! Collections of Archive-It: where their seeds are listed, and what stands in such lists.

use std::collections::HashSet;
use std::sync::LazyLock;

use scutch_url::links::links;
use scutch_url::{Url, percent_decode};
use serde_json::Value;

/// A collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    id: String,
    base: Option<String>,
}

/// The table, version 1: what, host, path.
static TABLE: LazyLock<Vec<[&'static str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("../data/archiveit.tsv").lines().filter(|l| !l.starts_with('#'));
    let row = |line: &'static str| {
        let mut columns = line.split('\t');
        Some([columns.next()?, columns.next()?, columns.next()?])
    };
    lines.filter_map(row).collect()
});

impl Collection {
    /// The collection of a number; `base` is a host that answers in Archive-It's place. `None` for what
    /// is no number.
    pub fn new(id: &str, base: Option<&str>) -> Option<Self> {
        let fine = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
        let base = base.map(|base| base.trim_end_matches('/').to_owned());
        fine.then(|| Self { id: id.to_owned(), base })
    }

    fn address(&self, what: &str) -> String {
        let row = TABLE.iter().find(|row| row[0] == what);
        let [_, host, path] = row.copied().unwrap_or_default();
        [self.base.as_deref().unwrap_or(host), path].concat().replace("{id}", &self.id)
    }

    /// Address of the list of all seeds.
    pub fn list(&self) -> String {
        self.address("list")
    }

    /// Address of a page of the collection, from 1.
    pub fn page(&self, number: u32) -> String {
        self.address("page").replace("{page}", &number.to_string())
    }

    /// Address of the TimeMap of a seed.
    pub fn timemap(&self, seed: &str) -> String {
        self.address("timemap").replace("{uri}", seed)
    }

    /// The seeds in a list: the first column of a table between commas, or the `url` of objects.
    pub fn listed(text: &str) -> Vec<String> {
        let text = text.trim_start_matches('\u{feff}');
        let seeds: Vec<String> = match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                let objects = value["results"].as_array().or(value.as_array());
                let url = |object: &Value| object["url"].as_str().map(str::to_owned);
                objects.into_iter().flatten().filter_map(url).collect()
            }
            Err(_) => text.lines().filter_map(first_field).map(str::to_owned).collect(),
        };
        seeds.into_iter().filter(|seed| is_seed(seed)).collect()
    }

    /// The seed whose captures in the collection an address leads to: all, those of a time, or one.
    fn captured(&self, address: &str) -> Option<String> {
        let (_, behind) = address.split_once(&format!("/{}/", self.id))?;
        let (time, seed) = behind.split_once('/')?;
        let is_time = !time.is_empty() && time.bytes().all(|b| b == b'*' || b.is_ascii_digit());
        is_time.then(|| unescaped(seed))
    }

    /// The seeds on a page of the collection: it links to the captures of each.
    pub fn shown(&self, html: &str, page: &str) -> Vec<String> {
        let Ok(page) = Url::parse(page) else { return Vec::new() };
        let (mut seeds, mut seen) = (Vec::new(), HashSet::new());
        for link in links(html, &page) {
            let seed = self.captured(&link.as_written).filter(|seed| is_seed(seed));
            if let Some(seed) = seed.filter(|seed| seen.insert(seed.clone())) {
                seeds.push(seed);
            }
        }
        seeds
    }
}

/// What stands behind an address's escapes, where it is escaped as a whole.
fn unescaped(address: &str) -> String {
    let whole = address.to_ascii_lowercase().split('/').next().is_some_and(|n| n.contains("%3a"));
    if !whole {
        return address.to_owned();
    }
    String::from_utf8(percent_decode(address.as_bytes())).unwrap_or_else(|_| address.to_owned())
}

fn first_field(line: &str) -> Option<&str> {
    let line = line.trim();
    match line.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => line.split(',').next(),
    }
}

fn is_seed(seed: &str) -> bool {
    seed.starts_with("http://") || seed.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("../data/archiveit.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(TABLE.len(), lines.count());
        assert!(["list", "page", "timemap"].iter().all(|what| TABLE.iter().any(|r| r[0] == *what)));
    }

    #[test]
    fn addresses() {
        let collection = Collection::new("7877", None).expect("a number");
        assert!(
            collection
                .list()
                .starts_with("https://partner.archive-it.org/api/seed?collection=7877&")
        );
        assert_eq!(collection.page(2), "https://archive-it.org/collections/7877?page=2&show=Sites");
        let own = Collection::new("7877", Some("http://127.0.0.1:80/")).expect("a number");
        assert_eq!(own.timemap("http://a/"), "http://127.0.0.1:80/7877/timemap/link/http://a/");
        assert_eq!(Collection::new("7877/../x", None), None);
    }

    #[test]
    fn seeds_of_lists_and_pages() {
        let both = ["http://a.example/,x", "https://b.example/?c=d"];
        let table = "Seed URL\r\n\"http://a.example/,x\"\r\nhttps://b.example/?c=d,active\r\n";
        assert_eq!(Collection::listed(table), both);
        let json = r#"{"count": 2, "results": [{"url": "http://a.example/,x"}, {"url": "https://b.example/?c=d"}]}"#;
        assert_eq!(Collection::listed(json), both);
        let page = "<h3 class=url><a href='https://wayback.archive-it.org/7877/*/http://a.example/,x'>a</a></h3>\
                    <a href='/collections/7877?page=2'>2</a>\
                    <a href='//wayback.archive-it.org/7877/*/https://b.example/?c=d'>b</a>\
                    <a href='//wayback.archive-it.org/7877/*/https://b.example/?c=d'>captured 3 times</a>\
                    <a href='//wayback.archive-it.org/11/*/https://c.example/'>another collection</a>";
        let others = "<a href='https://wayback.archive-it.org/7877/*/http%3A%2F%2Fa.example%2F,x'>a</a>\
                      <a href='/7877/2014*/https://b.example/?c=d'>b</a><a href='/7877/x/http://d.example/'>d</a>\
                      <a href='/7877/20140127171200/https://b.example/?c=d'>b</a>";
        let collection = Collection::new("7877", None).expect("a number");
        assert_eq!(collection.shown(others, "https://archive-it.org/collections/7877"), both);
        assert_eq!(collection.shown(page, "https://archive-it.org/collections/7877"), both);
    }
}
