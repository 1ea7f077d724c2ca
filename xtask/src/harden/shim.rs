//! The library that makes calls fail: compiling it, and the faults it can make.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

const SOURCE: &str = "xtask/src/harden/shim.c";
/// The folder whose files count.
pub(super) const BELOW: &str = "HARDEN_BELOW";
/// The call that fails.
pub(super) const FAIL: &str = "HARDEN_FAIL";
/// Where the numbers of calls go.
pub(super) const COUNTS: &str = "HARDEN_COUNTS";

/// The ways in which calls of each kind fail, by their numbers in Linux; `short` does a part.
pub(super) const FAULTS: &[(&str, &[(&str, &str)])] = &[
    ("open", &[("EIO", "5"), ("EINTR", "4"), ("ENOSPC", "28"), ("EMFILE", "24")]),
    ("read", &[("EIO", "5"), ("EINTR", "4"), ("short", "short")]),
    (
        "write",
        &[("EIO", "5"), ("EINTR", "4"), ("ENOSPC", "28"), ("EDQUOT", "122"), ("short", "short")],
    ),
    ("sync", &[("EIO", "5"), ("EINTR", "4"), ("ENOSPC", "28"), ("EDQUOT", "122")]),
    ("rename", &[("EIO", "5"), ("EINTR", "4"), ("ENOSPC", "28")]),
    ("remove", &[("EIO", "5"), ("EINTR", "4")]),
    ("mkdir", &[("EIO", "5"), ("EINTR", "4"), ("ENOSPC", "28"), ("EDQUOT", "122")]),
    ("truncate", &[("EIO", "5"), ("EINTR", "4")]),
    ("seek", &[("EIO", "5")]),
    ("list", &[("EIO", "5"), ("EINTR", "4")]),
    ("stat", &[("EIO", "5"), ("EINTR", "4")]),
];

/// Compiles the library.
pub(super) fn compile(folder: &Path) -> Result<PathBuf> {
    let library = folder.join("shim.so");
    let source = crate::root::repository().join(SOURCE);
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let compiled = Command::new(&compiler)
        .args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .arg("-ldl")
        .status()
        .with_context(|| format!("there is no C compiler {}", compiler.display()))?;
    if !compiled.success() {
        bail!("{SOURCE} does not compile");
    }
    Ok(library)
}

/// The number of calls of each kind, as the library wrote them.
pub(super) fn counts(path: &Path) -> Result<Vec<(String, usize)>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let line = |line: &str| {
        let (kind, count) = line.split_once(' ').context("a kind and a number")?;
        Ok((kind.to_owned(), count.parse()?))
    };
    text.lines().map(line).collect()
}
