//! What a crawl would ask for, without asking.

use scutch_portal::{ArchiveRange, Portal, Route, RouteKind};

use super::asker::group_key;
use crate::store::{GroupKind, Store};

/// What a route would ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutePlan {
    /// Its name.
    pub name: String,
    /// The archive page that it begins with; `None` if only other pages lead to the route.
    pub first: Option<String>,
    /// Archive pages that the portal file gives; `None` if only their content says how many there are.
    pub pages: Option<u64>,
    /// Those of them that are stored already, from the first page of each range on.
    pub stored: u64,
}

/// What the routes of a portal would ask for. Ranges of dates without an end end `today`.
pub fn plan(
    portal: &Portal,
    store: Option<&Store>,
    run: u32,
    today: jiff::civil::Date,
) -> Vec<RoutePlan> {
    let is_stored = |address: &String| {
        let in_run =
            |store: &Store, run| store.get(GroupKind::Page, &group_key(run, address)).is_some();
        store.is_some_and(|store| (0..=run).any(|run| in_run(store, run)))
    };
    let of_route = |route: &Route| route_plan(route, &route.ranges(&portal.url, today), is_stored);
    portal.routes.iter().map(of_route).collect()
}

/// What a route would ask for, where its archive pages lie in these ranges.
fn route_plan(
    route: &Route,
    ranges: &[ArchiveRange],
    is_stored: impl Fn(&String) -> bool,
) -> RoutePlan {
    let stored = |range: &ArchiveRange| {
        (0..).map_while(|index| range.page(index).filter(&is_stored)).count() as u64
    };
    RoutePlan {
        name: route.name.clone(),
        first: ranges.first().and_then(|range| range.page(0)),
        pages: known_pages(route, ranges),
        stored: ranges.iter().map(stored).sum(),
    }
}

/// The number of archive pages, where the portal file alone gives it.
fn known_pages(route: &Route, ranges: &[ArchiveRange]) -> Option<u64> {
    // An index of sitemaps names further ones, and a rule for the next page leads on from any page.
    let leads_on = route.kind == RouteKind::Sitemap || !route.next.is_empty();
    if leads_on || ranges.is_empty() {
        return None;
    }
    ranges.iter().map(|range| range.pages().map(u64::from)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(routes: &str) -> Vec<(String, Option<String>, Option<u64>)> {
        let toml = format!("url = 'http://a.example/'\n{routes}");
        let portal = Portal::load(&toml, None).expect("a portal");
        let today = jiff::civil::date(2019, 7, 3);
        let plans = plan(&portal, None, 0, today).into_iter();
        plans.map(|plan| (plan.name, plan.first, plan.pages)).collect()
    }

    #[test]
    fn pages_are_counted_where_the_file_alone_bounds_them() {
        for (route, first, pages) in [
            ("url = '/{page}'\npage = { max = 7 }", Some("1"), Some(7)),
            ("url = '/{page}'\npage = { first = 0, step = 5, max = 20 }", Some("0"), Some(5)),
            ("url = '/{page}'\npage = { start = '/all', max = 3 }", Some("all"), Some(3)),
            ("url = '/{page}'", Some("1"), None),
            ("url = ['/x', '/y']", Some("x"), Some(2)),
            ("url = '/{year}/{month}/{day}'\nfrom = 2019-07-01", Some("2019/07/01"), Some(3)),
            ("url = '/x'\nnext = { link = 'a.older' }", Some("x"), None),
            ("url = '/map.xml'\nkind = 'sitemap'", Some("map.xml"), None),
            ("url = '/feed'\nkind = 'feed'", Some("feed"), Some(1)),
            ("pages = ['^/list']", None, None),
        ] {
            let found = planned(&format!("[archive.a]\n{route}"));
            let first = first.map(|first| format!("http://a.example/{first}"));
            assert_eq!(found, [("a".to_owned(), first, pages)], "{route}");
        }
    }
}
