//! Text, by mode (the "character token" of WHATWG HTML, 13.2.6.4 and 13.2.6.5).

use super::{Builder, Flow, Mode, TreeSink};
use crate::name::Class;
use crate::{Name, Source, Span};

/// Whether a byte is white space to the tree builder.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Whether a text is white space, all of it.
fn is_blank(source: &Source<'_>, text: Span) -> bool {
    source.text(text).bytes().all(is_space)
}

/// The text up to the first byte that is not white space, and from there on.
fn part_space(source: &Source<'_>, text: Span) -> (Span, Span) {
    let bytes = source.text(text).as_bytes();
    text.split_at(bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len()))
}

/// The text up to the first white space, and from there on.
fn part_words(source: &Source<'_>, text: Span) -> (Span, Span) {
    let bytes = source.text(text).as_bytes();
    text.split_at(bytes.iter().position(|byte| is_space(*byte)).unwrap_or(bytes.len()))
}

impl<T: TreeSink> Builder<T> {
    /// Whether text in the current node is foreign content.
    fn is_foreign_text(&self) -> bool {
        self.adjusted_current().is_some_and(|open| {
            open.namespace != crate::Namespace::Html
                && !open.class.is(Class::TEXT_POINT.or(Class::HTML_POINT))
        })
    }

    /// Inserts text where its mode wants it, in parts if a part changes the mode.
    pub(super) fn text(&mut self, source: &Source<'_>, text: Span) {
        let mut text = text;
        while !text.is_empty() {
            if self.is_foreign_text() {
                self.frameset_ok &= is_blank(source, text);
                return self.insert_text(source, text);
            }
            text = match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => {
                    return self.text_in_body(source, text);
                }
                Mode::Text => return self.insert_text(source, text),
                // Whether all of it is white space is known at its end only.
                Mode::InTableText => return self.pending.push(text),
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    if !self.is_in_table_part() {
                        return self.text_astray(source, text);
                    }
                    self.original = self.mode;
                    self.mode = Mode::InTableText;
                    text
                }
                _ => self.text_around(source, text),
            }
        }
    }

    /// Text where white space and words differ; what is left of it.
    fn text_around(&mut self, source: &Source<'_>, text: Span) -> Span {
        let (space, words) = part_space(source, text);
        if !space.is_empty() {
            self.space_around(source, space);
        }
        if words.is_empty() || self.leave_for_text(source) == Flow::Again {
            return words;
        }
        part_words(source, words).1
    }

    /// White space where words would leave the mode.
    fn space_around(&mut self, source: &Source<'_>, space: Span) {
        match self.mode {
            Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                self.text_in_body(source, space);
            }
            Mode::InHead
            | Mode::InHeadNoscript
            | Mode::AfterHead
            | Mode::InColumnGroup
            | Mode::InFrameset
            | Mode::AfterFrameset => self.insert_text(source, space),
            // White space before the head is dropped.
            _ => {}
        }
    }

    /// Leaves a mode that has no text. `Done` where the text is dropped.
    fn leave_for_text(&mut self, source: &Source<'_>) -> Flow {
        match self.mode {
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.leave_before_html(source),
            Mode::BeforeHead => self.leave_before_head(source),
            Mode::InHead => self.leave_head(),
            Mode::InHeadNoscript => self.leave_head_noscript(),
            Mode::AfterHead => self.leave_after_head(source),
            Mode::InColumnGroup => self.leave_column_group(),
            Mode::AfterBody | Mode::AfterAfterBody => {
                self.mode = Mode::InBody;
                Flow::Again
            }
            _ => Flow::Done,
        }
    }

    /// Inserts text with open formatting around it.
    pub(super) fn text_in_body(&mut self, source: &Source<'_>, text: Span) {
        self.reconstruct();
        if self.frameset_ok {
            self.frameset_ok = is_blank(source, text);
        }
        self.insert_text(source, text);
    }

    /// Text in a table that goes before it.
    fn text_astray(&mut self, source: &Source<'_>, text: Span) {
        self.foster = true;
        self.text_in_body(source, text);
        self.foster = false;
    }

    /// Whether the current node is a part of a table in which nothing but parts may stand.
    fn is_in_table_part(&self) -> bool {
        self.current_is(Class::FOSTER) || self.is_current(Name::TEMPLATE)
    }

    /// Ends the text in a table: white space stays, anything else goes before the table.
    pub(super) fn flush_table_text(&mut self, source: &Source<'_>) {
        self.mode = self.original;
        let pending = std::mem::take(&mut self.pending);
        let is_space = pending.iter().all(|text| is_blank(source, *text));
        for text in &pending {
            if is_space {
                self.insert_text(source, *text);
            } else {
                self.text_astray(source, *text);
            }
        }
        // The buffer is kept for the next text in a table.
        self.pending = pending;
        self.pending.clear();
    }

    /// A NUL: dropped but in foreign content, where a replacement character takes its place.
    pub(super) fn null(&mut self, source: &Source<'_>) {
        loop {
            if self.is_foreign_text() {
                return self.insert_text(source, Span::REPLACEMENT);
            }
            if self.leave_for_text(source) == Flow::Done {
                return;
            }
        }
    }
}
