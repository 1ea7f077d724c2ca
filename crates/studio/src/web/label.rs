//! The view to label one page.

use maud::{Markup, html};
use scutch_plot::{foreign, minute};
use serde::Serialize;

use super::frame::{Frame, Subject};
use super::words::{self, ADJUDICATE_KEYS, KEYS, SPOKEN, WORD_KEYS};
use crate::label::{Dispute, Field, LastMark, Letter, NodeMark, Pass};
use crate::nodes::{PageNodes, TextNode};
use crate::review::page_types;
use crate::shown::Missing;
use crate::source::PageCapture;

/// What is done with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// One annotator labels it.
    Label,
    /// The labels of several are made one.
    Adjudicate,
}

impl View {
    fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Adjudicate => "adjudicate",
        }
    }

    fn keys(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Label => KEYS,
            Self::Adjudicate => ADJUDICATE_KEYS,
        }
    }
}

/// The view of a page with keys for its texts.
#[derive(Debug)]
pub struct LabelPage<'a> {
    /// What is open.
    pub subject: Subject,
    /// What is done with it.
    pub view: View,
    /// Number in the plan, from 0.
    pub number: usize,
    /// Pages of the plan.
    pub all: usize,
    /// Number of the page in its source.
    pub page: usize,
    /// 1, or 2 where it comes again.
    pub pass: u8,
    /// The capture.
    pub capture: &'a PageCapture,
    /// What its labels are so far.
    pub labelled: &'a Pass,
    /// What it lacks.
    pub missing: &'a Missing,
}

impl LabelPage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let spoken = serde_json::to_string(&SPOKEN).unwrap_or_default();
        let does = if self.view == View::Label { "Page" } else { "Adjudicate page" };
        let title = format!("{does} {} of {}", self.number + 1, self.all);
        let body = html! {
            main.desk id="main" tabindex="-1" data-view=(self.view.name()) data-number=(self.number)
                data-all=(self.all) data-words=(spoken) {
                div.shown {
                    // The second wall beside the policy of the answer; our script still reaches in.
                    iframe title="The page as archived" tabindex="-1" sandbox="allow-same-origin"
                        src={ "../frame/" (self.page) } {}
                }
                div.side {
                    h1 { (title) @if self.pass > 1 { ", again" } }
                    p.url { bdi { (foreign::plain(&self.capture.url)) } " · " span.when { (minute(&self.capture.timestamp())) } }
                    // `application`: screen readers hand keys over instead of moving by them.
                    div.keys id="keys" tabindex="0" role="application"
                        aria-label="Labels by keys" aria-describedby="legend" {
                        p.place id="place" { "Loading the page …" }
                        p.text id="text" {}
                        p.path { code id="path" {} }
                        p.now id="now" {}
                        ul.choices id="choices" {}
                        p.extent id="extent" {}
                        p.left id="left" {}
                    }
                    p.said id="said" role="status" aria-live="polite" {}
                    p.unseen id="read" aria-live="polite" {}
                    (legend("legend", "Keys", self.view.keys(), false))
                    (legend("word-legend", "Keys for words", WORD_KEYS, true))
                    @if self.view == View::Label { (self.fields()) }
                    details { summary { "About this page" }
                        @for sentence in words::missing(self.missing) { p { (sentence) } }
                        p { (words::measured(self.labelled)) }
                        ul id="differences" {}
                    }
                    p.around {
                        @if self.number > 0 { a rel="prev" href=(self.number - 1) { "Previous page" } " " }
                        @if self.number + 1 < self.all { a rel="next" href=(self.number + 1) { "Next page" } }
                    }
                }
            }
        };
        Frame { subject: self.subject, up: "../", title: &title, view: "label", body }.render()
    }

    fn fields(&self) -> Markup {
        let value = |field: Field| self.labelled.fields().get(&field).map_or("", String::as_str);
        html! {
            div.fields {
                @for field in Field::ALL {
                    label for={ "field-" (field.name()) } { (words::field(field)) }
                    @if field == Field::PageType {
                        select id={ "field-" (field.name()) } data-field=(field.name()) {
                            option value="" selected[value(field).is_empty()] { "–" }
                            @for kind in page_types() {
                                option value=(kind) selected[value(field) == kind] { (kind) }
                            }
                        }
                    } @else {
                        input type="text" id={ "field-" (field.name()) } data-field=(field.name())
                            value=(value(field)) maxlength="1000" autocomplete="off"
                            placeholder=[(field == Field::Date).then_some("2019-05-17")];
                    }
                }
            }
        }
    }
}

