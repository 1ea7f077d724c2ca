//! What a crawler met: the page behind a capture, rendered and encoded, before it is recorded.

use anyhow::{Context, Result};

use super::article::Article;
use super::crawl::{Capture, Plan, Served};
use super::page::{self, Setting};
use super::press::{Look, Press};
use super::{charset, http};

/// A picture of one white dot: GIF87a, a palette of two colours, one row of one pixel.
const GIF: &[u8] = b"GIF87a\x01\x00\x01\x00\x80\x00\x00\xFF\xFF\xFF\x00\x33\x66\
    \x2C\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3B";

/// A page as the crawler met it.
pub(crate) struct Seen<'a> {
    pub(crate) article: Option<&'a Article>,
    pub(crate) look: Option<Look>,
    pub(crate) url: String,
    pub(crate) head: http::Head<'a>,
    /// Bytes before HTTP.
    pub(crate) content: Vec<u8>,
}

/// The paper, and the plan of the crawl that meets it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) press: &'a Press,
    pub(crate) plan: &'a Plan,
}

impl<'a> Scene<'a> {
    /// What the crawler met at the capture's address.
    pub(crate) fn seen(self, turn: usize, capture: &'a Capture) -> Result<Seen<'a>> {
        let (turn, first) = self.first_seen(turn, capture)?;
        let article = match &first.serve {
            Served::Article(id) | Served::Plain(id) => Some(self.press.article(id)?),
            _ => None,
        };
        let own = match &first.serve {
            Served::Home(language) => Some(self.press.site(language)?.home.as_str()),
            _ => article.map(|article| article.head.path.as_str()),
        };
        let url = first.url(self.plan, own)?;
        let look = match first.serve {
            Served::Page(_) | Served::Plain(_) | Served::Image => None,
            _ => Some(first.look(self.plan)?),
        };
        let content = self.content(turn, first, look, &url)?;
        let head = self.head(first, look, &capture.at);
        Ok(Seen { article, look, url, head, content })
    }

    /// The capture whose content this one has, with its place: for a revisit, the one it repeats.
    fn first_seen(self, turn: usize, capture: &'a Capture) -> Result<(usize, &'a Capture)> {
        let Some(date) = &capture.revisit_of else { return Ok((turn, capture)) };
        let mut captures = self.plan.captures.iter().enumerate();
        captures
            .find(|(_, earlier)| earlier.at == *date)
            .with_context(|| format!("no capture of {date} to revisit"))
    }

    /// The bytes of what was served, before HTTP.
    fn content(
        &self,
        turn: usize,
        capture: &Capture,
        look: Option<Look>,
        url: &str,
    ) -> Result<Vec<u8>> {
        let setting = look.map(|look| Setting {
            press: self.press,
            look,
            at: &capture.at,
            url,
            meta: capture.meta(self.plan),
            turn,
        });
        let text = match (&capture.serve, &setting) {
            (Served::Image, _) => return Ok(GIF.to_vec()),
            (Served::Page(name), _) => self.press.page(name)?,
            (Served::Plain(id), _) => page::plain(self.press.article(id)?),
            (Served::Article(id), Some(setting)) => {
                page::article(setting, self.press.article(id)?)?
            }
            (Served::Home(language), Some(setting)) => page::home(setting, language)?,
            (Served::Missing(language), Some(setting)) => page::missing(setting, language)?,
            (_, None) => anyhow::bail!("a page of ours needs a layout"),
        };
        charset::encode(&text, capture.charset(self.plan), capture.bom)
    }

    fn head(self, capture: &'a Capture, look: Option<Look>, at: &'a str) -> http::Head<'a> {
        let content_type = content_type(&capture.mime, capture.http(self.plan));
        http::Head {
            at,
            status: capture.status,
            content_type,
            codings: &capture.codings,
            chunked: capture.chunked,
            location: capture.location.as_deref(),
            modern: http::modern(look),
        }
    }
}

/// The value of a Content-Type header.
pub(crate) fn content_type(mime: &str, label: Option<&str>) -> String {
    label.map_or_else(|| mime.to_owned(), |label| format!("{mime}; charset={label}"))
}
