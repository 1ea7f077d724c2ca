//! Joins the frames of a page to one page, as readers saw them beside each other.

use scutch_archive::Limits;
use scutch_fetch::Exchange;
use scutch_page::{Hints, charset};

/// One page with the bodies of the frames in order, and the title of the frameset.
pub(crate) fn join_frames<'a>(
    frameset: &Exchange,
    frames: impl Iterator<Item = &'a Exchange>,
) -> Vec<u8> {
    let page = decoded(frameset);
    let title = between(&page, "<title", "</title").unwrap_or_default();
    let mut out = format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>{}</title></head><body>\n",
        title.trim()
    );
    for frame in frames {
        let page = decoded(frame);
        // Without a body tag, the frame as a whole: parsers accept a head inside a div.
        let body = between(&page, "<body", "</body").unwrap_or(&page);
        out.extend(["<div>\n", body.trim(), "\n</div>\n"]);
    }
    out.push_str("</body></html>\n");
    out.into_bytes()
}

/// The page as text, by its charset.
fn decoded(hop: &Exchange) -> String {
    let Some(answer) = hop.answer() else { return String::new() };
    // Archives move the original field aside where they replace it with their own.
    let original = ["X-Archive-Orig-Content-Type", "Content-Type"];
    let content_type = original.iter().find_map(|name| answer.headers.get(name));
    let hints = Hints { http_content_type: content_type, url: Some(&hop.uri), ..Hints::default() };
    charset::decode(&answer.payload(&Limits::default()).content, &hints).text.into_owned()
}

/// The text between an opening tag and the next closing one, in any case.
fn between<'a>(html: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let lower = html.to_ascii_lowercase();
    let tag = lower.find(open)?;
    let start = tag + lower[tag..].find('>')? + 1;
    // Many old pages never close their body.
    let end = lower[start..].find(close).map_or(html.len(), |at| start + at);
    html.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(head: &str, body: &[u8]) -> Exchange {
        let head = format!("HTTP/1.1 200 OK\r\n{head}\r\n");
        let response = [head.as_bytes(), body].concat();
        let address = "127.0.0.1:80".parse().expect("an address");
        let (uri, request) = ("http://a.example/".to_owned(), Vec::new());
        Exchange { uri, address, request, response, rest: None, status: 200, certificate: None }
    }

    #[test]
    fn bodies_are_joined_in_order_under_the_title_of_the_frameset() {
        let frameset = exchange("", b"<TITLE> Two </TITLE><frameset>");
        let frames = [
            exchange("", b"<html><BODY class=x><p>one</p></BODY></html>"),
            exchange("", b"<body><p>never closed"),
            exchange("", b"<p>without body"),
            exchange("Content-Type: text/html; charset=iso-8859-2\r\n", b"<body>\xf5</body>"),
            exchange(
                "Content-Type: text/html; charset=utf-8\r\n\
                 X-Archive-Orig-Content-Type: text/html; charset=iso-8859-2\r\n",
                b"<body>\xf5</body>",
            ),
        ];
        let html = String::from_utf8(join_frames(&frameset, frames.iter())).expect("UTF-8");
        assert!(html.contains("<title>Two</title>"), "{html}");
        let places = ["<p>one</p>", "<p>never closed", "<p>without body", "\u{151}"]
            .map(|text| html.find(text));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{html}");
        assert_eq!(html.matches('\u{151}').count(), 2, "{html}");
        assert!(!html.contains("class=x"));
    }

    #[test]
    fn texts_between_tags_are_found_in_any_case() {
        for (html, expected) in [
            ("<Title lang=en>x</tItle>", Some("x")),
            ("<title>x", Some("x")),
            ("<title", None),
            ("none", None),
            ("<title></title>", Some("")),
        ] {
            assert_eq!(between(html, "<title", "</title"), expected, "{html}");
        }
    }
}
