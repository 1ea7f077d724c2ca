//! Which blocks of a page are its content.
//!
//! A block is measured twice: by itself with the elements around it, then in the context of the
//! first scores. The first score is a linear model, the second that of trees and of a network; the
//! [`Models`] are tables. The page's type and its scores choose a threshold, and rules make one
//! text of the blocks: tables and lists as a whole, comments apart, nothing twice. In comes a page, out
//! come labels with score and reason.
//!
//! - Sums over blocks and elements: `surroundings`, `sums`, `inherited`, `groups`, `layout`,
//!   `signpost`.
//! - Features of a block: `features`, `block_features`, `class_features`, `row`, `lexicon`, `duplicates`,
//!   `declared_text`, `document_title`, `price`.
//! - Features of its context: `context`, `score_sums`, `main_text`, `declared_kind`.
//! - Scores: `models`, `score`, `page_type`, `threshold`, `scoring`.
//! - Rules behind the scores: `assemble`, `lists`, `unit`, `comments`, `reply_prompts`, `other_posts`,
//!   `excluded`, `thread`, `contents`, `copies`, `twins`, `declared_copies`, `teasers`,
//!   `own_heading`, `pictures`, `decoration`, `error_page`, `escaped`.
//! - For programs that fit the models: `fitting`.
//!
//! ```
//! use scutch_page::{ExtractConfig, Hints, Limits, Page, extract};
//!
//! let text = "The river rose again on Tuesday night, and by noon the lower bridge was closed.";
//! let html = format!("<nav><a href='/'>Home</a></nav><article><p>{text}</p></article>");
//! let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
//! let extraction = extract(&page, &ExtractConfig::default());
//! let kept: Vec<&str> = extraction.kept(&page).map(|block| block.text.as_str()).collect();
//! assert_eq!(kept, [text]);
//! ```

mod assemble;
mod block_features;
mod class_features;
mod comments;
mod contents;
mod context;
mod copies;
mod declared_copies;
mod declared_kind;
mod declared_text;
mod decoration;
mod document_title;
mod duplicates;
mod error_page;
mod escaped;
mod excluded;
mod features;
#[doc(hidden)]
pub mod fitting;
mod groups;
mod inherited;
mod layout;
mod lexicon;
mod lists;
mod main_text;
mod models;
mod other_posts;
mod own_heading;
mod page_type;
mod pictures;
mod price;
mod reply_prompts;
mod row;
mod score;
mod score_sums;
mod scoring;
mod signpost;
mod stamp;
mod sums;
mod surroundings;
mod teasers;
mod thread;
mod threshold;
mod twins;
mod unit;

pub(crate) use assemble::drop_tables;
pub use error_page::names_error;
pub use models::Models;
pub use scoring::Scoring;

use self::surroundings::Surroundings;
use crate::{ExtractConfig, Extraction, Method, Page, TypePrediction};

/// Labels the blocks of `page`.
pub fn extract(page: &Page, config: &ExtractConfig) -> Extraction {
    Scoring::new(page, config).finish(Method::Page.id())
}

/// What extraction tells of a page.
impl Page {
    /// The type of the page, by the shipped models unless it was scored with others. It is computed
    /// when it is first asked for.
    pub fn page_type(&self) -> TypePrediction {
        self.typed_with(|| Models::shipped().types().predict(self, &Surroundings::new(self)))
    }
}

#[cfg(test)]
mod tests;
