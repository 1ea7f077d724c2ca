//! A selector list as a value: what the parser makes and the matcher reads.

use crate::tree::{Attr, Tag};

/// How an element is related to the one named before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combinator {
    /// ` `: it lies below the other.
    Descendant,
    /// `>`: it is a child of the other.
    Child,
    /// `+`: it follows the other at once.
    Next,
    /// `~`: it follows the other.
    Later,
}

/// Compounds from left to right, each with its relation to the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complex {
    /// The relation of the first step is that to the element searched, or `None`: anywhere.
    pub(super) steps: Vec<(Option<Combinator>, Compound)>,
}

/// What one element must be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Compound {
    pub(super) name: Option<Name>,
    pub(super) tests: Vec<Test>,
}

/// An element name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// A name that the tree keeps as a tag.
    Known(Tag),
    /// Any other name, in lower case.
    Other(String),
}

impl Name {
    /// The name of an element, given in lower case.
    pub(super) fn new(name: &str) -> Self {
        let known = Tag::ALL.iter().find(|(known, _)| *known == name);
        known.map_or_else(|| Self::Other(name.to_owned()), |(_, tag)| Self::Known(*tag))
    }
}

/// A condition on an element besides its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    Id(String),
    Class(String),
    Attr(AttrTest),
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Has(Vec<Complex>),
    Nth(Nth),
    Empty,
    Root,
    Scope,
    /// Never true: a state that only a page in a browser has, such as `:hover`.
    Never,
}

/// A condition on an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttrTest {
    /// The constant of the name, if it has one: a number is compared instead of the name.
    // Comparing numbers is quicker; nearly all selectors ask for known attributes.
    pub(super) known: Option<Attr>,
    /// The name in lower case.
    pub(super) name: String,
    pub(super) op: AttrOp,
    /// In lower case if case is ignored.
    pub(super) value: String,
    pub(super) ignore_case: bool,
}

/// How the value of an attribute is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttrOp {
    /// `[a]`
    Exists,
    /// `=`
    Equals,
    /// `~=`: one of the words.
    Word,
    /// `|=`: all of it, or all before a hyphen.
    Dash,
    /// `^=`
    Prefix,
    /// `$=`
    Suffix,
    /// `*=`
    Within,
}

/// A position among siblings, counted from 1: `step * n + offset` for some `n` from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nth {
    pub(super) step: i32,
    pub(super) offset: i32,
    /// Only siblings of the same name count.
    pub(super) of_type: bool,
    pub(super) from_end: bool,
}
