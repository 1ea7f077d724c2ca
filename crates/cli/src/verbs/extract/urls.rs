//! Addresses of pages by file names: `--urls`.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;

use super::input::{NO_FULL_ADDRESS, is_full_address};
use crate::settings_file;
use crate::talk::Talk;

/// The lines `FILE<TAB>URL`. A line without a full address is reported and not used.
#[derive(Debug, Default)]
pub(super) struct Urls {
    /// By path of the file.
    urls: HashMap<PathBuf, String>,
    /// The file of the only line with this base name.
    by_base: HashMap<String, PathBuf>,
    /// Base names of several files or lines.
    unclear: BTreeSet<String>,
}

impl Urls {
    /// Reads the table, and says which of its lines name no file given. Fails for lines without a
    /// tab.
    pub(super) fn read(path: &Path, files: &[PathBuf], talk: Talk) -> anyhow::Result<Self> {
        let text = settings_file::list(path)?;
        let mut urls = HashMap::new();
        let mut names = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let (file, url) = line.split_once('\t').with_context(|| {
                format!("{}, line {}: expected FILE, a tab, URL", path.display(), number + 1)
            })?;
            let (name, url) = (plain(Path::new(file)), url.trim());
            if is_full_address(url) {
                urls.insert(name.clone(), url.to_owned());
            } else {
                let place = format!("{}, line {}", path.display(), number + 1);
                talk.say(format_args!("note: {place}: {url}: {NO_FULL_ADDRESS}; it is not used"));
            }
            names.push(name);
        }
        let files: BTreeSet<PathBuf> = files.iter().map(|file| plain(file)).collect();
        let lines: BTreeSet<PathBuf> = names.iter().cloned().collect();
        let (by_base, mut unclear) = bases(&lines);
        let (files_by_base, unclear_files) = bases(&files);
        // A base name must be clear on both sides, or a page would get the address of another.
        unclear.extend(unclear_files);
        let named = |name: &PathBuf| {
            let clear = base(name).filter(|base| !unclear.contains(base));
            files.contains(name) || clear.is_some_and(|base| files_by_base.contains_key(&base))
        };
        let idle = names.iter().filter(|name| !named(name)).count();
        if idle > 0 {
            let (all, verb) = (names.len(), if idle == 1 { "names" } else { "name" });
            let path = path.display();
            talk.say(format_args!("note: {idle} of {all} lines of {path} {verb} no file given"));
        }
        Ok(Self { urls, by_base, unclear })
    }

    /// The address of a file: by its path, or else by its base name if only one file and one line have it.
    pub(super) fn url_of(&self, file: &Path) -> Option<&str> {
        let name = plain(file);
        let like = || {
            let base = base(&name).filter(|base| !self.unclear.contains(base))?;
            self.urls.get(self.by_base.get(&base)?)
        };
        self.urls.get(&name).or_else(like).map(String::as_str)
    }
}

/// Paths by base name, and the base names that several paths have.
fn bases(paths: &BTreeSet<PathBuf>) -> (HashMap<String, PathBuf>, BTreeSet<String>) {
    let (mut by_base, mut unclear) = (HashMap::new(), BTreeSet::new());
    for path in paths {
        if let Some(base) = base(path)
            && by_base.insert(base.clone(), path.clone()).is_some()
        {
            unclear.insert(base);
        }
    }
    (by_base, unclear)
}

/// The path without `./`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// The last part of a path.
fn base(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.display().to_string())
}
