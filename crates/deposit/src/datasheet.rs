//! `metadata/datasheet.md`: how the corpus came about, and what it lacks.
//!
//! The questions are those of "Datasheets for Datasets" (Gebru et al. 2021), as far as a manifest answers them.
//! What nobody can count is said to be unknown.

use scutch_folder::config::scope::Filter;
use scutch_folder::inputs::Content;
use scutch_folder::reasons;
use scutch_folder::tally::Counter;
use scutch_plot::number::{counted, plural, size, thousands};
use scutch_plot::{Month, gaps};

use crate::publication::Publication;

/// Values listed per table; the rest is one sum.
/// A corpus may have thousands of hosts; the sheet stays readable.
const LISTED: usize = 30;
/// Names listed in a sentence.
/// More names would hide what the sentence says.
const NAMED: usize = 20;

/// The file.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let mut sheet = Sheet { out: String::new(), publication };
    sheet.out.push_str(&format!("# {}\n\n", plain(&publication.metadata.title)));
    sheet.motivation();
    sheet.composition();
    sheet.collection();
    sheet.processing();
    sheet.missing();
    sheet.distribution();
    sheet.out
}

/// The text so far, and the corpus that it describes.
struct Sheet<'a> {
    out: String,
    publication: &'a Publication<'a>,
}

impl Sheet<'_> {
    /// Begins a section.
    fn heading(&mut self, heading: &str) {
        self.out.push_str(&format!("## {heading}\n\n"));
    }

    /// Adds a paragraph; text from outside has to be escaped by [`plain`] before.
    fn paragraph(&mut self, text: &str) {
        self.out.push_str(&format!("{text}\n\n"));
    }

    /// A table of counts, largest first; the rest is one sum.
    fn counts(&mut self, head: &str, counter: &Counter, sentence: fn(&str) -> String) {
        if counter.0.is_empty() {
            return;
        }
        self.out.push_str(&format!("| {head} | number |\n|---|--:|\n"));
        let ranked = counter.ranked();
        for (key, n) in ranked.iter().take(LISTED) {
            self.out.push_str(&format!("| {} | {} |\n", sentence(key), thousands(*n)));
        }
        // Sums of counts of 64 bits need more bits.
        let rest: u128 = ranked.iter().skip(LISTED).map(|(_, n)| u128::from(*n)).sum();
        if rest > 0 {
            self.out.push_str(&format!("| further values | {} |\n", thousands(rest)));
        }
        self.out.push('\n');
    }

    /// Who made the corpus, why, and who paid for it.
    fn motivation(&mut self) {
        let metadata = self.publication.metadata;
        self.heading("Motivation");
        for text in self.publication.description() {
            self.paragraph(&plain(&text));
        }
        for maker in &metadata.makers {
            let place =
                maker.affiliation.as_ref().map_or(String::new(), |name| format!(", {name}"));
            let orcid = maker.orcid_url().map_or(String::new(), |orcid| format!(" (<{orcid}>)"));
            let role = maker.role.responsibility();
            let line =
                format!("- {}{}{orcid}: {role}\n", plain(&maker.spoken_name()), plain(&place));
            self.out.push_str(&line);
        }
        self.out.push('\n');
        for funder in &metadata.funders {
            let award =
                funder.award.as_ref().map_or(String::new(), |award| format!(", award {award}"));
            self.paragraph(&format!("Funded by {}{}.", plain(&funder.name), plain(&award)));
        }
    }

    /// What the documents are.
    fn composition(&mut self) {
        let counts = &self.publication.manifest.counts;
        self.heading("Composition");
        self.paragraph(
            "Each instance is a document: the extracted text of one captured page, with metadata and with \
             evidence of its origin.",
        );
        self.paragraph(&self.publication.size_sentence());
        if let Some((first, last)) = self.publication.captured() {
            self.paragraph(&format!("Months of capture: {first} to {last}."));
        }
        self.counts("type of page", &counts.page_types, plain);
        self.counts("language", &counts.languages, plain);
        self.counts("host", &counts.hosts, plain);
        if counts.repeated_texts > 0 {
            let repeated = counted(counts.repeated_texts, "document");
            self.paragraph(&format!("The text of {repeated} equals that of an earlier document."));
        }
    }

    /// Where the pages come from.
    fn collection(&mut self) {
        let manifest = self.publication.manifest;
        self.heading("Collection");
        let table = |content: &&Content| matches!(content, Content::Table(_));
        let tables = manifest.inputs.iter().map(|input| &input.content).filter(table).count();
        let archives = counted((manifest.inputs.len() - tables) as u64, "web archive");
        let tables = counted(tables as u64, "table");
        self.paragraph(&format!(
            "The pages were captured by others than the program: it read {archives} and {tables}. How their \
             addresses were chosen is for the description to say; the archives do not tell."
        ));
        self.counts("type of record", &manifest.counts.record_types, plain);
    }

    /// What was done with them.
    fn processing(&mut self) {
        let manifest = self.publication.manifest;
        self.heading("Processing");
        self.paragraph(&self.publication.method());
        self.counts("charset", &manifest.counts.charsets, plain);
        if let Some(decisions) = &manifest.decisions {
            self.paragraph(&format!("People decided on {}.", counted(decisions.rows, "row")));
        }
        if !self.publication.metadata.languages.is_empty() {
            self.paragraph("The languages of the corpus were named by its makers, those of documents detected.");
        }
    }

    /// Rights, and whom to ask.
    fn distribution(&mut self) {
        let metadata = self.publication.metadata;
        self.heading("Distribution and maintenance");
        let edition =
            metadata.edition.as_ref().map_or(String::new(), |name| format!(", edition {name}"));
        let publisher = metadata.publisher();
        self.paragraph(&format!(
            "Published by {} on {}{}.",
            plain(&publisher),
            metadata.date,
            plain(&edition)
        ));
        if let Some(pid) = metadata.pid() {
            self.paragraph(&format!("Identifier: <{}>.", pid.url()));
        }
        for sentence in self.publication.rights() {
            self.paragraph(&plain(&sentence));
        }
        if let Some(contact) = &metadata.contact {
            self.paragraph(&format!("Contact: <{contact}>."));
        }
    }
}

