//! What is known of the pages of one host.
//!
//! [`HostPages`] gathers summaries, in any order and in any number of parts that are merged later.
//! [`HostEvidence`] is what is concluded of them; it answers what the other pages of the host show
//! of one page.
//!
//! A host can have millions of captures, so only samples are kept. All limits are per host: what is
//! kept depends on the captures of that host alone, and not on their order.

mod buckets;
mod capture;
#[cfg(test)]
mod cross_tests;
mod evidence;
mod groups;
mod limits;
mod page_evidence;
mod pages;
mod smallest;
mod snapshots;
mod stored;
#[cfg(test)]
mod tests;
mod urls;

pub use evidence::HostEvidence;
pub use limits::HostLimits;
pub use page_evidence::Evidence;
pub use pages::HostPages;

/// What is concluded of some pages of a host.
#[cfg(test)]
pub(crate) fn host_of(
    summaries: impl IntoIterator<Item = crate::summary::Summary>,
) -> HostEvidence {
    let mut pages = HostPages::default();
    summaries.into_iter().for_each(|summary| pages.add(summary));
    pages.conclude()
}
