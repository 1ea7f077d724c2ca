//! Captures that a list names.

use std::collections::{HashMap, HashSet};

use scutch_memento::cdx_timestamp;
use scutch_url::surt;

use super::facts::Facts;
use crate::exit::UsageError;
use crate::talk::Talk;
use crate::verbs::lists::{self, ListArgs};

/// The pages of a list, by their keys: spellings of one address are one page.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// Times of wanted captures, as 14 digits; `None` for all times.
    pages: HashMap<String, Option<HashSet<String>>>,
}

impl Listed {
    /// Reads a list. Fails if it names nothing.
    pub(super) fn read(name: &str, lists: &ListArgs) -> anyhow::Result<Self> {
        let mut listed = Self::default();
        let words = [name.to_owned()];
        lists::each(&words, lists, Talk::default(), |_, entry| {
            // A memento by an id names no page.
            if let Some(uri_r) = entry.subject.uri_r() {
                listed.add(surt(uri_r), entry.unix_ms.map(cdx_timestamp));
            }
            Ok(())
        })?;
        if listed.pages.is_empty() {
            let sentence = format!("--list {name}: no page is named in it");
            return Err(UsageError(sentence).into());
        }
        Ok(listed)
    }

    fn add(&mut self, key: String, time: Option<String>) {
        let times = self.pages.entry(key).or_insert_with(|| Some(HashSet::new()));
        match (times.as_mut(), time) {
            (Some(times), Some(time)) => drop(times.insert(time)),
            _ => *times = None,
        }
    }

    /// Whether a record is a capture that the list names.
    pub(super) fn takes(&self, facts: &Facts<'_>) -> bool {
        let Some(url) = facts.record.target_uri() else { return false };
        match self.pages.get(&surt(url)) {
            None => false,
            Some(None) => true,
            Some(Some(times)) => facts.timestamp().is_some_and(|time| times.contains(&time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_without_time_stands_for_all_times() {
        let mut listed = Listed::default();
        for (key, time) in [("a", Some("1")), ("a", Some("2")), ("b", Some("1")), ("b", None)] {
            listed.add(key.to_owned(), time.map(str::to_owned));
        }
        let times = |key: &str| listed.pages[key].as_ref().map(HashSet::len);
        assert_eq!((times("a"), times("b")), (Some(2), None));
    }
}
