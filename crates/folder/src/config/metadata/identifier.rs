//! Identifiers of persons, organisations and publications, checked by their check digits.

/// An ORCID iD: 16 digits, the last of which is a check digit (ISO 7064, MOD 11-2).
///
/// Source: "Structure of the ORCID Identifier", ORCID support.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orcid(String);

impl Orcid {
    /// Parses `0000-0002-1825-0097`, alone or behind `https://orcid.org/`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let bare = behind(text, &["https://orcid.org/", "http://orcid.org/", "orcid.org/"]);
        let is_group = |group: &str| group.len() == 4;
        let digits: String = bare.chars().filter(|c| *c != '-').collect();
        let shaped = bare.split('-').count() == 4 && bare.split('-').all(is_group);
        let (Some((number, last)), true) = (digits.split_at_checked(15), shaped) else {
            return Err("16 digits in groups of four, such as 0000-0002-1825-0097".to_owned());
        };
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err("an ORCID iD has digits only, but for an X at its end".to_owned());
        }
        // MOD 11-2: each step adds a digit and doubles; 10 is written `X`.
        let total = number.bytes().fold(0, |total, b| (total + u32::from(b - b'0')) * 2 % 11);
        let check = match (12 - total % 11) % 11 {
            10 => "X".to_owned(),
            digit => digit.to_string(),
        };
        if last != check {
            return Err(format!("with these digits, the check digit at its end is {check}"));
        }
        Ok(Self(bare.to_owned()))
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("https://orcid.org/{}", self.0)
    }
}

/// An identifier of the Research Organization Registry: `0`, six characters of Crockford's base 32, two
/// check digits (ISO 7064, MOD 97-10).
///
/// Source: "ROR identifier pattern", documentation of the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ror(String);

/// The digits of Crockford's base 32.
const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl Ror {
    /// Parses `01jsq2704`, alone or behind `https://ror.org/`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let bare = behind(text, &["https://ror.org/", "http://ror.org/", "ror.org/"]);
        let shaped = bare.len() == 9 && bare.is_ascii() && bare.starts_with('0');
        let place = |b: u8| CROCKFORD.iter().position(|digit| *digit == b).map(|at| at as u64);
        let number = if shaped { bare[1..7].bytes().map(place).collect() } else { None };
        let Some(digits): Option<Vec<u64>> = number else {
            return Err("an identifier such as https://ror.org/01jsq2704".to_owned());
        };
        let number = digits.iter().fold(0, |number, digit| number * 32 + digit);
        // MOD 97-10: the number with two zeros, and its check digits, leave 1 when divided by 97.
        let check = format!("{:02}", 98 - number * 100 % 97);
        if bare[7..] != check {
            return Err(format!("with these characters, the check digits at its end are {check}"));
        }
        Ok(Self(bare.to_owned()))
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("https://ror.org/{}", self.0)
    }
}

/// The address of an organisation in the registry, from what was written.
pub(super) fn ror_url(written: Option<&str>) -> Option<String> {
    written.and_then(|ror| Ror::parse(ror).ok()).map(|ror| ror.url())
}

/// A kind of persistent identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentifierKind {
    /// Digital Object Identifier.
    Doi,
    /// Handle.
    Handle,
    /// Archival Resource Key.
    Ark,
    /// Uniform Resource Name, such as `urn:nbn:de:...`.
    Urn,
    /// An address of the web.
    Url,
}

impl IdentifierKind {
    /// Its name in DataCite (`relatedIdentifierType`) and in `idno/@type` of TEI.
    pub fn name(self) -> &'static str {
        match self {
            Self::Doi => "DOI",
            Self::Handle => "Handle",
            Self::Ark => "ARK",
            Self::Urn => "URN",
            Self::Url => "URL",
        }
    }
}

/// A persistent identifier of a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    /// Its kind.
    pub kind: IdentifierKind,
    /// Without prefix or resolver, such as `10.5281/zenodo.1234`. URNs and ARKs keep their scheme.
    pub bare: String,
}

/// What an identifier begins with, longest first within a kind. The first of a kind is the resolver.
const PREFIXES: [(IdentifierKind, &[&str]); 4] = [
    (
        IdentifierKind::Doi,
        &[
            "https://doi.org/",
            "http://doi.org/",
            "https://dx.doi.org/",
            "http://dx.doi.org/",
            "doi:",
        ],
    ),
    (IdentifierKind::Handle, &["https://hdl.handle.net/", "http://hdl.handle.net/", "hdl:"]),
    (IdentifierKind::Ark, &["https://n2t.net/", "http://n2t.net/"]),
    (IdentifierKind::Urn, &["https://nbn-resolving.org/", "http://nbn-resolving.org/"]),
];

impl Identifier {
    /// Parses an identifier; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return None;
        }
        let known = PREFIXES.into_iter().find_map(|(kind, prefixes)| {
            let bare = behind(text, prefixes);
            let form = match kind {
                IdentifierKind::Doi => is_doi(bare),
                // Other Handles have digits and dots in front, too: only the prefix tells them apart.
                IdentifierKind::Handle => bare.len() < text.len() && is_pair(bare),
                IdentifierKind::Ark => bare.strip_prefix("ark:").is_some_and(is_pair),
                IdentifierKind::Urn => bare.split(':').count() > 2 && bare.starts_with("urn:"),
                IdentifierKind::Url => false,
            };
            form.then(|| Self { kind, bare: bare.to_owned() })
        });
        // Last: an address of a resolver is an identifier of its kind.
        let is_web = text.starts_with("https://") || text.starts_with("http://");
        let web = || Self { kind: IdentifierKind::Url, bare: text.to_owned() };
        known.or_else(|| (is_web && scutch_url::Url::parse(text).is_ok()).then(web))
    }

    /// An address that leads to the publication.
    pub fn url(&self) -> String {
        // The resolver knows National Bibliography Numbers alone.
        if self.kind == IdentifierKind::Urn && !self.bare.starts_with("urn:nbn:") {
            return self.bare.clone();
        }
        let resolver = PREFIXES.iter().find(|(kind, _)| *kind == self.kind);
        // DOIs may hold both, addresses neither.
        let bare = self.bare.replace('<', "%3C").replace('>', "%3E");
        format!("{}{bare}", resolver.map_or("", |(_, prefixes)| prefixes[0]))
    }
}

/// Whether it is `10.NNNN/...`.
fn is_doi(bare: &str) -> bool {
    let registrant = bare.strip_prefix("10.").and_then(|rest| rest.split_once('/'));
    registrant.is_some_and(|(number, name)| {
        // Crossref advises to match four to nine digits.
        (4..=9).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
            && !name.is_empty()
    })
}

/// Whether it has a prefix and a name, with a slash between.
fn is_pair(bare: &str) -> bool {
    let pair = bare.trim_start_matches('/').split_once('/');
    pair.is_some_and(|(prefix, name)| !prefix.is_empty() && !name.is_empty())
}

/// What stands behind the first prefix that fits, else all of it.
fn behind<'t>(text: &'t str, prefixes: &[&str]) -> &'t str {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text)
}
