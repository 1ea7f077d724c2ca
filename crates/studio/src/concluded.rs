//! Labels of several annotators: agreement, adjudication, and ground truth as files.

use std::sync::{Arc, PoisonError};

use scutch_folder::write_whole;
use scutch_topic::{PROFILES, Profile};

use crate::label::agreement::{Rater, agreements, raters};
use crate::label::gold::GoldLine;
use crate::label::{Event, Item, LabelError, Merged, OpenPage, Pass, first_passes, merged};
use crate::labelling::Labelling;
use crate::opened::OpenedPage;
use crate::route::{Failed, read};
use crate::server::Answer;
use crate::timemap::{Course, MementoLine, Series};
use crate::web::{Adjudicable, CoursePage, Labels, MementoPage, View, agreement_page, label_data};

/// The ground truth of several annotators.
const GOLD: &str = "gold.jsonl";
/// Time lines that are kept.
const MOST_COURSES: usize = 4;

impl Labelling {
    pub(crate) fn open_page<'p>(&'p self, item: Item, page: &'p OpenedPage) -> OpenPage<'p> {
        OpenPage { capture: &self.source.pages()[item.page], nodes: &page.nodes }
    }

    /// Writes the ground truth of all pages that the annotator is done with.
    pub(crate) fn write_gold(&self) -> Result<(), LabelError> {
        let desk = &self.desk;
        for item in desk.unconcluded() {
            // What cannot be opened any more is missing in the file, and its view says why.
            let Ok(page) = self.page(item.page) else { continue };
            desk.conclude(item, self.open_page(item, &page), &desk.pass(item).labels());
        }
        for (name, pass) in [("gold", 1), ("again", 2)] {
            desk.write_gold(&format!("{name}.{}.jsonl", desk.annotator()), pass)?;
        }
        Ok(())
    }

    fn raters(&self) -> Result<Vec<Rater>, LabelError> {
        raters(self.desk.folder(), self.desk.plan(), &self.source)
    }

    pub(crate) fn agreement(&self) -> Result<Answer, Failed> {
        let raters = self.raters()?;
        let pages = self.adjudicables(&raters)?;
        self.write_adjudicated(&raters)?;
        Ok(Answer::page(agreement_page(&agreements(&raters), &pages, &self.source)))
    }

    /// Pages that two annotators or more are done with.
    fn adjudicables(&self, raters: &[Rater]) -> Result<Vec<Adjudicable>, LabelError> {
        let mut found = Vec::new();
        for (number, item) in self.desk.plan().items().iter().enumerate() {
            let passes = first_passes(raters, item.page);
            if item.pass > 1 || passes.len() < 2 {
                continue;
            }
            // Second passes measure one annotator against himself and are not merged.
            let merged = merged(&passes, &self.adjudicator()?.pass(*item));
            found.push(Adjudicable {
                number,
                page: item.page,
                annotators: passes.iter().map(|(name, _)| (*name).to_owned()).collect(),
                disputes: merged.disputes.len(),
                open: merged.open(),
            });
        }
        Ok(found)
    }

    /// Writes the ground truth of the pages on which nothing is left in dispute. The first time all of them are opened,
    /// then those alone that changed.
    fn write_adjudicated(&self, raters: &[Rater]) -> Result<(), LabelError> {
        let path = self.desk.folder().join(GOLD);
        let mut lines = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = Vec::new();
        for (number, item) in self.desk.plan().items().iter().enumerate() {
            let passes = first_passes(raters, item.page);
            if item.pass > 1 || passes.len() < 2 {
                continue;
            }
            let of_page = merged(&passes, &self.adjudicator()?.pass(*item));
            let line = lines.line(number, &passes, of_page, |merged| {
                let (page, capture) = (self.page(item.page).ok()?, &self.source.pages()[item.page]);
                GoldLine::merged(capture, &page.nodes, &passes, merged)
            });
            let Some(line) = line else { continue };
            let at = |error: serde_json::Error| LabelError::Io {
                path: path.clone(),
                source: error.into(),
            };
            serde_json::to_writer(&mut out, line).map_err(at)?;
            out.push(b'\n');
        }
        // A decision that was taken back can leave a file without lines.
        if out.is_empty() && !path.exists() {
            return Ok(());
        }
        write_whole(&path, &out).map_err(|source| LabelError::Io { path: path.clone(), source })
    }

    /// Leads to the first page with a dispute that is not decided.
    pub(crate) fn next_dispute(&self) -> Result<Answer, Failed> {
        let pages = self.adjudicables(&self.raters()?)?;
        let next = pages.iter().find(|page| page.open > 0);
        Ok(Answer::see(
            next.map_or_else(
                || "agreement".to_owned(),
                |page| format!("adjudicate/{}", page.number),
            ),
        ))
    }

