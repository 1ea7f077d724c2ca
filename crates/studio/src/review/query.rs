//! What a table shows: the query of its address, which can be bookmarked.

use scutch_corpus::row::Column;

use super::address::{decoded, encoded};
use super::{Condition, ReviewError};

/// The name under which decisions are filtered and sorted by, as if they were a column.
pub const DECISION: &str = "decision";
/// The name under which types of pages are filtered and sorted by. Rows have them within `metadata_json`.
pub const PAGE_TYPE: &str = "page_type";
/// Names that are not those of columns.
pub const DERIVED: [&str; 2] = [DECISION, PAGE_TYPE];
/// Columns that are shown unless others are chosen.
const SHOWN: &[&str] =
    &["title", "url", "timestamp", "language", "n_words", "authors", "date_published", "flags"];
/// Conditions of one query.
const MOST_CONDITIONS: usize = 20;

/// The order of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    /// Name of the column.
    pub column: String,
    /// Largest first.
    pub descending: bool,
}

/// What a table shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// What is sought in title and text.
    pub words: String,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// `None`: the order of the corpus.
    pub sort: Option<Sort>,
    /// Names of the columns shown; empty for the usual ones.
    pub columns: Vec<String>,
    /// Page of the table, from 1.
    pub page: usize,
}

