//! Bounds of routes: which of them ended a route, and what was left out behind it.
//!
//! A site decides how many pages, links and lists it has, and a hostile one never runs out. Every
//! bound comes from the portal file and depends on stored answers only, so a crawl that is repeated
//! from its folder ends at the same places.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

scutch_url::reasons! {
    /// Why a route was not read to its end.
    pub enum Bound {
        Pages = "route-pages", "The route has more pages than `stop.pages` allows.";
        Total = "route-total", "The route has more pages in all its ranges than `stop.total` allows.";
        Depth = "route-depth", "Pages of the route lead to further pages, deeper than `stop.depth` allows.";
        Articles = "route-articles", "The route names more addresses than `stop.articles` allows.";
        List = "route-list", "A page of the route names more addresses than `stop.list` allows.";
        Neighbours = "route-neighbours", "Articles lead to more neighbours than `article.max_neighbours` allows.";
    }
}

/// A bound that a route reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteEnd {
    /// Reason id.
    pub reason: String,
    /// The reason as an English sentence.
    pub sentence: String,
    /// The number that the bound allows.
    pub limit: u32,
    /// Links and pages that were left out. A link counts each time that it was met.
    pub left: usize,
    /// The first address that was left out.
    pub first: String,
}

/// The bounds that were reached, by the number of the route.
#[derive(Debug, Default)]
pub(super) struct Reached(BTreeMap<(usize, Bound), RouteEnd>);

impl Reached {
    /// Counts `left` addresses that a bound leaves out, beginning with `address`.
    pub(super) fn note(
        &mut self,
        route: usize,
        (bound, limit): (Bound, u32),
        address: &str,
        left: usize,
    ) {
        let end = self.0.entry((route, bound)).or_insert_with(|| RouteEnd {
            reason: bound.id().to_owned(),
            sentence: bound.sentence().to_owned(),
            limit,
            left: 0,
            first: address.to_owned(),
        });
        end.left += left;
    }

    /// The bounds that a route reached, in the order of the table.
    pub(super) fn of_route(&self, route: usize) -> Vec<RouteEnd> {
        let ends = self.0.iter().filter(|((of, _), _)| *of == route);
        ends.map(|(_, end)| end.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bound_is_in_the_user_guide() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/portal.md");
        let guide = std::fs::read_to_string(path).expect("the user guide");
        for bound in Bound::ALL {
            let row = format!("| `{}` | {} |", bound.id(), bound.sentence());
            assert!(guide.contains(&row), "docs/src/portal.md lacks: {row}");
        }
    }

    #[test]
    fn what_is_left_adds_up_by_route_and_bound() {
        let mut reached = Reached::default();
        reached.note(1, (Bound::List, 10), "http://a.example/b", 2);
        reached.note(1, (Bound::Pages, 7), "http://a.example/a", 1);
        reached.note(1, (Bound::List, 10), "http://a.example/c", 3);
        reached.note(2, (Bound::List, 10), "http://a.example/d", 1);
        let ends = reached.of_route(1);
        let seen: Vec<_> =
            ends.iter().map(|e| (e.reason.as_str(), e.left, e.first.as_str())).collect();
        let expected =
            [("route-pages", 1, "http://a.example/a"), ("route-list", 5, "http://a.example/b")];
        assert_eq!(seen, expected);
        assert_eq!(reached.of_route(0), []);
    }
}
