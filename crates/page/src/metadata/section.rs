//! Places on a page that tell its section.

/// Details and ranks of sections that are steps of a trail.
pub(super) const TRAIL_IN_MARKUP: (&str, u8) = ("breadcrumb", 40);
pub(super) const TRAIL_IN_JSONLD: (&str, u8) = ("BreadcrumbList", 35);
/// Details of links to where a text is filed: by its own relation, and within what surrounds a post.
pub(super) const FILED_UNDER: [&str; 2] = ["a@rel=category", "a in post-meta"];
/// Details of sections of which there is one in each: links, whose texts may have commas.
pub(super) const SINGLE: &[&str] =
    &[TRAIL_IN_MARKUP.0, TRAIL_IN_JSONLD.0, FILED_UNDER[0], FILED_UNDER[1]];
