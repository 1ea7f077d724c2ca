//! Filters on records, shared by the verbs of `scutch archive`.

use std::cell::Cell;
use std::path::PathBuf;

use regex::Regex;
use scutch_archive::{BadBound, DateBounds, Record, RecordKind};
use scutch_folder::config::scope::{is_status_pattern, status_matches};

use super::facts::Facts;
use super::listed::Listed;
use super::scheme::{begins, may_begin_url};
use crate::exit::UsageError;
use crate::talk::Talk;
use crate::verbs::lists::ListArgs;

// Filters on records. A record must pass all of them.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct SelectArgs {
    /// Only the records that this index leads to; nothing else is read. CDX, CDXJ, or a table (Parquet, CSV, TSV,
    /// JSON lines) with a file name, an offset and a length in each row.
    #[arg(long, value_name = "FILE")]
    pub(super) cdx: Option<PathBuf>,
    /// Captures that this list names: pages at any time, mementos and rows with a time at that time.
    /// A list in any form, such as a TimeMap, a table of `scutch memento` or a corpus folder.
    #[arg(long, value_name = "LIST")]
    list: Option<String>,
    /// Column of a table that has the addresses of the list [default: urim, url, uri or the like, else
    /// the first with addresses].
    #[arg(long, value_name = "NAME", requires = "list")]
    column: Option<String>,
    /// URLs that start so. `http` and `https` count as one.
    #[arg(long, value_name = "PREFIX")]
    url_prefix: Option<String>,
    /// URLs on this host or a host below it.
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Captured then or later: 2005, 200506, 2005-06-30.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Captured then or earlier.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Media types.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    mime: Vec<String>,
    /// HTTP statuses: 200, 3xx, 200-299.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    status: Vec<String>,
    /// Record types.
    #[arg(long = "type", value_name = "LIST", value_delimiter = ',')]
    kind: Vec<String>,
    /// A header field of the record, a colon and a regular expression: `WARC-IP-Address:^192\.`.
    /// The names url, mime, status, date, type stand for what is listed under them.
    #[arg(long, value_name = "FIELD:REGEX")]
    filter: Vec<String>,
}

/// The filters, parsed.
pub(super) struct Selection<'a> {
    args: &'a SelectArgs,
    host: Option<String>,
    dates: DateBounds,
    fields: Vec<Field>,
    list: Option<Listed>,
}

impl SelectArgs {
    /// Whether no list names what is selected.
    pub(super) fn has_no_list(&self) -> bool {
        self.list.is_none()
    }

    /// The filters, parsed. Fails for dates, statuses, types and expressions that make no sense.
    pub(super) fn read(&self) -> anyhow::Result<Selection<'_>> {
        self.check_typed()?;
        let fields = self.filter.iter().map(|filter| field(filter));
        Ok(Selection {
            args: self,
            // Hosts are compared without case, and without the dot of the root.
            host: self.host.as_ref().map(|host| host.trim_matches('.').to_lowercase()),
            dates: self.dates()?,
            fields: fields.collect::<anyhow::Result<_>>()?,
            list: self.listed()?,
        })
    }

    /// The dates of `--from` and `--to`.
    fn dates(&self) -> Result<DateBounds, UsageError> {
        let (from, to) = (self.from.as_deref(), self.to.as_deref());
        DateBounds::new(from, to).map_err(|bad| {
            let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
            match bad {
                BadBound::From => no_date(from),
                BadBound::To => no_date(to),
                BadBound::Reversed => UsageError(format!("--from {from} is later than --to {to}")),
            }
        })
    }

    /// The captures that the list names.
    fn listed(&self) -> anyhow::Result<Option<Listed>> {
        let lists = ListArgs { column: self.column.clone() };
        self.list.as_deref().map(|name| Listed::read(name, &lists)).transpose()
    }

    /// Fails for statuses, types and beginnings of URLs that no record can have: they are mistyped.
    fn check_typed(&self) -> Result<(), UsageError> {
        if let Some(bad) = self.url_prefix.as_ref().filter(|prefix| !may_begin_url(prefix)) {
            let sentence = "a URL begins with http:// or https://";
            return Err(UsageError(format!("--url-prefix {bad}: {sentence}")));
        }
        if let Some(bad) =
            self.status.iter().find(|typed| !is_status_pattern(&typed.to_lowercase()))
        {
            let sentence = "write a code (404), a class (3xx), a range (200-299) or `*`";
            return Err(UsageError(format!("--status {bad}: {sentence}")));
        }
        // WARC allows other types, but a mistyped one would find nothing without a word.
        let unknown =
            |typed: &&String| matches!(RecordKind::from_name(typed), RecordKind::Other(_));
        if let Some(bad) = self.kind.iter().find(unknown) {
            let known: Vec<_> = RecordKind::names().collect();
            return Err(UsageError(format!(
                "--type {bad}: no type; there are {}",
                known.join(", ")
            )));
        }
        Ok(())
    }
}

/// The error for what is no date.
pub(super) fn no_date(date: &str) -> UsageError {
    UsageError(format!("{date}: not a date; write 2005, 2005-06 or 20050630"))
}

