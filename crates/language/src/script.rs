//! Scripts: which one a character belongs to, and which one a text is written in.

use crate::tokens::tokens;

/// A script by its ISO 15924 code, as far as a label is written in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names are the codes
pub enum Script {
    Arab,
    Armn,
    Beng,
    Cyrl,
    Deva,
    Ethi,
    Geor,
    Grek,
    Gujr,
    Guru,
    Hang,
    Hani,
    Hebr,
    Jpan,
    Khmr,
    Knda,
    Laoo,
    Latn,
    Mlym,
    Mymr,
    Orya,
    Sinh,
    Taml,
    Telu,
    Thaa,
    Thai,
    Tibt,
    /// Any script that no label is written in.
    Zzzz,
}

/// All scripts, in the order of their numbers.
const ALL: [Script; 28] = {
    use Script::*;
    [
        Arab, Armn, Beng, Cyrl, Deva, Ethi, Geor, Grek, Gujr, Guru, Hang, Hani, Hebr, Jpan, Khmr,
        Knda, Laoo, Latn, Mlym, Mymr, Orya, Sinh, Taml, Telu, Thaa, Thai, Tibt, Zzzz,
    ]
};

/// Ranges of letters and of marks that belong to words, in ascending order (Unicode 16, Blocks.txt).
/// Punctuation and digits of the blocks lie between the ranges.
#[rustfmt::skip]
const RANGES: &[(u32, u32, Script)] = {
    use Script::*;
    &[
        (0x41, 0x5a, Latn), (0x61, 0x7a, Latn), (0xaa, 0xaa, Latn), (0xba, 0xba, Latn),
        (0xc0, 0xd6, Latn), (0xd8, 0xf6, Latn), (0xf8, 0x2bf, Latn), (0x300, 0x36f, Latn),
        (0x370, 0x373, Grek), (0x376, 0x377, Grek), (0x37b, 0x37d, Grek), (0x386, 0x386, Grek),
        (0x388, 0x3ff, Grek), (0x400, 0x481, Cyrl), (0x483, 0x52f, Cyrl), (0x531, 0x556, Armn),
        (0x560, 0x588, Armn), (0x591, 0x5bd, Hebr), (0x5bf, 0x5bf, Hebr), (0x5c1, 0x5c2, Hebr),
        (0x5c4, 0x5c5, Hebr), (0x5d0, 0x5f2, Hebr), (0x610, 0x61a, Arab), (0x620, 0x65f, Arab),
        (0x66e, 0x6d3, Arab), (0x6d5, 0x6dc, Arab), (0x6ee, 0x6ef, Arab), (0x6fa, 0x6ff, Arab),
        (0x700, 0x74f, Zzzz), (0x750, 0x77f, Arab), (0x780, 0x7b1, Thaa), (0x7c0, 0x85f, Zzzz),
        (0x860, 0x8ff, Arab), (0x900, 0x963, Deva), (0x971, 0x97f, Deva), (0x980, 0x9e5, Beng),
        (0x9f0, 0x9f1, Beng), (0xa00, 0xa65, Guru), (0xa70, 0xa7f, Guru), (0xa80, 0xae5, Gujr),
        (0xaf9, 0xaff, Gujr), (0xb00, 0xb65, Orya), (0xb71, 0xb77, Orya), (0xb80, 0xbe5, Taml),
        (0xc00, 0xc65, Telu), (0xc80, 0xce5, Knda), (0xd00, 0xd65, Mlym), (0xd7a, 0xd7f, Mlym),
        (0xd80, 0xde5, Sinh), (0xdf2, 0xdf3, Sinh), (0xe01, 0xe3a, Thai), (0xe40, 0xe4e, Thai),
        (0xe80, 0xecf, Laoo), (0xedc, 0xedf, Laoo), (0xf00, 0xf00, Tibt), (0xf35, 0xf39, Tibt),
        (0xf3e, 0xfbc, Tibt), (0x1000, 0x103f, Mymr), (0x1050, 0x108f, Mymr), (0x10a0, 0x10fa, Geor),
        (0x10fc, 0x10ff, Geor), (0x1100, 0x11ff, Hang), (0x1200, 0x135f, Ethi), (0x1380, 0x139f, Ethi),
        (0x13a0, 0x177f, Zzzz), (0x1780, 0x17d3, Khmr), (0x1800, 0x1bff, Zzzz), (0x1c80, 0x1c8f, Cyrl),
        (0x1c90, 0x1cbf, Geor), (0x1d00, 0x1dbf, Latn), (0x1e00, 0x1eff, Latn), (0x1f00, 0x1fff, Grek),
        (0x2c60, 0x2c7f, Latn), (0x2d00, 0x2d2f, Geor), (0x2d30, 0x2d7f, Zzzz), (0x2d80, 0x2ddf, Ethi),
        (0x2de0, 0x2dff, Cyrl), (0x3005, 0x3007, Hani), (0x3041, 0x3096, Jpan), (0x309d, 0x309f, Jpan),
        (0x30a1, 0x30fa, Jpan), (0x30fc, 0x30ff, Jpan), (0x3131, 0x318e, Hang), (0x31f0, 0x31ff, Jpan),
        (0x3400, 0x4dbf, Hani), (0x4e00, 0x9fff, Hani), (0xa000, 0xa63f, Zzzz), (0xa640, 0xa69f, Cyrl),
        (0xa720, 0xa7ff, Latn), (0xa960, 0xa97f, Hang), (0xaa60, 0xaa7f, Mymr), (0xab00, 0xab2f, Ethi),
        (0xab30, 0xab6f, Latn), (0xac00, 0xd7ff, Hang), (0xf900, 0xfaff, Hani), (0xfb00, 0xfb06, Latn),
        (0xfb13, 0xfb17, Armn), (0xfb1d, 0xfb4f, Hebr), (0xfb50, 0xfdff, Arab), (0xfe70, 0xfefc, Arab),
        (0xff21, 0xff3a, Latn), (0xff41, 0xff5a, Latn), (0xff66, 0xff9f, Jpan), (0x20000, 0x323af, Hani),
    ]
};

