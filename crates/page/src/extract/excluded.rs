//! Text that the markup itself excludes from the content: footers, dialogs, tooltips, parts that
//! search engines must not quote, and what follows the main element.
//!
//! Scores are learned from many pages and stay in doubt where HTML is explicit. A privacy dialog
//! is a long text like any other; only its role says that it is not the article.

use super::surroundings::Surroundings;
use crate::block::{BlockKind, ClassName, Container};
use crate::tree::{Attr, NodeId, Tag, Tree};
use crate::{Label, Page, PageType, Reason};

/// WAI-ARIA 1.2 roles of elements that lie over the page. `contentinfo` is missing on purpose: W3C
/// specifications put their head into it.
const ROLES: &[&str] = &["dialog", "alertdialog", "tooltip"];
/// Elements whose footers belong to them, not to the page (HTML, section 4.3.8).
const SECTIONS: &[Tag] =
    &[Tag::Article, Tag::Aside, Tag::Blockquote, Tag::Main, Tag::Nav, Tag::Section];
/// Roles that turn other elements into sections (HTML Accessibility API Mappings, `footer`).
const SECTION_ROLES: &[&str] = &["article", "complementary", MAIN, "navigation", "region"];
const MAIN: &str = "main";
/// The main part must hold this many times the text behind it before that text is dropped.
const MAIN_TO_REST: u64 = 3;
/// Elements that hold the content of a page.
const TEXT: &[Tag] = &[Tag::Main, Tag::Article];
/// Endings of class words of tooltips, hyphens removed (`tool-tip__content`). The bare ending
/// "tooltip" is missing: it is as often the class of the element that has one.
const TIPS: &[&str] = &[
    "tooltipcontent",
    "tooltiptext",
    "tooltipinner",
    "tooltipbody",
    "tooltipbubble",
    "tooltippopup",
];
/// Attribute of elements that Google must not quote in results; [`ClassName::NotRead`] says the same.
const NOT_QUOTED: &str = "data-nosnippet";
const MODAL: &str = "aria-modal";

/// Drops text that the markup excludes, one kind of exclusion after the other. A kind is skipped
/// where it would take most of the text: some pages are one dialog, some articles carry
/// `data-nosnippet` because they are sold.
pub(super) fn leave_out(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    let tree = page.tree();
    let [not_quoted, modal] = [NOT_QUOTED, MODAL].map(|name| tree.attr_of_name(name));
    // The footer of an article holds its author and sources.
    let sections = inside(page, |_, container| is_section(tree, container));
    let is_footer =
        |at: usize, container: &Container| container.tag == Tag::Footer && !sections[at];
    for excluded in [
        inside(page, |_, container| container.tag == Tag::Nav),
        inside(page, is_footer),
        inside(page, |_, container| {
            container.names.has(ClassName::NotRead) || has(tree, container.node, not_quoted)
        }),
        // Glossaries and elements with a tooltip have similar classes: hence `MaxShare::Half`.
        inside(page, |_, container| tree.attr(container.node, Attr::CLASS).is_some_and(is_tip)),
    ] {
        let is_excluded = |at: usize| excluded[page.blocks()[at].container as usize];
        exclude(page, around, labels, is_excluded, MaxShare::Half);
    }
    // Only text behind the main part is dropped: leads stand before it. Specifications keep their
    // appendices there.
    let specified = page.page_type().is(PageType::Documentation);
    if let Some(end) = end_of_main(page, labels).filter(|_| !specified) {
        exclude(page, around, labels, |at| at >= end, MaxShare::Any);
    }
    // Cookie dialogs can be longer than the text of a product page, so their length is no
    // argument. But some pages show their article in a dialog.
    let over = inside(page, |_, container| lies_over(tree, container, modal));
    let parts = page.containers().iter().enumerate();
    let parts = parts.filter(|(_, part)| TEXT.contains(&part.tag)).map(|(at, _)| over[at]);
    let headings = page.blocks().iter().filter(|block| block.kind == BlockKind::Heading(1));
    let headings = headings.map(|block| over[block.container as usize]);
    // Every heading and article lies in a dialog: then the dialog is the page.
    let shown = parts.chain(headings).reduce(|all, one| all && one).unwrap_or(false);
    let over = |at: usize| over[page.blocks()[at].container as usize];
    exclude(page, around, labels, over, if shown { MaxShare::Half } else { MaxShare::Any });
}

