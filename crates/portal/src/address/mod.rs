//! Addresses of archive pages, made from templates.

mod template;

use jiff::ToSpan as _;
use jiff::civil::Date;
use scutch_url::Url;

use self::template::{Template, Unit, Values};
use crate::file::{Day, Fault, OneOrMany, Order, PageFile, RouteFile};

/// The archive pages of a route whose addresses its templates give.
#[derive(Debug, Clone, Default)]
pub struct ArchivePages {
    templates: Vec<PageTemplate>,
    columns: Vec<String>,
    range: Option<(Date, Option<Date>)>,
    order: Order,
    months: Vec<String>,
    numbers: PageNumbers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageNumbers {
    first: u32,
    max: u32,
    step: u32,
}

impl Default for PageNumbers {
    fn default() -> Self {
        Self { first: 1, max: u32::MAX, step: 1 }
    }
}

/// A range of archive pages that is read from its first page to its end: all pages of a day, or of
/// a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveRange {
    /// Parts of the address around each page number; a single part without numbers.
    parts: Vec<String>,
    /// Address of the first page if it has no number.
    start: Option<String>,
    numbers: PageNumbers,
    /// Number of the column among those of the portal, if the address has one.
    pub column: Option<usize>,
}

impl ArchiveRange {
    /// The address of a page, counted from 0; `None` after the last one.
    pub fn page(&self, index: u32) -> Option<String> {
        if index == 0
            && let Some(start) = &self.start
        {
            return Some(start.clone());
        }
        // Without {page} in the template there is a single page.
        if self.parts.len() == 1 {
            return self.parts.first().filter(|_| index == 0).cloned();
        }
        let PageNumbers { first, max, step } = self.numbers;
        let page = first.checked_add(index.checked_mul(step)?)?;
        (page <= max).then(|| self.parts.join(&page.to_string()))
    }

    /// How many pages there are; `None` where their numbers have no end.
    pub fn pages(&self) -> Option<u32> {
        if self.parts.len() == 1 {
            return Some(1);
        }
        let PageNumbers { first, max, step } = self.numbers;
        let is_bounded = max < u32::MAX;
        is_bounded.then(|| max.checked_sub(first).map_or(0, |span| span / step + 1))
    }
}

/// The template of a route's pages, and that of a first page without number.
#[derive(Debug, Clone)]
struct PageTemplate {
    pages: Template,
    start: Option<Template>,
}

impl ArchivePages {
    /// Compiles the templates of a route.
    pub(crate) fn compile(file: &RouteFile, columns: &[String]) -> Result<Self, Fault> {
        let mut templates = Vec::new();
        let start = file.page.as_ref().and_then(|page| page.start.as_deref());
        let start = start.map(Template::parse).transpose();
        let start = start.map_err(|fault| fault.below("start").below("page"))?;
        for (number, url) in file.url.iter().flat_map(OneOrMany::iter).enumerate() {
            let locate = |fault: Fault| fault.number(number).below("url");
            let pages = Template::parse(url).map_err(locate)?;
            check_template(&pages, file, columns).map_err(locate)?;
            templates.push(PageTemplate { pages, start: start.clone() });
        }
        if !file.months.is_empty() && file.months.len() != 12 {
            let fault = Fault::new(format!("{} months", file.months.len()), "name all twelve");
            return Err(fault.below("months"));
        }
        let range = date_range(file, &templates)?;
        let (order, months) = (file.order.unwrap_or_default(), file.months.clone());
        let numbers = page_numbers(file.page.as_ref()).map_err(|fault| fault.below("page"))?;
        Ok(Self { templates, columns: columns.to_vec(), range, order, months, numbers })
    }

    /// Whether there are no templates.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// Regular expressions for path and query of the addresses that the templates give.
    pub(crate) fn forms(&self, base: &Url) -> Vec<String> {
        let templates = self.templates.iter();
        let all = templates.flat_map(|template| [Some(&template.pages), template.start.as_ref()]);
        all.flatten().map(|template| template.form(base, &self.columns)).collect()
    }

    /// Narrows the range of dates. It is never widened: outside it, the site has no pages.
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

