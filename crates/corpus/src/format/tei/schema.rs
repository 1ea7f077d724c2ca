//! Our subset of TEI P5, as one table: what [`super::xml`] checks while it writes, and what
//! `schema/tei-scutch.rng` is made from.

/// What an element holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Content {
    /// Nothing.
    Empty,
    /// Text alone.
    Text,
    /// Text and these elements, in any order.
    Mixed(&'static [El]),
    /// These in this order.
    Sequence(&'static [Particle]),
}

/// One place of a sequence: any of these elements.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Particle {
    pub(crate) any: &'static [El],
    /// At least one must stand here.
    pub(crate) required: bool,
    /// More than one may.
    pub(crate) many: bool,
}

/// One attribute.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
    pub(crate) required: bool,
}

/// What may stand in an attribute.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value {
    /// An XML name that no other element of the file has.
    Id,
    /// A tag of BCP 47.
    Language,
    /// Characters without space.
    Word,
    /// Any characters.
    Plain,
    /// An address.
    Pointer,
    /// A date of XML Schema, of any precision, with or without a time.
    Date,
    /// A time of day of XML Schema.
    Time,
    /// A whole number from 0.
    Count,
    /// A version number.
    Version,
    /// One of these.
    OneOf(&'static [&'static str]),
}

/// Exactly one of these elements.
const fn one(any: &'static [El]) -> Particle {
    Particle { any, required: true, many: false }
}
/// At most one of these elements.
const fn maybe(any: &'static [El]) -> Particle {
    Particle { any, required: false, many: false }
}
/// Any number of these elements.
const fn any(any: &'static [El]) -> Particle {
    Particle { any, required: false, many: true }
}
/// At least one of these elements.
const fn some(any: &'static [El]) -> Particle {
    Particle { any, required: true, many: true }
}
/// An optional attribute.
const fn may(name: &'static str, value: Value) -> Attribute {
    Attribute { name, value, required: false }
}
/// A required attribute.
const fn must(name: &'static str, value: Value) -> Attribute {
    Attribute { name, value, required: true }
}

macro_rules! elements {
    ($($el:ident $name:literal $content:expr, [$($attribute:expr),*];)+) => {
        /// An element of the subset.
        #[allow(dead_code)] // all of them are in the schema; not all are written by `xml`
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum El { $($el,)+ }

        #[allow(dead_code)]
        impl El {
            /// Every element, the outermost first.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$el,)+];

            /// The name of the element.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$el => $name,)+ }
            }

            /// What it may contain.
            pub(crate) const fn content(self) -> Content {
                match self { $(Self::$el => $content,)+ }
            }

            /// The attributes it may have.
            pub(crate) const fn attributes(self) -> &'static [Attribute] {
                match self { $(Self::$el => const { &[$($attribute),*] },)+ }
            }
        }
    };
}

use Content::{Empty, Mixed, Sequence, Text};
use Value::{Count, Id, Language, OneOf, Plain, Pointer, Version, Word};

/// How lists are rendered.
const LISTS: &[&str] = &[
    "bulleted",
    "numbered",
    "numbered lower-alpha",
    "numbered upper-alpha",
    "numbered lower-roman",
    "numbered upper-roman",
];
/// Within paragraphs.
const PHRASES: &[El] = &[
    El::Hi,
    El::Ref,
    El::Lb,
    El::Code,
    El::Formula,
    El::Del,
    El::Add,
    El::Abbr,
    El::Graphic,
    El::Ptr,
    El::S,
    El::W,
    El::Pc,
    El::Name,
    El::Q,
    El::Foreign,
    El::Date,
    El::Time,
    El::Ruby,
];
/// What a division holds before divisions in it.
const BLOCKS: &[El] =
    &[El::P, El::Quote, El::List, El::Table, El::Figure, El::Label, El::FloatingText, El::Note];
/// Where text and blocks may follow one another.
const FLOW: &[El] = &[
    El::Hi,
    El::Ref,
    El::Lb,
    El::Code,
    El::Formula,
    El::Del,
    El::Add,
    El::Abbr,
    El::Graphic,
    El::Ptr,
    El::S,
    El::W,
    El::Pc,
    El::Name,
    El::Q,
    El::Foreign,
    El::Date,
    El::Time,
    El::Ruby,
    El::P,
    El::Quote,
    El::List,
    El::Table,
    El::Figure,
    El::Label,
    El::FloatingText,
    El::Note,
];

