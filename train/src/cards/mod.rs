//! Model cards: what each shipped model is made of, in the guide.
//!
//! `cards` compares `docs/src/models.md` with what code and data say; `cards --write` writes it.
//! `card MODEL [LOG...]` is run after a fit: it records the digests of the shipped tables, the
//! settings of the programs that made them and the figures that these printed (LOG) in
//! `train/data/cards/MODEL.tsv`, and writes the chapter anew.

mod features;
mod models;
mod record;
mod render;
mod settings;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use self::models::{MODELS, Model};
use self::record::Record;
use crate::arguments::{Unusable, take_flag};

pub(crate) const USAGE: &str = "[--write]";
pub(crate) const RECORD_USAGE: &str = "MODEL [LOG...]";

/// The chapter of the guide.
const CHAPTER: &str = "docs/src/models.md";

/// Compares the chapter with code and data, or writes it.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let write = take_flag(&mut arguments, "--write");
    if !arguments.is_empty() {
        return Err(Unusable.into());
    }
    let chapter = render::chapter()?;
    if write {
        return fs::write(repository().join(CHAPTER), chapter).context(CHAPTER);
    }
    if read(CHAPTER)? != chapter {
        bail!("{CHAPTER} is not what code and data say; `cards --write` writes it");
    }
    let faults: Vec<String> = MODELS.iter().flat_map(faults).collect();
    if faults.is_empty() { Ok(()) } else { bail!("{}", faults.join("\n")) }
}

/// Records a fit, and writes the chapter.
pub(crate) fn record(arguments: Vec<String>) -> Result<()> {
    let [name, logs @ ..] = &arguments[..] else { return Err(Unusable.into()) };
    let model = MODELS.iter().find(|model| model.name == name).ok_or(Unusable)?;
    let logs: Result<Vec<String>> =
        logs.iter().map(|log| fs::read_to_string(log).with_context(|| log.clone())).collect();
    let record = Record::of_fit(model, &logs?)?;
    fs::write(repository().join(model.record()), record.table()).with_context(|| model.record())?;
    run(vec!["--write".to_owned()])
}

/// Where the record of a model is not of the shipped tables, or its settings are no longer those of
/// the programs.
fn faults(model: &Model) -> Vec<String> {
    let again = format!("fit again, then `card {} LOG...`", model.name);
    let (stored, now) = match (Record::stored(model), Record::of_fit(model, &[])) {
        (Ok(stored), Ok(now)) => (stored, now),
        (Err(error), _) | (_, Err(error)) => return vec![format!("{}: {error:#}", model.name)],
    };
    let mut faults = undescribed(model);
    for (file, _) in now.tables.iter().filter(|table| !stored.tables.contains(table)) {
        faults.push(format!("{}: {file} is of another fit than its card; {again}", model.name));
    }
    for (file, setting) in now.settings.iter().filter(|one| !stored.settings.contains(one)) {
        faults.push(format!("{}: {file}: not fitted with {setting}; {again}", model.name));
    }
    faults
}

/// Features that the shipped tables name and no crate describes.
fn undescribed(model: &Model) -> Vec<String> {
    let described: BTreeSet<String> =
        (model.features)().into_iter().map(|(name, _)| name).collect();
    match features::used(model) {
        Err(error) => vec![format!("{}: {error:#}", model.name)],
        Ok(used) => used
            .difference(&described)
            .map(|name| format!("{}: no sentence for the feature {name}", model.name))
            .collect(),
    }
}

/// The root of the repository.
fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(repository().join(file)).with_context(|| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_has_the_cards_of_code_and_data() {
        if let Err(error) = run(Vec::new()) {
            panic!("{error:#}");
        }
    }

    #[test]
    fn tables_name_features() {
        // Without this, a change of their form would leave nothing to describe.
        for (name, least) in [("page", 150), ("types", 100), ("template", 30), ("offtopic", 3)] {
            let model = MODELS.iter().find(|model| model.name == name).expect(name);
            let used = features::used(model).expect(name);
            assert!(used.len() >= least, "{name}: {}", used.len());
        }
    }

    #[test]
    fn a_card_of_another_fit_is_found() {
        let model = MODELS.iter().find(|model| model.name == "types").expect("types");
        let mut record = Record::of_fit(model, &["whole: 3 pages\n\nold: 3".to_owned()]).unwrap();
        assert_eq!(record.figures, ["whole: 3 pages"]);
        let again = Record::read(&record.table());
        assert_eq!(again, record);
        record.tables[0].1.replace_range(..1, "x");
        assert_ne!(Record::read(&record.table()), again);
    }

    #[test]
    fn unknown_models_are_refused() {
        let error = record(vec!["nobody".to_owned()]).unwrap_err();
        assert!(error.is::<Unusable>());
        assert!(run(vec!["x".to_owned()]).is_err());
    }
}
