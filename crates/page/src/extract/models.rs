//! The learned models: those that are shipped, or others read from a folder.
//!
//! Whoever measures with models that have not seen certain pages passes them to
//! [`Scoring::with_models`](super::Scoring::with_models). Everybody else gets the shipped ones.

use std::path::Path;
use std::sync::{LazyLock, OnceLock};
use std::{fs, io};

use scutch_learn::{Network, Trees};

use super::lexicon::Lexicon;
use super::page_type::TypeTrees;
use super::{context, row};

/// Groups of features that the trees keep apart: the reasons of a score are the first of
/// [`Reason::ALL`](crate::Reason::ALL), and 16 groups of `f32` fill wide vector registers.
pub(super) const REASONS: usize = 16;
/// Channels of the network.
pub(super) const CHANNELS: usize = 32;

static SHIPPED: LazyLock<Models> = LazyLock::new(|| {
    Models::from_tables(Tables {
        words: include_str!("../../data/words.tsv").to_owned(),
        first: include_str!("../../data/weights-first.tsv").to_owned(),
        trees: include_str!("../../data/trees.tsv").to_owned(),
        network: include_str!("../../data/network.tsv").to_owned(),
        types: include_str!("../../data/types.tsv").to_owned(),
    })
});

/// The models as text.
#[derive(Debug)]
struct Tables {
    words: String,
    first: String,
    trees: String,
    network: String,
    types: String,
}

/// Everything that extraction has learned: word weights, both scores of a block, page types.
///
/// Each model is parsed when it is first needed: a page whose type alone is asked for needs no
/// trees for its blocks.
#[derive(Debug)]
pub struct Models {
    tables: Tables,
    lexicon: OnceLock<Lexicon>,
    first: OnceLock<Linear>,
    trees: OnceLock<Trees<REASONS>>,
    network: OnceLock<Option<Network<CHANNELS>>>,
    types: OnceLock<TypeTrees>,
}

impl Models {
    /// The models that come with the library.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads the tables of a folder, by the names of those in `data/`: `words.tsv`,
    /// `weights-first.tsv`, `trees.tsv`, `network.tsv` and `types.tsv`.
    ///
    /// # Errors
    /// If a table cannot be read; the error names its file. A table that is not well formed is no
    /// error: lines that make no sense are skipped.
    pub fn read(folder: &Path) -> io::Result<Self> {
        Ok(Self::from_tables(Tables {
            words: read_table(folder, "words.tsv")?,
            first: read_table(folder, "weights-first.tsv")?,
            trees: read_table(folder, "trees.tsv")?,
            network: read_table(folder, "network.tsv")?,
            types: read_table(folder, "types.tsv")?,
        }))
    }

    fn from_tables(tables: Tables) -> Self {
        Self {
            tables,
            lexicon: OnceLock::new(),
            first: OnceLock::new(),
            trees: OnceLock::new(),
            network: OnceLock::new(),
            types: OnceLock::new(),
        }
    }

    /// Weights of words.
    pub(super) fn lexicon(&self) -> &Lexicon {
        self.lexicon.get_or_init(|| Lexicon::read(&self.tables.words))
    }

    /// The first score: the block by itself.
    pub(super) fn first(&self) -> &Linear {
        self.first.get_or_init(|| Linear::read(&self.tables.first, &row::names()))
    }

    /// The trees of the second score.
    pub(super) fn trees(&self) -> &Trees<REASONS> {
        // Features of the block come first, those of its context behind them.
        let group = |feature: usize| match feature.checked_sub(row::COUNT) {
            None => row::reason(feature) as usize,
            Some(feature) => context::reason(feature) as usize,
        };
        self.trees.get_or_init(|| Trees::read(&self.tables.trees, &names(), group))
    }

    /// The network of the second score; without it (a broken table) the trees decide alone.
    pub(super) fn network(&self) -> Option<&Network<CHANNELS>> {
        self.network.get_or_init(|| Network::read(&self.tables.network, &names())).as_ref()
    }

    /// The trees that tell the type of a page.
    pub(super) fn types(&self) -> &TypeTrees {
        self.types.get_or_init(|| TypeTrees::read(&self.tables.types))
    }
}

/// A table of a folder; an error names the file, which `fs` leaves out.
fn read_table(folder: &Path, name: &str) -> io::Result<String> {
    let file = folder.join(name);
    fs::read_to_string(&file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

/// Names of the features of the second score: those of the block, then those of its context.
fn names() -> Vec<String> {
    row::names().into_iter().chain(context::names()).collect()
}

/// A linear model: one weight per feature.
#[derive(Debug)]
pub(super) struct Linear {
    weights: Vec<f32>,
}

impl Linear {
    /// Reads lines `name<TAB>weight`. Features without a line weigh 0, and unknown names are
    /// skipped, so that a table may be older than the features.
    fn read(table: &str, names: &[String]) -> Self {
        let mut model = Self { weights: vec![0.0; names.len()] };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let name = fields.next();
            let place = names.iter().position(|known| Some(known.as_str()) == name);
            if let Some(place) = place {
                let weight = fields.next().and_then(|field| field.parse().ok());
                model.weights[place] = weight.unwrap_or(0.0);
            }
        }
        model
    }

    /// The probability that a row is content.
    pub(super) fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_network_is_whole() {
        assert!(Models::shipped().network().is_some());
    }

    #[test]
    fn no_two_features_have_one_name() {
        let mut names = names();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_line_of_the_shipped_weights_is_a_feature() {
        let names = row::names();
        let lines = SHIPPED.tables.first.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let name = line.split('\t').next().unwrap_or_default();
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn unknown_names_and_broken_weights_count_nothing() {
        let names = ["a".to_owned(), "b".to_owned()];
        for (table, score) in [
            ("", 0.5),
            ("# a\t9", 0.5),
            ("c\t9", 0.5),
            ("a", 0.5),
            ("a\tmuch", 0.5),
            ("a\t0\nb\t0", 0.5),
        ] {
            assert_eq!(Linear::read(table, &names).score(&[1.0, 1.0]), score, "{table}");
        }
        let model = Linear::read("b\t2\na\t-2", &names);
        assert!(model.score(&[1.0, 0.0]) < 0.2 && model.score(&[0.0, 1.0]) > 0.8);
        assert_eq!(model.score(&[1.0, 1.0]), 0.5);
    }

    #[test]
    fn a_folder_without_tables_is_an_error_that_names_the_file() {
        let error = Models::read(Path::new("/nowhere/at/all")).expect_err("no folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(error.to_string().contains("words.tsv"), "{error}");
    }

    #[test]
    fn the_shipped_folder_reads_as_the_shipped_models() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let read = Models::read(&folder).expect("the tables are in the repository");
        assert_eq!(read.tables.trees, SHIPPED.tables.trees);
        assert_eq!(read.first().weights, SHIPPED.first().weights);
    }
}
