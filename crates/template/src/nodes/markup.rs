//! The page with its labels, as HTML.
//!
//! The sanitized tree is written with its head, in UTF-8, without what [`harmless`] leaves out: no
//! script, no style or link element, no event handler, nothing that style attributes load. A policy
//! before the page keeps browsers from loading anything.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use scutch_page::render::{IN_QUOTES, IN_TEXT, escape};
use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Page, Tag, Tree};

use super::{NodeLabel, confined, element_classes, harmless};
use crate::config::Markup;
use crate::patterns::{CUR, Class, DOWN, NEXT, PREV, UP, digits};

/// The colours of the classes, as variables: the same wherever labels are shown.
pub const PALETTE: &str = include_str!("palette.css");
const STYLE: &str = include_str!("markup.css");
/// Where the colours of the labels begin in a page written as `span`. Style sheets of the page
/// belong before them. No text and no attribute of a page can spell this.
pub const OUR_STYLE: &str = "<style id=\"scutch-style\">";

/// Writes a page with its labelled runs and its labelled media. `open` is the name of what is left
/// open.
pub fn annotated(
    page: &Page,
    labels: &[NodeLabel],
    media: &[NodeLabel],
    markup: Markup,
    open: &'static str,
) -> String {
    let tree = page.tree();
    let mut runs: FxHashMap<NodeId, &[NodeLabel]> = FxHashMap::default();
    for group in labels.chunk_by(|a, b| a.node == b.node) {
        runs.insert(group[0].node, group);
    }
    let classes = element_classes(tree, labels);
    let out = format!("<!DOCTYPE html>\n{}", harmless::BEFORE_ALL);
    let media = match markup {
        Markup::Span => media.iter().map(|label| (label.node, label)).collect(),
        Markup::Dbce | Markup::Content => enclosed(tree, labels, media),
    };
    let mut writer = Writer { tree, markup, open, runs: &runs, media, classes: &classes, out };
    writer.document();
    writer.out
}

/// The media that get an element around them, by the node that is enclosed. A `picture` is enclosed
/// as a whole.
fn enclosed<'l>(
    tree: &Tree,
    labels: &[NodeLabel],
    media: &'l [NodeLabel],
) -> FxHashMap<NodeId, &'l NodeLabel> {
    let mut labelled: Vec<NodeId> = labels.iter().chain(media).map(|label| label.node).collect();
    labelled.sort_unstable();
    // An object can hold text with labels of its own: these must not end up inside another label.
    let before = |node: NodeId| labelled.partition_point(|known| *known < node);
    let outer = |label: &NodeLabel| {
        // Browsers choose among the children of a `picture` and would not see one inside another
        // element.
        let parent = tree.parent(label.node);
        parent.filter(|node| tree.tag(*node) == Some(Tag::Picture)).unwrap_or(label.node)
    };
    let outer = media.iter().map(|label| (outer(label), label));
    outer.filter(|(node, _)| before(tree.end(*node)) - before(*node) == 1).collect()
}

struct Writer<'p> {
    tree: &'p Tree,
    markup: Markup,
    open: &'static str,
    runs: &'p FxHashMap<NodeId, &'p [NodeLabel]>,
    /// Under `span` by the element itself, which gets a class; else by the node that gets an
    /// element around it.
    media: FxHashMap<NodeId, &'p NodeLabel>,
    /// Classes of all nodes, by node number.
    classes: &'p [Option<Class>],
    out: String,
}

