//! Verdicts: on-topic, off-topic or unknown, with scores and reasons.

use serde::{Deserialize, Serialize};

use crate::measure::Measure;
use crate::sketch::lexicon::Notice;

/// Whether a memento is about what its anchor is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    /// It is.
    On,
    /// It is not.
    Off,
    /// There is nothing to decide by.
    Unknown,
}

impl Status {
    /// As the OTMT writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::On => "on-topic",
            Self::Off => "off-topic",
            Self::Unknown => "unknown",
        }
    }
}

/// Why a memento has its verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing was captured, or a page without a word.
    Empty,
    /// The server answered with an error.
    HttpError,
    /// The server redirected to an address that was not captured.
    RedirectNotCaptured,
    /// The server redirected to another site, or to the front page of its own.
    RedirectOtherSite,
    /// The server redirected to a captured page, which is judged in its place.
    RedirectFollowed,
    /// The capture is no page.
    NotPage,
    /// A revisit whose original is not in the collection.
    Unresolved,
    /// Nothing in the TimeMap can be an anchor.
    NoAnchor,
    /// The date of the capture cannot be read.
    NoDate,
    /// The page is the anchor.
    Anchor,
    /// A measure is beyond its threshold.
    Beyond(Measure),
    /// The learned combination says so.
    Learned,
    /// The page is a notice that replaced another page.
    Says(Notice),
    /// The page sends its readers elsewhere by itself.
    Refresh,
    /// The language is not that of the anchor.
    OtherLanguage,
    /// Another address of the same host has the same text.
    SharedBody,
    /// The content of the anchor is gone, and other text stands in its place.
    ContentReplaced,
    /// Links stand where the anchor has text.
    LinkList,
    /// The content is that of another page of the host.
    OtherPage,
    /// The host answers the same under addresses that it calls missing.
    AsMissing,
    /// The page asks for a password.
    Password,
    /// Menus and frame are others than the anchor's.
    OtherFrame,
}

impl Reason {
    /// Every reason.
    pub fn all() -> Vec<Self> {
        let plain = [
            Self::Empty,
            Self::HttpError,
            Self::RedirectNotCaptured,
            Self::RedirectOtherSite,
            Self::RedirectFollowed,
            Self::NotPage,
            Self::Unresolved,
            Self::NoAnchor,
            Self::NoDate,
            Self::Anchor,
            Self::Learned,
            Self::Refresh,
            Self::OtherLanguage,
            Self::SharedBody,
            Self::ContentReplaced,
            Self::LinkList,
            Self::OtherPage,
            Self::AsMissing,
            Self::Password,
            Self::OtherFrame,
        ];
        // From their own tables, so that a new measure or notice is a reason at once.
        let beyond = Measure::every().map(Self::Beyond);
        let says = Notice::ALL.iter().map(|notice| Self::Says(*notice));
        plain.into_iter().chain(beyond).chain(says).collect()
    }

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::HttpError => "http-error",
            Self::RedirectNotCaptured => "redirect",
            Self::RedirectOtherSite => "redirect-elsewhere",
            Self::RedirectFollowed => "redirect-followed",
            Self::NotPage => "not-a-page",
            Self::Unresolved => "revisit-unresolved",
            Self::NoAnchor => "no-anchor",
            Self::NoDate => "date-unreadable",
            Self::Anchor => "anchor",
            Self::Beyond(measure) => measure.name(),
            Self::Learned => "learned",
            Self::Says(notice) => notice.id(),
            Self::Refresh => "refresh",
            Self::OtherLanguage => "other-language",
            Self::SharedBody => "shared-body",
            Self::ContentReplaced => "content-replaced",
            Self::LinkList => "link-list",
            Self::OtherPage => "other-page",
            Self::AsMissing => "as-missing",
            Self::Password => "password",
            Self::OtherFrame => "other-frame",
        }
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Empty => "Nothing was captured, or a page without a word.",
            Self::HttpError => "The server answered with an error.",
            Self::RedirectNotCaptured => {
                "The server sent its readers to an address that was not captured."
            }
            Self::RedirectOtherSite => {
                "The server sent its readers to another site, or to the front page of its own."
            }
            Self::RedirectFollowed => {
                "The server sent its readers to a captured page, which is judged in its place."
            }
            Self::NotPage => "The capture is no page: a picture, a script, a file.",
            Self::Unresolved => "The original of this revisit is not in the collection.",
            Self::NoAnchor => "Nothing in the TimeMap can be compared with.",
            Self::NoDate => "The date of the capture cannot be read.",
            Self::Anchor => "The page is what the others are compared with.",
            Self::Beyond(_) => "The score of this measure is beyond its threshold.",
            Self::Learned => "All evidence together says so.",
            Self::Says(notice) => notice.sentence(),
            Self::Refresh => "The page sends its readers elsewhere by itself.",
            Self::OtherLanguage => "The page is in another language than its anchor.",
            Self::SharedBody => "Another address of the same host has the same text.",
            Self::ContentReplaced => {
                "The content of the anchor is gone, and other text stands in its place."
            }
            Self::LinkList => "Links stand where the anchor has text.",
            Self::OtherPage => "The content is that of another page of the host.",
            Self::AsMissing => "The host answers the same under addresses that it calls missing.",
            Self::Password => "The page asks for a password.",
            Self::OtherFrame => "Menus and frame are others than the anchor's.",
        }
    }
}

