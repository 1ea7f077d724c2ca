//! HTTP messages as the servers of the two ages sent them.

use anyhow::Result;

use super::coding::{self, Coding};
use super::date;
use super::press::Look;

/// A response: the bytes of its head with the empty line, and of its body as sent.
pub(crate) struct Response {
    pub(crate) head: Vec<u8>,
    pub(crate) body: Vec<u8>,
    /// The body after transfer decoding, which payload digests are about.
    pub(crate) payload: Vec<u8>,
}

/// What the head of a response says.
pub(crate) struct Head<'a> {
    pub(crate) at: &'a str,
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) codings: &'a [Coding],
    pub(crate) chunked: bool,
    pub(crate) location: Option<&'a str>,
    pub(crate) modern: bool,
}

/// Reason phrases of the codes that occur.
const PHRASES: &[(u16, &str)] = &[(200, "OK"), (302, "Found"), (404, "Not Found"), (410, "Gone")];

/// Wraps content into a response.
pub(crate) fn response(head: &Head, content: Vec<u8>) -> Result<Response> {
    let payload = head.codings.iter().fold(content, |body, coding| coding.encode(&body));
    let body = if head.chunked { coding::chunked(&payload) } else { payload.clone() };
    let phrase = PHRASES.iter().find(|(code, _)| *code == head.status).map_or("", |(_, text)| text);
    let mut lines = vec![
        format!("HTTP/1.1 {} {phrase}", head.status),
        format!("Date: {}", date::http(head.at)?),
        format!("Server: {}", if head.modern { "nginx" } else { "Apache/1.3.26 (Unix)" }),
    ];
    if let Some(location) = head.location {
        lines.push(format!("Location: {location}"));
    }
    if !head.codings.is_empty() {
        let names: Vec<&str> = head.codings.iter().map(|coding| coding.name()).collect();
        lines.push(format!("Content-Encoding: {}", names.join(", ")));
    }
    lines.push(if head.chunked {
        "Transfer-Encoding: chunked".to_owned()
    } else {
        format!("Content-Length: {}", body.len())
    });
    lines.push("Connection: close".to_owned());
    // Older servers of ours wrote this name in lower case.
    let name = if head.modern { "content-type" } else { "Content-Type" };
    lines.push(format!("{name}: {}", head.content_type));
    Ok(Response { head: message_head(&lines), body, payload })
}

/// The request that fetched an address.
pub(crate) fn request(url: &str, software: &str) -> Vec<u8> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
    message_head(&[
        format!("GET {path} HTTP/1.1"),
        format!("Host: {host}"),
        format!("User-Agent: {software} (+http://gleaner.example/)"),
        "Accept: text/html,*/*;q=0.5".to_owned(),
        "Connection: close".to_owned(),
    ])
}

fn message_head(lines: &[String]) -> Vec<u8> {
    format!("{}\r\n\r\n", lines.join("\r\n")).into_bytes()
}

/// Whether a look belongs to the years after the redesign.
pub(crate) fn modern(look: Option<Look>) -> bool {
    look == Some(Look::Modern)
}
