//! The structures and columns of vertical text: what the writer writes, and the registry file
//! declares.

use crate::format::emphasis;

/// An attribute of a structure, or a column of tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attribute {
    pub(super) name: &'static str,
    /// What stands between its values, if it can have several.
    pub(super) separator: Option<&'static str>,
}

/// A structure. Its values are written in the order of its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Structure<const N: usize> {
    pub(super) name: &'static str,
    pub(super) attributes: [Attribute; N],
}

/// An attribute with one value.
const fn one(name: &'static str) -> Attribute {
    Attribute { name, separator: None }
}

/// An attribute with several values.
const fn several(name: &'static str, separator: &'static str) -> Attribute {
    Attribute { name, separator: Some(separator) }
}

/// A document.
pub(super) const DOC: Structure<9> = Structure {
    name: "doc",
    attributes: [
        one("id"),
        one("url"),
        one("host"),
        one("title"),
        one("author"),
        one("date"),
        one("year"),
        one("section"),
        one("lang"),
    ],
};

/// A block of text.
pub(super) const PARAGRAPH: Structure<3> =
    Structure { name: "p", attributes: [one("type"), one("in"), one("part")] };

/// A sentence.
pub(super) const SENTENCE: Structure<0> = Structure { name: "s", attributes: [] };

/// Tokens that the page emphasises.
pub(super) const HI: Structure<1> =
    Structure { name: "hi", attributes: [several("rend", emphasis::SEPARATOR)] };

/// A named entity.
pub(super) const NAME: Structure<1> = Structure { name: "name", attributes: [one("type")] };

/// No space between two tokens.
pub(super) const GLUE: Structure<0> = Structure { name: "g", attributes: [] };

/// All structures, with their attributes.
pub(super) const STRUCTURES: [(&str, &[Attribute]); 6] = [
    (DOC.name, &DOC.attributes),
    (PARAGRAPH.name, &PARAGRAPH.attributes),
    (SENTENCE.name, &SENTENCE.attributes),
    (HI.name, &HI.attributes),
    (NAME.name, &NAME.attributes),
    (GLUE.name, &GLUE.attributes),
];

/// The first column.
pub(super) const WORD: Attribute = one("word");

/// The columns that annotations add.
pub(super) const ANNOTATIONS: [Attribute; 4] =
    [one("lemma"), one("pos"), one("xpos"), several("feats", "|")];
