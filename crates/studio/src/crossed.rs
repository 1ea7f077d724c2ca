//! The cross of a row, and template groups with their outlines.

use std::collections::BTreeMap;
use std::sync::Arc;

use scutch_page::Page;
use serde_json::{Map, Value};

use crate::cross::{Host, Partners, compare};
use crate::review::Review;
use crate::route::Failed;
use crate::server::{Answer, Policy};
use crate::shown::{no_outline, outline};
use crate::source::{PageCapture, Source};
use crate::studio::Studio;
use crate::web::{CrossPage, GroupRow, GroupsPage};

impl Studio {
    /// The pages that a row was compared with, side by side.
    pub(crate) fn cross(&self, review: &Review, id: &str) -> Result<Answer, Failed> {
        let number = review.number(id)?.ok_or(Failed::NoPage)?;
        let row = review.row(number)?.ok_or(Failed::NoPage)?;
        let capture = review.capture(number)?.ok_or(Failed::NoPage)?;
        let source = self.source().map_err(Failed::Archives)?;
        let page = source.page(&capture)?;
        let config = &review.manifest().config;
        // Rows made with crosses name their partners. Others get them from rows of the host.
        let partners = match Partners::stored(text(&row, "joint_json")) {
            Some(partners) => partners,
            None => self.host(review, &source, number)?.partners(&capture, &page, config),
        };
        let (mut rows, mut pages) = ([const { None }; 4], [const { None }; 4]);
        for (at, partner) in partners.all.iter().enumerate() {
            let Some(partner) = partner else { continue };
            let (url, timestamp) = (&partner.neighbour.url, &partner.neighbour.timestamp);
            // A partner need not be a row: it may have been left out of the corpus.
            if let Some(row) = review.row_of(url, timestamp)? {
                rows[at] = review.id_of(row)?;
            }
            let mut captures = source.pages().iter();
            let found = captures.find(|one| one.url == *url && one.timestamp() == *timestamp);
            pages[at] = found.and_then(|capture| source.page(capture).ok());
        }
        let (page, beside) = compare(&page, &pages.each_ref().map(Option::as_ref));
        let timestamp = capture.timestamp();
        let (url, timestamp) = (&*capture.url, &*timestamp);
        let view = CrossPage { id, url, timestamp, partners: &partners, rows, page, beside };
        Ok(Answer::page(view.render()))
    }

    /// The pages of the host of a row, compared or kept.
    fn host(&self, review: &Review, source: &Source, number: usize) -> Result<Arc<Host>, Failed> {
        let (rows, all) = review.rows_of_host(number)?;
        Ok(self.hosts.get(&rows, || {
            let captures = rows.iter().filter_map(|row| review.capture(*row).ok().flatten());
            let pages = captures.filter_map(|capture| {
                let page = source.page(&capture).ok()?;
                Some((capture, page))
            });
            Host::new(pages, all, &review.manifest().config)
        }))
    }

    /// The outline of the page of a row. What cannot be read or shows nothing is crossed out.
    pub(crate) fn outline(&self, review: &Review, id: &str) -> Result<Answer, Failed> {
        let number = review.number(id)?.ok_or(Failed::NoPage)?;
        let text = review.text_of(number)?;
        let page =
            |capture: PageCapture| -> Option<Page> { self.source().ok()?.page(&capture).ok() };
        let page = review.capture(number)?.and_then(page);
        let svg = page.map_or_else(no_outline, |page| outline(&page, &text));
        Ok(Answer::new("image/svg+xml", Policy::Nothing, svg))
    }
}

/// A page of template groups.
pub(crate) fn groups(review: &Review, query: &str) -> Result<Answer, Failed> {
    let pairs = crate::review::decoded(query).unwrap_or_default();
    let page =
        pairs.iter().find(|(name, _)| name == "page").and_then(|(_, page)| page.parse().ok());
    let page = page.unwrap_or(1).max(1);
    let (hosts, count) = review.groups(page)?;
    let mut rows = BTreeMap::new();
    for row in hosts.iter().flat_map(|host| &host.groups).flat_map(|group| &group.rows) {
        let (Some(id), name) = (review.id_of(*row)?, review.name_of_row(*row)?) else { continue };
        rows.insert(*row, GroupRow { id, name });
    }
    Ok(Answer::page(GroupsPage { hosts: &hosts, count, page, rows: &rows }.render()))
}

fn text<'r>(row: &'r Map<String, Value>, name: &str) -> &'r str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}
