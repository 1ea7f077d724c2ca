//! What the standard does with the start tags of the body (WHATWG HTML, 13.2.6.4.7), as a table by their names.

use crate::Name;

/// What the standard does with a start tag, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `html`: its attributes go to the root element.
    Html,
    /// Processed by the rules of the head, wherever it stands.
    OfHead,
    /// `body`: its attributes go to the body that is there.
    Body,
    /// `frameset`: replaces the body while that shows nothing.
    Frameset,
    /// Closes an open paragraph.
    Block,
    /// As `Block`; also closes a heading that is the current node.
    Heading,
    /// As `Block`; a line feed right behind the tag is dropped.
    Preformatted,
    /// `form`: no form within a form.
    Form,
    /// `li`, `dd`, `dt`: closes an open item of its kind.
    ListItem,
    /// `plaintext`: all that follows is text.
    Plaintext,
    /// `button`: closes an open button.
    Button,
    /// `a`: closes an open link, because links do not nest.
    Link,
    /// Formatting, reopened in later blocks until its end tag.
    Formatting,
    /// `nobr`: formatting that closes an open `nobr`.
    NoBreak,
    /// Formatting within does not leave it: a marker goes on the list.
    Object,
    /// `table`: closes a paragraph, except in quirks mode.
    Table,
    /// No content; open formatting goes around it.
    Empty,
    /// `input`: closes an open `select`.
    Input,
    /// No content, and no formatting around it.
    EmptyInBlock,
    /// `hr`: no content, closes a paragraph.
    Rule,
    /// `image`, which means `img`.
    Image,
    /// `textarea`: text with references.
    Textarea,
    /// `xmp`: raw text that closes a paragraph.
    RawBlock,
    /// `iframe`: raw text.
    Iframe,
    /// `noembed`: raw text that may still be followed by a frameset.
    Raw,
    /// `select`: within another it closes that one, and is dropped.
    Select,
    /// `option`: closes an open option.
    Option,
    /// `optgroup`: closes an open option and its group.
    OptionGroup,
    /// `rb`, `rtc`: closes open parts of the ruby annotation.
    RubyBase,
    /// `rp`, `rt`: closes open parts of the ruby annotation but `rtc`.
    RubyText,
    /// `math`: begins MathML.
    Math,
    /// `svg`: begins SVG.
    Svg,
    /// Parts of tables, framesets and documents: without meaning in a body.
    Dropped,
    /// Any other start tag: an element like `span`.
    Other,
}

/// The kind of a start tag in the body.
#[rustfmt::skip] // a table reads as a table
pub(super) fn kind(name: Name) -> Kind {
    match name {
        Name::HTML => Kind::Html,
        Name::BASE | Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META | Name::NOFRAMES | Name::SCRIPT | Name::STYLE
        | Name::TEMPLATE | Name::TITLE => Kind::OfHead,
        Name::BODY => Kind::Body,
        Name::FRAMESET => Kind::Frameset,
        Name::ADDRESS | Name::ARTICLE | Name::ASIDE | Name::BLOCKQUOTE | Name::CENTER | Name::DETAILS | Name::DIALOG | Name::DIR
        | Name::DIV | Name::DL | Name::FIELDSET | Name::FIGCAPTION | Name::FIGURE | Name::FOOTER | Name::HEADER | Name::HGROUP
        | Name::MAIN | Name::MENU | Name::NAV | Name::OL | Name::P | Name::SEARCH | Name::SECTION | Name::SUMMARY | Name::UL
            => Kind::Block,
        Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => Kind::Heading,
        Name::PRE | Name::LISTING => Kind::Preformatted,
        Name::FORM => Kind::Form,
        Name::LI | Name::DD | Name::DT => Kind::ListItem,
        Name::PLAINTEXT => Kind::Plaintext,
        Name::BUTTON => Kind::Button,
        Name::A => Kind::Link,
        Name::B | Name::BIG | Name::CODE | Name::EM | Name::FONT | Name::I | Name::S | Name::SMALL | Name::STRIKE | Name::STRONG
        | Name::TT | Name::U => Kind::Formatting,
        Name::NOBR => Kind::NoBreak,
        Name::APPLET | Name::MARQUEE | Name::OBJECT => Kind::Object,
        Name::TABLE => Kind::Table,
        Name::AREA | Name::BR | Name::EMBED | Name::IMG | Name::KEYGEN | Name::WBR => Kind::Empty,
        Name::INPUT => Kind::Input,
        Name::PARAM | Name::SOURCE | Name::TRACK => Kind::EmptyInBlock,
        Name::HR => Kind::Rule,
        Name::IMAGE => Kind::Image,
        Name::TEXTAREA => Kind::Textarea,
        Name::XMP => Kind::RawBlock,
        Name::IFRAME => Kind::Iframe,
        Name::NOEMBED => Kind::Raw,
        Name::SELECT => Kind::Select,
        Name::OPTION => Kind::Option,
        Name::OPTGROUP => Kind::OptionGroup,
        Name::RB | Name::RTC => Kind::RubyBase,
        Name::RP | Name::RT => Kind::RubyText,
        Name::MATH => Kind::Math,
        Name::SVG => Kind::Svg,
        Name::CAPTION | Name::COL | Name::COLGROUP | Name::FRAME | Name::HEAD | Name::TBODY | Name::TD | Name::TFOOT | Name::TH
        | Name::THEAD | Name::TR => Kind::Dropped,
        _ => Kind::Other,
    }
}
