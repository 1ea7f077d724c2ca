//! What extraction says of a page: a label for each block, and what was asked.
//!
//! Methods of extraction make these values; metadata, documents and renderers read them.

mod config;
mod extraction;
mod method;
mod pull;
mod reason;

pub use self::config::{BadThreshold, ExtractConfig, Mode, OwnHeading};
pub use self::extraction::{Extraction, Label};
pub use self::method::Method;
pub use self::pull::Pulls;
pub use self::reason::Reason;
