//! TimeMaps as one JSON value: an object (MemGator, mementoweb) or an array of rows (CDX servers).
//! Their entries are taken in one by one.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};
use std::rc::Rc;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use crate::cdx::Rows;
use crate::lines::{memento, text};
use crate::read::Reading;
use crate::text::Text;
use crate::timemap::TimeMapError;

/// Reads an array whose first row names the columns.
pub(crate) fn array<R: Read>(
    input: Text<R>,
    reading: &mut Reading<'_>,
) -> Result<(), TimeMapError> {
    let (mut rows, mut known) = (Rows::default(), true);
    let since = input.entries();
    let mut take = |row: &Value| {
        let said = rows.row(row);
        known = said.is_some();
        if let Some(said) = said {
            reading.said(said);
        }
        known && !reading.is_done()
    };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = Each { take: &mut take, since }.deserialize(&mut json).and_then(|_| json.end());
    if !known {
        return Err(TimeMapError::Unknown);
    }
    read.map_err(unread)
}

/// Reads an object with `mementos`, or with an index of pages.
pub(crate) fn object<R: Read>(
    input: Text<R>,
    reading: &mut Reading<'_>,
) -> Result<(), TimeMapError> {
    let since = input.entries();
    let mut object = Object { reading, since, known: false };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = json.deserialize_map(&mut object).and_then(|()| json.end());
    read.map_err(unread)?;
    object.known.then_some(()).ok_or(TimeMapError::Unknown)
}

/// What stopped the reading: what is wrong with the text, not with its JSON, says so itself.
fn unread(error: serde_json::Error) -> TimeMapError {
    if !error.is_io() {
        return TimeMapError::Json(error.to_string());
    }
    io::Error::from(error).downcast().unwrap_or_else(TimeMapError::Broken)
}

/// What every list has, were it empty; beside `mementos` and `timemap_index`.
const NAMES: &[&str] = &["original_uri", "original", "timegate_uri", "timegate", "timemap_uri"];

struct Object<'r, 'a> {
    reading: &'r mut Reading<'a>,
    since: Rc<Cell<usize>>,
    /// It is a list.
    known: bool,
}

impl<'de> Visitor<'de> for &mut Object<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a TimeMap")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.since.set(0);
            match key.as_str() {
                "mementos" => {
                    let reading = &mut *self.reading;
                    let mut take = |value: &Value| {
                        reading.memento(memento(value));
                        !reading.is_done()
                    };
                    let each = Each { take: &mut take, since: self.since.clone() };
                    self.known |= map.next_value_seed(Listed(each))?;
                }
                "timemap_index" => {
                    let reading = &mut *self.reading;
                    let mut take = |value: &Value| {
                        text(value, &["uri"]).iter().for_each(|uri| reading.page(uri));
                        true
                    };
                    let each = Each { take: &mut take, since: self.since.clone() };
                    self.known |= map.next_value_seed(each)?;
                }
                name if NAMES.contains(&name) => {
                    let value: Value = map.next_value()?;
                    self.known |= !value.is_null();
                    self.named(name, value.as_str());
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
    fn named(&mut self, name: &str, value: Option<&str>) {
        let timemap = &mut self.reading.timemap;
        let (place, is_full_name) = match name {
            "original_uri" | "original" => (&mut timemap.original, name == "original_uri"),
            "timegate_uri" | "timegate" => (&mut timemap.timegate, name == "timegate_uri"),
            _ => return,
        };
        if let Some(value) = value
            && (is_full_name || place.is_none())
        {
            *place = Some(value.to_owned());
        }
    }
}

/// Takes in the values of an array, one by one; anything else is passed over. Gives whether there was
/// anything but null.
struct Each<'t> {
    /// Whether to go on.
    take: &'t mut dyn FnMut(&Value) -> bool,
    since: Rc<Cell<usize>>,
}

impl<'de> DeserializeSeed<'de> for Each<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Each<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        while let Some(value) = list.next_element::<Value>()? {
            self.since.set(0);
            if !(self.take)(&value) {
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
struct Listed<'t>(Each<'t>);

impl<'de> DeserializeSeed<'de> for Listed<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Listed<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(out)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<bool, A::Error> {
        self.0.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let Each { take, since } = self.0;
        while let Some(key) = map.next_key::<String>()? {
            if key == "list" {
                map.next_value_seed(Each { take: &mut *take, since: since.clone() })?;
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
