//! Addresses of archive pages, from templates.

use jiff::ToSpan as _;
use jiff::civil::Date;
use scutch_url::Url;

use crate::file::{Day, Fault, Many, Order, PageFile, RouteFile};

/// Addresses of a route's archive pages, as its templates give them.
#[derive(Debug, Clone, Default)]
pub struct Pages {
    templates: Vec<Template>,
    columns: Vec<String>,
    range: Option<(Date, Option<Date>)>,
    order: Order,
    months: Vec<String>,
    page: Numbers,
}

#[derive(Debug, Clone, Copy)]
struct Numbers {
    first: u32,
    max: u32,
    step: u32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { first: 1, max: u32::MAX, step: 1 }
    }
}

/// A stretch of archive pages that is read from its beginning until there is no more: all pages of
/// a day, or of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Parts of the address before and behind each page number.
    parts: Vec<String>,
    /// Address of the first page where it is another.
    start: Option<String>,
    first: u32,
    max: u32,
    step: u32,
}

impl Place {
    /// The address of a page, counted from 0; `None` behind the last one.
    pub fn page(&self, number: u32) -> Option<String> {
        if number == 0
            && let Some(start) = &self.start
        {
            return Some(start.clone());
        }
        if self.parts.len() == 1 {
            return self.parts.first().filter(|_| number == 0).cloned();
        }
        let page = self.first.checked_add(number.checked_mul(self.step)?)?;
        (page <= self.max).then(|| self.parts.join(&page.to_string()))
    }
}

#[derive(Debug, Clone)]
struct Template {
    parts: Vec<Part>,
    start: Option<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Page,
    Column,
    Date { next: bool, unit: Unit, form: Form },
}

/// Parts of a date, from the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Year,
    Month,
    Day,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Padded,
    Plain,
    Name,
}

const FIELDS: &str = "there are {year}, {month}, {day}, {next-year}, {next-month}, {next-day}, {page} \
    and {column}; {month:1} without a leading zero, {month:name} from `months`";

impl Pages {
    pub(crate) fn compile(file: &RouteFile, columns: &[String]) -> Result<Self, Fault> {
        let mut templates = Vec::new();
        let start = file.page.as_ref().and_then(|page| page.start.as_deref());
        let start = start.map(parts).transpose();
        let start = start.map_err(|fault| fault.below("start").below("page"))?;
        for (number, url) in file.url.iter().flat_map(Many::iter).enumerate() {
            let place = |fault: Fault| fault.number(number).below("url");
            let parts = parts(url).map_err(place)?;
            check(&parts, file, columns).map_err(place)?;
            templates.push(Template { parts, start: start.clone() });
        }
        if !file.months.is_empty() && file.months.len() != 12 {
            let fault = Fault::new(format!("{} months", file.months.len()), "name all twelve");
            return Err(fault.below("months"));
        }
        let range = range(file, &templates)?;
        let (order, months) = (file.order.unwrap_or_default(), file.months.clone());
        let page = numbers(file.page.as_ref()).map_err(|fault| fault.below("page"))?;
        Ok(Self { templates, columns: columns.to_vec(), range, order, months, page })
    }

    /// Whether there are no templates.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// Narrows the range of dates; pages without dates stay.
    pub(crate) fn narrow(&mut self, from: Option<Date>, to: Option<Date>) {
        if let Some((first, last)) = &mut self.range {
            *first = from.map_or(*first, |from| from.max(*first));
            *last = match (*last, to) {
                (Some(last), Some(to)) => Some(last.min(to)),
                (last, to) => last.or(to),
            };
        }
    }

    pub(crate) fn is_dated(&self) -> bool {
        self.range.is_some()
    }

    pub(crate) fn is_new_first(&self) -> bool {
        self.order == Order::NewFirst
    }

    /// The stretches of pages, in order. A range without an end ends `today`.
    pub fn places(&self, base: &Url, today: Date) -> Vec<Place> {
        let mut places = Vec::new();
        for template in &self.templates {
            let has_column = template.parts.contains(&Part::Column);
            let columns = if has_column { self.columns.as_slice() } else { &[] };
            let columns: Vec<&str> = match columns {
                [] => vec![""],
                columns => columns.iter().map(String::as_str).collect(),
            };
            for column in columns {
                for date in self.dates(unit(&template.parts), today) {
                    places.extend(self.place(template, base, column, date));
                }
            }
        }
        places
    }

