//! Pages side by side, as one self-contained document.

use std::borrow::Cow;

use maud::{Markup, html};
use scutch_evaluate::compare::{CharacterCounts, Piece};
use scutch_plot::{Page, Section, foreign};
use scutch_template::nodes::PALETTE;
use scutch_template::patterns::Class;

use super::SharedPage;
use crate::output::TOOL;
use crate::verbs::evaluate::table;

/// Inside the page, which has to work when it is opened from disk.
const STYLE: &str = include_str!("compare.css");
/// Text nodes without a difference or an error that stand open on each side of one with; the rest is folded.
const AROUND: usize = 2;
/// A fold hides at least this many.
const WORTH_FOLDING: usize = 4;
/// Text nodes of a page that are shown.
const NODES: usize = 5_000;
/// Characters of a run that are shown.
const CHARS: usize = 5_000;

/// The document around the pages.
pub(super) fn document([a, b]: [&str; 2], total: &CharacterCounts, pages: &[Markup]) -> String {
    let body = html! {
        @for page in pages { (page) }
        @if pages.is_empty() { p.nothing { "No page differs." } }
    };
    Page {
        tool: TOOL,
        kind: "Comparison of labels",
        title: format!("{} and {}", foreign::plain(a), foreign::plain(b)),
        lede: html! {
            "Over all pages that both have, " (format!("{:.1} %", 100.0 * total.alike()))
            " of characters have the same class."
        },
        notes: legend(total.known() > 0),
        sections: vec![
            Section::new("classes", "Characters by class", tables(total)),
            Section::new("pages", "Pages", body),
        ],
        footer: html! { "A is " (foreign::plain(a)) ", B is " (foreign::plain(b)) "." },
        style: &format!("{PALETTE}{STYLE}"),
        ..Page::default()
    }
    .into_string()
}

/// What the colours and marks of text mean.
fn legend(gold: bool) -> Markup {
    html! {
        p.legend {
            @for class in Class::ALL { span class=(class.id()) { (class.id()) } " " }
            span.differs { "A and B differ" }
            @if gold { " " span.wrong { "wrong by the ground truth" } }
        }
    }
}

/// Counts over all pages as tables.
fn tables(total: &CharacterCounts) -> Markup {
    let mut truth = vec![["Label", "Characters", "Share"].map(str::to_owned).to_vec()];
    truth.extend(total.truth_table());
    let caption = "Characters with known truth; undecided ones count as wrong";
    html! {
        (table("Characters by class in A (rows) and B (columns)", &total.pairs_table()))
        @if total.known() > 0 { (table(caption, &truth)) }
    }
}

/// One page.
pub(super) fn page(shared: &SharedPage, names: [&str; 2], pieces: &[Piece]) -> Markup {
    let nodes: Vec<&[Piece]> = pieces.chunk_by(|a, b| a.node == b.node).collect();
    // Browsers choke on pages with a hundred thousand elements.
    let (shown, rest) = nodes.split_at(nodes.len().min(NODES));
    let [a, b] = shared.counts.errors();
    html! {
        article {
            h3 { (foreign::shown(&shared.key.url)) }
            p {
                (shared.key.timestamp) ": " (shared.counts.differing()) " of " (shared.counts.all())
                " characters differ"
                @if shared.counts.known() > 0 { "; wrong are " (a) " in A, " (b) " in B" }
                "."
            }
            div.row.head {
                @for (side, name) in ["A", "B"].into_iter().zip(names) { div { (side) " · " (name) } }
            }
            @for stretch in stretches(shown) {
                @match stretch {
                    Stretch::Open(nodes) => { @for node in nodes { (row(node)) } }
                    Stretch::Folded(nodes) => {
                        details {
                            summary { (nodes.len()) " text nodes alike" }
                            @for node in nodes { (row(node)) }
                        }
                    }
                }
            }
            @if !rest.is_empty() { p { "And " (rest.len()) " more text nodes." } }
        }
    }
}

/// Consecutive text nodes.
#[derive(Debug, PartialEq)]
enum Stretch<'n, 'p> {
    Open(&'n [&'p [Piece]]),
    Folded(&'n [&'p [Piece]]),
}

/// What is far from any difference and any error is folded.
fn stretches<'n, 'p>(nodes: &'n [&'p [Piece]]) -> Vec<Stretch<'n, 'p>> {
    let mut open = vec![false; nodes.len()];
    for at in (0..nodes.len()).filter(|at| nodes[*at].iter().any(is_marked)) {
        let end = (at + AROUND + 1).min(nodes.len());
        open[at.saturating_sub(AROUND)..end].fill(true);
    }
    let mut stretches = Vec::new();
    let mut start = 0;
    for run in open.chunk_by(|a, b| a == b) {
        let nodes = &nodes[start..start + run.len()];
        start += run.len();
        // A fold is a line itself: hiding two or three saves nothing.
        let short = nodes.len() < WORTH_FOLDING;
        stretches.push(if run[0] || short { Stretch::Open(nodes) } else { Stretch::Folded(nodes) });
    }
    stretches
}

/// Whether a piece is worth showing.
fn is_marked(piece: &Piece) -> bool {
    piece.differs() || piece.is_wrong(0) || piece.is_wrong(1)
}

/// A text node as both runs have it.
fn row(node: &[Piece]) -> Markup {
    let differs = node.iter().any(Piece::differs);
    html! {
        div.row.differs[differs] {
            @for side in 0..2 { div { @for piece in node { (shown(piece, side)) " " } } }
        }
    }
}

/// A piece as one run labels it; its title says so in words, for those who do not see colours.
fn shown(piece: &Piece, side: usize) -> Markup {
    let wrong = piece.is_wrong(side);
    // A node that only the other run has keeps its column, so that both stay side by side.
    let name = piece.classes[side].map_or("absent", Class::id);
    let title = match piece.truth.filter(|_| wrong) {
        Some(truth) => format!("{name}; truth: {}", truth.id()),
        None => name.to_owned(),
    };
    html! {
        @if piece.classes[side].is_some() {
            span.(name).wrong[wrong].other[piece.differs()] title=(title) {
                (cut(&piece.text))
                @if wrong { span.unseen { " (" (title) ")" } }
            }
        } @else {
            span.absent.wrong[wrong] title=(title) { "–" }
        }
    }
}

/// The beginning of a long text.
fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_are_cut() {
        let long = "ő".repeat(CHARS + 1);
        assert_eq!(cut(&long).chars().count(), CHARS + 1);
        assert!(cut(&long).ends_with('…') && !cut(&long[..CHARS]).ends_with('…'));
    }

    #[test]
    fn what_is_far_from_differences_is_folded() {
        let piece = |node: usize| Piece {
            node,
            text: "fog".to_owned(),
            classes: [Some(Class::Content), (node != 7).then_some(Class::Content)],
            truth: None,
        };
        let pieces: Vec<Piece> = (0..20).map(piece).collect();
        let nodes: Vec<&[Piece]> = pieces.chunk_by(|a, b| a.node == b.node).collect();
        let [Stretch::Folded(before), Stretch::Open(open), Stretch::Folded(after)] =
            stretches(&nodes)[..]
        else {
            panic!("{:?}", stretches(&nodes));
        };
        assert_eq!((before.len(), open.len(), after.len()), (5, 5, 10));
    }
}
