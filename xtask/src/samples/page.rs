//! Pages: an article, a front page or a "not found" set into a layout, with all that surrounds
//! them on a real site.

use anyhow::{Context, Result};

use super::article::{Article, Block, Head};
use super::date;
use super::layout::{Layout, Slots, escape};
use super::press::{Look, Press};
use super::set;
use super::site::Site;
use super::structured;

/// After which paragraph an advertisement stands within an article, and after which the inset.
const ADVERT_AFTER: usize = 2;
const INSET_AFTER: usize = 4;

/// What a page needs to know besides its content.
pub(crate) struct Setting<'a> {
    pub(crate) press: &'a Press,
    pub(crate) look: Look,
    /// When it was captured: later articles and comments do not show yet.
    pub(crate) at: &'a str,
    pub(crate) url: &'a str,
    /// The label in the page's meta element, if it has one.
    pub(crate) meta: Option<&'a str>,
    /// Place of the capture in its archive; turns the wheel of adverts and teasers.
    pub(crate) turn: usize,
}

/// A teaser on its way into a layout.
struct Teaser {
    section: String,
    title: String,
    text: String,
    path: String,
    date: String,
}

/// The page of an article.
pub(crate) fn article(setting: &Setting, article: &Article) -> Result<String> {
    let head = &article.head;
    let (site, layout) = (setting.press.site(&head.language)?, setting.press.layout(setting.look)?);
    let name = head.site.as_deref().unwrap_or(&site.name);
    let teasers = teasers(setting, &head.language, Some(&head.path))?;
    let slots = surroundings(setting, &head.language, name)?
        .text("path", &head.path)
        .text("title", &head.title)
        .text("lead", &head.lead)
        .text("teaser", &head.teaser)
        .text("section", &head.section)
        .text("authors", &head.authors.join(", "))
        .text("keywords", &head.keywords.join(", "))
        .text("canonical", setting.url)
        .text("date_iso", date::day(&head.published))
        .text("date_time", &head.published)
        .text("date_text", &date::printed(&head.published, site)?)
        .html("byline", byline(layout, site, head)?)
        .html("updated", updated(setting, layout, site, head)?)
        .html("jsonld", structured::json_ld(name, setting.url, head)?)
        .html("topics", each(layout, "topic", &head.keywords)?)
        .html("bios", each(layout, "bio", bios(site, head))?)
        .html("body", body(setting, layout, site, article, &teasers)?)
        .html("related", cards(layout, "related_item", teasers.iter().rev().take(2))?)
        .html("teasers", cards(layout, "teaser", teasers.iter().take(4))?)
        .html("comments", comments(setting, layout, site, article)?);
    layout.fill("page", &slots)
}

/// A front page of an edition.
pub(crate) fn home(setting: &Setting, language: &str) -> Result<String> {
    listing(setting, language, "home")
}

/// What the site answers when it has no such page.
pub(crate) fn missing(setting: &Setting, language: &str) -> Result<String> {
    listing(setting, language, "missing")
}

/// An article as plain text, wrapped as a typist would.
pub(crate) fn plain(article: &Article) -> String {
    const COLUMNS: usize = 72;
    let mut page = String::new();
    for line in article.text().lines() {
        let mut column = 0;
        for word in line.split(' ') {
            if column > 0 && column + word.len() >= COLUMNS {
                page.push_str("\r\n");
                column = 0;
            } else if column > 0 {
                page.push(' ');
            }
            page.push_str(word);
            column += word.len() + 1;
        }
        page.push_str("\r\n\r\n");
    }
    page
}

fn listing(setting: &Setting, language: &str, fragment: &str) -> Result<String> {
    let (site, layout) = (setting.press.site(language)?, setting.press.layout(setting.look)?);
    let teasers = teasers(setting, language, None)?;
    let slots = surroundings(setting, language, &site.name)?
        .text("date_text", &date::printed(setting.at, site)?)
        .html("listing", cards(layout, "listing_item", teasers.iter())?);
    layout.fill(fragment, &slots)
}

/// Slots that every page has: the paper's name and words, navigation, adverts.
fn surroundings(setting: &Setting, language: &str, name: &str) -> Result<Slots> {
    let (site, layout) = (setting.press.site(language)?, setting.press.layout(setting.look)?);
    let mut nav = String::new();
    for (title, path) in &site.nav {
        nav +=
            &layout.fill("nav_item", &Slots::default().text("title", title).text("path", path))?;
    }
    let meta = match setting.meta {
        Some(label) => layout.fill("meta_charset", &Slots::default().text("charset", label))?,
        None => String::new(),
    };
    Ok(labels(site)
        .text("lang", language)
        .text("site", name)
        .text("motto", &site.motto)
        .text("home", &site.home)
        .text("year", date::year(setting.at))
        .html("nav", nav)
        .html("meta_charset", meta)
        .html("banner", advert(layout, site, setting.turn)?)
        .html("side_advert", advert(layout, site, setting.turn + 1)?))
}