/// How much of the text an exclusion may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MaxShare {
    /// At most half of it.
    Half,
    /// All but one block of running text.
    Any,
}

impl MaxShare {
    fn allows(self, excluded: u64, rest: u64) -> bool {
        match self {
            Self::Half => excluded <= rest,
            Self::Any => true,
        }
    }
}

/// Drops the blocks for which `is_excluded` holds, unless they exceed `most` or no running text
/// would be left. Comments stay: the user asked for them.
fn exclude(
    page: &Page,
    around: &Surroundings<'_>,
    labels: &mut [Label],
    is_excluded: impl Fn(usize) -> bool,
    most: MaxShare,
) {
    let (mut weights, mut besides) = ([0_u64; 2], false);
    for (at, block) in page.blocks().iter().enumerate().filter(|(at, _)| is_text(&labels[*at])) {
        weights[usize::from(is_excluded(at))] += u64::from(block.chars);
        besides |= !is_excluded(at) && around.is_running_text(at);
    }
    // A page of short lines has no running text; there the markup proves nothing.
    if !besides || !most.allows(weights[1], weights[0]) {
        return;
    }
    for (at, label) in labels.iter_mut().enumerate() {
        if is_text(label) && is_excluded(at) {
            *label = Label { content: false, score: label.score, reason: Reason::SetApart };
        }
    }
}

/// Whether a block is kept as part of the page's own text. Comments that were asked for are kept,
/// too, but are not part of it.
pub(super) fn is_text(label: &Label) -> bool {
    label.content && label.reason != Reason::Comment
}

/// For each container, whether `is` holds for it or for a container around it.
pub(super) fn inside(page: &Page, is: impl Fn(usize, &Container) -> bool) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(page.containers().len());
    for (at, container) in page.containers().iter().enumerate() {
        let around = inside.get(container.parent as usize).copied().unwrap_or(false);
        inside.push(around || is(at, container));
    }
    inside
}

/// Whether an element is a section with a footer of its own.
fn is_section(tree: &Tree, container: &Container) -> bool {
    // Roles are compared exactly: browsers ignore misspelt ones, too.
    let role = tree.attr(container.node, Attr::ROLE);
    SECTIONS.contains(&container.tag) || role.is_some_and(|role| SECTION_ROLES.contains(&role))
}

/// One past the last block of the main part. `None` where no element is marked as main, or where
/// it holds too little: some pages put no more than a picture and a title there.
fn end_of_main(page: &Page, labels: &[Label]) -> Option<usize> {
    let tree = page.tree();
    let main = inside(page, |_, container| {
        container.tag == Tag::Main || tree.attr(container.node, Attr::ROLE) == Some(MAIN)
    });
    let blocks = page.blocks();
    let is_main = |at: &usize| main[blocks[*at].container as usize];
    let end = (0..blocks.len()).rfind(is_main)? + 1;
    let chars = |at: usize| if is_text(&labels[at]) { u64::from(blocks[at].chars) } else { 0 };
    let main: u64 = (0..end).filter(is_main).map(chars).sum();
    let behind: u64 = (end..blocks.len()).map(chars).sum();
    (behind * MAIN_TO_REST <= main).then_some(end)
}

/// Whether an element has an attribute, if the page has it.
fn has(tree: &Tree, id: NodeId, name: Option<Attr>) -> bool {
    name.is_some_and(|name| tree.attr(id, name).is_some())
}

