//! Profiles: named and versioned normal forms.

mod crawl;
mod query;
mod reversible;
mod rules;
mod session;
mod spelling;
mod stray;

pub use crawl::{Crawl, Normal};
pub(crate) use query::{name_and_value, pairs};
pub use reversible::{from_ssurt, ssurt};
pub use rules::{Change, Rule, Rules};
#[cfg(test)]
pub(crate) use session::NAMES as SESSION_NAMES;
pub(crate) use session::{ASP_NAME, is_asp_name};

use crate::parse::{ParseError, Url};

/// A normal form. The id names it in every output, with its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Profile {
    /// What a browser would request.
    Whatwg,
    /// Safe normalisation; the resource stays the same but for listed removals.
    Crawl,
    /// For comparing only: `crawl`, with parameters sorted, `www.` and slashes at the end gone.
    Dedup,
    /// SURT key of web archives.
    Surt,
    /// SURT that can be turned back.
    Ssurt,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 5] =
        [Profile::Whatwg, Profile::Crawl, Profile::Dedup, Profile::Surt, Profile::Ssurt];

    /// Name and version, as in `crawl/1`.
    pub fn id(self) -> &'static str {
        match self {
            Profile::Whatwg => "whatwg/1",
            Profile::Crawl => "crawl/1",
            Profile::Dedup => "dedup/1",
            Profile::Surt => "surt/0.3.1",
            Profile::Ssurt => "ssurt/1",
        }
    }

    /// The profile of a name, with or without version.
    pub fn from_name(name: &str) -> Option<Profile> {
        let bare = |id: &'static str| id.split('/').next().unwrap_or(id);
        Profile::ALL.into_iter().find(|p| p.id() == name || bare(p.id()) == name)
    }

    /// The normal form of a URL under this profile, with its default rules.
    ///
    /// # Errors
    /// When it is no http(s) URL. Keys (`surt`) never fail.
    pub fn apply(self, url: &str) -> Result<String, ParseError> {
        match self {
            Profile::Whatwg => Url::parse(url).map(Url::into_string),
            Profile::Crawl => Crawl::default().normalize(url).map(|normal| normal.url),
            Profile::Dedup => Crawl::dedup().normalize(url).map(|normal| normal.url),
            Profile::Surt => Ok(crate::surt(url)),
            Profile::Ssurt => Url::parse(url).map(|url| ssurt(&url)),
        }
    }
}
