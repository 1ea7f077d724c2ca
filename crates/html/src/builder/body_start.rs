//! Start tags in the body (WHATWG HTML, 13.2.6.4.7 "The in body insertion mode").

use super::start_kind::{Kind, kind};
use super::{Builder, Flow, Mode, Quirks, TreeSink};
use crate::name::Class;
use crate::{Name, Namespace, Source, Tag, TextMode};

impl<T: TreeSink> Builder<T> {
    /// Processes a start tag in the body; the frequent kinds come first.
    pub(super) fn start_in_body(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match kind(tag.name) {
            Kind::Block => {
                self.close_paragraph();
                self.insert(source, tag);
            }
            Kind::Other if tag.name == Name::NOSCRIPT && self.scripting => {
                self.insert_raw(source, tag, TextMode::Rawtext);
            }
            Kind::Other => self.start_phrase(source, tag),
            Kind::Formatting => {
                self.reconstruct();
                self.insert_formatting(source, tag);
            }
            Kind::Link => self.start_link(source, tag),
            Kind::Empty => self.start_empty(source, tag),
            Kind::ListItem => self.start_list_item(source, tag),
            Kind::OfHead => return self.start_in_head(source, tag),
            Kind::Html | Kind::Body | Kind::Frameset => self.start_root(source, tag),
            Kind::Heading => self.start_heading(source, tag),
            Kind::Form | Kind::Button | Kind::Input | Kind::Textarea => {
                self.start_control(source, tag);
            }
            Kind::Select | Kind::Option | Kind::OptionGroup => self.start_choice(source, tag),
            Kind::NoBreak => self.start_nobr(source, tag),
            Kind::Math => self.start_foreign_root(source, tag, Namespace::MathMl),
            Kind::Svg => self.start_foreign_root(source, tag, Namespace::Svg),
            Kind::Image => {
                return self.start_in_body(source, &Tag { name: Name::IMG, ..*tag });
            }
            Kind::Dropped => {}
            kind => self.start_rare(kind, source, tag),
        }
        Flow::Done
    }

    /// Opens an element within text, with open formatting around it.
    pub(super) fn start_phrase(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.reconstruct();
        self.insert(source, tag);
    }

    #[inline]
    fn start_heading(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.close_paragraph();
        // Headings do not nest.
        if self.current_is(Class::HEADING) {
            self.pop();
        }
        self.insert(source, tag);
    }

    /// `math` and `svg`: what follows is in their namespace.
    fn start_foreign_root(&mut self, source: &Source<'_>, tag: &Tag<'_>, namespace: Namespace) {
        self.reconstruct();
        self.insert_foreign(source, tag, namespace);
    }

    fn start_empty(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.reconstruct();
        self.insert_empty(source, tag);
        self.frameset_ok = false;
    }

    /// Tags that need no more than a few steps.
    fn start_rare(&mut self, kind: Kind, source: &Source<'_>, tag: &Tag<'_>) {
        match kind {
            Kind::Preformatted => {
                self.close_paragraph();
                self.insert(source, tag);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
            }
            Kind::Plaintext => {
                self.close_paragraph();
                self.insert(source, tag);
                self.next = TextMode::Plaintext;
            }
            Kind::Object => {
                self.start_phrase(source, tag);
                self.add_marker();
                self.frameset_ok = false;
            }
            Kind::Table => self.start_table(source, tag),
            Kind::EmptyInBlock => drop(self.insert_empty(source, tag)),
            Kind::Rule => self.start_rule(source, tag),
            Kind::RawBlock => {
                self.close_paragraph();
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_raw(source, tag, TextMode::Rawtext);
            }
            Kind::Iframe => {
                self.frameset_ok = false;
                self.insert_raw(source, tag, TextMode::Rawtext);
            }
            Kind::Raw => self.insert_raw(source, tag, TextMode::Rawtext),
            Kind::RubyBase | Kind::RubyText => self.start_ruby(kind, source, tag),
            _ => {}
        }
    }

    fn start_table(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        // Old browsers let a paragraph hold a table.
        if self.quirks != Quirks::Yes {
            self.close_paragraph();
        }
        self.insert(source, tag);
        self.frameset_ok = false;
        self.mode = Mode::InTable;
    }

    fn start_rule(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.close_paragraph();
        if self.in_scope(Name::SELECT) {
            self.close_implied();
        }
        self.insert_empty(source, tag);
        self.frameset_ok = false;
    }

    fn start_ruby(&mut self, kind: Kind, source: &Source<'_>, tag: &Tag<'_>) {
        if self.in_scope(Name::RUBY) {
            match kind {
                Kind::RubyBase => self.close_implied(),
                // `rt` and `rp` may stand in an `rtc`.
                _ => self.close_implied_but(Name::RTC),
            }
        }
        self.insert(source, tag);
    }

    /// `html`, `body` and `frameset`, of which there is one already.
    fn start_root(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        let is_body = self.open.get(1).is_some_and(|open| open.is_html(Name::BODY));
        match tag.name {
            // The body shows nothing yet: the frameset takes its place.
            Name::FRAMESET if is_body && self.frameset_ok => {
                self.tree.detach(self.open[1].node);
                self.pop_to(1);
                self.insert(source, tag);
                self.mode = Mode::InFrameset;
            }
            Name::HTML if self.templates == 0 => {
                if let Some(html) = self.open.first() {
                    self.tree.add_attributes(source, html.node, tag.attributes);
                }
            }
            Name::BODY if is_body && self.templates == 0 => {
                self.frameset_ok = false;
                self.tree.add_attributes(source, self.open[1].node, tag.attributes);
            }
            _ => {}
        }
    }

    /// Opens a list item; an open one of its kind is closed first.
    fn start_list_item(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.frameset_ok = false;
        let is_item = |name| match tag.name {
            Name::LI => name == Name::LI,
            _ => matches!(name, Name::DD | Name::DT),
        };
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if open.namespace == Namespace::Html && is_item(open.name) {
                self.close(open.name);
                break;
            }
            // An open item is looked for through these three, though they are special.
            let may_pass = matches!(open.name, Name::ADDRESS | Name::DIV | Name::P);
            if open.class.is(Class::SPECIAL) && !may_pass {
                break;
            }
        }
        self.close_paragraph();
        self.insert(source, tag);
    }

    /// Opens a link; an open one is closed first, even where its scope has ended.
    fn start_link(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        if let Some(at) = self.active_named(Name::A) {
            let node = self.active[at].node;
            self.adopt(Name::A);
            // The algorithm leaves a link that is not in scope; here it goes in any case.
            if let Some(at) = self.active_node(node) {
                self.active.remove(at);
            }
            self.close_node(node);
        }
        self.reconstruct();
        self.insert_formatting(source, tag);
    }

    fn start_nobr(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        self.reconstruct();
        if self.in_scope(Name::NOBR) {
            self.adopt(Name::NOBR);
            self.reconstruct();
        }
        self.insert_formatting(source, tag);
    }
}
