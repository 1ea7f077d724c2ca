//! `CITATION.cff`: how the corpus is cited, in the Citation File Format 1.2.0.
//!
//! Source of the rules: `schema.json` of that version. A text in double quotes is YAML as well as JSON.

use scutch_folder::config::metadata::{IdentifierKind, Maker};
use serde_json::Value;

use crate::licence::spdx;
use crate::publication::Publication;

/// Where scutch itself is.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_REPOSITORY");

/// The file.
///
/// It has no value of the clock: the date is that of publication, as a person gave it.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let metadata = publication.metadata;
    let mut out = String::from("cff-version: 1.2.0\ntype: dataset\n");
    // The schema demands a message.
    line(&mut out, "message", "If you use this corpus, please cite it as below.");
    line(&mut out, "title", &metadata.title);
    out.push_str("authors:\n");
    metadata.creators().for_each(|maker| author(&mut out, maker));
    line(&mut out, "abstract", &publication.description().join("\n\n"));
    given(&mut out, "version", metadata.edition.as_deref());
    // The format knows whole days only.
    given(&mut out, "date-released", Some(&*metadata.date).filter(|date| date.len() == 10));
    identifiers(&mut out, publication);
    licence(&mut out, publication);
    contact(&mut out, publication);
    if !metadata.keywords.is_empty() {
        out.push_str("keywords:\n");
        metadata.keywords.iter().for_each(|word| out.push_str(&format!("  - {}\n", quoted(word))));
    }
    out.push_str("references:\n  - type: software\n    title: scutch\n    authors:\n");
    out.push_str("      - name: The scutch developers\n");
    out.push_str(&format!("    version: {}\n", quoted(publication.version())));
    out.push_str(&format!("    repository-code: {}\n", quoted(PROGRAM)));
    out
}

/// A person, or an organisation.
fn author(out: &mut String, maker: &Maker) {
    let mut lines: Vec<(&str, String)> = Vec::new();
    match maker.family_given().filter(|_| maker.is_person()) {
        // Only persons have names in parts; any other author has one name.
        Some((family, given)) => {
            lines.push(("family-names", family.to_owned()));
            lines.push(("given-names", given.to_owned()));
        }
        None => lines.push(("name", maker.name.clone())),
    }
    lines.extend(maker.orcid_url().map(|orcid| ("orcid", orcid)));
    // Only persons have an affiliation in the format.
    if maker.family_given().is_some() && maker.is_person() {
        lines.extend(maker.affiliation.clone().map(|place| ("affiliation", place)));
    }
    for (number, (key, value)) in lines.into_iter().enumerate() {
        let dash = if number == 0 { "- " } else { "  " };
        out.push_str(&format!("  {dash}{key}: {}\n", quoted(&value)));
    }
}

/// The persistent identifier, in the field that the format has for its kind.
fn identifiers(out: &mut String, publication: &Publication<'_>) {
    let Some(pid) = publication.metadata.pid() else { return };
    match pid.kind {
        IdentifierKind::Doi => line(out, "doi", &pid.bare),
        IdentifierKind::Url => line(out, "url", &pid.bare),
        // The format has fields for DOIs and addresses; other kinds go on its general list.
        _ => {
            let (kind, value) = ("    type: other\n", quoted(&pid.bare));
            out.push_str(&format!("identifiers:\n  - value: {value}\n{kind}"));
        }
    }
}

/// The format enumerates licences by SPDX identifiers; others have an address.
fn licence(out: &mut String, publication: &Publication<'_>) {
    let Some(of) = &publication.metadata.availability else { return };
    // Names are licences, too: `CC BY 4.0`.
    let id = [&of.licence_url, &of.licence].into_iter().flatten().find_map(|said| spdx(said));
    match (id, &of.licence_url) {
        (Some(id), _) => line(out, "license", &id),
        (None, Some(address)) => line(out, "license-url", address),
        (None, None) => {}
    }
}

/// Whom to ask, under the name of the publisher: the format demands a name.
fn contact(out: &mut String, publication: &Publication<'_>) {
    let Some(contact) = &publication.metadata.contact else { return };
    // The format tells addresses of mail and of pages apart.
    let key = if contact.contains("://") { "website" } else { "email" };
    let name = quoted(&publication.metadata.publisher());
    out.push_str(&format!("contact:\n  - name: {name}\n    {key}: {}\n", quoted(contact)));
}

/// A line for a value that is known; nothing for any other.
fn given(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        line(out, key, value);
    }
}

/// A line of the file: key and quoted value.
fn line(out: &mut String, key: &str, value: &str) {
    out.push_str(&format!("{key}: {}\n", quoted(value)));
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    // A text in JSON is one in YAML, with the same escapes.
    Value::from(text).to_string()
}
