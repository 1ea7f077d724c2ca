//! Folders that commands run in, and what lies in them afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::case::Case;
use super::shim;
use super::site::Site;

/// Seconds after which a command counts as hanging.
const PATIENCE: u64 = 120;
/// Exit code of a program in Rust that panicked.
const PANIC: i32 = 101;
/// Files that tell of time and machine.
const TIMES: [&str; 2] = ["timing.json", "timing.html"];

/// A case with its inputs, and what an unbroken run makes of them.
pub(super) struct Prepared<'a> {
    pub(super) case: &'a Case,
    program: &'a Path,
    shim: &'a Path,
    site: &'a Site,
    /// The folder that each run begins with.
    seed: PathBuf,
    /// What is there after a run.
    pub(super) expected: State,
    /// How long a run takes.
    pub(super) duration: Duration,
    /// Calls of each kind in a run.
    pub(super) calls: Vec<(String, usize)>,
}

/// What a command left: its exit code, its output and all files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) code: Option<i32>,
    pub(super) stdout: Vec<u8>,
    pub(super) files: BTreeMap<PathBuf, Vec<u8>>,
}

/// A fault in the words of the shim, such as `write:3:28`.
pub(super) type Fault<'f> = &'f str;

impl<'a> Prepared<'a> {
    pub(super) fn new(
        case: &'a Case,
        program: &'a Path,
        shim: &'a Path,
        (site, folder): (&'a Site, &Path),
    ) -> Result<Self> {
        let seed = folder.join("seed");
        emptied(&seed)?;
        for sample in case.samples {
            let from = crate::root::repository().join("samples").join(sample);
            let name = from.file_name().context("a sample has a name")?;
            fs::create_dir_all(seed.join("in"))?;
            fs::copy(&from, seed.join("in").join(name))?;
        }
        for (name, text) in case.files {
            fs::write(seed.join(name), site.named_in(text))?;
        }
        for line in case.before {
            let made = command(program, &words(&site.named_in(line)), &seed).output()?;
            if !made.status.success() {
                bail!("{}: {line}: {}", case.name, made.stderr.escape_ascii());
            }
        }
        let expected = State { code: None, stdout: Vec::new(), files: BTreeMap::new() };
        let (duration, calls) = (Duration::ZERO, Vec::new());
        let mut prepared = Self { case, program, shim, site, seed, expected, duration, calls };
        let (work, counts) = (folder.join("work"), folder.join("counts"));
        let begun = Instant::now();
        prepared.fresh(&work)?;
        prepared.expected = prepared.run(&work, None)?;
        prepared.duration = begun.elapsed();
        if !matches!(prepared.expected.code, Some(0 | 4)) {
            bail!("{}: `{}` ends with {:?}", case.name, case.command, prepared.expected.code);
        }
        prepared.fresh(&work)?;
        let mut counting = prepared.command(&work, None);
        counting.env(shim::COUNTS, &counts).output()?;
        prepared.calls = shim::counts(&counts)?;
        Ok(prepared)
    }

    /// A folder as it is before the command.
    pub(super) fn fresh(&self, work: &Path) -> Result<()> {
        emptied(work)?;
        copy(&self.seed, work)
    }

    /// The command in a folder, with a fault or without.
    pub(super) fn command(&self, work: &Path, fault: Option<Fault<'_>>) -> Command {
        let line = self.site.named_in(self.case.command);
        let mut command = command(self.program, &words(&line), work);
        command.env("LD_PRELOAD", self.shim).env(shim::BELOW, work);
        if let Some(fault) = fault {
            command.env(shim::FAIL, fault);
        }
        command
    }

    /// Runs the command to its end; what is there then.
    pub(super) fn run(&self, work: &Path, fault: Option<Fault<'_>>) -> Result<State> {
        let mut state = ended(self.command(work, fault), work)?;
        if let Some((file, line)) = self.case.shown
            && let Some(bytes) = state.files.get_mut(Path::new(file))
        {
            // Without the shim: that the file can be read is part of what is compared.
            *bytes = command(self.program, &words(line), work).output()?.stdout;
        }
        Ok(state)
    }

    /// What is wrong after the command was run again, if anything is.
    pub(super) fn wrong_again(&self, work: &Path) -> Result<Option<String>> {
        let again = self.run(work, None)?;
        if again.files != self.expected.files {
            return Ok(Some(format!("run again: {}", again.difference(&self.expected))));
        }
        // A file that was whole already is not written over, and a frontier that has all addresses
        // gets nothing new.
        let complete = again.code == self.expected.code || matches!(again.code, Some(1 | 5));
        Ok((!complete).then(|| format!("run again: exit code {:?}", again.code)))
    }
}

impl State {
    /// The first difference.
    pub(super) fn difference(&self, other: &Self) -> String {
        if self.code != other.code {
            return format!("exit code {:?} instead of {:?}", self.code, other.code);
        }
        let differs = |path: &&PathBuf| self.files.get(*path) != other.files.get(*path);
        match self.files.keys().chain(other.files.keys()).find(differs) {
            Some(path) => {
                let has = |state: &Self| match state.files.get(path) {
                    Some(bytes) => format!("{} bytes", bytes.len()),
                    None => "no file".to_owned(),
                };
                format!("{}: {} instead of {}", path.display(), has(self), has(other))
            }
            None => "another output".to_owned(),
        }
    }
}

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A command in a folder, with temporary files in it.
pub(super) fn command(program: &Path, words: &[&str], work: &Path) -> Command {
    let mut command = Command::new(program);
    // Temporary files beside the folder: what a killed process leaves of them is no output.
    let temporary = work.with_extension("tmp");
    // Failing to make it shows in the command.
    let _ = fs::create_dir_all(&temporary);
    command.args(words).current_dir(work).env("TMPDIR", temporary);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end; what is there then.
pub(super) fn ended(mut command: Command, work: &Path) -> Result<State> {
    let mut child = command.spawn()?;
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    // Both pipes are emptied, or a full one would stop the program.
    let output = std::thread::spawn(move || read(stdout));
    let talk = std::thread::spawn(move || read(stderr));
    let code = wait(&mut child)?;
    let stdout = output.join().unwrap_or_default();
    drop(talk.join());
    Ok(State { code, stdout, files: files(work)? })
}

fn read(pipe: Option<impl std::io::Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // A process that was killed says what it said.
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// How a program ended that neither did its work nor said why not: no error excuses that.
pub(super) fn crashed(code: Option<i32>) -> Option<String> {
    match code {
        None => Some("it died of a signal".to_owned()),
        Some(PANIC) => Some("it panicked".to_owned()),
        Some(_) => None,
    }
}

/// The exit code; an error when the program hangs.
fn wait(child: &mut Child) -> Result<Option<i32>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if begun.elapsed() > Duration::from_secs(PATIENCE) {
            child.kill()?;
            child.wait()?;
            bail!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// All files below a folder but those that tell of time.
pub(super) fn files(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else if !TIMES.iter().any(|name| path.ends_with(name)) {
                let bytes = fs::read(&path)?;
                found.insert(path.strip_prefix(root)?.to_owned(), bytes);
            }
        }
    }
    Ok(found)
}

/// An empty folder.
pub(super) fn emptied(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// Copies what lies in a folder.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, new) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &new)?;
        } else {
            fs::copy(&path, &new)?;
            // A run recognises its inputs by their time.
            let modified = entry.metadata()?.modified()?;
            fs::File::options().write(true).open(&new)?.set_modified(modified)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let state = |code, files: &[(&str, &str)]| State {
            code: Some(code),
            stdout: Vec::new(),
            files: files.iter().map(|(p, b)| (PathBuf::from(p), b.as_bytes().to_vec())).collect(),
        };
        let expected = state(0, &[("a", "1"), ("b", "22")]);
        for (found, told) in [
            (state(1, &[]), "exit code Some(1) instead of Some(0)"),
            (state(0, &[("a", "1")]), "b: no file instead of 2 bytes"),
            (state(0, &[("a", "1"), ("b", "2")]), "b: 1 bytes instead of 2 bytes"),
            (state(0, &[("a", "1"), ("b", "22"), ("c", "")]), "c: 0 bytes instead of no file"),
        ] {
            assert_eq!(found.difference(&expected), told);
        }
    }

    #[test]
    fn copies_are_equal_and_times_do_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for (name, text) in [("a/b", "x"), ("a/timing.json", "1"), ("c", "")] {
            fs::create_dir_all(from.join(name).parent().expect("a parent")).expect("folder");
            fs::write(from.join(name), text).expect("file");
        }
        copy(&from, &to).expect("copies");
        let found = files(&to).expect("reads");
        assert_eq!(found, files(&from).expect("reads"));
        assert_eq!(found.len(), 2);
        assert!(to.join("a/timing.json").exists());
    }

    #[test]
    fn a_command_leaves_its_code_output_and_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let work = folder.path().join("work");
        emptied(&work).expect("a folder");
        let run = command(Path::new("sh"), &["-c", "echo hello; echo x > file; exit 3"], &work);
        let state = ended(run, &work).expect("runs");
        assert_eq!((state.code, &*state.stdout), (Some(3), &b"hello\n"[..]));
        assert_eq!(state.files.keys().collect::<Vec<_>>(), [Path::new("file")]);
    }

    #[test]
    fn crashes_are_told_from_errors() {
        for (script, told) in [
            ("exit 0", None),
            ("exit 1", None),
            ("exit 101", Some("it panicked")),
            ("kill -9 $$", Some("it died of a signal")),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let work = folder.path().join("work");
            emptied(&work).expect("a folder");
            let run = command(Path::new("sh"), &["-c", script], &work);
            let code = ended(run, &work).expect("runs").code;
            assert_eq!(crashed(code).as_deref(), told, "{script}");
        }
    }
}
