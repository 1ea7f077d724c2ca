//! The links of a fetched page.

use scutch_archive::{Limits, parse_http_response};
use scutch_page::{Hints, charset};
use scutch_url::Url;
use scutch_url::links::{Link, LinkKind, links};

/// Links that a reader of the page can follow.
pub(super) fn outlinks(url: &Url, block: &[u8]) -> Vec<Link> {
    let limits = Limits::default();
    let Ok(answer) = parse_http_response(block, &limits) else { return Vec::new() };
    let content_type = answer.headers.get("Content-Type");
    // Without a type, browsers take a page for HTML.
    if content_type.is_some_and(|value| !value.contains("html")) {
        return Vec::new();
    }
    let payload = answer.payload(&limits);
    let hints =
        Hints { http_content_type: content_type, url: Some(url.as_str()), ..Hints::default() };
    let html = charset::decode(&payload.content, &hints).text;
    let mut found = links(&html, url);
    // Not images, styles and scripts: they are parts of the page.
    let kinds = [LinkKind::Anchor, LinkKind::Area, LinkKind::Frame, LinkKind::Refresh];
    found.retain(|link| kinds.contains(&link.kind));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(block: &[u8]) -> Vec<String> {
        let url = Url::parse("http://a.example/x/").expect("a URL");
        outlinks(&url, block).into_iter().map(|link| link.url.as_str().to_owned()).collect()
    }

    #[test]
    fn only_what_a_reader_can_follow_is_a_link() {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        for (html, expected) in [
            ("<a href=1>", &["http://a.example/x/1"][..]),
            ("<map><area href=/2></map>", &["http://a.example/2"]),
            ("<iframe src=3>", &["http://a.example/x/3"]),
            ("<meta http-equiv=refresh content='0; url=4'>", &["http://a.example/x/4"]),
            ("<base href=//b.example/><a href=5>", &["http://b.example/5"]),
            ("<img src=6><script src=7></script><link rel=stylesheet href=8>", &[]),
            ("<a href='javascript:void(0)'><a href='mailto:a@b.example'>", &[]),
            ("no link", &[]),
        ] {
            assert_eq!(found(format!("{page}{html}").as_bytes()), expected, "{html}");
        }
    }

    #[test]
    fn only_html_has_links() {
        let html = "<a href=1>";
        for (head, count) in [
            ("HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\n\r\n", 1),
            ("HTTP/1.1 200 OK\r\nServer: none\r\n\r\n", 1),
            ("HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=x\r\n\r\n", 1),
            ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", 0),
            ("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n", 0),
            ("220 mail.example ready\r\n\r\n", 0),
        ] {
            assert_eq!(found(format!("{head}{html}").as_bytes()).len(), count, "{head}");
        }
        assert!(found(b"").is_empty() && found(b"\xff\x00").is_empty());
    }
}