fn labels(site: &Site) -> Slots {
    let labels = site.label.iter();
    labels.fold(Slots::default(), |slots, (name, text)| slots.text(&format!("label.{name}"), text))
}

fn advert(layout: &Layout, site: &Site, turn: usize) -> Result<String> {
    let advert = site.advert.iter().cycle().nth(turn % 12).context("an edition needs adverts")?;
    let slots = labels(site)
        .text("number", &(100 + turn % 12).to_string())
        .text("title", &advert.title)
        .text("text", &advert.text)
        .text("link", &advert.link);
    layout.fill("advert", &slots)
}

/// What other pages could be announced on this one, in an order that changes with the turn.
fn teasers(setting: &Setting, language: &str, without: Option<&str>) -> Result<Vec<Teaser>> {
    let site = setting.press.site(language)?;
    let mut teasers = Vec::new();
    for article in setting.press.published(language, setting.at) {
        let head = &article.head;
        if Some(head.path.as_str()) != without {
            teasers.push(Teaser {
                section: head.section.clone(),
                title: head.title.clone(),
                text: head.teaser.clone(),
                path: head.path.clone(),
                date: date::printed(&head.published, site)?,
            });
        }
    }
    for elsewhere in &site.elsewhere {
        teasers.push(Teaser {
            section: site.nav.first().map(|(title, _)| title.clone()).unwrap_or_default(),
            title: elsewhere.title.clone(),
            text: elsewhere.text.clone(),
            path: elsewhere.path.clone(),
            date: date::printed(setting.at, site)?,
        });
    }
    if without.is_some() {
        let places = teasers.len().max(1);
        teasers.rotate_left(setting.turn % places);
    }
    Ok(teasers)
}

fn cards<'t>(
    layout: &Layout,
    fragment: &str,
    teasers: impl Iterator<Item = &'t Teaser>,
) -> Result<String> {
    teasers.map(|teaser| layout.fill(fragment, &card(Slots::default(), teaser))).collect()
}

fn card(slots: Slots, teaser: &Teaser) -> Slots {
    slots
        .text("section", &teaser.section)
        .text("title", &teaser.title)
        .text("text", &teaser.text)
        .text("path", &teaser.path)
        .text("date_text", &teaser.date)
}

fn byline(layout: &Layout, site: &Site, head: &Head) -> Result<String> {
    let and = escape(site.label.get("and").map_or(", ", String::as_str));
    let names: Result<Vec<String>> = head
        .authors
        .iter()
        .map(|name| layout.inline("author", &Slots::default().text("name", name)))
        .collect();
    Ok(names?.join(&and))
}

/// The note of the last change, which only the modern layout prints.
fn updated(setting: &Setting, layout: &Layout, site: &Site, head: &Head) -> Result<String> {
    match &head.modified {
        Some(date) if setting.look == Look::Modern => {
            let slots =
                labels(site).text("date_time", date).text("date_text", &date::printed(date, site)?);
            layout.inline("updated", &slots)
        }
        _ => Ok(String::new()),
    }
}

fn bios<'a>(site: &'a Site, head: &'a Head) -> impl Iterator<Item = &'a String> {
    head.authors.iter().filter_map(|name| site.author.get(name))
}

fn each<'t>(
    layout: &Layout,
    fragment: &str,
    texts: impl IntoIterator<Item = &'t String>,
) -> Result<String> {
    let fill = |text: &String| layout.fill(fragment, &Slots::default().text("text", text));
    texts.into_iter().map(fill).collect()
}

fn comments(setting: &Setting, layout: &Layout, site: &Site, article: &Article) -> Result<String> {
    let mut html = String::new();
    for comment in article.comments.iter().filter(|c| date::not_after(&c.date, setting.at)) {
        let slots = labels(site)
            .text("name", &comment.name)
            .text("date_text", &date::printed(&comment.date, site)?)
            .text("text", &comment.text);
        html += &layout.fill("comment", &slots)?;
    }
    Ok(html)
}

/// The body of an article with an advertisement and an inset between its paragraphs.
fn body(
    setting: &Setting,
    layout: &Layout,
    site: &Site,
    article: &Article,
    teasers: &[Teaser],
) -> Result<String> {
    let mut html = String::new();
    let mut paragraphs = 0;
    for block in &article.blocks {
        html += &set::block(layout, block)?;
        if !matches!(block, Block::Paragraph(_)) {
            continue;
        }
        paragraphs += 1;
        if paragraphs == ADVERT_AFTER {
            html += &advert(layout, site, setting.turn + 2)?;
        }
        if let (INSET_AFTER, Some(teaser)) = (paragraphs, teasers.last()) {
            html += &layout.fill("inset", &card(labels(site), teaser))?;
        }
    }
    Ok(html)
}
