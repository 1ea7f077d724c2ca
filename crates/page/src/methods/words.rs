//! Words and lengths as the published methods count them, in scripts that put no spaces between
//! words too.

use unicode_segmentation::UnicodeSegmentation as _;

/// Characters of languages with spaces that say as much as one ideograph or kana.
const DENSE: u32 = 3;

/// The words of a text, as written: by white space, and what is written without spaces by Unicode
/// segmentation, as `n_words` of a row.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|piece| {
        // Unicode segmentation is slow and splits "10-year-old": only scripts without spaces need
        // it.
        let spaced = !piece.chars().any(has_no_spaces);
        let whole = spaced.then_some(piece);
        let cut = (!spaced).then(|| piece.unicode_words());
        whole.into_iter().chain(cut.into_iter().flatten())
    })
}

/// Characters of a text, those of dense scripts without spaces counted as several.
pub(super) fn length(text: &str, chars: u32) -> u32 {
    let dense = text.chars().filter(|c| is_dense(*c)).count();
    chars.saturating_add(u32::try_from(dense).unwrap_or(u32::MAX).saturating_mul(DENSE - 1))
}

/// Whether a character is of a script that parts no words; Korean parts them.
fn has_no_spaces(c: char) -> bool {
    // Thai and Lao, Tibetan, Burmese, Khmer.
    is_dense(c)
        || matches!(c, '\u{e00}'..='\u{eff}' | '\u{f00}'..='\u{fff}')
        || matches!(c, '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Whether a character is an ideograph or a kana.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_spaces_where_there_are_some() {
        for (text, count, long) in [
            ("The 10-year-old fog \u{2013} lifts, at last.", 7, 37),
            ("\u{d56d}\u{ad6c}\u{c758} \u{c548}\u{ac1c}", 2, 6),
            ("Sương mù ở cảng", 4, 15),
            ("雾散了，船开了。", 6, 20),
            ("霧が晴れた", 5, 15),
            ("用 Rust 写的 parser2", 5, 23),
            ("หมอก", 4, 4),
            ("。", 1, 1),
            ("", 0, 0),
        ] {
            let chars = text.chars().count() as u32;
            assert_eq!((words(text).count(), length(text, chars)), (count, long), "{text}");
        }
    }
}
