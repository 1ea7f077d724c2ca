//! Which address shows what of a corpus under review.

use std::fs;

use crate::crossed::groups;
use crate::review::{Damage, PAGE, Quarantine, Query, Review, Verdict};
use crate::route::{Failed, read};
use crate::server::{Answer, Policy};
use crate::studio::Studio;
use crate::web::{
    DamagePage, QuarantinePage, RowPage, TablePage, WRITTEN, decided, decisions, report,
};

impl Studio {
    /// The answer to an address of the review; `None` if it is none.
    pub(crate) fn reviewed(&self, path: &[&str], query: &str) -> Result<Option<Answer>, Failed> {
        let Some(review) = &self.review else { return Ok(None) };
        let answer = match path {
            [] => Answer::see("rows".to_owned()),
            ["rows"] => table(review, query)?,
            ["row", id] => row(review, id, query)?,
            ["archived", id] => self.archived(review, id)?,
            ["cross", id] => self.cross(review, id)?,
            ["groups"] => groups(review, query)?,
            ["outline", id] => self.outline(review, id)?,
            ["capture", number] => self.captured(review, number)?,
            ["report"] => Answer::page(report(review)),
            ["written", name] => written(review, name)?,
            ["decisions"] => Answer::page(decisions(review)),
            ["quarantine"] => quarantine(review, query)?,
            ["quarantine", number] => damage(review, number)?,
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }

    /// Takes a decision; `None` if the address is not that of a row.
    pub(crate) fn decided(&self, path: &[&str], body: &[u8]) -> Result<Option<Answer>, Failed> {
        let (Some(review), ["row", id]) = (&self.review, path) else { return Ok(None) };
        let verdict: Verdict = read(body)?;
        let number = review.number(id)?.ok_or(Failed::NoPage)?;
        review.decisions().take(id, &verdict)?;
        let standing = review.decisions().of_row(id);
        // The same markup as the page has, so that it is made in one place.
        let row = review.row(number)?.ok_or(Failed::NoPage)?;
        Ok(Some(Answer::json(&decided(&standing, &row).into_string())))
    }

    /// Leads to the row of a capture of the archives.
    fn captured(&self, review: &Review, number: &str) -> Result<Answer, Failed> {
        let source = self.source().map_err(Failed::Archives)?;
        let number: usize = number.parse().map_err(|_| Failed::NoPage)?;
        let capture = source.pages().get(number).ok_or(Failed::NoPage)?;
        let row = review.row_of(&capture.url, &capture.timestamp())?;
        let id = row.map_or(Ok(None), |row| review.id_of(row))?.ok_or(Failed::NoRow)?;
        Ok(Answer::see(format!("../row/{id}")))
    }

    /// The archived page of a row, for its frame.
    fn archived(&self, review: &Review, id: &str) -> Result<Answer, Failed> {
        let number = review.number(id)?.ok_or(Failed::NoPage)?;
        let capture = review.capture(number)?.ok_or(Failed::NoPage)?;
        let page = self
            .source()
            .map_err(Failed::Archives)
            .and_then(|source| self.open.page(&source, &capture).map_err(Failed::Source));
        // In a frame, where a sentence is shown as a page is.
        let html = match page {
            Ok(page) => page.shown.html.clone(),
            Err(failed) => format!(
                "<!doctype html><meta name=\"color-scheme\" content=\"light dark\"><p>{}</p>",
                maud::html! { (failed.sentence()) }.into_string()
            ),
        };
        Ok(Answer::new("text/html; charset=utf-8", Policy::Archived, html))
    }
}

fn table(review: &Review, query: &str) -> Result<Answer, Failed> {
    let (query, is_form) = Query::parse(query, review.columns())?;
    if is_form {
        // The address of the result can be bookmarked. That of a form carries its fields along.
        return Ok(Answer::see(format!("rows?{}", query.written())));
    }
    let selection = review.selection(&query)?;
    let shown = query.shown(review.columns());
    let rows = review.page(&selection, query.page, &shown)?;
    Ok(Answer::page(
        TablePage { review, query: &query, selection: &selection, shown, rows }.render(),
    ))
}

fn row(review: &Review, id: &str, query: &str) -> Result<Answer, Failed> {
    let (query, _) = Query::parse(query, review.columns())?;
    let number = review.number(id)?.ok_or(Failed::NoPage)?;
    let row = review.row(number)?.ok_or(Failed::NoPage)?;
    let selection = review.selection(&query)?;
    let place = selection.place(number);
    let beside = |by: isize| {
        let place = place.and_then(|place| place.checked_add_signed(by));
        place.map_or(Ok(None), |place| review.id_at(&selection, place))
    };
    let (before, behind) = (beside(-1)?, beside(1)?);
    // Back to the page of the table that has the row.
    let query = query.at(place.map_or(1, |place| place / PAGE + 1));
    let decided = review.decisions().of_row(id);
    let (count, id) = (selection.count, id.to_owned());
    let view =
        RowPage { review, query: &query, id, row: &row, place, count, before, behind, decided };
    Ok(Answer::page(view.render()))
}

/// A page of the folder as it was written.
fn written(review: &Review, name: &str) -> Result<Answer, Failed> {
    // A name from the list, never from the address: the folder holds other files.
    let (name, _) = WRITTEN.iter().find(|(known, _)| *known == name).ok_or(Failed::NoPage)?;
    let page = fs::read(review.folder().join(name)).map_err(|_| Failed::NoPage)?;
    Ok(Answer::new("text/html; charset=utf-8", Policy::Archived, page))
}

fn quarantine(review: &Review, query: &str) -> Result<Answer, Failed> {
    let pairs = crate::review::decoded(query).unwrap_or_default();
    let value = |name: &str| {
        let found = pairs.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let reason = value("reason");
    let page = value("page").parse().unwrap_or(1).max(1);
    let found = Quarantine::read(review.folder(), reason, page, PAGE)?;
    Ok(Answer::page(QuarantinePage { review, found: &found, reason, page }.render()))
}

fn damage(review: &Review, number: &str) -> Result<Answer, Failed> {
    let number: usize = number.parse().map_err(|_| Failed::NoPage)?;
    let line = Quarantine::line(review.folder(), number)?.ok_or(Failed::NoPage)?;
    let bytes = Damage::read(review.manifest(), &line);
    Ok(Answer::page(DamagePage { number, line: &line, bytes: &bytes }.render()))
}
