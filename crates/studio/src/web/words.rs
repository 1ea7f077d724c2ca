//! What a person reads: one table for the pages and the script.

use scutch_plot::number::counted;
use serde::Serialize;

use crate::label::{Field, Pass};
use crate::shown::Missing;
use crate::timemap::Judgement;

/// Keys of the label view with what they do.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("c", "content: the text that the page exists for"),
    ("b", "boilerplate: menus, adverts, everything of the template"),
    ("s", "skip: not to be scored"),
    ("m", "mixed: a label for each word"),
    ("C B S", "the same for the element around, which is outlined: its texts without a label"),
    ("+ −", "select a larger or smaller element"),
    ("v", "select from here to where you move"),
    ("l", "select the texts like this one; l again gives them the last label"),
    ("Esc", "select this text alone"),
    ("j k", "next and previous text; arrow keys, too"),
    ("g G", "first and last text"),
    ("n N", "next and previous text without a label"),
    ("u", "undo, and go back there"),
    ("a", "show what the method says; it is noted that you looked"),
    ("f", "fields of the page; Esc comes back"),
    (", .", "previous and next page"),
    ("Enter", "page done"),
];

/// Keys while the words of a mixed text are labelled.
pub(super) const WORD_KEYS: &[(&str, &str)] = &[
    ("← →", "previous and next word"),
    ("c b s", "label of this word and of all behind it"),
    ("Enter", "done with the words"),
    ("Esc", "leave the text as it was"),
];

/// Keys of the view of adjudication.
pub(super) const ADJUDICATE_KEYS: &[(&str, &str)] = &[
    ("c b s", "decide for this label"),
    ("m", "a label for each word"),
    ("j k", "next and previous text in dispute; arrow keys, too"),
    ("g G", "first and last text in dispute"),
    ("n N", "next and previous text that is not decided"),
    ("u", "undo, and go back there"),
    (", .", "previous and next page"),
    ("Enter", "page done"),
];

/// Keys of the view of a memento.
pub(super) const TIMEMAP_KEYS: &[(&str, &str)] = &[
    ("o", "on topic: it shows what the first capture shows, however much it changed"),
    ("f", "off topic: it does not"),
    ("u", "unsure: one cannot tell"),
    ("w", "say why it is off topic: choose a reason, then f; Esc comes back"),
    ("x", "take the judgement back"),
    ("j k", "next and previous capture; arrow keys, too"),
    (", .", "previous and next TimeMap"),
];

/// Keys of the time line of a TimeMap.
pub(super) const COURSE_KEYS: &[(&str, &str)] = &[
    ("Tab", "next capture, threshold or link"),
    ("← →", "move the threshold that has the focus"),
    ("Esc", "all TimeMaps"),
];

/// Sentences of the time line; `{n}`, `{off}` and `{on}` stand for counts.
#[derive(Debug, Serialize)]
pub(super) struct CourseSpoken {
    would_change: &'static str,
    unchanged: &'static str,
}

pub(super) const COURSE_SPOKEN: CourseSpoken = CourseSpoken {
    would_change: "Captures that would change: {n}. Off-topic then: {off}. On-topic then: {on}.",
    unchanged: "By these thresholds no capture changes.",
};

/// The name of a judgement.
pub(super) fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::On => "on topic",
        Judgement::Off => "off topic",
        Judgement::Unsure => "unsure",
    }
}

/// The name of a field.
pub(super) fn field(field: Field) -> &'static str {
    match field {
        Field::PageType => "Page type",
        Field::Title => "Title",
        Field::Author => "Author",
        Field::Date => "Date published",
    }
}

/// Sentences of the script; `{n}`, `{all}`, `{open}`, `{key}`, `{label}`, `{field}` and `{text}` stand for values,
/// `{n|text|texts}` for a number with its noun.
#[derive(Debug, Serialize)]
pub(super) struct Spoken {
    content: &'static str,
    boilerplate: &'static str,
    skip: &'static str,
    mixed: &'static str,
    hidden: &'static str,
    unlabelled: &'static str,
    node: &'static str,
    around: &'static str,
    selected: &'static str,
    from_here: &'static str,
    alike: &'static str,
    alike_again: &'static str,
    many: &'static str,
    replace: &'static str,
    nothing: &'static str,
    left: &'static str,
    undecided: &'static str,
    open: &'static str,
    complete: &'static str,
    to_end: &'static str,
    all_hidden: &'static str,
    still_done: &'static str,
    confirm: &'static str,
    done: &'static str,
    undone: &'static str,
    undone_many: &'static str,
    nothing_undone: &'static str,
    none_left: &'static str,
    no_larger: &'static str,
    unknown: &'static str,
    unsaved: &'static str,
    answer: &'static str,
    words: &'static str,
    failed: &'static str,
    dropped: &'static str,
    gone: &'static str,
    empty: &'static str,
    browser_hides: &'static str,
    browser_shows: &'static str,
    no_difference: &'static str,
    choice: &'static str,
    decided: &'static str,
    no_dispute: &'static str,
}

