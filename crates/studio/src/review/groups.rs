//! Template groups of a corpus: how many rows each has, and some of them.

use std::collections::BTreeMap;

use super::{Review, ReviewError};

/// Hosts of one page of the view.
pub const HOSTS: usize = 6;
/// Groups of a host that are shown with rows.
const MOST_GROUPS: usize = 8;
/// Rows of a group that are shown.
const MOST_ROWS: usize = 6;

/// The groups of a host, the largest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostGroups {
    /// The host.
    pub host: String,
    /// Rows that are in some group.
    pub rows: usize,
    /// The groups that are shown.
    pub groups: Vec<TemplateGroup>,
    /// Number of further groups.
    pub further: usize,
}

/// A template group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateGroup {
    /// Its name: the column `template_group`.
    pub name: String,
    /// Number of its rows.
    pub count: usize,
    /// Numbers of some of them, spread over all.
    pub rows: Vec<usize>,
}

impl Review {
    /// The hosts of one page, from 1, those with most rows in groups first; and the number of all hosts with groups.
    ///
    /// # Errors
    /// When the column cannot be read.
    pub fn groups(&self, page: usize) -> Result<(Vec<HostGroups>, usize), ReviewError> {
        let values = self.values("template_group")?;
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for row in 0..self.len() {
            let name = values.shown(row);
            match groups.get_mut(&*name) {
                Some(rows) => rows.push(row),
                None if name.is_empty() => {}
                None => drop(groups.insert(name.into_owned(), vec![row])),
            }
        }
        let hosts = by_host(groups);
        let count = hosts.len();
        let first = (page - 1).saturating_mul(HOSTS);
        Ok((hosts.into_iter().skip(first).take(HOSTS).collect(), count))
    }
}

fn by_host(groups: BTreeMap<String, Vec<usize>>) -> Vec<HostGroups> {
    let mut hosts: BTreeMap<String, HostGroups> = BTreeMap::new();
    for (name, rows) in groups {
        // From the right: the host of a broken address may have a slash.
        let host = name.rsplit_once('/').map_or(&*name, |(host, _)| host).to_owned();
        let of_host = hosts.entry(host.clone()).or_default();
        of_host.host = host;
        of_host.rows += rows.len();
        of_host.groups.push(TemplateGroup { name, count: rows.len(), rows: spread(&rows) });
    }
    let mut hosts: Vec<HostGroups> = hosts.into_values().collect();
    hosts.sort_by(|a, b| b.rows.cmp(&a.rows).then_with(|| a.host.cmp(&b.host)));
    for host in &mut hosts {
        host.groups.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
        host.further = host.groups.len().saturating_sub(MOST_GROUPS);
        host.groups.truncate(MOST_GROUPS);
    }
    hosts
}

/// Some of the rows, at equal distances.
fn spread(rows: &[usize]) -> Vec<usize> {
    // Spread over the group: neighbours in a corpus resemble each other most.
    let count = rows.len().min(MOST_ROWS);
    (0..count).map(|at| rows[at * rows.len() / count]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_sorted_by_size_within_their_host() {
        let group = |name: &str, rows: std::ops::Range<usize>| (name.to_owned(), rows.collect());
        let hosts = by_host(BTreeMap::from([
            group("a.example/0", 0..2),
            group("a.example/1", 2..14),
            group("b.example/0", 14..15),
        ]));
        let found: Vec<(&str, usize, &str, &[usize])> = hosts
            .iter()
            .map(|host| (&*host.host, host.rows, &*host.groups[0].name, &*host.groups[0].rows))
            .collect();
        assert_eq!(
            found,
            [
                ("a.example", 14, "a.example/1", &[2, 4, 6, 8, 10, 12][..]),
                ("b.example", 1, "b.example/0", &[14]),
            ]
        );
    }

    #[test]
    fn further_groups_are_counted() {
        let names = (0..11).map(|number| (format!("a.example/{number}"), vec![number]));
        let hosts = by_host(names.collect());
        assert_eq!((hosts[0].groups.len(), hosts[0].further), (MOST_GROUPS, 11 - MOST_GROUPS));
    }
}