impl Query {
    /// Reads the query of an address. What a form adds (`add_column`, `add_operator`, `add_value`)
    /// becomes a condition; then the flag is true, and the address should be that of [`Query::written`].
    ///
    /// # Errors
    /// When it names a column that `known` lacks, or cannot be read.
    pub fn parse(query: &str, known: &[&'static Column]) -> Result<(Self, bool), ReviewError> {
        let bad = |why: String| ReviewError::Query(why);
        let pairs = decoded(query)
            .ok_or_else(|| bad("The query of the address is no UTF-8.".to_owned()))?;
        let mut parsed = Self { page: 1, ..Self::default() };
        let (mut added, mut is_form) = ([const { String::new() }; 3], false);
        for (name, value) in pairs {
            match &*name {
                "q" => value.trim().clone_into(&mut parsed.words),
                "where" => {
                    let condition = Condition::parse(&value);
                    let why = || bad(format!("{value:?} is no condition: column:operator:value."));
                    parsed.conditions.push(condition.ok_or_else(why)?);
                }
                "sort" if !value.is_empty() => {
                    let descending = value.starts_with('-');
                    let column = value.trim_start_matches('-').to_owned();
                    parsed.sort = Some(Sort { column, descending });
                }
                "columns" => {
                    is_form |= !parsed.columns.is_empty();
                    let names = value.split(',').filter(|name| !name.is_empty());
                    parsed.columns.extend(names.map(str::to_owned));
                }
                // A page that is no number becomes the first: a damaged bookmark still opens.
                "page" => parsed.page = value.parse().unwrap_or(1).max(1),
                "add_column" => added[0] = value,
                "add_operator" => added[1] = value,
                "add_value" => added[2] = value,
                _ => {}
            }
        }
        is_form |= !added[1].is_empty();
        parsed.add(&added);
        parsed.check(known)?;
        if is_form {
            parsed.settle_columns(known);
        }
        Ok((parsed, is_form))
    }

    /// Adds the condition of a form, if it was filled in.
    fn add(&mut self, [column, operator, value]: &[String; 3]) {
        let condition = Condition::parse(&format!("{column}:{operator}:{value}"));
        let is_said = |one: &Condition| !one.operator.has_value() || !one.value.is_empty();
        if let Some(condition) = condition.filter(is_said)
            && !self.conditions.contains(&condition)
        {
            self.conditions.push(condition);
        }
    }

    /// A form sends columns in the order of the corpus: the usual ones need not be named, and the title
    /// comes first, as it leads to the row.
    fn settle_columns(&mut self, known: &[&'static Column]) {
        self.columns.sort_by_key(|name| name != SHOWN[0]);
        let usual = Self::default().shown(known);
        let is_usual = |name: &String| usual.iter().any(|column| column.name == *name);
        if self.columns.len() == usual.len() && self.columns.iter().all(is_usual) {
            self.columns.clear();
        }
    }

    fn check(&self, known: &[&'static Column]) -> Result<(), ReviewError> {
        if self.conditions.len() > MOST_CONDITIONS {
            return Err(ReviewError::Query(format!("More than {MOST_CONDITIONS} conditions.")));
        }
        let of_conditions = self.conditions.iter().map(|condition| &condition.column);
        let mut named = of_conditions.chain(self.sort.iter().map(|sort| &sort.column));
        let is_known = |name: &&String| known.iter().any(|column| column.name == **name);
        let unknown = named
            .find(|name| !DERIVED.contains(&&***name) && !is_known(name))
            .or_else(|| self.columns.iter().find(|name| !is_known(name)));
        match unknown {
            Some(name) => Err(ReviewError::Query(format!("The corpus has no column {name:?}."))),
            None => Ok(()),
        }
    }

    /// The columns that are shown, in the order of the query.
    pub fn shown(&self, known: &[&'static Column]) -> Vec<&'static Column> {
        let names: Vec<&str> = match self.columns.is_empty() {
            true => SHOWN.to_vec(),
            false => self.columns.iter().map(String::as_str).collect(),
        };
        let column = |name: &&str| known.iter().find(|column| column.name == *name).copied();
        names.iter().filter_map(column).collect()
    }

    /// The columns that decide which rows come in which order.
    pub fn needed(&self) -> Vec<&str> {
        let of_conditions = self.conditions.iter().map(|condition| &*condition.column);
        of_conditions.chain(self.sort.iter().map(|sort| &*sort.column)).collect()
    }

    /// Whether all rows are shown in the order of the corpus.
    pub fn is_plain(&self) -> bool {
        self.words.is_empty() && self.conditions.is_empty() && self.sort.is_none()
    }

    /// The query of the address with the same meaning; empty for all rows as usual.
    pub fn written(&self) -> String {
        let mut parts = self.selecting();
        if !self.columns.is_empty() {
            parts.push(format!("columns={}", encoded(&self.columns.join(","))));
        }
        if self.page > 1 {
            parts.push(format!("page={}", self.page));
        }
        parts.join("&")
    }

    /// What decides which rows come in which order, as parts of an address.
    pub fn selecting(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if !self.words.is_empty() {
            parts.push(format!("q={}", encoded(&self.words)));
        }
        for condition in &self.conditions {
            parts.push(format!("where={}", encoded(&condition.written())));
        }
        if let Some(Sort { column, descending }) = &self.sort {
            parts.push(format!("sort={}{}", if *descending { "-" } else { "" }, encoded(column)));
        }
        parts
    }

    /// The same on another page.
    pub fn at(&self, page: usize) -> Self {
        Self { page, ..self.clone() }
    }

    /// The same by another column; by the same one the other way round.
    pub fn sorted(&self, column: &str) -> Self {
        let now = self.sort.as_ref().filter(|sort| sort.column == column);
        let descending = now.is_some_and(|sort| !sort.descending);
        // In another order the same page holds other rows.
        let sort = Some(Sort { column: column.to_owned(), descending });
        Self { sort, page: 1, ..self.clone() }
    }

    /// The same with one more condition.
    pub fn with(&self, condition: Condition) -> Self {
        let mut more = self.at(1);
        if !more.conditions.contains(&condition) {
            more.conditions.push(condition);
        }
        more
    }

    /// The same without a condition.
    pub fn without(&self, number: usize) -> Self {
        let mut fewer = self.at(1);
        fewer.conditions.remove(number);
        fewer
    }
}

/// The column of a name.
pub(super) fn column(known: &[&'static Column], name: &str) -> Option<&'static Column> {
    known.iter().find(|column| column.name == name).copied()
}

#[cfg(test)]
mod tests {
    use scutch_corpus::row::COLUMNS;

    use super::*;

    fn every() -> Vec<&'static Column> {
        COLUMNS.iter().collect()
    }

    #[test]
    fn a_query_is_written_as_it_is_read() {
        for query in [
            "",
            "q=low+tide",
            "q=a&where=language:is:en&where=url:has:a%26b&sort=-n_words&columns=url,title&page=3",
            "where=decision:present:&sort=decision",
        ] {
            let (parsed, is_form) = Query::parse(query, &every()).expect("a query");
            assert_eq!((&*parsed.written(), is_form), (query, false));
        }
    }

    #[test]
    fn what_a_form_adds_becomes_a_condition() {
        for (query, expected) in [
            ("q=&add_column=language&add_operator=is&add_value=en", "where=language:is:en"),
            ("add_column=language&add_operator=is&add_value=", ""),
            ("add_column=language&add_operator=missing&add_value=", "where=language:missing:"),
            ("where=a_b:is:x&add_column=url&add_operator=has&add_value=y", "error"),
            ("columns=url&columns=title&sort=", "columns=title,url"),
            (
                "columns=url&columns=timestamp&columns=title&columns=language&columns=authors\
                 &columns=date_published&columns=n_words&columns=flags",
                "",
            ),
        ] {
            let written = Query::parse(query, &every()).map(|(parsed, is_form)| {
                assert!(is_form, "{query}");
                parsed.written()
            });
            assert_eq!(written.unwrap_or_else(|_| "error".to_owned()), expected, "{query}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for query in ["where=x", "where=x:is:y", "sort=x", "columns=decision", "q=%FF"] {
            assert!(Query::parse(query, &every()).is_err(), "{query}");
        }
    }

    #[test]
    fn a_second_click_turns_the_order_round() {
        let once = Query::default().sorted("url");
        let twice = once.sorted("url");
        assert_eq!([once.written(), twice.written()], ["sort=url", "sort=-url"]);
        assert_eq!(twice.sorted("title").written(), "sort=title");
    }
}
