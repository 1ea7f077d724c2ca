//! Which columns of a table hold what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TableError;

/// Names of the columns of tables of pages. What is not set is found by the usual names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TableColumns {
    /// Column with the address of the page. Default: `url`, `target_uri` or `uri`.
    pub url: Option<String>,
    /// Column with the HTML of the page. Default: `html`, `content` or `body`.
    pub html: Option<String>,
    /// Column with the time of the capture. Default: `warc_date`, `timestamp`, `fetch_time` or
    /// `crawl_date`, if there is one.
    pub date: Option<String>,
}

/// Usual names, the first that is there counts.
const URL: &[&str] = &["url", "target_uri", "uri"];
/// Usual names of the column with HTML.
const HTML: &[&str] = &["html", "content", "body"];
/// Usual names of the column with times. None of them need be there.
const DATE: &[&str] = &["warc_date", "timestamp", "fetch_time", "crawl_date"];

/// The columns of one table, as it names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageColumns {
    /// Address of the page.
    pub url: String,
    /// HTML of the page.
    pub html: String,
    /// Time of the capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

impl TableColumns {
    /// The columns among those of a table.
    ///
    /// # Errors
    /// The first column that is missing.
    pub fn choose(&self, names: &[String]) -> Result<PageColumns, TableError> {
        let need = |asked: &Option<String>, usual: &[&str]| {
            find(names, asked.as_deref(), usual)
                .ok_or_else(|| missing(asked.as_deref(), usual, names))
        };
        Ok(PageColumns {
            url: need(&self.url, URL)?,
            html: need(&self.html, HTML)?,
            date: match &self.date {
                // A typing error must not cost a whole corpus its dates.
                Some(_) => Some(need(&self.date, &[])?),
                None => find(names, None, DATE),
            },
        })
    }
}

/// The column that was asked for by its exact name, or the first with a usual one in any case.
pub(crate) fn find(names: &[String], asked: Option<&str>, usual: &[&str]) -> Option<String> {
    // A name that was typed is meant exactly: Parquet allows `url` and `URL` side by side.
    if let Some(asked) = asked {
        return names.iter().find(|name| *name == asked).cloned();
    }
    let named = |usual: &&str| names.iter().find(|name| name.eq_ignore_ascii_case(usual));
    // The order of the usual names decides. Writers order columns as they like.
    usual.iter().find_map(named).cloned()
}

/// The error that none of these names is there.
pub(crate) fn missing(asked: Option<&str>, usual: &[&str], names: &[String]) -> TableError {
    let quoted = |name: &str| format!("`{}`", name.escape_debug());
    let wanted = match (asked, usual) {
        (Some(asked), _) => quoted(asked),
        (None, []) => String::new(),
        (None, [only]) => quoted(only),
        (None, [first @ .., last]) => {
            let first: Vec<String> = first.iter().map(|name| quoted(name)).collect();
            format!("{} or {}", first.join(", "), quoted(last))
        }
    };
    TableError::NoColumn { wanted, found: names.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        list.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn columns_are_found_by_usual_names_or_as_asked() {
        let usual = TableColumns::default();
        let cases = [
            (&usual, "url html", Ok("url html -")),
            (&usual, "body HTML URL fetch_time date", Ok("URL HTML fetch_time")),
            (&usual, "uri url content timestamp", Ok("url content timestamp")),
            (&usual, "url text", Err("`html`, `content` or `body`; its columns are `url`, `text`")),
            (&usual, "html", Err("`url`, `target_uri` or `uri`; its columns are `html`")),
        ];
        let asked = TableColumns {
            url: Some("u".into()),
            html: Some("raw".into()),
            date: Some("when".into()),
        };
        let asked_cases = [
            (&asked, "url html raw u when", Ok("u raw when")),
            (&asked, "url html u when", Err("`raw`; its columns are `url`, `html`, `u`, `when`")),
            (&asked, "u raw", Err("`when`; its columns are `u`, `raw`")),
        ];
        for (wanted, given, expected) in cases.into_iter().chain(asked_cases) {
            let chosen = wanted.choose(&names(given));
            let shown = chosen.map(|PageColumns { url, html, date }| {
                format!("{url} {html} {}", date.as_deref().unwrap_or("-"))
            });
            let expected = expected
                .map(str::to_owned)
                .map_err(|words| format!("a table without the column {words}"));
            assert_eq!(shown.map_err(|error| error.to_string()), expected, "{given}");
        }
    }
}
