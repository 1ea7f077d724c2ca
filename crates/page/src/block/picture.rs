//! Addresses of pictures and players.

use crate::tree::{Attr, NodeId, Tag, Tree};

/// Attributes that hold the address of a picture or player, best first. Pages that load pictures
/// late have a placeholder in `src`.
const ADDRESS: &[&str] =
    &["data-src", "data-lazy-src", "data-original", "data-lazy", "nitro-lazy-src", "src"];
/// Attributes that hold a list of addresses for screens of several widths.
const ADDRESSES: &[&str] = &["data-srcset", "data-lazy-srcset", "srcset"];

/// The addresses that an element has as written, best first.
pub(crate) fn sources(tree: &Tree, id: NodeId) -> impl Iterator<Item = &str> {
    let named = move |name: &str| tree.attr_named(id, name);
    let object = (tree.tag(id) == Some(Tag::Object)).then_some("data");
    let within = || tree.children(id).filter(|child| tree.tag(*child) == Some(Tag::Source));
    let player = matches!(tree.tag(id), Some(Tag::Video | Tag::Audio)).then(within);
    let own = ADDRESS.iter().copied().chain(object).filter_map(named);
    let sets = ADDRESSES.iter().copied().filter_map(named).filter_map(widest);
    let inner = player.into_iter().flatten().filter_map(|child| tree.attr(child, Attr::SRC));
    // Some pages write a list where one address belongs.
    let own = own.filter_map(|value| if is_set(value) { widest(value) } else { Some(value) });
    own.chain(sets).chain(inner).filter(|address| !address.trim().is_empty())
}

/// Whether a value is a list for screens of several widths: each address is followed by a width or
/// a density.
fn is_set(value: &str) -> bool {
    let mut words = value.split_ascii_whitespace().skip(1);
    let is_width = |word: &str| {
        let number = word.split(',').next().and_then(|word| word.strip_suffix(['w', 'x']));
        number.is_some_and(|number| number.parse::<f32>().is_ok())
    };
    words.next().is_some_and(is_width)
}

/// The last address of a `srcset`, as a rule that of the widest picture.
fn widest(set: &str) -> Option<&str> {
    // Addresses may hold commas: one ends a candidate only before white space.
    let mut begins = true;
    let mut last = None;
    for word in set.split_ascii_whitespace() {
        // After a width the next address may follow the comma without a space.
        let address = if begins { Some(word) } else { word.split_once(',').map(|(_, next)| next) };
        let found = address.map(|address| address.trim_end_matches(','));
        last = found.filter(|address| !address.is_empty()).or(last);
        begins = word.ends_with(',');
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    fn first(html: &str) -> Option<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let tree = page.tree();
        let at = tree.all().find(|id| {
            tree.tag(*id)
                .is_some_and(|tag| matches!(tag, Tag::Img | Tag::Video | Tag::Object | Tag::Iframe))
        })?;
        sources(tree, at).next().map(str::to_owned)
    }

    #[test]
    fn pictures_that_load_late_and_players_have_sources() {
        for (html, source) in [
            ("<img src=a.png>", Some("a.png")),
            ("<img src=blank.gif data-src=a.png>", Some("a.png")),
            ("<img srcset='s.png 320w, a,b.png 1280w'>", Some("a,b.png")),
            ("<img src='' data-srcset='a.png 2x'>", Some("a.png")),
            ("<video><source src=a.mp4></video>", Some("a.mp4")),
            ("<object data=a.swf></object>", Some("a.swf")),
            ("<iframe data-src=/player></iframe>", Some("/player")),
            ("<img srcset='a.jpg,\n b.jpg 2x'>", Some("b.jpg")),
            ("<img srcset='s.png 320w,\n b.png 640w'>", Some("b.png")),
            ("<img srcset=', '>", None),
            ("<img srcset='s.png 320w,b.png 640w,'>", Some("b.png")),
            ("<img src='s.png 320w,b.png 640w'>", Some("b.png")),
            ("<img data-src='s.png 320w, b.png 640w'>", Some("b.png")),
            ("<img src='a 2 b.png'>", Some("a 2 b.png")),
            ("<img alt=a>", None),
        ] {
            assert_eq!(first(html).as_deref(), source, "{html}");
        }
    }
}
