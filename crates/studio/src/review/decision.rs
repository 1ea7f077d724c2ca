//! Decisions of people about rows, as `scutch corpus --decisions` reads them.
//!
//! `decisions.jsonl` only grows. A later line about the same row and field replaces an earlier one; a
//! line with `undo` takes the decision back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use scutch_folder::decisions::DecidedField;
use scutch_foreign::steers;
use scutch_page::PageType;
use scutch_plot::number::counted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ReviewError;
use crate::label::{DATE_FORMS, Journal, LabelError};

/// Name of the file in the folder of labels.
const FILE: &str = "decisions.jsonl";
/// Characters of a value and of a reason.
const LONGEST: usize = 1000;

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Whether the row is kept: false leaves it out.
    Keep,
    /// The right title.
    Title,
    /// The right author.
    Author,
    /// The right date of publication.
    DatePublished,
    /// The right type of the page.
    PageType,
}

impl Field {
    /// All, in the order of the page.
    pub const ALL: [Self; 5] =
        [Self::Keep, Self::Title, Self::Author, Self::DatePublished, Self::PageType];

    /// Its name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Title => "title",
            Self::Author => "author",
            Self::DatePublished => "date_published",
            Self::PageType => "page_type",
        }
    }

    /// Why a value makes no sense for the field, if it makes none.
    fn refusal(self, value: &Value) -> Option<&'static str> {
        let text = value.as_str().unwrap_or_default();
        let is_line = !text.is_empty()
            && text.chars().count() <= LONGEST
            // Characters that steer the direction of text would disguise what is read.
            && !text.chars().any(|c| c.is_control() || steers(c));
        let (is_fine, why) = match self {
            Self::Keep => (value.is_boolean(), "Whether a row is kept is true or false."),
            Self::Title => (is_line, "A title is a line of at most 1000 characters."),
            Self::Author => (is_line, "An author is a line of at most 1000 characters."),
            Self::DatePublished => {
                (value.is_string() && DecidedField::DatePublished.takes(value), DATE_FORMS)
            }
            Self::PageType => {
                (DecidedField::PageType.takes(value), "There is no such type of pages.")
            }
        };
        (!is_fine).then_some(why)
    }
}

/// The types of pages that a row can be said to have.
pub fn page_types() -> impl Iterator<Item = &'static str> {
    PageType::LEARNED.into_iter().chain([PageType::Other]).map(PageType::id)
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionLine {
    /// Id of the row.
    pub id: String,
    /// What it is about.
    pub field: Field,
    /// The right value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Who decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The decision is taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// What the script sends about a row.
#[derive(Debug, Clone, Deserialize)]
pub struct Verdict {
    /// What it is about. For `undo`, none is the decision made last.
    pub field: Option<Field>,
    /// The right value.
    pub value: Option<Value>,
    /// Why.
    #[serde(default)]
    pub why: String,
    /// Takes the decision back.
    #[serde(default)]
    pub undo: bool,
}

/// A decision that stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// What it is about.
    pub field: Field,
    /// The right value.
    pub value: Value,
    /// Who decided.
    pub by: String,
    /// Why.
    pub why: String,
}

/// The decisions about a corpus, in memory and on disk.
#[derive(Debug)]
pub struct Decisions {
    path: PathBuf,
    by: String,
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    /// `None` where another process writes it.
    journal: Option<Journal>,
    /// Decisions by row, the one made last at the end.
    standing: BTreeMap<String, Vec<Decision>>,
    /// Number of changes.
    version: u64,
}

impl Kept {
    fn take(&mut self, line: DecisionLine) {
        self.version += 1;
        let of_row = self.standing.entry(line.id.clone()).or_default();
        // The order of the file is kept by removing first: the latest decision stands last.
        of_row.retain(|decision| decision.field != line.field);
        if let Some(value) = line.value.filter(|value| !line.undo && !value.is_null()) {
            of_row.push(Decision { field: line.field, value, by: line.by, why: line.why });
        }
        if of_row.is_empty() {
            self.standing.remove(&line.id);
        }
    }
}

