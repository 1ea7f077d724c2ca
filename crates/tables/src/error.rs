//! Why a table cannot be read. The messages are sentences without the name of the file.

/// Why a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A column is missing.
    #[error("a table without the column {wanted}; its columns are {}", shown(.found))]
    NoColumn {
        /// Names that would do, as a list.
        wanted: String,
        /// The columns that are there.
        found: Vec<String>,
    },
    /// What a Parquet file says of itself cannot be read.
    #[error("a Parquet file that cannot be read ({0})")]
    Parquet(String),
}

/// Names shown at most.
const SHOWN: usize = 20;

/// A list of names for a sentence.
fn shown(names: &[String]) -> String {
    // Some tables have thousands of columns; a sentence has room for a few.
    let more = names.len().saturating_sub(SHOWN);
    let mut shown: Vec<String> =
        names.iter().take(SHOWN).map(|name| format!("`{}`", name.escape_debug())).collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    shown.join(", ")
}
