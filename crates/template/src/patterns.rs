//! Bit patterns: which pages of the cross have a text, and which class follows from that. (Thesis,
//! appendix B.)
//!
//! The bits are cur, up, down, prev, next, from the highest to the lowest: `10000` is a text that
//! only the page itself has, `11000` one that it shares with up.

/// The page itself.
pub(crate) const CUR: u8 = 0b10000;
/// The most similar page of the same template.
pub const UP: u8 = 0b01000;
/// The second most similar page of it.
pub(crate) const DOWN: u8 = 0b00100;
/// The snapshot before.
pub(crate) const PREV: u8 = 0b00010;
/// The snapshot after.
pub(crate) const NEXT: u8 = 0b00001;

/// The name of [`Class::Invalid`] if the score leaves a text open.
pub(crate) const UNDECIDED: &str = "undecided";

/// The class of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The text that the page exists for.
    Content,
    /// Text of the template: menus, notices, teasers.
    Boilerplate,
    /// Left open: the pattern gives no class, or the score is too near the threshold.
    Invalid,
}

impl Class {
    /// All classes, in order.
    pub const ALL: [Self; 3] = [Self::Content, Self::Boilerplate, Self::Invalid];

    /// The name in tables.
    pub fn id(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Boilerplate => "boilerplate",
            Self::Invalid => "invalid",
        }
    }

    /// The score of a class, from 0 (boilerplate) to 1 (content).
    pub fn score(self) -> f32 {
        match self {
            Self::Content => 1.0,
            Self::Invalid => 0.5,
            Self::Boilerplate => 0.0,
        }
    }

    /// The class with a name in tables, `undecided` included.
    pub fn named(name: &str) -> Option<Self> {
        if name == UNDECIDED {
            return Some(Self::Invalid);
        }
        Self::ALL.into_iter().find(|class| class.id() == name)
    }
}

/// For each valid cross: the pattern of content, and the patterns of boilerplate.
const TABLE: &[(u8, u8, &[u8])] = &[
    // Beside a single partner, text that no snapshot has is boilerplate: dates and teasers change
    // all the time.
    (0b11000, 0b10000, &[0b11000]),
    (0b11100, 0b10000, &[0b10100, 0b11000, 0b11100]),
    (0b11001, 0b10001, &[0b10000, 0b11000, 0b11001]),
    (0b11010, 0b10010, &[0b10000, 0b11000, 0b11010]),
    (0b11011, 0b10011, &[0b10000, 0b10001, 0b10010, 0b11000, 0b11001, 0b11010, 0b11011]),
    (0b11101, 0b10001, &[0b11101]),
    (0b11110, 0b10010, &[0b11110]),
    (0b11111, 0b10011, &[0b11111]),
];

/// Why a pattern has no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoClass {
    /// The page itself or a page like it is missing.
    #[error("the cross {0:05b} is none of the eight")]
    Cross(u8),
    /// The text is not on the page that it should be classified for.
    #[error("the bits {0:05b} of a node do not begin with 1")]
    Bits(u8),
}

/// The class of a text with `bits` in a `cross`.
///
/// # Errors
/// If the cross has no partner, or the text is not on the page itself.
pub(crate) fn classify(cross: u8, bits: u8) -> Result<Class, NoClass> {
    let row = TABLE.iter().find(|(known, ..)| *known == cross);
    let (_, content, boilerplate) = row.ok_or(NoClass::Cross(cross))?;
    // Checked after the cross: a cross without partners classifies nothing, whatever the bits.
    if bits & CUR == 0 {
        return Err(NoClass::Bits(bits));
    }
    Ok(if bits == *content {
        Class::Content
    } else if boilerplate.contains(&bits) {
        Class::Boilerplate
    } else {
        Class::Invalid
    })
}

/// Whether a cross of five digits has a page of another URL.
pub fn has_partner(cross: &str) -> bool {
    cross.starts_with("11")
}

/// Bits as five digits.
pub fn digits(bits: u8) -> String {
    format!("{:05b}", bits & 0b11111)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cross_with_a_partner_is_in_the_table_once() {
        let valid: Vec<u8> = (0..32).filter(|cross| classify(*cross, CUR).is_ok()).collect();
        assert!((16..32).all(|cross| has_partner(&digits(cross)) == valid.contains(&cross)));
        assert_eq!(valid, [0b11000, 0b11001, 0b11010, 0b11011, 0b11100, 0b11101, 0b11110, 0b11111]);
    }

    /// Appendix B: a row per cross, a letter per bits from 10000 to 11111. c is content, b
    /// boilerplate, all else invalid.
    const WHOLE: [(u8, &str); 8] = [
        (0b11000, "c.......b......."),
        (0b11100, "c...b...b...b..."),
        (0b11001, "bc......bb......"),
        (0b11010, "b.c.....b.b....."),
        (0b11011, "bbbc....bbbb...."),
        (0b11101, ".c...........b.."),
        (0b11110, "..c...........b."),
        (0b11111, "...c...........b"),
    ];

    #[test]
    fn the_eight_crosses_class_all_sixteen_patterns() {
        for (cross, letters) in WHOLE {
            for (bits, letter) in (0b10000..=0b11111).zip(letters.chars()) {
                let class = match letter {
                    'c' => Class::Content,
                    'b' => Class::Boilerplate,
                    _ => Class::Invalid,
                };
                assert_eq!(classify(cross, bits), Ok(class), "{cross:05b} {bits:05b}");
            }
        }
    }

    #[test]
    fn bits_of_no_text_of_the_page_are_an_error() {
        for (cross, _) in WHOLE {
            assert!((0..CUR).all(|bits| classify(cross, bits) == Err(NoClass::Bits(bits))));
        }
        assert_eq!(classify(0b10011, 0b10000), Err(NoClass::Cross(0b10011)));
        let told = NoClass::Bits(0b00100).to_string();
        assert_eq!(told, "the bits 00100 of a node do not begin with 1");
    }
}
