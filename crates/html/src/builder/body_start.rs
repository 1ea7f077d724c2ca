//! Start tags in the body (WHATWG HTML, 13.2.6.4.7 "The in body insertion mode").

use super::{Builder, Flow, Mode, Quirks, TreeSink};
use crate::name::Class;
use crate::{Name, Namespace, Source, Tag, TextMode};

/// What the standard does with a start tag, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `html`: its attributes go to the root element.
    Html,
    /// Processed by the rules of the head, wherever it stands.
    OfHead,
    /// `body`: its attributes go to the body that is there.
    Body,
    /// `frameset`: replaces the body while that shows nothing.
    Frameset,
    /// Closes an open paragraph.
    Block,
    /// As `Block`; also closes a heading that is the current node.
    Heading,
    /// As `Block`; a line feed right behind the tag is dropped.
    Preformatted,
    /// `form`: no form within a form.
    Form,
    /// `li`, `dd`, `dt`: closes an open item of its kind.
    ListItem,
    /// `plaintext`: all that follows is text.
    Plaintext,
    /// `button`: closes an open button.
    Button,
    /// `a`: closes an open link, because links do not nest.
    Link,
    /// Formatting, reopened in later blocks until its end tag.
    Formatting,
    /// `nobr`: formatting that closes an open `nobr`.
    NoBreak,
    /// Formatting within does not leave it: a marker goes on the list.
    Object,
    /// `table`: closes a paragraph, except in quirks mode.
    Table,
    /// No content; open formatting goes around it.
    Empty,
    /// `input`: closes an open `select`.
    Input,
    /// No content, and no formatting around it.
    EmptyInBlock,
    /// `hr`: no content, closes a paragraph.
    Rule,
    /// `image`, which means `img`.
    Image,
    /// `textarea`: text with references.
    Textarea,
    /// `xmp`: raw text that closes a paragraph.
    RawBlock,
    /// `iframe`: raw text.
    Iframe,
    /// `noembed`: raw text that may still be followed by a frameset.
    Raw,
    /// `select`: within another it closes that one, and is dropped.
    Select,
    /// `option`: closes an open option.
    Option,
    /// `optgroup`: closes an open option and its group.
    OptionGroup,
    /// `rb`, `rtc`: closes open parts of the ruby annotation.
    RubyBase,
    /// `rp`, `rt`: closes open parts of the ruby annotation but `rtc`.
    RubyText,
    /// `math`: begins MathML.
    Math,
    /// `svg`: begins SVG.
    Svg,
    /// Parts of tables, framesets and documents: without meaning in a body.
    Dropped,
    /// Any other start tag: an element like `span`.
    Other,
}

/// The kind of a start tag in the body.
#[rustfmt::skip] // a table reads as a table
fn kind(name: Name) -> Kind {
    match name {
        Name::HTML => Kind::Html,
        Name::BASE | Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META | Name::NOFRAMES | Name::SCRIPT | Name::STYLE
        | Name::TEMPLATE | Name::TITLE => Kind::OfHead,
        Name::BODY => Kind::Body,
        Name::FRAMESET => Kind::Frameset,
        Name::ADDRESS | Name::ARTICLE | Name::ASIDE | Name::BLOCKQUOTE | Name::CENTER | Name::DETAILS | Name::DIALOG | Name::DIR
        | Name::DIV | Name::DL | Name::FIELDSET | Name::FIGCAPTION | Name::FIGURE | Name::FOOTER | Name::HEADER | Name::HGROUP
        | Name::MAIN | Name::MENU | Name::NAV | Name::OL | Name::P | Name::SEARCH | Name::SECTION | Name::SUMMARY | Name::UL
            => Kind::Block,
        Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => Kind::Heading,
        Name::PRE | Name::LISTING => Kind::Preformatted,
        Name::FORM => Kind::Form,
        Name::LI | Name::DD | Name::DT => Kind::ListItem,
        Name::PLAINTEXT => Kind::Plaintext,
        Name::BUTTON => Kind::Button,
        Name::A => Kind::Link,
        Name::B | Name::BIG | Name::CODE | Name::EM | Name::FONT | Name::I | Name::S | Name::SMALL | Name::STRIKE | Name::STRONG
        | Name::TT | Name::U => Kind::Formatting,
        Name::NOBR => Kind::NoBreak,
        Name::APPLET | Name::MARQUEE | Name::OBJECT => Kind::Object,
        Name::TABLE => Kind::Table,
        Name::AREA | Name::BR | Name::EMBED | Name::IMG | Name::KEYGEN | Name::WBR => Kind::Empty,
        Name::INPUT => Kind::Input,
        Name::PARAM | Name::SOURCE | Name::TRACK => Kind::EmptyInBlock,
        Name::HR => Kind::Rule,
        Name::IMAGE => Kind::Image,
        Name::TEXTAREA => Kind::Textarea,
        Name::XMP => Kind::RawBlock,
        Name::IFRAME => Kind::Iframe,
        Name::NOEMBED => Kind::Raw,
        Name::SELECT => Kind::Select,
        Name::OPTION => Kind::Option,
        Name::OPTGROUP => Kind::OptionGroup,
        Name::RB | Name::RTC => Kind::RubyBase,
        Name::RP | Name::RT => Kind::RubyText,
        Name::MATH => Kind::Math,
        Name::SVG => Kind::Svg,
        Name::CAPTION | Name::COL | Name::COLGROUP | Name::FRAME | Name::HEAD | Name::TBODY | Name::TD | Name::TFOOT | Name::TH
        | Name::THEAD | Name::TR => Kind::Dropped,
        _ => Kind::Other,
    }
}

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
            Kind::Heading => {
                self.close_paragraph();
                // Headings do not nest.
                if self.current_is(Class::HEADING) {
                    self.pop();
                }
                self.insert(source, tag);
            }
            Kind::Form | Kind::Button | Kind::Input | Kind::Textarea => {
                self.start_control(source, tag);
            }
            Kind::Select | Kind::Option | Kind::OptionGroup => self.start_choice(source, tag),
            Kind::NoBreak => self.start_nobr(source, tag),
            Kind::Math | Kind::Svg => {
                self.reconstruct();
                let is_svg = tag.name == Name::SVG;
                let namespace = if is_svg { Namespace::Svg } else { Namespace::MathMl };
                self.insert_foreign(source, tag, namespace);
            }
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
            Kind::Table => {
                // Old browsers let a paragraph hold a table.
                if self.quirks != Quirks::Yes {
                    self.close_paragraph();
                }
                self.insert(source, tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Kind::EmptyInBlock => drop(self.insert_empty(source, tag)),
            Kind::Rule => {
                self.close_paragraph();
                if self.in_scope(Name::SELECT) {
                    self.close_implied();
                }
                self.insert_empty(source, tag);
                self.frameset_ok = false;
            }
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
