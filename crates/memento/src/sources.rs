//! The archives to ask for mementos: a table of their services, with addresses, state and pace.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use scutch_url::Url;

/// An archive that can be asked for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Short name, stable.
    pub id: String,
    /// Template of its TimeMap URIs, with `{uri}` for the URI-R.
    pub timemap: String,
    /// Template of its TimeGate URIs, with `{uri}` for the URI-R; empty if it has none.
    pub timegate: String,
    /// Whether it takes in nothing more, and may not answer.
    pub is_retired: bool,
}

/// How fast one service of an archive may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// Archive and service: the addresses that share this pace.
    pub name: String,
    /// Least time between two requests; zero if the archive publishes no limit.
    pub delay: Duration,
    /// Least wait after an answer with status 429 that names none.
    pub after_429: Duration,
}

/// A table of archives: the shipped one, or a user's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    sources: Vec<Source>,
    /// Host and beginning of the path of a service, and its pace.
    rates: Vec<(String, Rate)>,
}

/// Why a table of archives cannot be read. The number is that of the line, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourcesError {
    /// A line with another number of columns.
    #[error("line {0} has {1} columns between tabs, not 7")]
    Columns(usize, usize),
    /// A column that holds something else than the table allows.
    #[error("line {0}: the column {1} is {2:?}")]
    Value(usize, &'static str, String),
    /// No archive has a list.
    #[error("no archive is in it")]
    Empty,
}

/// Share of a published limit that is used, in percent. A limit that is met exactly is exceeded
/// by the first request that is delayed on its way.
const USED_PERCENT: u64 = 80;

/// Wait after 429 without Retry-After, where no table says otherwise.
// RFC 6585 names no time. A minute is the window of all limits that archives publish.
pub const AFTER_429: Duration = Duration::from_secs(60);

/// Longest wait that a table may name, in seconds.
const MAX_WAIT: u64 = 86_400;

impl Sources {
    /// The archives of `data/sources.tsv`, version 4.
    pub fn shipped() -> Arc<Self> {
        static TABLE: LazyLock<Arc<Sources>> = LazyLock::new(|| {
            Arc::new(Sources::parse(include_str!("../data/sources.tsv")).unwrap_or_default())
        });
        TABLE.clone()
    }

    /// Reads a table with the columns of `data/sources.tsv`. Lines with `#` are comments.
    ///
    /// # Errors
    /// With the first line that is wrong, or if no archive is in the table.
    pub fn parse(text: &str) -> Result<Self, SourcesError> {
        let mut table = Self::default();
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        for (number, line) in
            lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        {
            table.add(&ServiceLine::parse(number, line)?);
        }
        match table.sources.is_empty() {
            true => Err(SourcesError::Empty),
            false => Ok(table),
        }
    }

    /// Adds a service: an archive by its first list, and the pace of all its addresses.
    fn add(&mut self, line: &ServiceLine<'_>) {
        let known = self.sources.iter_mut().find(|source| source.id == line.archive);
        match (line.service, known) {
            ("list", None) => self.sources.push(Source {
                id: line.archive.to_owned(),
                timemap: line.address.to_owned(),
                timegate: String::new(),
                is_retired: line.is_retired,
            }),
            ("gate", Some(source)) => source.timegate = line.address.to_owned(),
            _ => {}
        }
        // A TimeGate and the mementos behind it are one service to the server.
        let service = if line.service == "list" { "lists" } else { "mementos" };
        let name = format!("{} {service}", line.archive);
        let delay = line.per_minute.map_or(Duration::ZERO, |limit| {
            Duration::from_millis(60_000 * 100 / (limit * USED_PERCENT))
        });
        let after_429 = Duration::from_secs(line.after_429);
        let beginning = line.address.split("{uri}").next().unwrap_or_default();
        let rate = Rate { name, delay, after_429 };
        self.rates.push((comparable(beginning), rate));
    }

    /// The archives in the order of the table.
    pub fn all(&self) -> &[Source] {
        &self.sources
    }

    /// The pace of the service that a URI belongs to; `None` if it is of no archive of the table.
    pub fn rate(&self, uri: &str) -> Option<&Rate> {
        let uri = comparable(uri);
        let fits = self.rates.iter().filter(|(beginning, _)| uri.starts_with(beginning.as_str()));
        // Mementos of the Wayback Machine begin as its lists do: the longer beginning decides.
        fits.max_by_key(|(beginning, _)| beginning.len()).map(|(_, rate)| rate)
    }

    /// The rates of all services, each once.
    pub fn rates(&self) -> impl Iterator<Item = &Rate> {
        let mut seen = HashSet::new();
        self.rates.iter().map(|(_, rate)| rate).filter(move |rate| seen.insert(&rate.name))
    }
}

/// A line of the table.
struct ServiceLine<'t> {
    archive: &'t str,
    service: &'t str,
    address: &'t str,
    is_retired: bool,
    per_minute: Option<u64>,
    after_429: u64,
}

impl<'t> ServiceLine<'t> {
    fn parse(number: usize, line: &'t str) -> Result<Self, SourcesError> {
        let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [archive, service, address, state, per_minute, after_429, _] = columns[..] else {
            return Err(SourcesError::Columns(number, columns.len()));
        };
        let wrong = |name, value: &str| SourcesError::Value(number, name, value.to_owned());
        if !matches!(service, "list" | "gate" | "memento") {
            return Err(wrong("service", service));
        }
        if address.matches("{uri}").count() != 1 || !address.starts_with("http") {
            return Err(wrong("address", address));
        }
        if !matches!(state, "open" | "retired") {
            return Err(wrong("state", state));
        }
        let number_of = |text: &str, most: u64| {
            text.parse().ok().filter(|number: &u64| (1..=most).contains(number))
        };
        let limit = match per_minute {
            "-" => None,
            text => Some(number_of(text, 60_000).ok_or_else(|| wrong("limit", text))?),
        };
        let after_429 = number_of(after_429, MAX_WAIT).ok_or_else(|| wrong("wait", after_429))?;
        let is_retired = state == "retired";
        Ok(Self { archive, service, address, is_retired, per_minute: limit, after_429 })
    }
}

