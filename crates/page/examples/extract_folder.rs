//! Extracts folders of pages to one JSON line per page: `extract_folder [--method ID] [--tables FOLDER]
//! FOLDER... > out.jsonl`.
//!
//! A folder holds `html/*.html`; a `gold.jsonl` beside it gives each page its URL. `--tables` scores
//! the method `page` with other models than those shipped.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use scutch_page::extract::Models;
use scutch_page::{ExtractConfig, Hints, Limits, Method, Page, Scoring, render};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut method = Method::Page;
    if args.first().is_some_and(|arg| arg == "--method") {
        let named =
            |method: &Method| method.id().split('/').next() == args.get(1).map(String::as_str);
        method = Method::ALL.into_iter().find(named).unwrap_or(Method::Page);
        args.drain(..2.min(args.len()));
    }
    let mut models = None;
    if args.first().is_some_and(|arg| arg == "--tables") {
        models = Some(Models::read(Path::new(args.get(1).map_or("", String::as_str)))?);
        args.drain(..2.min(args.len()));
    }
    let models = models.as_ref().unwrap_or_else(|| Models::shipped());
    for folder in args.into_iter().map(PathBuf::from) {
        let urls = urls(&folder.join("gold.jsonl"));
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder.join("html"))?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            writeln!(out, "{}", line(&file, &urls, method, models)?)?;
        }
    }
    out.flush()
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
) -> std::io::Result<Value> {
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
