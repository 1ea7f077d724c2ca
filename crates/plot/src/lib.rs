//! Self-contained report pages: HTML with hand-written SVG, no script, nothing loaded.
//!
//! A report page must still open in twenty years, from a folder without a network, on paper and with
//! a screen reader. So every page is one file, every plot has a text description and a table with
//! the same numbers, and colours differ in lightness or shape as well as in hue.
//!
//! The types, in the order in which a page uses them:
//!
//! - [`number`] and [`foreign`] write values: `1,234`, `<0.1%`, or a host name from an archive.
//! - [`Month`], [`Span`] and [`MonthSeries`] place counts in time.
//! - [`Legend`], [`Label`] and `ticks` explain what the marks mean.
//! - [`ColumnPlot`], [`BoxPlot`], [`CurvePlot`], [`Stack`], [`Strips`], [`Timeline`] and [`MonthPlot`]
//!   are the marks.
//! - [`Table`] and [`Shares`] are tables; a [`fold`] hides a long one.
//! - [`Page`] is the frame around [`Section`]s, with the same navigation on every page.
//!
//! # Example
//!
//! ```
//! use maud::Render as _;
//! use scutch_plot::{Column, ColumnPlot, Page, Section, Table, fold};
//!
//! let counts = [("2019", 12), ("2020", 30), ("2021", 7)];
//! let column = |(slot, (year, n)): (usize, &(&str, u64))| Column::new(slot, *n, format!("{year}: {n}"));
//! let plot = ColumnPlot {
//!     id: "years",
//!     title: "Documents per year",
//!     description: "A column per year from 2019 to 2021. The table below has the numbers.",
//!     slots: counts.len(),
//!     columns: counts.iter().enumerate().map(column).collect(),
//!     ..ColumnPlot::default()
//! };
//! let mut table = Table::new("Documents per year").text("Year").numbers(&["Documents"]);
//! for (year, n) in counts {
//!     table.row([year.to_owned(), n.to_string()]);
//! }
//! let body = maud::html! { (plot) (fold("The numbers of the plot", &table.render())) };
//! let page = Page {
//!     tool: "demo 1.0",
//!     kind: "Corpus report",
//!     title: "A corpus of 49 documents".to_owned(),
//!     sections: vec![Section::new("years", "Documents over time", body)],
//!     ..Page::default()
//! };
//! assert!(page.into_string().contains("2020: 30"));
//! ```

#![forbid(unsafe_code)]

mod axis;
mod calendar;
pub mod foreign;
mod legend;
mod mark;
mod months;
pub mod number;
mod number_axis;
mod page;
mod shares;
mod table;
mod time_axis;
mod tone;

pub use self::axis::{Label, Width};
pub use self::calendar::{Month, Span, day, gaps, minute, year_labels};
pub use self::legend::{Key, Legend};
pub use self::mark::bar::{bar, nested_bar};
pub use self::mark::boxes::{BoxGroup, BoxPlot, BoxRow};
pub use self::mark::columns::{Column, ColumnPlot, Gap};
pub use self::mark::curves::{CurvePlot, NumberCurve, Rule, panels};
pub use self::mark::stack::{Part, Stack, low_stack};
pub use self::mark::strips::{Bins, Strips};
pub use self::mark::timeline::{Curve, Point, Timeline};
pub use self::months::plot::MonthPlot;
pub use self::months::series::MonthSeries;
pub use self::page::{Figure, Page, STYLE, Section};
pub use self::shares::{Shares, Uncounted};
pub use self::table::{Table, fold};
pub use self::tone::{Status, Tone};