/// Archives answer under http and https alike.
/// The spelling that addresses are compared by: hosts have no case, and a default port says nothing.
/// The scheme is gone, because an archive answers under both.
fn comparable(uri: &str) -> String {
    let normal = Url::parse(uri).map_or_else(|_| uri.to_owned(), Url::into_string);
    normal.split_once("://").map_or(normal.clone(), |(_, rest)| rest.to_owned())
}

/// Fills the URI-R into a template. Inside a query, characters that would end the value are
/// escaped.
pub fn fill_uri(pattern: &str, uri_r: &str) -> String {
    let in_query = pattern.split("{uri}").next().is_some_and(|before| before.contains('?'));
    // Archives expect the URI-R unescaped in a path, with its own query behind it.
    if !in_query {
        return pattern.replace("{uri}", uri_r);
    }
    let mut escaped = String::with_capacity(uri_r.len());
    // Only what has a meaning in a query: archives log and match the rest as it is written.
    for c in uri_r.chars() {
        match c {
            '%' => escaped.push_str("%25"),
            '&' => escaped.push_str("%26"),
            '#' => escaped.push_str("%23"),
            '+' => escaped.push_str("%2B"),
            c => escaped.push(c),
        }
    }
    pattern.replace("{uri}", &escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_rs_in_queries_are_escaped() {
        let uri_r = "http://x.org/?a=b&c=d%20e#f+g";
        for (template, expected) in [
            ("http://a/{uri}", "http://a/http://x.org/?a=b&c=d%20e#f+g"),
            ("http://a/?url={uri}&x", "http://a/?url=http://x.org/?a=b%26c=d%2520e%23f%2Bg&x"),
            ("http://a/{uri}?x", "http://a/http://x.org/?a=b&c=d%20e#f+g?x"),
        ] {
            assert_eq!(fill_uri(template, uri_r), expected);
        }
    }

    #[test]
    fn the_shipped_table_is_sound_and_public() {
        let table = Sources::parse(include_str!("../data/sources.tsv")).expect("a table");
        let guard = crate::Guard::default();
        for source in table.all() {
            for pattern in [&source.timemap, &source.timegate] {
                let uri = fill_uri(pattern, "http://a.example/");
                assert_eq!(guard.refuse(&uri), None, "{pattern}");
            }
        }
        let ids: HashSet<&str> = table.all().iter().map(|source| source.id.as_str()).collect();
        assert_eq!(ids.len(), table.all().len());
        let retired = table.all().iter().filter(|source| source.is_retired);
        assert_eq!(retired.count(), 3);
        assert!(table.rates().all(|rate| rate.after_429 >= Duration::from_secs(60)));
    }

    /// 30 requests a minute are published: 24 are asked.
    #[test]
    fn a_service_has_its_own_pace() {
        let table = Sources::shipped();
        let of = |uri: &str| {
            table.rate(uri).map(|rate| (rate.name.as_str(), rate.delay.as_millis() as u64))
        };
        for (uri, expected) in [
            (
                "https://web.archive.org/web/timemap/json/http://x.org/",
                Some(("wayback lists", 2500)),
            ),
            (
                "http://web.archive.org/cdx/search/cdx?url=x.org&output=json",
                Some(("wayback lists", 2500)),
            ),
            ("https://web.archive.org/web/2014id_/http://x.org/", Some(("wayback mementos", 0))),
            (
                "https://arquivo.pt/wayback/20140101000000id_/http://x.org/",
                Some(("arquivo mementos", 187)),
            ),
            // Another spelling of the host is no other server.
            (
                "HTTPS://Web.Archive.ORG:443/web/timemap/json/http://X.org/",
                Some(("wayback lists", 2500)),
            ),
            ("https://perma.cc/AB12-CD34", None),
            ("https://a.example/web/timemap/link/http://x.org/", None),
        ] {
            assert_eq!(of(uri), expected, "{uri}");
        }
    }

    #[test]
    fn lines_that_are_wrong_are_named() {
        let line = |columns: [&str; 7]| columns.join("\t");
        let fine = ["a", "list", "http://a.example/{uri}", "open", "30", "60", "me"];
        assert!(Sources::parse(&line(fine)).is_ok());
        for (at, value, name) in [
            (1, "lists", "service"),
            (2, "http://a.example/", "address"),
            (2, "a.example/{uri}", "address"),
            (3, "closed", "state"),
            (4, "0", "limit"),
            (4, "many", "limit"),
            (5, "-", "wait"),
            (5, "100000", "wait"),
        ] {
            let mut columns = fine;
            columns[at] = value;
            let error = Sources::parse(&format!("# x\n{}", line(columns))).expect_err("wrong");
            assert_eq!(error, SourcesError::Value(2, name, value.to_owned()));
        }
        assert_eq!(Sources::parse("a\tb\n"), Err(SourcesError::Columns(1, 2)));
        assert_eq!(Sources::parse("# x\n"), Err(SourcesError::Empty));
        let gate = line(["a", "gate", "http://a.example/{uri}", "open", "-", "60", ""]);
        assert_eq!(Sources::parse(&gate), Err(SourcesError::Empty));
    }
}
