//! What only editions mark: quotations, words of another language, underlining, dates, readings.

use std::borrow::Cow;

use super::inline::{is_verbatim, trimmed};
use super::parts::{Editorial, Leaf, Mark, Marked};
use crate::block::{Block, Span, SpanKind, normalised};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Elements around a block among which one declares its language.
const REACH: usize = 256;
/// Bytes of a value of `datetime`, of a language tag, of a reading. A longer one is hostile.
const VALUE_BYTES: usize = 256;
/// Readings in a row that belong to one text.
const READINGS: usize = 8;

/// The editorial marks of a block. Code and formulas have none within them.
pub(super) fn marks(tree: &Tree, block: &Block) -> Vec<Marked> {
    let mut found = Found { tree, block, open: Vec::new(), marks: Vec::new() };
    let mut verbatim_end = 0;
    for span in &block.spans {
        let (start, end) = trimmed(&block.text, span);
        if is_verbatim(span.kind) {
            verbatim_end = verbatim_end.max(end);
        } else if start < end && start >= verbatim_end {
            found.add(span, (start, end));
        }
    }
    found.marks
}

/// The marks of a block so far.
struct Found<'p> {
    tree: &'p Tree,
    block: &'p Block,
    /// The marks that are open: where they end, and the language in them.
    open: Vec<(usize, Option<&'p str>)>,
    marks: Vec<Marked>,
}

impl<'p> Found<'p> {
    /// Adds what a span and its element say.
    fn add(&mut self, span: &Span, (start, end): (usize, usize)) {
        while self.open.last().is_some_and(|(outer_end, _)| *outer_end <= start) {
            self.open.pop();
        }
        let overlaps = self.open.last().is_some_and(|(outer_end, _)| *outer_end < end);
        if overlaps {
            return;
        }
        let foreign = self.foreign(span, (start, end));
        let language = foreign.map(|tag| Editorial::Foreign(tag.to_owned()));
        for mark in language.into_iter().chain(own(self.tree, span)) {
            let mark = Mark::Editorial(mark);
            self.marks.push(Marked { start: start as u32, end: end as u32, mark });
            self.open.push((end, foreign.or(self.open.last().and_then(|(_, tag)| *tag))));
        }
    }

    /// The language of a span that is not the one around it. A span of a whole block or of a part
    /// of a word is no foreign word, and where nobody says what the text is in, none is known to be
    /// foreign.
    fn foreign(&self, span: &Span, range: (usize, usize)) -> Option<&'p str> {
        let text = self.block.text.as_str();
        if span.kind == SpanKind::Ruby || range == (0, text.len()) {
            return None;
        }
        let own = declared(self.tree, span.node)?;
        let around = match self.open.last() {
            Some((_, Some(tag))) => tag,
            _ => language_of(self.tree, self.block.node)?,
        };
        let differs = !primary(own).eq_ignore_ascii_case(primary(around));
        let is_known = !primary(own).is_empty() && !around.is_empty();
        (differs && is_known && !splits_word(text, range)).then_some(own)
    }
}

/// Whether a range begins or ends within a word. Word processors declare languages of letters.
fn splits_word(text: &str, (start, end): (usize, usize)) -> bool {
    // Scripts with cases write spaces between words; others may not.
    let is_cased = |c: char| c.is_lowercase() || c.is_uppercase();
    let joins = |at: usize| text[..at].ends_with(is_cased) && text[at..].starts_with(is_cased);
    joins(start) || joins(end)
}

/// What the kind of a span says.
fn own(tree: &Tree, span: &Span) -> Option<Editorial> {
    match span.kind {
        SpanKind::Quoted => Some(Editorial::Quoted),
        SpanKind::Underlined => Some(Editorial::Underlined),
        SpanKind::Time => {
            let value = tree.attr(span.node, Attr::DATETIME).map(str::trim);
            value.filter(|value| value.len() <= VALUE_BYTES).map(str::to_owned).map(Editorial::Time)
        }
        SpanKind::Ruby => reading(tree, span.node).map(Editorial::Ruby),
        _ => None,
    }
}

/// The language that an element declares.
fn declared(tree: &Tree, id: NodeId) -> Option<&str> {
    let tag = tree.attr(id, Attr::LANG).or_else(|| tree.attr(id, Attr::XML_LANG)).map(str::trim);
    tag.filter(|tag| tag.len() <= VALUE_BYTES)
}

