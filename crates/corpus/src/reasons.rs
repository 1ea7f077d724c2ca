//! All reason ids of rows, quarantine lines and counts, with their sentences.

use scutch_archive::{Cause, HttpFlag, NotCaptureReason};
use scutch_page::PageFlag;
use scutch_template::TemplateFlag;

use crate::config::mime::{IDENTIFIED, OVERRULED, SNIFFED};
use crate::config::scope::Filter;
use crate::derive::INTERNAL_ERROR;
use crate::format::INVALID;
use crate::format::annotations::Unused;
use crate::segment::BY_DICTIONARY;
use crate::stages::crawled::VerdictFault;

/// All reason ids with their sentences, in the order in which a record can meet them.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let archive = Cause::ALL.iter().map(|r| (r.id(), r.sentence()));
    let http = HttpFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let capture = NotCaptureReason::ALL.iter().map(|r| (r.id(), r.sentence()));
    let page = PageFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let template = TemplateFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let filters = Filter::all().map(|r| (r.id(), r.sentence()));
    let annotations = Unused::ALL.iter().map(|r| (r.id(), r.sentence()));
    let verdicts = VerdictFault::ALL.iter().map(|r| (r.id(), r.sentence()));
    let own = OWN.iter().copied().chain(verdicts).chain(annotations);
    archive.chain(http).chain(capture).chain(own).chain(page).chain(template).chain(filters)
}

/// The sentence of a reason id.
pub fn sentence(id: &str) -> Option<&'static str> {
    all().find(|(known, _)| *known == id).map(|(_, sentence)| sentence)
}

/// The reason ids of this crate.
const OWN: &[(&str, &str)] = &[
    (
        IDENTIFIED,
        "No Content-Type, or one that says nothing: the archive's own identification was used.",
    ),
    (SNIFFED, "No Content-Type, or one that says nothing: the first bytes were looked at."),
    (OVERRULED, "Called a web page or text, but the bytes are of another format."),
    (INVALID, "As a format that was asked for, the document would break a rule of that format."),
    (
        BY_DICTIONARY,
        "The text has more characters of scripts without spaces than the models segment: dictionaries cut its tokens.",
    ),
    (INTERNAL_ERROR, "The program failed on this record; this is a fault of the program."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_words_and_sentences_end() {
        let mut ids: Vec<_> = all().map(|(id, _)| id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "two reasons share an id");
        for (id, sentence) in all() {
            assert!(
                id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{id}"
            );
            assert!(sentence.ends_with('.'), "{id}: {sentence}");
        }
    }
}
