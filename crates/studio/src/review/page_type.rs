//! Types of pages by row, out of the metadata of rows.

use scutch_corpus::row::{AsJson, Cell, NumberedRows};
use serde::Deserialize;

use super::{ReviewError, Values};

/// The column that has them, and what is read of it.
const COLUMN: &str = "metadata_json";

#[derive(Default, Deserialize)]
struct Metadata {
    /// Candidates, the best one first.
    #[serde(default)]
    page_type: Vec<Candidate>,
}

#[derive(Deserialize)]
struct Candidate {
    value: String,
}

/// The type of the page of each row; empty for rows without one.
///
/// # Errors
/// When the corpus cannot be read.
pub(super) fn page_types(rows: &NumberedRows) -> Result<Values, ReviewError> {
    let mut values = Values::of_names();
    rows.cells(0..rows.len(), &[COLUMN], &mut |_, _, cell| {
        let found = match cell {
            Cell::Text(json) => json.map(best),
            Cell::Json(json) => json.map(|json| best(&AsJson::to_json(json))),
            _ => None,
        };
        values.push(Cell::Text(found.flatten().as_deref()));
    })?;
    Ok(values)
}

/// The best candidate of a row.
fn best(json: &str) -> Option<String> {
    // Rows of other programs may have something else there: they count as rows without a type.
    let metadata: Metadata = serde_json::from_str(json).ok()?;
    metadata.page_type.into_iter().next().map(|candidate| candidate.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_candidate_is_the_type() {
        for (json, expected) in [
            (
                r#"{"page_type":[{"value":"forum","source":"detector"},{"value":"article"}]}"#,
                Some("forum"),
            ),
            (r#"{"title":[{"value":"Tides"}]}"#, None),
            (r#"{"page_type":[]}"#, None),
            (r#"{"page_type":"forum"}"#, None),
            ("", None),
        ] {
            assert_eq!(best(json).as_deref(), expected, "{json}");
        }
    }
}
