//! What a person reads: one table for the pages and the script.

use scutch_plot::number::counted;
use serde::Serialize;

use crate::label::Field;
use crate::shown::Missing;
use crate::timemap::Judgement;

/// Keys of the label view with what they do.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("c", "content: the text that the page exists for"),
    ("b", "boilerplate: menus, adverts, everything of the template"),
    ("s", "skip: not to be scored"),
    ("m", "mixed: a label for each word"),
    ("C B S", "the same for the whole element around"),
    ("+ −", "select a larger or smaller element"),
    ("j k", "next and previous text; arrow keys, too"),
    ("n", "next text without a label"),
    ("u", "undo"),
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
    ("n", "next text that is not decided"),
    ("u", "undo"),
    (", .", "previous and next page"),
    ("Enter", "page done"),
];

/// Keys of the view of a memento.
pub(super) const TIMEMAP_KEYS: &[(&str, &str)] = &[
    ("o", "on topic: it shows what the first capture shows, however much it changed"),
    ("f", "off topic: it does not"),
    ("u", "unsure: one cannot tell"),
    ("w", "say why; choose first, then o, f or u; Esc comes back"),
    ("x", "take the judgement back"),
    ("j k", "next and previous capture; arrow keys, too"),
    (", .", "previous and next TimeMap"),
];

/// The name of a judgement.
pub(super) fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::On => "on topic",
        Judgement::Off => "off topic",
        Judgement::Unsure => "unsure",
    }
}

/// Types of pages that are proposed.
pub(super) const PAGE_TYPES: &[&str] =
    &["article", "collection", "documentation", "forum", "listing", "product", "service", "other"];

/// The name of a field.
pub(super) fn field(field: Field) -> &'static str {
    match field {
        Field::PageType => "Page type",
        Field::Title => "Title",
        Field::Author => "Author",
        Field::Date => "Date published",
    }
}

/// Sentences of the script; `{n}`, `{all}`, `{label}` and `{text}` stand for values.
#[derive(Debug, Serialize)]
pub(super) struct Spoken {
    content: &'static str,
    boilerplate: &'static str,
    skip: &'static str,
    mixed: &'static str,
    hidden: &'static str,
    unlabelled: &'static str,
    node: &'static str,
    element: &'static str,
    left: &'static str,
    undecided: &'static str,
    complete: &'static str,
    confirm: &'static str,
    done: &'static str,
    undone: &'static str,
    answer: &'static str,
    words: &'static str,
    failed: &'static str,
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
    element: "{n} texts selected",
    left: "{n} without a label",
    undecided: "{n} not decided",
    complete: "every text has a label",
    confirm: "{n} texts have no label and will not be scored. Enter once more: done all the same.",
    done: "Saved. Page done.",
    undone: "Undone.",
    answer: "The method says {label}.",
    words: "Words of a mixed text: word {n} of {all}, {text}, {label}.",
    failed: "Not saved: {text}",
    empty: "The page has no text to label.",
    browser_hides: "Not shown by the browser, and visible to our rule: {text}",
    browser_shows: "Shown by the browser, and hidden to our rule: {text}",
    no_difference: "The browser and our rule agree on what is hidden.",
    choice: "{name}: {label}",
    decided: "every dispute is decided",
    no_dispute: "Nothing is in dispute on this page.",
};

/// What a page lacks, as sentences.
pub(super) fn missing(missing: &Missing) -> Vec<String> {
    let of = |lacking: u64, all: u64, what: &str| {
        (all > 0).then(|| match lacking {
            0 => format!("{} of the archives.", counted(all, what)),
            _ => format!("{lacking} of {} not in the archives.", counted(all, what)),
        })
    };
    let boxes = (missing.boxes > 0)
        .then(|| format!("{}, drawn as a box.", counted(missing.boxes, "frame, film or drawing")));
    [
        of(missing.missing_sheets, missing.sheets, "style sheet"),
        of(missing.missing_pictures, missing.pictures, "picture"),
        boxes,
    ]
    .into_iter()
    .flatten()
    .collect()
}
