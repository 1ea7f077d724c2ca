//! `cargo xtask wheel`: the Python package as a wheel, and its tests.
//!
//! The wheel holds the extension module, and the program `scutch` within it. With `--portable` it is linked by zig
//! against glibc 2.17, so that it runs on Linux systems from 2014 on; without, it is what this machine's compiler
//! makes, and in the development profile: enough for tests.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::environment::{Environment, succeeds};
use crate::root;
use crate::test::{SKIPPED, both};

/// What makes wheels.
const MAKERS: Environment = Environment {
    folder: "venv-wheel",
    requirements: "requirements-wheel.txt",
    from_source: ":none:",
};

/// The tools that people load a corpus with.
const CONSUMERS: Environment = Environment {
    folder: "venv-consumers",
    requirements: "requirements-consumers.txt",
    // It is published as source alone: a folder of Java archives.
    from_source: "pyspark",
};

/// The platform of portable wheels, whose name has the version of glibc, and what cargo calls it.
const PLATFORM: [&str; 2] = ["manylinux_2_17", "x86_64-unknown-linux-gnu"];

/// Makes the wheel: `cargo xtask wheel [--portable]`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let portable = match arguments {
        [] => false,
        [flag] if flag == "--portable" => true,
        _ => bail!("usage: cargo xtask wheel [--portable]"),
    };
    println!("{}", make(portable)?.display());
    Ok(())
}

/// What runs on Linux systems with an old glibc.
pub(crate) struct Portable {
    /// The program, without symbols.
    pub(crate) program: PathBuf,
    pub(crate) wheel: PathBuf,
}

/// Makes the program and the wheel for them.
pub(crate) fn portable() -> Result<Portable> {
    Ok(Portable { program: program()?, wheel: make(true)? })
}

/// Checks the types of a wheel, and runs its tests: those that need nothing else where nothing else is
/// installed, and those in `libraries` beside the libraries they need. A second environment that cannot be had is said
/// aloud and added to `skipped`.
pub(crate) fn test(wheel: &Path, skipped: &mut Vec<String>) -> Result<()> {
    let mut skipped_beside = Vec::new();
    // Libraries wait for each other's processes; what they leave of the machine is used.
    let (alone, beside) = thread::scope(|scope| {
        let beside = scope.spawn(|| test_beside_libraries(wheel, &mut skipped_beside));
        let alone = test_alone(wheel, skipped);
        (alone, beside.join())
    });
    skipped.append(&mut skipped_beside);
    let panicked = || anyhow!("the tests of the package beside libraries panicked");
    both(alone, beside.unwrap_or_else(|_| Err(panicked())))
}

/// Runs the tests that need nothing else, and checks the types.
fn test_alone(wheel: &Path, skipped: &mut Vec<String>) -> Result<()> {
    let python = alone(wheel)?;
    run_tests(&python, "", skipped)?;
    check_types(&python)
}

/// Runs the tests that need other libraries.
fn test_beside_libraries(wheel: &Path, skipped: &mut Vec<String>) -> Result<()> {
    match consumers() {
        Ok(python) => {
            install(&python, wheel)?;
            run_tests(&python, "libraries", skipped)
        }
        Err(reason) => {
            let line = format!("{SKIPPED} setting up what loads a corpus: {reason}");
            eprintln!("{line}");
            skipped.push(line);
            Ok(())
        }
    }
}

/// Sets up what [`test()`] needs, as far as it can be had.
pub(crate) fn prepare() {
    let _ = makers("maturin");
    let _ = consumers();
}

/// An environment with the wheel alone; its Python.
fn alone(wheel: &Path) -> Result<PathBuf> {
    let folder = root::target().join("venv-installed");
    let python = folder.join("bin/python");
    let mut venv = Command::new(makers("python")?);
    succeeds(venv.args(["-m", "venv", "--clear"]).arg(&folder)).map_err(|why| anyhow!(why))?;
    install(&python, wheel)?;
    Ok(python)
}

