//! Tables of reasons: a name for programs, an id that stays, a sentence for readers.

/// Makes an enum of reasons out of a table, a row of which is `Name = "id", "A sentence.";`.
///
/// `ALL` has them in the order of the table. The sentence is also what the documentation says of a
/// reason; comments above a row add to it.
#[macro_export]
macro_rules! reasons {
    (
        $(#[$about:meta])+
        pub enum $Reason:ident {
            $($(#[$more:meta])* $name:ident = $id:literal, $sentence:literal;)+
        }
    ) => {
        $(#[$about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Reason {
            $(#[doc = $sentence] #[doc = ""] $(#[$more])* $name,)+
        }

        impl $Reason {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Reason id: it stays what it is.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// What it means, as a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)+ }
            }
        }
    };
}
