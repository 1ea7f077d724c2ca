//! Days as they are written.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day as TOML writes it: `2019-07-06`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub(crate) jiff::civil::Date);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // TOML has dates of its own, with or without a time of day.
        let written = toml::value::Datetime::deserialize(deserializer)?;
        let date =
            written.date.ok_or_else(|| D::Error::custom("a date is expected: 2019-07-06"))?;
        let [year, month, day] = [i32::from(date.year), date.month.into(), date.day.into()];
        let date = jiff::civil::Date::new(year as i16, month as i8, day as i8);
        date.map(Self).map_err(D::Error::custom)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [month, day] = [self.0.month(), self.0.day()].map(|n| n as u8);
        let date = toml::value::Date { year: self.0.year() as u16, month, day };
        toml::value::Datetime { date: Some(date), time: None, offset: None }.serialize(serializer)
    }
}

impl JsonSchema for Day {
    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date" })
    }
}
