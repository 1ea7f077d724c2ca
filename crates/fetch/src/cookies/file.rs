//! Files of cookies as Netscape wrote them, which browsers' extensions and curl export.

use super::cookie::Cookie;

/// Why a file of cookies cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct CookieFileError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: &'static str,
}

/// How lines of cookies begin that scripts of a page do not see: no comment.
const HTTP_ONLY: &str = "#HttpOnly_";

impl Cookie {
    /// Parses a file: domain, whether hosts below it count, path, whether for https alone, end in
    /// seconds since 1970 (0: with the run), name and value, with tabs between them.
    ///
    /// # Errors
    /// When a line is no cookie.
    pub fn parse_file(text: &str) -> Result<Vec<Self>, CookieFileError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut cookies = Vec::new();
        for (line, written) in (1..).zip(text.lines()) {
            let written = written.strip_prefix(HTTP_ONLY).unwrap_or(written);
            if written.trim().is_empty() || written.starts_with('#') {
                continue;
            }
            let cookie = Self::from_line(written).map_err(|cause| CookieFileError { line, cause });
            cookies.push(cookie?);
        }
        Ok(cookies)
    }

    fn from_line(line: &str) -> Result<Self, &'static str> {
        let fields: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        let [domain, below, path, secure, end, name, value] = fields[..] else {
            return Err("not seven fields with tabs between them");
        };
        let is_true = |field: &str| match field {
            "TRUE" => Ok(true),
            "FALSE" => Ok(false),
            _ => Err("neither TRUE nor FALSE"),
        };
        let bare = domain.strip_prefix('.').unwrap_or(domain).to_ascii_lowercase();
        if bare.is_empty()
            || name.is_empty()
            || line.contains(|c: char| c.is_control() && c != '\t')
        {
            return Err("no domain, no name, or control characters");
        }
        if !path.starts_with('/') {
            return Err("the path does not begin with a slash");
        }
        // Some programs write fractions of a second.
        let seconds: i64 =
            end.split('.').next().unwrap_or_default().parse().map_err(|_| NO_TIME)?;
        Ok(Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: bare,
            host_only: !is_true(below)?,
            path: path.to_owned(),
            secure: is_true(secure)?,
            expires: (seconds != 0).then(|| seconds.saturating_mul(1000)),
        })
    }
}

const NO_TIME: &str = "the end is no number of seconds since 1970";

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Netscape HTTP Cookie File\n\n.paper.hu\tTRUE\t/\tFALSE\t0\tconsent\tyes\r\n\
        #HttpOnly_www.paper.hu\tFALSE\t/a\tTRUE\t2000000000\tsid\t\n";

    #[test]
    fn files_of_browsers_are_read() {
        let cookies = Cookie::parse_file(FILE).expect("a file");
        let shown: Vec<_> = cookies
            .iter()
            .map(|c| (c.name.as_str(), c.domain.as_str(), c.host_only, c.secure, c.expires))
            .collect();
        let expected = [
            ("consent", "paper.hu", false, false, None),
            ("sid", "www.paper.hu", true, true, Some(2_000_000_000_000)),
        ];
        assert_eq!(shown, expected);
        assert_eq!((cookies[0].value.as_str(), cookies[1].value.as_str()), ("yes", ""));
    }

    #[test]
    fn what_is_no_cookie_is_refused_with_its_line() {
        for (line, cause) in [
            ("paper.hu", "not seven fields"),
            ("paper.hu\tYES\t/\tFALSE\t0\ta\tb", "neither TRUE"),
            ("paper.hu\tTRUE\t/\t1\t0\ta\tb", "neither TRUE"),
            ("paper.hu\tTRUE\tx\tFALSE\t0\ta\tb", "the path"),
            ("paper.hu\tTRUE\t/\tFALSE\tnever\ta\tb", "the end"),
            ("\tTRUE\t/\tFALSE\t0\ta\tb", "no domain"),
            ("paper.hu\tTRUE\t/\tFALSE\t0\t\tb", "no domain, no name"),
            ("paper.hu\tTRUE\t/\tFALSE\t0\ta\tb\u{1}", "no domain, no name, or control"),
        ] {
            let error = Cookie::parse_file(&format!("# c\n{line}\n")).expect_err(line);
            assert_eq!(error.line, 2, "{line}");
            assert!(error.cause.starts_with(cause), "{line}: {error}");
        }
    }
}