/// The language that an element is declared to be in.
fn language_of(tree: &Tree, id: NodeId) -> Option<&str> {
    let around = std::iter::once(id).chain(tree.ancestors(id)).take(REACH);
    around.into_iter().find_map(|id| declared(tree, id))
}

/// The language of a tag, without region and script: `en` and `en-GB` are one.
fn primary(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or_default()
}

/// The reading that begins with an `rt` element. Readings in a row are one.
fn reading(tree: &Tree, first: NodeId) -> Option<String> {
    let parent = tree.parent(first);
    let next = |id: &NodeId| Some(tree.end(*id)).filter(|next| next.index() < tree.len());
    let siblings = std::iter::successors(Some(first), next).take_while(|id| {
        let tag = tree.tag(*id);
        let is_blank = || tag.is_none() && tree.text(*id).trim().is_empty();
        tree.parent(*id) == parent && (matches!(tag, Some(Tag::Rt | Tag::Rp)) || is_blank())
    });
    let readings = siblings.filter(|id| tree.tag(*id) == Some(Tag::Rt)).take(READINGS);
    let reading: String = readings.map(|id| tree.text_content(id)).collect();
    let reading = normalised(Some(reading.as_str()).filter(|text| text.len() <= VALUE_BYTES)?);
    Some(reading).filter(|reading| !reading.is_empty())
}

impl Leaf {
    /// The leaf with those of its editorial marks that `keep` names among its marks. One that
    /// crosses a mark is left out: `<u>a<b>b</b></u><b>c</b>` has one bold mark of two elements.
    pub fn edited(&self, keep: impl Fn(&Editorial) -> bool) -> Cow<'_, Self> {
        let is_kept = |marked: &&Marked| match &marked.mark {
            Mark::Editorial(mark) => keep(mark),
            _ => false,
        };
        let editorial: Vec<&Marked> = self.editorial.iter().filter(is_kept).collect();
        if editorial.is_empty() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            kind: self.kind,
            text: self.text.clone(),
            marks: merged(&self.marks, &editorial),
            editorial: Vec::new(),
            language: self.language.clone(),
        })
    }
}

/// Both lists in one, outer before inner, without editorial marks that cross others.
fn merged(marks: &[Marked], editorial: &[&Marked]) -> Vec<Marked> {
    let mut all: Vec<(&Marked, bool)> = Vec::with_capacity(marks.len() + editorial.len());
    let mut rest = editorial.iter().peekable();
    for marked in marks {
        while let Some(own) = rest.next_if(|own| is_around(own, marked)) {
            all.push((own, true));
        }
        all.push((marked, true));
    }
    all.extend(rest.map(|own| (*own, true)));
    leave_out_crossing(&mut all);
    all.into_iter().filter(|(_, keep)| *keep).map(|(marked, _)| marked.clone()).collect()
}

/// Whether an editorial mark opens before a mark of the page. Over the same text it is the inner
/// one, except that code and formulas hold nothing.
fn is_around(own: &Marked, marked: &Marked) -> bool {
    // Points hold nothing either, and stand before what begins where they are.
    let is_point = marked.start == marked.end;
    let is_longer = own.end > marked.end || own.end == marked.end && marked.mark.is_verbatim();
    own.start < marked.start || own.start == marked.start && is_longer && !is_point
}

/// Clears the flags of editorial marks that cross others or lie in code.
fn leave_out_crossing(all: &mut [(&Marked, bool)]) {
    let is_editorial = |marked: &Marked| matches!(marked.mark, Mark::Editorial(_));
    // Indexes of the marks that are open.
    let mut open: Vec<usize> = Vec::new();
    let mut verbatim_end = 0;
    for at in 0..all.len() {
        let marked = all[at].0;
        if marked.mark.is_verbatim() {
            verbatim_end = verbatim_end.max(marked.end);
        } else if is_editorial(marked) && marked.start < verbatim_end {
            // Two code elements in a row are one mark, also where the second is underlined.
            all[at].1 = false;
            continue;
        }
        while open.pop_if(|outer| all[*outer].0.end <= marked.start).is_some() {}
        while let Some(outer) = open.last().copied().filter(|outer| all[*outer].0.end < marked.end)
        {
            let crossing = if is_editorial(marked) { at } else { outer };
            all[crossing].1 = false;
            if crossing == at {
                break;
            }
            open.pop();
        }
        if all[at].1 && marked.start < marked.end {
            open.push(at);
        }
    }
}
