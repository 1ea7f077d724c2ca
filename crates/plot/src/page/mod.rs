//! The frame of every report page: head, title block, navigation, sections, footer.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use crate::foreign;

/// What a browser may do with the page: show it. Text on it comes from archives, so scripts and
/// anything to load stay forbidden even if escaping failed somewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

/// The styles of every page: colours for light and dark, type, tables, figures.
pub const STYLE: &str = include_str!("style.css");

/// A page.
#[derive(Debug, Default)]
pub struct Page<'a> {
    /// The program and its version.
    pub tool: &'a str,
    /// What kind of page this is, such as `Corpus report`.
    pub kind: &'a str,
    /// The heading; it begins the title of the window, too.
    pub title: String,
    /// A sentence or two under the heading.
    pub lede: Markup,
    /// What follows the sentence: sources, alarms, a legend.
    pub notes: Markup,
    /// Key figures.
    pub figures: Vec<Figure>,
    /// The sections in reading order.
    pub sections: Vec<Section>,
    /// Where the numbers come from.
    pub footer: Markup,
    /// Styles of marks that only this page has.
    pub style: &'a str,
}

/// A key figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    name: String,
    value: String,
    exact: String,
}

impl Figure {
    /// A figure that is exact as it stands.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        let value = value.into();
        Self { name: name.into(), exact: value.clone(), value }
    }

    /// Sets the tooltip: the exact number, or what the figure is a share of.
    #[must_use]
    pub fn exact(mut self, exact: impl Into<String>) -> Self {
        self.exact = exact.into();
        self
    }
}

/// One section of a page, an entry of its navigation.
#[derive(Debug)]
pub struct Section {
    id: String,
    title: String,
    body: Markup,
}

impl Section {
    /// A section; `id` is its anchor and unique on the page.
    pub fn new(id: impl Into<String>, title: impl Into<String>, body: Markup) -> Self {
        Self { id: id.into(), title: title.into(), body }
    }
}

impl Page<'_> {
    /// The page as a file.
    pub fn into_string(self) -> String {
        self.render().into_string()
    }

    /// All that is within its body: title block, navigation, sections, footer. For frames other than ours,
    /// which need [`STYLE`] and the styles of the page.
    pub fn content(&self) -> Markup {
        html! {
            (hatching())
            div.page {
                (self.header())
                (self.navigation())
                main { @for section in &self.sections { (section) } }
                footer { p { (self.footer) } }
            }
        }
    }

    fn head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // A link followed from the page must not tell the path of the reader's folder.
                meta name="referrer" content="no-referrer";
                meta name="generator" content=(foreign::plain(self.tool));
                title { (self.title) " – " (self.kind) }
                style { (PreEscaped(STYLE)) (PreEscaped(self.style)) }
            }
        }
    }

    fn header(&self) -> Markup {
        html! {
            header {
                p.eyebrow { (self.kind) " · " (foreign::plain(self.tool)) }
                h1 { (self.title) }
                @if !self.lede.0.is_empty() { p.lede { (self.lede) } }
                (self.notes)
                @if !self.figures.is_empty() {
                    dl.figures {
                        @for figure in &self.figures {
                            div { dt { (figure.name) } dd title=(figure.exact) { (figure.value) } }
                        }
                    }
                }
            }
        }
    }

    fn navigation(&self) -> Markup {
        html! {
            nav aria-label="Contents" {
                ol {
                    @for section in &self.sections {
                        li { a href={ "#" (section.id) } { (section.title) } }
                    }
                }
            }
        }
    }
}

impl Render for Page<'_> {
    fn render(&self) -> Markup {
        // The skip link spares screen readers the title and the navigation.
        let first = self.sections.first().map_or("", |section| section.id.as_str());
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body {
                    a.skip href={ "#" (first) } { "Skip to the first section" }
                    (self.content())
                }
            }
        }
    }
}

impl Render for Section {
    fn render(&self) -> Markup {
        html! {
            section id=(self.id) aria-labelledby={ (self.id) "-heading" } {
                h2 id={ (self.id) "-heading" } { (self.title) }
                (self.body)
            }
        }
    }
}

/// The hatching that gaps of all plots share. It stands before them: some readers of SVG resolve
/// references only backwards.
fn hatching() -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                pattern #hatching width="5" height="5" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    line.hatch x1="0" y1="0" x2="0" y2="5" {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> String {
        Page {
            tool: "scutch <1>",
            kind: "Corpus report",
            title: "A <corpus>".to_owned(),
            lede: html! { "Two words." },
            figures: vec![Figure::new("Rows", "1.2M").exact("1,234,567")],
            sections: vec![
                Section::new("rows", "Rows & more", html! { p { "first" } }),
                Section::new("files", "Files", html! { p { "second" } }),
            ],
            footer: html! { "From run.json." },
            style: ".own{color:red}",
            ..Page::default()
        }
        .into_string()
    }

    #[test]
    fn sections_and_navigation_have_one_order() {
        let html = page();
        let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}: {html}"));
        assert!(at("href=\"#rows\"") < at("href=\"#files\""));
        assert!(at("section id=\"rows\"") < at("section id=\"files\""));
        assert!(html.contains("class=\"skip\" href=\"#rows\""));
    }

    #[test]
    fn text_is_escaped_everywhere() {
        let html = page();
        assert!(!html.contains("<corpus>") && !html.contains("<1>"), "{html}");
        assert_eq!(html.matches("A &lt;corpus&gt;").count(), 2, "{html}");
        assert!(html.contains("Rows &amp; more") && html.contains("title=\"1,234,567\""));
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs() {
        let html = page();
        assert!(html.contains(POLICY));
        for forbidden in ["<script", "<link", "<img", "@import", "url(http", " src="] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn own_styles_follow_the_common_ones() {
        let html = page();
        let own = html.find(".own{color:red}").expect("own style");
        assert!(html.find(".page {").expect("common style") < own);
    }

    #[test]
    fn every_class_of_a_mark_has_a_style() {
        for class in ["main", "second", "third", "good", "bad", "unknown", "level4", "series7"] {
            assert!(STYLE.contains(&format!(".{class}")), "{class}");
        }
        assert!(!STYLE.contains(&format!(".series{}", crate::tone::SERIES)));
    }

    /// Colours are set once, with a second set for dark pages.
    #[test]
    fn every_colour_has_a_dark_value() {
        let dark = STYLE.split("prefers-color-scheme: dark").nth(1).expect("dark colours");
        let dark = dark.split("}\n}").next().expect("end of dark colours");
        let light = STYLE.split("--serif").next().expect("light colours");
        let names =
            light.lines().filter_map(|line| line.trim().strip_prefix("--")?.split(':').next());
        for name in names {
            assert!(dark.contains(&format!("--{name}:")), "{name}");
        }
    }
}