    pub(crate) fn adjudicate(&self, number: &str) -> Result<Answer, Failed> {
        let (number, item) = self.item(number).ok_or(Failed::NoPage)?;
        self.label_page(View::Adjudicate, number, Item { pass: 1, ..item })
    }

    pub(crate) fn disputes(&self, number: &str) -> Result<Answer, Failed> {
        let (_, item) = self.item(number).ok_or(Failed::NoPage)?;
        let page = self.page(item.page)?;
        let (desk, item) = (self.adjudicator()?, Item { pass: 1, ..item });
        let mut decided = desk.pass(item);
        if !decided.is_opened() {
            let event =
                Event::Open { nodes: page.nodes.len(), digest: page.nodes.digest().to_owned() };
            decided = desk.take(item, self.open_page(item, &page), &event)?;
        }
        let merged = self.merged(item, &decided)?;
        let labels = Labels::of_marks(&merged.labels, &decided);
        Ok(Answer::json(&label_data(&page.nodes, labels, None, Some(&merged.disputes))))
    }

    fn merged(&self, item: Item, decided: &Pass) -> Result<Merged, LabelError> {
        let raters = self.raters()?;
        Ok(merged(&first_passes(&raters, item.page), decided))
    }

    pub(crate) fn decide(&self, number: &str, body: &[u8]) -> Result<Answer, Failed> {
        let (_, item) = self.item(number).ok_or(Failed::NoPage)?;
        let page = self.page(item.page)?;
        let (desk, item) = (self.adjudicator()?, Item { pass: 1, ..item });
        let event = read(body)?;
        let decided = desk.take(item, self.open_page(item, &page), &event)?;
        if decided.is_done() {
            self.write_adjudicated(&self.raters()?)?;
        }
        let merged = self.merged(item, &decided)?;
        Ok(Answer::json(&Labels::of_marks(&merged.labels, &decided)))
    }

    pub(crate) fn memento(&self, number: &str, at: &str) -> Result<Answer, Failed> {
        let all = self.timemaps.series();
        let number: usize = number.parse().map_err(|_| Failed::NoPage)?;
        let at: usize = at.parse().map_err(|_| Failed::NoPage)?;
        let series = all.get(number).ok_or(Failed::NoPage)?;
        // The first memento has no predecessor to be compared with.
        if at == 0 || at >= series.captures.len() {
            return Err(Failed::NoPage);
        }
        let judged = self.timemaps.judged(&series.captures[at].1);
        let (all, source) = (all.len(), &self.source);
        let view = MementoPage { number, all, series, at, judged, source };
        Ok(Answer::page(view.render()))
    }

    /// The time line of a TimeMap under the profile that the address names, or the default one.
    pub(crate) fn course(&self, number: &str, query: &str) -> Result<Answer, Failed> {
        let number: usize = number.parse().map_err(|_| Failed::NoPage)?;
        let series = self.timemaps.series().get(number).ok_or(Failed::NoPage)?;
        let pairs = crate::review::decoded(query).unwrap_or_default();
        let asked = pairs.iter().find(|(name, _)| name == "profile").map(|(_, value)| &**value);
        let known = |asked: &str| PROFILES.iter().copied().find(|known| *known == asked);
        let profile = asked.map_or(Some(PROFILES[0]), known).ok_or(Failed::NoPage)?;
        let (source, has_rows) = (&*self.source, self.source.folder().is_some());
        let course = self.read_course(number, series, profile)?;
        let course = &*course;
        let view = CoursePage { number, series, course, profile, source, has_rows };
        Ok(Answer::page(view.render()))
    }

    fn read_course(
        &self,
        number: usize,
        series: &Series,
        name: &'static str,
    ) -> Result<Arc<Course>, Failed> {
        let kept = || self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (number, name);
        // The lock is not held while captures are read, so that other views go on.
        if let Some((_, course)) = kept().iter().find(|(known, _)| *known == key) {
            return Ok(course.clone());
        }
        let profile = Profile::named(name).ok_or(Failed::NoPage)?;
        let captures: Vec<usize> = series.captures.iter().map(|(page, _)| *page).collect();
        let at = LabelError::at(self.desk.folder());
        let course = Arc::new(Course::read(&self.source, &captures, &profile).map_err(at)?);
        let mut kept = kept();
        // Another request may have read it meanwhile.
        if let Some((_, course)) = kept.iter().find(|(known, _)| *known == key) {
            return Ok(course.clone());
        }
        if kept.len() >= MOST_COURSES {
            kept.remove(0);
        }
        kept.push((key, course.clone()));
        Ok(course)
    }

    pub(crate) fn judge(&self, body: &[u8]) -> Result<Answer, Failed> {
        let line: MementoLine = read(body)?;
        self.timemaps.take(&line)?;
        Ok(Answer::json(&line))
    }
}
