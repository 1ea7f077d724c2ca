//! The seeds of a collection, from its list and from its pages.

use std::collections::HashSet;

use scutch_archive::{Limits, parse_http_response};
use scutch_fetch::Request;
use scutch_memento::Collection;
use scutch_page::{Hints, charset};
use scutch_url::Url;

use crate::acquire::{Acquirer, Trouble};
use crate::answer::{Unanswered, plain, whole};
use crate::group::Kind;
use crate::reason::Reason;
use crate::store::StoreError;

/// Pages of one collection, at most.
const MOST_PAGES: u32 = 1000;

/// The seeds of a collection, and what could not be had.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seeds {
    /// Those of the list, in its order, then those that only the pages show.
    pub seeds: Vec<String>,
    /// What was asked for in vain.
    pub troubles: Vec<Trouble>,
    /// One spelling of each: two spellings of one address have one TimeMap.
    known: HashSet<String>,
}

impl Acquirer {
    /// The seeds of a collection. Its pages are looked through until one shows nothing that the pages
    /// before it have not.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn seeds(&mut self, collection: &Collection) -> Result<Seeds, StoreError> {
        let mut found = Seeds::default();
        let listed = self.says(&collection.list(), |_, text| Collection::listed(text))?;
        found.take(collection.list(), listed);
        let mut shown: HashSet<String> = HashSet::new();
        for number in 1..=MOST_PAGES {
            let uri = collection.page(number);
            let page = self.says(&uri, |uri, html| collection.shown(html, uri))?;
            let before = shown.len();
            shown.extend(page.iter().flatten().cloned());
            found.take(uri, page);
            if shown.len() == before {
                break;
            }
        }
        Ok(found)
    }

    /// What stands in an answer with status 200.
    fn says(
        &mut self,
        uri: &str,
        read: impl Fn(&str, &str) -> Vec<String>,
    ) -> Result<Result<Vec<String>, Unanswered>, StoreError> {
        let request = Request { uri: uri.to_owned(), ..Request::default() };
        self.question(Kind::Seeds, uri, &request, |from, block| {
            let none = || plain(Reason::SeedsNotGiven);
            let (limits, block) = (Limits::default(), whole(block)?);
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
    /// Takes in what a list or a page names.
    fn take(&mut self, uri: String, said: Result<Vec<String>, Unanswered>) {
        match said {
            Ok(seeds) => {
                for seed in seeds {
                    let key = Url::parse(&seed).map_or(seed.clone(), Url::into_string);
                    if self.known.insert(key) {
                        self.seeds.push(seed);
                    }
                }
            }
            Err((reason, sentence)) => self.troubles.push(Trouble { uri, reason, sentence }),
        }
    }
}
