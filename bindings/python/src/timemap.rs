//! TimeMaps as a report page. What they look like to a user is in `python/scutch/_timemap.py`.

use maud::html;
use pyo3::prelude::*;
use scutch_plot::{MonthPlot, MonthSeries, Page, Section, Table, fold, foreign};

use crate::guarded;

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(timemaps_page, module)?)
}

/// Original, number of mementos, first and last day.
type Line = (String, u64, String, String);

/// A page with the mementos by month, and a line for each TimeMap. `months`: `2019-05` and its number.
#[pyfunction]
fn timemaps_page(months: Vec<(String, u64)>, timemaps: Vec<Line>) -> PyResult<String> {
    guarded("drawing TimeMaps", || page(&months, &timemaps))
}

fn page(months: &[(String, u64)], timemaps: &[Line]) -> String {
    let months = months.iter().map(|(month, n)| (month.as_str(), *n));
    let plot = MonthSeries::from_counts(months).map(|series| {
        let plot = MonthPlot {
            id: "months-plot",
            title: "Mementos per month",
            noun: "memento",
            gap: "no mementos",
            caption: "Mementos by year and month",
            series: &series,
        };
        html! { (plot) }
    });
    let mut table =
        Table::new("TimeMaps").text("Original").numbers(&["Mementos"]).text("First").text("Last");
    for (original, count, first, last) in timemaps {
        table.row([
            foreign::shown(original),
            html! { (count) },
            html! { (first) },
            html! { (last) },
        ]);
    }
    let body = html! {
        @match &plot {
            Some(plot) => (plot),
            None => p.nothing { "No mementos." },
        }
        (fold("The TimeMaps", &html! { (table) }))
    };
    let mementos: u64 = timemaps.iter().map(|(_, count, ..)| count).sum();
    let page = Page {
        tool: concat!("scutch ", env!("CARGO_PKG_VERSION")),
        kind: "TimeMaps",
        title: format!("{mementos} mementos of {} pages", timemaps.len()),
        sections: vec![Section::new("months", "Mementos over time", body)],
        ..Page::default()
    };
    page.into_string()
}
