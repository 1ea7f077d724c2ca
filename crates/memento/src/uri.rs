//! URI-Ms: the time and the original in them.

/// The time in a URI-M and the original behind it; the whole where it does not show. URI-Ms of
/// archives on disk are written as the Off-Topic Memento Toolkit does, `from-warc::TIME::URI-R`.
pub fn uri_m_parts(uri_m: &str) -> (Option<String>, String) {
    let from_warc = uri_m.strip_prefix("from-warc::").and_then(|rest| rest.split_once("::"));
    match (from_warc, scutch_url::Memento::split(uri_m)) {
        (Some((time, url)), _) => (Some(time.to_owned()), url.to_owned()),
        (None, Some(memento)) => (Some(memento.time.to_owned()), memento.uri_r()),
        (None, None) => (None, uri_m.to_owned()),
    }
}
