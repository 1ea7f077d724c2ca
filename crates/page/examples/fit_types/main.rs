//! Measures pages whose type is known, for the trees that tell the type of a page.
//!
//! `fit_types FOLDER OUT [SET...]` reads `FOLDER/SET/gold.jsonl` (`url, html_file`, and `text` and `page_type`
//! where they are known) and the pages beside it. OUT gets the features of each page in five forms: as it is, as if
//! nobody knew its address, in the markup of old, cut down to a few lines, and cut off somewhere.
//! `page_types.py OUT --write DATA --folds FIT` grows the trees from them, and those of each fold for `fit`.

#[path = "../fit/archaic.rs"]
mod archaic;
#[path = "../fit/folds.rs"]
mod folds;
mod short;

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use folds::{fold, hash};
use scutch_page::extract::fitting;
use scutch_page::{Hints, Limits, Page};
use serde_json::Value;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(out)) = (args.next(), args.next()) else {
        eprintln!("usage: fit_types FOLDER OUT [SET...]");
        std::process::exit(2);
    };
    let (folder, out) = (PathBuf::from(folder), PathBuf::from(out));
    let named: Vec<String> = args.collect();
    let sets = if named.is_empty() { vec!["wcxb".to_owned()] } else { named };
    fs::create_dir_all(&out)?;
    let mut rows = BufWriter::new(File::create(out.join("rows.f32"))?);
    let mut pages = BufWriter::new(File::create(out.join("pages.tsv"))?);
    let empty = Page::parse(b"", &Hints::default(), &Limits::default());
    fs::write(out.join("names.txt"), fitting::measure_type(&empty).0.join("\n"))?;
    for set in &sets {
        let gold = fs::read_to_string(folder.join(set).join("gold.jsonl"))?;
        for line in gold.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let text = |name: &str| line[name].as_str().unwrap_or_default();
            let (url, file) = (text("url"), text("html_file"));
            let bytes = fs::read(folder.join(set).join(file))?;
            let parse = |bytes: &[u8], url| {
                Page::parse(bytes, &Hints { url, ..Hints::default() }, &Limits::default())
            };
            let whole = parse(&bytes, Some(url));
            let old = archaic::markup(&whole, hash(file));
            let short = short::markup(&whole, text("text"), hash(file));
            // Of small pages every other one has an address.
            let given = (hash(file) % 2 == 0).then_some(url);
            let (kind, fold) = (text("page_type"), fold(url));
            for (form, page) in [
                ("no-address", parse(&bytes, None)),
                ("old", parse(old.as_bytes(), Some(url))),
                ("short", parse(short.as_bytes(), given)),
                ("cut", parse(short::beginning(&bytes, hash(file)), given)),
                ("whole", whole),
            ] {
                for value in fitting::measure_type(&page).1 {
                    rows.write_all(&value.to_le_bytes())?;
                }
                writeln!(pages, "{set}\t{file}\t{kind}\t{fold}\t{form}")?;
            }
        }
    }
    Ok(())
}
