//! Each line to an answer, in order.

use std::io::Write as _;
use std::path::PathBuf;

use scutch_url::Url;
use scutch_url::sample::Sampler;

use super::args::LineArgs;
use super::compat::{Asked, CompatArgs, Working};
use super::input;
use super::job::{Answer, Job, Worker};
use super::outlets::Outlets;
use crate::exit::Exit;
use crate::output::{apart, guarded};
use crate::talk::Talk;

/// A verb with all that it needs.
pub(crate) struct Task<'a> {
    job: Job,
    lines: &'a LineArgs,
    pub(super) worker: Worker,
    /// Takes so many of the URLs that are kept, if asked for.
    pub(super) sampler: Option<Sampler>,
    compat: Option<Working>,
    /// The input that is named as courlan names it.
    inputfile: Option<PathBuf>,
}

impl<'a> Task<'a> {
    /// A task without sample and without another tool.
    pub(super) fn new(job: Job, lines: &'a LineArgs, worker: Worker) -> Self {
        Task { job, lines, worker, sampler: None, compat: None, inputfile: None }
    }

    /// Lets another tool answer, if one was named. Fails for unknown tools.
    pub(super) fn take_compat(
        self,
        compat: &CompatArgs,
        asked: Asked,
        sampler: Option<Sampler>,
    ) -> anyhow::Result<Self> {
        let inputfile = compat.inputfile.clone();
        Ok(Task { compat: compat.start(asked, sampler)?, inputfile, ..self })
    }
}

/// Runs a verb on every line. Exits with 5 when nothing is kept.
pub(crate) fn run(task: Task<'_>, talk: Talk) -> anyhow::Result<Exit> {
    let Task { job, lines, mut worker, mut sampler, mut compat, inputfile } = task;
    let paths: Vec<PathBuf> = inputfile.iter().chain(&lines.input.paths).cloned().collect();
    let paths = input::named(&paths);
    for path in [&lines.output, &lines.discarded] {
        guarded(path.as_deref(), &paths)?;
    }
    // Two outputs in one file would overwrite each other.
    apart([&lines.output, &lines.discarded].map(Option::as_deref))?;
    let mut outlets = Outlets::open(lines)?;
    for path in paths {
        lines.input.each(&path, |number, line| {
            let answer = match &mut compat {
                Some(compat) => compat.answer(job, line),
                None => Some(worker.answer(job, line)),
            };
            // The line waits for the sample, which `finish` gives.
            let Some(answer) = answer else { return Ok(()) };
            match &mut sampler {
                Some(sampler) => offer(sampler, &mut outlets, number, line, answer),
                None => outlets.take(number, line, answer),
            }
        })?;
    }
    // A sample is known only after the last line.
    let drawn = sampler.map(Sampler::finish).unwrap_or_default();
    for kept in drawn.into_iter().chain(compat.map(Working::finish).unwrap_or_default()) {
        writeln!(outlets.out, "{kept}")?;
        outlets.kept += 1;
    }
    outlets.close(lines.stats, talk)
}

/// Offers a URL that was kept to a sample; drops any other one.
fn offer(
    sampler: &mut Sampler,
    outlets: &mut Outlets,
    number: u64,
    line: &[u8],
    answer: Answer<'_>,
) -> anyhow::Result<()> {
    let Some((text, value)) = outlets.unless_dropped(number, line, answer)? else { return Ok(()) };
    if let Ok(url) = Url::parse(&text) {
        let shown = if outlets.json { value.to_string() } else { text.into_owned() };
        sampler.offer_as(&url, || shown);
    }
    Ok(())
}