pub(super) const SPOKEN: Spoken = Spoken {
    content: "content",
    boilerplate: "boilerplate",
    skip: "skip",
    mixed: "mixed",
    hidden: "not shown by the browser",
    unlabelled: "no label",
    node: "Text {n} of {all}",
    around: "C B S: the {n|text|texts} outlined, {open} without a label",
    selected: "{n|text|texts} selected, {open} without a label",
    from_here: "From here: move to the last text and press its label. Esc leaves.",
    alike: "{n|text|texts} like this one, {open} without a label. Press their label; Esc leaves.",
    alike_again: "{n|text|texts} like this one, {open} without a label. l once more: {label}, as last. Esc leaves.",
    many: "{n|text|texts} without a label. {key} once more: {label}. Esc leaves.",
    replace: "All {n|text|texts} have a label. {key} once more: {label}, in its place. Esc leaves.",
    nothing: "The browser shows none of these texts.",
    left: "{n} without a label",
    undecided: "{n} not decided",
    open: "not decided",
    complete: "every text has a label",
    to_end: "{text}; Enter ends the page",
    all_hidden: "The browser shows no text of this page.",
    still_done: "{text} · page done, changes are in the ground truth",
    confirm: "{n|text|texts} without a label, which will not be scored. Enter once more: done all the same.",
    done: "Saved. Page done.",
    undone: "Undone: {label}.",
    undone_many: "Undone: {label} of {n|text|texts}.",
    nothing_undone: "There is nothing to undo on this page.",
    none_left: "No text is left without a label. Enter: page done.",
    no_larger: "No larger element is around it. v selects a range, l texts like this one.",
    unknown: "{key} means nothing here.",
    unsaved: "{field} is not saved. f: mend it. Enter once more: go on without it.",
    answer: "The method says {label}.",
    words: "Words of a mixed text: word {n} of {all}, {text}, {label}.",
    failed: "Not saved: {text}",
    dropped: "Not saved: {text} The {n} keys behind it were dropped.",
    gone: "scutch studio does not answer. Does it still run?",
    empty: "The page has no text to label.",
    browser_hides: "Hidden in the browser, visible by the rule of scutch: {text}",
    browser_shows: "Shown in the browser, hidden by the rule of scutch: {text}",
    no_difference: "The browser and the rule of scutch agree on what is hidden.",
    choice: "{name}: {label}",
    decided: "every dispute is decided",
    no_dispute: "Nothing is in dispute on this page.",
};

/// How it was found out which texts the browser shows.
pub(super) fn measured(pass: &Pass) -> String {
    match (pass.hidden(), pass.width()) {
        (None, _) => "The browser is asked which texts it shows when the page is opened.".to_owned(),
        (_, Some(width)) => {
            format!("Which texts the browser shows was measured in a window of {width} CSS pixels.")
        }
        (_, None) => {
            "Which texts the browser shows was measured in a window of unknown width, by an earlier build."
                .to_owned()
        }
    }
}

/// What a page lacks, as sentences.
pub(super) fn missing(missing: &Missing) -> Vec<String> {
    let of = |lacking: u64, all: u64, what: &str| {
        (all > 0).then(|| match lacking {
            0 => format!("{} of the archives.", counted(all, what)),
            _ => format!("{lacking} of {} not in the archives.", counted(all, what)),
        })
    };
    let noscript = (missing.noscript > 0).then(|| {
        let parts = counted(missing.noscript, "part");
        format!("{parts} for browsers without scripts (noscript), not shown.")
    });
    let boxes = (missing.boxes > 0)
        .then(|| format!("{}, drawn as a box.", counted(missing.boxes, "frame, film or drawing")));
    [
        of(missing.missing_sheets, missing.sheets, "style sheet"),
        of(missing.missing_pictures, missing.pictures, "picture"),
        boxes,
        noscript,
    ]
    .into_iter()
    .flatten()
    .collect()
}
