//! What a page says about itself: every candidate for every field with its source, and a choice.
//!
//! Each file reads one kind of source and adds candidates with a rank; the smallest rank wins. The
//! other candidates stay in [`Metadata::candidates`], so that conflicts remain visible. `gather`
//! runs all steps in order.
//!
//! - Candidates and choice: `field`, `candidate`, `found`, `raw`, `gather`, `agreement`,
//!   `confidence`, `set`.
//! - Declared by the page: `jsonld`, `meta`, `microdata`, `html`, `rights`, `canonical`, `trail`, `section`,
//!   `markup`.
//! - Titles and site names: `title`, `title_origin`, `title_headings`, `title_cleaning`,
//!   `declared_titles`, `title_placeholders`, `heading_text`, `home_links`, `page_numbers`, `parts`,
//!   `recurring`, `site_names`.
//! - Dates: `dates` (declared), `visible`, `date_words`, `date_weight`, `date_habits` (visible),
//!   `times`, `published` (choice).
//! - Dates as text: `declared_date`, `clock`, `written`, `calendars`, `date_tokens`, `eras`, `months`.
//! - Authors: `byline`, `byline_persons`, `byline_text`, `byline_marks`, `signed`, `signature`, `biography`, `poster`, `names`, `people`.
//! - The page itself: `language`, `page_type`, `platform`, `listing`, `listed`, `frame`, `small`.
//!
//! ```
//! use scutch_page::{ExtractConfig, Hints, Limits, Page, extract};
//!
//! let html = "<title>The fog lifts | Harbour Post</title><meta name=author content='Ada Gull'>
//!     <meta property=og:site_name content='Harbour Post'><h1>The fog lifts</h1>
//!     <p>The ferry left ten minutes late, with everybody who had waited for it on the pier.";
//! let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
//! let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
//! assert_eq!(metadata.title.as_deref(), Some("The fog lifts"));
//! assert_eq!(metadata.authors, ["Ada Gull"]);
//! ```

mod agreement;
mod biography;
mod byline;
mod byline_marks;
mod byline_persons;
mod byline_text;
mod calendars;
mod candidate;
mod canonical;
mod clock;
mod confidence;
mod date_habits;
mod date_tokens;
mod date_weight;
mod date_words;
mod dates;
mod declared_date;
mod declared_titles;
mod eras;
mod field;
mod found;
mod frame;
mod gather;
mod heading_text;
mod home_links;
mod html;
mod jsonld;
mod language;
mod language_tags;
mod listed;
mod listing;
mod markup;
mod meta;
mod microdata;
mod months;
mod name_words;
mod names;
mod page_numbers;
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
mod signature;
mod signed;
mod site_names;
mod small;
mod times;
mod title;
mod title_cleaning;
mod title_headings;
mod title_origin;
mod title_placeholders;
mod trail;
mod visible;
mod written;

pub use self::agreement::{Agreement, kept_agreement};
pub use self::candidate::{Candidate, Metadata, Source, candidates_json};
pub use self::language_tags::language_tag;
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
