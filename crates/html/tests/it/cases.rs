//! The conformance tests that html5lib keeps, where they lie beside the repository:
//! https://github.com/html5lib/html5lib-tests

use std::path::{Path, PathBuf};

/// A folder of data beside the repository.
pub(crate) fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder)
}

/// Files of a folder of these tests, with their names; empty where the tests are not there.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let Ok(entries) = std::fs::read_dir(data("html5lib").join(folder)) else {
        eprintln!("SKIPPED: the html5lib tests are not beside the repository");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("text"))
    };
    paths.into_iter().map(read).collect()
}

/// A test of tree construction.
#[derive(Debug, Default)]
pub(crate) struct Case {
    pub(crate) data: String,
    pub(crate) document: String,
    /// The element in which a fragment is parsed.
    pub(crate) fragment: Option<String>,
    /// `None` where it does not matter whether scripts run.
    pub(crate) scripting: Option<bool>,
}

/// The tests of a file.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_prefix("#data\n").unwrap_or(text);
    text.split("\n\n#data\n").map(case).collect()
}

fn case(text: &str) -> Case {
    let mut case = Case::default();
    let (data, rest) = text.split_once("\n#errors").unwrap_or(("", text));
    // An empty document has no line.
    let data = if text.starts_with("#errors") { "" } else { data };
    case.data = data.to_owned();
    let mut lines = rest.lines();
    while let Some(line) = lines.next() {
        match line {
            "#document-fragment" => case.fragment = lines.next().map(str::to_owned),
            "#script-on" => case.scripting = Some(true),
            "#script-off" => case.scripting = Some(false),
            _ => {}
        }
    }
    let document = rest.split_once("#document\n").map_or("", |(_, document)| document);
    case.document = document.trim_end_matches('\n').to_owned();
    case
}
