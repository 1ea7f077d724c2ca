//! From a token to the mode that processes it (WHATWG HTML, 13.2.6, "tree construction
//! dispatcher").

use super::stack::Open;
use super::{Builder, Flow, Mode, TreeSink, quirks};
use crate::name::Class;
use crate::{Doctype, Name, Namespace, Source, Span, Tag, TextMode, Token, TokenSink};

impl<T: TreeSink> TokenSink for Builder<T> {
    fn token(&mut self, source: &Source<'_>, token: Token<'_>) -> TextMode {
        self.next = TextMode::Data;
        // At a limit of the tree the tokenizer stops; what was read stays.
        if self.tree.is_full() && !matches!(token, Token::EndOfFile) {
            // The text of the last element.
            if let Token::Text(text) = token {
                self.text(source, text);
            }
            if self.mode == Mode::InTableText {
                self.flush_table_text(source);
            }
            return TextMode::Stop;
        }
        // Any other token ends the text that a table holds back.
        if !matches!(token, Token::Text(_) | Token::Null) && self.mode == Mode::InTableText {
            self.flush_table_text(source);
        }
        let after_line = std::mem::take(&mut self.ignore_line_feed);
        match token {
            Token::Text(text) => self.text(source, without_line_feed(source, text, after_line)),
            Token::Null => self.null(source),
            Token::Start(tag) => {
                if self.admits(&tag) {
                    self.start(source, &tag);
                }
            }
            // Raw text was admitted, so its end tag is its own.
            Token::End(name) if self.mode != Mode::Text && self.was_left_out(name) => {}
            Token::End(name) => self.end(source, name),
            Token::Comment(text) => self.comment(source, text),
            Token::Doctype(doctype) => self.doctype(source, doctype),
            Token::EndOfFile => self.end_of_file(source),
        }
        self.next
    }

    #[inline]
    fn is_in_foreign(&self) -> bool {
        self.adjusted_current().is_some_and(|open| open.namespace != Namespace::Html)
    }
}

/// The text without the line feed that a `pre` element may begin with.
#[inline]
fn without_line_feed(source: &Source<'_>, text: Span, is_first: bool) -> Span {
    if is_first && source.text(text).starts_with('\n') { text.split_at(1).1 } else { text }
}

impl<T: TreeSink> Builder<T> {
    /// Processes a start tag until a mode is done with it.
    fn start(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        loop {
            let foreign = self.is_in_foreign() && self.is_foreign_start(tag.name);
            let flow = if foreign {
                self.start_in_foreign(source, tag)
            } else {
                self.start_in_mode(source, tag)
            };
            if flow == Flow::Done {
                return;
            }
        }
    }

