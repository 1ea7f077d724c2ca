//! Share tables: keys and counts, largest first, each with a bar. Plot and numbers in one.
//!
//! A long tail stands in a fold, and what is cut is summed.

use maud::{Markup, Render, html};

use crate::foreign;
use crate::mark::bar::bar;
use crate::number::{counted, share, thousands};
use crate::table::fold;

/// Rows in the fold; what follows is one sum.
const FOLDED: usize = 200;
/// A fold hides at least this many rows.
const WORTH_FOLDING: usize = 4;
/// Rows that stand open unless a page says otherwise.
const OPEN: usize = 10;

/// What a share table shows.
pub struct Shares<'a> {
    /// Caption of the table.
    pub caption: &'a str,
    /// Heading of the key column; its plural names what is folded away.
    pub key: &'a str,
    /// Heading of the count column.
    pub unit: &'a str,
    /// Keys and counts in the order they are shown: largest first, or in the order of a scale.
    pub ranked: Vec<(&'a str, u64)>,
    /// Counts without a key of their own.
    pub uncounted: Uncounted,
    /// The sum that shares are shares of.
    pub whole: u128,
    /// Rows that stand open; 0 puts all rows into the fold.
    pub open: usize,
    /// What a key means.
    pub gloss: &'a dyn Fn(&str) -> Option<&'static str>,
    /// The address of what a key counts, if it has one.
    pub link: &'a dyn Fn(&str) -> Option<String>,
}

/// Counts of a counter that keeps a limited number of keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uncounted {
    /// Sum of all keys beyond the limit.
    pub count: u64,
    /// The limit.
    pub limit: usize,
}

impl<'a> Shares<'a> {
    /// `ranked` as shares of its sum.
    pub fn new(caption: &'a str, key: &'a str, unit: &'a str, ranked: Vec<(&'a str, u64)>) -> Self {
        let whole = ranked.iter().map(|(_, n)| u128::from(*n)).sum();
        let uncounted = Uncounted::default();
        Self {
            caption,
            key,
            unit,
            ranked,
            uncounted,
            whole,
            open: OPEN,
            gloss: &|_| None,
            link: &|_| None,
        }
    }

    fn noun(&self) -> String {
        self.key.to_lowercase()
    }

    fn table(&self, rows: &[(&str, u64)], rest: &[(&str, u64)], last: bool) -> Markup {
        let together: u128 = rest.iter().map(|(_, n)| u128::from(*n)).sum();
        html! {
            table.shares {
                caption { (self.caption) }
                thead {
                    tr {
                        th scope="col" { (self.key) }
                        th.bar scope="col" { span.unseen { "Bar" } }
                        th.n scope="col" { (self.unit) }
                        th.n scope="col" { "Share" }
                    }
                }
                tbody {
                    @for (key, n) in rows { (self.row(&self.name(key), u128::from(*n), true)) }
                    @if !rest.is_empty() {
                        @let count = counted(rest.len() as u64, &self.noun());
                        (self.row(&html! { "Further " (count) ", together" }, together, false))
                    }
                    @if last && self.uncounted.count > 0 {
                        @let limit = thousands(self.uncounted.limit as u64);
                        @let name = html! { "Beyond the first " (limit) " counted" };
                        (self.row(&name, u128::from(self.uncounted.count), false))
                    }
                }
            }
        }
    }

    fn name(&self, key: &str) -> Markup {
        html! {
            @match (self.link)(key) {
                Some(address) => a href=(address) { (foreign::shown(key)) },
                None => (foreign::shown(key)),
            }
            @if let Some(gloss) = (self.gloss)(key) { " " span.gloss { (gloss) } }
        }
    }

    fn row(&self, name: &Markup, n: u128, key: bool) -> Markup {
        // Bars of the folded rows have the scale of the open ones, so that they can be compared.
        let most = self.ranked.iter().map(|(_, n)| *n).max().unwrap_or(0);
        html! {
            tr.rest[!key] {
                th scope="row" { (name) }
                td.bar { @if key { (bar(n, u128::from(most))) } }
                td.n { (thousands(n)) }
                td.n { (share(n, self.whole)) }
            }
        }
    }
}

