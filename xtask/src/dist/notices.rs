//! The licence texts of all packages that are compiled in: most of them ask to be passed on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::materials::Package;

/// Beginnings of the names of files with a licence, in capitals.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Every licence text once, with the packages it belongs to.
pub(super) fn of(packages: &[Package]) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut out = String::from(
        "Packages that are part of the program or of the Python package, with their licences.\n\n",
    );
    for package in packages.iter().filter(|package| package.source.is_some()) {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its text");
        out.push_str(&format!("{name}: {licence}\n"));
        let folder = package.manifest_path.parent().unwrap_or(Path::new("."));
        for text in texts_in(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        out.push_str(&format!(
            "\n{}\n{}\n\n{}\n",
            "=".repeat(72),
            names.join(", "),
            text.trim_end()
        ));
    }
    Ok(out)
}

/// The licence texts of a package, in the order of their names.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let is_licence = |path: &&std::path::PathBuf| {
        let name = super::name_of(path).to_uppercase();
        path.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    };
    let bytes = files.iter().filter(is_licence).map(fs::read);
    bytes.map(|bytes| Ok(encoding_rs::UTF_8.decode(&bytes?).0.into_owned())).collect()
}
