//! Compiled portals: what a portal file means.

use jiff::civil::Date;
use regex::Regex;
use scutch_url::Url;

use crate::article::Article;
use crate::content::Content;
use crate::document::Document;
use crate::file::{Fault, FileError, OneOrMany, PortalFile, ReadFile, RuleFile};
use crate::preset;
use crate::route::Route;
use crate::rule::{Rules, compile_rules, host_names, regex, regexes};

/// A portal.
#[derive(Debug, Clone)]
pub struct Portal {
    /// Its name; empty if the file gives none.
    pub name: String,
    /// Its first page.
    pub url: Url,
    /// Other hosts that stand for the site.
    pub hosts: Vec<String>,
    /// Whether to learn from pages which hosts are the site's own.
    pub learn_hosts: bool,
    /// Its columns, by number.
    pub columns: Vec<String>,
    /// The routes by name.
    pub routes: Vec<Route>,
    /// What an article is.
    pub article: Article,
    /// What of an article's page is the article.
    pub content: Content,
    skip: Vec<Regex>,
    links: Rules,
    next: Rules,
    own: Rules,
    /// The forms of addresses that templates give, with the numbers of their routes.
    templates: Vec<(usize, Regex)>,
}

impl Portal {
    /// Loads a portal file with its preset. `url` overrides the file's.
    ///
    /// # Errors
    /// When the file is malformed, with the place of the fault.
    pub fn load(text: &str, url: Option<&str>) -> Result<Self, FileError> {
        Self::load_with(text, url, &|_| Err(std::io::ErrorKind::Unsupported.into()))
    }

    /// As [`Self::load`], with a function that reads the files it names.
    ///
    /// # Errors
    /// As there, and when such a file cannot be read.
    pub fn load_with(text: &str, url: Option<&str>, read: ReadFile<'_>) -> Result<Self, FileError> {
        let mut file = PortalFile::parse(text)?;
        let located = |fault| FileError::locate(text, fault);
        // Before the preset is merged in, because faults are located in this text.
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

    /// Loads a preset alone.
    ///
    /// # Errors
    /// When there is no such preset, or the address is malformed.
    pub fn from_preset(name: &str, url: &str) -> Result<Self, FileError> {
        let file = preset::file(name).and_then(|file| Self::compile(&file, Some(url)));
        file.map_err(|fault| FileError::locate("", fault))
    }

    fn compile(file: &PortalFile, url: Option<&str>) -> Result<Self, Fault> {
        let url = url.or(file.url.as_deref()).ok_or_else(|| {
            Fault::new("the portal has no address", "set `url`, or give one with --url")
        })?;
        let url = Url::parse(url).map_err(|error| {
            Fault::new(format!("{url}: {}", error.sentence()), "write https://example.org/")
                .below("url")
        })?;
        let links = compile_rules(file.links.as_ref(), "links")?.unwrap_or_default();
        let next = compile_rules(file.next.as_ref(), "next")?.unwrap_or_default();
        let mut routes = Vec::new();
        for (name, route) in &file.archive {
            // How a file leaves out a route of its preset.
            if route.off == Some(true) {
                continue;
            }
            let compiled = Route::compile(name, route, &file.columns, &links, &next);
            routes.push(compiled.map_err(|fault| fault.below(name).below("archive"))?);
        }
        Ok(Self {
            templates: address_forms(&routes, &url)?,
            name: file.name.clone().unwrap_or_default(),
            columns: file.columns.clone(),
            url,
            hosts: host_names(&file.hosts, "hosts")?,
            learn_hosts: file.learn_hosts.unwrap_or(false),
            routes,
            article: Article::compile(&file.article).map_err(|fault| fault.below("article"))?,
            content: Content::compile(&file.content).map_err(|fault| fault.below("content"))?,
            skip: regexes(&file.skip, "skip")?,
            links,
            next,
            own: Rules::compile(&own_address_rules())
                .map_err(|fault| fault.below("learn_hosts"))?,
        })
    }

    /// Narrows the date ranges of all routes that have one.
    pub fn narrow(&mut self, from: Option<Date>, to: Option<Date>) {
        self.routes.iter_mut().for_each(|route| route.narrow(from, to));
    }

    /// Whether an address is never asked for; `target` is its path and query.
    pub fn skips(&self, target: &str) -> bool {
        self.skip.iter().any(|skip| skip.is_match(target))
    }

    /// The file's own rules for listed articles and for the next page, for pages without a route.
    pub fn rules(&self) -> (&Rules, &Rules) {
        (&self.links, &self.next)
    }

    /// The addresses that a first page gives for its own site.
    pub fn own_addresses(&self, page: &Document) -> Vec<String> {
        self.own.every_address(page)
    }

    /// The number of the route that an address belongs to; `target` is its path and query.
    pub fn route_of_address(&self, target: &str) -> Option<usize> {
        self.routes.iter().position(|route| route.has_address(target))
    }

    /// As [`Self::route_of_address`], also by the templates of routes: for addresses that no crawl
    /// met.
    pub fn list_of_address(&self, target: &str) -> Option<usize> {
        let template = || self.templates.iter().find(|(_, form)| form.is_match(target));
        self.route_of_address(target).or_else(|| template().map(|(route, _)| *route))
    }

    /// The number of the route that a page belongs to by its content.
    pub fn route_of_page(&self, page: &Document) -> Option<usize> {
        self.routes.iter().position(|route| route.has_page(page))
    }
}

/// The forms of addresses that templates give, with the numbers of their routes.
fn address_forms(routes: &[Route], url: &Url) -> Result<Vec<(usize, Regex)>, Fault> {
    let forms = |(number, route): (usize, &Route)| {
        let forms = route.address_forms(url).into_iter();
        forms.map(|form| Ok((number, regex(&form, "url")?))).collect::<Vec<_>>()
    };
    routes.iter().enumerate().flat_map(forms).collect()
}

/// Rules for the addresses that a page gives for itself and for the services of its site.
// A copy names the original there, whatever its ordinary links were rewritten to.
fn own_address_rules() -> OneOrMany<RuleFile> {
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
    OneOrMany(vec![links, metas])
}
