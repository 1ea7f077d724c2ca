//! `timing.html`: how long the steps of joint detection took, and how that grows with the trees of
//! pages (the thesis' figures 4.4 to 4.6). The only page that knows the clock.

use maud::{Markup, Render as _, html};
use scutch_folder::timing::{SizeTime, StepTime, Timing};
use scutch_plot::number::{counted, short, thousands};
use scutch_plot::{Column, ColumnPlot, Label, Page, Section, Table, Width, fold};

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

/// Renders `timing.html`; `tool` is name and version of the program.
///
/// Times are those of all threads together, so that they may add up to more than the run took.
pub fn render(tool: &str, timing: &Timing) -> String {
    // Steps over whole hosts, such as grouping, have no page size to plot.
    let by_size = timing.steps.iter().filter(|step| step.sizes.iter().any(|size| size.nodes > 0));
    Page {
        tool,
        kind: "Times",
        title: format!("{:.1} s", timing.seconds),
        lede: html! {
            "From " (timing.started) " to " (timing.finished) ", "
            (counted(timing.jobs as u64, "thread")) "."
        },
        sections: vec![
            Section::new("steps", "Steps", steps(timing)),
            Section::new(
                "sizes",
                "Time of a page by the size of its tree",
                html! {
                    @for step in by_size { (sizes(step)) }
                },
            ),
        ],
        footer: html! {
            "The numbers are in " code { "timing.json" }
            ". This page differs from run to run; no other page does."
        },
        ..Page::default()
    }
    .into_string()
}

/// Seconds and milliseconds a page, by step. Steps over whole hosts have no milliseconds.
fn steps(timing: &Timing) -> Markup {
    let mut table = Table::new("Time by step").text("Step").numbers(&[
        "Seconds",
        "Pages",
        "Milliseconds a page",
    ]);
    for step in &timing.steps {
        let sized = step.sizes.iter().filter(|size| size.nodes > 0);
        // As all sums here: a file may hold numbers that no page count reaches.
        let pages = sized.fold(0, |sum: u64, size| sum.saturating_add(size.pages));
        let mut numbers = vec![format!("{:.3}", step.seconds)];
        if pages > 0 {
            let each = 1e3 * step.seconds / pages as f64;
            numbers.extend([thousands(pages), format!("{each:.3}")]);
        }
        table.keyed(html! { code { (step.step) } " " (meaning(&step.step)) }, numbers);
    }
    html! {
        p {
            "Seconds of all threads together. Reading archives, metadata and writing belong to no \
             step; a step that was interrupted counts from where the run resumed."
        }
        (table)
    }
}

/// What a step does. Steps of other versions have no meaning here.
fn meaning(step: &str) -> &'static str {
    STEPS.iter().find(|(name, _)| *name == step).map_or("", |(_, meaning)| meaning)
}

/// Sizes of trees as a range: each step of the plot doubles the one before.
fn range(size: &SizeTime) -> String {
    // The class of 0 nodes ends at 0; and `timing.json` is a file that may hold any number.
    let last = size.nodes.saturating_mul(2).saturating_sub(1);
    format!("{} to {} nodes", thousands(size.nodes), thousands(last))
}

/// Microseconds of a page of this size, on average.
fn mean(size: &SizeTime) -> u64 {
    (1e6 * size.seconds / size.pages.max(1) as f64) as u64
}

/// Microseconds of a page by the size of its tree: the plot of one step, with its numbers.
fn sizes(step: &StepTime) -> Markup {
    let title = format!("{}: microseconds of a page", step.step);
    let column = |(slot, size): (usize, &SizeTime)| {
        let (mean, pages) = (mean(size), counted(size.pages, "page"));
        Column::new(slot, mean, format!("{}: {} µs, {pages}", range(size), thousands(mean)))
    };
    // Narrow screens have room for every second label.
    let label = |(slot, size): (usize, &SizeTime)| {
        let width = if slot % 2 == 0 { Width::Any } else { Width::Wide };
        Label::new(slot as f64 + 0.5, short(u128::from(size.nodes)), width)
    };
    let mut table = Table::new(&*title).text("Size").numbers(&["Microseconds", "Pages"]);
    for size in step.sizes.iter().filter(|size| size.pages > 0) {
        table.row([range(size), thousands(mean(size)), thousands(size.pages)]);
    }
    let plot = ColumnPlot {
        id: &step.step,
        title: &title,
        description: "A column per size of tree. The table below has the numbers.",
        slots: step.sizes.len(),
        columns: step.sizes.iter().enumerate().map(column).collect(),
        labels: step.sizes.iter().enumerate().map(label).collect(),
        ..ColumnPlot::default()
    };
    html! {
        h3 { (title) }
        p.legend {
            "Pages by the nodes of their trees, from the number below each column to twice that."
        }
        (plot)
        (fold("The numbers of the plot", &table.render()))
    }
}
