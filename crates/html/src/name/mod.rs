//! Names of elements and attributes as small numbers: constants for those that the standard knows,
//! numbers given by a document for all others.

mod class;
mod foreign;
mod known;
mod names;

pub(crate) use class::Class;
pub(crate) use foreign::{adjusted_attribute, adjusted_element};
pub use names::Names;

/// A name of an element or attribute. Equal names of one document have equal numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub(crate) u16);

/// Where an element belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Namespace {
    /// HTML
    #[default]
    Html,
    /// SVG
    Svg,
    /// MathML
    MathMl,
}

/// The namespace of an attribute, by its usual prefix (13.2.6.1, "adjust foreign attributes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Prefix {
    /// No namespace: almost all attributes.
    #[default]
    None,
    /// `xlink`
    Xlink,
    /// `xml`
    Xml,
    /// `xmlns`
    Xmlns,
}

impl Name {
    /// The number of the name. Constants have the lowest numbers.
    pub fn number(self) -> u16 {
        self.0
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}
