//! Whether the sources of a page agree about a field.

use scutch_language::is_close;

use super::candidate::{Candidate, Metadata, Source};
use super::language_tags::{primary, tag};

/// What the sources of a field say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// Only one source says something.
    Single,
    /// All sources say the same.
    Agree,
    /// Two sources say different things.
    Differ,
}

impl Agreement {
    /// The name in counts and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Agree => "agree",
            Self::Differ => "differ",
        }
    }
}

/// Fields with a single value, about which sources can agree.
const FIELDS: &[&str] =
    &["title", "site", "authors", "date_published", "date_modified", "language", "section"];

impl Metadata {
    /// The fields with candidates, and whether their sources agree.
    ///
    /// Only the first value of each source counts. Case and punctuation are ignored, and one value
    /// may contain the other, as a title with or without the site's name. Languages that short texts
    /// do not tell apart agree. What a person decided is a single source: the page was overruled.
    pub fn agreements(&self) -> impl Iterator<Item = (&'static str, Agreement)> {
        FIELDS.iter().filter_map(|field| {
            let candidates = self.candidates.get(field).filter(|found| !found.is_empty())?;
            if found_first(candidates) == Some(Source::Decision) {
                return Some((*field, Agreement::Single));
            }
            // A language that was outweighed is a flag of the page. Themes declare English everywhere.
            let outweighed = |c: &Candidate| *field == "language" && c.implausible;
            let candidates = candidates.iter().filter(|c| !outweighed(c));
            let same = if *field == "language" { same_language } else { same_text };
            Some((*field, agreement(candidates, same)))
        })
    }
}

/// What the sources of a field said, by what a row keeps of it: the candidates as value and name of
/// their source, best first, and whether the row has the field among those in conflict. `None` for
/// fields without candidates, and for those that are not compared.
pub fn kept_agreement(
    field: &str,
    candidates: &[(&str, &str)],
    in_conflict: bool,
) -> Option<(&'static str, Agreement)> {
    let field = FIELDS.iter().find(|known| **known == field)?;
    let (first, source) = candidates.first()?;
    if *source == Source::Decision.name() {
        return Some((field, Agreement::Single));
    }
    if in_conflict {
        return Some((field, Agreement::Differ));
    }
    // A language that differs from the best without being in conflict was outweighed.
    let counts = |value: &str| *field != "language" || same_language(first, value);
    let others = candidates.iter().any(|(value, other)| other != source && counts(value));
    Some((field, if others { Agreement::Agree } else { Agreement::Single }))
}

/// The source of the best candidate.
fn found_first(candidates: &[Candidate]) -> Option<Source> {
    candidates.first().map(|candidate| candidate.source)
}

fn agreement<'c>(
    candidates: impl Iterator<Item = &'c Candidate>,
    same: fn(&str, &str) -> bool,
) -> Agreement {
    let mut seen: Vec<Source> = Vec::new();
    let mut values: Vec<&str> = Vec::new();
    for candidate in candidates {
        // Candidates are ranked, so the first of a source is the one it would choose.
        if !seen.contains(&candidate.source) {
            seen.push(candidate.source);
            values.push(&candidate.value);
        }
    }
    let Some((first, others)) = values.split_first().filter(|(_, others)| !others.is_empty())
    else {
        return Agreement::Single;
    };
    if others.iter().all(|other| same(first, other)) { Agreement::Agree } else { Agreement::Differ }
}

fn same_text(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(letters);
    one.contains(&other) || other.contains(&one)
}

fn same_language(one: &str, other: &str) -> bool {
    match [one, other].map(tag) {
        [Some(one), Some(other)] => is_close(primary(&one), primary(&other)),
        _ => same_text(one, other),
    }
}

/// The letters and digits of a value in lower case, for comparison.
pub(super) fn letters(value: &str) -> String {
    value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreement_of(values: &[(&str, Source)]) -> Agreement {
        let candidates =
            values.iter().map(|(value, source)| Candidate::new((*value).to_owned(), *source, ""));
        agreement(candidates.collect::<Vec<_>>().iter(), same_text)
    }

    #[test]
    fn sources_agree_or_differ() {
        let (json, meta) = (Source::Jsonld, Source::Meta);
        assert_eq!(
            agreement_of(&[("2019-05-17T10:00", json), ("2019-05-17", meta)]),
            Agreement::Agree
        );
        assert_eq!(agreement_of(&[("Tides", json), ("Times", meta)]), Agreement::Differ);
        assert_eq!(agreement_of(&[("Tides", json), ("Times", json)]), Agreement::Single);
    }

    #[test]
    fn only_the_first_value_of_each_source_counts() {
        let (json, meta, html) = (Source::Jsonld, Source::Meta, Source::Html);
        for (values, expected) in [
            (&[("Fog!", json), ("fog", meta), ("FOG", html)][..], Agreement::Agree),
            (&[("Fog", json), ("Tide", json), ("Fog", meta)], Agreement::Agree),
            (&[("Fog", json), ("Fog", meta), ("Tide", html)], Agreement::Differ),
            (&[("The fog lifts | Post", meta), ("The fog lifts", html)], Agreement::Agree),
            (&[], Agreement::Single),
        ] {
            assert_eq!(agreement_of(values), expected, "{values:?}");
        }
    }

    #[test]
    fn case_and_marks_are_no_letters() {
        for (value, expected) in [("Fog & Tide", "fogtide"), ("ÄÖ-1", "äö1"), ("...", ""), ("", "")]
        {
            assert_eq!(letters(value), expected, "{value}");
        }
    }
}
