//! URI-Ms: the time and the original in them.

use std::borrow::Cow;

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

/// The URI-M without its modifier: archives name one memento with and without.
pub fn same_memento(uri_m: &str) -> Cow<'_, str> {
    match scutch_url::Memento::split(uri_m).filter(|memento| !memento.modifier.is_empty()) {
        Some(memento) => Cow::Owned(scutch_url::Memento { modifier: "", ..memento }.join()),
        None => Cow::Borrowed(uri_m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_make_no_difference() {
        for (uri_m, same) in [
            (
                "http://a.example/c/20140127171200mp_/http://x.org/",
                "http://a.example/c/20140127171200/http://x.org/",
            ),
            (
                "http://a.example/c/20140127171200/http://x.org/",
                "http://a.example/c/20140127171200/http://x.org/",
            ),
            ("https://perma.cc/ABCD-1234", "https://perma.cc/ABCD-1234"),
        ] {
            assert_eq!(same_memento(uri_m), same);
        }
    }
}
