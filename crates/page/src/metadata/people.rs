//! Which of the candidates for authors are people.

use rustc_hash::FxHashSet;

use super::agreement::letters;
use super::candidate::Candidate;
use super::field::Field;
use super::found::Found;
use super::{byline, names};
use crate::structured::schema_types;

/// Rank of the site's own name among authors: behind bylines that are sure, and behind all bylines of whole names.
const SITE_AS_AUTHOR: u8 = 45;
const SITE_BEHIND_NAMES: u8 = 56;
/// What is added to the rank of authors who are no people, as far as one can see.
const NO_PERSON: u8 = 60;
impl Found {
    /// Sets the name of the site behind names that surely stand in a byline, and addresses and
    /// log-in names behind all others.
    pub(super) fn prefer_people(&mut self) {
        let site = self.best(Field::Site).map(|site| site.to_lowercase());
        let sites: FxHashSet<String> = [Field::Site, Field::Publisher]
            .iter()
            .flat_map(|field| self.ranked(*field))
            .map(|candidate| letters(&candidate.value))
            .collect();
        let is_site = |name: &str| sites.contains(&letters(name));
        let authors = self.ranked(Field::Author);
        let bylines: Vec<&Candidate> =
            authors.into_iter().filter(|c| c.detail == byline::DETAIL).collect();
        let named = bylines.iter().any(|c| c.value.contains(' ') && !is_site(&c.value));
        // People publish, too, and sign what they publish.
        let signed: Vec<String> = bylines.iter().map(|c| letters(&c.value)).collect();
        for (rank, candidate) in self.fields.get_mut(Field::Author.name()).into_iter().flatten() {
            let name = candidate.value.to_lowercase();
            // Nor do people sign with the mark of a copyright.
            let address = names::is_address(&name)
                || name.starts_with('©')
                || !name.contains(char::is_alphabetic);
            // Agencies sign with few letters.
            let login = candidate.value == name && !name.contains(' ') && name.len() > 4;
            // In forums these are the names.
            let post = candidate.detail.strip_suffix(".author").and_then(schema_types::by_name);
            let login = login && !post.is_some_and(|known| known.is_post);
            if is_site(&name) && named && !signed.contains(&letters(&name)) {
                *rank = (*rank).max(SITE_BEHIND_NAMES);
            } else if Some(&name) == site.as_ref() {
                *rank = (*rank).max(SITE_AS_AUTHOR);
            } else if address || login {
                *rank = rank.saturating_add(NO_PERSON);
            }
        }
    }
}
