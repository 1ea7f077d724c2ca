//! Text as lines. What is wrong with a line is an item of the stream, and reading goes on.

use std::io::{BufRead, ErrorKind};

use serde_json::Value;

use super::Line;

/// Longest line read; the rest of a longer one is passed over.
const LONGEST: usize = 1 << 20;
/// Columns of lines without legend, by their number.
const UNNAMED: &[(usize, &str)] = &[(9, "NbamskrVg"), (10, "NbamskrMVg"), (11, "NbamskrMSVg")];
/// What a legend must name, by the letters that do: URL, date, offset, file.
const DEMANDED: [&[char]; 4] = [&['a', 'N'], &['b'], &['V', 'v'], &['g']];

/// A line that says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub fault: LineFault,
}

scutch_url::reasons! {
    /// What is wrong with a line.
    pub enum LineFault {
        Unreadable = "index-unreadable", "The index cannot be read on.";
        TooLong = "index-line-too-long", "The line of the index is longer than a mebibyte.";
        Encoding = "index-line-encoding", "The line of the index is not UTF-8.";
        Legend = "index-legend-unknown",
            "The legend of the index names no column for the URL, the date, the offset or the \
             file.";
        Columns = "index-line-columns",
            "The line of the index has not as many columns as its legend.";
        Json = "index-line-json",
            "The line of the index holds no JSON object, or one nested too deeply.";
        Incomplete = "index-line-incomplete",
            "The line of the index lacks a URL, a date, an offset or a file.";
        Number = "index-line-number",
            "An offset, length or date in the line of the index is no number.";
    }
}

/// The lines of an index.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    legend: Option<String>,
    /// The legend was not understood: nothing more is.
    broken: bool,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads an index; its form shows in its lines.
    pub fn new(input: R) -> Self {
        Self { input, legend: None, broken: false, number: 0 }
    }

    /// Number of the last line read, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line; `None` at the end of the input.
    fn next_text(&mut self) -> Option<Result<String, LineFault>> {
        let mut bytes = Vec::new();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) if self.broken => return None,
                Err(_) => {
                    self.broken = true;
                    return Some(Err(LineFault::Unreadable));
                }
            };
            if chunk.is_empty() {
                if bytes.is_empty() {
                    return None;
                }
                break;
            }
            let end = memchr::memchr(b'\n', chunk);
            let taken = end.map_or(chunk.len(), |end| end + 1);
            // One byte over the cap is enough to know.
            let room = (LONGEST + 1).saturating_sub(bytes.len());
            bytes.extend_from_slice(&chunk[..taken.min(room)]);
            self.input.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if bytes.len() > LONGEST {
            return Some(Err(LineFault::TooLong));
        }
        Some(String::from_utf8(bytes).map_err(|_| LineFault::Encoding))
    }

    fn line(&mut self, text: &str) -> Option<Result<Line<'static>, LineFault>> {
        let trimmed = text.trim_end_matches(['\r', '\n']);
        if let Some(legend) = legend(trimmed) {
            self.broken = !DEMANDED.iter().all(|letters| legend.contains(*letters));
            self.legend = Some(legend);
            return self.broken.then_some(Err(LineFault::Legend));
        }
        if trimmed.trim().is_empty() || trimmed.starts_with('!') {
            return None;
        }
        Some(if trimmed.contains('{') && is_cdxj(trimmed) {
            from_json(trimmed)
        } else {
            from_columns(trimmed, self.legend.as_deref())
        })
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line<'static>, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.broken {
                return None;
            }
            let text = self.next_text()?;
            self.number += 1;
            let line = match text {
                Ok(text) => self.line(&text),
                Err(fault) => Some(Err(fault)),
            };
            if let Some(line) = line {
                return Some(line.map_err(|fault| LineError { line: self.number, fault }));
            }
        }
    }
}

/// ` CDX N b a ...`: the letters, the delimiter being what comes before `CDX`.
fn legend(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let delimiter = chars.next().filter(|c| !c.is_alphanumeric())?;
    let letters = chars.as_str().strip_prefix("CDX")?.strip_prefix(delimiter)?;
    Some(letters.split(delimiter).collect())
}

fn is_cdxj(text: &str) -> bool {
    let mut words = text.splitn(3, ' ');
    let (_, date) = (words.next(), words.next().unwrap_or_default());
    // The form shows in the line: files of both forms are put together with `cat`.
    let digits = !date.is_empty() && date.bytes().all(|b| b.is_ascii_digit());
    digits && words.next().is_some_and(|json| json.trim_start().starts_with('{'))
}

fn from_json(text: &str) -> Result<Line<'static>, LineFault> {
    let mut words = text.splitn(3, ' ');
    let (Some(key), Some(date), Some(json)) = (words.next(), words.next(), words.next()) else {
        return Err(LineFault::Columns);
    };
    let fields: Value = serde_json::from_str(json).map_err(|_| LineFault::Json)?;
    let text = |name: &str| match &fields[name] {
        Value::String(text) if !text.is_empty() && text != "-" => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    // A key of its own is better than no URL.
    // pywb and the CDX server of the Internet Archive name it differently.
    let url = text("url").or_else(|| text("original")).unwrap_or_else(|| key.to_owned());
    build(Columns {
        url: Some(url),
        date: Some(date.to_owned()),
        mime: text("mime"),
        status: text("status"),
        digest: text("digest"),
        offset: text("offset"),
        length: text("length"),
        file: text("filename"),
    })
}

