//! Which of the candidates for authors are people.

use rustc_hash::FxHashSet;

use super::agreement::letters;
use super::candidate::Candidate;
use super::field::Field;
use super::found::{Found, OF_ANOTHER};
use super::{byline, names, signature, signed};
use crate::structured::schema_types;

/// Rank of the site's name as an author: behind bylines that are sure.
const SITE_AS_AUTHOR: u8 = 45;
/// Its rank where bylines have full names: behind all of them.
const SITE_BEHIND_NAMES: u8 = 56;
/// Added to the rank of authors that do not look like people.
const NO_PERSON: u8 = 60;
impl Found {
    /// Whether a sure byline or a signature has a whole name. Whoever uploaded the text is often
    /// declared instead, with an account or a first name.
    fn is_signed_in_full(&self) -> bool {
        let authors = self.fields.get(Field::Author.name()).into_iter().flatten();
        let mut shown = authors.filter(|(rank, c)| match c.detail.as_str() {
            byline::DETAIL => *rank <= byline::SURE_RANK,
            detail => detail == signature::DETAIL,
        });
        shown.any(|(_, c)| signed::is_full(&c.value))
    }

    /// Ranks the site's name behind names that surely come from a byline, and addresses and account
    /// names behind all other authors.
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
            authors.iter().copied().filter(|c| c.detail == byline::DETAIL).collect();
        let named = bylines.iter().any(|c| c.value.contains(' ') && !is_site(&c.value));
        let (signed_in_full, first_names) = (self.is_signed_in_full(), first_names(&authors));
        let is_cut = |name: &str| {
            is_one_word(name) && (signed_in_full || first_names.contains(&name.to_lowercase()))
        };
        // A person can be the publisher, too, and sign the text.
        let signed: Vec<String> = bylines.iter().map(|c| letters(&c.value)).collect();
        for (rank, candidate) in self.fields.get_mut(Field::Author.name()).into_iter().flatten() {
            let name = candidate.value.to_lowercase();
            // At most four letters can be the initials of an agency ("dpa").
            let login = candidate.value == name && is_one_word(&name) && name.len() > 4;
            // In forums, account names are the names of authors.
            let post = candidate.detail.strip_suffix(".author").and_then(schema_types::by_name);
            let is_post = post.is_some_and(|known| known.is_post);
            let login = login && !is_post;
            // The order matters: a site that signs its texts stays an author.
            if is_site(&name) && named && !signed.contains(&letters(&name)) {
                *rank = (*rank).max(SITE_BEHIND_NAMES);
            } else if Some(&name) == site.as_ref() {
                *rank = (*rank).max(SITE_AS_AUTHOR);
            } else if !is_post && is_cut(&candidate.value) {
                *rank = (*rank).max(SITE_BEHIND_NAMES);
            } else if is_no_name(&name) || login {
                *rank = rank.saturating_add(NO_PERSON);
            }
        }
    }
}

/// Whether a text in lower case names nobody: an address, a copyright notice, numbers.
fn is_no_name(name: &str) -> bool {
    names::is_address(name)
        || name.contains("[at]")
        || name.starts_with('©')
        || !name.contains(char::is_alphabetic)
}

/// The first names of whole names, in lower case.
fn first_names(authors: &[&Candidate]) -> FxHashSet<String> {
    let own = authors.iter().filter(|c| !c.detail.ends_with(OF_ANOTHER));
    let whole = own.filter(|c| signed::is_full(&c.value));
    whole.filter_map(|c| c.value.split_once(' ')).map(|(first, _)| first.to_lowercase()).collect()
}

/// Whether a name is one word with small letters. Agencies sign with capitals, and scripts without
/// case have no spaces within names.
fn is_one_word(name: &str) -> bool {
    !name.contains(' ') && name.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::candidate::Source;

    fn first(authors: &[(u8, &str, &str)], site: &str) -> Option<String> {
        let mut found = Found::default();
        found.push(Field::Site, 10, Source::Meta, "og:site_name", site);
        for (rank, detail, name) in authors {
            found.push(Field::Author, *rank, Source::Meta, detail, name);
        }
        found.prefer_people();
        found.best(Field::Author)
    }

    #[test]
    fn people_come_before_sites_addresses_and_accounts() {
        let byline = (32, byline::DETAIL, "Ada Gull");
        for (declared, expected) in [
            ("Harbour Post", "Ada Gull"),
            ("harbour post", "Ada Gull"),
            ("post@harbour.example", "Ada Gull"),
            ("www.harbour.example", "Ada Gull"),
            ("adagull", "Ada Gull"),
            ("© Harbour", "Ada Gull"),
            ("2019", "Ada Gull"),
            ("KatieS", "Ada Gull"),
            ("Ada", "Ada Gull"),
            // Agencies sign with capitals.
            ("APA", "APA"),
            ("Bo Reed", "Bo Reed"),
            ("李四", "李四"),
        ] {
            let authors = [(10, "author", declared), byline];
            assert_eq!(first(&authors, "Harbour Post").as_deref(), Some(expected), "{declared}");
        }
    }

    #[test]
    fn a_first_name_gives_way_to_the_whole_name() {
        for (other, expected) in
            [("Ada Gull", "Ada Gull"), ("Bo Reed", "Ada"), ("Ada gull", "Ada"), ("ada", "Ada")]
        {
            let authors = [(10, "NewsArticle.author", "Ada"), (35, "itemprop=author", other)];
            assert_eq!(first(&authors, "Harbour Post").as_deref(), Some(expected), "{other}");
        }
    }

    #[test]
    fn account_names_are_names_in_forums() {
        let second = (20, "author", "Ada Gull");
        for (detail, expected) in
            [("DiscussionForumPosting.author", "adagull"), ("NewsArticle.author", "Ada Gull")]
        {
            let authors = [(10, detail, "adagull"), second];
            assert_eq!(first(&authors, "Harbour Post").as_deref(), Some(expected), "{detail}");
        }
    }

    #[test]
    fn a_site_that_signs_stays_an_author() {
        let signed = [(10, "author", "Harbour Post"), (32, byline::DETAIL, "Harbour Post")];
        assert_eq!(first(&signed, "Harbour Post").as_deref(), Some("Harbour Post"));
    }
}
