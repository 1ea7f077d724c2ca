//! What a page says of its use by machines: robots directives and reservations of text and data
//! mining (TDM Reservation Protocol, W3C community report).

mod directives;

use std::collections::BTreeSet;

use crate::Page;
use crate::tree::{Attr, Tag};

/// Longest address of a policy, in bytes.
const POLICY: usize = 2000;

/// Directives that ask machines not to index, keep or learn from the text of a page. Those about
/// pictures, links or excerpts are not among them.
const REFUSING: [&str; 5] = ["noai", "noarchive", "nocache", "noindex", "noml"];

/// What a name in a header or a `meta` element speaks of.
#[derive(Clone, Copy)]
enum Subject {
    Directives,
    Reservation,
    Policy,
}

/// Names of `meta` elements alone, in lower case. Elements for one robot are those that have our
/// name.
const ELEMENTS: [(&str, Subject); 2] =
    [("robots", Subject::Directives), (scutch_url::robots::AGENT, Subject::Directives)];

/// Names of header fields, which elements may have, too, in lower case.
const FIELDS: [(&str, Subject); 3] = [
    ("x-robots-tag", Subject::Directives),
    ("tdm-reservation", Subject::Reservation),
    ("tdm-policy", Subject::Policy),
];

/// What a page and its server say of their use by machines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsagePreferences {
    /// Robots directives for all robots or for scutch, in lower case, sorted, each once. `none` is
    /// `nofollow` and `noindex`.
    pub directives: Vec<String>,
    /// Whether text and data mining is reserved; `None` where nobody says so.
    pub tdm_reservation: Option<bool>,
    /// Address of the policy for text and data mining, as written.
    pub tdm_policy: Option<String>,
}

impl UsagePreferences {
    /// The preferences in the markup of a page and in the header fields of its response.
    pub fn new<'h>(page: &Page, fields: impl Iterator<Item = (&'h str, &'h str)>) -> Self {
        let tree = page.tree();
        let elements = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta)).filter_map(|id| {
            let name = tree.attr(id, Attr::NAME).or_else(|| tree.attr(id, Attr::HTTP_EQUIV))?;
            Some((name.trim(), tree.attr(id, Attr::CONTENT)?))
        });
        let mut own = Self::default();
        let mut directives = BTreeSet::new();
        // The page goes before its server: the first policy counts.
        for (name, value) in elements {
            let subject = subject(name, ELEMENTS.iter().chain(&FIELDS));
            own.add(subject, value, &mut directives);
        }
        for (name, value) in fields {
            own.add(subject(name, FIELDS.iter()), value, &mut directives);
        }
        own.directives = directives.into_iter().collect();
        own
    }

    fn add(&mut self, subject: Option<Subject>, value: &str, directives: &mut BTreeSet<String>) {
        match subject {
            Some(Subject::Directives) => directives::add(directives, value),
            Some(Subject::Reservation) => self.reserve(reservation(value)),
            Some(Subject::Policy) => {
                let value = value.trim();
                if self.tdm_policy.is_none() && (1..=POLICY).contains(&value.len()) {
                    self.tdm_policy = Some(value.to_owned());
                }
            }
            None => {}
        }
    }

    /// Takes over a reservation. Of several that differ, the one that reserves counts.
    fn reserve(&mut self, other: Option<bool>) {
        self.tdm_reservation = self.tdm_reservation.max(other);
    }

    /// Adds the preferences of another page of the same article.
    pub fn merge(&mut self, other: Self) {
        self.directives.extend(other.directives);
        self.directives.sort_unstable();
        self.directives.dedup();
        self.reserve(other.tdm_reservation);
        self.tdm_policy = self.tdm_policy.take().or(other.tdm_policy);
    }

    /// Whether a robots directive asks machines not to index, keep or learn from the text.
    pub fn refuse(&self) -> bool {
        self.directives.iter().any(|directive| REFUSING.contains(&directive.as_str()))
    }

    /// Whether text and data mining is reserved.
    pub fn reserve_mining(&self) -> bool {
        self.tdm_reservation == Some(true)
    }
}

