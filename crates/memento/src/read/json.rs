//! TimeMaps as one JSON value: an object (MemGator, mementoweb) or an array of rows (CDX servers).
//! Their entries are taken one by one, so that a list of any length needs little memory.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};
use std::rc::Rc;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::builder::TimeMapBuilder;
use super::cdx::Rows;
use super::cdxj::{first_text, memento_fields};
use super::text::Text;
use crate::timemap::TimeMapError;

/// Reads an array whose first row names the columns.
pub(super) fn read_array<R: Read>(
    input: Text<R>,
    builder: &mut TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    let (mut rows, mut is_table) = (Rows::default(), true);
    let entry_bytes = input.entry_bytes();
    let mut take = |row: &Value| {
        let content = rows.read(row);
        is_table = content.is_some();
        if let Some(content) = content {
            builder.add_row(content);
        }
        is_table && !builder.is_done()
    };
    let mut json = serde_json::Deserializer::from_reader(input);
    let elements = Elements { take: &mut take, entry_bytes };
    let read = elements.deserialize(&mut json).and_then(|_| json.end());
    // Before the JSON error: the row that is none has ended the reading with one.
    if !is_table {
        return Err(TimeMapError::Unknown);
    }
    read.map_err(from_json)
}

/// Reads an object with `mementos` or with an index of pages.
pub(super) fn read_object<R: Read>(
    input: Text<R>,
    builder: &mut TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    let entry_bytes = input.entry_bytes();
    let mut object = Object { builder, entry_bytes, is_timemap: false };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = json.deserialize_map(&mut object).and_then(|()| json.end());
    read.map_err(from_json)?;
    object.is_timemap.then_some(()).ok_or(TimeMapError::Unknown)
}

/// Tells malformed JSON from input that failed. [`Text`] hides its own errors in I/O errors.
fn from_json(error: serde_json::Error) -> TimeMapError {
    if !error.is_io() {
        return TimeMapError::Json(error.to_string());
    }
    io::Error::from(error).downcast().unwrap_or_else(TimeMapError::Broken)
}

/// Names that make an object a TimeMap even without mementos.
const NAMES: &[&str] = &["original_uri", "original", "timegate_uri", "timegate", "timemap_uri"];

struct Object<'b, 'a> {
    builder: &'b mut TimeMapBuilder<'a>,
    entry_bytes: Rc<Cell<usize>>,
    /// Whether it has a name that only TimeMaps have.
    is_timemap: bool,
}

impl<'de> Visitor<'de> for &mut Object<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a TimeMap")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.entry_bytes.set(0);
            let entry_bytes = self.entry_bytes.clone();
            match key.as_str() {
                "mementos" => {
                    let builder = &mut *self.builder;
                    let mut take = |value: &Value| {
                        builder.add_memento(memento_fields(value));
                        !builder.is_done()
                    };
                    let elements = Elements { take: &mut take, entry_bytes };
                    self.is_timemap |= map.next_value_seed(MementoList(elements))?;
                }
                "timemap_index" => {
                    let builder = &mut *self.builder;
                    let mut take = |value: &Value| {
                        first_text(value, &["uri"]).iter().for_each(|uri| builder.add_page(uri));
                        true
                    };
                    let elements = Elements { take: &mut take, entry_bytes };
                    self.is_timemap |= map.next_value_seed(elements)?;
                }
                name if NAMES.contains(&name) => {
                    let value: Value = map.next_value()?;
                    self.is_timemap |= !value.is_null();
                    self.set_name(name, value.as_str());
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

impl Object<'_, '_> {
    /// Sets the original or the TimeGate. The long name wins over the short one, in either order.
    fn set_name(&mut self, name: &str, value: Option<&str>) {
        let timemap = &mut self.builder.timemap;
        let (field, is_long_name) = match name {
            "original_uri" | "original" => (&mut timemap.original, name == "original_uri"),
            "timegate_uri" | "timegate" => (&mut timemap.timegate, name == "timegate_uri"),
            _ => return,
        };
        if let Some(value) = value
            && (is_long_name || field.is_none())
        {
            *field = Some(value.to_owned());
        }
    }
}

/// Hands the elements of an array to `take`, one by one, and skips any other value. The result says
/// whether the value was anything but null.
struct Elements<'t> {
    /// Takes an element; false ends the reading.
    take: &'t mut dyn FnMut(&Value) -> bool,
    entry_bytes: Rc<Cell<usize>>,
}

impl<'de> DeserializeSeed<'de> for Elements<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        while let Some(value) = list.next_element::<Value>()? {
            // The limit of bytes is one for each element, not for the whole array.
            self.entry_bytes.set(0);
            if !(self.take)(&value) {
                // An error is the only way to leave a deserializer early.
                return Err(A::Error::custom("no more is wanted"));
            }
        }
        Ok(true)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(true)
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
        Ok(true)
    }

    fn visit_str<E>(self, _: &str) -> Result<bool, E> {
        Ok(true)
    }
}

/// The mementos: an array, or an object with one under `list`.
struct MementoList<'t>(Elements<'t>);

impl<'de> DeserializeSeed<'de> for MementoList<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MementoList<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(out)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<bool, A::Error> {
        self.0.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let Elements { take, entry_bytes } = self.0;
        while let Some(key) = map.next_key::<String>()? {
            if key == "list" {
                let entry_bytes = entry_bytes.clone();
                map.next_value_seed(Elements { take: &mut *take, entry_bytes })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(true)
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }
}
