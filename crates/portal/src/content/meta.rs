//! Metadata of a page, where the rules of a portal say it is.

use jiff::civil::date;
use jiff::fmt::strtime;
use regex::Regex;
use scutch_page::{Metadata, NodeId, Page, Selector};

use crate::file::{Fault, MetaFile};
use crate::json::{JsonPath, find_json, scalar_text};
use crate::rule::{regex, selector};

/// Months of a year.
const MONTHS: i8 = 12;

/// The rule for one field.
#[derive(Debug, Clone)]
pub(super) struct MetaRule {
    field: String,
    source: MetaSource,
    regex: Option<Regex>,
    split: Option<String>,
    format: Option<DateFormat>,
}

/// How dates are written.
#[derive(Debug, Clone)]
struct DateFormat {
    format: String,
    /// Names of the months and their English names, the longest first.
    months: Vec<(Regex, String)>,
}

/// Where the values of a field are.
#[derive(Debug, Clone)]
enum MetaSource {
    /// In elements: an attribute, or the text.
    Html(Selector, Option<String>),
    /// In the JSON-LD of the page.
    Json(JsonPath),
    /// In the address of the page.
    Address(Regex),
    /// In the rule itself: all pages have the same value.
    Value(String),
}
impl MetaRule {
    pub(super) fn compile(field: &str, file: &MetaFile) -> Result<Self, Fault> {
        // A misspelled field would otherwise be a rule without effect.
        if !Metadata::SETTABLE.contains(&field) {
            let hint = format!("fields are {}", Metadata::SETTABLE.join(", "));
            return Err(Fault::new(format!("there is no field `{field}`"), hint));
        }
        let source = match (&file.css, &file.json, &file.value, &file.address) {
            (Some(css), None, None, None) => {
                MetaSource::Html(selector(css, "css")?, file.attr.clone())
            }
            (None, Some(path), None, None) => {
                MetaSource::Json(JsonPath::parse(path).map_err(|fault| fault.below("json"))?)
            }
            (None, None, Some(value), None) => MetaSource::Value(value.clone()),
            (None, None, None, Some(form)) => MetaSource::Address(regex(form, "address")?),
            _ => {
                return Err(Fault::new(
                    "a field needs one of `css`, `json`, `address` and `value`",
                    "",
                ));
            }
        };
        Ok(Self {
            field: field.to_owned(),
            source,
            regex: file.regex.as_deref().map(|text| regex(text, "regex")).transpose()?,
            split: file.split.clone(),
            format: DateFormat::compile(file)?,
        })
    }

    /// Sets the field, unless the rule finds nothing.
    pub(super) fn apply(&self, page: &Page, metadata: &mut Metadata) {
        let values = match &self.source {
            MetaSource::Html(css, attr) => {
                self.read_values(&element_texts(page, css, attr.as_deref()))
            }
            MetaSource::Json(path) => self.read_values(&jsonld_texts(page, path)),
            MetaSource::Address(form) => {
                let found = page.url().and_then(|url| address_text(form, url));
                self.read_values(&found.into_iter().collect::<Vec<_>>())
            }
            MetaSource::Value(value) => vec![value.clone()],
        };
        // What the page itself says stays where a rule finds nothing.
        if !values.is_empty() {
            metadata.set(&self.field, values);
        }
    }

