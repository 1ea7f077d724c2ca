//! Which pictures and players at the edge of a text are no part of it, by what they say of themselves.

use crate::Page;
use crate::block::{Block, BlockKind, sources};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Words in class, id and address of pictures that belong to the site, to a person or to a button.
const WORDS: &[&str] = &[
    "ad",
    "ads",
    "adserver",
    "advert",
    "author",
    "authors",
    "avatar",
    "avatars",
    "badge",
    "badges",
    "banner",
    "banners",
    "beacon",
    "blank",
    "btn",
    "button",
    "buttons",
    "counter",
    "doubleclick",
    "emoji",
    "facebook",
    "favicon",
    "flag",
    "flags",
    "gravatar",
    "icon",
    "icons",
    "ico",
    "linkedin",
    "loader",
    "loading",
    "logo",
    "logos",
    "pinterest",
    "pixel",
    "rating",
    "ratings",
    "placeholder",
    "profile",
    "profiles",
    "rss",
    "share",
    "sharing",
    "smiley",
    "smilies",
    "social",
    "spacer",
    "spinner",
    "sponsor",
    "sponsors",
    "sprite",
    "tracking",
    "twitter",
    "whatsapp",
];
/// Names of hosts, without what is around the name, that play what is embedded in texts.
const PLAYERS: &[&str] = &[
    "youtube",
    "youtube-nocookie",
    "youtu",
    "vimeo",
    "dailymotion",
    "soundcloud",
    "spotify",
    "bandcamp",
    "mixcloud",
    "twitch",
    "ted",
    "archive",
    "peertube",
    "rutube",
    "bilibili",
    "nicovideo",
    "vk",
    "brightcove",
    "jwplayer",
    "jwplatform",
    "wistia",
    "kaltura",
    "streamable",
    "loom",
    "podbean",
    "libsyn",
    "buzzsprout",
    "simplecast",
    "arte",
];
/// Ends of addresses of pictures that links around a picture lead to.
const PICTURES: &[&str] = &[".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"];
/// Pixels of a side below which a picture is a sign.
const SIGN: u32 = 100;
/// Bytes of an address looked at.
const ADDRESS: usize = 1000;
/// Elements between a picture and the link around it.
const LINK_REACH: usize = 8;

/// Whether a picture decorates the page, or leads on, or a frame plays nothing.
pub(super) fn is_one(page: &Page, block: &Block) -> bool {
    let (tree, node) = (page.tree(), block.node);
    let source = sources(tree, node).next().unwrap_or_default();
    let source = &source[..source.floor_char_boundary(ADDRESS)];
    let source = source.split(['?', '#']).next().unwrap_or_default();
    match block.kind {
        BlockKind::Media => !plays(tree, node, source),
        _ => {
            source.starts_with("data:")
                || ends_with(source, ".svg")
                || is_sign(tree, node)
                || leads_on(tree, node)
                || [Some(source), tree.attr(node, Attr::CLASS), tree.attr(node, Attr::ID)]
                    .into_iter()
                    .flatten()
                    .any(tells)
        }
    }
}

/// Whether one of the words of a name or address is in the table.
fn tells(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

fn is_sign(tree: &Tree, node: NodeId) -> bool {
    let small = |name: &str| {
        let value = tree.attr_named(node, name).map(|value| value.trim().trim_end_matches("px"));
        value.and_then(|value| value.parse::<u32>().ok()).is_some_and(|side| side < SIGN)
    };
    small("width") || small("height")
}

/// Whether a link around a picture leads to something else than the picture in another size.
fn leads_on(tree: &Tree, node: NodeId) -> bool {
    let link = tree.ancestors(node).take(LINK_REACH).find(|id| tree.tag(*id) == Some(Tag::A));
    let target = link.and_then(|link| tree.attr(link, Attr::HREF)).map(str::trim);
    target.is_some_and(|target| {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        !path.is_empty() && !PICTURES.iter().any(|end| ends_with(path, end))
    })
}

/// Whether an element plays something, as far as can be seen: frames hold all sorts of things.
fn plays(tree: &Tree, node: NodeId, source: &str) -> bool {
    let host = source.split("//").nth(1).and_then(|rest| rest.split('/').next());
    let known = |host: &str| {
        host.split('.').any(|name| PLAYERS.iter().any(|known| name.eq_ignore_ascii_case(known)))
    };
    matches!(tree.tag(node), Some(Tag::Video | Tag::Audio)) || host.is_some_and(known)
}

fn ends_with(text: &str, end: &str) -> bool {
    let from = text.len().checked_sub(end.len());
    from.and_then(|from| text.get(from..)).is_some_and(|last| last.eq_ignore_ascii_case(end))
}
