//! `timing.html`: how long the steps of joint detection took, and how that grows with the trees of pages
//! (the thesis' figures 4.4 to 4.6). The only page that knows the clock.

use maud::{Markup, html};

use super::numbers::{counted, short, thousands};
use super::plot::{Column, Label, Plot, Width};
use super::{Frame, Shown, columns, foreign};
use crate::timing::{SizeTime, StepTime, Timing};

/// A step, and what it is.
const STEPS: [(&str, &str); 7] = [
    ("parse", "Bytes to a tree, in the first reading"),
    ("summarise", "What is kept of a page: signature, words, scores of its blocks"),
    ("group", "Template groups of all hosts"),
    ("lesson", "What a page teaches methods that learn, in a reading of its own"),
    ("learn", "What these methods learn of that"),
    ("cross", "The pages that a page is compared with"),
    ("label", "Labels of blocks and nodes by these pages"),
];

/// The page.
pub(crate) fn render(tool: &str, timing: &Timing) -> String {
    let by_size = timing.steps.iter().filter(|step| step.sizes.iter().any(|size| size.nodes > 0));
    let sections = [
        Shown { id: "steps", title: "Steps", body: steps(timing) },
        Shown {
            id: "sizes",
            title: "Time of a page by the size of its tree",
            body: html! { @for step in by_size { (sizes(step)) } },
        },
    ];
    let frame = Frame {
        tool,
        title: "Times – scutch template".to_owned(),
        header: html! {
            header {
                p.eyebrow { "Times · " (foreign::plain(tool)) }
                h1 { (format!("{:.1} s", timing.seconds)) }
                p.lede {
                    "From " (timing.started) " to " (timing.finished) ", "
                    (counted(timing.jobs as u64, "thread")) "."
                }
            }
        },
        footer: html! {
            "The numbers stand in " code { "timing.json" } ". This page differs from run to run; no other page does."
        },
    };
    frame.around(&sections).into_string()
}

fn steps(timing: &Timing) -> Markup {
    let of_pages = |step: &StepTime| {
        let sizes = step.sizes.iter().filter(|size| size.nodes > 0);
        sizes.map(|size| size.pages).sum::<u64>()
    };
    html! {
        p {
            "Seconds of all threads together. Reading archives, metadata and writing belong to no step; a step \
             that was interrupted counts from where the run went on."
        }
        div.scroll { table {
            caption { "Time by step" }
            (columns("Step", &["Seconds", "Pages", "Milliseconds a page"]))
            tbody {
                @for step in &timing.steps {
                    @let pages = of_pages(step);
                    tr {
                        th scope="row" { code { (step.step) } " " (meaning(&step.step)) }
                        td.n { (format!("{:.3}", step.seconds)) }
                        @if pages > 0 {
                            td.n { (thousands(pages)) }
                            td.n { (format!("{:.3}", 1e3 * step.seconds / pages as f64)) }
                        } @else { td.n {} td.n {} }
                    }
                }
            }
        } }
    }
}

fn meaning(step: &str) -> &'static str {
    STEPS.iter().find(|(name, _)| *name == step).map_or("", |(_, meaning)| meaning)
}

fn sizes(step: &StepTime) -> Markup {
    let title = format!("{}: microseconds of a page", step.step);
    let range = |size: &SizeTime| {
        format!(
            "{} to {} nodes",
            thousands(size.nodes),
            thousands((2 * size.nodes).saturating_sub(1))
        )
    };
    let mean = |size: &SizeTime| (1e6 * size.seconds / size.pages.max(1) as f64) as u64;
    let tooltip = |size: &SizeTime| {
        let pages = counted(size.pages, "page");
        format!("{}: {} µs, {pages}", range(size), thousands(mean(size)))
    };
    let slots = || step.sizes.iter().enumerate();
    let columns =
        slots().map(|(slot, size)| Column { slot, value: mean(size), tooltip: tooltip(size) });
    let labels = slots().map(|(slot, size)| Label {
        at: slot as f64 + 0.5,
        text: short(u128::from(size.nodes)),
        below: String::new(),
        width: if slot % 2 == 0 { Width::Any } else { Width::Wide },
    });
    html! {
        h3 { (title) }
        p.legend { "Pages by the nodes of their trees, from the number below each column to twice that." }
        (Plot {
            id: &step.step,
            title: &title,
            description: "The same numbers stand in timing.json.",
            slots: step.sizes.len(),
            columns: columns.collect(),
            gaps: Vec::new(),
            labels: labels.collect(),
        }.render())
    }
}
