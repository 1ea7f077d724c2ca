//! The desk of one annotator: journal, passes and ground truth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use scutch_folder::write_whole;
use scutch_plot::number::counted;

use super::gold::GoldLine;
use super::plan::Item;
use super::{Event, Journal, LabelError, Line, NodeMark, Pass, Plan};
use crate::nodes::PageNodes;
use crate::source::{PageCapture, Source};

/// What was labelled, by number of the page and of the pass.
type Passes = FxHashMap<(usize, u8), Pass>;

/// How far an annotator is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    /// Pages of the plan, with those that come again.
    pub all: usize,
    /// Pages done.
    pub done: usize,
    /// Pages opened and not done.
    pub begun: usize,
    /// Seconds spent on all pages.
    pub seconds: f64,
    /// Seconds spent on pages done.
    pub seconds_done: f64,
}

/// What one annotator has labelled, in memory and on disk.
#[derive(Debug)]
pub struct Desk {
    folder: PathBuf,
    annotator: String,
    plan: Plan,
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    journal: Journal,
    passes: Passes,
    /// Lines of ground truth of the pages that are done.
    gold: BTreeMap<(usize, u8), GoldLine>,
}

/// A page that is open.
#[derive(Debug, Clone, Copy)]
pub struct OpenPage<'p> {
    /// Its capture.
    pub capture: &'p PageCapture,
    /// Its text nodes.
    pub nodes: &'p PageNodes,
}

impl Desk {
    /// Opens the journal of an annotator in a folder. Also gives what there is to say about it.
    ///
    /// # Errors
    /// When the journal cannot be used; see [`Journal::open`].
    pub fn open(
        folder: &Path,
        annotator: &str,
        plan: Plan,
        source: &Source,
    ) -> Result<(Self, Vec<String>), LabelError> {
        let path = folder.join(format!("{annotator}.jsonl"));
        let (journal, found) = Journal::open::<Line>(&path)?;
        let mut notes = Vec::new();
        if found.cut > 0 {
            let (path, cut) = (path.display(), found.cut);
            notes.push(format!("{path}: its last line was cut; {cut} bytes were dropped"));
        }
        let (passes, others) = passes(&found.lines, &plan, source)?;
        // Reported, not refused: the journal may belong to a larger plan.
        if others > 0 {
            let path = path.display();
            notes.push(format!("{path}: {others} lines are about pages that are not in the plan"));
        }
        let (folder, annotator) = (folder.to_owned(), annotator.to_owned());
        let kept = Mutex::new(Kept { journal, passes, gold: BTreeMap::new() });
        Ok((Self { folder, annotator, plan, kept }, notes))
    }

    /// Who labels.
    pub fn annotator(&self) -> &str {
        &self.annotator
    }

    /// The folder of labels.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The pages in their order.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the annotator has labelled of a page of the plan.
    pub fn pass(&self, item: Item) -> Pass {
        self.kept().passes.get(&(item.page, item.pass)).cloned().unwrap_or_default()
    }

    /// Number of the first page of the plan that is not done, from `from` on and then from the start.
    pub fn next(&self, from: usize) -> Option<usize> {
        let kept = self.kept();
        let is_open = |at: &usize| {
            let item = self.plan.items()[*at];
            !kept.passes.get(&(item.page, item.pass)).is_some_and(Pass::is_done)
        };
        let count = self.plan.items().len();
        (from..count).find(is_open).or_else(|| (0..from.min(count)).find(is_open))
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        let kept = self.kept();
        let mut progress = Progress { all: self.plan.items().len(), ..Progress::default() };
        for pass in kept.passes.values() {
            progress.seconds += pass.seconds();
            if pass.is_done() {
                progress.done += 1;
                progress.seconds_done += pass.seconds();
            }
            progress.begun += usize::from(pass.is_opened() && !pass.is_done());
        }
        progress
    }

    /// What is on disk now, as a sentence.
    pub fn saved(&self) -> String {
        let Progress { done, begun, .. } = self.progress();
        let (folder, name) = (self.folder.display(), &self.annotator);
        let journal = format!("{folder}/{name}.jsonl");
        match (done, begun) {
            (0, 0) => "No page was labelled.".to_owned(),
            (0, begun) => {
                format!("Every label is in {journal}: {} begun.", counted(begun as u64, "page"))
            }
            (done, begun) => format!(
                "Every label is in {journal}: {} done, {begun} begun. Ground truth: {folder}/gold.{name}.jsonl.",
                counted(done as u64, "page")
            ),
        }
    }

