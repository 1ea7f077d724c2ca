//! Labels: what people found when they looked at mementos.

use rustc_hash::FxHashSet;

use scutch_memento::{cdx_timestamp, parse_date, split_uri_m};

/// A memento with its label.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// URI-M.
    pub urim: String,
    /// The TimeMap it belongs to, as the table numbers or names it.
    pub timemap: String,
    /// `on`, `off`, or another word where people could not decide.
    pub label: String,
    /// The site, or the TimeMap where no site is given. TimeMaps of a site resemble each other, so
    /// a site is never split between folds.
    pub site: String,
    /// What happened to the page, where the table says so.
    pub kind: String,
    /// Part of the table, where there are parts. Each is scored by itself too.
    pub tier: String,
    /// What is noted of the event, such as the number of the notice that was put in.
    pub note: String,
}

impl Label {
    /// Whether its label is `on` or `off`.
    pub fn is_decided(&self) -> bool {
        matches!(self.label.as_str(), "on" | "off")
    }

    /// Whether verdicts on it are scored: its label is `on` or `off`, and it is not the first of
    /// its TimeMap, which is the anchor.
    pub fn is_scored(&self) -> bool {
        self.is_decided() && self.kind != "first"
    }
}

/// Why a table of labels cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// Neither a column of URI-Ms nor what one can be made of.
    #[error(
        "line 1 of the labels: there is no column \"urim\", nor both \"url\" and \"timestamp\""
    )]
    NoMemento,
    /// A column is missing.
    #[error("line 1 of the labels: there is no column {0:?}")]
    Column(&'static str),
    /// A line has too few fields.
    #[error("line {0} of the labels has {1} fields, not {2}")]
    Fields(usize, usize, usize),
}

/// Reads labels from a table with the columns `urim` and `label`, and if they are there `url`, `repo`,
/// `kind`, `tier`, `note`; fields stand between commas (CSV) or tabs. In place of `urim` there may be `url` and
/// `timestamp`, as in `captures.tsv`. Labels 1 and 0 are `on` and `off`. Or reads the gold standard's
/// tables: `id`, `date`, `URI`, `label` between tabs.
///
/// # Errors
/// When a column is missing or a line too short.
pub fn read_labels(text: &str) -> Result<Vec<Label>, LabelError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    if !head.contains('\t') {
        return read_table(text, csv_fields);
    }
    if is_gold(head) { read_gold(text) } else { read_table(text, tab_fields) }
}

/// Whether the head is that of the gold standard's tables.
pub(crate) fn is_gold(head: &str) -> bool {
    let names: Vec<String> = tab_fields(head).iter().map(|name| name.to_lowercase()).collect();
    names.get(2).is_some_and(|name| name == "uri" || name == "uri-m")
        && names.get(3).is_some_and(|n| n == "label")
}

/// Cells between tabs.
pub(crate) fn tab_fields(line: &str) -> Vec<String> {
    line.split('\t').map(|cell| cell.trim().to_owned()).collect()
}

/// A label in the words of [`Label`]. Tables of captures and of the gold standard have digits.
fn word_of(label: &str) -> &str {
    match label {
        "1" => "on",
        "0" => "off",
        word => word,
    }
}

/// The columns that name mementos.
enum Named {
    /// URI-Ms.
    UriM(usize),
    /// URL and timestamp of captures.
    Capture(usize, usize),
}

impl Named {
    /// The URI-M of a row.
    fn uri_m(&self, row: &[String]) -> String {
        match *self {
            Self::UriM(urim) => row[urim].clone(),
            Self::Capture(url, time) => {
                let stamp = parse_date(&row[time]).map(|moment| cdx_timestamp(moment.unix_ms));
                // As verdicts on archives name it.
                format!("from-warc::{}::{}", stamp.as_deref().unwrap_or(&row[time]), row[url])
            }
        }
    }
}

