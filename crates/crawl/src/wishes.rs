//! The mementos that are wanted, of one page after the other. There may be millions: what is said of
//! each is made from what lists named when it is looked at.

use std::io;
use std::ops::Range;

use scutch_memento::{Memento, Mementos, Selection};

use crate::shard::Shard;

/// A memento that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// URI-R, as it was asked for.
    pub uri_r: String,
    /// URI-M, as it is listed.
    pub uri_m: String,
    /// When the list says it was captured, milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// The list or gate that named it.
    pub via: String,
    /// `timemap` or `timegate`.
    pub route: &'static str,
    /// Place among the mementos that are wanted of this page, from 1.
    pub position: usize,
}

/// A page, and its mementos.
#[derive(Debug)]
struct Page {
    places: Range<usize>,
    original: Option<String>,
    route: &'static str,
}

/// Mementos that are wanted.
#[derive(Debug, Default)]
pub struct Wishes {
    mementos: Mementos,
    pages: Vec<Page>,
    named: usize,
}

impl Wishes {
    /// Where the mementos go that a list names of the page that is being looked for.
    pub fn of_list(&mut self, uri_t: &str) -> &mut Mementos {
        self.mementos.from_list(uri_t);
        &mut self.mementos
    }

    /// The lists of a page have been read: chooses among what they named.
    ///
    /// # Errors
    /// When an address cannot be read.
    pub fn end_page(
        &mut self,
        original: Option<String>,
        route: &'static str,
        selection: &Selection,
        shard: Option<Shard>,
    ) -> io::Result<()> {
        let from = self.pages.last().map_or(0, |page| page.places.end);
        self.named += self.mementos.len() - from;
        self.mementos.choose(from, selection);
        if let Some(shard) = shard {
            let of = |memento: &Memento| uri_r(&memento.uri, original.as_deref());
            self.mementos.filter(from, |memento| shard.takes(&of(memento)))?;
        }
        let places = from..self.mementos.len();
        self.pages.push(Page { places, original, route });
        Ok(())
    }

    /// Mementos that lists named, wanted or not.
    pub fn named(&self) -> usize {
        self.named
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.mementos.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.mementos.is_empty()
    }

    /// The pages: the original of each, and the places of its mementos.
    pub fn pages(&self) -> impl Iterator<Item = (Option<&str>, Range<usize>)> {
        self.pages.iter().map(|page| (page.original.as_deref(), page.places.clone()))
    }

    /// What the list says of the memento at a place.
    ///
    /// # Errors
    /// When its address cannot be read.
    pub fn memento(&self, place: usize) -> io::Result<Memento> {
        self.mementos.get(place).map(|listed| listed.memento)
    }

    /// The wish at a place.
    ///
    /// # Errors
    /// When its address cannot be read.
    pub fn get(&self, place: usize) -> io::Result<Wish> {
        let listed = self.mementos.get(place)?;
        let of = self.pages.partition_point(|page| page.places.end <= place);
        let page = self.pages.get(of).ok_or(io::ErrorKind::NotFound)?;
        let Memento { uri, unix_ms, .. } = listed.memento;
        Ok(Wish {
            uri_r: uri_r(&uri, page.original.as_deref()),
            uri_m: uri,
            unix_ms,
            via: listed.list.to_owned(),
            route: page.route,
            position: place - page.places.start + 1,
        })
    }
}

/// The archive's spelling of the original is the one that was archived.
fn uri_r(uri_m: &str, original: Option<&str>) -> String {
    let own = scutch_url::Memento::split(uri_m).map(|parts| parts.uri_r());
    own.unwrap_or_else(|| original.unwrap_or_default().to_owned())
}
