//! Metadata without personal data.

use super::Masker;
use crate::{Candidate, Metadata, Source};

impl Masker {
    /// Masks the texts and addresses of metadata, candidates included.
    pub fn metadata(&mut self, metadata: &mut Metadata) {
        let texts = [
            &mut metadata.title,
            &mut metadata.site,
            &mut metadata.canonical_url,
            &mut metadata.description,
            &mut metadata.section,
            &mut metadata.licence,
            &mut metadata.image,
            &mut metadata.subtitle,
            &mut metadata.publisher,
            &mut metadata.part_of,
        ];
        texts.into_iter().flatten().for_each(|text| self.value(text));
        let lists = metadata.authors.iter_mut().chain(&mut metadata.keywords);
        lists.for_each(|text| self.value(text));
        for candidate in metadata.candidates.values_mut().flatten() {
            self.candidate(candidate);
        }
    }

    /// Masks a candidate and its origin.
    pub fn candidate(&mut self, candidate: &mut Candidate) {
        self.value(&mut candidate.value);
        // The origin of other sources is a record, a rule or a person who decided.
        if matches!(candidate.source, Source::Jsonld | Source::Meta | Source::Html) {
            self.value(&mut candidate.detail);
        }
    }
}