/// Whether a class value has the name of a tooltip.
fn is_tip(class: &str) -> bool {
    // Nearly all values fail here, before they are cut into words.
    let is_letter = |byte: u8, letter| byte | 0x20 == letter;
    let has_tip = class.as_bytes().windows(3).any(|part| {
        is_letter(part[1], b'i') && is_letter(part[0], b't') && is_letter(part[2], b'p')
    });
    has_tip && class.split_ascii_whitespace().any(names_tip)
}

/// Whether a class word is that of a tooltip, possibly with a BEM modifier (`tooltip-text--wide`).
fn names_tip(word: &str) -> bool {
    let word = word.split("--").next().unwrap_or_default().to_ascii_lowercase();
    let letters = word.replace(['-', '_'], "");
    TIPS.iter().any(|end| letters.ends_with(end))
}

/// Whether an element lies over the page.
fn lies_over(tree: &Tree, container: &Container, modal: Option<Attr>) -> bool {
    let id = container.node;
    container.tag == Tag::Dialog
        || tree.attr(id, Attr::ROLE).is_some_and(|role| ROLES.contains(&role))
        || modal.is_some_and(|name| tree.attr(id, name) == Some("true"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;
    use crate::{ExtractConfig, Hints, Limits, Scoring, TypePrediction};

    const TEXT: &str = "The ferry left ten minutes late, with everybody who had waited for it on the pier, and two dogs.";
    const OTHER: &str =
        "We value your privacy, and so do our 812 partners, who would like to know where you are.";

    #[test]
    fn what_markup_sets_apart_is_no_text() {
        for other in [
            format!("<nav><p>{OTHER}</nav>"),
            format!("<footer><div><p>{OTHER}</div></footer>"),
            format!("<div role=dialog><p>{OTHER}</div>"),
            format!("<div role=alertdialog><p>{OTHER}</div>"),
            format!("<div aria-modal=true><section><p>{OTHER}</section></div>"),
            format!("<dialog open><p>{OTHER}</dialog>"),
            format!("<div role=tooltip>{OTHER}</div>"),
            format!("<div class='tool-tip__content wide'>{OTHER}</div>"),
            format!("<div class=tooltipText--dark><p>{OTHER}</div>"),
            format!("<section data-nosnippet><p>{OTHER}</section>"),
            format!("<section class='end robots-nocontent'><p>{OTHER}</section>"),
        ] {
            let page = format!("<article><p>{TEXT}</article>{other}");
            assert_eq!(kept(&page, PageType::Article), [TEXT], "{other}");
            // A page may be nothing else.
            assert_eq!(kept(&other, PageType::Article), [OTHER], "{other}");
            assert_eq!(kept(&format!("<h1>Ferry</h1>{other}"), PageType::Article).len(), 2);
        }
    }

    #[test]
    fn footers_of_sections_and_elements_that_are_no_modal_are_text() {
        for other in [
            format!("<article><footer><p>{OTHER}</footer></article>"),
            format!("<main><div><footer><p>{OTHER}</footer></div></main>"),
            format!("<blockquote><footer><p>{OTHER}</footer></blockquote>"),
            format!("<div role=main><footer><p>{OTHER}</footer></div>"),
            format!("<div aria-modal=false><p>{OTHER}</div>"),
            format!("<div class='js-tooltip has-tooltip'><p>{OTHER}</div>"),
            format!("<div role=contentinfo><p>{OTHER}</div>"),
        ] {
            let page = format!("<p>{TEXT}</p>{other}");
            assert_eq!(kept(&page, PageType::Article), [TEXT, OTHER], "{other}");
        }
    }

    #[test]
    fn what_follows_the_main_part_is_no_text() {
        let text = format!("<p>{TEXT} And it came late.").repeat(3);
        for main in [format!("<main>{text}</main>"), format!("<div role=main>{text}</div>")] {
            let page = format!("<header><p>{OTHER}</header>{main}<div><p>{OTHER}</div>");
            assert_eq!(kept(&page, PageType::Article).len(), 4, "{main}");
            assert_eq!(kept(&page, PageType::Documentation).len(), 5, "{main}");
            let more = format!("<div><p>{OTHER}<p>{TEXT}</div>");
            assert_eq!(kept(&format!("{main}{more}"), PageType::Article).len(), 5, "{main}");
            assert_eq!(kept(&format!("{main}{main}<p>{OTHER}"), PageType::Article).len(), 3);
            // The text stands before what is called so.
            let lead = format!("<div><h1>Ferry</h1>{text}<p>{TEXT}</div>");
            let page = format!("{lead}{}<p>{OTHER}", main.replace(&text, "<p>Read on"));
            assert_eq!(kept(&page, PageType::Article).len(), 7, "{page}");
        }
    }

    #[test]
    fn comments_behind_the_main_part_are_asked_for() {
        let text = format!("<main>{}</main>", format!("<p>{TEXT} Again.").repeat(9));
        let page = format!("{text}<div class=comments><p>{OTHER}</div>");
        let page = Page::parse(page.as_bytes(), &Hints::default(), &Limits::default());
        let config = ExtractConfig { comments: true, ..ExtractConfig::default() };
        let typed =
            TypePrediction { page_type: PageType::Other, score: 0.0, probabilities: [0.0; 7] };
        let labels = Scoring::from_scores(&page, &config, typed, |_| (1.0, Reason::Kind))
            .finish("page")
            .labels;
        assert!(labels[9].content && labels[9].reason == Reason::Comment, "{:?}", labels[9]);
    }

    #[test]
    fn what_outweighs_the_rest_is_the_text() {
        for [open, close] in [
            ["<div data-nosnippet>", "</div>"],
            ["<div role=dialog aria-modal=true><article>", "</article></div>"],
            ["<footer>", "</footer>"],
            ["<nav>", "</nav>"],
            ["<div class=has-tooltip-text>", "</div>"],
        ] {
            let page = format!("<p>{OTHER}{open}<p>{TEXT}<p>So it did.{close}");
            assert_eq!(kept(&page, PageType::Article), [OTHER, TEXT, "So it did."], "{open}");
        }
        let terms = format!("<p>{TEXT}<div role=dialog><p>{OTHER}<p>{OTHER} Of all days.</div>");
        assert_eq!(kept(&terms, PageType::Product), [TEXT]);
        let titled = terms.replace("role=dialog>", "role=dialog><h1>Terms</h1>");
        let titled = format!("<h1>Ferry</h1>{titled}");
        assert_eq!(kept(&titled, PageType::Product), ["Ferry", TEXT]);
        let text = terms.replace("role=dialog>", "role=dialog><h1>The ferry</h1>");
        assert_eq!(kept(&text, PageType::Product).len(), 4);
        let sold = format!("<p>{OTHER}<p data-nosnippet>{TEXT}<p data-nosnippet>So it did.");
        assert_eq!(kept(&sold, PageType::Article).len(), 3);
    }

    #[test]
    fn tooltips_are_told_by_the_end_of_their_class() {
        for (word, expected) in [
            ("tooltip-content", true),
            ("tool_tip__inner", true),
            ("TooltipText--wide", true),
            ("my-tooltip-body", true),
            ("tooltip", false),
            ("has-tooltip", false),
            ("tooltip-content-wrapper", false),
            ("multiple", false),
            ("", false),
        ] {
            assert_eq!(is_tip(word), expected, "{word}");
        }
    }

    #[test]
    fn at_most_half_means_half() {
        for (excluded, rest, half) in [(1, 2, true), (2, 2, true), (3, 2, false), (0, 0, true)] {
            assert_eq!(MaxShare::Half.allows(excluded, rest), half);
            assert!(MaxShare::Any.allows(excluded, rest));
        }
    }
}
