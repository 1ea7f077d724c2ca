//! What tests need from outside cargo: how to find it, how to install it, and the variable by which
//! tests learn where it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::environment::{Environment, find_python, install_of_npm, npm_folder, on_path, succeeds};

/// Something that tests need.
struct Need {
    /// Its name in messages.
    name: &'static str,
    /// The variable that tests read. If no test mentions it, the need is left alone.
    variable: &'static str,
    /// Whether the variable is set to what was found; otherwise this row prepares a later one.
    handed_over: bool,
    find: fn() -> Option<PathBuf>,
    install: Install,
}

/// How a need is installed where it is not found.
enum Install {
    /// These packages of the system, if apt is there and we are root.
    Apt(&'static [&'static str]),
    /// Packages in a Python environment below the target folder.
    Environment(&'static Environment),
    /// A package of npm with its version, in a folder below the target folder.
    Npm(&'static str),
}

const WHEELS: Environment =
    Environment { folder: "venv", requirements: "requirements.txt", from_source: ":none:" };

const PYWB: Environment =
    Environment { folder: "venv-pywb", requirements: "requirements-pywb.txt", from_source: "surt" };

/// The rules of accessibility that pages are tested by. Its version stands in the folder's name, so that
/// another one is installed anew.
const AXE: &str = "axe-core@4.14.1";

/// The variable that names the browser.
const CHROMIUM: &str = "SCUTCH_TEST_CHROMIUM";

/// In the order in which they are satisfied.
const NEEDS: &[Need] = &[
    Need {
        name: "python3 with venv",
        variable: "SCUTCH_TEST_PYTHON",
        handed_over: false,
        find: find_python,
        install: Install::Apt(&["python3", "python3-venv"]),
    },
    Need {
        name: "python wheels",
        variable: "SCUTCH_TEST_PYTHON",
        handed_over: true,
        find: || WHEELS.program("python"),
        install: Install::Environment(&WHEELS),
    },
    Need {
        name: "python3 with venv",
        variable: "SCUTCH_TEST_PYWB",
        handed_over: false,
        find: find_python,
        install: Install::Apt(&["python3", "python3-venv"]),
    },
    Need {
        name: "pywb",
        variable: "SCUTCH_TEST_PYWB",
        handed_over: true,
        find: || PYWB.program("wayback")?.parent().map(Path::to_owned),
        install: Install::Environment(&PYWB),
    },
    Need {
        name: "chromium",
        variable: CHROMIUM,
        handed_over: true,
        find: find_chromium,
        install: Install::Apt(&["chromium", "fonts-dejavu-core"]),
    },
    Need {
        name: "npm",
        variable: "SCUTCH_TEST_AXE",
        handed_over: false,
        find: || on_path("npm"),
        install: Install::Apt(&["npm"]),
    },
    Need {
        name: "axe-core",
        variable: "SCUTCH_TEST_AXE",
        handed_over: true,
        find: || {
            Some(npm_folder(AXE).join("node_modules/axe-core/axe.min.js"))
                .filter(|path| path.is_file())
        },
        install: Install::Npm(AXE),
    },
    Need {
        name: "jing",
        variable: "SCUTCH_TEST_JING",
        handed_over: true,
        find: || on_path("jing"),
        install: Install::Apt(&["jing"]),
    },
    Need {
        name: "java",
        variable: "SCUTCH_TEST_JAVA",
        handed_over: true,
        find: || on_path("java"),
        install: Install::Apt(&["default-jre-headless"]),
    },
];

/// Finds or installs what tests ask for; returns the variables to set. What cannot be had is said
/// aloud and added to `skipped`.
pub(super) fn satisfy(skipped: &mut Vec<String>) -> Vec<(&'static str, PathBuf)> {
    let asked = variables_in_tests(&crate::root::repository());
    let mut variables = Vec::new();
    for need in NEEDS.iter().filter(|need| asked.iter().any(|name| name == need.variable)) {
        if std::env::var_os(need.variable).is_some() {
            continue; // Whoever set it knows better.
        }
        match need.place() {
            Ok(place) if need.handed_over => variables.push((need.variable, place)),
            Ok(_) => {}
            Err(reason) => {
                let line = format!("SKIPPED: setting up {}: {reason}", need.name);
                eprintln!("{line}");
                skipped.push(line);
            }
        }
    }
    variables
}

impl Need {
    /// Where it is, after installing it if necessary; or why it cannot be had.
    fn place(&self) -> Result<PathBuf, String> {
        if let Some(place) = (self.find)() {
            return Ok(place);
        }
        eprintln!("setting up {}", self.name);
        match self.install {
            Install::Apt(packages) => install_packages(packages)?,
            Install::Environment(environment) => environment.install()?,
            Install::Npm(package) => install_of_npm(package)?,
        }
        (self.find)().ok_or_else(|| "not found even after its installation".to_owned())
    }
}

/// The browser, which is found or installed.
pub(super) fn browser() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os(CHROMIUM) {
        return Ok(named.into());
    }
    let need = NEEDS.iter().find(|need| need.variable == CHROMIUM);
    need.ok_or("no test needs a browser")?.place()
}

fn find_chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| on_path(name))
}

fn install_packages(packages: &[&str]) -> Result<(), String> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !root {
        return Err(format!("not root, so please install: {}", packages.join(" ")));
    }
    let apt = on_path("apt-get").ok_or("this system has no apt-get")?;
    let quietly = |arguments: &[&str]| {
        let mut command = Command::new(&apt);
        command.env("DEBIAN_FRONTEND", "noninteractive").arg("-qq").args(arguments);
        succeeds(&mut command)
    };
    quietly(&["update"])?;
    quietly(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}

/// Variables of the table that some test mentions. This file mentions all, so it does not count.
fn variables_in_tests(root: &Path) -> Vec<String> {
    let tests = ["crates", "xtask/tests", "bindings/python/tests"];
    let mut folders: Vec<PathBuf> = tests.iter().map(|folder| root.join(folder)).collect();
    let mut asked = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "py") {
                let source = fs::read_to_string(&path).unwrap_or_default();
                let names = NEEDS.iter().map(|need| need.variable);
                asked.extend(names.filter(|name| source.contains(name)).map(str::to_owned));
            }
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_tests_ask_for_python() {
        let asked = variables_in_tests(&crate::root::repository());
        assert!(asked.contains(&"SCUTCH_TEST_PYTHON".to_owned()));
        assert!(asked.contains(&"SCUTCH_TEST_JAVA".to_owned()), "of the Python package as well");
    }
}