/// What is not in the corpus.
impl Sheet<'_> {
    /// Counts all that was read and is not in the corpus, by reason.
    fn missing(&mut self) {
        let counts = &self.publication.manifest.counts;
        self.heading("What is missing");
        self.paragraph(
            "Pages that were never captured are unknown to the program, and so are parts of pages that only \
             a running browser shows. The rest is counted.",
        );
        self.paragraph(&format!(
            "Of {} read, {} became documents, {} were left out by a filter, and {} could not be used.",
            counted(counts.records, "record"),
            thousands(counts.rows),
            thousands(counts.out_of_scope.total()),
            thousands(counts.quarantined.total())
        ));
        self.unread();
        self.out.push_str("### Exclusions\n\n");
        if counts.out_of_scope.0.is_empty() {
            self.paragraph("No record was left out by a filter.");
        }
        self.counts("filter", &counts.out_of_scope, filter);
        self.losses();
        self.gaps();
    }

    /// Inputs that were not read, or not to their end.
    fn unread(&mut self) {
        let manifest = self.publication.manifest;
        let unread = manifest.inputs.iter().filter(|input| input.unreadable.is_some());
        let names: Vec<String> = unread.map(|input| plain(&input.name)).collect();
        if !names.is_empty() {
            let number = counted(names.len() as u64, "input");
            let listed = list(&names);
            self.paragraph(&format!("{number} could not be read, or not to the end: {listed}."));
        }
        if manifest.not_archives > 0 {
            let files = thousands(manifest.not_archives);
            let what = "Files in the folders of the inputs that are no archives, and were not read";
            self.paragraph(&format!("{what}: {files}."));
        }
        if let Some(index) = manifest.index.filter(|index| index.elsewhere > 0) {
            let rows = thousands(index.elsewhere);
            self.paragraph(&format!(
                "Rows of the index that lead to no record of the inputs: {rows}."
            ));
        }
    }

    /// Records and bytes that were lost, and documents that lack a part.
    fn losses(&mut self) {
        let counts = &self.publication.manifest.counts;
        self.out.push_str("### Losses\n\n");
        if counts.quarantined.0.is_empty() && counts.damage.is_empty() {
            self.paragraph("No record was lost, and no byte of the archives was damaged.");
        }
        self.counts("reason for quarantine", &counts.quarantined, reason);
        // Kinds of damage are listed in the manifest; a reader of the sheet wants the extent.
        let (mut ranges, mut bytes) = (0, 0_u64);
        for damage in counts.damage.values() {
            ranges += damage.ranges;
            bytes = bytes.saturating_add(damage.bytes);
        }
        if ranges > 0 {
            let ranges = counted(ranges, "damaged byte range");
            self.paragraph(&format!(
                "{ranges} of the archives, {} together, without a usable record: `quarantine.jsonl` lists them.",
                size(bytes)
            ));
        }
        self.counts("flag of documents", &counts.flags, reason);
        self.counts("annotations not merged", &counts.not_annotated, reason);
    }

    /// Months without a document, and hosts that are not named.
    fn gaps(&mut self) {
        self.out.push_str("### Gaps in time\n\n");
        let months = &self.publication.manifest.counts.months.0;
        let gaps = missing_months(months.keys().map(String::as_str));
        match gaps.len() {
            0 if self.publication.captured().is_none() => {
                self.paragraph("No document has a time of capture.");
            }
            0 => {
                self.paragraph("Every month between the first and the last capture has documents.");
            }
            n => {
                let number = counted(n as u64, "month");
                let (has, listed) = (plural(n as u64, "has", "have"), list(&gaps));
                self.paragraph(&format!(
                    "{number} between the first and the last capture {has} no document: {listed}."
                ));
            }
        }
    }
}

