//! The cross of a row: the page and its partners side by side, by block.

use maud::{Markup, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{foreign, minute};

use super::frame::{Frame, Subject};
use super::review_words::{CROSS_KEYS, place};
use crate::cross::{PLACES, Partner, Partners, Shared, SharedBlock};

/// Characters of a run of words that are shown.
const MOST_CHARS: usize = 4_000;

/// The view of a cross.
#[derive(Debug)]
pub struct CrossPage<'a> {
    /// Id of the row.
    pub id: &'a str,
    /// Its address.
    pub url: &'a str,
    /// Its time in 14 digits.
    pub timestamp: &'a str,
    /// Its partners.
    pub partners: &'a Partners,
    /// Ids of the rows of these, where the corpus has them.
    pub rows: [Option<String>; 4],
    /// The page with what its partners share.
    pub page: Shared,
    /// By place each partner with what the page shares, where its archive can be read.
    pub beside: [Option<Shared>; 4],
}

impl CrossPage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let count = self.partners.all.iter().flatten().count();
        let body = html! {
            main id="main" tabindex="-1" data-view="cross" data-row={ "../row/" (self.id) } {
                h1 { "Compared pages" }
                p.lede { (counted(count as u64, "page")) " beside " bdi { (foreign::shown(self.url)) } }
                p { (self.found()) }
                @if let Some(reason) = self.partners.reason { p.nothing { (reason) } }
                p.gloss {
                    mark { "Marked words" } " are unique: words of this page that none of the others has; words of another page
                    that this one lacks. The line below a block says which pages share its words, and how many of them."
                }
                p.around { a href={ "../row/" (self.id) } { "Back to the row" } }
                div.scroll tabindex="0" role="region" aria-label="Pages side by side" {
                    div.cross {
                        (self.current())
                        @for (at, partner) in self.partners.all.iter().enumerate() {
                            @if let Some(partner) = partner { (self.partner(at, partner)) }
                        }
                    }
                }
                (super::label::legend("legend", "Keys", CROSS_KEYS, false))
            }
        };
        Frame { subject: Subject::Corpus, up: "../", title: "Compared pages", view: "cross", body }
            .render()
    }

    /// Where the partners are known from.
    fn found(&self) -> String {
        match self.partners.among {
            None => "The corpus names the pages that this one was compared with.".to_owned(),
            Some((looked, all)) if looked >= all => format!(
                "The corpus does not name them: they were found again among its {} of the host.",
                counted(all as u64, "row")
            ),
            Some((looked, all)) => format!(
                "The corpus does not name them: they were found again among {} of its {} of the host. The run may have \
                 compared others.",
                thousands(looked as u64),
                counted(all as u64, "row")
            ),
        }
    }

    fn current(&self) -> Markup {
        let places: Vec<usize> = (0..4).filter(|at| self.partners.all[*at].is_some()).collect();
        let tags = |block: &SharedBlock| {
            let tags =
                places.iter().filter_map(|at| tag(PLACES[*at], block.shared[*at], block.count));
            tags.collect::<Vec<_>>().join(" · ")
        };
        html! {
            section aria-labelledby="cross-cur" {
                h2 id="cross-cur" { "This page" }
                p.url { span.when { (minute(self.timestamp)) } }
                (blocks(&self.page, &tags))
            }
        }
    }

    fn partner(&self, at: usize, partner: &Partner) -> Markup {
        let (heading, neighbour) = (format!("cross-{}", partner.place), &partner.neighbour);
        let tags =
            |block: &SharedBlock| tag("shared", block.shared[0], block.count).unwrap_or_default();
        html! {
            section aria-labelledby=(heading) {
                h2 id=(heading) { (partner.place) ": " (place(partner.place)) }
                p.url {
                    bdi { (foreign::shown(&neighbour.url)) } " · " span.when { (minute(&neighbour.timestamp)) }
                    " · similarity " (format!("{:.2}", neighbour.similarity))
                }
                p.around {
                    @match &self.rows[at] {
                        Some(id) => {
                            a href={ "../row/" (id) } { "Row of " (partner.place) } " "
                            a href={ (id) } { "Its compared pages" }
                        },
                        None => "No row of the corpus.",
                    }
                }
                @match &self.beside[at] {
                    Some(shared) => (blocks(shared, &tags)),
                    None => p.nothing { "Its archive cannot be read, or no longer has it." },
                }
            }
        }
    }
}

/// How much of a block somebody has: the name alone for all of it; `None` for nothing.
fn tag(name: &str, shared: usize, count: usize) -> Option<String> {
    match shared {
        0 => None,
        _ if shared == count => Some(name.to_owned()),
        _ => Some(format!("{name} {shared} of {count}")),
    }
}

fn blocks(shared: &Shared, tags: &dyn Fn(&SharedBlock) -> String) -> Markup {
    html! {
        ol.blocks {
            @for block in &shared.blocks {
                @let tags = tags(block);
                li class=(if tags.is_empty() { "own" } else { "shared" }) {
                    (words(block))
                    @if !tags.is_empty() { p.tags { (tags) } }
                }
            }
        }
        @if shared.further > 0 { p.nothing { (counted(shared.further as u64, "further block")) "." } }
        @if let Some(cut) = shared.cut {
            p.nothing { "Only the first " (thousands(cut as u64)) " words are compared." }
        }
    }
}

/// The words of a block, those of nobody else marked.
fn words(block: &SharedBlock) -> Markup {
    let spelled = |run: &[(String, bool)]| {
        let words: Vec<&str> = run.iter().map(|(word, _)| word.as_str()).collect();
        foreign::lines(&words.join(" "), MOST_CHARS)
    };
    html! {
        bdi {
            @for run in block.words.chunk_by(|a, b| a.1 == b.1) {
                @if run[0].1 { (spelled(run)) } @else { mark { (spelled(run)) } }
                " "
            }
            @if block.words.len() < block.count { "…" }
        }
    }
}
