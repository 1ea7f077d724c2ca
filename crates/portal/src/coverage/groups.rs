//! Addresses that are one article: by spelling, by the number of the article, by what the own crawl
//! says of it, and by the digest of its captures.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use scutch_learn::DisjointSets;

use super::{CaptureLine, normal, slug};
use crate::portal::Portal;
use crate::site::Site;

/// An own article: its addresses, and what else identifies it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnArticle {
    /// Its addresses, the best first.
    pub addresses: Vec<String>,
    /// The number of the post in the system that made the page.
    pub id: Option<String>,
    /// A digest of its text or payload.
    pub digest: Option<String>,
}

/// Addresses that share a digest, beyond which it is that of a page such as "not found".
const MAX_SHARED: usize = 8;

/// Digits and letters of the shortest digest that can tell pages apart: 128 bits in base 32.
const MIN_DIGEST: usize = 26;

/// The spelling of an address that is a number alone; `None` for all others. Its number is in the
/// parameters, which the normal spelling leaves out.
fn numbered(address: &str, portal: Option<&Portal>) -> Option<String> {
    let number = portal?.article.late(Site::target(address))??;
    Some(format!("{}?{number}", normal(address)))
}

/// The spelling that addresses are compared by.
pub(super) fn spelling(address: &str, portal: Option<&Portal>) -> String {
    numbered(address, portal).unwrap_or_else(|| normal(address))
}

/// Own articles by their best spelling.
#[derive(Debug, Default)]
pub(super) struct OwnArticles {
    /// The addresses of each article, by the spelling of the first that is no number alone.
    pub(super) articles: BTreeMap<String, Vec<String>>,
    /// The article that each spelling belongs to.
    by_spelling: HashMap<String, String>,
}

impl OwnArticles {
    /// Joins own articles that share an address, a number or a digest.
    pub(super) fn new(own: &[OwnArticle], portal: Option<&Portal>) -> Self {
        let mut keyed = Keyed::default();
        for article in own {
            let number = keyed.add();
            // A letter before each kind of key: a number may be spelled like a digest.
            let spellings = article.addresses.iter().map(|a| format!("a {}", spelling(a, portal)));
            let id = article.id.iter().map(|id| format!("i {id}"));
            let digest = article.digest.iter().filter(|digest| is_digest(digest));
            let digest = digest.map(|digest| format!("d {digest}"));
            spellings.chain(id).chain(digest).for_each(|key| keyed.key(key, number));
        }
        let mut all = Self::default();
        for group in keyed.members.groups(1) {
            let articles = group.iter().map(|number| &own[*number as usize]);
            let addresses: Vec<&String> = articles.flat_map(|own| &own.addresses).collect();
            all.insert(&addresses, portal);
        }
        all
    }

    fn insert(&mut self, addresses: &[&String], portal: Option<&Portal>) {
        let named = addresses.iter().find(|address| numbered(address, portal).is_none());
        let Some(best) = named.or(addresses.first()) else { return };
        let best = spelling(best, portal);
        for address in addresses {
            self.by_spelling.insert(spelling(address, portal), best.clone());
        }
        let written = addresses.iter().map(|address| (*address).clone());
        self.articles.entry(best).or_default().extend(written);
    }
}

/// Archived articles by their best spelling: that of the own article, if one of their addresses is
/// one of its. Also, how many spellings and further addresses were joined with others.
pub(super) fn archived_articles(
    archived: BTreeMap<String, Vec<CaptureLine>>,
    own: &OwnArticles,
    portal: Option<&Portal>,
) -> (BTreeMap<String, Vec<String>>, usize) {
    let by_spelling = by_spelling(archived, portal);
    let spellings = by_spelling.len();
    let mut shared: HashMap<&str, usize> = HashMap::new();
    for digest in by_spelling.values().flat_map(|(_, digests)| digests) {
        *shared.entry(digest).or_default() += 1;
    }
    let mut keyed = Keyed::default();
    for (spelling, (_, digests)) in &by_spelling {
        let number = keyed.add();
        if let Some(own) = own.by_spelling.get(spelling) {
            keyed.key(format!("o {own}"), number);
            // Two own articles stay two, whatever digest their captures share.
            keyed.fix(number);
        }
        let telling = digests.iter().filter(|digest| shared[digest.as_str()] <= MAX_SHARED);
        telling.for_each(|digest| keyed.key(format!("d {digest}"), number));
    }
    let mut members: Vec<_> = by_spelling.into_iter().map(Some).collect();
    let mut articles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for group in keyed.members.groups(1) {
        let taken = group.iter().filter_map(|number| members[*number as usize].take());
        let group: Vec<_> = taken.map(|(spelling, (addresses, _))| (spelling, addresses)).collect();
        let known = group.iter().find_map(|(spelling, _)| own.by_spelling.get(spelling)).cloned();
        // People read the report: an address with words says more than a number.
        let named = || group.iter().find(|(spelling, _)| slug(spelling).is_some());
        let best =
            known.or_else(|| named().or(group.first()).map(|(spelling, _)| spelling.clone()));
        let addresses = group.into_iter().flat_map(|(_, addresses)| addresses);
        articles.entry(best.unwrap_or_default()).or_default().extend(addresses);
    }
    let joined = spellings - articles.len();
    (articles, joined)
}

/// The archived addresses of each spelling, and the digests of their captures.
fn by_spelling(
    archived: BTreeMap<String, Vec<CaptureLine>>,
    portal: Option<&Portal>,
) -> BTreeMap<String, (Vec<String>, BTreeSet<String>)> {
    let mut spellings: BTreeMap<String, (Vec<String>, BTreeSet<String>)> = BTreeMap::new();
    for (address, captures) in archived {
        let digests = captures.into_iter().filter_map(|capture| capture.digest);
        let entry = spellings.entry(spelling(&address, portal)).or_default();
        entry.1.extend(digests.filter(|digest| is_digest(digest)));
        entry.0.push(address);
    }
    spellings
}

fn is_digest(text: &str) -> bool {
    let digest = text.rsplit(':').next().unwrap_or_default();
    digest.len() >= MIN_DIGEST && digest.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Members that share keys. Groups with a fixed member are never joined with each other.
#[derive(Debug, Default)]
struct Keyed {
    members: DisjointSets,
    /// First members of the groups with a fixed member.
    fixed: HashSet<u32>,
    keys: HashMap<String, u32>,
}

impl Keyed {
    /// Adds a member, and returns its number.
    fn add(&mut self) -> u32 {
        self.members.add()
    }

    /// Gives a member a key, and joins it with those that have it.
    fn key(&mut self, key: String, member: u32) {
        let other = *self.keys.entry(key).or_insert(member);
        let (a, b) = (self.members.first(member), self.members.first(other));
        if a == b || (self.fixed.contains(&a) && self.fixed.contains(&b)) {
            return;
        }
        self.members.join(a, b);
        // Both may have been first members before.
        if self.fixed.remove(&a) || self.fixed.remove(&b) {
            self.fix(a);
        }
    }

    fn fix(&mut self, member: u32) {
        let first = self.members.first(member);
        self.fixed.insert(first);
    }
}
