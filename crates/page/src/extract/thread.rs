//! Text around the posts of a thread, recognised by the markup of common forum programs.

use super::excluded::inside;
use super::surroundings::Surroundings;
use crate::block::{Block, BlockKind, Container, Meaning};
use crate::tree::{Attr, NodeId, Tree};
use crate::{Label, Page, PageType, Reason};

/// Endings of class words of signatures, which repeat below each post of a member (phpBB,
/// vBulletin, SMF, MyBB: `signature`; XenForo, Vanilla, FluxBB: with words before it).
const SIGNATURES: &[&str] = &["signature", "signaturecontainer"];
/// Attribute and value with the same meaning (Invision).
const SIGNATURE_ROLE: (&str, &str) = ("data-role", "memberSignature");
/// Class words of link previews, and of buttons that unfold a long quotation (Discourse, XenForo).
const PREVIEWS: &[&str] =
    &["onebox", "bbCodeBlock--unfurl", "bbCodeBlock-expandLink", "quoteExpand"];
/// Prefixes of the subject of a reply in various languages (RFC 5322, section 3.6.5: "Re: ").
const REPLY_PREFIXES: &[&str] = &[
    "re",
    "aw",
    "antw",
    "sv",
    "vs",
    "odp",
    "rif",
    "ynt",
    "vá",
    "отв",
    "ответ",
    "回复",
    "回覆",
    "답글",
];
/// Longest subject with such a prefix, in characters.
const SUBJECT_CHARS: u32 = 300;
/// Schema.org types and class words of posts that can have comments of their own.
const ANSWERED: &[&str] = &["Question", "Answer"];

/// Drops signatures, reply subjects and link previews of a thread.
pub(super) fn leave_frames(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    if !page.page_type().is(PageType::Forum) {
        return;
    }
    // An element with most of the text is the thread itself, whatever its class says.
    let text = text_before(page, labels);
    let all = text.last().copied().unwrap_or_default();
    let holds_most = |container: &Container| {
        (text[container.end as usize] - text[container.first as usize]) * 2 > all
    };
    let frames = inside(page, |_, container| {
        is_frame(page.tree(), container.node) && !holds_most(container)
    });
    let blocks = page.blocks().iter().enumerate();
    let is_frame = |block: &Block| frames[block.container as usize] || is_title_of_answer(block);
    let framed: Vec<bool> = page.blocks().iter().map(is_frame).collect();
    let is_text = |at: usize| labels[at].content && around.is_running_text(at);
    // A thread that would lose all its text keeps it.
    if blocks.clone().any(|(at, _)| !framed[at] && is_text(at)) {
        for (at, _) in blocks.filter(|(at, _)| framed[*at]) {
            if labels[at].content {
                let score = labels[at].score;
                labels[at] = Label { content: false, score, reason: Reason::PostFrame };
            }
        }
    }
}

/// Blocks in comments below questions and answers. Elsewhere in threads, elements called "comment"
/// are the posts; below an answer with text they are remarks about it.
pub(super) fn remarks(page: &Page, labels: &[Label]) -> Vec<bool> {
    let containers = page.containers();
    let text = text_before(page, labels);
    // For each container, the innermost question or answer around it.
    let mut answered: Vec<Option<u32>> = Vec::with_capacity(containers.len());
    let mut remarks: Vec<bool> = Vec::with_capacity(containers.len());
    for (at, container) in containers.iter().enumerate() {
        let above = container.parent as usize;
        let own = is_answered(page.tree(), container.node).then_some(at as u32);
        answered.push(own.or(answered.get(above).copied().flatten()));
        let has_text = |around: u32| {
            text[container.first as usize] > text[containers[around as usize].first as usize]
        };
        let is_remark = own.is_none()
            && container.meanings.has(Meaning::Comment)
            && answered[at].is_some_and(has_text);
        remarks.push(is_remark || remarks.get(above).copied().unwrap_or(false));
    }
    let remarks: Vec<bool> =
        page.blocks().iter().map(|block| remarks[block.container as usize]).collect();
    // Some pages wrap everything in a question; then the comments are the thread.
    let weight = |of: bool| -> u64 {
        let blocks = page.blocks().iter().zip(labels).zip(&remarks);
        let blocks = blocks.filter(|((_, label), remark)| label.content && **remark == of);
        blocks.map(|((block, _), _)| u64::from(block.chars)).sum()
    };
    if weight(true) > weight(false) { vec![false; remarks.len()] } else { remarks }
}

/// Characters of content before each block, and in all.
fn text_before(page: &Page, labels: &[Label]) -> Vec<u64> {
    let chars = page.blocks().iter().zip(labels).scan(0, |sum, (block, label)| {
        *sum += if label.content { u64::from(block.chars) } else { 0 };
        Some(*sum)
    });
    std::iter::once(0).chain(chars).collect()
}

