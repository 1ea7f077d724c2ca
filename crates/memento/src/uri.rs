//! The parts of URI-Ms: timestamp, modifier and original.

use std::borrow::Cow;

/// The timestamp and the original in a URI-M. Without a recognisable timestamp, the whole URI
/// counts as the original. `from-warc::TIME::URI-R`, as the Off-Topic Memento Toolkit writes it, is
/// known too.
pub fn split_uri_m(uri_m: &str) -> (Option<String>, String) {
    let from_warc = uri_m.strip_prefix("from-warc::").and_then(|rest| rest.split_once("::"));
    match (from_warc, scutch_url::Memento::split(uri_m)) {
        (Some((time, url)), _) => (Some(time.to_owned()), url.to_owned()),
        (None, Some(memento)) => (Some(memento.timestamp().into_owned()), memento.uri_r()),
        (None, None) => (None, uri_m.to_owned()),
    }
}

/// The URI-M without its modifier (`id_`, `mp_`, ...): archives name one memento with and without.
pub fn without_modifier(uri_m: &str) -> Cow<'_, str> {
    match scutch_url::Memento::split(uri_m).filter(|memento| !memento.modifier.is_empty()) {
        Some(memento) => Cow::Owned(scutch_url::Memento { modifier: "", ..memento }.join()),
        None => Cow::Borrowed(uri_m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_ms_with_and_without_modifier_are_equal() {
        let plain = "http://a.example/c/20140127171200/http://x.org/";
        for (uri_m, expected) in [
            ("http://a.example/c/20140127171200mp_/http://x.org/", plain),
            (plain, plain),
            ("https://perma.cc/ABCD-1234", "https://perma.cc/ABCD-1234"),
        ] {
            assert_eq!(without_modifier(uri_m), expected);
        }
    }

    #[test]
    fn timestamps_and_originals_are_split_off() {
        for (uri_m, time, original) in [
            (
                "from-warc::20140127171200::http://x.org/::y",
                Some("20140127171200"),
                "http://x.org/::y",
            ),
            (
                "http://a.example/c/20140127171200id_/http://x.org/",
                Some("20140127171200"),
                "http://x.org/",
            ),
            ("https://perma.cc/ABCD-1234", None, "https://perma.cc/ABCD-1234"),
        ] {
            assert_eq!(split_uri_m(uri_m), (time.map(str::to_owned), original.to_owned()));
        }
    }
}
