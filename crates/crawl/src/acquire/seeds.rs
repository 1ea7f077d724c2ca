//! The seeds of an Archive-It collection.

use std::collections::HashSet;

use scutch_archive::{Limits, parse_http_response};
use scutch_fetch::Request;
use scutch_memento::Collection;
use scutch_page::{Hints, charset};
use scutch_url::Url;

use super::answer::{Unanswered, read_block, unanswered};
use super::{Acquirer, Problem};
use crate::reason::Reason;
use crate::store::{GroupKind, StoreError};

/// Pages of one collection.
// The largest public collections have some hundred; a server that repeats itself has no last one.
const MAX_PAGES: u32 = 1000;

/// The seeds of a collection, and the questions without answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seeds {
    /// Seeds of the list in its order, then those that only the pages show.
    pub seeds: Vec<String>,
    /// Questions without a usable answer.
    pub problems: Vec<Problem>,
    /// Normalised seeds: two spellings of one address have one TimeMap.
    known: HashSet<String>,
}

impl Acquirer {
    /// The seeds of a collection, from its list and its pages. The pages are read until one shows
    /// no new seed.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn seeds(&mut self, collection: &Collection) -> Result<Seeds, StoreError> {
        let mut found = Seeds::default();
        let list = collection.seed_list_uri();
        let listed = self.ask_for_text(&list, |_, text| Collection::parse_seed_list(text))?;
        found.add(list, listed);
        // Compared with the pages alone: seeds of the list may fill all first pages.
        let mut shown: HashSet<String> = HashSet::new();
        for number in 1..=MAX_PAGES {
            let uri = collection.page_uri(number);
            let page = self.ask_for_text(&uri, |uri, html| collection.seeds_on_page(html, uri))?;
            let before = shown.len();
            shown.extend(page.iter().flatten().cloned());
            found.add(uri, page);
            if shown.len() == before {
                break;
            }
        }
        Ok(found)
    }

    /// What `read` finds in an answer with status 200.
    fn ask_for_text(
        &mut self,
        uri: &str,
        read: impl Fn(&str, &str) -> Vec<String>,
    ) -> Result<Result<Vec<String>, Unanswered>, StoreError> {
        let request = Request { uri: uri.to_owned(), ..Request::default() };
        self.ask(GroupKind::Seeds, uri, &request, |from, block| {
            let none = || unanswered(Reason::SeedsNotGiven);
            let (limits, block) = (Limits::default(), read_block(block)?);
            let answer = parse_http_response(&block, &limits).map_err(|_| none())?;
            if answer.status != Some(200) {
                return Err(none());
            }
            let payload = answer.payload(&limits);
            Ok(read(from, &charset::decode(&payload.content, &Hints::default()).text))
        })
    }
}

impl Seeds {
    /// Adds the seeds of a list or a page, or the problem with it.
    fn add(&mut self, uri: String, read: Result<Vec<String>, Unanswered>) {
        match read {
            Ok(seeds) => {
                for seed in seeds {
                    // Seeds are typed by people, in several spellings.
                    let key = Url::parse(&seed).map_or(seed.clone(), Url::into_string);
                    if self.known.insert(key) {
                        self.seeds.push(seed);
                    }
                }
            }
            Err((reason, sentence)) => self.problems.push(Problem { uri, reason, sentence }),
        }
    }
}
