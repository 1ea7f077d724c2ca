//! Names that the standard knows.

use super::Name;

macro_rules! names {
    ($($constant:ident $name:literal),+ $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($constant,)+ }

        impl Name {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: Self = Self(Number::$constant as u16);
            )+
        }

        /// The names with constants, in the order of their numbers.
        pub(super) const CONSTANTS: &[&str] = &[$($name,)+];
    };
}

names! {
    A "a", ADDRESS "address", ANNOTATION_XML "annotation-xml", APPLET "applet", AREA "area",
    ARTICLE "article", ASIDE "aside", B "b", BASE "base", BASEFONT "basefont", BGSOUND "bgsound",
    BIG "big", BLOCKQUOTE "blockquote", BODY "body", BR "br", BUTTON "button", CAPTION "caption",
    CENTER "center", CODE "code", COL "col", COLGROUP "colgroup", COLOR "color", DD "dd",
    DESC "desc", DETAILS "details", DIALOG "dialog", DIR "dir", DIV "div", DL "dl", DT "dt",
    EM "em", EMBED "embed", ENCODING "encoding", FACE "face", FIELDSET "fieldset",
    FIGCAPTION "figcaption", FIGURE "figure", FONT "font", FOOTER "footer",
    FOREIGN_OBJECT "foreignObject", FORM "form", FRAME "frame", FRAMESET "frameset", H1 "h1",
    H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", HEAD "head", HEADER "header", HGROUP "hgroup",
    HR "hr", HTML "html", I "i", IFRAME "iframe", IMAGE "image", IMG "img", INPUT "input",
    KEYGEN "keygen", LI "li", LINK "link", LISTING "listing", MAIN "main",
    MALIGNMARK "malignmark", MARQUEE "marquee", MATH "math", MENU "menu", META "meta",
    MGLYPH "mglyph", MI "mi", MN "mn", MO "mo", MS "ms", MTEXT "mtext", NAV "nav", NOBR "nobr",
    NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript", OBJECT "object", OL "ol",
    OPTGROUP "optgroup", OPTION "option", P "p", PARAM "param", PLAINTEXT "plaintext", PRE "pre",
    RB "rb", RP "rp", RT "rt", RTC "rtc", RUBY "ruby", S "s", SCRIPT "script", SEARCH "search",
    SECTION "section", SELECT "select", SELECTED "selected", SELECTEDCONTENT "selectedcontent",
    DISABLED "disabled", MULTIPLE "multiple", SIZE "size", SMALL "small", SOURCE "source",
    SPAN "span", STRIKE "strike", STRONG "strong", STYLE "style", SUB "sub", SUMMARY "summary",
    SUP "sup", SVG "svg", TABLE "table", TBODY "tbody", TD "td", TEMPLATE "template",
    TEXTAREA "textarea", TFOOT "tfoot", TH "th", THEAD "thead", TITLE "title", TR "tr",
    TRACK "track", TT "tt", TYPE "type", U "u", UL "ul", VAR "var", WBR "wbr", XMP "xmp",
}

/// Other names that are frequent; they need no constant.
pub(super) const FREQUENT: &[&str] = &[
    "abbr",
    "accept",
    "action",
    "align",
    "alt",
    "aria-hidden",
    "aria-label",
    "async",
    "audio",
    "autocomplete",
    "background",
    "bdi",
    "bdo",
    "bgcolor",
    "border",
    "canvas",
    "cellpadding",
    "cellspacing",
    "charset",
    "checked",
    "cite",
    "class",
    "colspan",
    "content",
    "data",
    "data-src",
    "datetime",
    "defer",
    "del",
    "dfn",
    "fill",
    "for",
    "g",
    "headers",
    "height",
    "hidden",
    "href",
    "hreflang",
    "http-equiv",
    "id",
    "ins",
    "itemprop",
    "itemscope",
    "itemtype",
    "kbd",
    "label",
    "lang",
    "language",
    "legend",
    "loading",
    "map",
    "mark",
    "maxlength",
    "media",
    "method",
    "name",
    "onclick",
    "output",
    "path",
    "picture",
    "placeholder",
    "poster",
    "property",
    "q",
    "rel",
    "role",
    "rowspan",
    "samp",
    "scope",
    "shape",
    "sizes",
    "src",
    "srcset",
    "start",
    "tabindex",
    "target",
    "time",
    "use",
    "valign",
    "value",
    "video",
    "width",
    "xmlns",
    "xml:lang",
];
