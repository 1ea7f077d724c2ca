//! What several records say of a corpus, in one place.

use scutch_folder::config::CorpusMetadata;
use scutch_folder::manifest::Manifest;
use scutch_folder::tally::OTHER;
use scutch_plot::number::{counted, size};

use crate::licence::declared_status;

/// Languages named where nobody named any, the most frequent ones.
const LANGUAGES: usize = 50;

/// A corpus as a publication.
pub(crate) struct Publication<'a> {
    /// All of `run.json`.
    pub(crate) manifest: &'a Manifest,
    /// What a person said of the corpus.
    pub(crate) metadata: &'a CorpusMetadata,
}

impl<'a> Publication<'a> {
    /// The publication; `None` for a corpus without metadata.
    pub(crate) fn new(manifest: &'a Manifest) -> Option<Self> {
        let metadata = manifest.config.corpus.as_ref()?;
        Some(Self { manifest, metadata })
    }

    /// Languages that were named, else those found in the documents.
    pub(crate) fn languages(&self) -> Vec<&'a str> {
        // People know their corpus: what they name counts before what was detected.
        if self.metadata.languages.is_empty() {
            return self.manifest.counts.language_codes(LANGUAGES);
        }
        self.metadata.languages.iter().map(String::as_str).collect()
    }

    /// The description in paragraphs; one is always there.
    pub(crate) fn description(&self) -> Vec<String> {
        let given: Vec<String> = self.metadata.paragraphs().collect();
        // Records demand a description: a count of the documents is true of any corpus.
        if given.is_empty() { vec![self.size_sentence()] } else { given }
    }

    /// The version of the program that made the corpus: the second word of `scutch 0.2.0 (...)`. Another
    /// version may write the records anew.
    pub(crate) fn version(&self) -> &'a str {
        self.manifest.tool.split(' ').nth(1).unwrap_or_default()
    }

    /// How much there is, and by what it was made.
    pub(crate) fn size_sentence(&self) -> String {
        let (manifest, counts) = (self.manifest, &self.manifest.counts);
        let documents = counted(counts.rows, "document");
        let words = counted(counts.words, "word");
        let inputs = counted(manifest.inputs.len() as u64, "input");
        format!("{documents} with {words}, made from {inputs} by {}.", manifest.tool)
    }

    /// How documents came about.
    ///
    /// The digest stands for the configuration, which is too long for a record.
    pub(crate) fn method(&self) -> String {
        let config = &self.manifest.config;
        let names: Vec<&str> =
            self.manifest.counts.extractors.0.keys().map(String::as_str).collect();
        let extractors = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!(
            "Text and metadata of archived web pages were extracted by {} (methods of the documents: \
             {extractors}). The sha256 of the configuration is {}; run.json has it in full, with the digests \
             of inputs and outputs.",
            self.manifest.tool,
            config.digest()
        )
    }

    /// Beginning and end of the time that the pages are from, where somebody said so.
    ///
    /// Both ends are a year, a month or a day, with a slash between (ISO 8601).
    pub(crate) fn period(&self) -> Option<String> {
        let period = self.metadata.period.as_ref()?;
        Some(format!("{}/{}", period.from, period.to))
    }

    /// First and last month of capture.
    /// Both are `YYYY-MM`; `None` if no document has a time of capture.
    pub(crate) fn captured(&self) -> Option<(&'a str, &'a str)> {
        let months = &self.manifest.counts.months.0;
        let mut known = months.keys().map(String::as_str).filter(|month| *month != OTHER);
        let first = known.next()?;
        Some((first, known.next_back().unwrap_or(first)))
    }

    /// Documents, words and bytes.
    /// Bytes are those of all outputs that the manifest lists.
    pub(crate) fn extents(&self) -> Vec<String> {
        let counts = &self.manifest.counts;
        let bytes: u64 = self.manifest.outputs.iter().map(|output| output.digest.size).sum();
        vec![counted(counts.rows, "document"), counted(counts.words, "word"), size(bytes)]
    }

    /// Conditions of use as sentences; one is always there.
    pub(crate) fn rights(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(availability) = &self.metadata.availability {
            let status = declared_status(availability).name();
            sentences.push(format!("Availability: {status}."));
            sentences.extend(availability.licence.as_ref().map(|name| format!("Licence: {name}.")));
            sentences.extend(availability.statement.clone());
        }
        // A licence of the corpus is none of its texts: this sentence is never left out.
        sentences.push(TEXTS.to_owned());
        sentences
    }
}

/// Whose the rights in the texts are, whatever the licence of the corpus.
pub(crate) const TEXTS: &str = "Rights in a text are those of the page that it comes from. The column licence has what pages say of theirs.";
