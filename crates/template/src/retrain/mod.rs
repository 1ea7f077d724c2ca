//! Labels made anew by a learner that was trained on the labels of bit patterns. (Thesis, t003 to t006.)
//!
//! Rows of nodes that are content or boilerplate by their bits are the training set; the learner then says of every
//! node what it is. With [`Lesson::Host`] the rows are gathered from all pages of a host in a reading of its own:
//! [`Lessons`] of single pages are added up, in any order, and learned when all are there.

mod features;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use scutch_learn::{Forest, Growth, Neighbours, Random};
use scutch_page::Page;
use serde::{Deserialize, Serialize};

use crate::config::TemplateConfig;
use crate::nodes::NodeLabel;
use crate::paths::mixed;
use crate::patterns::Class;
use crate::summary::Key;

pub(crate) use features::{Neighbourhood, Sibling};

/// Neighbours that vote.
const NEIGHBOURS: usize = 5;
/// Trees of a forest.
const TREES: usize = 10;
/// Training rows that are kept of one host and cross.
const KEPT_ROWS: usize = 5000;

/// Which nodes a learner is trained on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lesson {
    /// Those of the host's pages whose cross has the same shape: a sample of 5,000.
    #[default]
    Host,
    /// Those of the page itself, as in the thesis.
    Page,
}

/// What is done where one class has more training rows than the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// Nothing.
    #[default]
    None,
    /// Rows of the rarer class are drawn again until there are as many.
    Over,
    /// Of the commoner class only as many are drawn as the rarer has.
    Under,
    /// Rows of the rarer class weigh more.
    Weight,
}

/// A learner and the layers it looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learner {
    Neighbours { layers: usize },
    Forest,
}

impl Learner {
    fn layers(self) -> usize {
        match self {
            Self::Neighbours { layers } => layers,
            Self::Forest => 3,
        }
    }
}

/// Lot, page and node: a row and the place of its draw.
type Lot = (u64, u64, u32);

/// Training rows with their classes, by cross; of many those with the smallest lots.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lessons {
    crosses: BTreeMap<u8, BTreeMap<Lot, (Vec<f32>, bool)>>,
}

impl Lessons {
    /// The rows of one page.
    pub(crate) fn of(
        page: &Page,
        key: &Key,
        nodes: &[NodeLabel],
        learner: Learner,
        config: &TemplateConfig,
    ) -> Self {
        let around = Neighbourhood::of(page.tree(), nodes);
        let place = key.url.bytes().fold(config.seed, |hash, byte| mixed(hash ^ u64::from(byte)));
        let place = mixed(place ^ mixed(key.time as u64) ^ key.record);
        let mut lessons = Self::default();
        for (at, node) in nodes.iter().enumerate() {
            if node.class == Class::Invalid || (config.skip_hidden && node.hidden) {
                continue;
            }
            let lot = (mixed(place ^ at as u64), place, at as u32);
            let row = (around.row(at, learner.layers()), node.class == Class::Content);
            lessons.crosses.entry(node.cross).or_default().insert(lot, row);
        }
        lessons.cut();
        lessons
    }

    /// Adds the rows of other pages. The order in which pages are added does not matter.
    pub fn merge(&mut self, other: Self) {
        for (cross, rows) in other.crosses {
            self.crosses.entry(cross).or_default().extend(rows);
        }
        self.cut();
    }

    /// The rows, and whether they are content.
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

    /// Trains a judge for each cross.
    pub(crate) fn learn(self, learner: Learner, config: &TemplateConfig) -> Judges {
        let judges = self.crosses.into_iter().filter_map(|(cross, rows)| {
            Some((cross, Judge::train(rows.into_values().collect(), learner, config)?))
        });
        Judges { crosses: judges.collect() }
    }
}

/// What was learned of the pages of a host.
#[derive(Debug, Default)]
pub struct Judges {
    crosses: BTreeMap<u8, Judge>,
}

/// What tells content from boilerplate.
#[derive(Debug)]
struct Judge {
    mind: Mind,
    /// What a vote for content, and one against it, weighs.
    weights: [f64; 2],
}

#[derive(Debug)]
enum Mind {
    /// There was only one class.
    Made(bool),
    Neighbours(Neighbours),
    Forest(Forest),
}

