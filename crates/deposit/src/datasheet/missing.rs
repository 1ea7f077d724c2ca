//! What is not in the corpus: inputs, records and bytes that were left out or lost, and gaps in time.

use scutch_folder::config::scope::Filter;
use scutch_folder::reasons;
use scutch_plot::number::{counted, plural, size, thousands};
use scutch_plot::{Month, gaps};

use super::{Sheet, plain};

/// Names listed in a sentence.
/// More names would hide what the sentence says.
const NAMED: usize = 20;

impl Sheet<'_> {
    /// Counts all that was read and is not in the corpus, by reason.
    pub(super) fn missing(&mut self) {
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
            // A redaction takes lines out of the quarantine, too, and their numbers with them.
            self.paragraph(match self.publication.manifest.redacted {
                None => "No record was lost, and no byte of the archives was damaged.",
                Some(_) => {
                    "Of what was not taken out, no record was lost, and no byte was damaged."
                }
            });
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
    fn of_many_names_the_first_are_listed() {
        let many: Vec<String> = (0..25).map(|n| n.to_string()).collect();
        assert!(list(&many).ends_with(", 19 and 5 more"));
    }
}
