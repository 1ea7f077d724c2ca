//! How joint boilerplate detection works in a run.

mod choices;
mod method;

use std::collections::BTreeMap;
use std::fmt::Debug;

use rustc_hash::FxHashMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scutch_url::bare_host;
use serde::{Deserialize, Serialize};

use crate::gap::Gaps;
use crate::patterns::{Class, UNDECIDED};
pub use choices::{Balance, Comparison, CrossRule, Diff, Lesson, LshBands, Markup, Tokens};
pub(crate) use method::Learner;
pub use method::Method;

/// The settings of joint boilerplate detection. Those from `cross` to `seed` are for the methods of
/// the thesis; `threshold` is for `occurrence`, too. A setting that the method does not use is an
/// error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TemplateConfig {
    /// The method.
    pub method: Method,
    /// What the structure of a page is made of.
    pub tokens: Tokens,
    /// Who is compared with whom [default: that of the method].
    pub cross: Option<CrossRule>,
    /// Which captures are alike in the cross of the thesis.
    pub lsh_bands: LshBands,
    /// Least similarity of structure in a cross, from 0 to 1 [default: that of the tokens].
    pub threshold: Option<f32>,
    /// How the pages of a cross are compared.
    pub compare: Comparison,
    /// What finds equal words.
    pub diff: Diff,
    /// Which nodes t003 to t006 learn from.
    pub lesson: Lesson,
    /// What t003 to t006 do where one class has more training rows than the other.
    pub balance: Balance,
    /// Leave out nodes that readers do not see from training.
    pub skip_hidden: bool,
    /// Seed of training samples and forests.
    pub seed: u64,
    /// Least time between a page and a snapshot it is compared with, in seconds.
    pub min_gap: Option<u64>,
    /// Greatest time between them, in seconds.
    pub max_gap: Option<u64>,
    /// `learned`: how far from the threshold of its page a score is left open, from 0 (no score is)
    /// to 0.5. Texts stay as they are.
    pub undecided: f32,
    /// Keep which captures each page is compared with, and how much of it is of each class, in a
    /// column of the documents; only `scutch template` makes files of them.
    pub crosses: bool,
    /// Keep the labels of all nodes, likewise.
    pub nodes: bool,
    /// Keep each page with its labels, likewise.
    pub markup: Option<Markup>,
    /// `threshold` for single hosts.
    #[schemars(schema_with = "numbers_by_name")]
    pub host_thresholds: BTreeMap<String, f32>,
}

impl TemplateConfig {
    /// The same configuration with the choices of the thesis, as far as the method has them.
    pub fn as_in_the_thesis(self) -> Self {
        let method = self.method;
        let mut config = Self { tokens: Tokens::Thesis, threshold: None, ..self };
        // What a method does not use must stay at its default, or the configuration would be
        // refused.
        if method.compares_words() {
            config.cross = Some(CrossRule::Thesis);
            (config.compare, config.diff) = (Comparison::Chain, Diff::Difflib);
            config.lsh_bands = LshBands::Query;
        }
        if method.learner().is_some() {
            config.lesson = Lesson::Page;
        }
        config
    }

    /// The same configuration with all defaults written out, so that it means the same to later
    /// versions. Settings that the method does not use are left out.
    pub fn settled(&self) -> Self {
        let threshold = self.threshold.unwrap_or(self.tokens.threshold());
        Self {
            cross: self.method.compares_words().then(|| self.cross()),
            threshold: (self.method != Method::Learned).then_some(threshold),
            ..self.clone()
        }
    }

    /// Whether the method is trained on other pages of the host. Their rows must be gathered before
    /// pages are labelled.
    pub fn learns_from_others(&self) -> bool {
        self.method.learner().is_some() && self.lesson == Lesson::Host
    }

    /// The least similarity in crosses of a host. The name must be normalized by [`bare_host`].
    pub fn threshold(&self, host: &str) -> f32 {
        let is_of_host = |name: &str| bare_host(name).as_deref() == Some(host);
        // A handful of hosts at most: a look-up table would have to be kept in step with a public
        // field.
        let own = self.host_thresholds.iter().find(|(name, _)| is_of_host(name));
        let own = own.map(|(_, threshold)| *threshold).or(self.threshold);
        own.unwrap_or(self.tokens.threshold())
    }

    /// The rule for crosses: as configured, else that of the method.
    pub fn cross(&self) -> CrossRule {
        self.cross.unwrap_or(self.method.cross())
    }