fn from_columns(text: &str, legend: Option<&str>) -> Result<Line<'static>, LineFault> {
    let values: Vec<&str> = text.split([' ', '\t']).filter(|value| !value.is_empty()).collect();
    let unnamed = UNNAMED.iter().find(|(count, _)| *count == values.len());
    let legend = legend.or(unnamed.map(|(_, legend)| *legend)).ok_or(LineFault::Columns)?;
    if legend.chars().count() != values.len() {
        return Err(LineFault::Columns);
    }
    let column = |letter: char| {
        let place = legend.chars().position(|l| l == letter)?;
        Some(values[place].to_owned()).filter(|value| value != "-")
    };
    build(Columns {
        url: column('a').or_else(|| column('N')),
        date: column('b'),
        mime: column('m'),
        status: column('s'),
        digest: column('k'),
        offset: column('V').or_else(|| column('v')),
        length: column('S'),
        file: column('g'),
    })
}

/// The columns of a line as text.
struct Columns {
    url: Option<String>,
    date: Option<String>,
    mime: Option<String>,
    status: Option<String>,
    digest: Option<String>,
    offset: Option<String>,
    length: Option<String>,
    file: Option<String>,
}

fn build(columns: Columns) -> Result<Line<'static>, LineFault> {
    let (Some(url), Some(date), Some(offset), Some(file)) =
        (columns.url, columns.date, columns.offset, columns.file)
    else {
        return Err(LineFault::Incomplete);
    };
    // A year at least; milliseconds at most.
    if !(4..=17).contains(&date.len()) || !date.bytes().all(|b| b.is_ascii_digit()) {
        return Err(LineFault::Number);
    }
    let offset = offset.parse().map_err(|_| LineFault::Number)?;
    let length = columns.length.map_or(Ok(0), |n| n.parse()).map_err(|_| LineFault::Number)?;
    Ok(Line {
        url: url.into(),
        timestamp: date.into(),
        mime: columns.mime.map(Into::into),
        status: columns.status.and_then(|status| status.parse().ok()),
        digest: columns.digest.map(Into::into),
        offset,
        length,
        file: file.into(),
        sent: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Seen = Result<(String, u64, String), (u64, LineFault)>;

    fn read(text: &str) -> Vec<Seen> {
        let lines = Lines::new(text.as_bytes());
        lines
            .map(|line| {
                let line = line.map_err(|e| (e.line, e.fault))?;
                Ok((line.url.into_owned(), line.offset, line.file.into_owned()))
            })
            .collect()
    }

    #[test]
    fn every_form_is_read() {
        let found = Ok(("http://a.example/".to_owned(), 7, "x.warc".to_owned()));
        for text in [
            " CDX N b a m s k r M S V g\nkey 2005 http://a.example/ text/html 200 K - - 9 7 x.warc\n",
            " CDX a b a m s k r M V g u\nhttp://a.example/ 2005 http://a.example/ text/html 200 K - - 7 \
             x.warc <urn:x>\n",
            "key 2005 http://a.example/ text/html 200 K - 7 x.warc\n",
            "key 2005 http://a.example/ text/html 200 K - - 7 x.warc",
            "!OpenWayback-CDXJ 1.0\nkey 2005 {\"url\": \"http://a.example/\", \"offset\": 7, \
             \"filename\": \"x.warc\"}\n",
        ] {
            assert_eq!(read(text), std::slice::from_ref(&found), "{text}");
        }
    }

    #[test]
    fn faults_are_items_and_reading_goes_on() {
        let deep = format!("k 2005 {{\"a\":{}{}}}", "[".repeat(500), "]".repeat(500));
        let text = format!(
            "one two\n\n{deep}\nk 2005 {{\"url\"\nk 2005 {{\"url\":\"u\"}}\n\
             k 2005 http://a.example/ text/html 200 K - x x.warc\n{}\n\
             k 2005 http://a.example/ text/html 200 K - 3 x.warc\n",
            "y".repeat(2 << 20)
        );
        let found = read(&text);
        let faults: Vec<_> = found.iter().filter_map(|f| f.as_ref().err().copied()).collect();
        use LineFault::{Columns, Incomplete, Json, Number, TooLong};
        let expected =
            [(1, Columns), (3, Json), (4, Json), (5, Incomplete), (6, Number), (7, TooLong)];
        assert_eq!(faults, expected);
        assert_eq!(found.len(), faults.len() + 1);
    }

    #[test]
    fn an_unknown_legend_ends_the_index() {
        assert_eq!(read(" CDX N b ? g\nk 2005 u x\n"), [Err((1, LineFault::Legend))]);
    }
}
