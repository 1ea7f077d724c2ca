//! Content rules of portals, found by the host of a page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scutch_archive::Capture;
use scutch_page::{ExtractConfig, Page};
use scutch_portal::{
    Article, ArticleSigns, Content, ContentFile, Document, RuleFile, RuledPage, Rules as PageRules,
    Site,
};
use scutch_url::Url;
use serde::{Deserialize, Serialize};

/// The content rules of a portal, and the hosts they are for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PortalRules {
    /// Hosts of the portal, subdomains included.
    pub hosts: Vec<String>,
    /// Name of the site, for rows whose pages do not give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Rule sets, in order.
    pub content: Vec<ContentFile>,
    /// Rules for the link to the next page of an article.
    pub next: Vec<RuleFile>,
    /// What tells articles from other pages.
    #[serde(skip_serializing_if = "ArticleSigns::is_empty")]
    pub article: ArticleSigns,
}

/// The compiled rules of one portal.
#[derive(Debug, Clone)]
pub struct CompiledRules {
    site: Option<String>,
    content: Content,
    next: PageRules,
    /// `None` where every page is an article.
    article: Option<Article>,
}

/// The rules of all portals, by host.
#[derive(Debug, Default)]
pub struct Rules {
    hosts: BTreeMap<String, CompiledRules>,
}

impl Rules {
    /// Compiles the rules of all portals.
    ///
    /// # Errors
    /// A sentence: a rule or a host name is invalid, or two portals share a host.
    pub fn new(portals: &[PortalRules]) -> Result<Self, String> {
        let mut hosts = BTreeMap::new();
        for portal in portals {
            let content = Content::new(&portal.content)?;
            let signs = Some(&portal.article).filter(|signs| !signs.is_empty());
            let article = signs.map(Article::from_signs).transpose()?;
            let (site, next) = (portal.site.clone(), PageRules::new(&portal.next)?);
            let rules = CompiledRules { site, content, next, article };
            // A portal may name a host twice in two spellings. Two portals may not share one.
            let mut of_one = BTreeMap::new();
            for host in &portal.hosts {
                let bare = scutch_url::bare_host(host)
                    .ok_or_else(|| format!("`{host}` is no name of a host"))?;
                of_one.insert(bare, rules.clone());
            }
            if let Some(host) = of_one.keys().find(|host| hosts.contains_key(*host)) {
                return Err(format!("two portals have the host {host}"));
            }
            // Only now: hosts of one portal may repeat each other.
            hosts.append(&mut of_one);
        }
        Ok(Self { hosts })
    }

    /// Whether any portal has rules for multi-page articles.
    pub fn continue_articles(&self) -> bool {
        self.hosts.values().any(|portal| !portal.next.is_empty())
    }

    /// The rules for a URL: those of its host, else of the nearest parent domain.
    pub fn for_url(&self, url: &str) -> Option<&CompiledRules> {
        if self.hosts.is_empty() {
            return None;
        }
        // With a `www` in front: of the names above it, the bare host is the first.
        let host = scutch_url::host(url)?.to_ascii_lowercase();
        // The host itself, then each parent domain, so that the most specific rules win.
        let names = std::iter::successors(Some(host.as_str()), |name| {
            name.split_once('.').map(|(_, above)| above)
        });
        names.into_iter().find_map(|name| self.hosts.get(name))
    }

    /// Whether a capture is an article, if a portal file says what one is.
    pub fn is_article(&self, capture: &Capture<'_>) -> Option<bool> {
        let article = self.for_url(capture.url)?.article.as_ref()?;
        if !article.can_be(Site::target(capture.url)) {
            return Some(false);
        }
        // Signs may be anywhere in the document, and the parsed page is without scripts.
        Some(
            !article.has_signs() && article.signs().is_not.is_empty() || {
                whole(capture).is_some_and(|page| article.is(&page))
            },
        )
    }

    /// The article of a page and the rules that matched, if any did.
    pub fn extract(
        &self,
        page: &Page,
        capture: &Capture<'_>,
        config: &ExtractConfig,
    ) -> Option<(&Content, RuledPage)> {
        let content = &self.for_url(page.url()?)?.content;
        // The whole document is decoded only if a rule asks for it.
        Some((content, content.extract(page, &|| whole(capture), config)?))
    }
}

impl CompiledRules {
    /// The name of the site, as the portal file has it.
    pub fn site(&self) -> Option<&str> {
        self.site.as_deref()
    }

    /// The URL of the next page of this article.
    pub fn next(&self, capture: &Capture<'_>) -> Option<String> {
        // Asked first: most portals have no such rule, and a document costs a parse.
        if self.next.is_empty() {
            return None;
        }
        self.next.addresses(&whole(capture)?).into_iter().next()
    }
}

/// The capture as an unsanitized document. Rules may read scripts, which a parsed page drops.
fn whole(capture: &Capture<'_>) -> Option<Document> {
    let url = Url::parse(capture.url).ok()?;
    let bytes = capture.payload.content.to_vec();
    let page = Document::new(url, bytes, capture.content_type.as_deref().map(str::to_owned));
    Some(page.with_guessed_charset(capture.guessed_charset.clone()))
}

#[cfg(test)]
mod tests {
    use scutch_archive::{Item, Limits, Position, Reader, Source, capture};

    use super::*;

