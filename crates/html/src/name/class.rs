//! Sets of elements that the tree builder asks for (WHATWG HTML, 13.2.4.2 and 13.2.6).

use super::known::CONSTANTS;
use super::{Name, Namespace};

/// The sets that an element is in, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class(u16);

impl Class {
    pub(crate) const NONE: Self = Self(0);
    /// "Special" elements.
    pub(crate) const SPECIAL: Self = Self(1);
    /// What bounds "in scope".
    pub(crate) const SCOPE: Self = Self(1 << 1);
    /// What else bounds "in list item scope".
    pub(crate) const LIST: Self = Self(1 << 2);
    /// What else bounds "in button scope".
    pub(crate) const BUTTON: Self = Self(1 << 3);
    /// What bounds "in table scope"; also a "table context".
    pub(crate) const TABLE_SCOPE: Self = Self(1 << 4);
    /// Elements whose end tag may be left out.
    pub(crate) const IMPLIED: Self = Self(1 << 5);
    /// Elements whose end tag may be left out, as templates see it.
    pub(crate) const THOROUGH: Self = Self(1 << 6);
    /// `h1` to `h6`.
    pub(crate) const HEADING: Self = Self(1 << 7);
    /// Parts of tables in which nothing but parts of tables may stand.
    pub(crate) const FOSTER: Self = Self(1 << 8);
    /// A "table body context".
    pub(crate) const BODY_CONTEXT: Self = Self(1 << 9);
    /// A "table row context".
    pub(crate) const ROW_CONTEXT: Self = Self(1 << 10);
    /// Formatting elements: reopened until they are closed.
    pub(crate) const FORMATTING: Self = Self(1 << 11);
    /// A MathML text integration point.
    pub(crate) const TEXT_POINT: Self = Self(1 << 12);
    /// An HTML integration point.
    pub(crate) const HTML_POINT: Self = Self(1 << 13);
    /// Elements without content.
    pub(crate) const VOID: Self = Self(1 << 14);

    /// Whether it has a bit of `sets`.
    #[inline]
    pub(crate) const fn is(self, sets: Self) -> bool {
        self.0 & sets.0 != 0
    }

    /// The bits of both.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The sets of an element.
    #[inline]
    pub(crate) fn of(namespace: Namespace, name: Name) -> Self {
        match namespace {
            Namespace::Html => HTML.get(name.index()).map_or(Self::NONE, |class| Self(*class)),
            Namespace::MathMl => match name {
                Name::MI | Name::MN | Name::MO | Name::MS | Name::MTEXT => {
                    Self::SPECIAL.or(Self::SCOPE).or(Self::TEXT_POINT)
                }
                Name::ANNOTATION_XML => Self::SPECIAL.or(Self::SCOPE),
                _ => Self::NONE,
            },
            Namespace::Svg => match name {
                Name::FOREIGN_OBJECT | Name::DESC | Name::TITLE => {
                    Self::SPECIAL.or(Self::SCOPE).or(Self::HTML_POINT)
                }
                _ => Self::NONE,
            },
        }
    }
}

