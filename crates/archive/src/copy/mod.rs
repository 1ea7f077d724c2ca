//! Copies of records: byte for byte where they are whole, converted or mended where they must be.
//!
//! Every copy streams. A record is copied as its stored bytes lie where a member holds it alone and
//! the copy is compressed alike; otherwise its bytes are written untouched into a member of their
//! own. Caps on memory bound what is parsed of a record, and never what is copied or hashed.
//!
//! Changes come as values, so that a log can have each ([`Change`]).

mod bytes;
mod change;
mod convert;
mod copier;
mod dates;
mod draft;
mod identity;
mod mend;
mod objection;
mod original;
mod pack;
mod relations;
mod series;
mod uri;

pub use bytes::{RecordBytes, RecordReader};
pub use change::{Change, ChangeReason, Outcome};
pub use copier::Copier;
pub use original::Original;
pub use relations::{Missing, Relations, With};

/// What ends a record (ISO 28500, section 4).
const SEPARATOR: &[u8] = b"\r\n\r\n";
