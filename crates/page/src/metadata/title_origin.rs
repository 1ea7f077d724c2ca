//! Origins of title candidates that other files ask for.

use super::candidate::Candidate;

/// Origins of titles that are declared for the page as a whole.
pub(super) const DECLARING: &[&str] = &["title", "og:title"];
/// Origin of the headlines of news agencies.
pub(super) const NEWS: &str = "NewsArticle.headline";
/// Origin of a single heading outside the content.
pub(super) const ABOVE: &str = "h1 alone, above the content";
/// Origin of a heading of lower level in the content, where no main heading is.
pub(super) const FURTHER: &str = "heading in content";
/// Origin of a heading of lower level that equals the declared title while no main heading does.
pub(super) const LOWER: &str = "declared heading";
/// Origin of a line that equals part of the declared title, on pages without headings.
pub(super) const LINE_OF_TITLE: &str = "declared line";
/// Origin of main headings in the content, where there are several.
pub(super) const AMONG: &str = "h1 in content";
/// Whether a candidate is visible on the page rather than declared.
pub(super) fn is_heading(candidate: &Candidate) -> bool {
    candidate.detail.starts_with("h1")
        || [FURTHER, LOWER, LINE_OF_TITLE].contains(&&*candidate.detail)
}
