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
    let missed = missed(&trials);
    let mut broken = told("kills", trials);
    broken.extend(missed);
    Ok(broken)
}

/// Kills behind the end of a process say nothing. That some are is chance; most of them are a fault of the
/// trials.
fn missed(trials: &[Trial]) -> Option<String> {
    let hits = trials.iter().filter(|trial| trial.code.is_none()).count();
    let (count, too_few) = (trials.len(), hits < trials.len() / 3);
    too_few.then(|| format!("{hits} of {count} kills found their process running"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_kills_must_hit() {
        for (hits, misses, told) in [
            (0, 0, None),
            (9, 0, None),
            (3, 6, None),
            (2, 7, Some("2 of 9 kills found their process running")),
        ] {
            let codes = std::iter::repeat_n(None, hits).chain(std::iter::repeat_n(Some(0), misses));
            let trials: Vec<Trial> = codes.map(|code| Trial { code, broken: None }).collect();
            assert_eq!(missed(&trials).as_deref(), told, "{hits} hits");
        }
    }
}
