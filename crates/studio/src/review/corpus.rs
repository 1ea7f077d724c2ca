//! A corpus folder under review: which rows a query selects, in which order, and what is shown of them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use scutch_corpus::row::{Cell, Column, NumberedRows};
use scutch_folder::manifest::Manifest;
use serde_json::{Map, Value};

use super::query::column;
use super::search::{Found, Search};
use super::selection::{MOST_KEPT, Selection, Selections};
use super::{
    ColumnCache, DECISION, Decisions, PAGE_TYPE, Query, ReviewError, Texts, Values, page_type,
};

/// How long a page waits for a search before it shows what is found so far.
const PATIENCE: Duration = Duration::from_millis(250);

/// A corpus folder under review.
#[derive(Debug)]
pub struct Review {
    folder: PathBuf,
    work: PathBuf,
    pub(super) rows: NumberedRows,
    pub(super) columns: ColumnCache,
    texts: OnceLock<Result<Arc<Texts>, String>>,
    page_types: Mutex<Option<Arc<Values>>>,
    searches: Mutex<Vec<Arc<Search>>>,
    selections: Selections,
    decisions: Decisions,
    notes: Vec<String>,
}

impl Review {
    /// Opens a corpus folder. Decisions, and the copy of its texts, stand in the folder `work`.
    ///
    /// # Errors
    /// When the folder is no complete corpus with rows, or decisions cannot be read.
    pub fn open(folder: &Path, work: &Path, by: &str) -> Result<Self, ReviewError> {
        let rows = NumberedRows::open(folder)?;
        let (decisions, notes) = Decisions::open(work, by)?;
        Ok(Self {
            folder: folder.to_owned(),
            work: work.to_owned(),
            rows,
            columns: ColumnCache::default(),
            texts: OnceLock::new(),
            page_types: Mutex::default(),
            searches: Mutex::default(),
            selections: Selections::default(),
            decisions,
            notes,
        })
    }

    /// Copies the texts, in the background of the first pages.
    pub fn copy_texts(&self) {
        // What fails here is told when somebody searches.
        if let Ok(texts) = self.texts() {
            texts.fill(&self.rows);
        }
    }

    /// Loads the columns that are shown as usual, in the background of the first pages.
    pub fn load_usual(&self) {
        let id = column(self.columns(), "id");
        let usual: Vec<_> = id.into_iter().chain(Query::default().shown(self.columns())).collect();
        // What fails here fails again, and is told, when somebody sorts.
        let _ = self.columns.values(&self.rows, &usual);
    }

    /// The corpus folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The manifest of the corpus.
    pub fn manifest(&self) -> &Manifest {
        self.rows.manifest()
    }

    /// The columns of the corpus.
    pub fn columns(&self) -> &[&'static Column] {
        self.rows.columns()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The decisions.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// What there is to say about the corpus and the decisions.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn texts(&self) -> Result<Arc<Texts>, ReviewError> {
        let begun = self.texts.get_or_init(|| {
            Texts::new(&self.work).map(Arc::new).map_err(|error| error.to_string())
        });
        begun.clone().map_err(ReviewError::Texts)
    }

    /// The rows of a query in their order.
    ///
    /// # Errors
    /// When columns or texts cannot be read.
    pub fn selection(&self, query: &Query) -> Result<Selection, ReviewError> {
        if query.is_plain() {
            return Ok(Selection { rows: None, count: self.len(), found: None });
        }
        let found = match query.words.is_empty() {
            true => None,
            false => Some(self.search(&query.words)?.wait(PATIENCE)),
        };
        let name = self.name_of(query);
        if let Some(rows) = self.selections.get(&name) {
            return Ok(Selection { count: rows.len(), rows: Some(rows), found });
        }
        let rows = Arc::new(self.rows_of(query, found.as_ref())?);
        // Kept only when complete: a longer look would find further rows.
        if found.as_ref().is_none_or(|found| found.is_complete) {
            self.selections.keep(name, rows.clone());
        }
        Ok(Selection { count: rows.len(), rows: Some(rows), found })
    }

    /// What selections are kept by.
    fn name_of(&self, query: &Query) -> String {
        let mut parts = query.selecting();
        // A new decision may move rows, so that older selections no longer hold.
        if query.needed().contains(&DECISION) {
            parts.push(self.decisions.version().to_string());
        }
        parts.join("&")
    }

    fn search(&self, words: &str) -> Result<Arc<Search>, ReviewError> {
        let texts = self.texts()?;
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = searches.iter().find(|search| search.typed() == words) {
            return Ok(known.clone());
        }
        if searches.len() >= MOST_KEPT {
            searches.remove(0);
        }
        let search = Search::begin(words, texts);
        searches.push(search.clone());
        Ok(search)
    }

