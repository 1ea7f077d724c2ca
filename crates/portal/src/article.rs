//! What an article is, and what identifies it.

use regex::Regex;
use schemars::JsonSchema;
use scutch_page::Selector;
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::file::{ArticleFile, Fault, OneOrMany, RuleFile};
use crate::route::ARTICLES;
use crate::rule::{Rules, compile_rules, regexes, selectors};
use crate::withheld::{Access, Paywall, access};

/// What tells articles from other pages, as a portal file has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArticleSigns {
    /// A page is an article when one of these selectors matches; without any, every page is one.
    pub is: Vec<String>,
    /// And none of these.
    pub is_not: Vec<String>,
    /// Addresses that can be articles, as regular expressions over path and query.
    pub keep: Vec<String>,
    /// Addresses that cannot.
    pub drop: Vec<String>,
}

impl ArticleSigns {
    /// Whether every page is an article.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What an article is.
#[derive(Debug, Clone)]
pub struct Article {
    signs: ArticleSigns,
    is: Vec<Selector>,
    is_not: Vec<Selector>,
    paywall: Paywall,
    keep: Vec<Regex>,
    drop: Vec<Regex>,
    late: Vec<Regex>,
    /// Whether articles may be on other sites.
    pub elsewhere: bool,
    /// Rules for the number of the article.
    pub id: Rules,
    /// Rules for other addresses of the article.
    pub alias: Rules,
    /// Rules for its next page.
    pub next: Rules,
    /// Maximum number of further pages.
    pub max_pages: usize,
    /// Rules for other articles that it links to.
    pub neighbours: Rules,
    /// Maximum number of addresses that neighbours may lead to.
    pub max_neighbours: u32,
}

impl Article {
    pub(crate) fn compile(file: &ArticleFile) -> Result<Self, Fault> {
        let own = |file: Option<&OneOrMany<RuleFile>>, key| {
            compile_rules(file, key).map(Option::unwrap_or_default)
        };
        let ArticleFile { is, is_not, keep, drop, .. } = file.clone();
        Ok(Self {
            signs: ArticleSigns { is, is_not, keep, drop },
            is: selectors(&file.is, "is")?,
            is_not: selectors(&file.is_not, "is_not")?,
            paywall: Paywall::compile(file.paywall.as_ref())?,
            keep: regexes(&file.keep, "keep")?,
            drop: regexes(&file.drop, "drop")?,
            late: regexes(&file.late, "late")?,
            elsewhere: file.elsewhere.unwrap_or(false),
            id: own(file.id.as_ref(), "id")?,
            alias: own(file.alias.as_ref(), "alias")?,
            next: own(file.next.as_ref(), "next")?,
            // A rule for the next page that is too wide would lead through the whole site.
            max_pages: file.max_pages.unwrap_or(1000) as usize,
            neighbours: own(file.neighbours.as_ref(), "neighbours")?,
            max_neighbours: file.max_neighbours.unwrap_or(ARTICLES),
        })
    }

    /// An article with these signs alone.
    ///
    /// # Errors
    /// A sentence: a selector or an expression is malformed.
    pub fn from_signs(signs: &ArticleSigns) -> Result<Self, String> {
        let ArticleSigns { is, is_not, keep, drop } = signs.clone();
        let file = ArticleFile { is, is_not, keep, drop, ..ArticleFile::default() };
        Self::compile(&file).map_err(|fault| fault.message)
    }

    /// What tells articles from other pages.
    pub fn signs(&self) -> &ArticleSigns {
        &self.signs
    }

    /// Whether an article can have an address; `target` is its path and query.
    pub fn can_be(&self, target: &str) -> bool {
        // Without `keep`, everything counts that `drop` leaves.
        (self.keep.is_empty() || self.keep.iter().any(|keep| keep.is_match(target)))
            && !self.drop.iter().any(|drop| drop.is_match(target))
    }

    /// Whether an address is asked for last; if so, the number of the article in it.
    pub fn late<'a>(&self, target: &'a str) -> Option<Option<&'a str>> {
        // A pattern without group is late all the same, but names no article.
        let groups = self.late.iter().find_map(|late| late.captures(target))?;
        Some(groups.get(1).map(|number| number.as_str()))
    }

    /// Whether articles are recognised by selectors, rather than by being listed.
    pub fn has_signs(&self) -> bool {
        !self.is.is_empty()
    }

    /// What a page with status 200 gives of what was asked for.
    pub fn access(&self, page: &Document) -> Access {
        access(page, &self.paywall)
    }

    /// Whether a page is an article.
    pub fn is(&self, page: &Document) -> bool {
        (self.is.is_empty() || self.is.iter().any(|is| page.has(is)))
            && !self.is_not.iter().any(|is_not| page.has(is_not))
    }
}
