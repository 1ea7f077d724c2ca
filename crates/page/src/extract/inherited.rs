//! What the elements around a block say about everything inside them.

use crate::block::{Container, Meanings};
use crate::tree::Tag;

/// What a container inherits from those around it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Inherited {
    /// One bit for each of [`TELLING`] that is around.
    tags: u32,
    /// Meanings of all containers around that are not the page itself.
    pub(super) meanings: Meanings,
    /// Whether structured data say that an element around holds the text.
    pub(super) declared: bool,
}

/// Elements that say something about everything inside them.
const TELLING: [Tag; 12] = [
    Tag::Article,
    Tag::Main,
    Tag::Nav,
    Tag::Aside,
    Tag::Footer,
    Tag::Header,
    Tag::Form,
    Tag::Figure,
    Tag::Details,
    Tag::Button,
    Tag::Table,
    Tag::Address,
];

impl Inherited {
    /// What a container inherits and adds itself. The class words of `whole_page` say nothing about
    /// a part of it, so they are not passed on.
    pub(super) fn with(self, container: &Container, whole_page: bool) -> Self {
        let mut own = self;
        if let Some(bit) = TELLING.iter().position(|t| *t == container.tag) {
            own.tags |= 1 << bit;
        }
        own.declared |= container.declared;
        if !whole_page {
            own.meanings = own.meanings.or(container.meanings);
        }
        own
    }

    /// Whether an element with this tag is around; only for [`TELLING`].
    pub(super) fn within(self, tag: Tag) -> bool {
        // Twelve tags: a linear search needs no table.
        TELLING.iter().position(|t| *t == tag).is_some_and(|bit| self.tags & (1 << bit) != 0)
    }
}
