//! Invitations to comment: forms, and notices to log in.

use rustc_hash::FxHashMap;

use super::excluded::inside;
use crate::block::{Block, SpanKind};
use crate::tree::{Attr, Tag};
use crate::{Label, Page};

/// Longest notice, in characters.
const NOTICE_CHARS: u32 = 200;
/// Longest part of an address that is read, in bytes.
const ADDRESS_BYTES: usize = 300;
/// Parts of addresses of log-in and sign-up pages. They are words of programs, so they do not depend
/// on the language of the page.
const LOG_IN: &[&str] = &[
    "auth",
    "log-in",
    "log_in",
    "login",
    "logon",
    "oauth",
    "register",
    "registration",
    "sign-in",
    "sign-up",
    "sign_in",
    "sign_up",
    "signin",
    "signup",
    "sso",
    "userlogin",
    "wp-login",
];

/// For each block, whether it invites readers to comment.
pub(super) fn find(page: &Page, comments: &[bool], labels: &[Label]) -> Vec<bool> {
    let forms = forms(page, comments, labels);
    let texts = texts(page, comments);
    let differ = |block| texts.get(&form(page, block)).is_some_and(Option::is_none);
    let is_notice = |block| is_notice(page, block) && !differ(block);
    page.blocks().iter().map(|block| forms[block.container as usize] || is_notice(block)).collect()
}

/// For each form of comments, their text if all are equal, else `None`.
///
/// Differing texts are those of readers: some programs end each comment with a link to log in and
/// reply. A notice is the same wherever it stands.
fn texts<'p>(page: &'p Page, comments: &[bool]) -> FxHashMap<Form<'p>, Option<&'p str>> {
    let mut texts = FxHashMap::default();
    let blocks = page.blocks().iter().zip(comments).filter(|(_, is_comment)| **is_comment);
    for block in blocks.map(|(block, _)| block).filter(|block| block.chars > 0) {
        let text = Some(block.text.as_str());
        let known = texts.entry(form(page, block)).or_insert(text);
        *known = known.filter(|known| Some(*known) == text);
    }
    texts
}

/// Whether a block is short and links to a log-in page.
fn is_notice(page: &Page, block: &Block) -> bool {
    let links = block.spans.iter().filter(|span| span.kind == SpanKind::Link);
    let mut addresses = links.filter_map(|span| page.tree().attr(span.node, Attr::HREF));
    // Comments link to log-in pages in longer texts.
    block.chars <= NOTICE_CHARS && addresses.any(leads_to_log_in)
}

/// Whether an address is that of a log-in page.
fn leads_to_log_in(address: &str) -> bool {
    let end = address.floor_char_boundary(ADDRESS_BYTES);
    let mut parts = address[..end].split(['/', '.', '?', '&', '=', '#', ':']);
    parts.any(|part| LOG_IN.iter().any(|word| part.eq_ignore_ascii_case(word)))
}

/// For each container, whether it is in a form without text of the page. Forms with text are those
/// of systems that make the whole page one form.
fn forms(page: &Page, comments: &[bool], labels: &[Label]) -> Vec<bool> {
    let text = |at: usize| labels[at].content && !comments[at];
    // Running counts, so that each form is one subtraction.
    // Blocks of text before each.
    let mut texts = vec![0_u32];
    texts.extend((0..labels.len()).scan(0, |sum, at| {
        *sum += u32::from(text(at));
        Some(*sum)
    }));
    inside(page, |_, container| {
        let none = texts[container.first as usize] == texts[container.end as usize];
        container.tag == Tag::Form && none
    })
}

/// Tags and classes of a block's element and of the one around it.
pub(super) type Form<'p> = [(Tag, Option<&'p str>); 2];

/// The form of a block.
pub(super) fn form<'p>(page: &'p Page, block: &Block) -> Form<'p> {
    let own = &page.containers()[block.container as usize];
    let around = &page.containers()[own.parent as usize];
    [own, around].map(|at| (at.tag, page.tree().attr(at.node, Attr::CLASS)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Reason};

    #[test]
    fn addresses_of_log_ins() {
        for address in [
            "/wp-login.php?redirect_to=/fog",
            "https://login.harbour.example/",
            "/users/sign_in#new",
            "ucp.php?mode=login",
            "/wiki/Special:UserLogin",
        ] {
            assert!(leads_to_log_in(address), "{address}");
        }
        for address in ["/how-to-login", "/register-of-ships/9", "#comment-7", ""] {
            assert!(!leads_to_log_in(address), "{address}");
        }
    }

    fn prompts(html: &str) -> Vec<bool> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let label = Label { content: true, score: 1.0, reason: Reason::Kind };
        let labels = vec![label; page.blocks().len()];
        let comments: Vec<bool> =
            page.blocks().iter().map(|block| block.text.contains("fog")).collect();
        find(&page, &comments, &labels)
    }

    #[test]
    fn forms_and_notices_ask_for_comments() {
        for (html, expected) in [
            ("<p>The fog.<form><p>Leave your fog here</form>", &[false, true][..]),
            // A form around text of the page asks for nothing.
            ("<form><p>Text of the page.<p>The fog.</form>", &[false, false]),
            ("<p>The fog.<p>Please <a href=/login>log in</a> to reply", &[false, true]),
            ("<p>The fog.<p>Please <a href=/help>ask</a> before you reply", &[false, false]),
        ] {
            assert_eq!(prompts(html), expected, "{html}");
        }
    }

    #[test]
    fn a_link_that_ends_each_comment_is_no_notice() {
        let comment = |text: &str| format!("<div class=c><p>{text} <a href=/login>Reply</a></div>");
        let differing = [comment("The fog lifts."), comment("No fog here.")].concat();
        assert_eq!(prompts(&differing), [false, false]);
        let alike = [comment("More fog:"), comment("More fog:")].concat();
        assert_eq!(prompts(&alike), [true, true]);
    }

    #[test]
    fn long_texts_are_no_notices() {
        let long = format!("<p>{} <a href=/login>log in</a>", "The fog lifts again. ".repeat(20));
        assert_eq!(prompts(&long), [false]);
    }
}
