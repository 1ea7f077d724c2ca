//! Measures pages whose type is known, for the trees that tell the type of a page.
//!
//! `page-types FOLDER OUT [SET...]` reads `FOLDER/SET/gold.jsonl` (`url, html_file`, and `text` and
//! `page_type` where they are known) and the pages beside it. OUT gets the features of each page in
//! five forms: as it is, without its address, in the markup of old, cut down to a few lines, and
//! broken off. `page_types.py OUT --write DATA --folds FIT` grows the trees from them, and the trees
//! of each fold for `blocks`.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use scutch_page::extract::fitting;
use scutch_page::{Hints, Limits, Page};
use serde_json::Value;

use crate::arguments::Unusable;
use crate::folds::{fold, hash};
use crate::forms::{archaic, short};

pub(crate) const USAGE: &str = "FOLDER OUT [SET...]";

/// The set whose pages all have a type; it is read where none is named.
const TYPED: &str = "wcxb";

/// Writes the features of every form of every page.
pub(crate) fn run(arguments: Vec<String>) -> Result<()> {
    let [folder, out, named @ ..] = &arguments[..] else { return Err(Unusable.into()) };
    let (folder, out) = (PathBuf::from(folder), PathBuf::from(out));
    let sets = if named.is_empty() { &[TYPED.to_owned()] } else { named };
    fs::create_dir_all(&out)?;
    let mut rows = BufWriter::new(File::create(out.join("rows.f32"))?);
    let mut pages = BufWriter::new(File::create(out.join("pages.tsv"))?);
    let empty = Page::parse(b"", &Hints::default(), &Limits::default());
    fs::write(out.join("names.txt"), fitting::measure_type(&empty).0.join("\n"))?;
    for set in sets {
        let gold = folder.join(set).join("gold.jsonl");
        let gold = fs::read_to_string(&gold).with_context(|| gold.display().to_string())?;
        for line in gold.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let text = |name: &str| line[name].as_str().unwrap_or_default();
            let (url, file) = (text("url"), text("html_file"));
            let bytes = fs::read(folder.join(set).join(file))?;
            let (kind, fold) = (text("page_type"), fold(url));
            for (form, page) in forms(&bytes, url, file, text("text")) {
                for value in fitting::measure_type(&page).1 {
                    rows.write_all(&value.to_le_bytes())?;
                }
                writeln!(pages, "{set}\t{file}\t{kind}\t{fold}\t{form}")?;
            }
        }
    }
    rows.flush()?;
    pages.flush()?;
    Ok(())
}

/// A page in all forms, by name; its file name is the seed of what is drawn at random.
fn forms(bytes: &[u8], url: &str, file: &str, text: &str) -> [(&'static str, Page); 5] {
    let parse = |bytes: &[u8], url| {
        Page::parse(bytes, &Hints { url, ..Hints::default() }, &Limits::default())
    };
    let seed = hash(file);
    let whole = parse(bytes, Some(url));
    let old = archaic::markup(&whole, seed);
    let short = short::markup(&whole, text, seed);
    // Half of the small pages have no address: it would outweigh the little they hold.
    let given = seed.is_multiple_of(2).then_some(url);
    [
        ("no-address", parse(bytes, None)),
        ("old", parse(old.as_bytes(), Some(url))),
        ("short", parse(short.as_bytes(), given)),
        ("cut", parse(short::beginning(bytes, seed), given)),
        ("whole", whole),
    ]
}
