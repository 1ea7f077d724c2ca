//! Inputs that change while they are read.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::sandbox::{State, command, copy, crashed, emptied, ended};
use super::{Asked, Trial, each, told};

/// What happens to a file.
type Change = (&'static str, fn(&Path) -> std::io::Result<()>);

const CHANGES: &[Change] = &[
    ("emptied", |path| File::create(path).map(drop)),
    ("cut in half", |path| {
        let length = fs::metadata(path)?.len();
        File::options().write(true).open(path)?.set_len(length / 2)
    }),
    ("longer", |path| {
        let bytes = fs::read(path)?;
        File::options().append(true).open(path)?.write_all(&bytes)
    }),
    ("written over", |path| {
        let mut file = File::options().write(true).open(path)?;
        file.write_all(&fs::read(path.with_file_name("other"))?)
    }),
    ("replaced", |path| {
        fs::copy(path.with_file_name("other"), path.with_extension("new"))?;
        fs::rename(path.with_extension("new"), path)
    }),
    ("removed", |path| fs::remove_file(path)),
];

/// The commands: with one reading, with two, and with an index beside.
const COMMANDS: &[&[&str]] = &[
    &["corpus", "in", "-o", "out", "-q", "-j", "1", "--format", "jsonl"],
    &["corpus", "in", "-o", "out", "-q", "-j", "2", "--topic", "default", "--format", "jsonl"],
    &["archive", "index", "in", "-o", "out.cdxj", "-q"],
];
/// Copies of the archive that lie in the folder.
const COPIES: usize = 6;

/// A command with its inputs, and how long it takes.
struct Undisturbed {
    words: &'static [&'static str],
    state: State,
    duration: Duration,
}

/// Changes inputs as often as was asked for; what was promised and not kept.
pub(super) fn run(program: &Path, folder: &Path, asked: &Asked) -> Result<Vec<String>> {
    if asked.changes == 0 {
        return Ok(Vec::new());
    }
    let seed = folder.join("changing");
    emptied(&seed)?;
    fs::create_dir_all(seed.join("in"))?;
    let samples = crate::root::repository().join("samples");
    for number in 0..COPIES {
        fs::copy(samples.join("plain.warc"), seed.join(format!("in/{number}.warc")))?;
    }
    fs::copy(samples.join("whole.warc.gz"), seed.join("in/other"))?;
    let undisturbed = COMMANDS
        .iter()
        .map(|words| {
            let (work, begun) = (folder.join("undisturbed"), Instant::now());
            emptied(&work)?;
            copy(&seed, &work)?;
            let state = ended(command(program, words, &work), &work)?;
            Ok(Undisturbed { words, state, duration: begun.elapsed() })
        })
        .collect::<Result<Vec<_>>>()?;
    let trials = each(asked.changes, asked.jobs, folder, |number, work| {
        let trial = &undisturbed[number % undisturbed.len()];
        let change = &CHANGES[number / undisturbed.len() % CHANGES.len()];
        let moment = (number as f64 * 0.618_033_988_75).fract();
        disturb(program, &seed, work, (trial, change, moment))
    })?;
    Ok(told("inputs changed", trials))
}

/// One run with a change, and where it ends well a comparison with runs before and after the change.
fn disturb(
    program: &Path,
    seed: &Path,
    work: &Path,
    (trial, (name, change), moment): (&Undisturbed, &Change, f64),
) -> Result<Trial> {
    emptied(work)?;
    copy(seed, work)?;
    let changed = work.join(format!("in/{}.warc", COPIES - 1));
    let mut command_ = command(program, trial.words, work);
    command_.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut child = command_.spawn()?;
    std::thread::sleep(trial.duration.mul_f64(moment));
    let ran = child.try_wait()?.is_none();
    change(&changed)?;
    let code = child.wait()?.code();
    let tell = |what: &str| format!("{}, {name} at {moment:.2}: {what}", trial.words.join(" "));
    if code != Some(0) || !ran {
        return Ok(Trial { code, broken: crashed(code).map(|how| tell(&how)) });
    }
    let outputs = |mut state: State| {
        state.files.retain(|path, _| !path.starts_with("in"));
        state.files
    };
    let found = outputs(State { code, stdout: Vec::new(), files: super::sandbox::files(work)? });
    if found == outputs(trial.state.clone()) {
        return Ok(Trial { code, broken: None });
    }
    emptied(work)?;
    copy(seed, work)?;
    change(&changed)?;
    let after = ended(command(program, trial.words, work), work)?;
    let mixed = found != outputs(after);
    Ok(Trial { code, broken: mixed.then(|| tell("mixed bytes")) })
}