/// Whether an element is a signature or a preview.
fn is_frame(tree: &Tree, id: NodeId) -> bool {
    let is = |word: &str| {
        SIGNATURES.iter().any(|end| ends_with(word, end))
            || PREVIEWS.iter().any(|known| word.eq_ignore_ascii_case(known))
    };
    tree.classes(id).any(is)
        || tree.attr_named(id, SIGNATURE_ROLE.0).is_some_and(|value| value == SIGNATURE_ROLE.1)
}

/// Whether a class word ends so, whatever its case.
fn ends_with(word: &str, end: &str) -> bool {
    let at = word.len().checked_sub(end.len());
    at.and_then(|at| word.get(at..)).is_some_and(|last| last.eq_ignore_ascii_case(end))
}

/// Whether an element holds a question or an answer.
fn is_answered(tree: &Tree, id: NodeId) -> bool {
    let itemtype = tree.attr(id, Attr::ITEMTYPE).unwrap_or_default();
    let name = itemtype.rsplit('/').next().unwrap_or_default();
    let mut words = tree.classes(id).chain([name]);
    words.any(|word| ANSWERED.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a block is a reply subject ("Re: The title") as heading or link: the post it answers has
/// the same title. A main heading stays: mailing list archives have one page per letter.
fn is_title_of_answer(block: &Block) -> bool {
    let titled = match block.kind {
        // The subject of a page stays its title, whatever it begins with.
        BlockKind::Heading(level) => level > 1,
        _ => block.link_chars == block.chars,
    };
    if !titled || block.chars > SUBJECT_CHARS {
        return false;
    }
    let Some((word, _)) = block.text.split_once([':', '：']) else { return false };
    // Some programs count: "Re[2]", "Re^3".
    let word = word.trim_end_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    REPLY_PREFIXES.contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;

    const POST: &str =
        "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
    const OTHER: &str =
        "Proud owner of three rowing boats, and of a dog that does not like any of them.";

    #[test]
    fn what_surrounds_posts_is_no_text() {
        for frame in [
            format!("<div class=signature>{OTHER}</div>"),
            format!("<aside class='message-signature'><div>{OTHER}</div></aside>"),
            format!("<div class='postsignature postmsg'><p>{OTHER}</div>"),
            format!("<div data-role=memberSignature>{OTHER}</div>"),
            format!("<aside class='onebox allowlistedgeneric'><p>{OTHER}</aside>"),
            "<div class='bbCodeBlock-expandLink'><a role=button>Click to expand...</a></div>"
                .into(),
            "<h3><a href=#p2>Re: The ferry is late again</a></h3>".into(),
            "<p><a href=#p2>AW: The ferry is late again</a>".into(),
            "<h5>Re[2]: The ferry is late again</h5>".into(),
        ] {
            let page = format!("<div class=post><p>{POST}</div>{frame}");
            assert_eq!(kept(&page, PageType::Forum), [POST], "{frame}");
            assert_eq!(kept(&page, PageType::Article).len(), 2, "{frame}");
            assert_eq!(kept(&frame, PageType::Forum).len(), 1, "{frame}");
        }
        for text in [
            "<h3>Rest: how much of it?</h3>",
            "<p>Re: the ferry, it was late.",
            "<h3>Re-use</h3>",
            "<h1>Re: The ferry</h1>",
        ] {
            let page = format!("<div class=post><p>{POST}</div>{text}");
            assert_eq!(kept(&page, PageType::Forum).len(), 2, "{text}");
        }
    }

    #[test]
    fn what_holds_most_of_a_thread_is_no_frame() {
        let posts = format!("<div class=post><p>{POST}</div>").repeat(3);
        let page = format!("<p>{OTHER}<div class='page signature'>{posts}</div>");
        assert_eq!(kept(&page, PageType::Forum), [OTHER, POST, POST, POST]);
    }

    #[test]
    fn comments_on_answers_are_comments() {
        let comments = format!("<ul class=comments><li class=comment>{OTHER}</ul>");
        for answer in ["class=answer", "itemscope itemtype=https://schema.org/Answer"] {
            let page = format!("<p>{POST}<div {answer}><p>{POST} So it did.{comments}</div>");
            assert_eq!(kept(&page, PageType::Forum).len(), 2, "{answer}");
            // The answer itself, where it is called a comment.
            let page = format!("<p>{POST}<div {answer}>{comments}</div>");
            assert_eq!(kept(&page, PageType::Forum).len(), 2, "{answer}");
            let page = format!("<p>{POST}<div class=comment><div {answer}>{OTHER}</div></div>");
            assert_eq!(kept(&page, PageType::Forum).len(), 2, "{answer}");
        }
        let page = format!("<div class=question><p>It is late.{comments}</div>");
        assert_eq!(kept(&page, PageType::Forum).len(), 2);
        let page = format!("<p>{POST}<div class=thread><p>{POST} So it did.{comments}</div>");
        assert_eq!(kept(&page, PageType::Forum).len(), 3);
    }
}
