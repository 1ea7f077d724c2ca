//! Where things are: the root of the repository and cargo's target folder, the platform.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// The root of the repository, whatever the current folder.
pub(crate) fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder, which also holds what the chores set up.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository().join(folder),
        None => repository().join("target"),
    }
}

/// The cargo that runs this chore.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// What cargo knows of all packages, as JSON, for this machine's platform.
pub(crate) fn metadata() -> Result<Vec<u8>> {
    let output = Command::new(cargo())
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform"])
        .arg(platform()?)
        .current_dir(repository())
        .output()
        .context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8(output.stderr)?.trim());
    }
    Ok(output.stdout)
}

/// The platform of this machine in the compiler's words.
pub(crate) fn platform() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV does not name its host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What release builds do not optimise, for the sake of the first build, shipped binaries do: for speed or size.
    #[test]
    fn profile_dist_optimises_all() {
        let text = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
        let profiles = &text.parse::<toml::Table>().unwrap()["profile"];
        let level = |package: &str| {
            Some(profiles["dist"]["package"].get(package)?["opt-level"].to_string())
        };
        let packages = profiles["release"]["package"].as_table().unwrap();
        assert!(packages.len() > 9);
        for package in packages.keys() {
            let level = level(package);
            assert!(matches!(level.as_deref(), Some("2" | "3" | "\"s\"")), "{package}: {level:?}");
        }
    }
}
