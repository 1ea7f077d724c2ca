//! Places on a page that tell its section.

/// Origin and rank of steps in an element.
pub(super) const TRAIL_IN_MARKUP: (&str, u8) = ("breadcrumb", 40);
/// Origin and rank of steps in structured data.
pub(super) const TRAIL_IN_JSONLD: (&str, u8) = ("BreadcrumbList", 35);
/// Origins of links that say where a post is filed: by `rel`, and in the frame of a post.
pub(super) const FILED_UNDER: [&str; 2] = ["a@rel=category", "a in post-meta"];
/// Origins that name one section each: texts of links, which may contain commas.
pub(super) const SINGLE: &[&str] =
    &[TRAIL_IN_MARKUP.0, TRAIL_IN_JSONLD.0, FILED_UNDER[0], FILED_UNDER[1]];
