//! Extracts the same pages with peers from crates.io: `scutch-bench-extract PAGES OUT [PEER...]`.
//!
//! As `extract.py` beside it: PAGES holds `SET/gold.jsonl` and `SET/html/ID.html`, OUT/scutch.jsonl
//! names the charsets, OUT gets one file per peer. A page on which a peer fails has no text.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::panic::catch_unwind;
use std::path::Path;

use serde_json::{Value, json};

type Peer = fn(&str, &str) -> Result<Value, Box<dyn Error>>;

const PEERS: [(&str, Peer); 3] = [
    ("rs-trafilatura", rs_trafilatura),
    ("trafilatura-crate", trafilatura_crate),
    ("dom_smoothie", dom_smoothie),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, asked @ ..] = arguments.as_slice() else {
        return Err("usage: PAGES OUT [PEER...]".into());
    };
    std::panic::set_hook(Box::new(|_| {}));
    let pages = pages(Path::new(folder), Path::new(out))?;
    for (name, peer) in PEERS {
        if !asked.is_empty() && !asked.iter().any(|other| other == name) {
            continue;
        }
        let mut lines = BufWriter::new(File::create(Path::new(out).join(format!("{name}.jsonl")))?);
        let mut failed = 0;
        for page in &pages {
            let html = page.html(Path::new(folder))?;
            let found =
                catch_unwind(|| peer(&html, &page.url).unwrap_or_default()).unwrap_or_default();
            failed += usize::from(found.is_null());
            let mut row = if found.is_null() { json!({}) } else { found };
            row["file"] = json!(page.file);
            writeln!(lines, "{row}")?;
        }
        println!("{name}: {failed} pages failed");
    }
    Ok(())
}

fn rs_trafilatura(html: &str, url: &str) -> Result<Value, Box<dyn Error>> {
    let options = rs_trafilatura::Options { url: Some(url.to_owned()), ..Default::default() };
    let found = rs_trafilatura::extract_with_options(html, &options)?;
    let date = found.metadata.date.map(|date| date.format("%Y-%m-%d").to_string());
    let authors: Vec<String> = found.metadata.author.iter().flat_map(|a| names(a)).collect();
    let title = found.metadata.title;
    Ok(json!({ "text": found.content_text, "title": title, "authors": authors, "date": date }))
}

fn trafilatura_crate(html: &str, url: &str) -> Result<Value, Box<dyn Error>> {
    let mut options =
        trafilatura::Options::default().with_fallback(true).with_exclude_comments(true);
    if let Ok(url) = url::Url::parse(url) {
        options = options.with_url(url);
    }
    let found = trafilatura::extract(html, &options)?;
    let date = found.metadata.date.map(|date| date.to_string());
    let authors = names(&found.metadata.author);
    let title = found.metadata.title;
    Ok(json!({ "text": found.content_text, "title": title, "authors": authors, "date": date }))
}

fn dom_smoothie(html: &str, url: &str) -> Result<Value, Box<dyn Error>> {
    use dom_smoothie::{Config, Readability, TextMode};
    let config = || Some(Config { text_mode: TextMode::Formatted, ..Config::default() });
    let url = Some(url).filter(|url| !url.is_empty());
    let reader = Readability::new(html, url, config());
    let mut reader = reader.or_else(|_| Readability::new(html, None, config()))?;
    let found = reader.parse()?;
    let authors: Vec<String> = found.byline.iter().flat_map(|byline| names(byline)).collect();
    let (text, date) = (found.text_content.to_string(), found.published_time);
    Ok(json!({ "text": text, "title": found.title, "authors": authors, "date": date }))
}

fn names(authors: &str) -> Vec<String> {
    let names = authors.split(';').map(str::trim).filter(|name| !name.is_empty());
    names.map(ToOwned::to_owned).collect()
}

struct Page {
    file: String,
    url: String,
    charset: String,
}

impl Page {
    /// The text as scutch decodes it.
    fn html(&self, folder: &Path) -> Result<String, Box<dyn Error>> {
        let encoding = encoding_rs::Encoding::for_label(self.charset.as_bytes());
        let bytes = fs::read(folder.join(&self.file))?;
        Ok(encoding.unwrap_or(encoding_rs::UTF_8).decode(&bytes).0.into_owned())
    }
}

/// Every page that scutch has read, by set.
fn pages(folder: &Path, out: &Path) -> Result<Vec<Page>, Box<dyn Error>> {
    let mut charsets = HashMap::new();
    for row in rows(&out.join("scutch.jsonl"))? {
        let parts: Vec<&str> = row["file"].as_str().unwrap_or_default().rsplitn(4, '/').collect();
        let file: Vec<&str> = parts.into_iter().take(3).rev().collect();
        charsets.insert(file.join("/"), row["charset"].as_str().unwrap_or_default().to_owned());
    }
    let mut sets: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    sets.sort();
    let mut pages = Vec::new();
    for set in sets {
        let name = set.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        for gold in rows(&set.join("gold.jsonl")).unwrap_or_default() {
            let file = format!("{name}/html/{}.html", gold["id"].as_str().unwrap_or_default());
            if let Some(charset) = charsets.remove(&file) {
                let url = gold["url"].as_str().unwrap_or_default().to_owned();
                pages.push(Page { file, url, charset });
            }
        }
    }
    Ok(pages)
}

fn rows(path: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    // Python writes NaN for a value it does not have, which is no JSON.
    let lines = text.lines().map(|line| line.replace(": NaN", ": null"));
    Ok(lines.map(|line| serde_json::from_str(&line)).collect::<Result<_, _>>()?)
}