    fn dates(&self, unit: Option<Unit>, today: Date) -> Vec<Option<Date>> {
        let (Some(unit), Some((from, to))) = (unit, self.range) else { return vec![None] };
        let to = to.unwrap_or(today);
        let (mut date, span) = match unit {
            Unit::Day => (from, 1.day()),
            Unit::Month => (from.first_of_month(), 1.month()),
            Unit::Year => (from.first_of_year(), 1.year()),
        };
        let mut dates = Vec::new();
        while date <= to {
            dates.push(Some(date));
            let Ok(next) = date.checked_add(span) else { break };
            date = next;
        }
        if self.order == Order::NewFirst {
            dates.reverse();
        }
        dates
    }

    fn place(
        &self,
        template: &Template,
        base: &Url,
        column: &str,
        date: Option<Date>,
    ) -> Option<Place> {
        let absolute = |text: &str| Some(base.join(text).ok()?.into_string());
        // A page number goes through resolving as digits that stand for it.
        let written = self.write(&template.parts, column, date, MARK)?;
        let parts = absolute(&written)?.split(MARK).map(str::to_owned).collect();
        let start = template.start.as_ref();
        let start = start.and_then(|parts| absolute(&self.write(parts, column, date, "")?));
        let Numbers { first, max, step } = self.page;
        Some(Place { parts, start, first, max, step })
    }

    fn write(
        &self,
        parts: &[Part],
        column: &str,
        date: Option<Date>,
        page: &str,
    ) -> Option<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Page => text.push_str(page),
                Part::Column => text.push_str(column),
                Part::Date { next, unit, form } => {
                    let date = if *next { date?.tomorrow().ok()? } else { date? };
                    text.push_str(&self.written(date, *unit, *form));
                }
            }
        }
        Some(text)
    }

    fn written(&self, date: Date, unit: Unit, form: Form) -> String {
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
                self.months.get(place).cloned().unwrap_or_default()
            }
        }
    }
}

/// Stands for a page number while an address is resolved; no site has such a number.
const MARK: &str = "90210731550126";

/// The smallest unit of dates in a template.
fn unit(parts: &[Part]) -> Option<Unit> {
    let units = parts.iter().filter_map(|part| match part {
        Part::Date { unit, .. } => Some(*unit),
        _ => None,
    });
    units.max()
}

fn parts(text: &str) -> Result<Vec<Part>, Fault> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        parts.push(Part::Text(text[at..open].to_owned()));
        let close = text[open..].find('}').map(|close| open + close);
        let close = close.ok_or_else(|| Fault::new("a bracket is not closed", FIELDS).at(open))?;
        let field = &text[open + 1..close];
        let unknown = || Fault::new(format!("there is no {{{field}}}"), FIELDS).at(open);
        parts.push(field_of(field).ok_or_else(unknown)?);
        at = close + 1;
    }
    parts.push(Part::Text(text[at..].to_owned()));
    Ok(parts)
}

