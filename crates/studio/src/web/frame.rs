//! The frame of our pages: head, navigation, main part.

use maud::{DOCTYPE, Markup, html};

use crate::source::Source;

/// What the studio has open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Archives, whose pages are labelled.
    Archives,
    /// A corpus folder, whose rows are reviewed; its archives are labelled, too.
    Corpus,
}

/// Views of labels, which each page links.
const LABELS: &[(&str, &str)] = &[
    ("overview", "Overview"),
    ("label", "Label"),
    ("agreement", "Agreement"),
    ("timemaps", "TimeMaps"),
];
/// Views of a corpus, which come first where one is open.
const REVIEW: &[(&str, &str)] = &[
    ("rows", "Rows"),
    ("groups", "Groups"),
    ("decisions", "Decisions"),
    ("quarantine", "Quarantine"),
    ("report", "Report"),
];

impl Subject {
    /// What archives were opened as.
    pub fn of(source: &Source) -> Self {
        if source.folder().is_some() { Self::Corpus } else { Self::Archives }
    }

    fn views(self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        let review = if self == Self::Corpus { REVIEW } else { &[] };
        review.iter().chain(LABELS)
    }
}

/// A page of ours. Addresses are relative to the token: `up` leads there.
#[derive(Debug)]
pub struct Frame<'a> {
    /// What is open.
    pub subject: Subject,
    /// `../` for each segment of the path but the last.
    pub up: &'a str,
    /// Title of the window.
    pub title: &'a str,
    /// Class of the main part: one per view.
    pub view: &'a str,
    /// The main part.
    pub body: Markup,
}

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
                    // The address holds the token, which no other site may learn.
                    meta name="referrer" content="no-referrer";
                    title { (self.title) " – scutch studio" }
                    // Browsers would otherwise ask for `/favicon.ico`, which has no token.
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (up) "studio.css" };
                    script src={ (up) "studio.js" } defer {}
                }
                body class={ "studio " (self.view) } {
                    // For the keyboard: otherwise each page begins with all links of the bar.
                    a.skip href="#main" { "Skip to the page" }
                    nav.bar aria-label="Views" {
                        strong { "scutch studio" }
                        ul {
                            @for (path, name) in self.subject.views() {
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
