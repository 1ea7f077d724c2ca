//! Verdicts sorted by doubt: how near a memento is to the other verdict.
//!
//! A researcher who looks at fifty mementos looks at those first where a person is most likely to
//! judge otherwise.

use crate::judge::profile::{Combine, Profile};
use crate::judge::verdict::{Reason, Score, Status, Verdict};

/// The doubt about a verdict, and the number that lies nearest to its threshold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Doubt {
    /// 1 at the threshold itself, 0 at the ends of the scale.
    pub(super) share: f64,
    /// The number and its threshold in words.
    pub(super) evidence: String,
}

impl Doubt {
    /// The doubt about a verdict; `None` where no number decided it, such as that on an error page.
    pub(super) fn about(verdict: &Verdict, profile: &Profile) -> Option<Self> {
        let is_open =
            verdict.status != Status::Unknown && !verdict.reasons.contains(&Reason::Anchor);
        if !is_open {
            return None;
        }
        if let Some(probability) = verdict.probability {
            let threshold = profile.model.threshold;
            return Some(Self {
                share: nearness(probability, threshold, [0.0, 1.0]),
                evidence: format!("p {probability:.3}, threshold {threshold:.3}"),
            });
        }
        let status = verdict.status;
        let scores = verdict.scores.iter().filter(|score| score.value.is_some());
        let agreeing = scores.clone().filter(|score| score.status() == status);
        // One measure beyond its threshold settles `any`, so the farthest beyond tells how sure the
        // verdict is; on-topic takes all, so the nearest tells. With `all` it is the other way.
        let one_settles = (profile.combine == Combine::All) != (status == Status::Off);
        let near = agreeing.map(|score| (of_score(score), score));
        let found = if one_settles {
            near.min_by(|a, b| a.0.total_cmp(&b.0))
        } else {
            near.max_by(|a, b| a.0.total_cmp(&b.0))
        };
        found.map(|(share, score)| Self { share, evidence: in_words(score) })
    }
}

fn of_score(score: &Score) -> f64 {
    let (worst, same) = score.measure.range();
    nearness(score.value.unwrap_or(score.threshold), score.threshold, [worst, same])
}

fn in_words(score: &Score) -> String {
    let value = score.value.unwrap_or_default();
    format!("{} {value:.3}, threshold {}", score.measure.name(), score.threshold)
}

/// 1 at the threshold, falling to 0 at the end of the scale on the side of the value.
fn nearness(value: f64, threshold: f64, ends: [f64; 2]) -> f64 {
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let end = if value < threshold { low } else { high };
    let whole = (end - threshold).abs();
    // A threshold at the end of the scale leaves no room on that side.
    if whole == 0.0 { 1.0 } else { (1.0 - (value - threshold).abs() / whole).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;

    fn verdict(status: Status, scores: &[(Measure, f64, f64)]) -> Verdict {
        let score = |&(measure, value, threshold): &(Measure, f64, f64)| Score {
            measure,
            threshold,
            value: Some(value),
            skipped: false,
        };
        Verdict {
            status,
            probability: None,
            content_kept: None,
            scores: scores.iter().map(score).collect(),
            reasons: Vec::new(),
            words: 0,
            bytes: 0,
            simhash_raw: 0,
            simhash_tf: 0,
        }
    }

    #[test]
    fn nearness_falls_towards_the_ends() {
        let cases = [
            (0.5, 0.5, 1.0),
            (0.0, 0.5, 0.0),
            (1.0, 0.5, 0.0),
            (0.25, 0.5, 0.5),
            (0.6, 0.2, 0.5),
            (0.1, 0.2, 0.5),
            (9.0, 0.5, 0.0),
        ];
        for (value, threshold, expected) in cases {
            let found = nearness(value, threshold, [1.0, 0.0]);
            assert!((found - expected).abs() < 1e-9, "{value} at {threshold}: {found}");
        }
        assert!((nearness(0.0, 0.0, [0.0, 1.0]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn one_measure_far_beyond_leaves_no_doubt_and_one_near_does() {
        let mut profile = Profile::named("alnoamany").expect("a profile");
        let far = (Measure::Cosine, 0.0, 0.15);
        let near = (Measure::Jaccard, 0.96, 0.95);
        let off = verdict(Status::Off, &[far, near]);
        let found = Doubt::about(&off, &profile).expect("scores");
        assert!(found.share < 1e-9 && found.evidence.starts_with("cosine"), "{found:?}");
        // Where all must be beyond, the nearest one leaves the doubt.
        profile.combine = Combine::All;
        let found = Doubt::about(&off, &profile).expect("scores");
        assert!(found.share > 0.7 && found.evidence.starts_with("jaccard"), "{found:?}");
    }

    #[test]
    fn verdicts_without_numbers_leave_no_doubt() {
        let profile = Profile::named("default").expect("a profile");
        let mut anchor = verdict(Status::On, &[(Measure::Cosine, 1.0, 0.15)]);
        anchor.reasons = vec![Reason::Anchor];
        for verdict in [anchor, verdict(Status::Unknown, &[]), verdict(Status::Off, &[])] {
            assert_eq!(Doubt::about(&verdict, &profile), None, "{verdict:?}");
        }
        let threshold = profile.model.threshold;
        let sure = Verdict { probability: Some(1.0), ..verdict(Status::Off, &[]) };
        let open = Verdict { probability: Some(threshold), ..verdict(Status::Off, &[]) };
        let [sure, open] = [sure, open].map(|v| Doubt::about(&v, &profile).expect("p").share);
        assert!(sure < 1e-9 && open > 0.999, "{sure} {open}");
    }
}
