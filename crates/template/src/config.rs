//! How joint boilerplate detection works in a run.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scutch_url::bare_host;
use serde::{Deserialize, Serialize};

use crate::annotate::Comparison;
use crate::cross::CrossRule;
use crate::diff::Diff;
use crate::gap::Gaps;
use crate::method::Method;
use crate::nodes::Markup;
use crate::patterns::{Class, UNDECIDED};
use crate::retrain::{Balance, Lesson};
use crate::structure::Tokens;

/// What makes labels of the pages beside a page. All from `tokens` to `seed` is for the methods of the thesis, `threshold` for
/// `occurrence` too.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TemplateConfig {
    /// The method.
    pub method: Method,
    /// What the structure of a page is made of.
    pub tokens: Tokens,
    /// Who is compared with whom.
    pub cross: CrossRule,
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
    /// `learned`: how far from the threshold of its page a score is left open, from 0 (no score is) to 0.5. Texts stay as they are.
    pub undecided: f32,
    /// Keep which captures each page is compared with, and how much of it is of each class.
    pub crosses: bool,
    /// Keep the labels of all nodes.
    pub nodes: bool,
    /// Keep each page with its labels.
    pub markup: Option<Markup>,
    /// `threshold` for single hosts.
    pub host_thresholds: BTreeMap<String, f32>,
}

impl TemplateConfig {
    /// The choices of the thesis.
    pub fn thesis(method: Method) -> Self {
        Self {
            method,
            tokens: Tokens::Thesis,
            cross: CrossRule::Thesis,
            compare: Comparison::Chain,
            diff: Diff::Difflib,
            lesson: Lesson::Page,
            ..Self::default()
        }
    }

    /// Whether the method is trained on other pages of the host, which takes a reading of its own.
    pub fn learns_from_others(&self) -> bool {
        self.method.learner().is_some() && self.lesson == Lesson::Host
    }

    /// The least similarity in crosses of a host, which is given as [`bare_host`] has it.
    pub fn threshold(&self, host: &str) -> f32 {
        let is_of_host = |name: &str| bare_host(name).as_deref() == Some(host);
        let own = self.host_thresholds.iter().find(|(name, _)| is_of_host(name));
        let own = own.map(|(_, threshold)| *threshold).or(self.threshold);
        own.unwrap_or(self.tokens.threshold())
    }

    /// What a text is called that is left open.
    pub fn open_name(&self) -> &'static str {
        if self.undecided > 0.0 { UNDECIDED } else { Class::Invalid.id() }
    }

    /// How far snapshots may be from the page.
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
        match (self.min_gap, self.max_gap) {
            (Some(min), Some(max)) if min > max => {
                meaningless("min_gap", &min, "no more seconds than `max_gap`")
            }
            _ => Ok(()),
        }
    }

    fn check_hosts(&self) -> Result<(), Meaningless> {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        let field = "host_thresholds";
        for (name, threshold) in &self.host_thresholds {
            if !is_share(*threshold) {
                return meaningless(field, &format!("{name} = {threshold}"), "numbers from 0 to 1");
            }
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

fn meaningless(
    field: &'static str,
    found: &dyn ToString,
    expected: &'static str,
) -> Result<(), Meaningless> {
    Err(Meaningless { field, found: found.to_string(), expected })
}

fn is_share(number: f32) -> bool {
    (0.0..=1.0).contains(&number)
}

/// A value that is of the right type but has no meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` is `{found}`: {expected}")]
pub struct Meaningless {
    /// The field of [`TemplateConfig`].
    pub field: &'static str,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub expected: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_hosts(thresholds: &[(&str, f32)]) -> TemplateConfig {
        let thresholds = thresholds.iter().map(|(name, n)| ((*name).to_owned(), *n));
        TemplateConfig { host_thresholds: thresholds.collect(), ..TemplateConfig::default() }
    }

    #[test]
    fn thresholds_of_hosts_hold_in_all_spellings() {
        let config = of_hosts(&[("WWW.M\u{fc}nchen.example", 0.25)]);
        assert_eq!(config.check(), Ok(()));
        assert_eq!(config.threshold("xn--mnchen-3ya.example"), 0.25);
        let error = of_hosts(&[("a.example/x", 0.25)]).check().expect_err("no host");
        assert_eq!((error.field, error.found.as_str()), ("host_thresholds", "a.example/x"));
    }
}
