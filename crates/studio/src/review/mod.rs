//! Review: the rows of a corpus folder as a table, each row with its reasons, and decisions about rows.
//!
//! Nothing is loaded as a whole. A page of the table in its own order is read from the part files.
//! Sorting and filtering load the columns they need in a compact form ([`Values`]), within a budget.
//! A search scans a copy of the texts ([`Texts`]) that is written to a nameless file in the background.

mod address;
mod columns;
mod condition;
mod corpus;
mod decision;
mod error;
mod found;
mod groups;
mod letter_case;
mod needle;
mod page_type;
mod quarantine;
mod query;
mod search;
mod selection;
mod shown;
mod texts;
mod values;

pub use address::{decoded, encoded};
pub use columns::{ColumnCache, Loaded};
pub use condition::{Condition, Operator};
pub use corpus::Review;
pub use decision::{Decision, DecisionLine, Decisions, Field, Verdict, page_types};
pub use error::ReviewError;
pub use groups::{HOSTS, HostGroups, TemplateGroup};
pub use needle::Needle;
pub use quarantine::{Damage, Quarantine};
pub use query::{DECISION, DERIVED, PAGE_TYPE, Query, Sort};
pub use search::{Found, Search};
pub use selection::Selection;
pub use shown::{PAGE, TableRow};
pub use texts::Texts;
pub use values::Values;
