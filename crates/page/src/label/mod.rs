//! Labels: whether each block of a page is content, with score and reason.
//!
//! Methods of extraction make these values. Metadata, documents and renderers read them, and know
//! no method.

mod config;
mod contribution;
mod cut;
mod extraction;
mod method;
mod reason;

pub use self::config::{BadThreshold, ExtractConfig, Mode, OwnHeading};
pub use self::contribution::Contributions;
pub use self::cut::{Cut, Cuts};
pub use self::extraction::{Extraction, Label};
pub use self::method::Method;
pub use self::reason::Reason;
