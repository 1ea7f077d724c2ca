//! How to ask for a memento as it was archived, without what replay adds.

use scutch_url::Memento;

/// A way to ask for a memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The address to ask.
    pub uri: String,
    /// Value of the field `Prefer` (RFC 7240), for archives that take the wish from there.
    pub prefer: Option<&'static str>,
    /// `raw` where the archive is known to give the page as archived in this way, `raw-guessed`
    /// where the shape of the address promises it, `listed` where nothing does.
    pub name: &'static str,
}

/// What Memento proposes for archives that read `Prefer`.
const PREFER: &str = "original-content";

/// Modifier of pywb, OpenWayback and whatever took their addresses over.
const RAW: &str = "id_";

/// The ways to ask for a URI-M, the best first. Modifiers that it has are replaced. `Prefer` goes
/// only with addresses that do not say the same: pywb answers 400 to a preference it does not know.
pub fn forms(uri_m: &str) -> Vec<Form> {
    let form = |uri: String, prefer, name| Form { uri, prefer, name };
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
    guessed.into_iter().chain([listed(Some(PREFER)), listed(None)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_archive_is_asked_in_its_way() {
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
            let found = forms(uri_m).into_iter().map(|form| {
                let preferring = form.prefer.map_or("", |_| " preferring");
                (form.uri, [form.name, preferring].concat())
            });
            let expected = expected.iter().map(|(uri, name)| (uri.to_string(), name.to_string()));
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }
}
