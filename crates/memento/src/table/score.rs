//! Scores from the URI of a memento: how well it would represent its collection (AlNoamany, Weigle
//! and Nelson 2017, "Generating stories from archived collections").

use super::Row;

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
