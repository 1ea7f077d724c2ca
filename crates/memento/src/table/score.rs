//! Scores of mementos: how well one would represent its collection, by its address (AlNoamany, Weigle
//! and Nelson 2017, "Generating stories from archived collections") or by what its page gives to
//! those that show it as a card (Jones 2021, "Improving collection understanding for web archives
//! with storytelling").

use super::{Row, Table};

// The weights of the publication.
const DAMAGE: f64 = -0.40;
const CATEGORY: f64 = 0.15;
const DEPTH: f64 = 0.45;
/// Path segments at which the depth score reaches 1.
const DEEPEST: usize = 10;

/// Quality of a memento: -0.40 damage + 0.15 category + 0.45 depth.
///
/// Damage is the column `damage`, 0 to 1, as a browser measures it in replay; 0 if there is none.
pub fn dsa_score(row: &Row) -> f64 {
    let url = row.url();
    let damage = row.number("damage").unwrap_or(0.0).clamp(0.0, 1.0);
    DAMAGE * damage + CATEGORY * category_score(&url) + DEPTH * depth_score(&url)
}

// The weights of DSA2.
const CARD: f64 = 0.50;
const SIZE: f64 = 0.25;
const IMAGES: f64 = 0.25;

/// Quality of each memento as DSA2 scores it: 0.50 card + 0.25 size + 0.25 images. Size (`words`) and
/// images are standard scores over the table, so that scores of two tables cannot be compared. `None`
/// where a column is missing.
pub fn dsa2_scores(table: &Table) -> Vec<Option<f64>> {
    let column = |name: &str| table.rows.iter().map(|row| row.number(name)).collect::<Vec<_>>();
    let (sizes, images) = (standard(&column("words")), standard(&column("images")));
    let parts = column("card").into_iter().zip(sizes).zip(images);
    parts
        .map(|((card, size), images)| Some(CARD * card? + SIZE * size? + IMAGES * images?))
        .collect()
}

/// Standard scores: deviations from the mean, over the standard deviation; 0 where all are equal.
fn standard(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let known = || values.iter().flatten();
    let count = known().count().max(1) as f64;
    let mean = known().sum::<f64>() / count;
    let deviation = (known().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
    let score = |value: f64| if deviation > 0.0 { (value - mean) / deviation } else { 0.0 };
    values.iter().map(|value| value.map(score)).collect()
}

/// Weight of a host's kind, 0 to 1: news and video 0.7, pictures 0.6, social media 0.5, blogs 0.4.
/// The hosts are in `data/categories.tsv`.
pub fn category_score(url: &str) -> f64 {
    let host = scutch_url::host(url).unwrap_or_default().to_ascii_lowercase();
    let lines = include_str!("../../data/categories.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut rows = lines.filter_map(|line| line.split_once('\t'));
    // A star is for names inside of hosts, such as those of blog farms.
    let fits = |pattern: &str| match pattern.strip_prefix('*') {
        Some(part) => host.contains(part),
        None => scutch_url::is_host_or_below(&host, pattern),
    };
    rows.find(|(pattern, _)| fits(pattern)).and_then(|(_, value)| value.parse().ok()).unwrap_or(0.0)
}

/// Path segments, as a share of ten.
pub fn depth_score(url: &str) -> f64 {
    let path = scutch_url::Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
    let segments = path.split('/').filter(|segment| !segment.is_empty()).count();
    segments.min(DEEPEST) as f64 / DEEPEST as f64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_formula_agrees_with_figures_by_hand() {
        let row = |value: serde_json::Value| Row(value.as_object().expect("row").clone());
        let news =
            json!({"urim": "u", "url": "http://www.bbc.co.uk/news/world/1.html", "damage": 0.5});
        assert!((dsa_score(&row(news)) - (-0.2 + 0.105 + 0.135)).abs() < 1e-12);
        let plain =
            json!({"urim": "http://web.archive.org/web/20140101000000/http://a.example/x/"});
        assert!((dsa_score(&row(plain)) - 0.045).abs() < 1e-12);
    }

    #[test]
    fn cards_size_and_images_are_weighed() {
        let text = "urim\twords\timages\tcard\na\t100\t0\t1\nb\t300\t4\t0.5\nc\t\t2\t1\n";
        let found = dsa2_scores(&crate::table::read(text).expect("a table").0);
        // Words deviate by one standard deviation; images 0, 4, 2 by the root of 1.5.
        let images = 0.25 * 1.5_f64.sqrt();
        let expected = [Some(0.5 - 0.25 - images), Some(0.25 + 0.25 + images), None];
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-12, "{found:?}");
        }
        let equal = "urim\twords\timages\tcard\na\t9\t1\t1\nb\t9\t1\t0\n";
        let equal = dsa2_scores(&crate::table::read(equal).expect("a table").0);
        assert_eq!(equal, [Some(0.5), Some(0.0)]);
    }

    #[test]
    fn every_line_of_the_table_is_complete() {
        let table = include_str!("../../data/categories.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let value = line.split_once('\t').and_then(|(_, value)| value.parse::<f64>().ok());
            assert!(value.is_some_and(|value| (0.0..=1.0).contains(&value)), "{line}");
        }
    }

    #[test]
    fn hosts_have_the_weight_of_their_kind() {
        for (url, expected) in [
            ("http://twitter.com/x", 0.5),
            ("http://nottwitter.com/x", 0.0),
            ("http://m.youtube.com/watch", 0.7),
            ("http://harbour.wordpress.com/", 0.4),
            ("http://dailynews.example/", 0.7),
            ("http://a.example/", 0.0),
            ("no address", 0.0),
        ] {
            assert_eq!(category_score(url), expected, "{url}");
        }
        assert_eq!((depth_score("http://a/"), depth_score("http://a/b/c?d=/e/")), (0.0, 0.2));
        assert_eq!(depth_score(&format!("http://a/{}", "b/".repeat(20))), 1.0);
    }
}
