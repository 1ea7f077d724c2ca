//! Writes the page.

use std::fmt::Write as _;

use scutch_page::render::{IN_QUOTES, IN_TEXT, escape};
use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Page, Tag, Tree};
use scutch_template::nodes::{begins_with_newline, confined, takes_tags};
use scutch_url::Url;
use serde::Serialize;

use super::policy::{self, Written, written};
use crate::nodes::PageNodes;
use crate::source::{Opened, PageCapture, Source};

/// Marks of labels, behind the styles of the page.
const STYLE: &str = include_str!("shown.css");
/// Pictures of a page that are looked up in the archives.
const MOST_PICTURES: usize = 400;

/// What a page refers to and the archives do not hold, or what is not shown of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// Style sheets that it links.
    pub sheets: u64,
    /// Those of them that are not in the archives.
    pub missing_sheets: u64,
    /// Pictures that it shows.
    pub pictures: u64,
    /// Those of them that are not in the archives, or of a format that is not shown.
    pub missing_pictures: u64,
    /// Frames, films, programs and drawings, of which none is shown.
    pub boxes: u64,
    /// `noscript` elements, which browsers with scripts do not show.
    pub noscript: u64,
}

/// A page for the frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The document.
    pub html: String,
    /// What it lacks.
    pub missing: Missing,
}

/// Writes a page for the frame: elements around its text nodes have the attribute
/// `data-scutch-node` with the number of the node. Addresses of pictures are relative to
/// `/TOKEN/frame/N`.
pub fn shown(source: &Source, capture: &PageCapture, opened: &Opened, nodes: &PageNodes) -> Shown {
    let page = &opened.page;
    let missing = Missing {
        sheets: opened.styles.linked,
        missing_sheets: opened.styles.linked.saturating_sub(opened.styles.found),
        ..Missing::default()
    };
    let base = base(page, &capture.url);
    let (tree, out) = (page.tree(), String::from("<!DOCTYPE html>\n"));
    let css = &opened.styles.css;
    let mut writer = Writer { source, capture, tree, nodes, css, base, missing, out };
    writer.document();
    Shown { html: writer.out, missing: writer.missing }
}

/// The address that those of the page are relative to.
fn base(page: &Page, url: &str) -> Option<Url> {
    let tree = page.tree();
    let url = Url::parse(url).ok();
    // The first `base` counts, as in browsers. It may itself be relative to the page.
    let base = tree.all().find(|node| tree.tag(*node) == Some(Tag::Base));
    let base = base.and_then(|node| url.as_ref()?.join(tree.attr(node, Attr::HREF)?).ok());
    base.or(url)
}

struct Writer<'p> {
    source: &'p Source,
    capture: &'p PageCapture,
    tree: &'p Tree,
    nodes: &'p PageNodes,
    css: &'p str,
    base: Option<Url>,
    missing: Missing,
    out: String,
}

