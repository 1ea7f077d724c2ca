//! The shipped models: their tables and programs, and what no program knows of them.

use super::features::{self, Described};

/// A shipped model.
pub(super) struct Model {
    pub(super) name: &'static str,
    /// What it says of what.
    pub(super) what: &'static str,
    /// The command that fits it.
    pub(super) command: &'static str,
    /// The shipped files.
    pub(super) tables: &'static [&'static str],
    /// The programs whose constants are its settings.
    pub(super) programs: &'static [&'static str],
    pub(super) features: fn() -> Vec<Described>,
    /// Measured elsewhere: file, heading, and beginnings of rows of tables below it.
    pub(super) measured: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// Folds, and what is drawn at random from which seed.
    pub(super) folds: &'static str,
    /// Where it fails.
    pub(super) failures: &'static [&'static str],
}

impl Model {
    /// The file of its last fit.
    pub(super) fn record(&self) -> String {
        format!("train/data/cards/{}.tsv", self.name)
    }
}

const FIT: &str = "cargo xtask train FOLDER/page FOLDER/template OUT";
const BY_HOST: &str = "Five folds by a hash of the host. Trees draw from seed 1 in one thread; the network of numpy \
    draws from seed 1 too.";

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "page",
        what: "Whether a block of a single page is content: a linear first score by features and words, then a second \
            by trees and a network that also read the first scores around the block.",
        command: FIT,
        tables: &[
            "crates/page/data/words.tsv",
            "crates/page/data/weights-first.tsv",
            "crates/page/data/trees.tsv",
            "crates/page/data/network.tsv",
        ],
        programs: &[
            "train/src/blocks/mod.rs",
            "train/src/blocks/lexicon.rs",
            "train/src/blocks/logistic.rs",
            "train/python/block_trees.py",
            "train/python/block_network.py",
            "train/python/sequences.py",
            "train/python/trees_table.py",
        ],
        features: features::page,
        measured: &[(
            "docs/src/extract.md",
            "## How well it works",
            &[
                "| news",
                "| articles",
                "| portal",
                "| blogs",
                "| all kinds",
                "| of these",
                "| doc",
                "| services",
                "| forums",
                "| listings",
                "| collections",
                "| products",
            ],
        )],
        folds: BY_HOST,
        failures: &[
            "Collections, listings and products: known texts disagree on cards, filters and reviews.",
            "Texts of other tools are among the sets (fundus, readability, newspaper4k): their habits are learned.",
            "English and German are most of the sets.",
        ],
    },
    Model {
        name: "types",
        what: "The type of a page: article, documentation, service, forum, listing, collection or product.",
        command: FIT,
        tables: &["crates/page/data/types.tsv"],
        programs: &["train/python/page_types.py", "train/python/trees_table.py"],
        features: features::types,
        measured: &[(
            "docs/src/extract.md",
            "## What type of page it is",
            &[
                "| article",
                "| documentation",
                "| service",
                "| forum",
                "| listing",
                "| collection",
                "| product",
            ],
        )],
        folds: "Five folds by a hash of the host; trees draw from seed 1 in one thread.",
        failures: &[
            "Listings: half of them are taken for articles or collections.",
            "A page of a few lines is taken for an article, the commonest type.",
            "A page that is none of the seven types has one all the same, with a low score.",
        ],
    },
    Model {
        name: "template",
        what: "Whether a block is content, given the page's partners and snapshots: trees and a network that correct \
            the single-page score.",
        command: FIT,
        tables: &["crates/template/data/trees.tsv", "crates/template/data/network.tsv"],
        programs: &[
            "train/python/joint.py",
            "train/python/plant.py",
            "train/python/sequences.py",
            "train/python/trees_table.py",
        ],
        features: features::template,
        measured: &[
            ("bench/RESULTS.md", "## template scores", &["| learned, held out by host"]),
            ("bench/RESULTS.md", "## human", &["| joint, held out by host"]),
        ],
        folds: BY_HOST,
        failures: &[
            "Shops: known texts of one template have all things on sale in one case and some in another.",
            "One or two partners of another kind of page change little.",
            "The labelled sites are documentation and blogs without adverts.",
        ],
    },
    Model {
        name: "offtopic",
        what: "Whether a memento is off the topic of its anchor: the learned combination of the profile `default`.",
        command: "cargo run --release -p scutch-train -- topic FOLDER/offtopic/gitcrawl FOLDER/offtopic/inframe \
            --write crates/topic/data > LOG",
        tables: &["crates/topic/data/model.tsv"],
        programs: &[
            "train/src/topic/mod.rs",
            "train/src/topic/held_out.rs",
            "train/src/topic/bags.rs",
            "train/src/topic/boost.rs",
        ],
        features: features::offtopic,
        measured: &[],
        folds: "Six folds by a hash of the site, drawn anew for each of three seeds. What has a notice of a held-out \
            site is not learned from.",
        failures: &[
            "Of pages whose content differs on every capture, 2 % are called off-topic.",
            "A short content that is replaced by a notice of its length in the same frame.",
            "A page that was rewritten from the ground up in a new frame counts as replaced.",
            "A translation that comes and goes among captures of the original resembles a notice.",
            "Labels were screened with distances between sets of words, and most off-topic captures were injected.",
        ],
    },
    Model {
        name: "language",
        what: "The language of a text, by vectors of its sequences of characters; and how sure that is.",
        command: "cargo run --release -p scutch-train -- language fit FOLDER/language/texts crates/language/data/model.bin",
        tables: &["crates/language/data/model.bin", "crates/language/data/labels.tsv"],
        programs: &["train/src/language/fit.rs"],
        features: features::language,
        measured: &[(
            "bench/RESULTS.md",
            "## language",
            &["| macro F1", "| right |", "| sure |", "| sure and wrong, of all"],
        )],
        folds: "No folds: pieces of other documents judge. Windows are drawn from seed 1.",
        failures: &[
            "Egyptian and Moroccan Arabic are mostly taken for Arabic.",
            "Bosnian, Croatian and Serbian, Malay and Indonesian, Tagalog and Cebuano are taken for each other.",
            "Domains that neither texts nor pieces have are judged worse than the figures say.",
        ],
    },
];
