//! Times our parser beside html5ever on the same pages, in alternating rounds of one process:
//!
//!     scutch-bench-html [--rounds N] FILE|FOLDER...
//!
//! html5ever fills the tree that our tests compare with: linked nodes in one array. What is compared
//! is the CPU time of the thread. Pages that are no UTF-8 are left out and counted.

#[allow(dead_code)]
#[path = "../../../../crates/html/tests/it/oracle.rs"]
mod oracle;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use scutch_html::{Options, Source, Syntax, TextMode, Token, TokenSink, Tokenizer};

/// Counts tokens, and switches the tokenizer as a document without errors would.
#[derive(Default)]
struct Count(usize);

impl TokenSink for Count {
    fn token(&mut self, source: &Source<'_>, token: Token<'_>) -> TextMode {
        self.0 += 1;
        let Token::Start(tag) = token else { return TextMode::Data };
        match source.names().text(tag.name) {
            "script" => TextMode::Script,
            "style" | "iframe" | "noembed" | "noframes" | "xmp" => TextMode::Rawtext,
            "title" | "textarea" => TextMode::Rcdata,
            _ => TextMode::Data,
        }
    }

    fn is_in_foreign(&self) -> bool {
        false
    }
}

/// What is timed: a name, and a run over a page that returns a size, so that nothing is left out.
type Subject = (&'static str, fn(&str) -> usize);

const SUBJECTS: [Subject; 3] = [
    ("scutch-html, tree", |html| scutch_html::parse(html, &Options::default()).len()),
    ("scutch-html, tokens", |html| {
        let mut tokenizer = Tokenizer::new(html, Syntax::Html, 1024, Count::default());
        tokenizer.run();
        tokenizer.sink().0
    }),
    ("html5ever, tree", |html| oracle::parse(html, false).nodes.borrow().len()),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut rounds = 5;
    let mut pages = Vec::new();
    let mut skipped = 0;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--rounds" {
            rounds = arguments.next().ok_or("--rounds needs a number")?.parse()?;
            continue;
        }
        for path in files(PathBuf::from(argument))? {
            match String::from_utf8(fs::read(path)?) {
                Ok(html) => pages.push(html),
                Err(_) => skipped += 1,
            }
        }
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    if bytes == 0 {
        return Err("no pages".into());
    }
    println!("{} pages, {bytes} bytes, {skipped} left out", pages.len());
    let mut times = [const { Vec::new() }; SUBJECTS.len()];
    for round in 0..=rounds {
        for ((_, run), times) in SUBJECTS.iter().zip(&mut times) {
            let start = cpu_nanoseconds()?;
            let size: usize = pages.iter().map(|page| run(page)).sum();
            let time = cpu_nanoseconds()? - start;
            assert!(std::hint::black_box(size) > 0);
            // The first is for warming up.
            if round > 0 {
                times.push(time as f64);
            }
        }
    }
    let peer: Vec<f64> = times[SUBJECTS.len() - 1].clone();
    for ((name, _), times) in SUBJECTS.iter().zip(&times) {
        let ratios: Vec<f64> = peer.iter().zip(times).map(|(peer, own)| peer / own).collect();
        let (least, most) =
            (least(&ratios), -least(&ratios.iter().map(|r| -r).collect::<Vec<_>>()));
        println!(
            "{name}: {:.1} MB/s, {:.2}x html5ever ({least:.2} to {most:.2})",
            bytes as f64 * 1e3 / median(times),
            median(&ratios),
        );
    }
    let options = Options::default();
    let trees: Vec<_> = pages.iter().map(|page| scutch_html::parse(page, &options)).collect();
    let nodes: usize = trees.iter().map(scutch_html::Tree::len).sum();
    let memory: usize = trees.iter().map(scutch_html::Tree::memory).sum();
    println!("{nodes} nodes, {:.1} bytes a node beside the page", memory as f64 / nodes as f64);
    Ok(())
}

/// A file, or the files below a folder, sorted.
fn files(path: PathBuf) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !path.is_dir() {
        return Ok(vec![path]);
    }
    let mut inner = Vec::new();
    for entry in fs::read_dir(path)? {
        inner.push(entry?.path());
    }
    inner.sort();
    let mut all = Vec::new();
    for path in inner {
        if path.is_dir() || path.extension().is_some_and(|kind| kind == "html") {
            all.extend(files(path)?);
        }
    }
    Ok(all)
}

/// CPU time of this thread (Linux).
fn cpu_nanoseconds() -> Result<u64, Box<dyn Error>> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().ok_or("no time")?.parse()?)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}
