//! The portal: what a portal file means.

use jiff::civil::Date;
use regex::Regex;
use scutch_page::Selector;
use scutch_url::Url;

use crate::address::{Pages, Place};
use crate::content::Content;
use crate::document::Document;
use crate::file::{
    ArticleFile, Fault, FileError, Kind, Many, PortalFile, ReadFile, RouteFile, RuleFile,
};
use crate::preset;
use crate::rule::{Rules, hosts, regexes, selectors};

/// What the pages of a route are.
pub type RouteKind = Kind;

/// A portal.
#[derive(Debug, Clone)]
pub struct Portal {
    /// What it is called; empty where nothing says it.
    pub name: String,
    /// The first page.
    pub url: Url,
    /// Other hosts that stand for the site.
    pub hosts: Vec<String>,
    /// Whether to believe the first page which hosts are its own.
    pub learn_hosts: bool,
    /// The ways through the archive pages, by name.
    pub routes: Vec<Route>,
    /// What an article is.
    pub article: Article,
    /// What of an article's page is the article.
    pub content: Content,
    skip: Vec<Regex>,
    links: Rules,
    next: Rules,
    own: Rules,
}

/// One way through the archive pages.
#[derive(Debug, Clone)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// What its pages are.
    pub kind: RouteKind,
    /// The articles a page lists.
    pub links: Rules,
    /// The page that comes next.
    pub next: Rules,
    /// When it ends.
    pub stop: Stop,
    addresses: Pages,
    pages: Vec<Regex>,
    page_is: Vec<Selector>,
}

/// When a stretch of archive pages has been read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// At a page without articles.
    pub empty: bool,
    /// After so many pages with nothing new.
    pub stale: Option<u32>,
    /// In runs for what is new, at a page with nothing new.
    pub known: bool,
    /// At this address.
    pub last: Option<String>,
    /// After so many pages.
    pub pages: u32,
}

/// What an article is.
#[derive(Debug, Clone)]
pub struct Article {
    is: Vec<Selector>,
    is_not: Vec<Selector>,
    keep: Vec<Regex>,
    drop: Vec<Regex>,
    late: Vec<Regex>,
    /// Whether articles may be on other sites.
    pub elsewhere: bool,
    /// The number of the article.
    pub id: Rules,
    /// Other addresses of the article.
    pub alias: Rules,
    /// Its next page.
    pub next: Rules,
    /// Articles that it leads to.
    pub neighbours: Rules,
}

impl Portal {
    /// A portal file, with the preset it changes. `url` goes before the file's.
    ///
    /// # Errors
    /// When the file means nothing; with the place.
    pub fn load(text: &str, url: Option<&str>) -> Result<Self, FileError> {
        Self::load_with(text, url, &|_| Err(std::io::ErrorKind::Unsupported.into()))
    }

    /// As [`Self::load`], with a way to read the files it names.
    ///
    /// # Errors
    /// As there, and when such a file cannot be read.
    pub fn load_with(text: &str, url: Option<&str>, read: ReadFile<'_>) -> Result<Self, FileError> {
        let mut file = PortalFile::parse(text)?;
        let located = |fault| FileError::of_fault(text, fault);
        file.read_maps(read).map_err(located)?;
        let file = match file.preset.clone() {
            None => file,
            Some(name) => {
                let preset = preset::file(&name).map_err(|f| located(f.below("preset")))?;
                file.over(preset)
            }
        };
        Self::compile(&file, url).map_err(located)
    }

    /// A preset alone.
    ///
    /// # Errors
    /// When there is no such preset, or the address is none.
    pub fn of_preset(name: &str, url: &str) -> Result<Self, FileError> {
        let file = preset::file(name).and_then(|file| Self::compile(&file, Some(url)));
        file.map_err(|fault| FileError::of_fault("", fault))
    }

    fn compile(file: &PortalFile, url: Option<&str>) -> Result<Self, Fault> {
        let url = url.or(file.url.as_deref()).ok_or_else(|| {
            Fault::new("the portal has no address", "set `url`, or give one with --url")
        })?;
        let url = Url::parse(url).map_err(|error| {
            Fault::new(format!("{url}: {}", error.sentence()), "write https://example.org/")
                .below("url")
        })?;
        let links = rules(file.links.as_ref(), "links")?.unwrap_or_default();
        let next = rules(file.next.as_ref(), "next")?.unwrap_or_default();
        let mut routes = Vec::new();
        for (name, route) in &file.archive {
            if route.off == Some(true) {
                continue;
            }
            let compiled = Route::compile(name, route, &file.columns, &links, &next);
            routes.push(compiled.map_err(|fault| fault.below(name).below("archive"))?);
        }
        Ok(Self {
            name: file.name.clone().unwrap_or_default(),
            url,
            hosts: hosts(&file.hosts, "hosts")?,
            learn_hosts: file.learn_hosts.unwrap_or(false),
            routes,
            article: Article::compile(&file.article).map_err(|fault| fault.below("article"))?,
            content: Content::compile(&file.content).map_err(|fault| fault.below("content"))?,
            skip: regexes(&file.skip, "skip")?,
            links,
            next,
            own: Rules::compile(&own()).map_err(|fault| fault.below("learn_hosts"))?,
        })
    }

    /// Narrows the ranges of dates of all routes that have some.
    pub fn narrow(&mut self, from: Option<Date>, to: Option<Date>) {
        self.routes.iter_mut().for_each(|route| route.addresses.narrow(from, to));
    }

