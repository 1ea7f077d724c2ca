//! Portal files as they are written: plain data, without behaviour. The doc comments become the
//! descriptions of the JSON Schema.

mod content;
mod day;
mod error;
mod maps;
mod merge;
mod one_or_many;
mod portal;
mod rule;

pub use self::content::{ContentFile, MetaFile, ScriptFile};
pub(crate) use self::day::Day;
pub(crate) use self::error::Fault;
pub use self::error::FileError;
pub use self::maps::ReadFile;
pub(crate) use self::one_or_many::OneOrMany;
pub(crate) use self::portal::{ArticleFile, Order, PageFile, PaywallFile, RouteFile, StopFile};
pub use self::portal::{PortalFile, RouteKind};
pub use self::rule::RuleFile;
pub(crate) use self::rule::{ReplaceFile, TextFile};