    #[test]
    fn a_host_is_of_one_portal() {
        let portal = |hosts: [&str; 2]| PortalRules {
            hosts: hosts.map(str::to_owned).to_vec(),
            ..PortalRules::default()
        };
        let ours = portal(["a.example", "www.A.example"]);
        assert!(Rules::new(&[ours.clone(), portal(["b.example", "c.a.example"])]).is_ok());
        let error = Rules::new(&[ours, portal(["b.example", "www.a.example"])]).expect_err("twice");
        assert_eq!(error, "two portals have the host a.example");
    }

    #[test]
    fn hosts_are_found_in_all_spellings_and_must_be_hosts() {
        let portal =
            |host: &str| PortalRules { hosts: vec![host.to_owned()], ..PortalRules::default() };
        let rules = Rules::new(&[portal("WWW.M\u{fc}nchen.example")]).expect("rules");
        assert!(rules.for_url("https://m\u{fc}nchen.example/1").is_some());
        let error = Rules::new(&[portal("https://a.example/")]).expect_err("an address");
        assert_eq!(error, "`https://a.example/` is no name of a host");
    }

    /// Does something with the capture of a page.
    fn with_capture<T>(url: &str, html: &str, look: impl FnOnce(&Capture<'_>) -> T) -> T {
        let record = format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\n\
             WARC-Date: 2020-02-02T02:02:02Z\r\nContent-Type: text/html\r\n\
             Content-Length: {}\r\n\r\n{html}\r\n\r\n",
            html.len()
        );
        let limits = Limits::default();
        let source = Source::from_bytes(record.as_bytes());
        let mut reader = Reader::from_source(source, Position::START, &limits);
        let Some(Item::Record(record)) = reader.next() else { panic!("a record") };
        look(&capture(&record, &limits).expect("a capture"))
    }

    fn list(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    /// One portal that says what an article is, and one below it that does not.
    fn rules() -> Rules {
        let article = ArticleSigns {
            is: list(&["article"]),
            is_not: list(&[".teaser"]),
            keep: list(&["^/news/"]),
            drop: list(&["/archive"]),
        };
        let next = vec![RuleFile { link: Some("a.next".to_owned()), ..RuleFile::default() }];
        let above =
            PortalRules { hosts: list(&["a.example"]), next, article, ..PortalRules::default() };
        let below = PortalRules { hosts: list(&["blog.a.example"]), ..PortalRules::default() };
        Rules::new(&[above, below]).expect("rules")
    }

    #[test]
    fn articles_are_told_by_address_and_signs() {
        let rules = rules();
        for (url, html, expected) in [
            ("http://a.example/news/1", "<article>x</article>", Some(true)),
            ("http://www.A.example/news/1", "<article>x</article>", Some(true)),
            ("http://a.example/news/1", "<p>x", Some(false)),
            ("http://a.example/news/1", "<article>x</article><p class=teaser>y", Some(false)),
            ("http://a.example/about", "<article>x</article>", Some(false)),
            ("http://a.example/news/archive", "<article>x</article>", Some(false)),
            ("http://blog.a.example/about", "<p>x", None),
            ("http://b.example/news/1", "<article>x</article>", None),
            ("urn:x", "<article>x</article>", None),
        ] {
            let found = with_capture(url, html, |capture| rules.is_article(capture));
            assert_eq!(found, expected, "{url} {html}");
        }
    }

    #[test]
    fn the_next_page_is_that_of_the_most_specific_portal() {
        let rules = rules();
        assert!(rules.continue_articles() && !Rules::default().continue_articles());
        let html = "<a class=next href=2>Next</a><a class=next href=3>Last</a>";
        for (url, html, expected) in [
            ("http://a.example/news/1", html, Some("http://a.example/news/2")),
            ("http://x.a.example/news/1", html, Some("http://x.a.example/news/2")),
            ("http://blog.a.example/news/1", html, None),
            ("http://a.example/news/1", "<a href=2>Next</a>", None),
        ] {
            let of_host = rules.for_url(url).expect("a portal");
            let found = with_capture(url, html, |capture| of_host.next(capture));
            assert_eq!(found.as_deref(), expected, "{url} {html}");
        }
    }

    #[test]
    fn rules_that_mean_nothing_are_told_in_a_sentence() {
        let next = |rule: RuleFile| PortalRules { next: vec![rule], ..PortalRules::default() };
        let signs = |article: ArticleSigns| PortalRules { article, ..PortalRules::default() };
        let content =
            |file: ContentFile| PortalRules { content: vec![file], ..PortalRules::default() };
        for (portal, start) in [
            (next(RuleFile { link: Some("a[".into()), ..RuleFile::default() }), "bad selector: "),
            (
                signs(ArticleSigns { is: list(&["p >"]), ..ArticleSigns::default() }),
                "bad selector: ",
            ),
            (
                signs(ArticleSigns { keep: list(&["("]), ..ArticleSigns::default() }),
                "bad regular expression: ",
            ),
            (
                content(ContentFile { root: list(&["::x("]), ..ContentFile::default() }),
                "bad selector: ",
            ),
        ] {
            let sentence = Rules::new(&[portal]).expect_err(start);
            // The line comes with the file that the rules are read from.
            assert!(sentence.starts_with(start), "{start}: {sentence}");
        }
    }
}
