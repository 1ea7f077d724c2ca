//! Values from a portal file or from a person, which take precedence over everything found on the page.

use super::candidate::{Candidate, Metadata, Source};
use super::date_tokens::Habits;
use super::{clock, declared_date, written};

/// Origin of these candidates.
const DETAIL: &str = "portal";

impl Metadata {
    /// The fields that can be set.
    pub const SETTABLE: &[&str] = &[
        "title",
        "subtitle",
        "site",
        "publisher",
        "language",
        "authors",
        "keywords",
        "date_published",
        "date_modified",
        "section",
        "licence",
        "description",
        "canonical_url",
        "content_type",
        "post_id",
    ];

    /// Sets a field, as first candidate and as choice.
    ///
    /// Dates may be written as on pages. Values that are no dates, and fields that cannot be set,
    /// change nothing.
    pub fn set(&mut self, field: &str, values: Vec<String>) {
        let Some(name) = Self::SETTABLE.iter().find(|name| **name == field) else { return };
        let is_date = name.starts_with("date_");
        let values: Vec<String> = match is_date {
            true => values.iter().filter_map(|value| self.date(value)).collect(),
            false => values,
        };
        if !values.is_empty() {
            let of_rule = |value: &String| Candidate::new(value.clone(), Source::Rule, DETAIL);
            self.put(name, values.iter().map(of_rule).collect(), values);
        }
    }

    /// The fields that a person can decide on.
    pub const DECIDABLE: &[&str] = &["title", "authors", "date_published", "page_type"];

    /// Sets a field by the decision of a person, as first candidate and as choice; without a value the
    /// page has none. `by` says who decided. Fields that cannot be decided on are left as they are.
    pub fn decide(&mut self, field: &str, values: Vec<String>, by: &str) {
        let Some(name) = Self::DECIDABLE.iter().find(|name| **name == field) else { return };
        let decided = |value: &str| Candidate::new(value.to_owned(), Source::Decision, by);
        // That there is no value is a decision, too, and must be seen as one.
        let candidates = match values.is_empty() {
            true => vec![decided("")],
            false => values.iter().map(|value| decided(value)).collect(),
        };
        self.put(name, candidates, values);
    }

    /// Puts candidates before those of a field, and chooses values.
    fn put(&mut self, name: &'static str, candidates: Vec<Candidate>, values: Vec<String>) {
        let found = self.candidates.entry(name).or_default();
        // In front, in the given order; what the page says stays visible behind.
        found.splice(0..0, candidates);
        let choice = match name {
            "authors" => return self.authors = values,
            "keywords" => return self.keywords = values,
            "title" => &mut self.title,
            "subtitle" => &mut self.subtitle,
            "site" => &mut self.site,
            "publisher" => &mut self.publisher,
            "language" => &mut self.language,
            "date_published" => &mut self.date_published,
            "date_modified" => &mut self.date_modified,
            "section" => &mut self.section,
            "licence" => &mut self.licence,
            "description" => &mut self.description,
            "canonical_url" => &mut self.canonical_url,
            "content_type" => &mut self.content_type,
            "page_type" => &mut self.page_type,
            _ => &mut self.post_id,
        };
        *choice = values.into_iter().next();
    }

    fn date(&self, value: &str) -> Option<String> {
        let language = self.language.as_deref().and_then(|tag| tag.split('-').next());
        let habits = Habits { language, ..Habits::default() };
        // A rule names the place of this date alone, so that a time there belongs to it.
        let written = || {
            let (time, _) = clock::split(value);
            let date = written::find(value, habits).first()?.date;
            Some(time.map_or_else(|| date.to_string(), |time| format!("{date}T{time}")))
        };
        declared_date::parse(value).or_else(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_settable_field_is_set_with_its_candidate() {
        for field in Metadata::SETTABLE {
            let mut metadata = Metadata::default();
            let value = if field.starts_with("date_") { "17 May 2019" } else { "Fog" };
            let expected = if field.starts_with("date_") { "2019-05-17" } else { "Fog" };
            metadata.set(field, vec![value.to_owned()]);
            let json = serde_json::to_value(&metadata).expect("plain data");
            let chosen = json[field].as_str().or_else(|| json[field][0].as_str());
            assert_eq!(chosen, Some(expected), "{field}");
            let first = &metadata.candidates[field][0];
            assert_eq!((first.source, first.value.as_str()), (Source::Rule, expected));
        }
    }

    #[test]
    fn what_a_person_decided_comes_first_and_is_no_conflict() {
        for (field, decided) in [
            ("title", &["Fog"][..]),
            ("title", &[]),
            ("authors", &["Ada Gull", "Bo Tern"]),
            ("authors", &[]),
            ("date_published", &["2019"]),
            ("page_type", &["listing"]),
        ] {
            let mut metadata = Metadata::default();
            let name = Metadata::DECIDABLE.iter().find(|name| **name == field).expect("a field");
            let of_page =
                ["Tide", "Ebb"].map(|value| Candidate::new(value.to_owned(), Source::Rule, value));
            metadata.put(name, of_page.to_vec(), vec!["Tide".to_owned()]);
            metadata.decide(
                field,
                decided.iter().map(|value| (*value).to_owned()).collect(),
                "ada",
            );
            let json = serde_json::to_value(&metadata).expect("plain data");
            let chosen = match &json[field] {
                serde_json::Value::Array(many) => many.clone(),
                serde_json::Value::Null => Vec::new(),
                one => vec![one.clone()],
            };
            assert_eq!(chosen, decided, "{field}");
            let first = &metadata.candidates[field][0];
            let expected = decided.first().copied().unwrap_or_default();
            assert_eq!((first.source, &*first.value), (Source::Decision, expected), "{field}");
            assert_eq!(
                (&*first.detail, metadata.candidates[field].len()),
                ("ada", decided.len().max(1) + 2)
            );
            assert!(
                metadata.agreements().all(|(_, agreement)| agreement == crate::Agreement::Single)
            );
        }
        let mut metadata = Metadata::default();
        metadata.decide("section", vec!["x".to_owned()], "ada");
        assert_eq!(metadata, Metadata::default());
    }

    #[test]
    fn dates_keep_the_time_that_stands_beside_them() {
        for (value, expected) in [
            ("2019-05-17 14:30", "2019-05-17T14:30"),
            ("Published: 2019-05-17 14:30", "2019-05-17T14:30"),
            ("2019-05-17T14:30:00+02:00", "2019-05-17T14:30:00+02:00"),
            ("Updated 2019-05-17T14:30:00Z", "2019-05-17T14:30:00Z"),
            ("17.05.2019 14:30", "2019-05-17T14:30"),
            ("17. Mai 2019, 14:30 Uhr", "2019-05-17T14:30"),
            ("May 17, 2019 at 2:30 pm", "2019-05-17T14:30"),
            ("17 May 2019", "2019-05-17"),
            ("17 May 2019, open 10:00 and 12:00", "2019-05-17"),
            ("2019-05", "2019-05"),
        ] {
            let mut metadata = Metadata::default();
            metadata.set("date_published", vec![value.to_owned()]);
            assert_eq!(metadata.date_published.as_deref(), Some(expected), "{value}");
        }
    }

    #[test]
    fn what_cannot_be_set_changes_nothing() {
        for (field, values) in [
            ("page_type", vec!["article"]),
            ("nothing", vec!["x"]),
            ("title", vec![]),
            ("date_published", vec!["soon"]),
        ] {
            let mut metadata = Metadata::default();
            metadata.set(field, values.into_iter().map(str::to_owned).collect());
            assert_eq!(metadata, Metadata::default(), "{field}");
        }
    }
}
