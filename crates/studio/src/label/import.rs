//! Ground truth of others as the journal of one more annotator.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use scutch_evaluate::{GoldPage, Run, Truth, align, read_gold};
use scutch_template::patterns::Class;

use super::agreement::RESERVED;
use super::{Event, Journal, LabelError, Letter, Line};
use crate::nodes::PageNodes;

/// Ground truth that was read.
#[derive(Debug)]
pub struct Imported {
    /// Whose it is: the name of the file without its endings.
    pub annotator: String,
    /// Its pages, mixed nodes as their runs.
    pub pages: Vec<GoldPage>,
    path: PathBuf,
}

impl Imported {
    /// Reads a file of ground truth.
    ///
    /// # Errors
    /// When it cannot be read, or a line is no page.
    pub fn read(path: &Path) -> Result<Self, LabelError> {
        let file = File::open(path).map_err(LabelError::at(path))?;
        let pages = read_gold(BufReader::new(file))
            .map_err(|error| LabelError::Gold { path: path.to_owned(), source: error })?;
        Ok(Self { annotator: name_of(path), pages, path: path.to_owned() })
    }

    /// Writes the journal of the annotator into a folder. `open` gives the nodes of a page of the plan,
    /// or none of another. Gives what there is to say.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn write(
        &self,
        folder: &Path,
        open: &mut dyn FnMut(&GoldPage) -> Option<PageNodes>,
    ) -> Result<String, LabelError> {
        let path = folder.join(format!("{}.jsonl", self.annotator));
        let (mut journal, kept) = Journal::open::<Line>(&path)?;
        // A second import would add every mark again, and later corrections would be lost.
        if !kept.lines.is_empty() {
            let (path, from) = (path.display(), self.path.display());
            return Ok(format!("{path}: is there, so {from} was not imported again"));
        }
        let mut pages = 0;
        for page in &self.pages {
            // Pages outside the plan are never shown. The last sentence says how many are in it.
            let Some(nodes) = open(page) else { continue };
            pages += 1;
            for event in events(page, &nodes) {
                let (url, timestamp) = page.key();
                journal.add_later(&Line { url, timestamp, pass: 1, event })?;
            }
        }
        // Once for all lines: to wait for the disk at each of them would take much longer.
        journal.sync()?;
        let (path, all) = (self.path.display(), self.pages.len());
        Ok(format!(
            "{path}: {pages} of {all} pages are in the plan and stand as {}",
            self.annotator
        ))
    }
}

/// The name of an annotator for a file such as `gold.ann.jsonl`.
fn name_of(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = name.strip_suffix(".jsonl").unwrap_or(name);
    let stem = stem.strip_prefix("gold.").unwrap_or(stem);
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = stem.chars().map(plain).take(40).collect();
    if name.is_empty() || RESERVED.contains(&&*name) { "imported".to_owned() } else { name }
}

/// The events that give our nodes the labels of another parser's, matched by words.
fn events(page: &GoldPage, nodes: &PageNodes) -> Vec<Event> {
    let class = |truth| match truth {
        Truth::Content => Class::Content,
        Truth::Boilerplate => Class::Boilerplate,
        Truth::Ignore | Truth::Mixed => Class::Invalid,
    };
    let runs = page
        .text_nodes
        .iter()
        .map(|node| Run { text: node.text.clone(), class: class(node.label) });
    let runs: Vec<Run> = runs.collect();
    let words = nodes.list().iter().flat_map(|node| node.text.split(' '));
    let votes = align(&words.collect::<Vec<_>>(), &runs).votes;
    let mut votes = votes.iter();
    let mut events = vec![Event::Open { nodes: nodes.len(), digest: nodes.digest().to_owned() }];
    for (at, node) in nodes.list().iter().enumerate() {
        let count = node.text.split(' ').count();
        let keys: Vec<Option<char>> = votes.by_ref().take(count).map(key).collect();
        let Some(first) = keys.iter().flatten().next().copied() else { continue };
        let (first, words) = match keys.iter().all(|key| key.is_none_or(|key| key == first)) {
            true => (Letter::of_key(first).unwrap_or(Letter::Skip), None),
            false => {
                (Letter::Mixed, Some(keys.iter().map(|key| key.unwrap_or('s')).collect::<String>()))
            }
        };
        events.push(Event::Mark { first: at, last: at, label: first, words });
    }
    events.push(Event::Done);
    events
}

/// The key of the class with most characters of a word: content, boilerplate, left open.
fn key(votes: &[usize; 3]) -> Option<char> {
    let most = votes.iter().max().filter(|most| **most > 0)?;
    votes.iter().position(|count| count == most).map(|at| ['c', 'b', 's'][at])
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits, Page};

    use super::*;
    use crate::label::Pass;

    #[test]
    fn labels_of_another_parser_are_matched_by_words() {
        let line = r#"{"site":"s","url":"http://a.example/","timestamp":"20190101000000","text_nodes":[
            {"text":"Home News","label":"boilerplate"},{"text":"The ferry left at dawn","label":"content"},
            {"text":"Tides rise. Share","label":"mixed","runs":[{"text":"Tides rise.","label":"content"},
            {"text":"Share","label":"boilerplate"}]}]}"#;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gold.ben.jsonl");
        std::fs::write(&path, line.replace('\n', " ")).expect("writes");
        let imported = Imported::read(&path).expect("gold");
        assert_eq!(imported.annotator, "ben");
        let html = b"<p>Home</p><p>News</p><p>The ferry <b>left</b> at dawn</p><p>Tides rise. Share</p><p>x";
        let page = Page::parse(html, &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let said = imported.write(folder.path(), &mut |_| Some(nodes.clone())).expect("writes");
        assert!(said.contains("1 of 1 pages"), "{said}");
        let mut pass = Pass::default();
        let lines: Vec<Line> = Journal::read(&folder.path().join("ben.jsonl")).expect("reads");
        for line in lines {
            pass.take(&line.event, Some(&nodes)).expect("fits");
        }
        let keys: String =
            pass.labels().iter().map(|m| m.as_ref().map_or('.', |m| m.letter.key())).collect();
        assert_eq!(keys, "bbcccm.");
        let words = pass.labels()[5].as_ref().and_then(|mark| mark.words.clone());
        assert_eq!(words.as_deref(), Some("ccb"));
        let said = imported.write(folder.path(), &mut |_| Some(nodes.clone())).expect("writes");
        assert!(said.contains("not imported again"), "{said}");
    }

    #[test]
    fn files_name_annotators() {
        for (path, expected) in [
            ("x/gold.ann.jsonl", "ann"),
            ("gold.jsonl", "imported"),
            ("ben 2.jsonl", "ben-2"),
            ("a.b.jsonl", "a-b"),
        ] {
            assert_eq!(name_of(Path::new(path)), expected, "{path}");
        }
    }
}
