//! Names of months in some forty languages.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The month that a word names. `language` decides where languages disagree.
pub(super) fn month_of(word: &str, language: Option<&str>) -> Option<i16> {
    type Months = FxHashMap<&'static str, Vec<(&'static str, i16)>>;
    static MONTHS: LazyLock<Months> = LazyLock::new(|| {
        let mut months = Months::default();
        for row in include_str!("../../data/months.tsv").lines().filter(|l| !l.starts_with('#')) {
            let mut columns = row.split('\t');
            let language = columns.next().unwrap_or_default();
            for (month, words) in (1..).zip(columns) {
                for word in words.split(' ') {
                    months.entry(word).or_default().push((language, month));
                }
            }
        }
        months
    });
    if word.len() < 3 || word.len() > 40 || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let meanings = MONTHS.get(word.to_lowercase().as_str())?;
    let same = meanings.iter().all(|(_, month)| *month == meanings[0].1);
    let own = meanings.iter().find(|(known, _)| language == Some(*known));
    own.or(meanings.first().filter(|_| same)).map(|(_, month)| *month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_twelve_months() {
        for row in include_str!("../../data/months.tsv").lines().filter(|l| !l.starts_with('#')) {
            assert_eq!(row.split('\t').count(), 13, "{row}");
            assert_eq!(row.to_lowercase(), row);
        }
    }

    #[test]
    fn the_language_decides_where_names_mean_two_months() {
        for (word, language, month) in [
            ("May", None, Some(5)),
            ("MÄRZ", None, Some(3)),
            ("listopada", Some("hr"), Some(10)),
            ("listopada", Some("pl"), Some(11)),
            ("listopada", None, None),
            ("Monday", Some("en"), None),
            ("1st", Some("en"), None),
            ("", None, None),
        ] {
            assert_eq!(month_of(word, language), month, "{word}");
        }
    }
}
