//! The page around what verbs show: self-contained, without scripts, loading nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What a browser may do with the page: show it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

/// What is wider than the screen scrolls, with a shade on the side where more is hidden.
const WIDE: &str = "h1,h2,h3{overflow-wrap:anywhere}@media(max-width:75rem){table{display:block;max-width:100%;\
    overflow-x:auto;background:linear-gradient(to right,Canvas 40%,transparent) left/3rem 100% no-repeat local,\
    linear-gradient(to left,Canvas 40%,transparent) right/3rem 100% no-repeat local,\
    linear-gradient(to right,#8888,transparent) left/.8rem 100% no-repeat,\
    linear-gradient(to left,#8888,transparent) right/.8rem 100% no-repeat}}";

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
                style { (PreEscaped(WIDE)) (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}
