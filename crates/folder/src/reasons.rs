//! All reason ids of rows, quarantine lines and counts, with their sentences.

use scutch_archive::{Cause, HttpFlag, NotCaptureReason};
use scutch_page::PageFlag;
use scutch_page::mask::Masked;
use scutch_template::TemplateFlag;

use crate::config::mime::{IDENTIFIED, OVERRULED, SNIFFED};
use crate::config::scope::Filter;

/// Reason id: the program failed on a record.
pub const INTERNAL_ERROR: &str = "internal-error";
/// Reason id: a document violates a rule of a format.
pub const FORMAT_INVALID: &str = "format-invalid";
/// Reason id: dictionaries cut the tokens of a text, because models would take too long.
pub const TOKENS_BY_DICTIONARY: &str = "tokens-by-dictionary";

scutch_url::reasons! {
    /// Why the annotations of a document are not merged.
    pub enum Unmerged {
        Missing = "annotation-missing", "The annotations have no sentence of this document.";
        Repeated = "annotation-repeated", "The annotations have this document twice, or in pieces.";
        Unreadable = "annotation-unreadable", "The annotations of this document are not CoNLL-U.";
        Differs = "annotation-differs", "The annotations of this document have other sentences or tokens than its text.";
    }
}

scutch_url::reasons! {
    /// Why a verdict of a crawl is not obeyed.
    pub enum VerdictFault {
        Unreadable = "verdict-unreadable", "A record that begins as the verdict of a crawl cannot be read as one.";
        NoResponse = "verdict-no-response", "The verdict of a crawl refers to a response that is not among the inputs.";
        OtherUrl = "verdict-other-url", "The verdict of a crawl refers to a response with another address.";
        OtherDigest = "verdict-other-digest", "The verdict of a crawl refers to a response with another content.";
    }
}

/// All reason ids with their sentences, in the order in which a record can meet them.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let archive = Cause::ALL.iter().map(|r| (r.id(), r.sentence()));
    let http = HttpFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let capture = NotCaptureReason::ALL.iter().map(|r| (r.id(), r.sentence()));
    let page = PageFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let template = TemplateFlag::ALL.iter().map(|r| (r.id(), r.sentence()));
    let filters = Filter::all().map(|r| (r.id(), r.sentence()));
    let annotations = Unmerged::ALL.iter().map(|r| (r.id(), r.sentence()));
    let verdicts = VerdictFault::ALL.iter().map(|r| (r.id(), r.sentence()));
    let masked = Masked::ALL.iter().map(|r| (r.id(), r.sentence()));
    let own = OWN.iter().copied().chain(verdicts).chain(annotations);
    archive
        .chain(http)
        .chain(capture)
        .chain(own)
        .chain(page)
        .chain(template)
        .chain(masked)
        .chain(filters)
}

/// The sentence of a reason id.
pub fn sentence(id: &str) -> Option<&'static str> {
    // A walk through some hundred ids: only reports ask, once for each line.
    all().find(|(known, _)| *known == id).map(|(_, sentence)| sentence)
}

/// The reason ids of runs.
const OWN: &[(&str, &str)] = &[
    (
        IDENTIFIED,
        "No Content-Type, or one that says nothing: the archive's own identification was used.",
    ),
    (SNIFFED, "No Content-Type, or one that says nothing: the first bytes were looked at."),
    (OVERRULED, "Called a web page or text, but the bytes are of another format."),
    (
        FORMAT_INVALID,
        "As a format that was asked for, the document would break a rule of that format.",
    ),
    (
        TOKENS_BY_DICTIONARY,
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