impl Judge {
    /// None where nothing can be learned.
    fn train(
        rows: Vec<(Vec<f32>, bool)>,
        learner: Learner,
        config: &TemplateConfig,
    ) -> Option<Self> {
        let mut rows = without_conflicts(rows);
        let count = |rows: &[(Vec<f32>, bool)]| {
            let content = rows.iter().filter(|(_, content)| *content).count();
            [content, rows.len() - content]
        };
        let [content, rest] = count(&rows);
        if content == 0 || rest == 0 {
            let mind = Mind::Made(content > 0);
            return (!rows.is_empty()).then_some(Self { mind, weights: [1.0, 1.0] });
        }
        balance(&mut rows, [content, rest], config);
        let weights = match config.balance {
            Balance::Weight => [content, rest].map(|n| rows.len() as f64 / (2 * n) as f64),
            Balance::None | Balance::Over | Balance::Under => [1.0, 1.0],
        };
        let (rows, classes): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        Some(match learner {
            Learner::Neighbours { .. } => {
                let mind = Mind::Neighbours(Neighbours::fit(&rows, &classes, NEIGHBOURS)?);
                Self { mind, weights }
            }
            Learner::Forest => {
                let growth = Growth { trees: TREES, weights, seed: config.seed };
                let mind = Mind::Forest(Forest::fit(&rows, &classes, growth)?);
                // The rows were weighed when the trees grew.
                Self { mind, weights: [1.0, 1.0] }
            }
        })
    }

    fn share(&self, row: &[f32]) -> f32 {
        let share = match &self.mind {
            Mind::Made(content) => f32::from(u8::from(*content)),
            Mind::Neighbours(neighbours) => neighbours.share(row),
            Mind::Forest(forest) => forest.share(row),
        };
        let (yes, no) =
            (f64::from(share) * self.weights[0], f64::from(1.0 - share) * self.weights[1]);
        (yes / (yes + no)) as f32
    }
}

/// Rows that occur with both classes say nothing.
fn without_conflicts(rows: Vec<(Vec<f32>, bool)>) -> Vec<(Vec<f32>, bool)> {
    let mut classes: FxHashMap<Vec<u32>, [bool; 2]> = FxHashMap::default();
    for (row, content) in &rows {
        classes.entry(bits(row)).or_default()[usize::from(*content)] = true;
    }
    rows.into_iter().filter(|(row, _)| classes.get(&bits(row)) != Some(&[true, true])).collect()
}

fn bits(row: &[f32]) -> Vec<u32> {
    row.iter().map(|value| value.to_bits()).collect()
}

fn balance(rows: &mut Vec<(Vec<f32>, bool)>, [content, rest]: [usize; 2], config: &TemplateConfig) {
    let rarer = content < rest;
    let mut random = Random::new(config.seed);
    match config.balance {
        Balance::None | Balance::Weight => {}
        Balance::Over => {
            let few: Vec<_> = rows.iter().filter(|(_, class)| *class == rarer).cloned().collect();
            let missing = content.abs_diff(rest);
            rows.extend((0..missing).map(|_| few[random.below(few.len())].clone()));
        }
        Balance::Under => {
            random.shuffle(rows);
            let mut left = content.min(rest);
            rows.retain(|(_, class)| {
                let keep = *class == rarer || left > 0;
                left -= usize::from(keep && *class != rarer);
                keep
            });
        }
    }
}

/// Says anew of every node what it is; nodes stay as they are where nothing was learned.
pub(crate) fn relabel(
    page: &Page,
    key: &Key,
    nodes: &mut [NodeLabel],
    learner: Learner,
    judges: Option<&Judges>,
    config: &TemplateConfig,
) {
    let own;
    let judges = match (config.lesson, judges) {
        (Lesson::Host, Some(judges)) => judges,
        _ => {
            own = Lessons::of(page, key, nodes, learner, config).learn(learner, config);
            &own
        }
    };
    let around = Neighbourhood::of(page.tree(), nodes);
    let mut known: FxHashMap<(u8, Vec<u32>), f32> = FxHashMap::default();
    for (at, node) in nodes.iter_mut().enumerate() {
        let Some(judge) = judges.crosses.get(&node.cross) else { continue };
        let row = around.row(at, learner.layers());
        let share = known.entry((node.cross, bits(&row))).or_insert_with(|| judge.share(&row));
        node.score = *share;
        // As in scikit-learn, a tie goes to the class that is first by name.
        node.class = if *share > 0.5 { Class::Content } else { Class::Boilerplate };
    }
}

/// Words in a line of 80 characters, from which on text is running text. (Kohlschütter, Fankhauser and Nejdl,
/// "Boilerplate detection using shallow text features", 2010, have 9 to 11.)
const DENSE: f32 = 10.0;