/// Elements that have no end tag.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
impl Writer<'_> {
    /// Writes the whole tree. Without recursion, because a page can be as deep as it likes.
    fn document(&mut self) {
        let mut open: Vec<NodeId> = Vec::new();
        let mut skip_to = NodeId::DOCUMENT;
        for node in self.tree.all().skip(1) {
            if node < skip_to {
                continue;
            }
            // Nodes are in document order: an element ends where the next node is no longer inside
            // it.
            while let Some(last) = open.pop_if(|last| self.tree.end(*last) <= node) {
                self.end(last);
            }
            if self.tree.kind(node) == NodeKind::Text {
                self.text(node);
            } else if harmless::is_left_out(self.tree, node) {
                skip_to = self.tree.end(node);
            } else {
                self.start(node);
                if VOID.contains(&self.tree.name(node)) {
                    self.leave(node);
                } else {
                    open.push(node);
                }
            }
        }
        while let Some(last) = open.pop() {
            self.end(last);
        }
    }

    /// Writes the start tag of an element, and the label around it.
    fn start(&mut self, node: NodeId) {
        let label = self.media.get(&node).copied();
        if let Some(label) = label.filter(|_| self.markup != Markup::Span) {
            self.open(label);
        }
        let label = label.filter(|_| self.markup == Markup::Span);
        let handed_up = self.handed_up(node).filter(|_| label.is_none());
        let is_table = self.tree.tag(node) == Some(Tag::Table);
        let class = label.map(|label| label.class);
        let class = class.or_else(|| self.class_of(node).filter(|_| is_table));
        let _ = write!(self.out, "<{}", harmless::name(self.tree, node));
        self.attributes(node, class);
        // The title of the page's author is worth more than ours, and two are no valid HTML.
        let is_untitled = self.tree.attr(node, Attr::TITLE).is_none();
        if let Some(label) = label.filter(|_| is_untitled) {
            let _ = write!(self.out, " title=\"{}\"", self.title(label));
        }
        if let Some(class) = handed_up {
            let _ = write!(self.out, " data-scutch-group=\"{}\"", class.id());
            if is_untitled {
                let name = self.name(class);
                let _ = write!(self.out, " title=\"{name}, handed up from its children\"");
            }
        }
        self.out.push('>');
        if harmless::begins_with_newline(self.tree, node) {
            self.out.push('\n');
        }
    }

    /// The attributes of an element; a class of ours is added to those of the page.
    fn attributes(&mut self, node: NodeId, class: Option<Class>) {
        // A second `class` attribute would be ignored by browsers.
        let mut named = false;
        for (attr, value) in self.tree.attrs(node) {
            let name = self.tree.attr_name(attr);
            if harmless::is_code(name, value) {
                continue;
            }
            // Under `span` pages are looked at; the other forms keep all addresses.
            let is_frame = self.markup == Markup::Span;
            let is_frame = is_frame && harmless::fills_frame(self.tree, node, name);
            let before = if is_frame { "data-archived-" } else { "" };
            let _ = write!(self.out, " {before}{name}=\"");
            if attr == Attr::STYLE {
                escape(&mut self.out, &confined(value, &mut |_| None), IN_QUOTES);
            } else {
                escape(&mut self.out, value, IN_QUOTES);
            }
            if let Some(class) = class.filter(|_| attr == Attr::CLASS) {
                let _ = write!(self.out, " scutch-{}", class.id());
                named = true;
            }
            self.out.push('"');
        }
        if let Some(class) = class.filter(|_| !named) {
            let _ = write!(self.out, " class=\"scutch-{}\"", class.id());
        }
    }

    /// Under `span` the class that all texts of an element share, if there is one.
    fn class_of(&self, node: NodeId) -> Option<Class> {
        self.classes[node.index()].filter(|_| self.markup == Markup::Span)
    }

    /// The class that the children of an element hand up to it, if its parent has another or none:
    /// what is marked is the largest element of one class.
    fn handed_up(&self, node: NodeId) -> Option<Class> {
        let parent = self.tree.parent(node)?;
        self.class_of(node).filter(|class| self.class_of(parent) != Some(*class))
    }

    /// Closes the label around an element.
    fn leave(&mut self, node: NodeId) {
        let label = self.media.get(&node).filter(|_| self.markup != Markup::Span);
        if let Some(class) = label.map(|label| label.class) {
            let _ = write!(self.out, "</{}>", self.element(class));
        }
    }

    fn end(&mut self, node: NodeId) {
        // At the end of the head, so that our colours come after all that the page says itself.
        if self.markup == Markup::Span && self.tree.tag(node) == Some(Tag::Head) {
            let _ = write!(self.out, "{OUR_STYLE}{PALETTE}{STYLE}</style>");
        }
        let _ = write!(self.out, "</{}>", harmless::name(self.tree, node));
        self.leave(node);
    }

    /// Writes a text with its runs. White space between runs stays outside their elements.
    fn text(&mut self, node: NodeId) {
        let text = self.tree.text(node);
        let runs = self.runs.get(&node).filter(|_| harmless::takes_tags(self.tree, node));
        let Some(runs) = runs else {
            return escape(&mut self.out, text, IN_TEXT);
        };
        let mut words = text.split_whitespace().map(|word| offset(text, word));
        let mut at = 0;
        for run in *runs {
            let mut places = words.by_ref().take(run.words);
            let Some((first, mut last)) = places.next() else { break };
            if let Some((_, end)) = places.last() {
                last = end;
            }
            escape(&mut self.out, &text[at..first], IN_TEXT);
            self.open(run);
            escape(&mut self.out, &text[first..last], IN_TEXT);
            let _ = write!(self.out, "</{}>", self.element(run.class));
            at = last;
        }
        escape(&mut self.out, &text[at..], IN_TEXT);
    }

    fn name(&self, class: Class) -> &'static str {
        if class == Class::Invalid { self.open } else { class.id() }
    }

    /// Opens the element around a run or a media element.
    fn open(&mut self, label: &NodeLabel) {
        let (class, name) = (label.class.id(), self.name(label.class));
        let _ = match self.markup {
            Markup::Span => {
                let title = self.title(label);
                write!(self.out, "<span class=\"scutch-{class}\" title=\"{title}\">")
            }
            Markup::Dbce => write!(self.out, "<dbce class=\"{}\">", pages(label.bits)),
            Markup::Content => write!(self.out, "<{name}>"),
        };
    }

    /// The name of that element.
    fn element(&self, class: Class) -> &'static str {
        match self.markup {
            Markup::Span => "span",
            Markup::Dbce => "dbce",
            Markup::Content => self.name(class),
        }
    }

    /// Class and score of the node itself, and pages, for the title.
    fn title(&self, label: &NodeLabel) -> String {
        let (bits, cross) = (digits(label.bits), digits(label.cross));
        let (name, score) = (self.name(label.class), label.score);
        format!("{name} {score:.2}, its own, in {bits} of {cross}")
    }
}

