//! A page that shows every block with its label, score and reasons.
//!
//! Self-contained: no script, nothing loaded. All of the page's own text is escaped, and its
//! addresses are text, not links.

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::block::{Block, BlockKind, SpanKind};
use crate::{Contributions, Extraction, Label, Page, Reason};

const STYLE: &str = include_str!("explain.css");
/// Lets browsers show the page and nothing else: a page of an archive is hostile input.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// Characters shown of one block.
const SHOWN: usize = 4000;

/// A self-contained page that shows every block with its label, score and reason.
pub fn explain(page: &Page, extraction: &Extraction) -> String {
    let metadata = page.metadata(extraction);
    let title = metadata.title.unwrap_or_else(|| "Untitled page".to_owned());
    let script_text = extraction.labelled_script_text(page);
    let script_text = script_text.as_ref().map(|(page, extraction)| (*page, extraction));
    let parts = || std::iter::once((page, extraction)).chain(script_text);
    let labels = || parts().flat_map(|(_, extraction)| &extraction.labels);
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Explained: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p.soft { "What was kept of this page, what was dropped, and why." }
                (facts(page, extraction))
                (legend(labels()))
                (choice())
                ol {
                    @for (page, extraction) in parts() {
                        @for (at, block) in page.blocks().iter().enumerate() {
                            @let contributions = extraction.contributions.get(at);
                            (one(page, block, &extraction.labels[at], contributions))
                        }
                    }
                }
            }
        }
    };
    document.into_string()
}

/// Buttons that choose which blocks are shown.
fn choice() -> Markup {
    html! {
        input #everything type="radio" name="show" checked;
        label for="everything" { "everything" }
        input #only-kept type="radio" name="show";
        label for="only-kept" { "kept" }
        input #only-dropped type="radio" name="show";
        label for="only-dropped" { "dropped" }
    }
}

/// What is known of the page as a whole.
fn facts(page: &Page, extraction: &Extraction) -> Markup {
    let kept_chars: usize = extraction.kept(page).map(|block| block.chars as usize).sum();
    let typed = page.page_type();
    html! {
        dl {
            @if let Some(url) = page.url() { dt { "address" } dd { (url) } }
            dt { "charset" }
            dd { (page.charset()) " (" (page.charset_source().as_str()) ")" }
            dt { "type" }
            dd { (typed.page_type.id()) " (" (format!("{:.2}", typed.score)) ")" }
            dt { "method" }
            dd { (extraction.method) }
            @if let Some(threshold) = extraction.threshold {
                dt { "threshold" }
                dd { (format!("{threshold:.2}")) }
            }
            dt { "kept" }
            dd { (kept_chars) " of " (page.visible_chars()) " visible characters" }
            @for flag in page.flags().iter().chain(&extraction.flags) {
                dt { (flag.id()) }
                dd { (flag.sentence()) }
            }
        }
    }
}

/// Reasons with how many blocks they kept and dropped.
fn legend<'l>(labels: impl Iterator<Item = &'l Label>) -> Markup {
    let mut counts: BTreeMap<Reason, (usize, usize)> = BTreeMap::new();
    for label in labels {
        let (kept, dropped) = counts.entry(label.reason).or_default();
        *(if label.content { kept } else { dropped }) += 1;
    }
    html! {
        table {
            thead { tr { th { "reason" } th { "kept" } th { "dropped" } th { "meaning" } } }
            tbody {
                @for (reason, (kept, dropped)) in counts {
                    tr {
                        td { (reason.id()) }
                        td.number { (kept) }
                        td.number { (dropped) }
                        td { (reason.sentence()) }
                    }
                }
            }
        }
    }
}

/// One block with its label and reasons.
fn one(page: &Page, block: &Block, label: &Label, contributions: Option<&Contributions>) -> Markup {
    let class = match block.kind {
        BlockKind::Heading(_) => "text heading",
        BlockKind::Code => "text code",
        _ => "text",
    };
    let width = format!("width: {:.0}%", label.score.clamp(0.0, 1.0) * 100.0);
    let score = format!("{:.2}", label.score);
    let contributions: Vec<(Reason, f32)> =
        contributions.into_iter().flat_map(Contributions::iter).collect();
    let is_contributed = contributions.iter().any(|(reason, _)| *reason == label.reason);
    html! {
        li.keep[label.content] {
            div.about {
                b { (if label.content { "kept" } else { "dropped" }) }
                span { "score " (score) " " span.meter { i style=(width) {} } }
                @if !is_contributed {
                    span title=(label.reason.sentence()) { (label.reason.id()) }
                }
                @for (reason, contribution) in contributions {
                    span.pull title={ (reason.sentence()) " " (direction(contribution)) } {
                        (format!("{contribution:+.1} ")) (reason.id())
                    }
                }
                span { (kind(block)) }
                @if block.link_chars > 0 {
                    span { (format!("{:.0} % links", block.link_density() * 100.0)) }
                }
                @if block.hidden { span { "hidden at first" } }
                span { (path(page, block)) }
            }
            div class=(class) { (marked(block)) }
        }
    }
}

/// What the sign before a contribution means.
fn direction(contribution: f32) -> &'static str {
    if contribution > 0.0 { "Pulled towards content." } else { "Pulled away from content." }
}

/// The kind of a block, with the level of a heading.
fn kind(block: &Block) -> String {
    match block.kind {
        BlockKind::Heading(level) => format!("heading {level}"),
        kind => kind.name().to_owned(),
    }
}

/// Bytes of the name of an element that are shown.
const NAME: usize = 40;

/// The elements around a block, innermost last, as far as they help to find it.
fn path(page: &Page, block: &Block) -> String {
    let tree = page.tree();
    let own = std::iter::once(block.node).chain(tree.ancestors(block.node));
    // Pages make up names of elements as long as they like.
    let short = |name: &'_ str| name.floor_char_boundary(NAME);
    let mut names: Vec<&str> =
        own.map(|id| tree.name(id)).filter(|n| !n.is_empty()).take(4).collect();
    names.iter_mut().for_each(|name| *name = &name[..short(name)]);
    names.reverse();
    names.join(" > ")
}

/// The text with its links underlined.
fn marked(block: &Block) -> Markup {
    let shown = block.text.char_indices().nth(SHOWN).map_or(block.text.len(), |(at, _)| at);
    let links = block.spans.iter().filter(|s| s.kind == SpanKind::Link);
    let mut parts: Vec<(&str, bool)> = Vec::new();
    let mut at = 0;
    for span in links {
        let (start, end) = ((span.start as usize).min(shown), (span.end as usize).min(shown));
        // Spans nest: a link within a link that was shown is passed over.
        if at <= start && start < end {
            parts.push((&block.text[at..start], false));
            parts.push((&block.text[start..end], true));
            at = end;
        }
    }
    parts.push((&block.text[at..shown], false));
    html! {
        @for (text, linked) in parts {
            @if linked { span.links { (text) } } @else { (text) }
        }
        @if shown < block.text.len() { " \u{2026}" }
    }
}
