//! The heading that says what the page is called: whether it is part of the text.
//!
//! Sets of known text disagree, and so do scores near the threshold: two snapshots of one page may differ in nothing
//! else. Who counts words over time, or has the title from the metadata, wants one answer for all pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::features::titles;
use super::{Label, Reason};
use crate::Page;

/// What becomes of the page's own heading.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OwnHeading {
    /// Judged like any other block.
    #[default]
    Judged,
    /// Part of the text, if there is a text behind it.
    Keep,
    /// Left out: the metadata have the title.
    Drop,
}

/// Keeps the page's own heading or leaves it out, as was asked for.
pub(super) fn decide(page: &Page, asked: OwnHeading, labels: &mut [Label]) {
    let content = match asked {
        OwnHeading::Judged => return,
        OwnHeading::Keep => true,
        OwnHeading::Drop => false,
    };
    let texts = || page.blocks().iter().zip(&*labels).enumerate();
    let Some((last, _)) = texts().rfind(|(_, (block, l))| l.content && block.chars > 0) else {
        return;
    };
    let own: Vec<usize> =
        (0..last).zip(titles(page)).filter(|(_, own)| *own).map(|(at, _)| at).collect();
    // One is enough; none is to be left.
    let one = own.iter().find(|at| labels[**at].content).or(own.first());
    let meant: Vec<usize> = if content { one.into_iter().copied().collect() } else { own.clone() };
    for at in meant {
        let label = &mut labels[at];
        if label.content != content {
            *label = Label { content, score: label.score, reason: Reason::OwnHeading };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Method};

    fn text(html: &str, heading: OwnHeading) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let config = ExtractConfig { heading, ..ExtractConfig::default() };
        let labels = Method::Page.extract(&page, &config).labels;
        let kept = page.blocks().iter().zip(&labels).filter(|(_, label)| label.content);
        kept.map(|(block, _)| block.text.chars().take(12).collect()).collect()
    }

    #[test]
    fn it_is_in_the_text_or_not_as_was_asked() {
        let said = "The herring came back in March, and with them the gulls and the boats of the village. ".repeat(4);
        let html = format!(
            "<title>The year of the herring - Harbour news</title><header><h1>The year of the herring</h1></header>\
            <main><p>{said}</p><h2>In March</h2><p>{said}</p></main>"
        );
        let (with, without) = (text(&html, OwnHeading::Keep), text(&html, OwnHeading::Drop));
        assert_eq!(with, ["The year of ", "The herring ", "In March", "The herring "]);
        assert_eq!(without, with[1..]);
        let judged = text(&html, OwnHeading::Judged);
        assert!(judged == with || judged == without);
        assert!(
            text("<title>Nothing at all</title><h1>Nothing at all</h1>", OwnHeading::Drop).len()
                == 1
        );
    }
}
