//! Values from a portal file, which take precedence over everything found on the page.

use super::candidate::{Candidate, Metadata, Source};
use super::date_tokens::Habits;
use super::dates;
use super::written;

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
        let Some(first) = values.first().cloned() else { return };
        let found = self.candidates.entry(name).or_default();
        let of_rule = |value: &String| Candidate::new(value.clone(), Source::Rule, DETAIL);
        let candidates = values.iter().map(of_rule);
        // In front, in the given order; what the page says stays visible behind.
        found.splice(0..0, candidates);
        let choice = match *name {
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
            _ => &mut self.post_id,
        };
        *choice = Some(first);
    }

    fn date(&self, value: &str) -> Option<String> {
        let language = self.language.as_deref().and_then(|tag| tag.split('-').next());
        let habits = Habits { language, ..Habits::default() };
        let written = || written::find(value, habits).first().map(|found| found.date.to_string());
        dates::parse(value).or_else(written)
    }
}
