//! How to ask for a memento as it was archived, without what replay adds.

use scutch_url::Memento;

/// A way to ask for a memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The address to ask.
    pub uri: String,
    /// Value of the field `Prefer`, for archives that take the wish from there (RFC 7240).
    pub prefer: &'static str,
    /// `raw` where the archive is known to give the page as archived in this way, `raw-guessed`
    /// where the shape of the address promises it, `listed` where nothing does.
    pub name: &'static str,
}

/// What archives that read `Prefer` understand: Memento's proposal, and pywb's word.
const PREFER: &str = "original-content, raw";

/// Modifier of pywb, OpenWayback and whatever took their addresses over.
const RAW: &str = "id_";

/// The ways to ask for a URI-M, the best first. Modifiers that it has are replaced.
pub fn forms(uri_m: &str) -> Vec<Form> {
    let form = |uri: String, name| Form { uri, prefer: PREFER, name };
    let listed = form(uri_m.to_owned(), "listed");
    let Some(memento) = Memento::split(uri_m) else { return vec![listed] };
    match (memento.raw(), memento.archive) {
        (Some(raw), _) => vec![form(raw, "raw")],
        (None, Some(_)) => vec![listed],
        (None, None) => {
            let guessed = Memento { modifier: RAW, ..memento }.join();
            vec![form(guessed, "raw-guessed"), listed]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_archive_is_asked_in_its_way() {
        let cases: [(&str, &[(&str, &str)]); 5] = [
            (
                "https://web.archive.org/web/20120101000000/http://x.org/?a=b",
                &[("https://web.archive.org/web/20120101000000id_/http://x.org/?a=b", "raw")],
            ),
            (
                "https://web.archive.org/web/20120101000000if_/http://x.org/",
                &[("https://web.archive.org/web/20120101000000id_/http://x.org/", "raw")],
            ),
            (
                "https://archive.ph/20200101000000/https://x.org/",
                &[("https://archive.ph/20200101000000/https://x.org/", "listed")],
            ),
            (
                "http://a.example/coll/20200101000000mp_/https://x.org/",
                &[
                    ("http://a.example/coll/20200101000000id_/https://x.org/", "raw-guessed"),
                    ("http://a.example/coll/20200101000000mp_/https://x.org/", "listed"),
                ],
            ),
            ("http://a.example/m/17", &[("http://a.example/m/17", "listed")]),
        ];
        for (uri_m, expected) in cases {
            let found = forms(uri_m);
            let found: Vec<_> = found.iter().map(|form| (form.uri.as_str(), form.name)).collect();
            assert_eq!(found, expected);
        }
    }
}