    /// The ranges of pages in order. A range of dates without an end ends `today`.
    pub fn ranges(&self, base: &Url, today: Date) -> Vec<ArchiveRange> {
        let mut ranges = Vec::new();
        for template in &self.templates {
            let has_column = template.pages.has_column();
            let columns: Vec<Option<usize>> = match has_column {
                true => (0..self.columns.len()).map(Some).collect(),
                // Once, for a template without columns.
                false => vec![None],
            };
            for column in columns {
                for date in self.dates(template.pages.smallest_unit(), today) {
                    ranges.extend(self.range(template, base, column, date));
                }
            }
        }
        ranges
    }

    /// The dates of a range in steps of a unit; a single `None` for templates without dates.
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
            // The calendar ends with the year 9999.
            let Ok(next) = date.checked_add(span) else { break };
            date = next;
        }
        if self.order == Order::NewFirst {
            // At the end, so that months are counted from `from` in either order.
            dates.reverse();
        }
        dates
    }

    fn range(
        &self,
        template: &PageTemplate,
        base: &Url,
        column: Option<usize>,
        date: Option<Date>,
    ) -> Option<ArchiveRange> {
        let absolute = |text: &str| Some(base.join(text).ok()?.into_string());
        // Resolving could escape or move a placeholder, so digits stand for the page number
        // meanwhile.
        let name = column.map_or("", |number| self.columns[number].as_str());
        let values = Values { column: name, date, months: &self.months, page: PAGE_PLACEHOLDER };
        let text = template.pages.fill(values)?;
        let parts = absolute(&text)?.split(PAGE_PLACEHOLDER).map(str::to_owned).collect();
        let start = template.start.as_ref();
        let start = start.and_then(|start| absolute(&start.fill(Values { page: "", ..values })?));
        Some(ArchiveRange { parts, start, numbers: self.numbers, column })
    }
}

/// Stands for a page number while an address is resolved. No site has such a number.
const PAGE_PLACEHOLDER: &str = "90210731550126";

/// Checks a template against the other keys of its route.
fn check_template(template: &Template, file: &RouteFile, columns: &[String]) -> Result<(), Fault> {
    // A forgotten {page} would read one address without end.
    if file.page.is_some() && !template.has_page() {
        return Err(Fault::new(
            "page numbers are set, but the address has no {page}",
            "put {page} where the number of the page stands",
        ));
    }
    if template.has_column() && columns.is_empty() {
        return Err(Fault::new("the address has {column}, but there are none", "set `columns`"));
    }
    if template.smallest_unit().is_some() && file.from.is_none() {
        return Err(Fault::new(
            "the address has a date, but nothing says from when",
            "set `from` to the day of the first article: from = 2013-04-13",
        ));
    }
    if template.has_month_names() && file.months.is_empty() {
        return Err(Fault::new("months by name, but there are no names", "set `months`"));
    }
    Ok(())
}

fn date_range(
    file: &RouteFile,
    templates: &[PageTemplate],
) -> Result<Option<(Date, Option<Date>)>, Fault> {
    let Some(Day(from)) = file.from else {
        return match file.to {
            Some(_) => {
                let fault = Fault::new("a range of dates without a beginning", "set `from`");
                Err(fault.below("to"))
            }
            None => Ok(None),
        };
    };
    if !templates.iter().any(|template| template.pages.smallest_unit().is_some()) {
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

fn page_numbers(file: Option<&PageFile>) -> Result<PageNumbers, Fault> {
    let file = file.cloned().unwrap_or_default();
    let PageNumbers { first, max, step } = PageNumbers::default();
    let numbers = PageNumbers {
        first: file.first.unwrap_or(first),
        max: file.max.unwrap_or(max),
        step: file.step.unwrap_or(step),
    };
    // One page would be read without end.
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

    fn addresses(route: &str, per_range: u32) -> Vec<String> {
        let toml = format!("columns = ['a', 'b']\n[archive.x]\n{route}");
        let file = PortalFile::parse(&toml).unwrap_or_else(|e| panic!("{e}"));
        let pages = ArchivePages::compile(&file.archive["x"], &file.columns).expect("a route");
        let base = Url::parse("https://x.example/start").expect("an address");
        let ranges = pages.ranges(&base, date(2020, 3, 2));
        let all = ranges.iter().flat_map(|range| (0..per_range).map_while(|n| range.page(n)));
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
            let mut pages = ArchivePages::compile(&file.archive["x"], &[]).expect("a route");
            pages.narrow(from, to);
            assert_eq!(pages.ranges(&base, date(2020, 1, 1)).len(), expected, "{from:?} {to:?}");
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
