//! Marks that only editions write, as elements.

use scutch_page::document::{Editorial, Mark};

use super::body::Writer;
use super::schema::{El, Value};
use super::values::fitting;

/// Whether TEI has an element for a mark: not for dates without a date, nor for tags that are none.
pub(super) fn is_written(mark: &Editorial) -> bool {
    match mark {
        Editorial::Foreign(tag) => fitting(Value::Language, tag).is_some(),
        Editorial::Time(value) => element_of_time(value).is_some(),
        Editorial::Quoted | Editorial::Underlined | Editorial::Ruby(_) => true,
    }
}

/// Whether a mark is true of its whole text only: parts of a date are no dates.
pub(super) fn is_whole(mark: &Mark) -> bool {
    matches!(mark, Mark::Editorial(Editorial::Time(_) | Editorial::Ruby(_)))
}

/// Whether a mark may split a word, as a subscript in H2O does.
pub(super) fn stays_in_words(mark: &Mark) -> bool {
    match mark {
        // Half a word is no quotation, and no word of another language.
        Mark::Editorial(mark) => *mark == Editorial::Underlined,
        mark => !mark.is_verbatim() && !matches!(mark, Mark::Link(_)),
    }
}

/// `date` for a day, month or year, `time` for a time of day.
fn element_of_time(value: &str) -> Option<El> {
    let kinds = [(Value::Date, El::Date), (Value::Time, El::Time)];
    kinds.into_iter().find(|(kind, _)| fitting(*kind, value).is_some()).map(|(_, el)| el)
}

impl Writer<'_, '_> {
    /// Opens the element of a mark.
    pub(super) fn editorial(&mut self, mark: &Editorial) {
        match mark {
            Editorial::Quoted => self.xml.open(El::Q),
            Editorial::Foreign(tag) => {
                self.xml.open(El::Foreign);
                self.xml.attribute("xml:lang", tag);
            }
            Editorial::Underlined => {
                self.xml.open(El::Hi);
                self.xml.attribute("rend", "underline");
            }
            Editorial::Time(value) => {
                // Marks without an element were left out by `is_written`.
                self.xml.open(element_of_time(value).unwrap_or(El::Date));
                self.xml.attribute("when", value);
            }
            Editorial::Ruby(_) => {
                self.xml.open(El::Ruby);
                self.xml.open(El::Rb);
            }
        }
    }

    /// Closes the element of a mark. A reading follows its text.
    pub(super) fn end_mark(&mut self, mark: &Mark) {
        self.xml.close();
        if let Mark::Editorial(Editorial::Ruby(reading)) = mark {
            self.xml.element(El::Rt, &[], reading);
            self.xml.close();
        }
    }
}
