//! Which pages become rows, by address, host, time, type, language and length.

use regex::RegexSet;
use schemars::JsonSchema;
use scutch_archive::{BadBound, Capture, DateBounds};
use scutch_page::{PageType, language_tag};
use scutch_url::verdict::HostList;
use serde::{Deserialize, Serialize};

use super::error::meaningless;
use super::scope::Filter;
use crate::config::ConfigError;
use crate::exclusion::Exclusion;

/// Which pages become rows. What is empty does not select.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Select {
    /// Regular expressions over the whole address, one of which has to match.
    pub url_include: Vec<String>,
    /// Regular expressions over the whole address, none of which may match.
    pub url_exclude: Vec<String>,
    /// What must not be in the corpus, by address, SURT prefix, digest, row id or PWID.
    // Only written where it is set: other runs keep the digest of their configuration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Hosts, with all hosts below them.
    pub hosts: Vec<String>,
    /// Captures of this time or later: `2019`, `2019-05`, `2019-05-17`, or 14 digits.
    pub from: Option<String>,
    /// Captures of this time or earlier; a year lasts to its end.
    pub to: Option<String>,
    /// Types of pages: `article`, `documentation`, `service`, `forum`, `listing`, `collection`,
    /// `product`, `other`.
    pub page_types: Vec<String>,
    /// Languages of the text as BCP 47 primary subtags (`de`); `und` for texts of none.
    pub languages: Vec<String>,
    /// Words of a text at least.
    pub min_words: u32,
}

/// Language of texts without one.
const UNDETERMINED: &str = "und";

impl Select {
    /// Whether every page is selected.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Validates what the types cannot express.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        Selection::new(self).map(drop)?;
        let known = PageType::LEARNED.iter().chain([&PageType::Other]);
        let known: Vec<_> = known.map(|known| known.id()).collect();
        if let Some(bad) = self.page_types.iter().find(|name| !known.contains(&name.as_str())) {
            let expected = format!("name types of pages: {}", known.join(", "));
            return meaningless("scope.select.page_types", bad, expected);
        }
        // A region such as `de-AT` would select nothing: texts are compared by the first part.
        let is_subtag = |name: &String| {
            // Longer subtags are registered for no language, and names in words are often typed.
            (2..=3).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase())
        };
        if let Some(bad) = self.languages.iter().find(|name| !is_subtag(name)) {
            let expected = "name languages by their codes in lower case, such as `de`";
            return meaningless("scope.select.languages", bad, expected);
        }
        // No text has a code of three letters where there is one of two.
        if let Some(long) = self.languages.iter().find(|name| language_tag(name) != **name) {
            let expected = format!("did you mean `{}`?", language_tag(long));
            return meaningless("scope.select.languages", long, expected);
        }
        Ok(())
    }

    /// Whether the first part of a language tag is among the languages.
    pub fn has_language(&self, primary: &str) -> bool {
        self.languages.iter().any(|wanted| wanted == primary)
    }

    /// Filters what was extracted of a page.
    pub fn by_text(
        &self,
        page_type: Option<&str>,
        language: Option<&str>,
        words: u32,
    ) -> Option<Filter> {
        let lacks = |list: &[String], value: &str| {
            !list.is_empty() && !list.iter().any(|wanted| wanted == value)
        };
        let language = language.unwrap_or(UNDETERMINED);
        // `pt-BR` is Portuguese.
        let language = language.split('-').next().unwrap_or(language);
        let page_type = page_type.unwrap_or(PageType::Other.id());
        // In the order of the account: a page that fails several filters counts for the first.
        if lacks(&self.page_types, page_type) {
            Some(Filter::PageType)
        } else if !self.languages.is_empty() && !self.has_language(language) {
            Some(Filter::Language)
        } else {
            (words < self.min_words).then_some(Filter::FewWords)
        }
    }
}

/// The compiled filters of captures.
#[derive(Debug, Default)]
pub struct Selection {
    include: RegexSet,
    exclude: RegexSet,
    hosts: HostList,
    period: DateBounds,
    /// What must not be in the corpus. Asked when a row is there: a list may name its digest or id.
    pub excluded: Exclusion,
}