pub(super) fn legend(id: &str, title: &str, keys: &[(&str, &str)], hidden: bool) -> Markup {
    html! {
        details.legend id=(id) open hidden[hidden] {
            summary { (title) }
            dl {
                @for (key, meaning) in keys {
                    div {
                        dt { @for key in key.split(' ') { kbd { (key) } " " } }
                        dd { (meaning) }
                    }
                }
            }
        }
    }
}

/// What the script needs of a page.
#[derive(Debug, Serialize)]
pub struct LabelData<'a> {
    nodes: Vec<NodeData<'a>>,
    labels: Labels,
    /// The width of the window in which the browser was asked what it shows, if it was.
    width: Option<u32>,
    disputes: Option<Vec<DisputeData<'a>>>,
}

#[derive(Debug, Serialize)]
struct DisputeData<'a> {
    node: usize,
    choices: Vec<Choice<'a>>,
}

#[derive(Debug, Serialize)]
struct Choice<'a> {
    name: &'a str,
    key: char,
}

#[derive(Debug, Serialize)]
struct NodeData<'a> {
    text: &'a str,
    path: Option<&'a str>,
    hidden: bool,
    alike: usize,
    around: &'a [(usize, usize)],
}

/// The labels of a page: a key per node, `.` for none and `h` for what the browser hides.
#[derive(Debug, Serialize)]
pub struct Labels {
    keys: String,
    done: bool,
    last: Option<LastData>,
}

/// What an undo would take back.
#[derive(Debug, Serialize)]
struct LastData {
    node: usize,
    count: usize,
    key: char,
}

impl From<LastMark> for LastData {
    fn from(mark: LastMark) -> Self {
        Self { node: mark.node, count: mark.count, key: mark.letter.key() }
    }
}

impl Labels {
    /// The labels of a pass.
    pub fn new(pass: &Pass) -> Self {
        Self::of_marks(&pass.labels(), pass)
    }

    /// Labels that several passes make; `pass` has the decisions.
    pub fn of_marks(marks: &[Option<NodeMark>], pass: &Pass) -> Self {
        let key = |mark: &Option<NodeMark>| match mark {
            None => '.',
            Some(mark) if mark.preset => 'h',
            Some(mark) => mark.letter.key(),
        };
        let last = pass.last_mark().map(LastData::from);
        Self { keys: marks.iter().map(key).collect(), done: pass.is_done(), last }
    }

    /// Keys of labels by node, where they are known otherwise.
    pub fn of_letters(letters: &[Option<Letter>]) -> Self {
        let key = |letter: &Option<Letter>| letter.map_or('.', Letter::key);
        Self { keys: letters.iter().map(key).collect(), done: false, last: None }
    }
}

/// The data of a page for the script; `disputes` are those to decide, or none where all is labelled.
pub fn label_data<'a>(
    nodes: &'a PageNodes,
    labels: Labels,
    width: Option<u32>,
    disputes: Option<&'a [Dispute]>,
) -> LabelData<'a> {
    let node = |node: &'a TextNode| NodeData {
        text: &node.text,
        path: node.xpath.as_deref(),
        hidden: node.hidden,
        alike: node.alike,
        around: &node.around,
    };
    let choice = |(name, mark): &'a (String, NodeMark)| Choice { name, key: mark.letter.key() };
    let dispute = |dispute: &'a Dispute| DisputeData {
        node: dispute.node,
        choices: dispute.choices.iter().map(choice).collect(),
    };
    LabelData {
        nodes: nodes.list().iter().map(node).collect(),
        labels,
        width,
        disputes: disputes.map(|disputes| disputes.iter().map(dispute).collect()),
    }
}
