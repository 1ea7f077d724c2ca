//! Attribute names, interned per tree.

macro_rules! attrs {
    ($($constant:ident $name:literal),+ $(,)?) => {
        /// An attribute name: one of the constants, or a number given by the tree it occurs in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Attr(pub(super) u16);

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($constant,)+ }

        impl Attr {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: Self = Self(Number::$constant as u16);
            )+

            /// The names with constants, in the order of their numbers.
            pub(super) const KNOWN: &'static [&'static str] = &[$($name,)+];

            /// A bit for each constant, and one for all other names.
            #[inline]
            pub(super) fn bit(self) -> u64 {
                const { assert!(Self::KNOWN.len() < u64::BITS as usize) };
                1 << self.0.min(Self::KNOWN.len() as u16)
            }

            /// The constant of a name in lower case; None for names that trees number themselves.
            pub fn known(name: &str) -> Option<Self> {
                let number = Self::KNOWN.iter().position(|known| *known == name);
                number.map(|number| Self(number as u16))
            }
        }
    };
}

attrs! {
    ABOUT "about", ALT "alt", ARIA_HIDDEN "aria-hidden", ARIA_LABEL "aria-label", CITE "cite",
    CHARSET "charset", CLASS "class", COLSPAN "colspan", CONTENT "content", DATETIME "datetime",
    DATA_SRC "data-src", DIR "dir", HIDDEN "hidden", HREF "href", HREFLANG "hreflang",
    HTTP_EQUIV "http-equiv", ID "id", ITEMPROP "itemprop", ITEMSCOPE "itemscope",
    ITEMTYPE "itemtype", LANG "lang", NAME "name", OPEN "open", PROPERTY "property",
    PUBDATE "pubdate", PUBLISHDATE "publishdate", REL "rel", ROLE "role", ROWSPAN "rowspan",
    SRC "src", SRCSET "srcset", START "start", STYLE "style", TITLE "title", TS "ts", TYPE "type",
    TYPEOF "typeof", VALUE "value", XML_LANG "xml:lang",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_found_by_their_names() {
        assert_eq!(Attr::known("href"), Some(Attr::HREF));
        assert_eq!(Attr::known("aria-hidden"), Some(Attr::ARIA_HIDDEN));
        assert_eq!((Attr::known("HREF"), Attr::known("data-x")), (None, None));
        for (number, name) in Attr::KNOWN.iter().enumerate() {
            assert_eq!(Attr::known(name), Some(Attr(number as u16)), "{name} stands twice");
        }
    }
}
