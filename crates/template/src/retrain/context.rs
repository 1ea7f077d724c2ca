//! Labels nodes that the patterns leave open by their siblings.

use scutch_page::Page;

use super::{Neighbourhood, Sibling};
use crate::nodes::{NodeLabel, element_classes};
use crate::patterns::Class;

/// Words per line of 80 characters from which on text is running text. (Kohlschütter, Fankhauser
/// and Nejdl, "Boilerplate detection using shallow text features", 2010, found 9 to 11.)
const DENSE: f32 = 10.0;

/// Makes content of open nodes between two dense siblings that are content.
pub(crate) fn by_context(page: &Page, nodes: &mut [NodeLabel]) {
    let around = Neighbourhood::new(page.tree(), nodes);
    let elements = element_classes(page.tree(), nodes);
    // The classes of the patterns: what is labelled here must not decide about the next node.
    let classes: Vec<Class> = nodes.iter().map(|node| node.class).collect();
    for (at, node) in nodes.iter_mut().enumerate().filter(|(_, n)| n.class == Class::Invalid) {
        let is_content = |sibling: Option<(Sibling, f32)>| {
            sibling.is_some_and(|(sibling, density)| {
                let class = match sibling {
                    Sibling::Run(run) => Some(classes[run]),
                    Sibling::Element(element) => elements[element],
                };
                class == Some(Class::Content) && density >= DENSE
            })
        };
        if around.siblings(at).into_iter().all(is_content) {
            (node.class, node.score) = (Class::Content, Class::Content.score());
        }
    }
}
