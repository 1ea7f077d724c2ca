//! Scores that the address of a memento tells: how well it would stand for its collection
//! (AlNoamany, Weigle and Nelson 2017, "Generating stories from archived collections").

use super::Row;

/// The publication's weights of damage, category and depth.
const DAMAGE: f64 = -0.40;
const CATEGORY: f64 = 0.15;
const DEPTH: f64 = 0.45;
/// Segments of a path from which on depth counts in full.
const DEEPEST: usize = 10;

/// Quality of a memento: -0.40 damage + 0.15 category + 0.45 depth. Damage is the column `damage`,
/// 0 to 1, as a replay in a browser measures it, and 0 where there is none.
pub fn dsa(row: &Row) -> f64 {
    let url = row.url();
    let damage = row.number("damage").unwrap_or(0.0).clamp(0.0, 1.0);
    DAMAGE * damage + CATEGORY * category(&url) + DEPTH * depth(&url)
}

/// How telling pages of a host's kind are, 0 to 1: news and video 0.7, pictures 0.6, social media
/// 0.5, blogs 0.4. The table is `data/categories.tsv`.
pub fn category(url: &str) -> f64 {
    let host = scutch_url::host(url).unwrap_or_default().to_ascii_lowercase();
    let lines = include_str!("../../data/categories.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut rows = lines.filter_map(|line| line.split_once('\t'));
    let fits = |pattern: &str| match pattern.strip_prefix('*') {
        Some(part) => host.contains(part),
        None => scutch_url::is_host_or_below(&host, pattern),
    };
    rows.find(|(pattern, _)| fits(pattern)).and_then(|(_, value)| value.parse().ok()).unwrap_or(0.0)
}

/// Segments of the path, as a share of ten.
pub fn depth(url: &str) -> f64 {
    let path = scutch_url::Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
    let segments = path.split('/').filter(|segment| !segment.is_empty()).count();
    segments.min(DEEPEST) as f64 / DEEPEST as f64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_formula_by_hand() {
        let row = |value: serde_json::Value| Row(value.as_object().expect("row").clone());
        let news =
            json!({"urim": "u", "url": "http://www.bbc.co.uk/news/world/1.html", "damage": 0.5});
        assert!((dsa(&row(news)) - (-0.2 + 0.105 + 0.135)).abs() < 1e-12);
        let plain =
            json!({"urim": "http://web.archive.org/web/20140101000000/http://a.example/x/"});
        assert!((dsa(&row(plain)) - 0.045).abs() < 1e-12);
    }

    #[test]
    fn every_line_is_whole() {
        let table = include_str!("../../data/categories.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let value = line.split_once('\t').and_then(|(_, value)| value.parse::<f64>().ok());
            assert!(value.is_some_and(|value| (0.0..=1.0).contains(&value)), "{line}");
        }
    }

    #[test]
    fn kinds_of_hosts() {
        for (url, expected) in [
            ("http://twitter.com/x", 0.5),
            ("http://nottwitter.com/x", 0.0),
            ("http://m.youtube.com/watch", 0.7),
            ("http://harbour.wordpress.com/", 0.4),
            ("http://dailynews.example/", 0.7),
            ("http://a.example/", 0.0),
            ("no address", 0.0),
        ] {
            assert_eq!(category(url), expected, "{url}");
        }
        assert_eq!((depth("http://a/"), depth("http://a/b/c?d=/e/")), (0.0, 0.2));
        assert_eq!(depth(&format!("http://a/{}", "b/".repeat(20))), 1.0);
    }
}