/// What the patterns leave open, between two dense siblings that are content, is content.
pub(crate) fn by_context(page: &Page, nodes: &mut [NodeLabel]) {
    let around = Neighbourhood::of(page.tree(), nodes);
    let elements = crate::nodes::element_classes(page.tree(), nodes);
    let classes: Vec<Class> = nodes.iter().map(|node| node.class).collect();
    for (at, node) in nodes.iter_mut().enumerate().filter(|(_, n)| n.class == Class::Invalid) {
        let is_content = |sibling: Option<(Sibling, f32)>| {
            sibling.is_some_and(|(sibling, density)| {
                let class = match sibling {
                    Sibling::Run(run) => classes[run],
                    Sibling::Element(element) => elements[element],
                };
                class == Class::Content && density >= DENSE
            })
        };
        if around.siblings(at).into_iter().all(is_content) {
            (node.class, node.score) = (Class::Content, Class::Content.score());
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;
    use crate::annotate::runs;
    use crate::words::Words;

    /// Runs of a page; the words c, b and i begin texts of content, boilerplate and no class.
    fn labelled(html: &str) -> (Page, Vec<NodeLabel>) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let label = |run: crate::annotate::Run| {
            let class = match page.tree().text(run.node).split_whitespace().next() {
                Some("c") => Class::Content,
                Some("b") => Class::Boilerplate,
                _ => Class::Invalid,
            };
            let (node, words) = (run.node, run.words);
            let (bits, cross, score) = (0b10000, 0b11000, class.score());
            NodeLabel { node, first: 0, words, bits, cross, class, score, hidden: false }
        };
        let labels = runs(&Words::of(page.tree(), false), &[]).into_iter().map(label).collect();
        (page, labels)
    }

    fn key(number: u64) -> Key {
        Key { url: "http://a.example/".to_owned(), time: 0, record: number }
    }

    fn rows(counts: [usize; 2]) -> Vec<(Vec<f32>, bool)> {
        let of = |class: bool, count| {
            (0..count).map(move |at| (vec![at as f32, f32::from(u8::from(class))], class))
        };
        of(true, counts[0]).chain(of(false, counts[1])).collect()
    }

    const KNN: Learner = Learner::Neighbours { layers: 1 };

    #[test]
    fn lessons_add_up_in_any_order() {
        let config = TemplateConfig::default();
        let lessons = |number: u64| {
            let texts: String =
                (0..900).map(|at| format!("<p>c {at}</p><li>b {number}</li>")).collect();
            let (page, labels) = labelled(&texts);
            Lessons::of(&page, &key(number), &labels, KNN, &config)
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
    fn rows_with_both_classes_teach_nothing() {
        let row = |value: f32, class| (vec![value], class);
        let rows = vec![row(1.0, true), row(2.0, true), row(1.0, false), row(2.0, true)];
        assert_eq!(without_conflicts(rows), [row(2.0, true), row(2.0, true)]);
    }

    #[test]
    fn classes_are_balanced() {
        let count = |how| {
            let mut rows = rows([3, 10]);
            balance(
                &mut rows,
                [3, 10],
                &TemplateConfig { balance: how, ..TemplateConfig::default() },
            );
            let content = rows.iter().filter(|(_, content)| *content).count();
            [content, rows.len() - content]
        };
        assert_eq!(count(Balance::None), [3, 10]);
        assert_eq!(count(Balance::Over), [10, 10]);
        assert_eq!(count(Balance::Under), [3, 3]);
        let weight = TemplateConfig { balance: Balance::Weight, ..TemplateConfig::default() };
        let judge = Judge::train(rows([3, 10]), KNN, &weight).map(|judge| judge.weights);
        assert_eq!(judge, Some([13.0 / 6.0, 13.0 / 20.0]));
    }

    #[test]
    fn every_node_is_labelled_anew() {
        // Paragraphs are content, list items boilerplate, as far as the patterns go.
        let text: String =
            (0..8).map(|at| format!("<p>c long {at}</p><ul><li><a href=/>b</a></ul>")).collect();
        let html = format!("<body>{text}<p>x long y</p><ul><li><a href=/>x</a></ul>");
        for learner in [KNN, Learner::Neighbours { layers: 3 }, Learner::Forest] {
            let (page, mut labels) = labelled(&html);
            let config = TemplateConfig { lesson: Lesson::Page, ..TemplateConfig::default() };
            relabel(&page, &key(1), &mut labels, learner, None, &config);
            for label in &labels {
                let paragraph = label.text(&page).contains("long");
                let expected = if paragraph { Class::Content } else { Class::Boilerplate };
                assert_eq!(label.class, expected, "{learner:?} {}", label.text(&page));
            }
        }
    }

    #[test]
    fn what_stands_between_dense_content_is_content() {
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
}
