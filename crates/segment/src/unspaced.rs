//! Scripts without spaces between words, and pages with more of them than the models segment.

/// Characters of scripts without spaces that the models segment in one page. They take some six
/// microseconds a character and two hundred bytes; longer pages go to the dictionaries, which take
/// a twentieth. A long article of an encyclopedia has half as many.
pub(crate) const MODEL_CHARS: usize = 100_000;

/// Blocks of the scripts that the models know: Thai and Lao, Myanmar, Khmer, and the extensions of
/// Myanmar (Unicode, Blocks.txt).
const UNSPACED: [std::ops::RangeInclusive<char>; 5] = [
    '\u{0e00}'..='\u{0eff}',
    '\u{1000}'..='\u{109f}',
    '\u{1780}'..='\u{17ff}',
    '\u{a9e0}'..='\u{a9ff}',
    '\u{aa60}'..='\u{aa7f}',
];

/// Whether a page has more characters of scripts without spaces than the models segment.
///
/// [`Segmented`](crate::Segmented) leaves such a page to dictionaries, which are less exact. All
/// of a page is segmented in one way: words of its beginning and its end can be compared.
pub fn is_long(texts: &[&str]) -> bool {
    // Three bytes a character: most pages need no count.
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let is_unspaced = |c: &char| UNSPACED.iter().any(|block| block.contains(c));
    bytes > 3 * MODEL_CHARS
        && texts.iter().flat_map(|t| t.chars()).filter(is_unspaced).nth(MODEL_CHARS).is_some()
}
