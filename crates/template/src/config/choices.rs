//! What a configuration can choose, besides the method.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A scheme of structure tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tokens {
    /// Tags and classes from the root down to each element.
    #[default]
    Path,
    /// Names with numbers in group, layer and page.
    ///
    /// Of each element its name and those of its ancestors, its number in its group, the number of
    /// the group in its layer, and the layer. (Thesis, listings 2.6 and 2.7.)
    Thesis,
}

impl Tokens {
    /// Default of the least similarity of two pages of one template.
    pub const fn threshold(self) -> f32 {
        // Measured on annotated sites; the thesis gives 0.6 for its own tokens.
        match self {
            Self::Path => 0.5,
            Self::Thesis => 0.6,
        }
    }
}

/// How a cross is put together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CrossRule {
    /// Addresses with query; copies of the page are no partners.
    ///
    /// The address with its query, as its SURT key has it, tells pages apart; snapshots need not be
    /// alike; copies of the page (print views, lists that hold it whole) are no partners.
    #[default]
    Repaired,
    /// Paths of addresses; the most similar pages, whatever they are.
    ///
    /// The path of the address tells pages apart; partners and snapshots are alike; the most
    /// similar come first, whatever they are.
    Thesis,
}

/// Which captures are alike where `cross` is `thesis`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LshBands {
    /// Those whose similarity reaches the threshold.
    #[default]
    Verified,
    /// Those that share a bucket with the page, as an LSH index answers.
    ///
    /// Bands and rows follow from the threshold as in datasketch; the similarity of what is found is
    /// not looked at, but the most similar come first. On a host with one other page that page is
    /// taken.
    Query,
    /// The same, with a cross for each bucket; what its annotations agree in is kept.
    ///
    /// Words with one class in all crosses have it, all others are invalid. (Thesis, figure 2.10.)
    Bins,
}

/// How the pages of a cross are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// The page with each other by itself.
    #[default]
    Star,
    /// Each page of the cross with the next, as the original program.
    ///
    /// Up with down, that with prev, that with next, that with the page; what two pages share hands
    /// on where the former has it from.
    Chain,
}

/// How pages are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Diff {
    /// Rare words first; linear in practice.
    #[default]
    Histogram,
    /// As Python's difflib under lxml's html_annotate; slow on long pages.
    Difflib,
}

/// Which nodes a learner is trained on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lesson {
    /// The nodes of the host's pages whose cross has the same shape: a sample of 5,000.
    #[default]
    Host,
    /// The nodes of the page itself, as in the thesis.
    Page,
}

/// What is done where one class has more training rows than the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// Nothing is done.
    #[default]
    None,
    /// Rows of the rarer class are drawn again until there are as many.
    Over,
    /// Of the commoner class only as many are drawn as the rarer has.
    Under,
    /// Rows of the rarer class weigh more.
    Weight,
}

/// What is set around each run of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Markup {
    /// Coloured by class, with a legend.
    ///
    /// Elements `span`, with bits and score as title.
    Span,
    /// As the thesis: which pages of the cross have each run.
    ///
    /// Elements `dbce` with these pages as classes. (Thesis, section 3.4.)
    Dbce,
    /// Elements named by class.
    ///
    /// `content`, `boilerplate` or `invalid` (`undecided`).
    Content,
}
