//! Times each stage over files held in memory: `stages FILE...` prints MB/s and pages/s per stage.

use std::time::{Duration, Instant};

use scutch_page::{ExtractConfig, Hints, Limits, Page, Tree, charset, extract, render};

fn main() {
    let pages: Vec<Vec<u8>> =
        std::env::args().skip(1).filter_map(|path| std::fs::read(path).ok()).collect();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let (limits, hints) = (Limits::default(), Hints::default());
    let mut times = [Duration::ZERO; 6];
    let mut kept = 0;
    for page in &pages {
        let mut lap = Lap(Instant::now());
        let decoded = charset::decode(page, &hints);
        lap.add(&mut times[0]);
        let tree = Tree::parse(&decoded.text, &limits, &mut Vec::new());
        lap.add(&mut times[1]);
        kept += tree.len();
        drop(tree);
        lap.0 = Instant::now();
        let page = Page::parse(page, &hints, &limits);
        lap.add(&mut times[2]);
        let extraction = extract(&page, &ExtractConfig::default());
        lap.add(&mut times[3]);
        let metadata = page.metadata(&extraction);
        lap.add(&mut times[4]);
        kept += render::text(&page, &extraction).len() + metadata.authors.len();
        drop((page, extraction, metadata));
        lap.add(&mut times[5]);
    }
    println!("{} pages, {:.1} MB ({kept} kept)", pages.len(), bytes as f64 / 1e6);
    let names = ["decode", "tree", "page (decode, tree, blocks)", "extract", "metadata", "text"];
    for (name, time) in names.iter().zip(&times) {
        print_rate(name, *time, bytes, pages.len());
    }
    print_rate("all", times[2..].iter().sum(), bytes, pages.len());
}

fn print_rate(name: &str, time: Duration, bytes: usize, pages: usize) {
    let seconds = time.as_secs_f64();
    let (megabytes, rate) = (bytes as f64 / 1e6 / seconds, pages as f64 / seconds);
    println!("{name:28} {seconds:7.3} s {megabytes:8.1} MB/s {rate:8.0} pages/s");
}

struct Lap(Instant);

impl Lap {
    fn add(&mut self, sum: &mut Duration) {
        let now = Instant::now();
        *sum += now - self.0;
        self.0 = now;
    }
}