    fn rows_of(&self, query: &Query, found: Option<&Found>) -> Result<Vec<u32>, ReviewError> {
        // Without a search all rows are candidates.
        let mut kept = vec![found.is_none(); self.len()];
        for row in found.iter().flat_map(|found| found.rows.iter()) {
            kept[*row as usize] = true;
        }
        for condition in &query.conditions {
            self.values(&condition.column)?.retain(condition, &mut kept);
        }
        let numbers = (0..).zip(&kept).filter(|(_, kept)| **kept);
        let mut rows: Vec<u32> = numbers.map(|(number, _)| number).collect();
        if let Some(sort) = &query.sort {
            let values = self.values(&sort.column)?;
            rows.sort_by(|a, b| values.compare(*a as usize, *b as usize, sort.descending));
        }
        Ok(rows)
    }

    /// The values of a column, or of a name that stands for something else.
    pub(super) fn values(&self, name: &str) -> Result<Arc<Values>, ReviewError> {
        let Some(column) = column(self.columns(), name) else {
            return if name == PAGE_TYPE {
                self.page_types()
            } else {
                self.decided().map(Arc::new)
            };
        };
        let values = self.columns.values(&self.rows, &[column])?;
        let lacks = || ReviewError::Query(format!("The corpus has no column {name:?}."));
        values.into_iter().next().ok_or_else(lacks)
    }

    /// By row the type of the page, read once: all metadata are parsed for it.
    fn page_types(&self) -> Result<Arc<Values>, ReviewError> {
        let mut kept = self.page_types.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*kept {
            return Ok(known.clone());
        }
        Ok(kept.insert(Arc::new(page_type::page_types(&self.rows)?)).clone())
    }

    /// By row the fields that are decided.
    fn decided(&self) -> Result<Values, ReviewError> {
        let (ids, all) = (self.values("id")?, self.decisions.all());
        let mut values = Values::of_lists();
        for row in 0..self.len() {
            let of_row = all.get(&*ids.shown(row)).map_or(&[][..], Vec::as_slice);
            let names: Vec<String> = of_row.iter().map(|one| one.field.name().to_owned()).collect();
            values.push(Cell::List(&names));
        }
        Ok(values)
    }

    /// The text around the first word of a search in a row, if its text is copied already.
    pub fn extract(&self, row: usize, words: &str) -> Option<[String; 3]> {
        let text = self.texts().ok()?.row(row).ok()??;
        super::needle::around(&text, words)
    }

    /// The number of the row with an id.
    ///
    /// # Errors
    /// When the ids cannot be read.
    pub fn number(&self, id: &str) -> Result<Option<usize>, ReviewError> {
        let ids = self.values("id")?;
        Ok((0..self.len()).find(|row| ids.shown(*row) == id))
    }

    /// The id of the row at a place of a selection.
    ///
    /// # Errors
    /// When the ids cannot be read.
    pub fn id_at(
        &self,
        selection: &Selection,
        place: usize,
    ) -> Result<Option<String>, ReviewError> {
        let Some(row) = selection.at(place..place + 1).first().copied() else { return Ok(None) };
        Ok(Some(self.values("id")?.shown(row).into_owned()))
    }

    /// The id of a row.
    ///
    /// # Errors
    /// When the ids cannot be read.
    pub fn id_of(&self, number: usize) -> Result<Option<String>, ReviewError> {
        let ids = self.values("id")?;
        Ok((number < self.len()).then(|| ids.shown(number).into_owned()))
    }

    /// The title of a row, or its address if it has none.
    ///
    /// # Errors
    /// When the columns cannot be read.
    pub fn name_of_row(&self, number: usize) -> Result<String, ReviewError> {
        let (titles, urls) = (self.values("title")?, self.values("url")?);
        let title = titles.shown(number);
        Ok(if title.is_empty() { urls.shown(number).into_owned() } else { title.into_owned() })
    }

    /// All columns of a row.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn row(&self, number: usize) -> Result<Option<Map<String, Value>>, ReviewError> {
        Ok(self.rows.row(number)?)
    }

    /// The text of a row; empty if it has none.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn text_of(&self, number: usize) -> Result<String, ReviewError> {
        let mut text = String::new();
        self.rows.cells(number..number + 1, &["text"], &mut |_, _, cell| {
            if let Cell::Text(Some(found)) = cell {
                found.clone_into(&mut text);
            }
        })?;
        Ok(text)
    }

    /// How far the copy of the texts is: rows copied, and whether these are all.
    pub fn progress(&self) -> (usize, bool) {
        self.texts().map_or((0, false), |texts| texts.progress())
    }
}