#[rustfmt::skip] // a table reads as a table
elements! {
    TeiCorpus "teiCorpus" Sequence(const { &[one(&[El::TeiHeader]), some(&[El::Tei])] }), [];
    Tei "TEI" Sequence(const { &[one(&[El::TeiHeader]), one(&[El::Text])] }), [may("xml:id", Id)];
    TeiHeader "teiHeader" Sequence(const { &[one(&[El::FileDesc]), maybe(&[El::EncodingDesc]), maybe(&[El::ProfileDesc]), maybe(&[El::XenoData])] }), [];
    FileDesc "fileDesc" Sequence(const { &[one(&[El::TitleStmt]), maybe(&[El::EditionStmt]), maybe(&[El::Extent]), one(&[El::PublicationStmt]), one(&[El::SourceDesc])] }), [];
    TitleStmt "titleStmt" Sequence(const { &[some(&[El::Title]), any(&[El::Author]), any(&[El::Funder]), any(&[El::RespStmt])] }), [];
    Title "title" Text, [may("type", OneOf(&["main", "sub"])), may("level", OneOf(&["a", "j"]))];
    Author "author" Text, [];
    Funder "funder" Text, [may("ref", Pointer)];
    RespStmt "respStmt" Sequence(const { &[one(&[El::Resp]), some(&[El::PersName, El::OrgName])] }), [];
    Resp "resp" Text, [];
    PersName "persName" Mixed(const { &[El::Forename, El::Surname] }), [may("ref", Pointer)];
    Forename "forename" Text, [];
    Surname "surname" Text, [];
    OrgName "orgName" Text, [may("ref", Pointer)];
    EditionStmt "editionStmt" Sequence(const { &[one(&[El::Edition])] }), [];
    Edition "edition" Text, [may("n", Word)];
    Extent "extent" Sequence(const { &[some(&[El::Measure])] }), [];
    Measure "measure" Empty, [must("unit", Word), must("quantity", Count)];
    // TEI requires a publisher, a distributor or an authority. Ours is always a publisher.
    PublicationStmt "publicationStmt" Sequence(const { &[one(&[El::Publisher]), maybe(&[El::Date]), any(&[El::Idno]), maybe(&[El::Availability])] }), [];
    Publisher "publisher" Text, [];
    Idno "idno" Text, [must("type", Word)];
    Availability "availability" Sequence(const { &[some(&[El::Licence, El::P])] }), [must("status", OneOf(&["free", "restricted", "unknown"]))];
    Licence "licence" Text, [may("target", Pointer)];
    SourceDesc "sourceDesc" Sequence(const { &[some(&[El::Bibl, El::P])] }), [];
    Bibl "bibl" Sequence(const { &[some(&[El::Title]), any(&[El::Author]), maybe(&[El::Publisher]), any(&[El::Date]), maybe(&[El::Ref]), any(&[El::Idno]), maybe(&[El::Availability])] }), [may("n", Count)];
    // In the header with a type, in a text without.
    Date "date" Mixed(PHRASES), [may("type", OneOf(&["published", "modified", "captured", "covered"])), may("when", Value::Date), may("from", Value::Date), may("to", Value::Date)];
    EncodingDesc "encodingDesc" Sequence(const { &[maybe(&[El::ProjectDesc]), maybe(&[El::SamplingDecl]), one(&[El::AppInfo])] }), [];
    ProjectDesc "projectDesc" Sequence(const { &[some(&[El::P])] }), [];
    SamplingDecl "samplingDecl" Sequence(const { &[some(&[El::P])] }), [];
    AppInfo "appInfo" Sequence(const { &[one(&[El::Application])] }), [];
    Application "application" Sequence(const { &[one(&[El::Label]), any(&[El::P])] }), [must("ident", Word), must("version", Version)];
    ProfileDesc "profileDesc" Sequence(const { &[maybe(&[El::Creation]), maybe(&[El::LangUsage]), maybe(&[El::TextClass])] }), [];
    Creation "creation" Sequence(const { &[one(&[El::Date])] }), [];
    LangUsage "langUsage" Sequence(const { &[some(&[El::Language])] }), [];
    Language "language" Text, [must("ident", Language)];
    TextClass "textClass" Sequence(const { &[some(&[El::Keywords])] }), [];
    Keywords "keywords" Sequence(const { &[some(&[El::Term])] }), [must("n", OneOf(&["keywords", "section"]))];
    Term "term" Text, [];
    XenoData "xenoData" Text, [must("type", OneOf(&["application/ld+json"]))];
    Text "text" Sequence(const { &[one(&[El::Body])] }), [may("xml:lang", Language)];
    Body "body" Sequence(const { &[some(&[El::Div])] }), [];
    // TEI allows no blocks after an inner division.
    Div "div" Sequence(const { &[maybe(&[El::Head]), any(BLOCKS), any(&[El::Div])] }), [may("type", OneOf(&["article", "comments"]))];
    Head "head" Mixed(PHRASES), [may("xml:id", Id)];
    P "p" Mixed(PHRASES), [may("xml:id", Id), may("rend", OneOf(&["caption"]))];
    Label "label" Mixed(PHRASES), [may("xml:id", Id), may("type", OneOf(&["heading", "term"]))];
    Quote "quote" Mixed(FLOW), [may("source", Pointer)];
    FloatingText "floatingText" Sequence(const { &[one(&[El::Body])] }), [may("type", OneOf(&["box"]))];
    Note "note" Mixed(FLOW), [];
    List "list" Sequence(const { &[some(&[El::Item])] }), [may("type", OneOf(&["gloss"])), may("rend", OneOf(LISTS))];
    Item "item" Mixed(FLOW), [may("n", Word), may("xml:id", Id)];
    Table "table" Sequence(const { &[any(&[El::Head]), some(&[El::Row])] }), [];
    Row "row" Sequence(const { &[some(&[El::Cell])] }), [];
    Cell "cell" Mixed(FLOW), [may("role", OneOf(&["label", "data"])), may("cols", Count), may("rows", Count)];
    Figure "figure" Sequence(const { &[any(&[El::Head, El::P, El::Label, El::Quote, El::List, El::Table, El::Figure, El::FloatingText, El::Note, El::Graphic, El::FigDesc])] }), [may("type", Word)];
    FigDesc "figDesc" Text, [];
    Graphic "graphic" Sequence(const { &[maybe(&[El::Desc])] }), [must("url", Pointer)];
    Desc "desc" Text, [];
    Hi "hi" Mixed(PHRASES), [must("rend", OneOf(&["bold", "italic", "sub", "sup", "highlight", "underline"]))];
    Ref "ref" Mixed(PHRASES), [may("target", Pointer)];
    Ptr "ptr" Empty, [must("target", Pointer), may("type", Word)];
    Lb "lb" Empty, [];
    Code "code" Text, [may("lang", Word), may("xml:space", OneOf(&["preserve"]))];
    Formula "formula" Text, [must("notation", OneOf(&["TeX"])), may("rend", OneOf(&["inline", "block"]))];
    Del "del" Mixed(PHRASES), [];
    Add "add" Mixed(PHRASES), [];
    Abbr "abbr" Mixed(PHRASES), [may("n", Plain)];
    Q "q" Mixed(PHRASES), [];
    Foreign "foreign" Mixed(PHRASES), [must("xml:lang", Language)];
    Time "time" Mixed(PHRASES), [must("when", Value::Time)];
    Ruby "ruby" Sequence(const { &[one(&[El::Rb]), some(&[El::Rt])] }), [];
    Rb "rb" Mixed(PHRASES), [];
    Rt "rt" Text, [];
    S "s" Mixed(PHRASES), [may("xml:id", Id)];
    // Only marks that may split a word. Links and code surround whole words.
    W "w" Mixed(const { &[El::Hi, El::Del, El::Add, El::Abbr] }), [may("lemma", Plain), may("pos", Plain), may("msd", Plain)];
    Pc "pc" Mixed(const { &[El::Hi, El::Del, El::Add, El::Abbr] }), [may("pos", Plain), may("msd", Plain)];
    Name "name" Mixed(PHRASES), [may("type", Word)];
}