impl Decisions {
    /// Opens the file in a folder, or begins one. Also gives what there is to say about it. Where
    /// another process writes it, decisions are shown and none is taken.
    ///
    /// # Errors
    /// When it cannot be read or written, or a line is no decision.
    pub fn open(folder: &Path, by: &str) -> Result<(Self, Vec<String>), ReviewError> {
        let path = folder.join(FILE);
        let mut notes = Vec::new();
        let (journal, lines) = match Journal::open::<DecisionLine>(&path) {
            Ok((journal, found)) => {
                if found.cut > 0 {
                    let (path, cut) = (path.display(), found.cut);
                    notes.push(format!("{path}: its last line was cut; {cut} bytes were dropped"));
                }
                (Some(journal), found.lines)
            }
            // A second studio may read, but only one may write.
            Err(LabelError::Locked(_)) => {
                let path = path.display();
                notes.push(format!(
                    "{path}: another scutch studio is writing it; decisions are shown, none is taken"
                ));
                (None, Journal::read(folder.join(FILE).as_path())?)
            }
            Err(error) => return Err(error.into()),
        };
        let mut kept = Kept { journal, standing: BTreeMap::new(), version: 0 };
        for line in lines {
            kept.take(line);
        }
        Ok((Self { path, by: by.to_owned(), kept: Mutex::new(kept) }, notes))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How often decisions changed since the file was begun.
    pub fn version(&self) -> u64 {
        self.kept().version
    }

    /// What was decided about a row.
    pub fn of_row(&self, id: &str) -> Vec<Decision> {
        self.kept().standing.get(id).cloned().unwrap_or_default()
    }

    /// All decisions that stand, by row.
    pub fn all(&self) -> BTreeMap<String, Vec<Decision>> {
        self.kept().standing.clone()
    }

    /// What is on disk now, as a sentence.
    pub fn saved(&self) -> String {
        match self.all().len() {
            0 => "No decision was made.".to_owned(),
            rows => {
                let rows = counted(rows as u64, "row");
                format!("Every decision is in {}: about {rows}.", self.path.display())
            }
        }
    }

    /// Takes a decision about a row: it is on disk when this returns.
    ///
    /// # Errors
    /// When it makes no sense, another process writes the file, or it cannot be written.
    pub fn take(&self, id: &str, verdict: &Verdict) -> Result<(), ReviewError> {
        let mut kept = self.kept();
        let line = self.line(id, verdict, &kept)?;
        let Some(journal) = &mut kept.journal else {
            return Err(ReviewError::Refused("Another scutch studio is writing the decisions."));
        };
        // On disk before memory: no answer may show a decision that a crash would lose.
        journal.add(&line)?;
        kept.take(line);
        Ok(())
    }

    fn line(&self, id: &str, verdict: &Verdict, kept: &Kept) -> Result<DecisionLine, ReviewError> {
        let last = || kept.standing.get(id).and_then(|of_row| of_row.last());
        let id = id.to_owned();
        if verdict.undo {
            let field = verdict.field.or_else(|| last().map(|decision| decision.field));
            let field = field.ok_or(ReviewError::Refused("There is nothing to take back."))?;
            let (by, why) = (String::new(), String::new());
            return Ok(DecisionLine { id, field, value: None, by, why, undo: true });
        }
        let (Some(field), Some(value)) = (verdict.field, &verdict.value) else {
            return Err(ReviewError::Refused("A decision has a field and a value."));
        };
        if let Some(why) = field.refusal(value) {
            return Err(ReviewError::Refused(why));
        }
        let why = verdict.why.trim().to_owned();
        if why.chars().count() > LONGEST {
            return Err(ReviewError::Refused("A reason has at most 1000 characters."));
        }
        Ok(DecisionLine {
            id,
            field,
            value: Some(value.clone()),
            by: self.by.clone(),
            why,
            undo: false,
        })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Whoever panicked changed a whole value or none.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(value: Value) -> Verdict {
        serde_json::from_value(value).expect("a verdict")
    }

    #[test]
    fn later_lines_replace_earlier_ones_and_outlive_the_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let (decisions, notes) = Decisions::open(folder.path(), "ann").expect("opens");
        assert!(notes.is_empty());
        for value in [
            json!({"field": "keep", "value": false, "why": "an advert"}),
            json!({"field": "title", "value": "Tides"}),
            json!({"field": "title", "value": "Low tides"}),
            json!({"field": "date_published", "value": "2019-05"}),
            json!({"undo": true}),
        ] {
            decisions.take("row1", &verdict(value)).expect("taken");
        }
        decisions.take("row2", &verdict(json!({"field": "keep", "value": false}))).expect("taken");
        decisions.take("row2", &verdict(json!({"field": "keep", "undo": true}))).expect("taken");
        let expected = decisions.all();
        let of_row: Vec<_> =
            decisions.of_row("row1").into_iter().map(|one| (one.field, one.value)).collect();
        assert_eq!(of_row, [(Field::Keep, json!(false)), (Field::Title, json!("Low tides"))]);
        let written = std::fs::read_to_string(decisions.path()).expect("lines");
        let lines: Vec<&str> = written.lines().collect();
        let first = r#"{"id":"row1","field":"keep","value":false,"by":"ann","why":"an advert"}"#;
        let last = r#"{"id":"row2","field":"keep","undo":true}"#;
        assert_eq!((lines[0], lines[6]), (first, last));
        // Another process sees them and takes none.
        let (second, notes) = Decisions::open(folder.path(), "ben").expect("opens");
        assert!(notes[0].contains("another scutch studio") && second.all() == expected);
        let keep = verdict(json!({"field": "keep", "value": false}));
        assert!(matches!(second.take("row3", &keep), Err(ReviewError::Refused(_))));
        drop(decisions);
        let (third, _) = Decisions::open(folder.path(), "ben").expect("opens");
        assert_eq!(third.all(), expected);
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let (decisions, _) = Decisions::open(folder.path(), "ann").expect("opens");
        for value in [
            json!({"field": "keep", "value": "no"}),
            json!({"field": "keep"}),
            json!({"value": false}),
            json!({"undo": true}),
            json!({"field": "title", "value": ""}),
            json!({"field": "author", "value": "a\nb"}),
            json!({"field": "title", "value": "a\u{202E}b"}),
            json!({"field": "title", "value": "x".repeat(1001)}),
            json!({"field": "page_type", "value": "novel"}),
            json!({"field": "date_published", "value": "17.5.2019"}),
            json!({"field": "date_published", "value": "2019-13"}),
            json!({"field": "date_published", "value": "2019-05T10:00"}),
            json!({"field": "date_published", "value": "2019-05-17-01"}),
            json!({"field": "date_published", "value": "2019-02-29"}),
            json!({"field": "date_published", "value": "2019-05-17T25:30"}),
            json!({"field": "date_published", "value": "2019-05-17T10:00[Europe/Paris]"}),
        ] {
            assert!(decisions.take("row", &verdict(value.clone())).is_err(), "{value}");
        }
        for date in [
            "2019",
            "2019-05",
            "2020-02-29",
            "2019-05-17T10:00",
            "2019-05-17T10:00:00Z",
            "2003-05-14T05:30:00+02:00",
        ] {
            let value = json!({"field": "date_published", "value": date});
            decisions.take("row", &verdict(value)).expect(date);
        }
    }
}
