//! Elements that show one character: pictures of characters, and icons by the name of a ligature.

use crate::tree::{Attr, NodeId, Tag, Tree};

/// Class words of pictures that stand for characters: WordPress and Twemoji, phpBB, Discourse,
/// rare characters of East Asian texts (gaiji), initials.
const CHARACTERS: &[&str] = &[
    "emoji",
    "emoticon",
    "smiley",
    "smilies",
    "wp-smiley",
    "twemoji",
    "gaiji",
    "dropcap",
    "drop-cap",
    "initial",
    "initials",
    "versal",
    "lettrine",
    "letter",
];
/// Characters of what such a picture stands for: an emoji of several parts, `:-)`.
const LONGEST: usize = 8;

/// What classes of elements begin with whose text is the name of an icon, drawn as a ligature of a
/// font (Google Material Icons and Material Symbols).
const ICONS: &[&str] =
    &["material-icons", "material-symbols", "mat-icon", "google-symbols", "mdc-icon"];
/// Elements with the same meaning: Angular Material, Material Web, Polymer.
const ICON_ELEMENTS: &[&str] = &["mat-icon", "md-icon", "mwc-icon", "iron-icon"];
/// Bytes of the name of an icon.
const ICON_NAME: usize = 40;

/// The character that a picture stands for in its line: its `alt`, if that is one sign, or a few in
/// a picture whose class says so.
pub(super) fn of_picture(tree: &Tree, picture: NodeId) -> Option<&str> {
    let alt = tree.attr(picture, Attr::ALT)?.trim();
    let count = alt.chars().take(LONGEST + 1).count();
    let declared = || tree.classes(picture).any(|word| CHARACTERS.contains(&word));
    if count == 0 || count > LONGEST {
        return Some(alt).filter(|alt| is_short_code(alt) && declared());
    }
    let declared = declared();
    let is_symbol = |c: char| !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace();
    // A digit can be the number of a figure, and a mark of punctuation a bullet.
    let single = count == 1 && alt.chars().all(char::is_alphabetic) && touches_text(tree, picture);
    let words = alt.contains(char::is_whitespace);
    (!words && (declared || single || alt.chars().all(is_symbol))).then_some(alt)
}

/// Whether a text is the name of an emoji as forums write it: `:tada:`.
fn is_short_code(alt: &str) -> bool {
    let name = alt.strip_prefix(':').and_then(|rest| rest.strip_suffix(':'));
    name.is_some_and(|name| {
        name.len() <= ICON_NAME && !name.contains(|c: char| c.is_whitespace() || c == ':')
    })
}

/// Whether text stands right before or behind an element.
fn touches_text(tree: &Tree, id: NodeId) -> bool {
    let behind = tree.end(id);
    let is_beside = |node: NodeId| tree.parent(node) == tree.parent(id);
    let next = (behind.index() < tree.len() && is_beside(behind)).then(|| tree.text(behind));
    let before = NodeId(id.0 - 1);
    let before = is_beside(before).then(|| tree.text(before));
    next.is_some_and(|text| text.starts_with(char::is_alphanumeric))
        || before.is_some_and(|text| text.ends_with(char::is_alphanumeric))
}

/// Whether the text of an element is the name of an icon.
pub(super) fn is_icon_name(tree: &Tree, id: NodeId, tag: Tag) -> bool {
    let can_be = matches!(tag, Tag::I | Tag::Span | Tag::Em | Tag::Other);
    let declared = can_be
        && tree.classes(id).any(|word| ICONS.iter().any(|icon| word.starts_with(icon)))
        || tag == Tag::Other && ICON_ELEMENTS.contains(&tree.name(id));
    if !declared {
        return false;
    }
    let mut texts =
        tree.descendants(id).map(|node| tree.text(node).trim()).filter(|t| !t.is_empty());
    let Some(name) = texts.next() else { return false };
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    texts.next().is_none() && name.len() <= ICON_NAME && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Limits, Page};

    fn text(html: &str) -> String {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.blocks().iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn pictures_of_characters_are_characters() {
        for (html, expected) in [
            ("<p>Done <img src=a.png alt='\u{1f389}'> today", "Done \u{1f389} today"),
            (
                "<p>Done<img src=a.png class=emoji alt='\u{1f468}\u{200d}\u{1f373}'>!",
                "Done\u{1f468}\u{200d}\u{1f373}!",
            ),
            ("<p><img src=t.png alt=T>he frost", "The frost"),
            (
                "<p>So <img class=emoji src=a.png alt=':slightly_smiling_face:'>",
                "So :slightly_smiling_face:",
            ),
            ("<p>So <img class=wp-smiley src=a.gif alt=';-)'> it is", "So ;-) it is"),
            (
                "<p>\u{68ee}<img class=gaiji src=a.png alt='\u{9dd7}'>\u{5916}",
                "\u{68ee}\u{9dd7}\u{5916}",
            ),
            // These are pictures.
            ("<p>A <img src=a.png alt=rod> b", "A b"),
            ("<p>A <img src=a.png alt=x> b", "A b"),
            ("<figure><img src=a.png alt=b></figure>", ""),
            ("<p>A <img src=a.png alt=3> b", "A b"),
            ("<p>A <img src=a.png alt=''> b", "A b"),
            ("<p>A <img class=emoji src=a.png alt='a long smile'> b", "A b"),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn names_of_icons_are_no_words() {
        for (html, expected) in [
            ("<p><i class=material-icons>check_circle</i> peeled", "peeled"),
            ("<p><mat-icon>done</mat-icon> tied", "tied"),
            ("<p><span class='material-symbols-outlined x'> home </span>Home", "Home"),
            ("<p><span class=material-icons>Two words</span> tied", "Two words tied"),
            ("<p><span class=icons>done</span> tied", "done tied"),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }
}
