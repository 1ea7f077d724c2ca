//! Calls that fail: every call number of every kind in every way.

use std::path::Path;

use anyhow::Result;

use super::sandbox::{Prepared, crashed};
use super::{Asked, Trial, each, shim, told};

/// A fault of a case: the kind of call, its number, how it fails.
struct Planned {
    case: usize,
    kind: &'static str,
    number: usize,
    name: &'static str,
    how: &'static str,
}

/// Injects the faults that were asked for; what was promised and not kept.
pub(super) fn run(cases: &[Prepared<'_>], asked: &Asked) -> Result<Vec<String>> {
    let all = planned(cases);
    let wanted = asked.faults.unwrap_or(all.len()).min(all.len());
    // Spread evenly, so that a share meets every case and kind.
    let chosen: Vec<&Planned> = (0..wanted).map(|n| &all[n * all.len() / wanted]).collect();
    let scratch = crate::root::target().join("harden");
    let trials = each(wanted, asked.jobs, &scratch, |number, work| {
        let fault = chosen[number];
        inject(&cases[fault.case], fault, work)
    })?;
    Ok(told(&format!("of {} faults", all.len()), trials))
}

fn planned(cases: &[Prepared<'_>]) -> Vec<Planned> {
    let mut all = Vec::new();
    for (case, prepared) in cases.iter().enumerate() {
        for (kind, faults) in shim::FAULTS {
            let calls = prepared.calls.iter().find(|(name, _)| name == kind);
            for number in 1..=calls.map_or(0, |(_, count)| *count) {
                let fault = |(name, how): &(&'static str, &'static str)| Planned {
                    case,
                    kind,
                    number,
                    name,
                    how,
                };
                all.extend(faults.iter().map(fault));
            }
        }
    }
    all
}

/// Calls that POSIX lets a signal interrupt. Of the others EINTR is an error like any other.
const INTERRUPTED: [&str; 5] = ["open", "read", "write", "sync", "truncate"];

/// One run with a fault, and another one without where the first did not end well.
fn inject(prepared: &Prepared<'_>, fault: &Planned, work: &Path) -> Result<Trial> {
    let Planned { kind, number, name, how, .. } = fault;
    prepared.fresh(work)?;
    let found = prepared.run(work, Some(&format!("{kind}:{number}:{how}")));
    let case = prepared.case.name;
    let tell = |what: String| Some(format!("{case}, {kind} {number} {name}: {what}"));
    let found = match found {
        Ok(found) => found,
        Err(error) => return Ok(Trial { code: None, broken: tell(error.to_string()) }),
    };
    let broken = if let Some(how) = crashed(found.code) {
        tell(how)
    } else if found == prepared.expected {
        None
    } else if found.code == prepared.expected.code && !prepared.case.heals() {
        tell(found.difference(&prepared.expected))
    } else if *name == "EINTR" && INTERRUPTED.contains(kind) {
        tell(format!("a signal ends it with exit code {:?}", found.code))
    } else {
        prepared.wrong_again(work)?.and_then(tell)
    };
    Ok(Trial { code: found.code, broken })
}