/// The numbers of the scripts of the first characters, for speed; beyond [`ALL`] for none.
static FIRST: [u8; 0x1400] = {
    let mut numbers = [u8::MAX; 0x1400];
    let mut range = 0;
    while range < RANGES.len() {
        let (mut code, last, script) = RANGES[range];
        while code <= last && (code as usize) < numbers.len() {
            numbers[code as usize] = script as u8;
            code += 1;
        }
        range += 1;
    }
    numbers
};

impl Script {
    /// The script of a letter or of a mark that stands in words. `None` for all else.
    #[inline]
    #[must_use]
    pub fn from_char(c: char) -> Option<Self> {
        let code = u32::from(c);
        if let Some(number) = FIRST.get(code as usize) {
            return ALL.get(usize::from(*number)).copied();
        }
        let at = RANGES.partition_point(|(_, last, _)| *last < code);
        RANGES.get(at).filter(|(first, ..)| *first <= code).map(|(.., script)| *script)
    }

    /// The script of an ISO 15924 code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        ALL.into_iter().find(|script| format!("{script:?}") == code)
    }

    /// Whether words of a text in this script may hold letters of the other one: Japanese has both
    /// Chinese characters and kana.
    #[inline]
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        self == other || (self == Self::Jpan && other == Self::Hani)
    }

    /// Letters of an alphabet that carry as much text as one character of this script.
    fn letters(self) -> usize {
        match self {
            Self::Hani | Self::Jpan | Self::Hang => 3,
            _ => 1,
        }
    }
}

/// Of so many characters in a Japanese text at least one is kana.
const KANA: usize = 20;

/// The script that most of a text is written in, with its share of all letters. `None` without
/// letters.
#[must_use]
pub fn dominant(text: &str) -> Option<(Script, f64)> {
    dominant_among(tokens(text))
}

/// As [`dominant`], of a text that is cut into tokens.
pub(crate) fn dominant_among<'t>(tokens: impl Iterator<Item = &'t str>) -> Option<(Script, f64)> {
    let mut counts = [0_usize; ALL.len()];
    for token in tokens {
        for script in token.chars().filter_map(Script::from_char) {
            counts[script as usize] += script.letters();
        }
    }
    // Japanese is mostly written in Chinese characters; a little kana tells it.
    let (han, kana) = (counts[Script::Hani as usize], counts[Script::Jpan as usize]);
    if kana * KANA >= han + kana {
        counts[Script::Jpan as usize] += han;
        counts[Script::Hani as usize] = 0;
    }
    let all: usize = counts.iter().sum();
    // Of equal counts the last one wins `max_by_key`: reversed, that is the first script of the table.
    let (script, count) = ALL.into_iter().zip(counts).rev().max_by_key(|(_, count)| *count)?;
    (count > 0).then(|| (script, count as f64 / all as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_ascend_and_do_not_overlap() {
        for pair in RANGES.windows(2) {
            assert!(pair[0].1 < pair[1].0, "{:x?}", pair[1]);
        }
        for (number, script) in ALL.into_iter().enumerate() {
            assert_eq!(script as usize, number);
            assert_eq!(Script::from_code(&format!("{script:?}")), Some(script));
        }
        assert_eq!(Script::from_code("Latin"), None);
    }

    #[test]
    fn the_table_of_first_characters_says_the_same_as_the_ranges() {
        for c in (0..0x1500).filter_map(char::from_u32) {
            let code = u32::from(c);
            let range = RANGES.iter().find(|(first, last, _)| (*first..=*last).contains(&code));
            assert_eq!(Script::from_char(c), range.map(|(.., script)| *script), "{code:x}");
        }
    }

    #[test]
    fn texts_are_in_the_script_of_most_letters() {
        use Script::*;
        for (text, expected) in [
            ("Der Nebel lichtet sich", Some(Latn)),
            ("Туман рассеялся", Some(Cyrl)),
            ("Туман (fog) рассеялся", Some(Cyrl)),
            ("霧が晴れた", Some(Jpan)),
            ("雾散了", Some(Hani)),
            ("安装 Kubernetes 集群的步骤", Some(Hani)),
            ("안개가 걷혔다", Some(Hang)),
            ("ΑΒΓ", Some(Grek)),
            ("ᏣᎳᎩ", Some(Zzzz)),
            ("हिन्दी में", Some(Deva)),
            ("১২৩ ٤٥٦ 789 。、·", None),
            ("https://example.org/пример а", Some(Cyrl)),
            ("", None),
        ] {
            assert_eq!(dominant(text).map(|(script, _)| script), expected, "{text}");
        }
    }

    #[test]
    fn the_share_counts_letters_of_all_scripts() {
        assert_eq!(dominant("abc где").map(|(_, share)| share), Some(0.5));
        assert_eq!(dominant("abcdef 12").map(|(_, share)| share), Some(1.0));
    }
}
