//! Which measures judge, and how their verdicts become one.

use clap::builder::PossibleValue;
use scutch_topic::{Combine, Measure, Profile};

use crate::exit::UsageError;
use crate::named::known;

// Which measures judge, and how their verdicts become one.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Judging")]
pub(crate) struct RuleArgs {
    /// Measures, alone or with thresholds: jaccard=0.8,bytecount=-0.5.
    ///
    /// `all` are those of the publications. Any of them beyond its threshold makes a memento off-topic, unless --combine says otherwise.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    measures: Vec<String>,
    /// How verdicts of measures become one.
    #[arg(long, value_name = "RULE", value_parser = known(combinations(), Combine::named))]
    combine: Option<Combine>,
    /// Cheap measures first; costly ones only for mementos that are not off-topic yet.
    #[arg(long)]
    short_circuit: bool,
}

/// Rules that combine verdicts; `or` and `and` are the names of the OTMT.
fn combinations() -> [PossibleValue; 3] {
    let [any, all, learned] = [Combine::Any, Combine::All, Combine::Learned].map(Combine::name);
    [PossibleValue::new(any).alias("or"), PossibleValue::new(all).alias("and"), learned.into()]
}

impl RuleArgs {
    /// Changes a profile as it was typed.
    pub(super) fn apply(&self, profile: &mut Profile) -> anyhow::Result<()> {
        if !self.measures.is_empty() {
            profile.measures = self.measures(profile)?;
            // Measures that were typed are alternatives, whatever rule the profile has for its own.
            profile.combine = Combine::Any;
        }
        profile.combine = self.combine.unwrap_or(profile.combine);
        profile.short_circuit = self.short_circuit;
        Ok(())
    }

    /// The measures that were typed, with their thresholds.
    fn measures(&self, profile: &Profile) -> anyhow::Result<Vec<(Measure, f64)>> {
        // Experimental measures are left out: nobody has published a threshold for them.
        if self.measures.iter().any(|name| name == "all") {
            let all =
                Measure::ALL.iter().map(|measure| Ok((*measure, threshold(profile, *measure)?)));
            return all.collect();
        }
        self.measures.iter().map(|item| measure(profile, item)).collect()
    }
}

/// A measure and its threshold, from `NAME` or `NAME=N`.
fn measure(profile: &Profile, item: &str) -> anyhow::Result<(Measure, f64)> {
    let (name, typed) =
        item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
    let Some(measure) = Measure::named(name.trim()) else {
        let names = |list: &[Measure]| {
            list.iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
        };
        let (known, more) = (names(Measure::ALL), names(Measure::EXPERIMENTAL));
        let sentence =
            format!("{name}: no such measure; there are {known}, and experimental {more}");
        return Err(UsageError(sentence).into());
    };
    let threshold = match typed {
        None => threshold(profile, measure)?,
        Some(value) => {
            // `NaN` parses, but nothing is beyond it.
            value.trim().parse().ok().filter(|t: &f64| t.is_finite()).ok_or_else(|| {
                UsageError(format!("{item}: the threshold {value:?} is not a number"))
            })?
        }
    };
    Ok((measure, threshold))
}

/// The threshold of the profile, or of the publication where the profile has none.
fn threshold(profile: &Profile, measure: Measure) -> Result<f64, UsageError> {
    let of = |profile: &str| Profile::threshold(profile, measure);
    let found = of(&profile.name).or_else(|| of("otmt-paper")).or_else(|| of("unprofiled"));
    found.ok_or_else(|| {
        let middle = (measure.range().0 + measure.range().1) / 2.0;
        UsageError(format!(
            "{measure} is experimental and nobody has published a threshold: give one, as in \
             {measure}={middle}"
        ))
    })
}
