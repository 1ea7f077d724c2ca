//! What a statement about rights means: a licence or another known statement, and whether anybody may use what it
//! is about.
//!
//! Two tables decide, `data/licences.tsv` and `data/creative-commons.tsv`; each names its sources. A statement that
//! neither knows has no meaning here: nobody guesses.

use scutch_folder::config::metadata::{Availability, Status};

/// Addresses and phrases with id and status. Its head names the sources.
const TABLE: &str = include_str!("../data/licences.tsv");
/// Names of the elements of Creative Commons licences, in several languages.
const ELEMENTS: &str = include_str!("../data/creative-commons.tsv");

/// A statement about rights, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Licence {
    /// Its id: `CC-BY-SA-4.0`, `CC0-1.0`, `InC`, `all-rights-reserved`. A licence of Creative Commons whose
    /// version nobody names has none in its id; one ported to a jurisdiction has that at its end.
    pub id: String,
    /// Whether anybody may use it: for any purpose and changed (`free`), or not (`restricted`).
    pub status: Status,
}

impl Licence {
    /// Understands a statement: the address of a licence, its name, or a formula.
    ///
    /// An address counts before words: it names one licence, and the words may mention others.
    /// `None` for a statement that neither table knows.
    pub fn read(statement: &str) -> Option<Self> {
        let address = bare_address(statement);
        address.and_then(of_address).or_else(|| of_name(statement))
    }

    /// The SPDX identifier of the licence, where the Citation File Format 1.2.0 enumerates it: for licences of
    /// Creative Commons without a jurisdiction. Ported licences are licences of their own.
    pub(crate) fn spdx(&self) -> Option<&str> {
        let (start, version) = self.id.rsplit_once('-')?;
        let known = if start == "CC0" {
            version == "1.0"
        } else {
            SPDX.contains(&start) && VERSIONS.contains(&version)
        };
        known.then_some(&self.id)
    }
}

/// Whether anybody may use a corpus: as its makers say, else as the licence that they name means.
pub fn declared_status(availability: &Availability) -> Status {
    let named = [&availability.licence_url, &availability.licence].into_iter().flatten();
    let meant =
        || named.filter_map(|name| Licence::read(name)).map(|licence| licence.status).next();
    match availability.status {
        Status::Unknown => meant().unwrap_or_default(),
        said => said,
    }
}

/// The SPDX identifier of the licence at an address.
pub(crate) fn spdx(address: &str) -> Option<String> {
    Licence::read(address).and_then(|licence| licence.spdx().map(str::to_owned))
}

/// Licences of Creative Commons that SPDX has in all versions below.
const SPDX: [&str; 6] = ["CC-BY", "CC-BY-SA", "CC-BY-NC", "CC-BY-ND", "CC-BY-NC-SA", "CC-BY-NC-ND"];
/// Versions of Creative Commons licences.
const VERSIONS: [&str; 5] = ["1.0", "2.0", "2.5", "3.0", "4.0"];

/// Host and path of the first address in a statement, without scheme and `www.`.
fn bare_address(statement: &str) -> Option<&str> {
    let start = statement.find("://").map(|at| at + 3).or_else(|| {
        // Also without a scheme: `//creativecommons.org/...` and `creativecommons.org/...`.
        statement.find("creativecommons.org/")
    })?;
    let rest = &statement[start..];
    let end = rest.find(|c: char| c.is_whitespace() || "\"'<>)".contains(c)).unwrap_or(rest.len());
    Some(rest[..end].strip_prefix("www.").unwrap_or(&rest[..end]))
}

/// The licence at an address.
fn of_address(address: &str) -> Option<Licence> {
    if let Some(path) = address.strip_prefix("creativecommons.org/") {
        return creative_commons(path);
    }
    let (_, id, status) = rows("address").find(|(prefix, ..)| {
        let rest = address.strip_prefix(*prefix);
        // A prefix ends where a word of the path does: `by` is not `by-sa`.
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
    })?;
    // The statement itself, where the table has its family.
    let full =
        address.strip_prefix("rightsstatements.org/").and_then(|path| path.split('/').nth(1));
    Some(Licence { id: full.unwrap_or(id).to_owned(), status })
}

