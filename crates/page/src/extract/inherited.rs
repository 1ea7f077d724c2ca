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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Meaning;
    use crate::{Hints, Limits, Page};

    #[test]
    fn elements_and_their_meanings_are_inherited() {
        let html = "<div class=comments><aside><p>a</p></aside></div><p>b";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut inherited: Vec<Inherited> = Vec::new();
        for container in page.containers() {
            let above = inherited.get(container.parent as usize).copied().unwrap_or_default();
            inherited.push(above.with(container, false));
        }
        let of = |at: usize| inherited[page.blocks()[at].container as usize];
        assert!(of(0).within(Tag::Aside) && of(0).meanings.has(Meaning::Comment));
        assert!(!of(1).within(Tag::Aside) && !of(1).meanings.has(Meaning::Comment));
        // Elements that tell nothing are not remembered.
        assert!(!of(0).within(Tag::Div));
    }

    #[test]
    fn classes_of_the_whole_page_are_not_inherited() {
        let html = "<div class=comments><p>a<p>b</div>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let named = page.containers().iter().find(|container| container.tag == Tag::Div);
        let named = named.expect("a container");
        for whole_page in [false, true] {
            let own = Inherited::default().with(named, whole_page);
            assert_eq!(own.meanings.has(Meaning::Comment), !whole_page);
        }
    }
}