/// The score of one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The measure.
    pub measure: Measure,
    /// The threshold.
    pub threshold: f64,
    /// The score; `None` where there is nothing to compare, or where it was skipped.
    pub value: Option<f64>,
    /// Skipped, because the memento was off-topic already.
    pub skipped: bool,
}

impl Score {
    /// The verdict of this measure alone.
    pub fn status(&self) -> Status {
        match self.value {
            // What cannot be compared is not off-topic: it may have been captured badly.
            None => Status::Unknown,
            Some(value) if self.measure.is_off(value, self.threshold) => Status::Off,
            Some(_) => Status::On,
        }
    }
}

/// The verdict on a memento.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The verdict.
    pub status: Status,
    /// Probability of being off-topic, where the learned combination decides.
    pub probability: Option<f64>,
    /// Share of the content of the anchor, or of the last on-topic memento, that is on the page,
    /// where the learned combination decides.
    pub content_kept: Option<f64>,
    /// The scores, in the order of [`Measure::ALL`].
    pub scores: Vec<Score>,
    /// The reasons, most decisive first.
    pub reasons: Vec<Reason>,
    /// Tokens of the memento.
    pub words: u64,
    /// Bytes of its content.
    pub bytes: u64,
    /// Simhash of its raw content, where that was asked for.
    pub simhash_raw: u64,
    /// Simhash of its token counts, where that was asked for.
    pub simhash_tf: u64,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_reason_has_an_id_of_its_own_and_a_sentence() {
        let mut ids = HashSet::new();
        for reason in Reason::all() {
            let (id, sentence) = (reason.id(), reason.sentence());
            assert!(ids.insert(id), "{id} twice");
            assert!(
                id.bytes().all(|b| b.is_ascii_lowercase() || b"-0123456789".contains(&b)),
                "{id}"
            );
            assert!(sentence.starts_with(char::is_uppercase) && sentence.ends_with('.'), "{id}");
        }
    }

    #[test]
    fn what_cannot_be_compared_is_unknown() {
        let score =
            |value, skipped| Score { measure: Measure::Cosine, threshold: 0.15, value, skipped };
        assert_eq!(score(None, false).status(), Status::Unknown);
        assert_eq!(score(None, true).status(), Status::Unknown);
        assert_eq!(score(Some(f64::NAN), false).status(), Status::On);
        // The threshold itself is on topic.
        for (value, status) in [(0.0, Status::Off), (0.15, Status::On), (1.0, Status::On)] {
            assert_eq!(score(Some(value), false).status(), status, "{value}");
        }
    }
}
