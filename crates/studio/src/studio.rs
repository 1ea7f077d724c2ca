//! The studio: archives, labels, and the pages that show them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::StudioError;
use crate::label::{ADJUDICATED, Desk, Draw, Imported, Item, LabelError, Plan, strata};
use crate::nodes::PageNodes;
use crate::server::{Server, token};
use crate::shown::{Shown, shown};
use crate::source::{Opened, Source, SourceError};
use crate::timemap::TimemapDesk;

/// Pages that are kept open: the one that is looked at and its neighbours.
const MOST_OPEN: usize = 4;

/// What is opened.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Archives, folders, patterns; or one corpus folder.
    pub inputs: Vec<String>,
    /// Folder of the labels.
    pub labels: PathBuf,
    /// Who labels.
    pub annotator: String,
    /// How pages are drawn.
    pub draw: Draw,
    /// Files of ground truth, each of one more annotator.
    pub imports: Vec<PathBuf>,
}

/// Archives with their labels.
#[derive(Debug)]
pub struct Studio {
    pub(crate) source: Source,
    pub(crate) desk: Desk,
    pub(crate) timemaps: TimemapDesk,
    pub(crate) notes: Vec<String>,
    /// Opened when somebody adjudicates: one process can.
    adjudicator: Mutex<Option<Arc<Desk>>>,
    open: Mutex<Vec<(usize, Arc<OpenedPage>)>>,
}

/// A page as it is looked at.
#[derive(Debug)]
pub(crate) struct OpenedPage {
    pub(crate) opened: Opened,
    pub(crate) nodes: PageNodes,
    pub(crate) shown: Shown,
}

impl Studio {
    /// Reads the archives, draws or reads the plan, and opens the labels.
    ///
    /// # Errors
    /// When archives or labels cannot be read.
    pub fn open(request: &Request) -> Result<Self, StudioError> {
        check_name(&request.annotator)?;
        let source = Source::open(&request.inputs)?;
        let folder = &request.labels;
        let at = |source| LabelError::Io { path: folder.clone(), source };
        fs::create_dir_all(folder).map_err(at)?;
        let strata = strata(&source)?;
        let plan = Plan::of_folder(&folder.join("plan.json"), &source, &strata, request.draw)?;
        let (desk, mut notes) = Desk::open(folder, &request.annotator, plan, &source)?;
        let (timemaps, cut) = TimemapDesk::open(folder, &request.annotator, &source)?;
        notes.extend(cut);
        if source.damaged() > 0 {
            let damaged = source.damaged();
            notes.push(format!("{damaged} damaged ranges of the archives were passed over"));
        }
        let (adjudicator, open) = (Mutex::default(), Mutex::default());
        let mut studio = Self { source, desk, timemaps, notes, adjudicator, open };
        for path in &request.imports {
            let said = studio.import(path)?;
            studio.notes.push(said);
        }
        // After a new start: what was done stands in the files again, whatever happened to them.
        studio.write_gold()?;
        Ok(studio)
    }

    /// Takes ground truth in as the labels of one more annotator.
    fn import(&self, path: &Path) -> Result<String, LabelError> {
        let imported = Imported::read(path)?;
        imported.write(self.desk.folder(), &mut |gold| {
            let mut items = self.desk.plan().items().iter();
            let item = items.find(|item| {
                let capture = &self.source.pages()[item.page];
                capture.url == gold.url && capture.timestamp() == gold.timestamp
            })?;
            self.page(item.page).ok().map(|page| page.nodes.clone())
        })
    }

    /// The desk of decisions, opened when it is first asked for.
    pub(crate) fn adjudicator(&self) -> Result<Arc<Desk>, LabelError> {
        let mut kept = self.adjudicator.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = &*kept {
            return Ok(desk.clone());
        }
        let plan = self.desk.plan().clone();
        let (desk, _) = Desk::open(self.desk.folder(), ADJUDICATED, plan, &self.source)?;
        Ok(kept.insert(Arc::new(desk)).clone())
    }

    /// What there is to say about archives and labels.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Listens at a port; 0 takes a free one. Nothing is answered before [`Studio::serve`].
    ///
    /// # Errors
    /// When the port is taken.
    pub fn listen(port: u16) -> Result<Server, StudioError> {
        let listen = |source| StudioError::Listen { port, source };
        Server::bind(port, token().map_err(listen)?).map_err(listen)
    }

    /// Answers for ever.
    pub fn serve(&self, server: &Server) {
        server.serve(&|request, path| self.answer(request, path));
    }

    /// A page, opened or kept open.
    pub(crate) fn page(&self, number: usize) -> Result<Arc<OpenedPage>, SourceError> {
        let kept = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = kept().iter().find(|(known, _)| *known == number) {
            return Ok(page.clone());
        }
        let capture = &self.source.pages()[number];
        let opened = self.source.opened(capture)?;
        let nodes = PageNodes::new(&opened.page);
        let shown = shown(&self.source, capture, &opened, &nodes);
        let page = Arc::new(OpenedPage { opened, nodes, shown });
        let mut kept = kept();
        if kept.len() >= MOST_OPEN {
            kept.remove(0);
        }
        kept.push((number, page.clone()));
        Ok(page)
    }

    /// A page of the plan by its number.
    pub(crate) fn item(&self, number: &str) -> Option<(usize, Item)> {
        let number: usize = number.parse().ok()?;
        self.desk.plan().items().get(number).map(|item| (number, *item))
    }
}

/// Names of annotators become names of files.
fn check_name(name: &str) -> Result<(), LabelError> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
    let is_name = !name.is_empty() && name.len() <= 40 && name.bytes().all(is_plain);
    match is_name && !crate::label::agreement::RESERVED.contains(&name) {
        true => Ok(()),
        false => Err(LabelError::Annotator(name.to_owned())),
    }
}
