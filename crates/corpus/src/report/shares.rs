//! A *share table*: keys of a counter with their counts, largest first, each with a bar. Plot and
//! numbers in one; long tails stand in a fold, and what is cut is summed.

use maud::{Markup, html};

use super::foreign;
use super::numbers::{counted, percent, share, thousands};
use crate::folder::tally::{Counter, DISTINCT, OTHER};

/// Rows in the fold; what follows is one sum.
const FOLDED: usize = 200;
/// Part of the width that the shortest bar above nothing gets, so that it is seen.
const LEAST: f64 = 0.004;
/// A fold hides at least this many rows.
const WORTH_FOLDING: usize = 4;

/// What a share table shows.
pub(super) struct Shares<'a> {
    pub(super) caption: &'a str,
    /// Heading of the key column; its plural names what is folded away.
    pub(super) key: &'a str,
    /// Heading of the count column.
    pub(super) unit: &'a str,
    /// Keys and counts in the order they are shown; largest first, but for scales.
    pub(super) ranked: Vec<(&'a str, u64)>,
    /// Count under the counter's key for all that came too late for a key of its own.
    pub(super) other: u64,
    /// What shares are shares of.
    pub(super) whole: u128,
    /// Rows that stand open.
    pub(super) open: usize,
    /// What a key means.
    pub(super) gloss: &'a dyn Fn(&str) -> Option<&'static str>,
}

impl<'a> Shares<'a> {
    /// All keys of `counter` as shares of its sum.
    pub(super) fn of(counter: &'a Counter, caption: &'a str, key: &'a str, unit: &'a str) -> Self {
        let (ranked, other) = ranked(counter);
        let whole = super::total(counter);
        Self { caption, key, unit, ranked, other, whole, open: 10, gloss: &|_| None }
    }

    /// The table, or a sentence where nothing was counted.
    pub(super) fn render(&self) -> Markup {
        if self.ranked.is_empty() && self.other == 0 {
            return html! { p.nothing { (self.caption) ": nothing to count." } };
        }
        let open = if self.open > 0 && self.ranked.len() < self.open + WORTH_FOLDING {
            self.ranked.len()
        } else {
            self.open
        };
        let folded = (self.ranked.len() - open).min(FOLDED);
        let (shown, rest) = self.ranked.split_at(open + folded);
        html! {
            @if open > 0 {
                (self.table(&shown[..open], if folded == 0 { rest } else { &[] }, folded == 0))
            }
            @if folded > 0 {
                details {
                    summary { "The next " (counted(folded as u64, &self.noun())) }
                    (self.table(&shown[open..], rest, true))
                }
            }
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
                    @if last && self.other > 0 {
                        @let name = html! { "Beyond the first " (thousands(DISTINCT as u64)) " counted" };
                        (self.row(&name, u128::from(self.other), false))
                    }
                }
            }
        }
    }

    fn name(&self, key: &str) -> Markup {
        html! {
            (foreign::shown(key))
            @if let Some(gloss) = (self.gloss)(key) { " " span.gloss { (gloss) } }
        }
    }

    fn row(&self, name: &Markup, n: u128, key: bool) -> Markup {
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

/// A bar of `n` where `most` is the full width; decoration, for its number stands beside it.
pub(super) fn bar(n: u128, most: u128) -> Markup {
    let part = if n > 0 { (n as f64 / most as f64).max(LEAST) } else { 0.0 };
    html! {
        svg.bar height="10" aria-hidden="true" {
            rect x="0" y="0" height="10" width=(percent(part, 1.0)) {}
        }
    }
}

/// Keys and counts of a counter, largest first, apart from the count of keys that had no room.
pub(super) fn ranked(counter: &Counter) -> (Vec<(&str, u64)>, u64) {
    let mut ranked = counter.ranked();
    ranked.retain(|(key, n)| *key != OTHER && *n > 0);
    (ranked, counter.0.get(OTHER).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(n: u64) -> Counter {
        Counter((1..=n).map(|i| (format!("key{i:05}"), i)).collect())
    }

    #[test]
    fn long_tails_fold_and_the_rest_is_summed() {
        let counter = counter(500);
        let html = Shares::of(&counter, "C", "Host", "Documents").render().into_string();
        assert!(html.contains("The next 200 hosts"), "{html}");
        // 500 - 10 - 200 keys, counting 1 to 290.
        assert!(html.contains("Further 290 hosts"), "{html}");
        assert!(html.contains(&thousands(290_u64 * 291 / 2)), "{html}");
    }

    #[test]
    fn short_lists_stand_open() {
        let counter = counter(13);
        let html = Shares::of(&counter, "C", "Host", "Documents").render().into_string();
        assert!(!html.contains("<details"), "{html}");
        assert_eq!(html.matches("scope=\"row\"").count(), 13);
    }

    #[test]
    fn what_had_no_room_comes_last_whatever_its_count() {
        let counter = Counter([(OTHER.to_owned(), 99), ("a".to_owned(), 1)].into());
        let html = Shares::of(&counter, "C", "Host", "Documents").render().into_string();
        let beyond = html.find("Beyond the first").expect("the rest");
        assert!(html.find("<bdi>a</bdi>").expect("the key") < beyond, "{html}");
        assert!(html.contains("99.0%") && html.contains("1.0%"), "{html}");
    }

    #[test]
    fn nothing_is_said_in_a_sentence() {
        let html = Shares::of(&Counter::default(), "C", "Host", "Rows").render().into_string();
        assert!(html.contains("nothing to count") && !html.contains("<table"), "{html}");
    }
}
