//! Python environments and packages of npm below the target folder, and programs that the system has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root;

/// A Python environment.
pub(crate) struct Environment {
    /// Its folder below the target folder.
    pub(crate) folder: &'static str,
    /// The file of its packages, in `xtask`.
    pub(crate) requirements: &'static str,
    /// A package that has no wheel; all others are installed from wheels, since building from source
    /// would need more than we can set up.
    pub(crate) from_source: &'static str,
}

impl Environment {
    fn folder(&self) -> PathBuf {
        root::target().join(self.folder)
    }

    fn requirements(&self) -> PathBuf {
        root::repository().join("xtask").join(self.requirements)
    }

    /// A program of it, if it was made from the present requirements.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let made_from = fs::read_to_string(self.folder().join("requirements.txt")).ok()?;
        let wanted = fs::read_to_string(self.requirements()).ok()?;
        let program = self.folder().join("bin").join(name);
        (made_from == wanted && program.exists()).then_some(program)
    }

    pub(crate) fn install(&self) -> Result<(), String> {
        let python = find_python().ok_or("there is no python3 with venv")?;
        let folder = self.folder();
        succeeds(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--only-binary", ":all:"]);
        pip.args(["--no-binary", self.from_source, "-r"]);
        succeeds(pip.arg(self.requirements()))?;
        // The copy marks the environment as complete.
        let made_from = folder.join("requirements.txt");
        fs::copy(self.requirements(), made_from).map_err(|e| e.to_string())?;
        Ok(())
    }
}

/// A Python that can make environments.
pub(crate) fn find_python() -> Option<PathBuf> {
    let python = on_path("python3")?;
    succeeds(Command::new(&python).args(["-c", "import ensurepip, venv"])).ok()?;
    Some(python)
}

/// The program of that name on the search path.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|place| place.is_file())
}

/// The folder below the target folder that a package of npm is installed in.
pub(crate) fn npm_folder(package: &str) -> PathBuf {
    root::target().join("npm").join(package)
}

/// Installs a package of npm, whose scripts are not run.
pub(crate) fn install_of_npm(package: &str) -> Result<(), String> {
    let npm = on_path("npm").ok_or("there is no npm")?;
    let folder = npm_folder(package);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut install = Command::new(npm);
    install.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]);
    succeeds(install.arg(&folder).arg(package))
}

/// Runs a command with its talk on our stderr; an error says what failed.
pub(crate) fn succeeds(command: &mut Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).display().to_string();
    let status = command.stdout(Stdio::null()).status().map_err(|e| format!("{name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_nobody_has_is_not_found() {
        assert_eq!(on_path("a-program-that-nobody-has"), None);
        assert!(on_path("sh").is_some());
    }

    #[test]
    fn a_command_that_fails_says_so() {
        let error = succeeds(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(error.contains("exit status: 3"), "{error}");
    }
}
