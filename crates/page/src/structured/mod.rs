//! Structured data of a page: its JSON-LD scripts, and the types of Schema.org that it declares.

pub(crate) mod jsonld;
mod mended;
pub(crate) mod schema_types;
