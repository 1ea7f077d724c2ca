//! Templates of addresses: text with fields for dates, columns and page numbers.

use jiff::civil::Date;

use scutch_url::Url;

use crate::file::Fault;
use crate::site::Site;

/// A parsed template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Page,
    Column,
    /// A unit of the date, or of the day after it.
    Date {
        next: bool,
        unit: Unit,
        form: Form,
    },
}

/// Units of a date, the largest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Year,
    Month,
    Day,
}

/// How a unit is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Padded,
    Plain,
    Name,
}

/// What the fields of a template are filled with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) column: &'a str,
    pub(super) date: Option<Date>,
    /// Names of the twelve months.
    pub(super) months: &'a [String],
    pub(super) page: &'a str,
}

/// The hint for unknown fields.
const FIELDS: &str = "there are {year}, {month}, {day}, {next-year}, {next-month}, {next-day}, {page} \
    and {column}; {month:1} without a leading zero, {month:name} from `months`";

impl Template {
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|open| at + open) {
            parts.push(Part::Text(text[at..open].to_owned()));
            let close = text[open..].find('}').map(|close| open + close);
            let close =
                close.ok_or_else(|| Fault::new("a bracket is not closed", FIELDS).at(open))?;
            let field = &text[open + 1..close];
            let unknown = || Fault::new(format!("there is no {{{field}}}"), FIELDS).at(open);
            parts.push(parse_field(field).ok_or_else(unknown)?);
            at = close + 1;
        }
        parts.push(Part::Text(text[at..].to_owned()));
        Ok(Self(parts))
    }

    pub(super) fn has_page(&self) -> bool {
        self.0.contains(&Part::Page)
    }

    pub(super) fn has_column(&self) -> bool {
        self.0.contains(&Part::Column)
    }

    /// Whether months are written by name.
    pub(super) fn has_month_names(&self) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Date { form: Form::Name, .. }))
    }

    /// The smallest unit of its dates; `None` without dates.
    pub(super) fn smallest_unit(&self) -> Option<Unit> {
        let units = self.0.iter().filter_map(|part| match part {
            Part::Date { unit, .. } => Some(*unit),
            _ => None,
        });
        units.max()
    }

    /// A regular expression for path and query of its addresses, relative to a first page.
    pub(super) fn form(&self, base: &Url, columns: &[String]) -> String {
        let columns: Vec<String> = columns.iter().map(|column| regex::escape(column)).collect();
        let part = |part: &Part| match part {
            Part::Text(text) if text.contains("://") => regex::escape(Site::target(text)),
            Part::Text(text) => regex::escape(text),
            Part::Page => r"\d+".to_owned(),
            Part::Column => format!("(?:{})", columns.join("|")),
            // Names may be of any language: their form is only where they end.
            Part::Date { form: Form::Name, .. } => "[^/?&]+".to_owned(),
            Part::Date { .. } => r"\d{1,4}".to_owned(),
        };
        let lead = match self.0.first() {
            Some(Part::Text(text)) if text.starts_with('/') || text.contains("://") => "",
            Some(Part::Text(text)) if text.starts_with('?') => base.path(),
            // Relative to the folder of the first page.
            _ => base.path().rfind('/').map_or("/", |slash| &base.path()[..=slash]),
        };
        format!("^{}{}$", regex::escape(lead), self.0.iter().map(part).collect::<String>())
    }

    /// Fills the fields; `None` if a date is missing or out of range.
    pub(super) fn fill(&self, values: Values<'_>) -> Option<String> {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Page => text.push_str(values.page),
                Part::Column => text.push_str(values.column),
                Part::Date { next, unit, form } => {
                    let date = values.date?;
                    // Archive pages of a range may name the day after its last.
                    let date = if *next { date.tomorrow().ok()? } else { date };
                    text.push_str(&format_unit(date, *unit, *form, values.months));
                }
            }
        }
        Some(text)
    }
}

fn parse_field(text: &str) -> Option<Part> {
    let (name, form) = text.split_once(':').unwrap_or((text, "02"));
    let form = match form {
        "02" => Form::Padded,
        "1" => Form::Plain,
        "name" if name.ends_with("month") => Form::Name,
        _ => return None,
    };
    let (next, name) = name.strip_prefix("next-").map_or((false, name), |name| (true, name));
    let unit = match name {
        "year" => Unit::Year,
        "month" => Unit::Month,
        "day" => Unit::Day,
        "page" if !next => return Some(Part::Page),
        "column" if !next => return Some(Part::Column),
        _ => return None,
    };
    Some(Part::Date { next, unit, form })
}

fn format_unit(date: Date, unit: Unit, form: Form, months: &[String]) -> String {
    let number = match unit {
        Unit::Year => return date.year().to_string(),
        Unit::Month => date.month(),
        Unit::Day => date.day(),
    };
    match form {
        Form::Padded => format!("{number:02}"),
        Form::Plain => number.to_string(),
        Form::Name => {
            let place = usize::try_from(number - 1).unwrap_or_default();
            months.get(place).cloned().unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn fields_are_filled_and_unknown_ones_refused() {
        let months: Vec<String> = (1..=12).map(|n| format!("m{n}")).collect();
        let values =
            Values { column: "c", date: Some(date(2019, 12, 31)), months: &months, page: "7" };
        for (text, expected) in [
            ("/{year}/{month}/{day}", Some("/2019/12/31")),
            ("/{next-year}-{next-month:1}-{next-day}", Some("/2020-1-01")),
            ("/{month:name}/{next-month:name}", Some("/m12/m1")),
            ("{column}?p={page}", Some("c?p=7")),
            ("plain", Some("plain")),
            ("/{next-page}", None),
            ("/{next-column}", None),
            ("/{year:name}", None),
            ("/{month:3}", None),
            ("/{}", None),
            ("/{year", None),
        ] {
            let filled = Template::parse(text).ok().map(|template| template.fill(values));
            assert_eq!(filled.flatten().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn faults_point_at_the_field() {
        for (text, at) in [("/a/{yaer}", 3), ("/{year}/{month", 8)] {
            assert_eq!(Template::parse(text).expect_err("a fault").at, at, "{text}");
        }
    }

    #[test]
    fn the_last_day_of_all_has_no_next_day() {
        let template = Template::parse("{next-day}").expect("a template");
        let values = Values { column: "", date: Some(Date::MAX), months: &[], page: "" };
        assert_eq!(template.fill(values), None);
        assert_eq!(template.smallest_unit(), Some(Unit::Day));
    }
}
