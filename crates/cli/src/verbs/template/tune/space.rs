//! What can be tried: choices of the published methods as a table.

use scutch_learn::Random;
use scutch_template::annotate::Comparison;
use scutch_template::cross::CrossRule;
use scutch_template::diff::Diff;
use scutch_template::retrain::{Balance, Lesson};
use scutch_template::{Method, TemplateConfig, Tokens};

/// One thing that can be chosen.
struct Choice {
    name: &'static str,
    /// Only methods that learn from nodes ask for it.
    learners: bool,
    /// As TOML, and what it does. The first is the default.
    values: &'static [(&'static str, Set)],
}

/// Sets a value.
type Set = fn(&mut TemplateConfig);

const CHOICES: &[Choice] = &[
    Choice {
        name: "tokens",
        learners: false,
        values: &[
            ("\"path\"", |config| config.tokens = Tokens::Path),
            ("\"thesis\"", |config| config.tokens = Tokens::Thesis),
        ],
    },
    Choice {
        name: "threshold",
        learners: false,
        values: &[
            ("0.5", |config| config.threshold = Some(0.5)),
            ("0.2", |config| config.threshold = Some(0.2)),
            ("0.3", |config| config.threshold = Some(0.3)),
            ("0.4", |config| config.threshold = Some(0.4)),
            ("0.6", |config| config.threshold = Some(0.6)),
            ("0.7", |config| config.threshold = Some(0.7)),
        ],
    },
    Choice {
        name: "cross",
        learners: false,
        values: &[
            ("\"repaired\"", |config| config.cross = CrossRule::Repaired),
            ("\"thesis\"", |config| config.cross = CrossRule::Thesis),
        ],
    },
    Choice {
        name: "compare",
        learners: false,
        values: &[
            ("\"star\"", |config| config.compare = Comparison::Star),
            ("\"chain\"", |config| config.compare = Comparison::Chain),
        ],
    },
    Choice {
        name: "diff",
        learners: false,
        values: &[
            ("\"histogram\"", |config| config.diff = Diff::Histogram),
            ("\"difflib\"", |config| config.diff = Diff::Difflib),
        ],
    },
    Choice {
        name: "lesson",
        learners: true,
        values: &[
            ("\"host\"", |config| config.lesson = Lesson::Host),
            ("\"page\"", |config| config.lesson = Lesson::Page),
        ],
    },
    Choice {
        name: "balance",
        learners: true,
        values: &[
            ("\"none\"", |config| config.balance = Balance::None),
            ("\"over\"", |config| config.balance = Balance::Over),
            ("\"under\"", |config| config.balance = Balance::Under),
            ("\"weight\"", |config| config.balance = Balance::Weight),
        ],
    },
];

/// Names of all choices.
pub(super) fn names() -> Vec<&'static str> {
    CHOICES.iter().map(|choice| choice.name).collect()
}

/// A method with a value for each choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Point {
    method: Method,
    values: Vec<usize>,
}

impl Point {
    pub(super) fn config(&self) -> TemplateConfig {
        let mut config = TemplateConfig { method: self.method, ..TemplateConfig::default() };
        for (choice, value) in CHOICES.iter().zip(&self.values) {
            (choice.values[*value].1)(&mut config);
        }
        config
    }

    /// The method, then each value of the choices in `vary`.
    pub(super) fn cells(&self, vary: &[String]) -> Vec<String> {
        let chosen = CHOICES.iter().zip(&self.values);
        let varied = chosen.filter(|(choice, _)| vary.iter().any(|name| name == choice.name));
        let values = varied.map(|(choice, value)| choice.values[*value].0.trim_matches('"'));
        std::iter::once(name(self.method)).chain(values.map(str::to_owned)).collect()
    }

    /// What `scutch corpus --config` reads.
    pub(super) fn toml(&self) -> String {
        let mut out =
            format!("extractor = \"template\"\n\n[template]\nmethod = \"{}\"\n", name(self.method));
        for (choice, value) in CHOICES.iter().zip(&self.values) {
            if !choice.learners || learns(self.method) {
                out += &format!("{} = {}\n", choice.name, choice.values[*value].0);
            }
        }
        out
    }
}

/// `t005`.
fn name(method: Method) -> String {
    let value = serde_json::to_value(method).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn learns(method: Method) -> bool {
    TemplateConfig { method, ..TemplateConfig::default() }.learns_from_others()
}

/// All points, the defaults of each method first.
pub(super) fn grid(methods: &[Method], vary: &[String]) -> Vec<Point> {
    methods.iter().flat_map(|method| grid_of(*method, vary)).collect()
}

fn grid_of(method: Method, vary: &[String]) -> Vec<Point> {
    let mut points = vec![Point { method, values: vec![0; CHOICES.len()] }];
    for (place, choice) in CHOICES.iter().enumerate() {
        let asked = vary.iter().any(|name| name == choice.name);
        if asked && method.compares_words() && (!choice.learners || learns(method)) {
            let more = (1..choice.values.len()).flat_map(|value| {
                points.iter().map(move |point| {
                    let mut point = point.clone();
                    point.values[place] = value;
                    point
                })
            });
            let more: Vec<Point> = more.collect();
            points.extend(more);
        }
    }
    points
}

/// `most` of the points: the defaults of the first method and others drawn by seed.
pub(super) fn drawn(mut points: Vec<Point>, most: usize, seed: u64) -> Vec<Point> {
    if points.len() > most && most > 0 {
        Random::new(seed).shuffle(&mut points[1..]);
        points.truncate(most);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_corpus::Config;

    fn all() -> Vec<String> {
        names().into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn each_point_is_there_once_and_reads_back_from_its_toml() {
        let points = grid(&[Method::T002, Method::T005], &all());
        assert_eq!(points.len(), 2 * 6 * 2 * 2 * 2 * (1 + 2 * 4));
        for (at, point) in points.iter().enumerate() {
            assert!(!points[..at].contains(point));
        }
        for point in points.iter().step_by(7) {
            let config = Config::from_toml(&point.toml()).expect("TOML");
            assert_eq!(config.template, point.config());
        }
    }

    #[test]
    fn what_is_not_varied_stays_as_it_is() {
        let points = grid(&[Method::T001], &["compare".to_owned(), "balance".to_owned()]);
        let cells: Vec<_> = points.iter().map(|p| p.cells(&["compare".to_owned()])).collect();
        assert_eq!(cells, [["t001", "star"], ["t001", "chain"]]);
        assert_eq!(points[0].config().threshold, Some(0.5));
        assert_eq!(grid(&[Method::Learned], &all()).len(), 1);
    }

    #[test]
    fn draws_repeat_and_keep_the_defaults() {
        let points = grid(&[Method::T005], &all());
        let nine = |seed| drawn(points.clone(), 9, seed);
        assert_eq!((nine(1), nine(1).len()), (nine(1), 9));
        assert!(nine(1) != nine(2) && nine(2)[0] == points[0]);
    }
}
