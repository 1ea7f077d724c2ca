//! Values of arguments that the libraries have names for. They are typed as configuration files name
//! them, and explained with the same words.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use schemars::{JsonSchema, schema_for};
use scutch_folder::inputs::display_name;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A file that is named, as text. Names that are not UTF-8 are escaped, and found again by that.
pub(crate) fn input() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|name| display_name(Path::new(&name)))
}

/// The variants of `T`, with the first paragraphs of their documentation as help.
pub(crate) fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: JsonSchema + DeserializeOwned + Clone + Send + Sync + 'static,
{
    offered(&[])
}

/// The same, but help does not show those in `refused`. They parse, so that a sentence can say later
/// where they are to be had.
pub(crate) fn offered<T>(refused: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: JsonSchema + DeserializeOwned + Clone + Send + Sync + 'static,
{
    // The schema has the documentation of each variant: help and schema cannot differ.
    let schema = schema_for!(T);
    let variants = schema.get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let hidden = |value: PossibleValue| {
        let is_refused = refused.contains(&value.get_name());
        value.hide(is_refused)
    };
    Trimmed(PossibleValuesParser::new(variants.iter().filter_map(possible).map(hidden)))
        .try_map(|name| serde_json::from_value(Value::String(name)))
}

/// One of known values; blanks around it are passed over, for lists are typed with them.
#[derive(Clone)]
struct Trimmed(PossibleValuesParser);

impl TypedValueParser for Trimmed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let trimmed = value.to_str().map_or(value, |text| OsStr::new(text.trim()));
        self.0.parse_ref(command, arg, trimmed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// A value as clap shows it, from a variant in the schema.
fn possible(variant: &Value) -> Option<PossibleValue> {
    // Help takes the first paragraph; the rest explains details that only the schema needs.
    let first = variant["description"].as_str()?.split("\n\n").next().unwrap_or_default();
    let help = first.trim_end_matches('.').replace('\n', " ");
    Some(PossibleValue::new(variant["const"].as_str()?.to_owned()).help(help))
}

/// The name of a variant.
pub(crate) fn name_of(variant: &impl Serialize) -> String {
    let value = serde_json::to_value(variant).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A value of `find` by one of `names`.
pub(crate) fn known<T>(
    names: impl IntoIterator<Item = impl Into<PossibleValue>>,
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    // `find` has every name in `names`, so the message is never shown.
    PossibleValuesParser::new(names).try_map(move |name| find(&name).ok_or("nothing of this name"))
}
