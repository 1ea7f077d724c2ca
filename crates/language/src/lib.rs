//! Names the language of a text.
//!
//! The script is decided first, by Unicode ranges. Where several languages are written in it, a model
//! decides: the hashed character n-grams of the lower-cased words have vectors of small integers, and
//! their mean is compared with every label of the script. `und` is one of the labels, for code, names,
//! numbers and encoded bytes. The answer depends on no clock, order or processor.
//!
//! ```
//! let found = scutch_language::detect("The ferry left the harbour ten minutes late this morning.");
//! assert_eq!(found.tag, "en");
//! ```
#![forbid(unsafe_code)]

mod chinese;
mod detect;
mod exponential;
mod features;
mod labels;
mod model;
mod script;
mod tokens;

pub use detect::{Detected, Reason, chance, detect};
pub use labels::{is_close, is_known};

/// What the program that fits the model shares with the detector.
pub mod fitting {
    pub use crate::detect::measure;
    pub use crate::features::{BUCKETS, buckets};
    pub use crate::labels::{Label, labels};
    pub use crate::model::{DIMENSIONS, Model};
    pub use crate::script::{Script, dominant};
}
