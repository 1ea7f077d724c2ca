//! Labelling: the captures of archives, the labels of one annotator, and the pages that show them.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::StudioError;
use crate::label::{ADJUDICATED, AgreedLines, Desk, Imported, Item, LabelError, Plan, strata};
use crate::opened::{OpenPages, OpenedPage};
use crate::request::Request;
use crate::source::{Source, SourceError};
use crate::timemap::{Course, TimemapDesk};

/// Archives with their labels.
#[derive(Debug)]
pub(crate) struct Labelling {
    pub(crate) source: Arc<Source>,
    pub(crate) desk: Desk,
    pub(crate) timemaps: TimemapDesk,
    pub(crate) notes: Vec<String>,
    /// Opened when somebody adjudicates: one process can.
    adjudicator: Mutex<Option<Arc<Desk>>>,
    pub(crate) agreed: Mutex<AgreedLines>,
    open: OpenPages,
    /// Time lines looked at last.
    pub(crate) courses: Mutex<Vec<(CourseKey, Arc<Course>)>>,
}

/// What names a time line: the number of its TimeMap, and the name of the profile.
pub(crate) type CourseKey = (usize, &'static str);

impl Labelling {
    /// Draws or reads the plan, and opens the labels.
    ///
    /// # Errors
    /// When labels cannot be read or written.
    pub(crate) fn open(request: &Request, source: Arc<Source>) -> Result<Self, StudioError> {
        let folder = &request.labels;
        let at = |source| LabelError::Io { path: folder.clone(), source };
        fs::create_dir_all(folder).map_err(at)?;
        let strata = strata(&source)?;
        let plan = Plan::of_folder(&folder.join("plan.json"), &source, &strata, request.draw)?;
        let (desk, mut notes) = Desk::open(folder, &request.annotator, plan, &source)?;
        let (timemaps, cut) = TimemapDesk::open(folder, &request.annotator, &source)?;
        notes.extend(cut);
        // Damage may hide pages, so that whoever labels should know of it.
        if source.damaged() > 0 {
            let damaged = source.damaged();
            notes.push(format!("{damaged} damaged ranges of the archives were passed over"));
        }
        let (adjudicator, agreed) = (Mutex::default(), Mutex::default());
        let (courses, open) = (Mutex::default(), OpenPages::default());
        let mut labelling =
            Self { source, desk, timemaps, notes, adjudicator, agreed, open, courses };
        for path in &request.imports {
            let said = labelling.import(path)?;
            labelling.notes.push(said);
        }
        // After a new start: what was done stands in the files again, whatever happened to them.
        labelling.write_gold()?;
        Ok(labelling)
    }

    /// Takes ground truth in as the labels of one more annotator.
    fn import(&self, path: &Path) -> Result<String, LabelError> {
        let imported = Imported::read(path)?;
        imported.write(self.desk.folder(), &mut |gold| {
            let mut items = self.desk.plan().items().iter();
            // By address and time: numbers of pages are those of these archives only.
            let item = items.find(|item| {
                let capture = &self.source.pages()[item.page];
                capture.url == gold.url && capture.timestamp() == gold.timestamp
            })?;
            self.page(item.page).ok().map(|page| page.nodes.clone())
        })
    }

    /// The desk of decisions, opened when it is first asked for.
    pub(crate) fn adjudicator(&self) -> Result<Arc<Desk>, LabelError> {
        // Held while it opens: a second opening would find the journal locked.
        let mut kept = self.adjudicator.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = &*kept {
            return Ok(desk.clone());
        }
        let plan = self.desk.plan().clone();
        let (desk, _) = Desk::open(self.desk.folder(), ADJUDICATED, plan, &self.source)?;
        Ok(kept.insert(Arc::new(desk)).clone())
    }

    /// A page, opened or kept open.
    pub(crate) fn page(&self, number: usize) -> Result<Arc<OpenedPage>, SourceError> {
        self.open.page(&self.source, &self.source.pages()[number])
    }

    /// A page of the plan by its number.
    pub(crate) fn item(&self, number: &str) -> Option<(usize, Item)> {
        let number: usize = number.parse().ok()?;
        self.desk.plan().items().get(number).map(|item| (number, *item))
    }
}
