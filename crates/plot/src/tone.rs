//! Colours by meaning. The style sheet has their values for light and dark pages.

use maud::{Markup, html};

/// Colour of a part or column. The three differ in lightness, so that they stay apart in grey.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// The part that a page is about.
    #[default]
    Main,
    /// The part beside it.
    Second,
    /// What is left over or lost.
    Third,
}

impl Tone {
    /// The style class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Second => "second",
            Self::Third => "third",
        }
    }
}

/// Judgement of one point of a [`Timeline`](crate::Timeline): shape and colour of its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// As it should be: a dot.
    Good,
    /// Not as it should be: a cross.
    Bad,
    /// Not known: a ring.
    Unknown,
}

impl Status {
    /// Marks of a higher layer are drawn above those of a lower one, so that none hides a bad one.
    pub(crate) fn layer(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Unknown => 1,
            Self::Bad => 2,
        }
    }

    /// The mark around the origin. Shapes differ, so that nobody depends on the colours.
    pub(crate) fn symbol(self) -> Markup {
        html! {
            @match self {
                Self::Good => circle.symbol.good r="3.2" {},
                Self::Bad => path.symbol.bad d="M-4-4L4 4M-4 4L4-4" {},
                Self::Unknown => circle.symbol.unknown r="3" {},
            }
        }
    }
}

/// Colours for curves. Further curves use them again, from the first one on.
///
/// They follow Okabe and Ito (2008), whose colours people with colour blindness tell apart.
pub(crate) const SERIES: usize = 8;
