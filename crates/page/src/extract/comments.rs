//! Readers' comments, and customers' reviews on product pages.

use rustc_hash::FxHashSet;

use super::excluded::inside;
use super::reply_prompts::{self, Form, form};
use super::signpost::SignKind;
use super::surroundings::Surroundings;
use super::thread;
use crate::block::{Block, BlockKind, Container, Meaning, class_meanings};
use crate::tree::Tag;
use crate::{Extraction, Label, Page, PageType, Reason};

/// If more content than this (in characters) follows a heading "Comments", the heading belongs to a
/// section of the article.
const RESUMED: u32 = 1000;
/// Comments may be this many times longer than the text where the page surely has its own text.
const MAX_RATIO: u64 = 20;
/// Longest cell, in characters, that only counts comments or heads a column of counts.
const COUNT_CHARS: u32 = 24;
/// From this share of links on, a block is something to click.
const CLICKABLE: f32 = 0.5;

/// Drops readers' comments, or labels them where they are asked for.
///
/// Comments stay text where they are all there is, and in threads, whose posts often carry the
/// class "comment"; there only remarks below an answer count as comments. Reviews are comments on
/// product pages.
pub(super) fn separate(page: &Page, around: &Surroundings<'_>, extraction: &mut Extraction) {
    let typed = page.page_type();
    if typed.is(PageType::Forum) {
        let remarks = thread::remarks(page, &extraction.labels);
        label_comments(page, extraction, &remarks);
        return;
    }
    let product = typed.is(PageType::Product);
    // Manuals have chapters called "Discussion" or "Responses", and ids derived from them.
    let manual = typed.is(PageType::Documentation);
    let named = named_comments(page, product, manual);
    let comments = match manual {
        true => named.clone(),
        false => announced_comments(page, around, &named, &extraction.labels),
    };
    let (outside, inside, behind) = weigh(page, &extraction.labels, &named, &comments);
    // Comments that outweigh everything else are what the page is for, unless the page surely has
    // a text of its own. A signpost is less sure than a name: "Debate" and "Letters" also stand
    // above articles.
    let article = typed.is(PageType::Article) && begins_with_text(around, extraction, &comments);
    let sure = behind <= outside && (product || article);
    // Equal amounts stay comments: one remark below one sentence is common.
    if inside + behind > outside * if sure { MAX_RATIO } else { 1 } {
        return;
    }
    if extraction.config.comments {
        keep_running_text(page, around, &comments, &mut extraction.labels);
    }
    label_comments(page, extraction, &comments);
}

/// Characters of text, of comments by element names, and of comments below a signpost.
fn weigh(page: &Page, labels: &[Label], named: &[bool], comments: &[bool]) -> (u64, u64, u64) {
    let (mut outside, mut inside, mut behind) = (0_u64, 0_u64, 0_u64);
    for (at, block) in page.blocks().iter().enumerate().filter(|(at, _)| labels[*at].content) {
        // Named comments are also in `comments`, so the first match decides.
        let sum = match (named[at], comments[at]) {
            (true, _) => &mut inside,
            (_, true) => &mut behind,
            _ => &mut outside,
        };
        *sum += u64::from(block.chars);
    }
    (outside, inside, behind)
}

/// Drops these blocks, or labels them as comments where they are asked for. Invitations to comment
/// are dropped in either case.
fn label_comments(page: &Page, extraction: &mut Extraction, comments: &[bool]) {
    let asked = extraction.config.comments;
    let prompts =
        if asked { reply_prompts::find(page, comments, &extraction.labels) } else { Vec::new() };
    for (at, label) in extraction.labels.iter_mut().enumerate() {
        if comments[at] && label.content {
            let content = asked && !prompts[at];
            *label = Label { content, score: label.score, reason: Reason::Comment };
        }
    }
}

/// Whether the first running text is not a comment.
fn begins_with_text(around: &Surroundings<'_>, extraction: &Extraction, comments: &[bool]) -> bool {
    let labels = extraction.labels.iter().enumerate();
    let mut texts = labels.filter(|(at, label)| label.content && around.is_running_text(*at));
    texts.next().is_some_and(|(at, _)| !comments[at])
}

