//! Pictures for browsers without scripts: the twins of images that a script loads late.

use super::Arena;
use super::links::NONE;
use crate::tree::{NOSCRIPT_TWIN, NodeKind, Tag, unread};

/// Elements around an image that may stand before its twin.
const TWIN_DEPTH: usize = 4;

impl Arena {
    /// Gives an image that is loaded late the address of its twin in the `noscript` element behind
    /// it.
    pub(super) fn twin(&mut self, noscript: u32, markup: &str) {
        let Some(address) = unread::picture(markup) else { return };
        let is_image = |id: u32| self.links.get(id).kind == NodeKind::Element(Tag::Img);
        let mut before = self.links.previous(noscript);
        // White space may stand between the two.
        if before != NONE && self.links.get(before).kind == NodeKind::Text {
            before = self.links.previous(before);
        }
        // Some put the image into a link or a box.
        let within = |id: u32| Some(self.links.get(id).first).filter(|id| *id != NONE);
        let image = std::iter::successors((before != NONE).then_some(before), |id| within(*id));
        let Some(image) = image.take(TWIN_DEPTH).find(|id| is_image(*id)) else { return };
        if let Some(name) = self.attr_name(NOSCRIPT_TWIN) {
            self.attributes_if_missing(image, &[(name, address)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::tree::{NOSCRIPT_TWIN, Tag, Tree};

    #[test]
    fn an_image_knows_its_twin() {
        for (html, twin) in [
            ("<img src=px.gif><noscript><img src=a.jpg></noscript>", Some("a.jpg")),
            ("<a href=/b><img src=px.gif></a> <noscript><img src=a.jpg></noscript>", Some("a.jpg")),
            ("<img src=px.gif><p>b</p><noscript><img src=a.jpg></noscript>", None),
            ("<noscript><img src=a.jpg></noscript><img src=px.gif>", None),
            ("<img src=px.gif><noscript>No pictures.</noscript>", None),
        ] {
            let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
            let image = tree.all().find(|id| tree.tag(*id) == Some(Tag::Img)).expect("an image");
            assert_eq!(tree.attr_named(image, NOSCRIPT_TWIN), twin, "{html}");
        }
    }
}