    /// Whether an address is never asked for. `target` is path and query.
    pub fn skips(&self, target: &str) -> bool {
        self.skip.iter().any(|skip| skip.is_match(target))
    }

    /// The file's own rules for the articles of a page, and for the page that comes next, where no
    /// route is meant.
    pub fn rules(&self) -> (&Rules, &Rules) {
        (&self.links, &self.next)
    }

    /// Addresses that a first page gives for its own site.
    pub fn own_addresses(&self, page: &Document) -> Vec<String> {
        self.own.every_address(page)
    }

    /// The route that an address belongs to, by number.
    pub fn route_of_address(&self, target: &str) -> Option<usize> {
        self.routes.iter().position(|route| route.pages.iter().any(|p| p.is_match(target)))
    }

    /// The route that a page belongs to by what it is, by number.
    pub fn route_of_page(&self, page: &Document) -> Option<usize> {
        self.routes.iter().position(|route| route.page_is.iter().any(|s| page.has(s)))
    }
}

impl Route {
    fn compile(
        name: &str,
        file: &RouteFile,
        columns: &[String],
        links: &Rules,
        next: &Rules,
    ) -> Result<Self, Fault> {
        if file.url.is_none() && file.pages.is_empty() && file.page_is.is_empty() {
            let hint = "set `url`, or `pages` or `page_is` where other pages link to them";
            return Err(Fault::new("nothing leads to the pages of this route", hint));
        }
        let stop = file.stop.clone().unwrap_or_default();
        Ok(Self {
            name: name.to_owned(),
            kind: file.kind.unwrap_or_default(),
            links: rules(file.links.as_ref(), "links")?.unwrap_or_else(|| links.clone()),
            next: rules(file.next.as_ref(), "next")?.unwrap_or_else(|| next.clone()),
            stop: Stop {
                empty: stop.empty.unwrap_or(true),
                stale: stop.stale,
                known: stop.known.unwrap_or(true),
                last: stop.last,
                pages: stop.pages.unwrap_or(100_000),
            },
            addresses: Pages::compile(file, columns)?,
            pages: regexes(&file.pages, "pages")?,
            page_is: selectors(&file.page_is, "page_is")?,
        })
    }

    /// Whether addresses have dates in them.
    pub fn is_dated(&self) -> bool {
        self.addresses.is_dated()
    }

    /// Whether the newest date comes first.
    pub fn is_new_first(&self) -> bool {
        self.addresses.is_new_first()
    }

    /// The stretches of archive pages that the templates give.
    pub fn places(&self, portal: &Portal, today: Date) -> Vec<Place> {
        self.addresses.places(&portal.url, today)
    }
}

/// What a page says of its own address, and where programs find its site.
fn own() -> Many<RuleFile> {
    let metas = RuleFile {
        link: Some("meta[property='og:url']".to_owned()),
        attr: Some("content".to_owned()),
        ..RuleFile::default()
    };
    let links = RuleFile {
        link: Some(
            "base[href], link:is([rel=canonical], [rel=EditURI], [rel=shortlink], [rel=pingback], \
             [rel='https://api.w.org/'], [rel=alternate][type*=rss], [rel=alternate][type*=atom])"
                .to_owned(),
        ),
        ..RuleFile::default()
    };
    Many(vec![links, metas])
}

fn rules(file: Option<&Many<RuleFile>>, key: &str) -> Result<Option<Rules>, Fault> {
    file.map(|file| Rules::compile(file).map_err(|fault| fault.below(key))).transpose()
}

impl Article {
    fn compile(file: &ArticleFile) -> Result<Self, Fault> {
        let own =
            |file: Option<&Many<RuleFile>>, key| rules(file, key).map(Option::unwrap_or_default);
        Ok(Self {
            is: selectors(&file.is, "is")?,
            is_not: selectors(&file.is_not, "is_not")?,
            keep: regexes(&file.keep, "keep")?,
            drop: regexes(&file.drop, "drop")?,
            late: regexes(&file.late, "late")?,
            elsewhere: file.elsewhere.unwrap_or(false),
            id: own(file.id.as_ref(), "id")?,
            alias: own(file.alias.as_ref(), "alias")?,
            next: own(file.next.as_ref(), "next")?,
            neighbours: own(file.neighbours.as_ref(), "neighbours")?,
        })
    }

    /// Whether an article can have this address; `target` is path and query.
    pub fn can_be(&self, target: &str) -> bool {
        (self.keep.is_empty() || self.keep.iter().any(|keep| keep.is_match(target)))
            && !self.drop.iter().any(|drop| drop.is_match(target))
    }

    /// Whether an address is to be asked for last, and if so, the number of the article in it.
    pub fn late<'a>(&self, target: &'a str) -> Option<Option<&'a str>> {
        let groups = self.late.iter().find_map(|late| late.captures(target))?;
        Some(groups.get(1).map(|number| number.as_str()))
    }

    /// Whether pages are looked at to see if they are articles.
    pub fn has_signs(&self) -> bool {
        !self.is.is_empty()
    }

    /// Whether a page is an article.
    pub fn is(&self, page: &Document) -> bool {
        (self.is.is_empty() || self.is.iter().any(|is| page.has(is)))
            && !self.is_not.iter().any(|is_not| page.has(is_not))
    }
}
