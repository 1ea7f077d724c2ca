//! Folders of dated files. `site.example/about/20140127171200.html` and
//! `20140127171200/site.example/about.html` are both mementos of the page `site.example/about`: the
//! first part of a path that begins with a date is the time, the rest is the page.

use std::fs;
use std::path::{Path, PathBuf};

use scutch_memento::parse_date;

use super::{Import, ImportError, unreadable};
use crate::gather::FileCapture;

/// Media types by file name extension. Of other files the content decides.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html"),
    ("htm", "text/html"),
    ("xhtml", "application/xhtml+xml"),
    ("php", "text/html"),
    ("asp", "text/html"),
    ("aspx", "text/html"),
    ("jsp", "text/html"),
    ("txt", "text/plain"),
    ("css", "text/css"),
    ("js", "text/javascript"),
    ("png", "image/png"),
    ("gif", "image/gif"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("pdf", "application/pdf"),
];
/// Files whose paths are checked before a folder counts as one without dates.
const LOOKED_AT: usize = 10_000;

/// The date and the page of a path.
#[derive(Debug, PartialEq, Eq)]
struct Dated {
    /// 8 to 14 digits, as written.
    digits: String,
    /// The path without the date.
    page: String,
}

/// Whether any file of a folder has a date in its path.
pub fn has_dates(folder: &Path) -> bool {
    let files = files(folder).unwrap_or_default();
    files.iter().take(LOOKED_AT).any(|file| dated(&relative(folder, file)).is_some())
}

/// Takes in the files of a folder. One that cannot be read is a loss, not an error.
pub(super) fn read(folder: &Path, import: &mut Import<'_>) -> Result<(), ImportError> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    for path in files(folder)? {
        let relative = relative(folder, &path);
        let Some(Dated { digits, page }) = dated(&relative) else {
            let sentence = "There is no date in the path of this file.".to_owned();
            import.loss(&relative, "file-undated", sentence);
            continue;
        };
        // `2014-01-27.html` alone is a memento of whatever its folder holds.
        let page = if page.is_empty() { name.clone().unwrap_or_default() } else { page };
        let bytes = match import.page(&path) {
            Ok(bytes) => bytes,
            Err(sentence) => {
                import.loss(&relative, "file-unreadable", sentence);
                continue;
            }
        };
        let unix_ms = moment(&digits);
        if unix_ms.is_none() {
            let sentence = format!(
                "The date {digits:?} cannot be read; the memento stands at the end of its TimeMap."
            );
            import.loss(&relative, "date-unreadable", sentence);
        }
        let capture = FileCapture {
            url: address(&page),
            unix_ms,
            written: unix_ms.is_none().then_some(digits),
            file: import.add_file(relative),
            content_type: media_type(&path),
            bytes: &bytes,
            ..FileCapture::default()
        };
        import.file(&capture)?;
    }
    Ok(())
}

/// The time of a date of 8 to 14 digits, in milliseconds since 1970.
fn moment(digits: &str) -> Option<i64> {
    // A date without a time is midnight.
    let stamp: String = digits.chars().chain("000000".chars()).take(14).collect();
    parse_date(&stamp).map(|moment| moment.unix_ms)
}

/// The media type that the file name extension says, if it says one.
fn media_type(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    TYPES.iter().find(|(known, _)| *known == extension).map(|(_, media)| *media)
}

/// The URL of a page whose path begins with a host; any other path stays as it is.
fn address(page: &str) -> String {
    let first = page.split('/').next().unwrap_or_default();
    // `index.html` has a dot and is no host; `site.example/index.html` begins with one.
    let is_host = first.contains('.') && page.contains('/') || first.matches('.').count() > 1;
    if is_host { format!("http://{page}") } else { page.to_owned() }
}

/// All files below a folder, by path bytes; symbolic links are not followed.
fn files(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let (mut found, mut pending) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).map_err(unreadable(&folder))? {
            let entry = entry.map_err(unreadable(&folder))?;
            let kind = entry.file_type().map_err(unreadable(&folder))?;
            if kind.is_dir() {
                pending.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    // By path bytes: the order in which a file system lists files is its own.
    found.sort();
    Ok(found)
}

fn relative(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned()
}

fn dated(path: &str) -> Option<Dated> {
    let parts: Vec<&str> = path.split('/').collect();
    let found = parts.iter().enumerate().find_map(|(at, part)| Some((at, date(part)?)));
    let (at, (digits, rest)) = found?;
    let is_file = at + 1 == parts.len();
    let mut page = parts;
    // What is left of a file's name is its ending alone, or the name of a page.
    if rest.is_empty() || (is_file && rest.starts_with('.')) {
        page.remove(at);
    } else {
        page[at] = rest;
    }
    Some(Dated { digits, page: page.join("/") })
}

/// The date at the beginning of a part of a path, and the rest. Dates have 8, 12 or 14 digits,
/// perhaps with `-`, `_` and `T` between them.
fn date(part: &str) -> Option<(String, &str)> {
    let bytes = part.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut digits, mut end) = (String::new(), 0);
    while digits.len() < 14 {
        if digit(end) {
            digits.push(char::from(bytes[end]));
            end += 1;
        } else if end > 0 && bytes.get(end).is_some_and(|b| b"-_T".contains(b)) && digit(end + 1) {
            end += 1;
        } else {
            break;
        }
    }
    let rest = part[end..].strip_prefix('Z').unwrap_or(&part[end..]);
    let rest = rest.trim_start_matches(['-', '_', ' ']);
    // Other lengths are numbers of something else, and so is a date with a digit behind it.
    (matches!(digits.len(), 8 | 12 | 14) && !digit(end)).then_some((digits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_pages_of_paths() {
        for (path, digits, page, url) in [
            (
                "a.example/about/20140127171200.html",
                "20140127171200",
                "a.example/about",
                "http://a.example/about",
            ),
            (
                "20140127171200/a.example/x.html",
                "20140127171200",
                "a.example/x.html",
                "http://a.example/x.html",
            ),
            ("2014-01-27T17-12-00Z.html", "20140127171200", "", ""),
            ("home/2014-01-27.html", "20140127", "home", "home"),
            ("home/20140127-index.html", "20140127", "home/index.html", "home/index.html"),
            ("home/20140127-Test.html", "20140127", "home/Test.html", "home/Test.html"),
            ("www.a.example/20149999.html", "20149999", "www.a.example", "http://www.a.example"),
        ] {
            let found = dated(path).expect(path);
            assert_eq!((found.digits.as_str(), found.page.as_str()), (digits, page), "{path}");
            assert_eq!(address(&found.page), url);
        }
        for path in ["index.html", "a/2014.html", "123456789/x.html"] {
            assert_eq!(dated(path), None, "{path}");
        }
    }
}
