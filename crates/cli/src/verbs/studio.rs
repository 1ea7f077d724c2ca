//! `scutch studio IN...`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use scutch_foreign::escaped;
use scutch_studio::label::Draw;
use scutch_studio::{Request, Studio};

use crate::exit::Exit;
use crate::interrupt;
use crate::talk::Talk;

/// Time between two looks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, clap::Args)]
pub(crate) struct StudioArgs {
    /// Archives, folders or patterns, to label; or one corpus folder, to review.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<String>,
    /// Folder of labels and decisions; created if missing.
    #[arg(long, value_name = "DIR", default_value = "labels")]
    labels: PathBuf,
    /// Who labels and decides: letters, digits, - and _.
    #[arg(long, value_name = "NAME", default_value = "me")]
    annotator: String,
    /// Pages to label, spread over hosts; of a corpus folder also over template groups, crosses and doubt. [default: 50]
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the draw. [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Share of the pages that come again at the end, 0 to 1. [default: 0]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    twice: Option<f64>,
    /// Ground truth (gold.jsonl) as the labels of one more annotator, named after the file.
    #[arg(long = "import", value_name = "FILE")]
    imports: Vec<PathBuf>,
    /// Port of 127.0.0.1; 0 takes a free one. With another one the address is the same at each start, and can be
    /// bookmarked.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
}

fn share(typed: &str) -> Result<f64, String> {
    let share = typed.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Runs `scutch studio`: serves pages to one browser until Ctrl-C. Labels are on disk before each key
/// press is answered, so that any end is a good one.
pub(crate) fn run(args: &StudioArgs, talk: Talk) -> anyhow::Result<Exit> {
    let request = Request {
        inputs: args.inputs.clone(),
        labels: args.labels.clone(),
        annotator: args.annotator.clone(),
        draw: Draw { sample: args.sample, seed: args.seed, twice: args.twice },
        imports: args.imports.clone(),
    };
    // A name typed wrong is told at once, before a long reading is announced.
    request.check()?;
    talk.say("opening");
    let studio = Studio::open(&request)?;
    for note in studio.notes() {
        talk.say(format_args!("note: {}", escaped(&note)));
    }
    let server = studio.listen(args.port)?;
    // From here on Ctrl-C ends with a word.
    let _heeded = interrupt::heeded();
    talk.say("Open this address in a browser; Ctrl-C ends:");
    // The address alone goes to stdout, so that scripts can open it.
    let mut out = io::stdout();
    writeln!(out, "{}", server.address()).and_then(|()| out.flush())?;
    let studio = Arc::new(studio);
    let serving = studio.clone();
    // Ends with the process: a browser may keep connections open as long as it likes.
    let served = thread::Builder::new().spawn(move || serving.serve(&server));
    let served = served.context("the system starts no more threads")?;
    while !interrupt::asked() && !served.is_finished() {
        thread::sleep(PAUSE);
    }
    for sentence in studio.saved() {
        talk.say(escaped(&sentence));
    }
    Ok(Exit::Interrupted)
}
