//! Which measures judge, and how their verdicts become one.

use clap::builder::PossibleValue;
use scutch_topic::{Combine, Measure, Profile};

use crate::exit::{Advised, Exit, UsageError};
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
        let before = std::iter::once("").chain(self.measures.iter().map(String::as_str));
        before.zip(&self.measures).map(|pair| measure(profile, pair)).collect()
    }
}

/// A measure and its threshold, from `NAME` or `NAME=N` and the item before it.
fn measure(profile: &Profile, (before, item): (&str, &String)) -> anyhow::Result<(Measure, f64)> {
    let (name, typed) =
        item.split_once('=').map_or((&**item, None), |(name, value)| (name, Some(value)));
    let measure = Measure::named(name.trim()).ok_or_else(|| unknown(name, before))?;
    let threshold = match typed {
        None => threshold(profile, measure)?,
        Some(value) => {
            // `NaN` parses, but nothing is beyond it.
            let number = value.trim().parse().ok().filter(|t: &f64| t.is_finite());
            let number = number.ok_or_else(|| {
                UsageError(format!("{item}: the threshold {value:?} is not a number"))
            })?;
            within(measure, number, item)?
        }
    };
    Ok((measure, threshold))
}

/// A threshold between the worst score and that of an equal memento. Beyond these it would make all
/// mementos off-topic, or none.
fn within(measure: Measure, threshold: f64, item: &str) -> Result<f64, UsageError> {
    let (worst, same) = measure.range();
    let (low, high) = (worst.min(same), worst.max(same));
    let is_within = (low..=high).contains(&threshold);
    is_within.then_some(threshold).ok_or_else(|| {
        UsageError(format!("{item}: thresholds of {measure} are from {low} to {high}"))
    })
}

/// The error for a name that no measure has.
fn unknown(name: &str, before: &str) -> anyhow::Error {
    let sentence = format!("{name}: no such measure");
    if let Some(meant) = meant(name, before) {
        let hint = format!("write {meant}");
        return Advised { sentence, hint, exit: Exit::Usage }.into();
    }
    let names =
        |list: &[Measure]| list.iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ");
    let (known, more) = (names(Measure::ALL), names(Measure::EXPERIMENTAL));
    UsageError(format!("{sentence}; there are {known}, and experimental {more}")).into()
}

/// What was meant by `NAME:N`, and by `NAME=0,8`, of which the list makes two items.
fn meant(item: &str, before: &str) -> Option<String> {
    let (typed, value) = match (item.split_once(':'), before.split_once('=')) {
        (Some((name, value)), _) => (name, value.trim().to_owned()),
        (None, Some((name, whole))) if item.parse::<u64>().is_ok() => {
            (name, format!("{}.{item}", whole.trim()))
        }
        _ => return None,
    };
    let measure = Measure::named(typed.trim())?;
    value.parse::<f64>().is_ok().then(|| format!("{measure}={value}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_between_the_worst_score_and_the_best() {
        let profile = Profile::named("default").expect("a profile");
        let typed = |items: &[&str]| {
            let measures = items.iter().map(|item| (*item).to_owned()).collect();
            RuleArgs { measures, ..RuleArgs::default() }.measures(&profile)
        };
        for item in ["jaccard=0", "jaccard=1", "bytecount=-1", "simhash-raw=64", "cosine=0.1"] {
            assert!(typed(&[item]).is_ok(), "{item}");
        }
        for (items, expected) in [
            (&["jaccard=80"][..], "jaccard=80: thresholds of jaccard are from 0 to 1"),
            (&["jaccard=1.8"], "jaccard=1.8: thresholds of jaccard are from 0 to 1"),
            (&["bytecount=0.5"], "bytecount=0.5: thresholds of bytecount are from -1 to 0"),
            (&["raw_simhash=65"], "raw_simhash=65: thresholds of simhash-raw are from 0 to 64"),
            (&["cosine=0.1", "lsi=-0.1"], "lsi=-0.1: thresholds of lsi are from 0 to 1"),
        ] {
            assert_eq!(typed(items).expect_err(expected).to_string(), expected);
        }
    }

    #[test]
    fn a_comma_or_a_colon_in_a_threshold_is_recognised() {
        for (before, item, expected) in [
            ("jaccard=0", "8", Some("jaccard=0.8")),
            ("bytecount=-0", "5", Some("bytecount=-0.5")),
            ("", "jaccard:0.8", Some("jaccard=0.8")),
            ("cosine=0.1", "jaccard: 0.8", Some("jaccard=0.8")),
            ("", "8", None),
            ("jaccard", "8", None),
            ("jaccard=0", "8x", None),
            ("jaccard=0", "", None),
            ("", "levitation:0.8", None),
        ] {
            assert_eq!(meant(item, before).as_deref(), expected, "{before},{item}");
        }
    }
}
