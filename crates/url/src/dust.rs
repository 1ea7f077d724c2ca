//! DUST: different URLs with similar text. Learns from payload digests which rewritings of a URL
//! lead to the same page.
//!
//! Input are pairs of URL and digest (exact, or of near-equal text). Candidate rules are tried on
//! every URL; where the rewritten URL is in the table too, its digest confirms or refutes the rule.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::parse::Url;

/// A rewriting of URLs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rewrite {
    /// https as http.
    Scheme,
    /// Without `www.`.
    Www,
    /// Without slash at the end.
    TrailingSlash,
    /// Without the file name of an index page at the end.
    Index(String),
    /// Without a parameter, whatever its value.
    Parameter(String),
    /// Path in lower case.
    PathCase,
}

impl Rewrite {
    /// What the rule does, in words that also serve as its id.
    pub fn describe(&self) -> String {
        match self {
            Rewrite::Scheme => "https -> http".to_owned(),
            Rewrite::Www => "www. -> nothing".to_owned(),
            Rewrite::TrailingSlash => "slash at the end -> nothing".to_owned(),
            Rewrite::Index(name) => format!("/{name} at the end -> /"),
            Rewrite::Parameter(name) => format!("parameter {name} -> nothing"),
            Rewrite::PathCase => "path -> lower case".to_owned(),
        }
    }

    /// The rewritten URL, if the rule applies.
    pub fn apply(&self, url: &Url) -> Option<Url> {
        let text = url.as_str();
        let rewritten = match self {
            Rewrite::Scheme => format!("http{}", text.strip_prefix("https")?),
            Rewrite::Www => {
                url.host().strip_prefix("www.")?;
                text.replacen("://www.", "://", 1)
            }
            Rewrite::TrailingSlash => {
                with_path(url, url.path().strip_suffix('/').filter(|p| !p.is_empty())?)
            }
            Rewrite::Index(name) => {
                with_path(url, url.path().strip_suffix(name.as_str()).filter(|p| p.ends_with('/'))?)
            }
            Rewrite::Parameter(name) => without_parameter(url, name)?,
            // Servers on Windows do not tell cases apart.
            Rewrite::PathCase => {
                let lower = url.path().to_ascii_lowercase();
                (lower != url.path()).then(|| with_path(url, &lower))?
            }
        };
        Url::parse(&rewritten).ok()
    }
}

fn with_path(url: &Url, path: &str) -> String {
    let rest = &url.path_and_rest()[url.path().len()..];
    let front = &url.as_str()[..url.as_str().len() - url.path_and_rest().len()];
    [front, path, rest].concat()
}

fn without_parameter(url: &Url, name: &str) -> Option<String> {
    let query = url.query()?;
    let kept: Vec<&str> = query.split('&').filter(|p| p.split('=').next() != Some(name)).collect();
    let front = &url.as_str()[..url.as_str().len() - url.path_and_rest().len()];
    let query_kept = kept.join("&");
    // Nothing was removed: the rule says nothing about this URL.
    (query_kept.len() < query.len()).then(|| {
        let mark = if query_kept.is_empty() { "" } else { "?" };
        [front, url.path(), mark, &query_kept].concat()
    })
}

/// A rule with what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// Host the rule holds for.
    pub host: String,
    /// The rule.
    pub rewrite: Rewrite,
    /// Pairs of URLs that the rule connects.
    pub support: usize,
    /// Share of them with equal payload.
    pub confidence: f64,
}

/// Learns rules per host from URLs and the digests of their payloads.
///
/// Keeps rules with at least `min_support` pairs and `min_confidence`; sorted by host, then rule.
/// Bad URLs are passed over.
pub fn learn<'a>(
    table: impl IntoIterator<Item = (&'a str, &'a str)>,
    min_support: usize,
    min_confidence: f64,
) -> Vec<Learned> {
    let parsed =
        table.into_iter().filter_map(|(url, digest)| Some((Url::parse(url).ok()?, digest)));
    let table: Vec<(Url, &str)> = parsed.collect();
    // A rule is seen at work where both the URL and its rewritten form were archived.
    let digests: FxHashMap<&str, &str> = table.iter().map(|(u, d)| (u.as_str(), *d)).collect();
    let mut counts: BTreeMap<(String, Rewrite), (usize, usize)> = BTreeMap::new();
    for (url, digest) in &table {
        for rewrite in candidates(url) {
            let Some(other) = rewrite.apply(url) else { continue };
            let Some(found) = digests.get(other.as_str()) else { continue };
            // Rules of both spellings of a host are one rule.
            let host = url.host().strip_prefix("www.").unwrap_or(url.host()).to_owned();
            let count = counts.entry((host, rewrite)).or_default();
            count.0 += 1;
            count.1 += usize::from(found == digest);
        }
    }
    let learned = counts.into_iter().map(|((host, rewrite), (support, equal))| Learned {
        host,
        rewrite,
        support,
        confidence: equal as f64 / support as f64,
    });
    learned.filter(|l| l.support >= min_support && l.confidence >= min_confidence).collect()
}

/// The rules that could apply to a URL.
fn candidates(url: &Url) -> Vec<Rewrite> {
    let mut rules = vec![Rewrite::Scheme, Rewrite::Www, Rewrite::TrailingSlash, Rewrite::PathCase];
    let last = url.path().rsplit('/').next().unwrap_or_default();
    // Only what servers answer a folder with can be the same as the folder.
    if last.starts_with("index.") || last.starts_with("default.") {
        rules.push(Rewrite::Index(last.to_owned()));
    }
    let names = url.query().unwrap_or_default().split('&').filter_map(|p| p.split('=').next());
    rules
        // Addresses with more parameters are forms that were filled by machines.
        .extend(names.filter(|n| !n.is_empty()).take(30).map(|n| Rewrite::Parameter(n.to_owned())));
    rules.dedup();
    rules
}

#[cfg(test)]
mod tests {
    use super::{Rewrite, learn};

    #[test]
    fn rules_are_learned_per_host() {
        let mut table = Vec::new();
        for i in 0..5 {
            table.push((format!("http://e.org/{i}/index.html"), format!("d{i}")));
            table.push((format!("http://e.org/{i}/"), format!("d{i}")));
            table.push((format!("http://e.org/{i}?s=9"), format!("e{i}")));
            table.push((format!("http://e.org/{i}"), format!("e{i}")));
            table.push((format!("http://f.org/?id={i}"), format!("f{i}")));
        }
        table.push(("http://f.org/".to_owned(), "f".to_owned()));
        let learned = learn(table.iter().map(|(u, d)| (u.as_str(), d.as_str())), 3, 0.9);
        let rules: Vec<(&str, &Rewrite)> =
            learned.iter().map(|l| (l.host.as_str(), &l.rewrite)).collect();
        assert_eq!(
            rules,
            [
                ("e.org", &Rewrite::Index("index.html".to_owned())),
                ("e.org", &Rewrite::Parameter("s".to_owned())),
            ]
        );
        assert_eq!((learned[0].support, learned[0].confidence), (5, 1.0));
    }
}
