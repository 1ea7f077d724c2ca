//! The author of a thread: the first member whose profile the page links, or whose name an element
//! shows by its class.

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::names;
use crate::tree::{Attr, NodeId, Tag, Tree};
use crate::{Page, PageType};

/// Rank of these names: behind all bylines.
const RANK: u8 = 70;
/// Longest name, in characters.
const CHARS: usize = 40;
/// Path segments before the name of a profile.
const FOLDERS: &[&str] =
    &["u", "user", "users", "member", "members", "profile", "profiles", "profil"];
/// File names before the number of a profile: `user-12.html`.
const FILES: &[&str] = &["user", "member", "u", "profile"];
/// Parts of queries that lead to profiles.
const QUERIES: &[&str] = &["mode=viewprofile", "action=profile"];
/// Scripts that show the profile with the number in their query: `member.php?u=12`.
const SCRIPTS: &[&str] = &["member.php", "profile.php", "user.php"];

/// Ends of words in classes of elements that show the name of a member.
const CLASSES: &[&str] = &[
    "username",
    "accountname",
    "authorname",
    "membername",
    "nickname",
    "postername",
    "postauthor",
];
/// Classes of lists of what is known of a member, of which the first term is the name.
const SIDES: &[&str] = &["postleft", "postprofile"];
/// Longest class that is read: utility classes take hundreds of bytes.
const CLASS_BYTES: usize = 200;

/// Adds the first poster of a thread for which no other source names an author.
pub(super) fn read(page: &Page, found: &mut Found) {
    // On other pages a profile link is that of a commenter.
    if page.page_type().page_type != PageType::Forum || found.best(Field::Author).is_some() {
        return;
    }
    let tree = page.tree();
    let mut links = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A));
    if let Some(name) = links.find_map(|id| poster(tree, id)) {
        return found.push(Field::Author, RANK, Source::Html, "a@href", &name);
    }
    let mut marked = tree.all().filter(|id| names_member(tree, *id));
    if let Some(name) = marked.find_map(|id| member(tree, id)) {
        found.push(Field::Author, RANK + 1, Source::Html, "@class", &name);
    }
}

/// Whether the class of an element says that it shows the name of a member, or it is the first
/// term in a list of what is known of one.
fn names_member(tree: &Tree, id: NodeId) -> bool {
    let class = |id| tree.attr(id, Attr::CLASS).filter(|class| class.len() < CLASS_BYTES);
    let letters = |class: &str| -> String {
        class.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect()
    };
    let shows = |class: &str| {
        let class = letters(class).to_ascii_lowercase();
        class.split(' ').any(|word| CLASSES.iter().any(|known| word.ends_with(known)))
    };
    let is_side = |id| {
        let mut words = class(id).unwrap_or_default().split_ascii_whitespace();
        words.any(|word| SIDES.contains(&word))
    };
    class(id).is_some_and(shows)
        || tree.tag(id) == Some(Tag::Dt) && tree.ancestors(id).take(2).any(is_side)
}

/// The name of a member that an element shows.
fn member(tree: &Tree, id: NodeId) -> Option<String> {
    if tree.ancestors(id).any(|id| is_frame(tree, id)) {
        return None;
    }
    let text = super::small::small_text(tree, id, CHARS, |_| false)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (text.chars().count() <= CHARS && names::is_member_name(&text)).then_some(text)
}

/// Whether an element is that of a menu, a head of the site or a form: they name the reader who is
/// logged in.
fn is_frame(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.tag(id), Some(Tag::Nav | Tag::Header | Tag::Form))
}

fn poster(tree: &Tree, id: NodeId) -> Option<String> {
    let leads = tree.attr(id, Attr::HREF).is_some_and(is_profile);
    if leads { member(tree, id) } else { None }
}

/// Whether an address is that of a profile.
fn is_profile(href: &str) -> bool {
    let href = href.split('#').next().unwrap_or_default().to_lowercase();
    let (path, query) = href.split_once('?').unwrap_or((&href, ""));
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let mut parts = path.split('/').filter(|part| !part.is_empty()).rev();
    let (last, folder) = (parts.next().unwrap_or_default(), parts.next());
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stem = last.split('.').next().unwrap_or_default();
    let is_file = |name: &&str| {
        stem.strip_prefix(*name).is_some_and(|rest| number(rest.trim_start_matches(['-', '_'])))
    };
    let is_number = |pair: &str| pair.split_once('=').is_some_and(|(_, value)| number(value));
    let mut pairs = query.split(['&', ';']);
    folder.is_some_and(|folder| FOLDERS.contains(&folder))
        || FILES.iter().any(is_file)
        || QUERIES.iter().any(|words| query.contains(words))
        || SCRIPTS.contains(&last) && pairs.next().is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, TypePrediction, extract};

    #[test]
    fn addresses_of_profiles_are_known() {
        for (href, expected) in [
            ("/u/ada", true),
            ("https://board.example/members/ada.17/", true),
            ("member.php?u=12", true),
            ("./memberlist.php?mode=viewprofile&u=5", true),
            ("index.php?action=profile;u=7", true),
            ("/user-12.html", true),
            ("/members/", false),
            ("/user-agents.html", false),
            ("member.php?do=list", false),
            ("/threads/fog#/u/ada", false),
        ] {
            assert_eq!(is_profile(href), expected, "{href}");
        }
    }

    #[test]
    fn the_first_profile_names_who_began_a_thread() {
        let post = "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with all of us.</p>";
        let html = format!(
            "<header><a href=/u/ruth>ruth</a></header><h1>Fog</h1>{post}<a href=/u/jon>@jon</a> <a href=/u/ada><img></a>
             <div class=who><a href=/u/ada>ada of the pier</a></div>{post}<div><a href=/u/tom>tom</a></div>{post}"
        );
        let authors = |page_type| {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            page.typed_with(|| TypePrediction::sure(page_type));
            page.metadata(&extract(&page, &ExtractConfig::default())).authors
        };
        assert_eq!(authors(PageType::Forum), ["ada of the pier"]);
        assert_eq!(authors(PageType::Service), Vec::<String>::new());
    }

    #[test]
    fn names_of_members_stand_in_elements_that_say_so() {
        let post = "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with all of us.</p>";
        for (who, expected) in [
            ("<h3 class=PostUser-name>ada of the pier</h3>", Some("ada of the pier")),
            ("<span class=BoardAccountName>ada17</span>", Some("ada17")),
            (
                "<div class=postleft><dl><dt><b>ada17</b></dt><dd>Member</dd></dl></div>",
                Some("ada17"),
            ),
            ("<form><span class=username>ada17</span></form>", None),
            ("<dl><dt>ada17</dt></dl>", None),
            ("<span class=usernames-of-all>ada17</span>", None),
        ] {
            let html = format!("<h1>Fog</h1>{who}{post}<b class=nickname>tom</b>{post}{post}");
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            page.typed_with(|| TypePrediction::sure(PageType::Forum));
            let mut found = Found::default();
            read(&page, &mut found);
            let author = found.best(Field::Author);
            assert_eq!(author.as_deref(), expected.or(Some("tom")), "{who}");
        }
    }
}
