//! The frame of our pages: head, navigation, main part.

use maud::{DOCTYPE, Markup, html};

/// A page of ours. Addresses are relative to the token: `up` leads there.
#[derive(Debug)]
pub struct Frame<'a> {
    /// `../` for each segment of the path but the last.
    pub up: &'a str,
    /// Title of the window.
    pub title: &'a str,
    /// Class of the main part: one per view.
    pub view: &'a str,
    /// The main part.
    pub body: Markup,
}

/// The views that each page links.
const VIEWS: &[(&str, &str)] =
    &[("", "Overview"), ("label", "Label"), ("agreement", "Agreement"), ("timemaps", "TimeMaps")];

impl Frame<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let up = if self.up.is_empty() { "./" } else { self.up };
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (self.title) " – scutch studio" }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (up) "studio.css" };
                    script src={ (up) "studio.js" } defer {}
                }
                body class={ "studio " (self.view) } {
                    a.skip href="#main" { "Skip to the page" }
                    nav.bar aria-label="Views" {
                        strong { "scutch studio" }
                        ul {
                            @for (path, name) in VIEWS {
                                li { a href={ (up) (path) } { (name) } }
                            }
                        }
                    }
                    (self.body)
                }
            }
        }
    }
}
