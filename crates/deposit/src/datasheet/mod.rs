//! `metadata/datasheet.md`: how the corpus came about, and what it lacks.
//!
//! The questions are those of "Datasheets for Datasets" (Gebru et al. 2021), as far as a manifest answers them.
//! What nobody can count is said to be unknown.

mod missing;

use scutch_folder::inputs::Content;
use scutch_folder::tally::Counter;
use scutch_plot::number::{counted, thousands};

use crate::publication::Publication;

/// Values listed per table; the rest is one sum.
/// A corpus may have thousands of hosts; the sheet stays readable.
const LISTED: usize = 30;

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
    fn names_from_archives_are_no_markup() {
        assert_eq!(plain("a|b\n<i>_x_"), "a\\|b \\<i\\>\\_x\\_");
    }
}
