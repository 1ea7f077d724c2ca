//! Progress bars on stderr. The bar of a corpus run shows records, bytes per second, documents, time left.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scutch_corpus::Watch;
use scutch_folder::inputs::InputFile;
use scutch_plot::number::counted;

use crate::interrupt::{self, Heeded};
use crate::talk::{self, Talk, When};

/// The bar of a corpus run. Its length is in bytes, because the number of records is not known
/// beforehand.
const TEMPLATE: &str =
    "{bar:30} {percent:>3}%  {bytes}/{total_bytes}  {bytes_per_sec}  {msg}  {eta} left";

/// Shows a run on the terminal and passes Ctrl-C on to it.
pub(crate) struct Progress {
    bar: ProgressBar,
    talk: Talk,
    /// Bytes of all inputs before each one.
    before: OnceLock<Vec<u64>>,
    /// Records that are written so far.
    records: AtomicU64,
    /// Rows among them.
    rows: AtomicU64,
    _heeded: Heeded,
}

impl Progress {
    /// A bar without a length yet: inputs are listed by the run itself. From here on Ctrl-C only
    /// asks.
    pub(crate) fn new(talk: Talk) -> Self {
        let bar = ProgressBar::with_draw_target(None, target(talk));
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        let (records, rows) = (0.into(), 0.into());
        let _heeded = interrupt::heeded();
        Self { bar, talk, before: OnceLock::new(), records, rows, _heeded }
    }

    /// Removes the bar. From here on the first Ctrl-C ends the program, for nobody polls it any more.
    pub(crate) fn clear(self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for a number of things of one kind, fetched one after the other.
pub(crate) fn counting(talk: Talk, things: usize, kind: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(things as u64), target(talk));
    let template =
        format!("{{bar:30}} {{pos}} of {{len}} {kind}  {{per_sec}}  {{msg}}  {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Where the bar is drawn. indicatif hides it itself unless stderr is a terminal; `--progress always`
/// draws it in any case.
fn target(talk: Talk) -> ProgressDrawTarget {
    match talk.progress {
        When::Never => ProgressDrawTarget::hidden(),
        _ if talk.quiet => ProgressDrawTarget::hidden(),
        When::Auto => ProgressDrawTarget::stderr_with_hz(4),
        When::Always => ProgressDrawTarget::term_like_with_hz(Box::new(Plain), 1),
    }
}

impl Watch for Progress {
    /// Sets the length of the bar: the bytes of all inputs.
    fn started(&self, files: &[InputFile], resumed_shards: u32) {
        let mut sum = 0;
        // Files are read in parallel; a position in one becomes a position in all by the sizes of
        // those before it.
        let before = files.iter().map(|file| {
            sum += file.size;
            sum - file.size
        });
        let before: Vec<_> = before.collect();
        self.bar.set_length(sum);
        // Set once: there is a bar per run.
        let _ = self.before.set(before);
        if resumed_shards > 0 {
            let shards = counted(resumed_shards as u64, "finished shard");
            self.talk.say(format_args!("resuming after {shards}"));
        }
    }

    /// Names the phase, and starts the bar again.
    fn begins(&self, what: &'static str) {
        // Stages that observe read the inputs from the start again.
        self.bar.reset();
        self.bar.set_message(format!("reading: {what}"));
    }

    /// Moves the bar to a byte of an input.
    fn reading(&self, input: usize, bytes: u64) {
        if let Some(before) = self.before.get().and_then(|before| before.get(input)) {
            self.bar.set_position(before + bytes);
        }
    }

    /// Shows how much is written, and how fast.
    fn written(&self, records: u64, rows: u64) {
        // Several workers report here. The counts are only shown, so no ordering is needed.
        let records = self.records.fetch_add(records, Ordering::Relaxed) + records;
        let rows = self.rows.fetch_add(rows, Ordering::Relaxed) + rows;
        // The first batch may arrive within the clock's resolution.
        let rate = rows as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(format!("{records} records  {rows} pages  {rate:.0} pages/s"));
    }

    /// Whether Ctrl-C was pressed; polled between batches.
    fn interrupted(&self) -> bool {
        interrupt::asked()
    }
}

/// A progress line for files and pipes: one line per drawing, no cursor movements.
#[derive(Debug)]
struct Plain;

impl indicatif::TermLike for Plain {
    fn width(&self) -> u16 {
        // There is no terminal to ask; log viewers commonly show this much.
        120
    }

    fn move_cursor_up(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> std::io::Result<()> {
        talk::line(line.trim_end());
        Ok(())
    }

    fn write_str(&self, text: &str) -> std::io::Result<()> {
        if !text.trim().is_empty() {
            talk::line(text.trim_end());
        }
        Ok(())
    }

    fn clear_line(&self) -> std::io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> std::io::Result<()> {
        Ok(())
    }
}
