//! `README.md` of a corpus folder: its *dataset card*, Markdown below a head in YAML.
//!
//! Loaders read the head: Hugging Face `datasets` finds the files and the types of their columns there,
//! so that it loads the folder by its path. People read the rest. A card is made from the manifest alone,
//! and has no words of the archives in it.

mod features;

use std::fmt::Write as _;
use std::path::Path;

use scutch_plot::number::{counted, thousands};

use self::features::{dtype, features};
use crate::row::columns;
use scutch_folder::config::{Format, Layout};
use scutch_folder::inputs::Content;
use scutch_folder::manifest::{DroppedDuplicates, InputEntry, Manifest};
use scutch_folder::names::CARD;
use scutch_folder::{RunError, at, write_whole};

/// Languages named in the head, the most frequent ones.
const LANGUAGES: usize = 50;

/// The card of a corpus folder.
pub(crate) struct Card<'a> {
    manifest: &'a Manifest,
}

/// Files that `datasets` loads as one table: the name of the configuration, the loader, the pattern of
/// the files, and further lines of the head.
struct Loaded {
    format: Format,
    name: &'static str,
    loader: &'static str,
    files: &'static str,
    options: &'static str,
}

/// A line of the table below.
const fn loaded(
    format: Format,
    name: &'static str,
    loader: &'static str,
    files: &'static str,
    options: &'static str,
) -> Loaded {
    Loaded { format, name, loader, files, options }
}

/// What `datasets` can load, the best first.
#[rustfmt::skip] // a table reads as a table
const LOADED: &[Loaded] = &[
    loaded(Format::Parquet, "default", "parquet", "docs/*.parquet", ""),
    loaded(Format::Jsonl, "default", "json", "docs/*.jsonl.zst", ""),
    loaded(Format::Dolma, "dolma", "json", "dolma/*.jsonl.zst", ""),
    loaded(Format::Oscar, "oscar", "json", "oscar/*.jsonl.zst", ""),
    loaded(Format::Text, "text", "text", "text/*/*.txt", "  sample_by: document\n"),
];

impl<'a> Card<'a> {
    /// The card of a folder with this manifest.
    pub(crate) fn new(manifest: &'a Manifest) -> Self {
        Self { manifest }
    }