    /// Takes an event: checks it, writes it to the journal, and counts it. Gives the labels then.
    ///
    /// # Errors
    /// When it does not fit the page, or the journal cannot be written; then nothing has changed.
    pub fn take(&self, item: Item, page: OpenPage<'_>, event: &Event) -> Result<Pass, LabelError> {
        let mut kept = self.kept();
        // The copy leaves the pass as it is if the event is refused or the disk fails.
        let mut pass = kept.passes.get(&(item.page, item.pass)).cloned().unwrap_or_default();
        if !pass.fits(page.nodes) {
            return Err(LabelError::Refused(
                "The page was labelled by another version of this program, which cut it into other nodes.",
            ));
        }
        pass.take(event, Some(page.nodes))?;
        // On disk before memory: no answer may show a label that a crash would lose.
        kept.journal.add(&Line {
            url: page.capture.url.clone(),
            timestamp: page.capture.timestamp(),
            pass: item.pass,
            event: event.clone(),
        })?;
        kept.passes.insert((item.page, item.pass), pass.clone());
        // Its line is made anew, with whatever changed.
        kept.gold.remove(&(item.page, item.pass));
        Ok(pass)
    }

    /// Puts a page into the ground truth, with these labels.
    pub fn conclude(&self, item: Item, page: OpenPage<'_>, labels: &[Option<NodeMark>]) {
        let pass = self.pass(item);
        let by = (&*self.annotator, item.pass);
        let line = GoldLine::new(by, page.capture, page.nodes, &pass, labels);
        self.kept().gold.insert((item.page, item.pass), line);
    }

    /// Pages that are done and not yet among the lines of ground truth, as after a new start.
    pub fn unconcluded(&self) -> Vec<Item> {
        let kept = self.kept();
        let is_missing = |item: &Item| {
            let key = (item.page, item.pass);
            kept.passes.get(&key).is_some_and(Pass::is_done) && !kept.gold.contains_key(&key)
        };
        self.plan.items().iter().copied().filter(is_missing).collect()
    }

    /// Writes the ground truth of a pass, whole, unless there never was any. A page that is no longer
    /// done is not in it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_gold(&self, name: &str, pass: u8) -> Result<(), LabelError> {
        let path = self.folder.join(name);
        let at = LabelError::at(&path);
        let mut out = Vec::new();
        let mut kept = self.kept();
        let Kept { gold, passes, .. } = &mut *kept;
        gold.retain(|key, _| passes.get(key).is_some_and(Pass::is_done));
        for item in self.plan.items().iter().filter(|item| item.pass == pass) {
            let Some(line) = gold.get(&(item.page, item.pass)) else { continue };
            serde_json::to_writer(&mut out, line).map_err(|error| at(error.into()))?;
            out.push(b'\n');
        }
        // A new folder gets no empty file. An old file must lose lines that no longer hold.
        if out.is_empty() && !path.exists() {
            return Ok(());
        }
        write_whole(&path, &out).map_err(&at)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Whoever panicked changed a whole value or none.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What lines add up to, by page and pass, and how many are about pages out of the plan.
pub(super) fn passes(
    lines: &[Line],
    plan: &Plan,
    source: &Source,
) -> Result<(Passes, usize), LabelError> {
    // By address and time: numbers of pages change with the archives, journals outlive them.
    let key = |item: &Item| {
        let page = &source.pages()[item.page];
        ((page.url.clone(), page.timestamp(), item.pass), item.page)
    };
    let known: FxHashMap<_, usize> = plan.items().iter().map(key).collect();
    let mut passes = Passes::default();
    let mut others = 0;
    for line in lines {
        let key = (line.url.clone(), line.timestamp.clone(), line.pass);
        match known.get(&key) {
            // Events are not checked again: they were when they were written.
            Some(page) => passes.entry((*page, line.pass)).or_default().take(&line.event, None)?,
            None => others += 1,
        }
    }
    Ok((passes, others))
}
