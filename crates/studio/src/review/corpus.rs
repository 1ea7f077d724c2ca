//! A corpus folder under review: which rows a query selects, in which order, and what is shown of them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use scutch_corpus::row::{Cell, Column, NumberedRows};
use scutch_folder::inputs::RecordPlace;
use scutch_folder::manifest::Manifest;
use serde_json::{Map, Value};

use super::query::column;
use super::search::{Found, Search};
use super::selection::{MOST_KEPT, Selection, Selections};
use super::{ColumnCache, DECISION, Decisions, Query, ReviewError, Texts, Values};
use crate::source::PageCapture;

/// Rows of a page of the table.
pub const PAGE: usize = 50;
/// How long a page waits for a search before it shows what is found so far.
const PATIENCE: Duration = Duration::from_millis(250);

/// A corpus folder under review.
#[derive(Debug)]
pub struct Review {
    folder: PathBuf,
    work: PathBuf,
    rows: NumberedRows,
    columns: ColumnCache,
    texts: OnceLock<Result<Arc<Texts>, String>>,
    searches: Mutex<Vec<Arc<Search>>>,
    selections: Selections,
    decisions: Decisions,
    notes: Vec<String>,
}

/// Rows as a table shows them.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// Number in the corpus.
    pub number: usize,
    /// Id.
    pub id: String,
    /// Values of the columns that are shown.
    pub cells: Vec<String>,
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
        if found.as_ref().is_none_or(|found| found.is_complete) {
            self.selections.keep(name, rows.clone());
        }
        Ok(Selection { count: rows.len(), rows: Some(rows), found })
    }

    /// What selections are kept by.
    fn name_of(&self, query: &Query) -> String {
        let mut parts = query.selecting();
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

    /// The values of a column, or of the decisions.
    fn values(&self, name: &str) -> Result<Arc<Values>, ReviewError> {
        let Some(column) = column(self.columns(), name) else {
            return self.decided().map(Arc::new);
        };
        let values = self.columns.values(&self.rows, &[column])?;
        let lacks = || ReviewError::Query(format!("The corpus has no column {name:?}."));
        values.into_iter().next().ok_or_else(lacks)
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

    /// A page of a selection, from 1.
    ///
    /// # Errors
    /// When its rows cannot be read.
    pub fn page(
        &self,
        selection: &Selection,
        page: usize,
        shown: &[&'static Column],
    ) -> Result<Vec<TableRow>, ReviewError> {
        let start = (page - 1).saturating_mul(PAGE);
        let numbers = selection.at(start..start.saturating_add(PAGE));
        let Some(first) = numbers.first().copied() else { return Ok(Vec::new()) };
        let id = column(self.columns(), "id");
        let with_id: Vec<&'static Column> = id.into_iter().chain(shown.iter().copied()).collect();
        // Rows that follow one another are read from their parts: the first page waits for nothing.
        let (values, offset): (Vec<Arc<Values>>, usize) = match selection.rows {
            None => (self.window(first..first + numbers.len(), &with_id)?, first),
            Some(_) => (self.columns.values(&self.rows, &with_id)?, 0),
        };
        let row = |number: usize| {
            let mut cells = values.iter().map(|values| values.shown(number - offset).into_owned());
            TableRow { number, id: cells.next().unwrap_or_default(), cells: cells.collect() }
        };
        Ok(numbers.into_iter().map(row).collect())
    }

    fn window(
        &self,
        rows: std::ops::Range<usize>,
        columns: &[&'static Column],
    ) -> Result<Vec<Arc<Values>>, ReviewError> {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let mut values: Vec<Values> = columns.iter().map(|one| Values::of_column(one)).collect();
        self.rows.cells(rows, &names, &mut |_, at, cell| values[at].push(cell))?;
        Ok(values.into_iter().map(Arc::new).collect())
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

    /// All columns of a row.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn row(&self, number: usize) -> Result<Option<Map<String, Value>>, ReviewError> {
        Ok(self.rows.row(number)?)
    }

    /// The capture that a row was made from.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn capture(&self, number: usize) -> Result<Option<PageCapture>, ReviewError> {
        let names = ["url", "timestamp", "warc_file", "warc_offset", "inner_offset"];
        let place = RecordPlace { input: 0, offset: 0, inner_offset: 0 };
        let mut capture = PageCapture { url: String::new(), unix_ms: 0, place, timemap: 0 };
        let mut input = None;
        self.rows.cells(number..number + 1, &names, &mut |_, at, cell| match (at, cell) {
            (0, Cell::Text(url)) => url.unwrap_or_default().clone_into(&mut capture.url),
            (1, Cell::Timestamp(Some(unix_us))) => capture.unix_ms = unix_us.div_euclid(1000),
            (2, Cell::Text(Some(file))) => {
                let mut inputs = self.manifest().inputs.iter();
                input = inputs.position(|input| input.name == file);
            }
            (3, Cell::I64(Some(at))) => capture.place.offset = at.unsigned_abs(),
            (4, Cell::I64(Some(at))) => capture.place.inner_offset = at.unsigned_abs(),
            _ => {}
        })?;
        let input = input.and_then(|input| u32::try_from(input).ok());
        Ok(input.map(|input| {
            capture.place.input = input;
            capture
        }))
    }

    /// How far the copy of the texts is: rows copied, and whether these are all.
    pub fn progress(&self) -> (usize, bool) {
        self.texts().map_or((0, false), |texts| texts.progress())
    }
}
