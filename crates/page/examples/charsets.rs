//! Prints `charset<TAB>source` for each page named on standard input, a JSON object per line:
//! `file`, and as far as known `header` (the HTTP charset) and `tld`.

use std::io::BufRead as _;

use scutch_page::{Hints, charset};
use serde_json::Value;

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let text = |name: &str| page[name].as_str().unwrap_or_default();
        let bytes = std::fs::read(text("file"))?;
        let header = format!("text/html; charset={}", text("header"));
        let url = format!("http://site.{}/", text("tld"));
        let hints = Hints {
            url: Some(&url).filter(|_| !text("tld").is_empty()).map(String::as_str),
            http_content_type: Some(&*header).filter(|_| !text("header").is_empty()),
            ..Hints::default()
        };
        let decoded = charset::decode(&bytes, &hints);
        println!("{}\t{}", decoded.charset, decoded.source.as_str());
    }
    Ok(())
}
