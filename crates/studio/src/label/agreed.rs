//! Lines of ground truth of several annotators, kept with what each was made of: a decision makes the
//! line of its page anew and leaves the others.

use std::collections::BTreeMap;

use super::Pass;
use super::adjudicate::Merged;
use super::gold::GoldLine;

/// Lines by number of the page in the plan.
#[derive(Debug, Default)]
pub struct AgreedLines(BTreeMap<usize, AgreedLine>);

#[derive(Debug)]
struct AgreedLine {
    passes: Vec<(String, Pass)>,
    merged: Merged,
    line: GoldLine,
}

impl AgreedLine {
    fn is_of(&self, passes: &[(&str, &Pass)], merged: &Merged) -> bool {
        let known = self.passes.iter().map(|(name, pass)| (&**name, pass));
        self.merged == *merged && known.eq(passes.iter().copied())
    }
}

impl AgreedLines {
    /// The line of a page; none while a dispute is open. `make` opens the page, which takes long: it is called
    /// only where passes or decisions changed, and gives nothing for a page that cannot be opened.
    pub fn line(
        &mut self,
        number: usize,
        passes: &[(&str, &Pass)],
        merged: Merged,
        make: impl FnOnce(&Merged) -> Option<GoldLine>,
    ) -> Option<&GoldLine> {
        if merged.open() > 0 {
            self.0.remove(&number);
            return None;
        }
        // Made anew only if something changed: each line needs its page opened and parsed.
        if !self.0.get(&number).is_some_and(|known| known.is_of(passes, &merged)) {
            self.0.remove(&number);
            let line = make(&merged)?;
            let passes = passes.iter().map(|(name, pass)| ((*name).to_owned(), (*pass).clone()));
            self.0.insert(number, AgreedLine { passes: passes.collect(), merged, line });
        }
        self.0.get(&number).map(|known| &known.line)
    }
}

#[cfg(test)]
mod tests {
    use scutch_evaluate::GoldPage;

    use super::*;
    use crate::label::{Event, Letter, merged};

    fn pass(keys: &str) -> Pass {
        let mut pass = Pass::default();
        let open = Event::Open { nodes: keys.len(), digest: "d".to_owned() };
        let marks = keys.char_indices().filter_map(|(at, key)| {
            let label = Letter::of_key(key)?;
            Some(Event::Mark { first: at, last: at, label, words: None })
        });
        for event in [open].into_iter().chain(marks) {
            pass.take(&event, None).expect("fits");
        }
        pass
    }

    /// A line that says as how many it was made.
    fn gold(made: usize) -> GoldLine {
        GoldLine {
            page: GoldPage {
                site: String::new(),
                lang: None,
                url: String::new(),
                timestamp: String::new(),
                text_nodes: Vec::new(),
            },
            annotator: made.to_string(),
            pass: 1,
            page_type: None,
            title: None,
            author: None,
            date: None,
            seconds: 0.0,
            saw_answer: false,
        }
    }

    #[test]
    fn a_line_is_made_again_when_what_it_is_made_of_changes() {
        let (mut lines, mut made) = (AgreedLines::default(), 0);
        for (ann, ben, decided, expected) in [
            ("cb", "cb", "..", Some("1")),
            ("cb", "cb", "..", Some("1")),
            // A dispute, its decision, and the decision taken back and made otherwise.
            ("cb", "cc", "..", None),
            ("cb", "cc", ".c", Some("2")),
            ("cb", "cc", ".c", Some("2")),
            ("cb", "cc", ".b", Some("3")),
            // The other annotator corrects a label.
            ("cb", "cb", ".b", Some("4")),
        ] {
            let (ann, ben) = (pass(ann), pass(ben));
            let passes = [("ann", &ann), ("ben", &ben)];
            let of_page = merged(&passes, &pass(decided));
            let line = lines.line(7, &passes, of_page, |_| {
                made += 1;
                Some(gold(made))
            });
            assert_eq!(line.map(|line| &*line.annotator), expected);
        }
    }
}