/// Blocks in elements named after comments, and on product pages after reviews. In a `manual` only
/// class names count: ids are made from headings.
fn named_comments(page: &Page, product: bool, manual: bool) -> Vec<bool> {
    let is_title = |block: &Block| block.kind == BlockKind::Heading(1);
    let title = page.blocks().iter().position(is_title).map(|at| at as u32);
    let named = inside(page, |_, container| {
        // A container with the product's name often says in its class that reviews exist.
        let titled = title.is_some_and(|at| (container.first..container.end).contains(&at));
        let named = container.meanings.has(Meaning::Comment)
            || product && !titled && container.meanings.has(Meaning::Review);
        // `class="content comments-open"` of a whole post speaks of the post.
        named
            && !container.meanings.has(Meaning::Content)
            && !is_count(page, container)
            && (!manual || class_meanings(page.tree(), container.node).has(Meaning::Comment))
    });
    page.blocks().iter().map(|block| named[block.container as usize]).collect()
}

/// Whether an element is a table cell that holds nothing but the number of comments.
fn is_count(page: &Page, container: &Container) -> bool {
    let cell = matches!(page.tree().tag(container.node), Some(Tag::Td | Tag::Th));
    let blocks = page.blocks().get(container.first as usize..container.end as usize);
    cell && blocks.is_some_and(|blocks| {
        blocks.len() <= 1 && blocks.iter().all(|block| block.chars <= COUNT_CHARS)
    })
}

/// The named comments, and the blocks below a signpost such as "12 comments".
fn announced_comments(
    page: &Page,
    around: &Surroundings<'_>,
    named: &[bool],
    labels: &[Label],
) -> Vec<bool> {
    let mut comments = named.to_vec();
    // Read from the end: a heading "Comments" followed by much content is a chapter.
    let mut behind = 0;
    for (at, block) in page.blocks().iter().enumerate().rev() {
        if around.signs()[at].under == Some(SignKind::Comments) {
            comments[at] |= behind < RESUMED;
        } else if labels[at].content && !comments[at] {
            behind += block.chars;
        }
    }
    comments
}

