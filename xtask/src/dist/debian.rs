//! The Debian package, made by `dpkg-deb`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};

use super::files::{Tree, zipped};
use crate::environment::{on_path, succeeds};

/// Files of the release, and where Debian has them.
const PLACES: [(&str, &str); 5] = [
    ("scutch", "usr/bin/scutch"),
    ("completions/scutch.bash", "usr/share/bash-completion/completions/scutch"),
    ("completions/_scutch", "usr/share/zsh/vendor-completions/_scutch"),
    ("completions/scutch.fish", "usr/share/fish/vendor_completions.d/scutch.fish"),
    ("THIRD-PARTY.txt", "usr/share/doc/scutch/THIRD-PARTY.txt"),
];

/// Makes the package.
pub(super) fn package(tree: &Tree, version: &str, to: &Path) -> Result<()> {
    if on_path("dpkg-deb").is_none() {
        bail!("dpkg-deb is missing: Debian packages are made on Debian or with its package `dpkg`");
    }
    let folder = to.with_extension("tree");
    fill(tree, &folder)?;
    let kib = size(&folder)?.div_ceil(1024);
    fs::create_dir_all(folder.join("DEBIAN"))?;
    fs::write(folder.join("DEBIAN/control"), control(version, kib))?;
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(&folder).arg(to);
    // The time of every file in it.
    succeeds(build.env("SOURCE_DATE_EPOCH", "0")).map_err(|why| anyhow!(why))?;
    Ok(fs::remove_dir_all(folder)?)
}

/// Lays the files out as they will be on the system.
fn fill(tree: &Tree, folder: &Path) -> Result<()> {
    for (from, to) in PLACES {
        place(&fs::read(tree.path(from))?, &folder.join(to))?;
    }
    let mode = fs::metadata(tree.path("scutch"))?.permissions();
    fs::set_permissions(folder.join("usr/bin/scutch"), mode)?;
    for name in tree.man_pages()? {
        let page = zipped(&fs::read(tree.path("man").join(&name))?)?;
        place(&page, &folder.join(format!("usr/share/man/man1/{name}.gz")))?;
    }
    let doc = folder.join("usr/share/doc/scutch");
    place(&zipped(&fs::read(tree.path("CHANGELOG.md"))?)?, &doc.join("changelog.gz"))?;
    let licences = [tree.path("LICENSE-MIT"), tree.path("LICENSE-APACHE")];
    let texts = licences.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    place(
        format!("MIT or Apache-2.0, at your choice.\n\n{}", texts.join("\n\n")).as_bytes(),
        &doc.join("copyright"),
    )
}

fn place(bytes: &[u8], to: &Path) -> Result<()> {
    let folder = to.parent().context("a path within the package")?;
    fs::create_dir_all(folder)?;
    fs::write(to, bytes).with_context(|| to.display().to_string())
}

/// Bytes of all files below a folder.
fn size(folder: &Path) -> Result<u64> {
    let mut pending: Vec<PathBuf> = vec![folder.to_owned()];
    let mut bytes = 0;
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => pending.push(entry.path()),
                false => bytes += entry.metadata()?.len(),
            }
        }
    }
    Ok(bytes)
}

/// The control file ([Debian policy](https://www.debian.org/doc/debian-policy/ch-controlfields.html),
/// chapter 5). `kib` is the size of what is installed.
fn control(version: &str, kib: u64) -> String {
    format!(
        "Package: scutch\nVersion: {version}\nArchitecture: amd64\nDepends: libc6 (>= 2.17)\n\
         Section: text\nPriority: optional\nInstalled-Size: {kib}\n\
         Maintainer: The scutch authors <scutch@example.org>\n\
         Description: web archives in, clean and citable text corpora out\n \
         Reads WARC, ARC and WACZ files and writes the texts of their pages with metadata,\n \
         provenance and evidence: Parquet, TEI, CoNLL-U, Markdown and more.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_file_has_the_fields_that_debian_requires() {
        let control = control("1.2.3", 7);
        for line in
            ["Package: scutch", "Version: 1.2.3", "Architecture: amd64", "Installed-Size: 7"]
        {
            assert!(control.lines().any(|known| known == line), "{line}: {control}");
        }
        // Lines behind the first belong to the field only if they are indented.
        let field = |line: &str| line.split_once(": ").is_some() || line.starts_with(' ');
        assert!(control.lines().all(field), "{control}");
    }
}
