//! Collections of Archive-It: the URIs of their seed lists, and the seeds in these lists.

use std::collections::HashSet;
use std::sync::LazyLock;

use scutch_url::links::links;
use scutch_url::{Url, percent_decode};
use serde_json::Value;

/// A collection of Archive-It.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    id: String,
    /// Scheme and host that stand for Archive-It's.
    base: Option<String>,
}

/// The table `data/archiveit.tsv`, version 1: kind of URI, host, path.
static TABLE: LazyLock<Vec<[&'static str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("../data/archiveit.tsv").lines().filter(|l| !l.starts_with('#'));
    let row = |line: &'static str| {
        let mut columns = line.split('\t');
        Some([columns.next()?, columns.next()?, columns.next()?])
    };
    lines.filter_map(row).collect()
});

impl Collection {
    /// The collection with a number, or at an address; `None` if `id` is none. `base` replaces Archive-It's hosts.
    pub fn new(id: &str, base: Option<&str>) -> Option<Self> {
        // The id becomes part of a path: nothing but digits may get there.
        let id = Self::id_in(id)?.to_owned();
        let base = base.map(|base| base.trim_end_matches('/').to_owned());
        Some(Self { id, base })
    }

    /// The number of a collection in what a user names it by: the number itself, or the address of
    /// its page, such as `https://archive-it.org/collections/7877`.
    pub fn id_in(name: &str) -> Option<&str> {
        let id = match name.split_once("/collections/") {
            Some((host, rest)) if host.contains("://") => rest.split(['/', '?', '#']).next()?,
            Some(_) => return None,
            None => name,
        };
        (!id.is_empty() && id.bytes().all(|b| b.is_ascii_digit())).then_some(id)
    }

    fn uri(&self, kind: &str) -> String {
        let row = TABLE.iter().find(|row| row[0] == kind);
        let [_, host, path] = row.copied().unwrap_or_default();
        [self.base.as_deref().unwrap_or(host), path].concat().replace("{id}", &self.id)
    }

    /// URI of the list of all seeds.
    pub fn seed_list_uri(&self) -> String {
        self.uri("list")
    }

    /// URI of a page of the collection, numbered from 1.
    pub fn page_uri(&self, number: u32) -> String {
        self.uri("page").replace("{page}", &number.to_string())
    }

    /// URI of the TimeMap of a seed.
    pub fn timemap_uri(&self, seed: &str) -> String {
        self.uri("timemap").replace("{uri}", seed)
    }

    /// The seeds in a seed list: the first column of a CSV file, or the `url` fields of JSON.
    pub fn parse_seed_list(text: &str) -> Vec<String> {
        let text = text.trim_start_matches('\u{feff}');
        let seeds: Vec<String> = match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                let objects = value["results"].as_array().or(value.as_array());
                let url = |object: &Value| object["url"].as_str().map(str::to_owned);
                objects.into_iter().flatten().filter_map(url).collect()
            }
            Err(_) => text.lines().filter_map(first_field).map(str::to_owned).collect(),
        };
        // This drops the header line of a CSV file too.
        seeds.into_iter().filter(|seed| is_seed(seed)).collect()
    }

    /// The seed in a link to its captures in this collection: all of them, those of a time, or one.
    fn linked_seed(&self, address: &str) -> Option<String> {
        let (_, rest) = address.split_once(&format!("/{}/", self.id))?;
        let (time, seed) = rest.split_once('/')?;
        let is_time = !time.is_empty() && time.bytes().all(|b| b == b'*' || b.is_ascii_digit());
        is_time.then(|| unescape_whole(seed))
    }

    /// The seeds on a page of the collection, which links to the captures of each.
    pub fn seeds_on_page(&self, html: &str, page: &str) -> Vec<String> {
        let Ok(page) = Url::parse(page) else { return Vec::new() };
        let (mut seeds, mut seen) = (Vec::new(), HashSet::new());
        for link in links(html, &page) {
            // As written: resolving would normalise the seed in the path.
            let seed = self.linked_seed(&link.as_written).filter(|seed| is_seed(seed));
            if let Some(seed) = seed.filter(|seed| seen.insert(seed.clone())) {
                seeds.push(seed);
            }
        }
        seeds
    }
}

