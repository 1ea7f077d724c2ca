//! What a page says about itself: every candidate for every field with its source, and a choice.
//!
//! Each file reads one kind of source and adds candidates with a rank; the smallest rank wins. The
//! other candidates stay in [`Metadata::candidates`], so that conflicts remain visible.

mod agreement;
mod byline;
mod byline_marks;
mod byline_text;
mod calendars;
mod candidate;
mod confidence;
mod date_habits;
mod date_tokens;
mod date_weight;
mod date_words;
mod dates;
mod declared_titles;
mod eras;
mod field;
mod found;
mod frame;
mod gather;
mod html;
mod jsonld;
mod language;
mod listed;
mod listing;
mod markup;
mod meta;
mod microdata;
mod months;
mod names;
mod page_type;
mod parts;
mod people;
mod platform;
mod poster;
mod published;
mod raw;
mod recurring;
mod rights;
mod section;
mod set;
mod signed;
mod site_names;
mod small;
mod times;
mod title;
mod title_cleaning;
mod title_headings;
mod title_origin;
mod trail;
mod visible;
mod written;

pub use self::agreement::Agreement;
pub use self::candidate::{Candidate, Metadata, Source};
pub use self::language::language_tag;
pub use self::recurring::{Recurring, TitleParts};
use crate::{Extraction, Page};

/// What metadata tells of a page.
impl Page {
    /// What the page says about itself; the language is that of the extracted text.
    pub fn metadata(&self, extraction: &Extraction) -> Metadata {
        self.metadata_with(extraction, &Recurring::default())
    }

    /// The same in the light of other pages of its host: what recurs in their titles.
    pub fn metadata_with(&self, extraction: &Extraction, recurring: &Recurring) -> Metadata {
        gather::gather(self, extraction, recurring)
    }
}

#[cfg(test)]
mod tests;