/// Keeps the running text among these blocks, and blocks of the same form: "Me too." is a comment
/// where longer ones have its tags and classes. Names, dates and buttons have other forms. Scores
/// cannot help: to them comments are boilerplate.
fn keep_running_text(
    page: &Page,
    around: &Surroundings<'_>,
    comments: &[bool],
    labels: &mut [Label],
) {
    let prompts = reply_prompts::find(page, comments, labels);
    let may = |at: usize, block: &Block| {
        comments[at]
            && block.chars > 0
            // Collapsed replies are hidden, but nobody reads them without a click.
            && !block.hidden
            && block.link_density() < CLICKABLE
            && !matches!(block.kind, BlockKind::Heading(_))
            && !prompts[at]
    };
    let blocks = || page.blocks().iter().enumerate().filter(|(at, block)| may(*at, block));
    let running = blocks().filter(|(at, _)| around.is_running_text(*at));
    let forms: FxHashSet<Form<'_>> = running.map(|(_, block)| form(page, block)).collect();
    for (at, _) in blocks().filter(|(_, block)| forms.contains(&form(page, block))) {
        labels[at] = Label { content: true, score: labels[at].score, reason: Reason::Comment };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;
    use crate::{ExtractConfig, Hints, Limits, extract};

    #[test]
    fn reviews_of_products_are_comments() {
        let page = "<h1>A stick</h1><p>It is long.<div class=reviews><p>A good stick.</div>";
        assert_eq!(kept(page, PageType::Product), ["A stick", "It is long."]);
        assert_eq!(kept(page, PageType::Article).len(), 3);
        // They may outweigh the text, but not be all there is.
        let long = page.replace("A good", &"A good ".repeat(20));
        assert_eq!(kept(&long, PageType::Product), ["A stick", "It is long."]);
        assert_eq!(kept("<div class=reviews><p>A good stick.</div>", PageType::Product).len(), 1);
        assert_eq!(kept("", PageType::Product).len(), 0);
    }

    #[test]
    fn what_holds_the_name_of_a_product_is_no_review() {
        for html in [
            "<body class=has-reviews><h1>A stick</h1><p>It is long.",
            "<p>Sticks<div class=no-reviews><h1>A stick</h1><p>It is long.</div>",
            "<div class=title-and-reviews><h1>A stick</h1></div><p>It is long, and it is brown.",
        ] {
            let kept = kept(html, PageType::Product);
            assert!(kept.contains(&"A stick".to_owned()), "{html}: {kept:?}");
        }
    }

    #[test]
    fn comments_may_outweigh_an_article_if_their_element_is_named() {
        let text = "There is more to say of it. ".repeat(40);
        let lead = "What we have to say of it in short, and no more than that.";
        let named = format!("<h1>A title</h1><p>{lead}<div class=comments><p>{text}</div>");
        assert_eq!(kept(&named, PageType::Article), ["A title", lead]);
        assert!(kept(&named, PageType::Service).len() > 2);
        let wrapper = format!("<h1>A title</h1><p>A line.<div class=discussion><p>{text}</div>");
        assert_eq!(kept(&wrapper, PageType::Article).len(), 3);
        let kicker = format!("<h1>A title</h1><p>{lead}<p>Debatt<p>{text}");
        assert_eq!(kept(&kicker, PageType::Article).last().map(String::as_str), Some(text.trim()));
    }

    const PAGE: &str = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>The fog lifts</h1>\
        <p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with everybody \
        who had waited for it on the pier, among them the keeper of the light and his two dogs.</p>\
        <p>Nobody at the pier could say when the bell had rung last, or who had rung it on that day, but all \
        of them had heard it, and some were sure that it was not the first time this year.</p></article>\
        <section id=comments><h3>2 comments</h3>\
        <div class=comment><b class=author>Bob</b><p>I was there and heard the bell, and it was my uncle who rang it.</p>\
        <a href=#r1>Reply</a></div>\
        <div class=comment><b class=author>Eve</b><p>Me too.</p><a href=#r2>Reply</a></div>\
        <p class=must>You must be <a href=/wp-login.php?to=/fog>logged in</a> to be heard about the fog and the bell and all that.</p>\
        <p>My fog is at <a href=/how-to-login-here>another place</a>, and it has never lifted in all of my days.</p>\
        <form><p>Your address will not be published, and all of the fields are needed here.</p>\
        <input name=mail></form></section>";

    #[test]
    fn comments_are_taken_where_they_are_asked_for_and_nowhere_else() {
        let page = Page::parse(PAGE.as_bytes(), &Hints::default(), &Limits::default());
        let texts = |comments| {
            let config = ExtractConfig { comments, ..ExtractConfig::default() };
            let extraction = extract(&page, &config);
            let texts: Vec<String> =
                extraction.kept(&page).map(|block| block.text.to_string()).collect();
            texts
        };
        let without = texts(false);
        assert!(!without.is_empty() && !without.iter().any(|text| text.contains("uncle")));
        let comments = [
            "I was there and heard the bell, and it was my uncle who rang it.",
            "Me too.",
            "My fog is at another place, and it has never lifted in all of my days.",
        ];
        let with: Vec<String> = without.into_iter().chain(comments.map(str::to_owned)).collect();
        assert_eq!(texts(true), with);
    }

    #[test]
    fn comments_with_links_to_log_ins_are_taken() {
        let reply = "<a href=/login?to=/fog>Reply</a></p>";
        let page = PAGE.replace("rang it.</p>", &format!("rang it. {reply}"));
        let page =
            page.replace("Me too.</p>", &format!("Me too, and so was all of my family. {reply}"));
        let page = Page::parse(page.as_bytes(), &Hints::default(), &Limits::default());
        let config = ExtractConfig { comments: true, ..ExtractConfig::default() };
        let extraction = extract(&page, &config);
        let texts: Vec<_> = extraction.kept(&page).map(|block| block.text.as_str()).collect();
        for text in ["rang it. Reply", "of my family. Reply"] {
            assert!(texts.iter().any(|kept| kept.ends_with(text)), "{texts:?}");
        }
        assert!(!texts.iter().any(|text| text.contains("logged in")), "{texts:?}");
    }

    #[test]
    fn chapters_of_manuals_are_no_comments() {
        let text = "The tide is read from the log, which is written by hand.";
        let manual = format!(
            "<h1>tide(1)</h1><h2>Description</h2><p>{text}<h2 id=discussion>Discussion</h2><p>It rises.\
             <section id=feedback><h2>Feedback</h2><p>It falls.</section>"
        );
        assert_eq!(kept(&manual, PageType::Documentation).len(), 7);
        assert_eq!(kept(&manual, PageType::Article).len(), 3);
        let remarks = format!("{manual}<div class=comments><p>A good tide.</div>");
        assert_eq!(kept(&remarks, PageType::Documentation).len(), 7);
    }
}