/// The table, or a sentence where nothing was counted.
impl Render for Shares<'_> {
    fn render(&self) -> Markup {
        if self.ranked.is_empty() && self.uncounted.count == 0 {
            return html! { p.nothing { (self.caption) ": nothing to count." } };
        }
        // A fold that hides two or three rows costs more attention than it saves.
        let open = if self.open > 0 && self.ranked.len() < self.open + WORTH_FOLDING {
            self.ranked.len()
        } else {
            self.open.min(self.ranked.len())
        };
        let folded = (self.ranked.len() - open).min(FOLDED);
        let (shown, rest) = self.ranked.split_at(open + folded);
        let next = format!("The next {}", counted(folded as u64, &self.noun()));
        html! {
            @if open > 0 || folded == 0 {
                (self.table(&shown[..open], if folded == 0 { rest } else { &[] }, folded == 0))
            }
            @if folded > 0 { (fold(&next, &self.table(&shown[open..], rest, true))) }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(n: u64) -> Vec<(String, u64)> {
        (1..=n).rev().map(|i| (format!("key{i:05}"), i)).collect()
    }

    fn shares(pairs: &[(String, u64)]) -> Shares<'_> {
        let ranked = pairs.iter().map(|(key, n)| (key.as_str(), *n)).collect();
        Shares::new("C", "Host", "Documents", ranked)
    }

    #[test]
    fn long_tails_fold_and_the_rest_is_summed() {
        let html = shares(&keys(500)).render().into_string();
        assert!(html.contains("The next 200 hosts"), "{html}");
        // 500 - 10 - 200 keys, counting 1 to 290.
        assert!(html.contains("Further 290 hosts"), "{html}");
        assert!(html.contains(&thousands(290_u64 * 291 / 2)), "{html}");
    }

    #[test]
    fn short_lists_stand_open() {
        let html = shares(&keys(13)).render().into_string();
        assert!(!html.contains("<details"), "{html}");
        assert_eq!(html.matches("scope=\"row\"").count(), 13);
    }

    #[test]
    fn counts_without_a_key_come_last_whatever_their_size() {
        let pairs = keys(1);
        let uncounted = Uncounted { count: 99, limit: 10_000 };
        let shares = Shares { uncounted, whole: 100, ..shares(&pairs) };
        let html = shares.render().into_string();
        let beyond = html.find("Beyond the first 10,000 counted").expect("the rest");
        assert!(html.find("<bdi>key00001</bdi>").expect("the key") < beyond, "{html}");
        assert!(html.contains("99.0%") && html.contains("1.0%"), "{html}");
    }

    #[test]
    fn counts_without_any_key_make_a_table() {
        let uncounted = Uncounted { count: 7, limit: 1 };
        let html = Shares { uncounted, whole: 7, open: 0, ..shares(&[]) }.render().into_string();
        assert!(html.contains("Beyond the first 1 counted") && html.contains("100.0%"), "{html}");
    }

    #[test]
    fn an_empty_counter_is_a_sentence() {
        let html = shares(&[]).render().into_string();
        assert!(html.contains("nothing to count") && !html.contains("<table"), "{html}");
    }

    #[test]
    fn glosses_explain_keys() {
        let pairs = [("200".to_owned(), 1), ("201".to_owned(), 1)];
        let gloss = |key: &str| (key == "200").then_some("OK");
        let html = Shares { gloss: &gloss, ..shares(&pairs) }.render().into_string();
        assert_eq!(html.matches("class=\"gloss\">OK<").count(), 1, "{html}");
    }

    proptest! {
        #[test]
        fn every_key_is_listed_or_summed(n in 0_u64..700, open in 0_usize..40) {
            let pairs = keys(n);
            let html = Shares { open, ..shares(&pairs) }.render().into_string();
            let listed = html.matches("<bdi>key").count() as u64;
            let further = html.split("Further ").nth(1).and_then(|rest| rest.split(' ').next());
            let summed: u64 = further.map_or(0, |text| text.parse().expect("a number"));
            prop_assert_eq!(listed + summed, n);
        }
    }
}
