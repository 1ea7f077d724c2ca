//! Which blocks of a page are its content.
//!
//! A block is measured twice: by itself with the elements around it, then in the context of the
//! first scores. The first score is a linear model, the second that of trees and of a network; the
//! [`Models`] are tables. The page's type and its scores choose a threshold, and rules make one text
//! of the blocks: tables and lists as a whole, comments apart, nothing twice. In comes a page, out
//! come labels with score and reason.
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
mod comments;
mod contents;
mod context;
mod copies;
mod declared_kind;
mod declared_text;
mod decoration;
mod document_title;
mod duplicates;
mod error_page;
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
mod sums;
mod surroundings;
mod thread;
mod threshold;

pub(crate) use assemble::drop_tables;
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
mod tests {
    use super::*;
    use crate::{Hints, Limits, PageType, Reason};

    /// The kept texts of a page of this type whose blocks are all content before the rules apply.
    pub(super) fn kept(html: &str, page_type: PageType) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let typed = TypePrediction::sure(page_type);
        let scoring =
            Scoring::from_scores(&page, &ExtractConfig::default(), typed, |_| (1.0, Reason::Kind));
        let labels = scoring.finish("page").labels;
        let texts = page.blocks().iter().zip(labels).filter(|(_, label)| label.content);
        texts.map(|(block, _)| block.text.to_string()).collect()
    }
}