/// Decodes an address that was percent-encoded as a whole, as in `http%3A%2F%2Fa.example`.
fn unescape_whole(address: &str) -> String {
    // Only then is its colon escaped; otherwise the escapes are the address's own.
    let is_escaped =
        address.to_ascii_lowercase().split('/').next().is_some_and(|n| n.contains("%3a"));
    if !is_escaped {
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
    fn every_line_of_the_table_is_complete() {
        let lines = include_str!("../data/archiveit.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(TABLE.len(), lines.count());
        assert!(["list", "page", "timemap"].iter().all(|what| TABLE.iter().any(|r| r[0] == *what)));
    }

    #[test]
    fn uris_have_the_number_and_the_host_of_the_collection() {
        let collection = Collection::new("7877", None).expect("a number");
        let list = collection.seed_list_uri();
        assert!(list.starts_with("https://partner.archive-it.org/api/seed?collection=7877&"));
        let second = "https://archive-it.org/collections/7877?page=2&show=Sites";
        assert_eq!(collection.page_uri(2), second);
        let own = Collection::new("7877", Some("http://127.0.0.1:80/")).expect("a number");
        assert_eq!(own.timemap_uri("http://a/"), "http://127.0.0.1:80/7877/timemap/link/http://a/");
        for id in ["", "7877/../x", "12a", " 1"] {
            assert_eq!(Collection::new(id, None), None, "{id}");
        }
    }

    #[test]
    fn a_collection_is_named_by_its_number_or_address() {
        for (name, id) in [
            ("7877", Some("7877")),
            ("https://archive-it.org/collections/7877", Some("7877")),
            ("http://archive-it.org/collections/7877/?page=2&show=Sites", Some("7877")),
            ("https://archive-it.org/collections/7877#seeds", Some("7877")),
            ("https://archive-it.org/collections/", None),
            ("https://archive-it.org/collections/../7877", None),
            ("archive-it.org/collections/7877", None),
            ("https://archive-it.org/7877", None),
        ] {
            assert_eq!(Collection::id_in(name), id, "{name}");
            assert_eq!(Collection::new(name, None).is_some(), id.is_some(), "{name}");
        }
    }

    #[test]
    fn seeds_are_read_from_csv_json_and_pages() {
        let both = ["http://a.example/,x", "https://b.example/?c=d"];
        let table = "Seed URL\r\n\"http://a.example/,x\"\r\nhttps://b.example/?c=d,active\r\n";
        assert_eq!(Collection::parse_seed_list(table), both);
        let json = r#"{"count": 2, "results": [{"url": "http://a.example/,x"}, {"url": "https://b.example/?c=d"}]}"#;
        assert_eq!(Collection::parse_seed_list(json), both);
        let page = "<h3 class=url><a href='https://wayback.archive-it.org/7877/*/http://a.example/,x'>a</a></h3>\
                    <a href='/collections/7877?page=2'>2</a>\
                    <a href='//wayback.archive-it.org/7877/*/https://b.example/?c=d'>b</a>\
                    <a href='//wayback.archive-it.org/7877/*/https://b.example/?c=d'>captured 3 times</a>\
                    <a href='//wayback.archive-it.org/11/*/https://c.example/'>another collection</a>";
        let others = "<a href='https://wayback.archive-it.org/7877/*/http%3A%2F%2Fa.example%2F,x'>a</a>\
                      <a href='/7877/2014*/https://b.example/?c=d'>b</a><a href='/7877/x/http://d.example/'>d</a>\
                      <a href='/7877/20140127171200/https://b.example/?c=d'>b</a>";
        let collection = Collection::new("7877", None).expect("a number");
        let address = "https://archive-it.org/collections/7877";
        assert_eq!(collection.seeds_on_page(others, address), both);
        assert_eq!(collection.seeds_on_page(page, address), both);
        assert_eq!(collection.seeds_on_page(page, "no address"), [""; 0]);
    }
}
