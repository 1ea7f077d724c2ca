//! Relabels nodes by a learner that is trained on the labels of bit patterns. (Thesis, t003 to
//! t006.)
//!
//! Nodes that bit patterns label as content or boilerplate are the training set. The learner then
//! labels every node, also those that the patterns leave open. With [`Lesson::Host`] the rows of
//! all pages of a host are gathered first: [`Lessons`] of single pages are merged, in any order,
//! and [`Judges`] are trained on all of them.

mod context;
mod features;
mod judge;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use scutch_page::Page;
use serde::{Deserialize, Serialize};

pub use crate::config::{Balance, Lesson};
use crate::config::{Learner, TemplateConfig};
use crate::hash::mixed;
use crate::key::Key;
use crate::nodes::NodeLabel;
use crate::patterns::Class;

pub(crate) use context::by_context;
pub(crate) use features::{Neighbourhood, Sibling};
pub use judge::Judges;
use judge::{Row, bits};

/// Training rows that are kept for a host and cross. Nearest neighbours look at all of them for
/// each new row.
const KEPT_ROWS: usize = 5000;

/// A random number by which rows are sampled, then the page and the node, which make it unique.
type SamplingKey = (u64, u64, u32);

/// Training rows with their classes, by cross. Of too many rows those with the smallest sampling
/// keys are kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Lessons {
    crosses: BTreeMap<u8, BTreeMap<SamplingKey, Row>>,
}

impl Lessons {
    /// The training rows of one page.
    pub(crate) fn from_page(
        page: &Page,
        key: &Key,
        nodes: &[NodeLabel],
        learner: Learner,
        config: &TemplateConfig,
    ) -> Self {
        let around = Neighbourhood::new(page.tree(), nodes);
        let place = key.url.bytes().fold(config.seed, |hash, byte| mixed(hash ^ u64::from(byte)));
        let place = mixed(place ^ mixed(key.time as u64) ^ key.record);
        let mut lessons = Self::default();
        for (at, node) in nodes.iter().enumerate() {
            if node.class == Class::Invalid || (config.skip_hidden && node.hidden) {
                continue;
            }
            // Of the page and the node alone, so that a sample of the host is one in whatever order
            // pages come.
            let sampling_key = (mixed(place ^ at as u64), place, at as u32);
            let row = (around.row(at, learner.layers()), node.class == Class::Content);
            lessons.crosses.entry(node.cross).or_default().insert(sampling_key, row);
        }
        lessons.cut();
        lessons
    }

    /// Adds the rows of other pages. Merging is commutative and associative.
    pub fn merge(&mut self, other: Self) {
        for (cross, rows) in other.crosses {
            self.crosses.entry(cross).or_default().extend(rows);
        }
        self.cut();
    }

    /// Bytes of memory that they take, nearly.
    pub fn memory(&self) -> usize {
        // All rows of a learner have one length.
        let bytes = |rows: &BTreeMap<SamplingKey, Row>| {
            let row = rows.first_key_value().map_or(0, |(_, (row, _))| size_of_val(&row[..]));
            rows.len() * (size_of::<(SamplingKey, Row)>() + row)
        };
        size_of::<Self>() + self.crosses.values().map(bytes).sum::<usize>()
    }

    /// The rows, and whether each is content.
    pub fn rows(&self) -> impl Iterator<Item = (&[f32], bool)> {
        let rows = self.crosses.values().flat_map(BTreeMap::values);
        rows.map(|(row, content)| (row.as_slice(), *content))
    }

    fn cut(&mut self) {
        for rows in self.crosses.values_mut() {
            while rows.len() > KEPT_ROWS {
                rows.pop_last();
            }
        }
    }

    /// Trains the learner of a configuration's method. `None` if it does not learn.
    pub fn conclude(self, config: &TemplateConfig) -> Option<Judges> {
        config.method.learner().map(|learner| self.train(learner, config))
    }