impl Selection {
    /// Compiles the filters.
    ///
    /// # Errors
    /// Names the first field with a meaningless value.
    pub fn new(select: &Select) -> Result<Self, ConfigError> {
        Ok(Self {
            include: patterns("url_include", &select.url_include)?,
            exclude: patterns("url_exclude", &select.url_exclude)?,
            hosts: hosts(&select.hosts)?,
            period: period(select)?,
            excluded: excluded(&select.exclude)?,
        })
    }

    /// Filters a capture, before its page is opened.
    pub fn filter(&self, capture: &Capture<'_>) -> Option<Filter> {
        let date = capture.date.as_ref().map(|date| date.timestamp());
        self.by_address(capture.url).or_else(|| self.by_date(date.as_deref()))
    }

    /// Whether an address is on one of the hosts, or on one below them.
    pub fn has_host(&self, url: &str) -> bool {
        let host = scutch_url::host(url).and_then(|host| scutch_url::bare_host(&host));
        host.is_some_and(|host| self.hosts.contains(&host))
    }

    fn by_address(&self, url: &str) -> Option<Filter> {
        if !self.hosts.is_empty() && !self.has_host(url) {
            return Some(Filter::Host);
        }
        if !self.include.is_empty() && !self.include.is_match(url) {
            return Some(Filter::UrlNotIncluded);
        }
        // Exclusion has the last word.
        self.exclude.is_match(url).then_some(Filter::UrlExcluded)
    }

    /// Captures without a date are in no period.
    fn by_date(&self, date: Option<&str>) -> Option<Filter> {
        let is_in = date.is_some_and(|date| self.period.contains(date));
        (!self.period.is_all() && !is_in).then_some(Filter::Period)
    }
}

/// Bytes of compiled patterns: lists of some ten thousand words fit.
const MAX_PATTERNS: usize = 256 << 20;

fn patterns(field: &str, patterns: &[String]) -> Result<RegexSet, ConfigError> {
    let mut builder = regex::RegexSetBuilder::new(patterns);
    builder.size_limit(MAX_PATTERNS).build().map_err(|error| {
        // The set does not say which of its patterns is wrong.
        let bad = patterns.iter().find(|pattern| regex::Regex::new(pattern).is_err());
        ConfigError::Value {
            field: format!("scope.select.{field}"),
            found: bad.cloned().unwrap_or_default(),
            expected: format!("no regular expression: {error}"),
        }
    })
}

fn excluded(names: &[String]) -> Result<Exclusion, ConfigError> {
    Exclusion::new(names.iter().map(String::as_str)).map_err(|(name, fault)| ConfigError::Value {
        field: "scope.select.exclude".to_owned(),
        found: name.to_owned(),
        expected: format!("it {fault}"),
    })
}

fn hosts(names: &[String]) -> Result<HostList, ConfigError> {
    let bare: Vec<String> = names.iter().filter_map(|name| scutch_url::bare_host(name)).collect();
    if bare.len() < names.len() {
        let bad = names.iter().find(|name| scutch_url::bare_host(name).is_none());
        let expected = "name a host, such as `example.org`";
        meaningless("scope.select.hosts", bad.cloned().unwrap_or_default(), expected)?;
    }
    Ok(bare.iter().map(String::as_str).collect())
}