/// Months between the first and the last that are not there themselves.
fn missing_months<'m>(months: impl Iterator<Item = &'m str>) -> Vec<String> {
    let gaps = gaps(months.filter_map(Month::parse)).into_iter();
    let missing = gaps.flat_map(|gap| gap.first.0..=gap.last.0).map(Month);
    missing.map(|month| format!("{:04}-{:02}", month.year(), month.0 % 12 + 1)).collect()
}

/// Names in a sentence; of many the first.
fn list(names: &[String]) -> String {
    let mut listed = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        listed.push_str(&format!(" and {} more", thousands((names.len() - NAMED) as u64)));
    }
    listed
}

/// A filter with its meaning.
fn filter(id: &str) -> String {
    let known = Filter::all().find(|filter| filter.id() == id);
    known.map_or_else(|| plain(id), |filter| format!("`{id}`: {}", filter.sentence()))
}

/// A reason with its meaning.
fn reason(id: &str) -> String {
    reasons::sentence(id).map_or_else(|| plain(id), |sentence| format!("`{id}`: {sentence}"))
}

/// Text from outside that cannot become markup: hosts and names of files are what archives say.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|#&!".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_between_the_first_and_the_last_are_gaps() {
        for (months, expected) in [
            (&[][..], &[][..]),
            (&["2019-05"], &[]),
            (&["2019-11", "2020-02"], &["2019-12", "2020-01"]),
            (&["(other)", "2019-05", "2019-06"], &[]),
            (&["2019-05", "nonsense", "2019-07"], &["2019-06"]),
        ] {
            assert_eq!(missing_months(months.iter().copied()), expected, "{months:?}");
        }
    }

    #[test]
    fn names_from_archives_are_no_markup() {
        assert_eq!(plain("a|b\n<i>_x_"), "a\\|b \\<i\\>\\_x\\_");
        let many: Vec<String> = (0..25).map(|n| n.to_string()).collect();
        assert!(list(&many).ends_with(", 19 and 5 more"));
    }
}
