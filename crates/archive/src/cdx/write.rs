//! Lines as text.

use std::fmt::Write as _;

use super::Line;

/// The legend of the form with eleven columns: key, date, URL, media type, status, digest,
/// redirect, meta tags, length, offset, file.
pub const LEGEND_11: &str = " CDX N b a m s k r M S V g";

/// A line with eleven columns, without line end. What is not known is `-`.
pub fn cdx11(line: &Line<'_>) -> String {
    let known = |value: Option<&str>| value.filter(|v| !v.is_empty()).map_or("-".into(), column);
    let status = line.status.map(|status| status.to_string());
    // Indexes with columns mean sha1 and leave the name out.
    let digest = line.digest.as_deref().map(|d| d.strip_prefix("sha1:").unwrap_or(d));
    format!(
        "{} {} {} {} {} {} - - {} {} {}",
        key(line),
        line.timestamp,
        url_column(&line.url),
        known(line.mime.as_deref()),
        known(status.as_deref()),
        known(digest),
        line.length,
        line.offset,
        column(&line.file),
    )
}

/// A line of key, time and JSON, without line end.
pub fn cdxj(line: &Line<'_>) -> String {
    let mut text = format!("{} {} {{", key(line), line.timestamp);
    let status = line.status.map(|status| status.to_string());
    let url = column(&line.url);
    let fields = [
        ("url", Some(&*url)),
        ("mime", line.mime.as_deref()),
        ("status", status.as_deref()),
        ("digest", line.digest.as_deref()),
    ];
    for (name, value) in fields.iter().filter_map(|(name, value)| Some((name, (*value)?))) {
        let _ = write!(text, "\"{name}\": {}, ", serde_json::Value::from(value));
    }
    let file = serde_json::Value::from(&*line.file);
    let (length, offset) = (line.length, line.offset);
    let _ =
        write!(text, "\"length\": \"{length}\", \"offset\": \"{offset}\", \"filename\": {file}");
    if let Some(sent) = &line.sent {
        let (query, method) = (serde_json::Value::from(&*sent.query), sent.method);
        let _ = write!(text, ", \"requestBody\": {query}, \"method\": \"{method}\"");
    }
    text.push('}');
    text
}

/// The key as the first column. An exclamation mark at its start would make the line a remark.
fn key(line: &Line<'_>) -> String {
    // What was sent is part of the key alone: the column of the URL is as archived.
    let url = line.sent.as_ref().map(|sent| sent.url(&line.url));
    let key = column(&scutch_url::surt(url.as_deref().unwrap_or(&line.url)));
    match key.strip_prefix('!') {
        Some(rest) => format!("%21{rest}"),
        // An empty first column would shift all others.
        None if key.is_empty() => "-".to_owned(),
        None => key,
    }
}

/// A URL as the third column. A brace at its start would mean a line with JSON.
fn url_column(url: &str) -> String {
    match url.strip_prefix('{') {
        Some(rest) => format!("%7B{}", column(rest)),
        None => column(url),
    }
}

/// A value that is one column: white space in URLs and names is written as in URLs, and so are
/// characters that steer a terminal, which no URL has (RFC 3986, section 2).
fn column(value: &str) -> String {
    let is_foreign = |c: char| c.is_whitespace() || scutch_foreign::steers(c);
    if !value.contains(is_foreign) {
        return value.to_owned();
    }
    let mut out = String::with_capacity(value.len() + 8);
    for c in value.chars() {
        if is_foreign(c) {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|b| {
                let _ = write!(out, "%{b:02X}");
            });
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::Sent;

    #[test]
    fn a_column_is_one_and_no_json() {
        for (value, column_of) in [
            ("http://a.example/{b}", "http://a.example/{b}"),
            ("{\"url\":", "%7B\"url\":"),
            ("{a b", "%7Ba%20b"),
            ("a\u{202e}b", "a%E2%80%AEb"),
        ] {
            assert_eq!(url_column(value), column_of);
        }
    }

    #[test]
    fn lines_have_their_form() {
        let line = Line {
            url: "http://www.harbour.example/a b".into(),
            timestamp: "20050630120000".into(),
            mime: Some("text/html".into()),
            status: Some(200),
            digest: Some("sha1:ABC".into()),
            offset: 7,
            length: 90,
            file: "a.warc.gz".into(),
            sent: None,
        };
        assert_eq!(
            cdx11(&line),
            "example,harbour)/a%20b 20050630120000 http://www.harbour.example/a%20b text/html 200 ABC \
             - - 90 7 a.warc.gz"
        );
        assert_eq!(
            cdxj(&line),
            "example,harbour)/a%20b 20050630120000 {\"url\": \"http://www.harbour.example/a%20b\", \
             \"mime\": \"text/html\", \"status\": \"200\", \"digest\": \"sha1:ABC\", \
             \"length\": \"90\", \"offset\": \"7\", \"filename\": \"a.warc.gz\"}"
        );
        let steering = Line { url: "http://harbour.example/\u{202e}\u{9b}".into(), ..line };
        assert!(cdx11(&steering).contains(" http://harbour.example/%E2%80%AE%C2%9B text/html "));
        let line = Line { url: "http://harbour.example/find".into(), ..steering };
        let sent = Some(Sent { method: "POST", query: "b=Two&a=1".to_owned() });
        let line = Line { sent, ..line };
        assert!(cdx11(&line).starts_with(
            "example,harbour)/find?__wb_method=post&a=1&b=two 20050630120000 \
             http://harbour.example/find text/html"
        ));
        let end = "\"filename\": \"a.warc.gz\", \"requestBody\": \"b=Two&a=1\", \
                   \"method\": \"POST\"}";
        assert!(cdxj(&line).ends_with(end), "{}", cdxj(&line));
    }
}
