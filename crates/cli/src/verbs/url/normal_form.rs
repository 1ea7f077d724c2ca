//! Normal forms by name: the profiles of `scutch-url`, and courlan's.

use scutch_courlan::Courlan;
use scutch_url::{ParseError, Profile};

use crate::exit::UsageError;

/// Name and version of the normal form that courlan makes.
const COURLAN: &str = "courlan/2026-06";

/// A normal form that `--profile` or `--dedup` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NormalForm {
    /// One of our own.
    Profile(Profile),
    /// What courlan's `clean_url` answers.
    Courlan,
}

impl NormalForm {
    /// The normal form of a name, with or without version.
    pub(super) fn from_name(name: &str) -> Result<Self, UsageError> {
        if let Some(profile) = Profile::from_name(name) {
            return Ok(Self::Profile(profile));
        }
        if name == COURLAN || COURLAN.split('/').next() == Some(name) {
            return Ok(Self::Courlan);
        }
        let known = Profile::ALL.iter().map(|profile| profile.id()).chain([COURLAN]);
        let known: Vec<&str> = known.collect();
        Err(UsageError(format!("no profile {name:?}; there are {}", known.join(", "))))
    }

    /// Name and version, as in `crawl/1`.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Profile(profile) => profile.id(),
            Self::Courlan => COURLAN,
        }
    }

    /// The normal form of a URL.
    pub(super) fn apply(self, url: &str) -> Result<String, ParseError> {
        match self {
            Self::Profile(profile) => profile.apply(url),
            // courlan gives no reason when it refuses a URL.
            Self::Courlan => Courlan::default().clean_url(url, None).ok_or(ParseError::Domain),
        }
    }
}
