//! Other methods than our own, from the same parse: what the literature compares with and chooses
//! among.
//!
//! Each is the published rule applied to our blocks; page, score and reason say which method it was.

mod article;
mod boilerpipe;
mod bte;
mod justext;

use crate::extract::{ExtractConfig, Extraction, Label, Reason, drop_tables, extract};
use crate::{Page, PageFlag};

/// A method of single-page extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Our own: a vote of trees over everything measured of a block, and a network that reads the page.
    Page,
    /// Containers scored by their paragraphs, commas and names; the best with its siblings.
    /// (Arc90 Readability, 2009.)
    Article,
    /// Length, links and commonest words, then the neighbours.
    /// (Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora", 2011, chapter 3.)
    Justext,
    /// Words and link density of a block and its two neighbours.
    /// (Kohlschütter et al., "Boilerplate Detection using Shallow Text Features", 2010, algorithm 2.)
    Boilerpipe,
    /// The stretch of the page with most words and fewest tags.
    /// (Finn et al., "Fact or fiction: content classification for digital libraries", 2001.)
    Bte,
    /// All visible text.
    AllText,
    /// What any of page, article and boilerpipe takes.
    Union,
    /// What two of page, article and boilerpipe take.
    Agreement,
}

/// The methods that [`Method::Union`] and [`Method::Agreement`] ask.
const VOTERS: [Method; 3] = [Method::Page, Method::Article, Method::Boilerpipe];

impl Method {
    /// All methods.
    pub const ALL: [Method; 8] = [
        Method::Page,
        Method::Article,
        Method::Justext,
        Method::Boilerpipe,
        Method::Bte,
        Method::AllText,
        Method::Union,
        Method::Agreement,
    ];

    /// Name and version.
    pub fn id(self) -> &'static str {
        match self {
            Method::Page => "page/15",
            Method::Article => "article/1",
            Method::Justext => "justext/1",
            Method::Boilerpipe => "boilerpipe/1",
            Method::Bte => "bte/1",
            Method::AllText => "all-text/1",
            Method::Union => "union/1",
            Method::Agreement => "agreement/1",
        }
    }

    /// Labels the blocks of a page.
    pub fn extract(self, page: &Page, config: &ExtractConfig) -> Extraction {
        let kept = match self {
            Method::Page => return extract(page, config),
            Method::Article => article::content(page),
            Method::Justext => justext::content(page),
            Method::Boilerpipe => boilerpipe::content(page),
            Method::Bte => bte::content(page),
            Method::AllText => page.blocks().iter().map(|block| !block.hidden).collect(),
            Method::Union => votes(page, config).into_iter().map(|votes| votes > 0).collect(),
            Method::Agreement => {
                let most = VOTERS.len() / 2;
                votes(page, config).into_iter().map(|votes| votes > most).collect()
            }
        };
        let labels = kept.into_iter().zip(page.blocks()).map(|(content, block)| {
            // Pictures are kept with the text around them by our own method only.
            let content = content && block.chars > 0;
            Label { content, score: f32::from(u8::from(content)), reason: Reason::Method }
        });
        let mut labels: Vec<Label> = labels.collect();
        if !config.tables {
            drop_tables(page.blocks(), &mut labels);
        }
        let visible = page.blocks().iter().any(|block| block.chars > 0 && !block.hidden);
        let flags = match (labels.iter().any(|label| label.content), visible) {
            (true, _) => Vec::new(),
            (false, true) => vec![PageFlag::NoContent],
            (false, false) => vec![PageFlag::NoVisibleText],
        };
        let (method, config) = (self.id(), config.clone());
        let pulls = Vec::new();
        Extraction { labels, pulls, unshown: false, threshold: None, flags, method, config }
    }
}

/// How many of the methods asked take each block.
fn votes(page: &Page, config: &ExtractConfig) -> Vec<usize> {
    let mut votes = vec![0; page.blocks().len()];
    for method in VOTERS {
        for (votes, label) in votes.iter_mut().zip(method.extract(page, config).labels) {
            *votes += usize::from(label.content);
        }
    }
    votes
}

/// Words of a block, by white space.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, render};

    const PAGE: &str = "<html lang=en><title>Fog</title><body><nav><ul><li><a href=/>Home</a><li><a href=/b>\
        Boats</a><li><a href=/c>Contact</a></ul></nav><div class=article><h1>The fog lifts</h1>\
        <p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with everybody \
        who had waited for it on the pier, among them the keeper of the light and his two dogs, \
        and it was not at all clear to them when it would be back.</p>\
        <p>Nobody at the pier could say when the bell had rung last, or who had rung it on that day, but all of \
        them had heard it, and some of them were sure that it was not the first time this year \
        that it had been heard from the sea.</p></div>\
        <div class=footer><a href=/imprint>Imprint</a> <a href=/terms>Terms</a> &copy; 2019</div></body>";

    #[test]
    fn every_method_finds_the_article_and_leaves_the_menu() {
        let page = Page::parse(PAGE.as_bytes(), &Hints::default(), &Limits::default());
        for method in Method::ALL {
            let extraction = method.extract(&page, &ExtractConfig::default());
            let text = render::text(&page, &extraction);
            assert_eq!(extraction.method, method.id());
            assert!(text.contains("Nobody at the pier"), "{}: {text}", method.id());
            assert!(text.contains("The fog lifted"), "{}: {text}", method.id());
            let menu = text.contains("Boats") || text.contains("Imprint");
            assert_eq!(menu, method == Method::AllText, "{}: {text}", method.id());
        }
    }

    #[test]
    fn pages_without_text_are_no_trouble() {
        for html in ["", "<p>", "<img src=x>", "<p>x"] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            for method in Method::ALL {
                let extraction = method.extract(&page, &ExtractConfig::default());
                assert_eq!(extraction.labels.len(), page.blocks().len());
            }
        }
    }
}
