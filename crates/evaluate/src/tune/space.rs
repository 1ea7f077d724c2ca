//! The choices that can be tried, as a table. A method's configuration knows which of them it takes.

use scutch_learn::Random;
use scutch_template::annotate::Comparison;
use scutch_template::cross::CrossRule;
use scutch_template::diff::Diff;
use scutch_template::retrain::{Balance, Lesson};
use scutch_template::{Method, TemplateConfig, Tokens};

/// One thing that can be chosen.
struct Choice {
    /// As it is typed.
    name: &'static str,
    /// As TOML, and what it sets. The first is the default of most methods.
    values: &'static [(&'static str, Set)],
}

/// Sets a value.
type Set = fn(&mut TemplateConfig);

const CHOICES: &[Choice] = &[
    Choice {
        name: "tokens",
        values: &[
            ("\"path\"", |config| config.tokens = Tokens::Path),
            ("\"thesis\"", |config| config.tokens = Tokens::Thesis),
        ],
    },
    Choice {
        name: "threshold",
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
        values: &[
            ("\"repaired\"", |config| config.cross = Some(CrossRule::Repaired)),
            ("\"thesis\"", |config| config.cross = Some(CrossRule::Thesis)),
        ],
    },
    Choice {
        name: "compare",
        values: &[
            ("\"star\"", |config| config.compare = Comparison::Star),
            ("\"chain\"", |config| config.compare = Comparison::Chain),
        ],
    },
    Choice {
        name: "diff",
        values: &[
            ("\"histogram\"", |config| config.diff = Diff::Histogram),
            ("\"difflib\"", |config| config.diff = Diff::Difflib),
        ],
    },
    Choice {
        name: "lesson",
        values: &[
            ("\"host\"", |config| config.lesson = Lesson::Host),
            ("\"page\"", |config| config.lesson = Lesson::Page),
        ],
    },
    Choice {
        name: "balance",
        values: &[
            ("\"none\"", |config| config.balance = Balance::None),
            ("\"over\"", |config| config.balance = Balance::Over),
            ("\"under\"", |config| config.balance = Balance::Under),
            ("\"weight\"", |config| config.balance = Balance::Weight),
        ],
    },
    Choice {
        name: "skip-hidden",
        values: &[
            ("false", |config| config.skip_hidden = false),
            ("true", |config| config.skip_hidden = true),
        ],
    },
];

const THRESHOLD: &str = "threshold";

/// A method as configuration files name it.
fn method_name(method: Method) -> String {
    let value = serde_json::to_value(method).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A method with one choice.
fn with(method: Method, set: Set) -> TemplateConfig {
    let mut config = TemplateConfig { method, ..TemplateConfig::default() };
    set(&mut config);
    config
}

impl Choice {
    /// Whether a method takes other values than the default.
    fn is_taken_by(&self, method: Method) -> bool {
        self.values[1..].iter().any(|(_, set)| with(method, *set).check().is_ok())
    }

    /// Places of the values, the default of a method first.
    fn order(&self, method: Method) -> Vec<usize> {
        let usual = TemplateConfig { method, ..TemplateConfig::default() }.settled();
        let is_usual = |place: &usize| with(method, self.values[*place].1).settled() == usual;
        let (first, others): (Vec<_>, Vec<_>) = (0..self.values.len()).partition(is_usual);
        [first, others].concat()
    }

    fn is_among(&self, names: &[String]) -> bool {
        names.iter().any(|name| name == self.name)
    }
}

/// Names of all choices.
pub fn names() -> Vec<&'static str> {
    CHOICES.iter().map(|choice| choice.name).collect()
}

/// The first of the choices asked for that none of the methods takes.
pub fn refused(methods: &[Method], vary: &[String]) -> Option<&'static str> {
    let asked = CHOICES.iter().filter(|choice| choice.is_among(vary));
    let in_vain = |choice: &&Choice| !methods.iter().any(|method| choice.is_taken_by(*method));
    asked.into_iter().find(in_vain).map(|choice| choice.name)
}

/// A method with a value for each choice that is varied; all others are as they are by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    method: Method,
    values: Vec<Option<usize>>,
}

