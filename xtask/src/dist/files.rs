//! The files of a release as a folder, and that folder as a tarball.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};

use super::materials::Package;
use super::notices;
use crate::environment::succeeds;
use crate::root;

/// Shells, and how their completions are called.
pub(super) const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "scutch.bash"),
    ("zsh", "_scutch"),
    ("fish", "scutch.fish"),
    ("elvish", "scutch.elv"),
    ("powershell", "_scutch.ps1"),
];
/// Files of the repository that go along.
const OF_REPOSITORY: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A folder with the program and what belongs to it.
pub(super) struct Tree {
    folder: PathBuf,
}

impl Tree {
    /// Makes the folder. Man pages and completions are those that the program itself prints.
    pub(super) fn new(folder: &Path, program: &Path, packages: &[Package]) -> Result<Self> {
        fs::create_dir_all(folder.join("completions"))?;
        let tree = Self { folder: folder.to_owned() };
        let own = tree.path("scutch");
        fs::copy(program, &own).with_context(|| program.display().to_string())?;
        fs::set_permissions(&own, fs::Permissions::from_mode(0o755))?;
        succeeds(Command::new(&own).arg("man").arg("-o").arg(tree.path("man")))
            .map_err(|why| anyhow!(why))?;
        for (shell, name) in COMPLETIONS {
            let printed = printed(Command::new(&own).args(["completions", shell]))?;
            fs::write(tree.path("completions").join(name), printed)?;
        }
        for name in OF_REPOSITORY {
            let from = root::repository().join(name);
            fs::copy(&from, tree.path(name)).with_context(|| from.display().to_string())?;
        }
        fs::write(tree.path("THIRD-PARTY.txt"), notices::of(packages)?)?;
        Ok(tree)
    }

    /// The path of a file in it.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of all man pages, sorted.
    pub(super) fn man_pages(&self) -> Result<Vec<String>> {
        let names = fs::read_dir(self.path("man"))?.map(|entry| Ok(super::name_of(&entry?.path())));
        let mut names = names.collect::<Result<Vec<String>>>()?;
        names.sort();
        Ok(names)
    }

    /// Writes the folder as a tarball, without times and owners.
    pub(super) fn tarball(&self, to: &Path) -> Result<()> {
        let parent = self.folder.parent().context("a folder in the distribution")?;
        let mut tar = Command::new("tar");
        tar.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"]);
        // Permissions of this user's files are not those of everybody's.
        tar.args(["--mode=u+rw,go+r-w,a+X", "--format=ustar", "-C"]).arg(parent);
        tar.args(["-cf", "-"]).arg(self.folder.file_name().context("a name")?);
        fs::write(to, zipped(&printed(&mut tar)?)?).with_context(|| to.display().to_string())
    }

    /// Removes the folder: it is in the tarball.
    pub(super) fn remove(self) -> Result<()> {
        Ok(fs::remove_dir_all(self.folder)?)
    }
}

/// What a command prints.
fn printed(command: &mut Command) -> Result<Vec<u8>> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.stderr(Stdio::inherit()).output().with_context(|| name.clone())?;
    if !output.status.success() {
        bail!("{name} failed ({})", output.status);
    }
    Ok(output.stdout)
}

/// A file as gzip, without a name and a time in it ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)).
pub(super) fn zipped(bytes: &[u8]) -> Result<Vec<u8>> {
    let crc = crc32fast::hash(bytes).to_le_bytes();
    let length = u32::try_from(bytes.len()).context("a file of less than 4 GiB")?.to_le_bytes();
    // Deflated, no flags, no time, best compression, written on Unix.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3];
    out.extend(miniz_oxide::deflate::compress_to_vec(bytes, 9));
    out.extend(crc);
    out.extend(length);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn zipped_files_are_read_by_gzip() {
        let text = b"herring and tide\n".repeat(1000);
        let mut gzip = Command::new("gzip");
        gzip.args(["-dc"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = gzip.spawn().unwrap();
        let zipped = zipped(&text).unwrap();
        assert!(zipped.len() < text.len() / 10);
        running.stdin.take().unwrap().write_all(&zipped).unwrap();
        let output = running.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(output.stdout, text);
    }
}
