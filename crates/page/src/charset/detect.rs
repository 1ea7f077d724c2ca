//! The statistical detector, and when a label wins against it.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_4, ISO_8859_10,
    ISO_8859_13, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1257, X_MAC_CYRILLIC,
};

use super::label::Label;
use super::source::CharsetSource;

/// How much the detector sees. It runs at some 15 MB/s, slower than everything else here.
const SAMPLE_BYTES: usize = 12 << 10;
/// How far into the document the sample is looked for.
const SEARCH_BYTES: usize = 2 << 20;
/// ASCII kept around a non-ASCII run: the detector looks at neighbouring letters.
const NEIGHBOURS: usize = 12;
const MULTI_BYTE: [&Encoding; 6] = [GBK, GB18030, BIG5, EUC_JP, SHIFT_JIS, EUC_KR];
/// Non-ASCII bytes that an accented letter before a plain one may share with one character of a
/// multi-byte encoding.
const ACCIDENT_BYTES: usize = 2;
/// One error in so many characters of other scripts is few.
const FEW: usize = 50;
/// Encodings of the Latin script with other accents than Western Europe's.
const LATIN: [&Encoding; 7] =
    [ISO_8859_2, WINDOWS_1250, ISO_8859_4, ISO_8859_10, ISO_8859_13, ISO_8859_16, WINDOWS_1257];

/// Weighs labels against the detector for bytes that are neither ASCII nor UTF-8.
pub(super) fn weigh(
    bytes: &[u8],
    labels: &[Label],
    tld: Option<&str>,
) -> (&'static Encoding, CharsetSource) {
    let sample = sample(bytes);
    // The whole document, not only the sample: one telling byte is enough.
    let guess = narrowed(guess(&sample, tld), bytes);
    // The bytes are known to be none of these: their patterns were tested before.
    let usable = |l: &&Label| ![UTF_8, UTF_16LE, UTF_16BE].contains(&l.encoding);
    let labels: Vec<&Label> = labels.iter().filter(usable).collect();
    if let Some(label) = labels.iter().find(|l| confirmed(l.encoding, guess, &sample)) {
        return (label.encoding, label.source);
    }
    let proven = |l: &&&Label| proves_itself(l.encoding, guess, bytes);
    if let Some(label) = labels.iter().find(proven) {
        return (label.encoding, label.source);
    }
    if let Some(label) = labels.iter().find(|l| names_the_accents(l.encoding, guess, &sample)) {
        return (label.encoding, label.source);
    }
    if let Some(label) = labels.iter().find(|l| outweighs_an_accident(l.encoding, guess, &sample)) {
        return (label.encoding, label.source);
    }
    match labels[..] {
        // Two independent labels that agree know more than statistics.
        [http, meta]
            if http.encoding == meta.encoding && nearly_decodes(http.encoding, &sample) =>
        {
            (http.encoding, http.source)
        }
        _ => (guess, CharsetSource::Detector),
    }
}

/// Non-ASCII runs with their neighbourhood, one after the other: markup says nothing about the
/// charset and would use up the sample.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(SAMPLE_BYTES);
    let bytes = &bytes[..bytes.len().min(SEARCH_BYTES)];
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|b| !b.is_ascii()) {
        let start = at + next;
        let lead = bytes[at.max(start.saturating_sub(NEIGHBOURS))..start].iter().rev();
        let lead = lead.take_while(|b| b.is_ascii_alphabetic() || **b == b' ').count();
        sample.extend_from_slice(&bytes[start - lead..start]);
        // A run ends after some ASCII; shorter ASCII stretches may be second bytes.
        let mut end = start;
        let mut ascii = 0;
        while end < bytes.len() && ascii < NEIGHBOURS && bytes[end] != b'<' {
            ascii = if bytes[end].is_ascii() { ascii + 1 } else { 0 };
            end += 1;
        }
        sample.extend_from_slice(&bytes[start..end]);
        sample.push(b' ');
        at = end.max(start + 1);
        if sample.len() >= SAMPLE_BYTES {
            break;
        }
    }
    sample
}

/// What the detector takes the sample for.
fn guess(sample: &[u8], tld: Option<&str>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    // UTF-8 was ruled out before; the detector could only guess it for broken text.
    detector.guess(tld.map(str::as_bytes), Utf8Detection::Deny)
}

