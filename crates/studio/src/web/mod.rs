//! Our own pages: HTML of the server, one script, one style sheet. A page shows all that it says
//! without the script; the script adds keys.

mod agreement;
mod frame;
mod home;
mod label;
mod timemaps;
mod words;

use scutch_plot::STYLE;

pub use self::agreement::{Adjudicable, agreement_page};
pub use self::frame::Frame;
pub use self::home::Home;
pub use self::label::{LabelData, LabelPage, Labels, View, label_data};
pub use self::timemaps::{MementoPage, timemaps};

/// The script of all pages.
pub const SCRIPT: &str = include_str!("studio.js");

/// The style sheet of all pages: that of reports, and ours.
pub fn style() -> String {
    format!("{STYLE}\n{}", include_str!("studio.css"))
}
