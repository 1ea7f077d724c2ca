//! Markup that was escaped once too often: `&lt;p&gt;` in the place of a paragraph.

use memchr::memmem;

use crate::block::{Block, BlockKind, SpanKind};
use crate::{Label, Page, PageFlag};

/// End tags of elements that authors do not write about, but write with.
const END_TAGS: &[&str] = &[
    "</p>",
    "</div>",
    "</span>",
    "</a>",
    "</li>",
    "</ul>",
    "</strong>",
    "</em>",
    "</h2>",
    "</h3>",
    "</blockquote>",
    "</b>",
    "</i>",
];
/// End tags in one block. One or two can be an example in running text.
const FEWEST: usize = 3;

/// The flag of a page in whose content markup is shown as text.
pub(super) fn flag(page: &Page, labels: &[Label]) -> Option<PageFlag> {
    let mut kept = page.blocks().iter().zip(labels).filter(|(_, label)| label.content);
    kept.any(|(block, _)| is_escaped(block)).then_some(PageFlag::EscapedMarkup)
}

/// Whether a block of running text holds several end tags that are not marked as code.
fn is_escaped(block: &Block) -> bool {
    // Most blocks fail here.
    if block.kind == BlockKind::Code || memmem::find(block.text.as_bytes(), b"</").is_none() {
        return false;
    }
    let in_code = |at: usize| {
        let mut spans = block.spans.iter().filter(|span| span.kind == SpanKind::Code);
        spans.any(|span| (span.start as usize..span.end as usize).contains(&at))
    };
    let ends = memmem::find_iter(block.text.as_bytes(), b"</").filter(|at| {
        let rest = &block.text[*at..];
        END_TAGS.iter().any(|tag| rest.starts_with(tag)) && !in_code(*at)
    });
    ends.take(FEWEST).count() == FEWEST
}

#[cfg(test)]
mod tests {
    use crate::{ExtractConfig, Hints, Limits, Method, Page, PageFlag};

    fn is_flagged(html: &str) -> bool {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let flags = Method::Page.extract(&page, &ExtractConfig::default()).flags;
        flags.contains(&PageFlag::EscapedMarkup)
    }

    #[test]
    fn escaped_bodies_are_flagged() {
        let said =
            "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
        let escaped = format!("&lt;p&gt;{said}&lt;/p&gt;").repeat(4);
        assert!(is_flagged(&format!("<article><div>{escaped}</div></article>")));
        for html in [
            format!("<article><p>{said}</p><pre>{escaped}</pre></article>"),
            format!(
                "<article><p>{said} Close it with &lt;/p&gt; or &lt;/div&gt;. {said}</p></article>"
            ),
            format!("<article><p>{said} <code>{escaped}</code> {said}</p></article>"),
            format!("<article><p>{said}</p></article>"),
        ] {
            assert!(!is_flagged(&html), "{html}");
        }
    }
}
