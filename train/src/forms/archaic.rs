//! A page as it would have been written before style sheets: layout tables instead of sections,
//! bold lines instead of headings, no class words, nothing declared. Web archives are full of such
//! pages and the sets of pages with known text have few, so each page is also learnt in this form.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use scutch_page::tree::{Layout, NodeKind};
use scutch_page::{Attr, NodeId, Page, Tag, Tree};

/// The markup of `page` in the old way; the same page always gives the same markup.
pub(crate) fn markup(page: &Page, seed: u64) -> String {
    let tree = page.tree();
    let mut writer = Writer { tree, seed, out: String::from("<meta charset=utf-8>\n") };
    for id in tree.children(NodeId::DOCUMENT) {
        writer.node(id);
    }
    writer.out
}

struct Writer<'t> {
    tree: &'t Tree,
    seed: u64,
    out: String,
}

impl Writer<'_> {
    /// A number below `of` that depends on the page and the node alone.
    fn chance(&self, id: NodeId, of: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, format!("{id:?}"), of).hash(&mut hasher);
        hasher.finish() % of
    }

    fn node(&mut self, id: NodeId) {
        let Some(tag) = self.tree.tag(id) else {
            if self.tree.kind(id) == NodeKind::Text {
                self.text(self.tree.text(id));
            }
            return;
        };
        match tag {
            Tag::Html | Tag::Head | Tag::Body | Tag::Other | Tag::Hgroup => self.children(id),
            Tag::Script | Tag::Style | Tag::Meta | Tag::Link | Tag::Base => {}
            Tag::Div
            | Tag::Section
            | Tag::Article
            | Tag::Main
            | Tag::Aside
            | Tag::Header
            | Tag::Footer
            | Tag::Nav
            | Tag::Figure
            | Tag::Details => self.container(id),
            Tag::Summary | Tag::Figcaption | Tag::Address => self.wrapped("div", id),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.heading(id, tag),
            Tag::Time | Tag::Picture | Tag::Abbr | Tag::Mark | Tag::Data => self.children(id),
            _ => self.element(id, tag),
        }
    }

    fn children(&mut self, id: NodeId) {
        for child in self.tree.children(id).collect::<Vec<_>>() {
            self.node(child);
        }
    }

    fn wrapped(&mut self, name: &str, id: NodeId) {
        let _ = write!(self.out, "<{name}>");
        self.children(id);
        let _ = write!(self.out, "</{name}>");
    }

    fn is_block(&self, id: NodeId) -> bool {
        self.tree.tag(id).is_some_and(|tag| tag.layout() == Layout::Block)
    }

    fn container(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.tree.children(id).collect();
        let blocks = children.iter().filter(|child| self.is_block(**child)).count();
        let boxed = matches!(self.tree.tag(id), Some(Tag::Aside | Tag::Nav | Tag::Footer));
        let paragraphs = children.iter().any(|c| self.tree.tag(*c) == Some(Tag::P));
        if blocks == 0 || (blocks == 1 && !boxed && self.chance(id, 4) > 0) {
            return self.wrapped("div", id);
        }
        let colour = if boxed && self.chance(id, 2) == 0 { " bgcolor=\"#eeeeee\"" } else { "" };
        let _ = write!(self.out, "<table{colour}><tr>");
        // Text stays in one cell; other parts become rows, or columns of one row.
        if paragraphs || blocks == 1 {
            self.out.push_str("<td>");
            self.children(id);
            self.out.push_str("</td>");
        } else {
            let columns = blocks < 5 && self.chance(id, 3) == 0;
            for (place, child) in children.into_iter().enumerate() {
                if place > 0 && !columns {
                    self.out.push_str("</tr><tr>");
                }
                self.out.push_str("<td>");
                self.node(child);
                self.out.push_str("</td>");
            }
        }
        self.out.push_str("</tr></table>\n");
    }

    fn heading(&mut self, id: NodeId, tag: Tag) {
        let (open, close) = match self.chance(id, 3) {
            0 => return self.wrapped(tag.name(), id),
            1 => ("<p><font size=4><b>", "</b></font></p>"),
            _ => ("<p><b>", "</b><br>"),
        };
        self.out.push_str(open);
        self.children(id);
        self.out.push_str(close);
    }

    fn element(&mut self, id: NodeId, tag: Tag) {
        let _ = write!(self.out, "<{}", tag.name());
        for (attr, name) in [
            (Attr::HREF, "href"),
            (Attr::SRC, "src"),
            (Attr::TYPE, "type"),
            (Attr::COLSPAN, "colspan"),
            (Attr::START, "start"),
        ] {
            if let Some(value) = self.tree.attr(id, attr) {
                let _ = write!(self.out, " {name}=\"{}\"", value.replace('"', "&quot;"));
            }
        }
        self.out.push('>');
        let empty = matches!(tag, Tag::Br | Tag::Img | Tag::Hr | Tag::Input | Tag::Wbr);
        if !empty {
            self.children(id);
            let _ = write!(self.out, "</{}>", tag.name());
        }
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '&' => self.out.push_str("&amp;"),
                c => self.out.push(c),
            }
        }
    }
}