impl Point {
    /// The values that are set.
    fn set(&self) -> impl Iterator<Item = (&Choice, (&'static str, Set))> {
        let values = CHOICES.iter().zip(&self.values);
        values.filter_map(|(choice, value)| value.map(|value| (choice, choice.values[value])))
    }

    /// The configuration.
    pub fn config(&self) -> TemplateConfig {
        let mut config = TemplateConfig { method: self.method, ..TemplateConfig::default() };
        self.set().for_each(|(_, (_, set))| set(&mut config));
        config
    }

    /// The method, then each value of the choices in `vary`; `-` where the method does not take it.
    pub fn cells(&self, vary: &[String]) -> Vec<String> {
        let chosen = CHOICES.iter().zip(&self.values);
        let varied = chosen.filter(|(choice, _)| choice.is_among(vary));
        let shown = |(choice, value): (&Choice, &Option<usize>)| {
            value.map_or("-", |value| choice.values[value].0.trim_matches('"')).to_owned()
        };
        std::iter::once(method_name(self.method)).chain(varied.map(shown)).collect()
    }

    /// What `--config` reads: all that the method takes, but a threshold that is that of the tokens.
    pub fn toml(&self) -> String {
        let mut out = format!(
            "extractor = \"template\"\n\n[template]\nmethod = \"{}\"\n",
            method_name(self.method)
        );
        for (choice, value) in CHOICES.iter().zip(&self.values) {
            let implied = value.is_none() && choice.name == THRESHOLD;
            if !implied && choice.is_taken_by(self.method) {
                let value = choice.values[value.unwrap_or(choice.order(self.method)[0])].0;
                out += &format!("{} = {value}\n", choice.name.replace('-', "_"));
            }
        }
        out
    }
}

/// All points, the defaults of each method first.
pub fn grid(methods: &[Method], vary: &[String]) -> Vec<Point> {
    methods.iter().flat_map(|method| grid_of(*method, vary)).collect()
}

fn grid_of(method: Method, vary: &[String]) -> Vec<Point> {
    let mut points = vec![Point { method, values: vec![None; CHOICES.len()] }];
    for (place, choice) in CHOICES.iter().enumerate() {
        if choice.is_among(vary) && choice.is_taken_by(method) {
            let of_value = |value| {
                points.iter().map(move |point| {
                    let mut point = point.clone();
                    point.values[place] = Some(value);
                    point
                })
            };
            points = choice.order(method).into_iter().flat_map(of_value).collect();
        }
    }
    points
}

/// `most` of the points: the defaults of the first method and others drawn by seed.
pub fn drawn(mut points: Vec<Point>, most: usize, seed: u64) -> Vec<Point> {
    if points.len() > most && most > 0 {
        Random::new(seed).shuffle(&mut points[1..]);
        points.truncate(most);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<String> {
        names().into_iter().map(str::to_owned).collect()
    }

    fn asked(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn each_point_is_there_once_and_valid() {
        let points = grid(&[Method::T002, Method::T005], &all());
        assert_eq!(points.len(), 2 * 6 * 2 * 2 * 2 * (1 + 2 * 4 * 2));
        for (at, point) in points.iter().enumerate() {
            assert!(!points[..at].contains(point));
            assert_eq!(point.config().check(), Ok(()));
        }
    }

    #[test]
    fn what_is_not_varied_stays_as_it_is() {
        let points = grid(&[Method::T001], &asked(&["compare", "balance"]));
        let cells: Vec<_> = points.iter().map(|p| p.cells(&asked(&["compare"]))).collect();
        assert_eq!(cells, [["t001", "star"], ["t001", "chain"]]);
        assert_eq!(points[0].cells(&asked(&["balance"])), ["t001", "-"]);
        assert_eq!(points[0].config().threshold("a.example"), 0.5);
    }

    #[test]
    fn each_method_varies_what_it_takes() {
        let count = |method| grid(&[method], &asked(&["threshold", "tokens"])).len();
        assert_eq!([Method::Learned, Method::Occurrence, Method::T001].map(count), [2, 12, 12]);
        let vain = |methods: &[Method], names: &[&str]| refused(methods, &asked(names));
        assert_eq!(vain(&[Method::Occurrence], &["threshold", "tokens"]), None);
        assert_eq!(vain(&[Method::Occurrence], &["tokens", "cross"]), Some("cross"));
        assert_eq!(vain(&[Method::Learned], &["tokens", "threshold"]), Some("threshold"));
        assert_eq!(vain(&[Method::T001, Method::T005], &["skip-hidden"]), None);
    }

    #[test]
    fn tokens_bring_their_own_threshold_unless_it_is_varied() {
        for method in [Method::T001, Method::Occurrence] {
            let points = grid(&[method], &asked(&["tokens"]));
            let thresholds = points.iter().map(|point| point.config().threshold("a.example"));
            assert_eq!(thresholds.collect::<Vec<_>>(), [0.5, 0.6]);
        }
    }

    #[test]
    fn the_defaults_of_each_method_come_first() {
        let first = |method| grid(&[method], &all())[0].config().settled();
        for method in Method::ALL {
            assert_eq!(
                first(method),
                TemplateConfig { method, ..TemplateConfig::default() }.settled()
            );
        }
        let cross = asked(&["cross"]);
        let cells = |method| grid(&[method], &cross)[0].cells(&cross)[1].clone();
        let methods = [Method::Learned, Method::T001, Method::T006, Method::Context];
        assert_eq!(methods.map(cells), ["-", "thesis", "thesis", "repaired"]);
    }

    #[test]
    fn draws_repeat_and_keep_the_defaults() {
        let points = grid(&[Method::T005], &all());
        let nine = |seed| drawn(points.clone(), 9, seed);
        assert_eq!((nine(1), nine(1).len()), (nine(1), 9));
        assert!(nine(1) != nine(2) && nine(2)[0] == points[0]);
    }
}