/// The sets, and the elements of HTML in each.
#[rustfmt::skip] // a table reads as a table
const SETS: &[(Class, &[Name])] = &[
    (Class::SPECIAL, &[
        Name::ADDRESS, Name::APPLET, Name::AREA, Name::ARTICLE, Name::ASIDE, Name::BASE, Name::BASEFONT, Name::BGSOUND,
        Name::BLOCKQUOTE, Name::BODY, Name::BR, Name::BUTTON, Name::CAPTION, Name::CENTER, Name::COL, Name::COLGROUP, Name::DD,
        Name::DETAILS, Name::DIR, Name::DIV, Name::DL, Name::DT, Name::EMBED, Name::FIELDSET, Name::FIGCAPTION, Name::FIGURE,
        Name::FOOTER, Name::FORM, Name::FRAME, Name::FRAMESET, Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6,
        Name::HEAD, Name::HEADER, Name::HGROUP, Name::HR, Name::HTML, Name::IFRAME, Name::IMG, Name::INPUT, Name::KEYGEN,
        Name::LI, Name::LINK, Name::LISTING, Name::MAIN, Name::MARQUEE, Name::MENU, Name::META, Name::NAV, Name::NOEMBED,
        Name::NOFRAMES, Name::NOSCRIPT, Name::OBJECT, Name::OL, Name::P, Name::PARAM, Name::PLAINTEXT, Name::PRE, Name::SCRIPT,
        Name::SEARCH, Name::SECTION, Name::SELECT, Name::SOURCE, Name::STYLE, Name::SUMMARY, Name::TABLE, Name::TBODY, Name::TD,
        Name::TEMPLATE, Name::TEXTAREA, Name::TFOOT, Name::TH, Name::THEAD, Name::TITLE, Name::TR, Name::TRACK, Name::UL,
        Name::WBR, Name::XMP,
    ]),
    (Class::SCOPE, &[
        Name::APPLET, Name::CAPTION, Name::HTML, Name::TABLE, Name::TD, Name::TH, Name::MARQUEE, Name::OBJECT, Name::SELECT,
        Name::TEMPLATE,
    ]),
    (Class::LIST, &[Name::OL, Name::UL]),
    (Class::BUTTON, &[Name::BUTTON]),
    (Class::TABLE_SCOPE, &[Name::HTML, Name::TABLE, Name::TEMPLATE]),
    (Class::IMPLIED, IMPLIED),
    (Class::THOROUGH, IMPLIED),
    (Class::THOROUGH, &[
        Name::CAPTION, Name::COLGROUP, Name::TBODY, Name::TD, Name::TFOOT, Name::TH, Name::THEAD, Name::TR,
    ]),
    (Class::HEADING, &[Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6]),
    (Class::FOSTER, &[Name::TABLE, Name::TBODY, Name::TFOOT, Name::THEAD, Name::TR]),
    (Class::BODY_CONTEXT, &[Name::TBODY, Name::TFOOT, Name::THEAD, Name::TEMPLATE, Name::HTML]),
    (Class::ROW_CONTEXT, &[Name::TR, Name::TEMPLATE, Name::HTML]),
    (Class::FORMATTING, &[
        Name::A, Name::B, Name::BIG, Name::CODE, Name::EM, Name::FONT, Name::I, Name::NOBR, Name::S, Name::SMALL, Name::STRIKE,
        Name::STRONG, Name::TT, Name::U,
    ]),
    (Class::VOID, &[
        Name::AREA, Name::BASE, Name::BASEFONT, Name::BGSOUND, Name::BR, Name::COL, Name::EMBED, Name::FRAME, Name::HR, Name::IMAGE,
        Name::IMG, Name::INPUT, Name::KEYGEN, Name::LINK, Name::META, Name::PARAM, Name::SOURCE, Name::TRACK, Name::WBR,
    ]),
];

const IMPLIED: &[Name] = &[
    Name::DD,
    Name::DT,
    Name::LI,
    Name::OPTGROUP,
    Name::OPTION,
    Name::P,
    Name::RB,
    Name::RP,
    Name::RT,
    Name::RTC,
];

/// For each constant, the sets of the element of HTML.
static HTML: [u16; CONSTANTS.len()] = {
    let mut classes = [0; CONSTANTS.len()];
    let mut set = 0;
    // Constants are computed without iterators, which are not `const`.
    while set < SETS.len() {
        let (class, names) = SETS[set];
        let mut at = 0;
        while at < names.len() {
            classes[names[at].0 as usize] |= class.0;
            at += 1;
        }
        set += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_in_their_sets() {
        let html = |name| Class::of(Namespace::Html, name);
        assert!(html(Name::TD).is(Class::SPECIAL) && html(Name::TD).is(Class::SCOPE));
        assert!(!html(Name::TD).is(Class::TABLE_SCOPE.or(Class::IMPLIED)));
        assert!(html(Name::TR).is(Class::THOROUGH) && html(Name::P).is(Class::THOROUGH));
        assert!(html(Name::SPAN) == Class::NONE && html(Name(60_000)) == Class::NONE);
        assert!(!Class::of(Namespace::Svg, Name::P).is(Class::SPECIAL));
        assert!(Class::of(Namespace::Svg, Name::TITLE).is(Class::HTML_POINT));
        assert!(Class::of(Namespace::MathMl, Name::MI).is(Class::TEXT_POINT));
    }
}
