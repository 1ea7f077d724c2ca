//! All sources in one place: editions, articles, layouts and pages that are not ours.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::article::Article;
use super::date;
use super::layout::Layout;
use super::site::Site;

/// The layouts of the paper over the years.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Look {
    /// Nested tables, paragraphs as `<P>` without an end tag.
    Old,
    /// The same page with paragraphs divided by `<BR><BR>`, as one of the paper's desks wrote them.
    OldBreaks,
    /// Semantic elements, JSON-LD, cookie notice.
    Modern,
}

impl Look {
    const ALL: [Self; 3] = [Self::Old, Self::OldBreaks, Self::Modern];

    fn files(self) -> &'static [&'static str] {
        match self {
            Self::Old => &["old.html"],
            Self::OldBreaks => &["old.html", "old-breaks.html"],
            Self::Modern => &["modern.html"],
        }
    }

    /// The template's name in the truth: `old` or `modern`.
    pub(crate) fn template(self) -> &'static str {
        match self {
            Self::Old | Self::OldBreaks => "old",
            Self::Modern => "modern",
        }
    }
}

/// Everything that pages are made of.
pub(crate) struct Press {
    pages: PathBuf,
    sites: BTreeMap<String, Site>,
    articles: BTreeMap<String, Article>,
    layouts: BTreeMap<Look, Layout>,
}

impl Press {
    /// Reads every source below the folder.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let mut sites = BTreeMap::new();
        for (language, source) in files(&folder.join("site"))? {
            let site = toml::from_str(&source).with_context(|| format!("in site {language}"))?;
            sites.insert(language, site);
        }
        let mut articles = BTreeMap::new();
        for (id, source) in files(&folder.join("articles"))? {
            let article =
                Article::parse(&id, &source).with_context(|| format!("in article {id}"))?;
            articles.insert(id, article);
        }
        let mut layouts = BTreeMap::new();
        for look in Look::ALL {
            layouts.insert(look, Layout::open(&folder.join("templates"), look.files())?);
        }
        Ok(Self { pages: folder.join("pages"), sites, articles, layouts })
    }

    pub(crate) fn article(&self, id: &str) -> Result<&Article> {
        self.articles.get(id).with_context(|| format!("no article {id:?}"))
    }

    pub(crate) fn site(&self, language: &str) -> Result<&Site> {
        self.sites.get(language).with_context(|| format!("no edition {language:?}"))
    }

    pub(crate) fn layout(&self, look: Look) -> Result<&Layout> {
        self.layouts.get(&look).with_context(|| format!("no layout {look:?}"))
    }

    /// A page that is served as it lies in `samples-src/pages`.
    pub(crate) fn page(&self, name: &str) -> Result<String> {
        let path = self.pages.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    /// What an edition had published by a date, newest first, one article for each path. Articles
    /// of other papers and notices without a page are left out.
    pub(crate) fn published(&self, language: &str, by: &str) -> Vec<&Article> {
        let mut by_path: BTreeMap<&str, &Article> = BTreeMap::new();
        for article in self.articles.values() {
            let head = &article.head;
            let ours = head.site.is_none() && !head.path.ends_with(".txt");
            if ours && head.language == language && date::not_after(&head.published, by) {
                by_path.insert(&head.path, article);
            }
        }
        let mut articles: Vec<&Article> = by_path.into_values().collect();
        articles.sort_by(|a, b| b.head.published.cmp(&a.head.published));
        articles
    }
}

/// Files of a folder by name without ending, with their text.
fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut files = BTreeMap::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        files.insert(name, text);
    }
    Ok(files)
}