/// Reads labels by the names of the columns.
fn read_table(text: &str, fields: fn(&str) -> Vec<String>) -> Result<Vec<Label>, LabelError> {
    let mut rows = text.lines().map(fields);
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|field| field == name);
    let capture = || Some(Named::Capture(column("url")?, column("timestamp")?));
    let named = column("urim").map(Named::UriM).or_else(capture).ok_or(LabelError::NoMemento)?;
    let label = column("label").ok_or(LabelError::Column("label"))?;
    let others = ["url", "repo", "kind", "tier", "note"].map(column);
    let mut labels = Vec::new();
    for (number, row) in rows.enumerate().filter(|(_, row)| row.iter().any(|f| !f.is_empty())) {
        if row.len() < head.len() {
            return Err(LabelError::Fields(number + 2, row.len(), head.len()));
        }
        let [url, repo, kind, tier, note] =
            others.map(|at| at.map(|at| row[at].clone()).unwrap_or_default());
        let urim = named.uri_m(&row);
        // Without a URL the original in the URI-M names the TimeMap.
        let timemap = if url.is_empty() { split_uri_m(&urim).1 } else { url };
        let site = if repo.is_empty() { timemap.clone() } else { repo };
        let label = word_of(&row[label]).to_owned();
        labels.push(Label { urim, timemap, label, site, kind, tier, note });
    }
    Ok(labels)
}

/// Reads the tables of the gold standard. A URI-M that stands there twice counts once.
fn read_gold(text: &str) -> Result<Vec<Label>, LabelError> {
    let mut labels = Vec::new();
    let mut seen = FxHashSet::default();
    for (number, line) in text.lines().enumerate().skip(1).filter(|(_, l)| !l.trim().is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _date, urim, label, ..] = fields[..] else {
            return Err(LabelError::Fields(number + 1, fields.len(), 4));
        };
        // A memento with two rows must not count twice.
        if seen.insert(urim) {
            let label = word_of(label.trim());
            labels.push(Label {
                urim: urim.to_owned(),
                timemap: id.to_owned(),
                label: label.to_owned(),
                site: id.to_owned(),
                ..Label::default()
            });
        }
    }
    Ok(labels)
}

/// The fields of a line of CSV (RFC 4180): quotes around a field, doubled inside.
pub fn csv_fields(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                out.last_mut().into_iter().for_each(|field| field.push('"'));
            }
            '"' => quoted = !quoted,
            ',' if !quoted => out.push(String::new()),
            c => out.last_mut().into_iter().for_each(|field| field.push(c)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_with_quotes() {
        let text = "urim,label,url\n\"from-warc::20200101000000::http://a.example/?a,b\",off,http://a.example/\n";
        let labels = read_labels(text).unwrap();
        assert_eq!(labels[0].urim, "from-warc::20200101000000::http://a.example/?a,b");
        assert_eq!(
            (labels[0].label.as_str(), labels[0].site.as_str()),
            ("off", "http://a.example/")
        );
        assert_eq!(read_labels("urim,x\n"), Err(LabelError::Column("label")));
        assert_eq!(read_labels("urim,label\na\n"), Err(LabelError::Fields(2, 1, 2)));
        assert_eq!(read_labels("{\"urim\": 1, \"label\": 1}"), Err(LabelError::NoMemento));
        assert_eq!(read_labels("urim\tstatus\na\tb\n"), Err(LabelError::Column("label")));
    }

    #[test]
    fn gold_tables_count_a_memento_once() {
        let text = "id\tdate\tURI\tlabel\n1\t2012\thttp://x/a\t1\n1\t2012\thttp://x/a\t1\n2\t2013\thttp://x/b\t0\n";
        let labels = read_labels(text).unwrap();
        assert_eq!(labels.len(), 2);
        assert_eq!((labels[1].timemap.as_str(), labels[1].label.as_str()), ("2", "off"));
    }
    #[test]
    fn captures_are_labels_and_words_other_than_on_and_off_stay() {
        let text = "url\ttimestamp\tpage\tlabel\nhttp://a/\t2020-01-01T00:00:00Z\tp\t1\n\
                    http://a/\t20200102000000\t\t0\nhttp://a/\t2020\tp\tERROR\n";
        let labels = read_labels(text).unwrap();
        let found: Vec<_> = labels.iter().map(|l| (l.urim.as_str(), l.label.as_str())).collect();
        assert_eq!(found[0], ("from-warc::20200101000000::http://a/", "on"));
        assert_eq!(found[1], ("from-warc::20200102000000::http://a/", "off"));
        assert_eq!((found[2].1, labels[2].is_scored()), ("ERROR", false));
        assert_eq!(labels[2].site, "http://a/");
        let gold = read_labels("id\tdate\tURI\tlabel\n1\t2012\tm\tERROR\n").unwrap();
        assert_eq!(gold[0].label, "ERROR");
    }
}