    /// The values in texts, each once.
    fn read_values(&self, texts: &[String]) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for text in texts {
            let parts: Vec<&str> = match &self.split {
                Some(between) => text.split(between.as_str()).collect(),
                None => vec![text],
            };
            for value in parts.into_iter().filter_map(|part| self.read_value(part)) {
                if !value.is_empty() && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }

    /// A value through the regular expression and the date format.
    fn read_value(&self, text: &str) -> Option<String> {
        // Line breaks inside of elements are layout.
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(regex) = &self.regex {
            let groups = regex.captures(&text)?;
            let all: Vec<&str> = groups.iter().skip(1).flatten().map(|g| g.as_str()).collect();
            let all = if all.is_empty() { vec![groups.get(0)?.as_str()] } else { all };
            text = all.join(" ").trim().to_owned();
        }
        match &self.format {
            Some(format) => format.read(&text),
            None => Some(text),
        }
    }
}

/// What an address says: a date of named groups, or the groups, or all that matches.
fn address_text(form: &Regex, address: &str) -> Option<String> {
    let groups = form.captures(address)?;
    let named = |name: &str| groups.name(name).map(|group| group.as_str());
    if let Some(year) = named("year") {
        let rest = ["month", "day"].into_iter().map_while(named);
        return Some(rest.fold(year.to_owned(), |date, part| format!("{date}-{part:0>2}")));
    }
    let all: Vec<&str> = groups.iter().skip(1).flatten().map(|group| group.as_str()).collect();
    Some(if all.is_empty() { groups.get(0)?.as_str().to_owned() } else { all.join(" ") })
}

/// The texts of elements, or the values of an attribute.
fn element_texts(page: &Page, css: &Selector, attr: Option<&str>) -> Vec<String> {
    let tree = page.tree();
    let text = |id: NodeId| match attr {
        None => tree.text_content(id),
        Some(name) => tree.attr_named(id, name).unwrap_or_default().to_owned(),
    };
    css.select(tree, NodeId::DOCUMENT).into_iter().map(text).collect()
}

fn jsonld_texts(page: &Page, path: &JsonPath) -> Vec<String> {
    let scripts = page.tree().jsonld().filter_map(find_json);
    let texts =
        |script| path.values(&script).into_iter().filter_map(scalar_text).collect::<Vec<_>>();
    scripts.flat_map(texts).collect()
}

impl DateFormat {
    fn compile(file: &MetaFile) -> Result<Option<Self>, Fault> {
        let Some(format) = &file.format else {
            let unused = || Fault::new("names of months need a `format`", "").below("months");
            return if file.months.is_empty() { Ok(None) } else { Err(unused()) };
        };
        // There is no other check of a format: one that cannot be written cannot be read either.
        strtime::format(format, &jiff::Zoned::default()).map_err(|error| {
            Fault::new(format!("`{format}` is no format of dates: {error}"), "").below("format")
        })?;
        if !file.months.is_empty() && file.months.len() != MONTHS as usize {
            return Err(Fault::new("a year has twelve months", "").below("months"));
        }
        // As the date parser itself writes them, because it has to read them again.
        let known = (1..=MONTHS).map(|month| date(2000, month, 1).strftime("%B").to_string());
        let mut months: Vec<(String, String)> = file.months.iter().cloned().zip(known).collect();
        // A name may begin with another one, as `červenec` with `červen`.
        months.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let months: Vec<(Regex, String)> = months
            .into_iter()
            .map(|(name, known)| {
                // Names are capitalised in some places and not in others.
                let name = format!("(?i){}", regex::escape(&name));
                Ok((regex(&name, "months")?, known))
            })
            .collect::<Result<_, Fault>>()?;
        Ok(Some(Self { format: format.clone(), months }))
    }

    /// The date in ISO 8601, with time and zone if the format has them.
    fn read(&self, text: &str) -> Option<String> {
        let found = self.months.iter().find_map(|(name, known)| Some((name.find(text)?, known)));
        let text = match found {
            Some((name, known)) => [&text[..name.start()], known, &text[name.end()..]].concat(),
            None => text.to_owned(),
        };
        let read = strtime::parse(&self.format, &text).ok()?;
        match (read.to_datetime(), read.offset()) {
            (Ok(time), Some(offset)) if read.hour().is_some() => {
                let zoned = offset.to_timestamp(time).ok()?.to_zoned(offset.to_time_zone());
                Some(zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
            }
            (Ok(time), None) if read.hour().is_some() => Some(time.to_string()),
            _ => read.to_date().ok().map(|date| date.to_string()),
        }
    }
}
