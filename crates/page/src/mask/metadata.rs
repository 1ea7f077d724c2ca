//! Metadata without personal data.

use std::collections::BTreeMap;

use super::Masker;
use crate::{Candidate, Metadata, Source, UsagePreferences};

/// Fields that say which record or post it is: later pages of a corpus row, and the number of the
/// post. Like the address of the page, they stay: rows are found and compared by them.
const KEPT: [&str; 2] = ["pages", "post_id"];

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
        self.candidates(&mut metadata.candidates);
    }

    /// Masks the candidates of all fields, but for those that say which record it is.
    pub fn candidates(&mut self, fields: &mut BTreeMap<&'static str, Vec<Candidate>>) {
        let fields = fields.iter_mut().filter(|(field, _)| !KEPT.contains(field));
        fields.flat_map(|(_, candidates)| candidates).for_each(|one| self.candidate(one));
    }

    /// Masks what a page says of its use: the address of a policy, and values of directives.
    pub fn preferences(&mut self, preferences: &mut UsagePreferences) {
        preferences.tdm_policy.iter_mut().for_each(|policy| self.address(policy));
        preferences.directives.iter_mut().for_each(|directive| self.text(directive));
        preferences.directives.sort_unstable();
        preferences.directives.dedup();
    }

    /// Masks a candidate and its origin.
    fn candidate(&mut self, candidate: &mut Candidate) {
        self.value(&mut candidate.value);
        // The origin of other sources is a record, a rule or a person who decided.
        if matches!(candidate.source, Source::Jsonld | Source::Meta | Source::Html) {
            self.value(&mut candidate.detail);
        }
    }
}
