//! A guard between tokenizer and tree builder, for what pages need beyond the standard.

use scutch_html::{Builder, Name, Source, Span, Tag, TextMode, Token, TokenSink};

use super::sink::Sink;
use crate::PageFlag;
use crate::tree::Layout;
use crate::tree::arena::Arena;

/// Steps along open elements that the start tags of one page may take. Ordinary pages need some ten
/// thousand. Whoever walks up from nodes of the tree takes as many.
const STEPS: usize = 1 << 23;
/// How many elements may be open once these steps are used up.
const SHALLOW: usize = 64;

/// Stands between tokenizer and tree builder.
pub(super) struct Guard {
    builder: Builder<Sink>,
    /// Steps so far: for each start tag, the elements that were open.
    steps: usize,
}

impl Guard {
    /// A guard before a tree builder.
    pub(super) fn new(builder: Builder<Sink>) -> Self {
        Self { builder, steps: 0 }
    }

    /// The tree builder's result.
    pub(super) fn into_arena(self) -> Arena {
        let is_flat = self.builder.flattened() > 0;
        let mut sink = self.builder.into_tree();
        if is_flat {
            sink.flag(PageFlag::DepthCapped);
        }
        sink.into_arena()
    }

    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Processes a start tag. Where it makes no element though a reader would see its cell or
    /// block, a space keeps the words on either side two.
    fn start(&mut self, source: &Source<'_>, tag: Tag<'_>) -> TextMode {
        let open = self.builder.open_elements();
        let (nodes, flattened) = (self.builder.tree().len(), self.builder.flattened());
        let mode = self.builder.token(source, Token::Start(tag));
        let is_left_out = self.builder.flattened() > flattened;
        if !is_left_out {
            self.count(open);
        }
        // The tree builder drops parts of tables where no table is open.
        let is_dropped = is_of_table(tag.name) && self.builder.tree().len() == nodes;
        if is_dropped || is_left_out && self.is_block(source, tag.name) {
            return self.builder.token(source, Token::Text(Span::SPACE));
        }
        mode
    }

    /// Adds the steps of a start tag.
    fn count(&mut self, open: usize) {
        self.steps += open;
        if self.steps > STEPS {
            self.builder.lower_depth(SHALLOW);
        }
    }

    /// Whether an element of this name is laid out as a block, wherever it stands.
    fn is_block(&mut self, source: &Source<'_>, name: Name) -> bool {
        self.builder.tree_mut().layout(source, name) == Layout::Block
    }
}

/// Whether the element may stand in tables only.
fn is_of_table(name: Name) -> bool {
    matches!(
        name,
        Name::CAPTION | Name::TBODY | Name::TD | Name::TFOOT | Name::TH | Name::THEAD | Name::TR
    )
}

impl TokenSink for Guard {
    fn token(&mut self, source: &Source<'_>, token: Token<'_>) -> TextMode {
        let mode = match token {
            Token::Start(tag) => self.start(source, tag),
            // Nothing of comments is in the tree: the texts around one are one.
            Token::Comment(_) => return TextMode::Data,
            token => self.builder.token(source, token),
        };
        if mode == TextMode::Stop {
            self.builder.tree_mut().flag_full();
        }
        mode
    }

    fn is_in_foreign(&self) -> bool {
        self.builder.is_in_foreign()
    }
}