/// The Python of the tools that load a corpus, or why it cannot be had.
fn consumers() -> Result<PathBuf, String> {
    if CONSUMERS.program("python").is_none() {
        eprintln!("setting up what loads a corpus");
        CONSUMERS.install()?;
    }
    CONSUMERS.program("python").ok_or_else(|| "not found even after its installation".to_owned())
}

/// Installs the wheel.
fn install(python: &Path, wheel: &Path) -> Result<()> {
    let mut pip = Command::new(python);
    // Nothing is needed besides the wheel itself, so nothing is fetched. Wheels of one version differ.
    pip.args(["-m", "pip", "install", "--quiet", "--no-index", "--force-reinstall"]);
    succeeds(pip.arg(wheel)).map_err(|why| anyhow!(why))
}

/// Runs the tests of the Python package that are in this folder of `tests`, not those below it. Lines of
/// tests that skip themselves are added to `skipped`.
fn run_tests(python: &Path, folder: &str, skipped: &mut Vec<String>) -> Result<()> {
    let mut child = Command::new(python)
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(package().join("tests").join(folder))
        .current_dir(root::repository())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run Python")?;
    let said = child.stderr.take().context("Python has no output")?;
    skipped.extend(passed_on(said, &mut io::stderr())?);
    let ran = child.wait().context("Python did not end")?;
    if !ran.success() {
        bail!("tests of the Python package failed: {ran}");
    }
    Ok(())
}

/// Passes on what tests say; the lines of those that skip themselves.
fn passed_on(said: impl Read, to: &mut impl Write) -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for line in BufReader::new(said).split(b'\n') {
        let line = line?;
        to.write_all(&[&line, &b"\n"[..]].concat())?;
        // Behind dots of the tests before, perhaps.
        let at = line.windows(SKIPPED.len()).position(|part| part == SKIPPED.as_bytes());
        skipped.extend(at.map(|at| match std::str::from_utf8(&line[at..]) {
            Ok(text) => text.to_owned(),
            Err(_) => line[at..].escape_ascii().to_string(),
        }));
    }
    Ok(skipped)
}

/// Checks the types of the package, and its stubs against the compiled module that `python` has.
fn check_types(python: &Path) -> Result<()> {
    let done = |command: &mut Command| succeeds(command).map_err(|why| anyhow!(why));
    let source = package().join("python");
    let mut mypy = Command::new(makers("mypy")?);
    let cache = root::target().join("mypy");
    mypy.args(["--strict", "--python-version", "3.10"]).env("MYPY_CACHE_DIR", cache);
    done(mypy.arg(source.join("scutch")))?;
    let asked = "import sysconfig; print(sysconfig.get_path('purelib'), end='')";
    let installed = Command::new(python).args(["-c", asked]).output()?.stdout;
    let mut stubtest = Command::new(makers("stubtest")?);
    // Below the target folder, because it leaves a cache where it runs.
    stubtest.current_dir(root::target()).env("MYPYPATH", &source);
    done(stubtest.env("PYTHONPATH", String::from_utf8(installed)?).arg("scutch._scutch"))
}

/// A program of the environment that makes wheels.
fn makers(program: &str) -> Result<PathBuf> {
    if let Some(found) = MAKERS.program(program) {
        return Ok(found);
    }
    MAKERS.install().map_err(|why| anyhow!("setting up the makers of wheels: {why}"))?;
    MAKERS.program(program).with_context(|| format!("{program} is missing after its installation"))
}

fn package() -> PathBuf {
    root::repository().join("bindings/python")
}