    /// Processes a start tag by the mode, wherever the current node belongs.
    pub(super) fn start_in_mode(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match self.mode {
            Mode::InBody => self.start_in_body(source, tag),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.start_before_html(source, tag),
            Mode::BeforeHead => self.start_before_head(source, tag),
            Mode::InHead => self.start_in_head(source, tag),
            Mode::InHeadNoscript => self.start_in_head_noscript(source, tag),
            Mode::AfterHead => self.start_after_head(source, tag),
            // Raw text has no start tags.
            Mode::Text | Mode::InTableText => Flow::Done,
            Mode::InTable => self.start_in_table(source, tag),
            Mode::InCaption => self.start_in_caption(source, tag),
            Mode::InColumnGroup => self.start_in_column_group(source, tag),
            Mode::InTableBody => self.start_in_table_body(source, tag),
            Mode::InRow => self.start_in_row(source, tag),
            Mode::InCell => self.start_in_cell(source, tag),
            Mode::InTemplate => self.start_in_template(source, tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.start_after_body(source, tag),
            Mode::InFrameset => self.start_in_frameset(source, tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => {
                self.start_after_frameset(source, tag)
            }
        }
    }

    /// Processes an end tag until a mode is done with it.
    fn end(&mut self, source: &Source<'_>, name: Name) {
        loop {
            let flow = if self.is_in_foreign() {
                self.end_in_foreign(source, name)
            } else {
                self.end_in_mode(source, name)
            };
            if flow == Flow::Done {
                return;
            }
        }
    }

    /// Processes an end tag by the mode, wherever the current node belongs.
    pub(super) fn end_in_mode(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match self.mode {
            Mode::InBody => self.end_in_body(source, name),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.end_before_html(source, name),
            Mode::BeforeHead => self.end_before_head(source, name),
            Mode::InHead => self.end_in_head(name),
            Mode::InHeadNoscript => self.end_in_head_noscript(name),
            Mode::AfterHead => self.end_after_head(source, name),
            Mode::Text => {
                self.pop();
                self.mode = self.original;
                Flow::Done
            }
            Mode::InTableText => Flow::Done,
            Mode::InTable => self.end_in_table(source, name),
            Mode::InCaption => self.end_in_caption(source, name),
            Mode::InColumnGroup => self.end_in_column_group(name),
            Mode::InTableBody => self.end_in_table_body(source, name),
            Mode::InRow => self.end_in_row(source, name),
            Mode::InCell => self.end_in_cell(source, name),
            Mode::InTemplate => self.end_in_template(name),
            Mode::AfterBody | Mode::AfterAfterBody => self.end_after_body(name),
            Mode::InFrameset => self.end_in_frameset(name),
            Mode::AfterFrameset => self.end_after_frameset(name),
            Mode::AfterAfterFrameset => Flow::Done,
        }
    }

    /// Puts a comment into the current node, or where its mode wants it.
    fn comment(&mut self, source: &Source<'_>, text: Span) {
        let parent = match self.mode {
            Mode::Initial | Mode::BeforeHtml | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                T::DOCUMENT
            }
            // A comment behind the body is a child of `html`, not of the body.
            Mode::AfterBody => self.open.first().map_or(T::DOCUMENT, |html| html.node),
            _ => return self.insert_comment(source, text),
        };
        let node = self.tree.comment(source, text);
        self.tree.append(parent, node);
    }

    /// A document type counts only at the beginning.
    fn doctype(&mut self, source: &Source<'_>, doctype: &Doctype) {
        if self.mode == Mode::Initial {
            self.tree.doctype(source, doctype);
            self.quirks = quirks::of(doctype);
            self.mode = Mode::BeforeHtml;
        }
    }

    /// Makes `html`, `head` and `body` where the document has none, and ends open templates.
    fn end_of_file(&mut self, source: &Source<'_>) {
        loop {
            let flow = match self.mode {
                Mode::Initial => self.leave_initial(),
                Mode::BeforeHtml => self.leave_before_html(source),
                Mode::BeforeHead => self.leave_before_head(source),
                Mode::InHead => self.leave_head(),
                Mode::InHeadNoscript => self.leave_head_noscript(),
                Mode::AfterHead => self.leave_after_head(source),
                Mode::Text => {
                    self.pop();
                    self.mode = self.original;
                    Flow::Again
                }
                Mode::InTemplate => self.end_of_template(),
                _ if !self.template_modes.is_empty() => self.end_of_template(),
                _ => Flow::Done,
            };
            if flow == Flow::Done {
                return;
            }
        }
    }

    /// Whether a start tag in a foreign element is processed as foreign content.
    pub(super) fn is_foreign_start(&self, name: Name) -> bool {
        let Some(open) = self.adjusted_current() else { return false };
        let in_text = open.class.is(Class::TEXT_POINT);
        // An annotation of MathML may hold SVG: `svg` is processed as in HTML.
        let in_annotation = name == Name::SVG && is_annotation(open);
        !(in_text && !matches!(name, Name::MGLYPH | Name::MALIGNMARK)
            || open.class.is(Class::HTML_POINT)
            || in_annotation)
    }
}

/// Whether it is `annotation-xml` of MathML.
fn is_annotation(open: &Open) -> bool {
    open.namespace == Namespace::MathMl && open.name == Name::ANNOTATION_XML
}
