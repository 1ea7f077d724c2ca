//! Processes that are killed at some moment.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::sandbox::Prepared;
use super::{Asked, Trial, each, told};

/// Kills as many processes as was asked for; what was promised and not kept.
pub(super) fn run(cases: &[Prepared<'_>], asked: &Asked) -> Result<Vec<String>> {
    let scratch = crate::root::target().join("harden");
    let trials = each(asked.kills, asked.jobs, &scratch, |number, work| {
        let prepared = &cases[number % cases.len()];
        // Moments spread over the run: the fractional parts of multiples of the golden ratio.
        let moment = (number as f64 * 0.618_033_988_75).fract();
        kill(prepared, prepared.duration.mul_f64(moment), work)
    })?;
    Ok(told("kills", trials))
}

fn kill(prepared: &Prepared<'_>, after: Duration, work: &Path) -> Result<Trial> {
    prepared.fresh(work)?;
    let mut child = prepared.command(work, None).spawn()?;
    std::thread::sleep(after);
    // It may have ended before.
    let _ = child.kill();
    let code = child.wait_with_output()?.status.code();
    let tell = |what| format!("{}, killed after {after:?}: {what}", prepared.case.name);
    Ok(Trial { code, broken: prepared.wrong_again(work)?.map(tell) })
}