/// Makes a wheel; its path.
pub(crate) fn make(portable: bool) -> Result<PathBuf> {
    let mut build = maturin("bindings/python")?;
    match portable {
        true => {
            build.args(LINKED_BY_ZIG).envs(C_FLAGS).env("CARGO_ENCODED_RUSTFLAGS", same_paths()?);
        }
        false => {
            build.args(["--profile", "dev", "--compatibility", "linux"]);
        }
    }
    succeeds(&mut build).map_err(|why| anyhow!(why))?;
    let mut made = fs::read_dir(wheels())?.filter_map(|entry| Some(entry.ok()?.path()));
    made.find(|path| path.extension().is_some_and(|name| name == "whl"))
        .context("no wheel was made")
}

/// Maturin, asked for a wheel of this package alone in [`wheels()`].
fn maturin(package: &str) -> Result<Command> {
    let maturin = makers("maturin")?;
    let _ = fs::remove_dir_all(wheels());
    let mut build = Command::new(&maturin);
    build.args(["build", "--locked", "--quiet", "--out"]).arg(wheels());
    build.arg("--target-dir").arg(root::target());
    build.arg("--manifest-path").arg(root::repository().join(package).join("Cargo.toml"));
    // It finds zig by the Python of its own environment.
    build.env("PATH", path_with(&maturin)?);
    Ok(build)
}

fn wheels() -> PathBuf {
    root::target().join("wheels")
}

/// How maturin makes what runs on old systems. The target is named, so that program and module are
/// built in one folder and share what both need.
const LINKED_BY_ZIG: [&str; 7] =
    ["--zig", "--profile", "dist", "--target", PLATFORM[1], "--compatibility", PLATFORM[0]];

/// What zig's compiler is told about C: it refuses what libdeflate has for AVX-512, whose intrinsics its
/// headers want another name of the extension for. AVX2 is used instead.
const C_FLAGS: [(&str, &str); 1] = [(
    "CFLAGS_x86_64_unknown_linux_gnu",
    "-DLIBDEFLATE_ASSEMBLER_DOES_NOT_SUPPORT_AVX512VNNI \
     -DLIBDEFLATE_ASSEMBLER_DOES_NOT_SUPPORT_VPCLMULQDQ",
)];

/// Builds the program `scutch` for old systems; its path.
fn program() -> Result<PathBuf> {
    // Compiled by maturin as the module is: another caller of zig has other paths of wrappers, and cargo would
    // compile everything twice. The wheel of the program alone is of no use.
    let mut build = maturin("crates/cli")?;
    build.args(["--bindings", "bin", "--features", "scutch/remote"]);
    build.args(LINKED_BY_ZIG).envs(C_FLAGS).env("CARGO_ENCODED_RUSTFLAGS", same_paths()?);
    succeeds(&mut build).map_err(|why| anyhow!(why))?;
    let program = root::target().join(PLATFORM[1]).join("dist/scutch");
    // What is shipped is not debugged.
    succeeds(Command::new("strip").arg(&program)).map_err(|why| anyhow!(why))?;
    Ok(program)
}

/// Flags of the compiler by which no binary names the folder that cargo keeps sources in: messages of
/// panics have paths, and the same commit has to give the same bytes in another home.
fn same_paths() -> Result<OsString> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut flag = OsString::from("--remap-path-prefix=");
    flag.push(home.context("neither CARGO_HOME nor HOME is set")?);
    flag.push("=/cargo");
    Ok(flag)
}

/// The search path with the folder of the makers in front.
fn path_with(maturin: &Path) -> Result<OsString> {
    let makers = maturin.parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(makers.into_iter().chain(std::env::split_paths(&path)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_of_python_tests_are_counted_and_all_is_passed_on() {
        let said = "....\nSKIPPED: tests of scutch.spark need Java\n..SKIPPED: test_streams: no polars\nRan 9 tests\n";
        let mut shown = Vec::new();
        let skipped = passed_on(said.as_bytes(), &mut shown).expect("memory");
        let expected =
            ["SKIPPED: tests of scutch.spark need Java", "SKIPPED: test_streams: no polars"];
        assert_eq!(skipped, expected);
        assert_eq!(shown, said.as_bytes());
    }
}
