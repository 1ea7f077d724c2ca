//! What a person says of a memento.

use scutch_topic::Reason;
use serde::{Deserialize, Serialize};

/// Whether a memento is on topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It shows what the first capture shows, however much it changed.
    On,
    /// It does not.
    Off,
    /// One cannot tell.
    Unsure,
}

impl Judgement {
    /// All judgements, in the order of their keys o, f, u.
    pub const ALL: [Self; 3] = [Self::On, Self::Off, Self::Unsure];

    /// Its word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
            Self::Unsure => "unsure",
        }
    }
}

/// A line of the journal; a later one about the same memento takes the place of an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MementoLine {
    /// URI-M, as `scutch offtopic` names captures of archives.
    pub urim: String,
    /// The judgement; `None` takes an earlier one back.
    pub judgement: Option<Judgement>,
    /// Id of a cause; empty if none was chosen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Causes that a person can see, as ids of reasons with their sentences.
pub fn causes() -> Vec<(String, String)> {
    // Only what a person can see on the page. Other reasons are about the method.
    let is_seen = |reason: &Reason| {
        matches!(
            reason,
            Reason::Empty
                | Reason::HttpError
                | Reason::RedirectOtherSite
                | Reason::Says(_)
                | Reason::Refresh
                | Reason::OtherLanguage
                | Reason::ContentReplaced
                | Reason::LinkList
                | Reason::OtherPage
                | Reason::Password
                | Reason::OtherFrame
        )
    };
    let seen = Reason::all().into_iter().filter(is_seen);
    seen.map(|reason| (reason.id().to_string(), reason.sentence().to_string())).collect()
}
