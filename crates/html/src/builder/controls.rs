//! Start tags of forms and their controls (WHATWG HTML, 13.2.6.4.7).

use super::{Builder, TreeSink};
use crate::{Attribute, Name, Source, Tag, TextMode};

impl<T: TreeSink> Builder<T> {
    /// Forms and their controls.
    pub(super) fn start_control(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        match tag.name {
            Name::FORM => {
                if self.form.is_some() && self.templates == 0 {
                    return;
                }
                self.close_paragraph();
                let form = self.insert(source, tag);
                if self.templates == 0 {
                    self.form = Some(form);
                }
            }
            Name::BUTTON => {
                if self.in_scope(Name::BUTTON) {
                    self.close_implied();
                    self.pop_until(Name::BUTTON);
                }
                self.start_phrase(source, tag);
                self.frameset_ok = false;
            }
            Name::TEXTAREA => {
                // As for `pre`, a line feed right behind the tag is dropped.
                self.ignore_line_feed = true;
                self.frameset_ok = false;
                self.insert_raw(source, tag, TextMode::Rcdata);
            }
            // A fragment of a `select` takes no `input`.
            _ if self.is_within_select() => {}
            _ => {
                if self.in_scope(Name::SELECT) {
                    self.pop_until(Name::SELECT);
                }
                self.reconstruct();
                self.insert_empty(source, tag);
                // A hidden control shows nothing: a frameset may still come.
                self.frameset_ok &= is_hidden(source, tag.attributes);
            }
        }
    }

    /// `select` and what is in it, since 2025 like other elements.
    pub(super) fn start_choice(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        let in_select = self.in_scope(Name::SELECT);
        match tag.name {
            Name::SELECT if self.is_within_select() => return,
            Name::SELECT if in_select => return self.pop_until(Name::SELECT),
            Name::SELECT => self.frameset_ok = false,
            Name::OPTION if in_select => self.close_implied_but(Name::OPTGROUP),
            _ if in_select => self.close_implied(),
            _ if self.is_current(Name::OPTION) => self.pop(),
            _ => {}
        }
        self.start_phrase(source, tag);
    }

    /// Whether a fragment is parsed within a `select` element.
    fn is_within_select(&self) -> bool {
        self.context.as_ref().is_some_and(|context| context.is_html(Name::SELECT))
    }
}

/// Whether a control is hidden.
pub(super) fn is_hidden(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    let kind = attributes.iter().find(|attribute| attribute.name == Name::TYPE);
    kind.is_some_and(|kind| source.text(kind.value).eq_ignore_ascii_case("hidden"))
}
