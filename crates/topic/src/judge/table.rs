//! The table of features of the learned combination: name, meaning, direction, value.

use crate::judge::content::Parts;
use crate::judge::features::{Page, content_gone, notice_and_lost};

/// A number of a row.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// The name, as in the table of the model.
    pub name: &'static str,
    /// What it is.
    pub sentence: &'static str,
    /// Whether a larger number may only make a page more off-topic (1), less (-1), or either (0).
    pub direction: i8,
    pub(super) value: fn(&Page, &Parts) -> f64,
}

/// The features, in the order of a row.
pub const FEATURES: &[Feature] = &[
    Feature {
        name: "page-words",
        sentence: "Share of the smaller set of words of the two pages that the other lacks.",
        direction: 1,
        value: |p, _| p.words,
    },
    Feature {
        name: "page-weighted",
        sentence: "Weighted Jaccard distance of the words of the two pages.",
        direction: 1,
        value: |p, _| p.weighted,
    },
    Feature {
        name: "page-lost",
        sentence: "Share of the words of the anchor's page that are gone.",
        direction: 1,
        value: |p, _| p.lost,
    },
    Feature {
        name: "page-and-marks",
        sentence: "Words, as page-weighted, and marks gone together.",
        direction: 1,
        // Squared: the product stays small unless most words are gone.
        value: |p, _| p.weighted * p.weighted * p.frame,
    },
    Feature {
        name: "page-marks-and-title",
        sentence: "Words, as page-words, marks and title gone together.",
        direction: 1,
        value: |p, _| p.words * p.words * p.frame * p.title,
    },
    Feature {
        name: "notice-and-lost",
        sentence: "A notice, a form for a password or an answer under missing addresses, with words lost.",
        direction: 1,
        value: notice_and_lost,
    },
    Feature {
        name: "page-shrunk",
        sentence: "Loss of words of the page, on a logarithmic scale.",
        direction: 0,
        value: |p, _| p.shrunk,
    },
    Feature {
        name: "page-bytes",
        sentence: "Loss of bytes, on a logarithmic scale.",
        direction: 0,
        value: |p, _| p.bytes,
    },
    Feature {
        name: "marks",
        sentence: "Share of ids, classes and addresses of the smaller page that the other lacks.",
        direction: 1,
        value: |p, _| p.frame,
    },
    Feature {
        name: "title",
        sentence: "Share of the words of the shorter title that the other lacks.",
        direction: 1,
        value: |p, _| p.title,
    },
    Feature {
        name: "notice",
        sentence: "Strength of the strongest notice on the page.",
        direction: 1,
        value: |p, _| p.notice,
    },
    Feature {
        name: "sentences",
        sentence: "The page says in whole sentences that it replaced another page.",
        direction: 1,
        value: |p, _| p.sentences,
    },
    Feature {
        name: "refresh",
        sentence: "The page sends its readers elsewhere by itself.",
        direction: 1,
        value: |p, _| p.refresh,
    },
    Feature {
        name: "language",
        sentence: "The page is in another language.",
        direction: 0,
        value: |p, _| p.language,
    },
    Feature {
        name: "shared",
        sentence: "Other addresses of the host have the same text.",
        direction: 1,
        value: |p, _| p.shared,
    },
    Feature {
        name: "content-lost-words",
        sentence: "Share of the words of the anchor's content that are not on the page.",
        direction: 1,
        value: |_, c| c.lost_words,
    },
    Feature {
        name: "content-lost-runs",
        sentence: "Share of the runs of three words of the anchor's content that are not on the page.",
        direction: 1,
        value: |_, c| c.lost_runs,
    },
    Feature {
        name: "content-new-words",
        sentence: "Share of the words of the content that are not on the anchor's page.",
        direction: 1,
        value: |_, c| c.new_words,
    },
    Feature {
        name: "content-new-runs",
        sentence: "Share of the runs of three words of the content that are not in the anchor's content.",
        direction: 1,
        value: |_, c| c.new_runs,
    },
    Feature {
        name: "content-apart",
        sentence: "The smaller of the shares of runs that either content lacks.",
        direction: 1,
        value: |_, c| c.lost_runs.min(c.new_runs),
    },
    Feature {
        name: "content-gone",
        sentence: "Content apart, and no other capture with the same, or the marks gone too.",
        direction: 1,
        value: content_gone,
    },
    Feature {
        name: "content-replaced",
        sentence: "Content lost, new, and with less text than the anchor has.",
        direction: 1,
        // Zero once what is new has half as many words as the anchor's content.
        value: |_, c| c.lost_runs * c.new_runs * (0.5 - c.new_ratio).clamp(0.0, 1.0),
    },
    Feature {
        name: "content-shrunk",
        sentence: "Loss of words of the content, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.shrunk,
    },
    Feature {
        name: "anchor-size",
        sentence: "Words of the anchor's content, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.anchor_size,
    },
    Feature {
        name: "new-size",
        sentence: "Words of blocks that the anchor and the host's frame lack, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.new_size,
    },
    Feature {
        name: "new-ratio",
        sentence: "The same against the words of the anchor's content.",
        direction: 0,
        value: |_, c| c.new_ratio,
    },
    Feature {
        name: "frame",
        sentence: "Share of the words of the anchor's frame that are not on the page.",
        direction: 0,
        value: |_, c| c.frame,
    },
    Feature {
        name: "own-title",
        sentence: "As title, without words that titles of the whole host have.",
        direction: 1,
        value: |_, c| c.title,
    },
    Feature {
        name: "headline",
        sentence: "Share of the anchor's headline that is not on the page.",
        direction: 1,
        value: |_, c| c.headline,
    },
    Feature {
        name: "new-notice",
        sentence: "Share of what is new that phrases of notices cover.",
        direction: 1,
        value: |_, c| c.notice,
    },
    Feature {
        name: "password",
        sentence: "The page asks for a password, and the anchor does not.",
        direction: 1,
        value: |_, c| c.password,
    },
    Feature {
        name: "new-links",
        sentence: "Share of what is new that is in links.",
        direction: 0,
        value: |_, c| c.links,
    },
    Feature {
        name: "anchor-links",
        sentence: "Share of the anchor's content that is in links.",
        direction: -1,
        value: |_, c| c.anchor_links,
    },
    Feature {
        name: "more-links",
        sentence: "How much more of what is new is in links than of the anchor's content.",
        direction: 1,
        value: |_, c| (c.links - c.anchor_links).max(0.0),
    },
    Feature {
        name: "block-size",
        sentence: "Words of a block of what is new, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.block_size,
    },
    Feature {
        name: "elsewhere",
        sentence: "Share of what is new that some other pages of the host show too.",
        direction: 0,
        value: |_, c| c.elsewhere,
    },
    Feature {
        name: "other-page",
        sentence: "How much nearer the content is to that of another page than the anchor's is.",
        direction: 1,
        value: |_, c| c.other_page,
    },
    Feature {
        name: "like-error",
        sentence: "Likeness of the content to what the host answers under missing addresses.",
        direction: 1,
        value: |_, c| c.like_error,
    },
    Feature {
        name: "neighbours",
        sentence: "Other pages of the host are known.",
        direction: 0,
        value: |_, c| c.neighbours,
    },
    Feature {
        name: "front",
        sentence: "The page is the front of its site.",
        direction: -1,
        value: |_, c| c.front,
    },
    Feature {
        name: "cohesion",
        sentence: "Share of the anchor's content on the captures that resemble neither.",
        direction: 0,
        value: |_, c| c.cohesion,
    },
    Feature {
        name: "support",
        sentence: "Share of the other captures that have the same content.",
        direction: -1,
        value: |_, c| c.support,
    },
    Feature {
        name: "anchor-support",
        sentence: "Share of the other captures that have the anchor's content.",
        direction: 0,
        value: |_, c| c.anchor_support,
    },
    Feature {
        name: "returns",
        sentence: "The anchor's content is there again on a later capture.",
        direction: 1,
        value: |_, c| c.returns,
    },
    Feature {
        name: "variety",
        sentence: "Mean share of the content of a capture that another capture lacks.",
        direction: -1,
        value: |_, c| c.variety,
    },
    Feature {
        name: "content-odd",
        sentence: "Content apart, on few captures, where others keep the anchor's.",
        direction: 1,
        value: |_, c| c.lost_runs.min(c.new_runs) * c.cohesion * (1.0 - c.support),
    },
    Feature {
        name: "apart-and-short",
        sentence: "Content apart, on few captures, and with less text than the middle capture.",
        direction: 1,
        value: |_, c| c.lost_runs.min(c.new_runs) * (1.0 - c.support) * c.short,
    },
];