/// What `--filter` tests of a record.
struct Field {
    name: String,
    regex: Regex,
    /// Whether a record had it; `None` before the first record.
    is_known: Cell<Option<bool>>,
}

impl Field {
    /// Notes whether a record has the field.
    fn note(&self, facts: &Facts<'_>) {
        if self.is_known.get() != Some(true) {
            let listed = LISTED.contains(&self.name.as_str());
            self.is_known.set(Some(listed || facts.record.header(&self.name).is_some()));
        }
    }
}

/// Name and expression of `FIELD:REGEX`.
fn field(filter: &str) -> anyhow::Result<Field> {
    // At the first colon: expressions have colons of their own, names have none.
    let parts = filter.split_once(':').filter(|(name, _)| !name.trim().is_empty());
    let Some((name, pattern)) = parts else {
        let sentence = format!("{filter}: a filter is a field name, a colon and an expression");
        return Err(UsageError(sentence).into());
    };
    let regex = Regex::new(pattern).map_err(|e| UsageError(format!("{filter}: {e}")))?;
    Ok(Field { name: name.trim().to_owned(), regex, is_known: Cell::new(None) })
}

impl Selection<'_> {
    /// Whether nothing is filtered.
    pub(super) fn is_all(&self) -> bool {
        let SelectArgs { url_prefix, mime, status, kind, .. } = self.args;
        let lists = mime.is_empty() && status.is_empty() && kind.is_empty();
        let dates = self.dates.is_all();
        let named = url_prefix.is_none() && self.list.is_none();
        named && self.host.is_none() && lists && dates && self.fields.is_empty()
    }

    /// Whether record types were named.
    pub(super) fn names_types(&self) -> bool {
        !self.args.kind.is_empty()
    }

    /// Whether a record passes all filters.
    pub(super) fn takes(&self, facts: &Facts<'_>) -> bool {
        let record = facts.record;
        // Of all records, whatever other filters say: a field that none has is mistyped.
        self.fields.iter().for_each(|field| field.note(facts));
        // Cheap filters first; regular expressions on every field come last.
        self.takes_type(record)
            && self.takes_url(record.target_uri())
            && self.list.as_ref().is_none_or(|list| list.takes(facts))
            && self.takes_date(facts)
            && self.takes_status(facts)
            && self.takes_mime(facts)
            && self.fields.iter().all(|Field { name, regex, .. }| {
                value(facts, name).is_some_and(|value| regex.is_match(&value))
            })
    }

    /// Says which fields of filters no record had, where nothing was selected.
    pub(super) fn tell_unknown(&self, talk: Talk) {
        for field in self.fields.iter().filter(|field| field.is_known.get() == Some(false)) {
            talk.say(format_args!("  hint: no record has a field `{}`", field.name));
        }
    }

    /// Whether the record has one of the types, or none was named.
    fn takes_type(&self, record: &Record<'_>) -> bool {
        let kinds = &self.args.kind;
        kinds.is_empty() || kinds.iter().any(|k| k.eq_ignore_ascii_case(record.kind().name()))
    }

    /// Whether prefix and host accept the URL. A record without URL passes only if neither was
    /// named.
    fn takes_url(&self, url: Option<&str>) -> bool {
        if let Some(prefix) = &self.args.url_prefix
            && !url.is_some_and(|url| begins(url, prefix))
        {
            return false;
        }
        let Some(wanted) = &self.host else { return true };
        let Some(host) = url.and_then(scutch_url::host) else { return false };
        scutch_url::is_host_or_below(&host, wanted)
    }

    /// Whether the capture lies in the range. A record without date passes only without one.
    fn takes_date(&self, facts: &Facts<'_>) -> bool {
        self.dates.is_all() || facts.timestamp().is_some_and(|stamp| self.dates.contains(&stamp))
    }

    /// Whether a pattern accepts the HTTP status.
    fn takes_status(&self, facts: &Facts<'_>) -> bool {
        let patterns = &self.args.status;
        patterns.is_empty()
            || facts.status().is_some_and(|status| {
                patterns.iter().any(|pattern| status_matches(&pattern.to_lowercase(), status))
            })
    }

    /// Whether the media type is one of those named.
    fn takes_mime(&self, facts: &Facts<'_>) -> bool {
        let mimes = &self.args.mime;
        mimes.is_empty()
            || facts.mime().is_some_and(|mime| mimes.iter().any(|m| m.eq_ignore_ascii_case(&mime)))
    }
}

/// Names of `--filter` that stand for what is listed under them; all others are header fields.
const LISTED: [&str; 5] = ["url", "mime", "status", "date", "type"];

/// The value that `--filter` tests under a name.
fn value(facts: &Facts<'_>, name: &str) -> Option<String> {
    match name {
        "url" => facts.record.target_uri().map(str::to_owned),
        "mime" => facts.mime(),
        "status" => facts.status().map(|status| status.to_string()),
        "date" => facts.timestamp(),
        "type" => Some(facts.record.kind().name().to_owned()),
        field => facts.record.header(field).map(str::to_owned),
    }
}