    /// Trains a learner for each cross.
    pub(crate) fn train(self, learner: Learner, config: &TemplateConfig) -> Judges {
        let rows =
            |(cross, rows): (u8, BTreeMap<SamplingKey, Row>)| (cross, rows.into_values().collect());
        Judges::train(self.crosses.into_iter().map(rows), learner, config)
    }
}

/// Labels every node anew. Nodes stay as they are where nothing was learned.
pub(crate) fn relabel(page: &Page, nodes: &mut [NodeLabel], learner: Learner, judges: &Judges) {
    let around = Neighbourhood::new(page.tree(), nodes);
    // Menus and tables repeat the same rows many times, and a question to the learner is expensive.
    let mut known: FxHashMap<(u8, Vec<u32>), Option<f32>> = FxHashMap::default();
    for (at, node) in nodes.iter_mut().enumerate() {
        let row = around.row(at, learner.layers());
        let share = known.entry((node.cross, bits(&row)));
        let Some(share) = *share.or_insert_with(|| judges.share(node.cross, &row)) else {
            continue;
        };
        node.score = share;
        // As in scikit-learn, a tie goes to the class that is first by name: boilerplate.
        node.class = if share > 0.5 { Class::Content } else { Class::Boilerplate };
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;
    use crate::annotate::{Run, runs};
    use crate::words::Words;

    /// A run with the class that the first word of its text names.
    fn label_by_word(page: &Page, run: Run) -> NodeLabel {
        let class = match page.tree().text(run.node).split_whitespace().next() {
            Some("c") => Class::Content,
            Some("b") => Class::Boilerplate,
            _ => Class::Invalid,
        };
        let (node, words) = (run.node, run.words);
        let (bits, cross, score) = (0b10000, 0b11000, class.score());
        NodeLabel { node, first: 0, words, bits, cross, class, score, hidden: false, reason: None }
    }

    /// The runs of a page. The words c, b and i begin texts of content, boilerplate and no class.
    fn labelled(html: &str) -> (Page, Vec<NodeLabel>) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let label = |run| label_by_word(&page, run);
        let labels = runs(&Words::from_tree(page.tree()), &[]).into_iter().map(label).collect();
        (page, labels)
    }

    fn key(number: u64) -> Key {
        Key { url: "http://a.example/".to_owned(), time: 0, record: number }
    }

    const KNN: Learner = Learner::Neighbours { layers: 1 };

    #[test]
    fn lessons_add_up_in_any_order() {
        let config = TemplateConfig::default();
        let lessons = |number: u64| {
            let texts: String =
                (0..900).map(|at| format!("<p>c {at}</p><li>b {number}</li>")).collect();
            let (page, labels) = labelled(&texts);
            Lessons::from_page(&page, &key(number), &labels, KNN, &config)
        };
        let pages = [lessons(1), lessons(2), lessons(3), lessons(4)];
        let sum = |order: [usize; 4]| {
            let mut sum = Lessons::default();
            order.iter().for_each(|at| sum.merge(pages[*at].clone()));
            sum
        };
        assert_eq!(sum([0, 1, 2, 3]).rows().count(), KEPT_ROWS);
        assert_eq!(sum([0, 1, 2, 3]), sum([3, 1, 0, 2]));
        let (mut left, mut right) = (pages[0].clone(), pages[2].clone());
        left.merge(pages[1].clone());
        right.merge(pages[3].clone());
        left.merge(right);
        assert_eq!(left, sum([0, 1, 2, 3]));
    }

    #[test]
    fn every_node_gets_the_label_of_its_kind() {
        // Paragraphs are content, list items boilerplate, as far as the patterns go.
        let text: String =
            (0..8).map(|at| format!("<p>c long {at}</p><ul><li><a href=/>b</a></ul>")).collect();
        let html = format!("<body>{text}<p>x long y</p><ul><li><a href=/>x</a></ul>");
        for learner in [KNN, Learner::Neighbours { layers: 3 }, Learner::Forest] {
            let (page, mut labels) = labelled(&html);
            let config = TemplateConfig { lesson: Lesson::Page, ..TemplateConfig::default() };
            let own = Lessons::from_page(&page, &key(1), &labels, learner, &config);
            relabel(&page, &mut labels, learner, &own.train(learner, &config));
            for label in &labels {
                let paragraph = label.text(&page).contains("long");
                let expected = if paragraph { Class::Content } else { Class::Boilerplate };
                assert_eq!(label.class, expected, "{learner:?} {}", label.text(&page));
            }
        }
    }

    #[test]
    fn an_open_node_between_dense_content_is_content() {
        let long = "c one two three four five six seven eight nine";
        let (page, mut labels) = labelled(&format!(
            "<div>{long}<i>i</i>{long}</div><div>c<i>i</i>{long}</div><p>{long}<b>b</b>i</p>"
        ));
        by_context(&page, &mut labels);
        let open: Vec<Class> = labels.iter().map(|label| label.class).collect();
        use Class::{Boilerplate, Content, Invalid};
        // The text of an `i` has no siblings.
        assert_eq!(open[..3], [Content, Invalid, Content]);
        assert_eq!(open[6..], [Content, Boilerplate, Invalid]);
        let (page, mut labels) = labelled(&format!("<div>{long}<br>i <p>{long}</div>"));
        by_context(&page, &mut labels);
        assert_eq!(labels[1].class, Invalid);
        let (page, mut labels) = labelled(&format!("<div><p>{long}</p>i <p>{long}</p></div>"));
        by_context(&page, &mut labels);
        assert_eq!(labels[1].class, Content);
    }

    #[test]
    fn what_was_learned_is_read_back_and_labels_the_same() {
        let text: String = (0..8)
            .map(|at| format!("<p>c long {at}</p><ul><li><a href=/>b</a></ul><p>x</p>"))
            .collect();
        for learner in [KNN, Learner::Forest] {
            let (page, labels) = labelled(&text);
            let config = TemplateConfig::default();
            let lessons = Lessons::from_page(&page, &key(1), &labels, learner, &config);
            let bytes = postcard::to_allocvec(&lessons).expect("written");
            assert_eq!(postcard::from_bytes::<Lessons>(&bytes).expect("read"), lessons);
            assert!(lessons.memory() > lessons.rows().count() * learner.layers() * 24 * 4);
            let judges = lessons.train(learner, &config);
            let bytes = postcard::to_allocvec(&judges).expect("written");
            let again: Judges = postcard::from_bytes(&bytes).expect("read");
            assert_eq!(again.memory(), judges.memory());
            let relabelled = |judges: &Judges| {
                let mut labels = labels.clone();
                relabel(&page, &mut labels, learner, judges);
                labels
            };
            assert_eq!(relabelled(&again), relabelled(&judges));
        }
    }

    #[test]
    fn hidden_nodes_teach_nothing_if_they_are_skipped() {
        let (page, mut labels) = labelled("<p>c one</p><p>b two</p><p>c three</p>");
        labels[0].hidden = true;
        let rows = |skip_hidden| {
            let config = TemplateConfig { skip_hidden, ..TemplateConfig::default() };
            Lessons::from_page(&page, &key(1), &labels, KNN, &config).rows().count()
        };
        assert_eq!((rows(false), rows(true)), (3, 2));
    }

    #[test]
    fn only_methods_that_learn_conclude_anything() {
        use crate::config::Method;
        let learns = |method| {
            let config = TemplateConfig { method, ..TemplateConfig::default() };
            Lessons::default().conclude(&config).is_some()
        };
        let learning: Vec<Method> =
            Method::ALL.into_iter().filter(|method| learns(*method)).collect();
        assert_eq!(learning, [Method::T003, Method::T004, Method::T005, Method::T006]);
    }
}
