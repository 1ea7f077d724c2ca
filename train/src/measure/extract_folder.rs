//! Extracts folders of pages to one JSON line per page: `extract-folder [--method ID]
//! [--tables FOLDER] FOLDER... > out.jsonl`.
//!
//! A folder holds `html/*.html`; a `gold.jsonl` beside it gives each page its URL. `--tables` scores
//! the method `page` with other models than those shipped.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use scutch_page::extract::Models;
use scutch_page::{ExtractConfig, Hints, Limits, Method, Page, Scoring, render};
use serde_json::{Value, json};

use crate::arguments::take_option;

pub(crate) const USAGE: &str = "[--method ID] [--tables FOLDER] FOLDER... > out.jsonl";

/// Writes a line per page.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let method = match take_option(&mut arguments, "--method")? {
        Some(id) => by_id(&id).with_context(|| format!("no method {id}"))?,
        None => Method::Page,
    };
    let tables = take_option(&mut arguments, "--tables")?;
    let models = tables.map(|folder| Models::read(Path::new(&folder))).transpose()?;
    let models = models.as_ref().unwrap_or_else(|| Models::shipped());
    for folder in arguments.into_iter().map(PathBuf::from) {
        let urls = urls(&folder.join("gold.jsonl"));
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder.join("html"))?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            writeln!(out, "{}", line(&file, &urls, method, models)?)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The method with an id, whatever its version.
fn by_id(id: &str) -> Option<Method> {
    Method::ALL.into_iter().find(|method| method.id().split('/').next() == Some(id))
}

fn urls(gold: &Path) -> BTreeMap<String, String> {
    let lines = fs::read_to_string(gold).unwrap_or_default();
    let lines = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let named = lines.filter_map(|line| {
        let name = Path::new(line["html_file"].as_str()?).file_name()?.to_str()?.to_owned();
        Some((name, line["url"].as_str()?.to_owned()))
    });
    named.collect()
}

fn line(
    file: &Path,
    urls: &BTreeMap<String, String>,
    method: Method,
    models: &Models,
) -> Result<Value> {
    let bytes = fs::read(file)?;
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let hints = Hints { url: urls.get(&name).map(String::as_str), ..Hints::default() };
    let page = Page::parse(&bytes, &hints, &Limits::default());
    let config = ExtractConfig::default();
    let extraction = match method {
        Method::Page => Scoring::with_models(&page, &config, models).finish(method.id()),
        _ => method.extract(&page, &config),
    };
    let metadata = page.metadata(&extraction);
    let flags = page.flags().iter().chain(&extraction.flags).map(|f| f.id());
    Ok(json!({
        "file": file.display().to_string(),
        "text": render::text(&page, &extraction),
        "all": render::text(&page, &Method::AllText.extract(&page, &config)),
        "title": metadata.title,
        "authors": metadata.authors,
        "date_published": metadata.date_published,
        "language": metadata.language,
        "flags": flags.collect::<Vec<_>>(),
    }))
}
