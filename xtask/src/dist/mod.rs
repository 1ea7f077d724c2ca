//! `cargo xtask dist`: what a release consists of, in `target/distribution`.
//!
//! A tarball and a Debian package with the program, its man pages and completions; the Python wheel; a
//! bill of materials; checksums, and a signature of them if a key is named. The program is linked by zig
//! against an old glibc, and started under it. Nothing depends on the clock: made twice from one
//! commit, all files are equal.

mod debian;
mod files;
mod materials;
mod notices;
mod start;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};
use sha2::{Digest as _, Sha256};

use crate::environment::succeeds;
use crate::{root, wheel};

const USAGE: &str = "usage: cargo xtask dist [--program FILE] [--sign SSH_KEY]";

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// A program that is packed as it is, without a wheel: for tests, which have one.
    program: Option<PathBuf>,
    /// The SSH key that signs the checksums.
    key: Option<PathBuf>,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut options = Self::default();
        for pair in arguments.chunks(2) {
            match pair {
                [flag, value] if flag == "--program" => options.program = Some(value.into()),
                [flag, value] if flag == "--sign" => options.key = Some(value.into()),
                _ => bail!(USAGE),
            }
        }
        Ok(options)
    }
}

/// Makes the files of a release; the folder that they are in is printed.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    // A program for tests must not take the place of a release that was made before.
    let name = if options.program.is_some() { "distribution-of-program" } else { "distribution" };
    let folder = root::target().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => {
            let made = wheel::portable()?;
            start::check(&made.program)?;
            fs::copy(&made.wheel, folder.join(name_of(&made.wheel)))?;
            made.program
        }
    };
    let packages = materials::packages()?;
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("scutch-{version}-x86_64-linux");
    let tree = files::Tree::new(&folder.join(&name), &program, &packages)?;
    tree.tarball(&folder.join(format!("{name}.tar.gz")))?;
    debian::package(&tree, version, &folder.join(format!("scutch_{version}_amd64.deb")))?;
    tree.remove()?;
    let bill = materials::bill(&packages, version)?;
    fs::write(folder.join(format!("scutch-{version}.cdx.json")), bill)?;
    let sums = checksums(&folder)?;
    let listed = folder.join("SHA256SUMS");
    fs::write(&listed, &sums)?;
    if let Some(key) = &options.key {
        sign(key, &listed)?;
    }
    print!("{sums}");
    println!("{}", folder.display());
    Ok(())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A line for each file of a folder, as `sha256sum --check` reads it.
fn checksums(folder: &Path) -> Result<String> {
    let mut sums = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        sums.insert(name_of(&path), digest(&fs::read(&path)?));
    }
    Ok(sums.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect())
}

fn digest(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
}

/// Writes `SHA256SUMS.sig`, which `ssh-keygen -Y verify -n file` checks.
fn sign(key: &Path, file: &Path) -> Result<()> {
    let mut keygen = Command::new("ssh-keygen");
    keygen.args(["-q", "-Y", "sign", "-n", "file", "-f"]).arg(key).arg(file);
    succeeds(&mut keygen).map_err(|why| anyhow!(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn options_have_values() {
        assert_eq!(parsed("").unwrap(), Options::default());
        let options = parsed("--sign k --program p").unwrap();
        assert_eq!(options, Options { program: Some("p".into()), key: Some("k".into()) });
        for wrong in ["--sign", "--sign k --program", "x", "--twice yes"] {
            assert_eq!(parsed(wrong).unwrap_err().to_string(), USAGE, "{wrong}");
        }
    }
}