/// What a name speaks of, by a table.
fn subject<'t>(
    name: &str,
    mut names: impl Iterator<Item = &'t (&'static str, Subject)>,
) -> Option<Subject> {
    names.find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, subject)| *subject)
}

/// The value of `tdm-reservation`. Others than these two say nothing (TDMRep).
fn reservation(value: &str) -> Option<bool> {
    match value.trim() {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn preferences(html: &str, fields: &[(&str, &str)]) -> UsagePreferences {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        UsagePreferences::new(&page, fields.iter().copied())
    }

    #[test]
    fn markup_and_header_say_the_same_things() {
        let html = "<meta name='Robots' content='NoIndex, follow'><meta name=scutch content=noai>\
            <meta name=googlebot content=noarchive><meta name=description content=nosnippet>\
            <meta name=tdm-reservation content=1><meta name=tdm-policy content=' /policy '>";
        let found = preferences(html, &[("X-Robots-Tag", "noimageai"), ("Server", "noarchive")]);
        assert_eq!(found.directives, ["follow", "noai", "noimageai", "noindex"]);
        assert_eq!(found.tdm_reservation, Some(true));
        assert_eq!(found.tdm_policy.as_deref(), Some("/policy"));
        assert!(found.refuse() && found.reserve_mining());
        let fields = [("TDM-Reservation", "0"), ("TDM-Policy", "https://a.example/tdm.json")];
        let found = preferences("<p>One.", &fields);
        assert_eq!((found.tdm_reservation, found.directives.len()), (Some(false), 0));
        assert_eq!(found.tdm_policy.as_deref(), Some("https://a.example/tdm.json"));
        assert!(!found.refuse() && !found.reserve_mining());
        // Names of elements are no names of header fields.
        let fields = [("Robots", "noindex"), ("scutch", "noai"), ("Server", "x")];
        for fields in [&fields[..], &[]] {
            assert_eq!(preferences("<p>One.", fields), UsagePreferences::default());
        }
    }

    #[test]
    fn a_reservation_counts_wherever_it_is_made() {
        let meta = |value: &str| format!("<meta name=tdm-reservation content='{value}'>");
        for (page, field, expected) in [
            ("0", "1", Some(true)),
            ("1", "0", Some(true)),
            ("yes", "0", Some(false)),
            ("2", "", None),
        ] {
            let found = preferences(&meta(page), &[("tdm-reservation", field)]);
            assert_eq!(found.tdm_reservation, expected, "{page} {field}");
        }
        let long = "x".repeat(POLICY + 1);
        assert_eq!(preferences("", &[("tdm-policy", &long)]).tdm_policy, None);
    }

    #[test]
    fn which_directives_refuse() {
        for (list, refuses) in [
            ("noindex", true),
            ("none", true),
            ("noarchive", true),
            ("nocache", true),
            ("noai, noimageai", true),
            ("noml", true),
            ("noimageai", false),
            ("nofollow, nosnippet, noimageindex, notranslate", false),
            ("index, follow, max-snippet:0", false),
            ("otherbot: noindex", false),
        ] {
            assert_eq!(preferences("", &[("x-robots-tag", list)]).refuse(), refuses, "{list}");
        }
    }

    #[test]
    fn pages_of_an_article_speak_together() {
        let mut first = preferences("", &[("x-robots-tag", "noai, nofollow")]);
        let fields =
            [("x-robots-tag", "noai, all"), ("tdm-reservation", "1"), ("tdm-policy", "/b")];
        first.merge(preferences("", &fields));
        let expected = UsagePreferences {
            directives: ["all", "noai", "nofollow"].map(str::to_owned).into(),
            tdm_reservation: Some(true),
            tdm_policy: Some("/b".to_owned()),
        };
        assert_eq!(first, expected);
        first.merge(UsagePreferences::default());
        assert_eq!(first, expected);
    }
}
