//! `scutch memento filter`.

use regex::Regex;
use scutch_memento::cdx_timestamp;
use scutch_memento::table::{
    NearDuplicates, Row, Table, drop_near_duplicates, keep_best_of_clusters, keep_largest_clusters,
};
use scutch_plot::number::{counted, plural};

use super::input::{TableArgs, needs};
use super::texts::{self, TextArgs, Wanted};
use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Keep what is on-topic.
    #[arg(long, conflicts_with = "off_topic", help_heading = "Filter")]
    on_topic: bool,
    /// Keep what is off-topic.
    #[arg(long, help_heading = "Filter")]
    off_topic: bool,
    /// Keep these languages: en,de.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Filter")]
    language: Vec<String>,
    /// Keep captures from this time on: 2014, 2014-01-27, 20140127171200.
    #[arg(long, value_name = "DATE", help_heading = "Filter")]
    from: Option<String>,
    /// Keep captures up to the end of this time.
    #[arg(long, value_name = "DATE", help_heading = "Filter")]
    to: Option<String>,
    /// Keep originals whose address has this in it (a regular expression).
    #[arg(long, value_name = "REGEX", help_heading = "Filter")]
    url: Option<Regex>,
    /// Keep what has at least this number in a column: score=0.2.
    #[arg(long, value_name = "COLUMN=N", value_parser = bound, help_heading = "Filter")]
    least: Vec<(String, f64)>,
    /// Keep what has at most this number in a column.
    #[arg(long, value_name = "COLUMN=N", value_parser = bound, help_heading = "Filter")]
    most: Vec<(String, f64)>,
    /// Keep pages whose visible text has this in it (a regular expression).
    #[arg(long, value_name = "REGEX", help_heading = "Filter")]
    text: Option<Regex>,
    #[command(flatten)]
    texts: TextArgs,
    /// Leave out what the filters above would keep, and keep the rest.
    #[arg(long, help_heading = "Filter")]
    exclude: bool,
    /// Leave out mementos whose simhash differs in at most BITS bits [default: 4] from that of the
    /// last one kept of their page.
    #[arg(long, value_name = "BITS", num_args = 0..=1, require_equals = true,
        default_missing_value = "4", help_heading = "Filter")]
    near_duplicates: Option<u32>,
    /// Keep the N largest clusters.
    #[arg(long, value_name = "N", help_heading = "Filter")]
    largest_clusters: Option<usize>,
    /// Keep the memento of each cluster with the largest number in a column.
    #[arg(long, value_name = "COLUMN", help_heading = "Filter")]
    best_of_clusters: Option<String>,
}

/// Runs `scutch memento filter`: filters on rows, then near duplicates, then clusters.
pub(super) fn run(args: &FilterArgs, talk: Talk) -> anyhow::Result<Exit> {
    let from = args.from.as_deref().map(|date| bounded(date, '0')).transpose()?;
    let to = args.to.as_deref().map(|date| bounded(date, '9')).transpose()?;
    args.table.change(talk, |table| {
        args.check(table)?;
        let asked = args.by_row() || from.is_some() || to.is_some();
        if asked {
            let mut matches = args.matching(table, talk)?.into_iter();
            table.rows.retain(|row| {
                let has_text = matches.next().unwrap_or(true);
                let keeps = has_text && args.keeps(row, from.as_deref(), to.as_deref());
                keeps != args.exclude
            });
        // Excluding by no filter would drop nothing or all, whichever the user did not mean.
        } else if args.exclude {
            let sentence = "--exclude: name what is to be left out";
            return Err(UsageError(sentence.to_owned()).into());
        }
        // After the filters on rows: what they drop must not stand for its near duplicates.
        if let Some(bits) = args.near_duplicates {
            drop_near_duplicates(table, &NearDuplicates { column: RAW.to_owned(), bits });
        }
        if let Some(most) = args.largest_clusters {
            keep_largest_clusters(table, most);
        }
        if let Some(column) = &args.best_of_clusters {
            keep_best_of_clusters(table, column);
        }
        Ok(())
    })
}

/// Bits in which the simhashes of near duplicates differ at most, unless said otherwise.
pub(super) const NEAR_BITS: u32 = 4;
/// The column of the simhash that tells near duplicates.
const RAW: &str = "simhash_raw";
/// The column of the topic status.
const STATUS: &str = "status";

impl FilterArgs {
    /// Whether any filter on single rows is set, other than dates.
    fn by_row(&self) -> bool {
        self.on_topic
            || self.off_topic
            || self.url.is_some()
            || !self.language.is_empty()
            || !self.least.is_empty()
            || !self.most.is_empty()
            || self.text.is_some()
    }