    /// Writes the card into a folder.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(CARD);
        write_whole(&path, self.render().as_bytes()).map_err(at(&path))
    }

    /// The text of the card.
    fn render(&self) -> String {
        let mut out = String::from("---\n");
        out.push_str(&self.head());
        out.push_str("---\n\n# Corpus\n\n");
        out.push_str(&self.lede());
        out.push_str(&self.loading());
        out.push_str(&self.files());
        out.push_str(&self.columns());
        out
    }

    /// What `datasets` can load of this folder. It loads files of one kind by the path of a folder, so
    /// these are the files of the first kind that there is.
    fn loaded(&self) -> Vec<&'static Loaded> {
        let layout = self.manifest.config.layout;
        let is_there = |loaded: &&Loaded| {
            // In other layouts a file of text has many documents.
            let in_layout =
                loaded.format != Format::Text || loaded.format.layout(layout) == Layout::Document;
            self.manifest.config.formats.contains(&loaded.format) && in_layout
        };
        let mut there: Vec<&Loaded> = LOADED.iter().filter(is_there).collect();
        if let Some(first) = there.first().map(|first| first.loader) {
            there.retain(|loaded| loaded.loader == first);
        }
        there
    }

    /// The YAML between the dashes.
    fn head(&self) -> String {
        let mut out = String::new();
        let languages = self.manifest.counts.language_codes(LANGUAGES);
        if !languages.is_empty() {
            out.push_str("language:\n");
            languages.iter().for_each(|tag| out.push_str(&format!("- {tag}\n")));
        }
        let _ = writeln!(out, "size_categories:\n- {}", size_category(self.manifest.counts.rows));
        let loaded = self.loaded();
        if loaded.is_empty() {
            return out;
        }
        out.push_str("configs:\n");
        for (number, Loaded { name, files, options, .. }) in loaded.iter().enumerate() {
            let _ = write!(out, "- config_name: {name}\n  data_files: {files}\n{options}");
            out.push_str(if number == 0 { "  default: true\n" } else { "" });
        }
        // Named, because parts whose column is null throughout would be taken for another type.
        out.push_str("dataset_info:\n");
        for Loaded { format, name, .. } in loaded {
            let _ = writeln!(out, "- config_name: {name}\n  features:");
            out.push_str(&features(*format, &columns(&self.manifest.config)));
        }
        out
    }

    /// What the documents are from, such as `2 web archives and 1 table`.
    fn sources(&self) -> String {
        let is_table = |input: &&InputEntry| matches!(input.content, Content::Table(_));
        let tables = self.manifest.inputs.iter().filter(is_table).count();
        let archives = self.manifest.inputs.len() - tables;
        let kinds = [(archives, "web archive"), (tables, "table")];
        // A corpus of nothing is one of no archives.
        let kinds =
            kinds.into_iter().filter(|(n, noun)| *n > 0 || (tables == 0 && *noun != "table"));
        kinds.map(|(n, noun)| counted(n as u64, noun)).collect::<Vec<_>>().join(" and ")
    }

    fn lede(&self) -> String {
        let manifest = self.manifest;
        let mut out = format!(
            "{} from {}, made by {}.\nThe sha256 of the configuration is `{}`.\n",
            self.documents(),
            self.sources(),
            manifest.tool,
            manifest.config.digest()
        );
        out.push_str(
            "`run.json` has this configuration, the archives with their digests, and all counts; `report.html` \
             shows them.\n`quarantine.jsonl` lists the records that gave no document, each with its reason.\n",
        );
        if let Some(dropped) = &manifest.dropped {
            out.push_str(&left_out(dropped));
        }
        out.push_str(
            "\nRights in a text are those of the page that it comes from. The column `licence` has what pages say \
             of theirs.\n\n",
        );
        out
    }

    /// The number of documents; of a copy without duplicates among all of them.
    fn documents(&self) -> String {
        let rows = self.manifest.counts.rows;
        match &self.manifest.dropped {
            None => counted(rows, "document"),
            Some(dropped) => {
                let all = rows + dropped.kinds.values().sum::<u64>();
                format!("{} of the {} of a corpus", thousands(rows), counted(all, "document"))
            }
        }
    }

    /// How to load the documents.
    fn loading(&self) -> String {
        let mut out = String::from("## Loading\n\n");
        let loaded = self.loaded();
        if let Some(first) = loaded.first() {
            out.push_str("```python\nfrom datasets import load_dataset\n\n");
            out.push_str("load_dataset(\"path/of/this/folder\")[\"train\"]");
            let _ = writeln!(out, "  # {}", first.files);
            for Loaded { name, files, .. } in &loaded[1..] {
                let _ = writeln!(
                    out,
                    "load_dataset(\"path/of/this/folder\", \"{name}\")[\"train\"]  # {files}"
                );
            }
            out.push_str("```\n\n");
        }
        if loaded.first().is_some_and(|first| first.loader == "json") {
            out.push_str(
                "`datasets` writes dates that it reads from JSON in its own form (`2019-03-04 00:00:00`); those in \
                 Parquet stay as they are.\n\n",
            );
        }
        out.push_str(
            "DuckDB, pandas, Polars, Spark, Daft and datatrove take the files by their pattern, such as \
             `docs/*.parquet`.\n\n",
        );
        out
    }

    /// The files of each format.
    fn files(&self) -> String {
        let mut out = String::from("## Files\n\n| format | files |\n|---|---|\n");
        for format in &self.manifest.config.formats {
            let (folder, extension) = (format.folder(), format.extension());
            let pattern = match format.layout(self.manifest.config.layout) {
                Layout::Document => format!("{folder}/*/*.{extension}"),
                Layout::Shard => format!("{folder}/*.{extension}"),
                Layout::Zip => format!("{folder}/*.zip"),
            };
            let _ = writeln!(out, "| {} | `{pattern}` |", format.name());
        }
        out
    }

    /// The columns of rows.
    fn columns(&self) -> String {
        if !self.manifest.config.formats.iter().any(|format| format.is_of_rows()) {
            return String::new();
        }
        let mut out = String::from("\n## Columns\n\n| column | type | meaning |\n|---|---|---|\n");
        for column in columns(&self.manifest.config) {
            let _ = writeln!(
                out,
                "| `{}` | {} | {} |",
                column.name,
                dtype(column.kind),
                column.meaning
            );
        }
        out
    }
}

/// Which duplicates a copy is without, and how they were found.
fn left_out(dropped: &DroppedDuplicates) -> String {
    let kinds = dropped.kinds.iter().map(|(kind, n)| format!("{} `{kind}`", thousands(*n)));
    let kinds: Vec<_> = kinds.collect();
    let config = &dropped.search.config;
    format!(
        "Duplicates were left out (kind in `dup_kind`): {}. Near-duplicates are those that share {} of their \
         runs of {} words.\n",
        kinds.join(", "),
        config.threshold,
        config.shingle
    )
}

/// The category of a number of rows, in the words of the Hugging Face Hub.
fn size_category(rows: u64) -> &'static str {
    const CATEGORIES: [(u64, &str); 8] = [
        (1_000, "n<1K"),
        (10_000, "1K<n<10K"),
        (100_000, "10K<n<100K"),
        (1_000_000, "100K<n<1M"),
        (10_000_000, "1M<n<10M"),
        (100_000_000, "10M<n<100M"),
        (1_000_000_000, "100M<n<1B"),
        (10_000_000_000, "1B<n<10B"),
    ];
    CATEGORIES.iter().find(|(end, _)| rows < *end).map_or("10B<n<100B", |(_, name)| name)
}

#[cfg(test)]
mod tests;
