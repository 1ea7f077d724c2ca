//! Our own pages: HTML of the server, one script, one style sheet. A page shows all that it says
//! without the script; the script adds keys.

mod agreement;
mod cells;
mod course;
mod cross;
mod decided;
mod decisions;
mod form;
mod frame;
mod groups;
mod home;
mod label;
mod quarantine;
mod report;
mod review_words;
mod row;
mod rows;
mod timemaps;
mod words;

use scutch_plot::STYLE;

pub use self::agreement::{Adjudicable, agreement_page};
pub use self::course::CoursePage;
pub use self::cross::CrossPage;
pub use self::decided::decided;
pub use self::decisions::decisions;
pub use self::frame::{Frame, Subject};
pub use self::groups::{GroupRow, GroupsPage};
pub use self::home::Home;
pub use self::label::{LabelData, LabelPage, Labels, View, label_data};
pub use self::quarantine::{DamagePage, QuarantinePage};
pub use self::report::{WRITTEN, report};
pub use self::row::RowPage;
pub use self::rows::TablePage;
pub use self::timemaps::{MementoPage, timemaps};

/// The script of all pages.
pub const SCRIPT: &str = concat!(
    include_str!("shown.js"),
    include_str!("selection.js"),
    include_str!("label_words.js"),
    include_str!("label_time.js"),
    include_str!("label_state.js"),
    include_str!("label_keys.js"),
    include_str!("label.js"),
    include_str!("studio.js"),
    include_str!("course.js"),
    include_str!("review.js")
);

/// The style sheet of all pages: that of reports, and ours.
pub fn style() -> String {
    [STYLE, scutch_report::STYLE, include_str!("studio.css"), include_str!("review.css")].join("\n")
}
