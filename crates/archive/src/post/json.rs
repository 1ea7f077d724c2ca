//! Bodies of JSON as names and values.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value, its objects in their order.
enum Json {
    /// As Python writes it, because the indexers do.
    Leaf(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The leaves of a JSON value, or of one in each line, by the names nearest to them. `None` for what
/// is no JSON.
pub(super) fn fields(body: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let whole = serde_json::from_slice(body).map(|value| vec![value]);
    let values: Vec<Json> = match whole {
        Ok(values) => values,
        Err(_) if body.contains(&b'\n') => {
            let lines = body.split(|b| *b == b'\n').map(serde_json::from_slice);
            lines.collect::<Result<_, _>>().ok()?
        }
        Err(_) => return None,
    };
    let mut leaves = Leaves::default();
    values.iter().for_each(|value| leaves.add(value, ""));
    Some(leaves.fields)
}

/// Leaves so far.
#[derive(Default)]
struct Leaves {
    fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// How often each name came.
    seen: HashMap<String, usize>,
}

impl Leaves {
    fn add(&mut self, value: &Json, name: &str) {
        match value {
            Json::Object(members) => members.iter().for_each(|(name, value)| self.add(value, name)),
            Json::List(values) => values.iter().for_each(|value| self.add(value, name)),
            // What has no name is not sent as a field.
            Json::Leaf(_) if name.is_empty() => {}
            Json::Leaf(leaf) => {
                let count = self.seen.entry(name.to_owned()).or_default();
                *count += 1;
                let name = if *count == 1 { name.to_owned() } else { format!("{name}.{count}_") };
                self.fields.push((name.into_bytes(), leaf.clone().into_bytes()));
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Leaf(if value { "True" } else { "False" }.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Leaf("None".to_owned()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Leaf(number(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Leaf(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members: Vec<(String, Json)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some((name, value)) = map.next_entry::<String, Json>()? {
            // Of a name that is repeated the last value counts, at the place of the first.
            match places.get(&name) {
                Some(at) => members[*at].1 = value,
                None => {
                    places.insert(name.clone(), members.len());
                    members.push((name, value));
                }
            }
        }
        Ok(Json::Object(members))
    }
}

/// A number with a fraction or an exponent, as Python writes it.
fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-4..1e16).contains(&size) {
        let text = value.to_string();
        return if text.contains('.') { text } else { text + ".0" };
    }
    // `1e-7` is `1e-07` there.
    let text = format!("{value:e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_python_writes_them() {
        for (value, expected) in [
            (1.0, "1.0"),
            (-0.5, "-0.5"),
            (0.0, "0.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-1.5e-7, "-1.5e-07"),
        ] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn deep_json_is_none() {
        assert!(fields(&b"[".repeat(100_000)).is_none());
    }
}
