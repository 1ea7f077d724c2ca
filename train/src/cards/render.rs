//! The chapter of model cards, from code, records and tables.

use anyhow::{Context as _, Result};

use super::models::{MODELS, Model};
use super::read;
use super::record::Record;

const HEAD: &str = "# Model cards

What the models that scutch ships are made of. Each card has a command, shipped files, data, figures, known failures, settings
and features. The chapter is written by `cargo run -p scutch-train -- cards --write`, and a
test compares it with code and data: features and their sentences come from the crates that measure them, settings and
digests from the last fit (`train/data/cards`), sets from `train/data/sets.tsv`.

`cargo xtask data FOLDER` fetches the sources of the sets below whose licences allow it, verifies sets that are there by their
digests, and says of each other which file to get where. Digests are those of `cargo xtask data --digest FOLDER`: of the
names and sha256 of all files of a set. After a fit, `cargo run -p scutch-train -- card MODEL LOG...` records it;
`cargo xtask train` does so by itself. Figures in tables are quoted from the file that is named below them.

The cards of November 2026 were recorded after these fits. Their settings had not changed since; digests of data are of the
sets as they were when they were recorded.
";

/// The whole chapter.
pub(super) fn chapter() -> Result<String> {
    let mut text = HEAD.to_owned();
    for model in MODELS {
        text.push_str(&card(model).with_context(|| format!("card of {}", model.name))?);
    }
    Ok(text)
}

fn card(model: &Model) -> Result<String> {
    let record = Record::stored(model)?;
    let mut text = format!("\n## Model {}\n\n{}\n\n", model.name, model.what);
    text.push_str(&format!("```sh\n{}\n```\n\n{}\n", model.command, model.folds));
    text.push_str("\n| shipped file | sha256 |\n|---|---|\n");
    for (file, digest) in &record.tables {
        text.push_str(&format!("| `{file}` | `{digest}` |\n"));
    }
    text.push_str("\nData:\n\n");
    text.push_str(&data(model)?);
    text.push_str("\nMeasured on what the fit had not seen:\n");
    for (file, heading, rows) in model.measured {
        text.push_str(&format!("\n{}", quoted(&read(file)?, heading, rows)?));
        text.push_str(&format!("\n(`{file}`)\n"));
    }
    text.push_str(&block(&record.figures));
    text.push_str("\nKnown failures:\n\n");
    model.failures.iter().for_each(|failure| text.push_str(&format!("- {failure}\n")));
    text.push_str("\nSettings:\n");
    text.push_str(&settings(&record));
    text.push_str("\nFeatures:\n\n| feature | meaning |\n|---|---|\n");
    for (name, meaning) in (model.features)() {
        text.push_str(&format!("| `{name}` | {meaning} |\n"));
    }
    Ok(text)
}

/// Lines as they were printed; nothing without lines.
fn block(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("\n```text\n{}\n```\n", lines.join("\n")) }
}

fn settings(record: &Record) -> String {
    let (mut text, mut lines, mut last) = (String::new(), Vec::new(), "");
    for (file, setting) in &record.settings {
        if last != file {
            text.push_str(&block(&lines));
            text.push_str(&format!("\n`{file}`\n"));
            (lines, last) = (Vec::new(), file);
        }
        lines.push(setting.clone());
    }
    text + &block(&lines)
}

/// The sets of a model with source, licence and digest.
fn data(model: &Model) -> Result<String> {
    let (sets, digests) = (read("train/data/sets.tsv")?, read("train/data/digests.tsv")?);
    let mut text = String::from(
        "| set | what | from | licence | files | bytes | sha256 |\n|---|---|---|---|---:|---:|---|\n",
    );
    for line in sets.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, models, _, what, url, _, licence, _] = fields[..] else { continue };
        if !models.split(' ').any(|name| name == model.name) {
            continue;
        }
        let known = digests.lines().find_map(|line| line.strip_prefix(&format!("{id}\t")));
        let known = known.unwrap_or("-\t-\tnot known").replace('\t', " | ");
        text.push_str(&format!("| {id} | {what} | <{url}> | {licence} | {known} |\n"));
    }
    Ok(text)
}

/// The tables below a heading, with those rows only that begin as wanted.
fn quoted(text: &str, heading: &str, rows: &[&str]) -> Result<String> {
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    let mut lines = below.take_while(|line| !line.starts_with("## ")).peekable();
    let (mut found, mut count) = (Vec::new(), 0);
    while let Some(line) = lines.next() {
        let Some(rule) = lines.next_if(|next| line.starts_with('|') && next.starts_with("|---"))
        else {
            continue;
        };
        let body = std::iter::from_fn(|| lines.next_if(|next| next.starts_with('|')));
        let wanted = |line: &&str| rows.iter().any(|start| line.starts_with(start));
        let kept: Vec<&str> = body.filter(wanted).collect();
        if !kept.is_empty() {
            count += kept.len();
            found.push([&[line, rule], &kept[..]].concat().join("\n"));
        }
    }
    // A row that was renamed must not vanish from its card.
    anyhow::ensure!(count >= rows.len(), "{heading}: {count} rows of {rows:?}");
    Ok(found.join("\n\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_rows_are_quoted_with_their_head() {
        let text = "## a\n| x | y |\n|---|---|\n| one | 1 |\n\n## b\n| x | y |\n|---|---|\n| one | 1 |\n| two | 2 |\n";
        let found = quoted(text, "## b", &["| two"]).unwrap();
        assert_eq!(found, "| x | y |\n|---|---|\n| two | 2 |\n");
        let error = quoted(text, "## a", &["| two"]).unwrap_err().to_string();
        assert!(error.contains("0 rows"), "{error}");
        assert!(quoted(text, "## c", &["| one"]).is_err());
    }

    #[test]
    fn settings_stand_under_their_files() {
        let of = |file: &str, setting: &str| (file.to_owned(), setting.to_owned());
        let settings_of = vec![of("a", "X = 1"), of("a", "Y = 2"), of("b", "Z = 3")];
        let text = settings(&Record { settings: settings_of, ..Record::default() });
        assert_eq!(text, "\n`a`\n\n```text\nX = 1\nY = 2\n```\n\n`b`\n\n```text\nZ = 3\n```\n");
    }
}
