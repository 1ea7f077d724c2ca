//! Titles of runs: the method, and where several runs have one, what differs in their settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use scutch_evaluate::thesis;
use scutch_folder::manifest::read_manifest;
use serde_json::Value;

use super::nodes_file;

/// The settings of a run by name; empty where no manifest is beside its labels.
type Settings = BTreeMap<String, String>;

/// Titles of runs with these names, whose labels are in these files or folders.
///
/// # Errors
/// When a folder cannot be read.
pub(crate) fn titles(names: &[&str], paths: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let files: Vec<PathBuf> =
        paths.iter().map(|path| nodes_file(path)).collect::<anyhow::Result<_>>()?;
    let method = |name: &str| thesis::stem(name).unwrap_or(name).to_owned();
    let methods: Vec<String> = names.iter().map(|name| method(name)).collect();
    let title = |at: usize| {
        let alike: Vec<usize> = (0..names.len()).filter(|n| methods[*n] == methods[at]).collect();
        // Titles with settings are long, so runs of different methods go without.
        if alike.len() == 1 {
            return names[at].to_owned();
        }
        format!("{} ({})", names[at], difference(at, &alike, &files, &paths[at]))
    };
    Ok((0..names.len()).map(title).collect())
}

/// What tells run `at` from the others of its method: its settings, or else where its labels are.
fn difference(at: usize, alike: &[usize], files: &[PathBuf], path: &Path) -> String {
    let all: Vec<Settings> = alike.iter().map(|n| settings(&files[*n])).collect();
    let own = alike.iter().position(|n| *n == at).unwrap_or_default();
    // The settings of two runs may be the same, as those of one method at two versions.
    told_apart(own, &all).unwrap_or_else(|| path.display().to_string())
}

/// What tells one run from all others: each setting whose value is not that of all. `None` if
/// another run has the same ones.
fn told_apart(own: usize, all: &[Settings]) -> Option<String> {
    let names: BTreeSet<&String> = all.iter().flat_map(|s| s.keys()).collect();
    let differing: Vec<&String> = names
        .into_iter()
        .filter(|name| all.iter().any(|other| other.get(*name) != all[0].get(*name)))
        .collect();
    let spelled = |settings: &Settings| {
        let value = |name: &&String| match settings.get(*name) {
            Some(value) => format!("{name} {value}"),
            None => format!("no {name}"),
        };
        differing.iter().map(value).collect::<Vec<_>>().join(", ")
    };
    let told = spelled(&all[own]);
    // Equal settings tell nothing apart, however many differ from those of a third run.
    let is_alone = all.iter().filter(|other| spelled(other) == told).count() == 1;
    (is_alone && !told.is_empty()).then_some(told)
}

/// The settings of joint detection in the manifest beside a file of labels. Labels of other tools
/// have none, and a run is then named by its file.
fn settings(file: &Path) -> Settings {
    let manifest = file.parent().and_then(|folder| read_manifest(folder).ok());
    let value = manifest.and_then(|m| serde_json::to_value(&m.config.template).ok());
    let mut settings = Settings::new();
    if let Some(value) = value {
        flatten("", &value, &mut settings);
    }
    settings
}

/// Values of tables within tables get the names of all of them, with points between.
fn flatten(name: &str, value: &Value, into: &mut Settings) {
    let Value::Object(table) = value else {
        let text = match value {
            Value::String(text) => text.clone(),
            // Settings have single precision; more digits would be noise.
            Value::Number(n) if n.is_f64() => (n.as_f64().unwrap_or_default() as f32).to_string(),
            other => other.to_string(),
        };
        into.insert(name.to_owned(), text);
        return;
    };
    for (key, value) in table {
        let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
        flatten(&name, value, into);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings_of(value: &Value) -> Settings {
        let mut settings = Settings::new();
        flatten("", value, &mut settings);
        settings
    }

    #[test]
    fn runs_are_told_apart_by_the_settings_that_differ() {
        let all = [
            json!({"diff": "histogram", "cross": {"threshold": 0.3}, "nodes": true}),
            json!({"diff": "difflib", "cross": {"threshold": 0.3}, "nodes": true}),
            json!({"diff": "difflib", "cross": {"threshold": 0.7}, "nodes": true}),
            json!({"diff": "difflib", "nodes": true}),
        ]
        .map(|value| settings_of(&value));
        let told: Vec<Option<String>> = (0..all.len()).map(|own| told_apart(own, &all)).collect();
        let expected = [
            "cross.threshold 0.3, diff histogram",
            "cross.threshold 0.3, diff difflib",
            "cross.threshold 0.7, diff difflib",
            "no cross.threshold, diff difflib",
        ];
        assert_eq!(told, expected.map(|text| Some(text.to_owned())));
        // Settings that are the same say nothing, and neither do those of no run.
        assert_eq!(told_apart(0, &[all[0].clone(), all[0].clone()]), None);
        assert_eq!(told_apart(0, &[Settings::new(), Settings::new()]), None);
    }

    #[test]
    fn runs_of_different_methods_have_plain_titles() {
        let files = ["a/nodes.jsonl", "b/nodes.jsonl"].map(PathBuf::from);
        let titles = |names: &[&str]| titles(names, &files).expect("titles");
        assert_eq!(titles(&["t001/2", "t002/2"]), ["t001/2", "t002/2"]);
        let same = titles(&["t001/2", "t001/2"]);
        assert_eq!(same, ["t001/2 (a/nodes.jsonl)", "t001/2 (b/nodes.jsonl)"]);
    }
}