/// A licence of Creative Commons by the path of its address.
///
/// The path is `licenses/ELEMENTS/VERSION/PORT/`, or `publicdomain/zero/1.0/`.
fn creative_commons(path: &str) -> Option<Licence> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (kind, elements, version) =
        (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
    let port = parts.next().filter(|port| port.len() == 2 || *port == "igo" || *port == "scotland");
    // A version that does not exist is left out rather than repeated in an id.
    let version = VERSIONS.into_iter().find(|known| *known == version);
    if kind == "publicdomain" || elements == "publicdomain" {
        let id = match elements {
            "zero" => "CC0-1.0",
            "mark" => "PDM-1.0",
            _ => "public-domain",
        };
        return Some(Licence { id: id.to_owned(), status: Status::Free });
    }
    // Other pages of the site explain licences and grant none.
    if kind != "licenses" {
        return None;
    }
    let parts: Vec<&str> = elements.split('-').collect();
    let known = |part: &&str| matches!(*part, "by" | "nc" | "nd" | "sa");
    if !parts.iter().all(known) {
        // Sampling and developing nations: retired, and bound to a purpose.
        let retired = ["sampling", "sampling+", "nc-sampling+", "devnations"].contains(&elements);
        let id = format!("CC-{}", elements.to_ascii_uppercase());
        return retired.then_some(Licence { id, status: Status::Restricted });
    }
    Some(of_elements(&parts, version, port))
}

/// A licence of Creative Commons by its elements, in their usual order.
fn of_elements(parts: &[&str], version: Option<&str>, port: Option<&str>) -> Licence {
    let mut id = String::from("CC");
    for element in ["by", "nc", "nd", "sa"].into_iter().filter(|element| parts.contains(element)) {
        id.push('-');
        id.push_str(&element.to_ascii_uppercase());
    }
    for end in [version, port].into_iter().flatten() {
        id.push('-');
        id.push_str(&end.to_ascii_uppercase());
    }
    // Licences that forbid commercial use or changes are not free for all purposes.
    let bound = parts.iter().any(|part| matches!(*part, "nc" | "nd"));
    Licence { id, status: if bound { Status::Restricted } else { Status::Free } }
}

/// A licence or formula by its words.
fn of_name(statement: &str) -> Option<Licence> {
    let words: String =
        statement.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // Only where a word begins so: three letters may stand within any other.
    let lower = statement.to_lowercase();
    let mut begins =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with("cc"));
    let code = begins.next();
    if code == Some("cc0") || words.contains("cczero") {
        return Some(Licence { id: "CC0-1.0".to_owned(), status: Status::Free });
    }
    let version = VERSIONS.into_iter().find(|version| statement.contains(version));
    if let (Some(at), Some(_)) = (words.find("ccby"), code) {
        // The elements follow one another: `ccbyncsa40`.
        let codes = words.as_bytes()[at + 4..].chunks(2).map(|pair| match pair {
            b"nc" => Some("nc"),
            b"nd" => Some("nd"),
            b"sa" => Some("sa"),
            _ => None,
        });
        let parts: Vec<&str> = std::iter::once("by").chain(codes.map_while(|code| code)).collect();
        return Some(of_elements(&parts, version, port_behind(statement, version)));
    }
    // Written out in words: "Creative Commons Attribution …", in any of the languages.
    if words.contains("creativecommons") {
        return by_element_names(&words, version);
    }
    let (_, id, status) = rows("phrase").find(|(phrase, ..)| words.contains(phrase))?;
    Some(Licence { id: id.to_owned(), status })
}

/// The jurisdiction behind the version of a licence: `DE` in `CC BY 3.0 DE`.
fn port_behind<'s>(statement: &'s str, version: Option<&str>) -> Option<&'s str> {
    let word = statement.split(version?).nth(1)?.split_whitespace().next()?;
    let is_port = word.len() == 2 && word.bytes().all(|b| b.is_ascii_uppercase());
    is_port.then_some(word)
}

