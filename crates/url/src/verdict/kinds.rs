//! Enums of kinds that tables name by words.

/// Makes an enum out of the words that a table has for its kinds.
macro_rules! kinds {
    (
        $(#[$about:meta])+
        pub enum $Kind:ident, $prefix:literal {
            $($(#[$doc:meta])+ $name:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Kind {
            $($(#[$doc])+ $name,)+
        }

        impl $Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its word in the table.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }

            /// Id of the reason to reject what is of this kind.
            pub(super) fn reason_id(self) -> &'static str {
                match self { $(Self::$name => concat!($prefix, $word),)+ }
            }

            fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.id() == word)
            }
        }
    };
}

pub(super) use kinds;
