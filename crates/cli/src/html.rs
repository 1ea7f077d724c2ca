//! The page around what verbs show: self-contained, without scripts, loading nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What a browser may do with the page: show it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

/// A document with a title, a style and what stands in its body.
pub(crate) fn document(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}