/// A licence of Creative Commons by the names of its elements in some language.
///
/// `None` where Creative Commons is only mentioned.
fn by_element_names(words: &str, version: Option<&str>) -> Option<Licence> {
    let named = |line: &'static str| line.split_once('\t').filter(|(_, name)| words.contains(name));
    let lines = ELEMENTS.lines().filter(|line| !line.starts_with('#'));
    let parts: Vec<&str> = lines.filter_map(named).map(|(element, _)| element).collect();
    // Names of attribution are not in the table: all licences of version 2 and later have it. Without any
    // element the statement may only mention Creative Commons.
    let attributed = ATTRIBUTION.iter().any(|name| words.contains(name));
    if parts.is_empty() && !attributed {
        return None;
    }
    let parts: Vec<&str> = std::iter::once("by").chain(parts).collect();
    Some(of_elements(&parts, version, None))
}

/// Names of the element that all current licences have.
const ATTRIBUTION: [&str; 14] = [
    "attribution",
    "namensnennung",
    "paternité",
    "reconocimiento",
    "atribución",
    "atribuição",
    "attribuzione",
    "naamsvermelding",
    "nevezdmeg",
    "uznanieautorstwa",
    "uveďtepůvod",
    "uveďteautora",
    "表示",
    "署名",
];

/// Rows of the table of one kind: what to look for, id, status.
fn rows(kind: &str) -> impl Iterator<Item = (&'static str, &'static str, Status)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        let mut cells = line.split('\t').filter(|cell| !cell.is_empty());
        let (of, pattern, id, status) =
            (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
        let status = [Status::Free, Status::Restricted, Status::Unknown]
            .into_iter()
            .find(|known| known.name() == status)?;
        (of == kind).then_some((pattern, id, status))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements with what they mean.
    const CASES: &str = include_str!("../tests/licences.tsv");

    #[test]
    fn a_corpus_is_as_free_as_its_makers_or_its_licence_say() {
        let by = |status, url: &str, name: &str| {
            let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let (licence_url, licence) = (given(url), given(name));
            declared_status(&Availability { status, licence, licence_url, statement: None })
        };
        let nc = "https://creativecommons.org/licenses/by-nc/4.0/";
        assert_eq!(by(Status::Unknown, nc, "CC BY 4.0"), Status::Restricted);
        assert_eq!(by(Status::Unknown, "https://ours.example/", "CC BY 4.0"), Status::Free);
        assert_eq!(by(Status::Unknown, "", "Ours"), Status::Unknown);
        assert_eq!(by(Status::Restricted, "", "CC BY 4.0"), Status::Restricted);
    }

    #[test]
    fn real_statements_mean_what_they_say() {
        let cases = CASES.lines().filter(|line| !line.starts_with('#'));
        let cases: Vec<Vec<&str>> = cases.map(|line| line.split('\t').collect()).collect();
        assert!(cases.len() >= 60, "{} cases", cases.len());
        for case in cases {
            let [statement, id, status, _] = case[..] else { panic!("four cells: {case:?}") };
            let found = Licence::read(statement);
            let found = found.as_ref().map_or(("-", "-"), |of| (&*of.id, of.status.name()));
            assert_eq!(found, (id, status), "{statement}");
        }
    }

    #[test]
    fn every_row_of_the_table_is_one_and_is_reached() {
        let rows_of_table = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows("address").count() + rows("phrase").count(), rows_of_table);
        for (prefix, ..) in rows("address") {
            assert!(Licence::read(&format!("https://{prefix}/1.0/")).is_some(), "{prefix}");
        }
        for (phrase, id, _) in rows("phrase") {
            assert_eq!(Licence::read(phrase).expect(phrase).id, id);
        }
    }

    #[test]
    fn only_licences_that_spdx_has_are_named() {
        for (statement, expected) in [
            ("https://creativecommons.org/licenses/by-nc-nd/3.0", Some("CC-BY-NC-ND-3.0")),
            ("https://creativecommons.org/licenses/by-sa/4.0/deed.hu", Some("CC-BY-SA-4.0")),
            ("https://creativecommons.org/publicdomain/zero/1.0/", Some("CC0-1.0")),
            ("https://creativecommons.org/publicdomain/mark/1.0/", None),
            ("https://creativecommons.org/licenses/by/2.5/hu/", None),
            ("CC BY", None),
        ] {
            let licence = Licence::read(statement).expect(statement);
            assert_eq!(licence.spdx(), expected, "{statement}");
        }
    }
}
