//! Labels: what people found when they looked at mementos.

use rustc_hash::FxHashSet;

use scutch_memento::split_uri_m;

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
    /// Whether verdicts on it are scored: its label is `on` or `off`, and it is not the first of
    /// its TimeMap, which is the anchor.
    pub fn is_scored(&self) -> bool {
        matches!(self.label.as_str(), "on" | "off") && self.kind != "first"
    }
}

/// Why a table of labels cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// A column is missing.
    #[error("line 1 of the labels: there is no column {0:?}")]
    Column(&'static str),
    /// A line has too few fields.
    #[error("line {0} of the labels has {1} fields, not {2}")]
    Fields(usize, usize, usize),
}

/// Reads labels from CSV with the columns `urim` and `label`, and if they are there `url`, `repo`,
/// `kind`, `tier`, `note`; or from the gold standard's tables: `id`, `date`, `URI`, `label` (1 on, 0 off)
/// between tabs.
///
/// # Errors
/// When a column is missing or a line too short.
pub fn read_labels(text: &str) -> Result<Vec<Label>, LabelError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.lines().next().is_some_and(|head| head.contains('\t')) {
        return read_gold(text);
    }
    read_csv(text)
}

/// Reads labels from CSV.
///
/// # Errors
/// When a column is missing or a line too short.
pub(crate) fn read_csv(text: &str) -> Result<Vec<Label>, LabelError> {
    let mut rows = text.lines().map(csv_fields);
    let head = rows.next().unwrap_or_default();
    let column = |name: &'static str| head.iter().position(|field| field == name);
    let needed = |name| column(name).ok_or(LabelError::Column(name));
    let (urim, label) = (needed("urim")?, needed("label")?);
    let others = ["url", "repo", "kind", "tier", "note"].map(column);
    let mut labels = Vec::new();
    for (number, row) in rows.enumerate().filter(|(_, row)| row.iter().any(|f| !f.is_empty())) {
        if row.len() < head.len() {
            return Err(LabelError::Fields(number + 2, row.len(), head.len()));
        }
        let [url, repo, kind, tier, note] =
            others.map(|at| at.map(|at| row[at].clone()).unwrap_or_default());
        // Without a URL the original in the URI-M names the TimeMap.
        let timemap = if url.is_empty() { split_uri_m(&row[urim]).1 } else { url };
        let site = if repo.is_empty() { timemap.clone() } else { repo };
        let (urim, label) = (row[urim].clone(), row[label].clone());
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
            let label = if label.trim() == "1" { "on" } else { "off" };
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
    }

    #[test]
    fn gold_tables_count_a_memento_once() {
        let text = "id\tdate\tURI\tlabel\n1\t2012\thttp://x/a\t1\n1\t2012\thttp://x/a\t1\n2\t2013\thttp://x/b\t0\n";
        let labels = read_labels(text).unwrap();
        assert_eq!(labels.len(), 2);
        assert_eq!((labels[1].timemap.as_str(), labels[1].label.as_str()), ("2", "off"));
    }
}
