//! Which links are followed.

/// A link that is not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The link as the page has it, resolved.
    pub url: String,
    /// Reason id.
    pub reason: &'static str,
    /// What in the address gave rise to it.
    pub what: String,
}

/// Judges a link: the address to fetch for it, or reason id and what gave rise to it.
pub type Judge = Box<dyn FnMut(&str) -> Result<String, (&'static str, String)>>;

/// The judge that follows every link as it is written.
pub(super) fn every_link() -> Judge {
    Box::new(|link| Ok(link.to_owned()))
}
