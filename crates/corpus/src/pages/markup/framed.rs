//! The file of a page: what it is and what the colours mean, and the page itself within a frame.
//!
//! The frame is sandboxed (HTML standard, section 4.8.5): no scripts, no forms, no address of its
//! own, no way to the page around it. Nothing in it is placed outside of it, whatever its styles say.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use scutch_plot::{foreign, minute};
use scutch_template::nodes::{OUR_STYLE, PALETTE};
use scutch_template::patterns::Class;

use super::index::Entry;

const STYLE: &str = include_str!("framed.css");
/// As in the page itself. A frame inherits the policy of the page around it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      form-action 'none'; base-uri 'none'";

/// A page to be shown.
pub(super) struct Framed<'a> {
    pub(super) entry: &'a Entry,
    /// The digits of its cross.
    pub(super) cross: &'a str,
    pub(super) tool: &'a str,
    /// What is left open is called.
    pub(super) open: &'static str,
}

impl Framed<'_> {
    /// The file: `page` is the page with its labels, `css` its style sheets, confined.
    pub(super) fn render(&self, page: &str, css: &str) -> String {
        // Before our own styles, which then win over those of the page.
        let styled = match page.split_once(OUR_STYLE) {
            Some((before, behind)) => format!("{before}<style>{css}</style>{OUR_STYLE}{behind}"),
            None => page.to_owned(),
        };
        let url = foreign::plain(&self.entry.url);
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content=(foreign::plain(self.tool));
                    title { "Labels of " (url) }
                    style { (PreEscaped(PALETTE)) (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        p.url { bdi { (url) } }
                        p { (self.facts()) }
                        (self.legend())
                    }
                    // An empty value allows nothing.
                    iframe sandbox="" srcdoc=(styled) title="The page as archived, with its labels" {}
                }
            }
        }
        .into_string()
    }

    fn facts(&self) -> Markup {
        let entry = self.entry;
        html! {
            a href="index.html" { "All pages" }
            " · archived " (minute(&entry.timestamp))
            " · method " (foreign::plain(&entry.method))
            @if entry.is_joint { ", cross " (foreign::plain(self.cross)) }
            @else { ", no other page to compare with" }
            " · " (entry.sheets())
        }
    }

    fn legend(&self) -> Markup {
        let name = |class: Class| if class == Class::Invalid { self.open } else { class.id() };
        html! {
            p.legend {
                @for class in Class::ALL {
                    span.key { span.swatch.(class.id()) {} (name(class)) }
                }
                span.key { "Filled: the node’s own class." }
                span.key { "Dashed line: a class that all children hand up." }
                span.key { "The tooltip has the score and the pages of the cross." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(url: &str) -> Entry {
        Entry {
            id: "abc".to_owned(),
            url: url.to_owned(),
            timestamp: "20190517103000".to_owned(),
            method: "template/1".to_owned(),
            is_joint: true,
            characters: Default::default(),
            linked: 3,
            found: 2,
        }
    }

    #[test]
    fn a_page_says_what_it_is_and_stays_in_its_frame() {
        let entry = entry("http://a.example/?\"><script>");
        let framed = Framed { entry: &entry, cross: "11000", tool: "demo 1", open: "invalid" };
        let page = format!("<html><head>{OUR_STYLE}</style></head><body onclick='x'>\"><b>");
        let html = framed.render(&page, "p { color: red }");
        let facts = ["2019-05-17 10:30", "template/1", "cross 11000", "2 of 3", "index.html"];
        for fact in facts.into_iter().chain(["content", "boilerplate", "invalid", "hand up"]) {
            assert!(html.contains(fact), "{fact}: {html}");
        }
        assert!(html.contains("<iframe sandbox=\"\" srcdoc=\"&lt;html&gt;"), "{html}");
        assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
        // Ours come last, so that those of the page do not hide the labels.
        let theirs = html.find("p { color: red }").expect("their styles");
        assert!(theirs < html.find("scutch-style").expect("ours"), "{html}");
        assert!(html.find("Content-Security-Policy") < html.find("<style"), "{html}");
    }
}
