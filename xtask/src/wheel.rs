//! `cargo xtask wheel`: the Python package as a wheel, and its tests.
//!
//! The wheel holds the extension module and the program `scutch`. With `--portable` both are linked by zig against
//! glibc 2.17, so that they run on Linux systems from 2014 on; without, they are what this machine's compiler
//! makes, and in the development profile: enough for tests.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::environment::{Environment, succeeds};
use crate::root;
use crate::test::SKIPPED;

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

/// The platform of portable wheels, and what cargo-zigbuild calls it.
const PLATFORM: [&str; 2] = ["manylinux_2_17", "x86_64-unknown-linux-gnu.2.17"];

/// Makes the wheel: `cargo xtask wheel [--portable]`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let portable = match arguments {
        [] => false,
        [flag] if flag == "--portable" => true,
        _ => bail!("usage: cargo xtask wheel [--portable]"),
    };
    place_program(&built(portable)?)?;
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
    place_program(&built(true)?)?;
    Ok(Portable { program: package().join("python/scutch/bin/scutch"), wheel: make(true)? })
}

/// Makes the wheel, checks its types, and runs its tests: those that need nothing else where nothing else is
/// installed, and those in `libraries` beside the libraries they need. `program` is the `scutch` that goes into it. A
/// second environment that cannot be had is said aloud and added to `skipped`.
pub(crate) fn test(program: &Path, skipped: &mut Vec<String>) -> Result<()> {
    place_program(program)?;
    let wheel = make(false)?;
    let python = alone(&wheel)?;
    run_tests(&python, "", skipped)?;
    check_types(&python)?;
    match consumers() {
        Ok(python) => {
            install(&python, &wheel)?;
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

/// The path of the new wheel.
fn make(portable: bool) -> Result<PathBuf> {
    let maturin = makers("maturin")?;
    let wheels = root::target().join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(&maturin);
    build.args(["build", "--locked", "--quiet", "--out"]).arg(&wheels);
    build.arg("--target-dir").arg(root::target());
    build.args(["--manifest-path".into(), package().join("Cargo.toml").into_os_string()]);
    build.env("PATH", path_with(&maturin)?);
    match portable {
        true => {
            build.args(["--profile", "dist", "--zig", "--compatibility", PLATFORM[0]]).envs(C_FLAGS)
        }
        false => build.args(["--profile", "dev", "--compatibility", "linux"]),
    };
    succeeds(&mut build).map_err(|why| anyhow!(why))?;
    let mut made = fs::read_dir(&wheels)?.filter_map(|entry| Some(entry.ok()?.path()));
    made.find(|path| path.extension().is_some_and(|name| name == "whl"))
        .context("no wheel was made")
}

/// What zig's compiler is told about C: it refuses what libdeflate has for AVX-512, whose intrinsics its
/// headers want another name of the extension for. AVX2 is used instead.
const C_FLAGS: [(&str, &str); 1] = [(
    "CFLAGS_x86_64_unknown_linux_gnu",
    "-DLIBDEFLATE_ASSEMBLER_DOES_NOT_SUPPORT_AVX512VNNI \
     -DLIBDEFLATE_ASSEMBLER_DOES_NOT_SUPPORT_VPCLMULQDQ",
)];

/// Builds the program `scutch`; its path.
fn built(portable: bool) -> Result<PathBuf> {
    let mut build = Command::new(root::cargo());
    let made = match portable {
        true => {
            build.args(["zigbuild", "--profile", "dist", "--target", PLATFORM[1]]);
            // Beside the program, so that the features of both are one and maturin finds all compiled.
            build.args(["--package", "scutch-python"]);
            build.env("PATH", path_with(&makers("maturin")?)?).envs(C_FLAGS);
            "x86_64-unknown-linux-gnu/dist/scutch"
        }
        false => {
            build.arg("build");
            "debug/scutch"
        }
    };
    build.args(["--locked", "--quiet", "--package", "scutch", "--features", "scutch/remote"]);
    build.env("CARGO_TARGET_DIR", root::target());
    succeeds(build.current_dir(root::repository())).map_err(|why| anyhow!(why))?;
    Ok(root::target().join(made))
}

/// Puts the program where the wheel takes it from.
fn place_program(program: &Path) -> Result<()> {
    let place = package().join("python/scutch/bin");
    fs::create_dir_all(&place)?;
    let to = place.join("scutch");
    // A running program cannot be written to, but its name can be given away.
    let _ = fs::remove_file(&to);
    fs::copy(program, &to).with_context(|| program.display().to_string())?;
    strip(&to);
    Ok(())
}

/// Takes the symbols out, where there is a program that does. A wheel is not debugged.
fn strip(program: &Path) {
    let _ = Command::new("strip").arg(program).status();
}

/// The search path with the folder of the makers in front: cargo finds `cargo-zigbuild` there.
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