fn field_of(text: &str) -> Option<Part> {
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

/// Whether a template has what the rest of the route speaks of.
fn check(parts: &[Part], file: &RouteFile, columns: &[String]) -> Result<(), Fault> {
    let has_page = parts.contains(&Part::Page);
    if file.page.is_some() && !has_page {
        return Err(Fault::new(
            "page numbers are set, but the address has no {page}",
            "put {page} where the number of the page stands",
        ));
    }
    if parts.contains(&Part::Column) && columns.is_empty() {
        return Err(Fault::new("the address has {column}, but there are none", "set `columns`"));
    }
    if unit(parts).is_some() && file.from.is_none() {
        return Err(Fault::new(
            "the address has a date, but nothing says from when",
            "set `from` to the day of the first article: from = 2013-04-13",
        ));
    }
    let named = |part: &Part| matches!(part, Part::Date { form: Form::Name, .. });
    if parts.iter().any(named) && file.months.is_empty() {
        return Err(Fault::new("months by name, but there are no names", "set `months`"));
    }
    Ok(())
}

fn range(file: &RouteFile, templates: &[Template]) -> Result<Option<(Date, Option<Date>)>, Fault> {
    let Some(Day(from)) = file.from else {
        return match file.to {
            Some(_) => {
                let fault = Fault::new("a range of dates without a beginning", "set `from`");
                Err(fault.below("to"))
            }
            None => Ok(None),
        };
    };
    if !templates.iter().any(|template| unit(&template.parts).is_some()) {
        let hint = "put {year}, {month}, {day} into the address, or take `from` away";
        return Err(Fault::new("a range of dates, but no date in the address", hint).below("from"));
    }
    let to = file.to.map(|Day(to)| to);
    if let Some(to) = to.filter(|to| *to < from) {
        let message = format!("the range ends on {to}, before it begins on {from}");
        return Err(Fault::new(message, "`from` is the older day, whatever the order").below("to"));
    }
    Ok(Some((from, to)))
}

fn numbers(file: Option<&PageFile>) -> Result<Numbers, Fault> {
    let file = file.cloned().unwrap_or_default();
    let Numbers { first, max, step } = Numbers::default();
    let numbers = Numbers {
        first: file.first.unwrap_or(first),
        max: file.max.unwrap_or(max),
        step: file.step.unwrap_or(step),
    };
    if numbers.step == 0 {
        return Err(Fault::new("a step of 0 leads nowhere", "").below("step"));
    }
    if numbers.max < numbers.first {
        return Err(Fault::new("the last page is before the first", "").below("max"));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::file::PortalFile;

    fn addresses(route: &str, per_place: u32) -> Vec<String> {
        let toml = format!("columns = ['a', 'b']\n[archive.x]\n{route}");
        let file = PortalFile::parse(&toml).unwrap_or_else(|e| panic!("{e}"));
        let pages = Pages::compile(&file.archive["x"], &file.columns).expect("a route");
        let base = Url::parse("https://x.example/start").expect("an address");
        let places = pages.places(&base, date(2020, 3, 2));
        let all = places.iter().flat_map(|place| (0..per_place).map_while(|n| place.page(n)));
        all.map(|address| address.replace("https://x.example", "")).collect()
    }

    #[test]
    fn ranges_can_be_narrowed_and_not_widened() {
        let file =
            PortalFile::parse("[archive.x]\nurl = '/{year}'\nfrom = 2015-01-01\nto = 2018-01-01");
        let file = file.expect("a file");
        let base = Url::parse("https://x.example/").expect("an address");
        for (from, to, expected) in [
            (Some(date(2017, 5, 1)), None, 2),
            (None, Some(date(2016, 1, 1)), 2),
            (Some(date(2001, 1, 1)), Some(date(2030, 1, 1)), 4),
            (Some(date(2019, 1, 1)), None, 0),
        ] {
            let mut pages = Pages::compile(&file.archive["x"], &[]).expect("a route");
            pages.narrow(from, to);
            assert_eq!(pages.places(&base, date(2020, 1, 1)).len(), expected, "{from:?} {to:?}");
        }
    }

    #[test]
    fn templates_give_addresses() {
        for (route, per_place, expected) in [
            (
                "url = '/d/{year}/{month}/{day}'\nfrom = 2020-02-28",
                9,
                "/d/2020/02/28 /d/2020/02/29 /d/2020/03/01 /d/2020/03/02",
            ),
            (
                "url = '/{year}{month:1}'\nfrom = 2019-11-30\nto = 2020-01-01\norder = 'new-first'",
                9,
                "/20201 /201912 /201911",
            ),
            (
                "url = '?f={year}-{month}-{day}&t={next-year}-{next-month}-{next-day}'\nfrom = 2019-12-31\nto = 2019-12-31",
                9,
                "/start?f=2019-12-31&t=2020-01-01",
            ),
            ("url = '/{year}'\nfrom = 2018-05-05", 9, "/2018 /2019 /2020"),
            ("url = '/p/{page}'", 3, "/p/1 /p/2 /p/3"),
            ("url = '/p/{page}'\npage = { first = 0, step = 20, max = 40 }", 9, "/p/0 /p/20 /p/40"),
            ("url = '/p/{page}/'\npage = { first = 2, max = 3, start = '/' }", 9, "/ /p/3/"),
            ("url = '/{column}/{page}'\npage.max = 2", 9, "/a/1 /a/2 /b/1 /b/2"),
            ("url = ['/x', '/y']", 9, "/x /y"),
            (
                "url = '/{month:name}'\nfrom = 2020-02-01\nto = 2020-02-01\nmonths = ['jan','feb','mar','apr','may','jun','jul','aug','sep','oct','nov','dec']",
                9,
                "/feb",
            ),
        ] {
            assert_eq!(addresses(route, per_place).join(" "), expected, "{route}");
        }
    }
}