/// First and last byte of a word in its text.
fn offset(text: &str, word: &str) -> (usize, usize) {
    // `word` is a slice of `text`, so the distance of their addresses is its place.
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    (start, start + word.len())
}

/// The pages that have a run, as the thesis names them.
fn pages(bits: u8) -> String {
    let names = [(CUR, "cur"), (UP, "up"), (DOWN, "down"), (PREV, "prev"), (NEXT, "next")];
    let names = names.iter().filter(|(bit, _)| bits & bit != 0);
    names.map(|(_, name)| format!("dbce-{name}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    /// The second word of every text is boilerplate, all others are content.
    fn labels(page: &Page) -> Vec<NodeLabel> {
        let words = crate::words::Words::from_tree(page.tree());
        let mut labels: Vec<NodeLabel> = Vec::new();
        for node in words.nodes {
            let first = labels.iter().filter(|l| l.node == node).count();
            let class = if first == 1 { Class::Boilerplate } else { Class::Content };
            let bits = if first == 1 { CUR | UP } else { CUR };
            let score = class.score();
            labels.push(NodeLabel {
                node,
                first,
                words: 1,
                bits,
                cross: CUR | UP,
                class,
                score,
                hidden: false,
                reason: None,
            });
        }
        labels
    }

    const HTML: &str = "<head><title>t</title></head><body><p id=\"a\">one  &lt;two&gt;\n three</p><br><script>x</script>";

    fn body(markup: Markup) -> String {
        let page = page(HTML);
        let html = annotated(&page, &labels(&page), &[], markup, "invalid");
        html.split("<body>").nth(1).unwrap_or_default().to_owned()
    }

    #[test]
    fn runs_are_marked_and_nothing_else_changes() {
        assert_eq!(
            body(Markup::Dbce),
            "<p id=\"a\"><dbce class=\"dbce-cur\">one</dbce>  <dbce class=\"dbce-cur dbce-up\">&lt;two&gt;</dbce>\n \
             <dbce class=\"dbce-cur\">three</dbce></p><br></body></html>"
        );
        assert_eq!(
            body(Markup::Content),
            "<p id=\"a\"><content>one</content>  <boilerplate>&lt;two&gt;</boilerplate>\n \
             <content>three</content></p><br></body></html>"
        );
        assert!(body(Markup::Span).contains(
            "<span class=\"scutch-boilerplate\" title=\"boilerplate 0.00, its own, in 11000 of 11000\">&lt;two&gt;</span>"
        ));
    }

    /// Whatever the head claims to be, the policy comes first and nothing is linked.
    #[test]
    fn a_page_cannot_switch_the_policy_off() {
        let html = "<head http-equiv=x><link rel=stylesheet href=http://far.example/a.css><base href=//far.example>\
            <meta http-equiv=refresh content='0;url=http://far.example'></head><div http-equiv=y>z</div>";
        let written = annotated(&page(html), &[], &[], Markup::Span, "invalid");
        assert!(
            written.starts_with(&format!("<!DOCTYPE html>\n{}<html><head", harmless::BEFORE_ALL)),
            "{written}"
        );
        assert!(
            !written.contains("far.example") && written.contains("<div http-equiv=\"y\">z</div>"),
            "{written}"
        );
    }

    /// A page as a whole, all its words labelled.
    fn written(html: &str, markup: Markup) -> String {
        let page = page(html);
        annotated(&page, &labels(&page), &[], markup, "invalid")
    }

    #[test]
    fn a_table_has_the_class_of_its_texts() {
        let cases = [
            ("<td>c<br>c<td>", Some("content")),
            ("<td>c<td><img>", Some("content")),
            ("<td>b<td>b", Some("boilerplate")),
            ("<td>i<td>i", Some("invalid")),
            ("<td>c<td>b", None),
            ("<td>c b", None),
            ("<td><br>", None),
            ("", None),
        ];
        for (cells, class) in cases {
            let page = page(&format!("<p>x<table><tr>{cells}</table>"));
            let mut labels = labels(&page);
            for label in &mut labels {
                label.class = match label.text(&page).as_str() {
                    "c" => Class::Content,
                    "b" => Class::Boilerplate,
                    _ => Class::Invalid,
                };
            }
            let html = annotated(&page, &labels, &[], Markup::Span, "invalid");
            let (_, table) = html.split_once("<table").expect("a table");
            let table = table.split('>').next().unwrap_or_default();
            let Some(class) = class else {
                assert_eq!(table, "", "{cells}: {html}");
                continue;
            };
            assert!(table.contains(&format!(" class=\"scutch-{class}\"")), "{cells}: {html}");
            // The largest element of one class is marked, which is the body where all are equal.
            let is_largest = class != "invalid";
            assert_eq!(table.contains("data-scutch-group"), is_largest, "{cells}: {html}");
        }
    }

    /// Whatever the page was sent in.
    #[test]
    fn files_declare_their_charset() {
        let heads = [
            "<meta charset=iso-8859-1><meta name=a content=b>",
            "<meta name=a content=b><meta http-equiv=content-type content='text/html; charset=iso-8859-1'>",
        ];
        for head in heads {
            let page =
                page(&format!("<head>{head}<title>t</title></head><p>x<meta charset=koi8-r>"));
            let html = annotated(&page, &[], &[], Markup::Dbce, "invalid");
            assert!(html.starts_with("<!DOCTYPE html>\n<meta charset=\"utf-8\"><meta http-equiv"));
            assert!(html.contains("<head><meta name=\"a\" content=\"b\"><title>"), "{html}");
            assert_eq!(html.matches("charset").count(), 1, "{html}");
        }
    }

    #[test]
    fn what_browsers_read_without_tags_is_written_for_them() {
        for (html, expected) in [
            (
                "<xmp class=a>\n<b> &amp;</xmp>",
                "<pre class=\"a\">\n\n<content>&lt;b&gt;</content> <boilerplate>&amp;amp;</boilerplate></pre>",
            ),
            ("<plaintext><i></p>", "<pre><content>&lt;i&gt;&lt;/p&gt;</content></pre>"),
            ("<pre>\n\nx</pre>", "<pre>\n\n<content>x</content></pre>"),
            ("<pre>\nx</pre>", "<pre><content>x</content></pre>"),
            ("<p><title>a &lt; b</title>", "<p><title>a &lt; b</title></p>"),
            ("<math><annotation>x</math>", "<math><annotation>x</annotation></math>"),
            (
                "<math><mfrac>a b</mfrac><mi>x</mi><mrow><i>y</i></mrow></math>",
                "<math><mfrac>a b</mfrac><mi><content>x</content></mi><mrow></mrow></math><i><content>y</content></i>",
            ),
            ("<p><textarea>a</textarea>", "<p><textarea></textarea></p>"),
            ("<p><iframe>a</iframe>", "<p><iframe></iframe></p>"),
            ("<p><noembed>a</noembed><noframes>b</noframes>", "<p></p>"),
            ("<p><noscript>x</noscript>", "<p><span><content>x</content></span></p>"),
        ] {
            let written = written(html, Markup::Content);
            let (_, body) = written.split_once("<body>").expect("a body");
            assert_eq!(body, format!("{expected}</body></html>"), "{html}");
        }
        let head = "<head><noscript><meta name=a></noscript></head>";
        let html = written(&format!("{head}<p><noscript>x</noscript>"), Markup::Dbce);
        assert!(html.contains("<head><noscript><meta name=\"a\"></noscript></head>"), "{html}");
    }

    #[test]
    fn files_hold_no_code() {
        let html = "<p onclick=a() ONFOO=a()><a href='JavaScript:a()' id=b>x</a><a href=' \u{1}java\nscript:a()' name=c>y</a>\
            <a href=VBScript:a()>z</a><iframe srcdoc='<p>a()'></iframe><form action=javascript:a()><math><mi>x</mi>\
            <script>a()</script><style>a()</style></math><script>a()</script><a href=/javascript:>w</a>\
            <img alt='JavaScript: the parts' src=a.png><object><param name=src value='javascript:a()'></object>";
        let html = written(html, Markup::Content);
        assert!(!html.contains("a()") && !html.contains("<script"), "{html}");
        for kept in [
            "<a id=\"b\">",
            "<a name=\"c\">",
            "<form>",
            "<a href=\"/javascript:\">",
            "alt=\"JavaScript: the parts\"",
        ] {
            assert!(html.contains(kept), "{kept} in {html}");
        }
    }

    #[test]
    fn frames_of_pages_that_are_looked_at_stay_empty() {
        let html =
            "<iframe src=a></iframe><object data=b codebase=c></object><embed src=d><img src=e>";
        let looked_at = written(html, Markup::Span);
        for kept in
            ["<iframe data-archived-src=\"a\"", "data-archived-data=\"b\"", "<img src=\"e\""]
        {
            assert!(looked_at.contains(kept), "{kept}: {looked_at}");
        }
        assert!(written(html, Markup::Dbce).contains("<iframe src=\"a\""));
    }

    #[test]
    fn deep_pages_are_written() {
        let page = page(&("<b>".repeat(20_000) + "x"));
        assert!(annotated(&page, &[], &[], Markup::Span, "invalid").contains('x'));
    }
}
