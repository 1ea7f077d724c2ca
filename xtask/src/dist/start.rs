//! Starts the packed program under the loader and the libraries of glibc 2.17, of 2012.
//!
//! They come from a package of npm that cross compilers link against. Which symbols a program names says
//! what it was linked for; that it starts and does its work is shown by starting it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};

use super::digest;
use crate::environment::{install_of_npm, npm_folder, on_path, succeeds};
use crate::root;
use crate::test::SKIPPED;

/// The package, with its version.
const PACKAGE: &str = "@napi-rs/cross-toolchain-x64-target-x86_64@1.0.0";
/// The archive within it.
const ARCHIVE: &str =
    "node_modules/@napi-rs/cross-toolchain-x64-target-x86_64/x86_64-unknown-linux-gnu.tar.xz";
const SHA256: &str = "0f5a5b44b6a02bdca6fa71a2bdf67cafb0c1b35c2bcbe3b29ff15ff2e8f9fad5";
/// The libraries within the archive.
const LIBRARIES: &str = "./x86_64-unknown-linux-gnu/sysroot/lib";
const LOADER: &str = "ld-2.17.so";

/// Makes a corpus of `samples` with a program under the old libraries. That this was not tried, for want of
/// npm, is said aloud.
pub(super) fn check(program: &Path) -> Result<()> {
    if on_path("npm").is_none() {
        eprintln!("{SKIPPED} the start under glibc 2.17: there is no npm");
        return Ok(());
    }
    let libraries = libraries()?;
    let corpus = root::target().join("old-glibc/corpus");
    let _ = fs::remove_dir_all(&corpus);
    let mut scutch = Command::new(libraries.join(LOADER));
    // The cache of the loader names libraries of this machine.
    scutch.args(["--inhibit-cache", "--library-path"]).arg(&libraries).arg(program);
    scutch.args(["corpus", "samples", "--quiet", "-o"]).arg(&corpus);
    succeeds(scutch.current_dir(root::repository()))
        .map_err(|why| anyhow!("under glibc 2.17: {why}"))?;
    eprintln!("under glibc 2.17: a corpus of samples was made");
    Ok(())
}

/// The folder of the old loader and libraries, unpacked at the first call.
fn libraries() -> Result<PathBuf> {
    let folder = root::target().join("old-glibc");
    let libraries = folder.join(LIBRARIES);
    if libraries.join(LOADER).exists() {
        return Ok(libraries);
    }
    install_of_npm(PACKAGE).map_err(|why| anyhow!(why))?;
    let archive = npm_folder(PACKAGE).join(ARCHIVE);
    let bytes = fs::read(&archive).with_context(|| archive.display().to_string())?;
    if digest(&bytes) != SHA256 {
        bail!("{}: not the archive that is known", archive.display());
    }
    fs::create_dir_all(&folder)?;
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(&folder).arg(LIBRARIES);
    succeeds(&mut tar).map_err(|why| anyhow!(why))?;
    Ok(libraries)
}
