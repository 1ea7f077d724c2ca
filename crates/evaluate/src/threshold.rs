//! The least similarity in crosses that a run was made with.

use scutch_template::TemplateConfig;

/// A threshold, and everything else that makes the labels of its run.
#[derive(Debug, Clone, PartialEq)]
pub struct Threshold {
    /// The least similarity, as it was typed.
    pub value: f64,
    rest: TemplateConfig,
}

impl Threshold {
    /// The threshold of a run by its configuration. `None` where the method does not ask for
    /// similarity, or where hosts have thresholds of their own.
    pub fn from_config(config: &TemplateConfig) -> Option<Self> {
        let config = config.settled();
        let value = config.threshold.filter(|_| config.host_thresholds.is_empty())?;
        // Outputs written besides change no label.
        let rest = TemplateConfig {
            threshold: None,
            crosses: false,
            nodes: false,
            markup: None,
            ..config
        };
        // An f32 has digits that nobody typed: 0.3 would become 0.30000001192.
        Some(Self { value: (f64::from(value) * 1e6).round() / 1e6, rest })
    }

    /// Whether two runs are equal in all but the threshold.
    pub fn differs_in_value_only(&self, other: &Self) -> bool {
        self.rest == other.rest
    }
}

#[cfg(test)]
mod tests {
    use scutch_template::Method;
    use scutch_template::cross::CrossRule;

    use super::*;

    fn t001() -> TemplateConfig {
        TemplateConfig { method: Method::T001, threshold: Some(0.3), ..TemplateConfig::default() }
    }

    fn value(config: &TemplateConfig) -> Option<f64> {
        Threshold::from_config(config).map(|threshold| threshold.value)
    }

    #[test]
    fn a_threshold_is_one_for_all_hosts() {
        assert_eq!(value(&t001()), Some(0.3));
        let host_thresholds = [("a.example".to_owned(), 0.9)].into();
        assert_eq!(value(&TemplateConfig { host_thresholds, ..t001() }), None);
        assert_eq!(value(&TemplateConfig::default()), None);
    }

    #[test]
    fn runs_are_compared_as_their_choices_are_settled() {
        let by = |cross| Threshold::from_config(&TemplateConfig { cross, ..t001() });
        let implied = by(None).expect("a threshold");
        let same = by(Some(CrossRule::Thesis)).expect("a threshold");
        let other = by(Some(CrossRule::Repaired)).expect("a threshold");
        assert!(implied.differs_in_value_only(&same));
        assert!(!implied.differs_in_value_only(&other));
    }

    #[test]
    fn outputs_written_besides_make_no_difference() {
        let plain = Threshold::from_config(&t001()).expect("a threshold");
        let more = TemplateConfig { nodes: true, crosses: true, threshold: Some(0.9), ..t001() };
        let more = Threshold::from_config(&more).expect("a threshold");
        assert!(plain.differs_in_value_only(&more) && plain != more);
    }
}
