//! The truth about a capture, from the article's source and the plan of the crawl.

use anyhow::{Result, ensure};
use serde::Serialize;

use super::article::{Article, Comment};
use super::crawl::{Capture, Served};
use super::press::{Look, Press};
use super::seen::{Scene, Seen};
use super::{charset, date};

/// A line of `truth.jsonl`; `samples/README.md` says what each field means.
#[derive(Serialize)]
pub(crate) struct Truth {
    file: String,
    warc_record_id: String,
    url: String,
    timestamp: String,
    status: Option<u16>,
    mime: String,
    kind: &'static str,
    template: Option<&'static str>,
    article: Option<String>,
    language: String,
    charset: String,
    charset_equivalents: Vec<String>,
    charset_label: &'static str,
    digest_status: &'static str,
    title: String,
    site: Option<String>,
    authors: Vec<String>,
    date_published: Option<String>,
    date_modified: Option<String>,
    keywords: Vec<String>,
    text: Option<String>,
    comments: Vec<String>,
}

/// What kind of page was served, in which language, under which title.
struct Nature {
    kind: &'static str,
    language: String,
    title: String,
}

/// The truth about a capture; none about pictures, redirects and files for robots.
pub(crate) fn of_capture(
    Scene { press, plan }: Scene,
    capture: &Capture,
    seen: &Seen,
    id: &str,
) -> Result<Option<Truth>> {
    let Some(nature) = nature(press, capture, seen.article)? else {
        return Ok(None);
    };
    let charset = capture.charset(plan);
    let modern = seen.look == Some(Look::Modern);
    let head = seen.article.map(|article| &article.head);
    let site = head.and_then(|head| head.site.clone());
    let site =
        site.map_or_else(|| press.site(&nature.language).map(|site| site.name.clone()), Ok)?;
    Ok(Some(Truth {
        file: plan.file.clone(),
        warc_record_id: id.to_owned(),
        url: seen.url.clone(),
        timestamp: date::fourteen(&capture.at),
        status: (!capture.resource).then_some(capture.status),
        mime: capture.mime.clone(),
        kind: nature.kind,
        template: seen.look.map(Look::template),
        article: seen.article.map(|article| article.id.clone()),
        language: nature.language,
        charset: charset::canonical(charset)?,
        charset_equivalents: charset::equivalents(&seen.content, charset)?,
        charset_label: charset::verdict(charset, &[capture.http(plan), capture.meta(plan)])?,
        digest_status: capture.digest.status(),
        title: nature.title,
        site: seen.look.map(|_| site),
        authors: head.map(|head| head.authors.clone()).unwrap_or_default(),
        // The old layout prints and declares days, the modern one moments and changes.
        date_published: head.map(|head| match modern {
            true => head.published.clone(),
            false => date::day(&head.published).to_owned(),
        }),
        date_modified: head.filter(|_| modern).and_then(|head| head.modified.clone()),
        keywords: head.map(|head| head.keywords.clone()).unwrap_or_default(),
        text: seen.article.map(Article::text),
        comments: comments(capture, seen.article),
    }))
}

/// The comments that the page showed when it was captured.
fn comments(capture: &Capture, article: Option<&Article>) -> Vec<String> {
    let comments = article.map(|article| article.comments.as_slice()).unwrap_or_default();
    let shown = |comment: &&Comment| date::not_after(&comment.date, &capture.at);
    comments.iter().filter(shown).map(|comment| comment.text.clone()).collect()
}

fn nature(press: &Press, capture: &Capture, article: Option<&Article>) -> Result<Option<Nature>> {
    if let Some(Article { head, .. }) = article {
        let kind = if matches!(capture.serve, Served::Plain(_)) { "plain" } else { "article" };
        let (language, title) = (head.language.clone(), head.title.clone());
        return Ok(Some(Nature { kind, language, title }));
    }
    Ok(match &capture.serve {
        Served::Home(language) => {
            let title = press.site(language)?.name.clone();
            Some(Nature { kind: "home", language: language.clone(), title })
        }
        Served::Missing(language) => {
            let kind = if capture.status == 200 { "soft404" } else { "error" };
            let title = press.site(language)?.label.get("missing").cloned().unwrap_or_default();
            Some(Nature { kind, language: language.clone(), title })
        }
        _ => foreign(capture)?,
    })
}

/// The nature of a page that is not ours, as the plan states it.
fn foreign(capture: &Capture) -> Result<Option<Nature>> {
    let (language, title) = (capture.language.clone(), capture.title.clone());
    let (Some(kind), Some(language), Some(title)) = (capture.kind, language, title) else {
        ensure!(capture.kind.is_none(), "a kind needs a language and a title");
        return Ok(None);
    };
    Ok(Some(Nature { kind: kind.name(), language, title }))
}