    /// The name of texts that are left open.
    pub fn open_name(&self) -> &'static str {
        if self.undecided > 0.0 { UNDECIDED } else { Class::Invalid.id() }
    }

    /// The gaps that are accepted between a page and its snapshots.
    pub fn gaps(&self) -> Gaps {
        Gaps { min: self.min_gap, max: self.max_gap }
    }

    /// Checks what types cannot.
    ///
    /// # Errors
    /// Names the first field whose value has no meaning.
    pub fn check(&self) -> Result<(), Meaningless> {
        if let Some(bad) = self.threshold.filter(|n| !is_share(*n)) {
            return meaningless("threshold", &bad, "a number from 0 to 1");
        }
        self.check_hosts()?;
        let width = self.undecided;
        if !(0.0..=0.5).contains(&width) {
            return meaningless("undecided", &width, "a number from 0 to 0.5");
        }
        if width > 0.0 && self.method != Method::Learned {
            return meaningless("undecided", &width, "for the method `learned` only");
        }
        self.check_uses()?;
        match (self.min_gap, self.max_gap) {
            (Some(min), Some(max)) if min > max => {
                meaningless("min_gap", &min, "no more seconds than `max_gap`")
            }
            _ => Ok(()),
        }
    }

    /// Settings that the method does not use are refused, so that nobody waits for their effect.
    /// Default values pass, because a configuration that was written out has them all.
    fn check_uses(&self) -> Result<(), Meaningless> {
        // Compared with what the method would do by itself, not with the default of the field:
        // `--cross thesis` is no error for a method that has this cross anyway.
        let (method, usual) = (self.method, Self::default());
        if method == Method::Learned {
            let threshold = self.threshold.filter(|n| *n != self.tokens.threshold());
            let hosts = self.host_thresholds.iter().map(|(host, n)| format!("{host} = {n}"));
            refused("threshold", threshold, OF_THESIS)?;
            refused("host_thresholds", hosts.reduce(|all, next| all + ", " + &next), OF_THESIS)?;
        }
        if !method.compares_words() {
            let only = if method == Method::Learned { OF_THESIS } else { OF_WORDS };
            refused("cross", differs(&self.cross(), &method.cross()), only)?;
            refused("compare", differs(&self.compare, &usual.compare), only)?;
            refused("diff", differs(&self.diff, &usual.diff), only)?;
        }
        if !method.compares_words() || self.cross() != CrossRule::Thesis {
            refused("lsh_bands", differs(&self.lsh_bands, &usual.lsh_bands), OF_CROSS)?;
        }
        if method.learner().is_none() {
            refused("lesson", differs(&self.lesson, &usual.lesson), OF_LEARNERS)?;
            refused("balance", differs(&self.balance, &usual.balance), OF_LEARNERS)?;
            let seed = (self.seed != usual.seed).then_some(self.seed);
            refused("skip_hidden", self.skip_hidden.then_some(true), OF_LEARNERS)?;
            refused("seed", seed, OF_LEARNERS)?;
        }
        Ok(())
    }

    /// Two spellings of one host must not have two thresholds.
    fn check_hosts(&self) -> Result<(), Meaningless> {
        let mut known: FxHashMap<String, &str> = FxHashMap::default();
        let field = "host_thresholds";
        for (name, threshold) in &self.host_thresholds {
            if !is_share(*threshold) {
                return meaningless(field, &format!("{name} = {threshold}"), "numbers from 0 to 1");
            }
            // The name as typed goes into the message, the normalized one is compared.
            let Some(host) = bare_host(name) else {
                return meaningless(field, name, "names of hosts, such as `example.org`");
            };
            if let Some(other) = known.insert(host, name) {
                return meaningless(field, &format!("{other}, {name}"), "one name for each host");
            }
        }
        Ok(())
    }
}

const OF_THESIS: &str = "for the methods of the thesis only";
const OF_CROSS: &str = "for the cross of the thesis only";
const OF_WORDS: &str = "for the methods of the thesis that compare words only";
const OF_LEARNERS: &str = "for the methods `t003` to `t006` of the thesis only";

/// The name of a choice that differs from the default.
fn differs<T: PartialEq + Debug>(chosen: &T, usual: &T) -> Option<String> {
    (chosen != usual).then(|| format!("{chosen:?}").to_lowercase())
}

fn refused(
    field: &'static str,
    found: Option<impl ToString>,
    expected: &'static str,
) -> Result<(), Meaningless> {
    found.map_or(Ok(()), |found| meaningless(field, &found, expected))
}

