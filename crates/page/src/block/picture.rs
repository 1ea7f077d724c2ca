//! Addresses of pictures and players.

use crate::tree::{Attr, NOSCRIPT_TWIN, NodeId, Tag, Tree};

/// Attributes that hold the address of a picture or player that is loaded late, best first. `src`
/// has a placeholder then.
const LATE: &[&str] = &[
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "nitro-lazy-src",
    "data-lazysrc",
    "data-lazyload",
    "data-actualsrc",
    "data-cfsrc",
    "data-echo",
    "data-orig-file",
    "data-full-src",
    NOSCRIPT_TWIN,
];
/// Attributes of pictures loaded late that hold addresses for screens of several widths.
const LATE_SETS: &[&str] = &["data-srcset", "data-lazy-srcset"];
/// Parts of file names of placeholders.
const PLACEHOLDERS: &[&str] = &[
    "placeholder",
    "spacer",
    "blank",
    "transparent",
    "pixel",
    "1x1",
    "px",
    "dummy",
    "empty",
    "loading",
    "loader",
    "lazy",
    "clear",
    "trans",
    "white",
    "grey",
    "gray",
];
/// Bytes of the name of a placeholder's file, without its ending.
const PLACEHOLDER_NAME: usize = 24;

/// The addresses that an element has as written, best first.
pub(crate) fn sources(tree: &Tree, id: NodeId) -> impl Iterator<Item = &str> {
    let named = move |name: &str| tree.attr_named(id, name);
    let object = (tree.tag(id) == Some(Tag::Object)).then_some("data");
    let within = || tree.children(id).filter(|child| tree.tag(*child) == Some(Tag::Source));
    let player = matches!(tree.tag(id), Some(Tag::Video | Tag::Audio)).then(within);
    let late = LATE.iter().copied().filter_map(named);
    // Some pages write a list where one address belongs.
    let late = late.filter_map(|value| if is_set(value) { widest(value) } else { Some(value) });
    let late_sets = LATE_SETS.iter().copied().filter_map(named).filter_map(widest);
    let src = named("src").and_then(|src| if is_set(src) { widest(src) } else { Some(src) });
    let set = named("srcset").and_then(widest);
    let (shown, placeholder) =
        if src.is_some_and(is_placeholder) { (None, src) } else { (src, None) };
    let of_picture = placeholder.is_some().then(|| of_picture_element(tree, id)).flatten();
    let inner = player.into_iter().flatten().filter_map(|child| tree.attr(child, Attr::SRC));
    let own = late.chain(late_sets).chain(shown).chain(object.and_then(named));
    let all = own.chain(set).chain(of_picture).chain(placeholder).chain(inner);
    all.filter(|address| !address.trim().is_empty())
}

/// The widest picture of the first `source` in the `picture` element around an image.
fn of_picture_element(tree: &Tree, image: NodeId) -> Option<&str> {
    let around = tree.parent(image).filter(|around| tree.tag(*around) == Some(Tag::Picture))?;
    let mut sources = tree.children(around).filter(|child| tree.tag(*child) == Some(Tag::Source));
    let set = |source: NodeId| {
        let late = LATE_SETS.iter().find_map(|name| tree.attr_named(source, name));
        late.or_else(|| tree.attr_named(source, "srcset")).and_then(widest)
    };
    sources.find_map(set).filter(|address| !is_placeholder(address))
}

/// Whether an address is that of a stand-in until the picture is loaded: inline, or a file that is
/// named so.
fn is_placeholder(address: &str) -> bool {
    let address = address.trim();
    if address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return true;
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    name.len() <= PLACEHOLDER_NAME && {
        let name = name.to_ascii_lowercase();
        let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| PLACEHOLDERS.contains(&word))
    }
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
            // Loaded late.
            ("<img src=/i/px.gif data-srcset='s.png 320w, b.png 640w'>", Some("b.png")),
            ("<img src=/i/px.gif srcset='s.png 320w, b.png 640w'>", Some("b.png")),
            ("<img src='data:image/gif;base64,R0' srcset='s.png 1x, b.png 2x'>", Some("b.png")),
            ("<img src=/i/px.gif>", Some("/i/px.gif")),
            ("<img src=/i/white-rods.jpg srcset='b.png 2x'>", Some("b.png")),
            (
                "<img class=lazy src=/i/px.gif><noscript><img alt='' src='/i/loft.jpg'></noscript>",
                Some("/i/loft.jpg"),
            ),
            ("<img src=/i/px.gif><noscript><p>No pictures.</noscript>", Some("/i/px.gif")),
            (
                "<picture><source srcset='a.webp 1x, b.webp 2x'><img src=/i/blank.gif></picture>",
                Some("b.webp"),
            ),
            ("<amp-img src=frost.jpg alt=Frost></amp-img>", Some("frost.jpg")),
        ] {
            assert_eq!(first(html).as_deref(), source, "{html}");
        }
    }
}