/// The guess, corrected where the detector cannot distinguish encodings: it knows neither
/// ISO-8859-15 nor Macintosh Cyrillic, and of the two KOI8 encodings only the Ukrainian one.
fn narrowed(guess: &'static Encoding, bytes: &[u8]) -> &'static Encoding {
    let has = |wanted: fn(&u8) -> bool| bytes.iter().any(wanted);
    // The dashes, quotes and section signs of Windows are Cyrillic capitals in the DOS encoding. No
    // Russian text is without the small letters р, с and т.
    let punctuation = guess == IBM866 && !has(|b| (0xe0..0xf0).contains(b));
    let guess = if punctuation { WINDOWS_1252 } else { guess };
    // In ISO-8859-15 the byte is the euro sign, in windows-1252 a currency sign that nobody writes.
    if guess == WINDOWS_1252 && has(|b| *b == 0xa4) && !has(|b| (0x80..0xa0).contains(b)) {
        return ISO_8859_15;
    }
    if guess == WINDOWS_1251 && is_mac_cyrillic(bytes) {
        return X_MAC_CYRILLIC;
    }
    let ukrainian = |b: &u8| matches!(b, 0xa4 | 0xa6 | 0xa7 | 0xad | 0xb4 | 0xb6 | 0xb7 | 0xbd);
    if guess == KOI8_U && !has(ukrainian) { KOI8_R } else { guess }
}

/// Whether Cyrillic bytes are Macintosh Cyrillic. There 0xDF is the small letter я; on Windows it
/// is the capital Я, which hardly ever follows small letters.
fn is_mac_cyrillic(bytes: &[u8]) -> bool {
    let all = bytes.iter().filter(|b| **b == 0xdf).count();
    let behind = bytes.windows(2).filter(|w| w[1] == 0xdf && (0xe0..0xff).contains(&w[0])).count();
    behind >= 3 && behind * 2 > all
}

/// Whether the guess confirms the label: the decoded texts are (almost) equal, and the label does
/// not turn bytes into control characters.
fn confirmed(label: &'static Encoding, guess: &'static Encoding, sample: &[u8]) -> bool {
    if label == guess || (label == GB18030 && guess == GBK) {
        return true;
    }
    if MULTI_BYTE.contains(&label) || MULTI_BYTE.contains(&guess) {
        return false;
    }
    let (Some(by_label), Some(by_guess)) = (decode(label, sample), decode(guess, sample)) else {
        return false;
    };
    // A Latin-1 label on windows-1252 text makes controls of curly quotes.
    if by_label.chars().any(|c| ('\u{80}'..'\u{a0}').contains(&c)) {
        return false;
    }
    // The detector does not know ISO-8859-15, and the two encodings differ in eight characters
    // only.
    if label == ISO_8859_15 && guess == WINDOWS_1252 {
        return true;
    }
    let non_ascii = by_guess.chars().filter(|c| !c.is_ascii()).count();
    let different = by_label.chars().zip(by_guess.chars()).filter(|(a, b)| a != b).count();
    different * 50 <= non_ascii
}

/// Whether the label explains letters that the detector took for Western European, which is its
/// fallback. Hungarian text without a known country looks like text with Portuguese accents.
fn names_the_accents(label: &'static Encoding, guess: &'static Encoding, sample: &[u8]) -> bool {
    if guess != WINDOWS_1252 || !LATIN.contains(&label) {
        return false;
    }
    let (Some(by_label), Some(by_guess)) = (decode(label, sample), decode(guess, sample)) else {
        return false;
    };
    by_label.chars().zip(by_guess.chars()).all(|(a, b)| a == b || is_latin_pair(a, b))
}

/// Whether the guess of a multi-byte encoding rests on a single character. An accented letter
/// before a plain one looks the same, so the label wins.
fn outweighs_an_accident(
    label: &'static Encoding,
    guess: &'static Encoding,
    sample: &[u8],
) -> bool {
    let few = sample.iter().filter(|b| !b.is_ascii()).count() <= ACCIDENT_BYTES;
    few && MULTI_BYTE.contains(&guess) && decodes(label, sample)
}

/// Whether both are letters of the Latin script with accents, and both small or both large.
fn is_latin_pair(a: char, b: char) -> bool {
    let latin = |c: char| ('\u{c0}'..='\u{24f}').contains(&c) && c.is_alphabetic();
    latin(a) && latin(b) && a.is_uppercase() == b.is_uppercase()
}

/// Whether a multi-byte label decodes the document with hardly an error. It is wrong all the same
/// if the detector sees another multi-byte encoding, because their byte ranges overlap. The
/// detector rules out an encoding at the first error, but old sites cut texts within a character.
fn proves_itself(label: &'static Encoding, guess: &'static Encoding, bytes: &[u8]) -> bool {
    MULTI_BYTE.contains(&label) && !MULTI_BYTE.contains(&guess) && nearly_decodes(label, bytes)
}

/// Whether hardly one of the non-ASCII characters is an error. The last character of the document
/// may be cut.
fn nearly_decodes(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if decodes(encoding, bytes) {
        return true;
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
    let errors = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    let letters = text.chars().filter(|c| !c.is_ascii()).count();
    letters > 0 && errors * FEW <= letters
}

/// Whether all bytes decode without an error.
fn decodes(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    decode(encoding, bytes).is_some()
}

fn decode<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_holds_the_text_and_not_the_markup() {
        let taken = sample(b"<div class=a><p>Die T\xfcr</p></div><p>sp\xe4ter</p>");
        assert_eq!(taken, b"Die T\xfcr sp\xe4ter ");
        assert!(sample(b"\xff").len() == 2);
    }

    #[test]
    fn supersets_confirm_each_other_until_they_differ() {
        assert!(confirmed(ISO_8859_15, WINDOWS_1252, b"T\xfcr und Tor, \xe4lter"));
        assert!(!confirmed(ISO_8859_15, WINDOWS_1252, b"\x93T\xfcr\x94"));
        assert!(!confirmed(ISO_8859_2, WINDOWS_1250, b"\x9ekola"));
    }

    #[test]
    fn neighbours_that_the_detector_does_not_know() {
        assert_eq!(narrowed(WINDOWS_1252, b"10 \xa4, caf\xe9"), ISO_8859_15);
        assert_eq!(narrowed(WINDOWS_1252, b"\x9310 \xa4\x94"), WINDOWS_1252);
        assert_eq!(narrowed(KOI8_U, b"\xf0\xd2\xc9"), KOI8_R);
        assert_eq!(narrowed(KOI8_U, b"\xf0\xd2\xa6"), KOI8_U);
        assert_eq!(narrowed(IBM866, b"\x97 \xa7\xa71280"), WINDOWS_1252);
        assert_eq!(narrowed(IBM866, b"\x8c\xa0\xe0\xe2"), IBM866);
        let mac = b"\xe7\xe5\xec\xeb\xdf \xf1\xe5\xec\xfc\xdf \xe2\xf0\xe5\xec\xdf";
        assert_eq!(narrowed(WINDOWS_1251, mac), X_MAC_CYRILLIC);
    }

    #[test]
    fn one_accented_letter_is_no_chinese_against_a_label() {
        assert!(outweighs_an_accident(WINDOWS_1252, BIG5, b"D\xc8but "));
        assert!(!outweighs_an_accident(WINDOWS_1252, BIG5, b"D\xc8but D\xc8but D\xc8but "));
        assert!(!outweighs_an_accident(WINDOWS_1252, WINDOWS_1250, b"D\xc8but "));
    }

    #[test]
    fn a_character_cut_in_two_is_no_proof_against_a_label() {
        let (line, ..) = EUC_JP.encode("水は夜のうちにまた上がり、橋は閉じられた。");
        let page = [&line[..7], b"...</p>", &line.repeat(9)].concat();
        assert!(!decodes(EUC_JP, &page) && proves_itself(EUC_JP, WINDOWS_1252, &page));
        // The document may end within one.
        assert!(proves_itself(EUC_JP, WINDOWS_1252, &line[..11]));
        assert!(!proves_itself(EUC_JP, WINDOWS_1252, b"L'\xe9t\xe9, les \xe9tangs"));
        assert!(!proves_itself(EUC_JP, WINDOWS_1252, b"caf\xe9"));
    }

    #[test]
    fn a_label_tells_accents_apart_that_statistics_cannot() {
        let sample = b"els\xf5 g\xf5z\xf6s, \xe9let, sz\xf6k\xf5k\xfat";
        assert!(names_the_accents(ISO_8859_2, WINDOWS_1252, sample));
        assert!(!names_the_accents(ISO_8859_2, WINDOWS_1252, b"\x93els\xf5\x94"));
        assert!(!names_the_accents(ISO_8859_2, WINDOWS_1252, b"10 \xa5, \xa3 5"));
    }
}
