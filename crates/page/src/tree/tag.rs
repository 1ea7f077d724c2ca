//! Element names that mean something here, and how they lay out text.

/// How an element takes part in the layout of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Begins and ends a block of text.
    Block,
    /// Part of the running text.
    Inline,
    /// Has no text of its own: an image, a player, a form control.
    Replaced,
    /// Nothing in it is text for readers; not in the tree, or kept for metadata only.
    Meta,
}

macro_rules! tags {
    ($($layout:ident: $($variant:ident $name:literal),+;)+) => {
        /// An HTML element, by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Tag {
            $($(#[doc = concat!("`", $name, "`")] $variant,)+)+
            /// Any other element; its name is [`Tree::name`](super::Tree::name).
            Other,
        }

        impl Tag {
            /// Every known element, with its name.
            pub const ALL: &'static [(&'static str, Self)] = &[$($(($name, Self::$variant),)+)+];

            /// The element name; empty for [`Tag::Other`].
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)+)+
                    Self::Other => "",
                }
            }

            /// How the element lays out text.
            pub fn layout(self) -> Layout {
                match self {
                    $($(Self::$variant)|+ => Layout::$layout,)+
                    Self::Other => Layout::Inline,
                }
            }
        }
    };
}

tags! {
    Block:
        Html "html", Body "body", Article "article", Section "section", Nav "nav", Aside "aside",
        Main "main", Header "header", Footer "footer", Hgroup "hgroup", Address "address",
        Div "div", P "p", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Pre "pre",
        Listing "listing", Xmp "xmp", Plaintext "plaintext", Blockquote "blockquote", Ol "ol",
        Ul "ul", Menu "menu", Dir "dir", Li "li", Dl "dl", Dt "dt", Dd "dd", Figure "figure",
        Figcaption "figcaption", Hr "hr", Form "form", Fieldset "fieldset", Legend "legend",
        Details "details", Summary "summary", Dialog "dialog", Center "center", Search "search",
        Table "table", Caption "caption", Thead "thead", Tbody "tbody", Tfoot "tfoot", Tr "tr",
        Td "td", Th "th", Button "button", Marquee "marquee", Noframes "noframes",
        // In a tree without scripts it holds blocks.
        Noscript "noscript";
    Inline:
        A "a", Abbr "abbr", Acronym "acronym", B "b", Bdi "bdi", Bdo "bdo", Big "big",
        Blink "blink", Br "br", Cite "cite", Code "code", Data "data", Del "del", Dfn "dfn",
        Em "em", Font "font", I "i", Ins "ins", Kbd "kbd", Label "label", Mark "mark",
        Math "math", Nobr "nobr", Picture "picture", Q "q", Rb "rb", Ruby "ruby", S "s",
        Samp "samp", Small "small", Span "span", Strike "strike", Strong "strong", Sub "sub",
        Sup "sup", Time "time", Tt "tt", U "u", Var "var", Wbr "wbr";
    Replaced:
        Area "area", Audio "audio", Canvas "canvas", Datalist "datalist", Embed "embed",
        Iframe "iframe", Image "image", Img "img", Input "input", Map "map", Meter "meter",
        Object "object", Optgroup "optgroup", Option "option", Output "output", Param "param",
        Progress "progress", Rp "rp", Rt "rt", Rtc "rtc", Select "select", Source "source",
        Svg "svg", Textarea "textarea", Track "track", Video "video";
    Meta:
        Base "base", Col "col", Colgroup "colgroup", Frame "frame", Frameset "frameset",
        Head "head", Link "link", Meta "meta", Noembed "noembed",
        Script "script", Style "style", Template "template", Title "title";
}

impl Tag {
    /// Level 1 to 6 of a heading element.
    pub fn heading_level(self) -> Option<u8> {
        match self {
            Self::H1 => Some(1),
            Self::H2 => Some(2),
            Self::H3 => Some(3),
            Self::H4 => Some(4),
            Self::H5 => Some(5),
            Self::H6 => Some(6),
            _ => None,
        }
    }

    /// Whether the sanitised tree leaves out the element with its subtree.
    pub(crate) fn is_dropped(self) -> bool {
        matches!(self, Self::Script | Self::Style | Self::Template | Self::Noembed)
    }

    /// Whether the element stays, without what is in it.
    pub(crate) fn is_emptied(self) -> bool {
        matches!(
            self,
            Self::Svg
                | Self::Iframe
                | Self::Canvas
                | Self::Select
                | Self::Datalist
                | Self::Textarea
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_lead_back() {
        let mut names: Vec<_> = Tag::ALL.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Tag::ALL.len());
        assert!(Tag::ALL.iter().all(|(name, tag)| tag.name() == *name));
    }

    #[test]
    fn headings_have_levels_from_one_to_six() {
        let levels: Vec<u8> = Tag::ALL.iter().filter_map(|(_, tag)| tag.heading_level()).collect();
        assert_eq!(levels, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn what_is_emptied_has_no_text_in_it_for_readers() {
        for (name, tag) in Tag::ALL {
            let is_block = tag.layout() == Layout::Block;
            assert!(!(is_block && (tag.is_dropped() || tag.is_emptied())), "{name}");
            assert!(!(tag.is_dropped() && tag.is_emptied()), "{name}");
        }
    }
}
