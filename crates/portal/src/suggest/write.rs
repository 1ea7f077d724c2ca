//! A suggestion as a portal file.

use super::Suggestion;
use crate::file::{
    ArticleFile, OneOrMany, PageFile, PortalFile, RouteFile, RouteKind, RuleFile, StopFile,
};
use crate::site::Site;

/// Numbered lists end after so many pages without an article that is new: some servers give their
/// last page, or their first, for every number.
const STALE: u32 = 3;

impl Suggestion {
    /// Whether a crawl can begin from it.
    pub fn has_route(&self) -> bool {
        self.preset.is_some() || self.links.is_some() || self.sitemap.is_some()
    }

    /// The suggestion as a portal file for a site.
    ///
    /// # Errors
    /// When it cannot be written as TOML, which no suggestion is known to cause.
    pub fn to_portal_file(&self, url: &str) -> Result<String, toml::ser::Error> {
        let file = match self.preset {
            Some(preset) => PortalFile {
                preset: Some(preset.to_owned()),
                url: Some(url.to_owned()),
                ..PortalFile::default()
            },
            None => self.generic_file(url),
        };
        Ok(self.remarks() + &set_values(&file)?)
    }

    /// What a person should know of the file, as comments.
    fn remarks(&self) -> String {
        let mut remarks = String::new();
        match (self.preset, self.program) {
            (Some(name), _) => {
                remarks +=
                    &format!("# The site runs on {name}, and the preset knows its articles.\n");
            }
            (None, Some(name)) => {
                remarks += &format!(
                    "# The site runs on {name}; the preset does not recognise its articles.\n"
                );
            }
            (None, None) => {}
        }
        if self.preset.is_none() && self.links.is_some() && self.is.is_none() {
            remarks += match self.keep {
                Some(_) => {
                    "# Nothing on the pages tells articles from others: their addresses have to.\n"
                }
                None => {
                    "# Nothing tells articles from other pages: everything listed counts as one.\n"
                }
            };
        }
        remarks
    }

    /// The file of a site whose publishing program is not known.
    fn generic_file(&self, url: &str) -> PortalFile {
        let link = |link: &String| RuleFile { link: Some(link.clone()), ..RuleFile::default() };
        let one = |rule: RuleFile| OneOrMany(vec![rule]);
        let list = self.links.as_ref().map(|_| ("list".to_owned(), self.list_route()));
        let sitemap = self.sitemap.as_ref().map(|address| {
            let url = Some(OneOrMany(vec![address.clone()]));
            let kind = Some(RouteKind::Sitemap);
            ("sitemap".to_owned(), RouteFile { url, kind, ..RouteFile::default() })
        });
        PortalFile {
            url: Some(url.to_owned()),
            archive: list.into_iter().chain(sitemap).collect(),
            links: self.links.as_ref().map(link).map(one),
            next: self.next.clone().filter(|_| self.paging.is_none()).map(one),
            article: ArticleFile {
                is: self.is.iter().cloned().collect(),
                keep: self.keep.iter().cloned().collect(),
                alias: self.is.as_ref().map(|_| one(link(&"link[rel=canonical]".to_owned()))),
                ..ArticleFile::default()
            },
            ..PortalFile::default()
        }
    }

    /// The route through the lists: by numbers, or along links from the first one.
    fn list_route(&self) -> RouteFile {
        let start = self.start.as_deref().map_or("/", Site::target).to_owned();
        let Some(paging) = &self.paging else {
            let url = Some(OneOrMany(vec![start]));
            return RouteFile { url, ..RouteFile::default() };
        };
        RouteFile {
            url: Some(OneOrMany(vec![paging.to_file()])),
            page: Some(PageFile { first: Some(1), start: Some(start), ..PageFile::default() }),
            stop: Some(StopFile { stale: Some(STALE), ..StopFile::default() }),
            ..RouteFile::default()
        }
    }
}

/// The keys of a file that are set, as TOML.
fn set_values(file: &PortalFile) -> Result<String, toml::ser::Error> {
    let mut table = toml::Table::try_from(file)?;
    prune(&mut table);
    toml::to_string(&table)
}

fn prune(table: &mut toml::Table) {
    for (_, value) in table.iter_mut() {
        if let toml::Value::Table(inner) = value {
            prune(inner);
        }
    }
    table.retain(|_, value| match value {
        // Empty values are defaults, which would hide the few that were suggested.
        toml::Value::Array(list) => !list.is_empty(),
        toml::Value::Table(inner) => !inner.is_empty(),
        _ => true,
    });
}