impl<'p> Writer<'p> {
    /// Writes the whole tree. Without recursion, because a page can be as deep as it likes.
    fn document(&mut self) {
        let mut open: Vec<(NodeId, &'p str)> = Vec::new();
        let mut skip_to = NodeId::DOCUMENT;
        let mut is_styled = false;
        for node in self.tree.all().skip(1) {
            if node < skip_to {
                continue;
            }
            while let Some((_, name)) = open.pop_if(|(last, _)| self.tree.end(*last) <= node) {
                let _ = write!(self.out, "</{name}>");
            }
            if self.tree.kind(node) == NodeKind::Text {
                self.text(node);
                continue;
            }
            if self.tree.tag(node) == Some(Tag::Head) {
                is_styled = true;
                self.head();
            }
            match self.start(node) {
                None => skip_to = self.tree.end(node),
                Some(name) if policy::is_void(name) => {}
                Some(name) => open.push((node, name)),
            }
        }
        while let Some((_, name)) = open.pop() {
            let _ = write!(self.out, "</{name}>");
        }
        // Parsers make a head where there is none, but a fragment may have been cut before it.
        if !is_styled {
            self.head();
        }
    }

    /// The head: the charset, and the styles, ours behind those of the page.
    fn head(&mut self) {
        // White ground and black text: pages rely on these defaults whatever the browser's theme.
        let (css, style) = (self.css, STYLE);
        let _ = write!(
            self.out,
            "<head><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
             <title>Archived page</title><style>:root{{color-scheme:light;background:#fff;color:#000}}\
             </style><style>{css}</style><style>{style}</style></head>"
        );
    }

    /// Writes the start tag of an element and gives its name; `None` if nothing in it is written.
    fn start(&mut self, node: NodeId) -> Option<&'p str> {
        let tree = self.tree;
        let name = match written(tree.name(node)) {
            Written::LeftOut => {
                self.missing.noscript += u64::from(tree.tag(node) == Some(Tag::Noscript));
                return None;
            }
            Written::Boxed => {
                self.boxed(node);
                return None;
            }
            // Drawings have lost their lines on the way into the tree, and can load and link: they
            // are left out as a whole.
            Written::As(_) if self.tree.tag(node) == Some(Tag::Svg) => {
                self.boxed(node);
                return None;
            }
            Written::As(name) => name,
        };
        let _ = write!(self.out, "<{name}");
        self.attributes(node);
        match self.tree.tag(node) {
            Some(Tag::Img) => self.picture(node),
            _ if policy::is_control(name) => self.out.push_str(" disabled"),
            _ => {}
        }
        self.number_of_text(node);
        self.out.push('>');
        // Parsers drop one newline at the start of such elements: the text needs a second one.
        if begins_with_newline(self.tree, node) {
            self.out.push('\n');
        }
        Some(name)
    }

    fn attributes(&mut self, node: NodeId) {
        for (attr, value) in self.tree.attrs(node) {
            let name = self.tree.attr_name(attr);
            let Some(name) = policy::attribute(name, value) else { continue };
            let _ = write!(self.out, " {name}=\"");
            // No picture is found for a style, so that no address is left in it.
            if attr == Attr::STYLE {
                escape(&mut self.out, &confined(value, &mut |_| None), IN_QUOTES);
            } else {
                escape(&mut self.out, value, IN_QUOTES);
            }
            self.out.push('"');
        }
    }

    /// Says where the picture of an `img` is, if the archives have it.
    fn picture(&mut self, node: NodeId) {
        self.missing.pictures += 1;
        let src = self.tree.attr_named(node, "src").unwrap_or_default().trim();
        let is_tried = self.missing.pictures <= MOST_PICTURES as u64 && !src.is_empty();
        let address = self.base.as_ref().filter(|_| is_tried).and_then(|base| base.join(src).ok());
        let address =
            // Servers never see a fragment; the archives have none.
            address.map(|url| url.as_str().split('#').next().unwrap_or_default().to_owned());
        let found = address.and_then(|url| self.source.picture_of(&url, self.capture.unix_ms));
        match found {
            Some(id) => {
                let _ = write!(self.out, " src=\"../picture/{id}\"");
            }
            None => {
                self.missing.missing_pictures += 1;
                self.out.push_str(" data-scutch-missing");
            }
        }
    }

    /// An empty box of the size that the page gives.
    fn boxed(&mut self, node: NodeId) {
        self.missing.boxes += 1;
        let size = |name: &str| {
            let value = self.tree.attr_named(node, name)?.trim_end_matches("px");
            // Numbers only: the value is written into a style, where a page must not add its own.
            value.parse::<u16>().ok().filter(|size| *size <= 2000)
        };
        let (width, height) = (size("width").unwrap_or(24), size("height").unwrap_or(16));
        let _ = write!(
            self.out,
            "<span data-scutch-box style=\"width:{width}px;height:{height}px\"></span>"
        );
    }

    /// Numbers an element in place of its text, if that can have no element of its own.
    fn number_of_text(&mut self, node: NodeId) {
        let text = self
            .tree
            .children(node)
            .find(|child| self.tree.kind(*child) == NodeKind::Text && !self.takes_element(*child));
        if let Some(number) = text.and_then(|text| self.nodes.number(text)) {
            let _ = write!(self.out, " data-scutch-node=\"{number}\"");
        }
    }

    fn takes_element(&self, text: NodeId) -> bool {
        let parent = self.tree.parent(text).map_or("", |parent| self.tree.name(parent));
        // Browsers would move our element out of a table or drop it from a list of options.
        takes_tags(self.tree, text) && !policy::is_text_only(parent)
    }

    fn text(&mut self, node: NodeId) {
        let text = self.tree.text(node);
        let number = self.nodes.number(node).filter(|_| self.takes_element(node));
        let Some(number) = number else {
            return escape(&mut self.out, text, IN_TEXT);
        };
        let _ = write!(self.out, "<span data-scutch-node=\"{number}\">");
        escape(&mut self.out, text, IN_TEXT);
        self.out.push_str("</span>");
    }
}