fn period(select: &Select) -> Result<DateBounds, ConfigError> {
    let Select { from, to, .. } = select;
    DateBounds::new(from.as_deref(), to.as_deref()).map_err(|bad| {
        let date = "write 2019, 2019-05, 2019-05-17 or 20190517100000";
        let (field, found, expected) = match bad {
            BadBound::From => ("scope.select.from", from, date),
            BadBound::To => ("scope.select.to", to, date),
            BadBound::Reversed => {
                ("scope.select.to", to, "a time that is not before `scope.select.from`")
            }
        };
        let (field, expected) = (field.to_owned(), expected.to_owned());
        ConfigError::Value { field, found: found.clone().unwrap_or_default(), expected }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn selection(change: impl FnOnce(&mut Select)) -> Selection {
        let mut select = Select::default();
        change(&mut select);
        Selection::new(&select).expect("sound")
    }

    fn list(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    #[test]
    fn addresses_and_hosts() {
        let by_url = selection(|select| {
            select.url_include = list(&["/news/", r"/20\d\d/"]);
            select.url_exclude = list(&[r"\?print="]);
        });
        let by_host = selection(|select| select.hosts = list(&["WWW.a.example", "b.example"]));
        for (selection, url, expected) in [
            (&by_url, "http://a.example/news/1", None),
            (&by_url, "http://a.example/2019/1", None),
            (&by_url, "http://a.example/about", Some(Filter::UrlNotIncluded)),
            (&by_url, "http://a.example/news/1?print=1", Some(Filter::UrlExcluded)),
            (&by_host, "http://a.example/", None),
            (&by_host, "https://www.a.example:8080/x", None),
            (&by_host, "http://sub.b.example/x", None),
            (&by_host, "http://ab.example/", Some(Filter::Host)),
            (&by_host, "urn:x", Some(Filter::Host)),
            (&Selection::default(), "urn:x", None),
        ] {
            assert_eq!(selection.by_address(url), expected, "{url}");
        }
    }

    proptest! {
        /// A host is selected with all hosts below it, a `www` in front left out on both sides.
        #[test]
        fn hosts_select_what_they_name_and_what_is_below(
            wanted in prop::collection::vec("(www\\.)?([ab]\\.){0,2}[ab]{1,2}\\.example", 1..3),
            host in "(www\\.)?([ab]\\.){0,2}[ab]{1,2}\\.example",
        ) {
            let bare = |name: &str| name.strip_prefix("www.").unwrap_or(name).to_owned();
            let is_in = |name: &String| {
                bare(&host) == bare(name) || bare(&host).ends_with(&format!(".{}", bare(name)))
            };
            let selection = selection(|select| select.hosts.clone_from(&wanted));
            let filter = selection.by_address(&format!("https://{host}:8443/x"));
            prop_assert_eq!(filter.is_none(), wanted.iter().any(is_in));
        }
    }

    #[test]
    fn captures_without_a_date_are_in_no_period() {
        let period = selection(|select| select.to = Some("2019-05".to_owned()));
        assert_eq!(period.by_date(Some("20190531235959")), None);
        assert_eq!(period.by_date(Some("20190601000000")), Some(Filter::Period));
        assert_eq!(period.by_date(None), Some(Filter::Period));
        assert_eq!(Selection::default().by_date(None), None);
    }

    #[test]
    fn texts_by_type_language_and_length() {
        let select = Select {
            page_types: list(&["article", "other"]),
            languages: list(&["pt", "und"]),
            min_words: 3,
            ..Select::default()
        };
        for (page_type, language, n_words, expected) in [
            (Some("article"), Some("pt-BR"), 3, None),
            (None, None, 3, None),
            (Some("listing"), Some("pt"), 3, Some(Filter::PageType)),
            (Some("article"), Some("es"), 3, Some(Filter::Language)),
            (Some("article"), Some("pt"), 2, Some(Filter::FewWords)),
        ] {
            assert_eq!(select.by_text(page_type, language, n_words), expected, "{language:?}");
            assert_eq!(Select::default().by_text(page_type, language, n_words), None);
        }
    }

    #[test]
    fn values_without_meaning_are_named() {
        type Change = fn(&mut Select);
        let cases: [(&str, Change); 8] = [
            ("scope.select.exclude", |select| select.exclude = list(&["http://a.example/", "x"])),
            ("scope.select.url_include", |select| select.url_include = list(&["x", "("])),
            ("scope.select.url_exclude", |select| select.url_exclude = list(&["["])),
            ("scope.select.hosts", |select| select.hosts = list(&["http://a.example/"])),
            ("scope.select.from", |select| select.from = Some("May 2019".to_owned())),
            ("scope.select.to", |select| {
                (select.from, select.to) = (Some("2020".to_owned()), Some("2019".to_owned()));
            }),
            ("scope.select.page_types", |select| select.page_types = list(&["story"])),
            ("scope.select.languages", |select| select.languages = list(&["de-AT"])),
        ];
        for (field, change) in cases {
            let mut select = Select::default();
            change(&mut select);
            let error = select.check().expect_err(field).to_string();
            assert!(error.starts_with(&format!("`{field}`")), "{error}");
        }
        for (typed, meant) in
            [("eng", Some("en")), ("hun", Some("hu")), ("und", None), ("yue", None)]
        {
            let select = Select { languages: list(&[typed]), ..Select::default() };
            let said = select.check().err().map(|error| error.to_string());
            let expected = meant.map(|meant| {
                format!("`scope.select.languages` is `{typed}`: did you mean `{meant}`?")
            });
            assert_eq!(said, expected);
        }
        assert!(Select::default().check().is_ok());
    }
}
