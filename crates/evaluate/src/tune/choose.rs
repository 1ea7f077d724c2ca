//! The best choice of those tried, and its score on sites that did not choose it.

use super::space::Point;

/// A point with its score on each site.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The point.
    pub point: Point,
    /// The scores, in an order of sites that is the same for all points.
    pub sites: Vec<f64>,
    /// Share of pages without a cross, which the method of single pages has labelled.
    pub alone: f64,
}

impl Tried {
    /// The mean score over sites.
    pub fn mean(&self) -> f64 {
        self.mean_without(None)
    }

    /// The lowest score of a site.
    pub fn worst(&self) -> f64 {
        self.sites.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn mean_without(&self, left_out: Option<usize>) -> f64 {
        let sites = self.sites.iter().enumerate().filter(|(site, _)| Some(*site) != left_out);
        let count = sites.clone().count().max(1);
        sites.map(|(_, score)| score).sum::<f64>() / count as f64
    }
}

/// The point with the best mean; of equal ones the first.
pub fn best(tried: &[Tried]) -> Option<&Tried> {
    best_without(tried, None)
}

fn best_without(tried: &[Tried], left_out: Option<usize>) -> Option<&Tried> {
    let mut best: Option<&Tried> = None;
    for one in tried {
        let better = |best: &Tried| one.mean_without(left_out) > best.mean_without(left_out);
        if best.is_none_or(better) {
            best = Some(one);
        }
    }
    best
}

/// The mean score over sites, each under the point that is best on all others. `None` below two sites.
pub fn cross_validated(tried: &[Tried]) -> Option<f64> {
    let count = tried.first()?.sites.len();
    if count < 2 {
        return None;
    }
    let held_out = |site: usize| best_without(tried, Some(site)).map(|best| best.sites[site]);
    let sum: f64 = (0..count).filter_map(held_out).sum();
    Some(sum / count as f64)
}

#[cfg(test)]
mod tests {
    use scutch_template::Method;

    use super::super::space::grid;
    use super::*;

    fn tried(sites: &[&[f64]]) -> Vec<Tried> {
        let points = grid(&[Method::T002], &["tokens".to_owned(), "compare".to_owned()]);
        let pairs = points.into_iter().zip(sites);
        pairs.map(|(point, sites)| Tried { point, sites: sites.to_vec(), alone: 0.0 }).collect()
    }

    #[test]
    fn a_site_is_not_scored_by_what_it_chose() {
        // Each point shines on one site; chosen by the others it is worth less there.
        let tried = tried(&[&[0.9, 0.5, 0.5], &[0.5, 0.9, 0.5], &[0.6, 0.6, 0.6]]);
        assert!((best(&tried).expect("one").mean() - 1.9 / 3.0).abs() < 1e-9);
        // On the first site the second wins (0.7 by the others), and so on.
        assert!((cross_validated(&tried).expect("sites") - (0.5 + 0.5 + 0.5) / 3.0).abs() < 1e-9);
    }

    #[test]
    fn of_equal_points_the_first_wins_and_one_site_says_nothing() {
        let equal = tried(&[&[0.5, 0.7], &[0.6, 0.6]]);
        assert!(best(&equal).expect("one").point == equal[0].point);
        assert_eq!(cross_validated(&tried(&[&[0.5]])), None);
        assert_eq!(tried(&[&[0.5, 0.25]])[0].worst(), 0.25);
    }
}
