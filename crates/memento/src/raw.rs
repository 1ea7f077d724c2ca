//! How to ask for a memento as it was archived, without the additions of replay.

use scutch_url::Memento;

/// A request for a memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestForm {
    /// The URI to ask for.
    pub uri: String,
    /// Value of the header field `Prefer` (RFC 7240).
    pub prefer: Option<&'static str>,
    /// `raw` if the archive is known to answer with the page as archived, `raw-guessed` if the
    /// shape of the URI suggests it, `listed` otherwise.
    pub name: &'static str,
}

/// The preference that Memento proposes for pages as archived.
const PREFER: &str = "original-content";

/// Modifier of pywb, OpenWayback and all archives with their URIs.
const RAW: &str = "id_";

/// The requests to try for a URI-M, the best first. A modifier in the URI-M is replaced.
pub fn request_forms(uri_m: &str) -> Vec<RequestForm> {
    let form = |uri: String, prefer, name| RequestForm { uri, prefer, name };
    let listed = |prefer| form(uri_m.to_owned(), prefer, "listed");
    let memento = Memento::split(uri_m);
    if let Some(raw) = memento.and_then(|memento| memento.raw()) {
        return match raw == uri_m {
            true => vec![form(raw, None, "raw")],
            false => vec![form(raw, None, "raw"), listed(None)],
        };
    }
    let guessed = memento
        .filter(|memento| memento.archive.is_none())
        .map(|memento| form(Memento { modifier: RAW, ..memento }.join(), None, "raw-guessed"));
    // Never `Prefer` with a raw modifier: pywb answers 400 to a preference it does not know.
    guessed.into_iter().chain([listed(Some(PREFER)), listed(None)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_archive_is_asked_in_its_own_form() {
        type Case = (&'static str, &'static [(&'static str, &'static str)]);
        let cases: [Case; 5] = [
            (
                "https://web.archive.org/web/20120101000000/http://x.org/?a=b",
                &[
                    ("https://web.archive.org/web/20120101000000id_/http://x.org/?a=b", "raw"),
                    ("https://web.archive.org/web/20120101000000/http://x.org/?a=b", "listed"),
                ],
            ),
            (
                "https://web.archive.org/web/20120101000000id_/http://x.org/",
                &[("https://web.archive.org/web/20120101000000id_/http://x.org/", "raw")],
            ),
            (
                "https://archive.ph/20200101000000/https://x.org/",
                &[
                    ("https://archive.ph/20200101000000/https://x.org/", "listed preferring"),
                    ("https://archive.ph/20200101000000/https://x.org/", "listed"),
                ],
            ),
            (
                "http://a.example/coll/20200101000000mp_/https://x.org/",
                &[
                    ("http://a.example/coll/20200101000000id_/https://x.org/", "raw-guessed"),
                    ("http://a.example/coll/20200101000000mp_/https://x.org/", "listed preferring"),
                    ("http://a.example/coll/20200101000000mp_/https://x.org/", "listed"),
                ],
            ),
            (
                "http://a.example/m/17",
                &[
                    ("http://a.example/m/17", "listed preferring"),
                    ("http://a.example/m/17", "listed"),
                ],
            ),
        ];
        for (uri_m, expected) in cases {
            let found = request_forms(uri_m).into_iter().map(|form| {
                let preferring = form.prefer.map_or("", |_| " preferring");
                (form.uri, [form.name, preferring].concat())
            });
            let expected = expected.iter().map(|(uri, name)| (uri.to_string(), name.to_string()));
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }
}