    /// Whether the text of each row matches, if that is asked. What has no text matches nothing.
    fn matching(&self, table: &Table, talk: Talk) -> anyhow::Result<Vec<bool>> {
        let Some(text) = &self.text else { return Ok(Vec::new()) };
        let mut matches = vec![None; table.rows.len()];
        texts::each(&self.texts, &self.table, table, &Wanted::Page, |row, sketch| {
            let shown = sketch.shown.as_ref();
            matches[row] = shown.map(|shown| text.is_match(&shown.text));
        })?;
        if let without @ 1.. = matches.iter().filter(|found| found.is_none()).count() {
            let (mementos, have) =
                (counted(without as u64, "memento"), plural(without as u64, "has", "have"));
            talk.say(format_args!("{mementos} {have} no text: nothing matches"));
        }
        Ok(matches.into_iter().map(|found| found == Some(true)).collect())
    }

    /// Fails if the table lacks a column that a filter needs.
    fn check(&self, table: &Table) -> Result<(), UsageError> {
        let wanted = [
            (self.on_topic, "--on-topic", STATUS),
            (self.off_topic, "--off-topic", STATUS),
            (!self.language.is_empty(), "--language", "language"),
            (self.near_duplicates.is_some(), "--near-duplicates", RAW),
            (self.largest_clusters.is_some(), "--largest-clusters", "cluster"),
            (self.best_of_clusters.is_some(), "--best-of-clusters", "cluster"),
        ];
        let wanted = wanted.into_iter().filter(|(asked, ..)| *asked);
        let mut wanted = wanted.map(|(_, option, column)| (option, column));
        if self.texts.is_named() && self.text.is_none() {
            return Err(UsageError(
                "--texts is for --text: other filters read no texts".to_owned(),
            ));
        }
        let least = self.least.iter().map(|(column, _)| ("--least", column.as_str()));
        let most = self.most.iter().map(|(column, _)| ("--most", column.as_str()));
        wanted.try_for_each(|(option, column)| needs(table, option, column))?;
        least.chain(most).try_for_each(|(option, column)| needs(table, option, column))?;
        self.best_of_clusters
            .iter()
            .try_for_each(|column| needs(table, "--best-of-clusters", column))
    }

    /// Whether a row passes all filters on single rows, with dates of 14 digits.
    fn keeps(&self, row: &Row, from: Option<&str>, to: Option<&str>) -> bool {
        let status = row.text(STATUS);
        let language = |wanted: &String| has_language(row, wanted);
        let time = row.unix_ms().map(cdx_timestamp);
        let from = from.is_none_or(|from| time.as_deref().is_some_and(|time| time >= from));
        let to = to.is_none_or(|to| time.as_deref().is_some_and(|time| time <= to));
        (!self.on_topic || is_on_topic(row))
            && (!self.off_topic || status == Some("off-topic"))
            && (self.language.is_empty() || self.language.iter().any(language))
            && self.url.as_ref().is_none_or(|url| url.is_match(&row.url()))
            && self.least.iter().all(|(name, n)| row.number(name).is_some_and(|m| m >= *n))
            && self.most.iter().all(|(name, n)| row.number(name).is_some_and(|m| m <= *n))
            && from
            && to
    }
}

/// Whether a verdict says that a row is on-topic.
pub(super) fn is_on_topic(row: &Row) -> bool {
    row.text(STATUS) == Some("on-topic")
}

/// Whether a row is in a language; `de` takes `de-AT` too.
pub(super) fn has_language(row: &Row, wanted: &str) -> bool {
    let primary = row.text("language").and_then(|tag| tag.split('-').next());
    primary.is_some_and(|primary| primary.eq_ignore_ascii_case(wanted))
}

/// A date of any precision as 14 digits, filled up. `9`s make no valid date, but compare as the last one.
fn bounded(date: &str, fill: char) -> Result<String, UsageError> {
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    let allowed = |c: char| c.is_ascii_digit() || "-:TZ ".contains(c);
    if !date.chars().all(allowed)
        || !(4..=14).contains(&digits.len())
        // An odd number of digits cuts a month, day or hour in half.
        || !digits.len().is_multiple_of(2)
    {
        let sentence = format!("{date}: write dates as 2014, 2014-01-27 or 20140127171200");
        return Err(UsageError(sentence));
    }
    Ok(digits.chars().chain(std::iter::repeat(fill)).take(14).collect())
}

/// Column and least number of `COLUMN=N`.
fn bound(text: &str) -> Result<(String, f64), String> {
    let (column, number) = text.split_once('=').ok_or("write COLUMN=NUMBER")?;
    let number = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
    Ok((column.to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_filled_up() {
        assert_eq!(bounded("2014", '0').unwrap(), "20140000000000");
        assert_eq!(bounded("2014-01-27", '9').unwrap(), "20140127999999");
        for wrong in ["201", "14.1.2014", "2014-1", "201401271712001"] {
            assert!(bounded(wrong, '0').is_err(), "{wrong}");
        }
    }
}
