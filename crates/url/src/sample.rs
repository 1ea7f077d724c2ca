//! Sampling: a few URLs of many, seeded and in one pass.
//!
//! Each group (host, registrable domain, month, path prefix) keeps a reservoir. Which URLs stay
//! depends on the seed and the order of the input, on nothing else.

use std::collections::BTreeMap;

use scutch_learn::{Random, fnv1a};

use crate::parse::Url;

/// What URLs are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// All in one.
    All,
    /// Host with port.
    Host,
    /// Registrable domain; host where there is none.
    Domain,
    /// Year and month that the path states.
    Month,
    /// Host and the first so many path segments.
    Prefix(usize),
}

/// How to sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Groups.
    pub group: Group,
    /// Most URLs of a group.
    pub size: usize,
    /// Groups with fewer URLs are left out.
    pub min: usize,
    /// Groups with more URLs are left out.
    pub max: Option<usize>,
    /// Seed.
    pub seed: u64,
}

/// A sample in the making.
#[derive(Debug, Clone)]
pub struct Sampler {
    plan: Plan,
    groups: BTreeMap<String, Reservoir>,
    order: u64,
}

#[derive(Debug, Clone)]
struct Reservoir {
    seen: usize,
    random: Random,
    kept: Vec<(u64, String)>,
}

impl Sampler {
    /// An empty sample.
    pub fn new(plan: Plan) -> Sampler {
        Sampler { plan, groups: BTreeMap::new(), order: 0 }
    }

    /// Offers one URL.
    pub fn offer(&mut self, url: &Url) {
        self.offer_as(url, || url.as_str().to_owned());
    }

    /// Offers one URL for which another text is kept, made only where it is.
    pub fn offer_as(&mut self, url: &Url, text: impl FnOnce() -> String) {
        let key = self.key(url);
        // By its key, so that a group draws the same numbers whatever other groups there are.
        let seed = self.plan.seed ^ fnv1a(key.bytes());
        let group = self.groups.entry(key).or_insert_with(|| Reservoir {
            seen: 0,
            random: Random::new(seed),
            kept: Vec::new(),
        });
        self.order += 1;
        group.seen += 1;
        if group.kept.len() < self.plan.size {
            group.kept.push((self.order, text()));
        } else {
            // Algorithm R (Vitter 1985): the n-th URL stays with probability size/n.
            let place = group.random.below(group.seen);
            if let Some(kept) = group.kept.get_mut(place) {
                *kept = (self.order, text());
            }
        }
    }

    fn key(&self, url: &Url) -> String {
        match self.plan.group {
            Group::All => String::new(),
            Group::Host => url.host_and_port().to_owned(),
            Group::Domain => crate::site(url.host()),
            Group::Month => match crate::date_in_path(url.as_str()) {
                Some((year, month, _)) => format!("{year:04}-{:02}", month.unwrap_or(0)),
                None => String::new(),
            },
            Group::Prefix(depth) => {
                let mut segments = url.path().split('/').skip(1).peekable();
                let mut key = url.host_and_port().to_owned();
                for _ in 0..depth {
                    // The last segment names the page, not a prefix.
                    let Some(segment) = segments.next().filter(|_| segments.peek().is_some())
                    else {
                        break;
                    };
                    key.push('/');
                    key.push_str(segment);
                }
                key
            }
        }
    }

    /// The sample, group by group in order of their names, each in input order.
    pub fn finish(self) -> Vec<String> {
        let plan = self.plan;
        // Known only at the end: a group may grow until then.
        let fine = |seen: usize| seen >= plan.min && plan.max.is_none_or(|max| seen <= max);
        let groups = self.groups.into_values().filter(|group| fine(group.seen));
        groups
            .flat_map(|mut group| {
                // By number of arrival, which comes first in the pair.
                group.kept.sort_unstable();
                group.kept.into_iter().map(|(_, url)| url)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, Plan, Sampler};
    use crate::Url;

    fn sample(plan: Plan) -> Vec<String> {
        let mut sampler = Sampler::new(plan);
        for i in 0..100 {
            let host = ["a.e.org", "b.e.org", "c.org"][usize::from(i > 50) + usize::from(i > 97)];
            sampler.offer(&Url::parse(&format!("http://{host}/2019/0{}/{i}", 1 + i % 3)).unwrap());
        }
        sampler.finish()
    }

    #[test]
    fn per_group_seeded_and_bounded() {
        let plan = Plan { group: Group::Host, size: 5, min: 0, max: None, seed: 7 };
        assert_eq!(sample(plan).len(), 5 + 5 + 2);
        assert_eq!(sample(plan), sample(plan));
        assert_ne!(sample(plan), sample(Plan { seed: 8, ..plan }));
        assert_eq!(sample(Plan { min: 3, ..plan }).len(), 10);
        assert_eq!(sample(Plan { max: Some(50), ..plan }).len(), 7);
        assert_eq!(sample(Plan { group: Group::Domain, ..plan }).len(), 7);
        assert_eq!(sample(Plan { group: Group::Month, ..plan }).len(), 15);
        assert_eq!(sample(Plan { group: Group::Prefix(2), ..plan }).len(), 5 * 6 + 2);
        assert_eq!(sample(Plan { size: 0, ..plan }).len(), 0);
    }
}