fn meaningless(
    field: &'static str,
    found: &dyn ToString,
    expected: &'static str,
) -> Result<(), Meaningless> {
    Err(Meaningless { field, found: found.to_string(), expected })
}

/// The schema of a map from names to numbers.
fn numbers_by_name(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<f32>() })
}

fn is_share(number: f32) -> bool {
    (0.0..=1.0).contains(&number)
}

/// A setting with a value that is of the right type but has no meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` is `{found}`: {expected}")]
pub struct Meaningless {
    /// The field of [`TemplateConfig`].
    pub field: &'static str,
    /// Its value.
    pub found: String,
    /// What would be accepted.
    pub expected: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_hosts(thresholds: &[(&str, f32)]) -> TemplateConfig {
        let thresholds = thresholds.iter().map(|(name, n)| ((*name).to_owned(), *n));
        let (method, host_thresholds) = (Method::Occurrence, thresholds.collect());
        TemplateConfig { method, host_thresholds, ..TemplateConfig::default() }
    }

    #[test]
    fn thresholds_of_hosts_hold_in_all_spellings() {
        let config = of_hosts(&[("WWW.M\u{fc}nchen.example", 0.25)]);
        assert_eq!(config.check(), Ok(()));
        assert_eq!(config.threshold("xn--mnchen-3ya.example"), 0.25);
        let error = of_hosts(&[("a.example/x", 0.25)]).check().expect_err("no host");
        assert_eq!((error.field, error.found.as_str()), ("host_thresholds", "a.example/x"));
    }

    #[test]
    fn the_methods_that_the_thesis_tried_have_its_cross_unless_another_is_asked_for() {
        let cross =
            |method, cross| TemplateConfig { method, cross, ..TemplateConfig::default() }.cross();
        let of_thesis = |asked: Option<CrossRule>| {
            let having = |method: &Method| cross(*method, asked) == CrossRule::Thesis;
            Method::ALL.iter().copied().filter(having).collect::<Vec<_>>()
        };
        assert_eq!(of_thesis(None), Method::ALL[1..=6]);
        assert_eq!(of_thesis(Some(CrossRule::Repaired)), []);
        assert_eq!(of_thesis(Some(CrossRule::Thesis)), Method::ALL);
    }

    /// Sets one field.
    type Choose = fn(&mut TemplateConfig);

    #[test]
    fn what_a_method_has_no_use_for_is_refused() {
        let choices: [(&str, Choose); 10] = [
            ("lsh_bands", |config| config.lsh_bands = LshBands::Bins),
            ("threshold", |config| config.threshold = Some(0.3)),
            ("host_thresholds", |config| {
                config.host_thresholds = of_hosts(&[("a.example", 0.3)]).host_thresholds;
            }),
            ("cross", |config| config.cross = Some(CrossRule::Thesis)),
            ("compare", |config| config.compare = Comparison::Chain),
            ("diff", |config| config.diff = Diff::Difflib),
            ("lesson", |config| config.lesson = Lesson::Page),
            ("balance", |config| config.balance = Balance::Over),
            ("skip_hidden", |config| config.skip_hidden = true),
            ("seed", |config| config.seed = 7),
        ];
        let taken = |method: Method| {
            let taken = choices.iter().filter(|(field, choose)| {
                let mut config = TemplateConfig { method, ..TemplateConfig::default() };
                choose(&mut config);
                let refused = config.check().err().map(|error| error.field);
                assert!(refused.is_none_or(|refused| refused == *field), "{field}: {refused:?}");
                refused.is_none()
            });
            taken.count()
        };
        // In the order of `Method::ALL`: none, then all of those that compare words, and of those
        // that learn.
        assert_eq!(Method::ALL.map(taken), [0, 6, 6, 10, 10, 10, 10, 5, 5, 2]);
        for method in Method::ALL {
            let usual = TemplateConfig { method, ..TemplateConfig::default() };
            for config in [usual.settled(), usual.as_in_the_thesis().settled()] {
                assert_eq!((config.check(), &config.settled()), (Ok(()), &config));
            }
        }
        let usual = TemplateConfig { threshold: Some(0.5), ..TemplateConfig::default() };
        assert_eq!(usual.check(), Ok(()));
        for method in [Method::Learned, Method::Occurrence] {
            let [some, none] = [Some(CrossRule::Repaired), None].map(|cross| TemplateConfig {
                method,
                cross,
                ..usual.clone()
            });
            assert_eq!((some.check(), some.settled()), (Ok(()), none.settled()));
        }
    }
}
